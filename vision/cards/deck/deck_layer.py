"""The layer that tells a family's own cards apart: a softmax on embeddings, learnt from a few looks at each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.playing_cards import RANKS
from vision.card_names import SUITS
from vision.cards.deck.looks import Float64Array, FloatArray

_RIDGE = 1e-3
_FEWEST_SPREADS = 8
"""Fewest repeated looks (beyond the first of each card) from which the spread of looks is estimated."""

_RANKS, _SUITS = len(RANKS), len(SUITS)

IntArray = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class DeckLayer:
    """A fitted layer. `columns` (k,) are the enrolled codes, by their places in `CARDS`.

    An embedding e (96,) becomes z = (e - `origin`) @ `whitening`, in which looks at one card spread by 1 in every
    direction; `means` (k, 96) are the cards in z, each with the variance `doubts` (k,). All float32.
    """

    columns: tuple[int, ...]
    origin: FloatArray
    whitening: FloatArray
    means: FloatArray
    doubts: FloatArray

    def log_shares(self, embeddings: FloatArray) -> Float64Array:
        """Return the log-probabilities (n, k) of the codes for embeddings (n, 96): each as likely as a normal
        distribution around its mean makes it.
        """
        spread = 1.0 + self.doubts.astype(np.float64)
        return log_softmax(
            -0.5 * self._squares(embeddings) / spread - 0.5 * self.means.shape[1] * np.log(spread)
        )

    def distances(self, embeddings: FloatArray) -> Float64Array:
        """Return how far embeddings (n, 96) lie from each card (n, k): about 1 for a look at that card."""
        return np.asarray(np.sqrt(self._squares(embeddings) / ((1.0 + self.doubts) * self.means.shape[1])))

    def _squares(self, embeddings: FloatArray) -> Float64Array:
        whitened = (np.asarray(embeddings, np.float64) - self.origin) @ self.whitening
        means = self.means.astype(np.float64)
        squares = (whitened**2).sum(axis=1, keepdims=True) - 2.0 * whitened @ means.T + (means**2).sum(axis=1)
        return np.asarray(np.maximum(squares, 0.0), np.float64)


def log_softmax(logits: Float64Array) -> Float64Array:
    """Return log-probabilities (n, k) of logits (n, k)."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float64)


def fit_layer(embeddings: FloatArray, codes: Sequence[int], known: Sequence[int] = ()) -> DeckLayer:
    """Fit the layer on embeddings (n, 96) of the cards `codes` (n,), by their places in `CARDS`; the same every time.

    It is a softmax of distances to the cards' means, in the measure of how looks at one card spread. With a handful
    of looks at each card both are drawn to what they share: a mean to the sum of its rank and its suit, the spread to
    a round one, each the more, the fewer looks there are (empirical Bayes). So a card of `known` that was never
    looked at gets a mean, too, where its rank and its suit were seen on others.

    (A softmax layer fitted by descent of the cross-entropy from the plain means read drawn looks no better than those
    means: all looks that it could learn from were right already.) Raises ValueError where there are no embeddings or
    not as many as codes.
    """
    if not len(codes) or len(embeddings) != len(codes):
        raise ValueError(f"{len(codes)} cards cannot be learnt from {len(embeddings)} embeddings")
    seen = sorted(set(codes))
    own = np.searchsorted(seen, codes)
    points = np.asarray(embeddings, np.float64)
    counts = np.bincount(own, minlength=len(seen)).astype(np.float64)
    means = _sums(points, own, len(seen)) / counts[:, None]
    origin = means.mean(axis=0)
    freedom = len(points) - len(seen)
    whitening = _whitening(points - means[own], freedom, means - origin)
    columns = tuple(sorted({*seen, *_composed(seen, known)}))
    all_counts = np.zeros(len(columns))
    all_counts[np.searchsorted(columns, seen)] = counts
    centres, spreads = _drawn_to_parts((means - origin) @ whitening, seen, columns, all_counts)
    return DeckLayer(
        columns, *(np.asarray(part, np.float32) for part in (origin, whitening, centres, spreads))
    )


def moved(layer: DeckLayer, embeddings: FloatArray, codes: Sequence[int]) -> DeckLayer:
    """Return the layer with its cards drawn to further looks (n, 96) at the cards `codes` (n,).

    The less is known of a card, and the nearer to their cards all these looks lie, the more (a normal mean with a
    normal prior). What one look spreads, and every card that is not looked at, stay to the bit; a card that the layer
    lacks is added. Raises ValueError where there are no looks.
    """
    if not len(codes):
        raise ValueError("no looks to learn from")
    columns = tuple(sorted({*layer.columns, *codes}))
    held, at = np.searchsorted(columns, layer.columns), np.searchsorted(columns, codes)
    means, doubts = np.zeros((len(columns), layer.means.shape[1])), np.full(len(columns), np.inf)
    means[held], doubts[held] = layer.means, layer.doubts
    points = (np.asarray(embeddings, np.float64) - layer.origin) @ layer.whitening
    is_held = np.isin(at, held)
    apart = float(((points - means[at])[is_held] ** 2).mean()) if is_held.any() else 1.0
    for card in np.unique(at).tolist():
        looks = points[at == card]
        of_looks = max(1.0, apart) / len(looks)
        share = 1.0 if np.isinf(doubts[card]) else doubts[card] / (doubts[card] + of_looks)
        means[card] += share * (looks.mean(axis=0) - means[card])
        doubts[card] = share * of_looks
    return DeckLayer(
        columns, layer.origin, layer.whitening, means.astype(np.float32), doubts.astype(np.float32)
    )


def _composed(seen: Sequence[int], known: Sequence[int]) -> list[int]:
    """The cards of `known` whose rank and suit were both seen."""
    ranks, suits = {code % _RANKS for code in seen}, {code // _RANKS for code in seen}
    return [code for code in known if code % _RANKS in ranks and code // _RANKS in suits]


def _parts(codes: Sequence[int]) -> Float64Array:
    """Which rank and which suit each card has (k, 13 + 4), ones and zeros."""
    table = np.zeros((len(codes), _RANKS + _SUITS))
    for number, code in enumerate(codes):
        table[number, code % _RANKS] = table[number, _RANKS + code // _RANKS] = 1.0
    return table


def _drawn_to_parts(
    means: Float64Array, seen: Sequence[int], columns: Sequence[int], counts: Float64Array
) -> tuple[Float64Array, Float64Array]:
    """The means (k, 96) of all columns, and the variance (k,) of each, in units of the spread of one look.

    `means` are those of the cards `seen`, whitened; `counts` (k,) how many looks each column has.
    """
    weight = counts[np.searchsorted(columns, seen)]
    table = _parts(seen)
    solve = np.linalg.inv(table.T @ (weight[:, None] * table) + _RIDGE * np.eye(table.shape[1]))
    parts = solve @ table.T @ (weight[:, None] * means)
    apart = means - table @ parts
    # What is left beside rank and suit, less what chance leaves of it, is each card's own.
    freedom = len(seen) - min(len(seen), int(np.linalg.matrix_rank(table)))
    own = float((weight[:, None] * apart**2).sum()) / max(1, freedom * means.shape[1]) - 1.0
    variance = max(0.0, own) / float(weight.mean()) if freedom >= _FEWEST_SPREADS else 1.0
    drawn = _parts(columns) @ parts
    shares = variance / (variance + 1.0 / weight)
    drawn[np.searchsorted(columns, seen)] += shares[:, None] * apart
    of_parts = np.einsum("ij,jk,ik->i", _parts(columns), solve, _parts(columns))
    left = np.full(len(columns), variance)
    left[np.searchsorted(columns, seen)] = shares / weight
    return drawn, of_parts + left


def _sums(points: Float64Array, own: IntArray, size: int) -> Float64Array:
    sums = np.zeros((size, points.shape[1]))
    np.add.at(sums, own, points)
    return sums


def _whitening(apart: Float64Array, freedom: int, means: Float64Array) -> Float64Array:
    """The matrix (96, 96) that makes looks at one card spread by 1; `apart` (n, 96) is how far off its mean."""
    size = apart.shape[1]
    if freedom < _FEWEST_SPREADS:
        # Too little is known of the looks; a third of what lies between cards is what they usually spread.
        scale = float(np.sqrt((means**2).mean())) / 3.0
        return np.eye(size) / max(scale, 1e-6)
    spread = apart.T @ apart / freedom
    usual = float(np.trace(spread)) / size
    round_share = size / (size + freedom)
    spread = (1.0 - round_share) * spread + round_share * usual * np.eye(size)
    values, vectors = np.linalg.eigh(spread)
    return np.asarray(vectors / np.sqrt(np.maximum(values, 1e-9 + 1e-6 * usual)), np.float64)
