"""What people lay before them to say something by it: a bet in tokens, a bid in carrots.

It counts once they have confirmed it (``Hands.proposing``); until then nothing that lies there is wrong, and hands
that lay, take away and count again mean nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.hands import Hands
from companion.referee.evidence import Evidence
from companion.sighting import Sighting, ZoneReading


class Proposing:
    """The readings of these zones, kept from what is explained for as long as a state of the game lets people lay."""

    def __init__(self, hands: Hands, evidence: Evidence) -> None:
        self._hands = hands
        self._evidence = evidence
        self._readings: dict[str, ZoneReading] = {}

    @property
    def readings(self) -> Mapping[str, ZoneReading]:
        """What was read last of each zone that can be seen now."""
        return self._readings

    def follow(self, state: Any) -> None:
        """From now on these are the zones of this ``state``; of the others it counts what lies there."""
        zones, evidence = self._hands.proposing(state), self._evidence
        counts = {zone: self._readings.pop(zone) for zone in self._readings.keys() - zones}
        if counts:
            evidence.take(Sighting(evidence.seq, evidence.at_ms, counts))
        for zone in zones & evidence.readings.keys():
            self._readings[zone] = evidence.put_aside(zone)

    def kept_from(self, sighting: Sighting, state: Any) -> Sighting:
        """The sighting without what it tells of these zones."""
        self.follow(state)
        zones = self._hands.proposing(state)
        if not zones:
            return sighting
        hands = tuple(one for one in sighting.disturbances if one.zone not in zones)
        for zone in zones & (sighting.unseen | {one.zone for one in sighting.disturbances}):
            self._readings.pop(zone, None)
        self._readings |= {zone: reading for zone, reading in sighting.zones.items() if zone in zones}
        others = {zone: reading for zone, reading in sighting.zones.items() if zone not in zones}
        return replace(sighting, zones=others, disturbances=hands, unseen=sighting.unseen - zones)
