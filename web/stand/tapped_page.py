"""What the pages of the stand share: parts that are fetched alone, pictures, and the answer to a plain form's tap."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import (
    Response,
    abort,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
)
from pydantic import ValidationError

from web.language import viewer_language, viewer_theme
from web.outside import StandRefused
from web.security import session_token
from web.services import services
from web.stand.bodies import GameTap
from web.table.screen import page_tools

FRAGMENT_HEADER = "X-Fragment"


@dataclass(frozen=True, slots=True)
class PictureTap:
    """A tap on a page about one game's picture: what its form must hold, and what it does with the page's service."""

    body: type[GameTap]
    do: Callable[[Any, Any], int | None]
    """Returns the number of what is chosen afterwards."""
    leads_on: bool = False
    """The page shows afterwards what comes next, whatever it showed before."""


@dataclass(frozen=True, slots=True)
class TappedPage:
    """A page and its parts: ``stand/NAME.html`` and ``stand/NAME_parts.html``.

    ``context`` gives all that the templates use for what is shown, ``address`` the page's address then, ``refusal``
    the sentence of a refusal's code.
    """

    name: str
    context: Callable[[Any], Mapping[str, Any]]
    address: Callable[[Any], str]
    refusal: Callable[[str], str]

    def whole(self, shown: Any) -> str:
        """The page."""
        return self._page(shown, get_flashed_messages())

    def fragment(self, shown: Any) -> Response:
        """What changes on the page; 304 when nothing did."""
        response = make_response(self._parts(shown, []))
        response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
        response.headers["Cache-Control"] = "private, no-cache"
        response.make_conditional(request)
        return response

    def attempt(self, tap: Callable[[], Any]) -> tuple[int, list[str]]:
        """Do what a form asks for; the status of the answer, and what to say where it was refused."""
        try:
            tap()
        except ValidationError:
            return 400, [self.refusal("malformed")]
        except StandRefused as refused:
            return 422, [self.refusal(refused.code)]
        return 200, []

    def answer(self, shown: Any, status: int, told: list[str]) -> Response:
        """After a tap the page again (303), or what changed, for a script."""
        if request.headers.get(FRAGMENT_HEADER):
            response = make_response(self._parts(shown, told), status)
            response.headers["X-Location"] = self.address(shown)
            return response
        if status == 400:
            return make_response(self._page(shown, told), status)
        for sentence in told:
            flash(sentence)
        return make_response(redirect(self.address(shown), 303))

    def _page(self, shown: Any, told: Sequence[Any]) -> str:
        return render_template(f"stand/{self.name}.html", **self.context(shown), told=told)

    def _parts(self, shown: Any, told: Sequence[Any]) -> str:
        context = self.context(shown)
        if context["state"] is None:
            abort(404)  # there is no camera: the whole page says so
        return render_template(f"stand/{self.name}_parts.html", **context, told=told)


def shared_context(words: Any) -> dict[str, Any]:
    """What the templates of all these pages use."""
    return {
        **page_tools(),
        "language": viewer_language(),
        "theme": viewer_theme(),
        "token": session_token(),
        "words": words,
        "demonstrated": services().outside.demonstration is not None,
    }


def jpeg(data: bytes | None) -> Response:
    """A picture that changes; 404 before there is one."""
    if data is None:
        abort(404)
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def json_file(data: str | bytes | None, name: str) -> Response:
    """A file to keep; 404 where there is none."""
    if data is None:
        abort(404)
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, mimetype="application/json", headers=named)


def picture_fields() -> dict[str, Any]:
    """The fields of a form; a place comes as ``at.x`` and ``at.y``, what is left empty is not said."""
    fields: dict[str, Any] = {
        name: value
        for name, value in request.form.items()
        if name != "token" and "." not in name and value != ""
    }
    if "at.x" in request.form:
        fields["at"] = [request.form.get("at.x"), request.form.get("at.y")]
    return fields
