"""Every rule is told to children too, in every language, and every refusal and fault opens the right one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.game import Game
from companion.games import __path__ as shelf
from companion.languages import LANGUAGES
from companion.teaching import BEGINNING, BadHelp, biting, chapters, codes_of, has_help, lessons, read, rule
from companion.teaching import rule_of as rule_answering
from tests.companion.games.kit import each_game, rules_module

NUMBER = re.compile(r"\b[A-Z]{2}-\d+[a-z]?\b")
POLITE = re.compile(r"\b(?:vous|votre|vos)\b", re.IGNORECASE)
LONGEST = 190
"""Letters of a rule: three lines on a tablet."""


def helped(game: Game) -> Game:
    """The game, if it brings its rules for children; one outside the program need not."""
    if not has_help(game.id):
        file = rules_module(game).__file__ or ""
        assert not file.startswith(shelf[0]), (
            f"{game.id} has no rules for children (languages/en/help.md and help.py: companion/teaching says how)"
        )
        pytest.skip("a game outside the program that is told by its rules alone")
    return game


def keys(game: Game, language: str) -> list[str]:
    return [key for chapter in chapters(game.id, language) for one in chapter.rules for key in one.keys]


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told_once(game: Game, language: str) -> None:
    told = keys(helped(game), language)
    assert len(told) == len(set(told))
    written = set(NUMBER.findall(rules_module(game).__doc__ or ""))
    assert {key for key in told if not key.startswith("referee-")} == written


@each_game
def test_every_language_tells_the_same_rules_in_the_same_order(game: Game) -> None:
    first, *others = (keys(helped(game), language) for language in LANGUAGES)
    assert others and all(told == first for told in others)


@each_game
def test_every_refusal_and_fault_has_a_rule_that_exists(game: Game) -> None:
    codes = helped(game).codes
    for code in codes.refusals | codes.infractions:
        number = rule_answering(game.id, code)
        assert number is not None, f"{game.id}: no rule answers {code}"
        for language in LANGUAGES:
            assert rule(game.id, number, language) is not None, f"{code}: {number} is not told"


@each_game
def test_no_rule_answers_a_code_that_the_game_does_not_know(game: Game) -> None:
    from importlib import import_module

    answered = set(import_module(f"companion.games.{helped(game).id}.help").RULE_OF)
    assert answered == game.codes.refusals | game.codes.infractions


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_child_can_read_it(game: Game, language: str) -> None:
    for chapter in chapters(helped(game).id, language):
        for one in chapter.rules:
            assert len(one.text) <= LONGEST, one.keys
            assert "'" not in one.title + one.text, one.keys
            if language == "fr":
                assert not POLITE.search(one.text), one.keys
                assert not re.search(r"[^\u00a0][:;!?]", one.title + one.text), one.keys


@each_game
def test_a_first_game_has_five_sentences_that_its_own_codes_call_for(game: Game) -> None:
    first, *later = lessons(helped(game).id)
    assert first.key == BEGINNING and len(later) == 4
    known = game.codes.events | game.codes.refusals | game.codes.infractions
    for lesson in (first, *later):
        assert set(lesson.codes) <= known, lesson.key
        assert rule(game.id, lesson.rule, "fr") is not None
        assert all(lesson.words.said(language) for language in LANGUAGES)
        assert not POLITE.search(lesson.words.said("fr"))
    assert all(lesson.codes for lesson in later)


def test_a_sentence_bites_the_first_time_only() -> None:
    lesson = biting("crapette", ("card_drawn",), (), begins=False)
    assert lesson is not None and lesson.rule == "CR-50"
    assert biting("crapette", ("card_drawn",), ("draw",), begins=False) is None
    assert biting("crapette", (), (), begins=False) is None
    beginning = biting("crapette", (), (), begins=True)
    assert beginning is not None and beginning.key == BEGINNING


def test_a_fault_that_the_referee_keeps_to_himself_is_no_code_that_occurred() -> None:
    silent = {"event": "infraction", "code": "wrong_series", "announced": False}
    assert codes_of([silent]) == ("infraction",)
    assert codes_of([{**silent, "announced": True}]) == ("infraction", "wrong_series")


@pytest.mark.parametrize("text", ["## CR-1 Alone\nText", "# C\n## Untold\nText", "# C\n## CR-1 Bare\n"])
def test_a_help_file_that_is_not_written_as_it_should_be_is_refused(text: str) -> None:
    with pytest.raises(BadHelp):
        read(text)


def test_what_is_wrong_with_a_help_file_is_told_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "help.md").write_text("## CR-1 Alone\nText", encoding="utf-8")
    monkeypatch.setattr("companion.teaching.brought", lambda home, language, name: tmp_path / "help.md")
    with pytest.raises(BadHelp, match=r"help\.md: '## CR-1 Alone' is no rule"):
        chapters.__wrapped__("crapette", "en")
