""" "Where did we stop?": by the API and on the page, in both languages, with a script and without."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from companion.game import Game
from companion.games import load
from companion.sighting import Disturbance, Sighting, Slot, ZoneReading
from companion.simulated.players import opened_evening
from companion.table import Table
from tests.web.conftest import Tablet
from web.bodies import Differences
from web.openapi import document

Look = Callable[..., str]


@pytest.fixture
def opened(table: Table, tablet: Tablet) -> Callable[[str], Game]:
    """Opens a game at the table."""

    def open_game(game_id: str) -> Game:
        game = load(game_id)
        opening = opened_evening(game, random.Random(1))
        table.open_game(game_id, opening.players, options=opening.options, setup=opening.setup)
        return game

    return open_game


@pytest.fixture
def look(table: Table) -> Look:
    """The camera looks: the table lies as it should, but for these zones."""
    seq = 0

    def observed(**other: tuple[str, ...]) -> str:
        nonlocal seq
        seq += 1
        assert table.game is not None
        zones = {
            zone: ZoneReading(tuple(Slot({face: 0.99, "unreadable": 0.01}) for face in faces or ("empty",)))
            for zone, faces in {**table.game.visible_table(table.state), **other}.items()
        }
        return table.observe(Sighting(seq, 1000 * seq, zones))

    return observed


def told(tablet: Tablet) -> dict[str, Any]:
    answer = tablet.client.get("/api/v1/differences")
    assert answer.status_code == 200
    body: dict[str, Any] = answer.get_json()
    Differences.model_validate(body)
    return body


def panel(tablet: Tablet) -> str:
    """What the panel says, without its tags, as a browser without scripts gets it."""
    page = tablet.client.get("/?panel=where").get_data(as_text=True)
    found = re.search(r'<section class="panel panel-where".*?</section>', page, re.DOTALL)
    assert found is not None
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", found[0]))).strip()


def speak(tablet: Tablet, language: str) -> None:
    tablet.form("/preferences", {"language": language})


def test_the_api_is_described() -> None:
    described = document()["paths"]["/api/v1/differences"]["get"]
    schema = described["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/Differences"}
    assert {"Differences", "ToldZone"} <= set(document()["components"]["schemas"])


def test_without_a_game_there_is_nothing_to_tell(tablet: Tablet) -> None:
    nothing = {"seq": 0, "looked": False, "in_place": False, "zones": [], "unseen": []}
    assert told(tablet) == nothing
    assert 'id="open-where"' not in tablet.client.get("/?panel=menu").get_data(as_text=True)
    assert tablet.client.get("/?panel=where").status_code == 200


@pytest.mark.parametrize("game_id", ["crapette", "racko", "super_crack", "change_horses", "poker_dice_race"])
def test_from_the_menu_to_the_whole_table(
    tablet: Tablet, opened: Callable[[str], Game], look: Look, game_id: str
) -> None:
    game = opened(game_id)
    menu = tablet.client.get("/?panel=menu").get_data(as_text=True)
    link = re.search(r'<a class="btn" id="open-where" href="([^"]+)"', menu)
    assert link is not None and unescape(link[1]) == "/?panel=where"
    assert "Où en étions-nous" in menu
    body = told(tablet)
    assert (body["looked"], body["in_place"], body["unseen"]) == (False, False, [])
    assert body["zones"] and all(one["shows"] is None and one["should"] for one in body["zones"])
    shown = panel(tablet)
    assert "Je n’ai pas encore vu la table." in shown
    for one in body["zones"]:
        assert one["told"] in shown.replace("\u00a0", " ") or one["told"].replace("\u00a0", " ") in shown
    if game.hands is not None:
        look()
        assert told(tablet)["in_place"]
        assert "Tout est en place." in panel(tablet)


def test_what_lies_wrong_is_told_in_the_viewers_language(
    tablet: Tablet, table: Table, opened: Callable[[str], Game], look: Look
) -> None:
    game = opened("crapette")
    look()
    (top,) = game.visible_table(table.state)["T3"]
    other = "4C" if top != "4C" else "5C"
    look(T3=(other,))
    (one,) = told(tablet)["zones"]
    assert (one["zone"], one["should"], one["shows"]) == ("T3", [top], [other])
    assert one["told"].startswith("Case 3\u00a0: le ") and " au lieu d" in one["told"]
    assert "Voici ce qui n’est pas à sa place" in panel(tablet)
    speak(tablet, "en")
    (one,) = told(tablet)["zones"]
    assert one["told"].startswith("Case 3: the ") and " instead of the " in one["told"]
    assert one["told"] in panel(tablet) and "Where did we stop?" in panel(tablet)


def test_what_cannot_be_seen_is_told(
    tablet: Tablet, table: Table, opened: Callable[[str], Game], look: Look
) -> None:
    opened("crapette")
    look()
    table.observe(Sighting(9, 9000, {}, (Disturbance("T2", 8000, 8500, None),), frozenset({"T3"})))
    body = told(tablet)
    assert body["unseen"] == ["Case 2", "Case 3"] and not body["in_place"] and not body["zones"]
    assert "Case 2, Case 3" in panel(tablet) and "Tout est en place" not in panel(tablet)


@pytest.mark.parametrize("game_id", ["racko", "super_crack", "change_horses"])
def test_every_seat_is_told_the_same_as_the_table(
    app: Any, tablet: Tablet, opened: Callable[[str], Game], look: Look, game_id: str
) -> None:
    """Nothing but the visible table: a player's own page knows no more here than the others'."""
    opened(game_id)
    players = tablet.state()["game"]["players"]
    phones = [Tablet(app.test_client()) for _ in players]
    for phone, player in zip(phones, players, strict=True):
        assert phone.form("/seats/here", {"player": player}).status_code == 303
        assert phone.state()["seat"] is not None
    for _ in range(2):
        assert {str(told(one)["zones"]) for one in phones} == {str(told(tablet)["zones"])}
        assert "open-where" in phones[0].client.get("/?panel=menu").get_data(as_text=True)
        look()


def test_while_a_table_is_put_right_the_page_leads_there(
    tablet: Tablet, table: Table, opened: Callable[[str], Game], look: Look
) -> None:
    game = opened("racko")
    from companion.simulated.playing import player_of

    chance = random.Random(1)
    look()
    before = game.visible_table(table.state)
    while game.visible_table(table.state) == before:
        table.act(player_of(game, 1.0).next(table.state, chance))
    assert look(**dict(before)) == "restoring"
    assert told(tablet)["zones"]
    assert 'id="see-where"' in tablet.client.get("/").get_data(as_text=True)
    look()
    assert 'id="see-where"' not in tablet.client.get("/").get_data(as_text=True)
