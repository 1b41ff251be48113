"""Of cards that bear one name but not one print one is named wrong."""

from __future__ import annotations

import numpy as np

from vision.card_names import CARDS
from vision.cards.deck.looks import FloatArray
from vision.cards.deck.namesakes import unlike_their_namesakes


def looks_of(
    codes: list[str], light: float = 0.0, seed: int = 1
) -> tuple[dict[int, list[FloatArray]], dict[int, str]]:
    """Two corners of each of these cards, each code with a print of its own; every second deck in another light."""
    prints = np.random.default_rng(0).normal(0.0, 2.0, (52, 96))
    chance, shade = np.random.default_rng(seed), np.random.default_rng(9).normal(0.0, 1.0, 96)
    looks = {}
    for number, code in enumerate(codes):
        mean = prints[CARDS.index(code)] + light * (number // 52) * shade
        looks[number] = [np.asarray(mean + chance.normal(0, 0.2, 96), np.float32) for _ in range(2)]
    return looks, dict(enumerate(codes))


def test_two_cards_of_one_name_and_two_prints_are_both_doubted() -> None:
    looks, names = looks_of([*CARDS])
    names[CARDS.index("10C")] = "QC"
    assert unlike_their_namesakes(looks, names) == {CARDS.index("10C"), CARDS.index("QC")}


def test_of_three_photographs_only_the_one_that_is_unlike_the_two_others_is_doubted() -> None:
    looks, names = looks_of([*CARDS, *CARDS, "10C"])
    names[104] = "QC"
    assert unlike_their_namesakes(looks, names) == {104}


def test_the_same_card_on_two_photographs_is_not_doubted() -> None:
    assert not unlike_their_namesakes(*looks_of([*CARDS, *CARDS]))


def test_photographs_in_very_different_light_are_told_by_what_most_of_their_cards_say() -> None:
    assert not unlike_their_namesakes(*looks_of([*CARDS, *CARDS], light=1.4))
    few, names = looks_of([*CARDS, *CARDS[:5]], light=1.4)
    assert unlike_their_namesakes(few, names), "five cards in both do not tell what the light does"


def test_one_of_each_says_nothing() -> None:
    assert not unlike_their_namesakes(*looks_of([*CARDS]))
    assert not unlike_their_namesakes({}, {0: "AS", 1: "AS"})
