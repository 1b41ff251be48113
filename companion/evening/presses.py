"""What the buttons of the table do: a press becomes a call, an answer, an undo, or one more look."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue

from companion.action import Action, Rejected
from companion.games import load
from companion.hands import SIDES
from companion.journal import JournalError
from companion.showing import Snapshot
from companion.table import Table

CALLED = "called"
LOOKS = "looks"
NO_CAMERA = "no_camera"
ANSWERED = "answered"
DONE = "done"
UNDONE = "undone"
ANSWER_FIRST = "answer_first"
"""A question is open."""
NOT_NOW = "not_now"
NOT_WRITTEN = "not_written"
OFF = "off"
NOT_OFF = "not_off"
_log = logging.getLogger("companion.buttons")


@dataclass(frozen=True, slots=True)
class Press:
    """What a press did: the button, the player whose it is (None for one of the table), a code, and when (s)."""

    button: str
    player: str | None
    code: str
    at_s: float


class Presses:
    """Does what buttons say, one press after the other, in a thread of its own: a disk that is slow holds up no pin.

    ``look`` asks the camera for a look at everything and says whether there is one; ``power_off`` switches the
    machine off and says whether it may. ``told`` is called after every press that did something or could not.
    """

    def __init__(
        self,
        table: Table,
        *,
        look: Callable[[], bool],
        power_off: Callable[[], bool],
        told: Callable[[Press], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._look = look
        self._power_off = power_off
        self._told = told
        self._clock = clock
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="buttons", daemon=True)

    def start(self) -> None:
        """Begin to do what is pressed."""
        self._thread.start()

    def close(self) -> None:
        """Do no more."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(1.0)

    def put(self, button: str) -> None:
        """A button was pressed (one that is held: was held); returns at once."""
        self._queue.put(button)

    def press(self, button: str) -> Press:
        """Do what a button says; returns what came of it. Never raises for what the rules or the disk refuse."""
        player = None
        try:
            if button in SIDES:
                player = self._player_at(button)
                code = self._side(player)
            else:
                code = {"yes": self._yes, "undo": self._undo, "look": self._looked, "off": self._off}[
                    button
                ]()
        except Rejected as refusal:
            code = ANSWER_FIRST if refusal.code == "question_open" else NOT_NOW
        except JournalError:
            code = NOT_WRITTEN
        return Press(button, player, code, self._clock())

    def _work(self) -> None:
        while (button := self._queue.get()) is not None:
            try:
                self._told(self.press(button))
            except Exception:  # the next press must work all the same
                _log.exception("The button %s failed.", button)

    def _player_at(self, side: str) -> str | None:
        """Whose button this is: of several at one side, that of whoever is on turn."""
        shown = self._table.snapshot()
        there = shown.seating.at(side)
        turn = (shown.view or {}).get("turn")
        return turn if turn in there else there[0] if len(there) == 1 else None

    def _side(self, player: str | None) -> str:
        """Whose side it is calls, where players call something; else the camera looks."""
        shown = self._table.snapshot()
        if shown.game is not None and player is not None and not shown.over:
            call = load(shown.game.id).big_button(shown.game.options, player)
            if call is not None:
                self._table.act(call)
                return CALLED
        return self._looked()

    def _yes(self) -> str:
        """Yes to the first answer of a question; else done: the one thing that can be done, or a look."""
        shown = self._table.snapshot()
        if shown.question is not None:
            self._table.answer(shown.question.id, choice=0)
            return ANSWERED
        only = _only_action(shown)
        if only is None:
            return self._looked()
        self._table.act(only)
        return DONE

    def _undo(self) -> str:
        self._table.undo()
        return UNDONE

    def _looked(self) -> str:
        return LOOKS if self._look() else NO_CAMERA

    def _off(self) -> str:
        return OFF if self._power_off() else NOT_OFF


def _only_action(shown: Snapshot) -> Action | None:
    """The one action that can be done now, where there is one that needs nothing to be told."""
    if shown.over or len(shown.legal_actions) != 1:
        return None
    template = shown.legal_actions[0]
    whole = not any(isinstance(value, dict) for value in template.values())
    return template if whole else None
