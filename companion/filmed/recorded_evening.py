"""The folder of a recorded evening: its pictures, what was known of the table, and the record of what was played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from calibration.settings import BadSettings, Settings, load_settings
from calibration.stand import FILE_NAME as STAND
from calibration.stand import BadStand, Stand, load_stand
from companion import record
from companion.action import Action, Rejected
from companion.filmed.filmable import can_film
from companion.filmed.judging import RecordedGame, ToldMove
from companion.fold import fold
from companion.games import load
from companion.journal import KINDS, Entry
from companion.wrong_use import WrongUse
from hardware.recording import RecordingSource

JOURNAL = "journal"
"""The folder of the records, beside the pictures."""
_HOW = "`companion export last --full --output FILE` writes one"


@dataclass(frozen=True, slots=True)
class RecordedEvening:
    """What lies beside the pictures: the games in the order in which they were played, the stand, the settings."""

    games: tuple[RecordedGame, ...]
    stand: Stand
    settings: Settings


def read_evening(folder: Path, source: RecordingSource) -> RecordedEvening:
    """Read what lies beside the pictures of ``source``, which is open; raises WrongUse with what is missing."""
    try:
        stand = load_stand(folder)
        settings = load_settings(folder)
    except (BadStand, BadSettings) as error:
        raise WrongUse(str(error)) from error
    if stand is None:
        raise WrongUse(
            f"{folder / STAND} is missing: copy it from the data folder of that evening, "
            "without it nobody knows where the table lies."
        )
    games = [game for path in _records(folder) if (game := _read_game(path, source)) is not None]
    if not games:
        raise WrongUse(f"{folder / JOURNAL} holds no game of that evening that is followed from pictures.")
    games.sort(key=lambda game: game.opened_ms or 0)
    return RecordedEvening(tuple(games), stand, settings)


def _records(folder: Path) -> Sequence[Path]:
    paths = sorted((folder / JOURNAL).glob("*.jsonl"))
    if not paths:
        raise WrongUse(f"{folder / JOURNAL} holds no record of what was played: {_HOW}.")
    return paths


def _read_game(path: Path, source: RecordingSource) -> RecordedGame | None:
    """One game with its times in the film; None if no camera follows it, or it was over before the film began."""
    try:
        read = record.read(path)
    except (record.MalformedRecord, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise WrongUse(f"{path}: {reason}") from error
    if not can_film(load(read.header.game)):
        return None
    replayed = record.replay(read)
    if not replayed.ok:
        raise WrongUse(
            f"{path}:{replayed.line}: {replayed.error}. The record is what really was played: mend it."
        )
    actions = [line.content for line in read.lines if line.kind == "action"]
    entries = _entries(path)
    opened = source.film_ms(entries[0].wall_ms) if entries else None
    moves = tuple(map(ToldMove, actions, _times(actions, entries, source)))
    known = sum(1 for move in moves if move.film_ms is not None and move.film_ms < 0)
    if moves and known == len(moves):
        return None
    return RecordedGame(read.header, moves, known, opened)


def _entries(path: Path) -> tuple[Entry, ...]:
    """The journal's entries with their times, as ``companion record`` writes them beside the moves; none without."""
    notes = [line.get("note") for line in _objects(path)]
    entries = tuple(
        Entry(note["seq"], 1, note["kind"], note["body"], note["wall_ms"])
        for note in notes
        if isinstance(note, dict)
        and isinstance(note.get("seq"), int)
        and isinstance(note.get("wall_ms"), int)
        and note.get("kind") in KINDS
        and isinstance(note.get("body"), dict)
    )
    return entries if entries and entries[0].kind == "opened" else ()


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8-sig").split("\n"):
        if line.strip():
            yield json.loads(line)


def _times(
    actions: Sequence[Action], entries: Sequence[Entry], source: RecordingSource
) -> Sequence[int | None]:
    """When the page was told each move, ms of the film; None for all where nobody noted it.

    A move that was put right in the record alone has the time of the one before it.
    """
    unknown: list[int | None] = [None] * len(actions)
    try:
        moves = fold(load(entries[0].body["game"]), entries).moves if entries else ()
    except (KeyError, TypeError, ValueError, IndexError, Rejected):
        return unknown
    wall = {entry.seq: entry.wall_ms for entry in entries}
    times = [ms for move in moves if (ms := source.film_ms(wall[move.seq])) is not None]
    if not times or len(times) < len(moves):
        return unknown
    matcher = SequenceMatcher(None, _keys(move.action for move in moves), _keys(actions), autojunk=False)
    known = {
        block.b + step: times[block.a + step]
        for block in matcher.get_matching_blocks()
        for step in range(block.size)
    }
    found: list[int | None] = []
    last = times[0]
    for number in range(len(actions)):
        last = known.get(number, last)
        found.append(last)
    return found


def _keys(actions: Iterable[Action]) -> list[str]:
    return [json.dumps(action, sort_keys=True, default=str) for action in actions]
