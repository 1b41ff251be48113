"""Records: one game as it was played, in JSON Lines, and at the same time an executable test.

Source: the record format (docs/record-format.md).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.games import game_ids, load


class MalformedRecord(ValueError):
    """The file is not a record; the message is one line that names the line at fault."""


@dataclass(frozen=True, slots=True)
class Header:
    """Line 1 of a record: which game, who, which house rules, and what lay on the table."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)
    reject: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The header in the form of the record."""
        header: dict[str, Any] = {
            "record": 1,
            "game": self.game,
            "players": list(self.players),
            "options": dict(self.options),
            "setup": dict(self.setup),
        }
        return header if self.reject is None else {**header, "reject": self.reject}

    def new_game(self, profile: Mapping[str, Any] | None = None) -> Any:
        """The first state; raises ``Rejected`` as the game's rules say."""
        return load(self.game).new_game(self.players, self.options, self.setup, profile)


@dataclass(frozen=True, slots=True)
class Line:
    """One line after the header: ``kind`` is "action", "reject", "expect" or "expect_event"."""

    number: int
    kind: str
    content: Mapping[str, Any]
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record."""

    header: Header
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of replaying a record; ``line`` and ``error`` say where it first differed."""

    game: str
    actions: int
    view: Mapping[str, Any] | None
    line: int | None = None
    error: str | None = None

    @property
    def ok(self) -> bool:
        """Whether every expectation held."""
        return self.error is None


def read(path: Path) -> Record:
    """The record in a file; raises ``MalformedRecord`` when it is none, OSError when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedRecord(f"not UTF-8 text: {error.reason} at byte {error.start}") from error
    return parse(text)


def parse(text: str) -> Record:
    """The record in a text; raises ``MalformedRecord``."""
    header: Header | None = None
    lines: list[Line] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        if not raw.strip():
            continue
        content = _object(raw, number)
        if set(content) == {"note"}:
            continue
        if header is None:
            header = _header(content, number)
        else:
            lines.append(_line(content, number))
    if header is None:
        raise MalformedRecord("line 1: the record is empty; it begins with a header")
    if header.reject is not None and lines:
        raise MalformedRecord(f"line {lines[0].number}: a header under test has no further lines")
    return Record(header, tuple(lines))


def _object(raw: str, number: int) -> dict[str, Any]:
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise MalformedRecord(_no_record("not JSON", raw, number)) from error
    if not isinstance(content, dict):
        raise MalformedRecord(_no_record("not a JSON object", raw, number))
    return content


def _no_record(fault: str, raw: str, number: int) -> str:
    """Says of a line that is no JSON object what a record is, and shows how the line begins."""
    begins = raw.strip()
    shown = begins if len(begins) <= 24 else begins[:24] + "…"
    return (
        f"line {number}: {fault}, so this is no record of a game (`companion export` writes one): {shown!r}"
    )


def _header(content: dict[str, Any], number: int) -> Header:
    if content.get("record") != 1 or content["record"] is True:
        raise MalformedRecord(f'line {number}: the first line is a header with "record": 1')
    game, players = content.get("game"), content.get("players")
    if game not in game_ids():
        raise MalformedRecord(f"line {number}: unknown game {game!r}; known: {', '.join(game_ids())}")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise MalformedRecord(f'line {number}: "players" is a list of names')
    options, setup = content.get("options", {}), content.get("setup", {})
    if not isinstance(options, dict) or not isinstance(setup, dict):
        raise MalformedRecord(f'line {number}: "options" and "setup" are objects')
    reject = content.get("reject")
    if reject is not None and not isinstance(reject, str):
        raise MalformedRecord(f'line {number}: "reject" is an error code')
    return Header(game, tuple(players), options, setup, reject)


def _line(content: dict[str, Any], number: int) -> Line:
    match content:
        case {"expect": dict() as expected} if len(content) == 1:
            return Line(number, "expect", expected)
        case {"expect_event": dict() as expected} if len(content) == 1:
            return Line(number, "expect_event", expected)
        case {"reject": str() as code, "do": _}:
            action = {key: value for key, value in content.items() if key != "reject"}
            return Line(number, "reject", action, code)
        case {"do": _} if not {"reject", "expect", "expect_event"} & set(content):
            return Line(number, "action", content)
        case _:
            raise MalformedRecord(f"line {number}: neither an action, reject, expect nor expect_event")


def replay(record: Record, profile: Mapping[str, Any] | None = None) -> Replay:
    """Plays a record through the rules and stops at the first difference."""
    header = record.header
    game = load(header.game)
    try:
        state = header.new_game(profile)
    except Rejected as refusal:
        if refusal.code == header.reject:
            return Replay(header.game, 0, None)
        return Replay(
            header.game, 0, None, 1, f"the game was refused: {refusal.code} {dict(refusal.details)}"
        )
    if header.reject is not None:
        return Replay(header.game, 0, None, 1, f"expected the game to be refused with {header.reject}")
    actions, events = 0, tuple[Event, ...]()
    for line in record.lines:
        error: str | None = None
        match line.kind:
            case "action":
                try:
                    state, events = game.apply(state, line.content)
                    actions += 1
                except Rejected as refusal:
                    error = f"refused with {refusal.code} {dict(refusal.details)}: {_text(line.content)}"
            case "reject":
                error = _accepted_wrongly(game, state, line)
            case "expect":
                error = difference(line.content, game.view(state).complete)
            case _:
                error = _missing_event(line.content, events)
        if error is not None:
            return Replay(header.game, actions, game.view(state).public, line.number, error)
    return Replay(header.game, actions, game.view(state).public)


def _accepted_wrongly(game: Game, state: Any, line: Line) -> str | None:
    try:
        game.apply(state, line.content)
    except Rejected as refusal:
        if refusal.code == line.code:
            return None
        return f"expected to be refused with {line.code}, was refused with {refusal.code}"
    return f"expected to be refused with {line.code}, was accepted: {_text(line.content)}"


def _missing_event(expected: Mapping[str, Any], events: Sequence[Event]) -> str | None:
    emitted = [event.as_json() for event in events]
    if any(difference(expected, event) is None for event in emitted):
        return None
    return f"expected the event {_text(expected)}, the last action gave {_text(emitted)}"


def difference(expected: object, seen: object, path: str = "") -> str | None:
    """How ``seen`` fails the subset match with ``expected``, or None when it holds.

    Every key named must exist and match recursively; lists match element by element; values compare with ==.
    """
    here = path or "the view"
    if isinstance(expected, Mapping):
        if not isinstance(seen, Mapping):
            return f"{here}: expected {_text(expected)}, is {_text(seen)}"
        for key, value in expected.items():
            if key not in seen:
                return f"{here}: has no {key!r}"
            if (found := difference(value, seen[key], f"{path}.{key}" if path else str(key))) is not None:
                return found
        return None
    if isinstance(expected, list) and isinstance(seen, list | tuple):
        if len(expected) != len(seen):
            return f"{here}: expected {_text(expected)}, is {_text(seen)}"
        for index, (value, other) in enumerate(zip(expected, seen, strict=True)):
            if (found := difference(value, other, f"{path}[{index}]")) is not None:
                return found
        return None
    return None if expected == seen else f"{here}: expected {_text(expected)}, is {_text(seen)}"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def write(header: Header, actions: Sequence[Action]) -> str:
    """A record as text: the header and one action a line, who and what first."""
    lines = [header.as_json()]
    lines += [{"by": action["by"], "do": action["do"], **action} for action in actions]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
