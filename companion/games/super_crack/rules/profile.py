"""What the family counts once on its own box: the board, the owner cards, the deck; and the house rules.

The printed sheet gives neither squares nor cards (section 1.3); its money tables are rules, not profile.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeGuard

from companion.action import Rejected
from companion.game import Option

COLOURS = ("red", "blue", "yellow", "green")
HORSES = tuple(range(1, 17))
MOVE_CARDS = frozenset({"advance", "back_own", "back_any"})
"""The cards that cost a penalty when they are left over (SC-53)."""
HORSE_CARDS = MOVE_CARDS | {"sprint", "joker"}
"""The cards that are played on a horse."""
OWN_HORSE_CARDS = frozenset({"back_own", "sprint", "joker"})

LONGEST_TRACK = 400
DEEPEST_RED_ZONE = 100
MOST_COPIES = 500
_MOST = 10**9

OPTIONS: Mapping[str, Option] = {
    "stable_table": Option.of("examples", "printed"),
    "buy_order": Option.of("roll_each_purchase", "ranking_round"),
    "require_four_colours": Option.of(False, True),
    "blue_cards": Option.of("handicap", "free"),
    "card_timing": Option.of("own_turn", "any_time"),
    "joker_compulsory": Option.of(False, True),
    "trapped_cards": Option.of("back_only", "all"),
    "dots_on_card_moves": Option.of(True, False),
    "race_retreat_floor": Option.of("red_zone", "start_line"),
    "deferred_money": Option.of("end_of_race", "end_of_game"),
    "move_card_penalty": Option(1000, low=0, high=_MOST),
    "cards_per_race": Option(4, low=0, high=8),
    "target_cash": Option(100_000, low=-_MOST, high=_MOST),
    "stable_required": Option(4, low=1, high=4),
    "max_races": Option(None, choices=(None,), low=1, high=_MOST),
    "strict_placement": Option.of(False, True),
}
"""Every house rule (section 2.3)."""


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of one game, a field for each option of section 2.3."""

    stable_table: str
    buy_order: str
    require_four_colours: bool
    blue_cards: str
    card_timing: str
    joker_compulsory: bool
    trapped_cards: str
    dots_on_card_moves: bool
    race_retreat_floor: str
    deferred_money: str
    move_card_penalty: int
    cards_per_race: int
    target_cash: int
    stable_required: int
    max_races: int | None
    strict_placement: bool


@dataclass(frozen=True, slots=True)
class Hazard:
    """A river or a hedge: its kind ("river", "hedge") and its neighbouring squares."""

    kind: str
    first: int
    last: int

    @property
    def beyond(self) -> int:
        """The first square after it (SC-36)."""
        return self.last + 1


@dataclass(frozen=True, slots=True)
class Board:
    """The track: start line 0, squares 1, 2, … ``finish``; the red zone behind the start is −1 … −``red_zone``."""

    finish: int
    red_zone: int
    rivers: tuple[tuple[int, ...], ...]
    hedges: tuple[tuple[int, ...], ...]
    dots: tuple[int, ...]
    hazards: Mapping[int, Hazard] = field(compare=False, repr=False)

    @classmethod
    def of(cls, given: Mapping[str, Any], code: str) -> Board:
        """The board of a profile; raises ``Rejected(code)`` where it is not valid (section 1.3)."""
        for key in given:
            if key not in DEFAULT_BOARD:
                raise Rejected(code, key=f"board.{key}")
        finish, red_zone = given["finish"], given["red_zone"]
        if not is_whole(finish, 3, LONGEST_TRACK):
            raise Rejected(code, key="board.finish")
        if not is_whole(red_zone, 0, DEEPEST_RED_ZONE):
            raise Rejected(code, key="board.red_zone")
        rivers = _zones(given["rivers"], finish, code, "board.rivers")
        hedges = _zones(given["hedges"], finish, code, "board.hedges")
        dots = given["dots"]
        if not isinstance(dots, list | tuple) or not all(is_whole(dot, 1, finish - 1) for dot in dots):
            raise Rejected(code, key="board.dots")
        squares = [square for zone in (*rivers, *hedges) for square in zone] + list(dots)
        if len(set(squares)) != len(squares):
            raise Rejected(code, key="board")
        hazards = {
            square: Hazard(kind, zone[0], zone[-1])
            for kind, zones in (("river", rivers), ("hedge", hedges))
            for zone in zones
            for square in zone
        }
        return cls(finish, red_zone, rivers, hedges, tuple(sorted(dots)), hazards)


def _zones(given: object, finish: int, code: str, key: str) -> tuple[tuple[int, ...], ...]:
    if not isinstance(given, list | tuple):
        raise Rejected(code, key=key)
    zones = []
    for zone in given:
        if not isinstance(zone, list | tuple) or not zone:
            raise Rejected(code, key=key)
        if not all(is_whole(square, 1, finish - 2) for square in zone):
            raise Rejected(code, key=key)
        squares = tuple(sorted(zone))
        if squares != tuple(range(squares[0], squares[0] + len(squares))):
            raise Rejected(code, key=key)
        zones.append(squares)
    return tuple(sorted(zones))


@dataclass(frozen=True, slots=True)
class Card:
    """A special card: its id, what it does ("advance", "pay", "joker" …) and its number: squares or francs."""

    id: str
    effect: str
    number: int = 0

    @property
    def needs_horse(self) -> bool:
        """Whether it is played on a horse."""
        return self.effect in HORSE_CARDS


_NUMBERED = re.compile(r"(advance|back_own|back_any|pay|receive)_([1-9][0-9]{0,6})")


@lru_cache(maxsize=1024)
def card_of(name: str) -> Card | None:
    """The card with this id (section 1.4), None when there is no such card."""
    if name in ("joker", "sprint", "black_pawn"):
        return Card(name, name)
    parts = _NUMBERED.fullmatch(name)
    if parts is None:
        return None
    effect, number = parts[1], int(parts[2])
    if effect in MOVE_CARDS:
        return Card(name, effect, number) if number <= DEEPEST_RED_ZONE else None
    return Card(name, effect, number) if number % 100 == 0 else None


ANY_MOVE = "any_move"
"""A card that moves a horse, whichever: at the settlement they all cost the same (SC-53)."""
NOTHING_ELSE = "nothing_else"
"""All cards of a hand that nobody named: none of them costs or pays anything at the settlement."""
SHOWN_TOGETHER: Mapping[str, Card] = {
    ANY_MOVE: Card(ANY_MOVE, "advance"),
    NOTHING_ELSE: Card(NOTHING_ELSE, NOTHING_ELSE),
}
"""What cards may be called when a race is settled, where which one it is changes no payment."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A family's box: the board, the colour of each horse (place 0 is horse 1), and the deck.

    ``kinds`` and ``copies`` go together: how many of each card the deck has, 0 for a card of the default list that
    this box lacks. ``provisional``: nobody has counted the real board yet.
    """

    board: Board
    colours: tuple[str, ...]
    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    provisional: bool
    cards: Mapping[str, Card] = field(compare=False, repr=False)
    place: Mapping[str, int] = field(compare=False, repr=False)

    @classmethod
    def of(cls, board: Board, owner_cards: object, deck: object, provisional: bool, code: str) -> Profile:
        """Checks owner cards and deck (section 1.3); raises ``Rejected(code)``."""
        counts = {**dict.fromkeys(DEFAULT_DECK, 0), **_deck(deck, code)}
        kinds = tuple(counts)
        cards = {kind: card for kind in kinds if (card := card_of(kind)) is not None}
        place = {kind: index for index, kind in enumerate(kinds)}
        return cls(
            board, _owner_cards(owner_cards, code), kinds, tuple(counts.values()), provisional, cards, place
        )


def _owner_cards(given: object, code: str) -> tuple[str, ...]:
    """SC-9: the sixteen owner cards, four of each colour."""
    if not isinstance(given, Mapping) or set(given) != {str(number) for number in HORSES}:
        raise Rejected(code, key="owner_cards")
    colours = tuple(given[str(number)] for number in HORSES)
    if not all(isinstance(colour, str) for colour in colours):
        raise Rejected(code, key="owner_cards")
    if any(colours.count(colour) != 4 for colour in COLOURS):
        raise Rejected(code, key="owner_cards")
    return colours


def _deck(given: object, code: str) -> dict[str, int]:
    if not isinstance(given, Mapping):
        raise Rejected(code, key="deck")
    for kind, count in given.items():
        if not isinstance(kind, str) or card_of(kind) is None or not is_whole(count, 0, MOST_COPIES):
            raise Rejected(code, key=f"deck.{kind}")
    if given.get("black_pawn", 0) > 1:
        raise Rejected(code, key="deck.black_pawn")
    return dict(given)


def is_whole(value: object, low: int, high: int) -> TypeGuard[int]:
    """Whether a value is a whole number between two others, both included (True is not 1)."""
    return type(value) is int and low <= value <= high


# ---------------------------------------------------------------- the provisional default

DEFAULT_BOARD: Mapping[str, Any] = {
    "finish": 50,
    "red_zone": 12,
    "rivers": [[19]],
    "hedges": [[33]],
    "dots": [5, 11, 16, 22, 28, 35, 41, 46],
}
DEFAULT_OWNER_CARDS: Mapping[str, str] = {
    str(number): colour for number, colour in zip(HORSES, (c for c in COLOURS for _ in range(4)), strict=True)
}
DEFAULT_DECK: Mapping[str, int] = {
    **{"advance_1": 2, "advance_2": 3, "advance_3": 3, "advance_4": 2, "advance_5": 1, "advance_6": 1},
    **{"back_own_2": 2, "back_own_3": 2, "back_own_4": 2, "back_own_5": 1, "back_own_6": 1},
    **{"back_any_1": 1, "back_any_2": 2, "back_any_3": 2, "back_any_4": 1, "back_any_5": 1, "back_any_6": 1},
    **{"joker": 4, "sprint": 1, "black_pawn": 1},
    **{"pay_500": 2, "pay_1000": 3, "pay_2000": 2, "receive_500": 2, "receive_1000": 3, "receive_2000": 2},
}
DEFAULT_PROFILE: Mapping[str, Any] = {
    "provisional": True,
    "board": DEFAULT_BOARD,
    "owner_cards": DEFAULT_OWNER_CARDS,
    "deck": DEFAULT_DECK,
}
