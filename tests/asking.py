"""Questions as the referee would ask them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Answer, Proposal
from companion.table import Table

NOTHING = Answer("nothing_happened", {"count": 0}, None, 0.0)


def moved(by: str, source: str, target: str, card: str) -> dict[str, Any]:
    return {"by": by, "do": "move", "from": source, "to": target, "card": card}


def answer(*actions: dict[str, Any], chance: float = 0.5, taken_back: int = 0) -> Answer:
    """That these moves were made."""
    return Answer("moves", {"actions": list(actions)}, actions[0], chance, actions[1:], taken_back)


def asks(
    table: Table,
    *answers: Answer,
    code: str = "what_happened",
    zones: Sequence[str] = (),
    evidence: str | None = None,
    lacking: dict[str, Any] | None = None,
) -> None:
    """The table asks which of these is true; ``lacking`` is what was done with a card that nobody saw."""
    arguments = {"zones": list(zones)} | ({} if lacking is None else {"lacking": lacking})
    with table._writing():
        table._written.ask(Proposal(code, arguments, answers, evidence), None)
    table._tell()
