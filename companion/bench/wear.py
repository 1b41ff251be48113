"""What an evening writes on the memory card: the kernel's own count of it, while games are played and kept."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.bench.measure import Measure
from companion.evening.data_folder import DataFolder
from companion.evening.troubles import Troubles
from companion.filmed.filmable import first_filmed
from companion.games import load
from companion.simulated.film import Film, open_simulated
from companion.simulated.players import NAMES
from companion.table import Table
from companion.wrong_use import WrongUse

BENCH = "wear"
EVENING = 3_819
"""Entries of three hours at one table, as the club's bench counted them."""
SHORT, LONG = 400, EVENING


def measure(entries: int) -> Iterator[Measure]:
    """Play so many entries and yield the figures. Raises WrongUse where nothing is written on a disk."""
    with TemporaryDirectory(prefix="companion-wear-") as place:
        folder = Path(place)
        kept = DataFolder(folder)
        kept.hold()
        before = _written()
        journal = kept.journal(Troubles())
        table = Table(journal)
        number = 0
        while table.seq < entries:
            _play(table, entries, random.Random(f"{BENCH}/{number}"))  # noqa: S311 - people of a simulation
            number += 1
        journal.close()
        written, kept_bytes = _written() - before, _size(folder)
        count = table.seq
    if not written:
        raise WrongUse("Temporary files lie in memory here: set TMPDIR to a folder on a disk.")
    yield Measure(
        BENCH, "written_an_entry", round(written / count / 1e3, 2), "kB", count, higher_is_better=False
    )
    yield Measure(
        BENCH,
        "written_an_evening",
        round(written / count * EVENING / 1e6, 1),
        "MB",
        count,
        higher_is_better=False,
    )
    yield Measure(
        BENCH, "kept", round(kept_bytes / count / 1e3, 2), "kB an entry", count, higher_is_better=False
    )


def _play(table: Table, until: int, chance: random.Random) -> None:
    """One game before a camera whose pictures are left out, or what is left of the evening."""
    open_simulated(table, load(first_filmed()), NAMES[:2], {}, chance)
    stop = threading.Event()

    def enough(_: object) -> None:
        if table.seq >= until or table.snapshot().over:
            stop.set()

    unsubscribe = table.subscribe(enough)
    Film(table, seed=chance.randrange(1_000), speed=float("inf"), exit_at_end=True).run(stop)
    unsubscribe()


def _written() -> int:
    """The bytes that this process has had written on disks, as the kernel counts them (proc(5), ``write_bytes``)."""
    lines = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(lines["write_bytes"])


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
