"""What a browser may do: nothing, for one that only watches; a few things, only where the owner's PIN was given."""

from __future__ import annotations

from flask import Response, flash, jsonify, make_response, render_template, request
from flask_babel import gettext

from companion.showing import may_act
from web.language import viewer_language, viewer_theme
from web.seats.viewer import lacks_seat, only_watches, owns, seat_taken_back, viewer_seat
from web.security import SAFE_METHODS
from web.services import services

FOR_ALL = frozenset(
    {
        "pages.preferences",
        "seats.sit_down",
        "seats.leave",
        "seats.end_watching",
        "owner.enter",
        "settings.set_device",
    }
)
"""What a browser that only watches may send all the same: nothing of it touches the game."""

FOR_OWNER = frozenset(
    {
        "pages.play_new",
        "pages.play_go_on",
        "api.games",
        "seats.take_back",
        "seats.sit_here",
        "seats.end_device",
        "seats.end_watching",
        "owner.set_pin",
        "owner.remove_pin",
        "settings.set_player",
        "settings.set_family",
        "settings.set_lessons",
        "settings.set_quiet",
    }
)
FOR_PLAYERS = frozenset(
    {"pages.play_action", "pages.play_answer", "pages.play_face", "api.actions", "api.answers"}
)
"""What plays: where a PIN is set, a seat's or the owner's alone."""
OWNED = frozenset({"stand", "boards", "boxes", "pieces", "kept", "kept_api"})
"""The blueprints whose every change is the owner's: the set-up of the camera, boards, cards, pieces, kept games."""


class NotAllowed(Exception):
    """This browser may not do that; ``code`` is "watching", "seat_needed" or "pin_needed"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def is_owner() -> bool:
    """Whether this browser may do what is the owner's: all may, until a PIN is set."""
    return services().pin.mark is None or owns()


def require_owner() -> None:
    """Raises ``NotAllowed`` where the PIN was not given."""
    if not is_owner():
        raise NotAllowed("pin_needed")


def require_may_undo(target: int | None) -> None:
    """Raises ``NotAllowed`` for a move of others without the PIN: a seat undoes its own and the table's."""
    if is_owner():
        return
    seat = viewer_seat()
    if seat is None or not may_act(seat, _mover(target)):
        raise NotAllowed("pin_needed")


def _mover(target: int | None) -> object:
    """Who made the move that would be taken back; None for anything else."""
    lines = services().table.snapshot().history
    counting = [
        line for line in lines if not line["undone"] and line["kind"] not in ("opened", "note", "undo")
    ]
    line = next((one for one in reversed(counting) if target in (None, one["seq"])), None)
    if line is not None and line["kind"] == "amend":
        line = next((one for one in lines if one["seq"] == line["target"]), None)
    return (line or {}).get("action", {}).get("by")


def guard_roles() -> None:
    """Refuses (403) a change that is not this browser's to make."""
    if request.method in SAFE_METHODS:
        return
    endpoint = request.endpoint or ""
    if endpoint not in FOR_ALL and only_watches():
        raise NotAllowed("watching")
    if endpoint in FOR_PLAYERS and lacks_seat():
        raise NotAllowed("seat_needed")
    if endpoint in FOR_OWNER or request.blueprint in OWNED:
        require_owner()


def refusal_words(code: str) -> str:
    """Why not, in words."""
    player = seat_taken_back()
    if code == "pin_needed":
        return str(gettext("That needs the table’s PIN: menu, “The table’s PIN”."))
    if code == "seat_needed":
        return str(
            gettext("To play, take a seat: scan the code on the tablet. Or give the table’s PIN in the menu.")
        )
    if player is not None:
        return str(gettext("The seat of %(player)s was taken back: this phone only watches.", player=player))
    return str(gettext("You are only watching: this phone plays for nobody."))


def refuse(error: NotAllowed) -> Response:
    """The 403 in words: as JSON, as a page, or, to a script that then loads the page anew, said on that page."""
    said = refusal_words(error.code)
    if request.path.startswith("/api/"):
        response = jsonify({"error": {"code": error.code, "details": {}, "message": said}})
    else:
        if request.headers.get("X-Fragment"):
            flash(said)
        page = render_template(
            "table/refused.html",
            said=said,
            pin_needed=error.code != "watching",
            language=viewer_language(),
            theme=viewer_theme(),
        )
        response = make_response(page)
    response.status_code = 403
    return response
