"""Reads the cards of a photograph, or of a rectified picture whose scale is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.card_names import CARDS, rank_of, suit_of
from vision.cards.answers import Language, ranks_of_figures
from vision.cards.back_look import confirm_backs
from vision.cards.calibration import UNCALIBRATED, CardCalibration
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.looks import IndexLook
from vision.cards.deck.own_deck import by_own_decks, look_at
from vision.cards.finding import BackSpot, find_spots
from vision.cards.fusion import (
    JoinedCard,
    card_probabilities,
    join_as_one,
    join_cards,
    px_per_mm_of_pairs,
    without_lone_cold,
)
from vision.cards.reading import ReadIndex, read_indices, reads_when_turned, set_upright
from vision.cards.second_look import look_again
from vision.cards.stills import MOST_STILLS, fuse_backs, fuse_looks
from vision.network import Network, Runtime, load_network, network_name
from vision.picture import as_picture
from vision.readings import ASKED, BackReading, CardReading, IndexReading, TableReading

_MODELS = Path(__file__).resolve().parent.parent / "models"
_DETECTOR, _DETECTOR_AT_KNOWN_SCALE = "card_detector.onnx", "card_detector_known_scale.onnx"
_READER = "card_reader.onnx"
_LEAST_HEAT = 0.15
_LEAST_HEAT_OF_A_CARD = 0.45
"""In a whole picture of known scale one index of a card is at least so hot: its other corners may be colder."""
_LEAST_PRESENCE = 0.3
MOST_REJECTED = 0.8
"""What the reader rejects more surely is no whole upright index."""
_MOST_INDICES = 400
_CARD_RATIO = 63.0 / 88.0
_SAME_SCALE = 0.25
"""How far, in octaves, a scale may be off without harm."""
_SMALLEST_SCALE, _LARGEST_SCALE = 0.3, 60.0

ByteArray = NDArray[np.uint8]
Box = tuple[float, float, float, float]


class CardReader:
    """Reads playing cards of any French-suited deck; the models are loaded on first use.

    ``language`` says what the family's decks print: a V is a jack in French and a queen in Dutch. ``threads`` bounds
    the threads of onnxruntime. ``decks`` are the family's own: a card that looks like one of theirs is read by its
    print. Not for use by several threads at once. Raises KeyError on an unknown language, ValueError on a deck that
    another network enrolled, and FileNotFoundError on first use where a model is missing.
    """

    def __init__(
        self,
        models: Path | None = None,
        *,
        language: Language = "any",
        runtime: Runtime = "auto",
        threads: int = 1,
        decks: Sequence[EnrolledDeck] = (),
    ) -> None:
        ranks_of_figures(language)
        self._folder = models or _MODELS
        self._language: Language = language
        self._runtime: Runtime = runtime
        self._threads = threads
        self._loaded: dict[str, Network] = {}
        self._calibration: CardCalibration | None = None
        self._decks: tuple[EnrolledDeck, ...] = ()
        self.use(decks)

    @property
    def decks(self) -> tuple[EnrolledDeck, ...]:
        """The family's decks that it knows."""
        return self._decks

    def use(self, decks: Sequence[EnrolledDeck]) -> None:
        """Read by these decks of the family from now on. Raises ValueError on one that another network enrolled."""
        if any(deck.network != self.network for deck in decks):
            raise ValueError("a deck was enrolled by another network: enrol it again")
        self._decks = tuple(decks)

    def by_networks(self, read: Sequence[ReadIndex]) -> tuple[IndexLook, ...]:
        """Return indices as enrolment takes them: what the networks alone say, whatever decks there are."""
        return tuple(look_at(replace(one, own=None), self._language) for one in read)

    @property
    def network(self) -> str:
        """The network that makes the embeddings, by the digest of its file. Raises FileNotFoundError."""
        return network_name(self._folder / _READER)

    def look(
        self, picture: NDArray[np.generic], px_per_mm: float | None = None
    ) -> tuple[list[ReadIndex], tuple[BackSpot, ...], float | None]:
        """Return every index and every back of a picture as the networks see them, and the scale, before any fusion.

        Where the scale is given another detector looks, which knows more decks but tells less well how large cards
        are. Raises UnreadablePicture on what is no picture, ValueError on a scale that no camera has.
        """
        image = as_picture(picture)
        if px_per_mm is None:
            return self._look_without_scale(image)
        if not _SMALLEST_SCALE <= px_per_mm <= _LARGEST_SCALE:
            raise ValueError(
                f"{px_per_mm:g} px per mm is no scale of a picture of a table; give {_SMALLEST_SCALE:g} to "
                f"{_LARGEST_SCALE:g}, or None where it is not known"
            )
        detector, network = self._network(_DETECTOR_AT_KNOWN_SCALE), self._network(_READER)
        spots, _ = find_spots(detector, image, px_per_mm, _LEAST_HEAT)
        read = set_upright(network, image, read_indices(network, image, spots.indices[:_MOST_INDICES]))
        read = look_again(detector, network, image, px_per_mm, read)
        backs = confirm_backs(detector, image, px_per_mm, spots.backs)
        return by_own_decks(read, self._decks, self._language), backs, px_per_mm

    def _look_without_scale(
        self, image: ByteArray
    ) -> tuple[list[ReadIndex], tuple[BackSpot, ...], float | None]:
        read, backs, scale = self._look_at_found_scale(image, None)
        told = px_per_mm_of_pairs(read, self._language)
        if told is None or scale is None:
            return read, backs, scale
        # Cards that show both ends tell the scale best; where it was quite another one, look again.
        if abs(math.log2(told / scale)) > _SAME_SCALE:
            read, backs, _ = self._look_at_found_scale(image, told)
        return read, backs, told

    def _look_at_found_scale(
        self, image: ByteArray, px_per_mm: float | None
    ) -> tuple[list[ReadIndex], tuple[BackSpot, ...], float | None]:
        """Look with the detector that finds the scale, at one that it has found or, without one, in search of it."""
        detector = self._network(_DETECTOR)
        spots, scale = find_spots(detector, image, px_per_mm, _LEAST_HEAT)
        read = read_indices(self._network(_READER), image, spots.indices[:_MOST_INDICES])
        backs = () if scale is None else confirm_backs(detector, image, scale, spots.backs)
        return by_own_decks(read, self._decks, self._language), backs, scale

    def supported(self, read: list[ReadIndex], px_per_mm: float | None) -> list[ReadIndex]:
        """Leave out what ``look`` found of cards of which it saw nothing well, where it was given this scale.

        For pictures of a whole table, in which anything may lie; in a zone where something lies, even what is hardly
        seen is most likely a card.
        """
        if px_per_mm is None:
            return read
        return without_lone_cold(read, px_per_mm, self._language, _LEAST_HEAT_OF_A_CARD)

    def join(self, read: list[ReadIndex], px_per_mm: float | None) -> list[JoinedCard]:
        """Join what ``look`` found to cards; what the reader rejects is left out."""
        if px_per_mm is None:
            return []
        kept = [one for one in read if one.rejected < MOST_REJECTED]
        return join_cards(kept, px_per_mm, self._language)

    def read(self, picture: NDArray[np.generic], px_per_mm: float | None = None) -> TableReading:
        """Read the cards of any picture of the table (uint8 BGR (h, w, 3); grey and 16-bit ones are converted).

        Without ``px_per_mm`` the scale is searched: cards of about 63 by 88 mm then tell it. Raises UnreadablePicture
        on what is no picture, ValueError on a scale that no camera has.
        """
        read, backs, scale = self.look(picture, px_per_mm)
        read = self.supported(read, px_per_mm)
        return self.conclude(read, backs, scale, (picture.shape[1], picture.shape[0]))

    def read_stills(
        self, pictures: Sequence[NDArray[np.generic]], px_per_mm: float | None = None
    ) -> TableReading:
        """Read one table on up to three pictures that one camera took of it while nothing moved, as `read` does.

        Raises UnreadablePicture, ValueError on a scale that no camera has, on pictures of different sizes, and where
        there are none or more than three.
        """
        if len({picture.shape[:2] for picture in pictures}) > 1:
            raise ValueError("pictures of one table by one camera are of one size")
        looks = []
        found: float | None = None
        for picture in pictures[: MOST_STILLS + 1]:
            # All stills have one scale: what the first tells holds for the others.
            if found is None:
                read, backs, scale = self.look(picture, px_per_mm)
                found = scale if px_per_mm is None else None
            else:
                read, backs, _ = self._look_at_found_scale(as_picture(picture), found)
            looks.append((read, backs))
        return self.conclude_stills(
            looks, found if px_per_mm is None else px_per_mm, pictures[0].shape, known=px_per_mm is not None
        )

    def conclude_stills(
        self,
        looks: Sequence[tuple[Sequence[ReadIndex], Sequence[BackSpot]]],
        px_per_mm: float | None,
        shape: tuple[int, ...],
        *,
        known: bool,
    ) -> TableReading:
        """Make cards of what ``look`` returned of one to three stills (indices and backs of each) of this shape; by
        the decks of this reader, whoever looked. ``known`` says whether the scale was given. Raises ValueError as
        ``fuse_looks`` does.
        """
        fused = [replace(one, own=None) for one in fuse_looks([read for read, _ in looks])]
        fused = by_own_decks(fused, self._decks, self._language)
        fused = self.supported(fused, px_per_mm if known else None)
        backs = fuse_backs([backs for _, backs in looks])
        return self.conclude(fused, backs, px_per_mm, (shape[1], shape[0]))

    def conclude(
        self,
        read: list[ReadIndex],
        backs: tuple[BackSpot, ...],
        px_per_mm: float | None,
        picture_size: tuple[int, int],
    ) -> TableReading:
        """Make cards of what ``look`` returned, in a picture of so many px (width, height)."""
        cards = self.told(self.join(read, px_per_mm), picture_size)
        calibration = self.calibration()
        found = []
        for back in backs:
            presence = calibration.back_probability(back.heat)
            if presence >= ASKED and not any(_lies_under(back, card) for card in cards):
                found.append(_as_back(back, presence, picture_size))
        return TableReading(tuple(cards), tuple(found), px_per_mm)

    def reads_when_turned(self, image: ByteArray, read: ReadIndex, degrees: float) -> bool:
        """Whether an index that ``look`` found in a picture (uint8 BGR) may stand upright when turned so."""
        return reads_when_turned(self._network(_READER), image, read, degrees)

    def as_one(self, read: Sequence[ReadIndex], px_per_mm: float) -> JoinedCard:
        """Join indices, at least one, that are known to be those of one card."""
        return join_as_one(read, px_per_mm, self._language)

    def told(self, joined: Sequence[JoinedCard], picture_size: tuple[int, int]) -> list[CardReading]:
        """Say how sure joined cards are, those that are likely there, the surest first."""
        calibration = self.calibration()
        cards = []
        for one in joined:
            presence, score = calibration.probabilities(one)
            if presence >= _LEAST_PRESENCE:
                cards.append(_as_reading(one, presence, score, self._language, picture_size))
        return sorted(cards, key=lambda card: -card.score)

    def calibration(self) -> CardCalibration:
        """Return the calibration that lies beside the models, or a rough one."""
        if self._calibration is None:
            path = self._folder / "card_calibration.json"
            self._calibration = CardCalibration.load(path) if path.exists() else UNCALIBRATED
        return self._calibration

    def _network(self, name: str) -> Network:
        """The network in the file of this name, loaded when it is first asked for."""
        if name not in self._loaded:
            self._loaded[name] = load_network(self._folder / name, self._runtime, self._threads)
        return self._loaded[name]


def _as_reading(
    joined: JoinedCard, presence: float, score: float, language: Language, limits: tuple[int, int]
) -> CardReading:
    order = np.argsort(-joined.cards)
    best = int(order[0])
    given = score / max(1e-6, presence)
    others = max(1e-6, 1.0 - float(joined.cards[best]))
    candidates = tuple(
        (CARDS[int(n)], round(given if n == best else (1 - given) * float(joined.cards[n]) / others, 4))
        for n in order[:8]
    )
    candidates = tuple(pair for number, pair in enumerate(candidates) if number == 0 or pair[1] >= 0.001)
    boxes = [_box(read.spot.centre, read.spot.up, read.spot.size, limits) for read in joined.indices]
    indices = []
    for read, box in zip(joined.indices, boxes, strict=True):
        said = card_probabilities(read, language)
        name = CARDS[int(said.argmax())]
        p = float(said.max()) * (1.0 - read.rejected)
        indices.append(IndexReading(box, rank_of(name), suit_of(name), round(p, 4)))
    box = _box(joined.middle, joined.up, joined.size, limits) if joined.opposite else _around(boxes)
    deck = _own_deck(joined)
    return CardReading(
        box, joined.middle, joined.up, joined.size, candidates, tuple(indices), score, presence, deck
    )


def _own_deck(joined: JoinedCard) -> str | None:
    """The family's deck that a card looks like."""
    likest = max(
        (read.own for read in joined.indices if read.own is not None),
        key=lambda own: own.likeness,
        default=None,
    )
    return likest.deck if likest is not None and likest.likeness >= ASKED else None


def _as_back(back: BackSpot, presence: float, limits: tuple[int, int]) -> BackReading:
    size = (back.height * _CARD_RATIO, back.height)
    return BackReading(_box(back.centre, back.up, size, limits), back.centre, back.up, back.height, presence)


def _box(
    middle: tuple[float, float], up: tuple[float, float], size: tuple[float, float], limits: tuple[int, int]
) -> Box:
    """The upright box around a turned rectangle, within the picture."""
    half_x = (abs(up[1]) * size[0] + abs(up[0]) * size[1]) / 2
    half_y = (abs(up[0]) * size[0] + abs(up[1]) * size[1]) / 2
    x0, x1 = (min(float(limits[0]), max(0.0, middle[0] + side * half_x)) for side in (-1, 1))
    y0, y1 = (min(float(limits[1]), max(0.0, middle[1] + side * half_y)) for side in (-1, 1))
    return x0, y0, x1, y1


def _around(boxes: list[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _lies_under(back: BackSpot, card: CardReading) -> bool:
    """Whether a back would lie where a card lies face up with both its ends."""
    apart = math.hypot(back.centre[0] - card.centre[0], back.centre[1] - card.centre[1])
    return len(card.indices) > 1 and apart < 0.25 * back.height
