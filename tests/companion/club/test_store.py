"""What the club keeps of entries that come in another order than they were made."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.club.message import PublicEntry, packed
from companion.club.servers import DatabaseServer
from tests.companion.club.conftest import emptied
from tests.companion.club.playing import entry

pytestmark = pytest.mark.xdist_group("the club's servers")


def chain_of(length: int, **given: Any) -> list[tuple[PublicEntry, str]]:
    """Entries one behind the other, as a table tells them."""
    told: list[tuple[PublicEntry, str]] = []
    before = ""
    for seq in range(1, length + 1):
        body = entry(seq, before, **given)
        before = body["hash"]
        told.append((PublicEntry.model_validate(body), packed(body).decode()))
    return told


def test_whatever_the_order_all_is_kept_once_the_last_gap_is_filled(database_server: DatabaseServer) -> None:
    from companion.club.store import Store

    store, told, chance = Store(emptied(database_server)), chain_of(30), random.Random(4)
    shuffled = chance.sample(told, len(told))
    kept = 0
    while shuffled:
        size = chance.randint(1, 5)
        kept += store.take(shuffled[:size]).kept
        del shuffled[:size]
    assert kept == len(told)
    assert store.heads[told[-1][0].table, told[-1][0].chain] == (len(told), told[-1][0].hash)
    store.close()


FAULT = {"faults": [{"code": "missed_foundation"}]}
OPENED = {"game": "racko", "players": ["Ada"], "options": {}}


@pytest.mark.parametrize(
    ("told", "is_listed"),
    [
        ({}, False),
        ({"kind": "question"}, False),
        ({"kind": "opened", "opened": OPENED}, True),
        ({"line": FAULT}, True),
        ({"over": True}, True),
        ({"kind": "undo"}, True),  # it may have been the end of a game
    ],
)
def test_pages_list_games_that_begin_or_end_and_calls_but_no_other_move(
    database_server: DatabaseServer, told: dict[str, Any], is_listed: bool
) -> None:
    from companion.club.store import Store

    store = Store(emptied(database_server))
    assert store.take(chain_of(1, **told)).is_listed is is_listed
    assert not store.take(chain_of(1, **told)).is_listed, "it was kept before"
    store.close()


def test_what_waits_for_something_else_is_not_read_again_at_every_entry(
    database_server: DatabaseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a club catches up thousands may wait: each batch reads only what waits for it."""
    from companion.club.store import Store

    store, (first, *rest) = Store(emptied(database_server)), chain_of(200, moves=3)
    store.take(rest[1:])
    read: list[str] = []
    validate = PublicEntry.model_validate_json
    monkeypatch.setattr(PublicEntry, "model_validate_json", lambda text: read.append(text) or validate(text))
    assert store.take([first]).kept == 1 and read == []
    assert store.take(rest[:1]).kept == len(rest) and len(read) == len(rest) - 1
    store.close()
