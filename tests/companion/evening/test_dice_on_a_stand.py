"""Dice thrown before a camera on a stand: the tray is where the game's plan says, a throw is in the journal."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from calibration.geometry import Homography, rectangle
from calibration.stand import Stand, save_stand
from calibration.view import TableView
from calibration.zones import read_plan
from companion.cli.play import add_arguments
from companion.evening import game_readers
from companion.evening import seeing as seeing_module
from companion.evening.cameras import Camera
from companion.evening.data_folder import DataFolder
from companion.evening.seeing import Seeing
from companion.evening.wanted import Wanted
from companion.games import zone_plan
from companion.journal import Journal
from companion.table import Table
from hardware.frame_source import Frame
from vision.readings import DieReading, TrayReading
from vision.scene import RenderedScene, SceneDie, ScenePicture, SceneRenderer

RENDERER = SceneRenderer(640, 480)
DICE = (SceneDie("K", -40, 10, 20), SceneDie("9", 30, -20, 70))


class TruthfulReader:
    """Reads what was drawn last; remembers at which scale it was asked to."""

    def __init__(self) -> None:
        self.scene: RenderedScene | None = None
        self.asked: list[tuple[tuple[int, ...], float | None]] = []

    def read(self, image: Any, *, die_px: float | None = None, **_: Any) -> tuple[DieReading, ...]:
        self.asked.append((image.shape[:2], die_px))
        drawn = () if self.scene is None else self.scene.dice
        return tuple(DieReading(die.box, die.centre, 30.0, ((die.face, 0.98),), 0.98, 0.99) for die in drawn)

    def read_tray(self, image: Any, *, expected: int, **given: Any) -> TrayReading:
        return TrayReading(self.read(image, **given)[:expected], 0.0)


class Thrown:
    """A camera over a tray into which two dice are thrown."""

    description = "a drawn tray"

    def __init__(self, reader: TruthfulReader) -> None:
        self._reader = reader

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def __iter__(self) -> Iterator[Frame]:
        empty, lying = ScenePicture(()), ScenePicture(DICE)
        hand = [ScenePicture(DICE if step > 5 else (), step / 10) for step in range(11)]
        for number, picture in enumerate([*[empty] * 12, *hand, *[lying] * 15], start=1):
            self._reader.scene = RENDERER.render(picture, noise_seed=number)
            yield Frame(number, 100 * number, self._reader.scene.image)


def test_a_throw_into_the_tray_of_the_plan_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.open_game("poker_dice_race", ("Ada", "Bea"))
    table.act({"by": "table", "do": "first_player", "player": "Ada"})
    tray = read_plan(zone_plan("poker_dice_race") or {}).zone("tray")
    corners = [(float(x), float(y)) for x, y in RENDERER.tray_corners_px]
    place = rectangle(tray.left, tray.top, tray.width, tray.height)
    save_stand(tmp_path, Stand("a camera", TableView(640, 480, Homography.from_corners(corners, place))))
    reader = TruthfulReader()
    monkeypatch.setattr(game_readers, "dice_reader", lambda folder: reader)
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(Thrown(reader), None))
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args(["--camera", "usb:0", "--data", str(tmp_path)])
    with Seeing(given, Wanted.of(given), DataFolder(tmp_path), table) as watching:
        told = threading.Event()
        table.subscribe(lambda snapshot: told.set() if snapshot.question is not None else None)
        watching.start()
        assert told.wait(30), "which horse runs is asked"
    shape = (round((tray.height + 12) * 3), round((tray.width + 12) * 3))
    assert set(reader.asked) == {(shape, 48.0)}
    journal.close()
