"""What is drawn over the live picture: the markers with their ticks, and the frames of the zones with their names.

The drawing is a thousand units wide, whatever the camera's picture is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from web.stand import words as stand_words

WIDTH = 1000
_FRAME = 1.35
"""A marker's frame is so much larger than its black square: it goes around the white."""
_TICK = 16
_GLYPH = 11.0
"""The width of a letter of a zone's name, in units, as the style sheet draws it."""
_SQUEEZED = 0.7
"""Letters narrower than this are not read: rather the name sticks out, or is left out."""
_PLATE = 30
_APART_MM = 15.0
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""
_KINDS = {"dice": "dice", "board": "board"}


@dataclass(frozen=True, slots=True)
class DrawnMarker:
    """A marker's frame, and where its tick goes."""

    number: int
    points: str
    tick: tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """A zone's frame: ``kind`` is a class of the style sheet, ``mm`` its place on the table."""

    id: str
    name: str
    points: str
    kind: str
    good: bool
    mm: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Label:
    """The name of some zones of a kind that lie side by side; ``squeezed``: its width where it must be narrower."""

    text: str
    kind: str
    left: float
    top: float
    width: float
    squeezed: float | None

    @property
    def middle(self) -> float:
        """Where the text is centred."""
        return round(self.left + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class Drawing:
    """All of it; ``scale`` is how many px of the picture a unit is."""

    height: int
    scale: float
    markers: Sequence[DrawnMarker]
    zones: Sequence[DrawnZone]
    labels: Sequence[Label]
    proposed: str | None = None
    """Where a zone may be meant to lie: the points of its frame."""


def drawing(state: Mapping[str, Any], language: str) -> Drawing | None:
    """Make the drawing over the state's picture; None while there is none."""
    picture = state["picture"]
    if picture is None:
        return None
    scale = picture["width"] / WIDTH
    height = round(picture["height"] / scale)
    zones = state["zones"]
    return Drawing(
        height,
        scale,
        [_marker(marker, scale, height) for marker in state["markers"]],
        [_zone(state["game"], zone, scale, language) for zone in zones],
        _labels(state, scale, height, language),
        None if state["proposed"] is None else _frame(state["proposed"]["corners"], scale),
    )


def _marker(marker: Mapping[str, Any], scale: float, height: int) -> DrawnMarker:
    corners = [(x / scale, y / scale) for x, y in marker["corners"]]
    middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
    frame = [tuple(m + (c - m) * _FRAME for m, c in zip(middle, corner, strict=True)) for corner in corners]
    x = min(max(x for x, _ in frame), WIDTH - _TICK - 2)
    y = max(min(y for _, y in frame), _TICK + 2)
    return DrawnMarker(marker["number"], _points(frame), (round(x), round(min(y, height - _TICK - 2))))


def _zone(game: str, zone: Mapping[str, Any], scale: float, language: str) -> DrawnZone:
    place = {name: zone[name] for name in ("left", "top", "width", "height")}
    name = stand_words.named(game, zone, language)
    return DrawnZone(zone["id"], name, _frame(zone["corners"], scale), _kind(zone), zone["good"], place)


def _frame(corners: Sequence[Sequence[float]], scale: float) -> str:
    return _points([(x / scale, y / scale) for x, y in corners])


def _kind(zone: Mapping[str, Any]) -> str:
    return "secret" if zone["secret"] else _KINDS.get(zone["holds"], "cards")


def _labels(state: Mapping[str, Any], scale: float, height: int, language: str) -> list[Label]:
    groups = _groups(state["zones"])
    others = [_box([marker], scale) for marker in state["markers"]]
    boxes = [_box(group, scale) for group in groups]
    labels: list[Label] = []
    for group, box in zip(groups, boxes, strict=True):
        label = _label(stand_words.kind_named(state["game"], group[0], language), _kind(group[0]), box)
        if label.squeezed is not None and label.squeezed < (_wanted(label.text) - 10) * _SQUEEZED:
            taken = [*others, *(other for other in boxes if other is not box)]
            taken += [(one.left, one.top, one.left + one.width, one.top + _PLATE) for one in labels]
            beside = _beside_its_frame(label, box, taken)
            if beside is None:
                continue
            label = beside
        if 0 <= label.left <= WIDTH - label.width and label.top + _PLATE <= height:
            labels.append(label)
    return labels


def _wanted(text: str) -> float:
    return len(text) * _GLYPH + 10


def _label(text: str, kind: str, box: Box) -> Label:
    """The name in the upper edge of its frame, as narrow as it must be."""
    left, top, right, _ = box
    room = right - left
    width = min(_wanted(text), room)
    squeezed = round(room - 8, 1) if width < _wanted(text) else None
    return Label(text, kind, round((left + right - width) / 2), max(0, round(top)), round(width), squeezed)


def _beside_its_frame(label: Label, box: Box, taken: Sequence[Box]) -> Label | None:
    """A name too long for its frame, where it may stick out to one side; None where others lie on both sides."""
    width = round(_wanted(label.text) * _SQUEEZED)
    for left in (round(box[0]), round(box[2]) - width):
        free = all(
            left >= right or left + width <= first or label.top >= bottom or label.top + _PLATE <= top
            for first, top, right, bottom in taken
        )
        if free and 0 <= left <= WIDTH - width:
            return replace(label, left=left, width=width, squeezed=width - 8)
    return None


def _box(group: Sequence[Mapping[str, Any]], scale: float) -> Box:
    corners = [(x / scale, y / scale) for zone in group for x, y in zone["corners"]]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(down), max(across), max(down)


def _groups(zones: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Zones of one kind and one player that lie side by side on the table."""
    groups: list[list[Mapping[str, Any]]] = []
    for zone in zones:
        near = [group for group in groups if any(_beside(zone, other) for other in group)]
        merged = [zone, *(other for group in near for other in group)]
        groups = [group for group in groups if group not in near] + [merged]
    return groups


def _beside(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    if _stem(one) != _stem(other):
        return False
    across = max(one["left"], other["left"]) - min(one["left"] + one["width"], other["left"] + other["width"])
    down = max(one["top"], other["top"]) - min(one["top"] + one["height"], other["top"] + other["height"])
    return bool(across < _APART_MM and down < _APART_MM)


def _stem(zone: Mapping[str, Any]) -> tuple[str, object]:
    return str(zone["id"]).rstrip("0123456789"), zone["seat"]


def _points(corners: Sequence[Sequence[float]]) -> str:
    return " ".join(f"{round(x)},{round(y)}" for x, y in corners)
