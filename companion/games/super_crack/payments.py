"""Payments note by note: who pays whom, and which notes would do (section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.super_crack.rules.ledger import OPENING_NOTES

_NOT_HANDED_OVER = frozenset({"opening_deal", "write_off"})
"""What everybody gets at once (SC-2), and a debt of which nobody pays anything (SC-15)."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Notes that go from one to another, the bank being one of them: an amount (francs) for a reason.

    What is handed over for several reasons at once has none.
    """

    payer: str
    payee: str
    reason: str
    amount: int

    @property
    def notes(self) -> tuple[tuple[int, int], ...]:
        """The fewest notes that do: (francs, how many)."""
        return notes(self.amount)


def notes(amount: int) -> tuple[tuple[int, int], ...]:
    """The fewest notes that make an amount, the largest first: (francs, how many).

    Nobody counts which notes a player holds (SC-3). Each value divides the next, so the largest that fits is right.
    """
    found, left = [], max(amount, 0)
    for value in sorted(map(int, OPENING_NOTES), reverse=True):
        count, left = divmod(left, value)
        if count:
            found.append((value, count))
    return tuple(found)


def payments(events: Iterable[Mapping[str, Any]]) -> tuple[Payment, ...]:
    """What is handed over after these events (in the record's form), in order.

    What one pays another for one reason, horse by horse, is counted out together.
    """
    due: dict[tuple[str, str, str], int] = {}
    for event in events:
        if event["event"] == "money_moved" and event["reason"] not in _NOT_HANDED_OVER:
            key = (event["from"], event["to"], event["reason"])
            due[key] = due.get(key, 0) + event["amount"]
    return tuple(Payment(*key, amount) for key, amount in due.items())


def handed_over(events: Iterable[Mapping[str, Any]]) -> tuple[Payment, ...]:
    """The same, what two pay each other reckoned up: after a race the bank counts out once to each."""
    due: dict[tuple[str, str], list[Payment]] = {}
    for one in payments(events):
        back = (one.payee, one.payer)
        due.setdefault(back if back in due else (one.payer, one.payee), []).append(one)
    reckoned = []
    for (payer, payee), between in due.items():
        amount = sum(one.amount if one.payer == payer else -one.amount for one in between)
        reason = between[0].reason if len(between) == 1 else ""
        ends = (payer, payee) if amount > 0 else (payee, payer)
        reckoned += [Payment(*ends, reason, abs(amount))] if amount else []
    return tuple(reckoned)
