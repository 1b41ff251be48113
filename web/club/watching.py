"""A spectator's link: one game, later by so long, without anything else of the club's page."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.exceptions import Gone, NotAcceptable, ServiceUnavailable

from companion.club.boards import Board
from companion.club.spectators import LinkEnded
from web.club.frame import framed
from web.club.pages import large, shown
from web.club.roles import is_referee, require
from web.club.services import club
from web.language import viewer_language
from web.sharing import HAND_OVER

blueprint = Blueprint("club_watching", __name__)
DELAYS_S = (0, 60, 300, 900)


@blueprint.post("/table/<name>/<chain>/watch")
def open_link(name: str, chain: str) -> ResponseReturnValue:
    """A referee makes a link to the game in play, or ends all that lead to this table."""
    require(is_referee())
    if request.form.get("end"):
        club().spectators.end(name, chain)
        flash(gettext("All links to this table have ended."))
    else:
        delay = next((one for one in DELAYS_S if str(one) == request.form.get("delay")), DELAYS_S[0])
        secret = club().spectators.open(name, chain, delay)
        if secret is not None:
            return large(name, chain, url_for("club_watching.page", secret=secret, _external=True))
        flash(gettext("There is no game to be watched at this table now."))
    return make_response(redirect(url_for("club.page"), 303))


@blueprint.get("/watch/<secret>")
def page(secret: str) -> str:
    """The game as it was so long ago."""
    board, delay_s = seen(secret)
    return framed(
        "club/watch.html", one=None if board is None else shown(board), delay_s=round(delay_s), secret=secret
    )


@blueprint.get("/watch/<secret>/events")
def news(secret: str) -> Response:
    """The same, again whenever it changes (Server-Sent Events), to as many as want to watch."""
    hand_over = request.environ.get(HAND_OVER)
    if hand_over is None:
        abort(ServiceUnavailable.code)  # a server that gives no connection away
    if request.accept_encodings.quality("gzip") <= 0:
        abort(NotAcceptable.code)
    try:
        hand_over(lambda line: club().audience.join(secret, viewer_language(), line))
    except LinkEnded:
        abort(Gone.code)
    return Response(mimetype="text/event-stream")


def draw(board: Board | None) -> str:
    """What changes of a spectator's page."""
    return framed("club/watched.html", one=None if board is None else shown(board))


def seen(secret: str) -> tuple[Board | None, float]:
    """What a link shows now, and its delay (s); 410 where it has ended."""
    try:
        return club().spectators.seen(secret)
    except LinkEnded:
        abort(Gone.code)
