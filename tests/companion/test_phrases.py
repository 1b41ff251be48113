"""The fixed vocabulary of the voice: sentences without arguments, and those that only name a player."""

from __future__ import annotations

import pytest

from companion.games import game_ids
from companion.languages import LANGUAGES
from companion.phrases import fixed_phrases, phrase_name
from companion.words import spoken


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_ids())
def test_every_game_has_some_and_none_has_a_gap(game: str, language: str) -> None:
    phrases = fixed_phrases(game, language)
    assert phrases
    assert not any("{" in phrase for phrase in phrases)
    assert set(phrases) <= set(fixed_phrases(game, language, ["Ada", "Ada"]))


def test_what_the_table_says_of_a_lost_series_is_among_them_for_a_family_that_is_known() -> None:
    events = [{"event": "series_lost", "lost": 0}, {"event": "turn_started", "player": "Élodie"}]
    said = spoken("poker_dice_race", events, "fr")
    assert said == ["Rien !", "À Élodie de jouer."]
    assert set(said) <= set(fixed_phrases("poker_dice_race", "fr", ["Élodie"]))
    assert said[1] not in fixed_phrases("poker_dice_race", "fr")


def test_a_name_changes_with_the_text_and_the_language() -> None:
    names = {phrase_name(text, language) for text in ("Rien !", "Rien") for language in LANGUAGES}
    assert len(names) == 2 * len(LANGUAGES)
    assert phrase_name("Rien !", "fr") == phrase_name("Rien !", "fr")
