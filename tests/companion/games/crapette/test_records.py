"""Golden records: games as they are played and what must come of them (section 8 of the rules)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.record import parse, read, replay

REPOSITORY = Path(__file__).parents[4]
OWN = sorted((REPOSITORY / "tests" / "records" / "crapette").glob("*.jsonl"))
PUBLISHED_FOLDER = REPOSITORY.parent / "shared" / "scenarios" / "crapette"
PUBLISHED = sorted(PUBLISHED_FOLDER.glob("*.jsonl"))


def test_there_are_records_of_our_own() -> None:
    assert len(OWN) >= 8


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_own_record(path: Path) -> None:
    result = replay(read(path))
    assert result.ok, f"{path.name}:{result.line}: {result.error}"


@pytest.mark.skipif(not PUBLISHED, reason=f"no published records in {PUBLISHED_FOLDER}")
@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_record(path: Path) -> None:
    result = replay(read(path))
    assert result.ok, f"{path.name}:{result.line}: {result.error}"


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
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
        result = replay(parse("\n".join([*lines[: number - 1], json.dumps(content), *lines[number:]])))
        assert not result.ok and result.line == number
