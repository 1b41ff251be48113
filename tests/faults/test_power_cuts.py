"""A power cut: of what was not yet told to be on the disk any part may be there, and any other not.

The files are copied after every entry and after every move of the log into the file. By then SQLite has told the
disk to keep the log (``synchronous=FULL``), and the file itself before the log is used anew. Of what comes next each
sector of 512 bytes is there or not, by chance: in the log, or, where the log is moved into the file, in the file. The
mark may be the old one, the new one, or empty. What was acknowledged before must be there.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path

from companion.evening.data_folder import DataFolder
from companion.evening.troubles import Troubles
from companion.journal import Entry, Journal
from companion.table import Table

LONG = bool(os.environ.get("COMPANION_LONG"))
CUTS = 300 if LONG else 25
ENTRIES = 50
SECTOR = 512
SEED = 29
Files = dict[str, bytes]
NAMES = ("journal.sqlite", "journal.sqlite-wal", "journal.sqlite.mark")


@dataclass(frozen=True, slots=True)
class Kept:
    """The files after an entry was acknowledged, by their names; and all entries so far."""

    files: Files
    entries: tuple[Entry, ...]


def evening(folder: Path) -> list[Kept]:
    """An evening of some entries; the longer bodies fill several pages of the log."""
    folder.mkdir()
    journal = Journal(folder / "journal.sqlite")
    table = Table(journal)
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    moments = []

    def keep() -> None:
        files = {name: (folder / name).read_bytes() for name in NAMES}
        moments.append(Kept(files, journal.entries))

    for turn in range(ENTRIES):
        reading = {"evidence": "x" * (9_000 if turn % 9 == 4 else 30)}
        body = {"action": {"by": ("Ada", "Bea")[turn % 2], "do": "roll", "dice": ["9"]}, "reading": reading}
        journal.append("action", body)
        keep()
        if turn % 13 == 7:
            journal.rest()
            keep()
        if turn % 20 == 19:
            journal.game_over()
            keep()
    journal.close()
    return moments


def torn(before: bytes, after: bytes, chance: random.Random) -> bytes:
    """The file between two moments: its length is one of the two, and each sector as it was or as it becomes."""
    length = chance.choice((len(before), len(after)))
    sectors = []
    share = chance.choice((0.1, 0.5, 0.9))
    for at in range(0, length, SECTOR):
        old, new = before[at : at + SECTOR], after[at : at + SECTOR]
        sector = new if chance.random() < share else old
        sectors.append(sector.ljust(SECTOR, b"\0"))
    return b"".join(sectors)[:length]


def cut_off(before: Files, after: Files, chance: random.Random) -> Files:
    """What may lie on the disk between two moments."""
    database, log, mark = NAMES
    grows = len(after[log]) >= len(before[log])
    moved = before[database] != after[database]
    marks = {mark: chance.choice((before[mark], b""))}
    if moved and chance.random() < 0.5:  # all of the log is kept before the file is touched
        kept = after[log] if grows else before[log]
        return {database: torn(before[database], after[database], chance), log: kept} | marks
    if moved and not grows:  # all of the file is kept before the log is cut
        return {database: after[database], log: torn(before[log], after[log], chance)} | marks
    return {database: before[database], log: torn(before[log], after[log], chance)} | marks


def test_what_was_acknowledged_before_the_cut_is_there(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    moments = evening(tmp_path / "evening")
    doubtful = told = 0
    for number in range(CUTS):
        at = chance.randrange(len(moments) - 1)
        before, after = moments[at], moments[at + 1]
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, data in cut_off(before.files, after.files, chance).items():
            (folder / name).write_bytes(data)
        troubles = Troubles()
        journal = DataFolder(folder).journal(troubles)
        found = journal.entries
        Table(journal).snapshot()
        journal.close()
        assert found[: len(before.entries)] == before.entries, (
            f"cut {number} after entry {len(before.entries)}"
        )
        assert found == after.entries[: len(found)]
        doubtful += len(found) > len(before.entries)
        told += bool(troubles())
    print(
        f"{CUTS} cuts, none lost; in {doubtful} the entry that was being written is there, too; {told} were told"
    )
