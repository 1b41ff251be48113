"""How the places of a table look while nothing lies there, and what looks otherwise now: for readers of things that
are laid down.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import anywhere
from vision.masking import GREY
from vision.quantiles import lower_quarters
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

LOOKED_AT_PX_PER_MM = 0.75
"""Whether anything lies in a zone is seen at this scale: coarse enough for the grain of a cloth to vanish."""
_BLUR_MM, _GRAIN_MM = 2.0, 1.5
_DARK, _NOISE = 4.0, 3.0
"""Grey levels added before a logarithm is taken: black is not infinitely dark, and a camera's noise is no pattern."""
_LEAST_CHANGES = np.array([0.12, 0.12, 0.12, 0.4], np.float32)
"""How much brighter or darker (each colour), or more or less patterned, a thing makes its place, which light alone
hardly does; natural logarithms."""
_LEAST_TINT = 0.1
"""And how much it changes one colour more than the next (blue and green, green and red), even where it is as bright
as the table: a grey card on green felt does by 0.15, bare places in the light of an evening by 0.02.
"""
EDGES_PX_PER_MM = 2.0
"""Edges are sought at this scale."""
_EDGE_BLUR_MM = 0.8
_NEAR_PX, _FAR_PX = 2, 4
_EDGE, _SHARP = 0.12, 0.65
"""What changes by so much (natural logarithm of any colour) from px to px so near is the edge of a thing, if it is
this share of what changes from px twice as far: shadows and lamps are softer.
"""
_CHEQUERED = 0.25
"""From this difference between its darkest and its lightest tenth on a table is patterned (natural logarithm)."""
_TONES, _LEAST_OF_A_TONE = 6, 0.03
"""So many tones of a patterned table are told apart, each of which covers this share of it at least."""
_QUARTER_OF_NOISE = 0.3186
"""A quarter of a normal distribution lies nearer to its middle than so many standard deviations."""
_BEYOND_NOISE, _STRONGEST_EDGE = 5.0, 0.5
_BARE_MM, _COVERED_MM = 80.0, 200.0
"""Length of edges (mm) in a zone up to which it is bare, and from which a card is there: its own are some 300 mm."""
_LEAST_RIM_MM, _RIM_FROM_EDGE_MM = 60.0, 5.0
"""Of what sticks out of a zone at least so much of the rim lies in it; where a thing differs from the bare table
ends so near its edge.
"""
_SOFT_RIM, _SHARP_RIM = 0.5, 0.8
"""Shares of a rim that are sharp up to which it is a shadow's, and from which a thing's."""
_KNOWN_PLACES, _LIVELIER = 3, 1.2
"""A place never seen bare is compared with so many others at least, and with so much more than they show."""
_MASKED = 6
"""A zone that differs nowhere by more grey levels from the colour of what is covered as secret is covered."""


class BarePlaces:
    """Remembers how zones look with nothing in them, each cut out with ``margin_mm`` beside it.

    A zone in which nothing was found may be bare (``perhaps``); that it is, somebody says who knows.
    """

    def __init__(self, margin_mm: float) -> None:
        self._margin_mm = margin_mm
        self.lay_out(())

    def lay_out(self, zones: Sequence[WatchedZone]) -> None:
        """From now on these zones count; how they look when they are bare is not known yet."""
        self._zones = {zone.id: zone for zone in zones}
        self._bare: dict[str, NDArray[np.float32]] = {}
        self._colours: dict[str, NDArray[np.float32]] = {}
        self._rims: dict[tuple[str, float], _Rim] = {}
        self._compared: tuple[str, RectifiedZone, NDArray[np.bool_]] | None = None
        self._recoloured: tuple[str, RectifiedZone, NDArray[np.float32]] | None = None
        self._edged: tuple[NDArray[np.float32], NDArray[np.bool_]] | None = None
        self._edges_mm: dict[str, float] = {}
        self._perhaps: dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]] = {}

    def remember(self, cuts: Mapping[str, RectifiedZone]) -> None:
        """Take zones in which nothing lies."""
        for name, cut in cuts.items():
            self._bare[name] = _coarse(cut)
            self._colours[name] = _colours(cut)
            self._edges_mm.pop(name, None)
            self._is_new(name)

    def perhaps(self, name: str, cut: RectifiedZone) -> None:
        """Nothing was found in a zone whose bare look is not known."""
        self._perhaps[name] = (_coarse(cut), _colours(cut))

    def not_bare(self, name: str) -> None:
        """A zone is looked at anew: what it showed before is not learnt any more."""
        self._perhaps.pop(name, None)

    def known_bare(self, zones: Collection[str]) -> None:
        """Take how these zones looked when nothing was found in them last for how they look when they are bare."""
        for name in self._perhaps.keys() & set(zones):
            self._bare[name], self._colours[name] = self._perhaps.pop(name)
            self._is_new(name)

    def _is_new(self, name: str) -> None:
        """What was reckoned of how a zone looked when it was bare holds no longer."""
        self._compared = self._recoloured = None
        self._rims = {key: rim for key, rim in self._rims.items() if key[0] != name}

    def is_known(self, name: str) -> bool:
        """Whether it is known how a zone looks when it is bare."""
        return name in self._bare

    def covered(self, cut: RectifiedZone, zone: WatchedZone) -> float | None:
        """How likely something lies in a zone, by the edges that the bare table lacks; None if that is not known."""
        edges = self.new_edges(cut, zone)
        if edges is None:
            return None
        likely = _likely_covered(_edges_mm(edges, zone))
        differs = self.differs(cut, zone)
        if likely == 1.0 or differs is None or zone.towards is not None:
            return likely
        return max(likely, _sticks_out(differs, edges))

    def livelier(self, cut: RectifiedZone, zone: WatchedZone) -> float:
        """How likely something lies in a pile's zone that was never seen bare: other places of the table are known
        to be bare, and this one shows far more edges than the liveliest of them.
        """
        for name, colours in self._colours.items():
            if name not in self._edges_mm and self._zones[name].towards is None:
                edges = _all_edges(colours, self._margin_mm)
                self._edges_mm[name] = _edges_mm(edges, self._zones[name])
        bare = self._edges_mm.values()
        if len(bare) < _KNOWN_PLACES:
            return 0.0
        edges = _all_edges(_colours(cut), self._margin_mm)
        return _likely_covered(_edges_mm(edges, zone) - _LIVELIER * max(bare))

    def differs(self, cut: RectifiedZone, zone: WatchedZone) -> NDArray[np.bool_] | None:
        """Where a zone, without its margin, looks otherwise than the bare table, at ``LOOKED_AT_PX_PER_MM``; None if
        that is not known.
        """
        bare = self._bare.get(zone.id)
        if bare is None:
            return None
        if self._compared is not None and self._compared[0] == zone.id and self._compared[1] is cut:
            return self._compared[2]
        edge = round(self._margin_mm * LOOKED_AT_PX_PER_MM)
        changed = self._but_for_light(zone.id, _coarse(cut), bare, LOOKED_AT_PX_PER_MM)
        changed = changed[edge:-edge, edge:-edge]
        differs = anywhere(np.abs(changed) > _LEAST_CHANGES)
        blue, green, red = (changed[..., colour] for colour in range(3))
        differs |= (np.abs(blue - green) > _LEAST_TINT) | (np.abs(green - red) > _LEAST_TINT)
        # Whoever reads a zone asks this more than once, of one cut after the other.
        self._compared = (zone.id, cut, differs)
        return differs

    def new_edges(self, cut: RectifiedZone, zone: WatchedZone) -> NDArray[np.bool_] | None:
        """Where a zone, without its margin, has sharp edges that the bare table lacks, bool (h, w) at
        ``EDGES_PX_PER_MM``; None if that is not known.
        """
        changed = self._colours_changed(cut, zone)
        if changed is None:
            return None
        # Whoever reads a zone asks this more than once, of one cut after the other.
        if self._edged is None or self._edged[0] is not changed:
            self._edged = (changed, _all_edges(changed, self._margin_mm))
        return self._edged[1]

    def changed(self, cut: RectifiedZone, zone: WatchedZone) -> NDArray[np.float32] | None:
        """How much each colour of a zone, without its margin, looks otherwise than the bare table, float32 (h, w, 3),
        natural logarithms at 2 px/mm; None if that is not known.
        """
        changed, edge = self._colours_changed(cut, zone), round(self._margin_mm * EDGES_PX_PER_MM)
        return None if changed is None else np.asarray(changed[edge:-edge, edge:-edge], np.float32)

    def _colours_changed(self, cut: RectifiedZone, zone: WatchedZone) -> NDArray[np.float32] | None:
        """How much each colour of a zone, with its margin, looks otherwise than the bare table."""
        bare = self._colours.get(zone.id)
        if bare is None:
            return None
        # Whoever reads a zone asks this more than once, of one cut after the other.
        if self._recoloured is None or self._recoloured[0] != zone.id or self._recoloured[1] is not cut:
            changed = self._but_for_light(zone.id, _colours(cut), bare, EDGES_PX_PER_MM)
            self._recoloured = (zone.id, cut, changed)
        return self._recoloured[2]

    def _but_for_light(
        self, name: str, now: NDArray[np.float32], bare: NDArray[np.float32], px_per_mm: float
    ) -> NDArray[np.float32]:
        """What changed in a zone, float32 as ``now`` and ``bare``, beside the light: what lies in it leaves at least
        its rim above and below as it was.

        Light changes the whole of a zone alike, but of a chequered cloth the bright squares less than the dark ones
        where they blind the camera, or where the dark ones shine.
        """
        edge = round(self._margin_mm * px_per_mm)
        rim = self._rims.get((name, px_per_mm))
        if rim is None:
            rim = self._rims[name, px_per_mm] = _Rim.of(np.concatenate([bare[:edge], bare[-edge:]]))
        changed = now - bare
        at_rim = np.concatenate([changed[:edge], changed[-edge:]])
        for channel, tones in enumerate(rim.tones):
            change = at_rim[..., channel].ravel()
            if not tones:
                changed[..., channel] -= np.median(change)
                continue
            by = [float(np.median(change[part])) for part, _ in tones]
            changed[..., channel] -= np.interp(bare[..., channel], [at for _, at in tones], by).astype(
                np.float32
            )
        return changed


@dataclass(frozen=True, slots=True, eq=False)
class _Rim:
    """What is printed on the rim of a zone while it is bare: of each colour its tones, where each is, bool (n,), and
    how light it is there; none where the rim is of one tone.
    """

    tones: tuple[tuple[tuple[NDArray[np.bool_], float], ...], ...]

    @classmethod
    def of(cls, rim: NDArray[np.float32]) -> _Rim:
        """The tones of a rim, float32 (h, w, channels)."""
        return cls(tuple(_tones(rim[..., channel].ravel()) for channel in range(rim.shape[2])))


def _tones(looked: NDArray[np.float32]) -> tuple[tuple[NDArray[np.bool_], float], ...]:
    dark, light = np.quantile(looked, (0.1, 0.9))
    if light - dark < _CHEQUERED:
        return ()
    tone = np.clip((looked - dark) / (light - dark) * _TONES, 0, _TONES - 1).astype(int)
    parts = [tone == one for one in range(_TONES)]
    return tuple((part, float(np.median(looked[part]))) for part in parts if part.mean() > _LEAST_OF_A_TONE)


def _coarse(cut: RectifiedZone) -> NDArray[np.float32]:
    """How a zone looks from afar, float32 (h, w, 4): the brightness of each colour and how strongly it is patterned,
    as natural logarithms.
    """
    factor = LOOKED_AT_PX_PER_MM / cut.px_per_mm
    size = (round(cut.image.shape[1] * factor), round(cut.image.shape[0] * factor))
    light = cv2.resize(cut.image.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(cut.image)
    grain = cv2.add(cv2.add(blue, green, dtype=cv2.CV_16U), red, dtype=cv2.CV_16U) / np.float32(3)
    grain = np.abs(grain - cv2.GaussianBlur(grain, (0, 0), _GRAIN_MM * cut.px_per_mm))
    patterned = cv2.resize(grain, size, interpolation=cv2.INTER_AREA)
    looks = np.dstack([light + _DARK, patterned + _NOISE]).astype(np.float32)
    blurred = cv2.GaussianBlur(looks, (0, 0), _BLUR_MM * LOOKED_AT_PX_PER_MM)
    return np.log(blurred).astype(np.float32)


def _colours(cut: RectifiedZone) -> NDArray[np.float32]:
    """The colours of a zone as natural logarithms, float32 (h, w, 3), coarse enough for noise to vanish."""
    factor = EDGES_PX_PER_MM / cut.px_per_mm
    size = (round(cut.image.shape[1] * factor), round(cut.image.shape[0] * factor))
    small = cv2.resize(cut.image, size, interpolation=cv2.INTER_AREA).astype(np.float32) + _DARK
    blurred = cv2.GaussianBlur(small, (0, 0), _EDGE_BLUR_MM * EDGES_PX_PER_MM)
    return np.log(blurred).astype(np.float32)


def is_masked(cut: RectifiedZone, margin_mm: float) -> bool:
    """Whether a zone, without its margin, is covered because it is secret."""
    edge = round(margin_mm * cut.px_per_mm)
    inside = cut.image[edge:-edge:4, edge:-edge:4].astype(np.int16)
    return bool(np.abs(inside - np.array(GREY, np.int16)).max(initial=0) <= _MASKED)


def _edges_mm(edges: NDArray[np.bool_], zone: WatchedZone) -> float:
    """How many mm of sharp edges a zone has, bool (h, w) of ``_all_edges``."""
    # What belongs here has edges on both sides of the middle; a neighbour that sticks in has them on one.
    across, down = _on_both_sides(edges.sum(axis=0)), _on_both_sides(edges.sum(axis=1))
    count = {"east": down, "west": down, "south": across, "north": across}.get(
        zone.towards or "", min(across, down)
    )
    # An edge is seen from both sides of it, as far as is compared.
    return count / (2 * _NEAR_PX) / EDGES_PX_PER_MM


def _all_edges(ratio: NDArray[np.float32], margin_mm: float) -> NDArray[np.bool_]:
    """Where a zone, without its margin, has sharp edges, bool (h, w) at ``EDGES_PX_PER_MM``; ``ratio`` is float32
    (h, w, 3) of ``_colours``, or of what changed in them.
    """
    margin = round(margin_mm * EDGES_PX_PER_MM)
    # Colour by colour: numpy is slow where rows are three numbers long.
    colours = ratio.transpose(2, 0, 1)
    edges = _sharp_edges(colours) | _sharp_edges(colours.transpose(0, 2, 1)).T
    return edges[margin:-margin, margin:-margin]


def _sticks_out(differs: NDArray[np.bool_], edges: NDArray[np.bool_]) -> float:
    """How likely a thing lies over the middle of a zone, of which ``edges`` on one side only tell: it sticks out on
    the other. ``differs`` is where the zone is not bare.

    A neighbour that sticks in does not reach the middle; a shadow or a lamp does, without a sharp rim.
    """
    _, parts = cv2.connectedComponents(differs.astype(np.uint8))
    middle = parts[parts.shape[0] // 2, parts.shape[1] // 2]
    thing = (parts == middle).astype(np.uint8)
    rim = (thing - cv2.erode(thing, np.ones((3, 3), np.uint8))).astype(bool)
    if not middle or rim.sum() < _LEAST_RIM_MM * LOOKED_AT_PX_PER_MM:
        return 0.0
    reach = 2 * round(_RIM_FROM_EDGE_MM * EDGES_PX_PER_MM) + 1
    near = cv2.dilate(edges.astype(np.uint8), np.ones((reach, reach), np.uint8))
    size = (differs.shape[1], differs.shape[0])
    sharp = cv2.resize(near, size, interpolation=cv2.INTER_NEAREST)[rim].mean()
    return float(np.clip((sharp - _SOFT_RIM) / (_SHARP_RIM - _SOFT_RIM), 0.0, 1.0))


def _likely_covered(edges_mm: float) -> float:
    """How likely something lies in a zone that has so many mm of edges more than the bare one."""
    return float(np.clip((edges_mm - _BARE_MM) / (_COVERED_MM - _BARE_MM), 0.0, 1.0))


def _on_both_sides(counts: NDArray[np.int_]) -> float:
    """How many are counted, if both halves held as many as the poorer one."""
    middle = len(counts) // 2
    return 2.0 * min(float(counts[:middle].sum()), float(counts[middle:].sum()))


def _sharp_edges(colours: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where a picture of logarithms, (3, h, w), changes sharply from left to right, bool (h, w); its left edge lies
    beside its right one.
    """
    _, height, width = colours.shape
    sheet = np.ascontiguousarray(colours).reshape(-1, width)
    around = np.asarray(cv2.copyMakeBorder(sheet, 0, 0, _FAR_PX, _FAR_PX, cv2.BORDER_WRAP), np.float32)
    near, far = (
        np.abs(around[:, _FAR_PX + reach :][:, :width] - around[:, _FAR_PX - reach :][:, :width])
        for reach in (_NEAR_PX, _FAR_PX)
    )
    # In a dark picture noise makes edges, too: the calmer quarter of a zone tells how strong it is.
    noise = lower_quarters(near.reshape(3, -1)) / _QUARTER_OF_NOISE
    least = np.clip(_BEYOND_NOISE * noise, _EDGE, _STRONGEST_EDGE).astype(np.float32)
    sharp = (near > np.repeat(least, height)[:, None]) & (near > _SHARP * far)
    return np.asarray(sharp.reshape(3, height, width).any(axis=0), np.bool_)
