"""The club at work: hears all tables at the broker, keeps what they tell, and says what it keeps.

The broker is told that a message is safe only once the database has it. While the database is away the broker holds
what comes, and the boards go on: they come by a line of their own.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from functools import partial

from companion.club.boards import Boards
from companion.club.broker import BadAddress, Broker
from companion.club.connection import Connection
from companion.club.message import (
    ROOT,
    BadMessage,
    Health,
    PublicEntry,
    PublicState,
    packed,
    topic,
    understood,
)
from companion.club.store import Chain, Refused, Store, StoreError, Taken, UnkeepableEntry

_log = logging.getLogger("companion.club")

SESSION_S = 7 * 86_400
"""So long the broker keeps what comes while the club is away."""
AT_ONCE = 500
"""So many messages may be under way between broker and database."""
GATHER_S = 0.1
"""So long entries are gathered for one transaction: with many tables that costs a fifth of one each."""
TELL_KEPT_S = 5.0
"""So often a table is told what is kept of it: it asks only when it calls, and then tells the last seconds twice."""
ASK_AGAIN_S = 3.0
MOST_SAID = 200
"""Lines that are kept for the owner."""


class Hall:
    """The club's working part; ``boards`` is what it shows."""

    def __init__(self, broker: Broker, database: str, boards: Boards, *, wait_s: float = 1.0) -> None:
        self._broker = broker
        self._address = database
        self.boards = boards
        self._wait_s = wait_s
        self._heard: queue.SimpleQueue[tuple[int, str, bytes, int]] = queue.SimpleQueue()
        self._over = threading.Event()
        self._lines: dict[str, Connection | None] = {"events": None, "boards": None}
        self._calls = {"events": 0, "boards": 0}
        self._lost = {"events": threading.Event(), "boards": threading.Event()}
        self._greet = threading.Event()
        self._store: Store | None = None
        self._asked_at: dict[Chain, float] = {}
        self._grown: set[Chain] = set()
        """The chains that have grown since their tables were told what is kept."""
        self._told_kept_at = -TELL_KEPT_S
        self.said: list[str] = []
        """What was unusual, one line each, the newest last."""
        self.has_broker = False
        self.has_database = False
        self._threads = [
            threading.Thread(target=self._keep, name="club keeps", daemon=True),
            *(
                threading.Thread(
                    target=self._stay_connected, args=(which,), name=f"club {which}", daemon=True
                )
                for which in self._lines
            ),
        ]

    def start(self) -> None:
        """Begins to hear and to keep."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Ends; what was heard and not kept is still at the broker."""
        self._over.set()
        self.boards.close()
        for lost in self._lost.values():
            lost.set()
        for thread in self._threads:
            thread.join(timeout=10.0)

    # ---------------------------------------------------------------- hearing

    def _stay_connected(self, which: str) -> None:
        """Calls the broker, again whenever the line is lost."""
        while not self._over.is_set():
            lost = self._lost[which]
            lost.clear()
            self._calls[which] += 1
            line = Connection(
                self._broker,
                f"{self._broker.user or 'club'}-{which}",
                connected=partial(self._listen, which),
                lost=partial(self._lose, which),
                heard=partial(self._hear_entry, self._calls[which])
                if which == "events"
                else self._hear_board,
                keeps_session_s=SESSION_S if which == "events" else 0,
                most_at_once=AT_ONCE,
            )
            self._lines[which] = line
            try:
                line.open()
                lost.wait()
            except BadAddress:
                raise
            except OSError as error:
                self._say(f"The broker cannot be reached ({error}).")
            self._lines[which] = None
            self.has_broker = False
            line.close()
            self._over.wait(self._wait_s)

    def _lose(self, which: str, reason: str) -> None:
        if not self._over.is_set():
            self._say(f"The broker is away ({reason}).")
        self._lost[which].set()

    def _listen(self, which: str) -> None:
        line = self._lines[which]
        if line is None:
            return
        self.has_broker = True
        if which == "events":
            line.listen(f"{ROOT}/+/events")
            self._greet.set()
        else:
            for part in ("state", "health"):
                line.listen(f"{ROOT}/+/{part}")

    def _hear_entry(self, call: int, where: str, payload: bytes, number: int) -> None:
        self._heard.put((call, where, payload, number))

    def _hear_board(self, where: str, payload: bytes, number: int) -> None:
        line = self._lines["boards"]
        if line is not None:
            line.take(number)
        if not payload:
            return
        try:
            message, _ = understood(where, payload)
        except BadMessage as refused:
            self._say(f"{where[:80]}: {refused}.")
            return
        if isinstance(message, PublicState | Health):
            self.boards.hear(message)

    # ---------------------------------------------------------------- keeping

    def _keep(self) -> None:
        """Takes what was heard into the database, again and again until it is there."""
        batch: list[tuple[int, str, bytes, int]] = []
        while not self._over.is_set():
            if not batch:
                batch = self._next_batch()
            try:
                store = self._opened()
                self._take(store, batch)
                batch = []
                self._ask_behind(store)
            except StoreError as error:
                self._say(str(error))
                self.has_database = False
                if self._store is not None:
                    self._store.close()
                self._store = None
                self._over.wait(self._wait_s)
        if self._store is not None:
            self._store.close()

    def _opened(self) -> Store:
        if self._store is None:
            self._store = Store(self._address)
            self.has_database = True
            self._greet.set()
        return self._store

    def _next_batch(self) -> list[tuple[int, str, bytes, int]]:
        batch: list[tuple[int, str, bytes, int]] = []
        try:
            batch.append(self._heard.get(timeout=0.5))
            self._over.wait(GATHER_S)
            while len(batch) < AT_ONCE:
                batch.append(self._heard.get_nowait())
        except queue.Empty:
            pass
        return batch

    def _take(self, store: Store, batch: list[tuple[int, str, bytes, int]]) -> None:
        entries: list[tuple[PublicEntry, str]] = []
        refused: list[Refused] = []
        for _, where, payload, _ in batch:
            try:
                message, _ = understood(where, payload)
                if isinstance(message, PublicEntry):
                    entries.append((message, payload.decode()))
            except BadMessage as reason:
                refused.append(Refused(where, str(reason), payload))
            except Exception as error:  # whatever one table says, the others are heard
                refused.append(Refused(where, f"it cannot be read ({type(error).__name__})", payload))
        if batch:
            taken = self._taken(store, entries, refused)
            for one in refused:
                self._say(f"{one.topic[:80]}: {one.reason}.")
            for line in taken.said:
                self._say(line)
            self._grown |= taken.grown
            for chain in taken.lacking:
                self._ask(store, chain)
            self._acknowledge(batch)
            if taken.is_listed:
                self.boards.touch()
        if self._greet.is_set():
            self._greet.clear()
            self._grown = set(store.heads)
            self._told_kept_at = -TELL_KEPT_S
        self._tell_grown(store)

    def _taken(self, store: Store, entries: list[tuple[PublicEntry, str]], refused: list[Refused]) -> Taken:
        """What the database made of entries; one that it does not take is refused, and the others are kept."""
        try:
            return store.take(entries, refused)
        except StoreError:
            raise
        except Exception:  # of what nobody thought of, too, only the entry at fault is refused
            whole = Taken()
            for one, text in entries:
                try:
                    whole.add(store.take([(one, text)]))
                except StoreError:
                    raise
                except Exception as error:
                    reason = "the database does not take what it holds"
                    if not isinstance(error, UnkeepableEntry):
                        reason = f"it cannot be kept ({type(error).__name__})"
                    refused.append(Refused(topic(one.table, "events"), reason, text.encode()))
            whole.add(store.take([], refused))
            return whole

    def _acknowledge(self, batch: list[tuple[int, str, bytes, int]]) -> None:
        line = self._lines["events"]
        for call, _, _, number in batch:
            if line is not None and call == self._calls["events"]:
                line.take(number)

    def _ask_behind(self, store: Store) -> None:
        for chain in self.boards.behind(store.heads, ASK_AGAIN_S):
            self._ask(store, chain)

    def _ask(self, store: Store, chain: Chain) -> None:
        """Asks a table for what is missing, not more often than it can answer."""
        now = time.monotonic()
        if now - self._asked_at.get(chain, -ASK_AGAIN_S) < ASK_AGAIN_S:
            return
        self._asked_at[chain] = now
        self._tell_kept(store, chain, again=True)

    def _tell_grown(self, store: Store) -> None:
        """Tells the tables what is kept of them, now and then."""
        if self._grown and time.monotonic() - self._told_kept_at >= TELL_KEPT_S:
            self._told_kept_at = time.monotonic()
            for chain in self._grown:
                self._tell_kept(store, chain)
            self._grown = set()

    def _tell_kept(self, store: Store, chain: Chain, *, again: bool = False) -> None:
        line = self._lines["events"]
        table, of_chain = chain
        seq, digest = store.heads.get(chain, (0, ""))
        kept = {"chain": of_chain, "seq": seq, "hash": digest, "again": again}
        if line is not None:
            line.say(topic(table, "kept"), packed(kept), retain=not again)

    def _say(self, line: str) -> None:
        """A line for the owner, each once in a row."""
        if not self.said or self.said[-1] != line:
            _log.warning("%s", line)
            self.said = [*self.said[-MOST_SAID:], line]
