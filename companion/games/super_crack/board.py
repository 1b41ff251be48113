"""The printed board of Super-Crack, as its squares are tapped.

The ``start_line``; the track from the first square on, ``square`` (plain), ``dot``, ``river``, ``hedge``, and its
last square, ``finish``; the ``red`` zone from the start line backwards. Rivers that follow each other are one river.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.board import Area, Board, Fault, PrintedSquare, Squares, oval, runs
from companion.games.super_crack.rules.profile import DEFAULT_PROFILE
from companion.languages import Sentences

DEEPEST_RED_ZONE = 100
_LANES: Mapping[str, str] = {
    f"lane_{number}": str(colour) for number, colour in DEFAULT_PROFILE["owner_cards"].items()
}
"""The lane of each horse, and the horse's colour."""
_SQUARES, _RED_ZONE = 18, 6
"""Of the simulated board: a race on it is short enough to be filmed, and a square has room for all horses."""
_WIDTH_MM = 36.0


def _names(squares: Squares) -> tuple[str, ...]:
    def named(line: str, number: int) -> str:
        if line == "start":
            # One start line: a second one is a fault, with an id of its own.
            return "square_0" if number == 1 else f"start_{number}"
        return f"square_{-number if line == 'red' else number}"

    return tuple(named(line, number) for line, number in squares.counted())


def _faults(squares: Squares) -> Iterable[Fault]:
    """The codes.

    ``no_start``, ``two_starts``, ``no_finish``, ``after_finish`` (the finish line is the last square), ``too_short``,
    ``hazard_at_end`` (a river or hedge on the last two squares), ``red_zone_too_long``.
    """
    track, starts = squares.line("track"), squares.line("start")
    if len(starts) != 1:
        yield Fault("two_starts", ("start_2",)) if starts else Fault("no_start")
    finishes = [number for number, tap in enumerate(track, start=1) if tap.kind == "finish"]
    if not finishes:
        yield Fault("no_finish")
    elif finishes[0] != len(track):
        yield Fault("after_finish", tuple(f"square_{n}" for n in range(finishes[0] + 1, len(track) + 1)))
    elif len(track) < 3:
        yield Fault("too_short")
    else:
        last = len(track) - 1
        if last and track[last - 1].kind in ("river", "hedge"):
            yield Fault("hazard_at_end", (f"square_{last}",))
    if len(squares.line("red")) > DEEPEST_RED_ZONE:
        yield Fault("red_zone_too_long")


def _profile(squares: Squares) -> Mapping[str, Any]:
    track = squares.line("track")
    board = {
        "finish": len(track),
        "red_zone": len(squares.line("red")),
        "rivers": runs(squares, "track", "river"),
        "hedges": runs(squares, "track", "hedge"),
        "dots": [number for number, tap in enumerate(track, start=1) if tap.kind == "dot"],
    }
    return {"board": board}


def _groups(squares: Squares) -> Mapping[str, tuple[str, ...]]:
    """All horses run on the same squares: the lane of each is the whole track."""
    whole = squares.names
    return {lane: whole for lane in _LANES} if whole else {}


def _printed(area: Area) -> Iterator[PrintedSquare]:
    places = oval(area, 1 + _SQUARES + _RED_ZONE, 25.0)
    yield PrintedSquare("start_line", *places[0], _WIDTH_MM)
    special = {_SQUARES: "finish", 7: "river", 12: "hedge"} | dict.fromkeys((4, 9, 14), "dot")
    for number in range(1, _SQUARES + 1):
        yield PrintedSquare(special.get(number, "square"), *places[number], _WIDTH_MM)
    for back in range(1, _RED_ZONE + 1):
        yield PrintedSquare("red", *places[-back], _WIDTH_MM)


_WORDS = Sentences(
    __name__,
    {
        "to_tap": (
            "Tap the start line. Then every square in order, up to the finish. Then the red zone, backwards "
            "from the start."
        ),
    },
    "board",
)
BOARD = Board(
    kinds={
        "start_line": "start",
        "square": "track",
        "dot": "track",
        "river": "track",
        "hedge": "track",
        "finish": "track",
        "red": "red",
    },
    names=_names,
    check=_faults,
    profile=_profile,
    to_tap=_WORDS.phrase("to_tap"),
    printed=_printed,
    groups=_groups,
    lanes=_LANES,
)
