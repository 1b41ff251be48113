"""A box of printed cards in its file: whole or not at all, and one sentence where it cannot be used."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.kept_box import BadBox, box_text, read_box, write_box
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, Confirmed, EnrolledBox


def box(*labels: str) -> EnrolledBox:
    rng = np.random.default_rng(1)
    looks = []
    for number, label in enumerate(labels, 1):
        coarse = rng.integers(0, 255, (6, 4, 3)).astype(np.uint8)
        picture = np.repeat(np.repeat(coarse, LOOK_SIZE[1] // 6, axis=0), LOOK_SIZE[0] // 4, axis=1)
        looks.append(CardLook(label, number, picture))
    return EnrolledBox("racko", "2026-11-25", "rectangle", 0.65, tuple(looks))


def test_a_box_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "racko.json"
    written = box("1", "2", "2", "soixante été")
    write_box(path, written)
    read = read_box(path)
    assert (read.name, read.enrolled_on, read.shape, read.ratio) == ("racko", "2026-11-25", "rectangle", 0.65)
    assert read.labels == ("1", "2", "soixante été")
    for one, other in zip(read.looks, written.looks, strict=True):
        assert (one.label, one.photograph) == (other.label, other.photograph)
        assert np.abs(one.picture.astype(int) - other.picture).mean() < 6
    assert box_text(read_box(path)).count('"label"') == 4


def test_a_box_that_is_read_and_written_again_is_the_same_to_the_bit(tmp_path: Path) -> None:
    path, again = tmp_path / "racko.json", tmp_path / "again.json"
    write_box(path, box("1", "2"))
    write_box(again, read_box(path))
    assert again.read_bytes() == path.read_bytes()


def test_a_look_that_was_learnt_says_where_it_comes_from(tmp_path: Path) -> None:
    path = tmp_path / "racko.json"
    shown = box("1", "2")
    told = Confirmed("discard", "2026-11-26", "an evening", (7, 8))
    learnt = CardLook("2", 0, shown.looks[0].picture, told)
    write_box(path, replace(shown, looks=(*shown.looks, learnt)))
    assert [look.confirmed for look in read_box(path).looks] == [None, None, told]
    assert read_box(path).labels == ("1", "2")


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"version": 2, "decks": [], "dice": []}', "not json"])
def test_another_file_is_named_for_what_it_is_not(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadBox, match="holds no printed cards"):
        read_box(path)


def test_a_missing_file_and_one_of_bytes_are_one_sentence_each(tmp_path: Path) -> None:
    with pytest.raises(BadBox, match="cannot be read"):
        read_box(tmp_path / "none.json")
    path = tmp_path / "picture.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0\x00")
    with pytest.raises(BadBox, match="holds no printed cards"):
        read_box(path)


def test_a_changed_name_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "racko.json"
    written = json.loads(box_text(box("6", "9")))
    written["looks"][0]["label"] = "9"
    path.write_text(json.dumps(written), encoding="utf-8")
    with pytest.raises(BadBox, match="is damaged"):
        read_box(path)


def test_a_box_without_cards_is_none() -> None:
    with pytest.raises(ValueError, match="needs a card"):
        box()
