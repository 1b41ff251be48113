"""The cards that a player lays open when a race is settled: which of them are asked for, and what was tapped so far.

Only what changes a payment is asked for: money cards, how many cards that move horses, and the black pawn where it
would win the bet. Everything is made from what one viewer may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import domains
from companion.action import Template
from companion.games.super_crack.rules.betting import wins
from companion.games.super_crack.rules.profile import ANY_MOVE, MOVE_CARDS, NOTHING_ELSE

View = Mapping[str, Any]
SEPARATOR = "."
"""Between the cards that an address has tapped."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of special card to tap: how many of it were tapped so far, and whether one more may be."""

    card: str
    count: int = 0
    more: bool = True

    @property
    def kind(self) -> str:
        """What it does, without its number."""
        return self.card.rstrip("0123456789").rstrip("_")

    @property
    def number(self) -> int | None:
        """The number on it, None when it has none."""
        digits = self.card.rpartition("_")[2]
        return int(digits) if digits.isdigit() else None


@dataclass(frozen=True, slots=True)
class LaidOpen:
    """The fan of a player who names cards: the kinds to tap, and the cards tapped so far, in that order."""

    kinds: tuple[Kind, ...]
    tapped: tuple[str, ...]

    @property
    def action_cards(self) -> list[str]:
        """The cards of the action that says that this was all."""
        return [*self.tapped, NOTHING_ELSE]

    @property
    def open(self) -> str:
        """How an address says what was tapped."""
        return SEPARATOR.join(self.tapped)

    def with_one(self, card: str) -> str:
        """How an address says that one more was tapped."""
        return SEPARATOR.join((*self.tapped, card))

    def without(self, place: int) -> str | None:
        """How an address says that one was taken away again; None where none is left."""
        return SEPARATOR.join((*self.tapped[:place], *self.tapped[place + 1 :])) or None


def laid_open(
    view: View, templates: Iterable[Template], player: str, asked: str | None, left: Sequence[str | int]
) -> LaidOpen | None:
    """The fan of a player who must name cards before the bank pays, as far as an address has tapped; else None.

    ``left`` are the cards that the pack has not shown, each as often as it may still be tapped.
    """
    if view["phase"] != "settling" or player not in view["to_identify"]:
        return None
    offered = nameable(templates, player)
    kinds = [card for card in offered if card.startswith(("pay_", "receive_"))]
    if view["options"]["move_card_penalty"] and any(_moves(card) for card in offered):
        kinds.insert(0, ANY_MOVE)
    if "black_pawn" in offered and _pawn_matters(view, player):
        kinds.append("black_pawn")
    kinds = [card for card in kinds if card in left]
    most, tapped = view["hand_counts"][player], list[str]()
    for card in (asked or "").split(SEPARATOR):
        if card in kinds and tapped.count(card) < left.count(card) and len(tapped) < most:
            tapped.append(card)
    counted = ((card, tapped.count(card)) for card in kinds)
    shown = (Kind(card, count, count < left.count(card) and len(tapped) < most) for card, count in counted)
    return LaidOpen(tuple(shown), tuple(tapped))


def nameable(templates: Iterable[Template], player: str) -> Sequence[str]:
    """Every card that an unknown one of this player's may be; empty where there is none to name."""
    for template in templates:
        if template["do"] == "identify_cards" and player in domains.choices(template["by"]):
            return list(template["cards"]["list_of"])
    return ()


def pawn_open(view: View, player: str) -> bool:
    """Whether it is not known yet if a player's bet wins: a black pawn may still lie among the cards in hand."""
    return bool(view["hand_counts"][player]) and _pawn_matters(view, player)


def _moves(card: str) -> bool:
    return card.rpartition("_")[0] in MOVE_CARDS


def _pawn_matters(view: View, player: str) -> bool:
    bet, colours = view["bets"][player], arrived_colours(view)
    if not bet or len(colours) < 3 or player in view["black_pawns"]:
        return False
    return not wins(bet["tokens"], False, colours) and wins(bet["tokens"], True, colours)


def arrived_colours(view: View) -> list[str]:
    """The colours of the horses that have arrived, in that order."""
    return [str(view["horses"][str(number)]["colour"]) for number in view["arrivals"]]
