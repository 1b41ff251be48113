"""The safe page: Companion could not start three times; says so to every tablet, and when it is tried again.

Needs the standard library only, and nothing of Companion: that is what does not work. Ends when somebody has tapped
"Try again" or the time is over (1, 2, 4 … 15 minutes, counted in a file that a restart of the machine empties); the
service then starts the table anew.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FIRST_S = 60
LONGEST_S = 900
PAGE = """<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Companion</title><meta http-equiv="refresh" content="10"><body>
<h1>Companion</h1>
<p>La table n’a pas pu démarrer. Elle essaie encore toute seule. Vos parties sont gardées.</p>
<p lang="en">The table could not start. It tries again by itself. Your games are kept.</p>
<p lang="de">Der Tisch konnte nicht starten. Er versucht es von selbst wieder. Eure Partien sind aufgehoben.</p>
<form method="post" action="/again"><button>Essayer maintenant · Try now · Jetzt versuchen</button></form>
<p><small>sudo journalctl -u companion -n 50</small></p></body></html>
"""


class Handler(BaseHTTPRequestHandler):
    """Every address shows the page; a tap on its button ends the server."""

    timeout = 10
    again: threading.Event

    def do_GET(self) -> None:
        """Show the page, as an answer that no program takes for the table's."""
        body = PAGE.encode()
        self.send_response(503)
        for name, value in (
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Retry-After", "10"),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", "default-src 'none'; form-action 'self'; frame-ancestors 'none'"),
        ):
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)

    def do_POST(self) -> None:
        """Try again now."""
        self.send_response(303)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()
        if self.path == "/again":
            self.again.set()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


def pause_s(counted: Path) -> int:
    """How long to wait this time (s), twice as long as the time before."""
    try:
        before = int(counted.read_text())
    except (OSError, ValueError):
        before = FIRST_S // 2
    now = min(max(before, 1) * 2, LONGEST_S)
    with contextlib.suppress(OSError):
        counted.write_text(str(now))
    return now


def main(arguments: list[str]) -> int:
    """Serve until the next try; returns 0."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=80)
    parser.add_argument("--state", type=Path, default=Path("/run/companion-safe"))
    parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 - the tablets of the house
    options = parser.parse_args(arguments)
    Handler.again = threading.Event()
    server = ThreadingHTTPServer((options.host, options.port), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"port {server.server_address[1]}", flush=True)
    Handler.again.wait(pause_s(options.state / "pause"))
    server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
