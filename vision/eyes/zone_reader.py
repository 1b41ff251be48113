"""What the loop needs of a reader: which kinds of things it reads, and what it makes of the zones that were cut out.

A game says in its manifest what lies in each zone; a new kind of thing is one class more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from calibration.geometry import Zone
from calibration.view import TableView
from companion.readers import Reader
from companion.sighting import ZoneReading
from vision.cards.deck.looks import IndexLook
from vision.rectify import PX_PER_MM, Image, RectifiedZone
from vision.watched_zone import WatchedZone


@dataclass(frozen=True, slots=True)
class Look:
    """One zone in one picture, cut out once.

    ``view`` is how the picture shows the table; None: the zone is the picture as a whole, and its scale is not known.
    ``disturbed``: something changed there since the last look; ``photograph``: the picture is one of its own and not
    of a film. ``keep`` keeps a picture (uint8 BGR) that shows why, and returns its evidence id, None if it cannot.
    ``picture`` is the whole picture that it was cut from, for things that are taller than the table is flat.
    """

    zone: WatchedZone
    cut: RectifiedZone
    view: TableView | None
    disturbed: bool
    photograph: bool
    keep: Callable[[Image], str | None]
    picture: Image


class ZoneReader(ABC):
    """Reads all zones of some kinds; it is asked by one thread at a time, while others ask other readers."""

    kinds: ClassVar[Collection[Reader]]
    margin_mm: ClassVar[float] = 0.0
    """A zone is cut out with so much beside it."""
    needs_light: ClassVar[bool] = True
    """Nothing is read in a picture that is nearly black or white; what a lamp blinds is read in another exposure."""
    thrown_mm: float | None = None
    """The side of what is thrown into these zones, None where things are laid: what is thrown rolls on by itself."""

    def __init__(self) -> None:
        self._doubts: dict[str, str | None] = {}

    def lay_out(self, zones: Sequence[WatchedZone]) -> None:
        """Read these zones from now on."""
        self._doubts = {}

    def px_per_mm(self, area: Zone) -> float:
        """How finely a zone of this ``area`` (mm) is cut out."""
        return PX_PER_MM

    def moved(self) -> None:
        """The camera was moved: everything is read anew."""
        self._doubts = {}

    @abstractmethod
    def readings(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Read zones, each by its name; one that is left out was not touched, although it was disturbed."""

    @property
    def untold(self) -> Collection[str]:
        """The zones of the last reading of which nothing can be told."""
        return ()

    def looks(self, zone: str) -> tuple[tuple[IndexLook, ...], ...]:
        """What the networks alone saw of each thing when a zone was read last, from which a deck may learn."""
        return ()

    def cut_outs(self, zone: str) -> tuple[Image, ...]:
        """Each thing as it was cut out when a zone was read last, from which an enrolled box may learn."""
        return ()

    def places(self, zone: str) -> Sequence[Zone | None]:
        """Where (mm) each thing of a zone lay when it was read last, slot by slot; None where that is not known."""
        return ()

    @property
    def doubt(self) -> str | None:
        """What is doubtful in what was read, as a code of ``EyeStatus``; None if nothing is."""
        return next((one for one in self._doubts.values() if one is not None), None)

    @property
    def dice(self) -> tuple[tuple[str, float], ...]:
        """The faces of the dice that lie there, each with its probability."""
        return ()

    def remember_bare_cuts(self, cuts: Mapping[str, RectifiedZone]) -> None:  # noqa: B027 - not every reader learns
        """Nothing lies in these zones, as they are cut out here."""

    def expect(self, table: Mapping[str, Sequence[str]]) -> None:  # noqa: B027 - not every reader asks
        """So things lie on the table by the journal now; which of them is which may be learnt from that."""

    def known_bare(self, zones: Collection[str]) -> None:  # noqa: B027 - not every reader learns
        """Nothing lay in these zones when they were read last."""
