"""A table that plays by itself at the pace of people: sightings of a simulated evening for a running ``Table``.

Unless a camera with pictures is given, what a reader would make of them comes straight from the simulation, errors
and all. Visitors may answer its questions and correct the journal as at any table; the family then goes on from what
the journal says.
"""

from __future__ import annotations

import json
import logging
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.action import Action, Rejected
from companion.eyes import ShownEyes
from companion.game import Game
from companion.journal import JournalError
from companion.sighting import EyeStatus
from companion.simulated.evening import Evening, Moment
from companion.simulated.family import NEXT_GAME_S, SIMULATED, Family, can_play
from companion.simulated.following import FollowedByTable
from companion.simulated.noise import Camera
from companion.simulated.players import CannotPlay, Opening, table_before
from companion.simulated.playing import ScriptEnded
from companion.simulated.watching import CameraFactory
from companion.table import Stale, Table

KINDS = ("careless", "careful")
"""The first player's hands slip now and then, so that a visitor gets to see what the referee is for."""
SCRIPTED = "scripted"
VERDICT_STANDS_S = 8.0
"""So long nobody goes on after a call: the cry takes a part of it, and whoever watches has to read the rest."""
_LOOKS_FOR_A_GAME_S = 0.5
_STATUS: Mapping[str, EyeStatus] = {
    "same": EyeStatus("sees", "still"),
    "played": EyeStatus("sees", "still"),
    "look_again": EyeStatus("doubts", "doubt"),
    "open": EyeStatus("doubts", "doubt"),
    "play_on": EyeStatus("doubts", "doubt"),
    "asked": EyeStatus("doubts", "doubt"),
    "waiting": EyeStatus("doubts", "doubt"),
    "refused": EyeStatus("doubts", "doubt"),
    "unfinished": EyeStatus("waits", "hand"),
    "restoring": EyeStatus("waits", "hand"),
}
_HANDS = EyeStatus("waits", "hand")
_READING = EyeStatus("waits", "reading")
_log = logging.getLogger("companion.simulated")


class Film(Family):
    """Plays the game in play at a table, as long as the journal says that it is the simulated family's.

    ``error`` is the share of cards that are read wrongly. A ``camera`` for an opening looks at pictures; ``read``
    gives those it kept; ``plays`` tells which games it can film, ``board`` on which board (the profile, None for the
    game's own) they are played then. With a ``script`` its actions are played, from where the journal stands, and
    then the table just lies there.
    """

    description = "the simulated table"

    def __init__(
        self,
        table: Table,
        *,
        seed: int | None = None,
        speed: float = 1.0,
        error: float | None = None,
        kinds: Sequence[str] = KINDS,
        exit_at_end: bool = False,
        camera: Callable[[Opening], CameraFactory | None] = lambda opening: None,
        read: Callable[[str], bytes | None] = lambda evidence: None,
        script: Sequence[Action] | None = None,
        plays: Callable[[Game], bool] = can_play,
        board: Callable[[Game], Mapping[str, Any] | None] = lambda game: None,
    ) -> None:
        super().__init__(table, seed=seed, speed=speed, exit_at_end=exit_at_end)
        self._error = error
        self._kinds = tuple(kinds)
        self._camera = camera
        self._plays, self._board = plays, board
        self._script = None if script is None else tuple(script)
        self._stop = threading.Event()
        self._called_at: int | None = None
        self.eyes = ShownEyes(read)

    def run(self, stop: threading.Event) -> None:
        """Plays until ``stop`` is set, or to the end of the game with ``exit_at_end``."""
        self._stop = stop
        while not stop.is_set():
            game = self._table.game
            if game is None or not self._plays(game) or not self._goes_on():
                self._pause(_LOOKS_FOR_A_GAME_S * self._speed)
            elif game.is_over(self._table.state):
                self._pause(2.0)
                if self._exit_at_end:
                    return
                if self._script is None:
                    self._next_game(game)
            elif self._script is not None and len(self._table.moves()) >= len(self._script):
                if self._exit_at_end:
                    return
                self._pause(_LOOKS_FOR_A_GAME_S * self._speed)
            else:
                self._play(game)

    def _goes_on(self) -> bool:
        """Whether the game in play is the family's: whoever opens another one at the page plays it alone."""
        return SIMULATED in self._table.notes()

    # ------------------------------------------------------------ one game

    def _play(self, game: Game) -> None:
        """Plays on from what the journal says, until the game is over or somebody else has changed the journal."""
        try:
            opening = self._opening(game)
            followed = FollowedByTable(self._table)
            script = None if self._script is None else self._script[len(self._table.moves()) :]
            evening = Evening(
                opening,
                self._kinds if script is None else (SCRIPTED,),
                lambda _, __: followed,
                self._chance,
                error=self._error,
                state=followed.states[0],
                camera=self._camera(opening) or Camera,
                script=script,
                misplaces=script is None,
            )
            number = self._number()
            for moment in evening.course():
                self._show(moment)
                self._pause(max(moment.seconds, self._verdict_s(game)))
                if self._stop.is_set() or self._number() != number or not self._goes_on():
                    return
                if followed.refresh():
                    _log.info("Somebody has changed the journal: the family goes on from there.")
                    return
        except ScriptEnded:
            return
        except (CannotPlay, Rejected, Stale) as error:
            _log.info("The simulated family lost its thread (%s) and goes on from the journal.", error)
            self._pause(2.0)
        except JournalError as error:
            _log.error("%s", error)
            self._pause(2.0)

    def _opening(self, game: Game) -> Opening:
        shown = self._table.snapshot().game
        if shown is None:
            raise CannotPlay("no game is open at this table")
        return Opening(game, shown.players, dict(shown.options), {})

    def _verdict_s(self, game: Game) -> float:
        """How long people look at the page before they go on: at a fault that has just been called, for a while."""
        shown = self._table.snapshot()
        if shown.seq == self._called_at or not any(
            event.get("code") in game.codes.infractions for event in shown.events
        ):
            return 0.0
        self._called_at = shown.seq
        return VERDICT_STANDS_S

    def _number(self) -> int:
        return self._table.number

    def _show(self, moment: Moment) -> None:
        if moment.what == "look":
            self.eyes.show(_STATUS.get(moment.verdict or "", _READING))
        else:
            self.eyes.show(_HANDS)

    def _next_game(self, game: Game) -> None:
        """After a while the family begins another game, unless somebody else did."""
        before = self._table.snapshot()
        self._pause(NEXT_GAME_S)
        if before.game is None or self._stop.is_set():
            return
        players = before.game.players
        if self._begin_another(before, lambda: table_before(game, players, self._chance), self._board(game)):
            self._table.note(SIMULATED)

    def _pause(self, seconds: float) -> None:
        self._stop.wait(seconds / self._speed)


def open_simulated(
    table: Table,
    game: Game,
    players: Sequence[str],
    options: Mapping[str, Any],
    chance: random.Random,
    profile: Mapping[str, Any] | None = None,
) -> None:
    """Opens a game whose deal is drawn by chance, as the simulated family deals it, on the board of a ``profile``."""
    setup = table_before(game, tuple(players), chance)
    try:
        table.open_game(game.id, tuple(players), options=options, setup=setup, profile=profile)
        table.note(SIMULATED)
    except Rejected as refusal:
        _log.error("The next game could not be opened: %s", json.dumps(refusal.code))
