"""The decision table: every row is reached, the first that holds decides, and the last one always holds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.referee.deciding import DECISIONS, Decision, Facts, decided

NOTHING = {
    "is_sure": False,
    "is_late": True,
    "is_enough": False,
    "only_before": False,
    "may_wait": False,
    "accuses": False,
    "all_read": True,
    "is_hidden": False,
    "is_improbable": False,
    "can_be_asked": True,
    "is_nameless": False,
}


def look(**otherwise: bool) -> Facts:
    """The facts of a look that has been taken twice, of which nothing is certain."""
    return cast(Facts, SimpleNamespace(**{**NOTHING, **otherwise}))


@pytest.mark.parametrize(
    ("facts", "decision"),
    [
        ({"is_sure": True, "is_late": False}, "enter"),
        ({"is_enough": True}, "enter"),
        ({"is_enough": True, "is_late": False}, "look_again"),
        ({"is_enough": True, "is_late": False, "only_before": True}, "enter_in_doubt"),
        ({"only_before": True, "may_wait": True, "is_late": False}, "open"),
        ({"is_late": False}, "look_again"),
        ({"accuses": True, "all_read": False}, "look_again"),
        ({"accuses": True, "is_hidden": True}, "look_again"),
        ({"is_improbable": True}, "show_picture"),
        ({"can_be_asked": False}, "show_journal"),
        ({"may_wait": True}, "play_on"),
        ({"accuses": True, "may_wait": True}, "ask"),
        ({"is_nameless": True, "may_wait": True}, "play_on"),
        ({"is_nameless": True}, "show_picture"),
        ({}, "ask"),
    ],
)
def test_the_first_row_that_holds_decides(facts: dict[str, Any], decision: Decision) -> None:
    assert decided(look(**facts)) == decision


def test_something_is_always_decided() -> None:
    holds, decision = DECISIONS[-1]
    assert holds(look()) and decision == "ask"
