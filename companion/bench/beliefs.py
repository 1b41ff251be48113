"""Whether the referee may believe itself: of all it entered, announced and asked, how often it was right against how
likely it held that to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.bench.measure import Measure
from companion.bench.reliability import Reliability
from companion.simulated.outcome import Outcome

KINDS = ("entered", "announced", "asked")


def beliefs(outcomes: Iterable[Outcome]) -> dict[str, Reliability]:
    """What these evenings say, by what was done."""
    groups = {kind: Reliability() for kind in KINDS}
    for outcome in outcomes:
        for kind, chance, right in outcome.beliefs:
            groups[kind].count(chance, right)
    return groups


def errors(bench: str, prefix: str, outcomes: Iterable[Outcome]) -> Iterator[Measure]:
    """Yield for each kind how far belief and truth lie apart: the expected calibration error."""
    for kind, group in beliefs(outcomes).items():
        error = round(100 * group.error, 2)
        yield Measure(bench, f"{prefix}{kind}_calibration_error", error, "%", group.n, higher_is_better=False)
