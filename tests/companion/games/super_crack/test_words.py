"""What the table reads and hears: who pays, who closed an offer, who came home at which place, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.super_crack.panels import panels
from companion.games.super_crack.words import sentence, spoken
from tests.companion.games.kit import refusal
from tests.playing import Play

from .tables import handicap, laid, opening, racing


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
        (
            "wrong_card_count",
            {"player": "Bea", "expected": 4, "seen": 3},
            "Bea n’a que 3 cartes : il faut 4 cartes par joueur.",
            "Bea has only 3 cards: it takes 4 cards for each player.",
        ),
        (
            "already_dealt",
            {"expected": 4, "dealt": {"Ada": 1, "Bea": 5}},
            "Ada n’a qu’une carte et Bea a 5 cartes : il faut 4 cartes par joueur.",
            "Ada has only one card and Bea has 5 cards: it takes 4 cards for each player.",
        ),
        ("already_dealt", {}, "Les cartes sont déjà distribuées.", "The cards are dealt already."),
    ],
)
def test_sentences(code: str, arguments: dict[str, Any], french: str, english: str) -> None:
    assert (sentence(code, arguments, "fr"), sentence(code, arguments, "en")) == (french, english)


@pytest.mark.parametrize(
    ("seen", "french", "english"),
    [
        (
            12,
            "Cheval 2 : 2 cases de plus. Sa place est en case 14.",
            "Horse 2: 2 squares more. It belongs on square 14.",
        ),
        (
            13,
            "Cheval 2 : une case de plus. Sa place est en case 14.",
            "Horse 2: one square more. It belongs on square 14.",
        ),
        (
            15,
            "Cheval 2 : une case en arrière. Sa place est en case 14.",
            "Horse 2: one square back. It belongs on square 14.",
        ),
        (
            -2,
            "Cheval 2 : 16 cases de plus. Sa place est en case 14.",
            "Horse 2: 16 squares more. It belongs on square 14.",
        ),
        (None, "Cheval 2 : sa place est en case 14.", "Horse 2 belongs on square 14."),
    ],
)
def test_SC_31_how_many_squares_a_horse_lacks_or_has_too_many_is_said(
    seen: int | None, french: str, english: str
) -> None:
    play = racing({2: ("Ada", 14), 5: "Bea"})
    action = {"by": "table", "do": "confirm_position", "horse": 2, "square": seen}
    refused = refusal(play.game, play.state, action)
    assert refused is not None and refused.code == "wrong_square"
    said = [sentence(refused.code, refused.details, language) for language in ("fr", "en")]
    assert said == [french, english]


def test_SC_22_a_horse_behind_the_start_is_sent_to_its_red_square() -> None:
    details = {"horse": 2, "expected": -3, "seen": 0}
    assert (
        sentence("wrong_square", details, "fr")
        == "Cheval 2 : 3 cases en arrière. Sa place est en case rouge 3."
    )


def aloud(play: Play) -> tuple[list[str], list[str]]:
    """What is said aloud of what was done last, in French and in English."""
    events = [event.as_json() for event in play.events]
    french = [line.replace("\u202f", " ") for line in spoken(events, "fr")]
    return french, spoken(events, "en")


def test_SC_25_a_bet_is_repeated_with_its_colours_and_price_before_the_money_goes() -> None:
    play = laid("betting", {1: "Ada", 5: "Bea"}).do("Ada", "bet", tokens=["yellow", "blue", "yellow", "red"])
    french, english = aloud(play)
    assert french == [
        "Ada parie 1 rouge, 1 bleu et 2 jaunes pour 500 F.",
        "Ada paie à la banque : un billet de 500 F.",
    ]
    assert english == [
        "Ada bets 1 red, 1 blue and 2 yellow for 500 F.",
        "Ada pays the bank: one note of 500 F.",
    ]


def test_SC_23_the_fees_of_all_horses_of_a_player_are_counted_out_once() -> None:
    horses = {1: ("Ada", -6), 2: ("Ada", -3), 5: ("Bea", -1)}
    play = handicap(horses, {"Ada": [], "Bea": []}).do("Ada", "handicap_done").do("Bea", "handicap_done")
    french, english = aloud(play)
    assert french[:2] == [
        "Ada paie 900 F à la banque pour les frais d’engagement : un billet de 500 F et 4 de 100 F.",
        "Bea paie 100 F à la banque pour les frais d’engagement : un billet de 100 F.",
    ]
    assert english[0] == ("Ada pays the bank 900 F for the engagement fee: one note of 500 F and 4 of 100 F.")


def test_SC_2_the_opening_money_is_not_told_player_by_player() -> None:
    assert not any("20" in line for line in aloud(opening().do("bank", "deal_money"))[0])


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
