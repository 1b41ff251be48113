"""Fuses what was seen on a few stills of one table, taken by one camera while nothing moved, corner by corner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.finding import BackSpot, IndexSpot
from vision.cards.reading import ReadIndex
from vision.network import FloatArray

MOST_STILLS = 3
_SHARED = 0.75
"""How much of what each still says is the same mistake or luck again: same print, same light, same camera."""
_UNSEEN = 0.1
"""The heat that a still is taken to have where it shows no index, though another does."""
_LEAST = 1e-4
_SAME_PLACE, _SAME_TURN = 0.5, math.cos(math.radians(30))
"""Indices of two stills are one where their middles lie nearer than this share of their height, and turned alike."""
_SAME_BACK = 0.15


def fuse_looks(stills: Sequence[Sequence[ReadIndex]]) -> list[ReadIndex]:
    """Return the indices that one to three stills of the same table show, each once, the hottest first.

    What they say is multiplied as from looks that are independent in part: n count as n / (1 + 0.75 (n - 1)). An
    index lies where its hottest look does; what own decks said of it is forgotten. Raises ValueError without stills,
    and on more than three.
    """
    if not 1 <= len(stills) <= MOST_STILLS:
        raise ValueError(f"{len(stills)} stills cannot be fused: give 1 to {MOST_STILLS}")
    if len(stills) == 1:
        return list(stills[0])
    fused = [_fused(looks, len(stills)) for looks in _groups(stills)]
    return sorted(fused, key=lambda one: -one.spot.heat)


def fuse_backs(stills: Sequence[Sequence[BackSpot]]) -> tuple[BackSpot, ...]:
    """Return the backs that more than half of the stills show, each with its median heat."""
    groups: list[list[BackSpot]] = []
    for still in stills:
        for back in still:
            same = next((group for group in groups if _is_same_back(group[0], back)), None)
            if same is None:
                groups.append([back])
            else:
                same.append(back)
    told = [group for group in groups if 2 * len(group) > len(stills)]
    return tuple(replace(group[0], heat=float(np.median([back.heat for back in group]))) for group in told)


def _groups(stills: Sequence[Sequence[ReadIndex]]) -> list[list[ReadIndex]]:
    """The looks at each index, at most one of each still."""
    groups: list[list[ReadIndex]] = []
    for still in stills:
        before = list(groups)
        for look in still:
            near = [group for group in before if _is_same(group[0].spot, look.spot)]
            if near:
                nearest = min(near, key=lambda group: math.dist(group[0].spot.centre, look.spot.centre))
                nearest.append(look)
                before = [group for group in before if group is not nearest]
            else:
                groups.append([look])
    return groups


def _is_same(one: IndexSpot, other: IndexSpot) -> bool:
    near = math.dist(one.centre, other.centre) < _SAME_PLACE * max(one.size[1], other.size[1])
    return near and one.up[0] * other.up[0] + one.up[1] * other.up[1] > _SAME_TURN


def _is_same_back(one: BackSpot, other: BackSpot) -> bool:
    return math.dist(one.centre, other.centre) < _SAME_BACK * one.height


def _fused(looks: Sequence[ReadIndex], stills: int) -> ReadIndex:
    """One look for those of several stills, the hottest of which says where it is."""
    hottest = max(looks, key=lambda look: look.spot.heat)
    heats = [look.spot.heat for look in looks] + [_UNSEEN] * (stills - len(looks))
    heat = 1.0 / (1.0 + math.exp(-_weight(stills) * sum(map(_logit, heats))))
    return replace(
        hottest,
        spot=replace(hottest.spot, heat=heat),
        figures=_product([look.figures for look in looks]),
        suits=_product([look.suits for look in looks]),
        embedding=np.asarray(np.mean([look.embedding for look in looks], axis=0), np.float32),
        own=None,
    )


def _weight(looks: int) -> float:
    return 1.0 / (1.0 + _SHARED * (looks - 1))


def _product(said: Sequence[FloatArray]) -> FloatArray:
    """Probabilities that several looks give together."""
    logs = _weight(len(said)) * np.sum([np.log(np.maximum(one, _LEAST)) for one in said], axis=0)
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum(), np.float32)


def _logit(share: float) -> float:
    share = min(1.0 - _LEAST, max(_LEAST, share))
    return math.log(share / (1.0 - share))
