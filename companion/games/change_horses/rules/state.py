"""What a race is at one moment: immutable values, and the tables of section 6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from companion.action import Event
from companion.game import Codes, Option

Events = tuple[Event, ...]

Value = TypeVar("Value")

HORSES = "ABCDEF"
CARDS = tuple(first + second for first in HORSES for second in HORSES if first < second)
"""One set of movement cards: every pair of two horses once."""

NUMBER: Mapping[str, int] = {letter: number for number, letter in enumerate(HORSES)}
"""Where a horse stands in ``State.horses``."""

HORSES_OF: Mapping[str, tuple[int, int]] = {card: (NUMBER[card[0]], NUMBER[card[1]]) for card in CARDS}
"""The two horses of each movement card."""

USES = ("stumble", "slippery", "fast_track", "change_horse")
BOARD_CAPACITY: Mapping[int, int] = {2: 8, 3: 6, 4: 8, 5: 10}
PILE_COUNT: Mapping[int, int] = {2: 2, 3: 3, 4: 2, 5: 1}
CARROTS_A_PLAYER = 11
WILD_EACH = 2
MOST_ROUNDS = 7

OPTIONS: Mapping[str, Option] = {
    "derby": Option.of(False, True),
    "finish_row": Option(12, low=1),
    "lanes": Option(6, low=len(HORSES), high=12),
    "fast_track_finish": Option.of("at_once", "finish_lap"),
    "highest_bidder_pays": Option.of(True, False),
    "derby_tie": Option.of("carrots_first", "carrots_last"),
}
"""The house rules of section 2, and the board: a lane for each of the six horses at least (CH-1)."""

TABLE_ACTIONS = frozenset(
    {"place_horses", "deal_positions", "set_first", "move_horse", "horses_moved", "check_horses"}
)
"""What may be said by the table or by any seat; every other action is its player's own (section 4)."""

PHASES = (
    "place_horses",
    "positions",
    "select",
    "play",
    "move",
    "auction",
    "certificates",
    "game_over",
)

_RUNNING = frozenset(PHASES) - {"place_horses", "game_over"}

ACTION_PHASES: Mapping[str, frozenset[str]] = {
    "place_horses": frozenset({"place_horses"}),
    "deal_positions": frozenset({"positions"}),
    "set_first": frozenset({"positions"}),
    "reveal": frozenset({"select"}),
    "play_wild": frozenset({"play"}),
    "play_card": frozenset({"play"}),
    "move_horse": frozenset({"move"}),
    "horses_moved": frozenset({"move"}),
    "check_horses": _RUNNING,
    "bid": frozenset({"auction"}),
    "pass_bid": frozenset({"auction"}),
    "cannot_bid": frozenset({"auction"}),
    "note_certificate": frozenset(PHASES) - {"game_over"},
    "show_certificate": frozenset({"certificates"}),
}
"""Every action and when it may be played (section 4)."""

CODES = Codes(
    actions=frozenset(ACTION_PHASES),
    events=frozenset(
        {
            *("order_set", "cards_revealed", "turn_started", "card_played", "wild_played", "move_horses"),
            *("horse_blocked", "horse_moved", "horse_shifted", "finish_line_crossed", "horses_ok"),
            *("board_cleared", "bid", "auction_skipped", "carrots_given_up", "auction_closed", "race_over"),
            *("photo_finish", "game_over"),
        }
    ),
    refusals=frozenset(
        {
            *("bad_options", "bad_setup", "game_over", "unknown_player", "unknown_action", "wrong_phase"),
            *("wrong_horse_count", "off_track", "cell_taken", "no_positions_for_two", "bad_positions"),
            *("must_get_one", "only_for_two", "already_revealed", "unknown_card", "duplicate_card"),
            *("card_used", "wrong_card_count", "not_your_turn", "no_wild_left", "one_wild_per_turn"),
            *("unknown_wild_use", "card_not_on_board", "already_covered", "same_horse", "unknown_horse"),
            *("bad_direction", "certificate_mismatch", "certificate_taken", "card_not_in_front"),
            *("horse_does_not_move", "horse_ahead_first", "wrong_distance", "wrong_horse_position"),
            *("bid_closed", "bid_too_low", "not_enough_carrots", "bid_taken", "must_bid", "can_still_bid"),
        }
    ),
)

Field = tuple[int, int]
"""A field of the course: lane (1 = inside; 0 = not yet known) and row (0 = start line)."""


@dataclass(frozen=True, slots=True)
class House:
    """What does not change during a race: who plays, by which house rules, on which course."""

    players: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    mode: str
    lanes: int
    finish_row: int

    @property
    def two(self) -> bool:
        """Whether the game for two is played (CH-70 to CH-77)."""
        return self.mode == "two_player"

    @property
    def derby(self) -> bool:
        """Whether the order of turns is auctioned (CH-60 to CH-69)."""
        return self.mode == "derby"

    @property
    def visible_cards(self) -> int:
        """How many cards each player has face up when a lap begins with choosing: three, for two four."""
        return 4 if self.two else 3

    @property
    def certificates_each(self) -> int:
        """CH-3, CH-71: one certificate for each player, two with two players."""
        return 2 if self.two else 1

    def option(self, name: str) -> Any:
        """The value of a house rule."""
        return next(value for key, value in self.options if key == name)

    def seat(self, name: object) -> int | None:
        """A player's seat number; None when there is no such player."""
        return self.players.index(name) if isinstance(name, str) and name in self.players else None


class Seat(NamedTuple):
    """One player's things.

    ``hand`` are the cards not yet revealed. ``certificates`` are the letters as far as anybody told them (None =
    unknown): a card that somebody else noted may have come from the pile. ``noted`` is what he told himself.
    """

    hand: tuple[str, ...]
    front: tuple[str, ...]
    wild_left: int
    changed: int
    carrots: int
    position: int | None
    certificates: tuple[str | None, ...]
    noted: tuple[str | None, ...]
    shown: bool = False

    @property
    def cards_left(self) -> int:
        """Movement cards that have not been played (CH-50)."""
        return len(self.hand) + len(self.front)


class Placed(NamedTuple):
    """A card on the betting board: who placed it, and whose wild horse card covers it (CH-41)."""

    by: int
    card: str
    covered_by: int | None = None


class Move(NamedTuple):
    """What one horse has to do in a lap: its lane, and the rows it goes from and to."""

    horse: int
    lane: int
    start: int
    to: int


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction of the order (CH-60 to CH-68).

    ``bids`` are the last ones by seat; ``waiting`` are those after ``bidder`` who have not had a first turn.
    """

    bidder: int
    waiting: tuple[int, ...]
    bids: tuple[int | None, ...]
    taken: frozenset[int] = frozenset()
    high: int | None = None
    closed: frozenset[int] = frozenset()

    @property
    def high_bid(self) -> int:
        """The highest bid, 0 before the first."""
        return 0 if self.high is None else self.bids[self.high] or 0


@dataclass(frozen=True, slots=True)
class State:
    """One moment of the race; players are seat numbers, horses A to F stand in this order in ``horses``.

    ``turns`` is who places a card in this lap, the one on turn first; ``due`` the moves of the lap still to be made,
    in moving order; ``pile`` goes from bottom to top.
    """

    house: House
    phase: str
    round: int
    lap: int
    horses: tuple[Field, ...]
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    turns: tuple[int, ...]
    wild_played: bool
    board: tuple[Placed, ...]
    due: tuple[Move, ...]
    auction: Auction | None
    pile: tuple[str | None, ...]
    end_reason: str | None = None

    @property
    def turn(self) -> int | None:
        """The seat that plays, or bids in the auction."""
        if self.phase == "auction" and self.auction is not None:
            return self.auction.bidder
        return self.turns[0] if self.phase == "play" and self.turns else None

    def required(self, seat: int) -> int:
        """How many cards a player still has to choose (CH-10, CH-16, CH-72, CH-73, CH-75)."""
        if self.phase != "select":
            return 0
        return missing_cards(self.house, self.seats[seat])

    def name(self, seat: int | None) -> str | None:
        """A seat's player by name."""
        return None if seat is None else self.house.players[seat]


def missing_cards(house: House, seat: Seat) -> int:
    """How many cards must be chosen to have three (for two: four) face up, as far as the hand goes."""
    return min(max(house.visible_cards - len(seat.front), 0), len(seat.hand))


def replaced(value: Value, **changes: Any) -> Value:
    """A copy of a slotted value with some fields changed: ``dataclasses.replace``, a few times as fast."""
    copy = object.__new__(type(value))
    for field in type(value).__slots__:  # type: ignore[attr-defined]
        object.__setattr__(copy, field, changes[field] if field in changes else getattr(value, field))
    return copy


def with_seat(seats: tuple[Seat, ...], number: int, seat: Seat) -> tuple[Seat, ...]:
    """The seats with one of them replaced."""
    return (*seats[:number], seat, *seats[number + 1 :])


def order_set(state: State) -> Event:
    """The event that tells the order of turns."""
    return Event("order_set", {"order": [state.house.players[seat] for seat in state.order]})


def turn_started(state: State) -> Event:
    """The event that tells whose turn it is."""
    return Event("turn_started", {"player": state.name(state.turn)})
