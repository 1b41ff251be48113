"""Playing by taps: what every zone of the drawn table does when it is tapped, from the view alone.

A card is taken by a first tap and laid down by a second one; a pile that lies face down asks which card it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.crapette.captions import zone_told
from companion.games.crapette.layout import slots

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A zone to tap: where (class names of its row and its column), what lies there, and what a tap does.

    ``kind``: "take" (select it as what is moved), "ask" (which card is it?), "do" (``action`` at once), "drop"
    (``action`` with the card selected), "selected", or "" for a place that only tells.
    """

    zone: str
    row: str
    column: str
    told: str
    kind: str = ""
    action: Mapping[str, Any] | None = None


_LOOK_ALIKE = {
    **{"A": ("4", "7"), "2": ("7", "3"), "3": ("8", "2"), "4": ("A", "9"), "5": ("6", "8"), "6": ("9", "8")},
    **{"7": ("A", "2"), "8": ("3", "6"), "9": ("6", "8"), "10": ("9", "A")},
    **{"J": ("Q", "K"), "Q": ("K", "J"), "K": ("Q", "J")},
}
"""Ranks that are mistaken for each other, by their figures or by their faces."""


def places(
    view: View, language: str, *, near: str | None = None, seat: str | None = None, taken: str | None = None
) -> list[Place]:
    """Every zone of the table as something to tap, for the table or for a seat, ``taken`` being selected."""
    placed = slots(view["players"], near or view["players"][0])
    found = []
    for zone, slot in placed.items():
        side, _, pile = slot.partition(" ")
        row, column = (
            (side, pile) if pile else (f"r{slot[1]}", {"L": "left", "R": "right"}.get(slot[0], slot[0]))
        )
        kind, action = _tap(view, zone, seat, taken)
        found.append(Place(zone, row, column.lower(), zone_told(view, zone, language), kind, action))
    return found


def mover(view: View, zone: str, seat: str | None) -> str | None:
    """Who takes a card from a zone: whoever owns it, else the player on turn; a seat always itself."""
    owner = zone.partition(":")[2]
    if seat is not None:
        return seat
    if not owner or view["turn"] is None:
        return str(view["turn"]) if view["turn"] else None
    proof = view["proof"]
    if proof is not None and zone in [move["from"] for move in proof["moves"]]:
        return str(proof["player"])
    if zone.startswith("waste:") and view["options"]["opponent_waste_playable"]:
        return str(view["turn"])
    return owner


def _tap(view: View, zone: str, seat: str | None, taken: str | None) -> tuple[str, Mapping[str, Any] | None]:
    if view["phase"] != "play" or view["deciding"] is not None or view["turn"] is None:
        return "", None
    kind, _, owner = zone.partition(":")
    if taken is not None:
        if zone == taken:
            return "selected", None
        by = mover(view, taken, seat)
        if kind in ("stock", "hand") or by is None:
            return "", None
        return "drop", drop(view, by, taken, zone)
    if (
        owner
        and seat not in (None, owner)
        and kind in ("stock", "hand", "reserve")
        and free_card(view, zone) is None
    ):
        return "", None
    if kind == "stock":
        if view["stocks"][owner]["count"]:
            return ("ask", None) if view["hands"][owner] is None else ("", None)
        waste = view["wastes"][owner]["count"]
        return ("do", {"by": owner, "do": "recycle"}) if waste else ("", None)
    if free_card(view, zone) is not None:
        # A phone takes what is its own at any time, everything else only on its player's turn.
        return ("take", None) if seat in (None, owner, view["turn"]) else ("", None)
    return ("ask", None) if kind == "reserve" and view["reserves"][owner]["count"] else ("", None)


def drop(view: View, by: str, source: str, target: str) -> dict[str, Any]:
    """The action of a card taken here and laid down there."""
    face = free_card(view, source)
    if source == f"hand:{by}" and target == f"waste:{by}":
        return {"by": by, "do": "discard", "card": face}
    return {"by": by, "do": "move", "from": source, "to": target, "card": face}


def taken(view: View, zone: str | None, seat: str | None = None) -> str | None:
    """The zone that an address selects, if a card can be taken there now; else None."""
    if zone is None or zone not in slots(view["players"], view["players"][0]):
        return None
    return zone if _tap(view, zone, seat, None)[0] == "take" else None


def asked(view: View, zone: str | None, seat: str | None = None) -> dict[str, Any] | None:
    """What is turned face up by a tap on a pile: the action that lacks only its card; else None."""
    if zone is None or zone not in slots(view["players"], view["players"][0]):
        return None
    if _tap(view, zone, seat, None)[0] != "ask":
        return None
    kind, _, owner = zone.partition(":")
    return {"by": owner, "do": "draw" if kind == "stock" else "turn_reserve"}


def shown_under(
    templates: Sequence[Mapping[str, Any]], view: View, seat_number: str | None
) -> dict[str, Any] | None:
    """The action of a player, named by place at the table, who shows the bottom card of the reserve; None where that
    is not due. It lacks only its card."""
    known = dict(enumerate(view["players"]))
    player = known.get(int(seat_number)) if seat_number and seat_number.isdecimal() else None
    due = any(one["do"] == "show_under" and one["by"] == player for one in templates)
    return {"by": player, "do": "show_under"} if due else None


def targets(view: View, zone: str) -> list[str]:
    """Where the card selected may go without a fault, as far as the hints tell."""
    shown = [*(view["obligations"] or ()), *(view["legal_moves"] or ())]
    return list(dict.fromkeys(move["to"] for move in shown if move.get("from") == zone))


def column(view: View, zone: str | None) -> list[str]:
    """The cards of a zone whose faces can be seen, from the base to the free one."""
    if zone is None:
        return []
    if zone in view["cases"]:
        return list(view["cases"][zone])
    face = free_card(view, zone)
    return [] if face is None else [face]


def alike(card: str) -> list[str]:
    """The cards that one is most easily taken for: its rank in other suits, ranks that look like it in its own."""
    rank, suit = card[:-1], card[-1]
    suits = sorted("SHDC".replace(suit, ""), key=lambda other: (other in "HD") != (suit in "HD"))
    return [rank + other for other in suits] + [other + suit for other in _LOOK_ALIKE.get(rank, ())]


def lies(view: View, zone: str, card: str | None) -> bool:
    """Whether this card is the free one of a zone."""
    return card is not None and free_card(view, zone) == card


def free_card(view: View, zone: str) -> str | None:
    """The card of a zone that can be taken, if its face can be seen."""
    kind, _, player = zone.partition(":")
    match kind:
        case "reserve" | "waste":
            shown: str | None = None if player not in view["players"] else view[f"{kind}s"][player]["top"]
            return shown
        case "hand":
            held: str | None = view["hands"].get(player)
            return held
        case _ if zone in view["cases"]:
            return next(reversed(view["cases"][zone]), None)
        case _ if zone in view["foundations"]:
            top: str | None = view["foundations"][zone]["top"]
            return top
        case _:
            return None
