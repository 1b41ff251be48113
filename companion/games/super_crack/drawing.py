"""What the screen of Super-Crack draws: track, silks, die, podium, cover; and what it picks out of a state.

The page calls the functions of this module: ``track`` draws the race, ``desk`` says who does what.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.drawing.bursts import rays
from companion.drawing.dice import die_face, die_picture, die_pips
from companion.drawing.pieces import After, piece, telling
from companion.drawing.silks import SILKS, filling
from companion.drawing.svg import INK, attributes, rect, text, use
from companion.games.super_crack.captions import caption
from companion.games.super_crack.desk import (
    acting,
    awaited_players,
    bids,
    first_bets,
    forms_beside,
    forms_but,
    forms_doing,
    gains,
    hands_of,
    headline,
    held_card,
    last_die,
    letters,
    likely_bets,
    may_act,
    miscounted,
    most_tokens,
    next_up,
    offer,
    own_cards,
    report,
    stake,
    trapped,
    tray,
    whole_bets,
)
from companion.games.super_crack.laid_open import laid_open, nameable
from companion.games.super_crack.payments import handed_over, notes
from companion.games.super_crack.rules.profile import ANY_MOVE
from companion.games.super_crack.silks import all_colours, chip, counted, horse_token, patterns, swatch, token
from companion.games.super_crack.track import last_moves, track
from companion.games.super_crack.words import (
    card_name,
    colour_name,
    colours_listed,
    money,
    of_name,
    place,
    tokens_counted,
)

__all__ = [
    "acting",
    "all_colours",
    "answers",
    "awaited_players",
    "bids",
    "caption",
    "card_name",
    "card_short",
    "chip",
    "colour_name",
    "colours_listed",
    "counted",
    "first_bets",
    "forms_beside",
    "forms_but",
    "forms_doing",
    "gains",
    "handed_over",
    "hands_of",
    "headline",
    "held_card",
    "horse_token",
    "laid_open",
    "last_die",
    "last_moves",
    "letters",
    "likely_bets",
    "may_act",
    "miscounted",
    "money",
    "most_tokens",
    "nameable",
    "next_up",
    "notes",
    "of_name",
    "offer",
    "own_cards",
    "patterns",
    "place",
    "report",
    "stake",
    "swatch",
    "token",
    "tokens_counted",
    "track",
    "trapped",
    "tray",
    "whole_bets",
]


def answers(afters: Sequence[After], language: str, **of_question: object) -> list[str]:
    """The track after each answer to a question; "" where that is not known, or tells no answer from another.

    A throw is its die, which the page shows by itself.
    """
    if any("value" in action for one in afters for action in one.actions):
        return [""] * len(afters)
    drawn = telling([piece(track(view, language)) if (view := one.view) else "" for one in afters])
    return [patterns() + drawn[0], *drawn[1:]] if any(drawn) else drawn


def die(value: int, language: str, size: int = 84) -> str:
    """A die seen from above (px)."""
    return die_picture(die_face() + die_pips(value), size, caption("rolled", language, value=value))


def burst(class_: str = "burst") -> str:
    """The rays behind what is loud; they fill whatever holds them."""
    return (
        f'<svg class="{class_}" viewBox="0 0 600 600" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<path class="rays" d="{rays(300, 240, 700, 18)}"/></svg>'
    )


def podium_card(rank: int, horse: int, colour: str, animal: str, language: str) -> str:
    """One of the first three: its rank on its silk, its number, its owner's animal, its head (412 by 172 units)."""
    silk = SILKS[colour]
    name = caption(f"colour_{colour}", language)
    body = (
        rect(2, 2, 408, 168, 18, fill=silk.colour)
        + f'<path d="M18 2h92v168h-92a16 16 0 0 1-16-16v-136a16 16 0 0 1 16-16Z" fill="{filling(colour)}"/>'
        + rect(2, 2, 408, 168, 18, fill="none", stroke="#fff", stroke_width=4)
        + f'<circle cx="56" cy="86" r="40" fill="#fff" stroke="{INK}" stroke-width="3"/>'
        + text(str(rank), 56, 104, 50, font_weight=800, text_anchor="middle", fill=INK)
        + text(str(horse), 128, 112, 100, font_weight=800, fill=silk.ink, letter_spacing=-4)
        + f'<g class="coat">{use("head", 284, 12, 122, 158)}</g>'
        + use(animal, 200 if horse < 10 else 250, 22, 60, 60)
        + text(name, 128, 157, 34.5, font_weight=700, fill=silk.ink)
    )
    said = attributes(role="img", aria_label=f"{rank} : {horse}, {name}")
    return f'<svg class="podium-card" viewBox="0 0 412 172"{said}>{body}</svg>'


def stall_picture(horse: int, colour: str) -> str:
    """An owner card of the market: the silk at its side, the number, a head (200 by 128 units)."""
    silk = SILKS[colour]
    body = (
        rect(1.5, 1.5, 197, 125, 16, fill=silk.colour)
        + f'<path d="M16 2h30v124h-30a14 14 0 0 1-14-14v-96a14 14 0 0 1 14-14Z" fill="{filling(colour)}"/>'
        + f'<g class="coat">{use("head", 124, 12, 74, 114)}</g>'
        + text(str(horse), 56, 66, 60, font_weight=800, fill=silk.ink, letter_spacing=-2)
    )
    return f'<svg class="stall-picture" viewBox="0 0 200 128" aria-hidden="true">{body}</svg>'


def card_short(card: str, language: str) -> str:
    """A special card in a few signs: "− 500 F", "± 1", its name where it has no number."""
    kind, _, number = card.rpartition("_")
    if kind in ("pay", "receive"):
        return signed(int(number) if kind == "receive" else -int(number), language)
    return "±" if card == ANY_MOVE else card_name(card, language)


def card_class(kind: str) -> str:
    """The colour of a special card, as printed: green, blue, red; blue enamel, gold or black for the rare ones."""
    colours: Mapping[str, str] = {
        "advance": "green",
        "receive": "green",
        "back_own": "blue",
        "back_any": "red",
        "pay": "red",
        "joker": "enamel",
        "sprint": "gold",
        "black_pawn": "black",
        "any_move": "blue",
    }
    return colours.get(kind, "back")


def signed(amount: int, language: str) -> str:
    """An amount that comes or goes: "+5 000 F", "−1 000 F"."""
    said = money(amount, language)
    return said if amount < 0 else f"+{said}"


def where(horse: Mapping[str, Any], language: str) -> str:
    """Where a horse of a view is, in words; empty for one that is not on the track."""
    return "" if horse["square"] is None else place(int(horse["square"]), language)
