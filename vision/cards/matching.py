"""Cards and places for them: who gets which place when each place takes one card only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.deck.looks import Float64Array

_LEAST = 1e-12
_ROUNDS = 400
_SETTLED = 1e-7


def best_assignment(cost: Float64Array) -> tuple[int, ...]:
    """Return for each row of `cost` (n, m), n <= m, the column it gets: all different, the sum of costs least.

    The Hungarian method by shortest augmenting paths (Jonker and Volgenant 1987), O(n² m). Raises ValueError where
    there are fewer columns than rows or a cost is not finite.
    """
    rows, columns = cost.shape
    if rows > columns:
        raise ValueError(f"{rows} rows cannot get {columns} columns")
    if not np.isfinite(cost).all():
        raise ValueError("a cost is not finite")
    # Column 0 stands for the row that is being placed, so rows and columns count from 1 below.
    of_row, of_column = np.zeros(rows + 1), np.zeros(columns + 1)
    holder = np.zeros(columns + 1, np.intp)
    for row in range(1, rows + 1):
        holder[0] = row
        _augment(cost, of_row, of_column, holder)
    placed = np.zeros(rows, np.intp)
    for column in range(1, columns + 1):
        if holder[column]:
            placed[holder[column] - 1] = column - 1
    return tuple(int(column) for column in placed)


def _augment(
    cost: Float64Array, of_row: Float64Array, of_column: Float64Array, holder: NDArray[np.intp]
) -> None:
    """Place the row that column 0 holds: the shortest path over reduced costs to a free column, then along it."""
    least = np.full(len(of_column), np.inf)
    before = np.zeros(len(of_column), np.intp)
    visited = np.zeros(len(of_column), bool)
    at = 0
    while holder[at]:
        visited[at] = True
        reduced = cost[holder[at] - 1] - of_row[holder[at]] - of_column[1:]
        nearer = ~visited[1:] & (reduced < least[1:])
        least[1:][nearer] = reduced[nearer]
        before[1:][nearer] = at
        open_columns = np.where(visited, np.inf, least)
        open_columns[0] = np.inf
        following = int(open_columns.argmin())
        step = open_columns[following]
        of_row[holder[visited]] += step
        of_column[visited] -= step
        least[~visited] -= step
        at = following
    while at:
        holder[at] = holder[before[at]]
        at = int(before[at])


def matching_marginals(weights: Float64Array, free: Float64Array) -> Float64Array:
    """Return how probable each column is for each row (n, m + 1), the last for a row that takes none.

    A matching is as probable as the product of the weights (n, m) of its pairs and of `free` (n,) for the rows
    without a column; all weights are >= 0 and every row has one above 0. By belief propagation (Vontobel 2013, "The
    Bethe permanent"), which is not exact but settles always; a column's probabilities sum to 1 at most.
    """
    rows, columns = weights.shape
    whole = weights.sum(axis=1) + free
    weights, free = weights / whole[:, None], free / whole
    heard = np.ones((rows, columns))
    for _ in range(_ROUNDS):
        wanted = weights * heard
        others = free[:, None] + wanted.sum(axis=1, keepdims=True) - wanted
        said = weights / np.maximum(others, _LEAST)
        fresh = 1.0 / (1.0 + said.sum(axis=0, keepdims=True) - said)
        change = float(np.abs(fresh - heard).max(initial=0.0))
        heard = 0.5 * (fresh + heard)
        if change < _SETTLED:
            break
    shares = np.column_stack([weights * heard, free])
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float64)
