"""Counting a box in words: what to lay, how many there are, what is missing, what is too many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.words import listed
from web.language import viewer_language
from web.stand.box_words import card_named, card_sign, cards_counted, group_named
from web.stand.box_words import refusal as box_refusal
from web.stand.words import about_the_picture, gettext, ngettext

__all__ = ["card_named", "card_sign", "cards_counted", "group_named"]
MOST_NAMED = 8
"""Of more cards than these that are missing only the number is told."""


def seen(state: Mapping[str, Any]) -> tuple[str, str]:
    """What the camera sees now: a shape (a class of the chip) and words."""
    if state["fault"] == "no_network":
        return "lost", gettext("I cannot read cards")
    if state["looking"] is not None:
        return "waits", gettext("I am looking for the cards…")
    if state["picture"] is None:
        is_coming = state["camera"] in ("opening", "good")
        return ("waits", gettext("One moment…")) if is_coming else ("lost", gettext("No picture"))
    return "sees", ngettext("I see %(num)s card", "I see %(num)s cards", len(state["found"]))


def invitation(state: Mapping[str, Any]) -> str:
    """What to do now."""
    if state["looking"] is not None:
        return gettext(
            "I have looked at %(looked)s of %(cards)s…", looked=state["looked"], cards=state["looking"]
        )
    if not state["portions"]:
        return gettext("Lay as many cards face up as there is room for, none on another.")
    if state["copies"]:
        return gettext("Clear away what I have counted, then lay the next ones.")
    return gettext("Lay the next ones. What I have counted may stay where it lies, or go away.")


def missing(state: Mapping[str, Any]) -> str | None:
    """What was not seen yet; None where nothing was counted or nothing is missing."""
    lacking = {label: one["due"] - one["have"] for label, one in state["tallies"].items()}
    number = sum(lacking.values())
    if not number or not state["portions"]:
        return None
    kinds = [label for label, count in lacking.items() if count]
    if len(kinds) > MOST_NAMED:
        return ngettext("%(num)s card is still missing.", "%(num)s cards are still missing.", number)
    named = [_times(state["game"], label, lacking[label]) for label in kinds]
    return gettext("Still missing: %(cards)s.", cards=listed(named, viewer_language()))


def _times(game: str, label: str, number: int) -> str:
    name = card_named(game, label)
    return name if number == 1 else gettext("%(num)s × %(card)s", num=number, card=name)


def is_whole(state: Mapping[str, Any]) -> bool:
    """Whether every card of the box was seen, and nothing is open."""
    return state["cards"] > 0 and state["have"] == state["cards"] and not state["open"]


def too_many(state: Mapping[str, Any]) -> list[str]:
    """What lies there too often, or may have been counted twice, in sentences."""
    said = []
    for label, one in state["tallies"].items():
        name = card_named(state["game"], label)
        if (one["extra"], one["due"]) == (1, 1):
            said.append(gettext("%(card)s lies there twice: one is from another box.", card=name))
        elif one["extra"]:
            said.append(gettext("%(card)s: %(num)s too many. From another box?", card=name, num=one["extra"]))
        elif one["again"]:
            said.append(
                gettext(
                    "%(card)s came once too often. If it is not the same card, lay all of them side by side.",
                    card=name,
                )
            )
    if state["strangers"]:
        said.append(
            ngettext(
                "%(num)s card is from another box.", "%(num)s cards are from another box.", state["strangers"]
            )
        )
    return said


def open_ones(state: Mapping[str, Any]) -> str:
    """That cards could not be read surely."""
    return ngettext(
        "%(num)s card I could not read surely. Which one is it?",
        "%(num)s cards I could not read surely. Which one is this?",
        len(state["open"]),
    )


def notes(state: Mapping[str, Any]) -> list[str]:
    """What else there is to know."""
    said = []
    if state["face_down"]:
        said.append(
            ngettext(
                "%(num)s card lies face down: turn it over, then look again.",
                "%(num)s cards lie face down: turn them over, then look again.",
                state["face_down"],
            )
        )
    if state["never_shown"] and state["cards"]:
        said.append(
            ngettext(
                "%(num)s card was never shown to me: it is not counted.",
                "%(num)s cards were never shown to me: they are not counted.",
                len(state["never_shown"]),
            )
        )
    return [*said, *about_the_picture(state)]


def cell(state: Mapping[str, Any], label: str) -> str:
    """A cell of the grid in full: "12: seen", "AB: 2 of 5"."""
    one, name = state["tallies"][label], card_named(state["game"], label)
    if one["due"] > 1:
        return gettext("%(card)s: %(have)s of %(due)s", card=name, have=one["have"], due=one["due"])
    seen_or_not = gettext("seen") if one["have"] else gettext("not seen yet")
    return f"{name}: {seen_or_not}"


def is_worded(state: Mapping[str, Any], labels: Sequence[str]) -> bool:
    """Whether more stands in the cells of these cards than a short number."""
    return any(
        len(card_sign(state["game"], label)) > 2 or state["tallies"][label]["due"] > 1 for label in labels
    )


def refusal(code: str) -> str:
    """Why a tap did nothing."""
    if code == "no_box":
        return gettext("I do not know these cards yet: show them to me first.")
    return box_refusal(code)
