"""A kept game in forms that other programs and people read: a table of its moves (CSV), or its moves in signs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby

from companion.action import Action, Event
from companion.fold import Folded, fold
from companion.game import Game
from companion.games import load
from companion.journal import Journal
from companion.kept.summary import winners
from companion.mending import faults

FORMS = ("record", "csv", "signs")
"""What a game can be written as: our own record, a table of moves, signs that people read."""
COLUMNS = ("move", "time", "by", "do", "arguments", "faults")
_LINE = 96


class NoSigns(Exception):
    """The game has no signs of its own; ``title`` is its."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.title = title


def table_of(journal: Journal, number: int) -> str:
    """The moves of a game that count, one a line: when (UTC), by whom, what, and the faults in it."""
    _, folded, times = _played(journal, number)
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow(COLUMNS)
    for count, (seq, action, events) in enumerate(_moves(folded), start=1):
        rest = {name: value for name, value in action.items() if name not in ("by", "do")}
        codes = " ".join(str(one.get("code")) for one in faults(events, None))
        told = json.dumps(rest, ensure_ascii=False)
        lines.writerow(
            (count, _time(times.get(seq, 0)), _plain(str(action["by"])), action["do"], told, codes)
        )
    return written.getvalue()


def signs_of(journal: Journal, number: int) -> str:
    """A game as chess players write theirs: what it was in brackets, then every player's doings in turn.

    Raises ``NoSigns`` for a game that has none.
    """
    game, folded, times = _played(journal, number)
    if game.signs is None:
        raise NoSigns(game.title)
    over = game.is_over(folded.state)
    won = ", ".join(winners(game.view(folded.state).public)) if over else ""
    began = min(times.values(), default=0)
    head = [
        ("Game", game.title),
        ("Date", _time(began)[:10].replace("-", ".")),
        *((f"Player{place}", name) for place, name in enumerate(folded.header.players, start=1)),
        *((f"Option {name}", str(value)) for name, value in folded.header.options.items()),
        ("Result", won or ("drawn" if over else "*")),
    ]
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in head]
    turns = groupby(_moves(folded), key=lambda move: str(move[1]["by"]))
    for count, (by, done) in enumerate(turns, start=1):
        said = ", ".join(game.signs(action, events) for _, action, events in done)
        lines += (
            ["", *_wrapped(f"{count}. {by}: {said}")] if count == 1 else _wrapped(f"{count}. {by}: {said}")
        )
    return "\n".join(lines) + "\n"


def _played(journal: Journal, number: int) -> tuple[Game, Folded, Mapping[int, int]]:
    entries = journal.of_game(number)
    game = load(entries[0].body["game"])
    return game, fold(game, entries), {entry.seq: entry.wall_ms for entry in entries}


def _moves(folded: Folded) -> Iterator[tuple[int, Action, tuple[Event, ...]]]:
    for move, events in zip(folded.moves[: folded.played], folded.outcomes, strict=True):
        yield move.seq, move.action, events


def _time(moment_ms: int) -> str:
    return datetime.fromtimestamp(moment_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _plain(text: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(text: str) -> list[str]:
    """Lines of bearable length, broken after commas; what goes on is set in."""
    lines, line = list[str](), ""
    for part in text.split(", "):
        if line and len(line) + len(part) > _LINE:
            lines.append(line + ",")
            line = f"   {part}"
        else:
            line = f"{line}, {part}" if line else part
    return [*lines, line]
