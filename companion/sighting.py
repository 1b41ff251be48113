"""The border between seeing and knowing: what lies where, and how surely.

Symbols only: no pixels and no millimetres pass this border. Source: DESIGN.md of the project, "Sighting".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

UNREADABLE = "unreadable"
EMPTY = "empty"
BACK = "back"
FIGURE = "figure"
"""A die whose value is doubtful but which surely shows a figure (J, Q, K, or a sticker)."""
BLANK = "blank"
"""A die whose value is doubtful but which surely shows no figure."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in a zone: a calibrated distribution over the faces that may lie there.

    ``faces`` maps a face ("1".."6", "9".."A", "10H", "back", "empty", "unreadable") to its probability;
    the probabilities are in 0..1 and sum to 1. ``evidence`` names the picture crop that shows it, if kept.
    ``presence`` is the probability that something of this kind lies here at all.
    """

    faces: Mapping[str, float]
    evidence: str | None = None
    presence: float = 1.0

    @property
    def best(self) -> tuple[str, float]:
        """The most probable face and its probability."""
        face = max(self.faces, key=lambda name: self.faces[name])
        return face, self.faces[face]


@dataclass(frozen=True, slots=True)
class ZoneReading:
    """The ordered slots of one zone, and the evidence that shows the whole zone.

    For loose things in a tray (dice) the slots come most probable first, and ``surplus`` is the presence of
    the most probable thing left out, when the number of things was known beforehand.
    """

    slots: tuple[Slot, ...]
    evidence: str | None = None
    surplus: float = 0.0


@dataclass(frozen=True, slots=True)
class Disturbance:
    """A zone was touched from ``start_ms`` to ``end_ms`` (monotonic ms), by a hand from ``side`` if known."""

    zone: str
    start_ms: int
    end_ms: int
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one still look at the table showed.

    ``zones`` holds only the zones that were still and read; a zone in ``unseen`` has a hand over it, which is
    not the same as empty. ``monotonic_ms`` is the camera's monotonic clock.
    """

    seq: int
    monotonic_ms: int
    zones: Mapping[str, ZoneReading]
    disturbances: tuple[Disturbance, ...] = ()
    unseen: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class EyeStatus:
    """What the seeing part is doing now, for people to read on the page.

    ``state`` is one of "sees" (still and read), "waits" (a hand, moving dice, or reading), "doubts" (read, but
    not surely), "lost" (no pictures come) and "off" (played by taps, without a camera). ``code`` says why in one
    word of the page's vocabulary: "still", "hand", "moving", "reading", "doubt", "no_frames", "bad_picture",
    "end_of_pictures", "off". ``dice`` are the faces last seen in the tray, with their probabilities.
    """

    state: str
    code: str
    dice: tuple[tuple[str, float], ...] = ()
