"""What does not come from an honest table of this version is refused in one line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.message import (
    MOST_BYTES,
    BadMessage,
    NewerMessage,
    PublicEntry,
    PublicState,
    chained,
    is_table_name,
    packed,
    understood,
)

CHAIN = "0123456789abcdef"
STATE: dict[str, Any] = {
    **{"version": 1, "table": "window", "chain": CHAIN, "seq": 1, "at": 1_795_000_000_000, "title": "Window"},
    **{"game": {"id": "whist", "number": 1, "players": ["Ada"]}, "over": False, "winners": [], "view": None},
    **{"awaited": [], "events": []},
}


def entry(**changed: Any) -> dict[str, Any]:
    """An entry as the table called window tells it."""
    body: dict[str, Any] = {
        **{"version": 1, "table": "window", "chain": CHAIN, "seq": 1, "at": 1_795_000_000_000, "game": 1},
        **{
            "kind": "opened",
            "over": False,
            "winners": [],
            "line": {"seq": 1, "kind": "opened"},
            "events": [],
        },
        **{"moves": 0, "opened": {"game": "whist", "players": ["Ada"], "options": {}}},
    }
    return chained({**body, **changed}, "")


def test_an_honest_entry_is_understood() -> None:
    message, body = understood("companion/window/events", packed(entry()))
    assert isinstance(message, PublicEntry)
    assert (message.table, message.seq, body) == ("window", 1, entry())


@pytest.mark.parametrize(
    ("topic", "payload", "says"),
    [
        ("companion/door/events", packed(entry()), "another table"),
        ("companion/window/events/x", packed(entry()), "no table"),
        ("companion/Win Dow/events", packed(entry()), "no table"),
        ("companion/window/kept", packed(entry()), "no table"),
        ("companion/window/events", b"\xff\xfe", "not JSON"),
        ("companion/window/events", b"[]", "not a JSON object"),
        ("companion/window/events", b'{"seq":NaN}', "not JSON"),
        ("companion/window/events", b"[" * 90_000, "not JSON"),
        ("companion/window/events", packed(entry(seq=-1)), "seq"),
        ("companion/window/events", packed(entry(at="yesterday")), "at"),
        ("companion/window/events", packed(entry(winners=["A" * 500])), "winners"),
        ("companion/window/events", packed(entry(kind="\x00")), "character"),
        ("companion/window/events", packed(entry()).replace(b"whist", b"\\ud800"), "character"),
        ("companion/window/events", packed(entry(game=2**31)), "game"),
        ("companion/window/events", packed({**entry(), "seq": 2}), "hash does not fit"),
        ("companion/window/events", b" " * (MOST_BYTES + 1), "bytes"),
        ("companion/window/events", json.dumps(entry()).encode("utf-16"), "not JSON"),
        ("companion/window/events", packed(entry()).replace(b"whist", b"\xed\xa0\x80"), "not JSON"),
        ("companion/window/events", packed(entry()).replace(b'"Ada"', b"[" * 300 + b"]" * 300), "not JSON"),
        ("companion/window/state", packed(entry()), "title"),
        ("companion/window/state", packed(STATE).replace(b"Ada", b"\\ud800"), "character"),
        ("companion/window/state", packed({**STATE, "game": {"id": "whist", "players": 2}}), "game.players"),
        ("companion/window/state", packed({**STATE, "game": {"number": "one"}}), "game.number"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(topic: str, payload: bytes, says: str) -> None:
    with pytest.raises(BadMessage) as refused:
        understood(topic, payload)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=8)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(STATE)), ANYTHING, st.sampled_from(("utf-8", "utf-16", "utf-32")))
def test_whatever_a_table_says_of_itself_is_refused_or_can_be_told_on(
    name: str, said: Any, encoding: str
) -> None:
    try:
        message, body = understood(
            "companion/window/state", json.dumps({**STATE, name: said}).encode(encoding)
        )
    except BadMessage as refused:
        assert "\n" not in str(refused)
    else:
        assert json.loads(packed(dict(message))) and packed(body)


def test_a_state_is_understood_with_all_that_it_says_of_its_game() -> None:
    game = {**STATE["game"], "title": "Whist", "options": {"long": True}}
    message, _ = understood("companion/window/state", packed({**STATE, "game": game}))
    assert isinstance(message, PublicState)
    assert message.game == game


def test_a_newer_version_is_told_from_nonsense() -> None:
    with pytest.raises(NewerMessage, match="update"):
        understood("companion/window/events", json.dumps({"version": 2, "whatever": True}).encode())


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("window", True),
        ("salle-3", True),
        ("7", True),
        ("", False),
        ("-a", False),
        ("a/b", False),
        ("a#", False),
    ],
)
def test_a_tables_name_is_a_part_of_topics(name: str, fits: bool) -> None:
    assert is_table_name(name) is fits
    assert not is_table_name("a" * 41)
