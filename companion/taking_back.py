"""What of a game's journal can be taken back, what hangs together with it, and what people are asked where a
correction made a later move impossible.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.action import Rejected
from companion.fold import Conflict, Folded
from companion.game import Answer, Proposal
from companion.journal import Entry
from companion.showing import MENDING


def together(entries: Sequence[Entry], seq: int) -> list[int]:
    """Return an amendment with all that hang together with it, the newest first; any other entry by itself."""
    heads = {entry.seq: entry.body.get("follows", entry.seq) for entry in entries}
    return [one for one in reversed(heads) if heads[one] == heads.get(seq)]


def cause_of_conflict(entries: Sequence[Entry], folded: Folded) -> int:
    """Return the correction that made a move impossible: the last one that counts and is not about the answer to such
    a question. Raises Rejected where there is none.
    """
    answers = {entry.seq for entry in entries if "taken_back" in entry.body}
    for entry in reversed(entries):
        counts = entry.kind in MENDING and entry.seq not in folded.undone
        if counts and entry.body["target"] not in answers:
            return entry.seq
    raise Rejected("nothing_to_undo")


def counting(entries: Sequence[Entry], folded: Folded) -> list[int]:
    """Return the entries that an undo may name: what counts of moves, corrections and the open question."""
    moves = {move.seq for move in folded.moves}
    return [
        entry.seq
        for entry in entries
        if entry.seq not in folded.undone
        and (
            entry.seq in moves
            or entry.kind == "amend"
            or "taken_back" in entry.body
            or (folded.question is not None and entry.seq == folded.question.seq and not folded.conflict)
        )
    ]


def no_longer_possible(conflict: Conflict) -> Proposal:
    """Return the question what becomes of a move that a correction made impossible: it alone is left out, all from
    there on, or the correction is taken back.
    """
    answers = tuple(Answer(code, {}, None, 1 / 3) for code in ("leave_out", "stop_here", "take_back_change"))
    arguments = {
        "action": dict(conflict.move.action),
        "refusal": conflict.refusal.code,
        "details": dict(conflict.refusal.details),
    }
    return Proposal("no_longer_possible", arguments, answers)
