"""The printed board of the race, as its squares are tapped.

``start`` squares, one a horse; the track from its first square on, ``green``, ``blue`` (the two obstacles of two) and
``yellow``; the numbered ``arrival`` squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.board import Area, Board, Fault, PrintedSquare, Squares, inside, runs
from companion.languages import Sentences

FEWEST_PLAYERS, MOST_HORSES = 2, 4
"""Each horse has a start square, each player at least an arrival square (rules PD-1 to PD-3)."""
_ACROSS, _DOWN = 8, 4
"""The simulated track: the squares along the long sides, and between them on the short ones."""
_OBSTACLES = (7, 8, 15, 16)
_FIRST_YELLOW = 17


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


def _printed(area: Area) -> Iterator[PrintedSquare]:
    left, top, right, bottom = inside(area, 40.0)
    across, down = (right - left) / (_ACROSS - 1), (bottom - top) / (_DOWN + 1)
    loop = [(left + step * across, bottom) for step in range(_ACROSS)]
    loop += [(right, bottom - step * down) for step in range(1, _DOWN + 1)]
    loop += [(right - step * across, top) for step in range(_ACROSS)]
    loop += [(left, top + step * down) for step in range(1, _DOWN + 1)]
    for horse in range(4):
        yield PrintedSquare("start", left + (1 + horse) * across, bottom - 1.5 * down, 26.0)
    for number, place in enumerate(loop, start=1):
        kind = "blue" if number in _OBSTACLES else "green" if number < _FIRST_YELLOW else "yellow"
        yield PrintedSquare(kind, *place, 36.0)
    for rank in range(4):
        yield PrintedSquare("arrival", left + (1 + rank) * across, top + 1.5 * down, 26.0)


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
