"""A camera that is bumped in the middle of a game is said, and healed; the tray is found where it is now."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.stand import Stand
from calibration.tracking import LOOKS
from calibration.view import TableView
from calibration.zones import TablePlan, read_plan
from companion.evening.table_watch import EVERY_MS, WHILE_MOVING_MS, TableWatch
from companion.games import zone_plan
from hardware.frame_source import Frame
from tests.calibration.drawn import BENT, MAT, picture, view


class Eyes:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.placed: list[TableView] = []
        self.moves = 0

    def place(self, plane: TableView) -> None:
        self.placed.append(plane)

    def moving(self) -> None:
        self.moves += 1


def plan() -> TablePlan:
    return read_plan(zone_plan("poker_dice_race") or {})


def stand(of: TableView | None = None) -> Stand:
    return Stand("a camera", of or view(BENT), layout=MAT)


def watch_of(kept: Stand | None, game_plan: TablePlan | None = None) -> TableWatch:
    return TableWatch(kept, lambda _: game_plan or plan())


def frames(*views: TableView, every_ms: int = EVERY_MS) -> list[Frame]:
    return [Frame(n, n * every_ms, picture(of, seed=n)) for n, of in enumerate(views)]


def middle(of: TableView) -> np.ndarray:
    """Where the middle of the tray is in the picture."""
    zone = plan().zone("tray")
    return of.to_px(np.array([[zone.left + zone.width / 2, zone.top + zone.height / 2]]))[0]


def test_the_tray_lies_where_the_plan_says():
    eyes = Eyes()
    list(watch_of(stand()).watched(frames(view(BENT)), eyes))
    (placed,) = eyes.placed
    assert np.abs(middle(placed) - middle(view(BENT))).max() < 2.0


def test_a_bump_is_said_and_healed():
    still, bumped = view(BENT), view(BENT, right=30.0)
    eyes = Eyes()
    seen = list(watch_of(stand(still)).watched(frames(still, *[bumped] * (LOOKS + 1)), eyes))
    assert eyes.moves == LOOKS - 1
    assert [frame.seq for frame in seen] == [0, LOOKS, LOOKS + 1]
    first, second = map(middle, eyes.placed)
    place = np.array([[745.0, 260.0]])
    assert np.abs((second - first) - (bumped.to_px(place) - still.to_px(place))).max() < 2.0


@pytest.mark.parametrize(("every_ms", "looks"), [(EVERY_MS // 2, 2), (EVERY_MS, 4)])
def test_markers_are_looked_at_now_and_then_only(monkeypatch, every_ms, looks):
    looked = []
    monkeypatch.setattr("companion.evening.table_watch.find_markers", lambda image: looked.append(1) or ())
    seen = list(watch_of(stand()).watched(frames(*[view(BENT)] * 4, every_ms=every_ms), Eyes()))
    assert (len(seen), len(looked)) == (4, looks)


def test_while_the_camera_moves_it_is_looked_at_more_often():
    bumped = [view(BENT, right=40.0)] * (LOOKS + 1)
    eyes = Eyes()
    seen = list(watch_of(stand()).watched(frames(*bumped, every_ms=WHILE_MOVING_MS), eyes))
    assert [frame.seq for frame in seen] == [LOOKS - 1, LOOKS]


def test_a_stand_set_up_anew_is_gone_on_with():
    old, new = view(BENT), view(BENT, right=60.0)
    eyes, watch = Eyes(), watch_of(None)
    passing = watch.watched(iter(frames(old, new, new)), eyes)
    next(passing)
    assert eyes.placed == []
    watch.take(stand(new))
    next(passing)
    assert eyes.moves == 0
    assert len(eyes.placed) == 1


def test_a_table_without_markers_is_taken_as_it_was_set_up():
    eyes = Eyes()
    list(watch_of(Stand("a camera", view(BENT))).watched(frames(view(BENT, right=50.0)), eyes))
    assert len(eyes.placed) == 1


def test_pictures_of_another_camera_are_not_measured_by_this_stand(caplog):
    eyes = Eyes()
    other = Frame(1, 0, np.zeros((480, 640, 3), np.uint8))
    assert list(watch_of(stand()).watched([other], eyes)) == [other]
    assert "measure it again" in caplog.text
    assert eyes.placed == []


def test_news_that_there_is_no_picture_is_passed_on():
    eyes = Eyes()
    lost = Frame(1, 0, None, fault="unplugged")
    assert list(watch_of(stand()).watched([lost], eyes)) == [lost]
    assert eyes.placed == []


def test_an_evening_that_begins_with_a_false_alarm_has_its_tray():
    still, eyes = view(BENT), Eyes()
    seen = list(watch_of(stand(still)).watched(frames(view(BENT, right=30.0), still, still), eyes))
    assert [frame.seq for frame in seen] == [1, 2]
    assert len(eyes.placed) == 1


def test_another_camera_while_the_first_was_moving_is_not_waited_for():
    small = Frame(1, EVERY_MS, np.zeros((480, 640, 3), np.uint8))
    seen = list(watch_of(stand()).watched([*frames(view(BENT, right=30.0)), small], Eyes()))
    assert seen == [small]


def test_a_picture_that_cannot_be_looked_at_costs_that_look_alone(monkeypatch, caplog):
    first, second = frames(view(BENT), view(BENT))

    def broken(_: object) -> None:
        raise ValueError("no such picture")

    monkeypatch.setattr("companion.evening.table_watch.find_markers", broken)
    assert list(watch_of(stand()).watched([first, second], Eyes())) == [first, second]
    assert "no such picture" in caplog.text


def test_whoever_keeps_pictures_is_told_where_the_zones_are():
    watch = watch_of(stand())
    told = watch.placed(frames(view(BENT))[0])
    assert told is not None
    where, zones = told
    assert [zone.id for zone in zones] == [zone.id for zone in plan().zones]
    assert where.width == view(BENT).width
    assert watch_of(None).placed(frames(view(BENT))[0]) is None


def test_while_the_camera_moves_nobody_knows_where_the_zones_are():
    watch = watch_of(stand())
    still, bumped = frames(view(BENT), view(BENT, right=30.0))
    assert watch.placed(still) is not None
    assert watch.placed(bumped) is None
