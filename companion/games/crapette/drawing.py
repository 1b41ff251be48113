"""What the screen of Crapette draws: the table, and what it picks out of a state to mark there; made of views alone.

The page calls the functions of this module; ``board`` draws, ``tapping`` says what a tap does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.drawing.arranging import doing, forms_for
from companion.drawing.bursts import star
from companion.drawing.cards import SUIT_SYMBOLS, card, rank_letter
from companion.drawing.svg import GOLD, INK, text, use
from companion.games.crapette.answer_drawing import answers, doers, lacking_card, steps
from companion.games.crapette.captions import (
    caption,
    cards_left,
    difference_told,
    missed_told,
    unread_told,
    zone_name,
    zone_told,
)
from companion.games.crapette.layout import Box, slots
from companion.games.crapette.table_drawing import Marks, board, marked_points
from companion.games.crapette.tapping import (
    alike,
    asked,
    column,
    free_card,
    lies,
    places,
    shown_under,
    taken,
    targets,
)
from companion.playing_cards import PACK
from companion.sighting import UNREADABLE

__all__ = [
    "alike",
    "answers",
    "asked",
    "board",
    "caption",
    "column",
    "difference_told",
    "doers",
    "doing",
    "forms_for",
    "free_card",
    "lacking_card",
    "missed_told",
    "pack",
    "places",
    "shown_under",
    "steps",
    "taken",
    "targets",
    "unread_told",
    "zone_name",
    "zone_told",
]

LETTERED = "Crapette"
"""The word that is drawn as on the lid, where players call it."""

View = Mapping[str, Any]
Move = Mapping[str, Any]


# ---------------------------------------------------------------- what the screen picks out of a state


def pack() -> tuple[str, ...]:
    """The 52 cards, suit by suit."""
    return PACK


def moment(history: Sequence[Mapping[str, Any]]) -> int:
    """The seq of the last entry that changed something: what was unfolded for it goes with it."""
    return next((int(entry["seq"]) for entry in reversed(history) if entry["kind"] != "note"), 0)


def hint(view: View) -> Mapping[str, Any] | None:
    """One move worth showing, as far as the option ``hints`` lets the view tell: what is due, else what helps.

    A move ({"from", "to", "card"}) or a doing ({"do"}); a card that would only be moved about comes last.
    """
    due: Sequence[Move] = view["obligations"] or ()
    legal: Sequence[Move] = view["legal_moves"] or ()
    helping = [one for one in legal if "from" in one and one["from"].startswith(("reserve:", "hand:"))]
    doing = [one for one in legal if "do" in one]
    return next(iter((*due, *helping, *doing, *legal)), None)


def may_hint(view: View) -> bool:
    """Whether the family wants hints at all, and somebody is to play."""
    return view["phase"] == "play" and view["obligations"] is not None and view["deciding"] is None


def doing_zone(view: View, do: str) -> str:
    """The zone that a doing is about."""
    kind = {"draw": "stock", "discard": "hand", "turn_reserve": "reserve", "recycle": "waste"}.get(
        do, "stock"
    )
    return f"{kind}:{view['turn']}"


def called(events: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The valid call among the last events, with the omitted ``moves`` of the fault it cites."""
    told = list(events)
    call = next((one for one in told if one["event"] == "crapette_called" and one["valid"]), None)
    if call is None:
        return None
    missed: Sequence[Move] = next(
        (one["moves"] for one in told if one["event"] == "infraction" and one["code"] == call["code"]), []
    )
    return {**call, "moves": missed}


def proven(view: View, call: Mapping[str, Any]) -> Mapping[str, Any]:
    """The call with its omitted moves, as far as they are known: those of the proof that is due, else none."""
    if call["moves"] or view["proof"] is None or view["proof"]["code"] != call["code"]:
        return call
    return {**call, "moves": view["proof"]["moves"]}


def turn_before(events: Iterable[Mapping[str, Any]], call: Mapping[str, Any]) -> tuple[str, str | None]:
    """Who had the turn and who has it after a call; the second is None when it has stayed."""
    passed = next((one for one in events if one["event"] == "turn_passed"), None)
    return (call["against"], None) if passed is None else (passed["from"], passed["to"])


def warned(view: View, events: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The fault that a coach has just warned of."""
    if view["options"]["referee"] != "coach":
        return None
    return next((one for one in events if one["event"] == "infraction" and one["announced"]), None)


def unread(sight: Mapping[str, Any]) -> list[str]:
    """The zones that are told as strange because a card in them cannot be read: people may straighten it."""
    if sight.get("verdict") != "unfinished":
        return []
    return [one["zone"] for one in sight["differences"] if UNREADABLE in one["shows"]]


def marks(
    moves: Iterable[Move] = (),
    rings: Iterable[str] = (),
    whole: Iterable[str] = (),
    targets: Iterable[str] = (),
    backs: Iterable[Move] = (),
    lately: Iterable[str] = (),
) -> Marks:
    """Marks from what a template has picked out."""
    put_back = tuple(step for step in backs if step.get("card"))
    return Marks(
        tuple(moves),
        put_back,
        tuple(rings),
        whole=tuple(whole),
        targets=tuple(targets),
        lately=tuple(lately),
    )


def laid_last(view: View, action: Mapping[str, Any] | None) -> list[str]:
    """Where the last move has laid a card that still lies there, to be marked until the next move."""
    if not action:
        return []
    by = action["by"]
    zone = {
        "move": action.get("to"),
        "discard": f"waste:{by}",
        "draw": f"hand:{by}",
        "turn_reserve": f"reserve:{by}",
    }
    to = zone.get(action["do"])
    return [to] if to in slots(view["players"], view["players"][0]) and free_card(view, to) else []


def marks_of_call(view: View, call: Mapping[str, Any]) -> Marks:
    """What a call shows: the move that was missed, from red to gold; else the wrong cards on their way back."""
    possible = [move for move in call["moves"] if _may_be_drawn(view, move)]
    if possible:
        return Marks(moves=tuple(possible[:1]), dim=True)
    return Marks(backs=tuple(call["steps"]), dim=True)


def _may_be_drawn(view: View, move: Move) -> bool:
    """Whether a missed move still starts where its card lies: a card in hand has gone to the waste meanwhile."""
    return lies(view, move["from"], move["card"])


_CORNERS: Mapping[str, Box] = {
    "top": Box(0, 0, 1280, 300),
    "bottom": Box(0, 340, 1280, 368),
    "right": Box(640, 262, 640, 184),
    "left": Box(0, 262, 640, 184),
    "top-left": Box(0, 0, 640, 184),
    "top-right": Box(640, 0, 640, 184),
    "bottom-left": Box(0, 510, 640, 184),
    "bottom-right": Box(640, 510, 640, 184),
}
"""Where a loud word may stand on the wide sheet, the largest places first."""


def free_side(view: View, near: str | None, found: Marks) -> str:
    """The part of the table that marks and their arrows leave free for a loud word, by its name."""
    points = marked_points(view, near or view["players"][0], found)
    covered = {name: sum(place.holds(x, y) for x, y in points) for name, place in _CORNERS.items()}
    return min(covered, key=lambda name: covered[name])


def lifted(view: View, near: str | None, found: Marks) -> bool:
    """Whether marks lie on the near player's side, where the verdict would cover them."""
    placed = slots(view["players"], near or view["players"][0])
    return any(placed[zone].startswith("near") for zone in found.zones if zone in placed)


def claimant(view: View) -> str | None:
    """Who has played the last card, while the other one may still call."""
    return next((player for player in view["players"] if not view["cards_left"][player]), None)


def left(view: View, player: str, language: str) -> str:
    """How many cards a player has left, in words."""
    return cards_left(view["cards_left"][player], language)


def known(view: View, zones: Iterable[str]) -> list[str]:
    """Those of the zones that lie on this table."""
    placed = slots(view["players"], view["players"][0])
    return [zone for zone in zones if zone in placed]


def letter(card: str, language: str) -> str:
    """What stands in a card's corner: "V" or "J"."""
    return rank_letter(card, language)


def suit_symbol(card: str) -> str:
    """The symbol of a card's suit."""
    return SUIT_SYMBOLS[card[-1]]


def restored(events: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The cards that hands put back after a call, or after a move taken back."""
    for event in events:
        if event["event"] in ("crapette_called", "taken_back"):
            return list(event["steps"])
    return []


def cards_of(answer: Mapping[str, Any]) -> list[str]:
    """The cards that an answer to a question names, each once."""
    given = answer["arguments"]
    actions = [*given.get("actions", ()), given.get("action") or {}, given]
    return list(dict.fromkeys(card for action in actions if isinstance(card := action.get("card"), str)))


# ---------------------------------------------------------------- pictures for other places


def picture(face: str, language: str, width: int = 120) -> str:
    """One card alone, for a button (px)."""
    height = round(width * 106 / 86)
    drawn = card(face, 0, 0, width, height, language)
    return (
        f'<svg class="card-picture" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' aria-hidden="true">{drawn}</svg>'
    )


def shout(language: str) -> str:
    """The loud word on its star (1280 by 330): as on the lid, or in the page's font where another word is called."""
    word = caption("call", language)
    if word.startswith(LETTERED):
        cried = (
            '<svg x="220" y="66" width="840" height="196" overflow="visible">'
            f"{use('l-crapette-cri', 0, 0, 840, 196)}</svg>"
        )
    else:
        size = min(210, round(1400 / len(word)))
        cried = text(word, 640, 165 + size // 3, size, text_anchor="middle")
    return (
        '<svg class="shout" width="1280" height="330" viewBox="0 0 1280 330" aria-hidden="true"><g class="pop">'
        f'<path d="{star(640, 165, 520, 630, 26, 0.24)}" fill="#c8202f" stroke="{INK}" stroke-width="8"'
        ' stroke-linejoin="round"/>'
        f'<path d="{star(640, 165, 440, 520, 26, 0.25)}" fill="{GOLD}"/>'
        f"{cried}</g></svg>"
    )
