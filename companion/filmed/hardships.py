"""What makes filmed evenings harder, each by its name; how often each is there stands in ``hardships.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np

_STREAM = 61


@cache
def shares() -> Mapping[str, float]:
    """The share of evenings, 0..1, on which each hardship is there."""
    text = Path(__file__).with_name("hardships.toml").read_text(encoding="utf-8")
    return MappingProxyType({name: float(share) for name, share in tomllib.loads(text).items()})


def hardships_of(seed: int) -> frozenset[str]:
    """Draw the hardships of one evening; one that is added to the file changes nothing about the others."""
    return frozenset(name for name, share in shares().items() if _generator(seed, name).random() < share)


def chance_of(seed: int, name: str) -> np.random.Generator:
    """The random numbers of one hardship on one evening, apart from all others. KeyError: no such name."""
    shares()[name]
    generator = _generator(seed, name)
    generator.random()
    return generator


def known(names: Collection[str]) -> frozenset[str]:
    """The names themselves. Raises ValueError, naming all that there are, on one that is no hardship."""
    unknown = sorted(set(names) - shares().keys())
    if unknown:
        raise ValueError(f"No hardship is called {unknown[0]!r}: there are {', '.join(shares())}.")
    return frozenset(names)


def _generator(seed: int, name: str) -> np.random.Generator:
    return np.random.default_rng((seed, _STREAM, *name.encode()))
