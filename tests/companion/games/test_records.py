"""Golden records of every game: how it is played and what must come of it (section 8 of its rules)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from companion.games import game_ids
from companion.record import MalformedRecord, parse, read, replay

REPOSITORY = Path(__file__).parents[3]
OWN = sorted((REPOSITORY / "tests" / "records").glob("*/*.jsonl"))
PUBLISHED_FOLDER = REPOSITORY.parent / "shared" / "scenarios"
PUBLISHED = sorted(PUBLISHED_FOLDER.glob("*/*.jsonl"))
FEWEST = {"change_horses": 16, "crapette": 19, "poker_dice_race": 13, "racko": 17, "super_crack": 19}


def test_there_are_records_of_our_own() -> None:
    counted = Counter(path.parent.name for path in OWN)
    assert set(counted) == set(game_ids())
    assert all(counted[game] >= fewest for game, fewest in FEWEST.items()), counted


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_own_record(path: Path) -> None:
    result = replay(read(path))
    assert result.ok, f"{path.name}:{result.line}: {result.error}"


@pytest.mark.skipif(not PUBLISHED, reason=f"no published records in {PUBLISHED_FOLDER}")
@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_published_record(path: Path) -> None:
    result = replay(read(path))
    assert result.ok, f"{path.name}:{result.line}: {result.error}"


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_expectation_of_our_records_can_fail(path: Path) -> None:
    """Each expect and reject, turned into its contrary, must make the replay fail on that very line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        content = json.loads(line)
        if "reject" in content:
            content["reject"] = "no_such_code"
        elif "expect_event" in content:
            content["expect_event"]["event"] = "nothing_happened"
        elif "expect" in content:
            key = next(iter(content["expect"]))
            content["expect"][key] = "something else"
        else:
            continue
        spoilt = [*lines[: number - 1], json.dumps(content), *lines[number:]]
        result = replay(parse("\n".join(spoilt)))
        assert not result.ok and result.line == number


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_replaying_twice_gives_the_same_view(path: Path) -> None:
    record = read(path)
    assert replay(record) == replay(record)


def test_a_line_ends_at_a_line_feed_and_nowhere_else() -> None:
    """JSON allows the line separator U+2028 and its like inside a text."""
    header = {"record": 1, "game": "poker_dice_race", "players": ["Ada\u2028Lo", "Bea\x85"]}
    note = {"note": "one\u2029two"}
    record = parse("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (header, note)))
    assert record.header.players == ("Ada\u2028Lo", "Bea\x85")
    assert replay(record).ok


def test_lines_may_end_as_on_windows() -> None:
    text = OWN[0].read_text(encoding="utf-8")
    assert parse(text.replace("\n", "\r\n")) == parse(text)


def test_a_number_too_long_to_read_is_a_malformed_record() -> None:
    text = '{"record": 1, "game": "poker_dice_race", "players": ["Ada", "Bea"], "setup": {"turn": 1%s}}'
    with pytest.raises(MalformedRecord):
        parse(text % ("0" * 5000))
