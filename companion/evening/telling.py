"""What the doctor finds while an evening runs, as the page may tell it: nobody's name, no folder's way."""

from __future__ import annotations

import getpass
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from calibration.stand import BadStand, load_stand
from companion.evening.health import machine, table
from companion.evening.health.all_checks import check_enrolled, check_settings
from companion.evening.health.finding import Finding, carried_out, limit, not_here, ok, to_do
from vision.eyes.pace import LONGEST_MS, Pace

FRESH_S = 20.0
"""How long a look stays valid: the models take a second to load, and a child taps often."""
_WAY = re.compile(r"(?<![\w.:/])~?/(?:[^\s/:;,()'\"]+/)*([^\s/:;,()'\"]+)")
_PAGES = ("/stand",)
"""Ways that are no folders."""


class Health:
    """Looks the machine over; the camera is the evening's own and is not opened a second time."""

    def __init__(
        self, folder: Path, pace: Pace | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``pace`` knows how long the looks of the evening take, if it has a camera."""
        self._folder, self._pace = folder, pace or Pace()
        self._clock = clock
        self._lock = threading.Lock()
        self._looked: tuple[float, Sequence[Mapping[str, str | None]]] | None = None

    def __call__(self) -> Sequence[Mapping[str, str | None]]:
        """Every finding; the last look again if it is fresh."""
        with self._lock:
            if self._looked is None or self._clock() - self._looked[0] > FRESH_S:
                found = [scrubbed(one, self._folder).as_json() for one in findings(self._folder, self._pace)]
                self._looked = (self._clock(), found)
            return self._looked[1]


def findings(folder: Path, pace: Pace) -> Sequence[Finding]:
    """The doctor's checks that need no camera of their own."""
    pi = machine.raspberry_pi()
    checks: dict[str, Callable[[], Finding]] = {
        "stand": partial(_check_stand, folder),
        "disk": partial(machine.check_disk, folder),
        "models": machine.check_models,
        "looks": partial(check_looks, pace.longest_ms),
        "settings": partial(check_settings, folder),
        "enrolled": partial(check_enrolled, folder),
        "clock": partial(machine.check_clock, folder),
        "network": machine.check_network,
        "sound": machine.check_sound,
        "packages": machine.check_packages,
        "pins": partial(machine.check_pins, pi),
        "pi_camera": partial(machine.check_pi_camera, pi),
        "power": partial(machine.check_power, pi),
    }
    return [carried_out(name, check) for name, check in checks.items()]


def check_looks(longest_ms: float | None) -> Finding:
    """How long the looks of this evening take; ``longest_ms`` is the most that one of the last ones took."""
    if longest_ms is None:
        return not_here("looks", "no camera has looked at the table yet")
    took = f"the longest of the last looks took {longest_ms / 1000:.1f} s"
    if longest_ms <= LONGEST_MS:
        return ok("looks", took)
    return limit(
        "looks",
        took,
        "many places are read in parts; end other programs, cool the machine, or use a faster one",
    )


def scrubbed(finding: Finding, folder: Path) -> Finding:
    """A finding of which folders are told by their last name only, and of whose machine it is nothing."""
    advice = None if finding.advice is None else _scrubbed(finding.advice, folder)
    return Finding(finding.check, finding.state, _scrubbed(finding.text, folder), advice)


def _scrubbed(text: str, folder: Path) -> str:
    told = text
    for way in {str(folder), str(folder.absolute())}:
        told = told.replace(way, folder.absolute().name)
    told = _WAY.sub(lambda found: found[0] if found[0] in _PAGES else found[1], told)
    try:
        owner = getpass.getuser()
    except (KeyError, OSError):
        return told
    return re.sub(rf"(?<!\w){re.escape(owner)}(?!\w)", "$USER", told) if owner != "root" else told


def _check_stand(folder: Path) -> Finding:
    try:
        return table.check_stand(load_stand(folder), None)
    except BadStand as error:
        return to_do("stand", "the kept set-up cannot be used", str(error))
