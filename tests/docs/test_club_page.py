"""What the page on the club shows to be copied works: rights, and a program in ten lines."""

from __future__ import annotations

import io
import json
import re
import urllib.request
from pathlib import Path

import pytest

from companion.club.servers import access_rights

DOCS = Path(__file__).parents[2] / "docs"


def test_the_rights_are_those_that_are_tested() -> None:
    assert (DOCS / "club" / "club.acl").read_text(encoding="utf-8") == access_rights("club")


def test_the_program_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = [
        {"title": "Window", "online": True, "state": {"game": {"title": "Whist"}}},
        {"title": "Door", "online": True, "state": None},
        {"title": "Stairs", "online": False, "state": {"game": None}},
    ]
    answer = json.dumps({"tables": told}).encode()
    monkeypatch.setattr(urllib.request, "urlopen", lambda address: io.BytesIO(answer))
    program = re.search(r"```python\n(.*?)```", (DOCS / "club.md").read_text(encoding="utf-8"), re.DOTALL)
    assert program is not None
    exec(program[1], {})
    assert capsys.readouterr().out.splitlines() == [
        "Window plays Whist",
        "Door has no game",
        "Stairs is away",
    ]
