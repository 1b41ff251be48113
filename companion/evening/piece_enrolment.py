"""A family shows a board's pieces: the bare board, positions that the page asks for, and what is learnt from them.

Every photograph that is right is kept at once, so that one can go on another day. Boards are learnt meanwhile.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from calibration.boards.kept_photographs import (
    MOST_PHOTOGRAPHS,
    BoardPhotographs,
    KeptPhotograph,
    packed,
)
from calibration.boards.kept_pieces import BadLearntBoard
from companion.evening.board_search import BoardSearch
from companion.evening.boards import FamilyBoards
from companion.evening.family_pieces import FamilyPieces
from companion.evening.piece_learning import Check, Helped, PieceLearning
from companion.evening.piece_state import MINUTES, Shown, square_at, state_of
from companion.evening.piece_steps import WANTED, PieceSteps, Prepared
from companion.evening.shown_board import (
    LookedBoard,
    TakenBoard,
    doubts_about,
    look,
    read_right,
    require_as_asked,
    require_same_board,
    same_scene,
)
from companion.evening.shown_photograph import unusable
from companion.evening.stand import StandService
from companion.evening.straight_board import BoardPicture, straight_board
from companion.filmed.asked import AskedBoard, AskedPiece
from companion.filmed.game_pieces import COLOURS, games_with_pieces, pieces_of
from vision.boards.bare_board import BareBoard
from vision.boards.learnt_board import LearntBoard
from web.outside import StandRefused

_SAME_EDITION, _SQUARES_RIGHT = 2 / 3, 0.9
"""So many of the pieces, and of all squares, must a brought board read right to be the same edition."""
_log = logging.getLogger("companion.pieces")


@dataclass(slots=True)
class _Work:
    """What is being shown of one game's board."""

    revision: int = 0
    looking: int = 0
    taken: TakenBoard | None = None
    helped: Helped | None = None
    provisional: LearntBoard | None = None
    """What is known of the first position alone: good enough to look at the second one."""
    failed: int | None = None
    """How many photographs there were from which the board could not be learnt."""


class PieceEnrolment:
    """The pieces of the games' boards as the page shows them.

    ``boards`` are those whose squares were tapped; ``in_play`` tells the id of the game in play, whose secret zones
    stay masked; ``executor`` runs the looks at live pictures, ``learning`` learns the boards.

    Taps raise StandRefused with a code of the page's words.
    """

    def __init__(
        self,
        folder: Path,
        stand: StandService,
        boards: FamilyBoards,
        in_play: Callable[[], str | None] = lambda: None,
        executor: Executor | None = None,
        learning: PieceLearning | None = None,
    ) -> None:
        self._kept = FamilyPieces(folder)
        self._stand, self._boards, self._in_play = stand, boards, in_play
        self._search = BoardSearch(self._look_live, executor)
        self._learning = learning or PieceLearning()
        self._lock = threading.RLock()
        self._works: dict[str, _Work] = {}
        self._steps = PieceSteps(self._kept, boards.kept, lambda game, zone: stand.plan(game).zone(zone))
        self._last_live: tuple[object, LookedBoard] | None = None
        self._pictures = 0
        self.board_shown: Callable[[AskedBoard], None] = lambda board: None
        """Told of every look at a page: the board, and the pieces that it asks for."""

    # ------------------------------------------------------------ what the page shows

    def games(self) -> tuple[str, ...]:
        """The games on whose boards coloured pieces stand."""
        return games_with_pieces()

    def game(self, asked: str | None) -> str:
        """The game whose pieces are shown: the one asked for, else that of the stand's page, else the first."""
        for game in (asked, self._stand.chosen_game):
            if game is not None and game in self.games():
                return game
        return self.games()[0]

    def progress(self, game: str) -> dict[str, Any]:
        """How far a game is, without a look through the camera."""
        with self._lock:
            kept = self._steps.photographs(game)
            return {
                "pieces": len(pieces_of(game).at_once(kept.colours)),
                "photographs": WANTED,
                "minutes": MINUTES,
                "have": WANTED if self._steps.is_brought(kept) else min(WANTED, len(kept.photographs)),
                "squares": self._boards.kept(game) is not None,
            }

    def state(self, game: str, again: bool = False) -> dict[str, Any]:
        """All that the page shows, as JSON; ``again``: one more photograph, in other light."""
        with self._lock:
            work, kept, ready = self._work(game), self._steps.photographs(game), self._steps.prepared(game)
            step = self._steps.step(game, again)
            asked = self._steps.asked(game, step)
            if ready is not None:
                self._ask(game, ready, asked, step)
            self._go_on_learning(game)
            taken, seen = work.taken, None
            if ready is not None and step != "outdated":
                live = self._search.newest(game, bool(kept.photographs) or kept.brought)
                if taken is not None and taken.later is None and live is not None:
                    taken.later = live.picture if same_scene(live.picture, taken.seen.picture) else None
                seen = live if taken is None else taken.seen
            learnt = self._reader(game)
            shown = Shown(
                game=game,
                step=step,
                asked=asked,
                kept=kept,
                zone=None if ready is None else ready.zone,
                tapped=None if ready is None else ready.tapped,
                seen=seen,
                taken=taken,
                named=None if seen is None or seen.compared is None else self._steps.bare_board(game),
                learnt=learnt if step in ("known", "more") else None,
            )
            return {
                **state_of(shown),
                "games": list(self.games()),
                "photographs": WANTED,
                "have": len(kept.photographs),
                "can_choose": step in ("bare", "first") and not kept.brought and taken is None,
                "camera": self._stand.camera_code,
                "fits": self._stand.fits(game),
                "masked": self._hidden_for() is not None,
                "looking": work.looking > 0,
                "learning": self._learning.is_busy(game),
                "failed": work.failed == len(kept.photographs),
                "revision": work.revision,
                "helped": None
                if work.helped is None
                else {
                    "squares": work.helped.squares,
                    "before": work.helped.before,
                    "after": work.helped.after,
                },
                "can_hand_on": self._kept.learnt(game) is not None,
                "simulated": kept.simulated,
                "unchecked": kept.unchecked,
                "damaged": self._kept.is_damaged(game),
                "earlier": self._kept.has_earlier(game),
            }

    def picture(self, game: str, number: int | None = None) -> bytes | None:
        """The picture of this number as a JPEG; where it is gone, the photograph that was taken, else the newest
        picture; None before there is one."""
        with self._lock:
            taken = self._work(game).taken
        if taken is not None and number in (None, taken.seen.number):
            return taken.seen.jpeg
        return self._search.jpeg(number)

    def close(self) -> None:
        """Look and learn no more."""
        self._search.close()
        self._learning.close()

    def _ask(self, game: str, ready: Prepared, asked: Mapping[str, str], step: str) -> None:
        places = ((its, ready.tapped.grounds[name].at) for name, its in asked.items())
        pieces = tuple(AskedPiece(colour, at.x, at.y) for colour, at in places)
        # One more photograph of a position that stands there already is asked for in other light.
        light = len(self._steps.photographs(game).photographs) if step == "more" else 0
        self.board_shown(AskedBoard(game, ready.zone.left, ready.zone.top, pieces, light))

    def _hidden_for(self) -> str | None:
        """The game whose secret zones stay masked; on the simulated table lies nothing but what is asked for."""
        return None if self._stand.is_simulated else self._in_play()

    # ------------------------------------------------------------ taps

    def choose(self, game: str, colour: str) -> None:
        """The family's box has pieces of this colour, too, or has none of it."""
        with self._changing(game) as work:
            kept = self._steps.photographs(game)
            if colour not in COLOURS or work.taken is not None or len(kept.photographs) >= 2 or kept.brought:
                raise StandRefused("stale")
            left = tuple(one for one in COLOURS if (one in kept.colours) != (one == colour))
            if not left:
                raise StandRefused("no_colours")
            self._kept.keep_photographs(game, replace(kept, colours=left))

    def photograph(self, game: str, again: bool = False) -> None:
        """Take the picture of now: the bare board is kept at once, a position is shown to be looked at."""
        with self._lock:
            work, ready, hidden = self._work(game), self._steps.ready(game), self._hidden_for()
            step = self._steps.step(game, again)
            if step in ("known", "outdated"):
                raise StandRefused("stale")
            if step == "more" and len(self._steps.photographs(game).photographs) >= MOST_PHOTOGRAPHS:
                raise StandRefused("enough_photographs")
            if step == "second" and self._learning.is_busy(game):
                raise StandRefused("still_learning")
            asked, learnt, revision = self._steps.asked(game, step), self._reader(game), work.revision
            picture = self._stand.whole_picture(hidden)
            if picture is None:
                raise StandRefused("no_photograph")
            work.looking += 1
        try:
            if (fault := unusable(picture.image)) is not None:
                raise StandRefused("too_dark_for_pieces" if fault == "too_dark" else fault)
            board = straight_board(picture, ready.zone)
            if board is None:
                raise StandRefused("no_view")
            bare = None if step == "bare" else self._steps.bare_board(game)
            seen = look(board, ready.zone, bare, self._next())
            doubts = {}
            if bare is not None and seen.compared is not None:
                self._require_same(seen, bare, asked, step)
                require_as_asked(seen.compared, bare.squares, asked)
                doubts = doubts_about(seen, bare.squares, asked, learnt)
        finally:
            with self._lock:
                work.looking -= 1
        with self._changing(game, revision):
            if step == "bare":
                self._keep(game, board, {})
            else:
                work.taken, work.helped = TakenBoard(seen, dict(asked), doubts), None

    def _require_same(self, seen: LookedBoard, bare: BareBoard, asked: Mapping[str, str], step: str) -> None:
        assert seen.compared is not None  # noqa: S101 - there is a bare board
        try:
            require_same_board(seen.compared, bare.squares, len(asked))
        except StandRefused as refused:
            if step != "check":
                raise
            # A friend's board may lie anywhere: its print says where.
            if refused.code != "board_moved":
                raise StandRefused("other_edition") from refused

    def point(self, game: str, x: float, y: float) -> int:
        """The number of the square at a place of the photograph (shares of its width)."""
        with self._lock:
            self._taken(self._work(game))
            ready = self._steps.ready(game)
            return square_at(ready.zone, ready.tapped, x, y)

    def tell(self, game: str, square: int, revision: int, colour: str) -> None:
        """Say what stands on a square of the photograph; an empty colour: nothing."""
        with self._changing(game, revision) as work:
            taken, ready, kept = self._taken(work), self._steps.ready(game), self._steps.photographs(game)
            names = ready.tapped.squares.names
            if not 0 <= square < len(names):
                raise StandRefused("stale")
            if colour and colour not in kept.colours:
                raise StandRefused("no_such_piece")
            taken.tell(names[square], colour, pieces_of(game).count(colour) if colour else 0)

    def discard(self, game: str) -> None:
        """Look at the table again instead of the photograph that was taken."""
        with self._changing(game) as work:
            work.taken = None

    def right(self, game: str, revision: int) -> None:
        """All squares are right: keep the photograph, and learn from it."""
        with self._changing(game, revision) as work:
            taken, step = self._taken(work), self._steps.step(game, True)
            if step == "check":
                self._check(game, work, taken)
            else:
                if not taken.pieces:
                    raise StandRefused("no_pieces")
                later = taken.later or self._later(game, taken)
                old, checks = self._reader(game), later or taken.seen.picture
                self._keep(game, taken.seen.picture, taken.pieces)
                self._learn(game, Check(checks, dict(taken.pieces), later is not None, old))
            work.taken = None

    def take_back(self, game: str) -> None:
        """Forget the last photograph that was kept."""
        with self._changing(game) as work:
            kept = self._steps.photographs(game)
            if not kept.photographs:
                raise StandRefused("stale")
            self._learning.stop(game)
            left = kept.photographs[:-1]
            self._kept.keep_photographs(game, replace(kept, photographs=left))
            if len(left) < WANTED and not kept.brought:
                self._kept.drop_learnt(game)
            work.taken, work.helped, work.provisional, work.failed = None, None, None, None
            if len(left) >= 2:
                self._learn(game)

    def forget(self, game: str) -> None:
        """Forget all of a game's board and pieces."""
        with self._changing(game):
            nothing = self._kept.photographs(game) is None and self._kept.learnt(game) is None
            if nothing and not self._kept.is_damaged(game):
                raise StandRefused("stale")
            self._learning.stop(game)
            self._kept.forget(game)
            self._works[game] = _Work(self._work(game).revision)

    # ------------------------------------------------------------ one file a board

    def handed_on(self, game: str) -> bytes | None:
        """The file of a game's board and pieces, for another family; None where nothing was learnt."""
        with self._lock:
            self._work(game)
            return self._kept.handed_on(game)

    def take_over(self, game: str, data: bytes) -> None:
        """Take what another family's file knows in place of what was shown here."""
        with self._changing(game):
            ready = self._steps.ready(game)
            try:
                board = self._kept.brought(game, data)
            except BadLearntBoard as error:
                raise StandRefused("damaged_pieces") from error
            if set(board.squares.names) != set(ready.tapped.squares.names):
                raise StandRefused("other_squares")
            colours = tuple(one.name for one in board.colours)
            if not set(colours) <= set(COLOURS):
                raise StandRefused("damaged_pieces")
            self._learning.stop(game)
            self._kept.keep_other(game, board, BoardPhotographs(game, colours, brought=True, unchecked=True))
            self._works[game] = _Work(self._work(game).revision)

    def bring_back(self, game: str) -> None:
        """Keep again what was there before a file was taken over, or all was forgotten."""
        with self._changing(game):
            if not self._kept.has_earlier(game):
                raise StandRefused("stale")
            self._learning.stop(game)
            self._kept.bring_back(game)
            self._works[game] = _Work(self._work(game).revision)

    # ------------------------------------------------------------ inside

    def _work(self, game: str) -> _Work:
        if game not in self.games():
            raise StandRefused("unknown_game")
        return self._works.setdefault(game, _Work())

    def _reader(self, game: str) -> LearntBoard | None:
        """What the next position is read with; None while too little is known."""
        kept = self._steps.photographs(game)
        if kept.squares is None or len(kept.photographs) >= WANTED:
            return self._kept.learnt(game)
        return self._work(game).provisional

    def _taken(self, work: _Work) -> TakenBoard:
        if work.taken is None:
            raise StandRefused("stale")
        return work.taken

    def _keep(self, game: str, picture: BoardPicture, pieces: Mapping[str, str]) -> None:
        kept, ready, simulated = (
            self._steps.photographs(game),
            self._steps.ready(game),
            self._stand.is_simulated,
        )
        if simulated and not kept.simulated and (kept.photographs or kept.brought):
            raise StandRefused("only_simulated_pieces")
        whole = (*kept.photographs, KeptPhotograph(packed(picture.image), picture.corners, dict(pieces)))
        self._kept.keep_photographs(
            game,
            replace(
                kept,
                squares=kept.squares if kept.photographs else ready.tapped.squares,
                photographs=whole,
                simulated=kept.simulated if kept.photographs else simulated,
            ),
        )

    def _later(self, game: str, taken: TakenBoard) -> BoardPicture | None:
        """Another picture of the position that was taken; None where there is none."""
        picture = self._stand.whole_picture(self._hidden_for())
        board = None if picture is None else straight_board(picture, self._steps.ready(game).zone)
        return board if board is not None and same_scene(board, taken.seen.picture) else None

    def _check(self, game: str, work: _Work, taken: TakenBoard) -> None:
        """Hold a brought board against the family's own: refused where it is another edition."""
        kept, learnt = self._steps.photographs(game), self._kept.learnt(game)
        if learnt is None:
            raise StandRefused("stale")
        right = read_right(taken.seen.picture, learnt, taken.pieces)
        wrong = sum(name in taken.pieces for name in taken.doubts)
        count = len(learnt.squares.names)
        if wrong > (1 - _SAME_EDITION) * len(taken.pieces) or right < _SQUARES_RIGHT * count:
            raise StandRefused("other_edition")
        self._kept.keep_photographs(game, replace(kept, unchecked=False))
        work.helped = Helped(count, right, None)

    def _go_on_learning(self, game: str) -> None:
        """Learn what was not learnt when the program ended."""
        kept, work = self._steps.photographs(game), self._work(game)
        count = len(kept.photographs)
        lacks = work.provisional is None if count == WANTED - 1 else self._kept.learnt(game) is None
        if count >= WANTED - 1 and lacks and work.failed != count and not self._learning.is_busy(game):
            self._learn(game)

    def _learn(self, game: str, check: Check | None = None) -> None:
        """Learn a game's board from its photographs; how much the last one brought is measured by ``check``."""
        kept = self._steps.photographs(game)

        def done(board: LearntBoard | None) -> None:
            helped = None if board is None or check is None else check.helped(board)
            with self._lock:
                work = self._work(game)
                if self._steps.photographs(game).photographs != kept.photographs:
                    return
                if board is None:
                    work.failed = len(kept.photographs)
                    return
                if len(kept.photographs) < WANTED:
                    work.provisional = board
                    return
                try:
                    self._kept.keep_learnt(game, board)
                    if kept.brought:
                        self._kept.keep_photographs(game, replace(kept, brought=False, unchecked=False))
                    work.helped = helped
                except OSError as error:
                    _log.error("What was learnt of %s could not be written: %s", game, error)
                    work.failed = len(kept.photographs)

        if sum(bool(one.pieces) for one in kept.photographs):
            self._learning.begin(game, kept.set_boards, done)

    def _look_live(self, game: str) -> LookedBoard | None:
        with self._lock:
            ready, scene = self._steps.prepared(game), self._steps.photographs(game).photographs
            picture = None if ready is None else self._stand.whole_picture(self._hidden_for())
            last = self._last_live
        if ready is None or picture is None:
            return None
        if last is not None and last[0] == (game, picture.number, ready.zone, len(scene)):
            return last[1]
        board = straight_board(picture, ready.zone)
        if board is None:
            return None
        with self._lock:
            bare = self._steps.bare_board(game)
        seen = look(board, ready.zone, bare, self._next())
        self._last_live = ((game, picture.number, ready.zone, len(scene)), seen)
        return seen

    def _next(self) -> int:
        """The number of the next picture that a page is shown."""
        with self._lock:
            self._pictures += 1
            return self._pictures

    @contextmanager
    def _changing(self, game: str, revision: int | None = None) -> Iterator[_Work]:
        """A change of what is shown; ``revision``: only if it still is the one that was shown."""
        with self._lock:
            work = self._work(game)
            if revision is not None and revision != work.revision:
                raise StandRefused("stale")
            try:
                yield work
                self._work(game).revision += 1
            except OSError as error:
                _log.error("The pieces could not be written: %s", error)
                raise StandRefused("pieces_not_written") from error
