"""What is the same however often it is made, a worker makes once: drawn cards, a camera's noise, networks' answers.

For tests to which pictures are but what is looked at. Whether drawings and networks are always the same is tested
where they are the subject, without this.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields
from typing import Any, Generic, TypeVar

import numpy as np
import pytest

from vision.network import FloatArray, OnnxRuntimeNetwork
from vision.scene.arrays import ByteArray
from vision.scene.deck import Deck, DeckStyle, DrawnCard
from vision.scene.lettering import StrokeLettering
from vision.scene.table_light import TableLight

Made = TypeVar("Made")


class Kept(Generic[Made]):
    """What was made before, the latest asked for first, up to so many bytes."""

    def __init__(self, most_bytes: float) -> None:
        self._most = most_bytes
        self._made: OrderedDict[Hashable, tuple[Made, int]] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable, make: Callable[[], Made], size: Callable[[Made], int]) -> Made:
        """What belongs to a key."""
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key][0]
        made = make()
        self._made[key] = made, size(made)
        self._bytes += size(made)
        while self._bytes > self._most:
            _, (_, freed) = self._made.popitem(last=False)
            self._bytes -= freed
        return made


def _look(style: DeckStyle) -> tuple[Hashable, ...]:
    """What makes two decks the same: inks are a dictionary, which has no hash, but every part tells all of itself."""
    parts = [*_parts(style, "index"), *_parts(style.index, "lettering")]
    lettering = style.index.lettering
    return (lettering.style if isinstance(lettering, StrokeLettering) else lettering, repr(parts))


def _parts(style: object, but: str) -> list[object]:
    """The parts of a style, all but one."""
    return [getattr(style, one.name) for one in fields(style) if one.name != but]  # type: ignore[arg-type]


_CARDS: Kept[DrawnCard] = Kept(60e6)
_NOISE: Kept[tuple[ByteArray, dict[str, Any]]] = Kept(60e6)
_ANSWERS: Kept[FloatArray] = Kept(60e6)


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Cards, noise and answers come from those that were made before."""
    draw, noise_picture, run = Deck.draw, TableLight._noise_picture, OnnxRuntimeNetwork.run
    start = OnnxRuntimeNetwork.__init__

    def drawn(deck: Deck, card: str, px_per_mm: float) -> DrawnCard:
        key = (*_look(deck.style), card, px_per_mm)
        return _CARDS.get(key, lambda: draw(deck, card, px_per_mm), lambda one: one.picture.nbytes)

    def noise(light: TableLight) -> ByteArray:
        chance = light._rng.bit_generator

        def make() -> tuple[ByteArray, dict[str, Any]]:
            return noise_picture(light), dict(chance.state)

        key = (light._shape, light._is.noise, str(chance.state))
        picture, afterwards = _NOISE.get(key, make, lambda one: one[0].nbytes)
        chance.state = afterwards
        return picture

    def started(network: Any, path: Any, threads: int) -> None:
        start(network, path, threads)
        network.file = (str(path), path.stat().st_mtime_ns)

    def answered(network: Any, batch: FloatArray) -> FloatArray:
        key = (network.file, batch.shape, hashlib.sha1(np.ascontiguousarray(batch)).digest())
        return _ANSWERS.get(key, lambda: run(network, batch), lambda one: one.nbytes).copy()

    monkeypatch.setattr(Deck, "draw", drawn)
    monkeypatch.setattr(TableLight, "_noise_picture", noise)
    monkeypatch.setattr(OnnxRuntimeNetwork, "__init__", started)
    monkeypatch.setattr(OnnxRuntimeNetwork, "run", answered)
    yield
