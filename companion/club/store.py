"""What a club keeps, in PostgreSQL: every table's public entries, only ever added, each once, in its chain.

An entry is kept when the one that it follows is kept; until then it waits (``parked``). What is refused is kept aside
with its reason. Used by one thread; ``Reading`` is for the page's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import resources
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from companion.club.message import PublicEntry, digest
from companion.club.people import Forgetting, Forgotten, key_of, sealed
from companion.club.results import NotNow

LAYOUT_VERSION = 2
FORGETTING = 77002
"""The lock under which a name is forgotten: nothing is kept meanwhile."""
MOST_PARKED = 5_000
"""Of one table; what would be more is refused, and the table is asked for it again."""
MOST_REFUSED_BYTES = 4096
"""So much is kept of a message that was refused."""
CONNECT_S = 3
Chain = tuple[str, str]
"""A table's name, and which of its journals."""


class StoreError(NotNow):
    """The database cannot be used now; the message is one line."""


class UnkeepableEntry(Exception):
    """The database does not take what an entry holds; the message is one line."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A message that was not taken, with one line why."""

    topic: str
    reason: str
    payload: bytes


@dataclass(slots=True)
class Taken:
    """What became of some entries: which chains grew, which lack an entry, how many came twice, what was unusual."""

    grown: set[Chain] = field(default_factory=set)
    lacking: set[Chain] = field(default_factory=set)
    kept: int = 0
    twice: int = 0
    said: list[str] = field(default_factory=list)
    is_listed: bool = False
    """Whether anything may have changed that pages list beside the boards: calls, results, who has played."""

    def add(self, more: Taken) -> None:
        """What became of some others, too."""
        self.grown |= more.grown
        self.lacking |= more.lacking
        self.kept += more.kept
        self.twice += more.twice
        self.said += more.said
        self.is_listed |= more.is_listed


class Store:
    """The club's writing side. Every method may raise ``StoreError``; nothing of what it was given is kept then."""

    def __init__(self, address: str) -> None:
        """Connects, and makes the tables where there are none."""
        try:
            self._database = psycopg.connect(address, connect_timeout=CONNECT_S, autocommit=True)
            with self._database.transaction():
                self._database.execute("SELECT pg_advisory_xact_lock(77001)")
                self._database.execute(_schema())
                version = _one(self._database.execute("SELECT max(version) FROM layout"))
            if int(version) > LAYOUT_VERSION:
                raise StoreError("The database was made by a newer version of Companion: update the club.")
            self.heads: dict[Chain, tuple[int, str]] = {
                (table, chain): (seq, digest)
                for table, chain, seq, digest in self._database.execute(
                    "SELECT table_name, chain, seq, hash FROM head"
                )
            }
            self._secret = str(_one(self._database.execute("SELECT text FROM secret")))
            self._add_people(
                name
                for (names,) in self._database.execute(
                    "SELECT players FROM game WHERE NOT EXISTS (SELECT FROM player)"
                )
                for name in names
            )
        except psycopg.Error as error:
            raise StoreError(_line(error)) from error
        self._months: set[str] = set()

    def take(
        self,
        entries: Sequence[tuple[PublicEntry, str]],
        refused: Sequence[Refused] = (),
        now: datetime | None = None,
    ) -> Taken:
        """Keeps entries, each with its text as it came, and what was refused; all are safe when it returns.

        Raises ``UnkeepableEntry`` where one of them is at fault: then they are given one by one.
        """
        taken = Taken()
        heads = dict(self.heads)
        try:
            with self._database.transaction():
                months = self._require_months(now or datetime.now(UTC))
                self._take(entries, heads, taken)
                for one in refused:
                    self._refuse(one)
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise UnkeepableEntry(_line(error)) from error
        except psycopg.Error as error:
            raise StoreError(_line(error)) from error
        self.heads = heads
        self._months |= months  # there only since it is committed
        return taken

    def close(self) -> None:
        """Hangs up."""
        self._database.close()

    # ---------------------------------------------------------------- one batch

    def _take(
        self, entries: Sequence[tuple[PublicEntry, str]], heads: dict[Chain, tuple[int, str]], taken: Taken
    ) -> None:
        self._database.execute("SELECT pg_advisory_xact_lock_shared(%s)", (FORGETTING,))
        asked = {entry.hash for entry, _ in entries} | {entry.previous for entry, _ in entries}
        known = self._known(asked)
        added: list[tuple[PublicEntry, str]] = []
        waiting: dict[str, list[tuple[PublicEntry, str]]] | None = None
        for entry, text in entries:
            chain = (entry.table, entry.chain)
            if entry.hash in known:
                taken.twice += 1
                taken.grown.add(chain)
                continue
            if entry.previous and entry.previous not in known:
                self._park(entry, text, taken)
                continue
            ready = [(entry, text)]
            while ready:
                one, body = ready.pop()
                if one.hash in known:
                    continue
                self._note_order(one, heads, taken)
                known.add(one.hash)
                added.append((one, body))
                heads[chain] = (one.seq, one.hash)
                waiting = self._waiting(new.hash for new, _ in entries) if waiting is None else waiting
                ready += waiting.pop(one.hash, [])
            taken.grown.add(chain)
        self._add(added)
        taken.kept = len(added)
        taken.is_listed = any(map(_is_listed, (one for one, _ in added)))
        self._keep_heads({chain: heads[chain] for chain in taken.grown if chain in heads})

    def _known(self, hashes: Iterable[str]) -> set[str]:
        found = self._database.execute("SELECT hash FROM known WHERE hash = ANY(%s)", (list(hashes),))
        return {row[0] for row in found}

    def _note_order(self, entry: PublicEntry, heads: Mapping[Chain, tuple[int, str]], taken: Taken) -> None:
        """Says where a table goes another way than before: it was restored from a backup."""
        head = heads.get((entry.table, entry.chain))
        if head is not None and entry.previous != head[1]:
            taken.said.append(
                f"Table {entry.table} goes on from entry {entry.seq - 1} though {head[0]} are known: it was set "
                "back. Both ways are kept."
            )

    def _park(self, entry: PublicEntry, text: str, taken: Taken) -> None:
        chain = (entry.table, entry.chain)
        parked = _one(
            self._database.execute("SELECT count(*) FROM parked WHERE table_name = %s AND chain = %s", chain)
        )
        taken.lacking.add(chain)
        if int(parked) < MOST_PARKED:
            self._database.execute(
                "INSERT INTO parked VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
                (entry.hash, *chain, entry.previous, entry.seq, text),
            )

    def _waiting(self, hashes: Iterable[str]) -> dict[str, list[tuple[PublicEntry, str]]]:
        """What waits for these entries, one behind the other, by the hash of what each waits for.

        It stays where it is until it is kept.
        """
        found: dict[str, list[tuple[PublicEntry, str]]] = {}
        for previous, text in self._database.execute(_WAITING, (list(hashes),)):
            found.setdefault(previous, []).append((PublicEntry.model_validate_json(text), text))
        return found

    def _add(self, added: Sequence[tuple[PublicEntry, str]]) -> None:
        if not added:
            return
        added = self._without_forgotten(added)
        self._add_people(name for one, _ in added for name in _game(one)["names"])
        with self._database.cursor() as cursor:
            cursor.executemany("INSERT INTO known VALUES (%s)", [(one.hash,) for one, _ in added])
            cursor.executemany(
                "INSERT INTO entry (table_name, chain, seq, game, happened_ms, calls, hash, body) "
                "VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
                [
                    (one.table, one.chain, one.seq, one.game, one.at, _calls(one), one.hash, text)
                    for one, text in added
                ],
            )
            cursor.executemany(_GAME, [_game(one) for one, _ in added])
        self._database.execute("DELETE FROM parked WHERE hash = ANY(%s)", ([one.hash for one, _ in added],))

    def _without_forgotten(self, added: Sequence[tuple[PublicEntry, str]]) -> list[tuple[PublicEntry, str]]:
        """The entries as they are kept: names that were forgotten are not kept again."""
        forgetting = Forgetting(
            (Forgotten(*row) for row in self._database.execute(_FORGOTTEN).fetchall()), self._secret
        )
        if not forgetting:
            return list(added)
        kept: list[tuple[PublicEntry, str]] = []
        standing: dict[tuple[str, str, int], list[str]] = {}
        for entry, text in added:
            game = (entry.table, entry.chain, entry.game)
            if game not in standing:
                found = self._database.execute(
                    "SELECT players FROM game WHERE (table_name, chain, number) = (%s, %s, %s)", game
                ).fetchone()
                standing[game] = found[0] if found else []
            left = forgetting.without(entry, json.loads(text), standing[game])
            if left is not None:
                text, seal = sealed(left)
                entry = PublicEntry.model_validate(left)
                self._database.execute(
                    "INSERT INTO redacted (hash, digest) VALUES (%s, %s)", (entry.hash, seal)
                )
            standing[game] = _game(entry)["names"] or standing[game]
            kept.append((entry, text))
        return kept

    def _add_people(self, names: Iterable[str]) -> None:
        spelt: dict[str, str] = {}
        for name in names:
            spelt.setdefault(key_of(name), name)
        for key, name in spelt.items():
            self._database.execute(
                "INSERT INTO player (key, name) SELECT %(key)s, %(name)s "
                "WHERE NOT EXISTS (SELECT FROM player WHERE key = %(key)s)",
                {"key": key, "name": name},
            )

    def _keep_heads(self, heads: Mapping[Chain, tuple[int, str]]) -> None:
        if heads:
            with self._database.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO head VALUES (%s, %s, %s, %s) ON CONFLICT (table_name, chain) "
                    "DO UPDATE SET seq = excluded.seq, hash = excluded.hash",
                    [(*chain, *head) for chain, head in heads.items()],
                )

    def _refuse(self, one: Refused) -> None:
        self._database.execute(
            "INSERT INTO refused (topic, reason, size, payload) VALUES (%s, %s, %s, %s)",
            (one.topic[:200], one.reason[:500], len(one.payload), one.payload[:MOST_REFUSED_BYTES]),
        )

    def _require_months(self, now: datetime) -> set[str]:
        """A partition for this month and the next; gives the names of those that are new."""
        fresh: set[str] = set()
        for month in (_month(now, 0), _month(now, 1)):
            name = f"entry_{month:%Y_%m}"
            if name not in self._months:
                self._database.execute(
                    sql.SQL(
                        "CREATE TABLE IF NOT EXISTS {} PARTITION OF entry FOR VALUES FROM ({}) TO ({})"
                    ).format(
                        sql.Identifier(name),
                        sql.Literal(f"{month:%Y-%m-%d}T00:00Z"),
                        sql.Literal(f"{_month(month, 1):%Y-%m-%d}T00:00Z"),
                    )
                )
                fresh.add(name)
        return fresh


_FORGOTTEN = (
    "SELECT digest, number, (extract(epoch FROM since) * 1000)::bigint FROM forgotten ORDER BY since DESC"
)
_WAITING = """
WITH RECURSIVE behind(hash) AS (
    SELECT hash FROM parked WHERE previous = ANY(%s)
    UNION SELECT parked.hash FROM parked JOIN behind ON parked.previous = behind.hash
)
SELECT previous, body::text FROM parked JOIN behind USING (hash)
"""
_GAME = """
INSERT INTO game (table_name, chain, number, box, players, began_ms, last_ms, moves, calls, over, winners, last_seq)
VALUES (%(table)s, %(chain)s, %(number)s, %(box)s, %(players)s, %(at)s, %(at)s, %(moves)s, %(calls)s, %(over)s,
        %(winners)s, %(seq)s)
ON CONFLICT (table_name, chain, number) DO UPDATE SET
    box = coalesce(excluded.box, game.box),
    players = CASE WHEN excluded.box IS NULL THEN game.players ELSE excluded.players END,
    last_ms = excluded.last_ms, moves = excluded.moves, calls = game.calls + excluded.calls,
    over = excluded.over, winners = excluded.winners, last_seq = excluded.last_seq
"""


def _game(one: PublicEntry) -> dict[str, Any]:
    opened = one.opened or {}
    players, box = opened.get("players"), opened.get("game")
    names = [str(name) for name in players] if isinstance(players, list) else []
    return {
        **{"table": one.table, "chain": one.chain, "number": one.game, "at": one.at, "moves": one.moves},
        **{"over": one.over, "winners": json.dumps(one.winners), "seq": one.seq},
        "box": box if isinstance(box, str) else None,
        "names": names,
        "players": json.dumps(names),
        "calls": _calls(one),
    }


def _is_listed(one: PublicEntry) -> bool:
    """Whether an entry changes more than its table's board: not a move without a fault in a game that goes on."""
    return one.over or one.kind not in ("action", "question", "note") or _calls(one) > 0


def _calls(one: PublicEntry) -> int:
    faults = one.line.get("faults")
    return len(faults) if isinstance(faults, list) else 0


def broken_links(address: str) -> Iterator[str]:
    """Goes through everything that is kept, and says in one line each what was changed since, or is missing."""
    try:
        with (
            psycopg.connect(address, connect_timeout=CONNECT_S) as database,
            database.cursor("all") as cursor,
        ):
            cursor.execute(
                "SELECT table_name, chain, entry.hash, body::text, coalesce(redacted.digest, entry.hash) "
                "FROM entry LEFT JOIN redacted ON redacted.hash = entry.hash ORDER BY table_name, chain, seq"
            )
            hashes: dict[Chain, set[str]] = {}
            for table, chain, kept, text, seal in cursor:
                body = json.loads(text)
                there = hashes.setdefault((table, chain), {""})
                if digest(body) != seal or body.get("hash") != kept:
                    yield f"Table {table}, entry {body.get('seq')}: it was changed."
                elif body["previous"] not in there:
                    yield f"Table {table}, entry {body.get('seq')}: the one before is missing."
                there.add(kept)
    except psycopg.Error as error:
        raise StoreError(_line(error)) from error


def kept_hashes(address: str) -> Counter[str]:
    """The hashes of all entries that are kept, and how often each is; raises ``StoreError``."""
    return Counter(row[0] for row in _read(address, "SELECT hash FROM entry"))


def database_size(address: str) -> int:
    """The bytes that a database takes on its disk, indexes among them; raises ``StoreError``."""
    return int(_read(address, "SELECT pg_database_size(current_database())")[0][0])


def _read(address: str, query: LiteralString) -> list[tuple[Any, ...]]:
    try:
        with psycopg.connect(address, connect_timeout=CONNECT_S) as database:
            return database.execute(query).fetchall()
    except psycopg.Error as error:
        raise StoreError(_line(error)) from error


def _schema() -> Any:
    return resources.files("companion.club").joinpath("schema.sql").read_bytes()


def _one(cursor: psycopg.Cursor[Any]) -> Any:
    row = cursor.fetchone()
    return 0 if row is None else row[0]


def _month(of: datetime, later: int) -> datetime:
    month = of.month - 1 + later
    return datetime(of.year + month // 12, month % 12 + 1, 1, tzinfo=UTC)


def _line(error: psycopg.Error) -> str:
    said = str(error).strip().splitlines()
    return f"The database cannot be used ({said[0] if said else type(error).__name__})."
