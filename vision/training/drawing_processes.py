"""Draws what networks learn from in processes of its own where a GPU learns faster than one core draws."""

# Where torch is not installed its classes are unknown to the type checker.
# mypy: allow-subclassing-any

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

Draw = Callable[[np.random.Generator], Iterator[tuple[Any, ...]]]
"""Yields one example after the other, arrays, for ever; the same for the same generator."""

_FRESH, _KEPT = 8, 128
"""On a GPU so many examples a step are drawn anew where nothing else is said, of so many times as many at hand."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a training runs: where, how many examples make a step, how many of these are drawn anew for it, how many
    are at hand, and how many processes draw; 0: the one that learns.
    """

    device: torch.device
    batch: int
    fresh: int
    kept: int
    drawers: int

    @staticmethod
    def here(batch: int, on_gpu: int, share: float, fresh: int = _FRESH) -> Pace:
        """On one core every step draws its ``batch``; beside a GPU a ``share`` of the cores draws, and steps of
        ``on_gpu`` examples, ``fresh`` of them new, use each several times.
        """
        if not torch.cuda.is_available():
            return Pace(torch.device("cpu"), batch, batch, batch, 0)
        drawers = max(1, round(share * ((os.cpu_count() or 2) - 1)))
        return Pace(torch.device("cuda"), on_gpu, fresh, fresh * _KEPT, drawers)


class _Drawn(IterableDataset[tuple[Any, ...]]):
    def __init__(self, draw: Draw, seed: list[int]) -> None:
        super().__init__()
        self._draw, self._seed = draw, seed

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        worker = get_worker_info()
        if worker is not None:
            cv2.setNumThreads(1)
        yield from self._draw(np.random.default_rng([*self._seed, 0 if worker is None else worker.id]))


class Shelf:
    """Examples at hand on the device that learns: the oldest give way to new ones at every step."""

    def __init__(self, draw: Draw, seed: list[int], pace: Pace) -> None:
        if pace.drawers:
            # A process that is split off while OpenCV holds threads here waits for them for ever.
            cv2.setNumThreads(1)
        # A process begun anew would be sent all scenes, six gigabytes in minutes; one split off has them.
        begun = "fork" if pace.drawers else None
        loader = DataLoader(
            _Drawn(draw, seed), pace.fresh, num_workers=pace.drawers, multiprocessing_context=begun
        )
        self._batches, self._pace = iter(loader), pace
        self._rng = torch.Generator().manual_seed(seed[0])
        parts = [self._next() for _ in range(pace.kept // pace.fresh)]
        self._kept = [torch.cat(column) for column in zip(*parts, strict=True)]
        self._oldest = 0

    def _next(self) -> list[Tensor]:
        return [part.to(self._pace.device) for part in next(self._batches)]

    def batch(self) -> list[Tensor]:
        """Return the next examples to learn from, chosen among those at hand, (batch, …) for each of their parts."""
        chosen = torch.randperm(self._pace.kept, generator=self._rng)[: self._pace.batch]
        picked = [column[chosen.to(column.device)] for column in self._kept]
        for column, new in zip(self._kept, self._next(), strict=True):
            column[self._oldest : self._oldest + len(new)] = new
        self._oldest = (self._oldest + self._pace.fresh) % self._pace.kept
        return picked


def each_in_turn(count: int, rng: np.random.Generator) -> Iterator[int]:
    """Yield the numbers below ``count`` for ever, each once before any comes again; raises ValueError for none."""
    if count < 1:
        raise ValueError("there is nothing to draw examples from")
    while True:
        yield from (int(number) for number in rng.permutation(count))
