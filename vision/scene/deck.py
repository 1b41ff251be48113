"""Decks of playing cards: any card of any style as a picture, with the truth about its indices.

Millimetres on a card: origin at its top left corner, x to the right, y down, the card upright.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import cv2
import numpy as np

from vision.card_names import BACK, CARDS, COURTS, JOKERS, rank_of, suit_of
from vision.scene.arrays import ByteArray
from vision.scene.card_backs import draw_back
from vision.scene.card_indices import CardIndex, IndexStyle, column_width, index_coverage, stamp_indices
from vision.scene.court_figures import CourtStyle, draw_court, random_court_style
from vision.scene.deck_inks import random_inks
from vision.scene.lettering import Lettering, StrokeLettering
from vision.scene.pips import draw_ace, draw_pips
from vision.scene.style import Colour
from vision.scene.suit_signs import random_sign_style

IndexKind = Literal["tiny", "ordinary", "large", "jumbo"]

CARD_MM = (63.0, 88.0)
"""Of poker cards."""

_FINE = 2


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as a picture, uint8 BGRA (height, width), at ``px_per_mm``, and its indices; a back has none.

    Colours are multiplied by the coverage, so that edges stay clean however the picture is warped.
    """

    picture: ByteArray = field(repr=False)
    px_per_mm: float
    indices: tuple[CardIndex, ...]


class CardArt(Protocol):
    """Where pictures of cards come from: drawn decks, and real deck art while training."""

    @property
    def name(self) -> str:
        """What the deck is called."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of a card."""

    @property
    def gloss(self) -> float:
        """How much its surface mirrors, 0..1."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The codes of the faces that the deck has ("10H", "joker_red")."""

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Draw a card, or the back for "back"; raises ValueError on a card that the deck has not."""


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """The look of a deck; lengths in mm. ``pips`` is "pips" or "sign" (one large sign instead of many)."""

    seed: int
    size: tuple[float, float]
    corner: float
    paper: Colour
    index: IndexStyle
    courts: CourtStyle
    pips: str = "pips"
    pip_height: float = 13.0
    ace_height: float = 22.0
    ornate_ace: bool = False
    wear: float = 0.0
    gloss: float = 0.3


class Deck:
    """A deck drawn from its style: the same style gives the same pixels."""

    def __init__(self, style: DeckStyle) -> None:
        self.style = style
        self._blanks: dict[float, tuple[ByteArray, ByteArray]] = {}

    @property
    def name(self) -> str:
        """The deck's number."""
        return f"drawn-{self.style.seed}"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of a card."""
        return self.style.size

    @property
    def gloss(self) -> float:
        """How much the cards mirror, 0..1."""
        return self.style.gloss

    @property
    def cards(self) -> tuple[str, ...]:
        """All fifty-two cards and two jokers."""
        return (*CARDS, *JOKERS)

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Draw a card, a joker or the back; raises ValueError on any other code."""
        fine = px_per_mm * _FINE
        picture, cover = self._blank(px_per_mm)
        picture = picture.copy()
        indices: tuple[CardIndex, ...] = ()
        if card == BACK:
            draw_back(picture, fine, np.random.default_rng((self.style.seed, 99)))
        elif card in JOKERS:
            self._joker(picture, card, fine)
        else:
            indices = self._face(picture, rank_of(card), suit_of(card), fine)
        small = cv2.resize(picture, (cover.shape[1], cover.shape[0]), interpolation=cv2.INTER_AREA)
        return DrawnCard(cut_out(np.asarray(small, np.uint8), cover), px_per_mm, indices)

    def _blank(self, px_per_mm: float) -> tuple[ByteArray, ByteArray]:
        """The paper of a card, drawn fine, and the card's coverage."""
        kept = self._blanks.get(px_per_mm)
        if kept is None:
            style, fine = self.style, px_per_mm * _FINE
            columns, rows = round(style.size[0] * px_per_mm), round(style.size[1] * px_per_mm)
            paper = np.empty((rows * _FINE, columns * _FINE, 3), np.uint8)
            paper[:] = np.asarray(style.paper, np.uint8)
            _darken_rim(paper, style.wear, fine)
            large = rounded(paper.shape[1], paper.shape[0], style.corner * fine)
            cover = np.asarray(cv2.resize(large, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
            kept = self._blanks[px_per_mm] = (paper, cover)
        return kept

    def _face(self, picture: ByteArray, rank: str, suit: str, fine: float) -> tuple[CardIndex, ...]:
        style, index = self.style, self.style.index
        ink = index.inks[suit]
        height, width = picture.shape[:2]
        coverage = index_coverage(index, rank, suit, fine)
        rows, columns = coverage.shape
        column = max(column_width(index, fine), columns if index.beside else 0)
        # What the indices leave free: the right half of the left column's foot is free too, but decks keep to this.
        side = index.margin_x * fine + column + 1.2 * fine
        if rank in COURTS:
            inset = min(side, 0.24 * width)
            top = min(index.margin_y * fine, 0.08 * height)
            box = (round(inset), round(top), width - round(inset), height - round(top))
            rng = np.random.default_rng((style.seed, *rank.encode(), *suit.encode()))
            clear = inset < side
            # Where the index reaches into the frame, it is the only sign on that side.
            sign = None if clear and index.corners == 4 else ("right" if clear else "any")
            draw_court(picture, box, style.courts, rank, suit, ink, index.signs, fine, rng, sign)
        else:
            foot = index.margin_y * fine + rows
            clear = False
            left = max(0.14 * width, min(side, 0.34 * width))
            if rank == "A":
                draw_ace(
                    picture, suit, index.signs, ink, style.ace_height * fine, style.ornate_ace, style.seed
                )
            elif style.pips == "sign":
                draw_ace(picture, suit, index.signs, ink, 1.2 * style.ace_height * fine, False, style.seed)
            else:
                taken = (side, foot) if left < side else (0.0, 0.0)
                draw_pips(picture, rank, suit, index.signs, ink, left, style.pip_height * fine, taken)
        return stamp_indices(picture, index, rank, suit, fine, style.paper if clear else None, coverage)

    def _joker(self, picture: ByteArray, card: str, fine: float) -> None:
        style = self.style
        height, width = picture.shape[:2]
        rng = np.random.default_rng((style.seed, JOKERS.index(card)))
        ink = style.index.inks["H" if card == JOKERS[0] else "S"]
        box = (round(0.2 * width), round(0.1 * height), round(0.8 * width), round(0.9 * height))
        draw_court(picture, box, style.courts, "J", "S", ink, style.index.signs, fine, rng)
        tall = max(4, round(0.55 * style.index.rank_height * fine))
        column = []
        for letter in "J0KER":
            figure = style.index.lettering.text(letter)
            wide = max(2, round(min(tall, tall * figure.shape[1] / figure.shape[0])))
            column.append(
                np.asarray(cv2.resize(figure, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
            )
        for turn in (0, 2):
            turned = np.rot90(picture, turn)
            y = round(style.index.margin_y * fine)
            for figure in column:
                x = round(style.index.margin_x * fine) + max(0, (tall - figure.shape[1]) // 2)
                part = turned[y : y + figure.shape[0], x : x + figure.shape[1]]
                cover = figure[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255.0
                part[:] = (part * (1 - cover) + np.asarray(ink, np.float32) * cover).astype(np.uint8)
                y += round(1.25 * tall)


class ArtOver:
    """Card art that is made of other art: whoever inherits draws it otherwise; the cards are those of ``art``."""

    def __init__(self, art: CardArt) -> None:
        self._art = art

    @property
    def name(self) -> str:
        """What the deck is called."""
        return self._art.name

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of a card."""
        return self._art.size_mm

    @property
    def gloss(self) -> float:
        """How much its surface mirrors, 0..1."""
        return self._art.gloss

    @property
    def cards(self) -> tuple[str, ...]:
        """The codes of the faces that the deck has."""
        return self._art.cards


class KeptDrawings(ArtOver):
    """Card art whose drawings are kept, the latest used first, up to ``most`` of them; looks like the art itself."""

    def __init__(self, art: CardArt, most: int = 54) -> None:
        super().__init__(art)
        self._most = most
        self._kept: OrderedDict[tuple[str, float], DrawnCard] = OrderedDict()

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Draw a card, or give the drawing made before."""
        key = (card, px_per_mm)
        drawn = self._kept.get(key)
        if drawn is None:
            drawn = self._art.draw(card, px_per_mm)
            self._kept[key] = drawn
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return drawn


def cut_out(picture: ByteArray, cover: ByteArray) -> ByteArray:
    """Join a picture, uint8 BGR, with its coverage, uint8, to BGRA whose colours are multiplied by the coverage."""
    colours = cv2.multiply(picture, cv2.merge([cover] * 3), scale=1 / 255.0)
    return np.asarray(cv2.merge([*cv2.split(colours), cover]), np.uint8)


def rounded(width: int, height: int, corner_px: float) -> ByteArray:
    """Return the coverage of a rectangle with round corners that fills (height, width), uint8."""
    mask = np.zeros((height, width), np.uint8)
    corner = max(1, round(corner_px))
    cv2.rectangle(mask, (corner, 0), (width - 1 - corner, height - 1), 255, -1)
    cv2.rectangle(mask, (0, corner), (width - 1, height - 1 - corner), 255, -1)
    for x in (corner, width - 1 - corner):
        for y in (corner, height - 1 - corner):
            cv2.circle(mask, (x, y), corner, 255, -1, cv2.LINE_AA)
    return mask


def _darken_rim(paper: ByteArray, wear: float, fine: float) -> None:
    """Make a card greyer where hands touch it."""
    if wear <= 0.0:
        return
    height, width = paper.shape[:2]
    reach = max(2, round(1.2 * fine))
    for step in range(0, reach, 2):
        shade = 1.0 - wear * (1.0 - step / reach)
        for band in (
            paper[step : step + 2],
            paper[height - step - 2 : height - step],
            paper[:, step : step + 2],
            paper[:, width - step - 2 : width - step],
        ):
            band[:] = (band * shade).astype(np.uint8)


_SIZES: tuple[tuple[str, float, tuple[float, float]], ...] = (
    ("poker", 0.45, CARD_MM),
    ("bridge", 0.35, (57.5, 88.0)),
    ("patience", 0.08, (45.0, 68.0)),
    ("large", 0.12, (76.0, 116.0)),
)
_LANGUAGE_SHARES = {"english": 0.46, "french": 0.17, "french_as": 0.12, "german": 0.16, "dutch": 0.09}


def random_index_style(
    rng: np.random.Generator,
    card_mm: tuple[float, float],
    letterings: Sequence[Lettering] = (),
    *,
    language: str | None = None,
    width_mm: float | None = None,
    kind: IndexKind | None = None,
    beside: bool | None = None,
) -> IndexStyle:
    """Return the indices of one deck whose cards measure ``card_mm``: 5 to 20 mm wide, as far as they fit.

    Without ``letterings`` to choose from they are made of strokes; ``language``, ``width_mm``, ``kind`` (which width)
    and ``beside`` (the sign beside the figure; not where the figure is jumbo) fix what is else left to chance.
    """
    drawn = rng.choice(["tiny", "ordinary", "large", "jumbo"], p=[0.17, 0.45, 0.2, 0.18])
    low, high = {"tiny": (5.0, 6.0), "ordinary": (5.2, 9.0), "large": (9.0, 13.0), "jumbo": (13.0, 20.0)}[
        kind or str(drawn)
    ]
    width = float(rng.uniform(low, high)) if width_mm is None else width_mm
    fit = 0.345 * card_mm[0]
    width = min(width, fit if width_mm is None else max(fit, width_mm))
    small = width < 9.0
    by_chance = bool(rng.random() < (0.04 if small else 0.1))
    beside = (by_chance if beside is None else beside) and width < 0.2 * card_mm[0]
    rank_height = width * float(rng.uniform(1.15, 1.8))
    sign_height = width * float(rng.uniform(0.65, 1.1))
    gap = float(rng.uniform(0.06, 0.25)) * width
    tallest = 0.43 * card_mm[1]
    total = max(rank_height, sign_height) if beside else rank_height + gap + sign_height
    if total > tallest:
        shrink = tallest / total
        rank_height, sign_height, gap = rank_height * shrink, sign_height * shrink, gap * shrink
    lettering: Lettering = StrokeLettering.of_seed(int(rng.integers(1 << 20)))
    if letterings and rng.random() < 0.85:
        lettering = letterings[int(rng.integers(len(letterings)))]
    spoken = str(rng.choice(list(_LANGUAGE_SHARES), p=list(_LANGUAGE_SHARES.values())))
    return IndexStyle(
        lettering=lettering,
        signs=random_sign_style(rng),
        inks=random_inks(rng),
        language=language or spoken,
        width=width,
        rank_height=rank_height,
        sign_height=sign_height,
        gap=gap,
        margin_x=float(rng.uniform(1.4, 3.6)),
        margin_y=float(rng.uniform(2.0, 5.0)),
        beside=beside,
        corners=4 if width < 0.2 * card_mm[0] and rng.random() < 0.28 and not beside else 2,
        ten="T" if rng.random() < 0.03 else "10",
        ten_width=float(rng.uniform(1.0, 1.45)),
    )


def random_deck_style(
    seed: int,
    letterings: Sequence[Lettering] = (),
    *,
    language: str | None = None,
    width_mm: float | None = None,
    kind: IndexKind | None = None,
    beside: bool | None = None,
) -> DeckStyle:
    """Return any deck a family may own, the same for the same seed and letterings."""
    rng = np.random.default_rng((seed, 52))
    number = int(rng.choice(len(_SIZES), p=[share for _, share, _ in _SIZES]))
    width, height = _SIZES[number][2]
    grow = float(rng.uniform(0.985, 1.015))
    size = (width * grow, height * grow * float(rng.uniform(0.99, 1.01)))
    index = random_index_style(
        rng, size, letterings, language=language, width_mm=width_mm, kind=kind, beside=beside
    )
    white = float(rng.uniform(222, 253))
    cream = float(abs(rng.normal(0, 9)))
    return DeckStyle(
        seed=seed,
        size=size,
        corner=float(rng.uniform(2.0, 4.5)) if rng.random() < 0.95 else 0.6,
        paper=(max(180.0, white - cream - float(rng.uniform(-2, 4))), white - 0.4 * cream, white),
        index=index,
        courts=random_court_style(rng),
        pips="sign" if rng.random() < (0.45 if index.width > 12.0 else 0.05) else "pips",
        pip_height=size[0] * float(rng.uniform(0.15, 0.24)),
        ace_height=size[0] * float(math.exp(rng.uniform(math.log(0.18), math.log(0.6)))),
        ornate_ace=bool(rng.random() < 0.35),
        wear=float(rng.uniform(0.02, 0.3)) if rng.random() < 0.5 else 0.0,
        gloss=float(rng.uniform(0.0, 1.0)),
    )


def random_deck(seed: int, letterings: Sequence[Lettering] = ()) -> Deck:
    """Return any deck a family may own, the same for the same seed and letterings."""
    return Deck(random_deck_style(seed, letterings))
