"""Whoever joins the box's hotspot is led to the page: while the hotspot is open, and only who comes by it.

Every name leads to the box there. What devices ask to find out whether the internet is behind a network is answered
by a redirect, upon which they show the page by themselves; so is every other address of a stranger's. It comes before
the guard of the Host, which would refuse them all.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import TYPE_CHECKING

from web.outside import WifiService
from web.security import HEADERS, HostGuard

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PAGE = "/settings/wifi"
PROBES = frozenset(
    {
        *("/generate_204", "/gen_204", "/mobile/status.php"),
        *("/hotspot-detect.html", "/library/test/success.html"),
        *("/connecttest.txt", "/ncsi.txt", "/redirect"),
        *("/canonical.html", "/success.txt"),
        *("/kindle-wifi/wifistub.html", "/check_network_status.txt"),
    }
)
"""Of Android, Apple, Windows, Firefox, and Kindle and Linux."""
NETWORK_BITS = 24


class CaptivePage:
    """The WSGI app around the guarded one."""

    def __init__(self, guard: HostGuard, wifi: WifiService) -> None:
        self._guard = guard
        self._wifi = wifi

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The WSGI call."""
        address = self._hotspot(environ)
        if address is None:
            return self._guard(environ, start_response)
        port = str(environ.get("SERVER_PORT", "80"))
        place = f"http://{address}{'' if port == '80' else ':' + port}{PAGE}"
        start_response(
            "302 Found",
            [("Location", place), ("Content-Length", "0"), ("Cache-Control", "no-store"), *HEADERS],
        )
        return []

    def _hotspot(self, environ: WSGIEnvironment) -> str | None:
        """The box's address in its hotspot, for who comes by it and asks for something else than this page."""
        if environ.get("REQUEST_METHOD") not in ("GET", "HEAD"):
            return None
        is_probe = environ.get("PATH_INFO") in PROBES
        if not is_probe and self._guard.allows(str(environ.get("HTTP_HOST", ""))):
            return None
        state = self._wifi.state()
        address = None if state is None else state["address"]
        if address is None:
            return None
        try:
            guests = ipaddress.ip_network(f"{address}/{NETWORK_BITS}", strict=False)
            return str(address) if ipaddress.ip_address(environ["REMOTE_ADDR"]) in guests else None
        except (KeyError, ValueError):
            return None
