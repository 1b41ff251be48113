"""What is said of a game that does not fit the camera's picture, and what would help; the doctor says it, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from typing import Protocol

from companion.languages import Sentences

_WORDS = Sentences(
    __name__,
    {
        "too_small": "{game} does not fit: the markers lie too close together.",
        "outside": (
            "{game} does not fit: {count} place lies outside the picture.",
            "{game} does not fit: {count} places lie outside the picture.",
        ),
        "coarse": (
            "{game} does not fit: {count} place is too small in the picture.",
            "{game} does not fit: {count} places are too small in the picture.",
        ),
        "or": "Or: {way}",
        "higher": "Put the camera {amount} cm higher.",
        "lower": "Put the camera {amount} cm lower.",
        "right": "Move the camera {amount} cm to the right, seen by player 1.",
        "left": "Move the camera {amount} cm to the left, seen by player 1.",
        "nearer": "Move the camera {amount} cm towards player 1.",
        "farther": "Move the camera {amount} cm away from player 1.",
        "turn": "Turn the camera a quarter turn, or the mat with its markers.",
        "turn_camera": "Turn the camera a quarter turn.",
        "turn_mat": "Turn the mat with its markers a quarter turn.",
        "markers": "Lay the markers {width} × {depth} cm apart.",
        "pixels": "Use a camera with {amount} megapixels.",
        "players": ("Play with {count} player.", "Play with {count} players at most."),
        "nothing": "Nothing that I tried would help.",
    },
    "fit",
)


class Change(Protocol):
    """One thing to do, by its code; ``amount`` in cm, megapixels or players."""

    @property
    def kind(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def size_cm(self) -> tuple[int, int]: ...


class GameFit(Protocol):
    """How a game fits the camera: what cannot be read there, and the ways out."""

    @property
    def too_small(self) -> bool: ...
    @property
    def outside(self) -> Sized: ...
    @property
    def coarse(self) -> Sized: ...
    @property
    def ways_out(self) -> Sequence[Sequence[Change]]: ...


def trouble_said(fit: GameFit, title: str, language: str) -> str:
    """Why a game does not fit: "Racko does not fit: 2 places lie outside the picture."."""
    if fit.too_small:
        return _WORDS.said("too_small", language, game=title)
    code, zones = ("outside", fit.outside) if fit.outside else ("coarse", fit.coarse)
    return _WORDS.counted(code, len(zones), language, game=title)


def way_said(way: Iterable[Change], language: str) -> str:
    """All that has to be done together, a sentence each."""
    return " ".join(_change_said(change, language) for change in way)


def ways_said(fit: GameFit, language: str, most: int = 2) -> str:
    """The simplest ways out, or that there is none: "Put the camera 12 cm higher. Or: …"."""
    told = [way_said(way, language) for way in fit.ways_out[:most]]
    if not told:
        return _WORDS.said("nothing", language)
    return " ".join([told[0], *(_WORDS.said("or", language, way=way) for way in told[1:])])


def _change_said(change: Change, language: str) -> str:
    if change.kind == "players":
        return _WORDS.counted("players", change.amount, language)
    width, depth = change.size_cm
    return _WORDS.said(change.kind, language, amount=change.amount, width=width, depth=depth)
