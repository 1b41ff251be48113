"""The house rules of a new game in words: every option and every one of its choices, in every language."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import all_games, load
from companion.languages import LANGUAGES
from companion.words import fill, has_words
from web.table.action_forms import Argument
from web.table.game_options import fields

GAMES = [game.id for game in all_games() if game.id != "poker_dice_race"]
"""The page of Dadamax words its house rules itself."""


def shown(app: Flask, game_id: str, language: str) -> dict[str, Argument]:
    with app.test_request_context("/"):
        return {option.name: option for option in fields(load(game_id), None, (), language)}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_house_rule_and_every_choice_has_words(app: Flask, game_id: str) -> None:
    game = load(game_id)
    for name, option in game.options.items():
        assert has_words(game_id, f"option_{name}"), name
        for choice in option.choices:
            if isinstance(choice, str):
                assert has_words(game_id, f"option_{name}_{choice}"), (name, choice)
    for language, on, off in (("fr", "oui", "non"), ("en", "yes", "no")):
        for name, argument in shown(app, game_id, language).items():
            assert argument.text == fill(game.words.SENTENCES, f"option_{name}", {}, language)
            choices = {one.value: one.text for field in argument.fields for one in field.choices}
            if set(choices) == {"true", "false"}:
                assert (choices["true"], choices["false"]) == (on, off)
            for value, text in choices.items():
                assert text.isdecimal() or text not in (value.strip('"'), value.strip('"').replace("_", " "))


@pytest.mark.parametrize("game_id", GAMES)
def test_both_languages_say_it_each_in_its_own_way_and_no_two_choices_alike(app: Flask, game_id: str) -> None:
    for language in LANGUAGES:
        options = shown(app, game_id, language)
        assert len({option.text for option in options.values()}) == len(options)
        for option in options.values():
            texts = [choice.text for field in option.fields for choice in field.choices]
            assert len(set(texts)) == len(texts), option.name
