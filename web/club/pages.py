"""The club's page: all tables as small boards, who waits, the calls and the results."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import gettext
from markupsafe import Markup

from companion.club.boards import Board
from companion.club.people import replaced
from companion.club.results import Call, ClubGame
from companion.games import game_ids, load
from companion.languages import LANGUAGES
from web.club.calling import invited
from web.club.frame import box_title, explained, framed, named, person_of, read, seat_of, when
from web.club.roles import is_owner, is_referee, require
from web.club.services import MOST_DRAWN, club
from web.language import viewer_language
from web.security import session_token
from web.table.screen import ALL_SHEETS, SHEETS, Drawing, Sheets, page_tools, panels

blueprint = Blueprint("club", __name__)
_log = logging.getLogger("companion.club")

MOST_CALLS, MOST_RESULTS, MOST_REFUSED = 6, 8, 100
LONGEST_NUMBER = 15


@dataclass(frozen=True, slots=True)
class Shown:
    """One table on the page: its board, who is waited for, and whether somebody should go there."""

    board: Board
    title: str
    box: str | None
    box_title: str
    said: str
    waits: bool
    drawn: Markup | None
    """The board; None as long as nobody has looked at it."""
    players: tuple[str, ...]
    coming: bool


@blueprint.get("/")
def page() -> str:
    """The whole page."""
    return _shown("club/page.html")


@blueprint.get("/fragment")
def fragment() -> str:
    """What changes of it; with ``since``, only the boards that have changed after that version; with ``sheet``, only
    the shape of the boards that this screen shows."""
    since, sheet = request.args.get("since", ""), request.args.get("sheet", "")
    sheets = SHEETS.get(sheet, ALL_SHEETS)
    if not since.isdecimal() or len(since) > LONGEST_NUMBER:
        return _shown("club/fragment.html", sheets=sheets)
    return club().changes.text(
        (int(since), sheets, viewer_language(), session_token() if is_referee() else ""),
        lambda: _shown("club/changes.html", since=int(since), sheets=sheets),
    )


@blueprint.get("/table/<name>/<chain>")
def table(name: str, chain: str) -> str:
    """One table, large."""
    return large(name, chain)


def large(name: str, chain: str, link: str | None = None) -> str:
    """One table's page, with a spectator's link that was made just now."""
    found = next((one for one in _tables() if (one.board.name, one.board.chain) == (name, chain)), None)
    if found is None:
        abort(404)
    return _shown("club/table.html", one=found, link=link)


@blueprint.get("/owner")
def owner() -> str:
    """What went wrong, for the owner."""
    require(is_owner())
    refused = read(lambda: club().kept.refused(MOST_REFUSED))
    return _shown("club/owner.html", lines=list(reversed(club().said.lines())), refused=refused)


@blueprint.post("/device")
def set_device() -> Response:
    """Remembers the language and the light of this browser."""
    if (language := request.form.get("language")) in LANGUAGES:
        session["language"] = language
    if (theme := request.form.get("theme")) in ("jour", "soir"):
        session["theme"] = theme
    session.permanent = True
    return make_response(redirect(url_for("club.page"), 303))


# ---------------------------------------------------------------- inside


def _shown(template: str, *, since: int | None = None, sheets: Sheets = ALL_SHEETS, **more: Any) -> str:
    version = club().boards.version  # before the boards: what changes meanwhile is fetched once more
    boards = club().boards.shown()
    changed = {
        one.name + one.chain for one in boards if since is None or one.version > since or not one.online
    }
    language = viewer_language()
    tables = [_at(one, sheets, language, drawing=one.name + one.chain in changed) for one in boards]
    calls: Sequence[Call] = ()
    results: Sequence[ClubGame] = ()
    kept = read(lambda: club().once("results", _calls_and_results))
    if kept is not None:
        calls, results = kept
    titles = {one.board.name: one.board.title for one in tables}
    return framed(
        template,
        tables=tables,
        playing=sum(
            one.board.online and one.board.box is not None and not _is_over(one.board) for one in tables
        ),
        waiting=[one for one in tables if one.waits],
        invited=read(lambda: invited(boards)) or (),
        calls=[(titles.get(one.table, one.table), _called(one), when(one.happened_ms)) for one in calls],
        results=[
            (titles.get(one.table, one.table), one, box_title(one.box), when(one.last_ms)) for one in results
        ],
        readable=kept is not None,
        has_broker=club().said.has_broker(),
        version=version,
        arrangement=_arrangement(boards),
        changed=[one for one in tables if one.board.name + one.board.chain in changed],
        **more,
    )


def _arrangement(boards: Sequence[Board]) -> str:
    """Changes where tables come, go, or stand in another order: then the whole page is another."""
    standing = [(one.name, one.chain, one.is_double) for one in boards]
    return hashlib.sha256(repr((standing, club().said.has_broker())).encode()).hexdigest()[:16]


def _calls_and_results() -> tuple[Sequence[Call], Sequence[ClubGame]]:
    kept = club().kept
    return kept.calls(MOST_CALLS), kept.games(MOST_RESULTS, finished=True)


def _tables() -> list[Shown]:
    return [shown(one) for one in club().boards.shown()]


def shown(board: Board) -> Shown:
    """A board as it is shown to who asks now."""
    return _at(board, ALL_SHEETS, viewer_language(), drawing=True)


def _at(board: Board, sheets: Sheets, language: str, *, drawing: bool) -> Shown:
    """A board as it is shown; without its drawing where nobody looks at that."""
    cache, key = club().shown, (board.name, board.chain, language, sheets)
    known: Shown | None = cache.get(key)
    is_same = known is not None and (known.board is board or known.board == board)
    if known is None or not is_same or (drawing and known.drawn is None):
        while len(cache) >= MOST_DRAWN:
            cache.pop(next(iter(cache)), None)
        drawn = known.drawn if known is not None and known.board.state is board.state else None
        if drawing and drawn is None:
            drawn = _drawn(board, sheets, language)
        cache[key] = known = _looked_at(board, language, drawn)
    return known


def _looked_at(board: Board, language: str, drawn: Markup | None) -> Shown:
    state = board.state or {}
    said, waits = _said(board, state, language)
    coming = club().coming.get((board.name, board.chain)) == board.seq
    return Shown(
        board,
        board.title,
        board.box if board.box in game_ids() else None,
        box_title(board.box) if board.box else "",
        said,
        waits,
        drawn,
        _players(state),
        coming,
    )


def _said(board: Board, state: Mapping[str, Any], language: str) -> tuple[str, bool]:
    """How it stands at a table in one line, and whether somebody should go there."""
    if not board.online:
        return gettext("Away"), True
    game, view = state.get("game"), state.get("view") or {}
    if game is None:
        return gettext("No game"), False
    if state.get("question"):
        return gettext("A question waits for an answer"), True
    if state.get("over"):
        winners = ", ".join(map(str, state.get("winners") or ()))
        return (gettext("%(player)s has won", player=winners) if winners else gettext("Nobody won")), False
    if turn := view.get("turn"):
        return gettext("%(player)s to play", player=turn), False
    for step in state.get("awaited") or ():
        return explained(board.box, str(step.get("code")), step.get("arguments") or {}, language), False
    return gettext("Playing"), False


def _is_over(board: Board) -> bool:
    return bool((board.state or {}).get("over"))


def _drawn(board: Board, sheets: Sheets, language: str) -> Markup:
    """The board as the game draws it; nothing for a game that is not known here, or that cannot be drawn."""
    state = board.state or {}
    view = state.get("view")
    if board.box not in game_ids() or view is None:
        return Markup()
    try:
        return _render(str(board.box), view, _players(state), sheets, language)
    except Exception as error:  # a table may tell nonsense: the others are shown all the same
        _log.warning("Table %s cannot be drawn (%s).", board.name, type(error).__name__)
        return Markup()


def _players(state: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(map(str, (state.get("game") or {}).get("players", ())))


def _render(
    box: str, view: Mapping[str, Any], players: tuple[str, ...], sheets: Sheets, language: str
) -> Markup:
    game = load(box)
    drawn = render_template(
        "club/board.html",
        **{**page_tools(), "sheets": sheets},
        manifest=game,
        draw=Drawing(game.drawing) if game.drawing else None,
        view=view,
        kept=SimpleNamespace(players=players),
        seat_of=seat_of,
        language=language,
        panels=lambda: panels(game, view, language),
    )
    return Markup(drawn)  # noqa: S704 - rendered by our own templates, which escape


def _called(one: Call) -> str:
    """What was called, without names that are not to be shown."""
    fault = replaced(dict(one.fault), lambda text: named(text) if person_of(text) else None)
    return explained(one.box, str(fault.get("code")), fault, viewer_language())
