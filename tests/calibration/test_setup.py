"""Setting up a stand step by step: every fault is said, each step is done anew alone, nothing is kept by halves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.layout import MarkerLayout
from calibration.lens import Lens
from calibration.proposed_zones import LyingCard
from calibration.setup import BOARDS, LOOKS, SetupRefused, StandSetup
from calibration.stand import Stand
from calibration.view import TableView
from calibration.zones import Holds, PlannedZone, TablePlan
from tests.calibration.drawn import BENT, HEIGHT, MAT, STRAIGHT, WIDTH, laid_by_hand, picture, view

PILE = PlannedZone("pile", Holds.PILE, 100, 100, 70, 100, least_px_per_mm=0.5)
STOCK = PlannedZone("stock:1", Holds.PILE, 300, 560, 70, 100, seat=1, secret=True, least_px_per_mm=0.5)
WASTE = PlannedZone("waste:1", Holds.PILE, 400, 560, 70, 100, seat=1, least_px_per_mm=0.5)
FINE = PlannedZone("fine", Holds.ROW, 600, 100, 100, 100, least_px_per_mm=9.0)
PLANS = {
    "patience": TablePlan(
        "patience", WIDTH, HEIGHT, (PILE, STOCK, WASTE), ("south",), frozenset({"pile", "stock:1"})
    ),
    "reading": TablePlan("reading", WIDTH, HEIGHT, (PILE, FINE), ("south",)),
    "wide": TablePlan(
        "wide",
        3000,
        HEIGHT,
        (replace(PILE, id="left", width=900), replace(PILE, id="right", left=1100, width=900)),
        ("south",),
    ),
}


class Family:
    """A set-up, the camera that it sees, and what was kept of it."""

    def __init__(self, lens: Lens = STRAIGHT, stand: Stand | None = None, **options: Any) -> None:
        self.kept: list[Stand] = []
        self.setup = StandSetup(
            "a camera",
            PLANS,
            game=options.get("game", "patience"),
            save=options.get("save", self.kept.append),
            lens=lambda width, height: (lens.scaled(width, height), "data_sheet"),
            stand=stand,
        )

    def sees(self, image: np.ndarray, times: int = LOOKS) -> dict[str, Any]:
        for _ in range(times):
            self.setup.look(image)
        return self.state()

    def state(self) -> dict[str, Any]:
        return self.setup.state()

    def steps(self) -> dict[str, str]:
        return {step["id"]: step["state"] for step in self.state()["steps"]}

    def codes(self) -> list[str]:
        return [fault["code"] for fault in self.state()["faults"]]

    def refused(self, tap: Callable[..., object], *arguments: Any) -> str:
        with pytest.raises(SetupRefused) as refusal:
            tap(*arguments)
        return refusal.value.code


SCENE = picture(view())
ELSEWHERE = picture(view(right=40.0))


@pytest.fixture
def family() -> Family:
    return Family()


@pytest.fixture
def ready() -> Family:
    """A family that has kept its set-up."""
    family = Family()
    family.sees(SCENE)
    family.setup.confirm_zones()
    family.setup.finish()
    return family


def without(*numbers: int) -> np.ndarray:
    """The table with some markers covered by a hand."""
    image = SCENE.copy()
    for number in numbers:
        corners = view().to_px(
            (MAT.corners[number] - MAT.corners[number].mean(axis=0)) * 1.5 + MAT.corners[number].mean(axis=0)
        )
        cv2.fillPoly(image, [corners.astype(np.int32)], (110, 130, 190))
    return image


def renumbered(order: tuple[int, int, int, int]) -> MarkerLayout:
    """The markers laid in each other's places: ``order`` tells which lies where 0, 1, 2 and 3 should."""
    return MarkerLayout({number: MAT.corners[place] for place, number in enumerate(order)})


# ---------------------------------------------------------------- the way through


def test_from_nothing_to_kept(family: Family) -> None:
    assert family.state()["step"] == "markers"
    assert family.state()["picture"] is None
    state = family.sees(SCENE)
    assert [step["state"] for step in state["steps"]] == ["done", "done", "done", "open", "open"]
    assert state["table"]["width"] == pytest.approx(WIDTH, abs=3)
    assert state["table"]["height"] == pytest.approx(HEIGHT, abs=3)
    assert state["table"]["tilt"] == pytest.approx(8.0, abs=0.7)
    assert state["table"]["exactness"] in ("very_exact", "exact")
    family.setup.confirm_zones()
    assert family.state()["step"] == "test"
    assert not family.state()["finished"]
    assert family.kept == []
    family.setup.finish()
    assert family.state()["finished"]
    (stand,) = family.kept
    assert set(stand.plans) == {"patience"}
    assert stand.lens_source == "data_sheet"
    assert stand.layout is not None


def test_nothing_is_measured_while_the_markers_move(family: Family) -> None:
    for right in (0.0, 8.0, 16.0):
        family.setup.look(picture(view(right=right)))
    assert family.setup.view is None
    assert family.state()["step"] == "markers"


def test_nothing_can_be_kept_before_all_steps_are_done(family: Family) -> None:
    assert family.refused(family.setup.finish) == "no_picture"
    assert family.refused(family.setup.confirm_zones) == "no_view"
    family.sees(SCENE, 1)
    assert family.refused(family.setup.finish) == "not_whole"
    family.sees(SCENE)
    assert family.refused(family.setup.finish) == "not_whole"
    assert family.kept == []


def test_a_disk_that_is_full_leaves_it_open() -> None:
    def full(stand: Stand) -> None:
        raise OSError(28, "No space left on device")

    family = Family(save=full)
    family.sees(SCENE)
    family.setup.confirm_zones()
    with pytest.raises(OSError, match="No space"):
        family.setup.finish()
    assert not family.state()["finished"]


# ---------------------------------------------------------------- each step alone


def test_it_begins_with_what_is_kept(ready: Family) -> None:
    again = Family(stand=ready.kept[0])
    state = again.sees(SCENE)
    assert state["finished"]
    assert state["step"] == "test"
    assert again.kept == []


@pytest.mark.parametrize("step", ["markers", "focus", "light"])
def test_a_step_done_anew_alone(ready: Family, step: str) -> None:
    ready.setup.begin_again(step)
    state = ready.state()
    assert state["step"] == step
    assert state["held"]
    assert state["picture"] is not None
    assert ready.refused(ready.setup.finish) == "not_whole"
    state = ready.sees(SCENE)
    assert state["step"] == step, "it stays in sight until somebody says that it is right"
    assert state["held_done"]
    assert ready.steps()["zones"] == "done"
    ready.setup.go_on()
    assert ready.state()["step"] == "test"
    ready.setup.finish()
    assert len(ready.kept) == 2


def test_a_step_that_is_not_right_is_not_left(ready: Family) -> None:
    ready.setup.begin_again("markers")
    ready.sees(without(2))
    assert ready.refused(ready.setup.go_on) == "not_yet"
    assert ready.state()["step"] == "markers"


def test_the_zones_anew(ready: Family) -> None:
    ready.setup.begin_again("zones")
    assert ready.state()["step"] == "zones"
    assert ready.steps()["light"] == "done"
    assert ready.refused(ready.setup.finish) == "not_whole"


def test_an_unknown_step(family: Family) -> None:
    assert family.refused(family.setup.begin_again, "dance") == "unknown_step"


def test_half_a_new_set_up_leaves_the_old_one(ready: Family) -> None:
    ready.setup.begin_again("markers")
    ready.sees(without(0, 1))
    ready.setup.move_zone("pile", 10, 10, 70, 100)
    assert len(ready.kept) == 1


def test_zones_that_were_only_dragged_in_another_game_are_not_kept(ready: Family) -> None:
    ready.setup.choose_game("reading")
    ready.setup.move_zone("pile", 10, 10, 70, 100)
    ready.setup.choose_game("patience")
    ready.setup.finish()
    assert set(ready.kept[-1].plans) == {"patience"}


def test_another_game_is_confirmed_by_itself(ready: Family) -> None:
    ready.setup.choose_game("reading")
    assert ready.state()["step"] == "zones"
    assert not ready.state()["finished"]
    ready.setup.choose_game("patience")
    assert ready.state()["finished"]
    ready.setup.choose_game("reading")
    ready.setup.confirm_zones()
    ready.setup.finish()
    assert set(ready.kept[-1].plans) == {"patience", "reading"}


# ---------------------------------------------------------------- what can be wrong


@pytest.mark.parametrize(
    ("image", "fault", "numbers"),
    [
        (without(2), "missing", [2]),
        (without(0, 1, 2, 3), "missing", [0, 1, 2, 3]),
        (SCENE[:, ::-1].copy(), "mirrored", []),
        (picture(view(), renumbered((1, 0, 2, 3))), "mixed_up", [0, 1]),
        (cv2.resize(picture(view()), (320, 180), interpolation=cv2.INTER_AREA), "too_small", None),
    ],
    ids=["one covered", "all covered", "mirrored", "mixed up", "too far"],
)
def test_markers_that_cannot_be_used(family: Family, image: np.ndarray, fault: str, numbers: Any) -> None:
    family.sees(image)
    (said,) = (one for one in family.state()["faults"] if one["code"] == fault)
    if numbers is not None:
        assert said["numbers"] == numbers
    assert family.steps()["markers"] == "fault"
    assert family.setup.view is None


def test_two_sheets_with_the_same_marker(family: Family) -> None:
    image = SCENE.copy()
    corners = view().to_px(MAT.corners[3])
    left, top = (corners.min(axis=0) - 14).astype(int)
    right, bottom = (corners.max(axis=0) + 14).astype(int)
    patch = image[top:bottom, left:right]
    image[330 : 330 + patch.shape[0], 600 : 600 + patch.shape[1]] = patch
    family.sees(image)
    assert "double" in family.codes()
    assert family.setup.view is None


def test_a_camera_upside_down_works_and_says_so(family: Family) -> None:
    family.sees(SCENE[::-1, ::-1].copy())
    assert family.codes() == ["upside_down"]
    assert family.steps()["markers"] == "done"


def test_a_camera_at_a_short_side_works_and_says_so(family: Family) -> None:
    family.sees(picture(view(), renumbered((3, 0, 1, 2))))
    assert family.codes() == ["turned"]
    assert family.steps()["markers"] == "done"


def test_extreme_tilt(family: Family) -> None:
    for tilt in (38.0, 45.0):
        state = family.sees(picture(view(tilt=tilt)))
        assert family.codes() == ["tilted"]
        assert state["table"] is None
    family.sees(picture(view(tilt=42.0, right=30.0)), 1)
    assert "tilted" not in family.codes(), "somebody moves the camera: what was said before no longer holds"


def test_a_marker_of_another_size(family: Family) -> None:
    corners = dict(MAT.corners)
    middle = corners[1].mean(axis=0)
    corners[1] = (corners[1] - middle) * 1.4 + middle
    family.sees(picture(view(tilt=20.0), MarkerLayout(corners)))
    assert "not_flat" in family.codes()
    assert family.setup.view is None


@pytest.mark.parametrize(
    ("image", "code", "step"),
    [
        (np.zeros((720, 1280, 3), np.uint8), "too_dark", "light"),
        (picture(view(), light=0.12), "too_dark", "light"),
        (np.full((720, 1280, 3), 255, np.uint8), "overexposed", "light"),
        (picture(view(), blur=2.0), "blurred", "focus"),
        (picture(view(), blur=6.0), "blurred", "focus"),
    ],
    ids=["black", "dark", "white", "blurred", "so blurred that no marker is found"],
)
def test_light_and_focus(family: Family, image: np.ndarray, code: str, step: str) -> None:
    state = family.sees(image)
    assert state["quality"]["code"] == code
    assert family.steps()[step] == "fault"
    assert not state["finished"]


def test_it_gets_dark_before_the_last_tap(family: Family) -> None:
    family.sees(SCENE)
    family.setup.confirm_zones()
    family.sees(np.zeros_like(SCENE), 1)
    assert family.state()["step"] == "light"
    assert family.refused(family.setup.finish) == "not_whole"


def test_a_hand_over_a_marker_takes_nothing_back(ready: Family) -> None:
    ready.sees(without(1))
    assert ready.state()["finished"]
    assert ready.codes() == ["missing"]


def test_a_camera_that_was_pushed_is_measured_anew(ready: Family) -> None:
    before = ready.setup.view
    ready.sees(ELSEWHERE)
    after = ready.setup.view
    assert after is not None and before is not None
    assert not ready.state()["finished"]
    assert ready.steps()["zones"] == "done", "the table is the same"
    middle = np.array([[WIDTH / 2, HEIGHT / 2]])
    assert np.allclose(after.to_px(middle), view(right=40.0).to_px(middle), atol=2.0)


def test_one_look_elsewhere_is_not_enough(ready: Family) -> None:
    ready.sees(ELSEWHERE, 1)
    assert ready.state()["finished"]


def test_pictures_of_another_size_are_another_camera(ready: Family) -> None:
    state = ready.sees(cv2.resize(SCENE, (1600, 900), interpolation=cv2.INTER_LINEAR), 1)
    assert state["table"] is None
    assert state["step"] == "markers"


def test_no_picture_yet_is_no_fault(family: Family) -> None:
    assert set(family.steps().values()) == {"open"}


# ---------------------------------------------------------------- taps


def test_paper_printed_at_another_scale(family: Family) -> None:
    family.sees(SCENE)
    family.setup.confirm_zones()
    family.setup.set_paper(96.0)
    state = family.sees(SCENE)
    assert state["table"]["width"] == pytest.approx(WIDTH * 0.96, abs=3)
    assert state["step"] == "zones", "the table has another size: look at the frames again"
    assert family.refused(family.setup.set_paper, 40.0) == "no_such_ruler"
    assert family.refused(family.setup.set_paper, float("nan")) == "no_such_ruler"


def corners_px() -> list[tuple[float, float]]:
    table = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    return [(float(x), float(y)) for x, y in view().to_px(table)]


def test_a_table_without_markers(family: Family) -> None:
    bare = without(0, 1, 2, 3)
    assert family.refused(family.setup.set_corners, corners_px(), WIDTH, HEIGHT) == "no_picture"
    family.sees(bare)
    family.setup.set_corners(corners_px(), WIDTH, HEIGHT)
    state = family.state()
    assert state["table"]["exactness"] == "by_hand"
    assert state["step"] == "zones"
    family.setup.confirm_zones()
    family.setup.finish()
    assert family.kept[0].layout is None
    again = Family(stand=family.kept[0])
    assert again.sees(bare)["finished"]


def test_corners_that_cannot_be(family: Family) -> None:
    family.sees(SCENE, 1)
    one, two, three, four = corners_px()
    assert family.refused(family.setup.set_corners, [one, three, two, four], 900, 700) == "crossed_corners"
    assert family.refused(family.setup.set_corners, [one] * 4, 900, 700) == "crossed_corners"
    assert family.refused(family.setup.set_corners, corners_px(), 50, 700) == "no_such_table"
    assert family.setup.view is None


def test_a_zone_is_dragged_in_the_picture(family: Family) -> None:
    family.sees(SCENE)
    begin, end = (tuple(map(float, one)) for one in view().to_px(np.array([[130.0, 150.0], [230.0, 200.0]])))
    family.setup.move_zone_by("pile", begin, end)
    zone = family.setup.plan().zone("pile")
    assert (zone.left, zone.top) == pytest.approx((200, 150), abs=3)
    assert (zone.width, zone.height) == (70, 100)
    family.setup.zones_as_brought()
    assert family.setup.plan().zone("pile").left == pytest.approx(100, abs=1)


def test_a_zone_lies_where_its_place_was_tapped_in_the_picture(family: Family) -> None:
    assert family.refused(family.setup.centre_zone, "pile", (1.0, 1.0)) == "no_view"
    family.sees(SCENE)
    at = view().to_px(np.array([[600.0, 500.0]]))[0]
    family.setup.centre_zone("pile", (float(at[0]), float(at[1])))
    zone = family.setup.plan().zone("pile")
    assert (zone.left + 35, zone.top + 50) == pytest.approx((600, 500), abs=1)
    assert (zone.width, zone.height) == (70, 100)
    assert family.refused(family.setup.centre_zone, "nowhere", (1.0, 1.0)) == "no_such_zone"
    far = view().to_px(np.array([[-400.0, 500.0]]))[0]
    assert family.refused(family.setup.centre_zone, "pile", (float(far[0]), float(far[1]))) == "off_the_table"


def test_zones_that_cannot_be(family: Family) -> None:
    assert family.refused(family.setup.move_zone_by, "pile", (1.0, 1.0), (2.0, 2.0)) == "no_view"
    family.sees(SCENE)
    move = family.setup.move_zone
    assert family.refused(move, "nowhere", 10, 10, 70, 100) == "no_such_zone"
    assert family.refused(family.setup.move_zone_by, "nowhere", (1.0, 1.0), (2.0, 2.0)) == "no_such_zone"
    assert family.refused(move, "pile", 10, 10, 1, 100) == "no_such_zone"
    assert family.refused(move, "pile", 2000, 10, 70, 100) == "off_the_table"
    assert family.refused(move, "pile", float("nan"), 10, 70, 100) == "off_the_table"
    assert family.refused(family.setup.choose_game, "chess") == "unknown_game"


LYING = [LyingCard(175.0, 130.0, 57.0, 88.0), LyingCard(375.0, 590.0, 57.0, 88.0)]
"""The pile and the stock, each 40 mm to the right and 20 mm higher than planned."""


def test_zones_are_proposed_where_cards_lie_and_what_is_empty_goes_along(family: Family) -> None:
    family.sees(SCENE)
    family.setup.confirm_zones()
    family.setup.propose_zones(LYING)
    for zone in ("pile", "stock:1", "waste:1"):
        asked = family.state()["proposed"]
        assert (asked["zone"], asked["seen"]) == (zone, zone != "waste:1")
        family.setup.answer_proposed(zone, yes=True)
    assert family.state()["proposed"] is None and family.steps()["zones"] == "open"
    told = {zone.id: (zone.left, zone.top) for zone in family.setup.plan().zones}
    assert told == {
        "pile": (140, 80),
        "stock:1": (340, 540),
        "waste:1": (pytest.approx(440, abs=0.1), pytest.approx(540, abs=0.1)),
    }


def test_what_does_not_lie_there_stays_where_it_was(family: Family) -> None:
    family.sees(SCENE)
    before = family.setup.plan()
    family.setup.propose_zones(LYING)
    answer = partial(family.setup.answer_proposed, yes=False)
    assert family.refused(answer, "waste:1") == "not_asked"
    answer("pile")
    answer("stock:1")
    assert family.state()["proposed"] is None and family.setup.plan() == before
    assert family.refused(answer, "pile") == "not_asked"


def test_where_all_lies_as_planned_nothing_is_proposed(family: Family) -> None:
    assert family.refused(family.setup.propose_zones, LYING) == "no_view"
    family.sees(SCENE)
    lying = [LyingCard(one.across - 40.0, one.down + 20.0, one.width, one.height) for one in LYING]
    assert family.refused(family.setup.propose_zones, lying) == "nothing_proposed"
    family.setup.choose_game("reading")
    assert family.refused(family.setup.propose_zones, LYING) == "nothing_proposed"
    assert not family.state()["proposes"]


def test_a_question_where_a_zone_lies_ends_with_another_game(family: Family) -> None:
    family.sees(SCENE)
    family.setup.propose_zones(LYING)
    family.setup.choose_game("reading")
    assert family.state()["proposed"] is None


def test_a_left_handed_player(family: Family) -> None:
    family.sees(SCENE)
    family.setup.confirm_zones()
    stock, waste = (family.setup.plan().zone(name).left for name in ("stock:1", "waste:1"))
    family.setup.swap_hands(1)
    assert family.setup.plan().zone("stock:1").left == pytest.approx(waste)
    assert family.setup.plan().zone("waste:1").left == pytest.approx(stock)
    assert family.state()["step"] == "zones"


def test_a_zone_too_far_to_be_read(family: Family) -> None:
    family.setup.choose_game("reading")
    zones = {zone["id"]: zone for zone in family.sees(SCENE)["zones"]}
    assert zones["pile"]["good"]
    assert not zones["fine"]["good"]
    assert zones["fine"]["px_per_mm"] < zones["fine"]["needed"] == 9.0


def test_a_zone_outside_the_picture(family: Family) -> None:
    family.sees(picture(view(down=60.0)))
    family.setup.move_zone("pile", 430, -145, 70, 100)
    (zone,) = (zone for zone in family.state()["zones"] if zone["id"] == "pile")
    assert not zone["in_picture"] and not zone["good"]


def test_a_game_that_needs_a_larger_table(family: Family) -> None:
    family.setup.choose_game("wide")
    assert not family.sees(SCENE)["fits"]
    family.setup.choose_game("patience")
    assert family.state()["fits"]


def test_kept_zones_follow_a_table_of_another_size(ready: Family) -> None:
    larger = MarkerLayout.printed(WIDTH * 1.1, HEIGHT)
    ready.setup.begin_again("markers")
    ready.sees(picture(view(), larger))
    ready.setup.go_on()
    plan = ready.setup.plan()
    assert plan.width == pytest.approx(WIDTH * 1.1, abs=4)
    assert plan.zone("stock:1").left == pytest.approx(335 * 1.1 - 35, abs=3)
    assert ready.state()["step"] == "zones"


# ---------------------------------------------------------------- the lens


def test_the_lens_is_measured_with_the_printed_board(monkeypatch: pytest.MonkeyPatch) -> None:
    from calibration.charuco import BoardView

    family = Family(BENT)
    places = iter(range(100))

    def board(image: np.ndarray) -> BoardView:
        place = next(places) // 2
        pixels = np.full((12, 2), 100.0 * place)
        return BoardView(pixels=pixels, points=np.zeros((12, 2)))

    monkeypatch.setattr("calibration.setup.find_board", board)
    monkeypatch.setattr("calibration.setup.measure_lens", lambda boards, width, height: BENT)
    family.setup.begin_lens()
    for looked in range(2 * BOARDS):
        state = family.state()
        assert state["lens"]["boards"] == (looked + 1) // 2, "the same place twice counts once"
        family.setup.look(SCENE)
        if family.state()["lens"]["boards"] is None:
            break
    assert family.state()["lens"] == {"source": "board", "boards": None, "wanted": BOARDS, "fault": None}
    family.sees(picture(view(BENT)))
    family.setup.confirm_zones()
    assert family.setup.finish().lens_source == "board"


def test_boards_that_tell_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    from calibration.charuco import BadBoards, BoardView

    def refuse(*boards: Any) -> Lens:
        raise BadBoards("too_flat")

    seen = iter(range(100))
    monkeypatch.setattr(
        "calibration.setup.find_board",
        lambda image: BoardView(pixels=np.full((12, 2), 100.0 * next(seen)), points=np.zeros((12, 2))),
    )
    monkeypatch.setattr("calibration.setup.measure_lens", refuse)
    family = Family()
    family.setup.begin_lens()
    family.sees(SCENE, BOARDS)
    assert family.state()["lens"]["fault"] == "too_flat"
    assert family.state()["lens"]["source"] == "data_sheet"


def test_giving_the_lens_up_leaves_the_view(ready: Family) -> None:
    ready.setup.begin_lens()
    ready.sees(SCENE, 1)
    ready.setup.give_up_lens()
    assert ready.state()["finished"]
    assert isinstance(ready.setup.view, TableView)


def test_markers_laid_by_hand(family: Family) -> None:
    layout = laid_by_hand(3)
    state = family.sees(picture(view(), layout))
    assert state["table"]["width"] == pytest.approx(layout.size[0], abs=4)
