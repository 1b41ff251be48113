"""What a correction changed: which moves read otherwise now, which are gone, which are faults now or no longer.

Told to one viewer at a time: actions pass the game's ``redacted``, faults are events with an audience.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.action import Event
from companion.fold import Folded
from companion.game import Game, Instruction
from companion.journal import Entry

INFRACTION = "infraction"
"""The event that says that a move was faulty; its field ``code`` says how."""


def faults(events: Iterable[Event], seat: str | None) -> list[dict[str, Any]]:
    """The faults among the events of a move that a viewer may know of, in the form of the record."""
    return [
        event.as_json()
        for event in events
        if event.name == INFRACTION and (event.audience is None or seat in event.audience)
    ]


def left_out(entries: Iterable[Entry], undone: frozenset[int]) -> frozenset[int]:
    """The moves that answers have left out because a correction had made them impossible."""
    return frozenset(
        seq for entry in entries if entry.seq not in undone for seq in entry.body.get("taken_back", ())
    )


def changes(
    game: Game, before: Folded, after: Folded, mending: Sequence[Entry], seat: str | None
) -> tuple[Instruction, ...]:
    """What the corrections ``mending`` changed for a viewer, from ``before`` them to ``after`` them, in codes."""
    return tuple(_Comparison(game, before, after, mending, seat).told())


class _Comparison:
    """The same game before and after its latest corrections, as one viewer may know it."""

    def __init__(
        self, game: Game, before: Folded, after: Folded, mending: Sequence[Entry], seat: str | None
    ) -> None:
        self._game = game
        self._before = {move.seq: move.action for move in before.moves}
        self._after = {move.seq: move.action for move in after.moves}
        self._told_before, self._told_after = before.told, after.told
        self._left_out = left_out(mending, after.undone)
        self._seat = seat

    def told(self) -> Iterator[Instruction]:
        """What was corrected or taken back, then what came of it."""
        for seq, old in self._before.items():
            new = self._after.get(seq)
            if new is None and seq not in self._left_out:
                yield Instruction("changed_taken_back", {"action": self._shown(old)})
            elif new is not None and new is not old and new != old:
                yield Instruction(
                    "changed_corrected", {"before": self._shown(old), "after": self._shown(new)}
                )
        for seq, old in self._before.items():
            if seq in self._left_out and seq not in self._after:
                yield Instruction("changed_left_out", {"action": self._shown(old)})
            elif seq in self._told_before and seq in self._told_after:
                yield from self._judged(seq)

    def _judged(self, seq: int) -> Iterator[Instruction]:
        if self._told_before[seq] is self._told_after[seq]:
            return  # it was not played again
        before = faults(self._told_before[seq], self._seat)
        after = faults(self._told_after[seq], self._seat)
        known, still = ({fault.get("code") for fault in found} for found in (before, after))
        action = self._shown(self._after[seq])
        for fault in after:
            if fault.get("code") not in known:
                yield Instruction("changed_now_fault", {"action": action, "fault": fault})
        if before and not still:
            yield Instruction("changed_no_fault", {"action": action})

    def _shown(self, action: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self._game.redacted(action, self._seat))
