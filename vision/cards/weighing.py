"""How much a family's deck and the factory network are believed: by looks at cards that are known and that the deck
had not learnt from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.card_names import CARDS
from vision.cards.deck.deck_layer import DeckLayer
from vision.cards.deck.enrolled_deck import UNCLEAR, UNCLEAR_WIDTH, Confirmed, Mixing, mixed, rejection
from vision.cards.deck.looks import Float64Array

_WEIGHTS = (0.1, 0.15, 0.25, 0.35, 0.5, 0.7, 1.0)
_FACTORY_WEIGHTS = (0.0, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0)
_NO_LUCK = 0.002
"""Share of looks read wrongly by chance: no weight is chosen for the sake of a single one."""
_FAR_SHARE = 0.99
_BEYOND = {False: 2.0, True: 1.0}
"""How much farther off than the farthest of a hundred looks a stranger lies, in units of how far those spread; by
whether there are several photographs.
"""
_LEAST_FAR = 2.2
"""Nearer than this no look is strange, in units of how far looks at one card spread: on other evenings looks lie
about twice as far off as on the photographs that a deck was learnt from, other cards of the deck at 4 to 10.
"""
_LEAST_WIDTH = 0.22
_WRONG_ANSWERS = 0.02
"""Share of cards that people name wrongly."""
_FARTHER = (1.0, 1.2, 1.45, 1.75)
_LESS_CLEAR = (UNCLEAR, 0.7, 0.8, 0.9, 9.0)
"""How much farther off, and how much less clearly nearer to one card, a look may be taken for one of the deck after
people confirmed such looks.
"""
_STEP = 1.0
"""Gain in log-likelihood (natural) of the confirmed looks that each step away from the enrolled weight must bring."""
_ROUNDS = 3

Weights = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """Looks told by a layer that was learnt without them: log-probabilities (m, 52), the distance (m,) to the nearest
    card, and which of the examples they are (m,).
    """

    told: Float64Array
    distances: Float64Array
    numbers: NDArray[np.intp]


def weighed(
    left_out: LeftOut, codes: NDArray[np.intp], factory: Float64Array, photographs: NDArray[np.intp]
) -> Mixing:
    """Return the weights that make looks at the cards `codes` (m,) likeliest that were left out of the learning, and
    how far off a look is none of the deck. `factory` (m, 52) is what the network says of them; `photographs` are
    those of all examples.
    """
    likelihood = likelihood_of(left_out, codes, factory)
    deck, of_factory = max(((one, other) for one in _WEIGHTS for other in _FACTORY_WEIGHTS), key=likelihood)
    middle = float(np.median(left_out.distances))
    edge = max(float(np.quantile(left_out.distances, _FAR_SHARE)), 1.05 * middle)
    # Looks of one photograph share its light: those of another evening lie farther off.
    beyond = _BEYOND[len(set(photographs.tolist())) > 1] * (edge - middle)
    return Mixing(deck, of_factory, max(_LEAST_FAR, edge + beyond), max(_LEAST_WIDTH, beyond / 4.0))


def likelihood_of(
    left_out: LeftOut, codes: NDArray[np.intp], factory: Float64Array
) -> Callable[[Weights], float]:
    """Return what tells how likely weights make the looks that were left out, as a logarithm."""
    own = np.arange(len(codes))

    def likelihood(weights: Weights) -> float:
        shares = np.exp(mixed(left_out.told, factory, *weights))[own, codes]
        # Of weights that do as well, those nearest to plain multiplication are taken.
        usual = 0.5 * sum((1.0 - weight) ** 2 for weight in weights)
        return float(np.log((1.0 - _NO_LUCK) * shares + _NO_LUCK / len(CARDS)).sum()) - usual

    return likelihood


def weighed_anew(
    mixing: Mixing,
    layer: DeckLayer,
    confirmed: Sequence[Confirmed],
    of_examples: Callable[[Weights], float],
    lacks_cards: bool,
) -> Mixing:
    """Return how a deck is weighed after looks were confirmed: never less than before, nor strange any sooner.

    Confirmed looks are the hard ones. That they are hard is no reason to believe the deck less; but where it, as it
    was enrolled, knows them right, it may be believed more. `mixing` and `layer` are those of what was enrolled by
    hand, `of_examples` is the likelihood of its examples, `lacks_cards` whether cards of the pack are not among them.
    """
    asked = _Asked.of(layer, [one for one in confirmed if one.code in layer.columns], lacks_cards)
    if not len(asked.at):
        return mixing
    weights = [
        (d, f) for d in _at_least(mixing.deck, _WEIGHTS) for f in _at_least(mixing.factory, _FACTORY_WEIGHTS)
    ]
    examples = {one: of_examples(one) for one in weights}
    shares = {one: asked.shares(one) for one in weights}

    def worth(one: Weights, farther: int, less_clear: int) -> float:
        tried = _Edge(mixing.far * _FARTHER[farther], mixing.width, _LESS_CLEAR[less_clear])
        steps = _STEP * (farther + less_clear)
        return asked.likelihood(shares[one], asked.strangeness(tried, one[1])) + examples[one] - steps

    best = ((mixing.deck, mixing.factory), 0, 0)
    for _ in range(_ROUNDS):
        chosen = max(weights, key=lambda one: worth(one, best[1], best[2]))
        edges = ((far, clear) for far in range(len(_FARTHER)) for clear in range(len(_LESS_CLEAR)))
        far, clear = max(edges, key=lambda edge: worth(chosen, *edge))
        if (chosen, far, clear) == best:
            break
        best = (chosen, far, clear)
    (deck, factory), far, clear = best
    return replace(
        mixing, deck=deck, factory=factory, far=mixing.far * _FARTHER[far], unclear=_LESS_CLEAR[clear]
    )


@dataclass(frozen=True, slots=True)
class _Edge:
    """Where looks begin to be strange, as `Mixing` has it."""

    far: float
    width: float
    unclear: float


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """Confirmed looks as the deck that was enrolled tells them: log-shares (n, k) of its cards, which column each
    look belongs to (n,), its distance to the nearest card (n,), and that as a share of the distance to the next (0
    where no card is lacking), what the factory says of these cards (n, k), how likely it finds the card that was told
    (n,), and how much it rejects the look (n,).
    """

    logs: Float64Array
    at: NDArray[np.intp]
    nearest: Float64Array
    unclear: Float64Array
    factory: Float64Array
    by_factory: Float64Array
    rejections: Float64Array

    @staticmethod
    def of(layer: DeckLayer, confirmed: Sequence[Confirmed], lacks_cards: bool) -> _Asked:
        """Ask the layer about looks at cards that it has."""
        embeddings = np.array([one.embedding for one in confirmed], np.float32).reshape(
            -1, layer.origin.shape[0]
        )
        factory = np.array([one.factory for one in confirmed], np.float64).reshape(-1, len(CARDS))
        codes = np.array([one.code for one in confirmed], np.intp)
        distances = np.sort(layer.distances(embeddings), axis=1)
        shown = np.maximum(factory.sum(axis=1), 1e-9)
        return _Asked(
            layer.log_shares(embeddings),
            np.searchsorted(layer.columns, codes),
            distances[:, 0],
            distances[:, 0] / np.maximum(distances[:, 1], 1e-9) * lacks_cards,
            factory[:, list(layer.columns)],
            factory[np.arange(len(codes)), codes] / shown,
            np.array([rejection(1.0 - float(total)) for total in factory.sum(axis=1)]),
        )

    def shares(self, weights: Weights) -> Float64Array:
        """How likely deck and factory so weighed find the cards that were told (n,)."""
        told = mixed(self.logs, self.factory, *weights)
        return np.asarray(np.exp(told[np.arange(len(self.at)), self.at]), np.float64)

    def strangeness(self, edge: _Edge, factory_weight: float) -> Float64Array:
        """How likely the looks are none of the deck (n,), as `EnrolledDeck` reckons it."""
        odds = (self.nearest - edge.far) / edge.width + factory_weight * self.rejections
        odds = np.maximum(odds, (self.unclear - edge.unclear) / UNCLEAR_WIDTH)
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(odds, -30.0, 30.0))), np.float64)

    def likelihood(self, shares: Float64Array, strangeness: Float64Array) -> float:
        """How likely all looks are, as a logarithm; what is strange to the deck is left to the factory."""
        known = (1.0 - strangeness) * shares + strangeness * self.by_factory
        return float(np.log((1.0 - _WRONG_ANSWERS) * known + _WRONG_ANSWERS / len(CARDS)).sum())


def _at_least(least: float, weights: Sequence[float]) -> list[float]:
    return [weight for weight in weights if weight >= least]
