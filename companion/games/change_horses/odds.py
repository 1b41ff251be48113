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

from companion.games.change_horses.rules.result import photo_finish
from companion.games.change_horses.rules.state import CARDS, HORSES, HORSES_OF, MOST_ROUNDS, House, Seat

RACES = 200
"""How many races are drawn where they cannot be counted; a chance of one half is then off by 0.035 or so."""

MOST_COUNTED = 300
"""How many ways to end a lap are still counted."""

MOST_STEPS = 10
"""No horse is on more cards than the board holds."""

MOST_GAIN = 2 * MOST_STEPS * MOST_ROUNDS
"""No horse goes further in a whole race."""

Rows = tuple[int, ...]
Pair = tuple[int, int]
_PAIRS: tuple[Pair, ...] = tuple(itertools.combinations(range(len(HORSES)), 2))


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


class _Course:
    """The rows of the six horses packed into one number, a field of equal width for each, and so the counts.

    Adding cards adds up all six counts at once, and a lap moves all six horses with one sum: races are drawn by the
    hundred at every snapshot.
    """

    def __init__(self, lanes: Sequence[int], rows: Sequence[int], finish: int) -> None:
        self.width = max(finish, max(rows) + MOST_GAIN).bit_length() + 1
        self.mask = (1 << self.width) - 1
        self.ones = self.packed([1] * len(HORSES))
        self.high = self.ones << (self.width - 1)
        self.lacking = self.high - self.ones * finish
        self.weight = {
            card: (1 << self.width * first) + (1 << self.width * second)
            for card, (first, second) in HORSES_OF.items()
        }
        ordered = sorted(range(len(HORSES)), key=lambda horse: (lanes[horse], -rows[horse]))
        self.behind = [
            (ahead, horse)
            for ahead, horse in itertools.pairwise(ordered)
            if lanes[ahead] and lanes[ahead] == lanes[horse]
        ]

    def packed(self, rows: Sequence[int]) -> int:
        """Six rows, or counts, as one number."""
        return sum(row << self.width * horse for horse, row in enumerate(rows))

    def unpacked(self, packed: int) -> Rows:
        """The six rows of a number."""
        return tuple((packed >> self.width * horse) & self.mask for horse in range(len(HORSES)))

    def moved(self, packed: int, counts: int) -> int:
        """The rows after a lap: odd counts move (CH-21, CH-22); no horse passes the one before it (CH-24)."""
        packed += counts & ((counts & self.ones) * self.mask)
        for ahead, horse in self.behind:
            free = ((packed >> self.width * ahead) & self.mask) - 1
            row = (packed >> self.width * horse) & self.mask
            if row > free:
                packed -= (row - free) << self.width * horse
        return packed

    def crossed(self, packed: int) -> bool:
        """Whether any horse has crossed the line: whatever a row lacks to it is filled up, and carries over."""
        return bool((packed + self.lacking) & self.high)


class _Race:
    """The race from here, as far as the viewer knows the cards."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.two = view["mode"] == "two_player"
        self.visible = 4 if self.two else 3
        horses = [view["horses"][letter] for letter in HORSES]
        rows = [horse["row"] for horse in horses]
        self.course = _Course([horse["lane"] or 0 for horse in horses], rows, view["options"]["finish_row"])
        for move in view["moves_due"]:
            rows[HORSES.index(move["horse"])] = move["to"]
        self.rows = self.course.packed(rows)
        weight = self.course.weight
        self.front = [[weight[card] for card in view["front"][name]] for name in view["players"]]
        self.hands = [[weight[card] for card in self._hand(name)] for name in view["players"]]
        self.hand_left = [view["hand_left"][name] for name in view["players"]]
        self.counts = sum(weight[one["card"]] for one in view["board"] if one["covered_by"] is None)
        if view["phase"] == "move" and view["lap"] == 2:
            self.counts = 0
        self.plays = self._plays()
        self.laps = self._laps()

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

    def counted(self) -> list[Rows] | None:
        """Every end of the race, equally likely, where this lap surely ends it; None where that is not so."""
        course, phase = self.course, self.view["phase"]
        if phase in ("certificates", "game_over"):
            return [course.unpacked(self.rows)]
        cards_left = [hand + len(front) for hand, front in zip(self.hand_left, self.front, strict=True)]
        if phase == "move":
            over = course.crossed(self.rows) or all(left <= 1 for left in cards_left)
            return [course.unpacked(self.rows)] if over else None
        if phase != "play":
            return None
        last = all(left - play <= 1 for left, play in zip(cards_left, self.plays, strict=True))
        ways = prod(comb(len(front), play) for front, play in zip(self.front, self.plays, strict=True))
        near = course.crossed(self.rows + MOST_STEPS * course.ones)
        if ways > MOST_COUNTED or not (last or near):
            return None
        ends: list[Rows] = []
        choices = [
            list(itertools.combinations(front, min(play, len(front))))
            for front, play in zip(self.front, self.plays, strict=True)
        ]
        for chosen in itertools.product(*choices):
            rows = course.moved(self.rows, self.counts + sum(itertools.chain.from_iterable(chosen)))
            if not last and not course.crossed(rows):
                return None
            ends.append(course.unpacked(rows))
        return ends

    def drawn(self, races: int) -> Iterator[Rows]:
        """The ends of ``races`` races in which everybody plays at random."""
        known = (self.view["phase"], self.view["round"], self.view["lap"], self.rows, self.course.behind)
        seed = repr((known, self.front, self.hands, self.hand_left, self.counts))
        chance = random.Random(zlib.crc32(seed.encode()))  # noqa: S311
        for _ in range(races):
            yield self.course.unpacked(self._one(chance.random))

    def _one(self, drawn: Callable[[], float]) -> int:
        """One race drawn to its end; a card chosen from a hand is drawn when placed: till then all are alike."""
        course, rows, counts = self.course, self.rows, self.counts
        fronts = [front[:] for front in self.front]
        hands = [hand[:] for hand in self.hands]
        for lap in self.laps:
            for number, face_up in lap.places:
                front = fronts[number]
                which = int(drawn() * face_up) if front else 0
                if which < len(front):
                    counts += front.pop(which)
                else:
                    hand = hands[number]
                    counts += hand.pop(int(drawn() * len(hand)))
            rows = course.moved(rows, counts)
            if course.crossed(rows):
                break
            if lap.clears:
                counts = 0
        return rows

    def _laps(self) -> list[_Lap]:
        """The laps still to come if no horse crosses the line, and who then places one of how many cards."""
        face_up, left = [len(front) for front in self.front], self.hand_left[:]
        plays, lap = self.plays, self.view["lap"]
        each = [2 if self.two else 1] * len(plays)
        begun = self.view["phase"] in ("play", "move")
        laps: list[_Lap] = []
        if self.view["phase"] == "move":
            lap, plays, begun = 3 - lap, each, False
        while begun or any(up + more > 1 for up, more in zip(face_up, left, strict=True)):
            places = []
            for number, play in enumerate(plays):
                if not begun and (self.two or lap == 1):
                    chosen = min(max(self.visible - face_up[number], 0), left[number])
                    face_up[number] += chosen
                    left[number] -= chosen
                for _ in range(min(play, face_up[number])):
                    places.append((number, face_up[number]))
                    face_up[number] -= 1
            laps.append(_Lap(tuple(places), clears=lap == 2))
            lap, plays, begun = 3 - lap, each, False
        return laps


@dataclass(frozen=True, slots=True)
class _Lap:
    """A lap to come: each player who places a card and how many he has face up, and whether the board is cleared."""

    places: tuple[tuple[int, int], ...]
    clears: bool


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
                Seat(
                    (),
                    (),
                    view["wild_left"][name],
                    view["changed"][name],
                    view["carrots"][name],
                    None,
                    (),
                    (),
                )
            )
            self.owners.append(_Owner(name, (), unknown))
        keys = [photo_finish(house, number, tuple(seats)) for number in range(len(seats))]
        self.owners = [_Owner(one.name, key, one.unknown) for one, key in zip(self.owners, keys, strict=True)]
        self.unknown = [number for number in range(len(HORSES)) if number not in self.known]
        self._shares: dict[tuple[int, ...], dict[str, float]] = {}
        self._dealt: list[tuple[Pair, Pair]] | None = None

    def winning(self, rows: Rows) -> dict[str, float]:
        """The chance of each player to win when the horses stand on these rows (CH-51 to CH-56, CH-76)."""
        lowest = min(rows)
        last = tuple(number for number, row in enumerate(rows) if row == lowest)
        key = rows if self.two and len(last) > 1 else last
        if key not in self._shares:
            tied = self.two and len(last) > 1 and self.owners[0].key == self.owners[1].key
            self._shares[key] = self._by_second_horse(rows, lowest) if tied else self._by_photo_finish(last)
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

    def _by_second_horse(self, rows: Rows, lowest: int) -> dict[str, float]:
        """Two players equal in the photo finish: every way their unknown certificates may lie is looked at (CH-76).

        The smaller pair of rows wins when it has a horse on the last row: then the second horse decides.
        """
        first, second = self.owners
        wins_first = wins_second = 0
        rows_of = {pair: sorted([rows[pair[0]], rows[pair[1]]]) for pair in _PAIRS}
        dealt = self._pairs()
        for pair, other in dealt:
            mine, yours = rows_of[pair], rows_of[other]
            wins_first += mine[0] == lowest and mine <= yours
            wins_second += yours[0] == lowest and yours <= mine
        return {first.name: wins_first / len(dealt), second.name: wins_second / len(dealt)}

    def _pairs(self) -> list[tuple[Pair, Pair]]:
        """Every deal of the unknown horses to both players' unknown certificates, equally likely."""
        if self._dealt is None:
            first, second = self.owners
            mine = tuple(number for number, name in self.known.items() if name == first.name)
            yours = tuple(number for number, name in self.known.items() if name == second.name)
            self._dealt = [
                (_pair(mine + chosen), _pair(yours + others))
                for chosen in itertools.combinations(self.unknown, first.unknown)
                for others in itertools.combinations(
                    [number for number in self.unknown if number not in chosen], second.unknown
                )
            ]
        return self._dealt


def _pair(horses: tuple[int, ...]) -> Pair:
    first, second = sorted(horses)
    return first, second
