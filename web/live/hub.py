"""Live updates: a hub that hands every change to every viewer.

Each event carries the whole state, so a viewer that missed some needs only the last. A slow viewer's queue is
bounded and collapses to the newest.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal
from weakref import ReferenceType

from companion.announcer import FRESH_S
from companion.showing import Snapshot
from companion.sighting import EyeStatus
from companion.table import Table
from web.outside import Eyes
from web.seats.browsers import Browsers
from web.seats.seat import Seat

HEARTBEAT_S = 8.0
QUEUE = 32

SEATS: Final = "seats"
"""Told where somebody sat down, stood up, or was asked to: a viewer then looks again who it is."""

VOICE: Final = "voice"
"""Told where another tablet speaks from now on, or none."""

RESERVED = 16
"""Places beyond those of viewers, for seats and for the devices that look after the table."""
MOST_OF_A_BROWSER = 6
"""Streams of one browser that is known; of more the oldest ends."""

BRIEF = ("seq", "game", "changes", "question")
"""The parts of a snapshot by which a page knows whether what is said aloud is still so."""


@dataclass(frozen=True, slots=True)
class News:
    """How often all viewers were told something since the program began: of the table and its seats, of the eyes.

    A page that was drawn after as much was told shows it, and need not fetch anything.
    """

    run: str
    table: int = 0
    eyes: int = 0

    def __str__(self) -> str:
        return f"{self.run}.{self.table}.{self.eyes}"


def steady_clock() -> float:
    """When something is published: seconds of a clock that only goes forward."""
    return time.monotonic()


@dataclass(frozen=True, slots=True)
class Comes:
    """From where a viewer comes: its address, the name of its browser where that is known, and whether a place is
    reserved for it."""

    address: str = ""
    browser: str | None = None
    reserved: bool = False


class Viewer:
    """One open stream: what it still has to be sent."""

    def __init__(
        self,
        first: Snapshot,
        limit: int = QUEUE,
        seat: Seat | None = None,
        still_sits: Callable[[], bool] = lambda: True,
        device: str | None = None,
        comes: Comes | None = None,
    ) -> None:
        self.comes = comes or Comes()
        self.device = device
        """The name that the browser gave itself, where it wants to speak."""
        self._seat = seat
        self._still_sits = still_sits
        self._changed = threading.Condition()
        self._snapshots: deque[tuple[float, Snapshot]] = deque([(steady_clock(), self.shown(first))])
        self.published_at = 0.0
        """When the snapshot that ``next`` gave last was published, in seconds of the monotonic clock."""
        self._limit = limit
        self._eyes: EyeStatus | None = None
        self._seats_changed = False
        self._voice_changed = False
        self._closed = False
        self._ends = False
        """Whether the line ends as soon as it is told why."""

    def shown(self, snapshot: Snapshot) -> Snapshot:
        """A snapshot as this viewer may see it."""
        seat = self._seat
        if seat is None or not self._still_sits():
            return snapshot.of_seat(None)
        return snapshot.of_seat(seat.at(snapshot))

    def put(self, public: Snapshot) -> None:
        """Queues a snapshot as this viewer may see it; a full queue is dropped for this newest one."""
        snapshot = self.shown(public)
        with self._changed:
            if len(self._snapshots) >= self._limit:
                self._snapshots.clear()
            self._snapshots.append((steady_clock(), snapshot))
            self._changed.notify()

    def put_eyes(self, status: EyeStatus) -> None:
        """Keeps the newest status of the seeing part; older ones that were not sent are dropped."""
        with self._changed:
            self._eyes = status
            self._changed.notify()

    def put_seats(self) -> None:
        """Who sits where has changed. For whoever sits no more nothing of what waited is sent, and the line ends."""
        with self._changed:
            self._ends = self._ends or (self._seat is not None and not self._still_sits())
            self._snapshots = deque((at, self.shown(snapshot)) for at, snapshot in self._snapshots)
            self._seats_changed = True
            self._changed.notify()

    def put_voice(self) -> None:
        """Another tablet speaks."""
        with self._changed:
            self._voice_changed = True
            self._changed.notify()

    def close(self) -> None:
        """Ends the stream."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def next(self, timeout_s: float) -> Snapshot | EyeStatus | Literal["seats", "voice"] | None:
        """What to send next; None after ``timeout_s`` without news. Raises ``EOFError`` when closed."""
        with self._changed:
            self._changed.wait_for(self._has_news, timeout_s)
            if self._closed or (self._ends and not self._seats_changed):
                raise EOFError
            if self._snapshots and not self._ends:
                self.published_at, snapshot = self._snapshots.popleft()
                return snapshot
            if self._seats_changed:
                self._seats_changed = False
                return SEATS
            if self._voice_changed:
                self._voice_changed = False
                return VOICE
            status, self._eyes = self._eyes, None
            return status

    def _has_news(self) -> bool:
        changed = self._seats_changed or self._voice_changed
        return bool(self._closed or self._ends or self._snapshots or self._eyes or changed)


class Hub:
    """Knows all viewers and tells them of every snapshot and every status of the seeing part."""

    def __init__(
        self,
        table: Table,
        eyes: Eyes,
        *,
        viewers: int,
        heartbeat_s: float = HEARTBEAT_S,
        browsers: Browsers | None = None,
    ) -> None:
        self.capacity = viewers
        self.heartbeat_s = heartbeat_s
        self.encoder = Encoder()
        self._table = table
        self._browsers = browsers
        self._lock = threading.Lock()
        self._viewers: dict[Viewer, None] = {}
        """Those who look on, the longest first."""
        self._recent: deque[tuple[float, Snapshot]] = deque(maxlen=QUEUE)
        self._news = News(secrets.token_urlsafe(6))
        self._unsubscribe = (table.subscribe(self._on_snapshot), eyes.subscribe(self._on_eyes))

    @property
    def news(self) -> News:
        """What was told so far; whoever asks before looking at the table sees at least as much there."""
        return self._news

    def open(
        self, seat: Seat | None = None, device: str | None = None, comes: Comes | None = None
    ) -> Viewer | None:
        """A new viewer, a seat's (as long as its browser sits there) or (None) the table's; None when all places are
        taken. It begins with a whole snapshot.
        """
        comes = comes or Comes()
        browser = comes.browser
        browsers = self._browsers

        def still_sits() -> bool:
            return seat is None or browser is None or browsers is None or browsers.sits(browser, seat)

        with self._lock:
            if not self._has_place(comes):
                return None
            viewer = Viewer(
                self._table.snapshot(), seat=seat, still_sits=still_sits, device=device, comes=comes
            )
            self._viewers[viewer] = None
            return viewer

    def _has_place(self, comes: Comes) -> bool:
        """Whether one more may look on. Whoever has many lines gives one up before others find no place."""
        own = [one for one in self._viewers if comes.browser and one.comes.browser == comes.browser]
        if len(own) >= MOST_OF_A_BROWSER:
            self._end(own[0])
        strangers = [one for one in self._viewers if not one.comes.reserved]
        if comes.reserved:
            if len(self._viewers) < self.capacity + RESERVED:
                return True
            return self._end_one_of(strangers, but_of=None, least=1)
        if len(strangers) < self.capacity:
            return True
        mine = sum(one.comes.address == comes.address for one in strangers)
        return self._end_one_of(strangers, but_of=comes.address, least=mine + 2)

    def _end_one_of(self, viewers: list[Viewer], *, but_of: str | None, least: int) -> bool:
        """Ends the newest line of the address that has most, where it has so many; whether it did."""
        count = Counter(one.comes.address for one in viewers if one.comes.address != but_of)
        if not count or count.most_common(1)[0][1] < least:
            return False
        busiest = count.most_common(1)[0][0]
        self._end(next(one for one in reversed(viewers) if one.comes.address == busiest))
        return True

    def _end(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)
        viewer.close()

    def leave(self, viewer: Viewer) -> None:
        """Frees a viewer's place."""
        with self._lock:
            self._viewers.pop(viewer, None)

    def tell_seats(self) -> None:
        """Tells every viewer that who sits where has changed."""
        with self._lock:
            self._news = replace(self._news, table=self._news.table + 1)
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.put_seats()

    def tell_voice(self) -> None:
        """Tells every viewer that another tablet speaks."""
        with self._lock:
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.put_voice()

    def listens(self, device: str | None) -> bool:
        """Whether a tablet that wants to speak hears what happens now."""
        with self._lock:
            return device is not None and any(viewer.device == device for viewer in self._viewers)

    def close(self) -> None:
        """Ends every stream and stops listening."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        with self._lock:
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.close()

    @property
    def watching(self) -> int:
        """How many viewers there are."""
        with self._lock:
            return len(self._viewers)

    def missed(self, last_seq: int) -> list[Snapshot]:
        """The public snapshots after ``last_seq`` that are fresh enough to be said aloud still."""
        now = time.monotonic()
        with self._lock:
            recent = tuple(self._recent)
        return [snapshot for at, snapshot in recent if snapshot.seq > last_seq and now - at <= FRESH_S]

    def missed_events(self, viewer: Viewer, last_seq: int) -> list[Any]:
        """The events after ``last_seq`` that a viewer may hear and that are fresh enough to be said aloud still."""
        missed: list[Any] = []
        for snapshot in self.missed(last_seq):
            missed.extend(viewer.shown(snapshot).events)
        return missed

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        with self._lock:
            self._news = replace(self._news, table=self._news.table + 1)
            now = time.monotonic()
            while self._recent and now - self._recent[0][0] > FRESH_S:
                self._recent.popleft()  # it would keep a game that is over in memory
            if not snapshot.quiet:
                self._recent.append((now, snapshot))
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.put(snapshot)

    def _on_eyes(self, status: EyeStatus) -> None:
        with self._lock:
            self._news = replace(self._news, eyes=self._news.eyes + 1)
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.put_eyes(status)


def compact_json(data: Any) -> str:
    """JSON without a space that could be left out."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Encoder:
    """The newest snapshots as JSON, each encoded once for all viewers who may see the same.

    The snapshots themselves, which have their whole games with them, are not kept for it.
    """

    def __init__(self, kept: int = 16) -> None:
        self._lock = threading.Lock()
        self._encoded: deque[tuple[ReferenceType[Snapshot], bool, str]] = deque(maxlen=kept)

    def json(self, snapshot: Snapshot, *, brief: bool = False) -> str:
        """A snapshot as a JSON object; a ``brief`` one has only what a page needs that fetches itself anew."""
        with self._lock:
            for known, shortened, text in self._encoded:
                if known() is snapshot and shortened is brief:
                    return text
            whole = snapshot.as_json()
            text = compact_json({part: whole[part] for part in BRIEF if part in whole} if brief else whole)
            self._encoded.appendleft((ReferenceType(snapshot), brief, text))
            return text
