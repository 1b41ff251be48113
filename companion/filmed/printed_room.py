"""Where an evening with printed cards is filmed: the family's box, another print every evening, new or worn, and who
reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from companion.filmed.drawn_boxes import drawn_box, shown_box
from companion.filmed.film_ground import film_ground
from companion.filmed.hardships import chance_of
from companion.game import Game
from companion.printed_cards import BACK
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.finding import CardFinder
from vision.printed.reader import PrintedReader
from vision.printed.zones import PrintedZones, ReadBox
from vision.scene.aged_box import bleached_box, creased_box, rubbed_box
from vision.scene.arrays import FloatArray
from vision.scene.deck import CardArt, KeptDrawings
from vision.scene.game_box import BoxArt, GameBox
from vision.scene.table_light import Conditions

_STEPS = (0.95, 1.04)
"""How far apart cards are laid side by side, in widths of a card: a little apart, touching, or over one another by so
little that every number shows.
"""


@dataclass(frozen=True)
class PrintedRoom:
    """Table, light, camera and the box of one evening of a game; all drawn by ``seed``."""

    seed: int
    conditions: Conditions
    game: str
    hardships: frozenset[str] = frozenset()
    side_by_side: bool = True
    heaps: bool = True

    @cached_property
    def box(self) -> GameBox:
        """The family's box, as it lies on the table."""
        return self._creased(0)

    @cached_property
    def shown(self) -> GameBox:
        """The box as it was photographed before: as worn, but each card creased elsewhere, as it is where there are
        several and one was shown.
        """
        return self._creased(1)

    @property
    def step_mm(self) -> float:
        """How far apart the cards of a row are laid."""
        chance = np.random.default_rng((self.seed, 59))
        return min(self.box.size_mm) * float(chance.uniform(*_STEPS))

    def decks(self) -> tuple[CardArt, ...]:
        """The cards of the box."""
        return (KeptDrawings(BoxArt(self.box), len(self.box.labels) + 1),)

    def ground(self, rng: np.random.Generator) -> FloatArray:
        """The bare table, in any size."""
        return film_ground(self.seed, self.hardships, rng)

    def enrolled(self, finder: CardFinder) -> EnrolledBox:
        """The box as the family showed it before, on another table in another light, every card named truly."""
        return shown_box(self.shown, self.seed, finder, (*self.shown.labels, BACK))

    @cached_property
    def _aged(self) -> GameBox:
        box = drawn_box(self.game, self.seed)
        if "bleached_deck" in self.hardships:
            box = bleached_box(box, chance_of(self.seed, "bleached_deck"))
        if "worn_deck" in self.hardships:
            box = rubbed_box(box, chance_of(self.seed, "worn_deck"))
        return box

    def _creased(self, copy: int) -> GameBox:
        worn = "worn_deck" in self.hardships
        return creased_box(self._aged, 2 * self.seed + copy) if worn else self._aged


def printed_zones(game: Game, room: PrintedRoom) -> PrintedZones:
    """Who reads the zones of a room whose family has shown its box; ValueError: the game has no such cards."""
    if game.printed is None:
        raise ValueError(f"{game.id} has no printed cards")
    finder = CardFinder()
    reader = PrintedReader(room.enrolled(finder), finder=finder, embedder=Embedder())
    box = ReadBox(reader, game.printed.face)
    return PrintedZones(finder, lambda: box)
