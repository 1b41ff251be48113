"""The stillness gate: when was which zone disturbed, from which side, and when does it lie still again.

A throw, or a move of a card, is "the zone was disturbed, then still": the gate says so, zone by zone, from a small
picture of all of them; faces play no part, so the same faces twice are two throws. Light is not motion: slow drift,
flicker, a lamp switched on, soft shadows and noise disturb nothing, nor does what happens beside a zone
(``vision.stillness.zone_atlas``). A hand that rests over one zone keeps no other from settling; an arm is followed
to the border over which it reaches in (``vision.stillness.hands``). How well: docs/stillness.md.

What the gate cannot tell:

- who or what disturbed the zone: a die nudged by a sleeve, a die taken away and a throw are all disturbances;
  ``Settled.changed`` says only whether the zone looks different from before (a hand that passed over dice
  which did not move leaves ``changed`` False);
- a hand that lies motionless for longer than the zone's patience from an object that was put there;
- a first picture that already shows a hand from one that does not;
- a die moved by less than about a tenth of its side, or a card by less than 2 or 3 mm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Pixel
from companion.sighting import Disturbance
from vision.stillness.earlier_looks import Planes
from vision.stillness.hands import NO_HANDS, SIDES, Arm, Contact, Hand, HandFinder
from vision.stillness.small_picture import SmallPicture, ZoneOutsidePicture
from vision.stillness.zone_atlas import Log, ZoneAtlas

__all__ = [
    "CARD_CROSSED_MS",
    "CARD_PATIENCE_MS",
    "CARD_STILL_MS",
    "DICE_STILL_MS",
    "PATIENCE_MS",
    "STILL_MS",
    "GateReading",
    "GateZone",
    "Image",
    "Settled",
    "StillnessGate",
    "ZoneOutsidePicture",
    "ZoneState",
]

Image: TypeAlias = NDArray[np.uint8]

STILL_MS = 600
DICE_STILL_MS = 600
"""A die that rolls on is seen to do so; one that came to rest stays there."""
CARD_STILL_MS = 400
"""Cards do not roll on: measured, see docs/stillness.md."""
CARD_CROSSED_MS = 200
"""Where cards lie as they did before, so soon: only a hand passed over them."""
PATIENCE_MS = 6000
"""A large still thing that reaches in from the zone's edge is a hand for this long, then part of the table."""
CARD_PATIENCE_MS = 20_000
"""Over cards hands rest longer than over a tray."""

_LEAST_LEVELS = 3.5
_NOISE_FACTOR = 4.5
_SOFT_PX, _SOFTER_PX = 0.8, 1.8
_SOFTER_NOISE = 0.45
"""So much of the noise is left in the softer picture: measured on even noise."""
_NOISY, _STILL_NOISY = 5.0, 4.0
_DIM, _STILL_DIM = 4.0, 5.0
"""A zone no lighter than so many times the noise, if that is of so many levels, is softened more; and stays so until
one of the two is past the second.
"""
_SMALLEST_BLOB = 12.0
_ARM_EXTENT = 60
_OBJECT_SHARE = 0.12
_HAND_SHARE = 0.03
_HAND_SHARE_OF_TABLE = 0.004
_LEAST_COVER = 0.04
_HAND_FRAMES = 5
_END_SHARE, _END_COVER, _REACHED_FRAMES, _SAME_STAY_MS = 0.3, 0.6, 2, 250
"""Fingers are in a zone that holds this share of a hand's end, or of which that covers this share; they stay there if
so many pictures show it.
"""
_REFERENCE_MEMORY_MS = 20_000.0
_TREMBLES_MS = 2000
"""What moves for so long after the last hand, and is smaller than an arm, is noise: dice roll for less."""


class ZoneState(StrEnum):
    """What a zone does: something moves in it, a hand covers part of it, or it lies still."""

    MOVING = "moving"
    HAND = "hand"
    STILL = "still"


@dataclass(frozen=True, slots=True)
class GateZone:
    """A zone to watch: its polygon in picture px (None: the whole picture).

    ``still_ms`` is how long it must lie still; ``object_px`` the side in picture px of the smallest thing
    that counts, if known; ``patience_ms`` how long a hand that does not move is waited for. ``crossed_ms`` is how
    long it must lie still where it looks as it did before the disturbance; None: as long as otherwise.
    ``thrown_into``: what lies there was thrown by the last hand that stayed in it, whoever reached over it before.
    """

    id: str
    polygon: tuple[Pixel, ...] | None = None
    still_ms: int = STILL_MS
    object_px: float | None = None
    patience_ms: int = PATIENCE_MS
    crossed_ms: int | None = None
    thrown_into: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """A zone lies still again after a disturbance; ``changed``: it looks different from before.

    ``reached``: from when to when fingers were in it (monotonic ms); None if an arm only passed over it, or no arm
    was seen. ``over``: the sides of the table that the hand over it touched, of what is thrown those of all that
    were there; none if no hand was seen there. ``beside``: those that any hand touched meanwhile. ``arm`` is where
    the hand over it came in, and where it ended (``vision.stillness.hands.Arm``).
    """

    disturbance: Disturbance
    changed: bool
    reached: tuple[int, int] | None = None
    over: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    arm: Arm | None = None


@dataclass(frozen=True, slots=True)
class GateReading:
    """What one frame told: the state of every zone, and the zones that came to rest with it.

    ``at_rest`` holds the zones that lie still since this frame, whether or not a disturbance was seen
    before (at the start there is none); ``settled`` those after a disturbance, one each.
    """

    states: Mapping[str, ZoneState]
    settled: tuple[Settled, ...] = ()
    at_rest: frozenset[str] = field(default_factory=frozenset)

    @property
    def unseen(self) -> frozenset[str]:
        """The zones with a hand over them."""
        return frozenset(zone for zone, state in self.states.items() if state is ZoneState.HAND)


class StillnessGate:
    """Judges stillness for several zones of one camera, frame by frame.

    With one zone that zone is all that is looked at. With several hands are followed over the table to the side
    from which they reach in. ``table`` is where the table's corners are in the picture (px), clockwise from the one
    between north and west, however the camera hangs; without it the camera hangs upright, and the smallest upright
    rectangle around the zones, and a narrow margin, is the table.
    """

    def __init__(self, zones: Iterable[GateZone], table: Sequence[Pixel] | None = None) -> None:
        self._zones = tuple(zones)
        self._table = None if table is None else tuple(table)
        self._shape: tuple[int, int] | None = None
        self._watch: _TableWatch | None = None

    def feed(self, image: Image, monotonic_ms: int, *, settled: bool = False) -> GateReading:
        """Take the next frame (uint8, (h, w, 3) BGR) with its time on the camera's monotonic clock (ms).

        ``settled`` marks a photograph: every zone counts as disturbed and then still by itself. A picture of
        another size begins anew. Raises ZoneOutsidePicture, and DegenerateCorners of a table that cannot be.
        """
        shape = (image.shape[0], image.shape[1])
        if shape != self._shape or self._watch is None:
            # Set only once every zone fits: the next frame must raise again if one does not.
            self._shape = None
            self._watch = _TableWatch(self._zones, shape, self._table) if self._zones else None
            self._shape = shape
        if self._watch is None:
            return GateReading({})
        return self._watch.feed(image, monotonic_ms, settled)


class _TableWatch:
    """All zones in pictures of one size: the looks they are compared with, and what each does now."""

    def __init__(
        self, zones: Sequence[GateZone], shape: tuple[int, int], table: tuple[Pixel, ...] | None
    ) -> None:
        self._window = SmallPicture.around([zone.polygon for zone in zones], shape, table)
        masks = [self._window.mask(zone.id, zone.polygon) for zone in zones]
        sides = [0.0 if zone.object_px is None else zone.object_px * self._window.scale for zone in zones]
        smallest = [max(_SMALLEST_BLOB, _OBJECT_SHARE * side * side) for side in sides]
        self._atlas = ZoneAtlas(masks, smallest)
        region = masks[0]
        if len(zones) > 1:
            region = np.ones_like(region) if table is None else self._window.mask("table", table)
        shrink = self._window.shrink
        reduced = [self._window.reduced(mask) for mask in masks]
        area = float(np.count_nonzero(region)) / shrink**2
        least = _HAND_SHARE_OF_TABLE * area
        if len(zones) == 1:
            least = max(_HAND_SHARE * area, 4.0 * (sides[0] / shrink) ** 2)
        corners = None if table is None else self._window.placed(table) / shrink
        self._hands = HandFinder(self._window.reduced(region), reduced, least, corners)
        self._watches = [_ZoneWatch(zone) for zone in zones]
        self._noise = _Noise()
        self._is_dim = np.zeros(len(zones), np.bool_)
        self._base: Log | None = None
        self._previous_ms = 0

    def feed(self, image: Image, now: int, photograph: bool) -> GateReading:
        """Take the next picture."""
        small = self._window.cut(image)
        soft = _softened(small, _SOFT_PX)
        noise = self._noise.learn(soft)
        look = self._look(small, soft, noise)
        least_levels = np.maximum(_LEAST_LEVELS, noise * np.where(self._is_dim, _SOFTER_NOISE, 1.0))
        first = self._base is None
        since, self._previous_ms = (now if first else self._previous_ms), now
        if self._base is None or photograph:
            return self._begin(small, look, since, now, photograph)
        differing = self._atlas.differing(look, self._base, least_levels)
        undisturbed = [
            watch.state is ZoneState.STILL and not extent
            for watch, extent in zip(self._watches, differing, strict=True)
        ]
        planes: Planes | None = None
        hands = NO_HANDS
        if not all(undisturbed) or self._hands.learn_due(now):
            planes = self._hands.planes(self._window.reduced_picture(small))
            hands = self._hands.find(planes, undisturbed, max(_LEAST_LEVELS, noise))
        at_rest: list[int] = []
        settled: list[Settled] = []
        near, share = hands.contact, min(1.0, (now - since) / _REFERENCE_MEMORY_MS)
        for number, watch in enumerate(self._watches):
            if undisturbed[number]:
                watch.suspect_ms = None
                continue
            part, base = self._atlas.part(number, look), self._atlas.part(number, self._base)
            hand = self._hands.over(hands, number)
            if hand is not None and hand.cover < _LEAST_COVER:
                hand = None
            watch.touched(now, hand, near)
            if hand is not None and hand.faint:
                hand = None
            if watch.state is ZoneState.STILL:
                if watch.comes(now, hand, int(differing[number])):
                    watch.reference = base.copy()
                    base[:] = part
                continue
            moved = bool(differing[number])
            if watch.trembles(now, hand is not None, int(differing[number])):
                self._atlas.learn_trembling(number, share)
            if moved:
                base[:] = part
            rests = watch.rests(now, moved, hand is not None)
            if not rests and not watch.may_be_crossed(now, hand is not None):
                continue
            changed = watch.reference is None or self._atlas.differs(
                number, part, watch.reference, least_levels[number]
            )
            if changed and not rests:
                continue
            if watch.start_ms is not None:
                settled.append(
                    Settled(watch.disturbance(), changed, watch.reached, *watch.sides_touched(), watch.arm)
                )
            watch.settle()
            base[:] = part
            at_rest.append(number)
        if planes is not None:
            self._hands.rests(planes, at_rest)
            if self._hands.learn_due(now):
                self._hands.learn(planes, hands, undisturbed, now)
        self._atlas.follow(self._base, look, undisturbed, share)
        return self._reading(settled, at_rest)

    def _look(self, small: Image, soft: Image, noise: float) -> Log:
        """The zones in a small picture, dim ones so soft that a dark hand over dark cloth stands out of the noise.

        What is compared must be equally soft: that changes only while a zone is not disturbed.
        """
        if self._base is None or not (noise > _NOISY or self._is_dim.any()):
            return self._atlas.log(soft)
        levels = self._atlas.levels(self._base)
        dim = levels < np.where(self._is_dim, _STILL_DIM, _DIM) * noise
        dim &= noise > np.where(self._is_dim, _STILL_NOISY, _NOISY)
        calm = [not watch.is_disturbed for watch in self._watches]
        turned = np.flatnonzero((dim != self._is_dim) & calm)
        self._is_dim[turned] = dim[turned]
        softer = (_softened(small, _SOFTER_PX), self._is_dim) if self._is_dim.any() else None
        look = self._atlas.log(soft, softer)
        for number in turned:
            share = _SOFTER_NOISE if dim[number] else 1.0 / _SOFTER_NOISE
            self._atlas.begin_anew(int(number), self._base, look, share)
        return look

    def _begin(self, small: Image, look: Log, since: int, now: int, photograph: bool) -> GateReading:
        self._base = look
        planes = self._hands.planes(self._window.reduced_picture(small))
        self._hands.begin(planes)
        settled = []
        for watch in self._watches:
            watch.motion_ms = watch.calm_since_ms = now
            if photograph:
                settled.append(Settled(Disturbance(watch.zone.id, since, now), True))
                watch.settle()
        return self._reading(settled, range(len(self._watches)) if photograph else ())

    def _reading(self, settled: Sequence[Settled], at_rest: Iterable[int]) -> GateReading:
        states = {watch.zone.id: watch.state for watch in self._watches}
        rests = frozenset(self._watches[number].zone.id for number in at_rest)
        return GateReading(states, tuple(settled), rests)


@dataclass(slots=True, eq=False)
class _Stay:
    """Fingers that stay in a zone: from when to when, in how many pictures, and the contact and the arms of their
    hand in the first of them.
    """

    start: int
    last: int
    frames: int
    contact: Contact
    arms: list[Arm]

    def is_of(self, hand: Hand) -> bool:
        """Whether a hand comes from the same side as these fingers do."""
        return bool(np.argmax(self.contact) == np.argmax(hand.contact))

    def goes_on(self, now: int, hand: Hand) -> None:
        """The fingers of a hand are still there."""
        self.last, self.frames = now, self.frames + 1
        if self.frames <= _HAND_FRAMES:
            self.contact += hand.contact
            self.arms += _arm_of(hand)


class _ZoneWatch:
    """What one zone does: since when it is disturbed, by a hand from where, and for how long it lies still."""

    def __init__(self, zone: GateZone) -> None:
        self.zone = zone
        self.state = ZoneState.MOVING
        self.start_ms: int | None = None
        self.motion_ms = 0
        self.suspect_ms: int | None = None
        self.reference: Log | None = None
        self.calm_since_ms = 0
        self._quiet = 0
        self._contact = np.zeros(4)
        self._contact_near = np.zeros(4)
        self._arms: list[Arm] = []
        self._hand_frames = 0
        self._stays: list[_Stay] = []

    @property
    def is_disturbed(self) -> bool:
        """Whether something was seen to change here that has not come to rest."""
        return self.start_ms is not None or self.suspect_ms is not None

    @property
    def reached(self) -> tuple[int, int] | None:
        """From when to when fingers stayed in the zone: one picture alone is a hand on its way elsewhere."""
        stays = self._real_stays
        return (stays[0].start, stays[-1].last) if stays else None

    @property
    def _real_stays(self) -> list[_Stay]:
        return [stay for stay in self._stays if stay.frames >= _REACHED_FRAMES]

    def comes(self, now: int, hand: Hand | None, extent: int) -> bool:
        """The zone lay still and looks different, by so many px: is it disturbed?"""
        if self.suspect_ms is None and (hand is None or not hand.plain or extent < _ARM_EXTENT):
            # One picture alone may be a flash or a broken frame, unless it shows an arm.
            self.suspect_ms = now
            return False
        self.start_ms = now if self.suspect_ms is None else self.suspect_ms
        self.suspect_ms = None
        self.motion_ms = self.calm_since_ms = now
        self._quiet = 0
        self.state = ZoneState.MOVING if hand is None else ZoneState.HAND
        return True

    def touched(self, now: int, hand: Hand | None, near: Contact) -> None:
        """Remember from which side the hand over the zone, or any hand over the table, reached in, and its end.

        Of a faint one only the side counts, and its end where that covers most of the zone.
        """
        if not self.is_disturbed:
            self._contact[:] = 0
            self._contact_near[:] = 0
            self._arms = []
            self._hand_frames = 0
            self._stays = []
        self._contact_near += near
        is_over = hand is not None and (
            hand.end_cover >= _END_COVER or (hand.end >= _END_SHARE and not hand.faint)
        )
        if hand is not None and is_over:
            before = self._stays[-1] if self._stays else None
            goes_on = before is not None and now - before.last <= _SAME_STAY_MS
            if before is None or not goes_on or (self.zone.thrown_into and not before.is_of(hand)):
                self._stays.append(_Stay(now, now, 1, hand.contact.copy(), _arm_of(hand)))
            else:
                before.goes_on(now, hand)
        if hand is not None and self._hand_frames < _HAND_FRAMES:
            self._contact += hand.contact
            self._arms += _arm_of(hand)
            self._hand_frames += 1

    def trembles(self, now: int, hand: bool, extent: int) -> bool:
        """Whether for long no hand has been there, and nothing as large as an arm (px) has moved: what does not come
        to rest there is noise, at the edges of dark print most of all.
        """
        if hand or extent >= _ARM_EXTENT:
            self.calm_since_ms = now
        return now - self.calm_since_ms >= _TREMBLES_MS

    def rests(self, now: int, moved: bool, hand: bool) -> bool:
        """The zone is disturbed (or was never seen still): does it lie still with this picture?"""
        if moved:
            self.motion_ms = now
            self._quiet = 0
        else:
            self._quiet += 1
        self.state = ZoneState.HAND if hand else ZoneState.MOVING
        quiet_ms = now - self.motion_ms
        if self._quiet < 2 or quiet_ms < self.zone.still_ms:
            return False
        return not hand or quiet_ms >= self.zone.patience_ms

    def may_be_crossed(self, now: int, hand: bool) -> bool:
        """Whether it lies still for long enough if it looks as it did before, and no hand is over it."""
        if self.zone.crossed_ms is None or self.reference is None or hand or self._quiet < 2:
            return False
        return now - self.motion_ms >= self.zone.crossed_ms

    @property
    def _contact_over(self) -> Contact:
        """The contact of the hand that did what is seen in the zone."""
        stays = self._real_stays if self.zone.thrown_into else []
        return stays[-1].contact if stays else self._contact

    @property
    def arm(self) -> Arm | None:
        """Where the hand that did what is seen in the zone came in over its side, and where it ended."""
        stays = self._real_stays
        arms = stays[-1].arms if stays else self._arms
        return np.mean(arms, axis=0) if arms else None

    def disturbance(self) -> Disturbance:
        """The disturbance that has ended."""
        contact = self._contact_over if self._contact_over.any() else self._contact_near
        side = SIDES[int(np.argmax(contact))] if contact.any() else None
        return Disturbance(self.zone.id, self.start_ms or 0, self.motion_ms, side)

    def sides_touched(self) -> tuple[frozenset[str], frozenset[str]]:
        """The sides that the hands over the zone touched while it was disturbed, and those that any hand did."""
        stays = self._stays if self.zone.thrown_into else []
        contact_over = self._contact + sum((stay.contact for stay in stays), np.zeros(4))
        over, beside = (
            frozenset(side for side, contact in zip(SIDES, contacts, strict=True) if contact > 0)
            for contacts in (contact_over, self._contact_near)
        )
        return over, beside

    def settle(self) -> None:
        """The zone lies still from now on."""
        self.start_ms = None
        self.suspect_ms = None
        self.reference = None
        self.state = ZoneState.STILL


def _arm_of(hand: Hand) -> list[Arm]:
    return [] if hand.arm is None else [hand.arm]


class _Noise:
    """How many grey levels a picture's noise moves, learnt from pairs of pictures in a row."""

    def __init__(self) -> None:
        self._previous: NDArray[np.int16] | None = None
        self._levels: deque[float] = deque(maxlen=30)

    def learn(self, picture: Image) -> float:
        """Take the next small picture; returns the largest change (levels of a colour) that may be noise."""
        rows = picture[1::4].reshape(-1, picture.shape[1] * 3).astype(np.int16)
        previous, self._previous = self._previous, rows
        if previous is None:
            return 0.0
        change = rows - previous
        # Between neighbours: a flickering lamp moves both alike.
        spread = np.abs(change[:, :-9:2] - change[:, 9::2])
        now = _quantile(np.bincount(spread.ravel()), 0.4) / (0.5244 * 2**0.5)
        self._levels.append(now)
        # The lower quartile: a hand that covers much of the picture for a while must not pass for noise.
        usual = sorted(self._levels)[len(self._levels) // 4]
        return _NOISE_FACTOR * max(usual, min(now, 1.5 * usual + 0.5))


def _softened(picture: Image, spread_px: float) -> Image:
    side = 2 * round(1.6 * spread_px) + 1
    return np.asarray(cv2.GaussianBlur(picture, (side, side), spread_px), np.uint8)


def _quantile(histogram: NDArray[np.int64], share: float) -> float:
    """The quantile of absolute differences in whole levels, between the levels by straight lines."""
    upto = np.cumsum(histogram)
    level = int(np.searchsorted(upto, share * upto[-1]))
    below = int(upto[level - 1]) if level else 0
    inside = (share * int(upto[-1]) - below) / max(1, int(histogram[level]))
    return (inside * 0.5) if level == 0 else level - 0.5 + inside
