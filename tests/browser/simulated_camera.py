"""The simulated camera as tests in a browser use it: it rests until somebody needs a picture."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from calibration.optics import CameraModel
from calibration.setup import LOOKS
from companion.evening import stand as stand_module
from companion.evening.board_search import BoardSearch
from companion.evening.cameras import parse_camera
from companion.evening.card_search import CardSearch
from companion.evening.stand import StandService, stand_service
from companion.filmed import simulated_stand
from companion.filmed.simulated_stand import SimulatedStand
from companion.table import Table

Asking = Callable[[], Any]
"""What a page asks for now; None: nothing."""
QUICK_S, RESTS_S, LAID_S = 0.05, 3.0, 10.0
STALLED_S = 60.0
"""A camera that rests is not one that is gone."""


def nothing() -> None:
    """No page asks for anything."""


class ShownTable:
    """The table before the simulated camera: what was laid there, and when the next picture of it is taken.

    A picture is drawn and measured for a tenth of a second, so none is taken that nobody waits for: only when pages
    ask for something else, when the stand measures, and after a rest.
    """

    def __init__(self, asked: Asking, rests_s: float) -> None:
        self._asked, self._rests_s, self._woken = asked, rests_s, threading.Event()
        self._taken: object = None
        self.stand: StandService | None = None
        self.laid: list[Any] = []
        self.places: list[Any] = []
        """Where it was laid, as it was drawn."""
        self._looks_before = 0
        self._searched: object = None

    def taken(self) -> Any:
        """What the camera is to show from now on."""
        self._taken = self._asked()
        return self._taken

    def laying(self, lay: Callable[..., Any]) -> Callable[..., Any]:
        """The drawing of what was asked for, remembered."""

        def laid(image: Any, view: Any, asked: Any, number: int) -> None:
            self.places.append(lay(image, view, asked, number))
            self._looks_before = self.looks
            self.laid.append(asked)

        return laid

    @property
    def looks(self) -> int:
        """How many pictures the stand has seen."""
        return 0 if self.stand is None else self.stand._looks

    def shows(self, asked: object) -> bool:
        """Whether this was laid last, and a picture of it was seen."""
        return self.laid[-1:] == [asked] and self._taken == asked and self.looks > self._looks_before

    def was_searched(self, asked: object) -> bool:
        """Whether this lies there, and pages are told what was found in a picture of it."""
        return self.shows(asked) and self._searched == asked

    def searching(self, look: Callable[..., None]) -> Callable[..., None]:
        """A search in pictures that begins when what pages ask for was laid and seen: what lay there before would be
        searched for nothing.
        """

        def searched(*given: Any) -> None:
            until = time.monotonic() + LAID_S
            while (asked := self._asked()) is not None and not self.shows(asked) and time.monotonic() < until:
                time.sleep(QUICK_S / 2)
            look(*given)
            self._searched = asked

        return searched

    def wake(self) -> None:
        """The next picture is shown at once: the same again with other noise, if nothing else is asked for."""
        self._woken.set()

    def rest(self, _: float) -> None:
        """Until somebody needs the next picture."""
        until = time.monotonic() + self._rests_s
        while not self._woken.wait(QUICK_S) and time.monotonic() < until:
            if self._asked() != self._taken or self.stand is None or self.stand._setup._fresh < LOOKS:
                break
        self._woken.clear()


@contextmanager
def simulated_camera(
    folder: Path,
    table: Table,
    *,
    cards: Asking = nothing,
    board: Asking = nothing,
    smaller: int = 2,
    rests_s: float = RESTS_S,
) -> Iterator[tuple[StandService, ShownTable]]:
    """A stand over the simulated table, and that table: printed cards or a board lie there as pages ask for them.

    Its pictures are so many times ``smaller`` than the real camera's, so that they take less time; where nobody asks
    for anything else, another one is taken every ``rests_s``.
    """
    shown = ShownTable(lambda: cards() or board(), rests_s)
    full = simulated_stand.CAMERA
    size = (full.width // smaller, full.height // smaller)
    small = CameraModel("small", "small", *size, full.focal_px / smaller)

    class Camera(SimulatedStand):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, sleep=shown.rest, **named)

    with pytest.MonkeyPatch.context() as patch:
        for search in (CardSearch, BoardSearch):
            patch.setattr(search, "_look", shown.searching(search._look))
        patch.setattr(simulated_stand, "CAMERA", small)
        for lay in ("lay_printed_cards", "lay_board"):
            patch.setattr(simulated_stand, lay, shown.laying(getattr(simulated_stand, lay)))
        patch.setattr(simulated_stand, "SimulatedStand", Camera)
        patch.setattr(stand_module, "LOOK_S", 0.05)
        patch.setattr(stand_module, "STALLED_S", STALLED_S)
        choice = parse_camera("simulated")
        stand = stand_service(folder, choice, "simulated", table, fed=False, cards=shown.taken)
        assert stand is not None
        shown.stand = stand
        yield stand, shown
        stand._closed.set()
        shown.wake()
        stand.close()
