"""The kept set-up: it comes back as it was, a damaged one is refused in words, and a pulled plug costs nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.geometry import Homography
from calibration.stand import BACKUP_SUFFIX, FILE_NAME, BadStand, Stand, load_stand, save_stand
from calibration.view import TableView
from calibration.zones import Holds, PlannedZone, TablePlan
from tests.calibration.drawn import BENT, GRID, MAT, view

PLAN = TablePlan("patience", 900, 700, (PlannedZone("pile", Holds.PILE, 10.5, 20, 70, 100),), ("south",))


def stand(camera: str = "a camera") -> Stand:
    return Stand(camera, view(BENT), "board", MAT, {"patience": PLAN}, {"gain": 1.5})


def test_it_comes_back_as_it_was(tmp_path: Path) -> None:
    assert load_stand(tmp_path) is None
    save_stand(tmp_path, stand())
    kept = load_stand(tmp_path)
    assert kept is not None
    assert (kept.camera, kept.lens_source, kept.locked) == ("a camera", "board", {"gain": 1.5})
    assert np.allclose(kept.view.to_px(GRID), view(BENT).to_px(GRID), atol=1e-6)
    assert kept.size == pytest.approx((900, 700))
    assert kept.plans == {"patience": PLAN}
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_a_table_without_markers_and_lens(tmp_path: Path) -> None:
    save_stand(tmp_path, Stand("bare", TableView(640, 480, Homography(np.eye(3)))))
    kept = load_stand(tmp_path)
    assert kept is not None
    assert kept.size is None and kept.layout is None and kept.view.lens is None


def test_the_one_before_is_kept_beside(tmp_path: Path) -> None:
    save_stand(tmp_path, stand("first"))
    save_stand(tmp_path, stand("second"))
    (tmp_path / (FILE_NAME + BACKUP_SUFFIX)).rename(tmp_path / FILE_NAME)
    kept = load_stand(tmp_path)
    assert kept is not None
    assert kept.camera == "first"


def test_a_damaged_one_does_not_take_the_place_of_a_good_backup(tmp_path: Path) -> None:
    save_stand(tmp_path, stand("first"))
    save_stand(tmp_path, stand("second"))
    (tmp_path / FILE_NAME).write_text("{")
    save_stand(tmp_path, stand("third"))
    assert json.loads((tmp_path / (FILE_NAME + BACKUP_SUFFIX)).read_text())["camera"] == "first"


# ---------------------------------------------------------------- the plug


@pytest.mark.parametrize("breaking", ["replace", "fsync", "backup"])
def test_whatever_fails_while_writing_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaking: str
) -> None:
    save_stand(tmp_path, stand("old"))

    def fails(*arguments: Any, **named: Any) -> None:
        raise OSError(28, "No space left on device")

    if breaking == "fsync":
        monkeypatch.setattr(os, "fsync", fails)
    elif breaking == "replace":
        monkeypatch.setattr(Path, "replace", fails)
    else:
        synced: list[int] = []  # the new file comes first, then the copy of the old one
        monkeypatch.setattr(os, "fsync", lambda handle: fails() if synced else synced.append(handle))
    with pytest.raises(OSError, match="No space"):
        save_stand(tmp_path, stand("new"))
    monkeypatch.undo()
    kept = load_stand(tmp_path)
    assert kept is not None
    assert kept.camera == "old"
    assert {path.name for path in tmp_path.iterdir()} <= {FILE_NAME, FILE_NAME + BACKUP_SUFFIX}


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        save_stand(tmp_path / "nowhere", stand())


def test_what_could_not_be_read_again_is_never_written(tmp_path: Path) -> None:
    save_stand(tmp_path, stand("old"))
    broken = Stand("new", TableView(640, 480, Homography(np.zeros((3, 3)))))
    with pytest.raises(ValueError, match="plane"):
        save_stand(tmp_path, broken)
    kept = load_stand(tmp_path)
    assert kept is not None
    assert kept.camera == "old"


# ---------------------------------------------------------------- damaged files


def changed(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def after(text: str) -> str:
        file = json.loads(text)
        change(file)
        return json.dumps(file)

    return after


DAMAGES: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "torn": lambda text: text[: len(text) // 2],
    "no object": lambda text: "[]",
    "no JSON": lambda text: "stand",
    "another version": changed(lambda file: file.update(version=2)),
    "a key too many": changed(lambda file: file.update(colour="green")),
    "a key too few": changed(lambda file: file.pop("homography")),
    "not a number": lambda text: text.replace('"residual_mm": null', '"residual_mm": NaN'),
    "no size": changed(lambda file: file.update(width=0)),
    "flat homography": changed(lambda file: file.update(homography=[[1, 0, 0], [2, 0, 0], [0, 0, 1]])),
    "homography too small": changed(lambda file: file["homography"].pop()),
    "three markers": changed(lambda file: file["layout"]["corners"].pop("2")),
    "a marker without a corner": changed(lambda file: file["layout"]["corners"]["2"].pop()),
    "a lens of another shape": changed(lambda file: file["lens"].update(height=1000)),
    "a lens from nowhere": changed(lambda file: file.update(lens_source="guess")),
    "a plan without zones": changed(lambda file: file["plans"]["patience"].update(zones=[])),
    "a zone of nothing": changed(lambda file: file["plans"]["patience"]["zones"][0].update(width=0)),
    "a zone that holds nothing known": changed(
        lambda file: file["plans"]["patience"]["zones"][0].update(holds="soup")
    ),
    "a zone twice": changed(
        lambda file: file["plans"]["patience"]["zones"].append(file["plans"]["patience"]["zones"][0])
    ),
    "a camera's name without end": changed(lambda file: file.update(camera="x" * 201)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_refused_in_one_sentence(tmp_path: Path, damage: Callable[[str], str]) -> None:
    save_stand(tmp_path, stand())
    path = tmp_path / FILE_NAME
    text = path.read_text(encoding="utf-8")
    path.write_text(damage(text), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    with pytest.raises(BadStand, match="set up the camera again") as refusal:
        load_stand(tmp_path)
    assert "\n" not in str(refusal.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadStand, match="set up the camera again"):
        load_stand(tmp_path)


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(BadStand, match="set up the camera again"):
        load_stand(tmp_path)


def test_a_lens_without_a_focal_length_is_no_set_up(tmp_path: Path) -> None:
    save_stand(tmp_path, stand())
    kept = json.loads((tmp_path / FILE_NAME).read_text())
    kept["lens"]["matrix"] = [[0, 0, 0]] * 3
    (tmp_path / FILE_NAME).write_text(json.dumps(kept))
    with pytest.raises(BadStand):
        load_stand(tmp_path)
