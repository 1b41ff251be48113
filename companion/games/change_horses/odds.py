"""The chances in a race of Change Horses, from what one viewer may see.

How players are assumed to play: everybody chooses cards from his hand and places one of his face-up cards purely at
random; nobody plays another wild horse card; certificates that the viewer does not know are anybody's with equal
chance. In a photo finish wild cards, changes and carrots count as they are now. So the figures say where the race
stands, not what clever players will make of it.

Where every way to end the lap ends the race, all ways are counted and the figures are exact for these assumptions;
else races are drawn by a generator seeded from the view: the same view always gives the same figures.
"""

from __future__ import annotations

import itertools
import random
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod, sqrt
from typing import Any

from companion.games.change_horses.rules.moving import moves
from companion.games.change_horses.rules.result import photo_finish
from companion.games.change_horses.rules.state import CARDS, HORSES, HORSES_OF, House, Seat

RACES = 200
"""How many races are drawn where they cannot be counted; a chance of one half is then off by 0.035 or so."""

MOST_COUNTED = 300
"""How many ways to end a lap are still counted."""

MOST_STEPS = 10
"""No horse is on more cards than the board holds."""

_BITS = 4
_WEIGHT: Mapping[str, int] = {
    card: (1 << _BITS * first) + (1 << _BITS * second) for card, (first, second) in HORSES_OF.items()
}
"""A card as a number: sums of these hold the six counts side by side, each below 16."""

_PLACES = tuple(_BITS * number for number in range(len(HORSES)))
_ODD = tuple(count if count % 2 else 0 for count in range(1 << _BITS))
"""How far a horse moves by its count (CH-21, CH-22)."""

Rows = tuple[int, ...]


def outlook(view: Mapping[str, Any]) -> dict[str, Any]:
    """Chances by horse to finish last and on each place, and by player to win; shared places count for each.

    ``races`` is None where the figures are exact; else ``standard_error`` is the greatest of all of them.
    """
    race = _Race(view)
    counted = race.counted()
    exact = counted is not None
    ends = counted if counted is not None else list(race.drawn(RACES))
    owners = _Owners(view)
    places = {letter: [0] * len(HORSES) for letter in HORSES}
    wins = dict.fromkeys(view["players"], 0.0)
    for rows in ends:
        ordered = sorted(rows)
        for letter, row in zip(HORSES, rows, strict=True):
            places[letter][ordered.index(row)] += 1
        for name, chance in owners.winning(rows).items():
            wins[name] += chance
    shares = {letter: [count / len(ends) for count in counts] for letter, counts in places.items()}
    win = {name: total / len(ends) for name, total in wins.items()}
    every = [*win.values(), *itertools.chain.from_iterable(shares.values())]
    error = 0.0 if exact else max(sqrt(max(p * (1 - p), 0.0) / len(ends)) for p in every)
    return {
        "exact": exact,
        "races": None if exact else len(ends),
        "standard_error": round(error, 4),
        "horses": {
            letter: {"last": round(share[0], 4), "places": [round(one, 4) for one in share]}
            for letter, share in shares.items()
        },
        "win": {name: round(min(chance, 1.0), 4) for name, chance in win.items()},
    }


# ---------------------------------------------------------------- how the race may go on


class _Race:
    """The race from here, as far as the viewer knows the cards."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.finish: int = view["options"]["finish_row"]
        self.two = view["mode"] == "two_player"
        self.visible = 4 if self.two else 3
        self.lanes = [view["horses"][letter]["lane"] or 0 for letter in HORSES]
        known_lanes = [lane for lane in self.lanes if lane]
        self.free_lanes = len(set(known_lanes)) == len(known_lanes)
        self.rows = [view["horses"][letter]["row"] for letter in HORSES]
        self.front = [[_WEIGHT[card] for card in view["front"][name]] for name in view["players"]]
        self.hands = [[_WEIGHT[card] for card in self._hand(name)] for name in view["players"]]
        self.hand_left = [view["hand_left"][name] for name in view["players"]]
        self.weight = sum(_WEIGHT[one["card"]] for one in view["board"] if one["covered_by"] is None)

    def _hand(self, name: str) -> list[str]:
        """The cards among which a player's hand is: his own, if he looks; else those not lying open."""
        private = self.view.get("private", {})
        if name in private:
            return list(private[name]["hand"])
        placed = [one["card"] for one in self.view["board"] if one["by"] == name]
        return [card for card in CARDS if card not in self.view["front"][name] and card not in placed]

    def _plays(self) -> list[int]:
        """How many cards each player still places before the horses move."""
        view = self.view
        plays = [0] * len(self.front)
        if view["phase"] != "play":
            return [2 if self.two else 1] * len(plays)
        seat = {name: number for number, name in enumerate(view["players"])}
        turn = view["order"].index(view["turn"])
        if not self.two:
            for name in view["order"][turn:]:
                plays[seat[name]] = 1
            return plays
        left = (4 if view["lap"] == 1 else 8) - len(view["board"])
        plays[seat[view["turn"]]] = (left + 1) // 2
        plays[1 - seat[view["turn"]]] = left // 2
        return plays

    def _moved(self, rows: list[int], weight: int) -> list[int]:
        """The rows after the horses have moved by these counts (CH-20 to CH-24)."""
        if self.free_lanes:
            return [row + _ODD[(weight >> shift) & 15] for row, shift in zip(rows, _PLACES, strict=True)]
        steps = [_ODD[(weight >> shift) & 15] for shift in _PLACES]
        due, _ = moves(list(zip(self.lanes, rows, strict=True)), steps)
        after = list(rows)
        for move in due:
            after[move.horse] = move.to
        return after

    def _now_moved(self) -> list[int]:
        rows = list(self.rows)
        for move in self.view["moves_due"]:
            rows[HORSES.index(move["horse"])] = move["to"]
        return rows

    def counted(self) -> list[Rows] | None:
        """Every end of the race, equally likely, where this lap surely ends it; None where that is not so."""
        phase = self.view["phase"]
        if phase in ("certificates", "game_over"):
            return [tuple(self.rows)]
        cards_left = [hand + len(front) for hand, front in zip(self.hand_left, self.front, strict=True)]
        if phase == "move":
            rows = self._now_moved()
            over = max(rows) >= self.finish or all(left <= 1 for left in cards_left)
            return [tuple(rows)] if over else None
        if phase != "play":
            return None
        plays = self._plays()
        last = all(left - play <= 1 for left, play in zip(cards_left, plays, strict=True))
        ways = prod(comb(len(front), play) for front, play in zip(self.front, plays, strict=True))
        if ways > MOST_COUNTED or not (last or max(self.rows) + MOST_STEPS >= self.finish):
            return None
        ends: list[Rows] = []
        choices = [
            list(itertools.combinations(front, min(play, len(front))))
            for front, play in zip(self.front, plays, strict=True)
        ]
        for chosen in itertools.product(*choices):
            weight = self.weight + sum(itertools.chain.from_iterable(chosen))
            rows = self._moved(self.rows, weight)
            if not last and max(rows) < self.finish:
                return None
            ends.append(tuple(rows))
        return ends

    def drawn(self, races: int) -> Iterator[Rows]:
        """The ends of so many races in which everybody plays at random."""
        chance = random.Random(zlib.crc32(repr(self._seed()).encode()))  # noqa: S311
        plays = self._plays()
        for _ in range(races):
            yield self._one(chance.random, plays)

    def _seed(self) -> Sequence[Any]:
        view = self.view
        return (
            view["phase"],
            view["round"],
            view["lap"],
            self.rows,
            self.lanes,
            self.front,
            self.hands,
            self.weight,
        )

    def _one(self, drawn: Callable[[], float], plays: list[int]) -> Rows:
        """One race drawn to its end."""
        fronts = [front[:] for front in self.front]
        hands = [hand[:] for hand in self.hands]
        left = self.hand_left[:]
        rows, weight, lap = self.rows, self.weight, self.view["lap"]
        each = [2 if self.two else 1] * len(fronts)
        phase = self.view["phase"]
        if phase == "move":
            rows = self._now_moved()
        else:
            if phase != "play" and (self.two or lap == 1):
                self._choose(fronts, hands, left, drawn)
            weight += _placed(fronts, plays, drawn)
            rows = self._moved(rows, weight)
        while max(rows) < self.finish:
            if not any(left) and all(len(front) <= 1 for front in fronts):
                break
            if lap == 2:
                weight = 0
            lap = 3 - lap
            if self.two or lap == 1:
                self._choose(fronts, hands, left, drawn)
            weight += _placed(fronts, each, drawn)
            rows = self._moved(rows, weight)
        return tuple(rows)

    def _choose(
        self, fronts: list[list[int]], hands: list[list[int]], left: list[int], drawn: Callable[[], float]
    ) -> None:
        """Everybody chooses from his hand until he has three (for two: four) cards face up."""
        for number, front in enumerate(fronts):
            hand = hands[number]
            chosen = min(self.visible - len(front), left[number])
            left[number] -= max(chosen, 0)
            for _ in range(chosen):
                front.append(hand.pop(int(drawn() * len(hand))))


def _placed(fronts: list[list[int]], plays: list[int], drawn: Callable[[], float]) -> int:
    """Everybody places so many of his face-up cards, whichever they are; their counts."""
    weight = 0
    for front, play in zip(fronts, plays, strict=True):
        for _ in range(min(play, len(front))):
            weight += front.pop(int(drawn() * len(front)))
    return weight


# ---------------------------------------------------------------- whose horses they are


@dataclass(frozen=True, slots=True)
class _Owner:
    """A player as the photo finish sees him, the smaller key the better, and his unknown certificates."""

    name: str
    key: tuple[int, ...]
    unknown: int


class _Owners:
    """Who may own which horse for this viewer: what was shown, his own notes, and all else with equal chance."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.two = view["mode"] == "two_player"
        self.known: dict[int, str] = {}
        house = House(tuple(view["players"]), tuple(view["options"].items()), view["mode"], 0, 0)
        self.owners: list[_Owner] = []
        private = view.get("private", {})
        seats = []
        for name in view["players"]:
            letters = view["certificates_shown"][name]
            if letters is None:
                letters = private[name]["certificates"] if name in private else [None] * (1 + self.two)
            unknown = 0
            for letter in letters:
                if letter is None:
                    unknown += 1
                else:
                    self.known[HORSES.index(letter)] = name
            seats.append(
                Seat((), (), view["wild_left"][name], view["changed"][name], view["carrots"][name], None, ())
            )
            self.owners.append(_Owner(name, (), unknown))
        keys = [photo_finish(house, number, tuple(seats)) for number in range(len(seats))]
        self.owners = [_Owner(one.name, key, one.unknown) for one, key in zip(self.owners, keys, strict=True)]
        self.unknown = [number for number in range(len(HORSES)) if number not in self.known]
        self._shares: dict[tuple[int, ...], dict[str, float]] = {}
        self._dealt: list[tuple[tuple[int, ...], tuple[int, ...]]] | None = None

    def winning(self, rows: Rows) -> dict[str, float]:
        """The chance of each player to win when the horses stand on these rows (CH-51 to CH-56, CH-76)."""
        lowest = min(rows)
        last = tuple(number for number, row in enumerate(rows) if row == lowest)
        key = rows if self.two and len(last) > 1 else last
        if key not in self._shares:
            equal = len({one.key for one in self.owners}) == 1
            if self.two and len(last) > 1:
                self._shares[key] = self._by_pairs(rows, lowest, equal=equal)
            else:
                self._shares[key] = self._by_photo_finish(last)
        return self._shares[key]

    def _by_photo_finish(self, last: tuple[int, ...]) -> dict[str, float]:
        """Each player has a horse of the last row, and nobody with a better key has one, with this chance."""
        fixed = {self.known[number] for number in last if number in self.known}
        open_ = sum(number not in self.known for number in last)
        slots = len(self.unknown)
        ways = comb(slots, open_)
        shares: dict[str, float] = {}
        for one in self.owners:
            better = [other for other in self.owners if other.key < one.key]
            if any(other.name in fixed for other in better):
                shares[one.name] = 0.0
                continue
            left = slots - sum(other.unknown for other in better)
            without = 0 if one.name in fixed else comb(left - one.unknown, open_)
            shares[one.name] = (comb(left, open_) - without) / ways
        return shares

    def _by_pairs(self, rows: Rows, lowest: int, *, equal: bool) -> dict[str, float]:
        """Two players with a tie: every way the unknown certificates may lie is looked at (CH-76)."""
        first, second = self.owners
        totals = {first.name: 0, second.name: 0}
        dealt = self._pairs()
        for pair, other in dealt:
            mine, yours = sorted(rows[number] for number in pair), sorted(rows[number] for number in other)
            if mine[0] == lowest and yours[0] == lowest and equal:
                keys: tuple[Any, Any] = (mine[1], yours[1])
            else:
                keys = ((mine[0] != lowest, first.key), (yours[0] != lowest, second.key))
            totals[first.name] += mine[0] == lowest and keys[0] <= keys[1]
            totals[second.name] += yours[0] == lowest and keys[1] <= keys[0]
        return {name: total / len(dealt) for name, total in totals.items()}

    def _pairs(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Every deal of the unknown horses to both players' unknown certificates, equally likely."""
        if self._dealt is None:
            first, second = self.owners
            mine = tuple(number for number, name in self.known.items() if name == first.name)
            yours = tuple(number for number, name in self.known.items() if name == second.name)
            self._dealt = [
                (mine + chosen, yours + others)
                for chosen in itertools.combinations(self.unknown, first.unknown)
                for others in itertools.combinations(
                    [number for number in self.unknown if number not in chosen], second.unknown
                )
            ]
        return self._dealt
