"""The bench of the voice hears the page speak: a fault that is entered is called within the second."""

from __future__ import annotations

import time
from typing import Any

import pytest

from companion.bench.latency import served
from companion.bench.voice import Announced, Tablet
from companion.games import load
from companion.simulated.players import Opening
from tests.companion.test_announcer import LAID, PLAYERS

pytestmark = pytest.mark.xdist_group("browser")


def test_a_called_fault_is_heard_when_the_page_begins_to_speak(browser: Any) -> None:
    opening = Opening(load("crapette"), PLAYERS, {}, LAID)
    with served(opening) as (table, _, port), Tablet.opened(browser, port) as tablet:
        announced = Announced(table)
        since_ms = 1000 * time.time()
        table.act({"by": "Bea", "do": "move", "from": "reserve:Bea", "to": "F1", "card": "KD"})
        fault = announced.take()
        assert fault is not None and fault.lines[0].startswith("Crapette, Bea !")
        spoken_ms = tablet.spoke_at(fault.lines[0], since_ms)
        assert 0.0 <= spoken_ms - since_ms < 1000.0
        assert announced.take() is None
