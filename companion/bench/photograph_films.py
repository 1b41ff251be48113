"""Films of real cards on real tables: cards appear, vanish and move under drawn hands, and the eyes look at them.

What each figure means is told in ``docs/films.md``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.bench.end_to_end import BENCH, HandsTally
from companion.bench.measure import Measure, share_measure
from companion.filmed.filmable import first_filmed
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.filmed_table import TABLE_MM
from companion.filmed.photographed_room import PHOTOGRAPHED, PhotographedRoom, photographed_source
from companion.filmed.picture_camera import PictureCamera, Seen
from companion.games import load
from companion.progress import progress
from companion.sighting import BACK, EMPTY, UNREADABLE, Disturbance
from companion.simulated.parameters import noise_parameters
from companion.simulated.physical import PhysicalTable, Touch, is_row
from companion.wrong_use import WrongUse
from vision.cards.labelled import labelled_cards
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardZones
from vision.readings import SURE

SHORT_STEPS, LONG_STEPS = 12, 40
SHORT_FILMS, LONG_FILMS = 1, 4
_PLAYERS = ("Ada", "Bea")
_MOST_IN_FAN = 6
_FIRST_ZONES = 12
_HAND_MS = (500, 900)
_PAUSE_MS = 400
_FACE_DOWN = ("stock:", "reserve:")


@dataclass
class PhotographTally:
    """What was told of the films of one source.

    ``changed`` zones changed, ``told`` of them were read afterwards; ``for_nothing`` were read though no hand was
    there, in ``steps`` steps. Things that lay in the zones read: ``faces``, ``bares`` (bare places) and ``backs``; of
    all these ``wrong`` were told as something else, ``wrong_and_sure`` surely. ``missed`` and ``invented`` are slots
    too few and too many: then no card of the zone counts as right.
    """

    steps: int = 0
    changed: int = 0
    told: int = 0
    for_nothing: int = 0
    zones: int = 0
    zones_right: int = 0
    faces: int = 0
    faces_right: int = 0
    bares: int = 0
    bares_right: int = 0
    backs: int = 0
    backs_right: int = 0
    wrong: int = 0
    wrong_and_sure: int = 0
    unreadable: int = 0
    missed: int = 0
    invented: int = 0
    mistakes: list[str] = field(default_factory=list)
    hands: HandsTally = field(default_factory=HandsTally)
    still_ms: list[int] = field(default_factory=list)

    def count(self, seen: Seen) -> None:
        """Compare a sighting with what lay there."""
        game = load(first_filmed())
        for zone, reading in seen.sighting.zones.items():
            if zone not in seen.lying:
                continue
            row, lying = is_row(game, zone), seen.lying[zone]
            shown = lying if row else (lying[-1:] or (EMPTY,))
            read = tuple(slot.best for slot in reading.slots)
            self.zones += 1
            if tuple(face for face, _ in read) == shown:
                self.zones_right += 1
            else:
                self.mistakes.append(f"{zone}: {shown} read as {read}")
            if row and not shown:
                self.bares += 1
                self.bares_right += not read
            if len(read) != len(shown):
                self.missed += max(0, len(shown) - len(read))
                self.invented += max(0, len(read) - len(shown))
                self.faces += len(shown)
                continue
            for face, (told, chance) in zip(shown, read, strict=True):
                self._count_thing(face, told, chance)

    def _count_thing(self, face: str, told: str, chance: float) -> None:
        right = told == face
        if face == EMPTY:
            self.bares, self.bares_right = self.bares + 1, self.bares_right + right
        elif face == BACK:
            self.backs, self.backs_right = self.backs + 1, self.backs_right + right
        else:
            self.faces, self.faces_right = self.faces + 1, self.faces_right + right
        if not right:
            self.unreadable += told == UNREADABLE
            self.wrong += told != UNREADABLE
            self.wrong_and_sure += told != UNREADABLE and chance >= SURE

    def measures(self, source: str) -> Iterator[Measure]:
        """Yield the figures of one source."""
        name = f"photographs.{source}"
        yield share_measure(BENCH, f"{name}.changes_told", self.told, self.changed)
        untouched = round(self.for_nothing / max(1, self.steps), 3)
        yield Measure(
            BENCH, f"{name}.read_for_nothing", untouched, "a step", self.steps, higher_is_better=False
        )
        for label, right, of in (
            ("zones_right", self.zones_right, self.zones),
            ("cards_right", self.faces_right, self.faces),
            ("bare_right", self.bares_right, self.bares),
            ("backs_right", self.backs_right, self.backs),
        ):
            yield share_measure(BENCH, f"{name}.{label}", right, of)
        things = self.faces + self.bares + self.backs
        for label in ("wrong", "wrong_and_sure", "unreadable", "missed", "invented"):
            yield share_measure(
                BENCH, f"{name}.{label}", getattr(self, label), things, higher_is_better=False
            )
        yield share_measure(BENCH, f"{name}.hands_reported", self.hands.reported, self.hands.touches)
        yield share_measure(BENCH, f"{name}.side_right", self.hands.side_right, self.hands.reported)


def film(room: PhotographedRoom, steps: int, tally: PhotographTally) -> None:
    """Film a number of steps on a table of photographs; the same room gives the same film."""
    chance = random.Random(f"photographs/{room.source}/{room.seed}")  # noqa: S311 - cards of a film
    game = load(first_filmed())
    told: list[Disturbance] = []
    seen_last: list[Seen] = []

    def witness(seen: Seen) -> None:
        tally.count(seen)
        told.extend(seen.sighting.disturbances)
        tally.still_ms.append(seen.still_ms)
        seen_last.append(seen)

    reader = CardReader(language=room.language)
    camera = PictureCamera(
        FilmedGame(game, _PLAYERS, room), [CardZones(reader)], noise_parameters(), witness=witness
    )
    zones = sorted(camera.film.table.zones)
    table = PhysicalTable(_first(zones, room, chance))
    now = 0
    camera.look(table, (), now)
    for _ in range(steps):
        seen_last.clear()
        lying, touched = _step(dict(table.faces), zones, room, chance)
        touches = []
        for zone in touched:
            start = now + _PAUSE_MS
            now = start + chance.randint(*_HAND_MS)
            side = "south" if camera.film.table.zones[zone].middle[1] > TABLE_MM[1] / 2 else "north"
            touches.append(Touch(zone, start, now, side))
        changed = set(table.lay(lying))
        camera.look(table, touches, now)
        read = {zone for seen in seen_last for zone in seen.sighting.zones}
        tally.steps += 1
        tally.changed += len(changed)
        tally.told += len(changed & read)
        tally.for_nothing += len(read - set(touched))
        now += _PAUSE_MS
    tally.hands.count(camera.touches, told)


def _first(zones: Sequence[str], room: PhotographedRoom, chance: random.Random) -> dict[str, tuple[str, ...]]:
    cards = sorted(room.packs)
    lying: dict[str, tuple[str, ...]] = dict.fromkeys(zones, ())
    for zone in zones:
        if zone.startswith(_FACE_DOWN):
            lying[zone] = (BACK,)
    for zone in chance.sample(zones, _FIRST_ZONES):
        count = chance.randint(1, 3) if zone.startswith("T") else 1
        lying[zone] = (*lying[zone], *(chance.choice(cards) for _ in range(count)))
    return lying


def _step(
    lying: dict[str, tuple[str, ...]], zones: Sequence[str], room: PhotographedRoom, chance: random.Random
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """A card appears, vanishes or moves, or a hand comes for nothing; how it lies then, and where the hand was."""
    filled = [zone for zone in zones if lying[zone] and lying[zone][-1] != BACK]
    room_for = [zone for zone in zones if not zone.startswith("T") or len(lying[zone]) < _MOST_IN_FAN]
    what = chance.choice(("appears", "vanishes", "moves", "moves", "moves", "nothing"))
    if what == "nothing":
        return lying, (chance.choice(zones),)
    card, touched = chance.choice(sorted(room.packs)), list[str]()
    if what != "appears" and filled:
        source = chance.choice(filled)
        card, lying[source] = lying[source][-1], lying[source][:-1]
        touched.append(source)
    if what != "vanishes" or not touched:
        target = chance.choice([zone for zone in room_for if zone not in touched])
        lying[target] = (*lying[target], card)
        touched.append(target)
    return lying, tuple(touched)


def measure(photos: Path, *, long: bool = False) -> Iterator[Measure]:
    """Film every source that is there and yield its figures. Raises WrongUse where there is none."""
    films, steps = (LONG_FILMS, LONG_STEPS) if long else (SHORT_FILMS, SHORT_STEPS)
    present = {photograph.source for photograph in labelled_cards(photos)}
    sources = [source for source in PHOTOGRAPHED if source in present]
    if not sources:
        raise WrongUse(f"No card in {photos} can be filmed: wanted are {', '.join(PHOTOGRAPHED)}.")
    for source in sources:
        cut = photographed_source(photos, source)
        tally = PhotographTally()
        for seed in progress(range(films), f"films of {source}"):
            film(replace(cut, seed=seed), steps, tally)
        yield from tally.measures(source)
