"""What the table reads and hears: who pays, who closed an offer, who came home at which place, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.super_crack.panels import panels
from companion.games.super_crack.words import sentence

from .tables import racing


@pytest.mark.parametrize(
    ("code", "arguments", "french", "english"),
    [
        (
            "horse_arrived",
            {"horse": 2, "rank": 1, "owner": "Ada"},
            "Le cheval 2 d’Ada arrive premier !",
            "Ada’s horse 2 comes home first!",
        ),
        (
            "fee_charged",
            {"player": "Bea", "horse": 5, "squares": 6, "amount": 600},
            "Le cheval 5 est à 6 cases du départ : Bea paie 600\u202fF.",
            "Horse 5 is 6 squares behind the start: Bea pays 600 F.",
        ),
        (
            "offer_closed",
            {"number": 3, "by": "Ada"},
            "Ada met fin à l’offre du cheval 3.",
            "Ada closes the offer of horse 3.",
        ),
        (
            "did_offer_horse",
            {"by": "Ada", "number": 3, "to": "Bea", "price": 0},
            "Ada veut donner le cheval 3 à Bea",
            "Ada wants to give horse 3 to Bea",
        ),
        ("did_roll", {"by": "Ada", "value": 4}, "Ada lance le dé : 4", "Ada rolls 4"),
        ("cards_dealt", {"count": 0}, "Chacun reçoit 0 carte.", "Everybody gets no cards."),
        ("horse_arrived", {"horse": 2}, "Le cheval 2 est arrivé !", "Horse 2 is home!"),
    ],
)
def test_sentences(code: str, arguments: dict[str, Any], french: str, english: str) -> None:
    assert (sentence(code, arguments, "fr"), sentence(code, arguments, "en")) == (french, english)


@pytest.mark.parametrize(
    ("returned", "french", "english"),
    [
        (["joker"], "48 cartes, dont 1 remise dessous", "48 cards, 1 of them put back at the bottom"),
        (["joker", None], "48 cartes, dont 2 remises dessous", "48 cards, 2 of them put back at the bottom"),
    ],
)
def test_the_pile_and_the_cards_put_back(returned: list[str | None], french: str, english: str) -> None:
    view = racing({1: "Ada", 5: "Bea"}, returned=returned).view
    for language, told in (("fr", french), ("en", english)):
        assert told in [value for panel in panels(view, language) for _, value in panel.rows]
