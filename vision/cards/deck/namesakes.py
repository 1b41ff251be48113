"""Which cards of a spread deck bear one name but not one print: then one of them is named wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

import numpy as np

from vision.cards.deck.looks import Float64Array, FloatArray

_UNLIKE = 0.5
"""Two looks at one card differ less than this share of what lies between a card and the one likest to it (median).

On drawn packs they differ by 0.19 at most, tens that were all taken for queens by 0.58 and more.
"""
_TIMES_A_CORNER = 1.2
"""Nor less than so many times what usually lies between two corners of one card."""
_TIMES_THE_USUAL, _FEWEST_PAIRS = 2.0, 13
"""Where so many cards lie in several photographs, they tell how much these differ by their light."""


def unlike_their_namesakes(
    looks: Mapping[int, Sequence[FloatArray]], names: Mapping[int, str]
) -> frozenset[int]:
    """Return the cards, by number, that look unlike most others of their name: both where there are two.

    `looks` are the embeddings (96,) of every card by its number, `names` the codes of those that have one.
    """
    numbers = [number for number in names if looks.get(number)]
    alike = defaultdict(list)
    for place, number in enumerate(numbers):
        alike[names[number]].append(place)
    if len(alike) < 2 or all(len(places) < 2 for places in alike.values()):
        return frozenset()
    apart = _distances(np.stack([np.stack(looks[number]).mean(axis=0) for number in numbers]))
    most = max(
        _TIMES_A_CORNER * _between_corners([looks[number] for number in numbers]),
        _most_of_one_card(apart, list(alike.values())),
    )
    return frozenset(
        numbers[place]
        for places in alike.values()
        for place in places
        if 2 * int((apart[place, places] > most).sum()) > len(places) - 1
    )


def _distances(means: FloatArray) -> Float64Array:
    squares = np.square(means.astype(np.float64)).sum(axis=1)
    products = means.astype(np.float64) @ means.astype(np.float64).T
    between = np.maximum(squares[:, None] + squares[None, :] - 2.0 * products, 0.0)
    return np.asarray(np.sqrt(between), np.float64)


def _between_corners(looks: Sequence[Sequence[FloatArray]]) -> float:
    apart = [
        float(np.linalg.norm(one - other))
        for card in looks
        for at, one in enumerate(card)
        for other in card[:at]
    ]
    return median(apart) if apart else 0.0


def _most_of_one_card(apart: Float64Array, alike: Sequence[Sequence[int]]) -> float:
    """How far apart two looks at one card lie at most in the measure of this deck."""
    others = apart.copy()
    pairs = []
    for places in alike:
        others[np.ix_(places, places)] = np.inf
        pairs += [float(apart[one, other]) for at, one in enumerate(places) for other in places[:at]]
    most = _UNLIKE * float(np.median(others.min(axis=1)))
    return most if len(pairs) < _FEWEST_PAIRS else max(most, _TIMES_THE_USUAL * median(pairs))
