"""What people tell of a card that read doubtfully is learnt by the family's deck, and forgotten with their answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from calibration.kept_enrolment import FamilyEnrolment, enrolment_path, load_enrolment, save_enrolment
from companion.evening.learning import Learner
from companion.referee import Verdict
from companion.sighting import Sighting, Slot
from companion.simulated.physical import is_row
from tests.companion.referee.tables import Scene, between, clear, sat_down
from tests.vision.cards.drawn_readings import DrawnDeck, drawn_deck, drawn_look, in_rows, photographed
from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolment import enrol
from vision.cards.deck.looks import IndexLook
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import spread_of
from vision.eyes.eyes import ZoneLook

NETWORK = "drawn 1"


@cache
def drawn() -> DrawnDeck:
    return drawn_deck(1, 0.35)


@cache
def deck() -> EnrolledDeck:
    found = spread_of([photographed(drawn(), in_rows(CARDS), seed=1)], PACKS["52"])
    return enrol(found, "ours", "2026-11-22", NETWORK)


class Reader:
    """A reader of cards that only knows its decks."""

    network = NETWORK

    def __init__(self, decks: Iterable[EnrolledDeck]) -> None:
        self.decks = tuple(decks)

    def use(self, decks: Iterable[EnrolledDeck]) -> None:
        self.decks = tuple(decks)


class Evening:
    """A table before the camera with eyes that see cards of the drawn deck, and a learner beside it."""

    def __init__(self, folder: Path, scene: Scene, looks_like: Mapping[str, str] | None = None) -> None:
        if not enrolment_path(folder).exists():
            save_enrolment(folder, FamilyEnrolment((deck(),)))
        self.folder = folder
        self.scene = scene
        self.looks_like = dict(looks_like or {})
        self.reader = Reader(load_enrolment(folder).decks)
        self.corners = 2
        self.strange = False
        self.covered = False
        self.last: dict[str, ZoneLook] = {}
        self._chance = np.random.default_rng(5)
        self.learner = Learner(
            scene.table,
            self,
            self.reader,  # type: ignore[arg-type]
            folder,
            lambda: date(2026, 11, 23),
        )
        self.learner.step()
        self._see = scene.table.see
        scene.table.see = self.see  # type: ignore[method-assign]

    def see(self, sighting: Sighting) -> Verdict:
        for zone, reading in sighting.zones.items():
            row = is_row(self.scene.game, zone)
            looks = tuple(self._look(zone, slot) for slot in reading.slots)
            at = sighting.monotonic_ms
            self.last[zone] = ZoneLook(zone, at, reading.slots, looks, row, self.covered)
        self.learner.before()
        verdict = self._see(sighting)
        self.learner.after(verdict)
        return verdict

    def seen(self, zones: Iterable[str]) -> dict[str, ZoneLook]:
        return {zone: self.last[zone] for zone in zones if zone in self.last}

    def _look(self, zone: str, slot: Slot) -> tuple[IndexLook, ...]:
        card = self.looks_like.get(zone, slot.best[0])
        if card not in CARDS:
            return ()
        light = np.full(96, 5.0) if self.strange else None
        return tuple(drawn_look(drawn(), card, self._chance, light=light) for _ in range(self.corners))

    def answer(self, card: str) -> None:
        """People choose the answer that names this card."""
        answers = self.scene.question["answers"]
        self.scene.answer(next(at for at, one in enumerate(answers) if card in str(one["arguments"])))
        self.learner.step()

    def learnt(self) -> list[str]:
        """The cards that the kept file has learnt, each corner; the reader reads by the same."""
        (kept,) = load_enrolment(self.folder).decks
        assert [one.code for one in self.reader.decks[0].confirmed] == [one.code for one in kept.confirmed]
        return [CARDS[one.code] for one in kept.confirmed]


def wavering(folder: Path, looks_like: str = "6H") -> Evening:
    """Ada draws 6H, and it reads as 9H or 6H: people are asked."""
    evening = Evening(folder, sat_down(), {"hand:Ada": looks_like})
    evening.scene.draws("Ada", "6H")
    assert evening.scene.watch(reads={"hand:Ada": between("9H", 0.52, "6H")}) == "asked"
    return evening


def test_an_answered_doubt_becomes_an_example_of_the_deck(tmp_path: Path) -> None:
    evening = wavering(tmp_path)
    assert evening.learnt() == []
    evening.answer("6H")
    assert evening.scene.entered == ["Ada draw 6H"]
    assert evening.learnt() == ["6H", "6H"]
    (kept,) = load_enrolment(tmp_path).decks
    assert kept.examples.codes.tolist() == deck().examples.codes.tolist(), "what was enrolled by hand stays"
    assert {(one.zone, one.day) for one in kept.confirmed} == {("hand:Ada", "2026-11-23")}


def test_a_question_that_is_dismissed_says_nothing_about_the_card(tmp_path: Path) -> None:
    evening = wavering(tmp_path)
    before = enrolment_path(tmp_path).read_bytes()
    evening.scene.answer(None)
    evening.learner.step()
    assert enrolment_path(tmp_path).read_bytes() == before


@pytest.mark.parametrize(("tapped", "learnt"), [("6H", ["6H", "6H"]), ("8H", [])])
def test_the_move_that_is_tapped_instead_tells_the_card_unless_the_table_shows_otherwise(
    tmp_path: Path, tapped: str, learnt: list[str]
) -> None:
    evening = wavering(tmp_path, looks_like=tapped)
    evening.scene.answer(None)
    evening.learner.step()
    evening.scene.table.act({"by": "Ada", "do": "draw", "card": tapped})
    evening.learner.step()
    assert evening.learnt() == learnt


def test_what_was_learnt_is_forgotten_with_the_answer(tmp_path: Path) -> None:
    evening = wavering(tmp_path)
    before = enrolment_path(tmp_path).read_bytes()
    evening.answer("6H")
    assert evening.learnt()
    evening.scene.table.undo()
    evening.learner.step()
    assert evening.learnt() == []
    assert enrolment_path(tmp_path).read_bytes() == before


def test_an_answer_that_is_taken_back_while_the_program_is_off_is_forgotten_at_the_next_start(
    tmp_path: Path,
) -> None:
    evening = wavering(tmp_path)
    evening.answer("6H")
    evening.scene.table.undo()
    again = Evening(tmp_path, evening.scene)
    assert again.learnt() == []


def test_another_answer_after_the_undo_is_learnt_instead(tmp_path: Path) -> None:
    evening = wavering(tmp_path)
    evening.answer("9H")
    assert evening.learnt() == [], "it looks like the six: a wrong answer is kept out"
    evening.scene.table.undo()
    evening.learner.step()
    evening.answer("6H")
    assert evening.learnt() == ["6H", "6H"]


def test_a_look_that_lies_far_from_every_card_is_kept_out_and_said_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(tmp_path, sat_down(), {"hand:Ada": "6H"})
    evening.strange = True
    evening.scene.draws("Ada", "6H")
    evening.scene.watch(reads={"hand:Ada": between("9H", 0.52, "6H")})
    with caplog.at_level("INFO", logger="companion.learning"):
        evening.answer("6H")
    assert evening.learnt() == []
    assert "6H in hand:Ada is not learnt: it looks like none of the deck's cards." in caplog.text


def test_a_look_with_hands_in_it_is_not_learnt(tmp_path: Path) -> None:
    evening = Evening(tmp_path, sat_down(), {"hand:Ada": "6H"})
    evening.covered = True
    evening.scene.draws("Ada", "6H")
    evening.scene.watch(reads={"hand:Ada": between("9H", 0.52, "6H")})
    evening.answer("6H")
    assert evening.learnt() == []


def test_a_pile_in_which_two_cards_may_be_seen_is_not_learnt(tmp_path: Path) -> None:
    """Then the eyes give no looks of it."""
    evening = Evening(tmp_path, sat_down(), {"hand:Ada": "6H"})
    evening.corners = 0
    evening.scene.draws("Ada", "6H")
    evening.scene.watch(reads={"hand:Ada": between("9H", 0.52, "6H")})
    evening.answer("6H")
    assert evening.learnt() == []


def test_a_card_that_was_misread_and_put_right_later_is_learnt(tmp_path: Path) -> None:
    evening = Evening(tmp_path, sat_down(), {"hand:Ada": "6H"})
    evening.scene.draws("Ada", "6H")
    evening.scene.watch(reads={"hand:Ada": clear("9H", 0.999)})
    assert evening.scene.entered == ["Ada draw 9H"] and evening.learnt() == []
    table = evening.scene.table
    table.amend(table.moves()[-1].seq, {"card": "6H"})
    evening.learner.step()
    assert evening.learnt() == ["6H", "6H"]
    table.undo()
    evening.learner.step()
    assert evening.learnt() == []


def test_a_wrong_entry_that_is_undone_and_tapped_anew_tells_the_card(tmp_path: Path) -> None:
    evening = Evening(tmp_path, sat_down(), {"hand:Ada": "6H"})
    evening.scene.draws("Ada", "6H")
    evening.scene.watch(reads={"hand:Ada": clear("9H", 0.999)})
    table = evening.scene.table
    table.undo()
    evening.learner.step()
    assert evening.learnt() == []
    table.act({"by": "Ada", "do": "draw", "card": "6H"})
    evening.learner.step()
    assert evening.learnt() == ["6H", "6H"]


def test_what_was_read_surely_teaches_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path, sat_down())
    evening.scene.draws("Ada", "6H")
    assert evening.scene.watch() == "played"
    evening.scene.discards("Ada")
    evening.scene.watch()
    evening.learner.step()
    assert evening.learnt() == []


def test_a_disk_that_is_full_costs_what_would_have_been_learnt_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = wavering(tmp_path)

    def fails(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    evening.answer("6H")
    monkeypatch.undo()
    assert evening.learnt() == [] and evening.scene.entered == ["Ada draw 6H"]
