"""From the last finger to the spoken word: faults of filmed evenings, called aloud by the page in a real browser.

The table is whole, its journal on disk, its page open with the voice on. The last finger is the end of the last
touch before the look that shows the fault. From there on time is the film's until a picture shows all still, and the
clock's on the wall for reading it, explaining it, rules, journal and page, up to ``speechSynthesis.speak``. What the
tablet takes to make a sound of it is not counted, nor is taking a still. See ``docs/films.md``.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from companion.announcer import Announcement, Announcer, Urgency
from companion.bench.browser import NoBrowser, opened_browser
from companion.bench.end_to_end import BENCH, GAME, KINDS
from companion.bench.filmed_evening import enrolled_reader, room_of
from companion.bench.latency import TimedFollower, served
from companion.bench.measure import Measure, share_measure
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.picture_camera import PictureCamera, Seen
from companion.game import Game
from companion.games import load
from companion.progress import progress
from companion.showing import Snapshot
from companion.simulated.evening import Evening
from companion.simulated.following import Follower
from companion.simulated.outcome import quantile
from companion.simulated.parameters import NoiseParameters
from companion.simulated.players import opened_evening
from companion.table import Table
from companion.wrong_use import WrongUse
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardZones

FILMS = 4
FAULTS_A_FILM = 10
"""A film ends when so many faults were called in it."""
STAGES = ("stillness", "further_looks", "read", "explain", "rules", "journal", "page")
MEDIAN_TARGET_MS, MOST_TARGET_MS = 800.0, 1200.0
_LANGUAGE, _LOCALE = "fr", "fr-FR"
_SPEAKS_WITHIN_MS = 10_000
_SIZE = {"width": 1280, "height": 800}
# The sentences of an evening lie further apart than one is long; here the film is quicker than the evening.
_LISTENING = """(() => {
  window.spoken = [];
  const speech = {
    speaking: false,
    pending: false,
    getVoices: () => [],
    cancel() {},
    speak(utterance) {
      if (utterance.volume > 0) window.spoken.push([Date.now(), utterance.text]);
      setTimeout(() => ['start', 'end'].forEach((what) => utterance.dispatchEvent(new Event(what))));
    },
  };
  Object.defineProperty(window, 'speechSynthesis', { value: speech, configurable: true });
})()"""
_FIRST_SPOKEN = """([text, since]) => {
  const found = window.spoken.find(([at, said]) => at >= since && said === text);
  return found ? found[0] : 0;
}"""


class Tablet:
    """The page of a table in a browser, with the voice on; notes when it would begin to speak."""

    def __init__(self, page: Any) -> None:
        self._page = page

    @classmethod
    @contextmanager
    def opened(cls, browser: Any, port: int) -> Iterator[Tablet]:
        """A tablet that shows the page served on this port, until leaving."""
        device = browser.new_context(viewport=_SIZE, has_touch=True, locale=_LOCALE)
        try:
            page = device.new_page()
            page.add_init_script(_LISTENING)
            with page.expect_response("**/api/v1/events*"):
                page.goto(f"http://127.0.0.1:{port}/")
            page.locator("#voice").tap()
            page.wait_for_function("() => window.spoken.length > 0")
            yield cls(page)
        finally:
            device.close()

    def spoke_at(self, text: str, since_ms: float) -> float:
        """When it first said this sentence since then, ms of the clock on the wall; raises Playwright's error if it
        does not.
        """
        found = self._page.wait_for_function(
            _FIRST_SPOKEN, arg=[text, since_ms], timeout=_SPEAKS_WITHIN_MS, polling=20
        )
        return float(found.json_value())


class Announced:
    """The faults that a table has announced, in the tablet's words."""

    def __init__(self, table: Table) -> None:
        self._announcer = Announcer.after(table.snapshot(), _LANGUAGE)
        self._heard: list[Announcement] = []
        table.subscribe(self._hear)

    def _hear(self, snapshot: Snapshot) -> None:
        self._heard += [one for one in self._announcer.hear(snapshot) if one.urgency is Urgency.FAULT]

    def take(self) -> Announcement | None:
        """The last one since this was asked before."""
        heard, self._heard = self._heard, []
        return heard[-1] if heard else None


@dataclass
class Calls:
    """Milliseconds of every fault that was called, stage by stage."""

    called: list[dict[str, float]] = field(default_factory=list)

    def measures(self) -> Iterator[Measure]:
        """Yield the figures: the whole, every stage, and those that were called at the look that showed them."""
        at_once = [one for one in self.called if one["further_looks"] == 0]
        told: list[tuple[str, list[float], tuple[float | None, float | None]]] = [
            ("voice", _wholes(self.called), (MEDIAN_TARGET_MS, MOST_TARGET_MS)),
            ("voice.at_first_look", _wholes(at_once), (None, None)),
            *((f"voice.{stage}", [one[stage] for one in self.called], (None, None)) for stage in STAGES),
        ]
        for name, values, (of_median, of_most) in told:
            middle, most, n = quantile(values, 0.5), quantile(values, 0.95), len(values)
            for share, value, target in (("median", middle, of_median), ("p95", most, of_most)):
                yield Measure(
                    BENCH,
                    f"{name}_ms_{share}",
                    round(value, 1),
                    "ms",
                    n,
                    target=target,
                    higher_is_better=False,
                )
        yield share_measure(BENCH, "voice.at_first_look", len(at_once), len(self.called))


def _wholes(called: Sequence[dict[str, float]]) -> list[float]:
    return [sum(one.values()) for one in called]


class WaitingFault:
    """A fault that hands have done and nobody has called yet; ``last_finger_ms`` is of the film."""

    def __init__(self, last_finger_ms: float) -> None:
        self._last_finger_ms = self._ready_ms = last_finger_ms
        self._first_ms: float | None = None
        self._begun_ms = last_finger_ms
        self._read_ms = 0.0

    def looked(self, looks: Sequence[Seen], explained_ms: float) -> None:
        """What the eyes saw was read, and explained in so many ms: each as soon as the one before was done with.

        What they saw before the last finger had gone is not waited for.
        """
        for one in looks:
            at_ms = float(one.sighting.monotonic_ms)
            if at_ms < self._last_finger_ms:
                continue
            self._first_ms = at_ms if self._first_ms is None else self._first_ms
            self._begun_ms = max(at_ms, self._ready_ms)
            self._read_ms = one.lasted_ms
            self._ready_ms = self._begun_ms + self._read_ms
        self._ready_ms += explained_ms

    @property
    def waited(self) -> dict[str, float]:
        """Milliseconds until all lay still, until the last look began, and until that was read."""
        first_ms = self._begun_ms if self._first_ms is None else self._first_ms
        return {
            "stillness": first_ms - self._last_finger_ms,
            "further_looks": self._begun_ms - first_ms,
            "read": self._read_ms,
        }


def called(seed: int, browser: Any, *, enrolled: bool) -> Generator[dict[str, float], None, None]:
    """Yield the stages, ms, of every fault that is called on the film of an evening, up to ``FAULTS_A_FILM``.

    The same number is the same evening as ``companion.bench.end_to_end.film`` shows.
    """
    chance = random.Random(f"{BENCH}/{seed}")  # noqa: S311 - people of a simulation
    opening, room = opened_evening(load(GAME), chance), room_of(seed)
    reader = enrolled_reader(room) if enrolled else CardReader(language=room.language)
    looks: list[Seen] = []
    cameras: list[PictureCamera] = []
    followers: list[TimedFollower] = []

    def camera(game: Game, _: random.Random, parameters: NoiseParameters) -> PictureCamera:
        cameras.append(
            PictureCamera(
                FilmedGame(game, opening.players, room), [CardZones(reader)], parameters, witness=looks.append
            )
        )
        return cameras[0]

    with served(opening) as (table, journal, port), Tablet.opened(browser, port) as tablet:

        def follower(game: Game, state: Any) -> Follower:
            followers.append(TimedFollower(table, journal))
            return followers[0]

        announced = Announced(table)
        evening = Evening(opening, KINDS, follower, chance, seed=str(seed), camera=camera)
        waiting: WaitingFault | None = None
        before = evening.outcome
        for moment in evening.course():
            if moment.what != "look":
                before, waiting = evening.outcome, None  # people have told the page what it had not said
                announced.take()
                continue
            now, fault, took = evening.outcome, announced.take(), followers[0].took
            if now.visible > before.visible:
                waiting = WaitingFault(max(one.end_ms for one in cameras[0].touches))
            if waiting is not None:
                waiting.looked(looks, sum(took.values()))
            if now.announced > before.announced and fault is not None and waiting is not None:
                decided_ms = 1000 * followers[0].decided_at
                spoken_ms = tablet.spoke_at(fault.lines[0], decided_ms - sum(took.values()))
                yield {**waiting.waited, **took, "page": spoken_ms - decided_ms}
            if now.announced > before.announced:
                waiting = None
            before = now
            looks.clear()


def measure(seeds: Sequence[int], *, enrolled: bool = False) -> Iterator[Measure]:
    """Film evenings one after the other, and yield the figures; raises WrongUse where no browser can be driven."""
    calls = Calls()
    try:
        with opened_browser() as browser:
            for seed in progress(seeds, "films", len(seeds)):
                with closing(called(seed, browser, enrolled=enrolled)) as faults:
                    calls.called += islice(faults, FAULTS_A_FILM)
    except NoBrowser as error:
        raise WrongUse(f"The voice is measured in a browser. {error}.") from error
    yield from calls.measures()
