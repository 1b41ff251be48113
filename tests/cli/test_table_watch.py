"""A camera that is bumped in the middle of a game is said, and healed; the tray is found where it is now."""

from __future__ import annotations

import numpy as np

from calibration.stand import Stand
from calibration.tracking import LOOKS
from calibration.view import TableView
from calibration.zones import TablePlan, read_plan
from companion.cli.table_watch import EVERY_MS, WHILE_MOVING_MS, TableWatch, watched
from companion.games import zone_plan
from hardware.frame_source import Frame
from tests.calibration.drawn import BENT, MAT, picture, view
from vision.eyes import TrayGeometry


class Eyes:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.placed: list[TrayGeometry | None] = []
        self.moves = 0

    def place(self, tray: TrayGeometry | None) -> None:
        self.placed.append(tray)

    def moving(self) -> None:
        self.moves += 1


def plan() -> TablePlan:
    return read_plan(zone_plan("poker_dice_race") or {})


def stand(of: TableView | None = None) -> Stand:
    return Stand("a camera", of or view(BENT), layout=MAT)


def frames(*views: TableView, every_ms: int = EVERY_MS) -> list[Frame]:
    return [Frame(n, n * every_ms, picture(of, seed=n)) for n, of in enumerate(views)]


def middle(tray: TrayGeometry | None) -> np.ndarray:
    assert tray is not None
    return np.mean(tray.corners, axis=0)


def test_the_tray_lies_where_the_plan_says():
    eyes = Eyes()
    list(watched(iter(frames(view(BENT))), TableWatch(stand()), eyes, plan()))
    (tray,) = eyes.placed
    zone = plan().zone("tray")
    expected = view(BENT).to_px(np.array([[zone.left + zone.width / 2, zone.top + zone.height / 2]]))[0]
    assert np.abs(middle(tray) - expected).max() < 2.0
    assert (tray.width_mm, tray.height_mm) == (zone.width, zone.height)


def test_a_bump_is_said_and_healed():
    still, bumped = view(BENT), view(BENT, right=30.0)
    eyes, watch = Eyes(), TableWatch(stand(still))
    seen = list(watched(iter(frames(still, *[bumped] * (LOOKS + 1))), watch, eyes, plan()))
    assert eyes.moves == LOOKS - 1
    assert [frame.seq for frame in seen] == [0, LOOKS, LOOKS + 1]
    assert len(eyes.placed) == 2
    off = middle(eyes.placed[1]) - middle(eyes.placed[0])
    assert (
        np.abs(
            off - (bumped.to_px(np.array([[700.0, 260.0]])) - still.to_px(np.array([[700.0, 260.0]])))
        ).max()
        < 2.0
    )


def test_an_evening_that_begins_with_a_false_alarm_has_its_tray():
    still = view(BENT)
    eyes, watch = Eyes(), TableWatch(stand(still))
    seen = list(watched(iter(frames(view(BENT, right=30.0), still, still)), watch, eyes, plan()))
    assert [frame.seq for frame in seen] == [1, 2]
    (tray,) = eyes.placed
    assert tray is not None


def test_another_camera_while_the_first_was_moving_is_not_waited_for():
    small = Frame(1, EVERY_MS, np.zeros((480, 640, 3), np.uint8))
    eyes = Eyes()
    seen = list(watched(iter([*frames(view(BENT, right=30.0)), small]), TableWatch(stand()), eyes, plan()))
    assert seen == [small]
    assert eyes.placed == [None]


def test_a_picture_that_cannot_be_looked_at_costs_that_look_alone(monkeypatch, caplog):
    still = view(BENT)
    first, second = frames(still, still)

    def broken(_: object) -> None:
        raise ValueError("no such picture")

    watch = TableWatch(stand(still))
    monkeypatch.setattr("companion.cli.table_watch.find_markers", broken)
    assert list(watched(iter([first, second]), watch, Eyes(), plan())) == [first, second]
    assert "no such picture" in caplog.text


def test_markers_are_looked_at_now_and_then_only():
    watch = TableWatch(stand())
    looked = [watch.look(frame) is not None for frame in frames(*[view(BENT)] * 4, every_ms=EVERY_MS // 2)]
    assert looked == [True, False, True, False]


def test_while_the_camera_moves_it_is_looked_at_more_often():
    watch = TableWatch(stand())
    first, second = frames(view(BENT, right=40.0), view(BENT, right=40.0), every_ms=WHILE_MOVING_MS)
    assert watch.look(first).code == "moving"
    assert watch.look(second) is not None


def test_a_table_without_markers_is_taken_as_it_was_set_up():
    watch = TableWatch(Stand("a camera", view(BENT)))
    assert watch.look(frames(view(BENT))[0]) is None
    assert watch.tray(plan(), (1280, 720)) is not None


def test_a_game_without_dice_has_no_tray():
    assert TableWatch(stand()).tray(read_plan(zone_plan("racko") or {}), (1280, 720)) is None
    assert TableWatch(stand()).tray(None, (1280, 720)) is None


def test_pictures_of_another_camera_are_not_measured_by_this_stand(caplog):
    watch = TableWatch(stand())
    other = Frame(1, 0, np.zeros((480, 640, 3), np.uint8))
    assert watch.look(other) is None
    assert "measure it again" in caplog.text
    assert watch.tray(plan(), (640, 480)) is None


def test_news_that_there_is_no_picture_is_passed_on():
    eyes = Eyes()
    lost = Frame(1, 0, None, fault="unplugged")
    assert list(watched(iter([lost]), TableWatch(stand()), eyes, plan())) == [lost]
    assert eyes.placed == []
