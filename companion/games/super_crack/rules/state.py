"""What a game of Super-Crack is at one moment: immutable values, and the draft in which one action changes them.

Players are counted by seat (0, 1, …) inside the rules and named only where something is said or shown. Horses keep
the number of their owner card (1 to 16); in the tuples horse 1 has place 0. What actions change most often are named
tuples: they are made anew in a fraction of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, cast

from companion.action import BANK, Event
from companion.games.super_crack.rules.profile import HORSES, Hazard, House, Profile

BANK_ACCOUNT = -1
"""The bank's place among the accounts."""

RACE_PHASES = ("handicap", "betting", "start_roll", "racing", "settling")
PHASES = ("opening", "market", *RACE_PHASES, "over")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same the whole game: the players in seat order, the house rules, the box."""

    players: tuple[str, ...]
    house: House
    profile: Profile


class Entry(NamedTuple):
    """One line of the ledger (SC-3): accounts by seat, the bank is −1."""

    payer: int
    payee: int
    amount: int
    reason: str
    race: int


class Ledger(NamedTuple):
    """SC-3: the balances by seat, the bank's last; what each player owes of deferred pay cards; the last entry."""

    balances: tuple[int, ...]
    owed: tuple[int, ...]
    last: Entry | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """SC-12: a horse offered to one other player."""

    number: int
    seller: int
    buyer: int
    price: int


class Auction(NamedTuple):
    """SC-13: a horse under the hammer; ``passed`` in the order in which they passed."""

    number: int
    seller: int
    minimum: int
    bid: int | None = None
    bidder: int | None = None
    passed: tuple[int, ...] = ()


class Market(NamedTuple):
    """SC-5 … SC-16: who bids, who has rolled, who may buy now, and what is offered among the players.

    ``tied`` are those who roll again among themselves (SC-6); ``queue`` are those who buy after the one who has the
    right now (house rule ``ranking_round``).
    """

    bidders: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    rolls: tuple[tuple[int, int], ...] = ()
    tied: tuple[int, ...] | None = None
    queue: tuple[int, ...] = ()
    right: int | None = None
    offer: Offer | None = None
    auction: Auction | None = None


class Cards(NamedTuple):
    """Where the special cards are, as far as anybody told (SC-49).

    ``hands`` in the order received, None for a card nobody told; ``pile`` counts the whole pile; ``returned`` is its
    bottom, the next to come round first; ``unseen`` counts for each kind the copies not known in a hand nor known
    among the returned.
    """

    hands: tuple[tuple[str | None, ...], ...]
    pile: int
    returned: tuple[str | None, ...]
    unseen: tuple[int, ...]
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class Bet:
    """SC-25: the coloured tokens, in the order red, blue, yellow, green, and their price."""

    tokens: tuple[str, ...]
    stake: int


@dataclass(frozen=True, slots=True)
class Betting:
    """The bets of this race: who has decided (bet or not), and who has the black pawn (SC-29)."""

    bets: tuple[Bet | None, ...]
    decided: tuple[int, ...] = ()
    black_pawns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A horse among the first three, and the prime it earned (SC-56)."""

    rank: int
    horse: int
    colour: str
    owner: int
    same_colour: int
    prime: int


@dataclass(frozen=True, slots=True)
class BetResult:
    """What became of a bet (SC-26 … SC-29); a refund is not won, and paid is the stake."""

    seat: int
    tokens: tuple[str, ...]
    black_pawn: bool
    won: bool
    paid: int


@dataclass(frozen=True, slots=True)
class Results:
    """What the last race came to; amounts by seat, only those that are not 0."""

    race: int
    category: str | None
    abandoned: bool
    arrivals: tuple[Placed, ...]
    penalties: tuple[tuple[int, int], ...]
    money_cards: tuple[tuple[int, int], ...]
    bets: tuple[BetResult, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended: winners, the rank of every player, and why."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, int], ...]
    why: str


@dataclass(frozen=True, slots=True)
class State:
    """One moment of the game.

    ``stables`` holds each seat's horses, ascending; a horse in none is the bank's. ``squares`` are those of the
    horses on the track. ``freed`` are horses that a joker freed and that have not moved since: the only ones that
    stand in a river or a hedge without being trapped. ``awaiting`` are pawns moved and not yet seen on their square.
    """

    setting: Setting
    phase: str
    race: int
    ledger: Ledger
    stables: tuple[tuple[int, ...], ...]
    bankrupt: tuple[int, ...]
    market: Market
    cards: Cards
    handicap_done: tuple[int, ...]
    betting: Betting
    squares: tuple[int | None, ...]
    freed: frozenset[int] = frozenset()
    arrivals: tuple[int, ...] = ()
    awaiting: tuple[int, ...] = ()
    turn: int | None = None
    to_roll: tuple[int, ...] = ()
    draw_due: int | None = None
    start_rolls: tuple[tuple[int, int], ...] = ()
    start_group: tuple[int, ...] = ()
    results: Results | None = None
    ending: Ending | None = None


_FIELDS = tuple(field.name for field in fields(State))
_values = attrgetter(*_FIELDS)


class Draft:
    """A game while one action is carried out: the rules write here, ``finished`` is the new state.

    Its attributes are those of ``State``, which may be written to here, and the ``events`` so far.
    """

    setting: Setting
    phase: str
    race: int
    ledger: Ledger
    stables: tuple[tuple[int, ...], ...]
    bankrupt: tuple[int, ...]
    market: Market
    cards: Cards
    handicap_done: tuple[int, ...]
    betting: Betting
    squares: tuple[int | None, ...]
    freed: frozenset[int]
    arrivals: tuple[int, ...]
    awaiting: tuple[int, ...]
    turn: int | None
    to_roll: tuple[int, ...]
    draw_due: int | None
    start_rolls: tuple[tuple[int, int], ...]
    start_group: tuple[int, ...]
    results: Results | None
    ending: Ending | None

    def __init__(self, state: State) -> None:
        self.__dict__.update(zip(_FIELDS, _values(state), strict=True))
        self.events: list[Event] = []

    def finished(self) -> State:
        """The state after the action."""
        return State(*_values(self))

    def say(self, event: str, /, **fields: Any) -> None:
        """Something happened that everybody may know."""
        self.events.append(Event(event, fields))

    def name(self, seat: int) -> str:
        """A player's name; the bank's for its account."""
        return BANK if seat == BANK_ACCOUNT else self.setting.players[seat]

    def names(self, seats: tuple[int, ...]) -> list[str]:
        """The names of several players."""
        return [self.setting.players[seat] for seat in seats]


Position = State | Draft
"""The game as it is, or as it stands in the middle of an action."""


def placed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The same values, one of them changed."""
    return (*values[:place], value, *values[place + 1 :])


# ---------------------------------------------------------------- what can be read from a position


def active(game: Position) -> tuple[int, ...]:
    """The seats still in the game, in seat order (SC-15)."""
    seats = range(len(game.setting.players))
    return tuple(seat for seat in seats if seat not in game.bankrupt) if game.bankrupt else tuple(seats)


def cash(game: Position, seat: int) -> int:
    """What a player can spend: a balance below 0 is a debt (SC-4)."""
    return max(0, game.ledger.balances[seat])


def stable(game: Position, seat: int) -> tuple[int, ...]:
    """The numbers of a player's horses, ascending."""
    return game.stables[seat]


def colour_of(game: Position, number: int) -> str:
    """The colour of a horse (SC-9)."""
    return game.setting.profile.colours[number - 1]


def owner_of(game: Position, number: int) -> int | None:
    """The seat of a horse's owner, None while it is the bank's."""
    for seat, numbers in enumerate(game.stables):
        if number in numbers:
            return seat
    return None


def runner_of(game: Position, number: int) -> int:
    """The seat of the owner of a horse that is on the track."""
    return cast(int, owner_of(game, number))


def square_of(game: Position, number: int) -> int:
    """The square of a horse that is on the track."""
    return cast(int, game.squares[number - 1])


def of_colour(game: Position, seat: int, colour: str) -> int:
    """How many horses of a colour a player owns."""
    colours = game.setting.profile.colours
    return [colours[number - 1] for number in game.stables[seat]].count(colour)


def bank_horses(game: Position) -> list[int]:
    """The horses that nobody owns, ascending."""
    owned = {number for numbers in game.stables for number in numbers}
    return [number for number in HORSES if number not in owned]


def with_horse(
    stables: tuple[tuple[int, ...], ...], number: int, seat: int | None
) -> tuple[tuple[int, ...], ...]:
    """The stables after a horse came to a seat, or to the bank (None)."""
    without = [tuple(one for one in numbers if one != number) for numbers in stables]
    if seat is not None:
        without[seat] = tuple(sorted((*without[seat], number)))
    return tuple(without)


def owner_seats(game: Position) -> tuple[int, ...]:
    """The seats that own a horse, in seat order."""
    return tuple(seat for seat, numbers in enumerate(game.stables) if numbers)


def trapped_in(game: Position, number: int) -> Hazard | None:
    """The river or hedge that holds a horse (SC-36), None when it may run."""
    square = game.squares[number - 1]
    if square is None or number in game.freed:
        return None
    return game.setting.profile.board.hazards.get(square)


def running(game: Position, seat: int) -> tuple[int, ...]:
    """A player's horses that have not arrived, ascending (SC-31)."""
    arrivals = game.arrivals
    if not arrivals:
        return game.stables[seat]
    return tuple(number for number in game.stables[seat] if number not in arrivals)


def all_running(game: Position) -> Iterator[int]:
    """Every horse on the track that has not arrived, ascending."""
    for number, square in zip(HORSES, game.squares, strict=True):
        if square is not None and number not in game.arrivals:
            yield number


def to_roll_for_purchase(game: Position) -> tuple[int, ...]:
    """Who must still roll for the next purchase: nobody while a right is pending or fewer than two bid (SC-5)."""
    market = game.market
    if market.right is not None or len(market.bidders) < 2:
        return ()
    rolled = {seat for seat, _ in market.rolls}
    group = market.bidders if market.tied is None else market.tied
    return tuple(seat for seat in group if seat in market.bidders and seat not in rolled)


def to_roll_for_start(game: Position) -> tuple[int, ...]:
    """Who must still roll to find who starts the race (SC-30)."""
    if game.phase != "start_roll":
        return ()
    rolled = {seat for seat, _ in game.start_rolls}
    return tuple(seat for seat in game.start_group if seat not in rolled)


def hands_to_tell(game: Position) -> tuple[int, ...]:
    """SC-50: the seats with a card that nobody told yet."""
    return tuple(seat for seat in active(game) if None in game.cards.hands[seat])
