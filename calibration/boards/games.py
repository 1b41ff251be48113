"""The boards of the games that have one: their kinds of squares, what makes them whole, and the profile they give.

Dadamax (``poker_dice_race``): ``start`` squares, one a horse; the track from its first square on, ``green``, ``blue``
(the two obstacles of two) and ``yellow``; the numbered ``arrival`` squares.

Super-Crack (``super_crack``): the ``start_line``; the track from the first square on, ``square`` (plain), ``dot``,
``river``, ``hedge``, and its last square, ``finish``; the ``red`` zone from the start line backwards. Rivers that
follow each other are one river.

Change Horses (``change_horses``): ``lane_1`` (inside) to ``lane_12``, each once round: from its start field on, in
the direction of the race. ``between_lanes`` draws those between two.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from itertools import groupby, pairwise
from typing import Any

from calibration.boards.tapped import BoardDrawing, BoardFault, BoardForm, BoardRefused, Tap, evenly
from calibration.geometry import Point

FEWEST_PLAYERS, MOST_HORSES = 2, 4
"""Of Dadamax: each horse has a start square, each player at least an arrival square (rules PD-1 to PD-3)."""
FEWEST_LANES, MOST_LANES = 6, 12
DEEPEST_RED_ZONE = 100
HORSES_OF_SUPER_CRACK = 16


def board_form(game: str) -> BoardForm | None:
    """Return the form of a game's board; None for a game without one."""
    return BOARDS.get(game)


def _runs(drawing: BoardDrawing, line: str, kind: str) -> list[list[int]]:
    """The numbers (from 1) of the squares of one kind on a line, those that follow each other together."""
    numbered = enumerate(drawing.line(line), start=1)
    return [
        [number for number, _ in run]
        for own, run in groupby(numbered, key=lambda place: place[1].kind == kind)
        if own
    ]


# ---------------------------------------------------------------- Dadamax


def _dadamax_names(drawing: BoardDrawing) -> tuple[str, ...]:
    words = {"start": "start", "track": "square", "arrival": "arrival"}
    return tuple(f"{words[line]}_{number}" for line, number in drawing.counted())


def _dadamax_faults(drawing: BoardDrawing) -> Iterable[BoardFault]:
    """The codes of Dadamax.

    ``obstacles`` (not two of two neighbouring squares), ``no_green_before``, ``no_straight`` (no yellow square after
    the last obstacle), ``yellow_too_early``, ``green_too_late``, ``starts`` (not 2 to 4), ``arrivals`` (fewer than
    two).
    """
    track = drawing.line("track")
    obstacles = _runs(drawing, "track", "blue")
    if [len(obstacle) for obstacle in obstacles] != [2, 2]:
        blue = tuple(f"square_{number}" for obstacle in obstacles for number in obstacle)
        yield BoardFault("obstacles", blue)
    else:
        if obstacles[0][0] < 2:
            yield BoardFault("no_green_before", (f"square_{obstacles[0][0]}",))
        last = obstacles[1][1]
        if last == len(track):
            yield BoardFault("no_straight", (f"square_{last}",))
        early = tuple(f"square_{n}" for n in range(1, last) if track[n - 1].kind == "yellow")
        late = tuple(f"square_{n}" for n in range(last + 1, len(track) + 1) if track[n - 1].kind == "green")
        if early:
            yield BoardFault("yellow_too_early", early)
        if late:
            yield BoardFault("green_too_late", late)
    if not FEWEST_PLAYERS <= len(drawing.line("start")) <= MOST_HORSES:
        yield BoardFault("starts")
    if len(drawing.line("arrival")) < FEWEST_PLAYERS:
        yield BoardFault("arrivals")


def _dadamax_profile(drawing: BoardDrawing) -> Mapping[str, Any]:
    track = drawing.line("track")
    colours = {
        colour: [number for number, tap in enumerate(track, start=1) if tap.kind == colour]
        for colour in ("green", "blue", "yellow")
    }
    board = {
        "length": len(track),
        "obstacles": _runs(drawing, "track", "blue"),
        "arrival_squares": len(drawing.line("arrival")),
    }
    return {"board": board, "zones": {"start": [0], **colours, "finish": [len(track) + 1]}}


def _dadamax_groups(drawing: BoardDrawing) -> Mapping[str, tuple[str, ...]]:
    """The arrival is one zone of the game, the square after the last."""
    arrivals = tuple(f"arrival_{number}" for number in range(1, len(drawing.line("arrival")) + 1))
    return {f"square_{len(drawing.line('track')) + 1}": arrivals} if arrivals else {}


DADAMAX = BoardForm(
    game="poker_dice_race",
    zone="track",
    kinds={"start": "start", "green": "track", "blue": "track", "yellow": "track", "arrival": "arrival"},
    names=_dadamax_names,
    check=_dadamax_faults,
    profile=_dadamax_profile,
    groups=_dadamax_groups,
    # On a closed board horses begin and arrive on the same printed squares (rule PD-3).
    one_place=(frozenset({"start", "arrival"}),),
)


# ---------------------------------------------------------------- Super-Crack


def _super_crack_names(drawing: BoardDrawing) -> tuple[str, ...]:
    def named(line: str, number: int) -> str:
        if line == "start":
            # One start line: a second one is a fault, with an id of its own.
            return "square_0" if number == 1 else f"start_{number}"
        return f"square_{-number if line == 'red' else number}"

    return tuple(named(line, number) for line, number in drawing.counted())


def _super_crack_faults(drawing: BoardDrawing) -> Iterable[BoardFault]:
    """The codes of Super-Crack.

    ``no_start``, ``two_starts``, ``no_finish``, ``after_finish`` (the finish line is the last square), ``too_short``,
    ``hazard_at_end`` (a river or hedge on the last two squares), ``red_zone_too_long``.
    """
    track, starts = drawing.line("track"), drawing.line("start")
    if len(starts) != 1:
        yield BoardFault("two_starts", ("start_2",)) if starts else BoardFault("no_start")
    finishes = [number for number, tap in enumerate(track, start=1) if tap.kind == "finish"]
    if not finishes:
        yield BoardFault("no_finish")
    elif finishes[0] != len(track):
        yield BoardFault("after_finish", tuple(f"square_{n}" for n in range(finishes[0] + 1, len(track) + 1)))
    elif len(track) < 3:
        yield BoardFault("too_short")
    else:
        last = len(track) - 1
        if last and track[last - 1].kind in ("river", "hedge"):
            yield BoardFault("hazard_at_end", (f"square_{last}",))
    if len(drawing.line("red")) > DEEPEST_RED_ZONE:
        yield BoardFault("red_zone_too_long")


def _super_crack_profile(drawing: BoardDrawing) -> Mapping[str, Any]:
    track = drawing.line("track")
    board = {
        "finish": len(track),
        "red_zone": len(drawing.line("red")),
        "rivers": _runs(drawing, "track", "river"),
        "hedges": _runs(drawing, "track", "hedge"),
        "dots": [number for number, tap in enumerate(track, start=1) if tap.kind == "dot"],
    }
    return {"board": board}


def _super_crack_groups(drawing: BoardDrawing) -> Mapping[str, tuple[str, ...]]:
    """All horses run on the same squares: the lane of each is the whole track."""
    squares = drawing.names
    return {f"lane_{horse}": squares for horse in range(1, HORSES_OF_SUPER_CRACK + 1)} if squares else {}


SUPER_CRACK = BoardForm(
    game="super_crack",
    zone="track",
    kinds={
        "start_line": "start",
        "square": "track",
        "dot": "track",
        "river": "track",
        "hedge": "track",
        "finish": "track",
        "red": "red",
    },
    names=_super_crack_names,
    check=_super_crack_faults,
    profile=_super_crack_profile,
    groups=_super_crack_groups,
)


# ---------------------------------------------------------------- Change Horses

_LANES = tuple(f"lane_{lane}" for lane in range(1, MOST_LANES + 1))
_CELL = re.compile(r"cell_(\d+)_(\d+)")


def _change_horses_names(drawing: BoardDrawing) -> tuple[str, ...]:
    return tuple(f"cell_{line.removeprefix('lane_')}_{number - 1}" for line, number in drawing.counted())


def _lanes(drawing: BoardDrawing) -> dict[int, tuple[Tap, ...]]:
    lanes = {number: drawing.line(lane) for number, lane in enumerate(_LANES, start=1)}
    return {number: taps for number, taps in lanes.items() if taps}


def _change_horses_faults(drawing: BoardDrawing) -> Iterable[BoardFault]:
    """The codes of Change Horses.

    ``too_few_lanes`` (fewer than six), ``lane_missing`` (one between two others), ``lanes_unequal`` (not as many
    fields as lane 1), ``row_astray`` (a question: the nearest field of the next lane is of a row farther on or back,
    as when a lane was begun elsewhere or tapped the wrong way round).
    """
    lanes = _lanes(drawing)
    most = max(lanes, default=0)
    missing = tuple(f"lane_{number}" for number in range(1, most + 1) if number not in lanes)
    if missing:
        yield BoardFault("lane_missing", missing)
    if most < FEWEST_LANES:
        yield BoardFault("too_few_lanes")
    fields = len(lanes.get(1, ()))
    unequal = tuple(f"lane_{number}" for number, taps in lanes.items() if fields and len(taps) != fields)
    if unequal:
        yield BoardFault("lanes_unequal", unequal)
    if missing or unequal or not lanes:
        return
    for (lane, own), (_, others) in pairwise(lanes.items()):
        astray = tuple(
            f"cell_{lane}_{row}" for row, tap in enumerate(own) if not _abreast(row, tap.at, others)
        )
        if astray:
            yield BoardFault("row_astray", astray, question=True)


def _abreast(row: int, at: Point, others: tuple[Tap, ...]) -> bool:
    """Whether the field of the next lane that lies nearest is of the same row, or of one beside it."""
    near = min(
        range(len(others)), key=lambda other: math.hypot(others[other].at.x - at.x, others[other].at.y - at.y)
    )
    return (near - row) % len(others) in (0, 1, len(others) - 1)


def _change_horses_profile(drawing: BoardDrawing) -> Mapping[str, Any]:
    """The rows of the oval, start field included: a horse has crossed the line when it is there again."""
    lanes = _lanes(drawing)
    return {"board": {"lanes": len(lanes), "finish_row": len(lanes[1])}}


CHANGE_HORSES = BoardForm(
    game="change_horses",
    zone="track",
    kinds={lane: lane for lane in _LANES},
    names=_change_horses_names,
    check=_change_horses_faults,
    profile=_change_horses_profile,
)


def between_lanes(drawing: BoardDrawing, first: int, last: int) -> BoardDrawing:
    """Draw the lanes between two that are tapped, evenly; undone at once. What those lanes had is replaced.

    Raises BoardRefused: ``bad_stretch`` if there is no lane between the two, ``lanes_unequal`` if they have not
    equally many fields.
    """
    if not 1 <= first < last - 1 < MOST_LANES:
        raise BoardRefused("bad_stretch")
    inner, outer = drawing.line(f"lane_{first}"), drawing.line(f"lane_{last}")
    if not inner or len(inner) != len(outer):
        raise BoardRefused("lanes_unequal", (f"lane_{first}", f"lane_{last}"))
    new = {f"lane_{lane}" for lane in range(first + 1, last)}
    kept = tuple(tap for tap in drawing.taps if tap.kind not in new)
    rows = [evenly(one.at, other.at, last - first - 1) for one, other in zip(inner, outer, strict=True)]
    drawn = (
        Tap(f"lane_{lane}", places[lane - first - 1]) for lane in range(first + 1, last) for places in rows
    )
    return drawing.replaced((*kept, *drawn))


def printed_field(cell: str, rows: int) -> str:
    """Return the printed field of a cell: rows go on counting after the line, the oval has only so many."""
    found = _CELL.fullmatch(cell)
    return f"cell_{found[1]}_{int(found[2]) % rows}" if found else cell


BOARDS: Mapping[str, BoardForm] = {form.game: form for form in (DADAMAX, SUPER_CRACK, CHANGE_HORSES)}
