"""The table's state as the API shows it, and refusals in the same form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.resuming import told, unseen_named
from companion.showing import Snapshot
from web.language import explain_refusal, viewer_language
from web.live.stream import eyes_json
from web.seats.viewer import lacks_seat, only_watches, viewer_seat
from web.services import services


def table_state(snapshot: Snapshot | None = None) -> dict[str, Any]:
    """The current state, or the one given, as this browser may see it, with what the seeing part does now."""
    shown = (snapshot or services().table.snapshot()).of_seat(viewer_seat())
    state = {**shown.as_json(), "eyes": eyes_json(services().outside.eyes.status())}
    return {**state, "legal_actions": []} if only_watches() or lacks_seat() else state


def whereabouts() -> dict[str, Any]:
    """Where did we stop? What lies wrong on the visible table, zone by zone in the viewer's language."""
    table, language = services().table, viewer_language()
    layout = table.layout()
    if layout is None:
        return {"seq": table.seq, "looked": False, "in_place": False, "zones": [], "unseen": []}
    zones = [
        {
            "zone": one.zone,
            "should": list(one.should),
            "shows": None if one.shows is None else list(one.shows),
            "told": one.told,
        }
        for one in told(layout, language)
    ]
    return {
        "seq": layout.seq,
        "looked": layout.looked,
        "in_place": layout.in_place,
        "zones": zones,
        "unseen": list(unseen_named(layout, language)),
    }


def error_json(code: str, details: Mapping[str, Any]) -> dict[str, Any]:
    """A refusal: its code, its details, and a sentence for the viewer."""
    game = services().table.game
    said = explain_refusal(game.id if game else None, code, details, viewer_language())
    return {"code": code, "details": dict(details), "message": said}
