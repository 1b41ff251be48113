"""A real Chromium before a real server on a real table, without a camera."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.journal import Journal
from companion.sighting import Sighting, Slot, ZoneReading
from companion.table import Table
from tests.fake_eyes import FakeEyes
from web import create_app
from web.server import PageServer

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def chromium() -> str | None:
    """Where Debian's Chromium lies, if it is installed."""
    return next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    path = chromium()
    if path is None:
        why = "no chromium on this machine: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return {"executable_path": path, "args": list(ARGUMENTS), "headless": True}


@dataclass
class House:
    """The table, its server, and what a test does to them from outside the browser."""

    table: Table
    eyes: FakeEyes
    url: str
    server: PageServer
    options: dict[str, Any] = field(default_factory=dict)

    def lay(self, *players: str, options: dict[str, Any] | None = None, **setup: Any) -> None:
        """A race as it lies on the table."""
        laid = {"phase": "racing", **setup}
        self.table.open_game("poker_dice_race", list(players), options=options or {}, setup=laid)

    def see(self, *faces: dict[str, float], evidence: str | None = None) -> str:
        """The camera sees dice."""
        reading = ZoneReading(tuple(Slot(face) for face in faces), evidence)
        return self.table.observe(Sighting(1, 1000, {"tray": reading}))

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.table.snapshot().as_json()["view"]
        return view


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    table, eyes = Table(Journal(tmp_path / "journal.sqlite")), FakeEyes("off", "off")
    server = PageServer(create_app(table, eyes, secret_key="only for tests", viewers=8), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield House(table, eyes, f"http://127.0.0.1:{server.port}/", server)
    server.close()
    thread.join(5)


class Watched:
    """Pages whose every complaint fails the test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.complaints: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self.contexts: list[BrowserContext] = []

    def __call__(self, size: dict[str, int] | None = None, *, path: str = "", **options: Any) -> Page:
        """Opens the page in a fresh browser of its own."""
        context = self.browser.new_context(viewport=size or TABLET, has_touch=True, **options)
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on(
            "dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss())
        )
        page.goto(self.url + path)
        return page

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.allowed):
            self.complaints.append(f"console {message.type}: {message.text}")


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Watched]:
    """Opens pages; at the end no page may have complained."""
    watched = Watched(browser, house.url)
    yield watched
    for context in watched.contexts:
        context.close()
    assert watched.complaints == []
