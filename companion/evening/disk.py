"""The disk of an evening: the page says so before it is full, the evening goes on in memory, and is written later."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from companion.evening.family import FamilyFolder
from companion.table import Table
from web.outside import Trouble

LEAST_FREE_MB = 200
LOOK_EVERY_S = 2.0


class Disk:
    """Looks at the room that is left, and writes what waits as soon as there is some."""

    def __init__(
        self,
        folder: Path,
        table: Table,
        family: FamilyFolder,
        free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``free`` tells the bytes that are left, ``clock`` counts seconds."""
        self._folder, self._table, self._family = folder, table, family
        self._free, self._clock = free, clock
        self._looked_at = -LOOK_EVERY_S
        self._is_little = False

    def look(self) -> bool:
        """To be called now and then: whether what the page tells has changed."""
        if self._clock() - self._looked_at < LOOK_EVERY_S:
            return False
        self._looked_at = self._clock()
        before = self.troubles()
        try:
            self._is_little = self._free(self._folder) < LEAST_FREE_MB * 1_000_000
        except OSError:
            self._is_little = True
        self._table.write_waiting()
        self._table.rest()
        self._family.write_waiting()
        return self.troubles() != before

    def troubles(self) -> tuple[Trouble, ...]:
        """What the page tells as long as it is so."""
        if self._table.waiting or self._family.unwritten:
            return (Trouble("disk_full", lasts=True),)
        return (Trouble("disk_little", {"kept": LEAST_FREE_MB}, lasts=True),) if self._is_little else ()
