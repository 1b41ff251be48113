"""A family's own deck: reads an index by what the factory network says and by how this deck is printed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.card_names import CARDS
from vision.cards.deck.deck_layer import DeckLayer, log_softmax
from vision.cards.deck.looks import Float64Array, FloatArray, IndexLook, SeenCard
from vision.cards.deck.pack import PACKS, Pack
from vision.cards.inks import DeckInks
from vision.logistic import logistic

FACTORY_FLOOR = 1e-3
"""The factory network never makes a card less likely than so."""
_REJECT_BOUNDS = (0.02, 0.98)
_LEAST = 1e-9
UNCLEAR, UNCLEAR_WIDTH = 0.6, 0.05
"""A look that lies this share as far from its nearest card as from the next is as likely neither, where cards of the
pack were never shown: those that were lie mostly at a third or less, the others at three quarters.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """The looks that a deck was learnt from: `codes` (n,) places in `CARDS`, `embeddings` (n, 96) float32, what the
    `factory` said (n, 52) float32, and the number of the photograph (n,); the `tints` (n, 3) float32 of their inks,
    None in decks that were enrolled before these were looked at.
    """

    codes: NDArray[np.intp]
    embeddings: FloatArray
    factory: FloatArray
    photographs: NDArray[np.intp]
    tints: FloatArray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """A look that was learnt from an evening: it read doubtfully, and people said which card it was.

    `code` is that card's place in `CARDS`, `embedding` (96,) and `factory` (52,) what the networks saw, both float32.
    `zone` says where on the table it lay, `day` when (ISO 8601), `evening` in which game, and `entries` are those of
    the journal on which it rests: without them nobody would know the card.
    """

    code: int
    embedding: FloatArray
    factory: FloatArray
    zone: str
    day: str
    evening: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mixing:
    """How deck and factory are weighed: their log-probabilities times `deck` and `factory`, added.

    A look at a distance of `far` from its nearest card is as likely none of the deck as one of it; `width` is how
    fast that changes. Where cards of the pack were never shown, one that lies `unclear` times as far from its nearest
    card as from the next is as likely neither.
    """

    deck: float
    factory: float
    far: float
    width: float
    unclear: float = UNCLEAR


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """What confirmed looks made of a deck: where its cards lie by now, and how it is weighed."""

    layer: DeckLayer
    mixing: Mixing


@dataclass(frozen=True, slots=True)
class Confusion:
    """A card that a look left out of the learning was taken for another one: on average with the probability
    `share`.
    """

    card: str
    taken_for: str
    share: float


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """How well looks are told that were left out of the learning, `looks` of them: `right` by deck and factory
    together, `right_by_deck` and `right_by_factory` by each alone.

    The looks come from the photographs that the deck was learnt from, and share their light: another evening may be
    harder. `unchecked` are cards with a single look, which cannot be left out.
    """

    looks: int
    right: int
    right_by_deck: int
    right_by_factory: int
    confusions: tuple[Confusion, ...]
    unchecked: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What an enrolled deck says of an index or a card: probabilities `card` (52,) in the order of `CARDS`, and
    `reject` that it is none of this deck; together 1.
    """

    card: Float64Array
    reject: float

    @property
    def best(self) -> tuple[str | None, float]:
        """The likeliest card with its probability; None for none of the deck."""
        column = int(self.card.argmax())
        share = float(self.card[column])
        return (CARDS[column], share) if share >= self.reject else (None, self.reject)


@dataclass(frozen=True, eq=False)
class EnrolledDeck:
    """A deck as it was enrolled. `enrolled_on` is a date (ISO 8601), `network` names the network of the embeddings.

    `v_means` is what a V is on it, "J" or "Q"; None where there was none, or nothing told. `examples`, `layer`,
    `mixing` and `check` are of what was enrolled by hand; `confirmed` is what was learnt from evenings besides, the
    oldest first, and `taught` what became of the deck by that: it reads by it where there is any.
    """

    name: str
    pack_name: str
    enrolled_on: str
    network: str
    v_means: str | None
    examples: Examples
    layer: DeckLayer
    mixing: Mixing
    check: CrossCheck
    confirmed: tuple[Confirmed, ...] = ()
    taught: Taught | None = None

    @property
    def pack(self) -> Pack:
        """The pack that the deck is."""
        return PACKS[self.pack_name]

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The cards that were looked at."""
        seen = {int(code) for code in self.examples.codes}
        return tuple(code for code in self.pack.codes if CARDS.index(code) in seen)

    @cached_property
    def inks(self) -> DeckInks | None:
        """The inks of its suits, if they were looked at."""
        seen = self.examples
        return None if seen.tints is None else DeckInks.of(seen.tints, seen.codes.tolist())

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards of the pack that were not enrolled by hand."""
        seen = set(self.codes)
        return tuple(code for code in self.pack.codes if code not in seen)

    def judge(self, look: IndexLook) -> Judged:
        """Read one index."""
        embedding = look.embedding[None, :]
        layer, mixing = self._reads_by
        columns = list(layer.columns)
        factory = look.card.astype(np.float64)
        shares = np.exp(
            mixed(
                layer.log_shares(embedding),
                factory[None, columns],
                mixing.deck,
                mixing.factory,
            )
        )[0]
        strange = self._strangeness(layer.distances(embedding)[0], look.reject)
        judged = np.zeros(len(CARDS))
        judged[columns] = (1.0 - strange) * shares
        # A stranger to all cards that were learnt may be one of the pack that was not.
        unlearnt = [column for column in self.pack.columns if column not in columns]
        judged[unlearnt] = strange * factory[unlearnt]
        return Judged(judged, max(0.0, 1.0 - float(judged.sum())))

    def judge_card(self, card: SeenCard) -> Judged:
        """Read a card by all its indices: their probabilities multiplied, an index that looks strange counting less.

        Raises ValueError for a card without an index.
        """
        if not card.looks:
            raise ValueError("a card without an index cannot be read")
        judged = [self.judge(look) for look in card.looks]
        logs = sum(
            (1.0 - one.reject) * np.log(np.maximum(one.card / max(_LEAST, 1.0 - one.reject), _LEAST))
            for one in judged
        )
        reject = math.prod(one.reject for one in judged)
        shares = np.exp(log_softmax(np.asarray(logs)[None, :]))[0]
        return Judged((1.0 - reject) * shares, reject)

    def likeness(self, look: IndexLook) -> float:
        """How probable it is that an index is one of this deck's, by its print alone."""
        layer, _ = self._reads_by
        return 1.0 - self._strangeness(layer.distances(look.embedding[None, :])[0], _REJECT_BOUNDS[0])

    def beyond(self, look: IndexLook) -> float:
        """How far beyond the usual a look lies from its nearest card, in widths of that border; 0 lies on it."""
        layer, mixing = self._reads_by
        return (float(layer.distances(look.embedding[None, :]).min()) - mixing.far) / mixing.width

    def usual_reject(self, column: int) -> float:
        """How surely the networks rejected the looks of a card when it was enrolled, on average, by its place in
        `CARDS`; 0 for a card that was not.
        """
        looks = self.examples.factory[self.examples.codes == column]
        return 1.0 - float(looks.sum(axis=1).mean()) if len(looks) else 0.0

    @property
    def _reads_by(self) -> tuple[DeckLayer, Mixing]:
        return (self.layer, self.mixing) if self.taught is None else (self.taught.layer, self.taught.mixing)

    @cached_property
    def _lacks_cards(self) -> bool:
        """Whether cards of the pack were never looked at, neither by hand nor on an evening."""
        return not {CARDS[one.code] for one in self.confirmed}.issuperset(self.missing)

    def _strangeness(self, distances: Float64Array, reject: float) -> float:
        """The probability that a look at distances (k,) is none of the cards learnt, since it is far from all or,
        where cards of the pack were never shown, hardly nearer to one than to another; the factory's reject counts as
        it does.
        """
        order = np.sort(distances)
        nearest = float(order[0])
        _, mixing = self._reads_by
        unclear = nearest / max(_LEAST, float(order[1])) if len(order) > 1 and self._lacks_cards else 0.0
        odds = (nearest - mixing.far) / mixing.width + mixing.factory * rejection(reject)
        odds = max(odds, (unclear - mixing.unclear) / UNCLEAR_WIDTH)
        return logistic(odds)


def mixed(
    deck: Float64Array, factory: Float64Array, deck_weight: float, factory_weight: float
) -> Float64Array:
    """Return log-probabilities (n, k): the deck's (n, k) and the factory's shares (n, k), weighed and added."""
    of_factory = np.log(factory + FACTORY_FLOOR)
    return log_softmax(deck_weight * deck + factory_weight * of_factory)


def rejection(reject: float) -> float:
    """Return how much a network that rejects a look with this probability speaks against it, log odds from 0 on."""
    return _logit(float(np.clip(reject, *_REJECT_BOUNDS))) - _logit(_REJECT_BOUNDS[0])


def _logit(share: float) -> float:
    return math.log(share / (1.0 - share))
