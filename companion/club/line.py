"""A line of the club's page to its database, called again whenever it was lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.rows import dict_row

from companion.club.store import CONNECT_S, StoreError


class Line:
    """For one thread at a time. Every method may raise ``StoreError``."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._database: psycopg.Connection[Any] | None = None

    def close(self) -> None:
        """Hangs up."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _rows(self, query: str, given: Mapping[str, Any] | None = None) -> Sequence[dict[str, Any]]:
        with self._open() as database:
            rows: list[dict[str, Any]] = database.execute(query, given or {}).fetchall()
            return rows

    @contextmanager
    def _change(self) -> Iterator[psycopg.Connection[Any]]:
        """All that is done to the database in here, or nothing of it."""
        with self._open() as database, database.transaction():
            yield database

    @contextmanager
    def _open(self) -> Iterator[psycopg.Connection[Any]]:
        with self._lock:
            try:
                if self._database is None or self._database.closed:
                    self._database = psycopg.connect(
                        self._address, connect_timeout=CONNECT_S, autocommit=True, row_factory=dict_row
                    )
                yield self._database
            except psycopg.Error as error:
                if self._database is not None:
                    self._database.close()
                raise StoreError("The database cannot be reached.") from error
