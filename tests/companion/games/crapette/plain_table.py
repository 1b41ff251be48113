"""The cards of Crapette on plain lists, worked out from the rules text alone: what lies where, what fits where
(sections 1 and 2.2), and how the table lies after a move.

Nothing here is taken from the program. A move is ``{"from", "to", "card"}`` with an optional ``count``; other actions
are ``{"do": …}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
FOUNDATIONS = tuple(f"F{n}" for n in range(1, 9))
CASES = tuple(f"T{n}" for n in range(1, 9))
BOTH = ("Ada", "Bea")

Move = dict[str, Any]


class Card(str):
    """One certain card of one pack: it equals its copy in the other pack, and is not the same thing."""

    __slots__ = ()


def value(card: str) -> int:
    """1 for an Ace … 13 for a King (CR-1)."""
    return RANKS.index(card[:-1]) + 1


def suit(card: str) -> str:
    return card[-1]


def red(card: str) -> bool:
    return card[-1] in "HD"


@dataclass
class Position:
    """What lies on the table; ``parked`` and ``returned`` happened this turn (4.4, ``foundation_return``).

    ``face_up`` counts the cards on top of a reserve that lie face up: loaded cards lie on an open one.
    """

    options: dict[str, Any]
    turn: str
    foundations: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in FOUNDATIONS})
    cases: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in CASES})
    reserves: dict[str, list[str | None]] = field(default_factory=lambda: {name: [] for name in BOTH})
    face_up: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BOTH, 0))
    stocks: dict[str, list[str | None]] = field(default_factory=lambda: {name: [] for name in BOTH})
    wastes: dict[str, list[str | None]] = field(default_factory=lambda: {name: [] for name in BOTH})
    hands: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(BOTH))
    parked: set[str] = field(default_factory=set)
    returned: set[tuple[str, int]] = field(default_factory=set)

    @property
    def other(self) -> str:
        return BOTH[1 - BOTH.index(self.turn)]

    def copy(self) -> Position:
        """A position of its own: piles are lists, hands and marks are values."""

        def piles(some: dict[str, Any]) -> dict[str, Any]:
            return {name: list(pile) for name, pile in some.items()}

        return Position(
            self.options,
            self.turn,
            piles(self.foundations),
            piles(self.cases),
            piles(self.reserves),
            dict(self.face_up),
            piles(self.stocks),
            piles(self.wastes),
            dict(self.hands),
            set(self.parked),
            set(self.returned),
        )


# ------------------------------------------------------------------------------- what fits where


def fits_foundation(position: Position, card: str, foundation: str) -> bool:
    """CR-10, CR-11, judged by the card that really lies on top."""
    pile = position.foundations[foundation]
    if not pile:
        return value(card) == 1
    return suit(pile[-1]) == suit(card) and value(card) == value(pile[-1]) + 1


def fits_some_foundation(position: Position, card: str) -> bool:
    return any(fits_foundation(position, card, foundation) for foundation in FOUNDATIONS)


def fits_card(card: str, below: str) -> bool:
    """CR-20."""
    return value(card) == value(below) - 1 and red(card) != red(below)


def fits_series(position: Position, card: str, case: str) -> bool:
    return bool(position.cases[case]) and fits_card(card, position.cases[case][-1])


def can_load(position: Position, card: str, pile: str) -> bool:
    """CR-30 and CR-32: ``pile`` is the other player's reserve or waste."""
    if not position.options["loading"]:
        return False
    kind, owner = pile.split(":")
    cards = position.reserves[owner] if kind == "reserve" else position.wastes[owner]
    if not cards or cards[-1] is None or (kind == "reserve" and not position.face_up[owner]):
        return False
    top = cards[-1]
    if abs(value(card) - value(top)) != 1:
        return False
    match position.options["load_match"]:
        case "same_suit":
            return suit(card) == suit(top)
        case "same_colour":
            return red(card) == red(top)
        case _:
            return red(card) != red(top)


def opponents_piles(position: Position) -> list[str]:
    return [f"reserve:{position.other}", f"waste:{position.other}"]


def empty_cases(position: Position) -> list[str]:
    return [case for case in CASES if not position.cases[case]]


def move(source: str, target: str, card: str) -> Move:
    return {"from": source, "to": target, "card": card}


def reserve_top(position: Position) -> str | None:
    """The face-up reserve top of the player on turn."""
    cards = position.reserves[position.turn]
    return cards[-1] if cards and position.face_up[position.turn] else None


def sources(position: Position) -> Iterator[tuple[str, str]]:
    """CR-12: zone and card, in the order reserve, hand, T1 … T8."""
    top, hand = reserve_top(position), position.hands[position.turn]
    if top is not None:
        yield f"reserve:{position.turn}", top
    if hand is not None:
        yield f"hand:{position.turn}", hand
    for case in CASES:
        if position.cases[case]:
            yield case, position.cases[case][-1]


def foundation_targets(position: Position, card: str) -> list[str]:
    """Foundations that take the card; of several empty ones the first."""
    fitting = [name for name in FOUNDATIONS if fits_foundation(position, card, name)]
    first_empty = next((name for name in fitting if not position.foundations[name]), None)
    return [name for name in fitting if position.foundations[name] or name == first_empty]


def foundation_plays(position: Position) -> list[Move]:
    return [
        move(source, target, card)
        for source, card in sources(position)
        for target in foundation_targets(position, card)
    ]


# ------------------------------------------------------------------------------- playing on


def take(position: Position, zone: str, count: int = 1) -> list[str]:
    kind, _, owner = zone.partition(":")
    if kind == "hand":
        card = position.hands[owner]
        position.hands[owner] = None
        assert card is not None
        return [card]
    piles: dict[str, Any] = {"reserve": position.reserves, "waste": position.wastes}
    pile = piles[kind][owner] if owner else {**position.cases, **position.foundations}[zone]
    cards = pile[-count:]
    del pile[-count:]
    if kind == "reserve":
        position.face_up[owner] = max(0, position.face_up[owner] - 1)
    return list(cards)


def lay(position: Position, zone: str, cards: list[str]) -> None:
    kind, _, owner = zone.partition(":")
    if kind == "reserve":
        position.face_up[owner] += len(cards)
    piles: dict[str, Any] = {"reserve": position.reserves, "waste": position.wastes}
    (piles[kind][owner] if owner else {**position.cases, **position.foundations}[zone]).extend(cards)


def after(position: Position, action: Move, *, rightly: bool = True) -> Position:
    """The position after an action of the player on turn; ``rightly`` is false for a move against 4.2 that stays."""
    new = position.copy()
    me = new.turn
    match action.get("do", "move"):
        case "move":
            play_move(new, action, rightly)
        case "draw":
            new.stocks[me].pop()
            new.hands[me] = action["card"]
        case "discard":
            lay(new, f"waste:{me}", take(new, f"hand:{me}"))
            pass_turn(new)
        case "pass":
            pass_turn(new)
        case "recycle":
            new.stocks[me] = new.wastes[me][::-1]
            new.wastes[me] = []
        case "turn_reserve":
            new.reserves[me][-1] = action["card"]
            new.face_up[me] = 1
    return new


def pass_turn(position: Position) -> None:
    position.turn = position.other
    position.parked, position.returned = set(), set()


def play_move(position: Position, step: Move, rightly: bool) -> None:
    """Moves the cards; only what is rightly placed is excused from being freed or going up again (4.4, 2.3)."""
    source, target, count = step["from"], step["to"], step.get("count", 1)
    from_case = source in CASES
    was_empty = target in CASES and not position.cases[target]
    was_parked = source in position.parked
    lay_at = len(position.cases[target]) if target in CASES else 0
    if from_case:
        column = position.cases[source]
        first = len(column) - count
        if step.get("covered"):
            first = max(place for place, card in enumerate(column) if card == step["card"])
        cards = column[first : first + count]
        del column[first : first + count]
        lay(position, target, cards)
        marks = set()
        for case, place in position.returned:
            if case != source or place < first:
                marks.add((case, place))
            elif place >= first + count:
                marks.add((case, place - count))
            elif target in CASES:
                marks.add((target, place - first + lay_at))
        position.returned = marks
    else:
        lay(position, target, take(position, source))
    if source in FOUNDATIONS and target in CASES and rightly:
        position.returned.add((target, lay_at))
    if from_case and not position.cases[source]:
        position.parked.discard(source)
    if from_case and was_empty and rightly and (position.cases[source] or was_parked):
        position.parked.add(target)


# ------------------------------------------------------------------------------- the table as it is seen


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """The part of the view that says where the cards lie."""
    return {
        "turn": view["turn"],
        "foundations": {name: (pile["count"], pile["top"]) for name, pile in view["foundations"].items()},
        "cases": {name: list(column) for name, column in view["cases"].items()},
        "reserves": {
            name: (pile["count"], pile["top"], pile["face_up"]) for name, pile in view["reserves"].items()
        },
        "stocks": {name: pile["count"] for name, pile in view["stocks"].items()},
        "wastes": {name: (pile["count"], pile["top"]) for name, pile in view["wastes"].items()},
        "hands": dict(view["hands"]),
    }


def seen_from_above(position: Position) -> dict[str, Any]:
    """The same, worked out from the position."""

    def top(pile: list[Any]) -> Any:
        return pile[-1] if pile else None

    return {
        "turn": position.turn,
        "foundations": {name: (len(pile), top(pile)) for name, pile in position.foundations.items()},
        "cases": {name: list(column) for name, column in position.cases.items()},
        "reserves": {
            name: (len(pile), top(pile) if position.face_up[name] else None, bool(position.face_up[name]))
            for name, pile in position.reserves.items()
        },
        "stocks": {name: len(pile) for name, pile in position.stocks.items()},
        "wastes": {name: (len(pile), top(pile)) for name, pile in position.wastes.items()},
        "hands": dict(position.hands),
    }
