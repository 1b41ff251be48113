"""The session cookie of a machine that may not know what time it is: a Pi keeps no clock while it is off."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlsplit

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

COOKIE = "companion"


def cookie_name(address: str | None) -> str:
    """The cookie of the table at this address; browsers tell two tables of one machine apart by nothing else."""
    port = None if address is None else urlsplit(address).port
    return COOKIE if port is None else f"{COOKIE}-{port}"


class Sessions(SecureCookieSessionInterface):
    """Signed cookies whose age the browser counts from when it got them; ours would be wrong after every outage."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a cookie of any age; an empty one where the signature is not ours."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        # The port was not always in the name; a cookie that another table has put there bears no signature of ours.
        kept = request.cookies.get(self.get_cookie_name(app)) or request.cookies.get(COOKIE)
        try:
            return self.session_class(signer.loads(kept) if kept else None)
        except BadSignature:
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """No date: ``save_session`` says how many seconds."""
        return None

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Keeps the session, with the seconds that the browser is to keep it."""
        if not session or not self.should_set_cookie(app, session):
            super().save_session(app, session, response)
            return
        signer = self.get_signing_serializer(app)
        if signer is None:
            return
        lasts = app.permanent_session_lifetime if session.permanent else None
        response.set_cookie(
            self.get_cookie_name(app),
            signer.dumps(dict(session)),
            max_age=lasts,
            httponly=self.get_cookie_httponly(app),
            path=self.get_cookie_path(app),
            secure=self.get_cookie_secure(app),
            samesite=self.get_cookie_samesite(app),
        )
        response.vary.add("Cookie")
