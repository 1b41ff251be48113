"""The pages: one screen for the table, its fragments for live updates, and a form for everything hands do."""

from __future__ import annotations

from collections.abc import Callable

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
from pydantic import ValidationError

from companion.game import Rejected
from companion.games import load
from companion.journal import JournalError
from companion.showing import Snapshot, reason
from companion.table import Stale
from companion.words import LANGUAGES
from web import forms, hands
from web.bodies import Action, AmendBody, AnswerBody
from web.forms import BadForm
from web.games import open_game
from web.language import explain_refusal, viewer_language
from web.screen import Unfolded, context, render_fragment, render_page
from web.seats import viewer_seat
from web.services import services

blueprint = Blueprint("pages", __name__)

FRAGMENT_HEADER = "X-Fragment"


@blueprint.get("/")
def table() -> str:
    """The table's screen."""
    return render_page(Unfolded.of(request.args))


@blueprint.get("/fragment")
def fragment() -> str:
    """What changes on the screen, for live updates."""
    return render_fragment(Unfolded.of(request.args))


@blueprint.get("/fragment/eyes")
def eyes_fragment() -> str:
    """What the seeing part does, and the dice it sees."""
    return render_template("eyes.html", **context(Unfolded.of(request.args)))


# ---------------------------------------------------------------- what hands do


@blueprint.post("/play/action")
def play_action() -> Response:
    """Plays the action of a form."""
    action = forms.action(request.form)
    if action is None:
        raise BadForm("action")
    record = Action.model_validate(action).as_record()
    return _played(lambda: hands.act(record, _expected()))


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
    return _played(lambda: hands.answer(body.question, body.choice, action, body.expected_seq))


@blueprint.post("/play/undo")
def play_undo() -> Response:
    """Takes the last entry back, or the one named."""
    target = forms.integer(request.form, "target")
    return _played(lambda: services().table.undo(target=target, expected_seq=_expected()))


@blueprint.post("/play/amend")
def play_amend() -> Response:
    """Corrects an earlier move."""
    body = AmendBody.model_validate(
        {
            "target": forms.integer(request.form, "target"),
            "arguments": forms.arguments(request.form),
            "expected_seq": _expected(),
        }
    )
    return _played(lambda: hands.amend(body.target, body.arguments, body.expected_seq))


@blueprint.post("/play/new")
def play_new() -> Response:
    """Opens a new game; what was typed stays when it is refused."""
    game_id = request.form.get("game") or services().defaults.game
    try:
        known = dict(load(game_id).options)
    except KeyError as error:
        raise BadForm("game") from error
    names = [name for name in request.form.getlist("player") if name.strip()]
    options = forms.options(request.form, known)
    return _played(
        lambda: open_game(game_id, names, options, expected_seq=_expected()), on_refusal=Unfolded("new")
    )


@blueprint.post("/preferences")
def preferences() -> Response:
    """Remembers the language and the theme of this browser."""
    if (language := request.form.get("language")) in LANGUAGES:
        session["language"] = language
    if (theme := request.form.get("theme")) in ("jour", "soir"):
        session["theme"] = theme
    elif theme == "auto":
        session.pop("theme", None)
    return make_response(redirect(url_for("pages.table"), 303))


# ---------------------------------------------------------------- inside


def _expected() -> int:
    seq = forms.integer(request.form, "expected_seq")
    if seq is None:
        raise BadForm("expected_seq")
    return seq


def _played(play: Callable[[], Snapshot], on_refusal: Unfolded | None = None) -> Response:
    """Plays, then shows the table anew: the fragment to a script, a redirect (303) to a browser without."""
    status = 200
    shown = Unfolded()
    try:
        play()
    except Stale:
        status = 409
        flash(_words("stale", {}))
    except Rejected as refusal:
        status, shown = 422, on_refusal or shown
        flash(_words(*reason(refusal, viewer_seat())))
    except JournalError:
        status = 507
        flash(_words("journal_failed", {}))
    if request.headers.get(FRAGMENT_HEADER):
        response = make_response(render_fragment(shown, given=request.form), status)
        response.headers["X-Location"] = _address(shown)
        return response
    if on_refusal is not None and status == 422:
        return make_response(render_page(shown, given=request.form), status)
    return make_response(redirect(_address(shown), 303))


def _address(unfolded: Unfolded) -> str:
    return url_for("pages.table", panel=unfolded.panel)


def _words(code: str, details: dict[str, object]) -> str:
    game = services().table.snapshot().as_json()["game"]
    return explain_refusal(game["id"] if game else services().defaults.game, code, details, viewer_language())


@blueprint.errorhandler(BadForm)
@blueprint.errorhandler(ValidationError)
def _bad_form(error: Exception) -> Response:
    flash(_words("malformed", {}))
    return make_response(render_page(Unfolded()), 400)
