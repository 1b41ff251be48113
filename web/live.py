"""Live updates: a hub that hands every change to every viewer, and the event stream itself.

Each event carries the whole state, so a viewer that missed some needs only the last. A slow viewer's queue is
bounded and collapses to the newest.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, Final, Literal

from flask import Blueprint, Response, request, stream_with_context

from companion.announcer import FRESH_S, Announcement, Announcer, Backlog
from companion.showing import Snapshot
from companion.sighting import EyeStatus
from companion.table import Table
from companion.words import sentence, spoken
from web.chairs import Chairs
from web.language import viewer_language
from web.seats import Seat, seat_of_browser, still_counts
from web.services import Eyes, services
from web.speaking import Recordings, Speaking

HEARTBEAT_S = 8.0
QUEUE = 32
RETRY_AFTER_S = 5
MOST_SAID = 4
"""How many changes of a correction are said aloud; the page tells more."""

SEATS: Final = "seats"
"""Told where somebody sat down, stood up, or was asked to: a viewer then looks again who it is."""

VOICE: Final = "voice"
"""Told where another tablet speaks from now on, or none."""

HEARTBEAT = ": still here\nevent: heartbeat\ndata: 0\n\n"
"""A comment for the line, and an event beside it because pages cannot see comments."""

blueprint = Blueprint("live", __name__)


def steady_clock() -> float:
    """When something is published: seconds of a clock that only goes forward."""
    return time.monotonic()


class Viewer:
    """One open stream: what it still has to be sent."""

    def __init__(
        self,
        first: Snapshot,
        limit: int = QUEUE,
        seat: Seat | None = None,
        chairs: Chairs | None = None,
        device: str | None = None,
    ) -> None:
        self.device = device
        """The name that the browser gave itself, where it wants to speak."""
        self._seat = seat
        self._chairs = chairs
        self._changed = threading.Condition()
        self._snapshots: deque[tuple[float, Snapshot]] = deque([(steady_clock(), self.shown(first))])
        self.published_at = 0.0
        """When the snapshot that ``next`` gave last was published, in seconds of the monotonic clock."""
        self._limit = limit
        self._eyes: EyeStatus | None = None
        self._seats_changed = False
        self._voice_changed = False
        self._closed = False

    def shown(self, snapshot: Snapshot) -> Snapshot:
        """A snapshot as this viewer may see it."""
        seat = self._seat
        if seat is None or (self._chairs is not None and not still_counts(seat, self._chairs)):
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
        """Who sits where has changed; what a seat that was taken back waits to be sent is forgotten."""
        with self._changed:
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
            if self._closed:
                raise EOFError
            if self._snapshots:
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
        return bool(self._closed or self._snapshots or self._eyes or changed)


class Hub:
    """Knows all viewers and tells them of every snapshot and every status of the seeing part."""

    def __init__(
        self,
        table: Table,
        eyes: Eyes,
        *,
        viewers: int,
        heartbeat_s: float = HEARTBEAT_S,
        chairs: Chairs | None = None,
    ) -> None:
        self.capacity = viewers
        self.heartbeat_s = heartbeat_s
        self.encoder = Encoder()
        self._table = table
        self._chairs = chairs
        self._lock = threading.Lock()
        self._viewers: set[Viewer] = set()
        self._recent: deque[tuple[float, Snapshot]] = deque(maxlen=QUEUE)
        self._unsubscribe = (table.subscribe(self._on_snapshot), eyes.subscribe(self._on_eyes))

    def open(self, seat: Seat | None = None, device: str | None = None) -> Viewer | None:
        """A new viewer, a seat's or (None) the table's; None when all places are taken.

        It begins with a whole snapshot.
        """
        with self._lock:
            if len(self._viewers) >= self.capacity:
                return None
            viewer = Viewer(self._table.snapshot(), seat=seat, chairs=self._chairs, device=device)
            self._viewers.add(viewer)
            return viewer

    def leave(self, viewer: Viewer) -> None:
        """Frees a viewer's place."""
        with self._lock:
            self._viewers.discard(viewer)

    def tell_seats(self) -> None:
        """Tells every viewer that who sits where has changed."""
        with self._lock:
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
            missed.extend(viewer.shown(snapshot).as_json()["events"])
        return missed

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        with self._lock:
            if not snapshot.quiet:
                self._recent.append((time.monotonic(), snapshot))
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.put(snapshot)

    def _on_eyes(self, status: EyeStatus) -> None:
        with self._lock:
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.put_eyes(status)


def eyes_json(status: EyeStatus) -> dict[str, Any]:
    """The status of the seeing part as JSON values."""
    return {
        "state": status.state,
        "code": status.code,
        "dice": [{"face": face, "p": round(chance, 4)} for face, chance in status.dice],
    }


def said_aloud(snapshot: Snapshot, events: list[Any], language: str) -> list[str]:
    """What is said aloud after events, in a viewer's language."""
    game = snapshot.as_json()["game"]
    return spoken(game["id"], events, language) if game and events else []


def _lines(snapshot: Snapshot, language: str) -> list[str]:
    """What is said aloud of a new snapshot: its events, or what a correction changed."""
    if snapshot.quiet:
        return []
    shown = snapshot.as_json()
    if shown["game"] and shown["changes"]:
        game = shown["game"]["id"]
        return [sentence(game, told["code"], told["arguments"], language) for told in shown["changes"]][
            :MOST_SAID
        ]
    return said_aloud(snapshot, shown["events"], language)


def message(data: Any, *, event: str, identity: int | None = None) -> str:
    """One event of the stream (WHATWG HTML, server-sent events)."""
    return _block(_dumped(data), event=event, identity=identity)


def _dumped(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _block(data: str, *, event: str, identity: int | None) -> str:
    lines = [f"id: {identity}"] if identity is not None else []
    return "\n".join([*lines, f"event: {event}", f"data: {data}"]) + "\n\n"


@blueprint.get("/api/v1/events")
def events() -> Response:
    """The event stream: first a whole snapshot, then one after every entry; ``eyes`` events in between."""
    hub, language, voice = services().hub, viewer_language(), services().voice or services().speaking.machine
    writer = Writer(hub.encoder, services().eyes, services().speaking, services().recordings, language)
    viewer = hub.open(seat_of_browser(), request.args.get("voice", type=str))
    if viewer is None:
        full = Response("every place is taken\n", 503, mimetype="text/plain")
        full.headers["Retry-After"] = str(RETRY_AFTER_S)
        return full
    last_seq = _last_event_id()

    def stream() -> Iterator[str]:
        announcer = Announcer(language)
        try:
            yield f"retry: {RETRY_AFTER_S * 1000}\n\n"
            first = viewer.next(0)
            if isinstance(first, Snapshot):
                missed = hub.missed_events(viewer, last_seq) if last_seq is not None else []
                aloud = _missed_aloud(hub, last_seq, first, language) if voice else []
                yield writer.snapshot(first, viewer.published_at, said_aloud(first, missed, language), aloud)
                announcer = Announcer.after(first, language)
            while True:
                news = viewer.next(hub.heartbeat_s)
                if news is None:
                    yield HEARTBEAT
                elif isinstance(news, Snapshot):
                    aloud = list(announcer.hear(news)) if voice else []
                    yield writer.snapshot(news, viewer.published_at, _lines(news, language), aloud)
                elif news == SEATS:
                    yield message(0, event=SEATS)
                elif news == VOICE:
                    yield writer.voice()
                else:
                    yield message(eyes_json(news), event="eyes")
        except EOFError:
            return

    response = Response(stream_with_context(stream()), mimetype="text/event-stream")
    response.call_on_close(lambda: hub.leave(viewer))
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _missed_aloud(hub: Hub, last_seq: int | None, first: Snapshot, language: str) -> list[Announcement]:
    """What a viewer who comes back has not heard, as far as it still holds and is fresh."""
    announcer, backlog = Announcer(language, last_seq or 0), Backlog()
    for snapshot in [] if last_seq is None else hub.missed(last_seq):
        if snapshot.seq <= first.seq:
            backlog.moved_on(snapshot)
            backlog.put(announcer.hear(snapshot), 0)
    backlog.moved_on(first)
    return [*iter(lambda: backlog.take(0), None)]


class Encoder:
    """The newest snapshots as JSON, each encoded once for all viewers who may see the same."""

    def __init__(self, kept: int = 16) -> None:
        self._lock = threading.Lock()
        self._encoded: deque[tuple[Snapshot, str]] = deque(maxlen=kept)

    def json(self, snapshot: Snapshot) -> str:
        """A snapshot as a JSON object."""
        with self._lock:
            for known, text in self._encoded:
                if known is snapshot:
                    return text
            text = _dumped(snapshot.as_json())
            self._encoded.appendleft((snapshot, text))
            return text


class Writer:
    """Writes the events of one viewer's stream."""

    def __init__(
        self,
        encoder: Encoder,
        eyes: Eyes,
        speaking: Speaking,
        recordings: Recordings,
        language: str,
    ) -> None:
        self._encoder = encoder
        self._eyes = eyes
        self._speaking = speaking
        self._recordings = recordings
        self._language = language

    def snapshot(
        self, snapshot: Snapshot, published_at: float, lines: list[str], aloud: list[Announcement]
    ) -> str:
        """The event of a snapshot; ``lines`` are for screen readers, ``aloud`` is for the voice."""
        beside = {
            "eyes": eyes_json(self._eyes.status()),
            "spoken": lines,
            "aloud": [self._with_sounds(announcement) for announcement in aloud],
            "voice": self._speaking.as_json(),
            "sent_ms": round(published_at * 1000),
        }
        whole = f"{self._encoder.json(snapshot)[:-1]},{_dumped(beside)[1:]}"
        return _block(whole, event="snapshot", identity=snapshot.seq)

    def voice(self) -> str:
        """The event that tells who speaks."""
        return message(self._speaking.as_json(), event=VOICE)

    def _with_sounds(self, announcement: Announcement) -> dict[str, Any]:
        said = announcement.as_json()
        names = self._recordings.of((*announcement.lines, *announcement.turn), self._language)
        said["sounds"] = {line: f"/voice/{self._language}/{name}" for line, name in names.items()}
        return said


def _last_event_id() -> int | None:
    """The last entry that a viewer who comes back has seen: browsers send the header, the page says ``since``."""
    given = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) <= 15 else None
