"""What is said to the family, whichever game it is: every code in every language, nothing left open."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.action import BANK, TABLE, Action
from companion.domains import choices, kind
from companion.game import Game, Instruction
from companion.languages import LANGUAGES
from companion.record import parse
from companion.simulated.players import CarelessPlayer
from companion.words import COMMON, fill, has_words, sentence, spoken
from tests.companion.games.kit import (
    REPOSITORY,
    each_game,
    may_know,
    plain_words,
    refusal,
    sample,
    some,
)

Arguments = Mapping[str, Any]


def says(game: Game, code: str, arguments: Arguments) -> None:
    """Fails unless the code is said in words in every language, nothing left open."""
    for language in LANGUAGES:
        said = sentence(game.id, code, arguments, language)
        assert plain_words(said), (code, dict(arguments), said)


@functools.cache
def met_refusals(game_id: str) -> tuple[tuple[str, Arguments], ...]:
    """Refusals as they come about: hands that slip, actions of another moment, and the records kept for the rules."""
    from companion.games import load

    game, chance = load(game_id), random.Random(4)
    steps, careless = sample(game_id), CarelessPlayer(slipping=1.0)
    found: dict[tuple[str, str], Arguments] = {}

    def tried(state: Any, action: Action) -> None:
        if (refused := refusal(game, state, action)) is not None:
            found.setdefault((refused.code, str(sorted(refused.details))), refused.details)

    for _ in range(800):
        tried(chance.choice(steps).after, chance.choice(steps).action)
    for step in (step for step in some(game, 250) if not game.is_over(step.before)):
        for action in careless(game, step.before, chance):
            tried(step.before, action)
    for state, action in recorded(game):
        tried(state, action)
    return tuple((code, details) for (code, _), details in found.items())


def recorded(game: Game) -> Iterator[tuple[Any, Action]]:
    """Every line of our own records of this game, with the state that it meets."""
    for path in sorted((REPOSITORY / "tests" / "records" / game.id).glob("*.jsonl")):
        record = parse(path.read_text(encoding="utf-8"))
        if record.header.reject is not None:
            continue
        state = record.header.new_game()
        for line in record.lines:
            if line.kind in ("action", "reject"):
                yield state, line.content
            if line.kind == "action":
                state, _ = game.apply(state, line.content)


# ------------------------------------------------------------------------------- every code


@each_game
def test_the_words_module_has_all_that_words_need(game: Game) -> None:
    for name in ("SENTENCES", "sentence", "face_name", "value_name", "spoken"):
        assert hasattr(game.words, name), f"{game.id}: its words have no {name}"
    for code in game.words.SENTENCES:
        assert all(fill(game.words.SENTENCES, code, {}, language).strip() for language in LANGUAGES), code


@each_game
def test_every_code_of_the_game_has_words(game: Game) -> None:
    """A code is worded by itself, or by variants of it (``lost_0``, ``lost_1``)."""
    worded = (*game.words.SENTENCES, *COMMON)
    codes = game.codes.events | game.codes.refusals | game.codes.infractions
    codes |= {f"{prefix}_{action}" for prefix in ("do", "did") for action in game.codes.actions}
    missing = [code for code in codes if not any(w == code or w.startswith(f"{code}_") for w in worded)]
    assert not missing, sorted(missing)


@each_game
def test_every_event_is_said_in_every_language(game: Game) -> None:
    for step in some(game, 700):
        for event in step.events:
            says(game, event.name, event.as_json())


@each_game
def test_every_refusal_is_said_in_every_language(game: Game) -> None:
    met = met_refusals(game.id)
    assert len({code for code, _ in met}) >= min(8, len(game.codes.refusals) // 2)
    for code, details in met:
        says(game, code, details)


@each_game
def test_a_refusal_told_without_its_reasons_still_reads_well(game: Game) -> None:
    """Whoever may not know the reason hears the sentence of the code with nothing but the code's own words."""
    for code, details in met_refusals(game.id):
        for language in LANGUAGES:
            assert "{" not in sentence(game.id, code, dict.fromkeys(details), language)


@each_game
def test_every_infraction_is_named_in_every_language(game: Game) -> None:
    for code in game.codes.infractions:
        said = [sentence(game.id, code, {}, language) for language in LANGUAGES]
        assert all(one.strip() for one in said)
        assert len(set(said)) == len(said), (
            f"{code} is not translated: {said} (make translations, then the .po files)"
        )


@each_game
def test_what_is_chosen_together_is_said_to_be_better_chosen_in_secret(game: Game) -> None:
    """On the page of the whole table, which leads to the players' own pages where there are such words."""
    for step in some(game, 200):
        if any(template["do"] in game.chosen_together for template in game.legal_actions(step.before)):
            code = f"private_{game.view(step.before).public.get('phase')}"
            assert has_words(game.id, code), f"{game.id}: its words have no {code}"
            says(game, code, {})


@each_game
def test_every_action_has_words_for_the_history_of_every_reader(game: Game) -> None:
    """The log's line as the whole table may read it, and as each seat may: an argument may be hidden."""
    for step in some(game, 200):
        players = game.view(step.before).public["players"]
        for reader in (None, *players):
            says(game, f"did_{step.action['do']}", game.redacted(step.action, reader))


@each_game
def test_every_action_that_is_offered_has_words_for_its_button(game: Game) -> None:
    for template in offers(game):
        fixed = {name: value for name, value in template.items() if kind(value) is None}
        says(game, f"do_{template['do']}", fixed)


@each_game
def test_every_choice_of_a_form_has_a_label_and_a_name(game: Game) -> None:
    seen: set[str] = set()
    for template in offers(game):
        for name, value in template.items():
            if kind(value) is None or (key := f"{template['do']} {name} {value}") in seen:
                continue
            seen.add(key)
            says(game, f"arg_{name}", {})
            for choice in itertools.islice(parts(value), 40):
                for language in LANGUAGES:
                    named = game.words.value_name(name, choice, language)
                    assert isinstance(named, str) and named.strip() and "{" not in named, (name, choice)


def offers(game: Game) -> Iterator[Mapping[str, Any]]:
    """Templates that pages show: to everybody and to each seat."""
    for step in some(game, 120):
        players = game.view(step.before).public["players"]
        for reader in (None, *players):
            yield from game.offered(step.before, reader)
        yield from game.legal_actions(step.before)


def parts(domain: Mapping[str, Any]) -> Iterator[Any]:
    """The single values among which a form lets one choose."""
    match kind(domain):
        case "list_of" | "choose" as name:
            yield from domain[name]
        case "slots":
            yield from itertools.chain.from_iterable(domain["slots"])
        case "each":
            yield from itertools.chain.from_iterable(domain["each"].values())
        case _:
            yield from choices(domain)


@each_game
def test_what_is_awaited_is_said_in_every_language(game: Game) -> None:
    for step in some(game, 250):
        view = game.view(step.after)
        for reader in (None, *view.public["players"]):
            for instruction in game.awaited(view.of_seat(reader)):
                says(game, instruction.code, instruction.arguments)


@each_game
def test_what_is_said_aloud_is_said_in_words(game: Game) -> None:
    aloud = 0
    for step in some(game, 500):
        events = [event.as_json() for event in step.events if may_know(event, None)]
        said = [spoken(game.id, events, language) for language in LANGUAGES]
        assert {len(lines) for lines in said} == {len(said[0])} and len(said[0]) <= len(events)
        assert all(plain_words(line) for lines in said for line in lines)
        aloud += len(said[0])
    assert aloud


@each_game
def test_putting_right_is_said_in_words(game: Game) -> None:
    steps, chance, told = sample(game.id), random.Random(1), 0
    for _ in range(300):
        place = chance.randrange(len(steps))
        later = steps[min(place + chance.randint(0, 6), len(steps) - 1)]
        views = game.view(steps[place].before), game.view(later.after)
        if any(views[0].public[field] != views[1].public[field] for field in ("players", "options")):
            continue
        for before, after in itertools.permutations(views):
            for instruction in game.put_right(before, after):
                assert isinstance(instruction, Instruction)
                says(game, instruction.code, instruction.arguments)
                told += 1
    assert told


@each_game
def test_common_refusals_have_words_beside_the_game_too(game: Game) -> None:
    arguments = {"key": "x", "expected": [2, 4], "seen": 1}
    for code in ("bad_players", "bad_option", "bad_profile", "bad_setup", "no_game", "nothing_to_undo"):
        said = [sentence(game.id, code, arguments, language) for language in LANGUAGES]
        assert all(said) and len(set(said)) == len(said) and "{" not in "".join(said)


@each_game
def test_a_code_without_words_is_a_key_error(game: Game) -> None:
    with pytest.raises(KeyError):
        sentence(game.id, "no_such_code", {}, "fr")


@each_game
def test_everything_that_lies_on_the_table_has_a_name(game: Game) -> None:
    faces = {
        face
        for step in some(game, 200)
        for things in game.visible_table(step.after).values()
        for face in things
        if face != "back"
    }
    for face in faces:
        for language in LANGUAGES:
            assert game.words.face_name(face, language).strip()


@each_game
def test_players_and_table_can_be_named_in_a_form(game: Game) -> None:
    for name in ("Ada", TABLE, BANK):
        for language in LANGUAGES:
            assert game.words.value_name("player", name, language).strip()
