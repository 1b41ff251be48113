"""The table as an app of a tablet: its manifest and icons, and what is shown where the table cannot be reached."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template, url_for
from flask_babel import gettext

from web.assets import asset, fingerprint
from web.language import viewer_language, viewer_theme

blueprint = Blueprint("app", __name__)

NAME = "Companion"
GROUND = "#5d1230"
"""What lies behind the icon while the app starts."""
SIZES = (192, 512)
"""Pixels across the icons."""


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a device installs: fills the screen, begins with the boxes (W3C Web Application Manifest)."""
    icons = [
        {
            "src": asset(f"icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for size in SIZES
    ]
    response = jsonify(
        id="/",
        name=NAME,
        short_name=NAME,
        description=gettext("The referee of the family table"),
        lang=viewer_language(),
        start_url=url_for("kept.home"),
        scope="/",
        display="fullscreen",
        display_override=["fullscreen", "standalone"],
        orientation="any",
        background_color=GROUND,
        theme_color=GROUND,
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/offline")
def offline() -> str:
    """What a device keeps, and shows where the table cannot be reached."""
    return render_template("offline.html", language=viewer_language(), theme=viewer_theme())


@blueprint.get("/offline.js")
def worker() -> Response:
    """The script that keeps the page for when the table is away; it may speak for all pages of this address."""
    kept = [url_for("app.offline"), asset("companion.css"), asset("seats.css"), asset("icon.svg")]
    made = render_template("offline_worker.js", kept=kept, version=fingerprint("companion.css"))
    response = Response(made, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response
