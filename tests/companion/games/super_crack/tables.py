"""Super-Crack laid on the table for a test: horses where they stand, cards in hands, money in the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.playing import Play

GAME_ID = "super_crack"
TWO = ("Ada", "Bea")
THREE = ("Ada", "Bea", "Cyd")
FOUR = ("Ada", "Bea", "Cyd", "Dan")
FIVE = ("Ada", "Bea", "Cyd", "Dan", "Eve")
SIX = ("Ada", "Bea", "Cyd", "Dan", "Eve", "Fay")

COLOURS = ("red", "blue", "yellow", "green")
DOTS = (5, 11, 16, 22, 28, 35, 41, 46)
DECK: Mapping[str, int] = {
    **{"advance_1": 2, "advance_2": 3, "advance_3": 3, "advance_4": 2, "advance_5": 1, "advance_6": 1},
    **{"back_own_2": 2, "back_own_3": 2, "back_own_4": 2, "back_own_5": 1, "back_own_6": 1},
    **{"back_any_1": 1, "back_any_2": 2, "back_any_3": 2, "back_any_4": 1, "back_any_5": 1, "back_any_6": 1},
    **{"joker": 4, "sprint": 1, "black_pawn": 1},
    **{"pay_500": 2, "pay_1000": 3, "pay_2000": 2, "receive_500": 2, "receive_1000": 3, "receive_2000": 2},
}
"""The deck of the provisional profile (section 1.3): 48 cards."""

Stable = Mapping[int, str | tuple[str, int]]
"""Owners by number, with the square where the horse stands if it is not left out."""


def colour(number: int) -> str:
    """The colour of an owner card of the provisional profile."""
    return COLOURS[(number - 1) // 4]


def opening(players: Sequence[str] = TWO, **options: Any) -> Play:
    """A new game, nothing dealt."""
    return Play(GAME_ID, players, options=options)


def laid(
    phase: str,
    horses: Stable | None = None,
    *,
    players: Sequence[str] = TWO,
    cash: int | Mapping[str, int] = 5000,
    options: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
    **setup: Any,
) -> Play:
    """A game at some moment: ``cash`` for everybody or by player, the other fields of the setup by name."""
    standing = {
        str(number): {"owner": who} if isinstance(who, str) else {"owner": who[0], "square": who[1]}
        for number, who in (horses or {}).items()
    }
    accounts = {player: cash for player in players} if isinstance(cash, int) else dict(cash)
    given = {"phase": phase, "horses": standing, "cash": accounts, **setup}
    return Play(GAME_ID, players, options=options, setup=given, profile=profile)


def market(horses: Stable | None = None, **given: Any) -> Play:
    """The sale between two races (or before the first)."""
    return laid("market", horses, **given)


def handicap(horses: Stable, hands: Mapping[str, Sequence[str | None]] | None = None, **given: Any) -> Play:
    """The horses on the start line; the cards are dealt when ``hands`` are given."""
    dealt = {} if hands is None else {"hands": {player: list(cards) for player, cards in hands.items()}}
    return laid("handicap", horses, **dealt, **given)


def racing(
    horses: Stable,
    hands: Mapping[str, Sequence[str | None]] | None = None,
    *,
    turn: str = "Ada",
    **given: Any,
) -> Play:
    """A race under way; it is ``turn``'s turn with all running horses to roll unless ``to_roll`` is given."""
    dealt = {} if hands is None else {"hands": {player: list(cards) for player, cards in hands.items()}}
    return laid("racing", horses, turn=turn, **dealt, **given)


def settling(
    arrivals: Sequence[int],
    horses: Stable,
    hands: Mapping[str, Sequence[str | None]] | None = None,
    **given: Any,
) -> Play:
    """A race just run: ``arrivals`` are the horses home, in order."""
    dealt = {} if hands is None else {"hands": {player: list(cards) for player, cards in hands.items()}}
    return laid("settling", horses, arrivals=list(arrivals), **dealt, **given)


def squares(play: Play) -> dict[int, int]:
    """Where each horse on the track stands."""
    return {
        int(number): horse["square"]
        for number, horse in play.view["horses"].items()
        if horse["square"] is not None
    }


def square(play: Play, number: int) -> Any:
    """Where one horse stands, None when it is not on the track."""
    return play.view["horses"][str(number)]["square"]


def trapped(play: Play, number: int) -> Any:
    """ "river", "hedge" or None."""
    return play.view["horses"][str(number)]["trapped"]


def hand(play: Play, player: str) -> list[str | None]:
    """The special cards a player holds, null where nobody told."""
    return list(play.view["private"][player]["hand"])


def cash(play: Play, *players: str) -> tuple[int, ...]:
    """The balances of these players (negative: a debt)."""
    return tuple(play.view["accounts"][player] for player in players)


def entries(play: Play) -> list[tuple[str, str, int, str]]:
    """The ledger entries of the last action: (from, to, amount, reason)."""
    return [
        (event.fields["from"], event.fields["to"], event.fields["amount"], event.fields["reason"])
        for event in play.events
        if event.name == "money_moved"
    ]


def names(play: Play) -> list[str]:
    """The names of the last action's events, in order."""
    return [event.name for event in play.events]
