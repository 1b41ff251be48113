"""Nonsense, whichever game it is: always refused with a code that the game declares, and nothing is changed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.action import BANK, TABLE, Rejected
from companion.game import Game
from companion.languages import LANGUAGES
from companion.playing_cards import PACK
from companion.simulated.players import NAMES, opened, table_before
from tests.companion.games.kit import (
    as_json,
    choices_of,
    each_game,
    examples,
    refusal,
    sample,
    shown,
    some,
    uncounted,
)

pytestmark = uncounted

deep: Any = []
for _ in range(500):
    deep = [deep]

NONSENSE: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    3,
    10**30,
    -(10**30),
    1.0,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "Zoe",
    "ada",
    "11X",
    "10H",
    "\x00",
    "ſ",
    [],
    {},
    [[]],
    [None],
    [True],
    ["10H", "10H"],
    {"Ada": None},
    {"": {}},
    {"Ada": {"Ada": {"Ada": []}}},
    {"A": {"lane": True, "row": -1}},
    {"one_of": [1]},
    [float("nan")],
    [{}],
    ["Ada"] * 200,
    deep,
    {1, 2},
    object(),
    b"Ada",
    ("Ada",),
    1j,
)
"""Of every shape: wrong types, unknown names, booleans for numbers, huge and unhashable and deeply nested ones."""

OPENING_CODES = frozenset({"bad_players", "bad_option", "bad_options", "bad_profile", "bad_setup"})


def refused_or_sound(game: Game, state: Any, action: Any) -> str | None:
    """The code of a refusal; what is accepted must lead to a state that can be shown."""
    try:
        after, events = game.apply(state, action)
    except Rejected as refused:
        assert refused.code in game.codes.refusals, f"{refused.code} is not declared as a refusal"
        assert isinstance(refused.details, Mapping)
        return refused.code
    as_json(game.view(after).complete)
    game.legal_actions(after)
    hash(after)
    assert all(as_json(event.as_json()) for event in events)
    return None


# ------------------------------------------------------------------------------- actions


@each_game
def test_every_argument_of_every_action_may_be_nonsense(game: Game) -> None:
    """Each action met in play, at its own moment, with each argument replaced in turn by everything above."""
    met: dict[tuple[str, ...], list[Any]] = {}
    for step in sample(game.id):
        steps = met.setdefault((step.action["do"], *sorted(step.action)), [])
        if len(steps) < 3:
            steps.append(step)
    for steps in met.values():
        for step in steps:
            before, digest = shown(game, step.before), hash(step.before)
            for action in choices_of(step.action, NONSENSE):
                refused_or_sound(game, step.before, action)
            assert shown(game, step.before) == before and hash(step.before) == digest


@each_game
def test_every_action_may_come_at_any_moment_with_any_arguments(game: Game) -> None:
    """Every action of the rules, legal now or not, with arguments of every name the game knows."""
    chance = random.Random(1)
    names = sorted({name for step in sample(game.id) for name in step.action} - {"by", "do"})
    for step in some(game, 60):
        players = game.view(step.before).public["players"]
        for do in sorted(game.codes.actions):
            bare = {"by": chance.choice([*players, TABLE, BANK]), "do": do}
            refused_or_sound(game, step.before, bare)
            for _ in range(3):
                told = chance.sample(names, min(len(names), chance.randint(1, 4)))
                given = {name: chance.choice((*NONSENSE, *PACK[:3])) for name in told}
                refused_or_sound(game, step.before, {**bare, **given})


@each_game
def test_an_action_of_another_moment_is_played_or_refused(game: Game) -> None:
    chance, refused = random.Random(0), 0
    steps = sample(game.id)
    for _ in range(1200):
        state, action = chance.choice(steps).after, chance.choice(steps).action
        refused += refused_or_sound(game, state, action) is not None
    assert refused > 100


@each_game
@pytest.mark.parametrize(
    "action",
    [
        {},
        {"by": "Ada"},
        {"do": "roll"},
        {"by": "Ada", "do": "no_such_action"},
        {"by": "Ada", "do": None},
        {"by": "Ada", "do": ["draw"]},
        {"by": "Ada", "do": {"draw": 1}},
        {"by": ["Ada"], "do": "draw"},
        {"by": {}, "do": "draw"},
        {"by": "Zoe", "do": "draw"},
        {"by": None, "do": "draw"},
        {"by": True, "do": True},
        {1: 2},
    ],
    ids=repr,
)
def test_what_is_no_action_is_refused(game: Game, action: Any) -> None:
    for step in some(game, 10):
        refused = refusal(game, step.before, action)
        assert refused is not None and refused.code in game.codes.refusals


@each_game
def test_a_refusal_says_nothing_that_json_cannot_hold(game: Game) -> None:
    """What a refusal shows of a well-formed action can be sent to a page, and is a copy."""
    chance = random.Random(2)
    steps = sample(game.id)
    for _ in range(600):
        refused = refusal(game, chance.choice(steps).after, chance.choice(steps).action)
        if refused is not None:
            assert json.loads(as_json(dict(refused.details))) is not None
            assert refused.audience is None or set(refused.audience) <= set(NAMES)


_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from((*NAMES, *PACK)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@each_game
@examples(60)
@given(place=st.integers(0, 10**6), spoil=st.data())
def test_a_spoilt_action_is_refused_or_played_but_breaks_nothing(game: Game, place: int, spoil: Any) -> None:
    steps = sample(game.id)
    step = steps[place % len(steps)]
    action = dict(step.action)
    key = spoil.draw(st.sampled_from([*action, "extra", "card", "player"]))
    if spoil.draw(st.booleans()):
        action.pop(key, None)
    else:
        action[key] = spoil.draw(_values)
    before = shown(game, step.before)
    refused_or_sound(game, step.before, action)
    assert shown(game, step.before) == before


# ------------------------------------------------------------------------------- headers


def refused_opening(game: Game, players: Any, options: Any, setup: Any, profile: Any = None) -> str | None:
    """The code with which a game is refused, None when it is opened and can be shown."""
    try:
        state = game.new_game(players, options, setup, profile)
    except Rejected as refused:
        assert refused.code in OPENING_CODES and refused.code in game.codes.refusals, refused.code
        return refused.code
    as_json(game.view(state).complete)
    game.legal_actions(state)
    game.visible_table(state)
    return None


def an_opening(game: Game) -> tuple[tuple[str, ...], dict[str, Any]]:
    players = NAMES[: game.players[0]]
    return players, table_before(game, players, random.Random(0))


@each_game
def test_too_few_and_too_many_players_are_refused(game: Game) -> None:
    low, high = game.players
    names = [f"Player {number}" for number in range(high + 8)]
    for count in (*range(low), high + 1, high + 8):
        setup = table_before(game, tuple(names[: min(count, high)]), random.Random(0))
        assert refused_opening(game, tuple(names[:count]), {}, setup) in ("bad_players", "bad_options")


@each_game
def test_players_who_are_none_are_refused(game: Game) -> None:
    players, setup = an_opening(game)
    rest = players[1:]
    for first in (*(name for name in NONSENSE if not isinstance(name, str)), "", TABLE, BANK, players[1]):
        assert refused_opening(game, (first, *rest), {}, setup) in ("bad_players", "bad_options"), first
    for nobody in (None, 3, True, {}, "Ada", object(), {"Ada": 1, "Bea": 2}.keys):
        assert refused_opening(game, nobody, {}, setup) in ("bad_players", "bad_options"), nobody


@each_game
def test_unknown_house_rules_and_values_are_refused(game: Game) -> None:
    players, setup = an_opening(game)
    codes = ("bad_option", "bad_options")
    assert refused_opening(game, players, {"no_such_option": 1}, setup) in codes
    assert refused_opening(game, players, {1: 1}, setup) in codes
    for options in (*NONSENSE[1:], "options"):
        if not isinstance(options, Mapping):
            assert refused_opening(game, players, options, setup) in codes, options
    for name, option in game.options.items():
        for value in NONSENSE:
            code = refused_opening(game, players, {name: value}, setup)
            if not option.accepts(value):
                assert code in codes, (name, value)


@each_game
def test_a_number_is_no_yes_and_a_yes_no_number(game: Game) -> None:
    players, setup = an_opening(game)
    for name, option in game.options.items():
        for right, wrong in ((True, 1), (False, 0), (1, True), (0, False), (1, 1.0)):
            accepted = option.accepts(right) and not option.accepts(wrong)
            if accepted:
                assert refused_opening(game, players, {name: wrong}, setup) in ("bad_option", "bad_options")


@each_game
def test_nonsense_on_the_table_is_refused(game: Game) -> None:
    """Every field of the first position, and every one that the view knows, may hold nonsense."""
    players, setup = an_opening(game)
    state = game.new_game(players, {}, setup)
    fields = {*setup, *game.view(state).public, "deal", "turn", "hands", "held", "racks", "board", "deck"}
    for name in sorted(fields):
        for value in NONSENSE:
            refused_opening(game, players, {}, {**setup, name: value})
            refused_opening(game, players, {}, {name: value, "turn": players[0]})
    for nothing in NONSENSE:
        refused_opening(game, players, {}, nothing)
        refused_opening(game, players, {}, setup, nothing)


@each_game
@examples(40)
@given(spoil=st.data())
def test_a_spoilt_first_position_is_refused_or_opened_but_breaks_nothing(game: Game, spoil: Any) -> None:
    """A position taken from the view of a running game, spoilt somewhere: setups have the fields of views."""
    steps = sample(game.id)
    step = steps[spoil.draw(st.integers(0, len(steps) - 1))]
    view = game.view(step.before).public
    setup: Any = json.loads(as_json({name: view[name] for name in view if name not in ("game", "options")}))
    kept = spoil.draw(st.lists(st.sampled_from(sorted(setup)), max_size=6, unique=True))
    setup = {name: setup[name] for name in kept}
    _spoil(setup, spoil)
    refused_opening(game, tuple(view["players"]), {}, setup)


def _spoil(value: Any, spoil: Any) -> None:
    """Replaces something somewhere inside, or leaves it out."""
    while isinstance(value, dict | list) and value:
        key = spoil.draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
        if isinstance(value[key], dict | list) and value[key] and spoil.draw(st.booleans()):
            value = value[key]
            continue
        if spoil.draw(st.booleans()):
            value[key] = spoil.draw(st.sampled_from(NONSENSE) | _values)
        else:
            del value[key]
        return


@each_game
def test_words_for_nonsense_are_found_too(game: Game) -> None:
    """A refusal that came of nonsense is still said in words, without failing."""
    chance = random.Random(3)
    for step in some(game, 200):
        name = chance.choice(list(step.action))
        refused = refusal(game, step.before, {**step.action, name: chance.choice(NONSENSE)})
        if refused is not None:
            for language in LANGUAGES:
                assert game.words.sentence(refused.code, refused.details, language).strip()


@each_game
def test_a_game_opened_again_is_equal(game: Game) -> None:
    for seed in range(10):
        opening = opened(game, random.Random(seed))
        assert opening.state() == opening.state() and hash(opening.state()) == hash(opening.state())
