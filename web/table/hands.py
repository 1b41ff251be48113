"""What this browser's hands do to the table: everything, or from a seat what is that seat's to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import misread
from companion.action import Rejected
from companion.showing import Snapshot
from web.seats.roles import require_may_undo
from web.seats.viewer import require_own, viewer_seat
from web.services import services


def act(action: Mapping[str, Any], expected_seq: int) -> Snapshot:
    """Plays an action; raises ``Rejected`` or ``Stale``. A player's own page chooses in secret."""
    if viewer_seat() is not None:
        return choose(action, expected_seq)
    require_own(action)
    return services().table.act(action, expected_seq=expected_seq)


class Slip(Exception):
    """A finger missed its place: ``code`` is the fault that it would have been."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def tap(action: Mapping[str, Any], expected_seq: int) -> Snapshot:
    """Plays what a finger tapped; raises ``Slip`` where it missed its place, unless the family wants that judged."""
    table = services().table
    if table.seq == expected_seq and not (services().outside.family.settings() or {}).get("faults_by_taps"):
        require_own(action)
        if code := table.slip(action):
            raise Slip(code)
    return act(action, expected_seq)


def choose(action: Mapping[str, Any], expected_seq: int) -> Snapshot:
    """Keeps what was chosen in secret until all have chosen; raises ``Rejected`` or ``Stale``."""
    require_own(action)
    return services().table.choose(action, expected_seq=expected_seq)


def answer(
    question: int, choice: int | None, action: Mapping[str, Any] | None, expected_seq: int
) -> Snapshot:
    """Answers the open question; raises ``Rejected`` or ``Stale``."""
    if action is not None:
        require_own(action)
    return services().table.answer(question, choice=choice, action=action, expected_seq=expected_seq)


def undo(target: int | None, expected_seq: int) -> Snapshot:
    """Takes an entry back, or what was done last; raises ``Rejected``, ``Stale``, or ``NotAllowed`` (of others).

    A choice in secret that waits for the others is what a player did last; on the table the latest of them.
    """
    table, seat = services().table, viewer_seat()
    chosen = table.snapshot().chosen
    own = next((player for player in reversed(chosen) if seat in (None, player)), None)
    if target is None and own is not None:
        return table.take_choice_back(own, expected_seq=expected_seq)
    require_may_undo(target)
    return table.undo(target=target, expected_seq=expected_seq)


def amend(target: int, arguments: Mapping[str, Any], expected_seq: int) -> Snapshot:
    """Corrects an earlier move; raises ``Rejected`` or ``Stale``. A seat corrects its own moves and the table's."""
    table = services().table
    move = table.move(target)
    if move is not None:
        require_own(move.action)
    require_may_undo(target)
    return table.amend(target, arguments, expected_seq=expected_seq)


def put_card_right(zone: str, place: int, card: str, expected_seq: int) -> Snapshot:
    """Says which card really lies at a place of the table: amends what misread it, else sets the zone anew."""
    table = services().table
    game = table.game
    if game is None:
        raise Rejected("no_game")
    changes = misread.put_right(game, table.opening_state, table.moves(), zone, place, card)
    if changes is not None:
        return _amend_together(changes, expected_seq)
    action = game.relaid(table.state, zone, place, card)
    if action is None:
        raise Rejected("not_amendable", seen=zone)
    return act(action, expected_seq)


def put_entry_right(target: int, card: str, expected_seq: int) -> Snapshot:
    """Says which card an earlier move really told; later moves that name the same card are put right with it."""
    return amend(target, {"card": card}, expected_seq)


def _amend_together(changes: misread.Changes, expected_seq: int) -> Snapshot:
    table = services().table
    for target in changes:
        move = table.move(target)
        if move is not None:
            require_own(move.action)
        require_may_undo(target)
    return table.amend_together(changes, expected_seq=expected_seq)
