"""What a table tells everybody: its public snapshot, and its journal's entries as anybody may know them.

Everything goes through ``companion.showing``, the only way out of a table; nothing here sees a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.club.message import VERSION
from companion.fold import fold, header_of
from companion.games import game_ids, load
from companion.journal import Entry
from companion.kept.summary import winners
from companion.showing import Moment, Snapshot

_LATER = ("undone", "amended", "left_out")
"""What a line says of later entries: they tell it themselves."""


def public_state(snapshot: Snapshot) -> dict[str, Any]:
    """How the table stands, for everybody; without the table's name and time."""
    shown = snapshot.of_seat(None)
    question = shown.question
    return {
        "seq": shown.seq,
        "game": None if shown.game is None else shown.game.as_json(),
        "over": shown.over,
        "winners": winners(shown.view) if shown.over else [],
        "view": shown.view,
        "awaited": [dict(step) for step in shown.awaited],
        "events": [dict(event) for event in shown.events],
        "question": None if question is None else {"id": question.id, "code": question.code},
    }


def public_entries(
    fresh: Iterable[Entry], of_game: Callable[[int], Sequence[Entry]], now: Snapshot | None = None
) -> Iterator[dict[str, Any]]:
    """Entries of the journal, each as everybody may know it; ``of_game`` gives all of a game.

    ``now`` is the last snapshot, for the game in play; other games are played once more.
    """
    last = now.moment if now is not None else None
    for number, of_one_game in groupby(fresh, key=lambda entry: entry.game):
        together = list(of_one_game)
        is_last = last is not None and last.seq == together[-1].seq and last.entries
        moment = last if is_last else _moment(of_game(number), together[-1].seq)
        yield from _told(moment, together)


def _moment(of_game: Sequence[Entry], until: int) -> Moment | None:
    """The table as it was at an entry of a game; None for a game that this version does not know."""
    if of_game[0].body.get("game") not in game_ids():
        return None
    played = [entry for entry in of_game if entry.seq <= until]
    return Moment(until, fold(load(of_game[0].body["game"]), played), played)


def _told(moment: Moment | None, fresh: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    shown = None if moment is None else moment.of_seat(None)
    lines: Mapping[int, Mapping[str, Any]] = {}
    if moment is not None:
        lines = {line["seq"]: line for line in moment.lines_after(fresh[0].seq - 1)}
    over = shown is not None and shown.over
    for entry in fresh:
        line = dict(lines.get(entry.seq, {"seq": entry.seq, "kind": entry.kind}))
        yield {
            "version": VERSION,
            "seq": entry.seq,
            "at": entry.wall_ms,
            "game": entry.game,
            "kind": entry.kind,
            "over": over,
            "winners": winners(shown.view) if shown is not None and over else [],
            "opened": _opened(entry),
            "events": line.pop("events", []),
            "moves": 0 if moment is None else moment.played_until(entry.seq),
            "line": {name: value for name, value in line.items() if name not in _LATER},
        }


def _opened(entry: Entry) -> dict[str, Any] | None:
    """Which game was opened, by whom; what was dealt stays at the table."""
    if entry.kind != "opened":
        return None
    header = header_of([entry])
    return {"game": header.game, "players": list(header.players), "options": dict(header.options)}
