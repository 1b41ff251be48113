"""Who may do what at a club: everybody looks, a player sees what is known of him, a referee says where one is on the
way and leads tournaments, the owner sees what went wrong.

Referees and the owner have a PIN each, of which a browser that gave it keeps a mark, as at a table; a player has a
link of his own, which a referee hands out. A club with an OpenID provider knows all of them by their accounts, too.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, make_response, redirect, request, session, url_for
from flask_babel import gettext

from web.club.accounts import ACCOUNT, has_role
from web.club.services import OWNER, REFEREE, club
from web.seats.pin import TooManyTries

blueprint = Blueprint("club_roles", __name__)

OWN_LINK = "club_player"
"""Where a browser keeps the secret of somebody's own link."""


def is_owner() -> bool:
    """Whether the owner's PIN was given on this browser, or the owner has signed in."""
    return _given(OWNER) or has_role(OWNER)


def is_referee() -> bool:
    """Whether a referee's PIN was given on this browser, or a referee has signed in, or the owner."""
    return _given(REFEREE) or has_role(REFEREE) or is_owner()


def require(allowed: bool) -> None:
    """Refuses (403) what this browser may not do."""
    if not allowed:
        abort(403)


def _given(role: str) -> bool:
    mark = club().pins[role].mark
    return mark is not None and session.get(f"club_{role}") == mark


@blueprint.post("/enter")
def enter() -> Response:
    """Gives a PIN."""
    tried = request.form.get("pin", "").strip()
    for role in (OWNER, REFEREE):
        pin = club().pins[role]
        try:
            if pin.check(tried, request.remote_addr or ""):
                session[f"club_{role}"] = pin.mark
                session.permanent = True
                return _back()
        except TooManyTries as many:
            flash(gettext("Too many wrong PINs: try again in %(seconds)s seconds.", seconds=many.wait_s))
            return _back()
    flash(gettext("That PIN is not right."))
    return _back()


@blueprint.post("/leave")
def leave() -> Response:
    """A visitor again."""
    for role in (OWNER, REFEREE):
        session.pop(f"club_{role}", None)
    session.pop(OWN_LINK, None)
    session.pop(ACCOUNT, None)
    return _back()


@blueprint.post("/coming")
def coming() -> Response:
    """A referee is on the way to a table, until something happens there."""
    require(is_referee())
    name, chain = request.form.get("table", ""), request.form.get("chain", "")
    board = next((one for one in club().boards.shown() if (one.name, one.chain) == (name, chain)), None)
    if board is not None:
        club().coming[name, chain] = board.seq
        club().boards.touch((name, chain))
    return _back()


def _back() -> Response:
    return make_response(redirect(url_for("club.page"), 303))
