"""Reads the cards of a spread deck the way enrolment wants them: with the embedding of every index."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.cards.answers import Language
from vision.cards.fusion import JoinedCard, card_probabilities
from vision.cards.looks import ByteArray, IndexLook, SeenCard
from vision.cards.reader import CardReader
from vision.cards.reading import ReadIndex

_MODELS = Path(__file__).resolve().parent.parent / "models"
_LEAST_PRESENCE = 0.5


class DeckReader:
    """A ``ReadsCards`` by the networks that are shipped. Raises FileNotFoundError where a model is missing."""

    def __init__(self, models: Path | None = None, *, language: Language = "any", threads: int = 1) -> None:
        folder = models or _MODELS
        self._reader = CardReader(folder, language=language, threads=threads)
        self._language: Language = language
        digest = hashlib.sha256((folder / "card_reader.onnx").read_bytes()).hexdigest()
        self._network = f"card_reader {digest[:12]}"

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
            tuple(map(self._look, joined.indices)),
            np.asarray(joined.cards * (1.0 - rejected), np.float32),
            joined.middle,
            joined.up,
        )

    def _look(self, read: ReadIndex) -> IndexLook:
        card = card_probabilities(read, self._language) * (1.0 - read.rejected)
        spot = read.spot
        return IndexLook(
            np.asarray(card, np.float32),
            float(1.0 - card.sum()),
            read.embedding,
            spot.centre,
            spot.up,
            spot.card_middle,
        )
