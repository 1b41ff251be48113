"""When a case can be freed, exactly (CR-42, section 4.4): by one move, by clearing a column, by a chain of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.crapette.rules.cards import BITS, SERIES_BELOW
from companion.games.crapette.rules.state import CASES, Pile, Position, Shift

Columns = tuple[Pile, ...]
"""The eight cases, first to last."""

_FIRST = CASES.start


def freeing_moves(
    position: Position, lone: Sequence[int], tops: int, uncovering_due: bool
) -> tuple[Shift, ...]:
    """The first moves of what frees a case, by the option ``case_freeing``; none when no case can be freed.

    ``lone`` are the cases with a single card, ``tops`` the free cards of all as a set. The parking exception: a case
    filled from another one into an empty case this turn need not be freed again.
    """
    demand = position.house.case_freeing
    if demand == "off":
        return ()
    single = _by_one_move(position, lone, tops)
    if single or demand == "one_move":
        return single
    columns = tuple(position.piles[_FIRST : _FIRST + 8])
    if cleared := _by_clearing_a_column(columns, position.parked):
        return cleared
    if demand == "chain" and not uncovering_due:
        return _by_a_chain(columns, position.parked, position.house.chain_limit)
    return ()


def _by_one_move(position: Position, lone: Sequence[int], tops: int) -> tuple[Shift, ...]:
    """``one_move``: a case with exactly one card, which fits the free card of another occupied case."""
    piles = position.piles
    found: list[Shift] = []
    for case in lone:
        card = piles[case][0]
        fits = SERIES_BELOW[card]
        if fits & tops and not position.parked >> case & 1:
            found += [
                Shift(case, other, card) for other in CASES if piles[other] and fits & BITS[piles[other][-1]]
            ]
    return tuple(found)


# ---------------------------------------------------------------- columns


def _by_clearing_a_column(columns: Columns, parked: int) -> tuple[Shift, ...]:
    """``column``: all cards of one case go away, top first, each onto an occupied case; one first move a column."""
    found = []
    for case, column in enumerate(columns):
        if column and not parked >> (case + _FIRST) & 1:
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
    for length in range(2, limit + 1):
        found = [
            Shift(case + _FIRST, target + _FIRST, columns[case][-1])
            for case, target in _chain_moves(columns)
            if chain.ends_well(_moved(columns, case, target), length - 1)
        ]
        if found:
            return tuple(found)
    return ()


class _Chain:
    """The search for a chain: what is wanted at its end, and the positions already known to lead nowhere."""

    def __init__(self, columns: Columns, parked: int) -> None:
        self._wanted = sum(not column for column in columns) + 1
        self._may_free = [
            bool(column) and not parked >> (case + _FIRST) & 1 for case, column in enumerate(columns)
        ]
        self._hopeless: dict[Columns, int] = {}

    def ends_well(self, columns: Columns, moves: int) -> bool:
        """Whether at most so many more moves lead to one more empty case, one that was occupied before."""
        lengths = sorted(len(column) for column in columns)
        if lengths[self._wanted - 1] == 0 and any(
            free and not column for free, column in zip(self._may_free, columns, strict=True)
        ):
            return True
        if sum(lengths[: self._wanted]) > moves or self._hopeless.get(columns, -1) >= moves:
            return False
        if any(self.ends_well(_moved(columns, *move), moves - 1) for move in _chain_moves(columns)):
            return True
        self._hopeless[columns] = moves
        return False


def _chain_moves(columns: Columns) -> Iterator[tuple[int, int]]:
    """Moves from case to case: onto a series, or parking in the first empty case (CR-23), a lone card never."""
    empty = next((case for case, column in enumerate(columns) if not column), None)
    for case, column in enumerate(columns):
        if not column:
            continue
        fits = SERIES_BELOW[column[-1]]
        for target, below in enumerate(columns):
            if target == case:
                continue
            if fits & BITS[below[-1]] if below else target == empty and len(column) > 1:
                yield case, target


def _moved(columns: Columns, case: int, target: int) -> Columns:
    after = list(columns)
    after[target] = (*after[target], after[case][-1])
    after[case] = after[case][:-1]
    return tuple(after)
