"""Sightings that cannot be: whatever the seeing part says, the table stands, and its journal tells no nonsense."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Game
from companion.games import load
from companion.journal import Journal
from companion.sighting import MOST_SLOTS, Disturbance, Sighting, Slot, ZoneReading, sane
from companion.simulated.players import opened_evening
from companion.simulated.playing import player_of
from companion.table import Table
from tests.companion.games.kit import each_game, examples, some

GAMES = ("crapette", "super_crack", "change_horses", "poker_dice_race")
KINDS = {
    *("same", "played", "look_again", "unfinished", "restoring", "asked", "refused", "waiting", "nothing"),
}
FACES = ("9H", "KS", "10C", "back", "empty", "unreadable", "unknown", "horse_3", "horse_A", "square_7", "AB")
MORE_FACES = ("J", "57", "blue", "black", "9Z", "", " ", "figure", "\N{SNOWMAN}", "-1", "square_", "cell")
NO_CHANCES = (nan, inf, -inf, -0.3, 1.5, 1e300, -0.0)


@contextmanager
def table_of(game_id: str, seed: int = 1) -> Iterator[Table]:
    """A running table with a game just opened."""
    opening = opened_evening(load(game_id), random.Random(seed))
    journal = Journal(Path(":memory:"))
    table = Table(journal)
    try:
        table.open_game(game_id, opening.players, options=opening.options, setup=opening.setup)
        yield table
    finally:
        journal.close()


def as_it_lies(table: Table, seq: int = 1) -> Sighting:
    """A clear look at the whole table."""
    assert table.game is not None
    lying = table.game.visible_table(table.state)
    zones = {
        zone: ZoneReading(tuple(Slot({face: 0.99, "unreadable": 0.01}) for face in faces or ("empty",)))
        for zone, faces in lying.items()
    }
    return Sighting(seq, 1000 * seq, zones)


def replayed(table: Table) -> Any:
    """The state that the journal's moves lead to, from the first one on."""
    assert table.game is not None
    state = table.opening_state
    for move in table.moves():
        state, _ = table.game.apply(state, move.action)
    return state


# ---------------------------------------------------------------- nonsense of every kind


def chances() -> st.SearchStrategy[float]:
    return st.one_of(
        st.floats(0, 1),
        st.sampled_from((*NO_CHANCES, 1.0, 0.99, 0.0)),
        st.floats(allow_nan=True, allow_infinity=True),
    )


def slots() -> st.SearchStrategy[Slot]:
    faces = st.sampled_from((*FACES, *MORE_FACES))
    return st.builds(
        Slot,
        faces=st.dictionaries(faces, chances(), max_size=5),
        evidence=st.sampled_from((None, "crop")),
        presence=chances(),
    )


def readings() -> st.SearchStrategy[ZoneReading]:
    return st.builds(
        ZoneReading,
        slots=st.one_of(
            st.lists(slots(), max_size=14).map(tuple), slots().map(lambda one: (one,) * (MOST_SLOTS + 1))
        ),
        evidence=st.sampled_from((None, "crop")),
        surplus=st.one_of(st.just(0.0), chances()),
    )


@st.composite
def nonsense(draw: st.DrawFn, known: tuple[str, ...]) -> Sighting:
    """A sighting about zones that are there and zones that are not, of the past and of the future."""
    strange = ("T9", "T0", "coffee_table", "hand:Nobody", "cell_99_99", "square_9999", "stock:", "", "lane_3")
    zone = st.sampled_from((*known, *strange))
    times = st.one_of(st.integers(-10_000, 10_000), st.sampled_from((nan, inf, -inf, 10**30)))
    sides = st.sampled_from((None, "south", "north", "the moon", ""))
    hands: list[Disturbance] = draw(st.lists(st.builds(Disturbance, zone, times, times, sides), max_size=12))
    twice = draw(st.booleans())
    if twice:
        hands += hands
    read = draw(st.dictionaries(zone, readings(), max_size=6))
    unseen = frozenset(known) if draw(st.booleans()) else draw(st.frozensets(zone, max_size=8))
    return Sighting(draw(st.integers(-5, 5)), draw(st.integers(-10_000, 10_000)), read, tuple(hands), unseen)


def zones_of(game_id: str) -> tuple[str, ...]:
    with table_of(game_id) as table:
        assert table.game is not None
        momentary = table.game.hands.momentary if table.game.hands else ()
        return tuple(dict.fromkeys((*table.game.visible_table(table.state), *momentary)))


@pytest.mark.parametrize("game_id", GAMES)
@examples(25)
@given(data=st.data())
def test_nonsense_breaks_nothing(game_id: str, data: st.DataObject) -> None:
    """No exception; every entry can be replayed, and what was entered or asked stands on believable readings."""
    known = zones_of(game_id)
    with table_of(game_id) as table:
        if data.draw(st.booleans(), "a clear look first"):
            assert table.observe(as_it_lies(table)) in KINDS
        for sighting in data.draw(st.lists(nonsense(known), min_size=1, max_size=5)):
            assert table.observe(sighting) in KINDS
            table.snapshot().as_json()
            table.differences()
        assert replayed(table) == table.state
        for move in table.moves():
            json.dumps(move.reading, allow_nan=False)
        asked = table.snapshot().as_json()["question"]
        if asked is not None:
            table.answer(asked["id"])
        assert replayed(table) == table.state


@pytest.mark.parametrize("game_id", GAMES)
def test_what_can_not_be_is_left_out_and_changes_nothing(game_id: str) -> None:
    """Each kind of nonsense by itself, for a table that lies as the journal says: not one entry."""
    with table_of(game_id) as table:
        told = as_it_lies(table)
        zone = next(iter(told.zones))
        strange = ZoneReading((Slot({"9H": 1.0}),))
        same = table.observe(told)
        before = table.seq
        for other in (
            Sighting(2, 2000, {}, (), frozenset(told.zones)),
            Sighting(3, 3000, {**told.zones, "coffee_table": strange}),
            Sighting(4, 4000, {"coffee_table": strange}, (Disturbance("coffee_table", 1, 2, "south"),)),
            Sighting(5, 5000, {}, (), frozenset({"coffee_table"})),
            Sighting(6, 6000, {zone: ZoneReading((Slot({}),))}),
            Sighting(7, 7000, {zone: ZoneReading((Slot({"9H": nan, "KS": -1.0, "QD": inf}),))}),
            Sighting(8, 8000, {zone: ZoneReading((Slot({"9H": 0.0}),))}),
            Sighting(9, 9000, {zone: ZoneReading((Slot({"9H": 0.99, "unreadable": 0.01}),) * 1000)}),
            Sighting(10, 9500, {zone: ZoneReading((Slot({"9H": 1.0}, presence=nan),), surplus=nan)}),
            Sighting(-3, -77, dict(told.zones), (Disturbance(zone, 99, 1, "the moon"),) * 3),
        ):
            table.observe(other)
            assert (table.seq, table.snapshot().as_json()["question"]) == (before, None), other
        assert table.observe(as_it_lies(table, 11)) == same


@pytest.mark.parametrize("game_id", ["crapette", "racko"])
def test_zones_that_are_not_there_keep_nobody_from_being_seen(game_id: str) -> None:
    """A hand over a coffee table hides nothing of the game: the next true look counts in full."""
    with table_of(game_id) as table:
        table.observe(as_it_lies(table))
        far = Disturbance("coffee_table", 1, 2, None)
        table.observe(Sighting(2, 2000, {}, (far,), frozenset({"coffee_table"})))
        assert table.observe(as_it_lies(table, 3)) == "same"
        assert table.differences() == ()


# ---------------------------------------------------------------- half a table, and contradictions


def test_while_half_of_the_table_is_unseen_nothing_is_made_up() -> None:
    with table_of("crapette") as table:
        told = as_it_lies(table)
        table.observe(told)
        half = frozenset(list(told.zones)[::2])
        left = {zone: reading for zone, reading in told.zones.items() if zone not in half}
        for seq in range(2, 6):
            assert table.observe(Sighting(seq, 1000 * seq, left, (), half)) == "same"
        assert not table.moves()
        assert table.observe(as_it_lies(table, 9)) == "same"


def test_what_is_read_and_unseen_at_once_is_unseen() -> None:
    with table_of("crapette") as table:
        told = as_it_lies(table)
        table.observe(told)
        wrong = ZoneReading((Slot({"9H": 0.99, "unreadable": 0.01}),))
        for seq in range(2, 6):
            table.observe(Sighting(seq, 1000 * seq, {"reserve:Ada": wrong}, (), frozenset({"reserve:Ada"})))
        assert not table.moves()
        assert table.snapshot().as_json()["question"] is None
        assert "reserve:Ada" not in {one.zone for one in table.differences()}


@pytest.mark.parametrize("game_id", ["crapette", "poker_dice_race"])
def test_a_tap_that_the_camera_contradicts_stands_until_people_say_otherwise(game_id: str) -> None:
    """People tell a move and do not make it: the page tells what differs, and no second truth is entered."""
    with table_of(game_id) as table:
        game, chance = table.game, random.Random(1)
        assert game is not None
        player = player_of(game, 1.0)
        shown = as_it_lies(table)
        while game.visible_table(table.state) == _lying(shown):
            shown = as_it_lies(table, table.seq)
            assert table.observe(shown) in ("same", "nothing")
            table.act(player.next(table.state, chance))
        moves = table.moves()
        for seq in range(100, 106):
            kind = table.observe(Sighting(seq, 1000 * seq, shown.zones))
            assert kind in ("restoring", "unfinished", "look_again", "asked", "waiting")
        assert table.moves() == moves and table.differences()
        asked = table.snapshot().as_json()["question"]
        if asked is not None:
            table.answer(asked["id"])
        empty = {zone: ZoneReading((Slot({"empty": 1.0}),)) for zone in shown.zones}
        now = as_it_lies(table, 200)
        assert table.observe(Sighting(now.seq, now.monotonic_ms, {**empty, **now.zones})) == "same"
        assert table.moves() == moves and table.differences() == ()


def _lying(sighting: Sighting) -> dict[str, tuple[str, ...]]:
    return {
        zone: tuple(face for slot in reading.slots if (face := slot.best[0]) != "empty")
        for zone, reading in sighting.zones.items()
    }


# ---------------------------------------------------------------- the border itself


def everywhere(zone: str) -> bool:
    return True


def test_what_is_sane_stays_as_it_is() -> None:
    clear = ZoneReading((Slot({"9H": 0.99, "unreadable": 0.01}), Slot({"KS": 0.7, "KC": 0.295})))
    hands = (Disturbance("T1", 1, 5, "south"), Disturbance("T2", 4, 9, None))
    told = Sighting(3, 4, {"T1": clear, "T2": ZoneReading(())}, hands, frozenset({"T3"}))
    assert sane(told, everywhere) == told
    assert sane(told, everywhere).zones["T1"] is clear


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({}, {"unreadable": 1.0}),
        ({"9H": nan}, {"unreadable": 1.0}),
        ({"9H": -0.5, "9D": 0.5}, {"9D": 0.5, "unreadable": 0.5}),
        ({"9H": 2.0, "9D": 1.0}, {"9D": 1.0, "unreadable": 0.0}),
        ({"9H": 1.0, "9D": 1.0}, {"9H": 0.5, "9D": 0.5}),
        ({"9H": 0.2}, {"9H": 0.2, "unreadable": 0.8}),
        ({"9H": 0.2, "unreadable": 0.1}, {"9H": 0.2, "unreadable": 0.8}),
        ({"": 1.0}, {"unreadable": 1.0}),
    ],
)
def test_what_a_slot_does_not_say_is_unreadable(given: dict[str, float], left: dict[str, float]) -> None:
    told = sane(Sighting(1, 1, {"T1": ZoneReading((Slot(given, "crop"),))}), everywhere)
    (slot,) = told.zones["T1"].slots
    assert slot.faces == pytest.approx(left) and slot.evidence == "crop"


def test_zones_and_times_that_cannot_be_are_left_out() -> None:
    read = ZoneReading((Slot({"9H": 1.0}),))
    backwards, timeless = Disturbance("T1", 9, 2, "south"), Disturbance("T1", 1, inf)  # type: ignore[arg-type]
    told = sane(
        Sighting(
            1,
            1,
            {"T1": read, "T2": read, "moon": read, "T3": ZoneReading(read.slots * 61), "T4": read},
            (backwards, backwards, timeless, Disturbance("moon", 1, 2)),
            frozenset({"T2", "moon"}),
        ),
        lambda zone: zone.startswith("T"),
    )
    assert set(told.zones) == {"T1", "T4"}
    assert told.unseen == {"T2", "T3"}
    assert told.disturbances == (Disturbance("T1", 2, 9, "south"),)


@each_game
def test_every_zone_that_hands_touch_is_a_zone(game: Game) -> None:
    """The border leaves out nothing that the game has."""
    assert game.hands is not None
    for step in some(game, 300):
        known = {*game.visible_table(step.before), *game.further_zones(step.before)}
        known |= {*game.zones, *game.hands.momentary}
        touched = game.hands.touched(step.before, step.action)
        for zone in (*game.visible_table(step.after), *touched):
            assert zone in known, zone
        for zone in ("coffee_table", "square_" + "9" * 5000, "cell_0_1", "cell_1_", "square_-1", ""):
            assert zone not in known, zone
