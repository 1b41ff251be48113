"""When a case can be freed, exactly (CR-42, section 4.4): by one move, by clearing a column, by a chain of moves."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.crapette.rules.cards import BITS, SERIES_BELOW
from companion.games.crapette.rules.state import CASES, House, Pile, Shift

Columns = tuple[Pile, ...]
"""The eight cases, first to last."""

_FIRST = CASES.start


def freeing_moves(
    house: House, piles: Sequence[Pile], parked: int, lone: Sequence[int], series: int, uncovering_due: bool
) -> tuple[Shift, ...]:
    """The first moves of what frees a case, by the option ``case_freeing``; none when no case can be freed.

    ``lone`` are the cases with a single card, ``series`` the cards that fit an occupied case as a set. The parking
    exception: a case filled from another one into an empty case this turn need not be freed again.
    """
    demand = house.case_freeing
    if demand == "off":
        return ()
    single = _by_one_move(piles, parked, lone, series)
    if single or demand == "one_move":
        return single
    columns = tuple(piles[_FIRST : _FIRST + 8])
    if cleared := _by_clearing_a_column(columns, series, parked):
        return cleared
    if demand == "chain" and not uncovering_due:
        return _by_a_chain(columns, parked, house.chain_limit)
    return ()


def _by_one_move(piles: Sequence[Pile], parked: int, lone: Sequence[int], series: int) -> tuple[Shift, ...]:
    """``one_move``: a case with exactly one card, which fits the free card of another occupied case."""
    found: list[Shift] = []
    for case in lone:
        card = piles[case][0]
        if BITS[card] & series and not parked >> case & 1:
            fits = SERIES_BELOW[card]
            found += [
                Shift(case, other, card) for other in CASES if piles[other] and fits & BITS[piles[other][-1]]
            ]
    return tuple(found)


# ---------------------------------------------------------------- columns


def _by_clearing_a_column(columns: Columns, series: int, parked: int) -> tuple[Shift, ...]:
    """``column``: all cards of one case go away, top first, each onto an occupied case; one first move a column."""
    found = []
    for case, column in enumerate(columns):
        if column and BITS[column[-1]] & series and not parked >> (case + _FIRST) & 1:
            target = _clearing_target(columns, case)
            if target is not None:
                found.append(Shift(case + _FIRST, target + _FIRST, column[-1]))
    return tuple(found)


def _clearing_target(columns: Columns, case: int) -> int | None:
    """Where the top card of a case goes so that the rest can follow; None when it cannot be cleared."""
    card = columns[case][-1]
    for target, below in enumerate(columns):
        if target != case and below and SERIES_BELOW[card] & BITS[below[-1]]:
            after = _moved(columns, case, target)
            if not after[case] or _clearing_target(after, case) is not None:
                return target
    return None


# ---------------------------------------------------------------- chains


def _by_a_chain(columns: Columns, parked: int, limit: int) -> tuple[Shift, ...]:
    """``chain``: the first moves of all shortest sequences that end with more empty cases than before."""
    chain = _Chain(columns, parked)
    if not chain.ends_well(columns, limit):
        return ()
    for length in range(2, limit + 1):
        found = [
            Shift(case + _FIRST, target + _FIRST, columns[case][-1])
            for case, target in chain.worthwhile(columns, length)
            if chain.ends_well(_moved(columns, case, target), length - 1)
        ]
        if found:
            return tuple(sorted(found))
    return ()


class _Chain:
    """The search for a chain: what is wanted at its end, and the positions already known to lead nowhere."""

    def __init__(self, columns: Columns, parked: int) -> None:
        self._wanted = sum(not column for column in columns) + 1
        self._may_free = [
            case for case, column in enumerate(columns) if column and not parked >> (case + _FIRST) & 1
        ]
        self._hopeless: dict[Columns, int] = {}

    def ends_well(self, columns: Columns, moves: int) -> bool:
        """Whether at most ``moves`` more moves lead to one more empty case, one that was occupied before."""
        if self._hopeless.get(columns, -1) >= moves:
            return False
        enough = columns.count(()) >= self._wanted
        if enough and any(not columns[case] for case in self._may_free):
            return True
        for case, target in self.worthwhile(columns, moves):
            if self.ends_well(_moved(columns, case, target), moves - 1):
                return True
        self._hopeless[columns] = moves
        return False

    def worthwhile(self, columns: Columns, moves: int) -> list[tuple[int, int]]:
        """The moves after which those that are left can be enough, as far as the number of cards tells.

        The cards of the shortest cases, as many cases as are wanted empty, must go. A card from one of these onto a
        series is one less to go; parking it leaves as many, as does a card of a longer case onto a series; parking a
        card of a longer case makes one more.
        """
        if self._wanted > len(columns):
            return []  # all cases are empty already
        lengths = sorted(map(len, columns))
        to_go = sum(lengths[: self._wanted])
        short, longest = lengths[self._wanted - 1], lengths[-1]
        spare = moves - to_go
        if spare < 0 or not moves:
            return []
        if spare == 0:
            return _onto_series(columns, short)
        return _onto_series(columns, longest) + _parking(columns, short if spare == 1 else longest)


def _onto_series(columns: Columns, longest: int) -> list[tuple[int, int]]:
    """Moves of the free cards of cases that are low enough, each onto another occupied case."""
    free: list[tuple[int, Pile]] = []
    tops = 0
    for case, column in enumerate(columns):
        if column:
            free.append((case, column))
            tops |= BITS[column[-1]]
    moves: list[tuple[int, int]] = []
    for case, column in free:
        fits = SERIES_BELOW[column[-1]] & tops
        if fits and len(column) <= longest:
            moves += [(case, target) for target, below in free if fits & BITS[below[-1]]]
    return moves


def _parking(columns: Columns, longest: int) -> list[tuple[int, int]]:
    """Moves of the same kind into the first empty case (CR-23), never of a lone card, which would gain nothing."""
    if () not in columns:
        return []
    empty = columns.index(())
    return [(case, empty) for case, column in enumerate(columns) if 1 < len(column) <= longest]


def _moved(columns: Columns, case: int, target: int) -> Columns:
    after = list(columns)
    after[target] = (*after[target], after[case][-1])
    after[case] = after[case][:-1]
    return tuple(after)
