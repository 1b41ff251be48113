"""The club's page: all tables as small boards, who waits, the calls and the results."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    get_flashed_messages,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    session,
    stream_with_context,
    url_for,
)
from flask_babel import gettext
from markupsafe import Markup

from companion.club.boards import Board
from companion.club.results import Call, ClubGame, NotNow
from companion.drawing import symbols
from companion.games import game_ids, load
from companion.languages import LANGUAGES
from web.club.roles import is_owner, is_referee
from web.club.services import MOST_DRAWN, club
from web.kept import words as kept_words
from web.language import explain_refusal, viewer_language, viewer_theme
from web.security import session_token
from web.table.screen import Drawing, page_tools, panels

blueprint = Blueprint("club", __name__)
_log = logging.getLogger("companion.club")

MOST_CALLS, MOST_RESULTS, MOST_REFUSED = 6, 8, 100
HEARTBEAT_S = 8.0
GREATEST_WAIT_S = 0.25
"""Pages are told of changes at most so often."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One table on the page: its board, who is waited for, and whether somebody should go there."""

    board: Board
    title: str
    box: str | None
    box_title: str
    said: str
    waits: bool
    drawn: Markup
    players: tuple[str, ...]
    coming: bool


@blueprint.get("/")
def page() -> str:
    """The whole page."""
    return _shown("club/page.html")


@blueprint.get("/fragment")
def fragment() -> str:
    """What changes of it."""
    return _shown("club/fragment.html")


@blueprint.get("/table/<name>/<chain>")
def table(name: str, chain: str) -> str:
    """One table, large."""
    shown = next((one for one in _tables() if (one.board.name, one.board.chain) == (name, chain)), None)
    if shown is None:
        abort(404)
    return _shown("club/table.html", one=shown)


@blueprint.get("/owner")
def owner() -> str:
    """What went wrong, for the owner."""
    if not is_owner():
        abort(403)
    refused = _kept(lambda: club().kept.refused(MOST_REFUSED))
    return _shown("club/owner.html", lines=list(reversed(club().said.lines())), refused=refused)


@blueprint.get("/api/v1/tables")
def tables_json() -> Response:
    """All boards as JSON: what the tables told, and whether they are there."""
    boards = [
        {
            "table": one.name, "chain": one.chain, "title": one.title, "online": one.online,
            "seq": one.seq, "state": one.state,
        }
        for one in club().boards.shown()
    ]  # fmt: skip
    return jsonify({"version": club().boards.version, "tables": boards})


@blueprint.get("/api/v1/events")
def events() -> Response:
    """Says whenever something has changed (Server-Sent Events); 503 where too many listen."""
    services = club()
    if not services.streams.acquire(blocking=False):
        abort(503)

    def news() -> Iterator[str]:
        try:
            yield "retry: 2000\n\n"
            told = -1
            while not services.boards.is_over:
                version = services.boards.wait(told, HEARTBEAT_S)
                yield ": still here\n\n" if version == told else f"id: {version}\ndata: {version}\n\n"
                told = version
                services.boards.pause(GREATEST_WAIT_S)
        finally:
            services.streams.release()

    return Response(stream_with_context(news()), mimetype="text/event-stream")


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


def _shown(template: str, **more: Any) -> str:
    language = viewer_language()
    tables = _tables()
    calls: Sequence[Call] = ()
    results: Sequence[ClubGame] = ()
    kept = _kept(_calls_and_results)
    if kept is not None:
        calls, results = kept
    titles = {one.board.name: one.board.title for one in tables}
    return render_template(
        template,
        **page_tools(),
        language=language,
        theme=viewer_theme(),
        token=session_token(),
        flashed=get_flashed_messages(),
        title=club().serving.title,
        tables=tables,
        playing=sum(
            one.board.online and one.board.box is not None and not _is_over(one.board) for one in tables
        ),
        waiting=[one for one in tables if one.waits],
        calls=[
            (titles.get(one.table, one.table), _called(one, language), _when(one.happened_ms))
            for one in calls
        ],
        results=[
            (titles.get(one.table, one.table), one, _box_title(one.box), _when(one.last_ms))
            for one in results
        ],
        readable=kept is not None,
        has_broker=club().said.has_broker(),
        version=club().boards.version,
        referee=is_referee(),
        owner=is_owner(),
        seat_of=_seat_of,
        **more,
    )


def _calls_and_results() -> tuple[Sequence[Call], Sequence[ClubGame]]:
    """Read once for all who look at the same moment."""
    services, version = club(), club().boards.version
    if services.read[0] != version:
        read = (services.kept.calls(MOST_CALLS), services.kept.games(MOST_RESULTS, finished=True))
        services.read = (version, read)
    found: tuple[Sequence[Call], Sequence[ClubGame]] = services.read[1]
    return found


def _kept(read: Any) -> Any:
    """What is read of the database; None while that is not possible."""
    try:
        return read()
    except NotNow:
        return None


def _tables() -> list[Shown]:
    language = viewer_language()
    return [_table(one, language) for one in club().boards.shown()]


def _table(board: Board, language: str) -> Shown:
    state = board.state or {}
    game = state.get("game") or {}
    players = tuple(map(str, game.get("players", ())))
    said, waits = _said(board, state, language)
    coming = club().coming.get((board.name, board.chain)) == board.seq
    return Shown(
        board,
        board.title,
        board.box if board.box in game_ids() else None,
        _box_title(board.box) if board.box else "",
        said,
        waits,
        _drawn(board, state, players, language),
        players,
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
        return explain_refusal(board.box, str(step.get("code")), step.get("arguments") or {}, language), False
    return gettext("Playing"), False


def _is_over(board: Board) -> bool:
    return bool((board.state or {}).get("over"))


def _drawn(board: Board, state: Mapping[str, Any], players: tuple[str, ...], language: str) -> Markup:
    """The board as the game draws it; nothing for a game that is not known here, or that cannot be drawn."""
    services, key = club(), (board.name, board.chain, board.seq, language)
    if key not in services.drawn:
        drawn = ""
        view = state.get("view")
        if board.box in game_ids() and view is not None:
            try:
                drawn = _render(str(board.box), view, players, language)
            except Exception as error:  # a table may tell nonsense: the others are shown all the same
                _log.warning("Table %s cannot be drawn (%s).", board.name, type(error).__name__)
        while len(services.drawn) >= MOST_DRAWN:
            services.drawn.pop(next(iter(services.drawn)), None)
        services.drawn[key] = drawn
    return Markup(services.drawn[key])  # noqa: S704 - rendered by our own templates, which escape


def _render(box: str, view: Mapping[str, Any], players: tuple[str, ...], language: str) -> str:
    game = load(box)
    return render_template(
        "club/board.html",
        **page_tools(),
        manifest=game,
        draw=Drawing(game.drawing) if game.drawing else None,
        view=view,
        kept=SimpleNamespace(players=players),
        seat_of=_seat_of,
        language=language,
        panels=lambda: panels(game, view, language),
    )


def _seat_of(players: Sequence[str], player: str) -> str:
    return symbols.seat_animal(tuple(players), player) if player in players else symbols.SEATS[0]


def _called(one: Call, language: str) -> str:
    box = one.box if one.box in game_ids() else None
    return explain_refusal(box, str(one.fault.get("code")), one.fault, language)


def _box_title(box: str | None) -> str:
    return load(box).title if box in game_ids() and box is not None else gettext("another game")


def _when(moment_ms: int) -> str:
    """A time of day and date; nothing for a clock that cannot be right."""
    try:
        return str(kept_words.when(moment_ms, viewer_language()))
    except (ValueError, OverflowError, OSError):
        return ""
