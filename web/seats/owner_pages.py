"""The PIN of the table's owner: set on the tablet, given on the devices that want to do what is the owner's."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import gettext

from web.language import viewer_language, viewer_theme
from web.seats.pin import TooManyTries, is_pin
from web.seats.roles import NotAllowed, is_owner
from web.seats.viewer import (
    browser_name,
    may_set_first_pin,
    named_browser,
    new_name,
    only_watches,
    this_kind,
    viewer_seat,
)
from web.security import session_token
from web.services import services
from web.table.screen import page_tools

blueprint = Blueprint("owner", __name__)

_KNOWN = "known"
"""The field of the session with the word by which the PIN's counter knows this device; it gives no rights."""


@blueprint.get("/pin")
def page() -> Response:
    """Sets the PIN, or asks for it."""
    return _page(200)


@blueprint.post("/pin/set")
def set_pin() -> Response:
    """Sets or changes the PIN; this browser has given it then."""
    _at_the_table()
    first, again = request.form.get("pin", ""), request.form.get("again", "")
    if not is_pin(first):
        flash(gettext("A PIN is four to eight digits."))
        return _page(422)
    if first != again:
        flash(gettext("The two are not the same. Try again."))
        return _page(422)
    try:
        services().pin.set(first)
    except OSError:
        flash(gettext("The disk did not keep it."))
        return _page(507)
    services().browsers.renew()
    services().codes.renew()
    _owns()
    services().hub.tell_seats()
    flash(gettext("The PIN is set. This device needs it no more."))
    return _back()


@blueprint.post("/pin/remove")
def remove_pin() -> Response:
    """The table has no PIN any more."""
    _at_the_table()
    try:
        services().pin.remove()
    except OSError:
        flash(gettext("The disk did not keep it."))
        return _page(507)
    flash(gettext("The table has no PIN any more."))
    return _back()


@blueprint.post("/pin/enter")
def enter() -> Response:
    """Gives the PIN on this browser."""
    try:
        right = services().pin.check(
            request.form.get("pin", ""), request.remote_addr or "", session.get(_KNOWN)
        )
    except TooManyTries as error:
        flash(gettext("Too many tries. Wait %(seconds)s seconds.", seconds=error.wait_s))
        return _page(429)
    if not right:
        flash(gettext("That is not the PIN."))
        return _page(403)
    _owns()
    return _back()


@blueprint.post("/pin/forget")
def forget() -> Response:
    """This browser has not given the PIN any more."""
    name = browser_name()
    if name is not None:
        services().browsers.disown(name)
    return _back()


def _owns() -> None:
    """This browser has given the PIN."""
    mark = services().pin.mark
    if mark is None:
        return
    services().browsers.own(named_browser(), mark, this_kind())
    if not services().pin.knows(session.get(_KNOWN)):
        session[_KNOWN] = new_name()
        session.permanent = True
        services().pin.know(session[_KNOWN])


def _at_the_table() -> None:
    """The PIN is set on the table's own page: a phone that plays for somebody sets none."""
    if services().pin.mark is not None:
        return
    if viewer_seat() is not None:
        raise NotAllowed("pin_needed")
    if not may_set_first_pin():
        raise NotAllowed("others_sit")


def _page(status: int) -> Response:
    shown = render_template(
        "seats/pin.html",
        is_set=services().pin.mark is not None,
        owner=is_owner(),
        seated=viewer_seat() is not None or only_watches(),
        language=viewer_language(),
        theme=viewer_theme(),
        token=session_token(),
        flashed=get_flashed_messages(),
        **page_tools(),
    )
    return make_response(shown, status)


def _back() -> Response:
    return make_response(redirect(url_for("pages.table"), 303))
