"""A running Home Assistant finds a table by itself, shows it, asks of it, and lights its lamp.

It lives in an environment of its own, for it wants other versions than this project: ``make .venv-home-assistant``.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.broker import Broker
from companion.club.home_assistant import discovery, news
from companion.club.outbox import Outbox
from companion.club.publisher import Called, Publisher
from companion.club.servers import BrokerServer, NoServer, free_port
from companion.evening.orders import TableOrders
from companion.journal import Journal
from companion.table import Table
from tests.companion.club.playing import PlayedTable
from tests.companion.club.test_home_assistant import LAID

ROOT = Path(__file__).parents[3]
HASS = ROOT / ".venv-home-assistant" / "bin" / "hass"
STARTS_S = 180.0
CONFIGURATION = """
http:
  server_port: {port}
  server_host: 127.0.0.1
api:
config:
input_text:
  colour:
    name: Colour
light:
  - platform: template
    lights:
      lamp:
        friendly_name: Lamp
        rgb_template: "(0, 0, 0)"
        turn_on:
          service: input_text.set_value
          target: {{entity_id: input_text.colour}}
          data: {{value: "on"}}
        turn_off:
          service: input_text.set_value
          target: {{entity_id: input_text.colour}}
          data: {{value: "off"}}
        set_rgb:
          service: input_text.set_value
          target: {{entity_id: input_text.colour}}
          data: {{value: "{{{{ rgb | list }}}}"}}
automation:
  - alias: Lamp of the table
    use_blueprint:
      path: companion/lamp.yaml
      input:
        turn: sensor.by_the_window_on_turn
        news: event.by_the_window_news
        lamp: {{entity_id: light.lamp}}
        seconds: 1
"""
ENTRY = {
    "entry_id": "c0ffee", "version": 1, "minor_version": 1, "domain": "mqtt", "title": "broker", "options": {},
    "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user", "unique_id": None,
    "disabled_by": None,
}  # fmt: skip


class House:
    """A running Home Assistant, asked as its own pages do."""

    def __init__(self, port: int) -> None:
        self.place = f"http://127.0.0.1:{port}"
        self._token = ""

    def enter(self) -> None:
        """Becomes its first user."""
        who = {"client_id": f"{self.place}/", "name": "A", "username": "a", "password": "a", "language": "en"}
        code = self.asked("/api/onboarding/users", who)["auth_code"]
        form = {"grant_type": "authorization_code", "code": code, "client_id": f"{self.place}/"}
        data = urllib.parse.urlencode(form).encode()
        with urllib.request.urlopen(f"{self.place}/auth/token", data, timeout=20) as answer:
            self._token = json.load(answer)["access_token"]

    def asked(self, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(
            urllib.request.Request(self.place + path, data, headers), timeout=20
        ) as answer:
            return json.load(answer)

    def state(self, entity: str) -> dict[str, Any]:
        try:
            found: dict[str, Any] = self.asked(f"/api/states/{entity}")
        except urllib.error.HTTPError as error:
            assert error.code == 404, error
            return {"state": None, "attributes": {}}
        return found

    def does(self, service: str, entity: str) -> None:
        self.asked(f"/api/services/{service}", {"entity_id": entity})


def soon(true: Callable[[], bool], what: str, longest_s: float = 40.0) -> None:
    until = time.monotonic() + longest_s
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.2)


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrokerServer]:
    if not HASS.exists():
        pytest.skip("Home Assistant is not installed: make .venv-home-assistant")
    try:
        server = BrokerServer(tmp_path_factory.mktemp("broker"))
    except NoServer as missing:
        pytest.skip(str(missing))
    yield server
    server.kill()


@pytest.fixture(scope="module")
def house(broker: BrokerServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder, port = tmp_path_factory.mktemp("home"), free_port()
    (folder / "configuration.yaml").write_text(CONFIGURATION.format(port=port))
    blueprints = folder / "blueprints" / "automation" / "companion"
    blueprints.mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "club" / "lamp.yaml", blueprints)
    (folder / ".storage").mkdir()
    entry = {**ENTRY, "data": {"broker": "127.0.0.1", "port": broker.port, "discovery": True}}
    kept = {"version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": [entry]}}
    (folder / ".storage" / "core.config_entries").write_text(json.dumps(kept))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([str(HASS), "-c", str(folder)], stdout=log, stderr=log)
    made = House(port)

    def is_there() -> bool:
        assert process.poll() is None, (folder / "log").read_text()[-2000:]
        try:
            made.enter()
        except (OSError, urllib.error.HTTPError):
            return False
        return True

    try:
        soon(is_there, "Home Assistant does not start", STARTS_S)
        yield made
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture
def published(broker: BrokerServer, tmp_path: Path) -> Iterator[Callable[[Table], TableOrders]]:
    from companion.club.connection import Connection

    made: list[Publisher] = []

    def publish(table: Table) -> TableOrders:
        orders = TableOrders(table, lambda game: None)
        called = Called("window", "By the window")
        made.append(
            Publisher(
                table, Outbox(tmp_path / "club.sqlite", "window"), Broker(address=broker.address), called, Connection,
                announce=discovery(called.name, called.title), news_of=news, orders=orders, wait_s=0.1,
            )
        )  # fmt: skip
        made[-1].start()
        return orders

    yield publish
    for one in made:
        one.close()


def test_a_table_is_found_shown_and_asked(
    house: House, published: Callable[[Table], TableOrders], tmp_path: Path
) -> None:
    played = PlayedTable(tmp_path / "table", "racko", seed=4).open().play(3)
    orders = published(played.table)
    for _ in range(3):
        turn = played.table.snapshot().view.get("turn") or "nobody"
        soon(lambda turn=turn: house.state("sensor.by_the_window_on_turn")["state"] == turn, "not on turn")
        played.play(1)
    shown = played.table.snapshot()
    assert shown.game is not None
    assert house.state("sensor.by_the_window_game")["state"] == shown.game.title
    assert house.state("sensor.by_the_window_on_turn")["attributes"]["players"] == list(shown.game.players)
    assert house.state("binary_sensor.by_the_window_asks_something")["state"] == "off"
    soon(lambda: house.state("switch.by_the_window_voice")["state"] == "on", "the voice is not shown")
    house.does("switch/turn_off", "switch.by_the_window_voice")
    soon(
        lambda: orders.is_hushed and house.state("switch.by_the_window_voice")["state"] == "off", "not hushed"
    )
    played.play(10_000)
    soon(
        lambda: house.state("event.by_the_window_news")["attributes"].get("event_type") == "won",
        "nobody has won",
    )
    house.does("button/press", "button.by_the_window_new_game")
    soon(lambda: not played.table.snapshot().over, "no new game")


def test_the_lamp_has_the_colour_of_who_is_on_turn_and_is_red_at_a_call(
    house: House, published: Callable[[Table], TableOrders], tmp_path: Path
) -> None:
    table = Table(Journal(tmp_path / "journal.sqlite"))
    published(table)
    table.open_game("crapette", ("Ada", "Bea"), options={"referee": "auto"}, setup=LAID)

    def lit(colour: str) -> bool:
        return bool(house.state("input_text.colour")["state"] == colour)

    soon(lambda: house.state("sensor.by_the_window_game")["state"] == "Crapette", "the game is not shown")
    soon(lambda: lit("[20, 80, 168]"), "not the colour of the first seat")
    table.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T5", "card": "5C"})
    soon(lambda: lit("[200, 0, 0]"), "not red at a call")
    soon(lambda: lit("[255, 199, 44]"), "not the colour of who plays on")
