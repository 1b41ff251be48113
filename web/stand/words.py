"""The set-up of the camera in words: steps, what is wrong and what to do about it, and why a tap does nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import flask_babel

from calibration.zones import Holds, PlannedZone
from companion.zone_names import zone_name

_OF_A_PLAYER = re.compile(r", [^,]*$")
_NUMBER = re.compile(r" \d+$")


def gettext(message: str, **named: object) -> str:
    """A sentence of the page in the viewer's language."""
    return str(flask_babel.gettext(message, **named))


def ngettext(one: str, many: str, number: int, **named: object) -> str:
    """The same for one or many."""
    return str(flask_babel.ngettext(one, many, number, **named))


def step_names() -> Mapping[str, str]:
    """The five steps, in order."""
    return {
        "markers": gettext("Place the 4 markers"),
        "focus": gettext("Set the focus"),
        "light": gettext("Check the light"),
        "zones": gettext("Say what is where"),
        "test": gettext("Test"),
    }


def step_back() -> Mapping[str, str]:
    """What the way back to a step is called."""
    return {
        "markers": gettext("Back to the markers"),
        "focus": gettext("Back to the focus"),
        "light": gettext("Back to the light"),
        "zones": gettext("Back to the frames"),
    }


def to_do(state: Mapping[str, Any]) -> str:
    """What is to be done for the step in hand, in one or two sentences."""
    step, quality = state["step"], state["quality"]
    if step == "test":
        return ""
    if step == "zones":
        if not state["fits"]:
            return gettext("This game needs a larger table: put the markers further apart.")
        return gettext("Look: does each frame lie where its things lie? Drag those that do not.")
    if quality is None or state["camera"]["code"] != "good":
        return gettext("I am waiting for the first picture.")
    if quality["code"] in ("too_dark", "overexposed", "blurred"):
        return fault_words(quality["code"], ())
    if step == "markers":
        for fault in state["faults"]:
            if fault["code"] not in ("upside_down", "turned"):
                return fault_words(fault["code"], fault["numbers"])
        if state["held_done"]:
            return gettext("All four lie well. They are measured.")
        return gettext("I see all four. Hands off for a moment: I am measuring.")
    if step == "focus":
        return gettext("The picture is sharp. If you turn the lens, watch the bar.")
    return fault_words("dim", ()) if quality["code"] == "dim" else gettext("The light is right.")


def fault_words(code: str, numbers: Sequence[int]) -> str:
    """What is wrong, and what to do."""
    which = ", ".join(str(number) for number in numbers)
    where = ", ".join(f"{number} ({corners()[number]})" for number in numbers)
    if code == "missing" and len(numbers) == 4:
        return gettext(
            "Lay the four printed markers in the corners, clockwise from 0 top left, arrows to the top."
        )
    words = {
        "missing": ngettext(
            "I do not see marker %(which)s. Lay it in its corner, or take away what covers it.",
            "I do not see markers %(which)s. Lay them in their corners, or take away what covers them.",
            len(numbers),
            which=where,
        ),
        "double": gettext("There are two markers %(which)s. Take one away.", which=which),
        "mirrored": gettext("The picture is mirrored. Look straight at the table, without a mirror."),
        "mixed_up": gettext("Markers %(which)s lie in each other’s places. Exchange them.", which=which),
        "too_small": gettext("Marker %(which)s is too far away. Hang the camera lower.", which=which),
        "not_flat": gettext(
            "Marker %(which)s does not lie flat, or is of another size. Press it down.", which=which
        )
        if numbers
        else gettext("The markers do not lie flat on one table. Press them down."),
        "tilted": gettext("The camera looks too much from the side. Hang it more above the middle."),
        "too_dark": gettext("It is too dark. Turn on a lamp, and take the cap off the lens."),
        "dim": gettext("It is a little dark. One lamp more is better."),
        "overexposed": gettext("It is too bright: a lamp shines off the table. Turn it aside."),
        "blurred": gettext("The picture is blurred. Turn the lens slowly until the bar is in the green."),
        "upside_down": gettext("The camera is upside down. That does no harm."),
        "turned": gettext("The camera looks from a short side, or the markers lie one corner further."),
    }
    return str(words.get(code) or gettext("Something is wrong with the markers. Lay them anew."))


def corners() -> Sequence[str]:
    """Where the markers lie, by number."""
    return (gettext("top left"), gettext("top right"), gettext("bottom right"), gettext("bottom left"))


def harmless(state: Mapping[str, Any]) -> str | None:
    """What is odd, but works; None where nothing is."""
    for fault in state["faults"]:
        if fault["code"] in ("upside_down", "turned"):
            return fault_words(fault["code"], fault["numbers"])
        if fault["code"] == "missing" and state["table"] and state["table"]["exactness"] != "by_hand":
            return gettext("A marker is covered now. Take your hand away and look again.")
    return None


def camera_words(code: str) -> str | None:
    """Why there are no pictures, and what to do; None while there are."""
    words = {
        "good": None,
        "opening": gettext("I am opening the camera…"),
        "not_found": gettext(
            "I cannot find the camera. Check its cable. I keep trying; the game goes on by taps."
        ),
        "no_frames": gettext("No more pictures come. Unplug the camera and plug it in again. I keep trying."),
        "bad_picture": gettext("I cannot use this picture. I am trying the next one."),
    }
    return words.get(code, words["no_frames"])


def chip(state: Mapping[str, Any]) -> tuple[str, str]:
    """The shape (a class of the chip) and the words of what the camera sees in all."""
    if state["camera"]["code"] == "opening":
        return "waits", gettext("One moment…")
    if state["camera"]["code"] != "good":
        return "lost", gettext("No picture")
    if state["lens"]["boards"] is not None:
        told = gettext(
            "%(seen)s pictures of %(wanted)s", seen=state["lens"]["boards"], wanted=state["lens"]["wanted"]
        )
        return "waits", told
    seen = len({marker["number"] for marker in state["markers"]})
    return ("sees" if seen == 4 else "waits"), gettext("%(seen)s markers of 4", seen=seen)


def focus_words(state: Mapping[str, Any]) -> tuple[str, str]:
    """How sharp the picture is: a class and a word."""
    quality = state["quality"]
    if quality is None or (not state["markers"] and quality["code"] != "blurred"):
        return "unknown", gettext("no marker, no measure")
    if quality["focus"] < 0.5:
        return "bad", gettext("blurred")
    return "good", gettext("sharp")


def light_words(state: Mapping[str, Any]) -> tuple[str, str]:
    """How light it is: a class and a word."""
    quality = state["quality"]
    if quality is None:
        return "unknown", gettext("no picture yet")
    words = {
        "too_dark": ("bad", gettext("too dark")),
        "dim": ("fair", gettext("a little dark")),
        "overexposed": ("bad", gettext("too bright")),
    }
    return words.get(quality["code"], ("good", gettext("good")))


def asks_where(name: str | None) -> str:
    """The question whether a zone lies where a yellow frame is drawn; None: all in which nothing lies yet."""
    if name is None:
        return gettext("Shall the other frames go along with them?")
    return gettext("Look at the yellow frame: is that “%(name)s”?", name=name)


def exactness_words(code: str) -> str:
    """How exactly the table is measured."""
    words = {
        "very_exact": gettext("very exact"),
        "exact": gettext("exact"),
        "rough": gettext("rough"),
        "bad": gettext("not exact: press the markers flat"),
        "by_hand": gettext("by hand"),
    }
    return str(words.get(code, words["rough"]))


def lens_fault(code: str) -> str:
    """Why the lens could not be measured."""
    return gettext("These pictures do not tell enough. Tilt the board more, and take it into all corners.")


def refusal(code: str) -> str:
    """Why a tap did nothing."""
    words = {
        "no_view": gettext("First I must see the four markers."),
        "no_picture": gettext("There is no picture now. Nothing was kept."),
        "not_whole": gettext("One step is not done yet. Nothing was kept."),
        "not_yet": gettext("It is not right yet. Look at what is said there."),
        "only_simulated": gettext("This is only the simulated table. The set-up of your camera stays."),
        "not_written": gettext(
            "It could not be written down: free some space on the disk. The old set-up stays."
        ),
        "no_such_ruler": gettext("The ruler should be 100 mm. Measure it again: 80 to 120."),
        "no_such_table": gettext("A table is 200 to 3000 mm wide and long."),
        "crossed_corners": gettext("The four corners cross. Put them clockwise, beginning top left."),
        "no_such_zone": gettext("That frame cannot be like this: 10 to 3000 mm."),
        "off_the_table": gettext("That frame would lie beside the table."),
        "nothing_proposed": gettext(
            "I see no cards that lie elsewhere. Lay the game out as for its first move, then ask me again."
        ),
        "not_asked": gettext("That is not asked any more."),
        "unknown_game": gettext("I do not know that game."),
        "unknown_step": gettext("There is no such step."),
        "malformed": gettext("That could not be understood."),
    }
    return str(words.get(code) or gettext("That is not possible now."))


# ---------------------------------------------------------------- zones


def named(game: str, zone: Mapping[str, Any], language: str) -> str:
    """A zone in full: "Case 3", "Stock, player 1"."""
    return zone_name(game, _planned(zone), language)


def kind_named(game: str, zone: Mapping[str, Any], language: str) -> str:
    """The kind of a zone: "Case", "Stock"."""
    return _NUMBER.sub("", _OF_A_PLAYER.sub("", named(game, zone, language)))


def too_coarse(zone: Mapping[str, Any]) -> str:
    """Why a zone cannot be read."""
    return gettext("too small in the picture") if zone["in_picture"] else gettext("outside the picture")


def _planned(zone: Mapping[str, Any]) -> PlannedZone:
    return PlannedZone(
        zone["id"],
        Holds(zone["holds"]),
        zone["left"],
        zone["top"],
        zone["width"],
        zone["height"],
        seat=zone["seat"],
    )


def about_the_picture(state: Mapping[str, Any]) -> Iterator[str]:
    """That secret places are covered in it, that it is no camera's."""
    if state["masked"]:
        yield gettext("A game is being played: its secret places stay grey in the picture.")
    if state["simulated"]:
        yield gettext("No camera is there: this is the simulated table, to try it out.")
