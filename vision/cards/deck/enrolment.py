"""Makes a family's deck out of a spread whose cards are named: learns its print, and checks what was learnt."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.card_names import CARDS
from vision.cards.deck.deck_layer import fit_layer, moved
from vision.cards.deck.enrolled_deck import (
    Confirmed,
    Confusion,
    CrossCheck,
    EnrolledDeck,
    Examples,
    Mixing,
    Taught,
    mixed,
)
from vision.cards.deck.looks import Float64Array, FloatArray, IndexLook
from vision.cards.deck.pack import Pack
from vision.cards.deck.spread import Spread
from vision.cards.weighing import LeftOut, Weights, likelihood_of, weighed, weighed_anew

FEWEST_CARDS = 12
"""Fewest different cards from which a deck's print is learnt."""
_FOLDS = 4
_TOLD = 0.05
"""A confusion of this probability is worth telling."""
_NEVER_CHECKED = Mixing(deck=0.1, factory=1.0, far=50.0, width=5.0)
"""Where no look could be left out, nothing can be measured: the factory decides, the deck helps a little."""


class TooFewCards(ValueError):
    """A deck cannot be learnt from so few named cards; the message says how many there are."""


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
    """Return the deck learnt from examples, and taught by what evenings confirmed, the same every time. Raises
    TooFewCards where the examples show too few.
    """
    cards = len(set(examples.codes.tolist()))
    if cards < FEWEST_CARDS:
        raise TooFewCards(
            f"{cards} different cards are named; at least {FEWEST_CARDS} are needed to learn a deck"
        )
    mixing, check, of_examples = _checked(examples, pack)
    layer = fit_layer(examples.embeddings, examples.codes.tolist(), pack.columns)
    deck = EnrolledDeck(name, pack.name, enrolled_on, network, v_means, examples, layer, mixing, check)
    return _taught(deck, confirmed, of_examples) if confirmed else deck


def _taught(
    deck: EnrolledDeck, confirmed: tuple[Confirmed, ...], of_examples: Callable[[Weights], float]
) -> EnrolledDeck:
    """The deck with what evenings confirmed: its cards drawn to those looks, and believed more where it knew them."""
    layer = moved(
        deck.layer,
        np.array([one.embedding for one in confirmed], np.float32),
        [one.code for one in confirmed],
    )
    mixing = weighed_anew(deck.mixing, deck.layer, confirmed, of_examples, bool(deck.missing))
    return replace(deck, confirmed=confirmed, taught=Taught(layer, mixing))


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
        _tints([look for _, look, _ in looks]),
    )


def _tints(looks: Sequence[IndexLook]) -> FloatArray | None:
    """The tints (n, 3) of looks at indices; None where one was not looked at for it."""
    told = [look.tint for look in looks if look.tint is not None]
    return np.array(told, np.float32) if looks and len(told) == len(looks) else None


def _checked(examples: Examples, pack: Pack) -> tuple[Mixing, CrossCheck, Callable[[Weights], float]]:
    """How deck and factory are to be weighed, how well looks are told so that were left out, and how likely other
    weights make these.
    """
    folds = _folds(examples)
    unchecked = tuple(CARDS[code] for code in sorted(set(examples.codes[folds < 0].tolist())))
    if not (folds >= 0).any():
        return _NEVER_CHECKED, CrossCheck(0, 0, 0, 0, (), unchecked), lambda _: 0.0
    left_out = _left_out(examples, folds, pack)
    codes, factory = examples.codes[left_out.numbers], examples.factory[left_out.numbers].astype(np.float64)
    mixing = weighed(left_out, codes, factory, examples.photographs)
    together = np.exp(mixed(left_out.told, factory, mixing.deck, mixing.factory))
    check = CrossCheck(
        len(codes),
        int((together.argmax(axis=1) == codes).sum()),
        int((left_out.told.argmax(axis=1) == codes).sum()),
        int((factory.argmax(axis=1) == codes).sum()),
        _confusions(together, codes),
        unchecked,
    )
    return mixing, check, likelihood_of(left_out, codes, factory)


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


def _left_out(examples: Examples, folds: NDArray[np.intp], pack: Pack) -> LeftOut:
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
    return LeftOut(np.concatenate(told), np.concatenate(distances), np.concatenate(numbers))


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
