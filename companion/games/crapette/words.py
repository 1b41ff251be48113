"""Crapette in words: cards and places by their names, refusals, faults, the log, what is said aloud."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from companion.action import BANK, TABLE
from companion.card_words import SUIT_NAMES, card_name
from companion.card_words import card_sign as sign_of
from companion.games.crapette.sentences import SENTENCES
from companion.languages import Sentences, grammar
from companion.words import fill

"""Every code of this game. A code with a longer name is its wording when more is known."""

_CHOICES = Sentences(__name__, {"untold": "I do not say", "table": "the table"}, "choice")

_FACES = Sentences(
    __name__,
    {
        "back": "a card face down",
        "empty": "nothing",
    },
    "face",
)
_ZONE = re.compile(r"([FT])([1-8])|(reserve|stock|waste|hand):(.+)", re.DOTALL)
_PLACES = Sentences(__name__, {
    "F": "foundation {name}",
    "F source": "from foundation {name}",
    "F target": "to foundation {name}",
    "F at": "on foundation {name}",
    "F heading": "Foundation {name}",
    "T": "case {name}",
    "T source": "from case {name}",
    "T target": "to case {name}",
    "T at": "on case {name}",
    "T heading": "Case {name}",
    "reserve": "{owner}’s reserve",
    "reserve source": "from {owner}’s reserve",
    "reserve target": "to {owner}’s reserve",
    "reserve at": "on {owner}’s reserve",
    "reserve heading": "{owner}’s reserve",
    "stock": "{owner}’s stock",
    "stock source": "from {owner}’s stock",
    "stock target": "to {owner}’s stock",
    "stock at": "on {owner}’s stock",
    "stock heading": "{owner}’s stock",
    "waste": "{owner}’s waste",
    "waste source": "from {owner}’s waste",
    "waste target": "to {owner}’s waste",
    "waste at": "on {owner}’s waste",
    "waste heading": "{owner}’s waste",
    "hand": "{owner}’s hand",
    "hand source": "from {owner}’s hand",
    "hand target": "to {owner}’s hand",
    "hand at": "in {owner}’s hand",
    "hand heading": "{owner}’s hand",
    "own reserve": "{owner}’s reserve",
    "own reserve source": "from {owner}’s reserve",
    "own reserve target": "to {owner}’s reserve",
    "own reserve at": "on {owner}’s reserve",
    "own stock": "{owner}’s stock",
    "own stock source": "from {owner}’s stock",
    "own stock target": "to {owner}’s stock",
    "own stock at": "on {owner}’s stock",
    "own waste": "{owner}’s waste",
    "own waste source": "from {owner}’s waste",
    "own waste target": "to {owner}’s waste",
    "own waste at": "on {owner}’s waste",
    "own hand": "{owner}’s hand",
    "own hand source": "from {owner}’s hand",
    "own hand target": "to {owner}’s hand",
    "own hand at": "in {owner}’s hand",
}, "place")  # fmt: skip


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words, as full as what is known allows; raises KeyError for a code that is not its own."""
    named = _named(code, arguments, language)
    variants = [
        variant for variant in _variants(code, arguments) if _fields(variant, language) <= named.keys()
    ]
    said = fill(SENTENCES, variants[0] if variants else code, named, language)
    return (
        said[:1].upper() + said[1:]
        if _begins_with_a_thing(variants[0] if variants else code, language)
        else said
    )


def _variants(code: str, arguments: Mapping[str, Any]) -> Iterator[str]:
    """The wordings of a code, the fullest first; the plain code comes last."""
    match code:
        case "crapette_called" if arguments.get("valid") is False:
            yield "crapette_called_wrongly"
        case "crapette_called" if arguments.get("steps"):
            yield "crapette_called_back"
        case "step_back" if _is_several(arguments.get("count")):
            yield "step_back_several"
        case "turn_passed" if arguments.get("from") == arguments.get("to") is not None:
            yield "turn_passed_again"
        case "game_drawn" if arguments.get("winner") is None and arguments.get("reason") == "blocked":
            yield "game_drawn_blocked"
        case "stock_recycled" | "lay_face_down" | "lay_pile" if arguments.get("count") == 1:
            yield f"{code}_one"
        case "lay_case" if not arguments.get("cards"):
            yield "lay_case_empty"
        case "bad_setup" if str(arguments.get("key")).startswith("deal."):
            yield "bad_setup_twice" if arguments.get("card") else "bad_setup_dealt"
        case "missing_argument" if arguments.get("expected") in ("card", "from", "to"):
            yield f"missing_argument_{arguments['expected']}"
        case "bad_count":
            yield "bad_count_one" if arguments.get("expected") == 1 else "bad_count_most"
        case "card_moved" | "did_move" if _is_several(arguments.get("count")):
            yield f"{code}_several"
        case _ if code.startswith("option_"):
            yield code
    for suffix in _SUFFIXES:
        if f"{code}_{suffix}" in SENTENCES:
            yield f"{code}_{suffix}"
    yield code


_SUFFIXES = (
    "whole",
    "whom",
    "why",
    "move",
    "winner",
    "points",
    "suit",
    "card",
    "expected",
    "seen",
    "places",
    "named",
    "by",
)
"""Endings of wordings that need no other condition than that their fields are known."""


def _is_several(count: object) -> bool:
    return type(count) is int and count > 1


@cache
def _fields(code: str, language: str) -> frozenset[str]:
    """The fields that a wording fills in."""
    return SENTENCES.fields(code, language)


@cache
def _begins_with_a_thing(code: str, language: str) -> bool:
    """Whether a wording begins with a card or a place, whose name is written small; never with a player's name."""
    text, field, _, _ = next(iter(string.Formatter().parse(SENTENCES.said(code, language))))
    things = {"card", "seen_card", "top_card", "case_named", "zone_named", "zone_at"}
    return text == "" and field in things


def _named(code: str, arguments: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The arguments that are known, with cards and places by their names."""
    told = {name: value for name, value in arguments.items() if value is not None and _is_plain(value)}
    moves = arguments.get("moves")
    if isinstance(moves, Sequence) and moves and isinstance(moves[0], Mapping) and code != "infraction":
        told |= moves[0]
    named: dict[str, Any] = dict(told)
    for name, role in (("from", "source"), ("to", "target")):
        if (said := place_name(told.get(name), language, role, told.get("by"))) is not None:
            named[role] = said
    if str(told.get("key")).startswith("deal."):
        named["player"] = str(told["key"]).removeprefix("deal.")
        named["of_player"] = grammar(__name__, language).of_name(named["player"])
    named["target_at"] = place_name(told.get("to"), language, "at")
    named["target_bare"] = place_name(told.get("to"), language)
    for name in ("zone", "case", "pile"):
        named[f"{name}_named"] = place_name(told.get(name), language)
        named[f"{name}_at"] = place_name(told.get(name), language, "at")
    named["card"] = card_name(told.get("card"), language)
    for name in ("seen", "expected", "top"):
        named[f"{name}_card"] = card_name(told.get(name), language)
    if isinstance(cards := arguments.get("cards"), Sequence) and not isinstance(cards, str):
        named["cards_listed"] = ", ".join(face_name(str(card), language) for card in cards)
    if (suit := str(told.get("suit"))) in SUIT_NAMES:
        named["suit_named"] = SUIT_NAMES.said(suit, language)
    if isinstance(points := arguments.get("points"), Mapping) and "player" in told:
        named["points_won"] = points.get(told["player"])
    if arguments.get("code") in SENTENCES:
        named["why"] = why = sentence(str(arguments["code"]), {"moves": moves}, language)
        named["why_within"] = grammar(__name__, language).within(why)
    if steps := arguments.get("steps"):
        named["steps_told"] = _steps_told(steps, language)
    return {name: value for name, value in named.items() if value is not None}


def _steps_told(steps: Sequence[Mapping[str, Any]], language: str) -> str:
    """What goes back after a call, one sentence for all that goes from one place to another."""
    together: dict[tuple[Any, Any], list[Any]] = {}
    for step in steps:
        together.setdefault((step["from"], step["to"]), []).append(step["card"])
    return " ".join(
        sentence(
            "step_hand" if str(source).startswith("hand:") else "step_back",
            {"card": cards[0], "to": target, "count": len(cards)},
            language,
        )
        for (source, target), cards in together.items()
    )


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


# ---------------------------------------------------------------- names


def card_sign(card: str, language: str) -> str:
    """A card in few signs, with the letters of the family's cards: "V♥", "J♥"."""
    return face_name(card, language) if card_name(card, language) is None else sign_of(card, language)


def face_name(face: str | int, language: str) -> str:
    """What can be seen of a card by its name: "l’as de pique", "a card face down"."""
    said = card_name(face, language)
    if said is not None:
        return said
    return _FACES.said(str(face), language) if str(face) in _FACES else str(face)


def place_name(zone: object, language: str, role: str = "", of: object = None) -> str | None:
    """A place as people say it: "la pile 3", "le pot de Bea"; None for what is no place.

    ``role`` adds how a card gets there: "source" ("de la case 5"), "target" and "at" ("sur la pile 3"); a "heading"
    stands alone ("Pot de Bea"). ``of`` is the player who is spoken of: what is his own is "son pot".
    """
    found = _ZONE.fullmatch(zone) if isinstance(zone, str) else None
    if found is None:
        return None
    if found[1]:
        return _PLACES.said(f"{found[1]} {role}".strip(), language, name=found[2])
    kind = f"own {found[3]}" if found[4] == of else found[3]
    owner = found[4]
    of_owner = grammar(__name__, language).of_name(owner)
    return _PLACES.said(f"{kind} {role}".strip(), language, owner=owner, of_owner=of_owner)


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form: a card, a place, a player, a fault by its name."""
    if value is None:
        return _CHOICES.said("untold", language)
    if isinstance(value, list | tuple):
        listed = ", ".join(value_name(argument, one, language) for one in value)
        return listed or _FACES.said("empty", language)
    if value in (TABLE, BANK):
        return _CHOICES.said("table", language)
    if argument == "code" and value in SENTENCES:
        return sentence(value, {}, language)
    return place_name(value, language) or card_name(value, language) or str(value)


# ---------------------------------------------------------------- told and aloud


def told(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What the last action brought about, one sentence an event; a fault that was called is told by the call alone."""
    called = {event.get("code") for event in events if event["event"] == "crapette_called"}
    return [
        sentence(
            name,
            {**event, "moves": _omitted(event, events)} if name == "crapette_called" else event,
            language,
        )
        for event in events
        if (name := str(event["event"])) != "infraction" or event.get("code") not in called
    ]


_SPOKEN = frozenset(
    {
        "first_player",
        "tie",
        "crapette_called",
        "reminder",
        "turn_passed",
        "turn_skipped",
        "foundation_completed",
        "reserve_emptied",
        "stalemate_possible",
        "draw_offered",
        "win_claimed",
        "game_won",
        "game_drawn",
    }
)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: calls with their reason, a coach's warning, whose turn it is, the end."""
    called = any(event["event"] == "crapette_called" for event in events)
    lines, warned = [], False
    for event in events:
        name = str(event["event"])
        if name == "crapette_called":
            lines.append(sentence(name, {**event, "moves": _omitted(event, events)}, language))
        elif name == "infraction":
            if event.get("announced") and not called and not warned:
                lines.append(sentence(name, event, language))
                warned = True
        elif name in _SPOKEN:
            lines.append(sentence(name, event, language))
    return lines


def _omitted(call: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> Any:
    """The moves that were missed, from the fault that this call is about."""
    for event in events:
        if event["event"] == "infraction" and event.get("code") == call.get("code"):
            return event.get("moves")
    return None
