"""Signing in at a club's OpenID provider: imported only where one is named."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from flask import Blueprint, Flask, Response, abort, current_app, flash, make_response, redirect, url_for
from flask_babel import gettext

from web.club.accounts import ACCOUNT, Provider, keep

blueprint = Blueprint("club_signing_in", __name__)
_log = logging.getLogger("companion.club")


def let_in(app: Flask, provider: Provider) -> None:
    """From now on people may sign in at the provider."""
    known = OAuth(app)
    known.register(
        "club",
        client_id=provider.client,
        client_secret=provider.secret,
        server_metadata_url=f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid profile",
            "code_challenge_method": "S256",
            "token_endpoint_auth_method": "client_secret_basic" if provider.secret else "none",
            "timeout": 10,
        },
    )
    app.extensions[ACCOUNT] = (known, provider)
    app.register_blueprint(blueprint)


def _asked() -> tuple[Any, Provider]:
    known, provider = current_app.extensions[ACCOUNT]
    return known.club, provider


@blueprint.get("/account/sign-in")
def sign_in() -> Response:
    """Sends somebody to the provider."""
    client, _ = _asked()
    try:
        sent: Response = client.authorize_redirect(url_for("club_signing_in.back", _external=True))
    except Exception as error:  # whatever its library says of a provider that does not answer
        _log.warning("The OpenID provider does not answer (%s).", type(error).__name__)
        flash(gettext("The accounts cannot be reached now. A PIN works all the same."))
        return make_response(redirect(url_for("club.page"), 303))
    return sent


@blueprint.get("/account/back")
def back() -> Response:
    """Somebody comes back from the provider, which says who it is: signed, for us, and just now."""
    client, provider = _asked()
    try:
        claims: Mapping[str, Any] = client.authorize_access_token().get("userinfo") or {}
    except OAuthError as error:
        _log.warning("Somebody could not sign in (%s).", error.error)
        abort(403)
    except Exception as error:  # a token that is not signed as it should be, among others
        _log.warning("Somebody could not sign in (%s).", type(error).__name__)
        abort(403)
    if not claims.get("sub"):
        abort(403)
    keep(provider, claims)
    if not provider.roles(claims):
        flash(gettext("This account has no role in the club: look at everything you like."))
    return make_response(redirect(url_for("club.page"), 303))
