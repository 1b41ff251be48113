"""Static files with a fingerprint in their address, so that browsers may keep them for good."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from flask import Flask, Response, request, url_for

_YEAR_S = 31_536_000


@cache
def fingerprint(name: str) -> str:
    """A short hash of a static file; raises FileNotFoundError."""
    content = resources.files("web").joinpath("static", *name.split("/")).read_bytes()
    return hashlib.sha256(content).hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a static file, with its fingerprint."""
    return url_for("static", filename=name, v=fingerprint(name))


def keep_assets(app: Flask) -> None:
    """Lets browsers keep a static file that was asked for by its current fingerprint."""
    app.jinja_env.globals["asset"] = asset

    @app.after_request
    def cache_control(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in (200, 304):
            name = str((request.view_args or {}).get("filename", ""))
            # The style sheet names the font without a fingerprint; a font's file never changes under its name.
            current = name.startswith("fonts/") or request.args.get("v") == fingerprint(name)
            response.headers["Cache-Control"] = (
                f"public, max-age={_YEAR_S}, immutable" if current else "no-cache"
            )
        return response
