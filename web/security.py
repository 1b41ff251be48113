"""Who may speak to the page: Host allow-list, Origin and token on every change, headers on every answer.

The page is plain HTTP in a home network, so Sec-Fetch-Site and Secure cookies cannot be the guard.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import secrets
import socket
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request, session

from web.sessions import Sessions, cookie_name

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MAX_BODY = 1_000_000
MAX_FILE = 8_000_000
FILE_PATHS = frozenset({"/stand/cards/take-over", "/stand/pieces/take-over"})
"""Where a file of up to ``MAX_FILE`` bytes may be sent."""
MAX_JSON_DEPTH = 20
TOKEN_FIELD = "token"  # noqa: S105 - the name of the field, not a secret
TOKEN_HEADER = "X-CSRF-Token"  # noqa: S105
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)


# ---------------------------------------------------------------- Host


class HostGuard:
    """Refuses every request whose Host is not this machine (DNS rebinding), before the app sees it.

    Allowed with any port: localhost, this machine's own addresses, its name, its name with ``.local``, and
    the ``extra`` names. X-Forwarded-Host is not looked at. A refused request is answered with 400.
    """

    def __init__(self, app: WSGIApplication, extra: Iterable[str] = ()) -> None:
        name = _plain(socket.gethostname())
        self._app = app
        self._names = {"localhost", name, f"{name.split('.')[0]}.local", *(_plain(host) for host in extra)}
        self._addresses: dict[str, tuple[float, bool]] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The WSGI call."""
        if self.allows(str(environ.get("HTTP_HOST", ""))):
            return self._app(environ, start_response)
        body = b"This address is not this table's.\n"
        start_response(
            "400 Bad Request",
            [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body))), *HEADERS],
        )
        return [body]

    def allows(self, host: str) -> bool:
        """Whether a Host header names this machine."""
        name = host_name(host)
        if name is None:
            return False
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self._is_own(address)

    def _is_own(self, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
        """Whether an address belongs to this machine now: then a socket to it starts from it (nothing is sent)."""
        if address.is_unspecified or address.is_multicast:
            return False
        known = self._addresses.get(str(address))
        if known is not None and time.monotonic() - known[0] < 5:
            return known[1]
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((str(address), 9))
                own = ipaddress.ip_address(probe.getsockname()[0]) == address
        except OSError:
            own = False
        if len(self._addresses) > 64:
            self._addresses.clear()
        self._addresses[str(address)] = (time.monotonic(), own)
        return own


def host_name(host: str) -> str | None:
    """The name of a Host header without port, brackets and trailing dot, in lower case; None if malformed."""
    if not host or any(character in host for character in "/\\@?# \t%,"):
        return None
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return _plain(parts.hostname or "") or None


def _plain(name: str) -> str:
    return name.strip().lower().removesuffix(".")


# ---------------------------------------------------------------- Origin and token


def session_token() -> str:
    """The token of this browser, made on its first visit; it lives in the signed session cookie."""
    if TOKEN_FIELD not in session:
        session[TOKEN_FIELD] = secrets.token_urlsafe(24)
        session.permanent = True
    return str(session[TOKEN_FIELD])


def same_origin(origin: str | None, host: str) -> bool:
    """Whether an Origin header is this very page's: http or https, and the same name and port as Host."""
    if not origin or not host:
        return False
    try:
        given, own = urlsplit(origin), urlsplit(f"//{host}")
        if given.scheme not in ("http", "https") or given.path or given.query or given.fragment:
            return False
        default = 443 if given.scheme == "https" else 80
        name, own_name = host_name(given.netloc), host_name(host)
        return name is not None and name == own_name and (given.port or default) == (own.port or default)
    except ValueError:
        return False


def guard_changes() -> None:
    """Refuses (403) a request that would change something and does not come from this page."""
    if "\0" in request.path:
        abort(404)  # no name of ours holds it, and no file system takes it
    if request.method in SAFE_METHODS:
        return
    if request.path in FILE_PATHS:
        request.max_content_length = MAX_FILE
    if not same_origin(request.headers.get("Origin"), request.host):
        abort(403, "origin")
    given = request.headers.get(TOKEN_HEADER)
    if given is None and request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        given = request.form.get(TOKEN_FIELD)
    known = session.get(TOKEN_FIELD)
    if not given or not known or not hmac.compare_digest(str(given).encode(), str(known).encode()):
        abort(403, "token")


def add_headers(response: Response) -> Response:
    """The headers of every answer, errors included."""
    for name, value in HEADERS:
        response.headers[name] = value
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def secure(app: Flask, hosts: Iterable[str], address: str | None = None) -> HostGuard:
    """Puts all guards around an app that others find at this address; returns that of the Host."""
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY,
        MAX_FORM_MEMORY_SIZE=100_000,
        MAX_FORM_PARTS=100,
        SESSION_COOKIE_NAME=cookie_name(address),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.session_interface = Sessions()
    app.before_request(guard_changes)
    app.after_request(add_headers)
    guard = HostGuard(app.wsgi_app, hosts)
    app.wsgi_app = guard  # type: ignore[method-assign]
    return guard


# ---------------------------------------------------------------- JSON


class BadJson(ValueError):
    """A body that is not JSON, is nested too deeply, or holds a number that is none."""


def parse_json(body: bytes) -> Any:
    """A JSON body of at most ``MAX_JSON_DEPTH`` levels; raises ``BadJson``."""
    try:
        text = body.decode("utf-8")
        if _depth(text) > MAX_JSON_DEPTH:
            raise BadJson("nested too deeply")
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique_keys)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BadJson(str(error)) from error


def _depth(text: str) -> int:
    deepest = level = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_string = True
        elif character in "[{":
            level += 1
            deepest = max(deepest, level)
        elif character in "]}":
            level -= 1
    return deepest


def _refuse_constant(name: str) -> Any:
    raise BadJson(f"{name} is not a number")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    body = dict(pairs)
    if len(body) != len(pairs):
        raise BadJson("a key is given twice")
    return body
