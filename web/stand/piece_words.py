"""Showing a board's pieces in words: what to put where, what was seen, what is odd, why a tap does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.stand.board_words import square_named as plain_square
from web.stand.words import about_the_picture, gettext, ngettext
from web.stand.words import refusal as stand_refusal


def colour_named(colour: str) -> str:
    """A colour of pieces."""
    words = {
        "red": gettext("red"),
        "orange": gettext("orange"),
        "yellow": gettext("yellow"),
        "green": gettext("green"),
        "blue": gettext("blue"),
        "purple": gettext("purple"),
        "pink": gettext("pink"),
        "brown": gettext("brown"),
        "black": gettext("black"),
        "white": gettext("white"),
    }
    return str(words.get(colour, colour))


def square_named(square: Mapping[str, Any]) -> str:
    """A square in words: "square 12", "start 2"."""
    name = plain_square(square)
    return gettext("square %(number)s", number=name) if name.isdecimal() else name


def pieces_counted(number: int) -> str:
    """How many pieces."""
    return ngettext("%(num)s piece", "%(num)s pieces", number)


def photographs_counted(number: int) -> str:
    """How many photographs."""
    return ngettext("%(num)s photograph", "%(num)s photographs", number)


def needed(state: Mapping[str, Any]) -> str:
    """What a board takes: "3 photographs, about 3 minutes"."""
    return gettext(
        "%(photographs)s, about %(minutes)s",
        photographs=photographs_counted(state["photographs"]),
        minutes=ngettext("%(num)s minute", "%(num)s minutes", state["minutes"]),
    )


def step_named(step: str) -> str:
    """What is photographed now."""
    words = {
        "squares": gettext("First the squares"),
        "outdated": gettext("The squares were tapped anew"),
        "bare": gettext("The bare board"),
        "first": gettext("First position"),
        "second": gettext("Second position"),
        "check": gettext("Is it your board?"),
        "more": gettext("Once more in other light"),
        "known": gettext("This board is known"),
    }
    return str(words[step])


def to_do(state: Mapping[str, Any]) -> str:
    """What to do before the photograph."""
    words = {
        "squares": gettext("Before I can know the pieces I must know where the squares are: tap them first."),
        "outdated": gettext("What was shown belongs to other squares. Forget it, then show the board anew."),
        "bare": gettext("Take everything off the board. Does each ring lie on a square?"),
        "first": gettext("Put these pieces on the board, as in the picture. Everything else stays off."),
        "second": gettext("Now put the pieces so, as in the picture."),
        "check": gettext(
            "This board came from another family. Put some pieces so: I look whether it is yours."
        ),
        "more": gettext(
            "Leave or put the pieces so. Then change the light: a lamp, the curtains, the evening."
        ),
    }
    return str(words.get(state["step"], ""))


def seen(state: Mapping[str, Any]) -> tuple[str, str]:
    """What the camera sees now: a shape (a class of the chip) and words."""
    if state["looking"]:
        return "waits", gettext("I am looking at the board…")
    if state["learning"] and (state["picture"] is None or state["step"] in ("second", "known")):
        return "waits", gettext("I am learning…")
    if state["step"] in ("squares", "outdated"):
        return "waits", gettext("not yet")
    if state["picture"] is None:
        return (
            ("waits", gettext("One moment…"))
            if state["camera"] in ("opening", "good")
            else ("lost", gettext("No picture"))
        )
    if not state["pieces"] or state["step"] == "known":
        return "sees", gettext("I see the board")
    if not state["compared"]:
        return "waits", gettext("One moment…")
    right = state["standing"] == state["pieces"] and not state["strange"]
    said = gettext("%(seen)s of %(pieces)s", seen=state["standing"], pieces=pieces_counted(state["pieces"]))
    return ("sees" if right else "waits"), said


def doubts(state: Mapping[str, Any]) -> list[str]:
    """What looks otherwise on the photograph than was asked for, in sentences."""
    said = []
    for one in state["squares"]:
        where = square_named(one)
        if one["doubt"] == "bare":
            said.append(gettext("%(square)s: I see no piece there.", square=_begun(where)))
        elif one["doubt"] == "colour":
            told = {"square": _begun(where), "seen": colour_named(one["seen"])}
            said.append(gettext("%(square)s: that looks %(seen)s to me.", **told))
        elif one["doubt"] == "something" and one["seen"]:
            told = {"square": _begun(where), "seen": colour_named(one["seen"])}
            said.append(gettext("%(square)s: I see %(seen)s there.", **told))
        elif one["doubt"] == "something":
            said.append(gettext("%(square)s: something is there.", square=_begun(where)))
    return said


def helped(state: Mapping[str, Any]) -> str | None:
    """By how much the last photograph helped, as measured; None where nothing was."""
    told = state["helped"]
    if told is None:
        return None
    numbers = {"squares": told["squares"], "before": told["before"], "after": told["after"]}
    if told["before"] is None:
        return gettext("Of this position I read %(after)s of %(squares)s squares right.", **numbers)
    if told["after"] is None:
        return gettext(
            "Before this photograph I read %(before)s of its %(squares)s squares right.", **numbers
        )
    return gettext(
        "Before this photograph I read %(before)s of its %(squares)s squares right, now %(after)s.", **numbers
    )


def alike(state: Mapping[str, Any]) -> list[str]:
    """The colours that look alike, in sentences."""
    return [
        gettext(
            "The %(one)s and the %(other)s pieces look alike to me: I shall ask now and then.",
            one=colour_named(one),
            other=colour_named(other),
        )
        for one, other in state["alike"]
    ]


def notes(state: Mapping[str, Any]) -> list[str]:
    """What else there is to know about the board that is kept."""
    said = []
    if state["damaged"]:
        said.append(gettext("What was kept of this board cannot be read. Forget it, then show it anew."))
    if state["failed"]:
        said.append(gettext("I cannot learn from these photographs. Forget the last one and take it again."))
    if state["learning"] and state["step"] == "second":
        said.append(gettext("I am still learning the first position: put up this one meanwhile."))
    if state["learning"] and state["step"] == "known":
        said.append(gettext("I am learning this board: that takes up to a minute. You may leave this page."))
    if not state["fits"]:
        said.append(gettext("This game needs a larger table: put the markers further apart."))
    return [*said, *about_the_picture(state)]


def refusal(code: str) -> str:
    """Why a tap did nothing."""
    words = {
        "no_photograph": gettext("There is no picture yet. Wait a moment, then tap again."),
        "blurred": gettext("The picture is blurred. Wait until nothing moves, then tap again."),
        "too_dark_for_pieces": gettext("It is too dark to see the pieces. Turn on a light."),
        "too_bright": gettext("It is too bright: a lamp shines into the camera. Turn it away."),
        "no_squares": gettext("First the squares of this board must be tapped."),
        "other_bare_board": gettext(
            "That is not the board that was photographed bare. Lay that one there; nothing was kept."
        ),
        "board_moved": gettext(
            "The board or the camera was moved. Lay the board where it was, or set up the camera again."
        ),
        "not_as_asked": gettext(
            "Too many squares look otherwise than in the picture. Put the pieces so, then photograph again."
        ),
        "no_pieces": gettext("No piece stands on that photograph. Take it again."),
        "no_colours": gettext("At least one colour must stay."),
        "no_such_piece": gettext("There is no such piece in this box."),
        "no_such_square": gettext("There is no square there: tap on a square."),
        "still_learning": gettext("I am still learning the first position. One moment."),
        "enough_photographs": gettext("This board was photographed often enough."),
        "only_simulated_pieces": gettext("This is only the simulated table. Your own board stays."),
        "pieces_not_written": gettext("It could not be written down: free some space on the disk."),
        "damaged_pieces": gettext("That file holds no board that I can read. What you have shown stays."),
        "other_squares": gettext(
            "That file is of a board with other squares: another game, or another edition. What you have stays."
        ),
        "other_edition": gettext(
            "That is another edition: I do not know this board by that file. Forget it, then show your own."
        ),
        "no_file": gettext("Choose the file first."),
        "stale": gettext("Somebody else has just tapped. Look again, then tap."),
    }
    return str(words.get(code) or stand_refusal(code))


def _begun(words: str) -> str:
    """Words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
