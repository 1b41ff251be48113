"""An evening as a bench films it: who plays what in which room, and who reads the pictures."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.layout import MarkerLayout
from calibration.stand import Stand
from calibration.view import TableView
from companion.evening.table_watch import TableWatch
from companion.filmed.filmed_game import FilmedGame, film_profile
from companion.filmed.filmed_table import Room
from companion.filmed.hardships import chance_of
from companion.filmed.picture_camera import Watching
from companion.games import load
from companion.simulated.players import Opening, opened_evening
from vision.cards.answers import Language
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.enrolled_trial import enrolled_deck
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardZones
from vision.eyes.zone_reader import ZoneReader
from vision.scene.deck_photographs import enrolment_photographs
from vision.scene.table_light import random_conditions

_PUMPING, _BREATHING_PX = 0.04, 1.2
_LANGUAGES: tuple[Language, ...] = ("english", "french_as", "german")


@dataclass(frozen=True)
class FilmedEvening:
    """An evening of a game and what is filmed of it; ``chance`` is that of its people. The same number, hardships and
    game are the same evening.
    """

    opening: Opening
    filmed: FilmedGame
    chance: random.Random

    @classmethod
    def of(
        cls, bench: str, game_id: str, seed: int, hardships: frozenset[str] = frozenset()
    ) -> FilmedEvening:
        """The evening with this number of a bench; ``hardships``: names of ``companion.filmed.hardships``."""
        chance = random.Random(f"{bench}/{seed}")  # noqa: S311 - people of a simulation
        game = load(game_id)
        room = room_of(seed, hardships)
        filmed = FilmedGame.of(game, (), seed, room.conditions, hardships, edition=seed)
        people = game.simulation
        house, fewest, most = people.film or None, people.film_players, people.film_most
        opening = opened_evening(game, chance, house, film_profile(game, seed), fewest, most)
        own = room if isinstance(filmed.room, Room) else filmed.room
        return cls(opening, replace(filmed, players=opening.players, room=own), chance)

    def readers(self, enrolled: bool, expected: Callable[[str], int | None]) -> Sequence[ZoneReader]:
        """Who reads it; ``enrolled``: of a family that enrolled both packs, a box of printed cards always is.

        ``expected`` tells how many things are due in a zone.
        """
        if enrolled and isinstance(self.filmed.room, Room):
            return [CardZones(enrolled_reader(self.filmed.room))]
        return self.filmed.readers(expected)


def watching_markers(view: TableView, layout: MarkerLayout) -> Watching:
    """Who watches the markers of a mat, as at a family's table."""
    return TableWatch(Stand("film", view, layout=layout)).watched


def room_of(seed: int, hardships: frozenset[str] = frozenset()) -> Room:
    """The room of a measured evening: decks, light and table that no training saw."""
    rng = np.random.default_rng((seed, 47))
    language = _LANGUAGES[int(rng.integers(len(_LANGUAGES)))]
    restless = random_conditions(rng)
    conditions = replace(
        restless,
        automatic_exposure=False,
        pumping=0.0,
        lamps=(0.1, 0.4),
        daylight=max(0.4, restless.daylight),
    )
    if "automatic_exposure" in hardships:
        conditions = replace(conditions, automatic_exposure=True, pumping=_PUMPING, lamps=restless.lamps)
    if "usb_camera" in hardships:
        conditions = replace(conditions, jpeg=int(chance_of(seed, "usb_camera").integers(80, 96)))
    if "breathing_focus" in hardships:
        conditions = replace(conditions, breathing=_BREATHING_PX)
    return Room(seed, conditions, language, hardships=hardships)


def enrolled_reader(room: Room) -> CardReader:
    """The reader of a family that photographed both packs beforehand, on another table in another light.

    Every question of the enrolment is answered truly. Raises TooFewCards when a pack could not be read at all.
    """
    decks = []
    for number, art in enumerate(room.decks()):
        photographs = enrolment_photographs(art, np.random.default_rng((room.seed, 53, number)))
        deck, _ = enrolled_deck(DeckReader(), photographs, f"pack {number}")
        decks.append(deck)
    return CardReader(language=room.language, decks=tuple(decks))
