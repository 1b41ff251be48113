"""What keeps a camera from following a game, as it is told to people."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wanting:
    """Why a game is played by taps: a ``code`` of the page's words, and one sentence for the log (empty: no more to
    say).
    """

    code: str
    said: str = ""


WANTINGS = ("no_stand", "no_cards", "no_squares", "no_pieces", "other_board", "no_readers")
"""What the page tells, in a sentence, to whoever has chosen a camera."""
BY_TAPS = Wanting("by_taps")
"""Nobody can follow this game by camera yet."""
NO_READERS = Wanting("no_readers", "what reads it could not be opened")
