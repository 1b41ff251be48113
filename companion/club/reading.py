"""What the club's page and its exports read of the database: games, calls, and what was refused."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg.rows import dict_row

from companion.club.results import Call, ClubGame, RefusedMessage
from companion.club.store import CONNECT_S, StoreError

_GAMES = """
SELECT g.table_name AS table, g.chain, g.number, g.box, g.players, g.began_ms, g.last_ms, g.moves, g.calls, g.over,
       g.winners
FROM game g {where} ORDER BY g.last_ms DESC, g.table_name, g.number LIMIT %(most)s
"""
_CALLS = """
SELECT e.table_name AS table, e.happened_ms, g.box, e.body->'line'->'faults' AS faults,
       e.body->'line'->'action' AS action
FROM entry e LEFT JOIN game g ON (g.table_name, g.chain, g.number) = (e.table_name, e.chain, e.game)
WHERE e.calls > 0 ORDER BY e.received DESC, e.seq DESC LIMIT %(most)s
"""


class Reading:
    """A line to the database that only reads, for one thread at a time. Every method may raise ``StoreError``."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._database: psycopg.Connection[Any] | None = None

    def games(self, most: int, *, finished: bool = False) -> list[ClubGame]:
        """The games, the one played last first."""
        query = _GAMES.format(where="WHERE g.over" if finished else "")
        rows = self._rows(query, {"most": most})
        return [
            ClubGame(
                **{
                    **row,
                    "players": tuple(map(str, row["players"])),
                    "winners": tuple(map(str, row["winners"])),
                }
            )
            for row in rows
        ]

    def calls(self, most: int) -> list[Call]:
        """The last faults that were called, the newest first."""
        found = []
        for row in self._rows(_CALLS, {"most": most}):
            faults = [one for one in row["faults"] if isinstance(one, dict)]
            action = row["action"] if isinstance(row["action"], dict) else {}
            found += [Call(row["table"], row["happened_ms"], row["box"], one, action) for one in faults]
        return found

    def refused(self, most: int) -> list[RefusedMessage]:
        """What was not taken, the newest first."""
        rows = self._rows(
            "SELECT received, topic, reason, size FROM refused ORDER BY id DESC LIMIT %(most)s",
            {"most": most},
        )
        return [RefusedMessage(**row) for row in rows]

    def entries(self, table: str, chain: str, game: int) -> list[dict[str, Any]]:
        """The public entries of one game, oldest first; of two ways that a table went, both."""
        rows = self._rows(
            "SELECT body FROM entry WHERE table_name = %(table)s AND chain = %(chain)s AND game = %(game)s "
            "ORDER BY seq, received",
            {"table": table, "chain": chain, "game": game},
        )
        return [row["body"] for row in rows]

    def close(self) -> None:
        """Hangs up."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _rows(self, query: str, given: Mapping[str, Any]) -> Sequence[dict[str, Any]]:
        with self._lock:
            try:
                if self._database is None or self._database.closed:
                    self._database = psycopg.connect(
                        self._address, connect_timeout=CONNECT_S, autocommit=True, row_factory=dict_row
                    )
                rows: list[dict[str, Any]] = self._database.execute(query, given).fetchall()
                return rows
            except psycopg.Error as error:
                if self._database is not None:
                    self._database.close()
                raise StoreError("The database cannot be reached.") from error
