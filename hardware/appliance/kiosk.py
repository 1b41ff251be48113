"""The table's page on a screen that is attached to the box: full screen, and nothing else of a browser is seen.

Needs the standard library only. Waits until the table or the safe page answers, then starts ``cage`` (one window,
as large as the screen) with Chromium in it. Ends when the browser ends, or when it shows a page that is no longer the
one to show; the service then starts all of it anew.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from urllib.parse import urlsplit

CAGE = "cage"
BROWSERS = ("chromium", "chromium-browser")
"""What Debian and what older Raspberry Pi OS call it."""
EXTENSION = Path(__file__).with_name("kiosk_extension")
OFTEN_S = 1.0
ANSWER_S = 5.0
ENDS_WITHIN_S = 5.0
MOST_KEPT = 32_000_000
"""Bytes that the browser may keep of what it has fetched: they lie in memory."""
UNWANTED = ("Translate", "GlobalMediaControls", "MediaRouter")


class Page(Enum):
    """Which page answers."""

    TABLE = "table"
    SAFE = "safe"


def answering(address: str) -> Page | None:
    """Which page answers at an address now, None where none does. The safe page answers everything with 503."""
    parts = urlsplit(address)
    line = http.client.HTTPConnection(parts.hostname or "localhost", parts.port or 80, timeout=ANSWER_S)
    try:
        line.request("GET", "/api/v1/state")
        answer = line.getresponse()
        answer.read()
        return Page.SAFE if answer.status == 503 else Page.TABLE
    except (OSError, http.client.HTTPException):
        return None
    finally:
        line.close()


def is_over(shown: Page, now: Page | None) -> bool:
    """Whether what the browser shows is no longer the page to show.

    The table's page waits by itself for a table that is away; the safe page would lead to the browser's own error.
    """
    return now is not shown if shown is Page.SAFE else now is Page.SAFE


def command(address: str, folder: Path) -> list[str] | None:
    """What fills the screen with a page, None where the programs for it are not installed."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    cage = shutil.which(CAGE)
    if browser is None or cage is None:
        return None
    flags = (
        *("--kiosk", "--ozone-platform=wayland", f"--user-data-dir={folder / 'profile'}"),
        *(f"--disk-cache-size={MOST_KEPT}", "--password-store=basic", "--disable-breakpad"),
        # It complains of every part of a desktop that is not there, and the log lies on the card.
        "--log-level=3",
        *("--no-first-run", "--no-default-browser-check", "--noerrdialogs", "--hide-crash-restore-bubble"),
        # A swipe does not lead back, two fingers do not make the page larger.
        *("--overscroll-history-navigation=0", "--disable-pinch"),
        *("--disable-sync", "--disable-background-networking", "--disable-component-update"),
        f"--disable-features={','.join(UNWANTED)}",
        f"--load-extension={EXTENSION}",
    )
    # A session has a control group of its own: systemd would not find what this program leaves when it is killed.
    return [*("setpriv", "--pdeathsig", "TERM"), cage, "-d", "--", browser, *flags, address]


def surroundings(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """The environment of the screen's programs: Debian's own keyboard layout, and a folder that they may write to."""
    keyboard = {
        f"XKB_DEFAULT_{name}": environment[f"XKB{name}"]
        for name in ("MODEL", "LAYOUT", "VARIANT")
        if environment.get(f"XKB{name}")
    }
    # A login's own folder is none: this service sees no homes.
    return {**environment, **keyboard, "XDG_RUNTIME_DIR": str(folder)}


def end(process: subprocess.Popen[bytes]) -> None:
    """End the screen's programs, if need be by force."""
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(ENDS_WITHIN_S)
    process.kill()
    process.wait()


def main(arguments: list[str]) -> int:
    """Show the page until it is over (0) or the browser has ended (1); 2 where no browser is installed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--page", default="http://localhost/")
    parser.add_argument("--folder", type=Path, default=Path("/run/companion-kiosk"))
    options = parser.parse_args(arguments)
    # Looked at between two steps: an exception just as the browser has started would leave it behind.
    told_to_end: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: told_to_end.append(number))
    filling = command(options.page, options.folder)
    if filling is None:
        print("The screen needs two programs: sudo apt install cage chromium", file=sys.stderr)
        return 2
    while (shown := answering(options.page)) is None and not told_to_end:
        time.sleep(OFTEN_S)
    if shown is None or told_to_end:
        return 0
    screen = subprocess.Popen(filling, env=surroundings(os.environ, options.folder))  # noqa: S603 - made above
    try:
        while not told_to_end:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = screen.wait(OFTEN_S)
                if not told_to_end:
                    print(f"The browser has ended ({status}).", file=sys.stderr)
                    return 1
            if is_over(shown, answering(options.page)):
                break
        return 0
    finally:
        end(screen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
