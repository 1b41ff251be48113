"""Measures the reading of whole Crapette tables: drawn photographs of games on their way, decks and rooms unseen."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography
from calibration.zones import read_plan
from companion.bench.measure import Measure, share_measure
from companion.filmed.filmable import first_filmed
from companion.filmed.filmed_table import PX_PER_MM, SIZES_MM, unseen_deck
from companion.filmed.watched_zones import card_zones
from companion.games import load, zone_plan
from companion.hands import Faces
from companion.progress import progress
from companion.sighting import BACK, EMPTY, ZoneReading
from companion.simulated.players import opened_evening
from companion.simulated.playing import player_of
from vision.cards.answers import Language
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardTableReader
from vision.readings import SURE
from vision.scene.deck import CardArt
from vision.scene.jpeg import as_jpeg
from vision.scene.played_table import PlayedTable
from vision.scene.surfaces import random_surface
from vision.watched_zone import WatchedZone

BENCH = "tables"
SHORT, LONG = 4, 60
_GAME = first_filmed()
_DECKS_FROM = 900_000
"""No training draws decks of these numbers."""
_LANGUAGES: tuple[Language, ...] = ("english", "french_as", "german")


@dataclass(frozen=True, slots=True)
class PhotographedTable:
    """A table in the middle of a game: what lies in each zone, the photograph, the one of the bare table."""

    faces: dict[str, Faces]
    zones: tuple[WatchedZone, ...]
    picture: NDArray[np.uint8]
    bare: NDArray[np.uint8]
    plane: Homography
    language: Language


@dataclass
class TableTally:
    """What became of the zones and of the cards that can be seen in them."""

    zones: int = 0
    zones_right: int = 0
    cards: int = 0
    cards_right: int = 0
    wrong_and_sure: int = 0
    invented: int = 0
    backs: int = 0
    backs_right: int = 0
    bare: int = 0
    bare_right: int = 0
    seconds: list[float] = field(default_factory=list)
    seconds_after_a_move: list[float] = field(default_factory=list)

    def count(self, zone: WatchedZone, faces: Faces, reading: ZoneReading) -> None:
        """Compare what was read in a zone with what lies there."""
        read = tuple(slot.best[0] for slot in reading.slots)
        shown = faces if zone.towards is not None else (faces[-1:] or (EMPTY,))
        self.zones += 1
        self.zones_right += read == shown
        if shown == (BACK,):
            self.backs += 1
            self.backs_right += read == shown
        elif shown in ((EMPTY,), ()):
            self.bare += 1
            self.bare_right += read == shown
        cards = [face for face in shown if face not in (BACK, EMPTY)]
        matched = SequenceMatcher(None, shown, read, autojunk=False).get_matching_blocks()
        right = {b.b + number for b in matched for number in range(b.size)}
        self.cards += len(cards)
        self.cards_right += sum(read[number] not in (BACK, EMPTY) for number in right)
        sure = [n for n, slot in enumerate(reading.slots) if n not in right and slot.best[1] >= SURE]
        self.wrong_and_sure += len(sure)
        self.invented += max(0, len(read) - len(shown))

    def measures(self) -> Iterator[Measure]:
        """Yield the figures."""
        yield share_measure(BENCH, "zones_right", self.zones_right, self.zones)
        yield share_measure(BENCH, "cards_right", self.cards_right, self.cards)
        yield share_measure(BENCH, "wrong_and_sure", self.wrong_and_sure, self.cards, higher_is_better=False)
        yield share_measure(BENCH, "backs_right", self.backs_right, self.backs)
        yield share_measure(BENCH, "bare_right", self.bare_right, self.bare)
        yield Measure(BENCH, "invented", self.invented, "cards", len(self.seconds), higher_is_better=False)
        for name, seconds, most in (
            ("table_ms", self.seconds, 1000.0),
            ("two_zones_ms", self.seconds_after_a_move, 120.0),
        ):
            median = round(1000 * float(np.median(seconds)), 1)
            yield Measure(BENCH, name, median, "ms", len(seconds), target=most, higher_is_better=False)


def measure(tables: int) -> Iterator[Measure]:
    """Draw tables, read them, and yield the figures; times are those of one thread's processor."""
    tally = TableTally()
    for seed in progress(range(tables), "tables"):
        shown = photographed(seed)
        reader = CardTableReader(CardReader(language=shown.language), shown.plane, shown.zones)
        reader.remember_bare(shown.bare)
        begun = time.process_time()
        readings = reader.read(shown.picture)
        tally.seconds.append(time.process_time() - begun)
        begun = time.process_time()
        reader.read(shown.picture, only=_of_a_move(shown))
        tally.seconds_after_a_move.append(time.process_time() - begun)
        for zone in shown.zones:
            tally.count(zone, shown.faces[zone.id], readings[zone.id])
    yield from tally.measures()


def _of_a_move(shown: PhotographedTable) -> list[str]:
    """The two zones that cost most after a move: the longest fan, and a pile with a card."""
    fan = max((zone for zone in shown.zones if zone.towards), key=lambda zone: len(shown.faces[zone.id]))
    piles = (
        zone for zone in shown.zones if not zone.towards and shown.faces[zone.id][-1:] not in ((), (BACK,))
    )
    return [fan.id, *(pile.id for pile in islice(piles, 1))]


def photographed(seed: int) -> PhotographedTable:
    """Draw a table of a game on its way: hands lay cards a little crooked, the light is another than on the bare
    table, the camera looks down a little aslant; noise and JPEG as of a camera.
    """
    chance = random.Random(f"tables/{seed}")  # noqa: S311 - people of a simulation
    rng = np.random.default_rng((seed, 31))
    players, faces = _on_its_way(chance)
    plan = read_plan(zone_plan(_GAME) or {}).for_players(players)
    zones = card_zones(plan)
    language = _LANGUAGES[int(rng.integers(len(_LANGUAGES)))]
    decks = [_deck(2 * seed + number, language, rng) for number in range(2)]
    table = PlayedTable(
        (plan.width, plan.height),
        zones,
        {"": decks},
        random_surface(700, 900, rng),
        rng,
        px_per_mm=PX_PER_MM,
        tilt_deg=float(rng.uniform(0.0, 8.0)),
    )
    table.lay(faces)
    return PhotographedTable(
        {zone.id: tuple(faces.get(zone.id, ())) for zone in zones},
        zones,
        _as_a_camera_takes_it(table.picture, float(rng.uniform(0.75, 1.1)), rng),
        _as_a_camera_takes_it(table.bare, 1.0, rng),
        table.plane,
        language,
    )


def _on_its_way(chance: random.Random) -> tuple[Sequence[str], dict[str, Faces]]:
    game = load(_GAME)
    opening = opened_evening(game, chance)
    state, player = opening.state(), player_of(game, 0.0)
    for _ in range(chance.randint(5, 160)):
        if game.is_over(state):
            break
        state, _ = game.apply(state, player.next(state, chance))
    return opening.players, {zone: tuple(faces) for zone, faces in game.visible_table(state).items()}


def _deck(number: int, language: Language, rng: np.random.Generator) -> CardArt:
    index_mm = float(rng.uniform(6.0, 9.0))
    return unseen_deck(_DECKS_FROM + number, language, SIZES_MM[int(rng.integers(len(SIZES_MM)))], index_mm)


def _as_a_camera_takes_it(
    picture: NDArray[np.uint8], brightness: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    noisy = np.clip(brightness * picture + rng.normal(0, 4.0, picture.shape), 0, 255).astype(np.uint8)
    return as_jpeg(noisy, 88)
