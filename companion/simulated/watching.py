"""What looks at the table of a simulated evening: drawn errors (``companion.simulated.noise``), or pictures."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from companion.game import Game
from companion.sighting import Sighting
from companion.simulated.parameters import NoiseParameters
from companion.simulated.physical import PhysicalTable, Touch


class Camera(Protocol):
    """What looks at the table through a whole game: ``companion.simulated.noise.Camera``, or one with pictures."""

    parameters: NoiseParameters

    def look(
        self,
        table: PhysicalTable,
        touches: Sequence[Touch],
        now_ms: int,
        *,
        again: frozenset[str] = frozenset(),
        in_the_air: frozenset[str] = frozenset(),
    ) -> Sighting:
        """One settled look at the table; ``touches`` are those since the last one."""

    def unread(self) -> frozenset[str]:
        """The zones that were disturbed and could not be read since."""


CameraFactory = Callable[[Game, random.Random, NoiseParameters], Camera]
"""Makes what looks at the table of a game."""
