"""The family's boards while the program runs: those that are kept, for new games, and the one that is being tapped.

Every tap is kept at once, so that a drawing goes on where it was after a restart. A board is kept only when it has no
fault and the game itself takes its profile.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2

from calibration.boards.kept import (
    BadBoard,
    KeptBoard,
    board_path,
    forget_board,
    load_board,
    load_drawing,
    save_board,
    save_drawing,
)
from calibration.boards.lanes import between_lanes
from calibration.boards.tapped import BoardDrawing, BoardFault, BoardRefused, digitised, faults
from calibration.geometry import Point
from calibration.zones import PlannedZone
from companion.action import Rejected
from companion.evening.family_boxes import when_written
from companion.evening.stand import StandService
from companion.filmed.board_forms import form_of, games_with_boards
from companion.games import load
from web.outside import StandRefused

MARGIN_MM = 15.0
"""Width of the strip of table shown around the board's zone."""
_PX_PER_MM = 3.0
_MOST_PX = 2000.0
_QUALITY = 80
SAME_SQUARE_MM = 5.0
"""A tap so near to a square that is tapped already means that square."""
_log = logging.getLogger("companion.boards")


class FamilyBoards:
    """The boards kept in a data folder. A damaged one is told once, and the game's own board is played on.

    The page on which squares are tapped and an evening that reads them have one each: what one of them has written
    the other reads anew.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, KeptBoard | None] = {}
        self._written: dict[str, tuple[int, int] | None] = {}
        for game in games_with_boards():
            self.kept(game)

    def profile(self, game: str) -> Mapping[str, Any] | None:
        """The profile of the family's board of a game; None where none is kept."""
        board = self.kept(game)
        return None if board is None else board.profile

    def kept(self, game: str) -> KeptBoard | None:
        """The family's board of a game; None where none is kept. The same one as long as the file is."""
        written = when_written(board_path(self._folder, game))
        if game not in self._kept or self._written[game] != written:
            self._kept[game], self._written[game] = self._read(game), written
        return self._kept[game]

    def keep(self, board: KeptBoard) -> None:
        """Keep a board for new games. Raises OSError; the one before stays then."""
        save_board(self._folder, board)
        game = board.drawing.form.game
        self._kept[game], self._written[game] = board, when_written(board_path(self._folder, game))

    def forget(self, game: str) -> None:
        """Play on the board that the game brings from now on. Raises OSError."""
        forget_board(self._folder, game)
        self._kept[game] = self._written[game] = None

    def _read(self, game: str) -> KeptBoard | None:
        if game not in games_with_boards():
            return None
        try:
            board = load_board(self._folder, form_of(game))
            if board is not None:
                check_profile(game, board.profile)
        except BadBoard as error:
            _log.warning("%s", error)
        except Rejected:
            _log.warning("The kept board of %s does not fit its rules: tap the squares again.", game)
        else:
            return board
        return None


def check_profile(game: str, profile: Mapping[str, Any]) -> None:
    """Let the game itself check a profile, with as few players as it takes. Raises Rejected."""
    rules = load(game)
    rules.new_game(tuple(f"Player {number}" for number in range(1, rules.players[0] + 1)), {}, {}, profile)


@dataclass(frozen=True, slots=True)
class _Photograph:
    """The board seen straight from above: a JPEG, and the part of the table that it shows (mm)."""

    number: int
    jpeg: bytes
    left: float
    top: float
    width: float
    height: float


@dataclass(slots=True)
class _Work:
    """The drawing of one game's board. ``revision`` counts its changes, ``confirmed`` are questions answered.

    The camera is open only while a photograph is wanted.
    """

    drawing: BoardDrawing
    revision: int = 0
    confirmed: set[tuple[str, tuple[Point, ...]]] = field(default_factory=set)
    photograph: _Photograph | None = None
    wants_photograph: bool = True


class BoardService:
    """Boards tapped on the page, on photographs of the stand's camera.

    ``base`` gives the profile that a game is played with now, None for the one it brings: what a board does not tell
    (a deck) is taken from it.

    Taps raise StandRefused with a code of the page's words. Places are mm on the table.
    """

    def __init__(
        self,
        folder: Path,
        boards: FamilyBoards,
        stand: StandService,
        base: Callable[[str], Mapping[str, Any] | None],
    ) -> None:
        self._folder, self._boards, self._stand, self._base = folder, boards, stand, base
        self._lock = threading.RLock()
        self._works: dict[str, _Work] = {}
        self._photographs = 0
        self.board_shown: Callable[[str, PlannedZone], None] = lambda game, board: None
        """Told of every look at a page: the game, and where its board lies."""

    # ------------------------------------------------------------ what the page shows

    def games(self) -> tuple[str, ...]:
        """The games that have a board."""
        return games_with_boards()

    def game(self, asked: str | None) -> str:
        """The game whose board is shown: the one asked for, else that of the stand's page, else the first."""
        for game in (asked, self._stand.chosen_game):
            if game is not None and game in games_with_boards():
                return game
        return games_with_boards()[0]

    def state(self, game: str) -> dict[str, Any]:
        """All that the page shows, as JSON."""
        with self._lock:
            work = self._work(game)
            self.board_shown(game, self._board(game))
            if work.wants_photograph:
                taken = self._photograph(game)
                work.photograph, work.wants_photograph = taken or work.photograph, taken is None
            drawing, seen, kept = work.drawing, work.photograph, self._boards.kept(game)
            found = faults(drawing, self._board(game))
            return {
                "game": game,
                "games": list(games_with_boards()),
                "fits": self._stand.fits(game),
                "taking": work.wants_photograph,
                "picture": None
                if seen is None
                else {
                    "number": seen.number,
                    "left": seen.left,
                    "top": seen.top,
                    "width": seen.width,
                    "height": seen.height,
                },
                "kinds": [{"id": kind, "line": line} for kind, line in drawing.form.kinds.items()],
                "kind": drawing.kind,
                "taps": [
                    {
                        "id": name,
                        "kind": tap.kind,
                        "line": line,
                        "number": number,
                        "x": tap.at.x,
                        "y": tap.at.y,
                    }
                    for name, tap, (line, number) in zip(
                        drawing.names, drawing.taps, drawing.counted(), strict=True
                    )
                ],
                "revision": work.revision,
                "can_undo": drawing.before is not None,
                "faults": [
                    _told(fault, drawing)
                    for fault in found
                    if not fault.question or _question(fault, drawing) not in work.confirmed
                ],
                "kept": None
                if kept is None
                else {"squares": _length(kept.drawing), "same": kept.drawing.taps == drawing.taps},
            }

    def picture(self, game: str) -> bytes | None:
        """The photograph that is tapped on, as a JPEG; None before there is one."""
        with self._lock:
            photograph = self._work(game).photograph
            return None if photograph is None else photograph.jpeg

    def profile(self, game: str) -> Mapping[str, Any] | None:
        """The profile of the kept board, as ``--profile`` takes it; None where none is kept."""
        return self._boards.profile(game)

    def _photograph(self, game: str) -> _Photograph | None:
        board = self._board(game)
        width, height = board.width + 2 * MARGIN_MM, board.height + 2 * MARGIN_MM
        straight = self._stand.from_above(board, MARGIN_MM, min(_PX_PER_MM, _MOST_PX / max(width, height)))
        if straight is None:
            return None
        done, data = cv2.imencode(".jpg", straight.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not done:
            raise ValueError("a picture that cannot be encoded")
        self._photographs += 1
        return _Photograph(
            self._photographs, bytes(data.tobytes()), straight.origin.x, straight.origin.y, width, height
        )

    def _board(self, game: str) -> PlannedZone:
        """The zone with the game's board, as it lies on the table now."""
        return self._stand.plan(game).zone(form_of(game).zone)

    def _work(self, game: str) -> _Work:
        """The drawing of a game: as it was left, else the one of the kept board, else an empty one."""
        if game not in games_with_boards():
            raise StandRefused("unknown_game")
        if game not in self._works:
            try:
                drawing = load_drawing(self._folder, form_of(game))
            except BadBoard as error:
                _log.warning("%s", error)
                drawing = None
            kept = self._boards.kept(game)
            if drawing is None:
                drawing = BoardDrawing.begin(form_of(game)) if kept is None else kept.drawing
            self._works[game] = _Work(drawing)
        return self._works[game]

    # ------------------------------------------------------------ taps

    def choose(self, game: str, kind: str) -> None:
        """Tap squares of another kind from now on."""
        with self._changing(game) as work:
            work.drawing = work.drawing.choose(kind)

    def tap(self, game: str, x: float, y: float, between: int = 0) -> int | None:
        """Add a square and others evenly before it; a tap on one that is there gives its number instead."""
        with self._changing(game) as work:
            drawing, at = work.drawing, Point(x, y)
            near = drawing.nearest(at, SAME_SQUARE_MM)
            if near is not None and not _share_places(drawing, drawing.taps[near].kind):
                return near
            work.drawing = drawing.fill(at, between) if between else drawing.tap(at)
        return None

    def move(self, game: str, square: int, revision: int, x: float, y: float) -> None:
        """Put a square elsewhere."""
        with self._changing(game, revision) as work:
            work.drawing = work.drawing.moved(square, Point(x, y))

    def insert(self, game: str, square: int, revision: int, x: float, y: float) -> None:
        """Put a square that was left out before another one."""
        with self._changing(game, revision) as work:
            work.drawing = work.drawing.inserted(square, Point(x, y))

    def recolour(self, game: str, square: int, revision: int, kind: str) -> None:
        """Make a square one of another kind."""
        with self._changing(game, revision) as work:
            work.drawing = work.drawing.recoloured(square, kind)

    def remove(self, game: str, square: int, revision: int) -> None:
        """Leave a square out."""
        with self._changing(game, revision) as work:
            work.drawing = work.drawing.removed(square)

    def fill_lanes(self, game: str, first: int, last: int) -> None:
        """Draw the lanes between two."""
        with self._changing(game) as work:
            work.drawing = between_lanes(work.drawing, first, last)

    def undo(self, game: str) -> None:
        """Take the last change back."""
        with self._changing(game) as work:
            work.drawing = work.drawing.undo()

    def begin_anew(self, game: str) -> None:
        """Take all squares away; undone like any change."""
        with self._changing(game) as work:
            if work.drawing.taps:
                work.drawing = work.drawing.replaced(()).choose(next(iter(work.drawing.form.kinds)))

    def confirm(self, game: str, question: str) -> None:
        """What looked odd is right as it is."""
        with self._changing(game) as work:
            for fault in faults(work.drawing, self._board(game)):
                if fault.question and _key(fault) == question:
                    work.confirmed.add(_question(fault, work.drawing))
                    return
        raise StandRefused("stale")

    def photograph_again(self, game: str) -> None:
        """Take another photograph as soon as the camera gives one; the one before stays until then."""
        with self._lock:
            self._work(game).wants_photograph = True

    def keep(self, game: str) -> None:
        """Keep the board as the family's; new games are played on it."""
        with self._changing(game) as work:
            drawing, kept, board = work.drawing, self._boards.kept(game), self._board(game)
            simulated = self._stand.is_simulated
            if simulated and kept is not None and not kept.simulated:
                raise StandRefused("only_simulated_board")
            for fault in faults(drawing, board):
                if fault.question and _question(fault, drawing) not in work.confirmed:
                    raise StandRefused("question_open")
            base = dict(self._base(game) or load(game).default_profile())
            wholly = (own := load(game).board) is not None and own.wholly
            if wholly:
                base.pop("note", None)  # it says what is to be counted

            def check(profile: Mapping[str, Any]) -> None:
                check_profile(game, profile)

            made = digitised(drawing, base, check, board, provisional=False if wholly else None)
            self._boards.keep(KeptBoard(made.profile, made.squares, drawing, simulated))

    def forget(self, game: str) -> None:
        """Play on the board that the game brings; the drawing stays."""
        with self._changing(game):
            if self._boards.kept(game) is None:
                raise StandRefused("stale")
            self._boards.forget(game)

    @contextmanager
    def _changing(self, game: str, revision: int | None = None) -> Iterator[_Work]:
        """A change of a game's drawing, kept at once; ``revision``: only if it still is the one that was shown."""
        with self._lock:
            work = self._work(game)
            if revision is not None and revision != work.revision:
                raise StandRefused("stale")
            before = replace(work)
            try:
                yield work
                if work.drawing != before.drawing:
                    work.revision += 1
                    save_drawing(self._folder, work.drawing)
            except BoardRefused as refusal:
                raise StandRefused(refusal.code) from refusal
            except Rejected as refusal:
                raise StandRefused("bad_profile") from refusal
            except OSError as error:
                work.drawing, work.revision = before.drawing, before.revision
                _log.error("The board could not be written: %s", error)
                raise StandRefused("board_not_written") from error


def _share_places(drawing: BoardDrawing, kind: str) -> bool:
    """Whether squares of this kind and of the one that is tapped now may be the same printed ones."""
    lines = {drawing.form.kinds[kind], drawing.form.kinds[drawing.kind]}
    return lines in drawing.form.one_place


def _key(fault: BoardFault) -> str:
    return " ".join((fault.code, *fault.squares))


def _question(fault: BoardFault, drawing: BoardDrawing) -> tuple[str, tuple[Point, ...]]:
    """A question by the places it is about: numbers change when a square is put in before them."""
    places = dict(zip(drawing.names, (tap.at for tap in drawing.taps), strict=True))
    return fault.code, tuple(places[name] for name in fault.squares if name in places)


def _told(fault: BoardFault, drawing: BoardDrawing) -> dict[str, Any]:
    """A fault as the page shows it: ``taps`` are the squares that are wrong, by their numbers in the state."""
    return {
        "code": fault.code,
        "squares": list(fault.squares),
        "question": _key(fault) if fault.question else None,
        "taps": []
        if _is_under_way(fault, drawing)
        else [
            number
            for number, (name, (line, _)) in enumerate(zip(drawing.names, drawing.counted(), strict=True))
            if name in fault.squares or line in fault.squares
        ],
    }


def _is_under_way(fault: BoardFault, drawing: BoardDrawing) -> bool:
    """Whether that is so only because the next squares are not tapped yet: nobody has done anything wrong."""
    last = drawing.taps[-1].kind if drawing.taps else ""
    match fault.code:
        case "obstacles":
            return last in ("green", "blue") and len(fault.squares) < 4
        case "no_straight":
            return last == "blue"
        case "lanes_unequal":
            return fault.squares == (drawing.kind,)
    return False


def _length(drawing: BoardDrawing) -> int:
    """How many squares the longest line of a board has: its track."""
    lines = set(drawing.form.kinds.values())
    return max(len(drawing.line(line)) for line in lines)
