"""A game that does not fit the camera's picture: what would help, and a small drawing of the picture over its zones.

The drawing is in millimetres of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.fit_words import trouble_said, ways_said
from companion.games import load

if TYPE_CHECKING:
    from calibration.game_fit import GameFit
    from calibration.geometry import Point

_AROUND = 40.0


@dataclass(frozen=True, slots=True)
class DrawnFit:
    """The picture's frame over the zones, now and after the first way out (None: it stays); points are of an SVG."""

    box: str
    frame: str
    after: str | None
    zones: Sequence[tuple[str, bool]]
    """Each with whether it can be read."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """What is said: ``trouble`` why the game does not fit, ``help`` what would help."""

    trouble: str
    help: str
    drawn: DrawnFit | None


def misfit(fit: GameFit | None, game: str, language: str) -> Misfit | None:
    """What to say of a game, with the simplest way out; None where it fits, or nobody knows."""
    if fit is None or fit.fits:
        return None
    return Misfit(
        trouble_said(fit, load(game).title, language),
        ways_said(fit, language, most=1),
        None if fit.too_small else _drawn(fit),
    )


def _drawn(fit: GameFit) -> DrawnFit:
    good = {sight.zone: sight.good for sight in fit.sights}
    zones = [(zone.area.polygon, good[zone.id]) for zone in fit.arrangement.zones().zones]
    after = fit.frame_after
    everything = [*fit.frame, *(after or ()), *(corner for corners, _ in zones for corner in corners)]
    left, top = min(one.x for one in everything) - _AROUND, min(one.y for one in everything) - _AROUND
    width = max(one.x for one in everything) + _AROUND - left
    height = max(one.y for one in everything) + _AROUND - top
    return DrawnFit(
        f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}",
        _points(fit.frame),
        None if after is None else _points(after),
        [(_points(corners), seen) for corners, seen in zones],
    )


def _points(corners: Iterable[Point]) -> str:
    return " ".join(f"{corner.x:.0f},{corner.y:.0f}" for corner in corners)
