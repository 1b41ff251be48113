"""`companion enrol deck`: what the family reads and is asked, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.kept_enrolment import enrolment_path, load_enrolment, read_enrolment, save_enrolment
from companion.cli import enrol
from companion.cli.main import main
from tests.vision.cards.drawn_readings import DrawnDeck, drawn_card, drawn_deck, in_rows, photographed
from vision.card_names import CARDS
from vision.cards.deck.learning import confirmed_look, with_confirmed
from vision.cards.deck.looks import ByteArray, SeenCard

DECK = drawn_deck(1, 0.35)
PLAIN = in_rows(CARDS)


class Remembered:
    """A reader that saw certain cards, photograph by photograph."""

    network = "drawn 1"

    def __init__(self, *photographs: Sequence[SeenCard]) -> None:
        self._photographs = iter(photographs)

    def read(self, picture: ByteArray) -> Sequence[SeenCard]:
        assert picture.dtype == np.uint8 and picture.ndim == 3
        return next(self._photographs)


@pytest.fixture
def photograph(tmp_path: Path) -> str:
    path = tmp_path / "deck.png"
    assert cv2.imwrite(str(path), np.full((40, 60, 3), 90, np.uint8))
    return str(path)


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "data")


def reads(monkeypatch: pytest.MonkeyPatch, *photographs: Sequence[SeenCard]) -> None:
    monkeypatch.setattr(enrol, "card_reader", lambda: Remembered(*photographs))


def answers(monkeypatch: pytest.MonkeyPatch, *typed: str) -> Iterator[str]:
    """Somebody sits there and types this; what is left of it can be looked at."""
    lines = iter(typed)

    def read_line(prompt: str) -> str:
        print(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(enrol, "somebody_answers", lambda: True)
    monkeypatch.setattr("builtins.input", read_line)
    return lines


def with_two_doubtful(rows: Sequence[Sequence[str]] = PLAIN) -> list[SeenCard]:
    """The deck with its kings of hearts and diamonds so blurred that both may be either."""
    seen = photographed(DECK, rows, seed=1)
    either = np.zeros(52, np.float32)
    either[[CARDS.index("KH"), CARDS.index("KD")]] = 0.5
    return [
        SeenCard((), either, card.position, card.up)
        if CARDS[int(card.card.argmax())] in ("KH", "KD")
        else card
        for card in seen
    ]


def test_a_deck_that_is_read_well_is_kept_without_a_question(
    photograph: str, data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(monkeypatch, photographed(DECK, PLAIN, seed=1))
    assert main(["enrol", "deck", photograph, "--data", data, "--lang", "en", "--name", "Sunday"]) == 0
    said = capsys.readouterr().out
    first, second, *_ = said.splitlines()
    assert first.startswith("Photograph 1: ") and second.split()[:4] == ["row", "1", "A♥", "2♥"]
    assert "All cards are there." in said and "“Sunday” is kept: 52 cards" in said and "?" not in said
    deck = load_enrolment(Path(data)).deck("Sunday")
    assert deck is not None and deck.codes == CARDS and deck.network == "drawn 1"


def test_without_anybody_what_is_doubtful_is_left_out_and_named(
    photograph: str, data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shuffled = in_rows([*CARDS[::3], *CARDS[1::3], *CARDS[2::3]])
    reads(monkeypatch, with_two_doubtful(shuffled))
    assert main(["enrol", "deck", photograph, "--data", data, "--lang", "en", "--yes"]) == 0
    said = capsys.readouterr().out
    assert "Left out, being doubtful:" in said
    for code in ("KH", "KD"):
        row, place = next(
            (r, c) for r, codes in enumerate(shuffled, 1) for c, k in enumerate(codes, 1) if k == code
        )
        assert f"Row {row}, {place}" in said
    assert "Missing: the king of hearts, the king of diamonds." in said
    deck = load_enrolment(Path(data)).deck("deck")
    assert deck is not None and deck.missing == ("KH", "KD")


def test_what_is_doubtful_is_asked_and_one_answer_settles_the_other(
    photograph: str, data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shuffled = in_rows([*CARDS[::3], *CARDS[1::3], *CARDS[2::3]])
    first = next(code for row in shuffled for code in row if code in ("KH", "KD"))
    answer = {"KH": "roi de cœur", "KD": "roi de carreau"}[first]
    reads(monkeypatch, with_two_doubtful(shuffled))
    left = answers(monkeypatch, "c’est un roi", answer, "", "never asked")
    assert main(["enrol", "deck", photograph, "--data", data]) == 0
    said = capsys.readouterr().out
    assert said.count("quelle carte ?") == 1 and "Je ne connais pas cette carte" in said
    assert "Toutes les cartes y sont." in said
    assert next(left) == "never asked"


def test_a_card_that_was_read_wrong_is_corrected_by_its_place(
    photograph: str, data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = np.random.default_rng(2)
    seen = photographed(DECK, PLAIN[:3], seed=1)
    # A card that is none of the deck, but reads as the two of clubs.
    seen += [drawn_card(DECK, code, chance, (150.0 * at, 660.0)) for at, code in enumerate(("AC", "2C"))]
    reads(monkeypatch, seen)
    answers(monkeypatch, "9.9 as de pique", "4.2 0", "4.2", "")
    assert main(["enrol", "deck", photograph, "--data", data]) == 0
    assert capsys.readouterr().out.count("Cet endroit n’existe pas") == 2
    deck = load_enrolment(Path(data)).deck("deck")
    assert deck is not None and "AC" in deck.codes and "2C" in deck.missing


def test_a_double_is_named_and_asked(
    photograph: str, data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(monkeypatch, photographed(DECK, in_rows([*CARDS, "KH"], 14), seed=13))
    answers(monkeypatch, "", "")
    assert main(["enrol", "deck", photograph, "--data", data, "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "the king of hearts again?" in said and "Twice in one photograph: the king of hearts." in said


def test_a_second_deck_joins_the_first_and_a_copy_holds_both(
    photograph: str, data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seed in (("old", 1), ("new", 2)):
        reads(monkeypatch, photographed(drawn_deck(seed, 0.3), PLAIN, seed=seed))
        arguments = ["enrol", "deck", photograph, "--data", data, "--name", name]
        assert main([*arguments, "--export", str(tmp_path / "copy.json")]) == 0
    assert [deck.name for deck in read_enrolment(tmp_path / "copy.json").decks] == ["new", "old"]


def test_a_damaged_file_is_said_and_left_as_it_is(
    photograph: str, data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = enrolment_path(Path(data))
    path.parent.mkdir()
    path.write_text('{"version": 1')
    reads(monkeypatch, photographed(DECK, PLAIN, seed=1))
    assert main(["enrol", "deck", photograph, "--data", data]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "is no whole enrolment" in error and "move it away" in error
    assert path.read_text() == '{"version": 1'


@pytest.mark.parametrize("case", ["picture", "name", "nothing", "export"])
def test_wrong_use_is_one_line_and_keeps_nothing(
    case: str,
    photograph: str,
    data: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    reads(monkeypatch, [] if case == "nothing" else photographed(DECK, PLAIN, seed=1))
    more = {
        "picture": [str(tmp_path / "none.jpg")],
        "name": ["--name", " "],
        "nothing": [],
        "export": ["--export", str(tmp_path / "no" / "copy.json")],
    }[case]
    assert main(["enrol", "deck", photograph, *more, "--data", data]) == 2
    error = capsys.readouterr().err
    assert error.startswith("companion: ") and error.count("\n") == 1
    if case != "export":
        assert not enrolment_path(Path(data)).exists()


def test_the_letters_say_what_a_v_is(
    photograph: str, data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dutch = DrawnDeck(DECK.means, {f"J{suit}": f"Q{suit}" for suit in "SHDC"}, letter="Q")
    rows = in_rows([code for code in CARDS if code[0] != "J"], 12)
    reads(monkeypatch, photographed(dutch, rows, seed=3))
    arguments = ["enrol", "deck", photograph, "--data", data, "--lang", "en", "--yes", "--letters", "dutch"]
    assert main(arguments) == 0
    assert "On this deck V is the queen." in capsys.readouterr().out
    deck = load_enrolment(Path(data)).deck("deck")
    assert deck is not None and deck.v_means == "Q" and "QS" in deck.codes


def test_what_a_deck_learnt_is_forgotten_and_what_was_enrolled_by_hand_stays(
    photograph: str, data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("Sunday", "Monday"):
        reads(monkeypatch, photographed(DECK, PLAIN, seed=1))
        assert main(["enrol", "deck", photograph, "--data", data, "--name", name, "--yes"]) == 0
    plain = enrolment_path(Path(data)).read_bytes()
    kept = load_enrolment(Path(data))
    look = drawn_card(DECK, "7S", np.random.default_rng(8)).looks[0]
    told = confirmed_look(look, "7S", "T2", "2026-11-23", "an evening", (7,))
    for deck in kept.decks:
        kept = kept.with_deck(with_confirmed(deck, [told]))
    save_enrolment(Path(data), kept)
    capsys.readouterr()
    assert main(["enrol", "deck", "--forget-learnt", "--data", data, "--name", "Sunday", "--lang", "en"]) == 0
    assert "are forgotten: 1." in capsys.readouterr().out
    assert [len(deck.confirmed) for deck in load_enrolment(Path(data)).decks] == [1, 0]
    assert main(["enrol", "deck", "--forget-learnt", "--data", data]) == 0
    assert enrolment_path(Path(data)).read_bytes() == plain


@pytest.mark.parametrize(
    "words", [["dice", "--forget-learnt"], ["deck", "x.jpg", "--forget-learnt"], ["deck"]]
)
def test_forgetting_is_of_a_deck_and_enrolling_wants_a_photograph(
    words: list[str], data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", *words, "--data", data]) == 2
    assert "companion enrol deck" in capsys.readouterr().err
