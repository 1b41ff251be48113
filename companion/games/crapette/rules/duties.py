"""What the player on turn must do before what: the duties of CR-40 to CR-49, each with the moves that fulfil it.

Sources come in the order reserve, hand, T1…T8, targets F1…F8, T1…T8, the opponent's reserve and waste; among several
empty foundations or cases only the first is named, all are equally good (section 3).
"""

from __future__ import annotations

from companion.games.crapette.rules.cards import ACES, BITS, NEXT_UP, SERIES_ABOVE, SERIES_BELOW
from companion.games.crapette.rules.freeing import freeing_moves
from companion.games.crapette.rules.placing import loadable
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    RESERVE,
    WASTE,
    Shift,
    State,
)

Shifts = tuple[Shift, ...]


def duties_of(state: State, seat: int) -> Duties:
    """The duties of the player on turn. A state keeps them: they say what may be done, then judge what was done."""
    duties: Duties | None = state.duties
    if duties is None:
        duties = Duties(state, seat)
        object.__setattr__(state, "duties", duties)
    return duties


class Duties:
    """The duties of a player in a position (section 4.3, second column).

    A duty is pending when it has moves; ``foundation`` is CR-40, ``uncovering`` CR-43, and ``turn_reserve``, which is
    fulfilled by turning, CR-53. ``free`` are zone and card of the free card of every case, ``sources`` the same after
    the reserve ``top`` and the card in ``hand`` (CR-12, CR-21). As sets of cards: ``wanted`` go up on a foundation,
    ``series`` on an occupied case, ``loadable`` on the opponent's piles.
    ``lone`` are the cases with a single card, ``covering`` those whose free card covers a wanted one, ``empty`` is
    the first empty case and ``empty_cases`` how many there are.
    """

    __slots__ = (
        "_freeing",
        "_loadable",
        "_parked",
        "_returned",
        "covering",
        "empty",
        "empty_cases",
        "foundation",
        "free",
        "hand",
        "house",
        "loadable",
        "lone",
        "piles",
        "seat",
        "series",
        "sources",
        "top",
        "turn_reserve",
        "uncovering",
        "wanted",
    )

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.house = state.house
        self.piles = piles = state.piles
        self.wanted = wanted = state.wanted
        self._parked, self._returned = state.parked, state.returned
        self._freeing: Shifts | None = None
        self.top: int | None = None
        self.hand: int | None = None
        available = series = 0
        empty: int | None = None
        free: list[tuple[int, int]] = []
        lone: list[int] = []
        covering: list[int] = []
        for case in CASES:
            if column := piles[case]:
                card = column[-1]
                free.append((case, card))
                available |= BITS[card]
                series |= SERIES_ABOVE[card]
                if len(column) == 1:
                    lone.append(case)
                elif BITS[column[-2]] & wanted and not self._is_returned(case, len(column) - 2):
                    covering.append(case)
            elif empty is None:
                empty = case
        self.series, self.free, self.lone, self.covering = series, free, lone, covering
        self.empty, self.empty_cases = empty, len(CASES) - len(free)
        reserve, hand, face_up = piles[RESERVE + seat], piles[HAND + seat], state.face_up[seat]
        own: list[tuple[int, int]] = []
        if face_up:
            self.top = card = reserve[-1]
            own.append((RESERVE + seat, card))
            available |= BITS[card]
        if hand:
            self.hand = card = hand[0]
            own.append((HAND + seat, card))
            available |= BITS[card]
        self.sources = own + free
        self._loadable = on_reserve, on_waste = loadable(state, seat)
        self.loadable = on_reserve | on_waste
        self.turn_reserve = bool(reserve) and not face_up
        self.foundation = self._foundation_duty() if available & wanted else ()
        self.uncovering = self._uncovering_duty() if covering else ()

    # ------------------------------------------------------------ what has been done this turn

    def _is_returned(self, case: int, place: int) -> bool:
        """Option ``foundation_return``: a card taken down this turn need not go up again."""
        return (case, place) in self._returned

    def _is_returned_top(self, case: int) -> bool:
        return self._is_returned(case, len(self.piles[case]) - 1)

    # ------------------------------------------------------------ levels 1 and 2

    def _foundation_duty(self) -> Shifts:
        """CR-40: the foundation plays that are due, by the option ``foundation_duty``.

        What this turn's returns excuse need not go up again.
        """
        plays = tuple(
            play
            for source, card in self.sources
            if not self._is_returned_top(source)
            for play in self.onto_foundations(source, card)
        )
        if self.house.foundation_duty == "reserve_and_aces":
            own = RESERVE + self.seat
            return tuple(play for play in plays if play.source == own or BITS[play.card] & ACES)
        return plays

    def _uncovering_duty(self) -> Shifts:
        """CR-43: an empty case serves first to uncover a card; ``any_place``: else a series does."""
        wish, piles = self.house.uncovering, self.piles
        if wish == "off":
            return ()
        if self.empty is not None:
            return tuple(Shift(case, self.empty, piles[case][-1]) for case in self.covering)
        if wish == "empty_case":
            return ()
        return tuple(move for case in self.covering for move in self.onto_series(case, piles[case][-1]))

    @property
    def freeing(self) -> Shifts:
        """CR-42: the moves that free a case."""
        if self._freeing is None:
            self._freeing = freeing_moves(
                self.house, self.piles, self._parked, self.lone, self.series, bool(self.uncovering)
            )
        return self._freeing

    # ------------------------------------------------------------ levels 0 and 3

    @property
    def reserve(self) -> Shifts:
        """CR-44: what makes the reserve top playable before a stock card is used, by the option ``reserve_duty``."""
        top, duty = self.top, self.house.reserve_duty
        if top is None or duty == "off" or not BITS[top] & (self.wanted | self.series | self.loadable):
            return ()
        source = RESERVE + self.seat
        found = self.onto_foundations(source, top) + self.onto_series(source, top)
        if duty == "series_and_loads":
            found += self.loads(source, top)
        return tuple(found)

    @property
    def reserve_filling(self) -> Shifts:
        """CR-45: an empty case is filled from the reserve."""
        top = self.top
        if self.empty is None or top is None or self.house.empty_case_duty == "off":
            return ()
        return (Shift(RESERVE + self.seat, self.empty, top),)

    # ------------------------------------------------------------ level 4: a card is in hand (CR-51)

    @property
    def hand_series(self) -> Shifts:
        """CR-46: the card in hand goes on a series."""
        card = self.hand
        if card is None or self.house.hand_duty == "off":
            return ()
        return tuple(self.onto_series(HAND + self.seat, card))

    @property
    def hand_filling(self) -> Shifts:
        """CR-47: the card in hand fills an empty case."""
        card = self.hand
        if self.empty is None or card is None or self.house.empty_case_duty != "reserve_and_hand":
            return ()
        return (Shift(HAND + self.seat, self.empty, card),)

    @property
    def hand_loading(self) -> Shifts:
        """CR-48: the card in hand is loaded, if the option ``hand_duty`` demands it."""
        card = self.hand
        if card is None or self.house.hand_duty != "series_and_loads":
            return ()
        return tuple(self.loads(HAND + self.seat, card))

    # ------------------------------------------------------------ where a card goes

    def onto_foundations(self, source: int, card: int) -> list[Shift]:
        """CR-10, CR-11, CR-16: the foundations that take the card, of several empty ones the first."""
        bit = BITS[card]
        found: list[Shift] = []
        if not bit & self.wanted:
            return found
        empty_named = not ACES & bit
        for foundation in FOUNDATIONS:
            if pile := self.piles[foundation]:
                if NEXT_UP[pile[-1]] & bit:
                    found.append(Shift(source, foundation, card))
            elif not empty_named:
                empty_named = True
                found.append(Shift(source, foundation, card))
        return found

    def onto_series(self, source: int, card: int) -> list[Shift]:
        """CR-20: the occupied cases that take the card."""
        found: list[Shift] = []
        if BITS[card] & self.series:
            fits = SERIES_BELOW[card]
            for case, below in self.free:
                if fits & BITS[below]:
                    found.append(Shift(source, case, card))
        return found

    def loads(self, source: int, card: int) -> list[Shift]:
        """CR-30: the opponent's piles that take the card; never the one it comes from."""
        on_reserve, on_waste = self._loadable
        found: list[Shift] = []
        if BITS[card] & on_reserve:
            found.append(Shift(source, RESERVE + 1 - self.seat, card))
        if BITS[card] & on_waste and source != WASTE + 1 - self.seat:
            found.append(Shift(source, WASTE + 1 - self.seat, card))
        return found
