"""Positions of Crapette at random, where cards often fit: laid out as a mid-game setup."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from .plain_table import BOTH, CARDS, CASES, FOUNDATIONS, RANKS, SUITS, Card, Position, red, value

OPTIONS: dict[str, list[Any]] = {
    "referee": ["auto", "on_call", "coach"],
    "hints": ["all", "obligations", "off"],
    "reserve_size": [11, 12, 13],
    "first_player": ["highest", "lowest", "chosen"],
    "first_player_tie": ["suit_then_under", "under"],
    "foundation_duty": ["all", "reserve_and_aces"],
    "foundation_order": ["any", "lowest_first", "reserve_first"],
    "foundation_return": [False, True],
    "uncovering": ["empty_case", "any_place", "off"],
    "case_freeing": ["one_move", "column", "chain", "off"],
    "chain_limit": [4, 2, 3, 5, 6, 7, 8],
    "reserve_duty": ["series_and_loads", "series", "off"],
    "empty_case_duty": ["reserve_and_hand", "reserve", "off"],
    "hand_duty": ["series", "series_and_loads", "off"],
    "reserve_turn": ["prompt", "strict"],
    "sequences": ["single", "if_possible_singly", "run"],
    "loading": [True, False],
    "load_match": ["same_suit", "same_colour", "alternate"],
    "load_from_cases": [True, False],
    "own_waste_playable": [False, True],
    "opponent_waste_playable": [False, True],
    "early_draw": [False, True],
    "recycle": ["when_exhausted", "when_needed"],
    "omission_undo": [True, False],
    "hand_after_call": ["waste", "stock"],
    "proof": ["caller_plays", "shown"],
    "call_window": ["turn", "next_action"],
    "wrong_call": ["nothing", "skip_turn", "card"],
    "penalty_cards": [0, 1, 2, 3],
    "stalemate": ["offer", "auto", "off"],
    "stalemate_winner": ["none", "fewest_cards"],
    "scoring": ["off", "bank"],
}
"""Every option and its values, the default first (section 2.3)."""

DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}


def random_options(chance: random.Random, share: float = 0.35, **fixed: Any) -> dict[str, Any]:
    """Each option changed from its default with this probability; long chains are left to other tests."""
    chosen = {
        name: chance.choice(values[1:]) if chance.random() < share else values[0]
        for name, values in OPTIONS.items()
    }
    chosen["chain_limit"] = min(chosen["chain_limit"], 4)
    return {**chosen, **fixed}


class Pool:
    """The 104 cards, as far as they do not yet lie on the table; ``twins`` is how often a copy is looked for."""

    def __init__(self, chance: random.Random, twins: float = 0.0) -> None:
        self.chance = chance
        self.twins = twins
        self.left = Counter(dict.fromkeys(CARDS, 2))

    def take(self, card: str) -> str:
        assert self.left[card] > 0
        self.left[card] -= 1
        return Card(card)

    def has(self, card: str) -> bool:
        return self.left[card] > 0

    def any(self, wanted: list[str] | None = None) -> str:
        """One of the cards wanted if any is left, else any card at all."""
        fitting = [card for card in wanted or () if self.has(card)]
        if self.chance.random() < self.twins:
            fitting = [card for card in CARDS if self.left[card] == 1] or fitting
        return self.take(self.chance.choice(fitting or [card for card in CARDS if self.has(card)]))


def below(card: str) -> list[str]:
    """The cards that would follow in a series."""
    return [c for c in CARDS if value(c) == value(card) - 1 and red(c) != red(card)]


def useful(position: Position, foundations: bool) -> list[str]:
    """Cards that could be played somewhere: in series, as loads, and on foundations if wished."""
    wanted: list[str] = ["AS"] if foundations else []
    for pile in position.foundations.values() if foundations else ():
        wanted += [RANKS[len(pile)] + pile[-1][-1]] if pile and len(pile) < 13 else []
    for column in position.cases.values():
        wanted += below(column[-1]) if column else []
    return wanted + loads(position)


def loads(position: Position) -> list[str]:
    """Cards that could be loaded on a reserve or a waste, or on which these could be."""
    tops = [pile[-1] for piles in (position.reserves, position.wastes) for pile in piles.values() if pile]
    return [
        card
        for top in tops
        if top is not None
        for card in CARDS
        if abs(value(card) - value(top)) == 1 and (card[-1] == top[-1] or red(card) == red(top))
    ]


THEMES = ("plain", "plain", "long", "loads", "twins")
"""What a position is rich in: anything, columns of several cards, loads, or both copies of a card."""


def random_position(chance: random.Random, options: dict[str, Any], theme: str = "plain") -> Position:
    """A position in mid-game."""
    pool = Pool(chance, 0.5 if theme == "twins" else 0.0)
    position = Position(options, chance.choice(BOTH))
    keen, going_up = chance.choice((0.0, 0.1, 0.3, 0.7)), chance.random() < 0.4
    dull = [card for card in CARDS if card[:-1] not in ("A", "2", "4", "7", "9")]

    def drawn(share: float) -> str:
        return pool.any(useful(position, going_up) if chance.random() < share else dull)

    def loadable() -> str:
        return pool.any(
            loads(position) if theme == "loads" and chance.random() < 0.7 else useful(position, False)
        )

    for foundation in chance.sample(FOUNDATIONS, chance.choice((0, 1, 3, 5))):
        suit, height = chance.choice(SUITS), min(13, chance.choice((1, 1, 2, 3, 4, 6, 8, 10, 12, 13)))
        cards = [rank + suit for rank in RANKS[:height]]
        if all(pool.has(card) for card in cards):
            position.foundations[foundation] = [pool.take(card) for card in cards]
    for case in CASES:
        weights = (7, 8, 40, 35, 10, 0) if theme == "long" else (15, 40, 22, 12, 8, 3)
        length = chance.choices((0, 1, 2, 3, 4, 6), weights)[0]
        for _ in range(length):
            column = position.cases[case]
            continued = column and chance.random() < (0.8 if theme == "long" else 0.6)
            column.append(pool.any(below(column[-1])) if continued else drawn(keen))
    for player in BOTH:
        for pile in (position.wastes[player], position.reserves[player]):
            for _ in range(chance.choice((0, 1, 1, 2, 4))):
                known = pile is position.wastes[player] or chance.random() < 0.3
                pile.append(pool.any() if known else None)
            if pile:
                lowest = pile.pop()
                if lowest is not None:
                    pool.left[lowest] += 1
                pile.append(loadable() if theme == "loads" else drawn(keen))
        position.face_up[player] = int(bool(position.reserves[player]) and chance.random() < 0.85)
        if position.reserves[player] and not position.face_up[player] and chance.random() < 0.5:
            hidden = position.reserves[player].pop()
            assert hidden is not None
            pool.left[hidden] += 1
            position.reserves[player].append(None)
        position.stocks[player] = [None] * chance.choice((0, 0, 1, 3, 6))
        if player == position.turn and chance.random() < 0.5:
            position.hands[player] = loadable() if theme == "loads" else drawn(2 * keen)
        if not (position.reserves[player] or position.stocks[player] or position.wastes[player]):
            position.stocks[player] = [None]
    return position


def setup_of(position: Position) -> dict[str, Any]:
    """The position as a mid-game setup (section 2.1)."""
    hidden = [
        player
        for player in BOTH
        if position.reserves[player] and not position.face_up[player] and position.reserves[player][-1]
    ]
    return {
        "turn": position.turn,
        "foundations": {name: pile[-1] for name, pile in position.foundations.items() if pile},
        "cases": {name: column for name, column in position.cases.items() if column},
        "reserves": {player: list(pile) for player, pile in position.reserves.items()},
        "stocks": {player: list(pile) for player, pile in position.stocks.items()},
        "wastes": {player: list(pile) for player, pile in position.wastes.items()},
        "hands": {player: card for player, card in position.hands.items() if card is not None},
        **({"reserves_face_down": hidden} if hidden else {}),
    }
