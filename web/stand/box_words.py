"""Showing the cards of a box in words: what to lay, what was seen, what is odd, why a tap does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import load
from companion.printed_cards import PrintedCards
from web.language import viewer_language
from web.stand.words import about_the_picture, gettext, ngettext
from web.stand.words import refusal as stand_refusal


def card_named(game: str, label: str) -> str:
    """A card by its name."""
    return _printed(game).card_name(label, viewer_language())


def card_sign(game: str, label: str) -> str:
    """A card in a few letters."""
    return _printed(game).sign(label, viewer_language())


def group_named(game: str, group: str) -> str:
    """The cards that lie on one photograph, together."""
    return _printed(game).group_name(group, viewer_language())


def needed(state: Mapping[str, Any]) -> str:
    """What the whole box takes: "60 cards, 6 photographs, about 4 minutes"."""
    return gettext(
        "%(cards)s, %(photographs)s, about %(minutes)s",
        cards=cards_counted(state["cards"]),
        photographs=ngettext("%(num)s photograph", "%(num)s photographs", state["photographs"]),
        minutes=ngettext("%(num)s minute", "%(num)s minutes", state["minutes"]),
    )


def cards_counted(number: int) -> str:
    """How many cards."""
    return ngettext("%(num)s card", "%(num)s cards", number)


def to_lay(state: Mapping[str, Any]) -> str:
    """What to do before the photograph."""
    number = len(state["asked"])
    if number == 1:
        return gettext("Lay this card where the camera sees it, and nothing over it.")
    if state["reads"]:
        return gettext(
            "Lay these %(num)s cards in rows: I read their numbers. None may touch another.", num=number
        )
    return gettext("Lay these %(num)s cards in rows, in this order. None may touch another.", num=number)


def seen(state: Mapping[str, Any]) -> tuple[str, str]:
    """What the camera sees now: a shape (a class of the chip) and words."""
    if state["fault"]:
        return "lost", gettext("I cannot read cards")
    if state["looking"]:
        return "waits", gettext("I am looking for the cards…")
    if state["picture"] is None:
        return (
            ("waits", gettext("One moment…"))
            if state["camera"] in ("opening", "good")
            else ("lost", gettext("No picture"))
        )
    count = len(state["found"])
    return ("sees" if count == len(state["asked"]) else "waits"), ngettext(
        "I see %(num)s card", "I see %(num)s cards", count
    )


def counted(state: Mapping[str, Any]) -> str | None:
    """What is wrong with the number of cards on the photograph; None where it is right."""
    found = sum(one["card"] for one in state["found"])
    asked = len(state["asked"])
    if found == asked:
        return None
    words = {"seen": cards_counted(found), "asked": asked}
    if found < asked:
        return gettext(
            "I see %(seen)s, %(asked)s were asked for: one is hidden, touches another or lies at the edge.",
            **words,
        )
    return gettext("I see %(seen)s, %(asked)s were asked for: tap what is no card.", **words)


def is_lacking(state: Mapping[str, Any]) -> bool:
    """Whether fewer cards were seen on the photograph than were asked for."""
    return len([one for one in state["found"] if one["card"]]) < len(state["asked"])


def corner_to_tap(state: Mapping[str, Any]) -> str:
    """Which corner is tapped next."""
    number = len(state["drawing"]["corners"]) + 1
    return gettext("Tap the card’s four corners in the picture. Now: corner %(number)s", number=number)


def unnamed(state: Mapping[str, Any]) -> bool:
    """Whether a card on the photograph has no name yet."""
    return any(one["card"] and one["label"] is None for one in state["found"])


def odd(state: Mapping[str, Any]) -> list[str]:
    """What looks odd on the photograph, in sentences."""
    said = []
    names = [one["label"] and card_named(state["game"], one["label"]) for one in state["found"]]
    pairs = [pair for pair in state["alike"] if all(names[number] for number in pair)]
    if pairs:
        one, other = (names[number] for number in pairs[0])
        said.append(
            gettext("%(one)s and %(other)s look the same. Is one card there twice?", one=one, other=other)
        )
    doubted = [name for name, one in zip(names, state["found"], strict=True) if one["doubted"] and name]
    if doubted:
        said.append(gettext("%(card)s looked otherwise before. Is the name right?", card=doubted[0]))
    askew = [name for name, one in zip(names, state["found"], strict=True) if one["crooked"] and name]
    if askew:
        said.append(
            gettext("The outline of %(card)s is not straight: tap it and draw its corners.", card=askew[0])
        )
    return said


def unread(state: Mapping[str, Any]) -> str | None:
    """Which cards of the photograph could not be read, so that their names are only guessed."""
    names = [
        one["label"] and card_sign(state["game"], one["label"]) for one in state["found"] if one["unread"]
    ]
    if not names:
        return None
    told = ", ".join(name or "?" for name in names)
    return ngettext(
        "I could not read %(num)s number. Is this name right: %(names)s?",
        "I could not read %(num)s numbers. Are these names right: %(names)s?",
        len(names),
        names=told,
    )


def kept(state: Mapping[str, Any]) -> str | None:
    """That the last photograph was kept without a question; None where it was not."""
    if not state["kept"] or state["taken"]:
        return None
    return gettext("I read all %(num)s numbers: these cards are kept.", num=state["kept"])


def helped(state: Mapping[str, Any]) -> str | None:
    """By how much the last photograph helped, as measured; None where that says nothing."""
    told = state["helped"]
    if told is None:
        return None
    numbers = {"cards": told["cards"], "before": told["before"], "after": told["after"]}
    if told["after"] is None:
        return gettext(
            "In this light I knew %(before)s of %(cards)s cards. Now I have seen them in it.", **numbers
        )
    return gettext("In this light I knew %(before)s of %(cards)s cards. Now I know %(after)s.", **numbers)


def notes(state: Mapping[str, Any]) -> list[str]:
    """What else there is to know about the cards that are kept."""
    said = []
    if state["damaged"]:
        said.append(gettext("The file of these cards cannot be read. Forget it, then show the cards anew."))
    if state["unchecked"]:
        said.append(
            gettext("These cards come from another family and are not checked yet: photograph some of yours.")
        )
    return [*said, *about_the_picture(state)]


def step_named(state: Mapping[str, Any], number: int) -> str:
    """A photograph of the box in full: "Photograph 3: Numbers, 4 of 10 cards"."""
    step = state["steps"][number]
    return gettext(
        "Photograph %(number)s: %(group)s, %(have)s of %(cards)s",
        number=number + 1,
        group=group_named(state["game"], step["group"]),
        have=step["have"],
        cards=cards_counted(len(step["labels"])),
    )


def refusal(code: str) -> str:
    """Why a tap did nothing."""
    words = {
        "no_photograph": gettext("There is no picture yet. Wait a moment, then tap again."),
        "blurred": gettext("The picture is blurred. Wait until nothing moves, then tap again."),
        "too_dark": gettext("It is too dark to photograph cards. Turn on a light."),
        "too_bright": gettext("It is too bright: a lamp shines into the camera. Turn it away."),
        "no_network": gettext("A part of the program that reads cards is missing: install it again."),
        "no_cards": gettext("I see no card. Lay the cards in the middle, none on another."),
        "no_such_card": gettext("There is no card there: tap on a card."),
        "no_outline": gettext("Those are not four corners of a card. Tap them once more."),
        "no_such_label": gettext("This box has no such card."),
        "unnamed": gettext("One card has no name yet: tap it, then its name. Or say that it is no card."),
        "other_cards": gettext(
            "These are not the cards of that name: another game’s, or laid in another order. Nothing was kept."
        ),
        "only_simulated_cards": gettext("This is only the simulated table. Your own cards stay."),
        "box_not_written": gettext("It could not be written down: free some space on the disk."),
        "damaged_box": gettext("That file holds no cards that I can read. What you have shown stays."),
        "other_box": gettext("That file holds the cards of another game. What you have shown stays."),
        "no_file": gettext("Choose the file first."),
        "too_many_looks": gettext("These cards were photographed often enough."),
        "stale": gettext("Somebody else has just tapped. Look again, then tap."),
    }
    return str(words.get(code) or stand_refusal(code))


def _printed(game: str) -> PrintedCards:
    printed = load(game).printed
    if printed is None:
        raise KeyError(game)
    return printed
