"""Slow and obvious: what Super-Crack should do, told again from its rules without looking at the engine."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

COLOURS = ("red", "blue", "yellow", "green")
LONG = bool(os.environ.get("COMPANION_LONG"))

TABLE_2_1 = {
    (1, 1, 1): {3: 50_000, 4: 10_000, 5: 5000, 6: 2000},
    (1, 2): {3: 100_000, 4: 50_000, 5: 10_000, 6: 5000},
    (3,): {3: 200_000, 4: 100_000, 5: 50_000, 6: 10_000},
}
CATEGORY = {(1, 1, 1): "three_different", (1, 2): "two_same", (3,): "three_same"}
TABLE_2_2 = {  # [place][horses of the colour]
    1: {1: 5000, 2: 7000, 3: 10_000, 4: 15_000},
    2: {1: 3000, 2: 5000, 3: 7000, 4: 10_000},
    3: {1: 1000, 2: 2000, 3: 3000, 4: 5000},
}
PRICES = {3: 200, 4: 500, 5: 1000, 6: 2000}


def rounds(few: int) -> int:
    """How many random positions: a short part, or fifteen times as many when COMPANION_LONG is set."""
    return few * 15 if LONG else few


# ---------------------------------------------------------------- bets and primes


def bet_wins(tokens: Sequence[str], black_pawn: bool, arrived: Sequence[str]) -> bool:
    """SC-26, SC-29: some way to lay a different token (or the pawn) on each of the three horses."""
    laid = [*tokens, *(["any colour"] if black_pawn else [])]
    return any(
        all(laid[token] in (colour, "any colour") for token, colour in zip(places, arrived, strict=True))
        for places in itertools.permutations(range(len(laid)), 3)
    )


def multiplicities(arrived: Sequence[str]) -> tuple[int, ...]:
    """How often each colour arrived: (1, 1, 1), (1, 2) or (3,)."""
    return tuple(sorted(arrived.count(colour) for colour in set(arrived)))


def prime(
    place: int, number: int, owners: Mapping[int, str], colours: Mapping[int, str], printed: bool
) -> int:
    """SC-56, SC-57: by counting the owner's horses of that colour one by one."""
    same = 0
    for other, owner in owners.items():
        if owner == owners[number] and colours[other] == colours[number]:
            same += 1
    if printed and (place, same) == (1, 1):
        return 8000
    return TABLE_2_2[place][same]


Entry = tuple[str, str, int, str]


def settlement(position: Mapping[str, Any]) -> tuple[list[Entry], dict[str, int], dict[str, Any]]:
    """SC-53 to SC-58: the ledger entries in the sheet's order, what is owed, and the results."""
    entries: list[Entry] = []
    owed = dict(position["owed"])
    players, arrivals = position["players"], position["arrivals"]
    colours, owners = position["colours"], position["owners"]
    arrived = [colours[number] for number in arrivals]
    complete = len(arrivals) == 3
    penalties: dict[str, int] = {}
    money: dict[str, int] = {}
    for player in players:
        unused = [card for card in position["hands"][player] if card.startswith(("advance", "back"))]
        if unused and position["penalty"]:
            penalties[player] = len(unused) * position["penalty"]
            entries.append((player, "bank", penalties[player], "unused_card_penalty"))
    for player in players:
        net = 0
        for card in position["hands"][player]:
            if card.startswith("receive_"):
                net += int(card[8:])
                entries.append(("bank", player, int(card[8:]), "receive_card"))
            elif card.startswith("pay_") and position["deferred"]:
                owed[player] += int(card[4:])
            elif card.startswith("pay_"):
                net -= int(card[4:])
                entries.append((player, "bank", int(card[4:]), "pay_card"))
        if net:
            money[player] = net
    bets: dict[str, dict[str, Any]] = {}
    for player in players:
        if player not in position["bets"]:
            continue
        tokens = position["bets"][player]
        pawn = player in position["pawns"] or "black_pawn" in position["hands"][player]
        won = complete and bet_wins(tokens, pawn, arrived)
        paid = TABLE_2_1[multiplicities(arrived)][len(tokens)] if won else 0
        if not complete:
            paid = PRICES[len(tokens)]
        if paid:
            entries.append(("bank", player, paid, "bet_win" if complete else "bet_refund"))
        ordered = [colour for colour in COLOURS for token in tokens if token == colour]
        bets[player] = {"tokens": ordered, "black_pawn": pawn, "won": won, "paid": paid}
    rows = []
    for place, number in enumerate(arrivals, start=1):
        amount = prime(place, number, owners, colours, position["printed"])
        entries.append(("bank", owners[number], amount, "prime"))
        same = sum(owners[n] == owners[number] and colours[n] == colours[number] for n in owners)
        rows.append(
            {"rank": place, "horse": number, "colour": colours[number], "owner": owners[number]}
            | {"same_colour": same, "prime": amount}
        )
    results = {
        **{"race": position["race"], "category": CATEGORY[multiplicities(arrived)] if complete else None},
        **{
            "abandoned": not complete,
            "arrivals": rows,
            "penalties": penalties,
            "money_cards": money,
            "bets": bets,
        },
    }
    return entries, owed, results


def wealth(
    player: str, balance: Mapping[str, int], owed: Mapping[str, int], position: Mapping[str, Any]
) -> tuple:
    """Section 6: what is compared: money less what is owed, the largest stable of a colour, the horses."""
    mine = [number for number, owner in position["owners"].items() if owner == player]
    of_colour = Counter(position["colours"][number] for number in mine)
    return (balance[player] - owed[player], max(of_colour.values(), default=0), len(mine))


# ---------------------------------------------------------------- movement


def walk(square: int, steps: int, finish: int) -> int:
    """SC-34: square by square, turning round on the finishing line."""
    direction = 1
    for _ in range(steps):
        if square == finish:
            direction = -1
        square += direction
    return square


def retreat(square: int, steps: int, floor: int) -> int:
    """SC-22, SC-46: square by square, never past the floor (one who stands behind it stays)."""
    for _ in range(steps):
        if square > floor:
            square -= 1
    return square


def zone_at(board: Mapping[str, Any], square: int) -> tuple[str | None, list[int]]:
    """ "river" or "hedge" and the squares of that zone; None on open ground."""
    for where, zones in (("river", board["rivers"]), ("hedge", board["hedges"])):
        for zone in zones:
            if square in zone:
                return where, zone
    return None, []


def rolled_to(board: Mapping[str, Any], square: int, value: int, trapped: bool, freed: bool) -> int:
    """SC-34, SC-36, SC-37: where a roll leads; ``freed``: a joker was played this turn."""
    _, zone = zone_at(board, square)
    if trapped:
        return max(zone) + 1 if value == 1 else square
    stop = walk(square, value, board["finish"])
    if freed and stop in zone:
        return max(zone) + 1
    return stop


# ---------------------------------------------------------------- the pile


class Worlds:
    """SC-49 by brute force: every order in which the unknown cards may lie, thinned out by what is seen.

    A world is (hands, pile): a hand is the cards it holds in places, the pile is top first.
    """

    def __init__(self, deck: Sequence[str], players: Sequence[str]) -> None:
        self.players = tuple(players)
        nothing = tuple(() for _ in players)
        self.worlds = {(nothing, order) for order in set(itertools.permutations(deck))}

    def draws(self, player: str) -> set[str]:
        """What the next card of the pile may be."""
        return {pile[0] for _, pile in self.worlds}

    def draw(self, player: str, card: str | None) -> None:
        """A card came from the top into a hand; ``card`` None: nobody said which."""
        seat, after = self.players.index(player), set()
        for hands, pile in self.worlds:
            if card in (None, pile[0]):
                after.add((self._with(hands, seat, tuple(sorted((*hands[seat], pile[0])))), pile[1:]))
        self.worlds = after

    def holds(self, player: str, cards: Sequence[str]) -> bool:
        """Whether the hand may hold all these cards."""
        seat = self.players.index(player)
        return any(not Counter(cards) - Counter(hands[seat]) for hands, _ in self.worlds)

    def told(self, player: str, cards: Sequence[str]) -> None:
        """The hand holds these cards."""
        seat = self.players.index(player)
        self.worlds = {world for world in self.worlds if not Counter(cards) - Counter(world[0][seat])}

    def play(self, player: str, card: str) -> None:
        """A card of the hand goes face up under the pile."""
        seat, after = self.players.index(player), set()
        for hands, pile in self.worlds:
            if card in hands[seat]:
                left = list(hands[seat])
                left.remove(card)
                after.add((self._with(hands, seat, tuple(left)), (*pile, card)))
        self.worlds = after

    def shuffle(self) -> None:
        """The pile may lie in any order now."""
        self.worlds = {
            (hands, order) for hands, pile in self.worlds for order in set(itertools.permutations(pile))
        }

    @staticmethod
    def _with(
        hands: tuple[tuple[str, ...], ...], seat: int, hand: tuple[str, ...]
    ) -> tuple[tuple[str, ...], ...]:
        return (*hands[:seat], hand, *hands[seat + 1 :])
