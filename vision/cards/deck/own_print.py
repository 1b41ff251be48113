"""What the surer cards of a spread say about the others: a deck prints its ranks and suits alike on every card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from vision.cards.deck.deck_layer import fit_layer, log_softmax
from vision.cards.deck.looks import Float64Array, FloatArray
from vision.cards.deck.pack import Pack

_FEWEST = 20
"""Fewer cards that are sure say nothing about the rest."""
_WEIGHTS = (0.0, 0.03, 0.06, 0.125, 0.25, 0.5, 1.0)
"""How much it counts of what was learnt; which, the sure cards themselves decide."""
_GROUPS = 5
"""Into how many parts a photograph is split for cross-validation: each is named from the others."""
_NAMED_WRONG = 0.03
"""Largest share of sure cards that may be named wrong."""
_MOST = 300.0
"""How far it may speak for one card against another."""

Looks = Mapping[int, Sequence[FloatArray]]


def by_own_print(
    looks: Looks,
    names: Mapping[int, int],
    asked: Collection[int],
    pack: Pack,
    photographs: Mapping[int, int],
    weight: float | None = None,
) -> tuple[dict[int, Float64Array], float]:
    """Return how much the other cards speak for each code of the pack (codes,), as factors, by the cards asked; and
    the weight that was given to it.

    `looks` are the embeddings (96,) of every card by its number, `names` the codes (places in `CARDS`) of those that
    are sure, `photographs` where each lies. A card never speaks for itself: the sure ones are told a few at a time by
    all others. Without a `weight` it is chosen by how well the sure cards that are
    asked are told by the others: 0 on a deck whose cards tell nothing of each other. Where too few cards are sure,
    nothing is said.
    """
    if len(set(names.values())) < _FEWEST or not asked:
        return {}, 0.0
    groups = defaultdict(list)
    for number in asked:
        groups[(photographs[number], names[number] % _GROUPS) if number in names else None].append(number)
    told: dict[int, Float64Array] = {}
    for group in groups.values():
        told.update(_told(looks, names, group, pack))
    if weight is None:
        weight = _best_weight({number: told[number] for number in asked if number in names}, names, pack)
    return {
        number: np.maximum(np.exp(weight * said), 1.0 / _MOST) for number, said in told.items()
    } if weight else {}, weight


def _told(
    looks: Looks, names: Mapping[int, int], group: Sequence[int], pack: Pack
) -> dict[int, Float64Array]:
    """Log-likelihoods (codes,), the best 0, of the cards of a group, by the sure cards that are not in it."""
    learnt = [number for number in names if number not in group and number in looks]
    embeddings = [look for number in learnt for look in looks[number]]
    codes = [names[number] for number in learnt for _ in looks[number]]
    layer = fit_layer(np.stack(embeddings), codes, pack.columns)
    places = [pack.columns.index(column) for column in layer.columns]
    told = {}
    for number in group:
        # The looks at one card share their light and their print: together they count as one.
        shares = layer.log_shares(np.stack(looks[number])).mean(axis=0)
        # Of a card whose rank or suit was never seen nothing is known.
        said = np.full(len(pack.codes), float(shares.mean()))
        said[places] = shares
        told[number] = said - said.max()
    return told


def _best_weight(told: Mapping[int, Float64Array], names: Mapping[int, int], pack: Pack) -> float:
    """The weight that makes the names of the sure cards likeliest, as told by the others."""
    if not told:
        return 0.0
    said = np.stack(list(told.values()))
    own = [pack.columns.index(names[number]) for number in told]
    even = 1.0 / said.shape[1]

    def likelihood(weight: float) -> float:
        shares = np.exp(log_softmax(weight * said))[np.arange(len(own)), own]
        return float(np.log((1.0 - _NAMED_WRONG) * shares + _NAMED_WRONG * even).sum())

    return max(_WEIGHTS, key=likelihood)
