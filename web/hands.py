"""What this browser's hands do to the table: everything, or from a seat what is that seat's to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.showing import Snapshot
from web.seats import require_own
from web.services import services


def act(action: Mapping[str, Any], expected_seq: int) -> Snapshot:
    """Plays an action; raises ``Rejected`` or ``Stale``."""
    require_own(action)
    return services().table.act(action, expected_seq=expected_seq)


def answer(
    question: int, choice: int | None, action: Mapping[str, Any] | None, expected_seq: int
) -> Snapshot:
    """Answers the open question; raises ``Rejected`` or ``Stale``."""
    if action is not None:
        require_own(action)
    return services().table.answer(question, choice=choice, action=action, expected_seq=expected_seq)


def amend(target: int, arguments: Mapping[str, Any], expected_seq: int) -> Snapshot:
    """Corrects an earlier move; raises ``Rejected`` or ``Stale``. A seat corrects its own moves and the table's."""
    table = services().table
    move = table.move(target)
    if move is not None:
        require_own(move.action)
    return table.amend(target, arguments, expected_seq=expected_seq)
