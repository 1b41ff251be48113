"""Taking a game that was recorded elsewhere into the journal, beside the one in play."""

from __future__ import annotations

from companion.action import Rejected
from companion.kept.summary import TAKEN_IN
from companion.names import clean_names
from companion.record import Record, replay
from companion.showing import NOTE
from companion.written_game import GONE_ON, WrittenGame


def require_whole(record: Record) -> None:
    """Raise ``Rejected`` ("bad_record", with its line and what is wrong there) for a record that does not replay."""
    outcome = replay(record)
    if not outcome.ok or record.header.reject is not None:
        raise Rejected("bad_record", line=outcome.line or 1, problem=outcome.error or "no game")
    if clean_names(record.header.players) != record.header.players:
        raise Rejected("bad_record", line=1, problem="names")


def write_in(written: WrittenGame, record: Record, in_play: int) -> int:
    """Write the record as a game of its own and give its number; the one ``in_play`` (0: none) stays in play."""
    number = written.write("opened", record.header.as_json(), new_game=True).game
    written.write(NOTE, {"code": TAKEN_IN})
    for line in record.lines:
        if line.kind == "action":
            written.write("action", {"action": dict(line.content)})
    if in_play:
        written.write(NOTE, {"code": GONE_ON}, game=in_play)
    return number
