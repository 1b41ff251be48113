"""A table as a device of Home Assistant, which finds it by itself: MQTT discovery messages, one an entity.

The topics and keys are those of Home Assistant's MQTT integration (``homeassistant/KIND/DEVICE/NAME/config``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.club.message import packed, topic

PREFIX = "homeassistant"
"""Where Home Assistant listens, unless it was told otherwise."""
NEW_GAME, VOICE_ON, VOICE_OFF = "new_game", "voice_on", "voice_off"
"""What Home Assistant may ask of a table."""
CALLED, WON = "called", "won"
"""The events that a table tells of at once, and never again: a fault was called, somebody has won."""


def discovery(name: str, title: str) -> dict[str, bytes]:
    """The messages that make a device of a table, by topic; each is kept by the broker."""
    device = f"companion-{name}"
    shared = {
        "device": {
            "identifiers": [device],
            "name": title,
            "manufacturer": "Companion",
            "model": "Game table",
        },
        "origin": {"name": "Companion"},
        "availability_topic": topic(name, "health"),
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        "qos": 1,
    }
    return {
        f"{PREFIX}/{kind}/{device}/{entity}/config": packed(
            {**shared, **own, "unique_id": f"{device}-{entity}"}
        )
        for (kind, entity), own in _entities(name).items()
    }


def _entities(name: str) -> Mapping[tuple[str, str], Mapping[str, Any]]:
    state = topic(name, "state")
    return {
        ("sensor", "turn"): {
            "name": "On turn",
            "icon": "mdi:account-arrow-right",
            "state_topic": state,
            "value_template": "{{ ((value_json.view or {}).turn or 'nobody')[:200] }}",
            "json_attributes_topic": state,
            "json_attributes_template": "{{ {'place': ((value_json.game or {}).players or []).index("
            "(value_json.view or {}).turn) if (value_json.view or {}).turn in ((value_json.game or {}).players or [])"
            " else none, 'players': (value_json.game or {}).players or []} | tojson }}",
        },
        ("sensor", "game"): {
            "name": "Game",
            "icon": "mdi:cards-playing-outline",
            "state_topic": state,
            "value_template": "{{ (value_json.game or {}).title or 'none' }}",
        },
        ("binary_sensor", "asks"): {
            "name": "Asks something",
            "icon": "mdi:help-circle-outline",
            "state_topic": state,
            "value_template": "{{ 'ON' if value_json.question else 'OFF' }}",
        },
        ("button", "new_game"): {
            "name": "New game",
            "icon": "mdi:cards-playing",
            "command_topic": topic(name, "order"),
            "payload_press": NEW_GAME,
        },
        ("switch", "voice"): {
            "name": "Voice",
            "icon": "mdi:account-voice",
            "command_topic": topic(name, "order"),
            "payload_on": VOICE_ON,
            "payload_off": VOICE_OFF,
            "state_topic": topic(name, "voice"),
            "state_on": "ON",
            "state_off": "OFF",
        },
        ("event", "news"): {
            "name": "News",
            "icon": "mdi:bullhorn",
            "state_topic": topic(name, "call"),
            "event_types": [CALLED, WON],
        },
    }


def news(entry: Mapping[str, Any], was_over: bool) -> list[dict[str, Any]]:
    """What is told at once of an entry: the faults that were called, and who has won."""
    faults = entry["line"].get("faults") or []
    told = [{"event_type": CALLED, **_short(fault)} for fault in faults]
    if entry["over"] and not was_over:
        told.append({"event_type": WON, "winners": entry["winners"]})
    return told


def _short(fault: Mapping[str, Any]) -> dict[str, Any]:
    return {"code": fault.get("code"), "player": fault.get("player") or fault.get("by")}
