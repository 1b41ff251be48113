"""What every game must bring and hold, whichever game it is: a sixth game is tested by its folder alone.

This file: the manifest, and the laws of playing. Beside it: ``test_kit_refusals`` (nonsense),
``test_kit_conservation`` (cards and money), ``test_kit_secrets``, ``test_kit_table`` (what hands and cameras do),
``test_kit_journal`` (undo and amend), ``test_kit_words`` and ``test_kit_codes`` (what must be said, cited, tested).
"""

from __future__ import annotations

import dataclasses
import importlib
import itertools
import json
import random
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given

from companion.action import Rejected
from companion.domains import choices, instances, kind, pick
from companion.game import Game, Instruction, Option, Panel, View
from companion.games import all_games, brought, game_ids, load
from companion.languages import LANGUAGES
from companion.readers import Reader
from companion.record import Header, parse, replay, write
from companion.simulated.players import (
    MOST_ACTIONS,
    NAMES,
    PLAYERS,
    opened,
    played,
    table_before,
    values,
)
from tests.companion.games.kit import (
    BROKEN,
    REPOSITORY,
    as_json,
    each_game,
    examples,
    plain_words,
    sample,
    seeds,
    some,
    uncounted,
)

pytestmark = uncounted

VIEW_FIELDS: Mapping[str, str] = {
    "poker_dice_race": "phase turn horses series dice_expected can_stop finish_order awaiting winner ranking",
    "crapette": "phase turn turn_number foundations cases reserves stocks wastes hands cards_left proof calls"
    " turns_to_skip draw_agreed_by winner result points obligations legal_moves",
    "racko": "phase round dealer turn deck_max stock discard_top discard_count held announced_by announced"
    " awaiting_racks racks_shown round_points round_bonus scores out_of_round out winners",
    "super_crack": "phase race bankrupt accounts cash debt owed ledger_total ledger_last horses stables market"
    " hand_counts deck handicap_done bets black_pawns start_rolls turn to_roll draw_pending arrivals awaiting"
    " last_results winners ranking",
    "change_horses": "mode phase round lap turn order positions horses board board_capacity counts moves_due front"
    " hand_left required wild_left changed wild_played carrots auction pile_count awaiting_certificates"
    " certificates_shown end_reason result winners best_players",
}
"""The fields of the view as the rules of the five games list them (section 3), beside those of every game."""

FIELDS_OF_ALL = frozenset({"game", "players", "options"})
"""The public view of every game has these; ``options`` are complete."""

FUNCTIONS = (
    *("new_game", "apply", "legal_actions", "view", "is_over", "offered", "redacted", "awaited", "panels"),
    *(
        "visible_table",
        "physical_moves",
        "put_right",
        "default_profile",
        "complete",
        "expected_in",
        "outlook",
    ),
)


# ------------------------------------------------------------------------------- the manifest


def test_every_folder_among_the_games_is_a_game() -> None:
    assert game_ids() and not BROKEN, "\n".join(map(str, BROKEN.values()))
    assert [game.id for game in all_games()] == list(game_ids())


def test_an_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load("no_such_game")


OPTIONAL = ("explain", "drawing", "hands", "course", "podium", "box", "board", "printed", "signs", "laid_out")
"""What a game may go without."""


@each_game
def test_the_manifest_brings_everything(game: Game) -> None:
    may_lack = {*OPTIONAL, *(("places",) if game.hands is None else ())}
    lacking = {field.name for field in dataclasses.fields(Game) if getattr(game, field.name) is None}
    assert lacking <= may_lack, f"the manifest of {game.id} does not name {sorted(lacking - may_lack)}"


@each_game
def test_the_manifest_holds_the_right_kinds(game: Game) -> None:
    assert game.id in game_ids() and game.title.strip()
    low, high = game.players
    assert 1 <= low <= high
    for name in FUNCTIONS:
        assert callable(getattr(game, name)), f"{game.id}: {name} is no function"
    assert all(isinstance(name, str) and isinstance(option, Option) for name, option in game.options.items())
    assert isinstance(game.words, ModuleType)
    assert game.places is None or isinstance(game.places, ModuleType)
    assert game.zones and all(isinstance(zone, str) for zone in game.zones)
    assert all(isinstance(reader, Reader) for reader in game.zones.values())
    codes = dataclasses.astuple(game.codes)
    assert all(isinstance(code, str) and code == code.lower() for kind_of in codes for code in kind_of)
    assert game.codes.actions and game.codes.events and game.codes.refusals


@each_game
def test_the_manifest_cannot_be_changed(game: Game) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.title = "Another"  # type: ignore[misc]


@each_game
def test_the_drawing_can_be_imported(game: Game) -> None:
    assert game.drawing is None or importlib.import_module(game.drawing)


@each_game
def test_the_page_has_a_template(game: Game) -> None:
    page = game.template.removeprefix(f"games/{game.id}/")
    shared = (REPOSITORY / "web" / "templates" / game.template).is_file()
    assert shared or brought(game.id, f"page/{page}") is not None


@each_game
def test_the_default_profile_is_accepted_and_the_same_as_none(game: Game) -> None:
    profile = game.default_profile()
    as_json(dict(profile))
    players = NAMES[: game.players[0]]
    setup = table_before(game, players, random.Random(0))
    assert game.new_game(players, {}, setup, profile) == game.new_game(players, {}, setup)


@each_game
def test_every_house_rule_has_a_default_and_other_values(game: Game) -> None:
    players = NAMES[: game.players[0]]
    setup = table_before(game, players, random.Random(0))
    defaults = {name: option.default for name, option in game.options.items()}
    assert game.new_game(players, defaults, setup) == game.new_game(players, {}, setup)
    for name, option in game.options.items():
        assert option.accepts(option.default), f"{name}: its default is none of its values"
        assert len(values(option)) > 1, f"{name} has no other value"


@each_game
def test_the_view_tells_every_house_rule(game: Game) -> None:
    for seed in range(20):
        opening = opened(game, random.Random(seed))
        told = game.view(opening.state()).public["options"]
        assert set(told) == set(game.options)
        assert {name: told[name] for name in opening.options} == dict(opening.options)


# ------------------------------------------------------------------------------- the laws of playing


@each_game
@examples(10)
@given(seed=seeds)
def test_every_game_played_at_random_ends(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    *_, last = played(opened(game, chance), chance, most=MOST_ACTIONS)
    assert game.is_over(last.after), f"not over after {MOST_ACTIONS} actions"


def few_instances(template: Mapping[str, Any], chance: random.Random, most: int = 60) -> list[dict[str, Any]]:
    """All instances of a template when they are few, else a sample of them."""
    product = 1
    for value in template.values():
        product *= sum(1 for _ in itertools.islice(choices(value), most + 1))
        if product > most:
            return [pick(template, chance.choice) for _ in range(most // 6)]
    return list(instances(template))


@each_game
@examples(10)
@given(seed=seeds)
def test_every_instance_of_a_legal_action_is_accepted_without_a_fault(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    kind_of_player = PLAYERS[chance.choice(list(PLAYERS))]()
    every = chance.randint(3, 9)
    for number, step in enumerate(played(opened(game, chance), chance, kind_of_player, most=150)):
        if number % every:
            continue
        for template in game.legal_actions(step.before):
            for action in few_instances(template, chance):
                after, events = game.apply(step.before, action)
                assert after is not None and isinstance(events, tuple)
                _no_fault(action, events)


def _no_fault(action: Mapping[str, Any], events: tuple[Any, ...]) -> None:
    """No infraction and no false announcement comes of what was legal."""
    for event in events:
        assert event.name not in ("infraction", "false_racko"), (dict(action), event)
        assert event.fields.get("valid") is not False, (dict(action), event)


@each_game
@examples(6)
@given(seed=seeds)
def test_replaying_the_same_actions_gives_the_same_game(game: Game, seed: int) -> None:
    """Through JSON: what is played again from the journal's text is equal, with an equal hash and equal events."""
    chance = random.Random(seed)
    opening = opened(game, chance)
    state = opening.state()
    for step in played(opening, chance, PLAYERS[chance.choice(list(PLAYERS))](), most=600):
        assert state == step.before and hash(state) == hash(step.before)
        state, events = game.apply(state, json.loads(as_json(dict(step.action))))
        assert tuple(events) == step.events
    assert state == step.after and hash(state) == hash(step.after)
    assert game.view(state) == game.view(step.after)


@each_game
@examples(4)
@given(seed=seeds)
def test_a_record_read_again_leads_to_the_same_view(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    opening = opened(game, chance)
    steps = list(played(opening, chance, PLAYERS["careless"](), most=400))
    header = Header(game.id, opening.players, opening.options, opening.setup)
    text = write(header, [step.action for step in steps])
    again = replay(parse(text))
    assert again.ok, f"line {again.line}: {again.error}"
    assert again.actions == len(steps)
    assert as_json(again.view) == as_json(dict(game.view(steps[-1].after).public))


@each_game
def test_states_that_differ_are_not_equal(game: Game) -> None:
    for step in some(game, 200):
        if game.view(step.before) != game.view(step.after):
            assert step.before != step.after


@each_game
def test_a_state_cannot_be_changed(game: Game) -> None:
    state = sample(game.id)[0].after
    assert dataclasses.is_dataclass(state) and not isinstance(state, type)
    for field in dataclasses.fields(state):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(state, field.name, None)
        hash(getattr(state, field.name))


@each_game
def test_applying_an_action_changes_neither_the_state_nor_the_action(game: Game) -> None:
    for step in some(game, 150):
        before, written, digest = (
            game.view(step.before).complete,
            as_json(dict(step.action)),
            hash(step.before),
        )
        seen = as_json(before)
        game.apply(step.before, step.action)
        assert as_json(game.view(step.before).complete) == seen and hash(step.before) == digest
        assert as_json(dict(step.action)) == written


@each_game
def test_after_the_end_nothing_legal_begins_it_again(game: Game) -> None:
    ends = [step.after for step in sample(game.id) if game.is_over(step.after)]
    assert ends
    for state in ends:
        for template in game.legal_actions(state):
            for action in few_instances(template, random.Random(0)):
                after, _ = game.apply(state, action)
                assert game.is_over(after)


@each_game
def test_templates_are_json_with_domains_that_are_known(game: Game) -> None:
    for step in some(game, 100):
        players = game.view(step.before).public["players"]
        pages = (
            game.legal_actions(step.before),
            *(game.offered(step.before, seat) for seat in (None, *players)),
        )
        for template in itertools.chain.from_iterable(pages):
            as_json(dict(template))
            assert template["do"] in game.codes.actions
            assert all(isinstance(name, str) for name in choices(template["by"]))
            for name, value in template.items():
                if isinstance(value, Mapping) and kind(value) is None:
                    assert not {"one_of", "list_of", "choose", "slots", "each"} & set(value), (name, value)


# ------------------------------------------------------------------------------- showing


def views(game: Game, count: int = 250) -> Iterator[View]:
    for step in some(game, count):
        yield game.view(step.before)
        yield game.view(step.after)


@each_game
def test_views_contain_every_field_of_the_rules(game: Game) -> None:
    wanted = FIELDS_OF_ALL | set(VIEW_FIELDS.get(game.id, "").split())
    for view in views(game):
        assert set(view.public) >= wanted, sorted(wanted - set(view.public))
        assert view.public["game"] == game.id


@each_game
def test_unknown_is_null_and_never_absent(game: Game) -> None:
    """The fields are always the same; one that only some house rules or numbers of players have comes with them."""
    by_table: dict[str, set[frozenset[str]]] = {}
    for view in views(game):
        table = as_json([view.public["options"], len(view.public["players"])])
        by_table.setdefault(table, set()).add(frozenset(view.public))
    assert all(len(fields) == 1 for fields in by_table.values())


@each_game
def test_views_survive_json_unchanged(game: Game) -> None:
    for view in views(game):
        assert json.loads(as_json(view.complete)) == view.complete


@each_game
def test_a_view_is_a_copy_that_leads_nowhere(game: Game) -> None:
    """Whoever scribbles on a view does not reach the state."""
    for step in some(game, 30):
        untouched = as_json(game.view(step.after).complete)
        _scribble(dict(game.view(step.after).complete))
        assert as_json(game.view(step.after).complete) == untouched


def _scribble(value: Any) -> None:
    if isinstance(value, dict):
        for inner in list(value.values()):
            _scribble(inner)
        value["scribble"] = True
    elif isinstance(value, list):
        for inner in value:
            _scribble(inner)
        value.append("scribble")


@each_game
def test_events_are_json_and_say_who_may_know(game: Game) -> None:
    for step in sample(game.id)[::2]:
        players = set(NAMES)
        for event in step.events:
            assert event.name in game.codes.events, event.name
            assert json.loads(as_json(event.as_json())) == event.as_json()
            assert event.audience is None or set(event.audience) <= players
            with pytest.raises(dataclasses.FrozenInstanceError):
                event.name = "another"


@each_game
def test_the_outlook_can_be_shown_to_everybody_at_any_moment(game: Game) -> None:
    for step in some(game, 12):
        view = game.view(step.after)
        for seat in (None, view.public["players"][0]):
            as_json(dict(game.outlook(view.of_seat(seat))))


@each_game
def test_one_to_three_things_are_awaited_unless_pawns_are(game: Game) -> None:
    """The table always says what it waits for; pawns that hands must still place come on top."""
    for step in some(game, 150):
        view = game.view(step.after)
        for seat in (None, view.public["players"][0]):
            awaited = game.awaited(view.of_seat(seat))
            assert awaited and all(isinstance(one, Instruction) for one in awaited)
            assert all(one.code.startswith("wait_") for one in awaited)
            codes = [one.code for one in awaited if one.code != "wait_position"]
            assert len(codes) <= 3, f"{game.id} awaits too much at once, name several players in one: {codes}"


@each_game
def test_the_table_is_told_in_words(game: Game) -> None:
    for step in some(game, 60):
        view = game.view(step.after)
        for language, seat in itertools.product(LANGUAGES, (None, view.public["players"][0])):
            panels = game.panels(view.of_seat(seat), language)
            assert panels and all(isinstance(panel, Panel) for panel in panels)
            for panel in panels:
                assert plain_words(panel.title)
                assert all(isinstance(part, str) and "{" not in part for row in panel.rows for part in row)


@each_game
def test_nothing_but_a_refusal_comes_of_new_games(game: Game) -> None:
    """House rules drawn at random either open a game or are refused with the code for house rules."""
    for seed in range(60):
        chance = random.Random(seed)
        players = NAMES[: chance.randint(*game.players)]
        options = {name: chance.choice(values(option)) for name, option in game.options.items()}
        try:
            game.new_game(players, options, table_before(game, players, chance))
        except Rejected as refused:
            assert refused.code in ("bad_option", "bad_options")
