"""Buttons and lamps: where they hang, whether they work, and a test of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, flash, get_flashed_messages, make_response, redirect, request, url_for
from flask_babel import gettext
from markupsafe import Markup

from calibration.pins import BUTTONS, BUZZER, LAMPS, USABLE, Kind, nearest_ground
from web.outside import PinService
from web.services import services
from web.settings import pin_drawing, pin_words
from web.table.help_pages import shown

blueprint = Blueprint("pins", __name__)

FRESH_S = 3.0
"""How long a press is shown in the test."""
_PINS = {str(pin): pin for pin in USABLE}


@blueprint.get("/settings/pins")
def page() -> str:
    """All buttons and lamps, the header, and the test."""
    return shown("settings/pins", **_context(), flashed=get_flashed_messages())


@blueprint.get("/settings/pins/now")
def now() -> str:
    """What changes while somebody presses."""
    return shown("settings/pins_now", **_context())


@blueprint.post("/settings/pins")
def set_pins() -> Response:
    """Puts a button or a lamp on pins; one that is on another one already is refused."""
    pins = _pins()
    kind: Kind = "buttons" if request.form.get("kind") == "buttons" else "lamps"
    name, wanted = request.form.get("name", ""), _wanted()
    if pins is None or wanted is None:
        flash(gettext("A lamp has one pin, or three: red, green and blue."))
        return _back()
    taken = {
        pin: pin_words.row_name(row["kind"], row["name"])
        for row in pins.state()["rows"]
        for pin in row["pins"]
        if (row["kind"], row["name"]) != (kind, name)
    }
    twice = next((pin for pin in wanted if pin in taken), None)
    if twice is not None:
        flash(gettext("Pin %(pin)s belongs to %(other)s already.", pin=twice, other=taken[twice]))
    elif not pins.set_pins(kind, name, wanted):
        flash(gettext("That could not be written down: look at “Is everything all right?”."))
    return _back()


@blueprint.post("/settings/pins/low")
def set_low() -> Response:
    """Whether lamps are lit by a low level."""
    pins = _pins()
    if pins is not None and (given := request.form.get("low")) in ("yes", "no"):
        pins.set_low(given == "yes")
    return _back()


@blueprint.post("/settings/pins/test")
def test() -> Response:
    """Lets a lamp shine or the buzzer sound."""
    pins = _pins()
    if pins is not None and (name := request.form.get("name")) in LAMPS:
        pins.test(name)
    return _back()


def _pins() -> PinService | None:
    return services().outside.pins


def _wanted() -> list[int] | None:
    """The pins of the form, none for one that is taken off; None where they make no lamp and no button."""
    given = [text for text in request.form.getlist("pin") if text]
    if not all(text in _PINS for text in given):
        return None
    wanted = [_PINS[text] for text in given]
    most = 3 if request.form.get("kind") == "lamps" and request.form.get("name") != BUZZER else 1
    return wanted if len(wanted) in (0, 1, most) and len(set(wanted)) == len(wanted) else None


def _context() -> Mapping[str, Any]:
    service = _pins()
    if service is None:
        return {"pins": None}
    state = service.state()
    named = {
        pin: pin_words.row_name(row["kind"], row["name"]) for row in state["rows"] for pin in row["pins"]
    }
    title = gettext("The pins of the Raspberry Pi, place 1 at the top left")
    rows = [
        {
            **row,
            "title": pin_words.row_name(row["kind"], row["name"]),
            "does": pin_words.row_does(row["kind"], row["name"]),
            "said": None if row["fault"] is None else pin_words.row_fault(row["fault"]),
            "places": pin_drawing.places(tuple(row["pins"])),
            "grounds": sorted({nearest_ground(pin) for pin in row["pins"]}),
            "fresh": row["pressed_s"] is not None and row["pressed_s"] < FRESH_S,
        }
        for row in state["rows"]
    ]
    return {
        "pins": state,
        "buttons": [row for row in rows if row["kind"] == "buttons"],
        "lamps": [row for row in rows if row["kind"] == "lamps"],
        "usable": USABLE,
        "order": (*BUTTONS, *LAMPS),
        "header": Markup(pin_drawing.header(named, title)),  # noqa: S704 - our own drawing, its texts escaped
        "fault": None if state["fault"] is None else pin_words.board_fault(state["fault"]),
        "left_out": [pin_words.settings_fault(one) for one in state["faults"]],
        "pressed": None if state["last"] is None else pin_words.press_words(state["last"]),
    }


def _back() -> Response:
    name = request.form.get("name", "")
    kind = "buttons" if request.form.get("kind") == "buttons" else "lamps"
    return make_response(
        redirect(url_for("pins.page") + (f"#{kind}-{name}" if name in LAMPS + BUTTONS else ""), 303)
    )
