"""`companion enrol dice`: what the family reads and is asked, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.kept_enrolment import enrolment_path, load_enrolment, read_enrolment
from companion.cli import enrol
from companion.cli.enrolment import dice as enrol_dice
from companion.cli.enrolment.words import typed_face
from companion.cli.main import main
from tests.vision.dice.test_enrolled_dice import crops
from vision.dice.enrolled_dice import FACES_OF, POKER_FACES
from vision.dice.face_spread import SeenFace

THROWS = 3


class NoReader:
    """A reader that is asked for its network only."""

    network = "drawn dice 1"


def shown(sure: str) -> list[list[SeenFace]]:
    """Three photographs of six faces in two rows; the network is sure of some, and of the others it says nothing."""
    drawn = crops(1, THROWS, "brown_leather")
    photographs = []
    for throw in range(THROWS):
        faces = []
        for at, (face, crop) in enumerate(drawn[6 * throw : 6 * throw + 6]):
            is_sure = face in sure.split()
            factory = np.full(6, 0.1, np.float32)
            if is_sure:
                factory = 0.9 * np.eye(6, dtype=np.float32)[POKER_FACES.index(face)]
            centre = (100.0 + 80.0 * (at % 3), 100.0 + 90.0 * (at // 3))
            faces.append(SeenFace(centre, 40.0, crop, factory, 0.95 if is_sure else 0.2))
        photographs.append(faces)
    return photographs


@pytest.fixture
def photographs(tmp_path: Path) -> list[str]:
    paths = [tmp_path / f"dice{number}.png" for number in range(THROWS)]
    for path in paths:
        assert cv2.imwrite(str(path), np.full((40, 60, 3), 90, np.uint8))
    return [str(path) for path in paths]


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "data")


def reads(monkeypatch: pytest.MonkeyPatch, photographs: Sequence[Sequence[SeenFace]]) -> None:
    waiting = iter(photographs)
    monkeypatch.setattr(enrol_dice, "dice_reader", NoReader)
    monkeypatch.setattr(enrol_dice, "faces_in", lambda reader, picture, kind: next(waiting))


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


def test_dice_that_are_read_well_are_kept_without_a_question(
    photographs: list[str], data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(monkeypatch, shown("9 10 J Q K A"))
    assert main(["enrol", "dice", *photographs, "--data", data, "--lang", "en", "--name", "red"]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[1].split() == ["row", "1", "9", "10", "J"]
    assert "All faces are there." in said and "“red” are kept: 18 faces seen" in said and "?" not in said
    (dice,) = load_enrolment(Path(data)).dice
    assert (dice.name, dice.network, dice.learnt.kind) == ("red", "drawn dice 1", "poker_dice")
    assert [one.face for one in dice.examples] == 3 * list(POKER_FACES)


def test_once_every_face_was_named_those_that_look_alike_are_not_asked(
    photographs: list[str], data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(monkeypatch, shown("9 10 K"))
    left = answers(monkeypatch, "trèfle", "V", "dame", "as", "", "never asked")
    assert main(["enrol", "dice", *photographs, "--data", data]) == 0
    said = capsys.readouterr().out
    assert said.count("quelle face ?") == 3 and "Écris une des faces" in said
    assert "Toutes les faces y sont." in said and next(left) == "never asked"
    (dice,) = load_enrolment(Path(data)).dice
    assert [one.face for one in dice.examples] == 3 * list(POKER_FACES)


def test_without_anybody_what_is_doubtful_is_left_out_and_what_is_missing_named(
    photographs: list[str], data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(monkeypatch, shown("9 10 J Q K"))
    assert main(["enrol", "dice", *photographs, "--data", data, "--lang", "en", "--yes"]) == 2
    heard = capsys.readouterr()
    assert (
        "Photograph 1, row 2, 3rd from the left (" in heard.out and "Seen less than twice: ace." in heard.out
    )
    assert heard.err.count("\n") == 1 and "too few of A" in heard.err
    assert not enrolment_path(Path(data)).exists()


def test_a_face_that_was_read_wrong_is_corrected_by_its_place(
    photographs: list[str], data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(monkeypatch, shown("9 10 J Q K A"))
    answers(monkeypatch, "9.9 as", "2.1.3 zwei", "2.1.3 0", "1.1 dame", "")
    assert main(["enrol", "dice", *photographs, "--data", data]) == 0
    said = capsys.readouterr().out
    assert said.count("Cet endroit n’existe pas") == 1 and said.count("Écris une des faces") == 1
    (dice,) = load_enrolment(Path(data)).dice
    faces = [one.face for one in dice.examples]
    assert len(faces) == 17 and faces[0] == "Q" and faces.count("J") == 2


def test_dice_join_the_decks_of_a_file_and_a_copy_holds_them(
    photographs: list[str], data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.json"
    for name in ("red", "blue"):
        reads(monkeypatch, shown("9 10 J Q K A"))
        arguments = ["enrol", "dice", *photographs, "--data", data, "--name", name]
        assert main([*arguments, "--export", str(copy)]) == 0
    assert [dice.name for dice in read_enrolment(copy).dice] == ["blue", "red"]


@pytest.mark.parametrize("case", ["picture", "pack", "faces of a deck", "nothing"])
def test_wrong_use_is_one_line_and_keeps_nothing(
    case: str,
    photographs: list[str],
    data: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    reads(monkeypatch, [[], [], []])
    arguments = {
        "picture": ["dice", "none.jpg"],
        "pack": ["dice", *photographs, "--pack", "32"],
        "faces of a deck": ["deck", *photographs, "--faces", "numbers"],
        "nothing": ["dice", *photographs],
    }[case]
    assert main(["enrol", *arguments, "--data", data]) == 2
    error = capsys.readouterr().err
    assert error.startswith("companion: ") and error.count("\n") == 1
    assert not enrolment_path(Path(data)).exists()


@pytest.mark.parametrize(
    ("text", "language", "face"),
    [
        ("R", "fr", "K"),
        ("roi", "fr", "K"),
        ("As", "fr", "A"),
        ("d", "fr", "Q"),
        ("d", "en", None),
        ("10", "en", "10"),
    ],
)
def test_faces_are_typed_by_letter_or_name(text: str, language: str, face: str | None) -> None:
    assert typed_face(text, POKER_FACES, language) == face


def test_numbers_are_typed_as_they_are() -> None:
    assert (
        typed_face("5", FACES_OF["numbers"], "fr") == "5"
        and typed_face("9", FACES_OF["numbers"], "fr") is None
    )
