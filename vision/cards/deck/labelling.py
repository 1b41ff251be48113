"""Names the cards of a deck that was photographed spread out: what each reads as, and what the whole deck allows.

A reader that is right on nineteen cards of twenty says of the twentieth what another card says better. So all cards
of a picture are named together: each card of the pack is there so many times, rows are often sorted, and what one
picture shows the next one mostly does not. All of that is weighed, nothing but the number of cards is taken for sure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from companion.playing_cards import RANKS
from vision.card_names import CARDS, rank_of, suit_of
from vision.cards.deck.looks import Float64Array, SeenCard
from vision.cards.deck.pack import Pack
from vision.cards.matching import best_assignment, matching_marginals

_MISREAD, _MOST_MISREAD = 0.02, 0.5
"""How often a reading is wrong at least, however sure it sounds; more is counted by what the deck does not allow."""
_BLUNT = 0.25
"""A wrong reading still tells which cards are likely: this power of it, so far as it is not even."""
_EVEN = 0.3
_SOUNDS_SURE = 0.8
_COUNTED = 2
"""Rounds of counting the wrong ones among the readings that sound so sure."""
_NONE = 0.0002
"""How often a thing of the spread is no card of the pack, whatever the reader says."""
_REJECTED = 0.2
"""What the reader's reject is worth in a spread, where nearly all things are cards of the pack."""
_OUTSIDE = 0.3
"""A card that the pack does not have was read: so often it is none of the pack, else it was misread."""
_DOUBLE = 0.003
"""How often one card more of a kind lies in a picture than the pack has."""
_AGAIN = 0.03
"""The same where pictures of different parts of a deck are named together: a card may be in two of them."""
_DOUBLES = 2
"""How many more cards than the pack has are allowed for."""
_MOST_BY_ORDER = 30.0
_MOST_BY_PICTURES = 20.0
"""How far the order of a row and the other pictures may speak for one card against another."""
_APART = 0.35
"""Pictures that share less than this part of their cards, by their readings alone, show different parts of a deck."""
_FULL = 1.1
"""Nor do they then show more cards than the pack has, but for what was read twice."""
_BEFORE_ANY = 2.0
"""The prior of a share counts as so many cards seen."""
_EITHER = 0.15
"""A court card that reads as jack and as queen with this share at least has a letter that is either: V."""
_TELLS = 3.0
"""Log-likelihood by which V is one of the two for the whole deck."""
_AGAINST = 0.01
_LEAST = 1e-12

_JACKS_OR_QUEENS = {"J": "Q", "Q": "J"}


@dataclass(frozen=True, slots=True)
class Fixed:
    """A card whose name is not looked for any more: `code` is None for one that is none of the pack."""

    code: str | None


@dataclass(frozen=True, slots=True)
class Picture:
    """The cards of one picture, and its rows: numbers of cards from left to right, from the top row down."""

    cards: tuple[SeenCard, ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class PictureNames:
    """The names of one picture's cards: `codes` are the best ones together, None for none of the pack.

    `shares` (n, codes of the pack + 1) are the probabilities of every name, the last that of none.
    """

    codes: tuple[str | None, ...]
    shares: Float64Array


def name_cards(
    pictures: Sequence[Picture],
    pack: Pack,
    fixed: Mapping[tuple[int, int], Fixed],
    v_means: str | None = None,
    opinions: Mapping[tuple[int, int], Float64Array] | None = None,
) -> tuple[tuple[PictureNames, ...], str | None]:
    """Name the cards of all pictures of one deck; and say what a V is on it, "J", "Q" or None where nothing tells.

    `fixed` are names that stand, by number of picture and of card. `v_means` says what a V is where that is known.
    `opinions` are what else speaks for each code of the pack (codes,), as factors, for some of the cards.
    """
    opinions = opinions or {}
    if len(pictures) > 1 and _are_apart(pictures, pack):
        together, found_v = _names(
            [_as_one(pictures)],
            pack,
            {(0, _offset(pictures, at) + card): name for (at, card), name in fixed.items()},
            v_means,
            {(0, _offset(pictures, at) + card): said for (at, card), said in opinions.items()},
            _AGAIN,
        )
        return _parted(together[0], pictures), found_v
    return _names(pictures, pack, fixed, v_means, opinions, _DOUBLE)


def _names(
    pictures: Sequence[Picture],
    pack: Pack,
    fixed: Mapping[tuple[int, int], Fixed],
    v_means: str | None,
    opinions: Mapping[tuple[int, int], Float64Array],
    double: float,
) -> tuple[tuple[PictureNames, ...], str | None]:
    """The names of the cards, each picture matched to the pack by itself."""
    weights = [
        _told_weights(
            picture, pack, {card: name for (at, card), name in fixed.items() if at == number}, double
        )
        for number, picture in enumerate(pictures)
    ]
    for (number, card), said in opinions.items():
        if (number, card) not in fixed:
            weights[number][card, :-1] *= said
    v_means = v_means or _v_means(pictures, weights, pack, double)
    weights = [
        _with_v(picture, table, pack, v_means) for picture, table in zip(pictures, weights, strict=True)
    ]
    alone = [_shares(table, pack, double) for table in weights]
    named = []
    for number, (picture, table) in enumerate(zip(pictures, weights, strict=True)):
        told = table.copy()
        others = [shares for at, shares in enumerate(alone) if at != number]
        told[:, :-1] *= _by_order(picture, alone[number], pack) * _by_pictures(alone[number], others, pack)
        named.append(PictureNames(_best_codes(told, pack, double), _shares(told, pack, double)))
    return tuple(named), v_means


def _told_weights(picture: Picture, pack: Pack, fixed: Mapping[int, Fixed], double: float) -> Float64Array:
    """How well each name fits each card by its reading (n, codes + 1), trusted as far as the picture bears it out.

    Where two cards are read as the same one, a reading is wrong: the more of that, the less is every reading trusted.
    """
    weights = read = _weights(picture, pack, fixed, _MISREAD)
    best = read.argmax(axis=1)
    sounds_sure = np.flatnonzero(read.max(axis=1) >= _SOUNDS_SURE * read.sum(axis=1))
    for _ in range(_COUNTED if len(sounds_sure) else 0):
        borne_out = _shares(weights, pack, double)[sounds_sure, best[sounds_sure]]
        wrong = float((1.0 - borne_out).mean())
        weights = _weights(picture, pack, fixed, float(np.clip(wrong, _MISREAD, _MOST_MISREAD)))
    return weights


def _weights(picture: Picture, pack: Pack, fixed: Mapping[int, Fixed], misread: float) -> Float64Array:
    table = np.zeros((len(picture.cards), len(pack.codes) + 1))
    columns = list(pack.columns)
    # A reader that rejects most of a spread does not know this print: then its reject says nothing of one card.
    usual = float(np.median([card.reject for card in picture.cards])) if picture.cards else 0.0
    for number, card in enumerate(picture.cards):
        if number in fixed:
            code = fixed[number].code
            table[number, -1 if code is None else pack.codes.index(code)] = 1.0
            continue
        kept = 1.0 - card.reject
        read = np.asarray(card.card, np.float64) * (max(kept, usual) / max(kept, _LEAST))
        blunt = (read[columns] + _LEAST) ** _BLUNT
        blunt = (1.0 - _EVEN) * blunt / blunt.sum() + _EVEN / len(columns)
        table[number, :-1] = (1.0 - misread) * read[columns] + misread * blunt
        outside = float(read.sum() - read[columns].sum())
        table[number, -1] = _REJECTED * card.reject * (1.0 - usual) + _OUTSIDE * outside + _NONE
    return table


def _slots(table: Float64Array, pack: Pack, double: float) -> Float64Array:
    """Every code as often as the pack has it, and some more that are seldom needed (n, codes * (copies + more))."""
    slots = np.concatenate([np.ones(pack.copies), np.full(_DOUBLES, double)])
    return np.asarray(
        (table[:, :-1, None] * slots).reshape(len(table), len(slots) * len(pack.codes)), np.float64
    )


def _shares(table: Float64Array, pack: Pack, double: float) -> Float64Array:
    found = matching_marginals(_slots(table, pack, double), table[:, -1])
    codes = found[:, :-1].reshape(len(table), len(pack.codes), pack.copies + _DOUBLES).sum(axis=2)
    return np.column_stack([codes, found[:, -1]])


def _assigned(table: Float64Array, pack: Pack, double: float) -> tuple[tuple[int, ...], float]:
    """The column of each card in the likeliest naming, -1 for none, and the log-likelihood of that naming."""
    slots = _slots(table, pack, double)
    cards = len(table)
    wide = np.column_stack([slots, np.repeat(table[:, -1:], cards, axis=1)])
    cost = -np.log(np.maximum(wide, _LEAST))
    placed = best_assignment(cost)
    each = pack.copies + _DOUBLES
    codes = tuple(-1 if column >= slots.shape[1] else column // each for column in placed)
    return codes, -float(sum(cost[row, column] for row, column in enumerate(placed)))


def _best_codes(table: Float64Array, pack: Pack, double: float) -> tuple[str | None, ...]:
    return tuple(None if column < 0 else pack.codes[column] for column in _assigned(table, pack, double)[0])


# ---------------------------------------------------------------- the letter V


def _either(card: SeenCard) -> str | None:
    """The suit of a card that reads as its jack and as its queen; None for every other card."""
    best = int(card.card.argmax())
    other = _JACKS_OR_QUEENS.get(rank_of(CARDS[best]))
    if other is None:
        return None
    suit = suit_of(CARDS[best])
    return suit if float(card.card[CARDS.index(other + suit)]) >= _EITHER else None


def _with_v(picture: Picture, table: Float64Array, pack: Pack, v_means: str | None) -> Float64Array:
    """The weights when V is a jack ("J") or a queen ("Q")."""
    if v_means is None:
        return table
    told = table.copy()
    for number, card in enumerate(picture.cards):
        suit = _either(card)
        if suit is not None:
            told[number, pack.codes.index(_JACKS_OR_QUEENS[v_means] + suit)] *= _AGAINST
    return told


def _v_means(
    pictures: Sequence[Picture], weights: Sequence[Float64Array], pack: Pack, double: float
) -> str | None:
    """What a V is, by which of the two leaves a place for every jack and queen; None where neither is likelier."""
    if not any(_either(card) for picture in pictures for card in picture.cards):
        return None
    likely = {
        meaning: sum(
            _assigned(_with_v(picture, table, pack, meaning), pack, double)[1]
            for picture, table in zip(pictures, weights, strict=True)
        )
        for meaning in _JACKS_OR_QUEENS
    }
    lead = likely["J"] - likely["Q"]
    return None if abs(lead) < _TELLS else "J" if lead > 0 else "Q"


# ---------------------------------------------------------------- the order of a row


def _next_codes(pack: Pack) -> Float64Array:
    """A table (codes, codes): 1 where the second follows the first in its suit, the ace after the king."""
    table = np.zeros((len(pack.codes), len(pack.codes)))
    for suit in sorted({suit_of(code) for code in pack.codes}):
        row = [pack.codes.index(rank + suit) for rank in RANKS if rank + suit in pack.codes]
        for at, column in enumerate(row):
            table[column, row[(at + 1) % len(row)]] = 1.0
    return table


def _by_order(picture: Picture, shares: Float64Array, pack: Pack) -> Float64Array:
    """How much its row speaks for each name of a card (n, codes), 1 where it says nothing.

    How often a card follows its neighbour is counted in this picture, so a shuffled deck is not read as a sorted one.
    """
    size = len(pack.codes)
    upwards, even = _next_codes(pack), np.full((size, size), 1.0 / size)
    pairs = [pair for row in picture.rows for pair in pairwise(row)]
    rising = sum(float(shares[one, :-1] @ upwards @ shares[other, :-1]) for one, other in pairs)
    falling = sum(float(shares[one, :-1] @ upwards.T @ shares[other, :-1]) for one, other in pairs)
    whole = len(pairs) + 2.0 * _BEFORE_ANY
    chance = 1.0 / size
    rises, falls = (rising + _BEFORE_ANY * chance) / whole, (falling + _BEFORE_ANY * chance) / whole
    step = rises * upwards + falls * upwards.T + max(0.0, 1.0 - rises - falls) * even
    told = np.ones((len(picture.cards), size))
    for row in picture.rows:
        told[list(row)] = _from_neighbours(shares[list(row), :-1], step)
    return np.asarray(np.clip(told, 1.0 / _MOST_BY_ORDER, _MOST_BY_ORDER), np.float64)


def _from_neighbours(shares: Float64Array, step: Float64Array) -> Float64Array:
    """What the cards left and right of each say about it, by the forward-backward algorithm without its own share."""
    cards, size = shares.shape
    left, right = np.ones((cards, size)), np.ones((cards, size))
    for at in range(1, cards):
        left[at] = _scaled((left[at - 1] * (shares[at - 1] + _LEAST)) @ step)
    for at in range(cards - 2, -1, -1):
        right[at] = _scaled(step @ (right[at + 1] * (shares[at + 1] + _LEAST)))
    return left * right


def _scaled(message: Float64Array) -> Float64Array:
    """A message whose mean is 1, so that 1 says nothing."""
    return np.asarray(message * (message.size / message.sum()), np.float64)


# ---------------------------------------------------------------- the other pictures


def _by_pictures(shares: Float64Array, others: Sequence[Float64Array], pack: Pack) -> Float64Array:
    """How much the other pictures speak for each name in this one (codes,), 1 where they say nothing.

    Pictures of different parts of a deck share no card, two pictures of the whole deck share all: how it is here is
    counted.
    """
    size = len(pack.codes)
    here = _there(shares, pack)
    told = np.zeros(size)
    for other in others:
        there = _there(other, pack)
        usual = float(here.sum()) / size
        shared = float(here @ there)
        within = (shared + _BEFORE_ANY * usual) / (float(there.sum()) + _BEFORE_ANY)
        beside = (float(here.sum()) - shared + _BEFORE_ANY * usual) / (
            size - float(there.sum()) + _BEFORE_ANY
        )
        told += np.log(np.maximum(there * within + (1.0 - there) * beside, _LEAST) / max(usual, _LEAST))
    most = math.log(_MOST_BY_PICTURES)
    return np.asarray(np.exp(np.clip(told, -most, most)), np.float64)


def _there(shares: Float64Array, pack: Pack) -> Float64Array:
    """How probable it is that a picture shows each code in all its copies (codes,)."""
    return np.asarray(np.minimum(1.0, shares[:, :-1].sum(axis=0) / pack.copies), np.float64)


def _are_apart(pictures: Sequence[Picture], pack: Pack) -> bool:
    """Whether the pictures show different parts of a deck, by their readings alone."""
    if sum(len(picture.cards) for picture in pictures) > _FULL * pack.cards:
        return False
    there = [
        _there(_shares(_weights(picture, pack, {}, _MISREAD), pack, _DOUBLE), pack) * pack.copies
        for picture in pictures
    ]
    return all(
        float(np.minimum(one, other).sum()) <= _APART * min(one.sum(), other.sum())
        for at, one in enumerate(there)
        for other in there[:at]
    )


def _offset(pictures: Sequence[Picture], at: int) -> int:
    return sum(len(picture.cards) for picture in pictures[:at])


def _as_one(pictures: Sequence[Picture]) -> Picture:
    """The cards and rows of all pictures, as if they were one."""
    return Picture(
        tuple(card for picture in pictures for card in picture.cards),
        tuple(
            tuple(_offset(pictures, at) + card for card in row)
            for at, picture in enumerate(pictures)
            for row in picture.rows
        ),
    )


def _parted(names: PictureNames, pictures: Sequence[Picture]) -> tuple[PictureNames, ...]:
    """The names of all pictures together, given back to each."""
    return tuple(
        PictureNames(names.codes[start:end], names.shares[start:end])
        for at in range(len(pictures))
        for start, end in [(_offset(pictures, at), _offset(pictures, at + 1))]
    )
