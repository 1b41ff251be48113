"""The picture of a photo finish: kept once while the horses stand there in sight, and as long as it is true."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from companion.photographs import Slots
from companion.sighting import EMPTY, Disturbance, Sighting, Slot, ZoneReading
from companion.table import Table
from tests.companion.games.change_horses.course import THREE, at

LEVEL = at(A=3, B=3, C=6, D=7, E=8, F=12)
NOSES = ["cell_1_3", "cell_2_3"]


class Camera:
    """Shows the table as it lies, or what a test says of it; keeps pictures by number."""

    def __init__(self, table: Table) -> None:
        self.table, self.seq = table, 0
        self.taken: list[list[str]] = []
        table.pictured_by(self.photograph)

    def photograph(self, zones: Collection[str], slots: Slots) -> str:
        self.taken.append(sorted(zones))
        return f"picture-{len(self.taken)}"

    def looks(self, hand: Collection[str] = (), **lies: tuple[str, ...]) -> None:
        game, state = self.table.game, self.table.state
        assert game is not None
        lying = dict.fromkeys(game.further_zones(state), ()) | dict(game.visible_table(state)) | lies
        self.seq += 1
        zones = {
            zone: ZoneReading(tuple(Slot({face: 1.0}) for face in faces or (EMPTY,)))
            for zone, faces in lying.items()
            if zone not in hand
        }
        now = self.seq * 5000
        hands = tuple(Disturbance(zone, now - 900, now - 400) for zone in lies)
        self.table.see(Sighting(self.seq, now, zones, hands, frozenset(hand)))

    @property
    def kept(self) -> Any:
        return self.table.snapshot().picture


def opened(path: Path, horses: Any, **setup: Any) -> Table:
    table = Table(Journal(path / "journal.sqlite"))
    table.open_game("change_horses", THREE, setup={"phase": "certificates", "horses": horses, **setup})
    return table


def show(table: Table, **letters: str) -> None:
    for player, letter in letters.items():
        table.act({"by": player, "do": "show_certificate", "horses": [letter]})


@pytest.fixture
def camera(tmp_path: Path) -> Camera:
    return Camera(opened(tmp_path, LEVEL))


def test_CH_54_a_picture_of_the_horses_on_one_row_is_kept_once(camera: Camera, tmp_path: Path) -> None:
    told: list[bool] = []
    camera.table.subscribe(lambda snapshot: told.append(snapshot.quiet))
    camera.looks()
    camera.looks()
    assert camera.taken == [NOSES] and told[1:] == [True]
    assert (camera.kept.evidence, camera.kept.zones) == ("picture-1", tuple(NOSES))
    show(camera.table, Ada="A", Bea="B", Cyd="C")
    again = Table(Journal(tmp_path / "journal.sqlite"))
    assert again.snapshot().over and again.snapshot().picture == camera.kept


def test_CH_54_of_two_such_rows_that_is_shown_on_which_the_photo_finish_was(tmp_path: Path) -> None:
    camera = Camera(opened(tmp_path, at(A=3, B=3, C=6, D=6, E=8, F=12)))
    camera.looks()
    assert camera.taken == [NOSES, ["cell_3_6", "cell_4_6"]]
    assert camera.kept.evidence == "picture-1"
    show(camera.table, Ada="C", Bea="D", Cyd="F")
    assert camera.kept.evidence == "picture-2"


def test_CH_54_no_picture_where_no_prize_is_at_stake_or_the_race_runs(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    lost = Camera(opened(tmp_path / "one", at(A=3, B=4, C=6, D=12, E=12, F=13)))
    lost.looks()
    (tmp_path / "two").mkdir()
    runs = Camera(opened(tmp_path / "two", LEVEL, phase="move"))
    runs.looks()
    assert lost.taken == runs.taken == []


def test_a_hand_over_the_horses_or_a_horse_elsewhere_is_waited_for(camera: Camera) -> None:
    camera.looks(hand=NOSES[:1])
    assert camera.taken == []
    camera.looks(cell_1_3=(), cell_1_4=("horse_A",))
    assert camera.taken == [["cell_1_3", "cell_1_4"]], "what lies wrongly is pictured as such"
    camera.looks(cell_1_3=("horse_A",), cell_1_4=())
    assert camera.taken[1:] == [NOSES]


def test_what_is_corrected_before_the_picture_makes_it_void(tmp_path: Path) -> None:
    camera = Camera(opened(tmp_path, LEVEL))
    camera.table.act({"by": "Cyd", "do": "note_certificate", "horses": ["C"]})
    noted = camera.table.seq
    camera.looks()
    show(camera.table, Ada="A", Bea="B", Cyd="C")
    camera.table.undo()
    assert camera.kept.evidence == "picture-1"
    camera.table.undo(target=noted)
    assert camera.kept is None
    camera.looks()
    assert camera.kept.evidence == "picture-2"


def test_a_picture_that_cannot_be_kept_keeps_nobody_from_the_end(camera: Camera) -> None:
    def full(zones: Collection[str], slots: Slots) -> str:
        raise OSError("no room left")

    camera.table.pictured_by(full)
    camera.looks()
    show(camera.table, Ada="A", Bea="B", Cyd="C")
    assert camera.table.snapshot().over and camera.kept is None
