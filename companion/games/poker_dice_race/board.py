"""The printed board of the race, as its squares are tapped.

``start`` squares, one a horse; the track from its first square on, ``green``, ``blue`` (the two obstacles of two) and
``yellow``; the numbered ``arrival`` squares.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.board import Area, Board, Fault, PrintedSquare, Squares, inside, runs
from companion.board_ways import Spot, begun_at, length, mirrored, round_way, spread, winding_way
from companion.languages import Sentences

FEWEST_PLAYERS, MOST_HORSES = 2, 4
"""Each horse has a start square, each player at least an arrival square (rules PD-1 to PD-3)."""
_ACROSS, _DOWN = 8, 4
"""The simulated track: the squares along the long sides, and between them on the short ones."""
_OBSTACLES = (7, 15)
"""The first squares of its two obstacles."""
_INSIDE_MM = 40.0
_SHORTEST, _LONGEST, _LEAST_APART_MM = 18, 28, 50.0
"""Tracks of other editions have so many squares, and never closer ones: a hand puts a pawn on each."""
_FIRST_OBSTACLE, _BETWEEN_OBSTACLES, _LEAST_STRAIGHT = 4, 3, 3
"""The least number of squares before an obstacle, between the two, and after them."""


def _names(squares: Squares) -> tuple[str, ...]:
    words = {"start": "start", "track": "square", "arrival": "arrival"}
    return tuple(f"{words[line]}_{number}" for line, number in squares.counted())


def _faults(squares: Squares) -> Iterable[Fault]:
    """The codes.

    ``obstacles`` (not two of two neighbouring squares), ``no_green_before``, ``no_straight`` (no yellow square after
    the last obstacle), ``yellow_too_early``, ``green_too_late``, ``starts`` (not 2 to 4), ``arrivals`` (fewer than
    two).
    """
    track = squares.line("track")
    obstacles = runs(squares, "track", "blue")
    if [len(obstacle) for obstacle in obstacles] != [2, 2]:
        blue = tuple(f"square_{number}" for obstacle in obstacles for number in obstacle)
        yield Fault("obstacles", blue)
    else:
        if obstacles[0][0] < 2:
            yield Fault("no_green_before", (f"square_{obstacles[0][0]}",))
        last = obstacles[1][1]
        if last == len(track):
            yield Fault("no_straight", (f"square_{last}",))
        early = tuple(f"square_{n}" for n in range(1, last) if track[n - 1].kind == "yellow")
        late = tuple(f"square_{n}" for n in range(last + 1, len(track) + 1) if track[n - 1].kind == "green")
        if early:
            yield Fault("yellow_too_early", early)
        if late:
            yield Fault("green_too_late", late)
    if not FEWEST_PLAYERS <= len(squares.line("start")) <= MOST_HORSES:
        yield Fault("starts")
    if len(squares.line("arrival")) < FEWEST_PLAYERS:
        yield Fault("arrivals")


def _profile(squares: Squares) -> Mapping[str, Any]:
    track = squares.line("track")
    colours = {
        colour: [number for number, tap in enumerate(track, start=1) if tap.kind == colour]
        for colour in ("green", "blue", "yellow")
    }
    board = {
        "length": len(track),
        "obstacles": runs(squares, "track", "blue"),
        "arrival_squares": len(squares.line("arrival")),
    }
    return {"board": board, "zones": {"start": [0], **colours, "finish": [len(track) + 1]}}


def _groups(squares: Squares) -> Mapping[str, tuple[str, ...]]:
    """The arrival is one zone of the game, the square after the last."""
    arrivals = tuple(f"arrival_{number}" for number in range(1, len(squares.line("arrival")) + 1))
    return {f"square_{len(squares.line('track')) + 1}": arrivals} if arrivals else {}


def _printed(area: Area, edition: int | None) -> Iterator[PrintedSquare]:
    if edition is not None:
        yield from _laid_out(area, random.Random(edition))  # noqa: S311 - a drawn board
        return
    left, top, right, bottom = inside(area, _INSIDE_MM)
    across, down = (right - left) / (_ACROSS - 1), (bottom - top) / (_DOWN + 1)
    loop = [(left + step * across, bottom) for step in range(_ACROSS)]
    loop += [(right, bottom - step * down) for step in range(1, _DOWN + 1)]
    loop += [(right - step * across, top) for step in range(_ACROSS)]
    loop += [(left, top + step * down) for step in range(1, _DOWN + 1)]
    starts = [(left + (1 + horse) * across, bottom - 1.5 * down) for horse in range(MOST_HORSES)]
    arrivals = [(left + (1 + rank) * across, top + 1.5 * down) for rank in range(MOST_HORSES)]
    yield from _squares(starts, loop, _OBSTACLES, arrivals, (26.0, 36.0))


def _laid_out(area: Area, chance: random.Random) -> Iterator[PrintedSquare]:
    """Another edition: round the board or in rows, from anywhere and either way round, obstacles anywhere."""
    left, top, right, bottom = inside(area, _INSIDE_MM)
    winding = chance.random() < 1 / 3
    way = winding_way(area, _INSIDE_MM)
    if not winding:
        way = begun_at(round_way(area, _INSIDE_MM, chance.uniform(2.0, 6.0)), chance.random())
    most = min(_LONGEST, int(length(way, closed=not winding) / _LEAST_APART_MM))
    count = chance.randint(_SHORTEST, most)
    last = count - _LEAST_STRAIGHT - 1
    first = chance.randint(_FIRST_OBSTACLE + 1, last - _BETWEEN_OBSTACLES - 2)
    second = chance.randint(first + _BETWEEN_OBSTACLES + 2, last)
    step = chance.uniform(52.0, 60.0)
    places = [step * number for number in range(MOST_HORSES)]
    rows = (top + bottom) / 2 - 0.25 * (bottom - top), (top + bottom) / 2 + 0.25 * (bottom - top)
    if winding:
        # Each row of squares beside the track begins where the bend is at the other end.
        starts, arrivals = [(left + x, rows[0]) for x in places], [(right - x, rows[1]) for x in places]
    else:
        begin = (left + right - places[-1]) / 2
        starts, arrivals = ([(begin + x, row) for x in places] for row in chance.sample(rows, 2))
    widths = chance.uniform(24.0, 28.0), chance.uniform(32.0, 38.0)
    turned = {"across": chance.random() < 0.5, "down": chance.random() < 0.5}
    starts, way, arrivals = (mirrored(area, spots, **turned) for spots in (starts, way, arrivals))
    yield from _squares(starts, spread(way, count, closed=not winding), (first, second), arrivals, widths)


def _squares(
    starts: Sequence[Spot],
    track: Sequence[Spot],
    obstacles: tuple[int, int],
    arrivals: Sequence[Spot],
    widths: tuple[float, float],
) -> Iterator[PrintedSquare]:
    """The squares of a board whose ``obstacles`` begin at these; ``widths``: of those beside the track and on it."""
    blue = {square + more for square in obstacles for more in (0, 1)}
    for place in starts:
        yield PrintedSquare("start", *place, widths[0])
    for number, place in enumerate(track, start=1):
        kind = "blue" if number in blue else "green" if number < max(blue) else "yellow"
        yield PrintedSquare(kind, *place, widths[1])
    for place in arrivals:
        yield PrintedSquare("arrival", *place, widths[0])


_WORDS = Sentences(
    __name__,
    {
        "to_tap": (
            "Tap the start squares, one for each horse. Then the track in order, from its first square on. "
            "Then the arrival."
        ),
    },
    "board",
)
BOARD = Board(
    kinds={"start": "start", "green": "track", "blue": "track", "yellow": "track", "arrival": "arrival"},
    names=_names,
    check=_faults,
    profile=_profile,
    to_tap=_WORDS.phrase("to_tap"),
    printed=_printed,
    groups=_groups,
    # On a closed board horses begin and arrive on the same printed squares (rule PD-3).
    one_place=(frozenset({"start", "arrival"}),),
    wholly=True,
)
