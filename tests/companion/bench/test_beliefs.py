"""Whether the referee may believe itself: everything it did is held against the truth, and plotted."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.bench import referee as bench_referee
from companion.bench.beliefs import KINDS, beliefs, errors
from companion.bench.referee import CARELESS, FITTED, play
from companion.cli.main import main
from companion.simulated.outcome import Outcome
from companion.simulated.parameters import noise_parameters
from companion.simulated.scoring import Score

HEARD: list[int] = []
"""The looks of the evening with which a fault was announced."""


@pytest.fixture(scope="module")
def evening() -> Outcome:
    with pytest.MonkeyPatch.context() as patched:
        hear = Score._hear

        def heard(score: Score) -> bool:
            announced = hear(score)
            HEARD.extend([score.sightings] if announced else [])
            return announced

        patched.setattr(Score, "_hear", heard)
        return play("crapette", CARELESS, noise_parameters(fitted=True).error, f"{FITTED}careless", 8100)


def test_everything_entered_announced_and_asked_is_held_against_the_truth(evening: Outcome) -> None:
    told = beliefs([evening])
    assert told.keys() == set(KINDS)
    assert told["entered"].n > 0.6 * evening.actions
    # What an answer announces the referee did not believe by itself.
    assert len(HEARD) >= told["announced"].n >= len(HEARD) - evening.questions > 0
    assert told["asked"].n >= 2 * evening.questions > 0
    assert sum(told["asked"].right) == evening.questions - evening.dismissed
    wrong = sum(group.n - sum(group.right) for group in (told["entered"], told["announced"]))
    assert wrong <= evening.wrong + evening.guessed_accusations


def test_belief_and_truth_that_lie_apart_are_a_calibration_error(evening: Outcome) -> None:
    boasting = Outcome.of(
        {name: getattr(evening, name) for name in Outcome.__slots__}
        | {"beliefs": [["entered", 0.95, right] for right in (True, False)]}
    )
    assert boasting.beliefs == (("entered", 0.95, True), ("entered", 0.95, False))
    (entered, announced, _) = errors("referee", "x.", [boasting])
    assert (entered.name, entered.value, entered.n) == ("x.entered_calibration_error", 45.0, 2)
    assert (announced.value, announced.n) == (0.0, 0)


def test_it_is_plotted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_referee, "MOST_SIGHTINGS", 40)
    plot = tmp_path / "beliefs.svg"
    fresh = ["bench", "referee", "--fitted", "--evenings", "1", "--from", "8100"]
    assert main([*fresh, "--diagram", str(plot)]) == 0
    drawn = plot.read_text(encoding="utf-8")
    assert all(f"{kind}: calibration error" in drawn for kind in KINDS)
    assert main([*fresh[:3], "--from", "8100"]) == 2
    assert main([*fresh[:2], "--evenings", "1"]) == 2
