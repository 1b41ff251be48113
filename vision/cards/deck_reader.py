"""Reads the cards of a spread deck the way enrolment wants them: with the embedding of every index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.cards.answers import Language
from vision.cards.fusion import JoinedCard
from vision.cards.looks import ByteArray, SeenCard
from vision.cards.own_deck import look_at
from vision.cards.reader import CardReader

_LEAST_PRESENCE = 0.5


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
        """Return every card that is likely there in a picture, uint8 BGR (h, w, 3), of any scale."""
        read, _, scale = self._reader.look(picture)
        calibration = self._reader.calibration()
        found = []
        for joined in self._reader.join(read, scale):
            presence, _ = calibration.probabilities(joined)
            if presence >= _LEAST_PRESENCE:
                found.append(self._seen(joined))
        return found

    def _seen(self, joined: JoinedCard) -> SeenCard:
        rejected = min(read.rejected for read in joined.indices)
        return SeenCard(
            tuple(look_at(read, self._language) for read in joined.indices),
            np.asarray(joined.cards * (1.0 - rejected), np.float32),
            joined.middle,
            joined.up,
        )
