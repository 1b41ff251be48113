"""Static files with a fingerprint in their address, so that browsers may keep them for good.

The style sheets of the table are served as one: together they are a fifth smaller, and a tablet asks once.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from flask import Flask, Response, request, url_for

_YEAR_S = 31_536_000
TABLE = "table.css"
SHEETS = (
    "companion.css",
    "crapette.css",
    "super_crack.css",
    "racko.css",
    "change_horses.css",
    "seats.css",
    "teaching.css",
    "tables.css",
    "finish.css",
    "lines.css",
)
"""What ``table.css`` is made of, in this order: a game may come onto a page that showed another one."""


@cache
def content(name: str) -> bytes:
    """A static file, or all style sheets of the table; raises FileNotFoundError."""
    parts = SHEETS if name == TABLE else (name,)
    folder = resources.files("web") / "static"
    return b"".join(folder.joinpath(*part.split("/")).read_bytes() for part in parts)


@cache
def fingerprint(name: str) -> str:
    """A short hash of a static file; raises FileNotFoundError."""
    return hashlib.sha256(content(name)).hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a static file, with its fingerprint."""
    return url_for("static", filename=name, v=fingerprint(name))


def keep_assets(app: Flask) -> None:
    """Lets browsers keep a static file that was asked for by its current fingerprint."""
    app.jinja_env.globals["asset"] = asset

    @app.get(f"/static/{TABLE}", endpoint="table_css", defaults={"filename": TABLE})
    def table_css(filename: str) -> Response:
        sent = Response(content(filename), mimetype="text/css")
        sent.set_etag(fingerprint(filename))
        sent.make_conditional(request)
        return sent

    @app.after_request
    def cache_control(response: Response) -> Response:
        if request.endpoint in ("static", "table_css") and response.status_code in (200, 304):
            name = str((request.view_args or {}).get("filename", ""))
            # The style sheet names the font without a fingerprint; a font's file never changes under its name.
            current = name.startswith("fonts/") or request.args.get("v") == fingerprint(name)
            response.headers["Cache-Control"] = (
                f"public, max-age={_YEAR_S}, immutable" if current else "no-cache"
            )
        return response
