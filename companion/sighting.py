"""The border between seeing and knowing: what lies where, and how surely.

Symbols only: no pixels and no millimetres pass this border. Source: DESIGN.md of the project, "Sighting".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import fsum, isfinite
from operator import itemgetter

UNREADABLE = "unreadable"
EMPTY = "empty"
BACK = "back"
FIGURE = "figure"
"""A die whose value is doubtful but which surely shows a figure (J, Q, K, or a sticker)."""
BLANK = "blank"
"""A die whose value is doubtful but which surely shows no figure."""

COCKED = "cocked"
"""A die that leans on something: it was thrown, and no face of it counts."""
COCKED_DOUBT = 0.2
"""A die that may lean with this probability is asked about: thrown again it costs less than played wrongly."""
ACROSS_BELIEVED = 0.5
"""A card that lies across a zone, as nobody lays one, may have fallen: told with this share of its probability."""

MOST_SLOTS = 60
"""No zone of a table holds more things side by side; a longer row is no reading."""
_SUMS_TO_ONE = 0.01
"""How far a sum of probabilities may lie from 1: those who write them round them."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in a zone: a calibrated distribution over the faces that may lie there.

    ``faces`` maps a face ("1".."6", "9".."A", "10H", "back", "empty", "unreadable", "cocked") to its probability;
    the probabilities are in 0..1 and sum to 1. ``evidence`` names the picture crop that shows it, if kept.
    ``presence`` is the probability that something of this kind lies here at all.
    """

    faces: Mapping[str, float]
    evidence: str | None = None
    presence: float = 1.0

    @property
    def best(self) -> tuple[str, float]:
        """The most probable face and its probability."""
        return max(self.faces.items(), key=itemgetter(1))


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
    """A zone was touched from ``start_ms`` to ``end_ms`` (monotonic ms), by a hand from ``side`` if known.

    ``side`` is one of ``companion.hands.SIDES`` and right with the probability ``side_chance`` (None: nobody says).
    """

    zone: str
    start_ms: int
    end_ms: int
    side: str | None = None
    side_chance: float | None = None


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

    @property
    def unreadable(self) -> frozenset[str]:
        """The zones of which something cannot be read."""
        return frozenset(
            zone
            for zone, reading in self.zones.items()
            if any(slot.best[0] == UNREADABLE for slot in reading.slots)
        )


@dataclass(frozen=True, slots=True)
class EyeStatus:
    """What the seeing part is doing now, for people to read on the page.

    ``state`` is one of "sees" (still and read), "waits" (a hand, moving dice, or reading), "doubts" (read, but
    not surely), "lost" (no pictures come) and "off" (played by taps, without a camera). ``code`` says why in one
    word of the page's vocabulary: "still", "hand", "moving", "reading", "reading_on" (in parts, for it takes long
    here), "preparing" (for another game), "doubt", "cocked" (a die leans), "no_frames", "bad_picture",
    "end_of_pictures", "moving_camera", "off", what keeps the camera from following this game ("by_taps",
    "no_readers", "no_stand", "no_cards", "no_squares", "no_pieces", "other_board"), or a cause that the camera names
    ("unplugged", "too_dark").
    ``dice`` are the faces last seen in the tray, with their probabilities. ``row`` is how many cards of a row that
    is looked at more closely are read surely, and how many there are.
    """

    state: str
    code: str
    dice: tuple[tuple[str, float], ...] = ()
    row: tuple[int, int] | None = None


def sane(sighting: Sighting, is_zone: Callable[[str], bool]) -> Sighting:
    """The sighting without its nonsense: what can be believed of it stays, the rest is unreadable or unseen.

    Zones for which ``is_zone`` is false are left out. A zone that is read and unseen at once is unseen, and so is one
    whose row is longer than any. A face without a probability (negative, not a number, above 1) is left out of its
    slot; what a slot leaves unsaid is unreadable. Times that go backwards are turned round. A chance of a
    side that is no probability is left out.
    """
    unseen = {zone for zone in sighting.unseen if is_zone(zone)}
    zones = {}
    for zone, reading in sighting.zones.items():
        if zone in unseen or not is_zone(zone):
            continue
        if len(reading.slots) > MOST_SLOTS or not _is_probability(reading.surplus):
            unseen.add(zone)
        else:
            slots = tuple(map(_sane_slot, reading.slots))
            zones[zone] = reading if slots == reading.slots else replace(reading, slots=slots)
    hands = (_forwards(one) for one in sighting.disturbances if is_zone(one.zone) and _is_timed(one))
    return replace(sighting, zones=zones, disturbances=tuple(dict.fromkeys(hands)), unseen=frozenset(unseen))


def _sane_slot(slot: Slot) -> Slot:
    if not _is_probability(slot.presence):
        return replace(slot, faces={UNREADABLE: 1.0}, presence=1.0)
    faces = {face: chance for face, chance in slot.faces.items() if face and _is_probability(chance)}
    whole = fsum(faces.values())
    if len(faces) == len(slot.faces) and abs(whole - 1.0) <= _SUMS_TO_ONE:
        return slot
    if whole > 1.0:
        faces = {face: chance / whole for face, chance in faces.items()}
    else:
        faces[UNREADABLE] = faces.get(UNREADABLE, 0.0) + 1.0 - whole
    return replace(slot, faces=faces)


def _is_probability(value: float) -> bool:
    return isfinite(value) and 0.0 <= value <= 1.0


def _is_timed(one: Disturbance) -> bool:
    return isfinite(one.start_ms) and isfinite(one.end_ms)


def _forwards(one: Disturbance) -> Disturbance:
    if one.side_chance is not None and not _is_probability(one.side_chance):
        one = replace(one, side_chance=None)
    if one.start_ms <= one.end_ms:
        return one
    return replace(one, start_ms=one.end_ms, end_ms=one.start_ms)
