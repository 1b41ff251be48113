"""Who plays at the club, as it is kept: consent, a link of one's own, all that is known of somebody, and forgetting.

Forgetting takes a name out of every entry, and leaves the entry's own hash, to which the next one holds. What is left
gets a digest of its own (``redacted``), by which ``companion club --check`` goes on to find any other change.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import psycopg

from companion.club.line import Line
from companion.club.message import digest
from companion.club.people import Person, blinded, by_key, key_of, placeholder, renamed, replaced, sealed
from companion.club.store import FORGETTING

_PERSON = "number, name, consented IS NOT NULL AS consents, forgotten IS NOT NULL AS is_forgotten"


class Register(Line):
    """The people of a club. Every method may raise ``StoreError``."""

    def people(self) -> list[Person]:
        """All who have played, in the order in which they came."""
        return [Person(**row) for row in self._rows(f"SELECT {_PERSON} FROM player ORDER BY number")]  # noqa: S608

    def consent(self, number: int, *, agrees: bool) -> None:
        """Somebody agrees that the name is shown outside its own table, or does not any more."""
        with self._change() as database:
            database.execute(
                "UPDATE player SET consented = CASE WHEN %s THEN coalesce(consented, now()) END "
                "WHERE number = %s AND forgotten IS NULL",
                (agrees, number),
            )

    def make_link(self, number: int) -> str:
        """The secret of somebody's own link; an earlier one does not hold any more."""
        secret = secrets.token_urlsafe(18)
        with self._change() as database:
            database.execute(
                "UPDATE player SET link = %s WHERE number = %s AND forgotten IS NULL",
                (_hashed(secret), number),
            )
        return secret

    def of_link(self, secret: str) -> int | None:
        """Whose link has this secret."""
        rows = self._rows("SELECT number FROM player WHERE link = %(link)s", {"link": _hashed(secret)})
        return int(rows[0]["number"]) if rows else None

    def known_of(self, number: int) -> dict[str, Any] | None:
        """All that is kept of somebody, others by their numbers; None where there is nobody of this number."""
        people = by_key(self.people())
        found = self._rows(
            "SELECT number, key, name, first_seen::text, consented::text, link IS NOT NULL AS has_link FROM player "
            "WHERE number = %(number)s AND forgotten IS NULL",
            {"number": number},
        )
        if not found:
            return None
        key = found[0].pop("key")

        def to_number(text: str) -> str | None:
            one = people.get(key_of(text))
            return None if one is None or one.number == number else placeholder(one.number)

        games = [row for row in self._rows(_GAMES) if key in map(key_of, row["players"])]
        entries = []
        for game in games:
            spelt = {name for name in game["players"] if key_of(name) == key}
            others = {name: to_number(name) for name in game["players"] if name not in spelt}
            for row in self._rows(_ENTRIES, game):
                if renamed(row["body"], lambda text: "" if text in spelt else None) != row["body"]:  # noqa: B023
                    entries.append(renamed(row["body"], others.get))
        told = [
            {**replaced(game, to_number), "table": game["table"], "chain": game["chain"]} for game in games
        ]
        entered = self._rows(_ENTERED, {"number": number})
        return {"player": found[0], "games": told, "tournaments": list(entered), "entries": entries}

    def forget(self, number: int) -> bool:
        """Takes somebody's name out of everything that is kept; False where there is nobody of this number.

        The games stay, of a player who has a new number that leads to nobody.
        """
        with self._change() as database:
            database.execute("SELECT pg_advisory_xact_lock(%s)", (FORGETTING,))
            row = database.execute(
                "SELECT key, name FROM player WHERE number = %s AND forgotten IS NULL FOR UPDATE", (number,)
            ).fetchone()
            if row is None:
                return False
            new = _nobody(database)
            games = [game for game in database.execute(_GAMES) if row["key"] in map(key_of, game["players"])]
            spellings = {row["name"]} | {
                name for game in games for name in game["players"] if key_of(name) == row["key"]
            }
            new_of = partial(dict.fromkeys(spellings, placeholder(new)).get)
            for game in games:
                _redact(database, game, new_of)
            secret = database.execute("SELECT text FROM secret").fetchone()
            for name in spellings:
                _drop_waiting(database, name)
                database.execute(
                    "INSERT INTO forgotten (digest, number) VALUES (%s, %s)",
                    (blinded(name, secret["text"] if secret else ""), new),
                )
            database.execute("UPDATE entrant SET player = %s WHERE player = %s", (new, number))
            database.execute("UPDATE pairing SET one = %s WHERE one = %s", (new, number))
            database.execute("UPDATE pairing SET other = %s WHERE other = %s", (new, number))
            database.execute("DELETE FROM player WHERE number = %s", (number,))
        return True


_GAMES = """
SELECT table_name AS table, chain, number, box, players, winners, began_ms, last_ms, moves, over FROM game
ORDER BY last_ms, table_name, number
"""
_ENTRIES = """
SELECT hash, body FROM entry WHERE table_name = %(table)s AND chain = %(chain)s AND game = %(number)s ORDER BY seq
"""
_ENTERED = """
SELECT tournament.number, tournament.title, tournament.began::text FROM tournament
JOIN entrant ON entrant.tournament = tournament.number WHERE entrant.player = %(number)s ORDER BY tournament.number
"""


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _nobody(database: psycopg.Connection[Any]) -> int:
    """The number of a new player without a name."""
    row = database.execute(
        "INSERT INTO player (key, name, forgotten) VALUES (gen_random_uuid()::text, '', now()) RETURNING number"
    ).fetchone()
    number = int(row["number"]) if row else 0
    name = placeholder(number)
    database.execute("UPDATE player SET key = %s, name = %s WHERE number = %s", (name, name, number))
    return number


def _redact(
    database: psycopg.Connection[Any], game: Mapping[str, Any], new_of: Callable[[str], str | None]
) -> None:
    """Takes a name out of a game and of its entries. What was changed before by somebody else stays found."""
    database.execute(
        "UPDATE game SET players = %s, winners = %s WHERE (table_name, chain, number) = (%s, %s, %s)",
        (
            json.dumps(replaced(game["players"], new_of)),
            json.dumps(replaced(game["winners"], new_of)),
            *(game["table"], game["chain"], game["number"]),
        ),
    )
    for row in database.execute(_ENTRIES, game).fetchall():
        left = renamed(row["body"], new_of)
        if left == row["body"]:
            continue
        before = database.execute("SELECT digest FROM redacted WHERE hash = %s", (row["hash"],)).fetchone()
        is_true = digest(row["body"]) == (before["digest"] if before else row["hash"])
        text, seal = sealed(left)
        database.execute(
            "INSERT INTO redacted (hash, digest) VALUES (%s, %s) "
            "ON CONFLICT (hash) DO UPDATE SET digest = excluded.digest, since = now()",
            (row["hash"], seal if is_true else "changed before"),
        )
        database.execute(
            "UPDATE entry SET body = %s WHERE (table_name, chain, game, hash) = (%s, %s, %s, %s)",
            (text, game["table"], game["chain"], game["number"], row["hash"]),
        )


def _drop_waiting(database: psycopg.Connection[Any], name: str) -> None:
    """Entries that wait for another, and what was refused: a table is asked for the first again."""
    written = json.dumps(name, ensure_ascii=False)[1:-1]
    database.execute("DELETE FROM parked WHERE position(%s IN body::text) > 0", (written,))
    database.execute(
        "UPDATE refused SET payload = '' WHERE position(%s::bytea IN payload) > 0", (written.encode(),)
    )
