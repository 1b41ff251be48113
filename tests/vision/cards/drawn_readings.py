"""Readings of a deck as a factory network makes them, drawn by chance: hard where real ones are hard.

An index's embedding is its rank and its suit on this deck, with noise of the corner and of the photograph. The
factory reads it by the ranks and suits of an average deck: the farther a deck is from that, the more it misreads.
Spades and clubs, hearts and diamonds, jacks and queens, threes, fives and eights lie near each other. What real
embeddings look like is not known here: nothing measured on these says how well real cards are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.playing_cards import RANKS
from vision.card_names import CARDS, SUITS
from vision.cards.deck.looks import EMBEDDING, Float64Array, IndexLook, SeenCard

UNIT_PX = 100.0
_REJECT = 52
_NEAR = {("3", "8"): 0.45, ("5", "6"): 0.45, ("J", "Q"): 0.5, ("3", "5"): 0.6, ("10", "Q"): 0.7}
_NEAR_SUITS = {("S", "C"): 0.4, ("H", "D"): 0.4}
_NOISE = 0.09
"""Noise of one corner, in each number of the embedding."""
_FACTORY_NOISE = 0.12
"""The noise that the factory network expects: what makes it as sure as it is."""


def _prototypes() -> Float64Array:
    """The mean embedding of each code on an average deck (52, 96)."""
    chance = np.random.default_rng(52)
    ranks = {rank: chance.normal(0, 1, EMBEDDING) / np.sqrt(EMBEDDING) for rank in RANKS}
    suits = {suit: chance.normal(0, 1, EMBEDDING) / np.sqrt(EMBEDDING) for suit in SUITS}
    for parts, near in ((ranks, _NEAR), (suits, _NEAR_SUITS)):
        for (one, other), apart in near.items():
            parts[other] = parts[one] + apart * (parts[other] - parts[one])
    return np.stack([ranks[card[:-1]] + suits[card[-1]] for card in CARDS])


FACTORY = _prototypes()


@dataclass(frozen=True)
class DrawnDeck:
    """A deck: the mean embedding of each code (52, 96). `alike` are pairs of jacks and queens of which those of the
    rank `letter` carry a V, which the factory takes for either.
    """

    means: Float64Array
    alike: Mapping[str, str]
    letter: str = "J"


def drawn_deck(seed: int, unlike: float = 0.35, alike: Mapping[str, str] | None = None) -> DrawnDeck:
    """A deck that is `unlike` the average one: 0.35 an ordinary one, 2 a jumbo one."""
    chance = np.random.default_rng(seed)

    def apart(rows: int, share: float) -> Float64Array:
        return np.asarray(chance.normal(0, share * unlike, (rows, EMBEDDING)) / np.sqrt(EMBEDDING))

    # Another print has its own paper, its own letters and its own signs; a card's own share is small.
    ranks, suits = apart(len(RANKS), 0.6), apart(len(SUITS), 0.6)
    own = apart(1, 1.0) + np.stack(
        [ranks[RANKS.index(card[:-1])] + suits[SUITS.index(card[-1])] for card in CARDS]
    )
    return DrawnDeck(FACTORY + own + apart(len(CARDS), 0.2), dict(alike or {}))


def factory_shares(embedding: Float64Array) -> Float64Array:
    """What the factory says of an embedding (53,): the last is the reject."""
    far = ((embedding - FACTORY) ** 2).sum(axis=1) / (2 * _FACTORY_NOISE**2)
    strange = float(np.clip((far.min() - 60.0) / 40.0, 0.0, 6.0))
    logits = np.append(-far, -far.min() - 7.0 + strange)
    shares = np.exp(logits - logits.max())
    return np.asarray(shares / shares.sum())


def drawn_look(
    deck: DrawnDeck,
    code: str,
    chance: np.random.Generator,
    blur: float = 1.0,
    light: Float64Array | None = None,
    centre: tuple[float, float] = (0.0, 0.0),
    middle: tuple[float, float] = (0.0, 0.0),
) -> IndexLook:
    """One index of a card of the deck; `blur` multiplies the noise of a corner, `light` is the photograph's own."""
    mean = deck.means[CARDS.index(code)]
    embedding = mean + chance.normal(0, _NOISE * blur, EMBEDDING)
    if light is not None:
        embedding = embedding + light
    shares = factory_shares(embedding)
    for one, other in deck.alike.items():
        if code in (one, other) and code[:-1] == deck.letter:
            first, second = CARDS.index(one), CARDS.index(other)
            both = shares[first] + shares[second]
            share = float(chance.uniform(0.3, 0.7))
            shares[first], shares[second] = both * share, both * (1 - share)
    return IndexLook(
        np.asarray(shares[:_REJECT], np.float32),
        float(shares[_REJECT]),
        np.asarray(embedding, np.float32),
        centre,
        (0.0, -1.0),
        middle,
    )


def fused(looks: Sequence[IndexLook]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Looks at one card multiplied, as independent ones."""
    logs = sum(np.log(np.append(look.card, look.reject).astype(np.float64) + 1e-9) for look in looks)
    shares = np.exp(logs - np.max(logs))
    return np.asarray((shares / shares.sum())[:_REJECT], np.float32)


def drawn_card(
    deck: DrawnDeck,
    code: str,
    chance: np.random.Generator,
    position: tuple[float, float] = (0.0, 0.0),
    corners: int = 2,
    blur: float = 1.0,
    light: Float64Array | None = None,
    turn: float = 0.0,
) -> SeenCard:
    """A card of the deck with that many corners read, turned by so much (radians, clockwise)."""
    signs = ((-1, -1), (1, 1), (1, -1), (-1, 1))[:corners]
    looks = tuple(
        drawn_look(deck, code, chance, blur, light, turned(60 * across, 80 * down, turn, position), position)
        for across, down in signs
    )
    return SeenCard(looks, fused(looks), position, turned(0.0, -1.0, turn))


def turned(x: float, y: float, turn: float, around: tuple[float, float] = (0.0, 0.0)) -> tuple[float, float]:
    """A place turned clockwise (y down) and moved."""
    cosine, sine = float(np.cos(turn)), float(np.sin(turn))
    return around[0] + x * cosine - y * sine, around[1] + x * sine + y * cosine


def photographed(
    deck: DrawnDeck,
    rows: Sequence[Sequence[str]],
    seed: int,
    blur: float = 1.0,
    corners: int = 2,
    turn_deg: float = 0.0,
) -> list[SeenCard]:
    """A photograph of rows of cards, somewhat crooked, in no order; `turn_deg` is how askew it was taken."""
    chance = np.random.default_rng(seed)
    light = chance.normal(0, 0.03 * blur, EMBEDDING)
    turn = float(np.radians(turn_deg))
    seen = []
    for line, codes in enumerate(rows):
        for place, code in enumerate(codes):
            x = 150.0 * place + chance.normal(0, 8)
            y = 220.0 * line + chance.normal(0, 8)
            crooked = turn + float(chance.normal(0, 0.05))
            seen.append(drawn_card(deck, code, chance, turned(x, y, turn), corners, blur, light, crooked))
    order = chance.permutation(len(seen))
    return [seen[number] for number in order]


def in_rows(codes: Sequence[str], across: int = 13) -> list[list[str]]:
    """Codes laid in rows."""
    return [list(codes[at : at + across]) for at in range(0, len(codes), across)]


def shuffled(codes: Sequence[str], seed: int) -> list[str]:
    """The codes in another order."""
    return [codes[number] for number in np.random.default_rng(seed).permutation(len(codes))]
