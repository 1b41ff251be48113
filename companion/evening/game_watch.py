"""Following a game by camera: the eyes learn from the running table which zones there are and what is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from calibration.boards.squares import SquareMap
from calibration.zones import TablePlan
from companion.evening.journal_learning import JournalLearner
from companion.filmed.watched_zones import watched_zones
from companion.game import Game
from companion.games import load
from companion.referee import Verdict
from companion.showing import Snapshot
from companion.sighting import Sighting
from hardware.frame_source import Frame
from vision.eyes.eyes import Eyes
from vision.stillness.seats import Seats


class Table(Protocol):
    """What is needed of the running table."""

    @property
    def game(self) -> Game | None: ...
    @property
    def state(self) -> Any: ...
    def snapshot(self) -> Snapshot: ...
    def see(self, sighting: Sighting) -> Verdict: ...
    def ready_for_throw(self) -> bool: ...


class GameWatch:
    """Stands between the loop that watches and the table.

    Zones are laid out anew with every game that is opened. What the journal says is empty is learnt as such, but not
    where hands were since the table last agreed with it; a sighting that the referee wants once more is read again,
    and so is, once, a place in which a card cannot be read. A ``learner`` is told of every frame and sighting.
    ``squares`` tells where those of a game's board lie, None where they are not watched. ``anywhere``: what the eyes
    look for they find without a plan, too, wherever it lies in the picture. All this may change with the game
    (``take_up``, ``rest``).
    """

    def __init__(
        self,
        table: Table,
        eyes: Eyes,
        plan: Callable[[], TablePlan | None],
        learner: JournalLearner | None = None,
        *,
        squares: Callable[[str], SquareMap | None] = lambda game: None,
        anywhere: bool = False,
    ) -> None:
        self._squares = squares
        self._table = table
        self._eyes = eyes
        self._plan = plan
        self._learner = learner
        self._anywhere = anywhere
        self._rests = False
        self._looked_for: tuple[str, int] | None = None
        self._laid_out: object = None
        self._sides: Mapping[str, str] | None = None
        self._told: object = None
        self._touched: set[str] = set()
        self._strained: set[str] = set()
        self._asked = False

    def take_up(
        self,
        learner: JournalLearner | None,
        *,
        squares: Callable[[str], SquareMap | None],
        anywhere: bool,
    ) -> None:
        """The eyes read with other readers from now on. To be called by the thread that looks, as ``rest``."""
        self._learner, self._squares, self._anywhere = learner, squares, anywhere
        self._rests, self._laid_out = False, None

    def rest(self) -> None:
        """No frame is looked at until something else is taken up: nobody reads the game in play."""
        self._learner, self._rests, self._laid_out = None, True, None

    def ask_look(self) -> None:
        """Somebody wants everything to be looked at once more; in any thread, the next frame does it."""
        self._asked = True

    def watched(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """Pass a camera's frames on, as long as a game is in play on a table that is set up, or what is looked
        for is found anywhere.
        """
        for frame in frames:
            if self._learner is not None:
                self._learner.step()
            if self._lay_out():
                if self._asked:
                    self._asked = False
                    self._eyes.look_again()
                self._tell_journal()
                yield frame

    def see(self, sighting: Sighting) -> Verdict:
        """Hand a sighting to the table; its verdict steers the eyes. What was seen for another game than the one in
        play by now is left out, and what was seen before people changed places where zones are called after them.
        """
        if self._is_anothers():
            return Verdict("nothing")
        if self._learner is not None:
            self._learner.before()
        verdict = self._table.see(sighting)
        if self._learner is not None:
            self._learner.after(verdict)
        if verdict.kind in ("look_again", "play_on"):
            self._eyes.look_again()
        self._strain(verdict, sighting)
        self._touched |= {one.zone for one in sighting.disturbances}
        game = self._table.game
        lying: Mapping[str, Sequence[str]] = {} if game is None else game.visible_table(self._table.state)
        if verdict.kind in ("same", "played"):
            self._touched.clear()
            self._eyes.agreed(lying)
        self._eyes.known_bare(
            zone for zone, faces in lying.items() if not faces and zone not in self._touched
        )
        return verdict

    def _is_anothers(self) -> bool:
        game, shown = self._table.game, self._table.snapshot().game
        if self._anywhere:
            # A throw goes on while another game is opened, if that is played with such throws, too.
            return game is not None and game.explain is None
        if self._sides is not None and self._sides != self._table.snapshot().seating.sides:
            return True
        now = None if shown is None else (shown.id, shown.number)
        return self._looked_for is not None and self._looked_for != now

    def ready_for_throw(self) -> bool:
        """A photograph of a throw is looked at when dice are due, another one whenever nothing is asked."""
        return self._table.ready_for_throw() if self._anywhere else self._table.snapshot().question is None

    def _strain(self, verdict: Verdict, sighting: Sighting) -> None:
        """Look once more, after every time that hands were there, at what lies otherwise than it should.

        A piece or a card may be told where an arm passed, and nobody touches that place again.
        """
        self._strained -= {one.zone for one in sighting.disturbances}
        if verdict.kind != "unfinished":
            return
        strange = {one.zone for one in verdict.differences} - self._strained
        if strange:
            self._strained |= strange
            self._eyes.look_again(strange)

    def _tell_journal(self) -> None:
        """Tell the eyes how things lie by the journal, whenever it has changed: people tap, too."""
        game, state = self._table.game, self._table.state
        if game is not None and state is not self._told:
            self._told = state
            self._eyes.expect(game.visible_table(state))

    def _lay_out(self) -> bool:
        """Tell the eyes the zones of the game in play; returns whether they know where to look."""
        if self._rests:
            return False
        plan, told = self._plan(), self._table.snapshot()
        shown = told.game
        if plan is None or shown is None or (self._anywhere and not self._eyes.is_placed):
            self._laid_out = None
            return self._anywhere
        squares = self._squares(shown.id)
        self._looked_for = shown.id, shown.number
        # A throw goes on while another game is opened; cards are dealt anew.
        sides = told.seating.sides if any(zone.seat for zone in plan.zones) else None
        now = plan if self._anywhere else (shown.id, shown.number, shown.players, plan, squares, sides)
        if now != self._laid_out:
            self._laid_out, self._sides = now, sides
            self._touched.clear()
            self._strained.clear()
            zones = watched_zones(load(shown.id), plan.for_players(shown.players, sides), squares)
            self._eyes.lay_out(
                zones, Seats(plan.seats, frozenset(told.seating.sides.values()), plan.bodies())
            )
            self._told = None
        return True
