"""What the club's page and its exports read of the database: games, calls, and what was refused."""

from __future__ import annotations

from typing import Any

from companion.club.line import Line
from companion.club.results import Call, ClubGame, RefusedMessage, RightCall

_GAMES = """
SELECT g.table_name AS table, g.chain, g.number, g.box, g.players, g.began_ms, g.last_ms, g.moves, g.calls, g.over,
       g.winners, (extract(epoch FROM g.seen) * 1000)::bigint AS seen_ms
FROM game g {where} ORDER BY g.last_ms DESC, g.table_name, g.number LIMIT %(most)s
"""
_MARK = """
SELECT concat(count(*), ' ', sum(last_seq), ' ', max(last_ms), ' ', (SELECT max(number) FROM player)) AS mark
FROM game WHERE over
"""
_CALLS = """
SELECT e.table_name AS table, e.happened_ms, g.box, e.body->'line'->'faults' AS faults,
       e.body->'line'->'action' AS action
FROM entry e LEFT JOIN game g ON (g.table_name, g.chain, g.number) = (e.table_name, e.chain, e.game)
WHERE e.calls > 0 ORDER BY e.received DESC, e.seq DESC LIMIT %(most)s
"""


_RIGHT_CALLS = """
SELECT e.table_name AS table, e.happened_ms, g.box, e.body->'events' AS events
FROM entry e JOIN game g ON (g.table_name, g.chain, g.number) = (e.table_name, e.chain, e.game)
WHERE e.body->'line'->'action'->>'do' = 'call' AND g.over ORDER BY e.happened_ms, e.table_name, e.seq
"""


class Reading(Line):
    """A line to the database that only reads. Every method may raise ``StoreError``."""

    def games(self, most: int | None, *, finished: bool = False) -> list[ClubGame]:
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

    def finished_mark(self) -> str:
        """Changes whenever a finished game does: with another the games are read anew."""
        return str(self._rows(_MARK)[0]["mark"])

    def calls(self, most: int) -> list[Call]:
        """The last faults that were called, the newest first."""
        found = []
        for row in self._rows(_CALLS, {"most": most}):
            faults = [one for one in row["faults"] if isinstance(one, dict)]
            action = row["action"] if isinstance(row["action"], dict) else {}
            found += [Call(row["table"], row["happened_ms"], row["box"], one, action) for one in faults]
        return found

    def right_calls(self) -> list[RightCall]:
        """The calls of players that were right, the oldest first."""
        return [
            RightCall(row["table"], row["happened_ms"], row["box"], str(event["by"]), len(event["steps"]))
            for row in self._rows(_RIGHT_CALLS)
            for event in row["events"]
            if event.get("valid") is True and event.get("by") and isinstance(event.get("steps"), list)
        ]

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
