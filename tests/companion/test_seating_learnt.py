"""Families who sit otherwise than was thought are followed from the first hands on."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.domains import pick
from companion.fold import Folded
from companion.games import load
from companion.journal import Journal
from companion.referee import Verdict
from companion.seating import TableSides, seating_of, table_sides
from companion.seating_learnt import Learnt, SeatingLearner
from companion.showing import SightShown
from companion.sighting import Disturbance, Sighting, Slot, ZoneReading
from companion.simulated.evening import Evening
from companion.simulated.following import FollowedByTable
from companion.simulated.outcome import Outcome
from companion.simulated.parameters import noise_parameters
from companion.simulated.players import Opening, opened_evening
from companion.table import Table

CAREFUL = ("careful", "careful")
SWAPPING = TableSides(("south", "north"), frozenset({"rack_"}))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


def opened(table: Table, game_id: str, seed: int) -> Opening:
    game = load(game_id)
    opening = opened_evening(game, random.Random(seed), game.simulation.film or None)
    table.open_game(game_id, opening.players, options=opening.options, setup=opening.setup)
    return opening


def turned(sides: Mapping[str, str]) -> dict[str, str]:
    """Everybody on the chair of the next one."""
    around = list(sides.values())
    return dict(zip(sides, [*around[1:], around[0]], strict=True))


def played(table: Table, opening: Opening, sides: Mapping[str, str], sightings: int) -> Outcome:
    followed = FollowedByTable(table)
    evening = Evening(
        opening,
        CAREFUL,
        lambda game, state: followed,
        random.Random(1),
        noise=noise_parameters(fitted=True, seen_as=opening.game.simulation.seen_as),
        state=followed.states[0],
        most_sightings=sightings,
    )
    evening.truth.sides = dict(sides)
    return evening.play()


def places_named_after_whoever_sits_there(table: Table, truly: Mapping[str, str]) -> None:
    """A camera knows places: what lies before one player is called after the one who is thought to sit there."""
    see = table.see

    def seen(sighting: Sighting) -> Verdict:
        thought = {side: player for player, side in table.snapshot().seating.sides.items()}

        def name(zone: str) -> str:
            kind, _, player = zone.partition(":")
            return f"{kind}:{thought[truly[player]]}" if player in truly else zone

        return see(
            replace(
                sighting,
                zones={name(zone): one for zone, one in sighting.zones.items()},
                disturbances=tuple(replace(one, zone=name(one.zone)) for one in sighting.disturbances),
                unseen=frozenset(map(name, sighting.unseen)),
            )
        )

    table.see = seen  # type: ignore[method-assign]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_family_that_sits_the_other_way_round_is_followed_and_nobody_accused(table: Table, seed: int):
    opening = opened(table, "poker_dice_race", seed)
    truly = turned(table.snapshot().seating.sides)
    outcome = played(table, opening, truly, 70)
    seating = table.snapshot().seating
    assert seating.sides == truly
    assert seating.by == "hands"
    assert outcome.false_accusations == outcome.wrong == outcome.rescues == 0
    (told,) = [entry.seq for entry in table.entries() if entry.body.get("code") == "seating"]
    turns = [
        str(entry.body["action"]["by"])
        for entry in table.entries()
        if entry.kind == "action" and entry.seq < told
    ]
    assert max(map(turns.count, truly)) <= 8


def test_those_who_sit_as_usual_are_never_moved(table: Table):
    opening = opened(table, "poker_dice_race", 1)
    usual = dict(table.snapshot().seating.sides)
    played(table, opening, usual, 60)
    assert not [entry for entry in table.entries() if entry.kind == "note"]


def test_cards_before_the_players_tell_who_sits_there_before_a_hand_moves(table: Table):
    opening = opened(table, "crapette", 1)
    truly = turned(table.snapshot().seating.sides)
    places_named_after_whoever_sits_there(table, truly)
    outcome = played(table, opening, truly, 25)
    assert table.snapshot().seating.sides == truly
    (told,) = [entry.seq for entry in table.entries() if entry.body.get("code") == "seating"]
    assert told == 2
    assert outcome.false_accusations == outcome.wrong == outcome.rescues == 0


# ---------------------------------------------------------------- what the referee is told


def race(sides: TableSides) -> tuple[Table, SeatingLearner]:
    table = Table(Journal(Path(":memory:")))
    table.open_game("poker_dice_race", ("Ada", "Bo"), first="Ada")
    return table, SeatingLearner(
        load("poker_dice_race"), sides, seating_of(sides, ("Ada", "Bo")), folded(table)
    )


def folded(table: Table) -> Folded:
    found = table._written.folded
    assert found is not None
    return found


def on_turn(table: Table) -> str:
    return str((table.snapshot().view or {})["turn"])


def throws(table: Table, learner: SeatingLearner, side: str) -> Learnt:
    """Whoever is on turn throws, a hand from this side; returns what is learnt from it."""
    seating, turn = table.snapshot().seating, on_turn(table)
    learner.tempered(throw(side), seating, table.state)
    template = next(one for one in table.snapshot().legal_actions if one["by"] == turn)
    table.act(pick(template, lambda choices: next(iter(choices))))
    return learner.learn(folded(table), seating, agrees=True)


def throw(side: str | None, chance: float | None = 0.9998) -> Sighting:
    return Sighting(1, 1000, {}, (Disturbance("tray", 0, 900, side, chance),))


def test_a_hand_that_agrees_with_the_seating_is_told_as_it_was_seen():
    table, learner = race(table_sides("poker_dice_race"))
    shown = table.snapshot().seating
    assert learner.tempered(throw("south"), shown, table.state) == throw("south")
    assert learner.tempered(throw(None, None), shown, table.state) == throw(None, None)


def test_the_first_hand_against_the_seating_counts_less():
    table, learner = race(table_sides("poker_dice_race"))
    (told,) = learner.tempered(throw("north"), table.snapshot().seating, table.state).disturbances
    assert told.side is None or (told.side_chance or 0.0) < 0.9


def test_once_everybody_was_seen_at_their_side_a_hand_out_of_turn_counts_in_full():
    table, learner = race(table_sides("poker_dice_race"))
    shown = table.snapshot().seating
    seen = set[str]()
    while seen != {"Ada", "Bo"}:
        seen.add(on_turn(table))
        throws(table, learner, shown.sides[on_turn(table)])
    other = "north" if on_turn(table) == "Ada" else "south"
    assert learner.tempered(throw(other), shown, table.state) == throw(other)


# ---------------------------------------------------------------- what hands say


def test_two_who_swapped_sides_are_found_once_both_were_seen():
    table, learner = race(SWAPPING)
    other = {"Ada": "north", "Bo": "south"}
    told = [throws(table, learner, other[on_turn(table)]).sides for _ in range(6)]
    assert told[0] is None
    assert told[-1] == other


def test_hands_that_fit_no_seating_are_asked_about_after_some_turns_of_each():
    """Two at one side of a table where each has a place of their own."""
    table, learner = race(SWAPPING)
    asked = [throws(table, learner, "south").asked for _ in range(16)]
    assert not any(asked[:4])
    assert any(asked)


def test_what_was_taken_back_says_nothing_any_more():
    table, learner = race(SWAPPING)
    throws(table, learner, "north")
    table.undo()
    learner.learn(folded(table), table.snapshot().seating, agrees=True)
    assert learner.tempered(throw("south"), table.snapshot().seating, table.state) == throw("south")
    assert not learner._hands


# ---------------------------------------------------------------- what the journal keeps


def test_who_sits_where_outlasts_the_program_and_goes_into_the_next_game_of_the_same_people(tmp_path: Path):
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.open_game("poker_dice_race", ("Ada", "Bo"))
    table.sit({"Ada": "north", "Bo": "south"})
    journal.close()
    table = Table(Journal(tmp_path / "journal.sqlite"))
    assert table.snapshot().seating.sides == {"Ada": "north", "Bo": "south"}
    table.open_game("racko", ("Bo", "Ada"))
    assert table.snapshot().seating.sides == {"Bo": "south", "Ada": "north"}
    table.open_game("racko", ("Bo", "Cleo"))
    assert table.snapshot().seating.by == "usual"


def test_a_place_that_the_next_table_has_not_is_not_carried_on(table: Table):
    table.open_game("poker_dice_race", ("Ada", "Bo"))
    table.sit({"Ada": "west", "Bo": "west"})
    table.open_game("racko", ("Ada", "Bo"))
    assert table.snapshot().seating.sides == {"Ada": "south", "Bo": "north"}


def test_a_reading_of_one_look_is_enough_to_see_whose_cards_lie_where(table: Table):
    opening = opened(table, "crapette", 1)
    first, second = opening.players
    lying = load("crapette").visible_table(table.state)
    other = {f"reserve:{first}": f"reserve:{second}", f"reserve:{second}": f"reserve:{first}"}
    zones = {
        zone: ZoneReading(
            tuple(Slot({face: 0.99, "unreadable": 0.01}) for face in lying[other.get(zone, zone)])
        )
        for zone in lying
    }
    assert table.observe(Sighting(1, 1000, zones)) == "nothing"
    assert table.snapshot().seating.sides == {first: "north", second: "south"}
    assert table.snapshot().seating.moved == (first, second)


def test_what_lies_wrongly_is_forgotten_where_places_are_other_peoples_now(table: Table):
    table.open_game("racko", ("Ada", "Bo"), setup={"dealer": "Bo", "turn": "Ada", "discard": [12, 40]})
    for look, laid in enumerate([(), ("7",), ("7",)], start=1):
        lying = {**load("racko").visible_table(table.state), "rack_2": laid}
        zones = {
            zone: ZoneReading(tuple(Slot({face: 0.99, "unreadable": 0.01}) for face in faces or ("empty",)))
            for zone, faces in lying.items()
        }
        table.observe(Sighting(look, 1000 * look, zones))
    sight = table.snapshot().sight
    assert (sight.verdict, sight.zones) == ("unfinished", ("rack_2",))
    assert table.sit({"Ada": "north", "Bo": "south"}).sight == SightShown()
