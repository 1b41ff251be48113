"""What a game of Racko is at one moment: the numbers of the leaflet and immutable values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.game import Option

SLOTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50)
"""The slots of a rack by the numbers printed on it, from the front (lowest) to the back."""
DECK: Mapping[int, int] = {2: 40, 3: 50, 4: 60}
"""The highest card in use by the number of players (RK-1)."""
PER_CARD = 5
WINNER = 75
"""Ten cards and 25 for winning (RK-35)."""
ECLAIR = 100
"""The winner's points for instant Racko, instead of ``WINNER`` (RK-61, RK-63)."""
RUN = 3
"""Fewer cards than this in neighbouring slots are no run (RK-31)."""
BONUS: Mapping[int, int] = {3: 50, 4: 100, 5: 200, 6: 400}
CHIPS: Mapping[int, int] = {3: 2, 4: 3, 5: 5, 6: 9}
CHIPS_WITHOUT_RUN = 1
LONGEST_PRICED = 6
"""A longer run counts as one of six, in bonus and chips alike (RK-55, RK-59a)."""

OPTIONS: Mapping[str, Option] = {
    "target": Option(500, low=5),
    "tie": Option.of("shared", "extra_round"),
    "two_player_run": Option.of(True, False),
    "teams": Option.of(False, True),
    "bonus": Option.of(False, True),
    "settlement": Option.of("points", "chips"),
    "chips_start": Option(20, low=1),
    "chips_rounds": Option(10, low=1),
    "chips_basis": Option.of("loser_run", "winner_run"),
    "eclair": Option.of(False, True),
    "eclair_others_score": Option.of(True, False),
    "call_timing": Option.of("between_turns", "own_turn"),
    "false_racko": Option.of("play_on", "out_of_round"),
    "stock_empty": Option.of("reshuffle", "turn_over", "round_ends"),
    "next_dealer": Option.of("left", "winner"),
    "remember_discards": Option.of(True, False),
}
"""Every house rule (section 2, Options). ``remember_discards``: on each player's own page, for memory is part of the
game (section 7).
"""

CardSet = int
"""A set of cards: bit ``n`` is set when card ``n`` is in it."""

UnknownRack: tuple[int | None, ...] = (None,) * 10


def card_set(cards: Iterable[int | None]) -> CardSet:
    """These cards as a set; unknown ones are left out."""
    found = 0
    for card in cards:
        if card is not None:
            found |= 1 << card
    return found


_OCTETS = tuple(
    tuple(tuple(first + bit for bit in range(8) if octet >> bit & 1) for octet in range(256))
    for first in range(0, 64, 8)
)
"""For each eight cards of the deck and each subset of them, its cards: sets are listed at every move."""


def cards_of(cards: CardSet) -> list[int]:
    """The cards of a set, ascending."""
    found: list[int] = []
    for octets in _OCTETS:
        found += octets[cards & 255]
        cards >>= 8
    return found


def full_deck(highest: int) -> CardSet:
    """All cards from 1 to ``highest``."""
    return (2 << highest) - 2


@dataclass(frozen=True, slots=True)
class House:
    """What never changes in a game: the seats, clockwise (RK-7), and the house rules.

    ``unjudged`` is no house rule: it is the table as a silent referee sees it, where a falsely announced rack lies.
    """

    seats: tuple[str, ...]
    target: int
    tie: str
    two_player_run: bool
    teams: bool
    bonus: bool
    settlement: str
    chips_start: int
    chips_rounds: int
    chips_basis: str
    eclair: bool
    eclair_others_score: bool
    call_timing: str
    false_racko: str
    stock_empty: str
    next_dealer: str
    remember_discards: bool
    unjudged: bool = False

    @property
    def with_chips(self) -> bool:
        """Whether chips replace written points (RK-59a)."""
        return self.settlement == "chips"

    @property
    def options(self) -> dict[str, Any]:
        """Every house rule and its value."""
        return {name: getattr(self, name) for name in OPTIONS}


@dataclass(frozen=True, slots=True)
class Standing:
    """What goes from round to round. ``players`` are still in the game; ``scores`` and ``chips`` are by seat.

    ``deck_max`` is the highest card in use (RK-1, RK-59d). ``dealer`` is already the next one once a round is over;
    ``drawn`` are the cards drawn for the deal (RK-2).
    """

    players: tuple[str, ...]
    deck_max: int
    scores: tuple[int, ...]
    chips: tuple[int, ...]
    round: int = 0
    dealer: str | None = None
    drawn: tuple[tuple[str, int], ...] = ()
    round_points: tuple[tuple[str, int], ...] = ()
    round_bonus: int = 0
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rack:
    """What is known of a rack (RK-40, RK-41): its slots from 5 to 50, and the floating cards, ascending."""

    slots: tuple[int | None, ...] = UnknownRack
    floating: tuple[int, ...] = ()
    cards: CardSet = 0

    @classmethod
    def of(cls, slots: Iterable[int | None], floating: Iterable[int] = ()) -> Rack:
        """A rack with these known slots and floating cards."""
        known, loose = tuple(slots), tuple(sorted(floating))
        return cls(known, loose, card_set(known) | card_set(loose))

    @property
    def complete(self) -> bool:
        """Whether all ten slots are known."""
        return None not in self.slots

    @property
    def unknown_cards(self) -> int:
        """How many of the ten cards are not known, neither by slot nor floating."""
        return self.slots.count(None) - len(self.floating)

    def put(self, slot: int, card: int | None) -> Rack:
        """With another card (or an unknown one) in a slot, counted from 0."""
        return Rack.of((*self.slots[:slot], card, *self.slots[slot + 1 :]), self.floating)

    def without(self, cards: CardSet) -> Rack:
        """With these cards forgotten."""
        if not self.cards & cards:
            return self
        slots = (None if card is None or cards >> card & 1 else card for card in self.slots)
        return Rack.of(slots, (card for card in self.floating if not cards >> card & 1))

    def exchanged(self, place: int | None, discarded: int, came: int | None) -> Rack:
        """RK-13, RK-41: a card (None: unknown) came into the place of the discarded one, or into one unseen."""
        cards = self.cards & ~(1 << discarded) | (0 if came is None else 1 << came)
        floating = self.floating
        if discarded in floating:
            floating = tuple(card for card in floating if card != discarded)
        if place is None and discarded in self.slots:
            place = self.slots.index(discarded)
        if place is not None:
            return Rack((*self.slots[:place], came, *self.slots[place + 1 :]), floating, cards)
        if came is not None:
            floating = tuple(sorted((*floating, came)))
        return Rack(self.slots, floating, cards)


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards lying on each other in an order that is known; single ones may be unknown (None)."""

    cards: tuple[int | None, ...] = ()
    known: CardSet = 0

    @classmethod
    def of(cls, cards: Iterable[int | None]) -> Heap:
        """A heap of these cards."""
        order = tuple(cards)
        return cls(order, card_set(order))

    def laid(self, card: int) -> Heap:
        """With another card on top (last)."""
        return Heap((*self.cards, card), self.known | 1 << card)

    def taken(self) -> Heap:
        """Without its top (last) card."""
        card = self.cards[-1]
        return Heap(self.cards[:-1], self.known if card is None else self.known ^ 1 << card)

    def without(self, cards: CardSet) -> Heap:
        """With these cards become unknown."""
        if not self.known & cards:
            return self
        return Heap.of(None if card is None or cards >> card & 1 else card for card in self.cards)


@dataclass(frozen=True, slots=True)
class Held:
    """The one card in a hand: whose, from where ("stock", "discard"), and which if known."""

    player: str
    source: str
    card: int | None


@dataclass(frozen=True, slots=True)
class Count:
    """A rack that is in: its cards in order, its longest run, and its ten cards unless it was only told."""

    good_cards: int
    longest_run: int
    rack: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """Who announced what ("racko", "eclair"; None for a round without a winner), and the racks counted so far."""

    by: str | None = None
    kind: str | None = None
    counts: tuple[tuple[str, Count], ...] = ()

    def count_of(self, player: str) -> Count | None:
        """What was counted of a player's rack; None while it is not in."""
        return next((count for name, count in self.counts if name == player), None)

    @property
    def shown(self) -> CardSet:
        """The cards of all racks that lie open and counted."""
        return card_set(card for _, count in self.counts for card in count.rack or ())


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game. ``pile`` is bottom first; ``stock_order`` is the known top of the stock, top first.

    ``dealt`` are the slots filled so far while cards are dealt one by one: by seat, as a set of places 0 to 9.
    ``taken`` are the cards that everybody has seen each seat take from the pile and not lay down again.
    """

    house: House
    standing: Standing
    phase: str
    turn: str | None = None
    racks: tuple[Rack, ...] = ()
    pile: Heap = field(default_factory=Heap)
    stock: int = 0
    stock_order: Heap = field(default_factory=Heap)
    held: Held | None = None
    last_player: str | None = None
    out_of_round: tuple[str, ...] = ()
    call: Call = field(default_factory=Call)
    dealt: tuple[int, ...] = ()
    taken: tuple[CardSet, ...] = field(default=(), compare=False)

    @property
    def players(self) -> tuple[str, ...]:
        """Who is still in the game, clockwise."""
        return self.standing.players

    @property
    def deck_max(self) -> int:
        """The highest card in use (RK-1, RK-59d)."""
        return self.standing.deck_max

    @property
    def in_round(self) -> tuple[str, ...]:
        """Who still plays in this round, clockwise (RK-25)."""
        if not self.out_of_round:
            return self.standing.players
        return tuple(name for name in self.standing.players if name not in self.out_of_round)

    @property
    def awaiting_racks(self) -> tuple[str, ...]:
        """Whose rack is to be shown or counted now, clockwise."""
        if self.phase == "show" and self.call.by is not None:
            return (self.call.by,)
        if self.phase != "scoring":
            return ()
        return tuple(name for name in self.in_round if self.call.count_of(name) is None)

    def after_hands(
        self,
        phase: str,
        turn: str | None,
        *,
        racks: tuple[Rack, ...] | None = None,
        pile: Heap | None = None,
        stock: int | None = None,
        stock_order: Heap | None = None,
        held: Held | None = None,
        last_player: str | None = None,
        dealt: tuple[int, ...] | None = None,
        taken: tuple[CardSet, ...] | None = None,
    ) -> State:
        """The next moment of a turn or a deal: what hands have not moved stays; no card is held unless given."""
        return State(
            self.house,
            self.standing,
            phase,
            turn,
            self.racks if racks is None else racks,
            self.pile if pile is None else pile,
            self.stock if stock is None else stock,
            self.stock_order if stock_order is None else stock_order,
            held,
            self.last_player if last_player is None else last_player,
            self.out_of_round,
            self.call,
            self.dealt if dealt is None else dealt,
            self.taken if taken is None else taken,
        )

    def rack(self, player: str) -> Rack:
        """What is known of a player's rack."""
        return self.racks[self.house.seats.index(player)]

    def with_rack(self, player: str, rack: Rack) -> tuple[Rack, ...]:
        """All racks, one of them replaced."""
        seat = self.house.seats.index(player)
        return (*self.racks[:seat], rack, *self.racks[seat + 1 :])

    def left_of(self, player: str | None, among: tuple[str, ...]) -> str:
        """The next of these players clockwise after a seat (RK-7); that seat itself when it is the only one."""
        seats = self.house.seats
        seat = seats.index(player) if player is not None else -1
        for step in range(1, len(seats) + 1):
            following = seats[(seat + step) % len(seats)]
            if following in among:
                return following
        raise ValueError("nobody is left")
