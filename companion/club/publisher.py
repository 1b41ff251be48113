"""A table tells its club what everybody may know, over MQTT. Whoever taps never waits for it.

The table hands over a snapshot and goes on. A thread of its own writes the new entries into the outbox, sends them in
order, and again until the broker has them. Where a club says which entries it keeps, what it lacks is sent once more.
"""

from __future__ import annotations

import logging
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import ValidationError

from companion.club.broker import BadAddress, Broker
from companion.club.message import MOST_BYTES, VERSION, Kept, packed, topic
from companion.club.outbox import Outbox, OutboxError
from companion.club.telling import public_entries, public_state
from companion.journal import JournalError
from companion.showing import Snapshot
from companion.table import Table

if TYPE_CHECKING:
    from companion.club.connection import Connection

_log = logging.getLogger("companion.club")

AT_ONCE = 20
"""So many messages are under way at the same time."""
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 30.0
HEALTH_S = 60.0
REMEMBER_S = 5.0
"""So often it is written down what was taken: after a crash the last seconds are told twice."""
AWAY = "away"
"""The broker cannot be reached."""
REFUSED = "refused"
"""The broker does not want us: a wrong password, a table's name that is not ours, no certificate."""
THERE = "there"


@dataclass(frozen=True, slots=True)
class Called:
    """How a table is called: in topics and by people."""

    name: str
    title: str


class Orders(Protocol):
    """What somebody at the broker may have done at this table."""

    @property
    def voice(self) -> str:
        """Whether the table's own voice may speak: "ON" or "OFF"."""

    def obey(self, order: str) -> None:
        """Does it, if it is known and possible now."""


class Publisher:
    """Publishes one table until it is closed."""

    def __init__(
        self,
        table: Table,
        outbox: Outbox,
        broker: Broker,
        called: Called,
        connect: Callable[..., Connection],
        *,
        announce: Mapping[str, bytes] | None = None,
        news_of: Callable[
            [Mapping[str, Any], bool], Sequence[Mapping[str, Any]]
        ] = lambda entry, was_over: (),
        orders: Orders | None = None,
        wait_s: float = FIRST_WAIT_S,
    ) -> None:
        """``connect`` makes a ``Connection``; ``announce`` is what else is said and kept, by topic; ``news_of`` makes
        of an entry what is told at once and never again; ``orders`` are what somebody at the broker may ask for."""
        self._table = table
        self._outbox = outbox
        self._broker = broker
        self._called = called
        self._connect = connect
        self._announce = announce or {}
        self._news_of = news_of
        self._orders = orders
        self._was_over = False
        self._first_wait_s = wait_s
        self._changed = threading.Condition()
        self._news: Snapshot | None = None
        self._told: deque[tuple[int, str, Any]] = deque()
        self._over = False
        self.status = AWAY
        """One of ``AWAY``, ``REFUSED``, ``THERE``."""
        self._line: Connection | None = None
        self._calls = 0
        """How often the broker was called: what an earlier line tells late is not heard."""
        self._is_open = False
        self._is_compared = False
        """Whether the club has said, since the line is open, what it keeps."""
        self._remember_at = 0.0
        self._reached = outbox.taken
        self._under_way: dict[int, int | None] = {}
        self._state_at: int | None = None
        self._health_due = 0.0
        self._try_at = 0.0
        self._wait_s = wait_s
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)
        self._unsubscribe: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begins, with what the journal holds that was not told yet."""
        self._unsubscribe = self._table.subscribe(self._hear_table)
        self._news = self._table.snapshot()
        self._was_over = self._news.over
        self._thread.start()

    def close(self) -> None:
        """Ends; what was not taken stays in the outbox."""
        self._unsubscribe()
        with self._changed:
            self._over = True
            self._changed.notify()
        self._thread.join(timeout=3.0)

    @property
    def waiting(self) -> int:
        """How many messages nobody has taken yet."""
        return self._outbox.count_after(self._outbox.taken)

    # ---------------------------------------------------------------- what others call, never slowly

    def _hear_table(self, snapshot: Snapshot) -> None:
        with self._changed:
            self._news = snapshot
            self._changed.notify()

    def _tell(self, call: int, what: str, content: Any = None) -> None:
        with self._changed:
            self._told.append((call, what, content))
            self._changed.notify()

    # ---------------------------------------------------------------- the thread

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._over or self._news or self._told, self._idle_s())
                over, news, self._news = self._over, self._news, None
                told = list(self._told)
                self._told.clear()
            try:
                if news is not None:
                    self.write(news)
                for call, what, content in told:
                    if call == self._calls:
                        self._take_note(what, content)
                self._send()
                if time.monotonic() >= self._remember_at:
                    self._remember_at = time.monotonic() + REMEMBER_S
                    self._outbox.remember_taken()
            except (OutboxError, JournalError) as error:
                _log.warning("%s", error)
                self._put_off(news)
            except Exception:  # whatever it is: the table must not suffer, and the journal has it all
                _log.exception("Telling the club failed.")
                self._hang_up("failed")
                self._put_off(news)
            if over:
                break
        if self._line is not None:
            self._line.close({topic(self._called.name, "health"): packed(self._health(online=False))})
        self._outbox.close()

    def _put_off(self, news: Snapshot | None) -> None:
        """What was not written is tried again, with what came since."""
        with self._changed:
            if self._news is None and not self._over:
                self._news = news
        time.sleep(min(self._first_wait_s, 1.0))

    def _idle_s(self) -> float:
        if self._line is None:
            return max(self._try_at - time.monotonic(), 0.01)
        return max(min(self._health_due - time.monotonic(), HEALTH_S), 0.05)

    def write(self, snapshot: Snapshot) -> None:
        """Puts what is new in the journal into the outbox; raises ``OutboxError`` or ``JournalError``."""
        if not self._outbox.follows(self._table.entry(self._outbox.seq)):
            _log.warning("The journal is another one than was told: the club gets it as a new one.")
            self._outbox.begin_anew()
        after = self._outbox.seq
        if not after and (in_play := self._table.entries_of(self._table.number)):
            after = in_play[0].seq - 1  # what was played before the club came stays at home
        if unheard := self._table.entries_after(after):
            told = public_entries(unheard, self._table.entries_of, snapshot)
            fresh = [_within_bounds(one) for one in told]
            self._outbox.add(fresh)
            self._cry_out(fresh)

    def _cry_out(self, fresh: Sequence[Mapping[str, Any]]) -> None:
        """What is only news at this moment is told now, to whoever listens now."""
        for entry in fresh:
            for told in self._news_of(entry, self._was_over):
                if self._line is not None and self._is_open:
                    self._line.say(topic(self._called.name, "call"), packed(told), qos=0)
            self._was_over = bool(entry["over"])

    def _take_note(self, what: str, content: Any) -> None:
        if what == "open":
            self._is_open, self.status, self._wait_s = True, THERE, self._first_wait_s
            self._state_at, self._health_due, self._reached = None, 0.0, self._outbox.taken
            self._is_compared = False
            if self._line is not None:
                self._line.listen(topic(self._called.name, "kept"))
                for where, payload in self._announce.items():
                    self._line.say(where, payload, retain=True)
                if self._orders is not None:
                    self._line.listen(topic(self._called.name, "order"), fresh=True)
                    self._say_voice(self._orders)
        elif what == "lost":
            self._hang_up(str(content))
        elif what == "sent":
            self._sent(*content)
        elif what == "heard":
            where, payload, number = content
            if where == topic(self._called.name, "kept"):
                self._club_keeps(payload, number)
            elif self._orders is not None:
                self._obey(self._orders, payload, number)

    def _obey(self, orders: Orders, payload: bytes, number: int) -> None:
        """Does what was asked for; what nobody here understands changes nothing."""
        if self._line is not None:
            self._line.take(number)
        orders.obey(payload.decode("utf-8", "replace"))
        self._say_voice(orders)

    def _say_voice(self, orders: Orders) -> None:
        if self._line is not None:
            self._line.say(topic(self._called.name, "voice"), orders.voice.encode(), retain=True)

    def _sent(self, number: int, refusal: str | None) -> None:
        """The broker has a message, or refuses it."""
        place = self._under_way.pop(number, None)
        if refusal is not None:
            self._hang_up(refusal)
        elif place is not None and place > self._outbox.taken:
            self._outbox.take(place)  # the broker answers in the order in which it was told

    def _club_keeps(self, payload: bytes, number: int) -> None:
        if self._line is not None:
            self._line.take(number)
        try:
            kept = Kept.model_validate_json(payload)
        except ValidationError:
            return  # nobody but the club may speak here; whoever does is not heard
        if kept.again or (kept.chain == self._outbox.chain and not self._is_compared):
            place = self._outbox.place_of(kept.chain, kept.seq, kept.hash)
            self._is_compared = True
            if place is not None or not kept.seq:
                self._reached = min(self._reached, place or 0)

    def _send(self) -> None:
        if self._line is None:
            if time.monotonic() >= self._try_at and not self._over:
                self._call()
            return
        if not self._is_open:
            return
        for one in self._outbox.after(self._reached, max(AT_ONCE - len(self._under_way), 0)):
            number = self._line.say(topic(self._called.name, "events"), one.body)
            self._under_way[number] = one.number
            self._reached = one.number
        if self._state_at != self._table.seq and len(self._under_way) < AT_ONCE:
            self._say_state()
        if time.monotonic() >= self._health_due:
            self._health_due = time.monotonic() + HEALTH_S
            self._say("health", packed(self._health(online=True)))

    def _say_state(self) -> None:
        snapshot = self._table.snapshot()
        self._state_at = snapshot.seq
        self._say("state", self.state(snapshot))

    def state(self, snapshot: Snapshot) -> bytes:
        """What is said of a snapshot, kept by the broker until the next; without its view where that is too long."""
        said = {**self._signed(snapshot.seq), **public_state(snapshot), "title": self._called.title}
        whole = packed(said)
        return (
            whole if len(whole) <= MOST_BYTES else packed({**said, "view": None, "awaited": [], "events": []})
        )

    def _say(self, part: Any, message: bytes) -> None:
        if self._line is not None:
            number = self._line.say(topic(self._called.name, part), message, retain=True)
            self._under_way[number] = None

    def _health(self, *, online: bool) -> dict[str, Any]:
        return {**self._signed(self._outbox.seq), "online": online, "waiting": self.waiting}

    def _signed(self, seq: int) -> dict[str, Any]:
        return {
            "version": VERSION,
            "table": self._called.name,
            "chain": self._outbox.chain,
            "seq": seq,
            "at": time.time_ns() // 1_000_000,
        }

    # ---------------------------------------------------------------- the line

    def _call(self) -> None:
        """Tries to reach the broker; this may take seconds, and nobody waits for it."""
        self._calls += 1
        tell = partial(self._tell, self._calls)
        try:
            self._line = line = self._connect(
                self._broker,
                f"{self._called.name}-{self._outbox.chain}",
                connected=lambda: tell("open"),
                lost=lambda reason: tell("lost", reason),
                sent=lambda number, refusal: tell("sent", (number, refusal)),
                heard=lambda where, payload, number: tell("heard", (where, payload, number)),
                will=(topic(self._called.name, "health"), packed(self._health(online=False))),
                most_at_once=2 * AT_ONCE,
            )
            line.open()
        except (OSError, BadAddress, ssl.SSLError) as error:
            self._hang_up(str(error))

    def _hang_up(self, reason: str) -> None:
        """The line is gone: another is tried later, and what nobody took is sent anew."""
        if self._line is None:
            return
        refused = "authorized" in reason or "certificate" in reason.lower()
        status = REFUSED if refused else AWAY
        if self.status != status:
            _log.warning("The club’s broker %s (%s).", "refuses this table" if refused else "is away", reason)
        self.status = status
        line, self._line, self._is_open = self._line, None, False
        line.close()
        self._under_way.clear()
        self._try_at = time.monotonic() + self._wait_s
        self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)


def _within_bounds(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry that would be too long goes without its contents: they stay in the journal."""
    if len(packed(entry)) <= MOST_BYTES - 1024:
        return entry
    return {**entry, "events": [], "line": {"seq": entry["seq"], "kind": entry["kind"]}, "opened": None}
