"""Is everything all right? What the doctor finds, in words that can be read aloud on the telephone."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import metadata
from pathlib import Path

from flask import Blueprint, Response, make_response, redirect, url_for
from flask_babel import gettext

from web.language import eye_words
from web.services import services
from web.settings.diagnostics_words import said, topic
from web.table.help_pages import shown

blueprint = Blueprint("diagnostics", __name__)

MARKS = {"ok": "OK", "not_here": "--", "limit": "NOTE", "to_do": "TO DO"}


@dataclass(frozen=True, slots=True)
class Told:
    """One finding for the page: what it is about, how it stands, and the doctor's own line for who helps."""

    check: str
    state: str
    topic: str
    said: str
    line: str


@blueprint.get("/diagnostics")
def page() -> str:
    """Every finding in words, the worst first."""
    told = _told()
    return shown(
        "settings/diagnostics",
        told=sorted(told, key=lambda one: ("to_do", "limit", "ok", "not_here").index(one.state)),
        wrong=sum(one.state == "to_do" for one in told),
        looked=services().outside.health is not None,
        text=_text(told),
        version=_version(),
    )


@blueprint.post("/diagnostics/read")
def read() -> Response:
    """Somebody has read what is broken."""
    services().troubles_read()
    return make_response(redirect(url_for("pages.table"), 303))


@blueprint.get("/diagnostics/companion.txt")
def text() -> Response:
    """The same as a file to send."""
    answer = Response(_text(_told()), mimetype="text/plain")
    answer.headers["Content-Disposition"] = "attachment; filename=companion.txt"
    return answer


def _told() -> list[Told]:
    look = services().outside.health
    findings: Sequence[Mapping[str, str | None]] = look() if look is not None else ()
    return [_eyes(), *(_finding(one) for one in findings)]


def _eyes() -> Told:
    """The camera as the running evening knows it."""
    status = services().outside.eyes.status()
    state = {"off": "not_here", "lost": "to_do"}.get(status.state, "ok")
    return Told(
        "eyes", state, str(gettext("The camera now")), eye_words(status), f"{status.state} {status.code}"
    )


def _finding(one: Mapping[str, str | None]) -> Told:
    check, state = str(one["check"]), str(one["state"])
    line = ": ".join(part for part in (one["text"], one["advice"]) if part)
    return Told(check, state, topic(check), said(check, state), line)


def _text(told: Sequence[Told]) -> str:
    """What is copied, sent or read aloud; the lines of the doctor are in English for whoever helps."""
    now = datetime.now().strftime("%Y-%m-%d %H:%M")
    head = f"Companion {_version()}, {now}"
    lines = [f"{MARKS[one.state]:6} {one.check:12} {one.line}" for one in told]
    return "\n".join([head, *lines]) + "\n"


@cache
def _version() -> str:
    """The version of the program, installed or run from its own folder."""
    with suppress(metadata.PackageNotFoundError):
        return metadata.version("companion-table")
    try:
        project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        return "?"
