"""The labels of photographs of printed cards: which line is of which photograph, and what is wrong with a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.printed.labelled import BadLabels, LabelledCard, labels_of, read_labels

LINE = '{"image": "set/a.jpg", "objects": [{"label": "red", "box": [1, 2, 30, 40]}, {"label": "blue"}]}\n'


def labels_file(folder: Path, text: str) -> Path:
    path = folder / "labels.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


def test_labels_are_read_line_by_line(tmp_path: Path) -> None:
    path = labels_file(tmp_path, LINE + "\n" + '{"image": "b.jpg", "objects": [], "more": 1}\n')
    read = read_labels(path)
    assert read["set/a.jpg"] == (LabelledCard("red", (1.0, 2.0, 30.0, 40.0)), LabelledCard("blue", None))
    assert read["b.jpg"] == ()


@pytest.mark.parametrize("image", ["set/a.jpg", "{folder}/set/a.jpg", "/elsewhere/set/a.jpg", "a.jpg"])
def test_a_photograph_is_found_however_it_is_named(tmp_path: Path, image: str) -> None:
    path = labels_file(tmp_path, LINE)
    cards = labels_of(read_labels(path), path, image.format(folder=tmp_path))
    assert cards is not None
    assert [card.label for card in cards] == ["red", "blue"]


def test_a_name_that_fits_two_photographs_fits_none(tmp_path: Path) -> None:
    path = labels_file(tmp_path, LINE + LINE.replace("set/", "other/"))
    assert labels_of(read_labels(path), path, "elsewhere/a.jpg") is None
    assert labels_of(read_labels(path), path, "other/a.jpg") is not None


@pytest.mark.parametrize(
    "line",
    [
        "nothing",
        "[]",
        '{"objects": []}',
        '{"image": "a.jpg"}',
        '{"image": "a.jpg", "objects": [{"box": [0, 0, 1, 1]}]}',
        '{"image": "a.jpg", "objects": [{"label": "", "box": [0, 0, 1, 1]}]}',
        '{"image": "a.jpg", "objects": [{"label": "red", "box": [5, 0, 1, 1]}]}',
        '{"image": "a.jpg", "objects": [{"label": "red", "box": [0, 0, 1]}]}',
        '{"image": "a.jpg", "objects": ["red"]}',
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadLabels, match="line 2"):
        read_labels(labels_file(tmp_path, LINE + line + "\n"))


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadLabels, match="cannot be read"):
        read_labels(tmp_path / "none.jsonl")
