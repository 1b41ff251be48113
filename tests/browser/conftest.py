"""A real Chromium before a real server on a real table, without a camera."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from companion.journal import Journal
from companion.sighting import Sighting, Slot, ZoneReading
from companion.table import Table
from tests.browser.bounded import bounded, close
from tests.browser.looking import PHONE, TABLET
from tests.fake_eyes import FakeEyes
from tests.page_app import page_app
from web.server import PageServer
from web.services import EXTENSION

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",
    # A page is looked at once: code made fast for many runs, in every page anew, is paid for and hardly used.
    "--js-flags=--no-maglev --no-turbofan",
)
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_bytes()
AXE_PATH = "/axe.min.js"
"""Where a page of the stage finds axe-core: what has an address is sent and compiled once, not for every page."""
EVENTS = "**/api/v1/events*"
"""The line on which the page hears what happens."""
VIEWERS = 8
PATIENCE_MS = 20_000
"""So long a test waits for what must come: on a machine that does much else a page takes its time."""
UNPAINTED = """const sheet = new CSSStyleSheet();
sheet.replaceSync('html { clip-path: inset(100%) }');
document.adoptedStyleSheets = [sheet];"""
"""Everything is laid out as ever, and nothing of it is painted: that spares a quarter of a browser's work."""


expect.set_options(timeout=PATIENCE_MS)


def chromium() -> str | None:
    """Where Debian's Chromium lies, if it is installed: the same browser without a window needs a fifth less time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    path = chromium()
    if path is None:
        why = "no chromium on this machine: apt-get install chromium-headless-shell"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return {"executable_path": path, "args": list(ARGUMENTS), "headless": True}


@pytest.fixture(scope="session", autouse=True)
def no_wait_for_ever() -> Iterator[None]:
    with bounded():
        yield


class Stage:
    """The one server of a worker, on which tests give their apps one after the other.

    Every test has a table and an app of its own. The address stays, so a browser need not fetch what never changes
    (style sheets, scripts, the font) for every test.
    """

    def __init__(self) -> None:
        self.config = {"VIEWERS": VIEWERS}
        self.extensions = {EXTENSION: self}
        self.app: Flask | None = None
        self._server = PageServer(cast(Flask, self), "127.0.0.1", 0)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.port}/"

    def __call__(self, environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == AXE_PATH:
            kept = ("Cache-Control", "max-age=31536000, immutable")
            start_response("200 OK", [("Content-Type", "text/javascript; charset=utf-8"), kept])
            return [AXE]
        if self.app is None:
            start_response("503 Service Unavailable", [("Content-Length", "0")])
            return []
        return self.app(environ, start_response)

    @contextmanager
    def showing(self, app: Flask) -> Iterator[str]:
        """Serves an app; gives its address."""
        assert self.app is None, "one app at a time"
        self.app = app
        try:
            yield self.url
        finally:
            self.app = None
            app.extensions[EXTENSION].hub.close()

    @property
    def hub(self) -> Stage:
        """Whose streams end when the server stops: they have ended with their apps."""
        return self

    def close(self) -> None:
        """Nothing is left to end here."""

    def stop(self) -> None:
        """Stops serving."""
        self._server.close()
        self._thread.join(5)


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    one = Stage()
    yield one
    one.stop()


@dataclass
class House:
    """The table, and what a test does to it from outside the browser."""

    table: Table
    eyes: FakeEyes
    url: str
    app: Flask | None = None

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


@contextmanager
def housed(stage: Stage, table: Table, eyes: FakeEyes | None = None, **options: Any) -> Iterator[House]:
    """A table with its page, served."""
    seeing = eyes or FakeEyes("off", "off")
    app = page_app(table, seeing, viewers=VIEWERS, **options)
    with stage.showing(app) as url:
        yield House(table, seeing, url, app)


@pytest.fixture
def house(tmp_path: Path, stage: Stage) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal)) as served:
        yield served
    journal.close()


class Devices:
    """Tablets that tests use one after the other: a new window costs Chromium a second, a page in it a fraction.

    A device that comes back has forgotten everything, as a new one would.
    """

    def __init__(self, browser: Browser, scale: float = 1.0) -> None:
        self._browser, self._scale = browser, scale
        self._idle: dict[bool, list[BrowserContext]] = {True: [], False: []}

    def new(self, scripts: bool = True) -> BrowserContext:
        """A device that nobody has used, and that does not come back."""
        return self._browser.new_context(
            viewport=TABLET, has_touch=True, java_script_enabled=scripts, device_scale_factor=self._scale
        )

    def take(self, scripts: bool) -> BrowserContext:
        """A device with or without JavaScript; its first page, a blank one, only keeps the window."""
        if self._idle[scripts]:
            return self._idle[scripts].pop()
        device = self.new(scripts)
        device.new_page()
        return device

    def give_back(self, device: BrowserContext, url: str, scripts: bool) -> None:
        """Closes what a test opened, and forgets what the server at ``url`` left."""
        window, *opened = device.pages
        for page in opened:
            close(page)
        device.set_offline(False)
        device.clear_cookies()
        session = device.new_cdp_session(window)
        session.send("Storage.clearDataForOrigin", {"origin": url.rstrip("/"), "storageTypes": "all"})
        session.detach()
        self._idle[scripts].append(device)


class Watched:
    """Pages whose every complaint fails the test."""

    def __init__(self, devices: Devices, url: str) -> None:
        self.devices, self.url = devices, url
        self.complaints: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self._taken: list[tuple[BrowserContext, bool]] = []
        self._own: list[BrowserContext] = []

    def __call__(
        self,
        size: ViewportSize = TABLET,
        *,
        path: str = "",
        scripts: bool = True,
        own: bool = False,
        painted: bool = True,
        url: str | None = None,
        **media: Any,
    ) -> Page:
        """Opens the page on a device of its own; ``own``: on a new one, for what a device cannot forget.

        A page that is not ``painted`` can only be measured: nothing on it can be tapped. ``url`` is another server's
        than the house's.
        """
        address = (url or self.url) + path
        if own:
            device = self.devices.new(scripts)
            self._own.append(device)
        else:
            device = self.devices.take(scripts)
            self._taken.append((device, scripts))
        page = device.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.set_viewport_size(size)
        page.emulate_media(**media)
        if not painted:
            page.add_init_script(UNPAINTED)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on(
            "dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss())
        )
        if not scripts:
            page.goto(address)
            return page
        with page.expect_response(EVENTS):  # what happens from here on is news to the page
            page.goto(address)
        return page

    def close(self) -> None:
        """Gives every device back."""
        for device, scripts in self._taken:
            self.devices.give_back(device, self.url, scripts)
        for device in self._own:
            device.close()

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.allowed):
            self.complaints.append(f"console {message.type}: {message.text}")


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def visit(devices: Devices, house: House) -> Iterator[Watched]:
    """Opens pages; at the end no page may have complained."""
    watched = Watched(devices, house.url)
    yield watched
    watched.close()
    assert watched.complaints == []


@pytest.fixture
def phone(visit: Watched) -> Callable[[str], Page]:
    """A player's phone: it sits down by the button in the table's menu when it is first asked for."""
    phones: dict[str, Page] = {}

    def of(player: str) -> Page:
        if player not in phones:
            phones[player] = visit(PHONE, path="?panel=menu")
            with phones[player].expect_response(EVENTS):
                phones[player].locator(".seats form button", has_text=player).click()
        return phones[player]

    return of
