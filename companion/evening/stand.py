"""Setting up the stand while the program runs: pictures for the page, its taps, and the file that keeps it all.

Pictures come from the evening's own camera where it has one (``feed``); else from a camera that is open only while
somebody has the page open.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.game_fit import GameFit
from calibration.geometry import Pixel
from calibration.lens import Lens, OtherPicture
from calibration.optics import likely_lens
from calibration.setup import SetupRefused, StandSetup
from calibration.stand import BadStand, LensSource, Stand, load_stand, save_stand
from calibration.view import TableView
from calibration.zones import PlannedZone, TablePlan, TableTooSmall, read_plan
from companion.evening.cameras import CameraChoice, open_camera
from companion.evening.fitting import fit_between, kept_fit
from companion.evening.lying_cards import LyingCards
from companion.filmed.asked import SIMULATED_STAND, Asked, AskedBoard
from companion.filmed.filmable import first_filmed
from companion.games import game_ids, zone_plan
from companion.simulated.family import Family
from companion.table import Table
from hardware.causes import NO_FRAMES
from hardware.frame_source import CameraError, Frame, FrameSource, Image
from vision.rectify import RectifiedZone, rectify
from web.outside import StandRefused

LOOK_S = 0.33
CLOSES_S = 20.0
"""A page that asks for nothing for so long is closed: its camera is, too."""
RETRY_S = 2.0
STALLED_S = 4.0
PREVIEW_WIDTH = 960
_QUALITY = 70
_MASK = (128, 128, 128)
_LEAVE_S = 3.0
_log = logging.getLogger("companion.stand")


@dataclass(frozen=True, slots=True, eq=False)
class WholePicture:
    """A picture as the camera gave it, uint8 (h, w, 3) BGR, its number, the middles (px) of the markers in it, and
    how the table lies in it; None before it is measured."""

    number: int
    image: Image
    markers: tuple[Pixel, ...]
    view: TableView | None = None


def game_plans() -> dict[str, TablePlan]:
    """The zones of every game that brings a plan of them, by the game's id."""
    brought = {game: zone_plan(game) for game in game_ids()}
    return {game: read_plan(plan) for game, plan in brought.items() if plan is not None}


def brought_plan(game: str, size: tuple[float, float] | None) -> TablePlan | None:
    """The zones as a game brings them, on a table of this size (mm) where they fit; None where it brings none."""
    plan = game_plans().get(game)
    if plan is None or size is None:
        return plan
    try:
        return plan.fitted(*size)
    except TableTooSmall:
        return plan


def lens_by_data_sheet(width: int, height: int) -> tuple[Lens, LensSource]:
    """Return the likely lens of a camera with such pictures, and where it is known from."""
    lens, known = likely_lens(width, height)
    return lens, "data_sheet" if known else "none"


class StandService:
    """The set-up of the running program's stand.

    ``open_source`` makes the camera that is looked through, to be entered; None: the evening's own camera feeds the
    pictures. ``game`` tells which game the page begins with, ``kept`` is told of a set-up that was finished,
    ``in_play`` tells which game is being played (None: none), before whose secrets a doubtful mask shows nothing.

    Taps raise StandRefused with a code of the page's words.
    """

    def __init__(
        self,
        folder: Path,
        camera: str,
        game: Callable[[], str],
        open_source: Callable[[TablePlan], FrameSource] | None,
        kept: Callable[[Stand], None] = lambda stand: None,
        in_play: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._in_play = in_play
        self._folder, self._game, self._open, self._kept = folder, game, open_source, kept
        self._damaged = False
        try:
            stand = load_stand(folder)
        except BadStand as error:
            _log.error("%s", error)
            stand, self._damaged = None, True
        plans = game_plans()
        self._setup = StandSetup(
            camera[:200],
            plans,
            game=self._game_in_play(plans),
            save=self._save,
            lens=lens_by_data_sheet,
            stand=stand,
        )
        self._plans = plans
        self._lying_cards = LyingCards()
        self._is_real = stand is not None and stand.camera != SIMULATED_STAND
        """Whether a real camera's set-up is kept: the simulated table never takes its place."""
        self._simulated = False
        self._known_view: TableView | None = None if stand is None else stand.view
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._arrived = threading.Condition()
        self._thread: threading.Thread | None = None
        self._asked_at = self._fed_at = -math.inf
        self._fed: Image | None = None
        self._looked_at = self._began = -math.inf
        self._camera: tuple[str, str | None] = ("opening", None)
        self._looks = self._taps = 0
        self._preview: tuple[tuple[int, int, int, str | None], bytes] | None = None

    def _save(self, stand: Stand) -> None:
        save_stand(self._folder, stand)
        self._kept(stand)

    # ------------------------------------------------------------ pictures

    def feed(self, image: Image) -> None:
        """Take a picture of the evening's camera, uint8 (h, w, 3) BGR; most are not needed and cost nothing."""
        now = time.monotonic()
        if now - self._asked_at > CLOSES_S or now - self._fed_at < LOOK_S:
            return
        self._fed_at = now
        with self._arrived:
            self._fed = image.copy()
            self._arrived.notify()

    def be_fed(self) -> None:
        """The evening's own camera feeds the pictures from now on."""
        self._open = None

    def close(self) -> None:
        """Leave the camera and stop looking."""
        self._closed.set()
        thread = self._thread
        if thread is not None:
            thread.join(_LEAVE_S)

    def _ask(self) -> None:
        """Somebody has the page open."""
        with self._lock:
            self._asked_at = time.monotonic()
            if self._thread is not None or self._closed.is_set():
                return
            self._camera, self._began = ("opening", None), self._asked_at
            self._setup.choose_game(self._game_in_play(self._plans))
            self._thread = threading.Thread(target=self._look_on, name="stand", daemon=True)
            self._thread.start()

    def _look_on(self) -> None:
        while True:
            with self._lock:
                if not self._is_wanted():
                    self._thread = None
                    return
            try:
                if self._open is None:
                    self._look_at_fed()
                else:
                    self._look_through(self._open(self._plans[self._game_in_play(self._plans)]))
            except CameraError as error:
                self._camera = ("not_found", str(error))
            except Exception as error:  # a broken camera leaves the page and the taps alive
                _log.error("The camera failed (%s: %s): it is tried again.", type(error).__name__, error)
                self._camera = ("not_found", None)
            else:
                continue
            self._closed.wait(RETRY_S)

    def _is_wanted(self) -> bool:
        return not self._closed.is_set() and time.monotonic() - self._asked_at < CLOSES_S

    def _look_through(self, source: FrameSource) -> None:
        """Look until nobody wants it or there are no more pictures; a folder then begins again."""
        with source as opened:
            self._simulated = opened.description == SIMULATED_STAND
            self._setup.camera = opened.description[:200]
            for frame in opened:
                if not self._is_wanted():
                    return
                began = time.monotonic()
                self._show(frame)
                self._closed.wait(max(0.0, LOOK_S - (time.monotonic() - began)))
        self._closed.wait(LOOK_S)

    def _look_at_fed(self) -> None:
        with self._arrived:
            self._arrived.wait_for(lambda: self._fed is not None, timeout=0.5)
            image, self._fed = self._fed, None
        if image is not None:
            self._show(Frame(0, 0, image))

    def _show(self, frame: Frame) -> None:
        if frame.image is None:
            self._camera = (frame.fault or NO_FRAMES, None)
            return
        try:
            self._setup.look(frame.image)
        except Exception as error:  # one picture must not end the set-up
            _log.error("A picture could not be used (%s: %s).", type(error).__name__, error)
            self._camera = ("bad_picture", None)
            return
        self._known_view = self._setup.view or self._known_view
        self._looked_at = time.monotonic()
        self._looks += 1
        self._camera = ("good", None)

    def _camera_now(self) -> tuple[str, str | None]:
        """What the camera does: ``opening``, ``good``, or why no pictures come, with the camera's own sentence."""
        code, sentence = self._camera
        since = time.monotonic() - max(self._looked_at, self._began)
        # A camera that is opened here may take its time; one that is watched already has none to lose.
        waits = code == "good" or (code == "opening" and self._open is None)
        return (NO_FRAMES, sentence) if waits and since > STALLED_S else (code, sentence)

    def _game_in_play(self, plans: Mapping[str, TablePlan]) -> str:
        game = self._game()
        return game if game in plans else first_filmed()

    # ------------------------------------------------------------ what the page shows

    def state(self) -> dict[str, Any]:
        """All that the page shows, as JSON: that of the set-up, and what the camera does."""
        self._ask()
        code, sentence = self._camera_now()
        return {
            **self._setup.state(),
            "camera": {
                "code": code,
                "sentence": sentence,
                "simulated": self._simulated,
                "hidden": self._shows_nothing(),
            },
            "look": self._looks,
            "damaged": self._damaged,
        }

    def picture(self, width: int = PREVIEW_WIDTH) -> bytes | None:
        """The last picture as a JPEG no wider than asked (px), secret zones masked; None before there is one."""
        self._ask()
        width = min(width, PREVIEW_WIDTH)
        key = (self._looks, self._taps, width, self._in_play())
        preview = self._preview
        if preview is not None and preview[0] == key:
            return preview[1]
        image = self._setup.image()
        if image is None:
            return None
        data = self._encoded(image, width)
        self._preview = (key, data)
        return data

    def plan(self, game: str) -> TablePlan:
        """The zones of a game on this table, as the family has put them. Raises KeyError."""
        return self._setup.plans()[game]

    def fits(self, game: str) -> bool:
        """Whether the zones of a game have room on the table."""
        return self._setup.fits(game)

    def fit(self) -> GameFit | None:
        """How the game on the page fits what the camera sees; None before the table is measured."""
        view, game = self._setup.view, self._setup.game
        size = self._setup.marked_size
        if view is None or not (size is not None or self._setup.fits(game)):
            return None
        return fit_between(view, size, self._plans[game], self._setup.plan())

    def kept_fit(self, game: str, players: int | None) -> GameFit | None:
        """How a game fits the set-up that is kept, for so many players (None: all seats); None where no real camera
        was set up, or the game brings no zones."""
        stand = self._setup.stand
        if stand is None or game not in self._plans or stand.camera == SIMULATED_STAND:
            return None
        return kept_fit(stand, self._plans[game], players)

    @property
    def chosen_game(self) -> str:
        """The game whose zones the page shows."""
        return self._setup.game

    @property
    def is_simulated(self) -> bool:
        """Whether the pictures are those of the simulated table."""
        return self._simulated

    def from_above(self, zone: PlannedZone, margin_mm: float, px_per_mm: float) -> RectifiedZone | None:
        """A zone of the last picture seen straight from above, secret zones masked; None before the table is
        measured, or while no pictures come."""
        self._ask()
        seen = self._setup.seen()
        if seen is None or self._camera_now()[0] != "good":
            return None
        image, view = seen[0].copy(), seen[1]
        if self._must_hide(view.width, view.height):
            return None
        for corners in self._secret_corners(view.width, view.height):
            cv2.fillPoly(image, [np.round(corners).astype(np.int32)], _MASK)
        return rectify(image, view, zone.area, margin_mm=margin_mm, px_per_mm=px_per_mm)

    def whole_picture(self, in_play: str | None) -> WholePicture | None:
        """The last picture at full size, the secret zones of the game in play masked; None while no pictures come."""
        self._ask()
        number, image = self._looks, self._setup.image()
        if image is None or self._camera_now()[0] != "good":
            return None
        if self._must_hide(image.shape[1], image.shape[0]):
            return None
        secret = list(self._secret_corners(image.shape[1], image.shape[0], {in_play} if in_play else set()))
        if secret:
            image = image.copy()
            for corners in secret:
                cv2.fillPoly(image, [np.round(corners).astype(np.int32)], _MASK)
        middles = (np.mean(marker["corners"], axis=0) for marker in self._setup.state()["markers"])
        view = self._setup.view
        if view is not None and (view.height, view.width) != image.shape[:2]:
            view = None
        return WholePicture(number, image, tuple((float(x), float(y)) for x, y in middles), view)

    @property
    def camera_code(self) -> str:
        """What the camera does: "opening", "good", or why no pictures come."""
        self._ask()
        return self._camera_now()[0]

    def _encoded(self, image: Image, width: int) -> bytes:
        scale = min(1.0, width / image.shape[1])
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        small = np.array(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        if self._must_hide(image.shape[1], image.shape[0]):
            small[:] = _MASK
        for corners in self._secret_corners(image.shape[1], image.shape[0]):
            cv2.fillPoly(small, [np.round(corners * scale).astype(np.int32)], _MASK)
        done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not done:
            raise ValueError("a picture that cannot be encoded")
        return bytes(data.tobytes())

    def _secret_corners(self, width: int, height: int, games: Set[str] | None = None) -> Iterator[Any]:
        """Where secret zones of games lie in the picture (px): by default those of the game on the page, and always
        those of the game in play. Until the view is measured anew it is taken to be as it was."""
        view = self._view_of(width, height)
        if view is None:
            return
        plans = self._setup.plans()
        for game in (
            {self._setup.game, self._game_in_play(self._plans)} if games is None else games & set(plans)
        ):
            for zone in plans[game].zones:
                if zone.secret:
                    yield np.array(view.polygon_px(zone.area.polygon))

    def _view_of(self, width: int, height: int) -> TableView | None:
        """Where the table lies in a picture of this size; None before it was ever measured in one of this shape."""
        view = self._setup.view or self._known_view
        try:
            return None if view is None else view.scaled(width, height)
        except OtherPicture:
            return None

    def _must_hide(self, width: int, height: int) -> bool:
        """Whether something secret lies on the table, and nobody knows where in such a picture."""
        plan = self._plans.get(self._in_play() or "")
        secret = plan is not None and any(zone.secret for zone in plan.zones)
        return secret and self._view_of(width, height) is None

    def _shows_nothing(self) -> bool:
        image = self._setup.image()
        return image is not None and self._must_hide(image.shape[1], image.shape[0])

    # ------------------------------------------------------------ taps

    def begin_again(self, step: str) -> None:
        """Do one step anew."""
        with self._tapped():
            self._setup.begin_again(step)

    def go_on(self) -> None:
        """Leave the step that was done anew."""
        with self._tapped():
            self._setup.go_on()

    def set_paper(self, ruler_mm: float) -> None:
        """Take what somebody measured of the printed ruler."""
        with self._tapped():
            self._setup.set_paper(ruler_mm)

    def set_corners(self, pixels: Sequence[Pixel], width_mm: float, height_mm: float) -> None:
        """Take the four corners of a table without markers."""
        with self._tapped():
            self._setup.set_corners(pixels, width_mm, height_mm)

    def choose_game(self, game: str) -> None:
        """Show the zones of another game."""
        with self._tapped():
            self._setup.choose_game(game)

    def move_zone(self, zone: str, left: float, top: float, width: float, height: float) -> None:
        """Put a zone elsewhere (mm)."""
        with self._tapped():
            self._setup.move_zone(zone, left, top, width, height)

    def move_zone_by(self, zone: str, begin: Pixel, end: Pixel) -> None:
        """Drag a zone in the picture (px)."""
        with self._tapped():
            self._setup.move_zone_by(zone, begin, end)

    def propose_zones(self) -> None:
        """Look where cards lie, and ask whether the zones of the game are meant to lie there."""
        seen, plan = self._setup.seen(), self._setup.plan()
        cards = () if seen is None else self._lying_cards.seen_in(*seen, plan.width, plan.height)
        with self._tapped():
            self._setup.propose_zones(cards)

    def answer_proposed(self, zone: str, yes: bool) -> None:
        """Say of the zone that is asked about whether it lies there."""
        with self._tapped():
            self._setup.answer_proposed(zone, yes=yes)

    def centre_zone(self, zone: str, at: Pixel) -> None:
        """Put a zone's middle where somebody tapped (px)."""
        with self._tapped():
            self._setup.centre_zone(zone, at)

    def zones_as_brought(self) -> None:
        """Put all zones where the game brings them."""
        with self._tapped():
            self._setup.zones_as_brought()

    def swap_hands(self, seat: int) -> None:
        """Turn one player's places round."""
        with self._tapped():
            self._setup.swap_hands(seat)

    def confirm_zones(self) -> None:
        """The frames are right."""
        with self._tapped():
            self._setup.confirm_zones()

    def begin_lens(self) -> None:
        """Look for the printed board."""
        with self._tapped():
            self._setup.begin_lens()

    def give_up_lens(self) -> None:
        """Stop looking for the board."""
        with self._tapped():
            self._setup.give_up_lens()

    def finish(self) -> None:
        """Keep the set-up."""
        with self._tapped():
            if self._camera_now()[0] != "good":
                raise SetupRefused("no_picture")
            if self._simulated and self._is_real:
                raise SetupRefused("only_simulated")
            try:
                self._setup.finish()
            except OSError as error:
                _log.error("The set-up of the stand could not be written: %s", error)
                raise SetupRefused("not_written") from error
            self._damaged, self._is_real = False, not self._simulated

    @contextmanager
    def _tapped(self) -> Iterator[None]:
        self._ask()
        # A tap may forget the view that was measured a moment ago: what it masks stays masked.
        self._known_view = self._setup.view or self._known_view
        try:
            yield
        except SetupRefused as refusal:
            raise StandRefused(refusal.code) from refusal
        finally:
            self._taps += 1


def fed(frames: Iterable[Frame], feed: Callable[[Image], None]) -> Iterator[Frame]:
    """Frames on their way to the eyes, each shown to the set-up of the stand first."""
    for frame in frames:
        if frame.image is not None:
            feed(frame.image)
        yield frame


def stand_service(
    folder: Path,
    choice: CameraChoice,
    name: str,
    table: Table,
    *,
    fed: bool,
    kept: Callable[[Stand], None] = lambda stand: None,
    cards: Callable[[], Asked | None] = lambda: None,
    board: Callable[[], AskedBoard | None] = lambda: None,
) -> StandService | None:
    """Make the set-up of the evening's stand; None without a camera. ``fed``: the evening's loop watches it;
    ``cards`` are the printed ones that lie on the simulated table, ``board`` the board with its pieces.
    """
    if choice.kind == "none":
        return None

    def open_source(plan: TablePlan) -> FrameSource:
        camera = open_camera(choice, table)
        if camera is None or isinstance(camera.source, Family):
            from companion.filmed.simulated_stand import SimulatedStand

            return SimulatedStand(plan, cards=cards, board=board)
        return camera.source

    def game() -> str:
        return first_filmed() if table.game is None else table.game.id

    def in_play() -> str | None:
        snapshot = table.snapshot()
        return None if snapshot.game is None or snapshot.over else snapshot.game.id

    return StandService(folder, name, game, None if fed else open_source, kept, in_play)
