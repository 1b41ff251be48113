"""The record format: what is a record, how it is matched, and that writing and reading are each other's contrary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.record import Header, MalformedRecord, difference, parse, read, replay, write

HEADER = {"record": 1, "game": "poker_dice_race", "players": ["Ada", "Bea"]}
RACE = {**HEADER, "options": {"stable": "single"}}


def lines(*content: Any) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in content)


# ------------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: the record is empty"),
        ("\n\n", "line 1: the record is empty"),
        ("{", "line 1: not JSON"),
        ("[1]", "line 1: not a JSON object"),
        ("[" * 100_000, "line 1: not JSON"),
        (lines({"do": "roll"}), "line 1: the first line is a header"),
        (lines({**HEADER, "record": True}), "line 1: the first line is a header"),
        (lines({**HEADER, "record": 2}), "line 1: the first line is a header"),
        (lines({**HEADER, "game": "whist"}), "line 1: unknown game 'whist'"),
        (lines({**HEADER, "game": ["racko"]}), "line 1: unknown game"),
        (lines({**HEADER, "players": "Ada"}), 'line 1: "players" is a list'),
        (lines({**HEADER, "players": ["Ada", 2]}), 'line 1: "players" is a list'),
        (lines({**HEADER, "options": []}), 'line 1: "options" and "setup"'),
        (lines({**HEADER, "setup": "deal"}), 'line 1: "options" and "setup"'),
        (lines({**HEADER, "reject": 3}), 'line 1: "reject" is an error code'),
        (lines({**HEADER, "reject": "bad_setup"}, {"expect": {}}), "line 2: a header under test"),
        (lines(HEADER, {"by": "Ada"}), "line 2: neither an action"),
        (lines(HEADER, {"expect": []}), "line 2: neither an action"),
        (lines(HEADER, {"expect": {}, "do": "roll"}), "line 2: neither an action"),
        (lines(HEADER, {"reject": "x"}), "line 2: neither an action"),
        (lines(HEADER, {"reject": None, "do": "x"}), "line 2: neither an action"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_what_is_no_record_is_said_in_one_line(text: str, says: str) -> None:
    with pytest.raises(MalformedRecord) as malformed:
        parse(text)
    assert str(malformed.value).startswith(says) and "\n" not in str(malformed.value)


def test_notes_and_empty_lines_are_left_out() -> None:
    record = parse(
        "\n" + lines({"note": "first"}, HEADER, {"note": ["anything"]}) + "\n" + lines({"do": "x"})
    )
    assert [line.kind for line in record.lines] == ["action"] and record.lines[0].number == 6


def test_a_note_beside_something_else_is_no_note() -> None:
    assert parse(lines(HEADER, {"note": "he hesitated", "do": "x"})).lines[0].kind == "action"


def test_a_file_may_begin_with_a_byte_order_mark_and_must_be_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + lines(HEADER).encode())
    assert read(path).header.players == ("Ada", "Bea")
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(MalformedRecord, match="not UTF-8"):
        read(path)


# ------------------------------------------------------------------------------- replaying


def test_the_first_line_that_differs_is_named_with_both_sides() -> None:
    text = lines(RACE, {"by": "table", "do": "first_player", "player": "Ada"}, {"expect": {"turn": "Bea"}})
    told = replay(parse(text))
    assert not told.ok and (told.line, told.actions) == (3, 1)
    assert told.error == 'turn: expected "Bea", is "Ada"'


def test_an_action_that_is_refused_or_wrongly_accepted_is_a_difference() -> None:
    first = {"by": "table", "do": "first_player", "player": "Ada"}
    assert "refused with wrong_phase" in str(replay(parse(lines(RACE, first, first))).error)
    told = replay(parse(lines(RACE, {"reject": "wrong_phase", **first})))
    assert told.line == 2 and "was accepted" in str(told.error)
    told = replay(parse(lines(RACE, first, {"reject": "bad_face", **first})))
    assert told.line == 3 and "was refused with wrong_phase" in str(told.error)


def test_a_refused_action_changes_nothing_and_counts_for_nothing() -> None:
    first = {"by": "table", "do": "first_player", "player": "Ada"}
    told = replay(
        parse(
            lines(
                RACE,
                first,
                {"reject": "not_your_turn", "by": "Bea", "do": "stop"},
                {"expect_event": {"event": "race_started"}},
            )
        )
    )
    assert told.ok and told.actions == 1


def test_a_header_under_test_is_refused_with_its_code_or_differs() -> None:
    assert replay(parse(lines({**HEADER, "players": ["Ada"], "reject": "bad_players"}))).ok
    told = replay(parse(lines({**HEADER, "reject": "bad_players"})))
    assert told.line == 1 and "expected the game to be refused" in str(told.error)
    told = replay(parse(lines({**HEADER, "players": ["Ada"], "reject": "bad_setup"})))
    assert told.line == 1 and "bad_players" in str(told.error)
    assert not replay(parse(lines({**HEADER, "players": ["Ada"]}))).ok


# ------------------------------------------------------------------------------- matching


@pytest.mark.parametrize(
    ("expected", "seen", "holds"),
    [
        ({}, {"a": 1}, True),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}, True),
        ({"a": None}, {"a": None}, True),
        ({"a": None}, {}, False),
        ({"a": {}}, {"a": None}, False),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}, False),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}, True),
        ({"a": [1, 2]}, {"a": (1, 2)}, True),
        ({"a": [2, 1]}, {"a": [1, 2]}, False),
        ({"a": "1"}, {"a": 1}, False),
        ({"a": []}, {"a": {}}, False),
    ],
)
def test_every_key_named_must_match_and_lists_match_exactly(expected: Any, seen: Any, holds: bool) -> None:
    assert (difference(expected, seen) is None) is holds


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)


@given(value=_json)
def test_everything_matches_itself_and_less_of_itself(value: Any) -> None:
    assert difference(value, value) is None
    if isinstance(value, dict):
        assert all(difference({key: value[key]}, value) is None for key in value)
        assert difference({**value, "one more": 1}, value) is not None


# ------------------------------------------------------------------------------- writing


@given(
    players=st.lists(st.text(max_size=6), max_size=4),
    options=st.dictionaries(st.text(max_size=4), _json, max_size=3),
    actions=st.lists(
        st.fixed_dictionaries({"by": st.text(max_size=4), "do": st.text(max_size=6), "card": _json}),
        max_size=4,
    ),
)
def test_what_is_written_is_read_again(
    players: list[str], options: dict[str, Any], actions: list[dict[str, Any]]
) -> None:
    header = Header("poker_dice_race", tuple(players), options, {"turn": "Ada"})
    record = parse(write(header, actions))
    assert record.header == header
    assert [dict(line.content) for line in record.lines] == actions
    assert write(record.header, [line.content for line in record.lines]) == write(header, actions)


def test_who_and_what_come_first() -> None:
    header = Header("poker_dice_race", ("Ada", "Bea"))
    text = write(header, [{"dice": ["9"], "do": "roll", "by": "Ada"}])
    assert text.splitlines()[1] == '{"by": "Ada", "do": "roll", "dice": ["9"]}'
