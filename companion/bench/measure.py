"""One measured figure, as `companion bench` prints it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Measure:
    """A figure of a benchmark; `low` and `high` are 95 % bounds where the figure is a share, else None.

    `target` is what is asked of it, None where nothing is; `n` is how many cases it comes from.
    """

    bench: str
    name: str
    value: float
    unit: str
    n: int
    low: float | None = None
    high: float | None = None
    target: float | None = None
    higher_is_better: bool = True

    def as_json(self) -> dict[str, str | float | int | bool | None]:
        """Return the figure with the keys of the JSON line."""
        return asdict(self)

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None where there is none."""
        if self.target is None:
            return None
        return self.value >= self.target if self.higher_is_better else self.value <= self.target


def wilson_interval(successes: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the 95 % bounds of a share (E. B. Wilson, 1927), as shares 0..1; (0, 1) without cases.

    Raises ValueError where `successes` is not within 0..n.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} cases")
    if n == 0:
        return 0.0, 1.0
    share = successes / n
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def share_measure(
    bench: str,
    name: str,
    successes: int,
    n: int,
    *,
    target: float | None = None,
    higher_is_better: bool = True,
) -> Measure:
    """Return a share in per cent with its bounds."""
    low, high = wilson_interval(successes, n)
    value = 100.0 * successes / n if n else 0.0
    return Measure(
        bench,
        name,
        round(value, 2),
        "%",
        n,
        round(100 * low, 2),
        round(100 * high, 2),
        target,
        higher_is_better,
    )


def upper_bound(successes: int, n: int, confidence: float = 0.95) -> float:
    """Return the exact one-sided upper bound of a share (Clopper and Pearson, 1934), 0..1; 1 without cases.

    Raises ValueError where `successes` is not within 0..n.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} cases")
    if successes == n:
        return 1.0
    low, high = successes / n, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(successes, n, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _at_most(successes: int, n: int, share: float) -> float:
    """The probability of at most this number of successes."""
    if share >= 1.0:
        return 0.0
    logarithms = (
        math.lgamma(n + 1)
        - math.lgamma(k + 1)
        - math.lgamma(n - k + 1)
        + (k * math.log(share) if k else 0.0)
        + (n - k) * math.log1p(-share)
        for k in range(successes + 1)
    )
    return math.fsum(map(math.exp, logarithms))
