"""Tapping a printed board in words: the kinds of squares, what to tap next, what is wrong, why a tap does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import load
from web.language import viewer_language
from web.stand.words import gettext, ngettext
from web.stand.words import refusal as stand_refusal

_LANE = "lane_"


def kind_named(kind: str) -> str:
    """What a kind of square is called, as on its button."""
    if kind.startswith(_LANE):
        return gettext("Lane %(number)s", number=kind.removeprefix(_LANE))
    words = {
        "start": gettext("Start"),
        "green": gettext("Green"),
        "blue": gettext("Blue"),
        "yellow": gettext("Yellow"),
        "arrival": gettext("Arrival"),
        "start_line": gettext("Start line"),
        "square": gettext("Plain square"),
        "dot": gettext("Black dot"),
        "river": gettext("River"),
        "hedge": gettext("Hedge"),
        "finish": gettext("Finish"),
        "red": gettext("Red zone"),
    }
    return str(words.get(kind, kind))


def kind_short(kind: str) -> str:
    """The same for a button that has little room: the number of a lane."""
    return kind.removeprefix(_LANE)


def to_do(state: Mapping[str, Any]) -> str:
    """What to tap now, in a sentence or two."""
    if not state["fits"]:
        return gettext("This game needs a larger table: put the markers further apart.")
    if not state["taps"]:
        board = load(state["game"]).board
        return "" if board is None else board.to_tap.said(viewer_language())
    if not state["faults"]:
        return gettext("This board is complete.")
    line = next(one["line"] for one in state["kinds"] if one["id"] == state["kind"])
    number = 1 + sum(tap["line"] == line for tap in state["taps"])
    return gettext("Now: %(kind)s, number %(number)s", kind=kind_named(state["kind"]), number=number)


def square_named(tap: Mapping[str, Any]) -> str:
    """A square in words: "12" on the track, "arrival 2" elsewhere."""
    line, number = tap["line"], tap["number"]
    if line.startswith(_LANE):
        return gettext("lane %(lane)s, field %(number)s", lane=line.removeprefix(_LANE), number=number)
    words = {
        "start": gettext("start %(number)s", number=number),
        "arrival": gettext("arrival %(number)s", number=number),
        "red": gettext("red zone %(number)s", number=number),
    }
    return str(words.get(line) or number)


def fault_words(fault: Mapping[str, Any], taps: list[Mapping[str, Any]]) -> str:
    """What is wrong with the board, or what is asked, in a sentence."""
    named = [square_named(taps[number]) for number in fault["taps"]]
    which = _listed(named)
    lanes = _listed([one.removeprefix(_LANE) for one in fault["squares"] if one.startswith(_LANE)])
    code = fault["code"]
    if code == "gap":
        return gettext("Was a square left out between %(one)s and %(other)s?", one=named[0], other=named[-1])
    if code == "obstacles" and not named:
        return gettext("The track has two obstacles: two blue squares side by side, two times.")
    words = {
        "too_near": gettext("%(which)s lie on one another: one tap too many?", which=which),
        "off_board": gettext(
            "Beside the board: %(which)s. Does the frame of the board lie right?", which=which
        ),
        "obstacles": gettext(
            "Blue must come two by two, two times on the track. Now: %(which)s.", which=which
        ),
        "no_green_before": gettext("Before the first obstacle there must be a green square."),
        "no_straight": gettext("After the last obstacle there must be a yellow square."),
        "yellow_too_early": gettext("Yellow comes only after the second obstacle: %(which)s.", which=which),
        "green_too_late": gettext("Green ends at the second obstacle: %(which)s.", which=which),
        "starts": gettext("Tap two to four start squares, one for each horse."),
        "arrivals": gettext("Tap the arrival squares: two or more, one for each player."),
        "no_start": gettext("The start line is missing."),
        "two_starts": gettext("There are two start lines: take one away."),
        "no_finish": gettext("The finish is missing: it is the last square of the track."),
        "after_finish": gettext("These squares come after the finish: %(which)s.", which=which),
        "too_short": gettext("The track is too short: at least three squares."),
        "hazard_at_end": gettext("No river and no hedge just before the finish: %(which)s.", which=which),
        "red_zone_too_long": gettext("The red zone is too long: at most 100 squares."),
        "lane_missing": gettext("Lanes are missing: %(lanes)s.", lanes=lanes),
        "too_few_lanes": gettext("There must be at least six lanes."),
        "too_few_fields": gettext("Every lane has at least twelve fields: tap those that are missing."),
        "lanes_unequal": gettext("Not as many fields as lane 1: lane %(lanes)s.", lanes=lanes),
        "row_astray": gettext(
            "Do these lanes begin at the same line, and go the same way round? Look at %(which)s.",
            which=which,
        ),
    }
    return str(words.get(code) or gettext("Something is wrong with this board."))


def _listed(names: list[str], most: int = 4) -> str:
    more = len(names) - most
    if more > 0:
        names = [*names[:most], "…"]
    if len(names) < 2:
        return "".join(names)
    return gettext("%(first)s and %(last)s", first=", ".join(names[:-1]), last=names[-1])


def squares_counted(number: int) -> str:
    """How long a board is: the squares of its track, or of a lane."""
    return ngettext("%(num)s square", "%(num)s squares", number)


def refusal(code: str) -> str:
    """Why a tap did nothing."""
    words = {
        "no_photograph": gettext("There is no picture yet. Wait a moment, then tap again."),
        "no_such_place": gettext("That is not on the picture: tap on a square."),
        "no_such_kind": gettext("This board has no such squares."),
        "no_such_tap": gettext("That square is not there any more."),
        "other_line": gettext("A square of the track cannot become a start or an arrival."),
        "nothing_before": gettext("First tap the square where the straight stretch begins."),
        "too_many": gettext("More than 300 squares: that cannot be."),
        "bad_stretch": gettext("There is nothing to fill between these two."),
        "lanes_unequal": gettext("These two lanes must have equally many fields first."),
        "stale": gettext("Somebody else has just tapped. Look again, then tap."),
        "question_open": gettext("First answer the question."),
        "only_simulated_board": gettext("This is only the simulated table. Your own board stays."),
        "board_not_written": gettext("It could not be written down: free some space on the disk."),
        "bad_profile": gettext("The game cannot be played on this board. Nothing was kept."),
    }
    if code in words:
        return str(words[code])
    fault: dict[str, Any] = {"code": code, "squares": [], "taps": [], "question": None}
    known = {"unknown_game", "malformed"}
    return stand_refusal(code) if code in known else fault_words(fault, [])
