"""A stand is kept whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from calibration.stand import BACKUP_SUFFIX, FILE_NAME, BadStand, Stand, load_stand, save_stand
from tests.calibration.drawn import BENT, MAT, errors_mm, view


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    save_stand(tmp_path, Stand("a camera", view(BENT), "board", MAT))
    kept = load_stand(tmp_path)
    assert kept is not None
    assert errors_mm(kept.view, view(BENT)).max() < 0.01


def test_the_one_before_is_kept_beside_it(tmp_path: Path) -> None:
    save_stand(tmp_path, Stand("first", view(BENT)))
    first = (tmp_path / FILE_NAME).read_bytes()
    save_stand(tmp_path, Stand("second", view(BENT)))
    assert (tmp_path / (FILE_NAME + BACKUP_SUFFIX)).read_bytes() == first


def test_a_broken_file_does_not_take_the_place_of_the_one_before(tmp_path: Path) -> None:
    save_stand(tmp_path, Stand("first", view(BENT)))
    save_stand(tmp_path, Stand("second", view(BENT)))
    before = (tmp_path / (FILE_NAME + BACKUP_SUFFIX)).read_bytes()
    (tmp_path / FILE_NAME).write_text("{")
    save_stand(tmp_path, Stand("third", view(BENT)))
    assert (tmp_path / (FILE_NAME + BACKUP_SUFFIX)).read_bytes() == before


def test_a_lens_without_a_focal_length_is_no_set_up(tmp_path: Path) -> None:
    save_stand(tmp_path, Stand("first", view(BENT)))
    kept = json.loads((tmp_path / FILE_NAME).read_text())
    kept["lens"]["matrix"] = [[0, 0, 0]] * 3
    (tmp_path / FILE_NAME).write_text(json.dumps(kept))
    with pytest.raises(BadStand):
        load_stand(tmp_path)


def test_a_full_disk_leaves_the_old_set_up_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_stand(tmp_path, Stand("first", view(BENT)))
    before = (tmp_path / FILE_NAME).read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_stand(tmp_path, Stand("second", view(BENT)))
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    assert (tmp_path / FILE_NAME).read_bytes() == before
