"""What a page draws is on the page: no ``<use>`` without the symbol that it shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games import game_ids, load
from companion.table import Table
from tests.companion.kept.family import play
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet
from web.table.screen import PANELS

SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
PLAYERS = ("Ada", "Bea", "Cyd", "Dan")


def used(drawn: str) -> set[str]:
    """The symbols that a text draws with."""
    return set(re.findall(r'<use [^>]*?href="#([\w-]+)"', drawn))


@pytest.fixture
def app(table: Table, tmp_path: Path) -> Flask:
    made = page_app(table, family=FakeFamily(), house_file=tmp_path / "house.json")
    made.testing = True
    return made


def pages(app: Flask) -> list[str]:
    """Every address that can be asked for as it stands; of those that name a game, each game's."""
    found = {f"/?panel={panel}" for panel in PANELS}
    for rule in app.url_map.iter_rules():
        if (
            "GET" in rule.methods
            and rule.arguments <= {"game"}
            and not rule.rule.startswith(("/api", "/static"))
        ):
            found |= {re.sub(r"<(\w+:)?game>", game, rule.rule) for game in game_ids()}
    return sorted(found)


def blank(client: Any, path: str) -> set[str]:
    """What a page would show blank, a symbol of a symbol too; nothing of what is no whole page."""
    answer = client.get(path, follow_redirects=True)
    if answer.mimetype != "text/html" or "<!doctype" not in (text := answer.get_data(as_text=True)).lower():
        return set()
    symbols = {match[1]: match[0] for match in SYMBOL.finditer(text)}
    shown = SYMBOL.sub("", text)
    there, wanted, drawn = set(re.findall(r'id="([\w-]+)"', shown)), used(shown), set[str]()
    while further := wanted - drawn:
        drawn |= further
        wanted = {name for one in further & symbols.keys() for name in used(symbols[one])}
    return drawn - symbols.keys() - there


def whole_house(client: Any, app: Flask) -> dict[str, set[str]]:
    """The blank drawings of every page that has some."""
    return {path: missing for path in pages(app) if (missing := blank(client, path))}


def test_every_page_has_what_it_draws_before_any_game(app: Flask) -> None:
    assert {"/home", "/pin", "/seats", "/settings", "/sit"} <= set(pages(app))
    assert whole_house(app.test_client(), app) == {}


@pytest.mark.parametrize("game", game_ids())
def test_every_page_has_what_it_draws_while_a_game_is_open(table: Table, app: Flask, game: str) -> None:
    play(table, game, *PLAYERS[: load(game).players[1]], seed=3, most=6)
    table_page, scanning, seated = (Tablet(app.test_client()) for _ in range(3))
    invited = table_page.client.get("/seats").get_data(as_text=True)
    scanning.client.get("/join/" + re.findall(r"/join/(\w+)", invited)[0])
    assert scanning.client.get("/sit").status_code == 200
    seated.form("/seats/here", {"player": "Bea"})
    for device in (table_page, scanning, seated):
        assert whole_house(device.client, app) == {}
