"""The evening's line to a club, for a family that has asked for one; all it needs is imported only then."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.settings import ClubSettings
from companion.evening.family import PASSWORD_FILE
from companion.evening.troubles import Troubles
from companion.table import Table
from web.outside import ClubStatus

if TYPE_CHECKING:
    from companion.club.publisher import Orders, Publisher

_log = logging.getLogger("companion.club")
MISSING = "pip install 'companion-table[club]'"
"""What brings the packages that a club needs."""
OFF = ClubStatus("off")


class ClubLine:
    """What the page is told of the line to the club."""

    def __init__(self) -> None:
        self._status = OFF
        self._publisher: Publisher | None = None

    def status(self) -> ClubStatus:
        """Whether the club hears this table, and how many entries wait for it."""
        if self._publisher is None:
            return self._status
        return ClubStatus(self._publisher.status, self._publisher.waiting)

    @contextlib.contextmanager
    def open(
        self,
        folder: Path,
        club: ClubSettings | None,
        table: Table,
        troubles: Troubles,
        orders: Orders | None = None,
    ) -> Iterator[None]:
        """Publishes the table while the evening lasts, and obeys ``orders`` of Home Assistant, where there is one.
        Whatever is missing for it: the evening goes on without."""
        if club is None or not club.on:
            yield
            return
        self._publisher = self._opened(folder, club, table, troubles, orders)
        try:
            if self._publisher is not None:
                self._publisher.start()
            yield
        finally:
            if self._publisher is not None:
                self._publisher.close()

    def _opened(
        self, folder: Path, club: ClubSettings, table: Table, troubles: Troubles, orders: Orders | None
    ) -> Publisher | None:
        try:
            from companion.club.broker import Broker
            from companion.club.connection import Connection
            from companion.club.outbox import FILE_NAME, Outbox, OutboxError
            from companion.club.publisher import Called, Publisher
        except ImportError:
            self._status = ClubStatus("missing")
            troubles.tell("club_missing", file=MISSING)
            return None
        broker = Broker(
            address=club.address,
            user=club.table,
            password=_password(folder),
            ca_file=None if club.ca_file is None else Path(club.ca_file),
        )
        try:
            outbox = Outbox(folder / FILE_NAME, club.table)
        except (OutboxError, OSError) as error:
            _log.warning("%s", error)
            self._status = ClubStatus("failed")
            troubles.tell("club_failed", file=FILE_NAME)
            return None
        called = Called(club.table, club.title or club.table)
        if not club.home_assistant:
            return Publisher(table, outbox, broker, called, Connection)
        from companion.club.home_assistant import discovery, news

        announced = discovery(called.name, called.title)
        return Publisher(
            table, outbox, broker, called, Connection, announce=announced, news_of=news, orders=orders
        )


def _password(folder: Path) -> str | None:
    """The table's password at the broker; None where the family wrote none."""
    try:
        return (folder / PASSWORD_FILE).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None
