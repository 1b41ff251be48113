"""The record of a game as it counts, made of its journal."""

from __future__ import annotations

import json

from companion.fold import fold
from companion.games import load
from companion.journal import Journal
from companion.record import write


def record_of(journal: Journal, number: int, *, full: bool = False) -> str:
    """The effective record of a game: what counts after undo, amendments and answers.

    With ``full`` every entry of the journal follows as a note with its time (``wall_ms``); a replay passes over it.
    """
    entries = journal.of_game(number)
    folded = fold(load(entries[0].body["game"]), entries)
    text = write(folded.header, [move.action for move in folded.moves[: folded.played]])
    if not full:
        return text
    notes = [
        {
            "note": {
                "seq": entry.seq,
                "wall_ms": entry.wall_ms,
                "kind": entry.kind,
                "body": dict(entry.body),
            }
        }
        for entry in entries
    ]
    return text + "".join(json.dumps(note, ensure_ascii=False) + "\n" for note in notes)
