"""Zones in which only the sum of the printed numbers matters: things of 5 and 3 come to 8, as three of 3, 3 and 2."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from companion.sighting import EMPTY, UNREADABLE, Sighting, Slot, ZoneReading

_Sums = dict[int | None, float]
"""How likely each sum is; None for one that cannot be told."""


def summed(sighting: Sighting, zones: Container[str]) -> Sighting:
    """A sighting that shows one thing with the sum in each of these ``zones`` in which any lie (``Hands.summed``).

    Where one of the things cannot be read, or shows no number, the sum is unreadable as probably as that.
    """
    sums = {zone: _sum(reading) for zone, reading in sighting.zones.items() if zone in zones}
    return replace(sighting, zones={**sighting.zones, **sums}) if sums else sighting


def _sum(reading: ZoneReading) -> ZoneReading:
    if not reading.slots:
        return reading
    sums: _Sums = {0: 1.0}
    for slot in reading.slots:
        sums = _with(sums, slot)
    first = reading.slots[0]
    evidence = first.evidence if len(reading.slots) == 1 else reading.evidence
    faces = {_face(number): chance for number, chance in sums.items()}
    return replace(reading, slots=(Slot(faces, evidence, max(slot.presence for slot in reading.slots)),))


def _with(sums: _Sums, slot: Slot) -> _Sums:
    """The sums when one more thing lies there: what each is read as has nothing to do with the others."""
    found: _Sums = {}
    for before, likely in sums.items():
        for face, chance in slot.faces.items():
            number = _number(face)
            after = None if before is None or number is None else before + number
            found[after] = found.get(after, 0.0) + likely * chance
    return found


def _number(face: str) -> int | None:
    """What a thing adds to the sum; None where that cannot be told."""
    if face == EMPTY:
        return 0
    return int(face) if face.isdecimal() else None


def _face(number: int | None) -> str:
    return UNREADABLE if number is None else EMPTY if number == 0 else str(number)
