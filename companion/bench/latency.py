"""From the last finger over a zone to the event on the page, stage by stage: a filmed evening before a whole table.

The journal lies on disk, the page is served, and a viewer listens to its events and fetches what has changed, as a
browser does. What the stages are is told in ``docs/films.md``.
"""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import cv2

from companion.bench.end_to_end import BENCH, GAME, KINDS
from companion.bench.filmed_evening import FilmedEvening
from companion.bench.measure import Measure
from companion.filmed.filmed_table import FRAME_MS
from companion.filmed.picture_camera import PictureCamera, Seen
from companion.game import Game
from companion.journal import Entry, Journal, Row
from companion.progress import progress
from companion.sighting import Sighting
from companion.simulated.evening import Evening
from companion.simulated.following import FollowedByTable, Follower
from companion.simulated.outcome import quantile
from companion.simulated.parameters import NoiseParameters
from companion.simulated.players import Opening
from companion.table import Table
from vision.rectify import rectify
from web import create_app
from web.outside import NOTHING, Outside
from web.server import PageServer
from web.services import HERE, Serving

SHORT_LOOKS, LONG_LOOKS = 10, 150
STAGES = ("stillness", "rectify", "read", "explain", "rules", "journal", "page")
WHOLE_TARGET_MS, AFTER_STILLNESS_TARGET_MS = 1000.0, 600.0
CPU_TARGET = 25.0
_SEED = 3
_MARGIN_MM = 14.0
_QUIET_FRAMES = 200
_PAGE_WAITS_S = 10.0


class TimedJournal(Journal):
    """A journal that adds up how long its disk takes."""

    spent_s = 0.0

    def append(
        self, kind: str, body: Mapping[str, Any], *, new_game: bool = False, game: int | None = None
    ) -> Entry:
        begun, before = time.perf_counter(), self.spent_s
        entry = super().append(kind, body, new_game=new_game, game=game)
        self.spent_s = before + time.perf_counter() - begun
        return entry

    def _store(self, rows: list[Row]) -> None:
        begun = time.perf_counter()
        super()._store(rows)
        self.spent_s += time.perf_counter() - begun


class _Viewer(threading.Thread):
    """A page that is open somewhere: hears what happens and fetches what has changed."""

    def __init__(self, port: int) -> None:
        super().__init__(name="viewer", daemon=True)
        self._port = port
        self._shown = 0
        self.shown_at = 0.0
        """When the page came to show the last entry, in seconds of the clock on the wall."""
        self._changed = threading.Condition()

    def run(self) -> None:
        """Listen until the server closes."""
        events = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        page = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            events.request("GET", "/api/v1/events")
            stream = events.getresponse()
            for line in stream:
                name, _, value = line.partition(b": ")
                if name == b"id":
                    page.request("GET", "/fragment")
                    page.getresponse().read()
                    with self._changed:
                        self._shown, self.shown_at = int(value), time.time()
                        self._changed.notify()
        except (OSError, http.client.HTTPException):
            return

    def wait_for(self, seq: int) -> bool:
        """Wait until the page shows this entry of the journal; whether it came to that."""
        with self._changed:
            return self._changed.wait_for(lambda: self._shown >= seq, _PAGE_WAITS_S)


@dataclass
class Stages:
    """Milliseconds of every look after which the page showed something new, stage by stage."""

    looks: list[dict[str, float]] = field(default_factory=list)
    quiet_cpu: float = 0.0

    def measures(self) -> Iterator[Measure]:
        """Yield the figures: every stage, what comes after stillness, the whole."""
        n = len(self.looks)
        after = [sum(one[stage] for stage in STAGES[1:]) for one in self.looks]
        whole = [one["stillness"] + rest for one, rest in zip(self.looks, after, strict=True)]
        told: list[tuple[str, list[float], float | None]] = [
            ("whole", whole, WHOLE_TARGET_MS),
            ("after_stillness", after, AFTER_STILLNESS_TARGET_MS),
            *((stage, [one[stage] for one in self.looks], None) for stage in STAGES),
        ]
        for name, values, target in told:
            middle, most = round(median(values), 1), round(quantile(values, 0.95), 1)
            yield Measure(BENCH, f"{name}_ms_median", middle, "ms", n, target=target, higher_is_better=False)
            yield Measure(BENCH, f"{name}_ms_p95", most, "ms", n, higher_is_better=False)
        cpu = round(self.quiet_cpu, 1)
        yield Measure(
            BENCH,
            "eyes_between_moves",
            cpu,
            "% of a core",
            _QUIET_FRAMES,
            target=CPU_TARGET,
            higher_is_better=False,
        )


class TimedFollower(FollowedByTable):
    """Hands sightings to the table, and notes how long that takes, stage by stage."""

    def __init__(self, table: Table, journal: TimedJournal) -> None:
        super().__init__(table)
        self._journal = journal
        self.took: dict[str, float] = {}
        """The milliseconds of the last look: to explain it, for the rules, for the journal."""
        self.decided_at = 0.0
        """When the table was done with the last look, in seconds of the clock on the wall."""

    def observe(self, sighting: Sighting) -> str:
        disk, known, begun = self._journal.spent_s, len(self.actions), time.perf_counter()
        outcome = self._table.observe(sighting)
        decided, self.decided_at = time.perf_counter(), time.time()
        self.refresh()
        journal, rules = 1000 * (self._journal.spent_s - disk), 1000 * self._rules_s(known)
        explain = max(0.0, 1000 * (decided - begun) - journal - rules)
        self.took = {"explain": explain, "rules": rules, "journal": journal}
        return outcome

    def _rules_s(self, known: int) -> float:
        """How long the rules take for the actions since then."""
        begun = time.perf_counter()
        for state, action in zip(self.states[known:], self.actions[known:], strict=False):
            self._game.apply(state, action)
        return time.perf_counter() - begun


class _ShownFollower(TimedFollower):
    """The same, and waits until the page shows what a look brought."""

    def __init__(self, table: Table, journal: TimedJournal, viewer: _Viewer) -> None:
        super().__init__(table, journal)
        self._viewer = viewer
        self.last: dict[str, float] | None = None
        """The milliseconds of the last look, None where it brought nothing to the page."""

    def observe(self, sighting: Sighting) -> str:
        seq = self._table.seq
        outcome = super().observe(sighting)
        self.last = None
        if self._table.seq > seq and self._viewer.wait_for(self._table.seq):
            self.last = {**self.took, "page": 1000 * (self._viewer.shown_at - self.decided_at)}
        return outcome


def measure(
    looks: int | None, game_id: str = GAME, seed: int = _SEED, *, enrolled: bool = False
) -> Iterator[Measure]:
    """Film an evening of a game before a whole table, up to a number of looks, and yield the figures.

    ``enrolled``: of a family that enrolled both packs.
    """
    shown = FilmedEvening.of(BENCH, game_id, seed)
    opening, stages = shown.opening, Stages()
    cameras: list[PictureCamera] = []
    followers: list[_ShownFollower] = []
    eyes: list[dict[str, float]] = []

    def witness(seen: Seen) -> None:
        eyes.append(_of_the_eyes(cameras[0], seen))

    def lies() -> Mapping[str, Sequence[str]]:
        return opening.game.visible_table(followers[0].states[-1])

    def expected(zone: str) -> int | None:
        return opening.game.expected_in(followers[0].states[-1], zone)

    readers = shown.readers(enrolled, expected)

    def camera(game: Game, _: random.Random, parameters: NoiseParameters) -> PictureCamera:
        cameras.append(PictureCamera(shown.filmed, readers, parameters, witness=witness, journal=lies))
        return cameras[0]

    with served(opening) as (table, journal, port), _looked_at(table, port) as viewer:

        def follower(game: Game, state: Any) -> Follower:
            followers.append(_ShownFollower(table, journal, viewer))
            return followers[0]

        evening = Evening(
            opening, KINDS, follower, shown.chance, seed=str(seed), camera=camera, misplaces=True
        )
        looked = (moment for moment in evening.course() if moment.what == "look")
        for moment in progress(islice(looked, looks), "looks", looks):
            decided = followers[0].last
            touched = moment.sighting is not None and moment.sighting.disturbances
            if decided is not None and eyes and touched:
                stages.looks.append({**eyes[-1], **decided})
            eyes.clear()
    stages.quiet_cpu = _quiet_cpu(cameras[0])
    yield from stages.measures()


def _of_the_eyes(camera: PictureCamera, seen: Seen) -> dict[str, float]:
    """What the eyes took for a look: film time until all lay still, cutting zones out, reading them."""
    film = camera.film
    still = film.picture()
    # The places of a board are not cut out one by one.
    areas = [film.table.zones[zone].area for zone in seen.sighting.zones if zone in film.table.zones]
    begun = time.perf_counter()
    for area in areas:
        rectify(still, film.view, area, margin_mm=_MARGIN_MM)
    cut = 1000 * (time.perf_counter() - begun)
    return {
        "stillness": float(seen.still_ms),
        "rectify": cut,
        "read": max(0.0, seen.lasted_ms - cut),
    }


def _quiet_cpu(camera: PictureCamera) -> float:
    """The share of a core, in percent, that the eyes take while nothing happens on the table."""
    camera.film.gestures = ()
    frames = [camera.film.frame() for _ in range(_QUIET_FRAMES)]
    begun = time.process_time()
    for frame in frames:
        camera.eyes.look(frame)
    return 100 * (time.process_time() - begun) / (_QUIET_FRAMES * FRAME_MS / 1000)


@contextmanager
def served(
    opening: Opening, outside: Outside = NOTHING, serving: Serving = HERE
) -> Iterator[tuple[Table, TimedJournal, int]]:
    """A table on which the game is opened, its journal on disk, and the port on which its page is served."""
    cv2.setNumThreads(1)
    with TemporaryDirectory() as folder:
        journal = TimedJournal(Path(folder) / "journal.sqlite")
        table = Table(journal)
        table.open_game(
            opening.game.id,
            opening.players,
            options=opening.options,
            setup=opening.setup,
            profile=opening.profile,
        )
        server = PageServer(create_app(table, outside, serving), "127.0.0.1", 0)
        thread = threading.Thread(target=server.run, name="page", daemon=True)
        thread.start()
        try:
            yield table, journal, server.port
        finally:
            server.close()
            thread.join(5)
            journal.close()


@contextmanager
def _looked_at(table: Table, port: int) -> Iterator[_Viewer]:
    """Somebody who looks at the page of the table."""
    viewer = _Viewer(port)
    viewer.start()
    viewer.wait_for(table.seq)
    yield viewer
