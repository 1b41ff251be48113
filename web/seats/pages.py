"""The pages of the seats: the code on the tablet, the choice on a phone, watching, giving and taking seats back."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext

from companion.journal import JournalError
from web.language import explain_refusal, viewer_language, viewer_theme
from web.seats.browsers import Given
from web.seats.roles import NotAllowed, is_owner
from web.seats.seat import Seat
from web.seats.viewer import (
    browser_name,
    code_of,
    game_in_play,
    is_watch_token,
    join_address,
    leave_seat,
    let_in,
    may_choose,
    may_end,
    seat_called,
    seat_of_browser,
    seat_taken_back,
    seats,
    spend_pass,
    stop_watching,
    take_free_seat,
    viewer_seat,
    watch,
    watch_address,
)
from web.services import services
from web.table.screen import Unfolded, context

blueprint = Blueprint("seats", __name__)


# ---------------------------------------------------------------- on the tablet


@blueprint.get("/seats")
def invite() -> Response:
    """The code that lets the next phone in, and who sits already; from a seat there is none to give."""
    return _invitation("seats/seats.html")


@blueprint.get("/seats/fragment")
def invite_fragment() -> Response:
    """What changes on that page."""
    return _invitation("seats/seats_fragment.html")


def _invitation(template: str) -> Response:
    number, own, address = game_in_play(), viewer_seat(), join_address()
    if own is not None or number is None or address is None:
        return _to("pages.table")
    if not is_owner():
        return _to("owner.page")
    watching = watch_address()
    shown = {
        "code": code_of(address, gettext("The code that lets a phone in")),
        "address": address.partition("://")[2],
        "watch_code": code_of(str(watching), gettext("The code for those who only watch")),
        "watch_link": str(watching),
        "may_end": lambda player: may_end(Seat(number, player)),
        "owning": _owning(),
        "devices": {"phone": gettext("Phone"), "tablet": gettext("Tablet"), "computer": gettext("Computer")},
        "flashed": get_flashed_messages(),
    }
    return make_response(render_template(template, **context(Unfolded()), **shown))


@blueprint.post("/seats/back")
def take_back() -> Response:
    """Takes a seat back: the phone that had it is told, and shows nothing private any more."""
    seat = seat_called(request.form.get("player", ""))
    if seat is None or viewer_seat() is not None:
        abort(404)
    if may_end(seat):
        services().browsers.take_back(seat)
        flash(gettext("The seat of %(player)s is free again.", player=seat.player))
        services().hub.tell_seats()
    else:
        flash(
            gettext(
                "%(player)s is here: give the seat back there, or take it on the device that began the game.",
                player=seat.player,
            )
        )
    return _to("seats.invite")


@blueprint.post("/seats/here")
def sit_here() -> Response:
    """This browser, the table's, is a player's from now on: the tablet that is handed round."""
    seat = seat_called(request.form.get("player", ""))
    if seat is None or viewer_seat() is not None or not is_owner():
        abort(404)
    _sits(seat)
    return _to("pages.table")


@blueprint.post("/seats/end")
def end_device() -> Response:
    """A device on which the PIN was given needs it again."""
    services().browsers.disown_listed(request.form.get("device", ""))
    return _to("seats.invite")


def _owning() -> list[tuple[Given, bool]]:
    """The devices on which the PIN was given, and whether each is this one."""
    mark, this = services().pin.mark, browser_name()
    return [] if mark is None else [(one, name == this) for name, one in services().browsers.owners(mark)]


# ---------------------------------------------------------------- on a phone


@blueprint.get("/join/<code>")
def join(code: str) -> Response:
    """Lets this browser in; a code that a browser only fetched in advance is not used up."""
    if _is_fetched_ahead():
        return _to("pages.table")
    if game_in_play() is None:
        return _no_way_in(gettext("No game is being played yet."))
    if not let_in(code):
        return _no_way_in(
            gettext("This code has been used already, or is too old. The tablet shows a new one.")
        )
    services().hub.tell_seats()
    return _to("seats.choose")


@blueprint.get("/sit")
def choose() -> Response:
    """Which seat is yours?"""
    if not may_choose():
        return _to("pages.table")
    return _choice(200)


@blueprint.post("/sit")
def sit_down() -> Response:
    """This browser is the chosen player's from now on, or only watches."""
    if not may_choose():
        return _no_way_in(
            gettext("This code has been used already, or is too old. The tablet shows a new one.")
        )
    if request.form.get("watch"):
        watch()
        spend_pass()
        services().hub.tell_seats()
        return _to("pages.table")
    seat = seat_called(request.form.get("player", ""))
    if seat is None:
        flash(gettext("Tap your name first."))
        return _choice(422)
    if not _sits(seat):
        return _choice(409)
    spend_pass()
    return _to("pages.table")


def _choice(status: int) -> Response:
    taken = services().browsers.seated(game_in_play() or 0)
    own = viewer_seat()
    free = [seat.player for seat in seats() if seat.player not in taken or seat.player == own]
    shown = {"free": free, "asked": own or (free[0] if len(free) == 1 else None)}
    page = render_template("seats/sit.html", **context(Unfolded()), **shown, flashed=get_flashed_messages())
    return make_response(page, status)


def _no_way_in(said: str) -> Response:
    page = render_template(
        "table/refused.html", said=said, pin_needed=False, language=viewer_language(), theme=viewer_theme()
    )
    return make_response(page, 410)


# ---------------------------------------------------------------- looking on, and leaving


@blueprint.get("/watch/<token>")
def watch_along(token: str) -> Response:
    """This browser only watches from now on."""
    if not is_watch_token(token):
        abort(404)
    if _is_fetched_ahead():
        return _to("pages.table")
    watch()
    services().hub.tell_seats()
    return _to("pages.table")


@blueprint.post("/watch/leave")
def end_watching() -> Response:
    """This browser is the table's again; where there is a PIN, it is needed for that."""
    stop_watching()
    return _to("pages.table")


@blueprint.post("/seat/leave")
def leave() -> Response:
    """This browser gives its seat back, and is the table's again."""
    if seat_taken_back() is not None and not is_owner():
        raise NotAllowed("pin_needed")
    had = seat_of_browser()
    leave_seat()
    if had is not None:
        services().hub.tell_seats()
    return _to("pages.table")


# ---------------------------------------------------------------- inside


def _is_fetched_ahead() -> bool:
    """Whether a browser only looks what is there, before anybody has opened it."""
    return request.method == "HEAD" or "prefetch" in request.headers.get("Sec-Purpose", "")


def _sits(seat: Seat) -> bool:
    """Sits down on a free seat; notes the private page; says why not."""
    try:
        services().table.open_private_page(seat.player)
    except JournalError as error:
        flash(_words(error.code))
        return False
    if not take_free_seat(seat):
        flash(gettext("Somebody sits there already. The tablet can take the seat back."))
        return False
    services().hub.tell_seats()
    return True


def _words(code: str) -> str:
    game = services().table.game
    return explain_refusal(game.id if game else None, code, {}, viewer_language())


def _to(endpoint: str) -> Response:
    return make_response(redirect(url_for(endpoint), 303))
