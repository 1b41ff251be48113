"""Exact chances of a running race, made from one viewer's own view.

The model is the dice alone: in their turns, in seat order and by ascending numbers, the horses are rolled for until
three are home, as the rules say of hazards and bounces. Horses do not hinder each other, so each one's number of
rolls has a distribution of its own, which is exact, and so are the chances of the first three. Nothing is simulated.

Special cards are left out, unknown ones and known ones alike, but for two of the viewer's own: a joker in the own
hand frees the first of the own trapped horses that are still to roll, and a black pawn in the own hand counts for
the own bet (it counts even when it is never played). Cards drawn on black dots are left out too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.games.super_crack.rules.betting import wins
from companion.games.super_crack.rules.profile import COLOURS, DEFAULT_BOARD, Board
from companion.games.super_crack.rules.race import ARRIVALS, advanced

View = Mapping[str, Any]
MOST_ROLLS = 400
"""Rolls of one horse; a horse that needs more is as good as never home."""
NEGLIGIBLE = 1e-7
_DIGITS = 6

Shares = list[float]
"""The chances that 0, 1, … horses are home, cut off where the race would be over."""


# ---------------------------------------------------------------- one horse


class Runner:
    """How many rolls horses need on one board: ``arrival[square][n]`` is the chance of being home at roll n + 1.

    A square of a river or a hedge stands for a trapped horse (SC-36).
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        squares = range(-board.red_zone, board.finish)
        follow = {square: self._after_rolls(square) for square in squares}
        self.arrival: dict[int, list[float]] = {square: [] for square in squares}
        home = {square: float(square == board.finish) for square in (*squares, board.finish)}
        for _ in range(MOST_ROLLS):
            now = {square: sum(home[end] for end in follow[square]) / 6 for square in squares}
            for square in squares:
                self.arrival[square].append(now[square])
            home = {**now, board.finish: 0.0}

    def _after_rolls(self, square: int) -> list[int]:
        """Where each of the six faces takes a horse."""
        hazard = self.board.hazards.get(square)
        if hazard is None:
            return [advanced(self.board, square, value)[0] for value in range(1, 7)]
        return [hazard.beyond if value == 1 else square for value in range(1, 7)]

    def rolls_to_come(self, square: int, freed: bool) -> list[float]:
        """The chances of being home at the next roll, the one after it, and so on."""
        hazard = self.board.hazards.get(square)
        if hazard is None or not freed:
            return self.arrival[square]
        chances = [0.0] * MOST_ROLLS
        for value in range(1, 7):
            end, _ = advanced(self.board, square, value)
            if self.board.hazards.get(end) == hazard:  # SC-37
                end = hazard.beyond
            if end == self.board.finish:
                chances[0] += 1 / 6
                continue
            for roll, chance in enumerate(self.arrival[end][:-1]):
                chances[roll + 1] += chance / 6
        return chances


@lru_cache(maxsize=8)
def _runner(board: Board) -> Runner:
    return Runner(board)


def runner(board: Mapping[str, Any]) -> Runner:
    """The distributions of a view's board, reckoned once."""
    return _runner(Board.of({key: board[key] for key in DEFAULT_BOARD}, "bad_profile"))


# ---------------------------------------------------------------- the race


class _Horse:
    """A running horse: its chances roll by roll, and how far it has come: still running, or home by now."""

    __slots__ = ("chances", "colour", "home", "number", "roll", "running")

    def __init__(self, number: int, colour: int, chances: Sequence[float]) -> None:
        self.number = number
        self.colour = colour
        self.chances = chances
        self.roll = 0
        self.home = 0.0
        self.running = 1.0


class Race:
    """The rest of a race: ``first`` and ``placed`` are chances by horse, ``colours`` by the colours to come."""

    def __init__(self, horses: Sequence[_Horse], order: Iterator[_Horse], places: int, bets: bool) -> None:
        self.first = dict.fromkeys((horse.number for horse in horses), 0.0)
        self.placed = dict.fromkeys((horse.number for horse in horses), 0.0)
        self.colours: dict[tuple[int, ...], float] = {}
        self._places = places
        self._earlier = _ways(places - 1) if bets else ()
        self._stables = [[horse for horse in horses if horse.colour == colour] for colour in range(4)]
        self._home = [self._nobody_home()] * 4
        left = float(bool(horses) and places > 0)
        for horse in order:
            if left < NEGLIGIBLE or horse.roll >= MOST_ROLLS:
                break
            left -= self._rolls(horse)

    def _nobody_home(self) -> Shares:
        return [1.0] + [0.0] * (self._places - 1)

    def _rolls(self, horse: _Horse) -> float:
        """One roll of one horse; the chance that it ends the race."""
        chance = horse.chances[horse.roll]
        horse.roll += 1
        if not chance:
            return 0.0
        others = self._nobody_home()
        for one in self._stables[horse.colour]:
            if one is not horse and one.home:
                others = _with(others, one)
        self._home[horse.colour] = others
        ahead = _together(self._home)
        self.first[horse.number] += chance * ahead[0]
        self.placed[horse.number] += chance * sum(ahead)
        red, blue, yellow, green = self._home
        for r, b, y, g in self._earlier:
            if likely := red[r] * blue[b] * yellow[y] * green[g]:
                counts = [r, b, y, g]
                counts[horse.colour] += 1
                arrived = tuple(counts)
                self.colours[arrived] = self.colours.get(arrived, 0.0) + chance * likely
        horse.home += chance
        horse.running = max(0.0, horse.running - chance)
        self._home[horse.colour] = _with(others, horse)
        return chance * ahead[-1]


def _with(shares: Shares, horse: _Horse) -> Shares:
    """The chances that 0, 1, … horses are home, with one horse more."""
    home, running = horse.home, horse.running
    return [shares[0] * running] + [here * running + before * home for before, here in pairwise(shares)]


def _together(stables: Sequence[Shares]) -> Shares:
    """The chances that 0, 1, … horses of all four colours are home."""
    total = stables[0]
    for shares in stables[1:]:
        total = [
            sum(total[one] * shares[count - one] for one in range(count + 1)) for count in range(len(total))
        ]
    return total


@lru_cache(maxsize=4)
def _ways(home: int) -> tuple[tuple[int, int, int, int], ...]:
    """Every way in which a number of horses can be home by colour: red, blue, yellow, green."""
    counts = range(home + 1)
    return tuple(
        (r, b, y, home - r - b - y) for r in counts for b in counts for y in counts if r + b + y <= home
    )


# ---------------------------------------------------------------- from a view


def outlook(view: View) -> dict[str, Any]:
    """The chances of the running race: ``horses`` by number (``win``, ``place``: among the first three), ``bets``.

    ``method`` says how they were found: "exact", for the dice alone (see the module). Empty while no race is run.
    """
    if view["phase"] != "racing":
        return {"method": None, "horses": {}, "bets": {}}
    race = _race(view)
    horses = {}
    for number, horse in view["horses"].items():
        if horse["square"] is None:
            continue
        if horse["rank"] is not None:
            horses[number] = {"win": float(horse["rank"] == 1), "place": 1.0}
            continue
        win = 0.0 if view["arrivals"] else race.first[int(number)]
        placed = min(1.0, race.placed[int(number)])
        horses[number] = {"win": round(win, _DIGITS), "place": round(placed, _DIGITS)}
    return {"method": "exact", "horses": horses, "bets": _bets(view, race)}


def _race(view: View) -> Race:
    turn, to_roll = view["turn"], view["to_roll"]
    distributions = runner(view["board"])
    freed = _own_jokers(view, turn, to_roll)
    horses: dict[int, _Horse] = {}
    for key, horse in view["horses"].items():
        if horse["square"] is None or horse["rank"] is not None:
            continue
        number = int(key)
        chances = distributions.rolls_to_come(horse["square"], horse["trapped"] is None or number in freed)
        horses[number] = _Horse(number, COLOURS.index(horse["colour"]), chances)
    order = _order(view, horses, turn, to_roll)
    bets = any(bet is not None for bet in view["bets"].values())
    return Race(list(horses.values()), order, ARRIVALS - len(view["arrivals"]), bets)


def _own_jokers(view: View, turn: str, to_roll: list[int]) -> frozenset[int]:
    """The own trapped horses that the jokers in the own hand free: as many, by ascending numbers."""
    found: list[int] = []
    for player, private in view.get("private", {}).items():
        jokers = private["hand"].count("joker")
        own = [number for number in view["stables"][player] if view["horses"][str(number)]["trapped"]]
        able = [number for number in own if player != turn or number in to_roll or not to_roll]
        found += able[:jokers]
    return frozenset(found)


def _order(view: View, horses: Mapping[int, _Horse], turn: str, to_roll: list[int]) -> Iterator[_Horse]:
    """SC-30, SC-31: who is rolled for when: the rest of this turn, then turn by turn in seat order."""
    yield from (horses[number] for number in to_roll if number in horses)
    seat = view["players"].index(turn)
    seats = [*view["players"][seat + 1 :], *view["players"][: seat + 1]]
    round_of_turns = [
        horses[number] for player in seats for number in view["stables"][player] if number in horses
    ]
    while round_of_turns:
        yield from round_of_turns


def _bets(view: View, race: Race) -> dict[str, float]:
    """The chance that each bet wins (SC-26, SC-29)."""
    home = [view["horses"][str(number)]["colour"] for number in view["arrivals"]]
    chances = {}
    for player, bet in view["bets"].items():
        if bet is None:
            continue
        own_hand = view.get("private", {}).get(player, {"hand": ()})["hand"]
        pawn = player in view["black_pawns"] or "black_pawn" in own_hand
        likely = 0.0
        for counts, chance in race.colours.items():
            if wins(bet["tokens"], pawn, [*home, *_colours(counts)]):
                likely += chance
        chances[player] = round(min(1.0, likely), _DIGITS)
    return chances


def _colours(counts: Sequence[int]) -> list[str]:
    return [colour for colour, count in zip(COLOURS, counts, strict=True) for _ in range(count)]
