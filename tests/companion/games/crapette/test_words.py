"""What is told of a fault that was called: once, and with what hands put back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import load
from companion.words import sentence, spoken
from tests.companion.games.kit import plain_words, some

CRAPETTE = load("crapette")


def after(action: dict[str, Any], *before: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    """The events of the last action, in a position where the five of hearts can go up."""
    state = CRAPETTE.new_game(
        ("Ada", "Bea"),
        options,
        {
            "turn": "Ada",
            "foundations": {"F1": "4H"},
            "cases": {"T1": ["KS"], "T2": ["5H"], "T3": ["QH"]},
            "reserves": {"Ada": ["2C", "3C"], "Bea": 5},
            "stocks": {"Ada": 20, "Bea": 20},
        },
    )
    for one in before:
        state, _ = CRAPETTE.apply(state, one)
    _, events = CRAPETTE.apply(state, action)
    return [event.as_json() for event in events]


MOVE = {"by": "Ada", "do": "move", "from": "T3", "to": "T1"}


def test_a_called_fault_is_told_once_with_what_goes_back() -> None:
    told = CRAPETTE.words.told(after(MOVE), "fr")
    assert told == [
        "Ada déplace la dame de cœur de la case 3 sur la case 1.",
        "Crapette, Ada ! Le cinq de cœur pouvait monter sur la pile 1. Remets la dame de cœur sur la case 3.",
        "À Bea de jouer.",
    ]


def test_it_is_said_aloud_too_in_both_languages() -> None:
    assert spoken("crapette", after(MOVE), "en")[0] == (
        "Crapette, Ada! The five of hearts could go up to foundation 1. Put the queen of hearts back on case 3."
    )
    assert "Remets la dame de cœur sur la case 3." in spoken("crapette", after(MOVE), "fr")[0]


def test_a_warning_without_a_call_is_told_by_itself() -> None:
    told = CRAPETTE.words.told(after(MOVE, referee="coach"), "fr")
    assert told[-1] == "Ada : le cinq de cœur pouvait monter sur la pile 1."


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([{"from": "T1", "to": "T3", "card": "QH"}], "Remets la dame de cœur sur la case 3."),
        ([{"from": "T1", "to": "T3", "card": c} for c in ("QH", "JS")], "Remets 2 cartes sur la case 3."),
        ([{"from": "hand:Ada", "to": "waste:Ada", "card": "2S"}], "Mets le deux de pique sur le pot d’Ada."),
        ([{"from": "T1", "to": "T3", "card": None}], "Remets la carte sur la case 3."),
    ],
)
def test_every_step_is_said(steps: list[dict[str, Any]], said: str) -> None:
    call = {"by": "referee", "against": "Ada", "code": "out_of_turn", "valid": True, "steps": steps}
    assert sentence("crapette", "crapette_called", call, "fr").endswith(said)


def test_cards_that_cannot_be_dealt_together_are_said_of_their_player() -> None:
    said = sentence("crapette", "bad_setup", {"key": "deal.Ada"}, "fr")
    assert said == "Les cartes d’Ada ne vont pas ensemble : son jeu n’a chaque carte qu’une fois."


def test_german_names_cards_and_places_without_anything_to_decline() -> None:
    told = CRAPETTE.words.told(after(MOVE), "de")
    assert told == [
        "Ada legt Herz-Dame von Haus 3 auf Haus 1.",
        "Stopp, Ada! Herz-Fünf konnte auf Mittelstapel 1. Leg Herz-Dame zurück auf Haus 3.",
        "Bea ist dran.",
    ]
    # A whole sentence is written with a capital, within another one, too.
    assert CRAPETTE.words.told(after(MOVE, referee="coach"), "de")[-1] == (
        "Ada: Herz-Fünf konnte auf Mittelstapel 1."
    )


@pytest.mark.parametrize(
    ("zone", "source", "target", "at", "heading"),
    [
        ("T3", "von Haus 3", "auf Haus 3", "auf Haus 3", "Haus 3"),
        ("stock:Bea", "vom Talon von Bea", "auf den Talon von Bea", "auf dem Talon von Bea", "Talon von Bea"),
        ("waste:Bea", "von der Ablage von Bea", "auf die Ablage von Bea", "auf der Ablage von Bea", None),
        ("hand:Ada", "aus der eigenen Hand", "in die eigene Hand", "in der eigenen Hand", None),
    ],
)
def test_german_places_in_their_cases(
    zone: str, source: str, target: str, at: str, heading: str | None
) -> None:
    said = CRAPETTE.words.place_name
    assert [said(zone, "de", role, "Ada") for role in ("source", "target", "at")] == [source, target, at]
    assert heading is None or said(zone, "de", "heading") == heading


def test_nothing_of_a_game_stays_english_or_open_in_german() -> None:
    for step in some(CRAPETTE, 200):
        events = [event.as_json() for event in step.events]
        for event, code in [(one, one["event"]) for one in events] + [
            (step.action, f"did_{step.action['do']}")
        ]:
            german, english = (sentence("crapette", code, event, language) for language in ("de", "en"))
            assert plain_words(german), (code, german)
            assert german != english, german
