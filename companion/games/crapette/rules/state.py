"""What a game of Crapette is at one moment: house rules, zones, piles, faults that are still open.

Every pile is a tuple of cards from the bottom to the top. A zone is a number: 0–7 the foundations, 8–15 the cases,
then the reserves, stocks, wastes and hands, of the first and of the second player each. A seat is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple

from companion.action import Event
from companion.game import Option
from companion.games.crapette.rules.cards import ACES, BITS, NEXT_UP

FOUNDATIONS = range(0, 8)
CASES = range(8, 16)
RESERVE, STOCK, WASTE, HAND = 16, 18, 20, 22
"""The zone of the first player; that of the second one follows."""
RESERVES, STOCKS, WASTES = range(16, 18), range(18, 20), range(20, 22)
"""The zones of both."""
ZONES = 24

OPTIONS: Mapping[str, Option] = {
    "referee": Option.of("auto", "on_call", "coach"),
    "hints": Option.of("all", "obligations", "off"),
    "reserve_size": Option.of(11, 12, 13),
    "first_player": Option.of("highest", "lowest", "chosen"),
    "first_player_tie": Option.of("suit_then_under", "under"),
    "foundation_duty": Option.of("all", "reserve_and_aces"),
    "foundation_order": Option.of("any", "lowest_first", "reserve_first"),
    "foundation_return": Option.of(False, True),
    "uncovering": Option.of("empty_case", "any_place", "off"),
    "case_freeing": Option.of("one_move", "column", "chain", "off"),
    "chain_limit": Option(4, low=2, high=8),
    "reserve_duty": Option.of("series_and_loads", "series", "off"),
    "empty_case_duty": Option.of("reserve_and_hand", "reserve", "off"),
    "hand_duty": Option.of("series", "series_and_loads", "off"),
    "reserve_turn": Option.of("prompt", "strict"),
    "sequences": Option.of("single", "if_possible_singly", "run"),
    "loading": Option.of(True, False),
    "load_match": Option.of("same_suit", "same_colour", "alternate"),
    "load_from_cases": Option.of(True, False),
    "own_waste_playable": Option.of(False, True),
    "opponent_waste_playable": Option.of(False, True),
    "early_draw": Option.of(False, True),
    "recycle": Option.of("when_exhausted", "when_needed"),
    "omission_undo": Option.of(True, False),
    "hand_after_call": Option.of("waste", "stock"),
    "proof": Option.of("caller_plays", "shown"),
    "call_window": Option.of("turn", "next_action"),
    "wrong_call": Option.of("nothing", "skip_turn", "card"),
    "penalty_cards": Option.of(0, 1, 2, 3),
    "stalemate": Option.of("offer", "auto", "off"),
    "stalemate_winner": Option.of("none", "fewest_cards"),
    "scoring": Option.of("off", "bank"),
}
"""Every option and its values, the default first (section 2.3)."""

Pile = tuple[int, ...]
Pair = tuple[int, int]


def zone_names(players: Sequence[str]) -> tuple[str, ...]:
    """The ids of all zones in their order: F1…F8, T1…T8, then reserve, stock, waste and hand of each player."""
    common = [f"{kind}{number}" for kind in "FT" for number in range(1, 9)]
    own = [f"{kind}:{player}" for kind in ("reserve", "stock", "waste", "hand") for player in players]
    return (*common, *own)


@dataclass(frozen=True, slots=True)
class House:
    """The two players and their house rules, which stay the same for a whole game (section 2.3)."""

    players: tuple[str, str]
    referee: str
    hints: str
    reserve_size: int
    first_player: str
    first_player_tie: str
    foundation_duty: str
    foundation_order: str
    foundation_return: bool
    uncovering: str
    case_freeing: str
    chain_limit: int
    reserve_duty: str
    empty_case_duty: str
    hand_duty: str
    reserve_turn: str
    sequences: str
    loading: bool
    load_match: str
    load_from_cases: bool
    own_waste_playable: bool
    opponent_waste_playable: bool
    early_draw: bool
    recycle: str
    omission_undo: bool
    hand_after_call: str
    proof: str
    call_window: str
    wrong_call: str
    penalty_cards: int
    stalemate: str
    stalemate_winner: str
    scoring: str
    zone_names: tuple[str, ...] = field(compare=False, repr=False)
    zones: Mapping[str, int] = field(compare=False, repr=False)

    @classmethod
    def of(cls, players: tuple[str, str], options: Mapping[str, Any]) -> House:
        """The house rules of these players; ``options`` are complete."""
        names = zone_names(players)
        zones = {name: zone for zone, name in enumerate(names)}
        return cls(players=players, **options, zone_names=names, zones=zones)

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
        return {name: getattr(self, name) for name in OPTIONS}

    @property
    def seats(self) -> Mapping[str, int]:
        """The seat of each player."""
        return {self.players[0]: 0, self.players[1]: 1}


class Shift(NamedTuple):
    """One card from one zone to another: a move that is due, omitted, or offered as proof."""

    source: int
    target: int
    card: int


class Deed(NamedTuple):
    """What hands did: a card action as it is judged (section 4.1).

    ``kind`` is "move", "draw", "discard", "pass" or "recycle". ``place`` is where the lowest moved card lay in its
    source, ``left`` how many cards stay there; ``covered``: it was pulled out from under others.
    """

    kind: str
    seat: int
    source: int = -1
    target: int = -1
    cards: Pile = ()
    place: int = 0
    left: int = 0
    covered: bool = False
    into_empty: bool = False


class Lying(NamedTuple):
    """Where one certain card lies now that was to be taken from ``source``: its copy in the other pack is not it."""

    source: int
    zone: int
    place: int


class Fault(NamedTuple):
    """A fault that can still be called or taken back: an action and all that it broke, in the order cited (4.3).

    ``omitted[n]`` are the moves that ``codes[n]`` demanded, ``cards`` where the cards of all of them lie; ``number``
    counts card actions; ``height`` is that of the target after the action; ``vacant`` are the foundations and cases
    that were empty before it, as bits, ``parked`` and ``returned`` as they were then.
    """

    deed: Deed
    codes: tuple[str, ...]
    omitted: tuple[tuple[Shift, ...], ...]
    cards: tuple[Lying, ...]
    number: int
    height: int
    vacant: int
    parked: int
    returned: tuple[tuple[int, int], ...]


class Proof(NamedTuple):
    """The omitted moves that the caller may make as his first card action (CR-63), and where their cards lie.

    ``vacant`` are the foundations and cases that were empty when it was offered, as bits.
    """

    seat: int
    against: int
    code: str
    moves: tuple[Shift, ...]
    cards: tuple[Lying, ...]
    vacant: int


class Shown(NamedTuple):
    """The cards that are known on the table, as sets.

    ``packs`` are those that each player's own pack has shown, ``once`` and ``twice`` those of which at least so many
    copies are known; ``under`` says who has shown the bottom card of his reserve (CR-7).
    """

    packs: Pair
    once: int
    twice: int
    under: tuple[bool, bool] = (False, False)

    def with_card(self, card: int, seat: int | None = None) -> Shown:
        """One more copy of a card is known; it comes from the pack of this seat if one is named."""
        packs, once, twice, under = self
        bit = BITS[card]
        if seat is not None:
            packs = changed(packs, seat, packs[seat] | bit)
        return Shown(packs, once | bit, twice | once & bit, under)


class Calls(NamedTuple):
    """How often each player called rightly and wrongly, and the turns that he has to skip (CR-61, CR-65)."""

    right: Pair = (0, 0)
    wrong: Pair = (0, 0)
    skips: Pair = (0, 0)


class Standstill(NamedTuple):
    """What leads to a draw (section 6): who wants one, recycles and passes since the last progress.

    ``told``: a stalemate was announced; ``last_pass`` is the seat of a pass that nothing has followed.
    """

    agreed: tuple[bool, bool] = (False, False)
    idle: Pair = (0, 0)
    told: bool = False
    last_pass: int | None = None


class End(NamedTuple):
    """How the game ended; all None before."""

    result: str | None = None
    winner: int | None = None
    points: Pair | None = None


NO_CALLS, PROGRESS, NOT_ENDED = Calls(), Standstill(), End()
"""As they are at the beginning; ``PROGRESS`` also after every progress."""


@dataclass(frozen=True, slots=True)
class State:
    """One moment of the game. What rarely changes is kept in groups, since every action makes a new state.

    ``face_up`` counts the cards that lie face up on each reserve; ``wanted`` are the cards that a foundation takes,
    as a set. ``parked`` (a set of cases as bits) and ``returned`` (case and place) belong to the turn: what need not
    be freed or go up again. ``awaits_decision`` is the coach's; ``duties`` follow from all this: the ``Duties`` of
    the player on turn, None until somebody asks for them.
    """

    piles: tuple[Pile, ...]
    house: House
    phase: str
    turn: int | None
    turn_number: int
    face_up: Pair
    shown: Shown
    wanted: int
    parked: int = 0
    returned: tuple[Pair, ...] = ()
    card_actions: int = 0
    faults: tuple[Fault, ...] = ()
    proof: Proof | None = None
    awaits_decision: bool = False
    calls: Calls = NO_CALLS
    standstill: Standstill = PROGRESS
    end: End = NOT_ENDED
    duties: Any = field(default=None, init=False, compare=False, repr=False)


_FIELDS = tuple(one.name for one in fields(State) if one.init)
_ALL_BUT_THE_PILES = attrgetter(*_FIELDS[1:])
"""The piles come first: a draft holds them as a list."""


class Draft:
    """A state while an action changes it, and the events of that action.

    ``before`` is the state as it was, ``state()`` as it has become.
    """

    __slots__ = (*_FIELDS, "before", "events")

    piles: list[Pile]
    house: House
    phase: str
    turn: int | None
    turn_number: int
    face_up: Pair
    shown: Shown
    wanted: int
    parked: int
    returned: tuple[Pair, ...]
    card_actions: int
    faults: tuple[Fault, ...]
    proof: Proof | None
    awaits_decision: bool
    calls: Calls
    standstill: Standstill
    end: End
    before: State
    events: list[Event]

    def __init__(self, state: State) -> None:
        (
            self.house,
            self.phase,
            self.turn,
            self.turn_number,
            self.face_up,
            self.shown,
            self.wanted,
            self.parked,
            self.returned,
            self.card_actions,
            self.faults,
            self.proof,
            self.awaits_decision,
            self.calls,
            self.standstill,
            self.end,
        ) = _ALL_BUT_THE_PILES(state)
        self.piles = list(state.piles)
        self.before = state
        self.events = []

    def state(self) -> State:
        """The state as it has become."""
        return State(tuple(self.piles), *_ALL_BUT_THE_PILES(self))

    def tell(self, name: str, **told: Any) -> None:
        """Adds an event that everybody may know."""
        self.events.append(Event(name, told))


Position = State | Draft
"""What can be judged: a state, or one that an action is changing."""


def known_copies(piles: Iterable[Pile]) -> tuple[int, int, int]:
    """The cards known once or more, twice or more, and three times or more on the table."""
    once = twice = thrice = 0
    for pile in piles:
        for card in pile:
            bit = BITS[card]
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
    return once, twice, thrice


def going_up(piles: Sequence[Pile]) -> int:
    """CR-10, CR-11: the cards that a foundation takes, as a set."""
    wanted = 0
    for foundation in piles[: FOUNDATIONS.stop]:
        wanted |= NEXT_UP[foundation[-1]] if foundation else ACES
    return wanted


def changed(pair: tuple[Any, Any], seat: int, value: Any) -> Any:
    """A pair with the value of one seat replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def cards_left(position: Position, seat: int) -> int:
    """Cards in reserve, stock, waste and hand of a player (CR-70)."""
    piles = position.piles
    return (
        len(piles[RESERVE + seat])
        + len(piles[STOCK + seat])
        + len(piles[WASTE + seat])
        + len(piles[HAND + seat])
    )


def must_turn(position: Position, seat: int) -> bool:
    """CR-53: the reserve is not empty and its top lies face down."""
    return not position.face_up[seat] and bool(position.piles[RESERVE + seat])


def reserve_top(position: Position, seat: int) -> int | None:
    """The face-up top of a reserve, None when it is empty or face down."""
    return position.piles[RESERVE + seat][-1] if position.face_up[seat] else None


def hand_card(position: Position, seat: int) -> int | None:
    """The card in hand, None without one."""
    hand = position.piles[HAND + seat]
    return hand[0] if hand else None
