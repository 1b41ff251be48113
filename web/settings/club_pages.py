"""The club that is told what everybody may know of this table: where it is, how the table is called, how it goes."""

from __future__ import annotations

from flask import Blueprint, Response, flash, get_flashed_messages, make_response, redirect, request, url_for
from flask_babel import gettext, ngettext

from web.outside import ClubStatus
from web.services import services
from web.table.help_pages import shown

blueprint = Blueprint("club", __name__)

LINES = ("address", "table", "title")
"""The lines of ``[club]`` in ``settings.toml`` that are written as they are typed."""
MOST_TYPED = 200
INSTALL = "pip install 'companion-table[club]'"
EXAMPLE = "mqtt://192.168.1.20:1883"


@blueprint.get("/settings/club")
def page() -> str:
    """Whether the club hears this table, and where it is."""
    kept = services().outside.family.settings()
    status = services().outside.club()
    return shown(
        "settings/club",
        club=None if kept is None else kept.get("club") or {},
        writable=kept is not None,
        status=status,
        told=said(status),
        flashed=get_flashed_messages(),
    )


@blueprint.post("/settings/club")
def set_club() -> Response:
    """Writes where the club is, and whether it is told; it counts from the next start."""
    form = request.form
    lines: dict[str, str | bool] = {name: form.get(name, "").strip()[:MOST_TYPED] for name in LINES}
    lines["on"] = form.get("on") == "yes"
    lines["home_assistant"] = form.get("home_assistant") == "yes"
    kept = (services().outside.family.settings() or {}).get("club")
    if not lines["on"] and kept:
        lines = {"on": False}
    password = form.get("password", "")[:MOST_TYPED].strip()
    if lines["on"] and not (lines["address"] and lines["table"]):
        flash(gettext("A broker’s address and a name for this table are needed."))
    elif services().outside.family.set_club(lines, password):
        flash(gettext("Written down. It counts from the next start of Companion."))
    else:
        flash(
            gettext(
                "That could not be written down. An address looks like %(address)s, a table’s name is made of the "
                "letters a to z, digits and hyphens.",
                address=EXAMPLE,
            )
        )
    return make_response(redirect(url_for("club.page"), 303))


def said(status: ClubStatus) -> str:
    """How the line to the club is, in a sentence."""
    waiting = ngettext("%(num)s entry waits for it.", "%(num)s entries wait for it.", status.waiting)
    words = {
        "off": gettext("Nobody is told of this table."),
        "there": gettext("The club hears this table."),
        "away": gettext("The club cannot be reached. The table goes on, and tells it later."),
        "refused": gettext("The club’s broker refuses this table: look at its name and password."),
        "missing": gettext("What telling a club takes is not installed: %(command)s", command=INSTALL),
        "failed": gettext("The file club.sqlite of the data folder cannot be written."),
    }
    told = str(words.get(status.state, words["off"]))
    return f"{told} {waiting}" if status.waiting and status.state in ("there", "away", "refused") else told
