"""Every small file of the data folder, cut off at every byte: the evening begins with it as it was, or without it.

Nothing else of the folder is lost with it, and of those that the whole house hangs on any cut is told.

In ``make test`` some positions of each file; with COMPANION_LONG=1 every one.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from calibration.kept_box import write_box
from calibration.kept_enrolment import FamilyEnrolment, enrolment_path, save_enrolment
from calibration.settings import change_setting
from calibration.stand import FILE_NAME as STAND
from calibration.stand import Stand, save_stand
from companion.evening.boards import FamilyBoards
from companion.evening.data_folder import DataFolder
from companion.evening.family import FAMILY_FILE, FamilyFolder
from companion.evening.family_boxes import FamilyBoxes, box_path
from companion.evening.family_readers import _enrolled
from companion.evening.stand import game_plans
from companion.evening.troubles import Troubles, mended_stand, settings_or_before, signing_key
from companion.filmed.simulated_pieces import has_print
from companion.table import Table
from tests.calibration.test_kept_box import box
from tests.calibration.test_kept_enrolment import deck
from tests.set_table import printed_board, view_of
from web.seats.house import House

LONG = bool(os.environ.get("COMPANION_LONG"))
SAMPLES = 5
BOARD = next(game for game in sorted(game_plans()) if has_print(game))
BOX = box("1").name


def keep_all(folder: Path, generation: int) -> None:
    """Everything that a family's folder holds beside the journal's entries, the second time with what was before."""
    House(folder / "house.json").put("evening", {"generation": generation})
    FamilyFolder(folder).set_level("Ada", ("child", "expert")[generation])
    change_setting(folder, "show_chances", bool(generation))
    plans = {game: plan for game, plan in game_plans().items() if game == BOARD}
    save_stand(folder, Stand(f"usb:{generation}", view_of(900, 600), plans=plans))
    FamilyBoards(folder).keep(printed_board(BOARD))
    path = box_path(folder, BOX)
    path.parent.mkdir(exist_ok=True)
    write_box(path, box(*"12"[: generation + 1]))
    save_enrolment(folder, FamilyEnrolment((deck(),) * generation))
    signing_key(folder, Troubles())


def begun(folder: Path) -> tuple[Mapping[str, Any], set[str]]:
    """What an evening begins with, by file, and the names of those that it complains of."""
    troubles = Troubles()
    house, boards, boxes = House(folder / "house.json"), FamilyBoards(folder), FamilyBoxes(folder)
    journal = DataFolder(folder).journal(troubles)
    found = {
        "house.json": house.get("evening").get("generation"),
        FAMILY_FILE: FamilyFolder(folder, troubles).level("Ada"),
        "settings.toml": settings_or_before(folder, troubles).show_chances,
        STAND: None if (stand := mended_stand(folder, troubles)) is None else stand.camera,
        f"{BOARD}.json": boards.profile(BOARD) is not None,
        f"{BOX}.json": None if (kept := boxes.box(BOX)) is None else len(kept.looks),
        enrolment_path(folder).name: len(_enrolled(folder).decks),
        "secret": signing_key(folder, troubles),
        "journal.sqlite.mark": len(Table(journal).entries()),
    }
    journal.close()
    told = {str(one.details.get("file", one.code)) for one in troubles()}
    return found, told | ({"house.json"} if house.fault else set())


def positions(whole: bytes) -> range:
    step = 1 if LONG else max(1, len(whole) // SAMPLES)
    return range(0, len(whole), step)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    journal = DataFolder(tmp_path).journal(Troubles())
    Table(journal).open_game(BOX, ["Ada", "Bea", "Cyd"])
    journal.close()
    keep_all(tmp_path, 0)
    keep_all(tmp_path, 1)
    return tmp_path


TOLD_ON_THE_PAGE = frozenset({"house.json", FAMILY_FILE, STAND, "secret"})
"""Files of which any cut is noticed and told there."""


def test_wherever_a_file_is_cut_the_evening_begins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        logging.root.manager, "disable", logging.CRITICAL
    )  # thousands of complaints are kept by pytest
    whole = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    right, told = begun(folder)
    assert not told and right["house.json"] == 1 and right[f"{BOX}.json"] == 2
    cut = 0
    small = [path for path in whole if path.name in right]
    assert len(small) == len(right)
    for path in small:
        for length in positions(whole[path]):
            path.write_bytes(whole[path][:length])
            found, told = begun(folder)
            others = {name for name in found if found[name] != right[name]}
            assert others <= {path.name}, f"{path.name} cut at {length} changes others"
            if path.name in TOLD_ON_THE_PAGE and length < len(whole[path].rstrip()):
                assert path.name in told, f"{path.name} cut at {length} is not told"
            cut += 1
            restore(folder, whole)
    print(f"{cut} cuts of {len(small)} files of {sum(len(whole[path]) for path in small)} bytes")


def restore(folder: Path, whole: Mapping[Path, bytes]) -> None:
    """Everything lies there again as before, and nothing else."""
    for path in folder.rglob("*"):
        if path.is_file() and path not in whole:
            path.unlink()
    for path, content in whole.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
