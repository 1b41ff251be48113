"""A club of a few tables, before few spectators, killed a little: the bench finds nothing lost or doubled."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

pytest.importorskip("psycopg", reason="pip install 'companion-table[club]'")

from companion.bench.club import tables, watched
from companion.bench.measure import Measure
from companion.club.servers import NoServer

pytestmark = pytest.mark.xdist_group("the club's servers")
LONG = bool(os.environ.get("COMPANION_LONG"))
PLAN = tables.LONG if LONG else tables.Plan(4, 1, 1.0, 3.0, 1, 0.5, 0.2, 1.0, 60.0)


def by_name(measures: list[Measure]) -> Mapping[str, float]:
    return {one.name: one.value for one in measures}


def test_nothing_is_lost_or_doubled_whatever_is_killed_parted_or_set_back() -> None:
    try:
        found = by_name(list(tables.measure(PLAN)))
    except NoServer as missing:
        pytest.skip(str(missing))
    killed = f"{PLAN.tables} tables, {PLAN.kills} + {PLAN.kills} kills"
    assert {
        what: found[f"{killed}: {what}"] for what in ("entries lost", "entries doubled", "links broken")
    } == {
        "entries lost": 0,
        "entries doubled": 0,
        "links broken": 0,
    }
    assert found[f"{PLAN.tables} tables: taps that no page has shown"] == 0
    assert found[f"{PLAN.tables} tables: tap to the page, p50"] > 0
    if LONG:
        assert found[f"{PLAN.tables} tables: tap to the page, p99"] <= tables.DELAY_TARGET_MS


def test_every_spectator_is_shown_every_tap() -> None:
    spectators, taps = watched.LONG if LONG else (40, 3)
    try:
        found = by_name(list(watched.measure(spectators, taps)))
    except NoServer as missing:
        pytest.skip(str(missing))
    assert found[f"{spectators} spectators: tap to a spectator, p99"] > 0
    assert found[f"{spectators} spectators: bytes, a tap and spectator"] > 500
