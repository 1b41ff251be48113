"""What readers say about a picture: values with their probabilities, in pixels."""

from __future__ import annotations

from dataclasses import dataclass

SURE = 0.9
"""A value whose score reaches this counts as sure."""
ASKED = 0.5
"""A value whose score stays below this counts as asked."""


@dataclass(frozen=True)
class DieReading:
    """One die in a picture.

    `box` (x0, y0, x1, y1) encloses the die in px; `centre` and `side_px` are those of its top face; `candidates` are
    faces ("1".."6", "9".."A") with probabilities, the best first; `score` is the calibrated probability that the best
    face is right; `presence` the probability that it is a die at all; `cocked` the probability that it leans on
    something, if it is a die: then no face counts.
    """

    box: tuple[float, float, float, float]
    centre: tuple[float, float]
    side_px: float
    candidates: tuple[tuple[str, float], ...]
    score: float
    presence: float
    cocked: float = 0.0

    @property
    def leans(self) -> bool:
        """Whether it more likely leans than lies flat."""
        return self.cocked >= ASKED

    @property
    def face(self) -> str | None:
        """The most probable face, or None where nothing could be read."""
        return self.candidates[0][0] if self.candidates else None


@dataclass(frozen=True)
class TrayReading:
    """The dice of a tray whose number is known, the most probable first, and the presence of the best one beyond it.

    ``too_many`` are those beyond it that read surely.
    """

    dice: tuple[DieReading, ...]
    surplus: float
    too_many: tuple[DieReading, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexReading:
    """One printed corner of a card: its box (x0, y0, x1, y1) px, its best rank ("A".."K") and suit (H, D, S, C), and
    how likely both are right.
    """

    box: tuple[float, float, float, float]
    rank: str
    suit: str
    p: float


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card in a picture, face up.

    `box` (x0, y0, x1, y1) encloses in px what is known to be visible: the card where opposite corners were seen, else
    its corner; `centre` is the card's middle and `up` a unit vector along its long side, towards the corner seen
    best; `size_px` width and height. `candidates` are codes ("10H") with probabilities, the best first; `score` is
    the calibrated probability that the best one is right; `presence` the probability that it is a card at all; `deck`
    is the family's own deck whose print it bears, where one was enrolled.
    """

    box: tuple[float, float, float, float]
    centre: tuple[float, float]
    up: tuple[float, float]
    size_px: tuple[float, float]
    candidates: tuple[tuple[str, float], ...]
    indices: tuple[IndexReading, ...]
    score: float
    presence: float
    deck: str | None = None

    @property
    def card(self) -> str | None:
        """The most probable card, or None where nothing could be read."""
        return self.candidates[0][0] if self.candidates else None


@dataclass(frozen=True, slots=True)
class BackReading:
    """A card that lies face down: its box px, its middle, a unit vector along its long side (either way), its height
    px, and the probability that it is one.
    """

    box: tuple[float, float, float, float]
    centre: tuple[float, float]
    up: tuple[float, float]
    height_px: float
    presence: float


@dataclass(frozen=True, slots=True)
class TableReading:
    """The cards of a picture, face up and face down, each the most certain first, and the scale, px per mm, that was
    given or that the cards tell (None without cards).
    """

    cards: tuple[CardReading, ...]
    backs: tuple[BackReading, ...]
    px_per_mm: float | None


@dataclass(frozen=True, slots=True)
class PieceReading:
    """One piece on a board: its square, where its foot stands (px), the colours it may have with their
    probabilities, the best first, the calibrated probability that the best one stands on that square, and the
    probability that a piece stands there at all.

    ``between`` names the two squares, the nearer one (``square``) first, where it stands on neither; several pieces
    may stand on one square.
    """

    square: str
    foot: tuple[float, float]
    candidates: tuple[tuple[str, float], ...]
    score: float
    presence: float
    between: tuple[str, ...] = ()

    @property
    def colour(self) -> str:
        """The most probable colour."""
        return self.candidates[0][0]
