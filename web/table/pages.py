"""The pages: one screen for the table, its fragments for live updates, and a form for everything hands do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import gettext
from pydantic import ValidationError
from werkzeug.datastructures import ImmutableMultiDict

from companion.action import Rejected
from companion.games import load
from companion.journal import JournalError
from companion.languages import LANGUAGES
from companion.names import clean_names
from companion.showing import Snapshot
from companion.table import Stale
from web.bodies import Action, AmendBody, AnswerBody, FaceBody, GameBody
from web.kept.pages import shelf_page
from web.language import explain_refusal, viewer_language
from web.seats.viewer import began_game, viewer_seat
from web.services import services
from web.table import forms, hands, seating
from web.table.forms import BadForm
from web.table.games import open_game
from web.table.screen import FRAGMENT_HEADER, NEWS_HEADER, Unfolded, context, render_fragment, render_page

blueprint = Blueprint("pages", __name__)
SLIP_HEADER = "X-Slip"
"""Says that a tap missed its place and has changed nothing."""


HANDED_OVER = "handed_over"
"""A form with this field is a choice in secret, on a tablet that goes from hand to hand."""


STAY = "stay"
"""What was chosen on the way to a form stands in this field, as an address has it: a refusal leaves it chosen."""

LONGEST_STAY = 500
MOST_NAMED = 3
"""Of more cards than these that are not told, only the first is named: the others are asked for after it."""


class DealWanted(Exception):
    """A game that begins with what the hands have dealt: these players can play it, once that is told."""

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__("deal wanted")
        self.players = players


@blueprint.get("/")
def table() -> str:
    """The table's screen; the boxes on the shelf while no game is open."""
    unfolded = Unfolded.of(request.args)
    if unfolded.panel is None and unfolded.game is None and services().table.game is None:
        return shelf_page()
    return render_page(unfolded)


@blueprint.get("/fragment")
def fragment() -> Response:
    """What changes on the screen, for live updates."""
    return _fragment(lambda: render_fragment(Unfolded.of(request.args)))


@blueprint.get("/fragment/eyes")
def eyes_fragment() -> Response:
    """What the seeing part does, and the dice it sees."""
    return _fragment(lambda: render_template("table/eyes.html", **context(Unfolded.of(request.args))))


# ---------------------------------------------------------------- what hands do


@blueprint.post("/play/action")
def play_action() -> Response:
    """Plays the action of a form."""
    action = forms.action(request.form)
    if action is None:
        raise BadForm("action")
    record = Action.model_validate(action).as_record()
    if HANDED_OVER in request.form:
        return _played(lambda: hands.choose(record, _expected()), then=_who_chooses_next)
    try:
        return _played(lambda: hands.tap(record, _expected()))
    except hands.Slip as slip:
        return _slipped(slip.code)


@blueprint.post("/play/answer")
def play_answer() -> Response:
    """Answers the open question."""
    body = AnswerBody.model_validate(
        {
            "question": forms.integer(request.form, "question"),
            "choice": forms.integer(request.form, "choice"),
            "action": forms.action(request.form),
            "expected_seq": _expected(),
        }
    )
    action = body.action.as_record() if body.action else None

    def answered() -> Snapshot:
        shown = hands.answer(body.question, body.choice, action, body.expected_seq)
        game = services().table.game
        if body.choice is None and action is None and game is not None and game.explain is None:
            flash(gettext("Then tap on this page what was done."))
        return shown

    return _played(answered)


@blueprint.post("/play/undo")
def play_undo() -> Response:
    """Takes the last entry back, or the one named."""
    target = forms.integer(request.form, "target")
    return _played(lambda: hands.undo(target, _expected()))


@blueprint.post("/play/amend")
def play_amend() -> Response:
    """Corrects an earlier move."""
    body = AmendBody.model_validate(
        {
            "target": forms.integer(request.form, "target"),
            "arguments": forms.amended(request.form),
            "expected_seq": _expected(),
        }
    )
    return _played(lambda: hands.amend(body.target, body.arguments, body.expected_seq))


@blueprint.post("/play/face")
def play_face() -> Response:
    """Says which card one that was misread really is."""
    body = FaceBody.model_validate(
        {
            "target": forms.integer(request.form, "target"),
            "zone": request.form.get("zone"),
            "place": forms.integer(request.form, "place") or 0,
            "card": request.form.get("card"),
            "expected_seq": _expected(),
        }
    )
    if body.target is not None:
        target = body.target
        return _played(lambda: hands.put_entry_right(target, body.card, body.expected_seq))
    return _played(lambda: hands.put_card_right(str(body.zone), body.place, body.card, body.expected_seq))


@blueprint.post("/play/seating")
def play_seating() -> Response:
    """Says who sits where: a player takes a place, or changes places with somebody; without a player it is right."""
    player, side = request.form.get("player"), request.form.get("side", "")
    now = services().table.snapshot().seating
    sides = now.sides if player is None else seating.moved(now, player, side, request.form.get("beside"))
    then = Unfolded() if player is None else Unfolded("seating")
    return _played(lambda: services().table.sit(sides, expected_seq=_expected()), then=lambda: then)


@blueprint.post("/play/new")
def play_new() -> Response:
    """Opens a new game; what was typed stays when it is refused.

    A game that begins with a deal asks for it when it has the names: ``GET /?panel=new&game=…&player=…``.
    """
    game_id = request.form.get("game") or services().outside.new_game.game
    try:
        known = load(game_id).options
    except KeyError as error:
        raise BadForm("game") from error
    names = [name for name in request.form.getlist("player") if name.strip()]
    options = forms.options(request.form, known)
    setup, untold = forms.setup(request.form), forms.untold_cards(request.form)
    GameBody.model_validate(
        {"game": game_id, "players": names or [""], "options": options, "setup": setup, "expected_seq": 0}
    )

    def opened() -> Snapshot:
        if untold:
            named = untold if len(untold) <= MOST_NAMED else untold[:1]
            raise Rejected("cards_untold", places=", ".join(named))
        try:
            return open_game(game_id, names, options, setup=setup, expected_seq=_expected())
        except Rejected as refusal:
            if refusal.code != "bad_setup" or setup:
                raise
            raise DealWanted(clean_names(tuple(names))) from refusal

    asked = tuple((name, json.dumps(value)) for name, value in options.items())
    try:
        if setup or untold:
            return _played(
                opened, on_refusal=Unfolded("new", game=game_id, players=tuple(names), options=asked)
            )
        return _played(opened, on_refusal=Unfolded("new", game=game_id))
    except DealWanted as deal:
        return _shown(Unfolded("new", game=game_id, players=deal.players, options=asked), 200)


@blueprint.post("/play/go_on")
def play_go_on() -> Response:
    """Goes on with an unfinished game of the journal, and says where it was left."""
    number = forms.integer(request.form, "number")
    if number is None:
        raise BadForm("number")

    def gone_on_with() -> Snapshot:
        shown = services().table.go_on(number, expected_seq=_expected())
        began_game(number)
        return shown

    return _played(gone_on_with, then=lambda: Unfolded("pause"))


@blueprint.post("/play/set_up")
def play_set_up() -> Response:
    """Looks how the table lies before the game begins: it is said aloud, and told on the page."""
    return _played(services().table.ask_set_up, then=lambda: Unfolded("set_up"))


# ---------------------------------------------------------------- what a browser keeps


@blueprint.post("/preferences")
def preferences() -> Response:
    """Remembers the language and the theme of this browser; the shelf stays where they were chosen there."""
    if (language := request.form.get("language")) in LANGUAGES:
        session["language"] = language
    if (theme := request.form.get("theme")) in ("jour", "soir"):
        session["theme"] = theme
    elif theme == "auto":
        session.pop("theme", None)
    shelf, chosen_at = url_for("kept.home"), request.form.get("back", "")
    back = chosen_at if chosen_at.partition("?")[0] == shelf else url_for("pages.table")
    return make_response(redirect(back, 303))


# ---------------------------------------------------------------- inside


def _expected() -> int:
    seq = forms.integer(request.form, "expected_seq")
    if seq is None:
        raise BadForm("expected_seq")
    return seq


def _played(
    play: Callable[[], Snapshot], on_refusal: Unfolded | None = None, then: Callable[[], Unfolded] = Unfolded
) -> Response:
    """Plays, then shows the table anew: the fragment to a script, a redirect (303) to a browser without."""
    status = 200
    shown = Unfolded()
    try:
        play()
        shown = then()
    except Stale:
        status = 409
        flash(_words("stale", {}))
    except Rejected as refusal:
        status, shown = 422, on_refusal or Unfolded()
        code, details = services().table.reason(refusal, viewer_seat())
        flash(_words(code, details, on_refusal.game if on_refusal else None), code)
    except JournalError as error:
        status = 507
        flash(_words(error.code, {}))
    if on_refusal is not None and status == 422 and not request.headers.get(FRAGMENT_HEADER):
        return make_response(render_page(shown, given=request.form), status)
    return _shown(shown, status, request.form.get(STAY, "") if status in (409, 422) else "")


def _who_chooses_next() -> Unfolded:
    """The tablet goes on to the next hand, or back on the table when all have chosen."""
    return Unfolded("secret") if services().table.snapshot().chosen else Unfolded()


def _slipped(code: str) -> Response:
    """Nothing has happened: a script shakes the place that was tapped, any other browser is told why."""
    if request.headers.get(FRAGMENT_HEADER):
        response = make_response(_words(code, {}))
        response.headers[SLIP_HEADER] = code
        return response
    flash(_words(code, {}), code)
    return _shown(Unfolded(), 422)


def _shown(unfolded: Unfolded, status: int, stay: str = "") -> Response:
    """The page as it is now; ``stay`` is what an address had chosen and is still to be seen."""
    chosen = parse_qsl(stay[:LONGEST_STAY])
    address = f"{url_for('pages.table')}?{urlencode(chosen)}" if chosen else _address(unfolded)
    if request.headers.get(FRAGMENT_HEADER):
        if chosen:
            request.args = ImmutableMultiDict(chosen)  # as if it had been asked for at that address
        response = _fragment(lambda: render_fragment(unfolded, given=request.form), status)
        response.headers["X-Location"] = address
        return response
    return make_response(redirect(address, 303))


def _fragment(draw: Callable[[], str], status: int = 200) -> Response:
    """A part of the page, with how much of what was told it shows: all that was told before it was drawn."""
    news = services().hub.news
    response = make_response(draw(), status)
    response.headers[NEWS_HEADER] = str(news)
    return response


def _address(unfolded: Unfolded) -> str:
    asked: dict[str, Any] = {f"option.{name}": value for name, value in unfolded.options}
    asked |= {"panel": unfolded.panel, "game": unfolded.game, "player": list(unfolded.players)}
    return url_for("pages.table", **asked)


def _words(code: str, details: dict[str, object], wanted: str | None = None) -> str:
    """A refusal in the words of the game ``wanted``, else of the one in play."""
    game = services().table.game
    spoken_of = wanted or (game.id if game else services().outside.new_game.game)
    return explain_refusal(spoken_of, code, details, viewer_language())


@blueprint.errorhandler(BadForm)
@blueprint.errorhandler(ValidationError)
def _bad_form(error: Exception) -> Response:
    flash(_words("malformed", {}))
    return make_response(render_page(Unfolded()), 400)
