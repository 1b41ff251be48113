"""See it referee: from the shelf to a filmed evening, where no camera hangs over the table."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from web.film import at_port
from web.language import viewer_language, viewer_theme
from web.outside import Demonstration
from web.services import services
from web.table.screen import page_tools

blueprint = Blueprint("demonstration", __name__)

_USUAL_PORT = 80
ASKED_AGAIN_S = 1
"""How soon a page that waits asks again."""


@blueprint.post("/demonstration")
def begin() -> Response:
    """Starts the filmed evening."""
    own_port = request.host.rpartition(":")[2]
    _shown().begin(viewer_language(), int(own_port) if own_port.isdecimal() else _USUAL_PORT)
    return make_response(redirect(url_for("demonstration.page"), 303))


@blueprint.get("/demonstration")
def page() -> Response:
    """Leads to the filmed evening as soon as it can be seen; until then it says that it comes."""
    port = _shown().port
    if port is not None:
        return make_response(redirect(at_port(port, "/"), 303))
    response = make_response(
        render_template(
            "kept/demonstration.html", **page_tools(), language=viewer_language(), theme=viewer_theme()
        )
    )
    response.headers["Refresh"] = str(ASKED_AGAIN_S)
    return response


def _shown() -> Demonstration:
    found = services().outside.demonstration
    if found is None:
        abort(404)
    return found
