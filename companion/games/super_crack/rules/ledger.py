"""The money: a double-entry ledger that always sums to 0 (SC-3)."""

from __future__ import annotations

from typing import TypeGuard

from companion.games.super_crack.rules.state import BANK_ACCOUNT, Draft, Entry, Ledger, Position, active

OPENING_NOTES = {"10000": 1, "2000": 2, "1000": 4, "500": 3, "100": 5}
"""SC-2: what each player receives once: notes by value."""
OPENING_TOTAL = 20_000
SMALLEST_NOTE = 100
LARGEST_AMOUNT = 10**9
"""Francs; far more than was ever printed, and a number that can still be read aloud."""


def pay(game: Draft, payer: int, payee: int, amount: int, reason: str) -> None:
    """SC-3: one entry, out of one account into another. A zero amount makes no entry."""
    if amount == 0:
        return
    balances = list(game.ledger.balances)
    balances[payer] -= amount
    balances[payee] += amount
    entry = Entry(payer, payee, amount, reason, game.race)
    game.ledger = Ledger(tuple(balances), game.ledger.owed, entry)
    fields = {"from": game.name(payer), "to": game.name(payee), "amount": amount, "reason": reason}
    game.say("money_moved", **fields)


def from_bank(game: Draft, seat: int, amount: int, reason: str) -> None:
    """The bank pays a player; it never runs out (SC-3)."""
    pay(game, BANK_ACCOUNT, seat, amount, reason)


def to_bank(game: Draft, seat: int, amount: int, reason: str) -> None:
    """A player pays the bank; a forced payment may leave a debt (SC-4)."""
    pay(game, seat, BANK_ACCOUNT, amount, reason)


def owe(game: Draft, seat: int, amount: int) -> None:
    """SC-54: a pay card that is paid when the game ends."""
    owed = list(game.ledger.owed)
    owed[seat] += amount
    game.ledger = Ledger(game.ledger.balances, tuple(owed), game.ledger.last)


def forget_owed(game: Draft, seat: int) -> None:
    """Nothing is owed any more: it was paid, or the player is bankrupt."""
    owe(game, seat, -game.ledger.owed[seat])


def debt(game: Position, seat: int) -> int:
    """SC-4: what a player owes the bank at once."""
    return max(0, -game.ledger.balances[seat])


def debtors(game: Position) -> list[int]:
    """SC-15: the seats that owe the bank, in seat order; debts of the bankrupt are written off."""
    balances = game.ledger.balances
    return [seat for seat in active(game) if balances[seat] < 0]


def is_amount(value: object, least: int) -> TypeGuard[int]:
    """Whether a value is an amount that notes can make: whole hundreds, at least ``least``."""
    return type(value) is int and least <= value <= LARGEST_AMOUNT and value % SMALLEST_NOTE == 0
