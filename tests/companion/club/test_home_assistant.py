"""A table is a device of Home Assistant: what it announces has the keys that are published, and says what happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment

from companion.club.home_assistant import CALLED, WON, discovery, news
from companion.club.message import packed
from companion.club.telling import public_entries, public_state
from companion.journal import Journal
from companion.table import Table
from tests.companion.club.playing import PlayedTable

KEYS = {
    *("device", "origin", "availability_topic", "availability_template", "qos", "unique_id", "name", "icon"),
    *("state_topic", "value_template", "json_attributes_topic", "json_attributes_template", "event_types"),
    *("command_topic", "payload_press", "payload_on", "payload_off", "state_on", "state_off"),
}
"""The keys of Home Assistant's MQTT sensors, events, buttons and switches that are used."""


def announced() -> dict[str, dict[str, Any]]:
    return {where: json.loads(payload) for where, payload in discovery("window", "By the window").items()}


def valued(entity: dict[str, Any], told: dict[str, Any], template: str = "value_template") -> str:
    """What Home Assistant makes of a message."""
    return str(Environment(autoescape=False).from_string(entity[template]).render(value_json=told))


def test_every_entity_belongs_to_one_device_and_is_known_by_its_own_name() -> None:
    entities = announced()
    assert len({one["unique_id"] for one in entities.values()}) == len(entities) == 6
    assert {tuple(one["device"]["identifiers"]) for one in entities.values()} == {("companion-window",)}
    assert all(set(one) <= KEYS for one in entities.values())
    assert all(where.split("/")[0::4] == ["homeassistant", "config"] for where in entities)


def test_the_templates_say_who_is_on_turn(tmp_path: Path) -> None:
    turn = announced()["homeassistant/sensor/companion-window/turn/config"]
    game = announced()["homeassistant/sensor/companion-window/game/config"]
    asks = announced()["homeassistant/binary_sensor/companion-window/asks/config"]
    empty = json.loads(packed(public_state(Table(Journal(tmp_path / "none.sqlite")).snapshot())))
    assert [valued(one, empty) for one in (turn, game, asks)] == ["nobody", "none", "OFF"]
    played = PlayedTable(tmp_path / "played").open().play(9)
    told = json.loads(packed(public_state(played.table.snapshot())))
    assert valued(turn, told) == told["view"]["turn"]
    attributes = json.loads(valued(turn, told, "json_attributes_template"))
    assert attributes["players"][attributes["place"]] == told["view"]["turn"]
    assert valued(asks, {**told, "question": {"id": 1, "code": "what"}}) == "ON"
    assert valued(turn, {"online": True}, "availability_template") == "online"


def test_a_fault_that_is_announced_is_news_and_a_silent_one_is_not(tmp_path: Path) -> None:
    for referee, told in (("auto", [CALLED]), ("on_call", [])):
        table = Table(Journal(tmp_path / f"{referee}.sqlite"))
        table.open_game("crapette", ("Ada", "Bea"), options={"referee": referee}, setup=LAID)
        table.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T5", "card": "5C"})
        entries = list(public_entries(table.entries_after(0), table.entries_of, table.snapshot()))
        assert [one["event_type"] for one in news(entries[-1], False)] == told
        assert ("infraction" in packed(entries[-1]).decode()) is bool(told)


def test_somebody_has_won_once() -> None:
    won = {"line": {}, "over": True, "winners": ["Bea"]}
    assert news(won, False) == [{"event_type": WON, "winners": ["Bea"]}]
    assert news(won, True) == []


LAID = {
    "turn": "Ada",
    "foundations": {},
    "cases": {
        "T1": ["KS"],
        "T2": ["KH"],
        "T3": ["10H"],
        "T4": ["10D"],
        "T5": ["8H"],
        "T6": ["8D"],
        "T7": ["6H"],
        "T8": ["6D"],
    },
    "reserves": {"Ada": ["5C"], "Bea": {"count": 5, "top": "KC"}},
    "stocks": {"Ada": 0, "Bea": 20},
    "wastes": {},
    "hands": {},
}
