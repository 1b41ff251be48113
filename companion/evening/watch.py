"""The loop that watches: frames to the eyes, sightings to the table. It never dies because of a frame."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.evening.game_watch import GameWatch
from companion.journal import JournalError
from companion.referee import Verdict
from companion.sighting import Sighting
from hardware.causes import advice
from hardware.frame_source import CameraError, Frame
from vision.eyes.eyes import Eyes

DWELL_S = 1.0
_POLL_S = 0.05
_DISK_S = 2.0
_log = logging.getLogger("companion.watch")


@dataclass(slots=True)
class Watched:
    """What the loop saw: frames, of them faulty ones, sightings, and frames that something failed over."""

    frames: int = 0
    faults: int = 0
    sightings: int = 0
    failures: int = 0


def watch(
    source: Iterable[Frame],
    eyes: Eyes,
    game: GameWatch,
    stop: threading.Event,
    *,
    dwell_s: float = DWELL_S,
    watched: Watched | None = None,
    patient: bool = False,
) -> Watched:
    """Look at every frame of an opened camera, ``source``, until it ends or ``stop`` is set; returns the counts.

    Where this is ``patient``, as with a folder, the next photograph is looked at only when dice are due
    (``ready_for_throw``), and at least ``dwell_s`` after the last one, so that taps can come between. What fails over
    a frame costs one log line and that frame.
    """
    counts = Watched() if watched is None else watched
    frames = iter(source)
    shown = -dwell_s + time.monotonic()
    trouble: str | None = None
    while not stop.is_set():
        if patient and not _wait_until_due(game, stop, shown + dwell_s):
            return counts
        frame = _next(frames, eyes, counts)
        if frame is None:
            break
        shown = time.monotonic()
        counts.frames += 1
        trouble = _tell_trouble(frame, trouble)
        if frame.fault is not None:
            counts.faults += 1
            if frame.name is not None:
                _log.warning("Photograph %s cannot be read (%s): it is passed over.", frame.name, frame.fault)
        try:
            sighting = eyes.look(frame)
            if sighting is not None:
                counts.sightings += 1
                verdict = _seen(game, sighting, stop)
                _log.info("frame %d %s: %s", frame.seq, frame.name or "", verdict.kind)
        except Exception as error:  # a family's evening must outlive any one picture
            _report(counts, frame.name or f"frame {frame.seq}", error)
            eyes.failed()
    if not stop.is_set():
        eyes.finished()
    return counts


def _seen(game: GameWatch, sighting: Sighting, stop: threading.Event) -> Verdict:
    """Tell the table; a throw that cannot be written down yet is told again until it can."""
    while True:
        try:
            return game.see(sighting)
        except JournalError as error:
            _log.error("%s", error)
            if stop.wait(_DISK_S):
                raise


def _next(frames: Iterator[Frame], eyes: Eyes, counts: Watched) -> Frame | None:
    """Return the next frame, None at the end; a source that breaks ends."""
    try:
        return next(frames, None)
    except CameraError as error:
        counts.failures += 1
        _log.error("%s", error)
    except Exception as error:  # a broken camera leaves the page and the taps alive
        _report(counts, "the camera", error)
    eyes.failed()
    return None


def _tell_trouble(frame: Frame, before: str | None) -> str | None:
    """Log what is wrong with a live camera once, when it begins and when it is over; returns it."""
    trouble = frame.fault or frame.warning
    if frame.name is not None or trouble == before:
        return before
    if trouble is None:
        _log.info("The camera sees again.")
    else:
        _log.warning("%s", advice(trouble))
    return trouble


def _wait_until_due(game: GameWatch, stop: threading.Event, due: float) -> bool:
    """Wait until dice are due and the time (s, monotonic) has come; False when stopped meanwhile."""
    while time.monotonic() < due or not game.ready_for_throw():
        if stop.wait(_POLL_S):
            return False
    return not stop.is_set()


def _report(counts: Watched, what: str, error: Exception) -> None:
    counts.failures += 1
    # The same fault may come with every frame: the first ten and then every hundredth say enough.
    if counts.failures <= 10 or counts.failures % 100 == 0:
        _log.error(
            "%s failed (%s: %s), failure %d; going on.", what, type(error).__name__, error, counts.failures
        )
