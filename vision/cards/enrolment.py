"""Makes a family's deck out of a spread whose cards are named: learns its print, and checks what was learnt."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.deck_layer import fit_layer
from vision.cards.enrolled_deck import Confirmed, Confusion, CrossCheck, EnrolledDeck, Examples, Mixing, mixed
from vision.cards.looks import Float64Array
from vision.cards.pack import Pack
from vision.cards.spread import Spread
from vision.scene.card_names import CARDS

FEWEST_CARDS = 12
"""So many different cards are needed to learn a deck's print."""
_FOLDS = 4
_TOLD = 0.05
"""A confusion of this probability is worth telling."""
_WEIGHTS = (0.1, 0.15, 0.25, 0.35, 0.5, 0.7, 1.0)
_FACTORY_WEIGHTS = (0.0, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0)
_NO_LUCK = 0.002
"""So many looks are told wrong by chance: no weight is chosen for the sake of a single one."""
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
_NEVER_CHECKED = Mixing(deck=0.1, factory=1.0, far=50.0, width=5.0)
"""Where no look could be left out, nothing can be measured: the factory decides, the deck helps a little."""


class TooFewCards(ValueError):
    """A deck cannot be learnt from so few named cards; the message says how many there are."""


@dataclass(frozen=True, slots=True, eq=False)
class _LeftOut:
    """Looks told by a layer that was learnt without them: log-probabilities (m, 52), the distance (m,) to the nearest
    card, and which of the examples they are (m,).
    """

    told: Float64Array
    distances: Float64Array
    numbers: NDArray[np.intp]


def enrol(spread: Spread, name: str, enrolled_on: str, network: str) -> EnrolledDeck:
    """Return the deck learnt from the settled cards of a spread; those that are asked are left out.

    `enrolled_on` is today's date (ISO 8601), `network` names the network that made the embeddings. Raises TooFewCards
    where fewer than a dozen different cards are named.
    """
    return learnt(examples_of(spread), spread.pack, name, enrolled_on, network, spread.v_means)


def learnt(
    examples: Examples,
    pack: Pack,
    name: str,
    enrolled_on: str,
    network: str,
    v_means: str | None,
    confirmed: tuple[Confirmed, ...] = (),
) -> EnrolledDeck:
    """Return the deck learnt from examples, and from what evenings confirmed, the same every time. Raises TooFewCards
    where the examples alone show too few.
    """
    cards = len(set(examples.codes.tolist()))
    if cards < FEWEST_CARDS:
        raise TooFewCards(
            f"{cards} different cards are named; at least {FEWEST_CARDS} are needed to learn a deck"
        )
    together = _with_confirmed(examples, confirmed) if confirmed else examples
    mixing, check = _checked(together, pack)
    layer = fit_layer(together.embeddings, together.codes.tolist(), pack.columns)
    return EnrolledDeck(
        name, pack.name, enrolled_on, network, v_means, examples, layer, mixing, check, confirmed
    )


def _with_confirmed(examples: Examples, confirmed: Sequence[Confirmed]) -> Examples:
    """All looks together; those of one day share its light as those of one photograph do."""
    first = int(examples.photographs.max()) + 1
    days = sorted({one.day for one in confirmed})
    return Examples(
        np.append(examples.codes, [one.code for one in confirmed]).astype(np.intp),
        np.concatenate([examples.embeddings, [one.embedding for one in confirmed]]).astype(np.float32),
        np.concatenate([examples.factory, [one.factory for one in confirmed]]).astype(np.float32),
        np.append(examples.photographs, [first + days.index(one.day) for one in confirmed]).astype(np.intp),
    )


def examples_of(spread: Spread) -> Examples:
    """Return the looks at the settled cards of a spread, card by card."""
    looks = [
        (CARDS.index(card.code), look, card.photograph)
        for card in spread.settled
        if card.code is not None
        for look in card.seen.looks
    ]
    return Examples(
        np.array([code for code, _, _ in looks], np.intp),
        np.array([look.embedding for _, look, _ in looks], np.float32),
        np.array([look.card for _, look, _ in looks], np.float32),
        np.array([photograph for _, _, photograph in looks], np.intp),
    )


def _checked(examples: Examples, pack: Pack) -> tuple[Mixing, CrossCheck]:
    """How deck and factory are to be weighed, and how well looks are told so that were left out."""
    folds = _folds(examples)
    unchecked = tuple(CARDS[code] for code in sorted(set(examples.codes[folds < 0].tolist())))
    if not (folds >= 0).any():
        return _NEVER_CHECKED, CrossCheck(0, 0, 0, 0, (), unchecked)
    left_out = _left_out(examples, folds, pack)
    codes, factory = examples.codes[left_out.numbers], examples.factory[left_out.numbers].astype(np.float64)
    mixing = _mixing(left_out, codes, factory, examples.photographs)
    together = np.exp(mixed(left_out.told, factory, mixing.deck, mixing.factory))
    check = CrossCheck(
        len(codes),
        int((together.argmax(axis=1) == codes).sum()),
        int((left_out.told.argmax(axis=1) == codes).sum()),
        int((factory.argmax(axis=1) == codes).sum()),
        _confusions(together, codes),
        unchecked,
    )
    return mixing, check


def _folds(examples: Examples) -> NDArray[np.intp]:
    """In which round each look is left out (n,), -1 for the only look at a card.

    Where a card was photographed several times, all its looks of one photograph are left out together, since they
    share its light; else one corner after the other.
    """
    of_card: dict[int, list[int]] = defaultdict(list)
    for number, code in enumerate(examples.codes.tolist()):
        of_card[code].append(number)
    folds = np.full(len(examples.codes), -1, np.intp)
    for numbers in of_card.values():
        photographs = sorted({int(examples.photographs[number]) for number in numbers})
        for place, number in enumerate(numbers):
            if len(photographs) > 1:
                folds[number] = photographs.index(int(examples.photographs[number])) % _FOLDS
            elif len(numbers) > 1:
                folds[number] = place % _FOLDS
    return folds


def _left_out(examples: Examples, folds: NDArray[np.intp], pack: Pack) -> _LeftOut:
    told, distances, numbers = [], [], []
    for fold in sorted(set(folds[folds >= 0].tolist())):
        out = np.flatnonzero(folds == fold)
        kept = np.flatnonzero(folds != fold)
        layer = fit_layer(examples.embeddings[kept], examples.codes[kept].tolist(), pack.columns)
        said = np.full((len(out), len(CARDS)), -np.inf)
        said[:, list(layer.columns)] = layer.log_shares(examples.embeddings[out])
        told.append(np.maximum(said, said[:, list(layer.columns)].min(axis=1, keepdims=True)))
        distances.append(layer.distances(examples.embeddings[out]).min(axis=1))
        numbers.append(out)
    return _LeftOut(np.concatenate(told), np.concatenate(distances), np.concatenate(numbers))


def _mixing(
    left_out: _LeftOut, codes: NDArray[np.intp], factory: Float64Array, photographs: NDArray[np.intp]
) -> Mixing:
    """The weights that make the left out looks likeliest, and how far off a look is none of the deck."""
    own = np.arange(len(codes))

    def likelihood(weights: tuple[float, float]) -> float:
        shares = np.exp(mixed(left_out.told, factory, *weights))[own, codes]
        # Of weights that do as well, those nearest to plain multiplication are taken.
        usual = 0.5 * sum((1.0 - weight) ** 2 for weight in weights)
        return float(np.log((1.0 - _NO_LUCK) * shares + _NO_LUCK / len(CARDS)).sum()) - usual

    deck, of_factory = max(((one, other) for one in _WEIGHTS for other in _FACTORY_WEIGHTS), key=likelihood)
    middle = float(np.median(left_out.distances))
    edge = max(float(np.quantile(left_out.distances, _FAR_SHARE)), 1.05 * middle)
    # Looks of one photograph share its light: those of another evening lie farther off.
    beyond = _BEYOND[len(set(photographs.tolist())) > 1] * (edge - middle)
    return Mixing(deck, of_factory, max(_LEAST_FAR, edge + beyond), max(_LEAST_WIDTH, beyond / 4.0))


def _confusions(shares: Float64Array, codes: NDArray[np.intp]) -> tuple[Confusion, ...]:
    """What the cards were taken for, the worst first."""
    found = []
    for code in sorted(set(codes.tolist())):
        usual = shares[codes == code].mean(axis=0)
        found += [
            Confusion(CARDS[code], CARDS[other], float(usual[other]))
            for other in range(len(CARDS))
            if other != code and math.isfinite(usual[other]) and usual[other] >= _TOLD
        ]
    return tuple(sorted(found, key=lambda one: (-one.share, one.card, one.taken_for)))
