"""The tournaments of a club as they are kept: who was entered, and who was paired with whom; never the results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.club.line import Line
from companion.club.pairings import Meeting, Result, System, Tournament

_MEETINGS = """
SELECT round, place, one, other, (extract(epoch FROM made) * 1000)::bigint AS made_ms, table_name AS table, decided
FROM pairing WHERE tournament = %(number)s ORDER BY round, place
"""


class Tournaments(Line):
    """Every method may raise ``StoreError``."""

    def all(self) -> list[tuple[int, str]]:
        """The tournaments by number and title, the newest first."""
        rows = self._rows("SELECT number, title FROM tournament ORDER BY number DESC")
        return [(row["number"], row["title"]) for row in rows]

    def one(self, number: int) -> Tournament | None:
        """A tournament as it was paired so far."""
        given = {"number": number}
        rows = self._rows(
            "SELECT title, box, system, rounds FROM tournament WHERE number = %(number)s", given
        )
        if not rows:
            return None
        entered = self._rows("SELECT player FROM entrant WHERE tournament = %(number)s ORDER BY seed", given)
        return Tournament(
            **{**given, **rows[0]},
            players=tuple(row["player"] for row in entered),
            meetings=tuple(Meeting(**row) for row in self._rows(_MEETINGS, given)),
        )

    def begin(self, title: str, box: str, system: System, rounds: int, players: Sequence[int]) -> int:
        """A new tournament of these players, in the order of their seeds; gives its number."""
        with self._change() as database:
            made: Any = database.execute(
                "INSERT INTO tournament (title, box, system, rounds) VALUES (%s, %s, %s, %s) RETURNING number",
                (title, box, system, rounds),
            ).fetchone()
            for seed, player in enumerate(players, start=1):
                database.execute("INSERT INTO entrant VALUES (%s, %s, %s)", (made["number"], seed, player))
        return int(made["number"])

    def pair(self, number: int, round_: int, pairs: Sequence[tuple[int, int | None]]) -> None:
        """Keeps a round; one that two referees pair at the same time is kept once."""
        with self._change() as database:
            database.execute("SELECT FROM tournament WHERE number = %s FOR UPDATE", (number,))
            known: Any = database.execute(
                "SELECT count(*) AS count FROM pairing WHERE (tournament, round) = (%s, %s)", (number, round_)
            ).fetchone()
            for place, (one, other) in enumerate(pairs if not known["count"] else (), start=1):
                database.execute(
                    "INSERT INTO pairing (tournament, round, place, one, other) VALUES (%s, %s, %s, %s, %s)",
                    (number, round_, place, one, other),
                )

    def call(self, number: int, round_: int, place: int, table: str) -> None:
        """Calls two players to a table, unless they were called to another."""
        with self._change() as database:
            database.execute(
                "UPDATE pairing SET table_name = %s "
                "WHERE (tournament, round, place) = (%s, %s, %s) AND table_name IS NULL",
                (table, number, round_, place),
            )

    def decide(self, number: int, round_: int, place: int, result: Result | None) -> None:
        """What a referee says, until another says otherwise; None leaves it to the game."""
        with self._change() as database:
            database.execute(
                "UPDATE pairing SET decided = %s WHERE (tournament, round, place) = (%s, %s, %s)",
                (result, number, round_, place),
            )
