"""The money tables of the printed sheet, as a profile file may repeat them: they are rules and cannot differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.super_crack.rules.betting import BET_PAYOUTS, BET_PRICES
from companion.games.super_crack.rules.handicap import FEE_PER_SQUARE
from companion.games.super_crack.rules.ledger import OPENING_NOTES, OPENING_TOTAL
from companion.games.super_crack.rules.market import HORSE_PRICES
from companion.games.super_crack.rules.settlement import PRIMES, PRINTED_FIRST_PRIME


def _primes(first: int) -> dict[str, dict[str, int]]:
    """Table 2.2, with what a lone horse that comes first earns (SC-57)."""
    table = {
        str(same): {str(rank): prime for rank, prime in enumerate(primes, start=1)}
        for same, primes in PRIMES.items()
    }
    table["1"]["1"] = first
    return table


PRINTED: Mapping[str, Any] = {
    "money": {
        "opening_notes": OPENING_NOTES,
        "opening_total": OPENING_TOTAL,
        "engagement_fee_per_square": FEE_PER_SQUARE,
    },
    "horse_prices": dict(zip(("first_of_colour", "second", "third", "fourth"), HORSE_PRICES, strict=True)),
    "bet_prices": {str(tokens): price for tokens, price in BET_PRICES.items()},
    "bet_payouts": {
        kind: {str(tokens): paid for tokens, paid in row.items()} for kind, row in BET_PAYOUTS.items()
    },
    "primes": {"examples": _primes(PRIMES[1][0]), "printed": _primes(PRINTED_FIRST_PRIME)},
}
"""SC-2, SC-8, SC-23, SC-25, SC-27, SC-56, SC-57."""
