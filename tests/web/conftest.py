"""A running table behind the app, and a browser that knows its token."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.journal import Journal
from companion.sighting import Sighting, Slot, ZoneReading
from companion.table import Table
from tests.fake_eyes import FakeEyes
from tests.page_app import page_app
from web.seats import pin
from web.server import PageServer

ORIGIN = "http://localhost"


@pytest.fixture(autouse=True)
def pins_that_are_quick_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PIN is made slow to try by 16 MiB of work; that it is, is tested where PINs are."""
    monkeypatch.setattr(pin, "_COST", 1 << 4)


class Tablet:
    """A browser on the table: it keeps cookies and sends Origin and token as the page does."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.token: str = client.get("/api/v1/state").json["token"]

    @property
    def seq(self) -> int:
        return int(self.state()["seq"])

    def state(self) -> dict[str, Any]:
        body: dict[str, Any] = self.client.get("/api/v1/state").json
        return body

    def post(self, path: str, body: Any, **headers: str) -> Any:
        sent = {"Origin": ORIGIN, "X-CSRF-Token": self.token, **headers}
        return self.client.post(f"/api/v1/{path}", json=body, headers=sent)

    def form(self, path: str, fields: dict[str, Any], **headers: str) -> Any:
        return self.client.post(
            path, data={"token": self.token, **fields}, headers={"Origin": ORIGIN, **headers}
        )

    def act(self, action: dict[str, Any]) -> Any:
        return self.post("actions", {**action, "expected_seq": self.seq})

    def open(self, *players: str, **body: Any) -> Any:
        return self.post("games", {"players": list(players), "expected_seq": self.seq, **body})

    def roll(self, player: str, *dice: Any, **more: Any) -> Any:
        return self.act({"by": player, "do": "roll", "dice": list(dice), **more})


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


@pytest.fixture
def eyes() -> FakeEyes:
    return FakeEyes("sees", "still")


@pytest.fixture
def app(table: Table, eyes: FakeEyes) -> Flask:
    made = page_app(table, eyes)
    made.testing = True
    return made


@pytest.fixture
def tablet(app: Flask) -> Tablet:
    return Tablet(app.test_client())


@pytest.fixture
def race(tablet: Tablet) -> Tablet:
    """Ada and Bea, one horse each; Ada begins."""
    assert tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada").status_code == 200
    return tablet


@pytest.fixture
def serving(table: Table, eyes: FakeEyes) -> Iterator[Callable[..., PageServer]]:
    """Starts real servers and closes them."""
    running: list[tuple[PageServer, threading.Thread]] = []

    def start(**options: Any) -> PageServer:
        server = PageServer(page_app(table, eyes, **options), "127.0.0.1", 0)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        running.append((server, thread))
        return server

    yield start
    for server, _ in running:
        server.close()


@pytest.fixture
def seen() -> Callable[..., Sighting]:
    """A sighting of the tray from distributions over faces."""

    def look(*faces: dict[str, float], evidence: str | None = None) -> Sighting:
        reading = ZoneReading(tuple(Slot(face) for face in faces), evidence)
        return Sighting(1, 1000, {"tray": reading})

    return look
