"""A film's room made of labelled photographs: real cards on a real table, under drawn hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from companion.filmed.filmed_table import PX_PER_MM, TABLE_MM, unseen_deck
from companion.filmed.picture_camera import EVENING_LIGHT
from hardware.frame_source import Image
from vision.cards.answers import Language
from vision.cards.labelled import LabelledCards, labelled_cards
from vision.picture import load_picture
from vision.scene.deck import CARD_MM, CardArt
from vision.scene.photograph_cards import PhotographedCard, PhotographedDeck, bare_table, card_quad, cut_card
from vision.scene.played_table import STEP_MM
from vision.scene.table_light import Conditions

PHOTOGRAPHED: Mapping[str, Language] = {
    "sergiodomgui": "english",
    "notanumber11": "english",
    "AnimaNoProject": "german",
}
"""The sources whose cards were photographed finely enough from above, and what their indices are printed in."""
LIGHT = replace(EVENING_LIGHT, daylight=0.8, noise=1.5)
"""The light of a photograph is in it already; what changes in an evening comes on top of it."""
_LEAST_PX_PER_MM = 2.8
_BACKS_FROM = 970_000
_BACK_INDEX_MM = 7.0


@dataclass(frozen=True, slots=True)
class PhotographedRoom:
    """One table of a source: ``tables`` to choose from by ``seed``, ``packs`` by card, and the light that changes."""

    seed: int
    source: str
    language: Language
    tables: Sequence[Image] = field(repr=False)
    packs: Mapping[str, Sequence[PhotographedCard]] = field(repr=False)
    conditions: Conditions = LIGHT
    hardships: frozenset[str] = frozenset()
    step_mm: float = STEP_MM
    side_by_side: bool = False
    heaps: bool = False

    def decks(self) -> tuple[CardArt, ...]:
        """Two packs with different pictures of the same cards, as far as there are several."""
        return tuple(
            PhotographedDeck(
                f"{self.source} {take}",
                self.packs,
                unseen_deck(_BACKS_FROM + 2 * self.seed + take, "english", CARD_MM, _BACK_INDEX_MM),
                self.seed + take,
            )
            for take in range(2)
        )

    def ground(self, rng: np.random.Generator) -> Image:
        """The bare table."""
        return self.tables[self.seed % len(self.tables)]


@lru_cache(maxsize=4)
def photographed_source(photos: Path, source: str) -> PhotographedRoom:
    """Cut out all cards and tables of a source; the room has the seed 0.

    Raises OSError where there are no labels, ValueError where the source has no table or too few cards.
    """
    packs: dict[str, list[PhotographedCard]] = {}
    tables: list[Image] = []
    for photograph in labelled_cards(photos):
        if photograph.source != source:
            continue
        cards, table = _of_photograph(photograph)
        for name, card in cards:
            packs.setdefault(name, []).append(card)
        if table is not None:
            tables.append(table)
    if len(packs) < 8 or not tables:
        raise ValueError(f"{source} shows {len(packs)} cards and {len(tables)} tables: too few for a film")
    return PhotographedRoom(0, source, PHOTOGRAPHED[source], tuple(tables), packs)


def _of_photograph(photograph: LabelledCards) -> tuple[list[tuple[str, PhotographedCard]], Image | None]:
    """The whole cards of a photograph, and its table without them."""
    picture = np.asarray(load_picture(photograph.path), np.uint8)
    cards, quads = [], []
    for number, (name, box) in enumerate(zip(photograph.names, photograph.boxes, strict=True)):
        quad = None if number in photograph.hidden else card_quad(picture, box)
        if quad is None:
            x0, y0, x1, y1 = box
            quads.append(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64))
            continue
        quads.append(quad)
        card = cut_card(picture, quad)
        if card.px_per_mm >= _LEAST_PX_PER_MM:
            cards.append((name, card))
    if not cards:
        return [], None
    px_per_mm = float(np.median([card.px_per_mm for _, card in cards]))
    return cards, bare_table(picture, quads, px_per_mm, TABLE_MM, PX_PER_MM)
