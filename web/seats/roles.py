"""What a browser may do: nothing, for one that only watches; a few things, only where the owner's PIN was given."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from flask import Response, flash, jsonify, make_response, render_template, request
from flask_babel import gettext

from companion.showing import may_act
from web.language import viewer_language, viewer_theme
from web.seats.viewer import has_no_part, only_watches, owns, seat_taken_back, viewer_seat
from web.security import SAFE_METHODS
from web.services import services


class Role(Enum):
    """Whose a route is."""

    ANYBODYS = "anybody's"
    """To look, or what touches nothing of the game; what it shows each is made for that browser."""
    MOVERS = "whoever does not only watch"
    """What is looked at more closely where it is done."""
    PLAYERS = "a seat's"
    """Where a PIN is set: a seat's or the owner's. Never of whoever only watches, where it changes something."""
    OWNERS = "the owner's"
    """Where a PIN is set: of the browsers on which it was given. Never of whoever only watches."""


ROUTES: Mapping[Role, frozenset[str]] = {
    Role.ANYBODYS: frozenset(
        {
            *("app.manifest", "app.offline", "app.worker"),
            *("static", "made", "pages.table", "pages.fragment", "pages.eyes_fragment", "pages.preferences"),
            *("api.state", "api.differences", "api.openapi", "live.events", "voice.recorded"),
            *("seats.invite", "seats.invite_fragment", "seats.join", "seats.choose", "seats.sit_down"),
            *("seats.watch_along", "seats.leave", "owner.page", "owner.enter", "owner.forget"),
            *("settings.page", "settings.set_device", "help.index", "help.rules"),
            *("kept.home", "kept.history", "kept.league", "kept.replay", "kept.record", "kept.add"),
            *("kept_api.games", "kept_api.game", "kept_api.league", "kept_api.record"),
        }
    ),
    Role.MOVERS: frozenset({"pages.play_undo", "pages.play_amend", "api.undo", "api.amend"}),
    Role.PLAYERS: frozenset(
        {
            *("pages.play_action", "pages.play_answer", "pages.play_face", "api.actions", "api.answers"),
            *("api.evidence", "voice.choose", "help.learnt", "pages.play_set_up"),
        }
    ),
    Role.OWNERS: frozenset(
        {
            *(
                "demonstration.begin",
                "demonstration.page",
                "pages.play_new",
                "pages.play_go_on",
                "pages.play_seating",
                "api.games",
                "kept.added",
                "kept_api.records",
            ),
            *("seats.take_back", "seats.sit_here", "seats.end_device", "seats.end_watching"),
            *(
                "owner.set_pin",
                "owner.remove_pin",
                "diagnostics.page",
                "diagnostics.text",
                "diagnostics.read",
            ),
            *(
                "settings.set_player",
                "settings.set_animal",
                "settings.set_family",
                "settings.set_lessons",
                "settings.set_quiet",
            ),
            *("wifi.page", "wifi.look", "wifi.join"),
            *("club.page", "club.set_club", "first_evening.page", "first_evening.told"),
            *("pins.page", "pins.now", "pins.set_pins", "pins.set_low", "pins.test"),
            *("stand.page", "stand.fragment", "stand.picture", "stand.tapped", "stand.state"),
            *("stand.tapped_json", "boards.page", "boards.fragment", "boards.picture", "boards.profile"),
            *("boards.tapped", "boxes.page", "boxes.fragment", "boxes.picture", "boxes.handed_on"),
            *("boxes.take_over", "boxes.tapped", "pieces.page", "pieces.fragment", "pieces.picture"),
            *("counting.page", "counting.fragment", "counting.picture", "counting.look", "counting.tapped"),
            *("pieces.handed_on", "pieces.take_over", "pieces.tapped"),
        }
    ),
}
"""Every route of the page. One that stands nowhere is the owner's, and fails a test."""

_ROLES = {endpoint: role for role, endpoints in ROUTES.items() for endpoint in endpoints}
OF_WATCHERS = frozenset({"seats.end_watching"})
"""What is there for whoever only watches."""


class NotAllowed(Exception):
    """This browser may not do that; ``code`` is "watching", "seat_needed", "pin_needed" or "others_sit"."""

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


def role_of(endpoint: str) -> Role:
    """Whose a route is."""
    return _ROLES.get(endpoint, Role.OWNERS)


def guard_roles() -> None:
    """Refuses (403) what is not this browser's to see or to do."""
    endpoint = request.endpoint
    if endpoint is None:
        return
    role = role_of(endpoint)
    if role is Role.ANYBODYS:
        return
    looks = request.method in SAFE_METHODS and role is Role.PLAYERS
    if not looks and endpoint not in OF_WATCHERS and only_watches():
        raise NotAllowed("watching")
    if role is Role.PLAYERS and has_no_part():
        raise NotAllowed("seat_needed")
    if role is Role.OWNERS:
        require_owner()


def refusal_words(code: str) -> str:
    """Why not, in words."""
    player = seat_taken_back()
    if code == "pin_needed":
        return str(gettext("That needs the table’s PIN: menu, “The table’s PIN”."))
    if code == "others_sit":
        return str(
            gettext(
                "Somebody sits already: set the PIN on the device that began the game, or when the seats are free."
            )
        )
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
        if request.headers.get("X-Fragment") and request.method not in SAFE_METHODS:
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
