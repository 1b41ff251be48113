"""Reads the cards of a spread deck the way enrolment wants them: with the embedding of every index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.cards.answers import Language
from vision.cards.deck.looks import ByteArray, SeenCard
from vision.cards.deck.own_deck import look_at
from vision.cards.deck.spread_scale import px_per_mm_of_spread
from vision.cards.fusion import JoinedCard
from vision.cards.reader import MOST_REJECTED, CardReader
from vision.cards.reading import ReadIndex

_LEAST_PRESENCE = 0.5
_LEAST_PX_PER_MM = 1.0
_WIDTHS_MM = (1000.0, 700.0, 1400.0)
"""How much a picture of a spread deck shows across: thirteen cards, nine, or thirteen with much beside them."""


class DeckReader:
    """A ``ReadsCards`` by the networks that are shipped. Raises FileNotFoundError where a model is missing."""

    def __init__(self, models: Path | None = None, *, language: Language = "any", threads: int = 1) -> None:
        self._reader = CardReader(models, language=language, threads=threads)
        self._language: Language = language
        self._network = self._reader.network

    @property
    def network(self) -> str:
        """The network that makes the embeddings, by the digest of its file."""
        return self._network

    def read(self, picture: ByteArray) -> Sequence[SeenCard]:
        """Return every card that is likely there in a picture, uint8 BGR (h, w, 3), of any scale.

        Where the cards tell how large they are, they are looked at once more at that scale, as those on the table
        are when it is known. Where they do not, they are looked at as if the picture showed tables of some widths:
        some prints are known only where the scale is given.
        """
        read, _, scale = self._reader.look(picture)
        told = self._told(read)
        for width_mm in _WIDTHS_MM:
            if told is not None:
                break
            px_per_mm = picture.shape[1] / width_mm
            if px_per_mm >= _LEAST_PX_PER_MM:
                told = self._told(self._reader.look(picture, px_per_mm)[0])
        if told is not None:
            read, _, scale = self._reader.look(picture, told)
        calibration = self._reader.calibration()
        found = []
        for joined in self._reader.join(read, scale):
            presence, _ = calibration.probabilities(joined)
            if presence >= _LEAST_PRESENCE:
                found.append(self._seen(joined))
        return found

    def _told(self, read: Sequence[ReadIndex]) -> float | None:
        return px_per_mm_of_spread([one for one in read if one.rejected < MOST_REJECTED], self._language)

    def _seen(self, joined: JoinedCard) -> SeenCard:
        rejected = min(read.rejected for read in joined.indices)
        return SeenCard(
            tuple(look_at(read, self._language) for read in joined.indices),
            np.asarray(joined.cards * (1.0 - rejected), np.float32),
            joined.middle,
            joined.up,
        )
