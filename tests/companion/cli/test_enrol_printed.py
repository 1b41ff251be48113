"""`companion enrol printed` and `read --only printed`: a box from labelled photographs; what is said of bad input."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from calibration.kept_box import read_box
from companion.cli.main import main
from companion.evening.family_boxes import BoxOrigin, FamilyBoxes, box_path
from companion.filmed.drawn_boxes import drawn_box
from vision.printed.enrolled_box import CardLook, Confirmed
from vision.printed.learning import with_confirmed
from vision.printed.numbers import NumberReader, NumberReading
from vision.scene.printed_table import PrintedPhotograph, enrolment_photographs, table_photograph


def labels_of_box() -> tuple[str, ...]:
    return drawn_box("change_horses", 3).labels[:6]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an enrolment photograph, a table and the labels of the first."""
    folder = tmp_path_factory.mktemp("printed")
    box = drawn_box("change_horses", 3)
    (shown,) = enrolment_photographs(box, 4, labels_of_box())
    table = table_photograph(box, labels_of_box()[:4], 77)
    cv2.imwrite(str(folder / "shown.png"), shown.picture)
    cv2.imwrite(str(folder / "table.png"), table.picture)
    (folder / "labels.jsonl").write_text(line("shown.png", shown), encoding="utf-8")
    return folder


def line(image: str, photograph: PrintedPhotograph) -> str:
    objects = [{"label": card.label, "box": list(card.box)} for card in photograph.cards]
    return json.dumps({"image": image, "objects": objects}) + "\n"


def enrol(folder: Path, *more: str, labels: Path | None = None, out: str = "box.json") -> int:
    file = labels or folder / "labels.jsonl"
    return main(
        [
            "enrol",
            "printed",
            str(folder / "shown.png"),
            "--labels",
            str(file),
            "--out",
            str(folder / out),
            *more,
        ]
    )


def test_a_box_is_enrolled_and_its_cards_are_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert enrol(folder, "--lang", "en", "--name", "Horses") == 0
    assert "The box “Horses” is kept: 6 cards" in capsys.readouterr().out
    images = [str(folder / "table.png"), str(folder / "shown.png")]
    code = main(["read", *images, "--only", "printed", "--enrolment", str(folder / "box.json"), "--json"])
    assert code == 0
    table, shown = (json.loads(text) for text in capsys.readouterr().out.splitlines())
    assert table["image"] == images[0]
    assert set(table) == {"image", "width", "height", "ms", "objects"}
    for found in (*table["objects"], *shown["objects"]):
        assert found["kind"] == "printed_card"
        assert found["label"] is None or found["label"] in labels_of_box()
        assert 0.0 <= found["score"] <= 1.0
        x0, y0, x1, y1 = found["box"]
        assert x0 < x1 and y0 < y1
    told = {found["label"] for found in shown["objects"]} - {None}
    assert len(told) >= 5


NUMBERS = ("34", "17", "6", "52", "21")


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photograph of numbered cards in no order."""
    (shown,) = enrolment_photographs(drawn_box("racko", 1), 9, NUMBERS)
    path = tmp_path_factory.mktemp("numbers") / "numbers.png"
    cv2.imwrite(str(path), shown.picture)
    return path


def test_a_box_of_numbers_is_enrolled_by_what_is_read_on_its_cards(
    numbers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = numbers.with_name("box.json")
    given = ["enrol", "printed", str(numbers), "--numbers", "60", "--out", str(out), "--lang", "en", "--yes"]
    assert main(given) == 0
    assert "Numbers read: 5 of 5." in capsys.readouterr().out
    assert set(read_box(out).labels) == set(NUMBERS)


def test_only_a_number_that_was_not_read_is_asked(
    numbers: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.cli import enrol as enrol_command
    from companion.cli.enrolment import printed as enrol_printed

    out, read = numbers.with_name("asked.json"), NumberReader.read

    def blind(reader: NumberReader, *given: Any) -> list[NumberReading]:
        return [one if one.value != 52 else replace(one, score=0.4) for one in read(reader, *given)]

    answers = iter(["61", "34", "52"])
    monkeypatch.setattr(enrol_printed.NumberReader, "read", blind)
    monkeypatch.setattr(enrol_command, "somebody_answers", lambda: True)
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    given = ["enrol", "printed", str(numbers), "--numbers", "60", "--out", str(out), "--lang", "en"]
    assert main(given) == 0
    said = capsys.readouterr().out
    assert "Numbers read: 4 of 5." in said
    assert (
        "61 is no number of this box" in said and "34 is no number of this box, or lies there already" in said
    )
    assert set(read_box(out).labels) == set(NUMBERS)


def test_numbers_and_labels_exclude_each_other(numbers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["enrol", "printed", str(numbers), "--out", str(numbers.with_name("none.json"))]
    assert main([*given, "--numbers", "120"]) == 2
    assert "from 1 to 99" in capsys.readouterr().err
    assert main([*given, "--numbers", "60", "--labels", "x.jsonl"]) == 2
    assert "--labels FILE.jsonl (which card lies where) or --numbers HIGHEST" in capsys.readouterr().err


def test_words_stand_where_no_json_is_wanted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert enrol(folder) == 0
    capsys.readouterr()
    arguments = ["--only", "printed", "--enrolment", str(folder / "box.json")]
    assert main(["read", str(folder / "shown.png"), *arguments]) == 0
    assert labels_of_box()[0] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["enrol", "printed", "x.jpg"], "--labels FILE.jsonl"),
        (["enrol", "printed"], "Name a photograph"),
        (["enrol", "deck", "x.jpg", "--out", "box.json"], "--labels and --out are of printed cards"),
        (["read", "x.jpg", "--only", "printed"], "--only printed wants --enrolment FILE"),
        (["read", "x.jpg", "--only", "printed", "--enrolment", "none.json"], "cannot be read"),
    ],
)
def test_what_is_missing_is_named(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_labels_that_do_not_fit_leave_the_box_as_it_was(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enrol(folder, out="kept.json") == 0
    before = (folder / "kept.json").read_text(encoding="utf-8")
    labels = tmp_path / "labels.jsonl"
    for text, said in (
        ('{"image": "other.png", "objects": []}\n', "does not say what lies on"),
        ("no line\n", "line 1"),
        ('{"image": "shown.png", "objects": [{"label": "a"}, {"label": "b"}]}\n', "nothing says where"),
        (json.dumps({"image": "shown.png", "objects": [{"label": "a" * 200}]}) + "\n", "longer than"),
    ):
        labels.write_text(text, encoding="utf-8")
        assert enrol(folder, labels=labels, out="kept.json") == 2
        told = capsys.readouterr().err
        assert said in told
        assert told.count("\n") == 1
    assert (folder / "kept.json").read_text(encoding="utf-8") == before


def test_a_file_of_playing_cards_is_no_box(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "enrolment.json"
    other.write_text('{"version": 2, "decks": [], "dice": []}', encoding="utf-8")
    arguments = ["--only", "printed", "--enrolment", str(other)]
    assert main(["read", str(folder / "table.png"), *arguments]) == 2
    assert "holds no printed cards" in capsys.readouterr().err


def test_what_boxes_learnt_in_play_is_forgotten_and_what_was_shown_stays(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol(folder)
    shown = read_box(folder / "box.json")
    boxes = FamilyBoxes(tmp_path)
    boxes.keep("change_horses", replace(shown, name="change_horses"), BoxOrigin())
    before = box_path(tmp_path, "change_horses").read_bytes()
    label, picture = shown.looks[0].label, shown.looks[0].picture
    learnt = CardLook(label, 0, picture, Confirmed("wild", "2026-11-26", "an evening", (7,)))
    boxes.keep("change_horses", with_confirmed(replace(shown, name="change_horses"), [learnt]), BoxOrigin())
    capsys.readouterr()
    told = ["enrol", "printed", "--forget-learnt", "--data", str(tmp_path), "--lang", "en"]
    assert main([*told, "--name", "racko"]) == 0
    assert capsys.readouterr().out == "Cards that were learnt in evenings and are forgotten: 0.\n"
    assert main(told) == 0
    assert capsys.readouterr().out == "Cards that were learnt in evenings and are forgotten: 1.\n"
    assert box_path(tmp_path, "change_horses").read_bytes() == before
