"""What a look costs: places read, operations of the networks, pictures moved, and the time of one core.

By it is reckoned how long a look takes on a machine that is not here: ``docs/box.md``.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.bench.filmed_evening import room_of
from companion.bench.leaning import DIE_MM, straight_tray
from companion.bench.measure import Measure
from companion.bench.operations import Run, counted
from companion.filmed.filmable import first_filmed
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.filmed_table import FilmedTable
from companion.games import load
from companion.simulated.players import opened_evening
from companion.simulated.playing import player_of
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardZones
from vision.dice.reader import DiceReader
from vision.rectify import PX_PER_MM, RectifiedZone, rectify
from vision.scene import SceneDie, ScenePicture, SceneRenderer

Picture = NDArray[np.uint8]
BENCH = "looks"
LOOKS = 9
_SEED, _PLAYED, _DICE = 3, 80, 5


def measure(looks: int = LOOKS) -> Iterator[Measure]:
    """Yield what it costs to read a tray of five dice, the two places of a move, and a whole table of cards.

    The times are those of the processor, in the middle of so many looks, with one thread.
    """
    cv2.setNumThreads(1)
    with counted() as runs:
        tray, dice = _tray(), DiceReader(threads=1)
        yield from _cost(
            "dice",
            1,
            [tray],
            lambda: dice.read_tray(tray, expected=_DICE, die_px=DIE_MM * PX_PER_MM),
            runs,
            looks,
        )
        yield from _cards(runs, looks)


def _cards(runs: list[Run], looks: int) -> Iterator[Measure]:
    """A table in the middle of a game: the places of one move, then all of it."""
    chance = random.Random(_SEED)  # noqa: S311 - people of a simulation
    opening = opened_evening(load(first_filmed()), chance)
    player, state = player_of(opening.game, 0.5), opening.state()
    for _ in range(_PLAYED):
        state, _ = opening.game.apply(state, player.next(state, chance))
    room = room_of(_SEED)
    filmed = FilmedGame(opening.game, opening.players, room)
    film = FilmedTable(filmed.plan, filmed.players, filmed.room, filmed.layers)
    zones = {zone.id: zone for zone in filmed.zones}
    reader = CardZones(CardReader(language=room.language, threads=1), filmed.zones)

    def cut(picture: Picture, name: str) -> RectifiedZone:
        return rectify(picture, film.view, zones[name].area, margin_mm=reader.margin_mm)

    bare = film.bare()
    reader.remember_bare_cuts({name: cut(bare, name) for name in zones})
    lying = opening.game.visible_table(state)
    film.lay(lying)
    still = film.picture()
    longest = sorted(zones, key=lambda name: -len(lying.get(name, ())))
    for what, names in (("move", longest[:2]), ("table", list(zones))):

        def look(names: Sequence[str] = names) -> None:
            reader.read_cuts({name: cut(still, name) for name in names})

        moved = [still, *(cut(still, name).image for name in names)]
        yield from _cost(what, len(names), moved, look, runs, looks)


def _tray() -> Picture:
    """Five dice that lie flat, the tray cut out straight."""
    dice = [SceneDie(str(number + 1), -80.0 + 40.0 * number, 0.0, 20.0 * number) for number in range(_DICE)]
    renderer = SceneRenderer(seed=_SEED)
    return straight_tray(renderer, ScenePicture(tuple(dice)), _SEED, renderer.camera.focal_px)[0]


def _cost(
    what: str,
    places: int,
    pictures: Sequence[Picture],
    look: Callable[[], object],
    runs: list[Run],
    looks: int,
) -> Iterator[Measure]:
    """What one such look costs; ``pictures`` are the still and what is cut out of it."""
    look()  # what is loaded once is no part of it
    took, by_networks = [], []
    for _ in range(looks):
        runs.clear()
        begun = time.process_time()
        look()
        took.append(1000 * (time.process_time() - begun))
        by_networks.append(sum(run.took_ms for run in runs))
    if not runs:
        raise RuntimeError("onnxruntime does not start here: nothing can be counted")
    told: list[tuple[str, float, str]] = [
        ("places", places, ""),
        ("gflop", round(sum(run.operations for run in runs) / 1e9, 2), "GFLOP"),
        ("pictures", round(sum(one.nbytes for one in pictures) / 1e6, 1), "MB"),
        ("ms", round(median(took), 1), "ms"),
        ("networks_ms", round(median(by_networks), 1), "ms"),
    ]
    for name, value, unit in told:
        yield Measure(BENCH, f"{what}.{name}", value, unit, looks, higher_is_better=False)
