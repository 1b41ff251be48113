"""Setting up a stand, step by step, from the pictures of one camera: what the page shows, and what a tap does.

A set-up begins with the one that is kept, if there is one: each step can be done anew alone. Nothing is kept before
the last tap: what is given up half-way leaves the old one as it was. Whoever feeds it pictures and whoever taps may
be different threads.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.charuco import BadBoards, BoardView, find_board, measure_lens
from calibration.game_fit import is_same_size
from calibration.geometry import DegenerateCorners, Homography, Pixel, Point
from calibration.layout import BadLayout, measured_layout
from calibration.lens import Lens
from calibration.markers import Marker, MarkerFault, edge_width_px, faults_of, find_markers
from calibration.optics import zone_sights
from calibration.printed import CORNER_MARKERS
from calibration.proposed_zones import LyingCard, ProposedZone, proposed_zones
from calibration.stand import LensSource, Stand
from calibration.view import TableView
from calibration.zones import TablePlan, TableTooSmall
from vision.light import PictureQuality, picture_quality, soft_edges_px

Image: TypeAlias = NDArray[np.uint8]

STEPS = ("markers", "focus", "light", "zones", "test")
LOOKS = 5
"""How many pictures without movement are measured together."""
STEADY_PX = 1.5
"""Markers that move more than this between two looks: somebody still lays them, or the camera swings."""
BOARDS = 10
_BOARD_APART = 0.05
MOST_TILT_DEG = 35.0
MOVED_SHARE = 0.004
"""Markers that lie so far (share of the picture's width) from where the view puts them: the camera was pushed."""
_REACH_MM = 100.0
HARMLESS = frozenset({"upside_down", "turned"})
"""Faults that are said, but with which everything works."""
RESIDUAL_WORDS = ((0.3, "very_exact"), (0.8, "exact"), (2.0, "rough"))


class SetupRefused(ValueError):
    """A tap that does nothing now; ``code`` is a word of the page."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """One picture and what was found in it."""

    image: Image
    markers: tuple[Marker, ...]
    faults: tuple[MarkerFault, ...]
    quality: PictureQuality


class StandSetup:
    """The set-up of one camera. ``plans`` are the games' zones as the games bring them, ``stand`` the one in use.

    ``lens`` gives the lens by the data sheet for a picture's width and height, with its source; ``save`` keeps the
    finished set-up.
    """

    def __init__(
        self,
        camera: str,
        plans: Mapping[str, TablePlan],
        *,
        game: str,
        save: Callable[[Stand], None],
        lens: Callable[[int, int], tuple[Lens, LensSource]],
        stand: Stand | None = None,
    ) -> None:
        self._lock = threading.RLock()
        self._plans, self._save, self._known_lens = dict(plans), save, lens
        self._stand = stand
        self._measured_lens: Lens | None = (
            None if stand is None or stand.lens_source != "board" else stand.view.lens
        )
        self._kept = {} if stand is None else dict(stand.plans)
        self._looks: deque[_Look] = deque(maxlen=LOOKS)
        self._fresh = 0
        self._layout = None if stand is None else stand.layout
        self._view = None if stand is None else stand.view
        self._dragged = (
            None if stand is None else next(((p.width, p.height) for p in self._kept.values()), None)
        )
        self._right = {plan: (kept.width, kept.height) for plan, kept in self._kept.items()}
        self._paper = 1.0
        self._boards: list[BoardView] | None = None
        self._lens_fault: str | None = None
        self._fault: MarkerFault | None = None
        self._held: str | None = None
        self._changed = False
        self._proposed: tuple[ProposedZone, ...] = ()
        self._some_went = False
        self.camera = camera
        self.game = game

    # ------------------------------------------------------------ pictures

    def look(self, image: Image) -> None:
        """Take the next picture, uint8 (h, w, 3) BGR at full size."""
        with self._lock:
            lens_wanted = self._boards is not None
        if lens_wanted:
            self._look_for_board(image)
            return
        markers = find_markers(image)
        widths = [edge_width_px(image, marker) for marker in markers]
        edge = float(np.median(widths)) if widths and np.all(np.isfinite(widths)) else None
        if len(markers) < len(CORNER_MARKERS):
            # A picture may be so blurred that no marker is found in it.
            edge = soft_edges_px(image) or edge
        self._take(_Look(image, markers, faults_of(markers, image), picture_quality(image, edge)))

    def _take(self, look: _Look) -> None:
        with self._lock:
            if self._looks and self._looks[-1].image.shape != look.image.shape:
                self._looks.clear()
                self._fresh = 0
            self._looks.append(look)
            self._fresh += 1
            if self._view is not None and self._is_elsewhere():
                self._view, self._layout, self._changed = None, None, True
            if self._view is None:
                self._fault = None
                if self._is_steady():
                    self._measure()

    def _look_for_board(self, image: Image) -> None:
        board = find_board(image)
        with self._lock:
            self._looks.append(_Look(image, (), (), picture_quality(image)))
            if board is None or self._boards is None:
                return
            width = image.shape[1]
            middle = board.pixels.mean(axis=0)
            near = [np.linalg.norm(one.pixels.mean(axis=0) - middle) for one in self._boards]
            if near and min(near) < _BOARD_APART * width:
                return
            self._boards.append(board)
            if len(self._boards) < BOARDS:
                return
            boards, self._boards = self._boards, None
            try:
                self._measured_lens = measure_lens(boards, width, image.shape[0])
                self._lens_fault = None
                self._forget_view()
            except BadBoards as error:
                self._lens_fault = error.code

    def _is_elsewhere(self) -> bool:
        """Whether the view is no longer that of the camera: other pictures, or markers that lie elsewhere in them."""
        view, layout, looks = self._view, self._layout, list(self._looks)
        if view is None or looks[-1].image.shape[:2] != (view.height, view.width):
            return view is not None
        if layout is None or self._fresh < LOOKS or any(self._blocking(look) for look in looks):
            return False
        expected = view.to_px(np.concatenate([layout.corners[number] for number in CORNER_MARKERS]))
        return all(
            np.abs(np.concatenate([marker.corners for marker in look.markers]) - expected).max()
            > MOVED_SHARE * view.width
            for look in looks
        )

    def _is_steady(self) -> bool:
        """Whether the last looks show all four markers, in the same places, well enough to measure."""
        looks = list(self._looks)
        if self._fresh < LOOKS or any(self._blocking(look) for look in looks):
            return False
        first = np.concatenate([marker.corners for marker in looks[0].markers])
        return all(
            np.abs(np.concatenate([marker.corners for marker in look.markers]) - first).max() < STEADY_PX
            for look in looks[1:]
        )

    @staticmethod
    def _blocking(look: _Look) -> bool:
        return any(fault.code not in HARMLESS for fault in look.faults) or len(look.markers) != len(
            CORNER_MARKERS
        )

    def _measure(self) -> None:
        looks = list(self._looks)
        height, width = looks[-1].image.shape[:2]
        lens, _ = self._lens(width, height)
        self._fault = None
        try:
            layout = measured_layout([look.markers for look in looks], lens).scaled(self._paper)
            corners = [np.median([look.markers[i].corners for look in looks], axis=0) for i in range(4)]
            view = TableView.from_pairs(
                np.concatenate(corners),
                np.concatenate([layout.corners[number] for number in CORNER_MARKERS]),
                (width, height),
                lens,
            )
        except BadLayout as error:
            steep = error.code == "not_flat" and _steepness(looks[-1].markers, lens) > MOST_TILT_DEG
            self._fault = MarkerFault("tilted") if steep else MarkerFault(error.code, error.numbers)
            return
        except (DegenerateCorners, np.linalg.LinAlgError):
            self._fault = MarkerFault("not_flat")
            return
        if (view.tilt_deg or 0.0) > MOST_TILT_DEG:
            self._fault = MarkerFault("tilted")
            return
        self._layout, self._view = layout, view

    def _lens(self, width: int, height: int) -> tuple[Lens, LensSource]:
        if self._measured_lens is not None:
            try:
                return self._measured_lens.scaled(width, height), "board"
            except ValueError:
                self._measured_lens = None
        return self._known_lens(width, height)

    # ------------------------------------------------------------ taps

    def begin_again(self, step: str) -> None:
        """Do one step anew: it stays in sight until ``go_on``; the other steps stay done as far as they still hold.

        Markers and focus are measured again (turning the lens changes what the camera sees how large).
        """
        if step not in STEPS:
            raise SetupRefused("unknown_step")
        with self._lock:
            self._changed = True
            self._held = step if step in ("markers", "focus", "light") else None
            if step in ("markers", "focus"):
                self._forget_view()
            elif step == "zones":
                self._right.pop(self.game, None)

    def go_on(self) -> None:
        """Leave the step that was done anew. Raises SetupRefused while it is not done."""
        with self._lock:
            if self._held is not None and self._progress()[self._held] != "done":
                raise SetupRefused("not_yet")
            self._held = None

    def _forget_view(self) -> None:
        self._view, self._layout, self._fault = None, None, None
        self._changed = True
        self._proposed = ()
        # What was seen before counts no more, but is shown until the next picture comes.
        self._fresh = 0

    def _zones_changed(self) -> None:
        self._right.pop(self.game, None)
        self._changed = True
        self._proposed = ()

    def set_paper(self, ruler_mm: float) -> None:
        """Take what somebody measured of the printed ruler, which should be 100 mm."""
        if not 80.0 <= ruler_mm <= 120.0:
            raise SetupRefused("no_such_ruler")
        with self._lock:
            self._paper = ruler_mm / 100.0
            self._forget_view()

    def set_corners(self, pixels: Sequence[Pixel], width_mm: float, height_mm: float) -> None:
        """Take four dragged corners of the table, clockwise from top left, instead of markers."""
        if not (200.0 <= width_mm <= 3000.0 and 200.0 <= height_mm <= 3000.0):
            raise SetupRefused("no_such_table")
        with self._lock:
            if not self._looks:
                raise SetupRefused("no_picture")
            height, width = self._looks[-1].image.shape[:2]
            lens, _ = self._lens(width, height)
            table = np.array([[0.0, 0.0], [width_mm, 0.0], [width_mm, height_mm], [0.0, height_mm]])
            try:
                Homography.of_rectangle(pixels, width_mm, height_mm)
                view = TableView.from_pairs(np.array(pixels, dtype=np.float64), table, (width, height), lens)
            except DegenerateCorners as error:
                raise SetupRefused("crossed_corners") from error
            self._view, self._layout, self._fault = view, None, None
            self._dragged, self._held = (width_mm, height_mm), None
            self._zones_changed()

    def choose_game(self, game: str) -> None:
        """Show the zones of another game."""
        if game not in self._plans:
            raise SetupRefused("unknown_game")
        with self._lock:
            self.game, self._proposed = game, ()

    def move_zone(self, zone: str, left: float, top: float, width: float, height: float) -> None:
        """Put a zone of the game elsewhere (mm)."""
        with self._lock:
            plan = self.plan()
            across, down = left + width / 2, top + height / 2
            # A number that is none compares false.
            if not (
                -_REACH_MM <= across <= plan.width + _REACH_MM
                and -_REACH_MM <= down <= plan.height + _REACH_MM
            ):
                raise SetupRefused("off_the_table")
            try:
                self._kept[self.game] = plan.moved(zone, left, top, width, height)
            except (KeyError, ValueError) as error:
                raise SetupRefused("no_such_zone") from error
            self._zones_changed()

    def move_zone_by(self, zone: str, begin: Pixel, end: Pixel) -> None:
        """Drag a zone in the picture from one place to another (px of the full picture)."""
        with self._lock:
            if self._view is None:
                raise SetupRefused("no_view")
            one, other = self._view.to_mm(np.array([begin, end], dtype=np.float64))
            try:
                place = self.plan().zone(zone)
            except KeyError as error:
                raise SetupRefused("no_such_zone") from error
            across, down = float(other[0] - one[0]), float(other[1] - one[1])
            self.move_zone(zone, place.left + across, place.top + down, place.width, place.height)

    def propose_zones(self, cards: Sequence[LyingCard]) -> None:
        """Ask where the game's zones are meant to lie, by the cards that lie there as for its first move. Raises
        SetupRefused where they tell nothing new.
        """
        with self._lock:
            if self._view is None:
                raise SetupRefused("no_view")
            self._proposed = proposed_zones(self.plan(), self._plans[self.game].cards_at_first, cards)
            self._some_went = False
            if not self._proposed:
                raise SetupRefused("nothing_proposed")

    def answer_proposed(self, zone: str, *, yes: bool) -> None:
        """Say of the zone that is asked about whether it lies there. Those in which nothing lies go along together,
        if any has gone. Raises SetupRefused.
        """
        with self._lock:
            if not self._proposed or self._proposed[0].zone.id != zone:
                raise SetupRefused("not_asked")
            asked, left = self._proposed[:1], self._proposed[1:]
            if not asked[0].seen:
                asked, left = self._proposed, ()
            if yes:
                plan = self.plan()
                for one in asked:
                    place = one.zone
                    plan = plan.moved(place.id, place.left, place.top, place.width, place.height)
                self._kept[self.game] = plan
                self._zones_changed()
                self._some_went = True
            self._proposed = left if self._some_went or any(one.seen for one in left) else ()

    def centre_zone(self, zone: str, at: Pixel) -> None:
        """Put the middle of a zone where somebody has tapped in the picture (px of the full picture)."""
        with self._lock:
            if self._view is None:
                raise SetupRefused("no_view")
            ((across, down),) = self._view.to_mm(np.array([at], dtype=np.float64))
            try:
                place = self.plan().zone(zone)
            except KeyError as error:
                raise SetupRefused("no_such_zone") from error
            left, top = float(across) - place.width / 2, float(down) - place.height / 2
            self.move_zone(zone, left, top, place.width, place.height)

    def zones_as_brought(self) -> None:
        """Put all zones of the game where the game brings them."""
        with self._lock:
            self._kept.pop(self.game, None)
            self._zones_changed()

    def swap_hands(self, seat: int) -> None:
        """Turn the places of one player round, for a left-handed one."""
        with self._lock:
            self._kept[self.game] = self.plan().left_handed([seat])
            self._zones_changed()

    def confirm_zones(self) -> None:
        """The frames are right."""
        with self._lock:
            size = self._table_size()
            if self._view is None or size is None:
                raise SetupRefused("no_view")
            self._right[self.game] = size
            self._changed = True

    def begin_lens(self) -> None:
        """Look for the printed board from now on."""
        with self._lock:
            self._boards, self._lens_fault = [], None

    def give_up_lens(self) -> None:
        """Stop looking for the board; the lens stays as it was."""
        with self._lock:
            self._boards = None

    def finish(self) -> Stand:
        """Keep the set-up. Raises SetupRefused if it is not whole, OSError if it cannot be written."""
        with self._lock:
            if not self._looks:
                raise SetupRefused("no_picture")
            progress = self._progress(self._held)
            if self._view is None or any(progress[step] != "done" for step in STEPS if step != "test"):
                raise SetupRefused("not_whole")
            source: LensSource = self._lens(self._view.width, self._view.height)[1]
            locked = {} if self._stand is None else dict(self._stand.locked)
            plans = {game: plan for game in self._plans if (plan := self._to_keep(game)) is not None}
            stand = Stand(self.camera, self._view, source, self._layout, plans, locked)
            self._save(stand)
            self._stand, self._changed = stand, False
            return stand

    def _is_finished(self) -> bool:
        """Whether what is kept is what the page shows, for this game too."""
        kept = self._stand is not None and self.game in self._stand.plans
        return kept and not self._changed and self._is_right(self.game)

    def _to_keep(self, game: str) -> TablePlan | None:
        """A game's zones as somebody has said that they lie right, on this table or on the one before; else None."""
        if self._is_right(game):
            return self._plan_of(game)
        before, size = None if self._stand is None else self._stand.plans.get(game), self._table_size()
        if before is None or size is None:
            return before
        try:
            return before.fitted(*size)
        except TableTooSmall:
            return None

    # ------------------------------------------------------------ what the page shows

    @property
    def view(self) -> TableView | None:
        """The view as measured now."""
        with self._lock:
            return self._view

    @property
    def stand(self) -> Stand | None:
        """The set-up that is kept."""
        with self._lock:
            return self._stand

    @property
    def marked_size(self) -> tuple[float, float] | None:
        """What the markers span as measured now, mm; None without them."""
        with self._lock:
            return None if self._layout is None else self._layout.size

    def seen(self) -> tuple[Image, TableView] | None:
        """The last picture and how the table lies in it; None before the table is measured."""
        with self._lock:
            image, view = self.image(), self._view
            if image is None or view is None or image.shape[:2] != (view.height, view.width):
                return None
            return image, view

    def plan(self) -> TablePlan:
        """The zones of the chosen game on this table."""
        with self._lock:
            return self._plan_of(self.game)

    def plans(self) -> Mapping[str, TablePlan]:
        """The zones of all games on this table."""
        with self._lock:
            return {game: self._plan_of(game) for game in self._plans}

    def _plan_of(self, game: str) -> TablePlan:
        size = self._table_size()
        kept = self._kept.get(game)
        if kept is not None and (size is None or is_same_size((kept.width, kept.height), size)):
            return kept
        for plan in (kept, self._plans[game]):
            if plan is None or size is None:
                continue
            try:
                return plan.fitted(*size)
            except TableTooSmall:
                continue
        return self._plans[game]

    def fits(self, game: str) -> bool:
        """Whether the zones of a game have room on the table, as far as it is measured."""
        with self._lock:
            size, plan = self._table_size(), self._plan_of(game)
            return size is None or is_same_size((plan.width, plan.height), size)

    def _is_right(self, game: str) -> bool:
        """Whether somebody has said of this table that a game's zones lie right."""
        size, right = self._table_size(), self._right.get(game)
        return size is not None and right is not None and is_same_size(right, size)

    def _table_size(self) -> tuple[float, float] | None:
        if self._layout is not None:
            return self._layout.size
        return self._dragged if self._view is not None else None

    def image(self) -> Image | None:
        """The last picture, uint8 (h, w, 3) BGR."""
        with self._lock:
            return self._looks[-1].image if self._looks else None

    def state(self) -> dict[str, Any]:
        """All that the page shows, as JSON; positions are px of the full picture, lengths mm."""
        with self._lock:
            look = self._looks[-1] if self._looks else None
            quality = None if look is None else look.quality
            faults = [] if look is None else [*look.faults]
            if self._fault is not None:
                faults.append(self._fault)
            progress = self._progress(self._held)
            steps = [{"id": step, "state": state} for step, state in progress.items()]
            return {
                "camera": self.camera,
                "picture": None
                if look is None
                else {"width": look.image.shape[1], "height": look.image.shape[0]},
                "steps": steps,
                "step": self._held or next((step for step in STEPS if progress[step] != "done"), "test"),
                "held": self._held is not None,
                "held_done": self._held is not None and self._progress()[self._held] == "done",
                "markers": [
                    {"number": marker.number, "corners": np.round(marker.corners, 1).tolist()}
                    for marker in (() if look is None else look.markers)
                ],
                "faults": [{"code": fault.code, "numbers": list(fault.numbers)} for fault in faults],
                "quality": None
                if quality is None
                else {
                    "code": quality.code,
                    "light": round(quality.light, 2),
                    "focus": round(quality.focus, 2),
                },
                "lens": {
                    "source": "board" if self._measured_lens is not None else "data_sheet",
                    "boards": None if self._boards is None else len(self._boards),
                    "wanted": BOARDS,
                    "fault": self._lens_fault,
                },
                "table": self._table(),
                "game": self.game,
                "games": sorted(self._plans),
                "zones": self._zones(),
                "proposes": bool(self._plans[self.game].cards_at_first),
                "proposed": self._asked_about(),
                "fits": self.fits(self.game),
                "kept": self._stand is not None,
                "finished": self._is_finished(),
            }

    def _asked_about(self) -> dict[str, Any] | None:
        """The zone that people are asked about now, where it may lie, and whether a card lies there."""
        if self._view is None or not self._proposed:
            return None
        one = self._proposed[0]
        corners = np.round(self._view.to_px(_corners(one.zone.area.polygon)), 1).tolist()
        return {"zone": one.zone.id, "seen": one.seen, "corners": corners}

    def _progress(self, held: str | None = None) -> dict[str, str]:
        """What became of each step: ``done``, ``fault`` or ``open``; the one that is ``held`` is not done."""
        look = self._looks[-1] if self._looks else None
        quality = None if look is None else look.quality.code
        faults = () if look is None else look.faults
        blocked = self._fault is not None or any(fault.code not in HARMLESS for fault in faults)
        measured = self._view is not None
        dark, blurred = quality in ("too_dark", "overexposed"), quality == "blurred"
        done = {
            "markers": measured,
            "focus": measured and not blurred,
            "light": measured and not dark,
            "zones": measured and self._is_right(self.game),
            "test": self._is_finished(),
        }
        if held is not None:
            done[held] = False
        wrong = {"markers": blocked and not measured, "focus": blurred, "light": dark}
        return {step: "done" if done[step] else "fault" if wrong.get(step) else "open" for step in STEPS}

    def _table(self) -> dict[str, Any] | None:
        view, size = self._view, self._table_size()
        if view is None or size is None:
            return None
        residual = None if self._layout is None else self._layout.residual_mm
        word = next(
            (code for limit, code in RESIDUAL_WORDS if residual is not None and residual < limit), None
        )
        return {
            "width": round(size[0]),
            "height": round(size[1]),
            "tilt": None if view.tilt_deg is None else round(view.tilt_deg, 1),
            "residual": None if residual is None else round(residual, 2),
            "exactness": word or ("by_hand" if residual is None else "bad"),
        }

    def _zones(self) -> list[dict[str, Any]]:
        view = self._view
        if view is None:
            return []
        plan = self.plan()
        sights = {sight.zone: sight for sight in zone_sights(view, plan)}
        return [
            {
                "id": zone.id,
                "holds": str(zone.holds),
                "seat": zone.seat,
                "secret": zone.secret,
                "corners": np.round(view.to_px(_corners(zone.area.polygon)), 1).tolist(),
                "left": round(zone.left, 1),
                "top": round(zone.top, 1),
                "width": round(zone.width, 1),
                "height": round(zone.height, 1),
                "px_per_mm": round(sights[zone.id].px_per_mm, 2),
                "needed": zone.least_px_per_mm,
                "in_picture": sights[zone.id].in_picture,
                "good": sights[zone.id].good,
            }
            for zone in plan.zones
        ]


def _steepness(markers: Sequence[Marker], lens: Lens) -> float:
    """From how far aside of the plumb line the markers are seen (degrees), each by its own four corners.

    From very far aside they seem not to lie flat; the advice must be about the camera then.
    """
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    size = (lens.width, lens.height)
    tilts = [TableView.from_pairs(marker.corners, square, size, lens).tilt_deg or 0.0 for marker in markers]
    return float(np.median(tilts))


def _corners(polygon: Sequence[Point]) -> NDArray[np.float64]:
    return np.array([(corner.x, corner.y) for corner in polygon])
