"""What was told once is told the same again, also after the machine was switched off in between."""

from __future__ import annotations

import json
from pathlib import Path

from companion.club.message import digest
from companion.club.outbox import Outbox
from companion.club.telling import public_entries
from companion.journal import Entry
from tests.companion.club.playing import PlayedTable


def told(outbox: Outbox, after: int = 0) -> list[dict[str, object]]:
    """What lies in the outbox."""
    return [json.loads(one.body) for one in outbox.after(after, 1000)]


def fill(outbox: Outbox, played: PlayedTable) -> None:
    table = played.table
    outbox.add(public_entries(table.entries_after(outbox.seq), table.entries_of, table.snapshot()))


def test_the_entries_hang_together_by_their_hashes(tmp_path: Path) -> None:
    outbox, played = Outbox(tmp_path / "club.sqlite", "window"), PlayedTable(tmp_path).open()
    fill(outbox, played.play(3))
    fill(outbox, played.play(3))
    bodies = told(outbox)
    assert [body["seq"] for body in bodies] == list(range(1, played.table.seq + 1))
    assert [body["previous"] for body in bodies] == ["", *(body["hash"] for body in bodies[:-1])]
    assert all(digest(body) == body["hash"] for body in bodies)


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    outbox, played = Outbox(tmp_path / "club.sqlite", "window"), PlayedTable(tmp_path).open()
    fill(outbox, played.play(3))
    before = told(outbox)
    outbox.take(2)
    outbox.close()
    again = Outbox(tmp_path / "club.sqlite", "window")
    assert (told(again), again.chain, again.taken, again.count_after(again.taken)) == (
        before,
        outbox.chain,
        2,
        len(before) - 2,
    )
    assert again.follows(played.table.entry(again.seq))
    fill(again, played.play(1))
    assert told(again)[-1]["previous"] == before[-1]["hash"]


def test_another_journal_is_seen_and_told_in_a_chain_of_its_own(tmp_path: Path) -> None:
    outbox, played = Outbox(tmp_path / "club.sqlite", "window"), PlayedTable(tmp_path / "one").open()
    fill(outbox, played.play(5))
    first = outbox.chain
    restored = PlayedTable(tmp_path / "other", seed=2).open().play(2)
    assert not outbox.follows(restored.table.entry(outbox.seq))
    outbox.begin_anew()
    fill(outbox, restored)
    assert outbox.chain != first
    assert {body["chain"] for body in told(outbox)} == {first, outbox.chain}


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    path.write_bytes(b"no database at all" * 100)
    outbox = Outbox(path, "window")
    assert (outbox.seq, told(outbox)) == (0, [])
    assert (tmp_path / "club.sqlite.damaged").exists()


def test_games_of_before_and_of_unknown_boxes_are_told_too(tmp_path: Path) -> None:
    played = PlayedTable(tmp_path).open().play(3)
    played.open().play(2)
    entries = played.table.entries_after(0)
    bodies = list(public_entries(entries, played.table.entries_of, played.table.snapshot()))
    assert [(body["seq"], body["game"]) for body in bodies] == [(one.seq, one.game) for one in entries]
    later = list(public_entries(entries, played.table.entries_of))
    assert later == bodies
    unknown = [entry if entry.seq != 1 else _of_unknown_box(entry) for entry in entries]
    first = next(public_entries(unknown, lambda game: [one for one in unknown if one.game == game]))
    assert first["line"] == {"seq": 1, "kind": "opened"} and first["opened"]["game"] == "whist"


def _of_unknown_box(entry: Entry) -> Entry:
    return Entry(entry.seq, entry.game, entry.kind, {**entry.body, "game": "whist"}, entry.wall_ms)
