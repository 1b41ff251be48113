"""What must hold of whole evenings seen through a camera that errs; with COMPANION_LONG=1 every figure asked.

The figures and their targets: ``docs/referee-figures.md``.
"""

from __future__ import annotations

import os

import pytest

from companion.bench.referee import (
    CARELESS,
    EXPECTED_ERROR,
    FAMILY,
    FAULTLESS,
    LONG,
    Evenings,
    accused_falsely,
    is_followed,
    measure,
    play,
)
from tests.inline import evenings_here

__all__ = ["evenings_here"]

_LONG = os.environ.get("COMPANION_LONG") == "1"
_FAULTLESS_GAMES, _FAMILY_GAMES = 4, 4


def test_a_few_evenings_are_followed_and_nobody_is_accused_of_nothing() -> None:
    with Evenings() as evenings:
        faultless = evenings.of("crapette", FAULTLESS, EXPECTED_ERROR, "figures", range(_FAULTLESS_GAMES))
        family = evenings.of("crapette", FAMILY, EXPECTED_ERROR, "figures", range(_FAMILY_GAMES))
        careful, mixed = faultless(), family()
    assert (len(careful), len(mixed)) == (_FAULTLESS_GAMES, _FAMILY_GAMES)
    assert all(one.over and one.actions > 100 for one in (*careful, *mixed))
    assert sum(one.faults for one in careful) == 0 < sum(one.visible for one in mixed)
    assert accused_falsely(careful) == 0
    left_wrong = {
        name: [one.seed for one in played if not is_followed(one)]
        for name, played in (("careful", careful), ("mixed", mixed))
    }
    assert left_wrong == {"careful": [], "mixed": []}


def test_a_table_that_only_hypotheses_with_a_forgotten_call_explain_is_shown_as_it_is() -> None:
    """In this evening nothing was left that people could have been asked, and the referee broke off."""
    outcome = play("crapette", CARELESS, EXPECTED_ERROR, "careless", 253)
    assert outcome.over and is_followed(outcome) and not accused_falsely([outcome])


@pytest.mark.skipif(not _LONG, reason="thousands of evenings: COMPANION_LONG=1")
def test_every_figure_reaches_its_target() -> None:
    missed = [one for one in measure(LONG) if one.met is False]
    assert missed == []
