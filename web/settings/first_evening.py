"""The first evening: camera, table, sound, buttons and names, each with a tick when it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import (
    Blueprint,
    Response,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    request,
    session,
    url_for,
)
from flask_babel import gettext

from companion.action import Rejected
from companion.names import LONGEST, clean_names
from web.language import explain_refusal, viewer_language
from web.outside import PinService
from web.services import services
from web.settings import pin_words
from web.table.animals import household, keep_animals
from web.table.help_pages import shown

blueprint = Blueprint("first_evening", __name__)

ANSWERS = {
    "camera": ("taps", "camera"),
    "sound": ("heard", "silent"),
    "buttons": ("work", "none"),
}
"""What people may say of a step that the machine cannot know by itself."""
MOST_NAMES = 6
FEWEST_NAMES = 2
_UNDER_WAY = "first_evening"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to set up: what it is called, how it stands in a sentence, and whether it is done."""

    id: str
    title: str
    said: str
    done: bool


@blueprint.get("/first-evening")
def page() -> str:
    """All steps with their ticks, and the one that is open: the first that is not done, or the one asked for."""
    session[_UNDER_WAY] = True
    told = steps()
    first = next((step.id for step in told if not step.done), "ready")
    asked = request.args.get("step")
    chosen = asked if asked in {"ready", *(step.id for step in told)} else first
    stand, pins = services().outside.stand, _pins()
    return shown(
        "settings/first_evening",
        steps=told,
        step=chosen,
        next_step=_after(chosen, told),
        ready=all(step.done for step in told),
        stand=None if stand is None else stand.state(),
        has_pins=pins is not None,
        pressed=None if pins is None or (last := pins.last()) is None else pin_words.press_words(last),
        family=list(household().items()),
        free=range(max(0, MOST_NAMES - len(household()))),
        speaks=services().outside.voices.chosen,
        said_of=services().outside.family.first_evening(),
        longest=LONGEST,
        flashed=get_flashed_messages(),
    )


@blueprint.post("/first-evening/<step>")
def told(step: str) -> Response:
    """What people say of a step."""
    if step == "names":
        return _named()
    answer = request.form.get("answer", "")
    if answer in ANSWERS.get(step, ()):
        services().outside.family.answer_first_evening(step, answer)
    return _on(step if answer == "camera" else None)


def _named() -> Response:
    """Keeps the names that were written, each with an animal; what no table would take is said."""
    known = tuple(household())
    given = tuple(name for name in request.form.getlist("name") if name.strip())
    try:
        names = clean_names(given)
        if not {name.casefold() for name in names}.isdisjoint(name.casefold() for name in known):
            raise Rejected("names_alike")
    except Rejected as refused:
        flash(explain_refusal(None, refused.code, refused.details, viewer_language()))
        return _on("names")
    keep_animals((*known, *names[: max(0, MOST_NAMES - len(known))]))
    return _on(None if len(household()) >= FEWEST_NAMES else "names")


def _on(step: str | None) -> Response:
    return make_response(redirect(url_for("first_evening.page", step=step), 303))


# ---------------------------------------------------------------- how far it is


def steps() -> tuple[Step, ...]:
    """The five steps as they stand now."""
    said = services().outside.family.first_evening()
    return (_camera(said.get("camera")), _table(said.get("camera")), _sound(said.get("sound")), *_rest(said))


def way_out(otherwise: str) -> str:
    """Where a page of the set-up leads back to: to the first evening while it is under way."""
    return url_for("first_evening.page") if session.get(_UNDER_WAY) else url_for(otherwise)


def is_over() -> None:
    """Whoever goes on from here has set up enough."""
    session.pop(_UNDER_WAY, None)


def _camera(said: str | None) -> Step:
    title, stand = gettext("The camera"), services().outside.stand
    if said == "taps":
        return Step("camera", title, gettext("We play by taps."), done=True)
    if stand is None:
        return Step("camera", title, gettext("No camera is there."), done=False)
    told = stand.state()
    if told["camera"]["code"] == "good" and told["picture"] is not None:
        return Step("camera", title, gettext("It sees the table."), done=True)
    return Step("camera", title, gettext("No picture comes yet."), done=False)


def _table(camera: str | None) -> Step:
    title, stand = gettext("The table"), services().outside.stand
    if camera == "taps":
        return Step("table", title, gettext("Nothing to measure."), done=True)
    if stand is not None and stand.state()["finished"]:
        return Step("table", title, gettext("It is measured."), done=True)
    return Step("table", title, gettext("Where does what lie?"), done=False)


def _sound(said: str | None) -> Step:
    title, done = gettext("The voice"), said in ("heard", "silent")
    if said == "heard":
        told = gettext("You have heard it.")
    elif said == "silent":
        told = gettext("All is written only.")
    else:
        told = gettext("Can everybody hear it?")
    return Step("sound", title, told, done)


def _rest(said: Mapping[str, str]) -> tuple[Step, Step]:
    pins, names = _pins(), household()
    pressed = pins is not None and any(
        row["kind"] == "buttons" and row["pressed_s"] is not None for row in pins.state()["rows"]
    )
    if pins is None or said.get("buttons") == "none":
        buttons = Step("buttons", gettext("Buttons"), gettext("None: the page is tapped."), done=True)
    elif pressed or said.get("buttons") == "work":
        buttons = Step("buttons", gettext("Buttons"), gettext("They work."), done=True)
    else:
        buttons = Step("buttons", gettext("Buttons"), gettext("Press each one once."), done=False)
    enough = len(names) >= FEWEST_NAMES
    told = ", ".join(names) if enough else gettext("Who plays in this house?")
    return buttons, Step("names", gettext("The names"), told, done=enough)


def _pins() -> PinService | None:
    """The buttons, where any can be heard or one was to hang."""
    pins = services().outside.pins
    if pins is None:
        return None
    told = pins.state()
    return pins if told["works"] or any(row["pins"] for row in told["rows"]) else None


def _after(chosen: str, told: tuple[Step, ...]) -> str:
    """The step that comes after one: the next that is not done."""
    order = [step.id for step in told]
    rest = told[order.index(chosen) + 1 :] if chosen in order else ()
    return next((step.id for step in rest if not step.done), "ready")
