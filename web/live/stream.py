"""The event stream itself: every change as a server-sent event, with what is said aloud of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, request, stream_with_context

from companion.announcer import Announcement, Announcer, Backlog
from companion.showing import Snapshot
from companion.sighting import EyeStatus
from companion.words import sentence, spoken
from web.doors import network_of
from web.language import viewer_language
from web.live.hub import SEATS, VOICE, Comes, Hub, compact_json
from web.live.speaking import Recordings, Speaking
from web.outside import Eyes
from web.seats.viewer import browser_name, has_charge, seat_of_browser
from web.services import services

RETRY_AFTER_S = 5


MOST_SAID = 4
"""How many changes of a correction are said aloud; the page tells more."""


HEARTBEAT = ": still here\nevent: heartbeat\ndata: 0\n\n"
"""A comment for the line, and an event beside it because pages cannot see comments."""


blueprint = Blueprint("live", __name__)


def eyes_json(status: EyeStatus) -> dict[str, Any]:
    """The status of the seeing part as JSON values."""
    return {
        "state": status.state,
        "code": status.code,
        "dice": [{"face": face, "p": round(chance, 4)} for face, chance in status.dice],
    }


def said_aloud(snapshot: Snapshot, events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud after events, in a viewer's language."""
    return spoken(snapshot.game.id, events, language) if snapshot.game and events else []


def _lines(snapshot: Snapshot, language: str) -> list[str]:
    """What is said aloud of a new snapshot: its events, or what a correction changed."""
    if snapshot.quiet:
        return []
    if snapshot.game and snapshot.changes:
        game, changes = snapshot.game.id, snapshot.changes[:MOST_SAID]
        return [sentence(game, told["code"], told["arguments"], language) for told in changes]
    return said_aloud(snapshot, snapshot.events, language)


def message(data: Any, *, event: str, identity: int | None = None) -> str:
    """One event of the stream (WHATWG HTML, server-sent events)."""
    return _block(compact_json(data), event=event, identity=identity)


def _block(data: str, *, event: str, identity: int | None) -> str:
    lines = [f"id: {identity}"] if identity is not None else []
    return "\n".join([*lines, f"event: {event}", f"data: {data}"]) + "\n\n"


@blueprint.get("/api/v1/events")
def events() -> Response:
    """The event stream: first a snapshot, then one after every entry; ``eyes`` events in between.

    A page asks for ``brief`` ones: it fetches itself anew where ``news`` says that it does not show all yet.
    """
    hub, language, voice = (
        services().hub,
        viewer_language(),
        services().outside.voices.tablets or services().speaking.machine,
    )
    brief = "brief" in request.args
    writer = Writer(
        hub, services().outside.eyes, services().speaking, services().recordings, language, brief=brief
    )
    browser, browsers = browser_name(), services().browsers
    seat = seat_of_browser()
    looks_after = seat is not None or has_charge()
    comes = Comes(network_of((request.remote_addr,)), browser, looks_after)
    viewer = hub.open(seat, request.args.get("voice", type=str), comes)
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
            del first  # it would keep the game of that moment in memory as long as the line is open
            while True:
                if browser is not None:
                    browsers.seen(browser)
                news = viewer.next(hub.heartbeat_s)
                if news is None:
                    yield HEARTBEAT
                elif isinstance(news, Snapshot):
                    aloud = list(announcer.hear(news)) if voice else []
                    yield writer.snapshot(news, viewer.published_at, _lines(news, language), aloud)
                elif news == SEATS:
                    yield message(str(hub.news), event=SEATS)
                elif news == VOICE:
                    yield writer.voice()
                else:
                    yield message({**eyes_json(news), "news": str(hub.news)}, event="eyes")
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


class Writer:
    """Writes the events of one viewer's stream."""

    def __init__(
        self,
        hub: Hub,
        eyes: Eyes,
        speaking: Speaking,
        recordings: Recordings,
        language: str,
        *,
        brief: bool,
    ) -> None:
        self._hub = hub
        self._brief = brief
        self._eyes = eyes
        self._speaking = speaking
        self._recordings = recordings
        self._language = language

    def snapshot(
        self, snapshot: Snapshot, published_at: float, lines: list[str], aloud: list[Announcement]
    ) -> str:
        """The event of a snapshot; ``lines`` are for screen readers, ``aloud`` is for the voice."""
        beside = {
            "news": str(self._hub.news),
            "eyes": eyes_json(self._eyes.status()),
            "spoken": lines,
            "aloud": [self._with_sounds(announcement) for announcement in aloud],
            "voice": self._speaking.as_json(),
            "sent_ms": round(published_at * 1000),
        }
        encoded = self._hub.encoder.json(snapshot, brief=self._brief)
        whole = f"{encoded[:-1]},{compact_json(beside)[1:]}"
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
