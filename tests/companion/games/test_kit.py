"""What every game must bring and hold, whichever game it is: a sixth game is tested by its folder alone."""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.domains import instances
from companion.game import Game, Instruction, Option, Rejected, View
from companion.games import all_games, game_ids, load
from companion.words import COMMON, face_name, sentence, spoken

REPOSITORY = Path(__file__).parents[3]
PLAYERS = ("Ada", "Bea", "Cyd", "Dan", "Eve")
LANGUAGES = ("fr", "en")
MOST_ACTIONS = 20_000
UNKNOWN_ARGUMENT = "–"

VIEW_FIELDS: Mapping[str, frozenset[str]] = {
    "poker_dice_race": frozenset(
        (
            *("game", "phase", "players", "turn", "horses", "series", "dice_expected", "can_stop"),
            *("finish_order", "awaiting", "winner", "ranking"),
        )
    ),
}
"""The fields of the view as each game's rules file lists them (section 3)."""

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
seeds = st.integers(min_value=0, max_value=2**32 - 1)
a_few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# ------------------------------------------------------------------------------- playing at random


@dataclasses.dataclass(frozen=True)
class Step:
    """One accepted action of a game played at random, with the state before and after it."""

    before: Any
    action: Mapping[str, Any]
    after: Any
    events: tuple[Any, ...]


def opened(game: Game, chance: random.Random) -> Callable[[], Any]:
    """A way to open a game with players and house rules drawn at random, as often as wanted."""
    low, high = game.players
    while True:
        players = PLAYERS[: chance.randint(low, high)]
        options = {
            name: chance.choice(option.choices)
            for name, option in game.options.items()
            if option.choices and chance.random() < 0.5
        }
        try:
            game.new_game(players, options)
        except Rejected as refusal:
            assert refusal.code == "bad_option", "house rules may exclude each other, nothing else"
            continue
        return functools.partial(game.new_game, players, options)


def any_action(game: Game, state: Any, chance: random.Random) -> dict[str, Any] | None:
    """A legal action at random: first a template, then one of its instances; None when there is none."""
    templates = game.legal_actions(state)
    return chance.choice(list(instances(chance.choice(templates)))) if templates else None


def played(game: Game, seed: int, most: int = MOST_ACTIONS) -> Iterator[Step]:
    """A game played at random until it is over, or for so many actions."""
    chance = random.Random(seed)
    state = opened(game, chance)()
    for _ in range(most):
        if game.is_over(state):
            return
        action = any_action(game, state, chance)
        assert action is not None, (
            f"the game is not over and nothing is legal: {dict(game.view(state).public)}"
        )
        after, events = game.apply(state, action)
        yield Step(state, action, after, tuple(events))
        state = after


@functools.cache
def sample(game_id: str) -> tuple[Step, ...]:
    """Steps of a dozen games, the whole of each."""
    return tuple(itertools.chain.from_iterable(played(load(game_id), seed) for seed in range(12)))


# ------------------------------------------------------------------------------- the manifest


def test_there_is_a_game() -> None:
    assert game_ids() and [game.id for game in all_games()] == list(game_ids())


def test_an_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load("no_such_game")


@each_game
def test_the_manifest_is_complete(game: Game) -> None:
    for field in dataclasses.fields(Game):
        assert getattr(game, field.name) is not None, f"{game.id} brings no {field.name}"


@each_game
def test_the_manifest_holds_the_right_kinds(game: Game) -> None:
    assert game.id in game_ids() and game.title.strip()
    low, high = game.players
    assert 1 <= low <= high
    functions = (
        "new_game apply legal_actions view is_over visible_table explain complete expected_in put_right outlook"
        " default_profile"
    )
    for name in functions.split():
        assert callable(getattr(game, name)), f"{game.id}: {name} is no function"
    assert isinstance(game.options, Mapping)
    for name, option in game.options.items():
        assert isinstance(name, str) and isinstance(option, Option) and option.accepts(option.default)
        assert len({(type(value), value) for value in option.choices}) == len(option.choices)
    assert isinstance(game.words, ModuleType)
    assert game.zones and all(
        isinstance(zone, str) and isinstance(kind, str) for zone, kind in game.zones.items()
    )
    assert game.enrolment and set(game.enrolment) <= {"dice", "poker_dice", "cards", "numbers", "pieces"}


@each_game
def test_the_manifest_cannot_be_changed(game: Game) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.title = "Another"  # type: ignore[misc]


@each_game
def test_the_words_module_has_all_that_words_need(game: Game) -> None:
    for name in ("SENTENCES", "sentence", "face_name", "spoken"):
        assert hasattr(game.words, name), f"{game.id}: its words have no {name}"
    for code, both in game.words.SENTENCES.items():
        assert len(both) == len(LANGUAGES) and all(text.strip() for text in both), code


@each_game
def test_the_drawing_can_be_imported(game: Game) -> None:
    assert importlib.import_module(game.drawing)


@each_game
def test_the_page_has_a_template(game: Game) -> None:
    assert (REPOSITORY / "web" / "templates" / game.template).is_file()


@each_game
def test_the_default_profile_is_accepted_and_the_same_as_none(game: Game) -> None:
    profile = game.default_profile()
    json.dumps(dict(profile), allow_nan=False)
    players = PLAYERS[: game.players[0]]
    assert game.new_game(players, profile=profile) == game.new_game(players)


@each_game
def test_default_options_are_the_first_values(game: Game) -> None:
    players = PLAYERS[: game.players[0]]
    defaults = {name: option.default for name, option in game.options.items()}
    assert game.new_game(players, defaults) == game.new_game(players)


@each_game
def test_too_few_and_too_many_players_are_refused(game: Game) -> None:
    low, high = game.players
    names = [f"Player {number}" for number in range(high + 1)]
    for count in (low - 1, high + 1):
        with pytest.raises(Rejected) as refusal:
            game.new_game(names[:count])
        assert refusal.value.code == "bad_players"


@each_game
def test_unknown_options_and_values_are_refused(game: Game) -> None:
    players = PLAYERS[: game.players[0]]
    for options in ({"no_such_option": 1}, *({name: "no such value"} for name in game.options)):
        with pytest.raises(Rejected) as refusal:
            game.new_game(players, options)
        assert refusal.value.code == "bad_option"


# ------------------------------------------------------------------------------- playing


@each_game
@a_few
@given(seed=seeds)
def test_every_game_played_at_random_ends(game: Game, seed: int) -> None:
    *_, last = played(game, seed)
    assert game.is_over(last.after), f"not over after {MOST_ACTIONS} actions"


@each_game
@a_few
@given(seed=seeds)
def test_every_instance_of_a_legal_action_is_accepted(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    for step in played(game, seed, most=chance.randint(1, 200)):
        for template in game.legal_actions(step.before):
            for action in instances(template):
                after, events = game.apply(step.before, action)
                assert after is not None and isinstance(events, tuple)


@each_game
@a_few
@given(seed=seeds)
def test_replaying_the_same_actions_gives_the_same_game(game: Game, seed: int) -> None:
    state = opened(game, random.Random(seed))()
    for step in played(game, seed):
        assert state == step.before and hash(state) == hash(step.before)
        state, events = game.apply(state, json.loads(json.dumps(dict(step.action))))
        assert state == step.after and tuple(events) == step.events
        assert game.view(state) == game.view(step.after)


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
    for step in sample(game.id)[:300]:
        shown, written = json.dumps(game.view(step.before).complete), json.dumps(dict(step.action))
        game.apply(step.before, step.action)
        assert json.dumps(game.view(step.before).complete) == shown
        assert json.dumps(dict(step.action)) == written


_nonsense = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(PLAYERS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@each_game
@many
@given(seed=seeds, spoil=st.data())
def test_a_spoilt_action_is_refused_or_played_but_breaks_nothing(game: Game, seed: int, spoil: Any) -> None:
    steps = sample(game.id)
    state, action = steps[seed % len(steps)].before, dict(steps[(seed // 7) % len(steps)].action)
    key = spoil.draw(st.sampled_from([*action, "extra"]))
    if spoil.draw(st.booleans()):
        action.pop(key, None)
    else:
        action[key] = spoil.draw(_nonsense)
    shown = game.view(state).complete
    try:
        after, events = game.apply(state, action)
    except Rejected as refusal:
        assert refusal.code and isinstance(refusal.details, Mapping)
    else:
        json.dumps(game.view(after).complete, allow_nan=False)
        assert all(json.dumps(event.as_json(), allow_nan=False) for event in events)
    assert game.view(state).complete == shown


@each_game
def test_an_action_of_another_moment_is_played_or_refused_with_words(game: Game) -> None:
    """What was right at one moment is tried at others: refused in words in both languages, nothing changed."""
    steps, chance = sample(game.id), random.Random(0)
    refused = 0
    for _ in range(1500):
        state, action = chance.choice(steps).after, chance.choice(steps).action
        before = game.view(state).complete
        try:
            game.apply(state, action)
        except Rejected as refusal:
            refused += 1
            said = [sentence(game.id, refusal.code, refusal.details, language) for language in LANGUAGES]
            assert all(said) and not any(UNKNOWN_ARGUMENT in text for text in said), (refusal.code, said)
        assert game.view(state).complete == before
    assert refused > 100


@each_game
def test_after_the_end_nothing_more_than_seeing_is_legal(game: Game) -> None:
    ends = [step.after for step in sample(game.id) if game.is_over(step.after)]
    assert ends
    for state in ends:
        for template in game.legal_actions(state):
            for action in instances(template):
                after, _ = game.apply(state, action)
                assert game.is_over(after)


# ------------------------------------------------------------------------------- showing


def views(game: Game) -> Iterator[View]:
    for step in sample(game.id):
        yield game.view(step.before)
        yield game.view(step.after)


@each_game
def test_views_contain_every_field_of_the_rules(game: Game) -> None:
    assert game.id in VIEW_FIELDS, f"list the view's fields of {game.id} here"
    for view in views(game):
        assert set(view.public) >= VIEW_FIELDS[game.id]


@each_game
def test_unknown_is_null_and_never_absent(game: Game) -> None:
    assert len({frozenset(view.public) for view in views(game)}) == 1


@each_game
def test_views_survive_json_unchanged(game: Game) -> None:
    for view in itertools.islice(views(game), 2000):
        public = dict(view.public)
        assert json.loads(json.dumps(public, allow_nan=False)) == public
        assert json.loads(json.dumps(view.complete, allow_nan=False)) == view.complete


@each_game
def test_a_view_is_a_copy_that_leads_nowhere(game: Game) -> None:
    """Whoever scribbles on a view does not reach the state."""
    state = sample(game.id)[50].after
    public, untouched = dict(game.view(state).public), dict(game.view(state).public)
    _scribble(public)
    assert dict(game.view(state).public) == untouched


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
def test_a_seat_sees_nothing_of_another_seat(game: Game) -> None:
    for step in sample(game.id)[::25]:
        for seat in game.view(step.after).public["players"]:
            assert set(game.view(step.after, seat).private) <= {seat}


@each_game
def test_events_are_json_and_say_who_may_know(game: Game) -> None:
    for step in sample(game.id):
        players = set(game.view(step.after).public["players"])
        for event in step.events:
            assert json.loads(json.dumps(event.as_json(), allow_nan=False)) == event.as_json()
            assert event.audience is None or set(event.audience) <= players
            with pytest.raises(dataclasses.FrozenInstanceError):
                event.name = "another"


@each_game
def test_the_outlook_can_be_shown_at_any_moment(game: Game) -> None:
    for step in sample(game.id)[::20]:
        json.dumps(dict(game.outlook(game.view(step.after).public)), allow_nan=False)


@each_game
def test_the_visible_table_is_symbols_in_order(game: Game) -> None:
    for step in sample(game.id)[::10]:
        for zone, things in game.visible_table(step.after).items():
            assert isinstance(zone, str) and not isinstance(things, str)
            assert isinstance(things, Sequence) and all(isinstance(thing, str) for thing in things)


@each_game
def test_expected_in_counts_things_or_says_nothing(game: Game) -> None:
    for step in sample(game.id)[::10]:
        for zone in (*game.zones, "no_such_zone"):
            count = game.expected_in(step.after, zone)
            assert count is None or (type(count) is int and count >= 0)


# ------------------------------------------------------------------------------- words


@each_game
def test_every_event_has_words_in_both_languages(game: Game) -> None:
    for step in sample(game.id):
        for event in step.events:
            for language in LANGUAGES:
                said = sentence(game.id, event.name, event.as_json(), language)
                assert said and UNKNOWN_ARGUMENT not in said and "{" not in said, (event.as_json(), said)


@each_game
def test_what_is_said_aloud_is_said_in_words(game: Game) -> None:
    aloud = 0
    for step in sample(game.id):
        events = [event.as_json() for event in step.events]
        french, english = (spoken(game.id, events, language) for language in LANGUAGES)
        assert len(french) == len(english) <= len(events)
        assert not any(UNKNOWN_ARGUMENT in line or "{" in line for line in (*french, *english))
        aloud += len(french)
    assert aloud


@each_game
def test_every_action_has_words_for_the_history(game: Game) -> None:
    for step in sample(game.id)[:1000]:
        for language in LANGUAGES:
            said = sentence(game.id, f"did_{step.action['do']}", step.action, language)
            assert said and UNKNOWN_ARGUMENT not in said and "{" not in said, (step.action, said)


@each_game
def test_putting_right_is_said_in_words(game: Game) -> None:
    steps, chance = sample(game.id), random.Random(1)
    told = 0
    for _ in range(400):
        place = chance.randrange(len(steps))
        later = steps[min(place + chance.randint(0, 6), len(steps) - 1)]
        if game.view(later.after).public["players"] != game.view(steps[place].before).public["players"]:
            continue
        for before, after in itertools.permutations((steps[place].before, later.after)):
            for instruction in game.put_right(game.view(before), game.view(after)):
                assert isinstance(instruction, Instruction)
                told += 1
                for language in LANGUAGES:
                    said = sentence(game.id, instruction.code, instruction.arguments, language)
                    assert said and UNKNOWN_ARGUMENT not in said and "{" not in said
    assert told


@each_game
def test_nothing_needs_putting_right_where_nothing_changed(game: Game) -> None:
    for step in sample(game.id)[::20]:
        assert not game.put_right(game.view(step.after), game.view(step.after))


CODE_PLACES = {"Rejected", "Event", "Proposal", "Answer", "Instruction"}


def codes_in_the_source(game: Game) -> Iterator[tuple[str, str, str]]:
    """Every code that the game's package writes literally: (what makes it, the code, the file)."""
    module = importlib.import_module(f"companion.games.{game.id}")
    assert module.__file__ is not None
    for path in sorted(Path(module.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CODE_PLACES:
                first = node.args[0] if node.args else next((k.value for k in node.keywords), None)
                choices = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
                for choice in choices:
                    if isinstance(choice, ast.Constant) and isinstance(choice.value, str):
                        yield node.func.id, choice.value, path.name


@each_game
def test_every_code_in_the_source_has_words_in_both_languages(game: Game) -> None:
    codes = list(codes_in_the_source(game))
    assert {maker for maker, _, _ in codes} >= {"Rejected", "Event"}
    for maker, code, file in codes:
        assert code in game.words.SENTENCES or code in COMMON, f"{file}: {maker}({code!r}) has no words"


@each_game
def test_common_refusals_have_words_beside_the_game_too(game: Game) -> None:
    arguments = {"key": "x", "expected": [2, 4], "seen": 1}
    for code in ("bad_players", "bad_option", "bad_profile", "bad_setup", "no_game", "nothing_to_undo"):
        french, english = (sentence(game.id, code, arguments, language) for language in LANGUAGES)
        assert french and english and french != english and "{" not in french + english


@each_game
def test_a_code_without_words_is_a_key_error(game: Game) -> None:
    with pytest.raises(KeyError):
        sentence(game.id, "no_such_code", {}, "fr")


@each_game
def test_faces_have_names_in_both_languages(game: Game) -> None:
    faces = {
        face
        for step in sample(game.id)[:500]
        for value in step.action.values()
        if isinstance(value, list)
        for face in value
    }
    for face in faces:
        for language in LANGUAGES:
            assert face_name(game.id, face, language).strip()
