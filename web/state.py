"""The table's state as the API shows it, and refusals in the same form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.showing import Snapshot
from web.language import explain_refusal, viewer_language
from web.live import eyes_json
from web.seats import viewer_seat
from web.services import services


def table_state(snapshot: Snapshot | None = None) -> dict[str, Any]:
    """The current state, or the one given, as this browser may see it, with what the seeing part does now."""
    shown = (snapshot or services().table.snapshot()).of_seat(viewer_seat())
    return {**shown.as_json(), "eyes": eyes_json(services().eyes.status())}


def error_json(code: str, details: Mapping[str, Any]) -> dict[str, Any]:
    """A refusal: its code, its details, and a sentence for the viewer."""
    game = services().table.snapshot().as_json()["game"]
    said = explain_refusal(game["id"] if game else None, code, details, viewer_language())
    return {"code": code, "details": dict(details), "message": said}
