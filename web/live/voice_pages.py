"""Who speaks: a tablet takes the voice over or gives it back. And the recorded sentences."""

from __future__ import annotations

from typing import Any, cast

from flask import Blueprint, Flask, Response, abort, jsonify, request, send_file, url_for

from web.language import viewer_language
from web.live.speaking import is_device
from web.services import EXTENSION, Services, services

blueprint = Blueprint("voice", __name__)

_YEAR_S = 31_536_000


@blueprint.post("/voice")
def choose() -> Response:
    """``device`` speaks from now on (``on`` is "yes"), speaks if no other does ("free"), or speaks no more ("no")."""
    device, wanted = request.form.get("device", ""), request.form.get("on", "")
    if not is_device(device) or wanted not in ("yes", "free", "no"):
        abort(400)
    speaking, before = services().speaking, services().speaking.device
    if wanted == "no":
        speaking.give_back(device)
    else:
        speaking.take(device, if_free=wanted == "free")
    if speaking.device != before:
        services().hub.tell_voice()
    return jsonify(speaking.as_json())


def machine_must_be_silent(app: Flask) -> bool:
    """Whether the machine's own speaker may not speak now: a tablet that is there does, or it is quiet."""
    known = cast(Services, app.extensions[EXTENSION])
    return known.speaking.quiet or known.hub.listens(known.speaking.device)


def here(voice_on: str) -> dict[str, Any]:
    """What a page has to know at first: until when it is quiet, whether sentences lie recorded, and among them the
    one that says that the voice is on."""
    told, recordings, language = services().speaking.as_json(), services().recordings, viewer_language()
    name = recordings.of([voice_on], language).get(voice_on)
    address = url_for("voice.recorded", language=language, name=name) if name else ""
    return {"quiet_until": told["quiet_until"], "any": bool(recordings), "recorded": address}


@blueprint.get("/voice/<language>/<name>")
def recorded(language: str, name: str) -> Response:
    """A recorded sentence; its name changes with its text, so that browsers may keep it for good."""
    path = services().recordings.file(language, name)
    if path is None or not path.exists():
        abort(404)
    response = send_file(path.absolute(), mimetype="audio/wav", conditional=True)
    response.headers["Cache-Control"] = f"public, max-age={_YEAR_S}, immutable"
    return response
