"""Evidence is kept by id, bounded, deleted at the end of the game, and no door to other files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.eyes.evidence import EvidenceStore, photograph_key, shown_photographs


def shade(value: int) -> np.ndarray:
    return np.full((20, 30, 3), value, np.uint8)


def test_a_picture_comes_back_as_jpeg(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence")
    evidence = store.save(shade(200))
    assert evidence is not None and len(evidence) == 8
    data = store.read(evidence)
    assert data is not None and data[:2] == b"\xff\xd8"
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and abs(float(picture.mean()) - 200) < 3
    assert EvidenceStore(tmp_path / "evidence").read(evidence) == data


@pytest.mark.parametrize(
    "evidence", ["../secret", "..%2fsecret", "/etc/passwd", "", "12345678/../x", "1234567\n", "x"]
)
def test_no_other_file_can_be_read(tmp_path: Path, evidence: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "x.jpg").write_bytes(b"not ours")
    assert EvidenceStore(tmp_path / "evidence").read(evidence) is None


def test_the_end_of_the_game_deletes_all_unless_the_family_keeps_them(tmp_path: Path) -> None:
    kept = EvidenceStore(tmp_path, keep=True)
    evidence = kept.save(shade(1), "IMG 1.jpg")
    assert evidence is not None
    kept.clear()
    assert kept.read(evidence) is not None
    (tmp_path / "family.txt").write_text("stays")
    # Pictures of an earlier run go too.
    EvidenceStore(tmp_path).clear()
    assert kept.read(evidence) is None
    assert [path.name for path in tmp_path.iterdir()] == ["family.txt"]


def test_the_oldest_go_first(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path, capacity=3)
    ids = [store.save(shade(value)) for value in range(5)]
    assert [store.read(one or "") is not None for one in ids] == [False, False, True, True, True]
    again = EvidenceStore(tmp_path, capacity=3)
    again.save(shade(9))
    assert len(list(tmp_path.glob("*.jpg"))) == 3


def test_what_is_told_of_once_more_is_kept_as_if_it_were_new(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path, capacity=2)
    first, second = (store.save(shade(value)) or "" for value in range(2))
    assert store.refresh(first)
    store.save(shade(3))
    assert (store.refresh(first), store.refresh(second)) == (True, False)


def test_a_folder_that_cannot_be_written_loses_evidence_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = EvidenceStore(tmp_path / "file")
    assert store.save(shade(1)) is None
    store.clear()


def test_an_empty_crop_is_no_evidence(tmp_path: Path) -> None:
    assert EvidenceStore(tmp_path).save(np.zeros((0, 5, 3), np.uint8)) is None


@given(st.lists(st.text(min_size=1, max_size=300), min_size=1, max_size=6, unique=True), st.data())
def test_photographs_are_found_again_in_the_ids(names: list[str], data: st.DataObject) -> None:
    read = data.draw(st.sets(st.sampled_from(names)))
    ids = [photograph_key(name) + "~0123abcd" for name in read] + ["deadbeef"]
    assert shown_photographs(names, ids) == read
    assert all(len(one) < 200 and "/" not in one for one in ids)


def test_an_id_begins_with_the_photograph(tmp_path: Path) -> None:
    evidence = EvidenceStore(tmp_path).save(shade(3), "Été 2.jpg")
    assert evidence is not None
    assert EvidenceStore(tmp_path).read(evidence) is not None
    assert shown_photographs(["Été 2.jpg", "Été 3.jpg"], [evidence]) == {"Été 2.jpg"}


def test_what_is_still_shown_after_the_end_is_in_memory_and_on_no_disk(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path)
    shown, other = store.save(shade(1)), store.save(shade(2))
    assert shown is not None and other is not None
    store.hold(shown)
    store.clear()
    assert store.read(shown) is not None and store.read(other) is None and not list(tmp_path.iterdir())
    store.hold(shown)
    assert store.read(shown) is not None
    store.hold(None)
    assert store.read(shown) is None
