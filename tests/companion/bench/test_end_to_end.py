"""The bench from pictures to the journal: the beginning of a filmed evening is followed, and counted rightly."""

from __future__ import annotations

import math
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from companion.bench import end_to_end
from companion.bench.end_to_end import (
    GAME,
    Film,
    Films,
    HandsTally,
    ReadingTally,
    figures_by_light,
    measure,
    room_of,
)
from companion.bench.kept_results import KeptResults
from companion.cli.main import main
from companion.games import load
from companion.sighting import BACK, EMPTY, UNREADABLE, Disturbance, Slot
from companion.simulated.outcome import Outcome
from companion.simulated.physical import Touch
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import spread_of
from vision.scene.deck_photographs import enrolment_photographs


def slots(*faces: str, chance: float = 0.95) -> tuple[Slot, ...]:
    return tuple(
        Slot({face: chance, "7H" if face == UNREADABLE else UNREADABLE: 1.0 - chance}) for face in faces
    )


def test_what_was_read_is_counted_against_what_lay_there() -> None:
    game, tally = load("crapette"), ReadingTally()
    tally.count(game, "T1", ("KS", "QH"), slots("KS", "QH"))
    tally.count(game, "T2", ("KS", "QH"), slots("QH"))
    tally.count(game, "T3", (), slots("QH"))
    tally.count(game, "F1", ("AS", "2S"), slots("2H"))
    tally.count(game, "F2", (), slots(EMPTY))
    tally.count(game, "F3", ("AD",), slots("AH", chance=0.6))
    tally.count(game, "stock:Ada", (BACK,), slots(UNREADABLE))
    assert (tally.zones, tally.zones_right) == (7, 2)
    assert (tally.things, tally.right) == (6, 3)
    assert (tally.wrong, tally.wrong_and_sure, tally.unreadable) == (2, 1, 1)
    assert (tally.missed, tally.invented) == (1, 1)


def test_of_things_in_no_order_those_that_agree_are_the_same() -> None:
    game, tally = load("change_horses"), ReadingTally()
    tally.count(game, "betting_board", ("CD", "AB", "BD"), (*slots("BD", "AB"), *slots("BD", chance=0.6)))
    assert (tally.things, tally.right, tally.wrong, tally.wrong_and_sure) == (3, 2, 1, 0)
    tally.count(game, "betting_board", ("CD", "AB"), slots("AB", "CD"))
    assert tally.zones_right == 1


def test_hands_are_counted_against_where_they_were() -> None:
    tally = HandsTally()
    touches = [
        Touch("F1", 1000, 1600, "south"),
        Touch("F2", 5000, 5400, "north"),
        Touch("F3", 9000, 9400, "north"),
    ]
    told = [
        Disturbance("F1", 1100, 1500, "south"),
        Disturbance("F2", 4900, 5300, "south"),
        Disturbance("F2", 8000, 8200, None),
    ]
    tally.count(touches, told)
    assert (tally.touches, tally.reported, tally.passed_over) == (3, 2, 1)
    assert (tally.side_right, tally.side_wrong) == (1, 1)
    assert tally.errors_ms == [100, -100]


def test_rooms_differ_and_are_the_same_again() -> None:
    assert room_of(3) == room_of(3)
    assert len({room_of(seed).conditions.noise for seed in range(12)}) > 1
    assert {room_of(seed).language for seed in range(12)} == {"english", "french_as", "german"}


def test_the_beginning_of_an_evening_is_followed_from_pictures() -> None:
    films = Films()
    outcome = films.film(2, most_looks=20)
    assert outcome.actions >= 10
    assert (outcome.wrong, outcome.false_accusations) == (0, 0)
    assert films.reading.things > 60
    assert films.reading.wrong_and_sure == 0
    assert films.reading.right / films.reading.things >= 0.99
    assert films.hands.reported / films.hands.touches >= 0.9
    assert films.hands.side_wrong <= 1


def test_every_figure_has_a_name_and_its_cases() -> None:
    figures = {figure.name: figure for figure in measure([0], 2)}
    assert figures["things_right"].n > 0
    assert figures["followed"].n == figures["questions_median"].n == 1
    assert figures["eyes_ms_median"].value > 0.0


def test_films_that_are_kept_are_counted_and_not_filmed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptResults(tmp_path / "films.jsonl", Film.of)
    counted = list(measure([5], 2, kept=kept))
    monkeypatch.setattr(end_to_end, "film", lambda seed, *_: pytest.fail(f"evening {seed} is filmed again"))
    again = KeptResults(tmp_path / "films.jsonl", Film.of)
    assert list(measure([5], 2, kept=again)) == counted
    assert again.get((5, True, 2, [], GAME)) is None, (
        "a film of a family that enrolled its packs is another one"
    )


def test_a_harder_film_is_another_film(tmp_path: Path) -> None:
    kept = KeptResults(tmp_path / "films.jsonl", Film.of)
    easy, hard = (list(measure([5], 2, hard=names, kept=kept)) for names in (None, ["usb_camera"]))
    assert all(kept.get((5, False, 2, names, GAME)) is not None for names in ([], ["usb_camera"]))
    assert [one.name for one in easy] == [one.name for one in hard] and easy != hard


def test_two_films_are_counted_together(tmp_path: Path) -> None:
    kept = KeptResults(tmp_path / "films.jsonl", Film.of)
    films = [kept_film(seed) for seed in (1, 2)]
    kept.keep([(seed, False, None, [], GAME) for seed in (1, 2)], films)
    figures = {figure.name: figure for figure in measure([1, 2], kept=kept)}
    assert (figures["things_right"].value, figures["things_right"].n) == (75.0, 20)
    assert (figures["faults_announced"].value, figures["faults_in_time"].value) == (75.0, 50.0)
    assert (figures["questions_median"].value, figures["questions_p95"].value) == (1.5, 2.0)
    assert (figures["games_rescued"].value, figures["rescues"].value) == (50.0, 3)


def kept_film(number: int) -> Film:
    """Ten things of which five or ten were read rightly, two faults, of which two or one were announced."""
    announced = 3 - number
    told = dict.fromkeys([one.name for one in fields(Outcome)], 0) | {
        "questions": number,
        "rescues": 3 * (number - 1),
        "visible": 2,
        "announced": announced,
        "delays": [0, 5][:announced],
    }
    told |= {"milliseconds": [], "excuses": [], "beliefs": [], "tapped": []}
    return Film(Outcome.of(told), ReadingTally(things=10, right=5 * number), HandsTally(), [], [])


def test_questions_and_faults_are_told_by_light() -> None:
    films = {2: kept_film(1), 7: kept_film(2), 11: kept_film(2)}
    assert [room_of(seed).conditions.daylight > 0.7 for seed in films] == [False, False, True]
    told = {one.name: (one.value, one.n) for one in figures_by_light(films)}
    assert told["dim.questions_mean"] == (1.5, 2) and told["bright.questions_mean"] == (2.0, 1)
    assert told["dim.faults_in_time"] == (50.0, 4) and told["bright.faults_in_time"] == (50.0, 2)
    assert told["dim.false_accusations"] == (0, 2) and not any(name.startswith("usual") for name in told)


@pytest.mark.parametrize(
    "wrong",
    [
        ["engine", "--films", "2"],
        ["end_to_end", "--films", "0"],
        ["end_to_end", "--from", "7"],
        ["end_to_end", "--films", "1", "--game", "whist"],
        ["end_to_end", "--keep", "films.jsonl"],
        ["end_to_end", "--hard"],
        ["end_to_end", "--films", "1", "--hard", "cat"],
    ],
)
def test_what_no_film_is_for_is_wrong_use(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *wrong]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_pack_whose_sixes_look_like_b_and_whose_tens_look_like_queens_is_enrolled_right() -> None:
    """The pack that film 11 was played with, enrolled wrongly before: its first photograph, of eighteen cards."""
    art, _ = room_of(11).decks()
    photograph = enrolment_photographs(art, np.random.default_rng((11, 53, 0)))[0]
    spread = spread_of([DeckReader().read(photograph.picture)], PACKS["52"])
    assert len(spread.cards) == len(photograph.cards) == 18
    for card in spread.cards:
        nearest = min(photograph.cards, key=lambda one: math.dist(one.middle, card.seen.position))
        assert math.dist(nearest.middle, card.seen.position) < 25.0
        assert card.code == nearest.code or nearest.code.startswith("10") or not card.is_settled
