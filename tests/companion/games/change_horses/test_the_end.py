"""CH-50 to CH-57: when a race ends, who has won, and photo finishes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.words import spoken

from .course import CARDS, FIVE, FOUR, THREE, TWO, at, finishing, moving, opened, rows, shown

SPREAD = at(A=14, B=9, C=5, D=11, E=7, F=5)


def test_CH_50_a_horse_over_the_line_ends_the_race() -> None:
    play = moving(["AB", "AC", "AD"], horses=at(A=9)).do("table", "horses_moved")
    play.happened("race_over", reason="finish_line").shows(phase="certificates", end_reason="finish_line")
    not_yet = (
        moving(["AB", "AC", "AD"], horses=at(A=8)).do("table", "horses_moved").did_not_happen("race_over")
    )
    not_yet.shows(phase="positions", end_reason=None)


def test_CH_50_one_card_left_in_every_hand_ends_the_race() -> None:
    """Worked example 40."""
    used = {name: [card for card in CARDS if card not in ("AB", "AC", "AD")] for name in THREE}
    play = opened(
        THREE, round=7, lap=2, phase="move", horses=at(), positions={"Ada": 1, "Bea": 2, "Cyd": 3}, used=used,
        board=[{"by": n, "card": c} for c in ("AB", "AC") for n in THREE], front={n: ["AD"] for n in THREE},
    )  # fmt: skip
    play.do("table", "horses_moved").happened("race_over", reason="last_card").shows(end_reason="last_card")
    play.shows(phase="certificates", awaiting_certificates=list(THREE))


def test_CH_51_the_last_horse_wins() -> None:
    """Worked example 41."""
    play = finishing(horses=SPREAD, certificates={"Ada": ["C"], "Bea": ["B"], "Cyd": ["D"]})
    shown(play, Ada="C", Bea="B")
    play.shows(
        phase="certificates", certificates_shown={"Ada": ["C"], "Cyd": None}, awaiting_certificates=["Cyd"]
    )
    shown(play, Cyd="D").happened("game_over", winners=["Ada"])
    play.shows(phase="game_over", winners=["Ada"], best_players=["Ada"])
    assert [(line["place"], line["horse"]) for line in play.view["result"]] == [
        (1, "C"), (2, "F"), (3, "E"), (4, "B"), (5, "D"), (6, "A")]  # fmt: skip


def test_CH_52_the_lower_row_is_the_better_place_beyond_the_line_too() -> None:
    play = shown(finishing(horses=at(A=14, B=13, C=12, D=16, E=15, F=17)), Ada="A", Bea="B", Cyd="C")
    assert [line["row"] for line in play.view["result"]] == [12, 13, 14, 15, 16, 17]
    play.shows(winners=["Cyd"])


def test_CH_53_a_horse_of_nobody_can_win() -> None:
    """Worked example 42."""
    play = shown(finishing(horses=at(A=14, B=4, C=5, D=1, E=7, F=8)), Ada="C", Bea="B", Cyd="E")
    play.shows(winners=[], best_players=["Bea"])
    play.shows(
        result=[
            {"place": 1, "horse": "D", "owner": None, "row": 1},
            {"place": 2, "owner": "Bea"},
            {},
            {},
            {},
            {},
        ]
    )


@pytest.mark.parametrize(
    ("wild", "changed", "winners"),
    [
        ({"Ada": 0, "Bea": 1}, {}, ["Bea"]),
        ({}, {"Ada": 1}, ["Bea"]),
        ({}, {"Ada": 1, "Bea": 2}, ["Ada", "Bea"]),
        ({"Ada": 2, "Bea": 1}, {"Ada": 1}, ["Ada"]),
    ],
    ids=["row 43", "row 44", "row 45", "wild cards come first"],
)
def test_CH_54_a_photo_finish(wild: dict[str, int], changed: dict[str, int], winners: list[str]) -> None:
    play = finishing(horses=at(A=3, B=3, C=6, D=7, E=8, F=12), wild_left=wild, changed=changed)
    shown(play, Ada="A", Bea="B", Cyd="C").shows(winners=winners)


def test_CH_54_three_on_a_row() -> None:
    """Worked example 61."""
    play = finishing(
        horses=at(A=3, B=3, C=3, D=7, E=8, F=12), wild_left={"Ada": 1, "Bea": 1, "Cyd": 0}, changed={"Ada": 1}
    )
    shown(play, Ada="A", Bea="B", Cyd="C").shows(winners=["Bea"])
    assert [(line["place"], line["owner"]) for line in play.view["result"][:3]] == [
        (1, "Bea"),
        (2, "Ada"),
        (3, "Cyd"),
    ]


def test_CH_54_beyond_the_line_too() -> None:
    play = finishing(horses=at(A=13, B=13, C=14, D=15, E=16, F=17), wild_left={"Ada": 0})
    shown(play, Ada="A", Bea="B", Cyd="C").shows(winners=["Bea"])


def test_CH_55_a_horse_of_nobody_gets_the_worse_place() -> None:
    play = shown(finishing(horses=at(A=3, B=3, C=3, D=7, E=8, F=12)), Ada="B", Bea="E", Cyd="F")
    assert [(line["place"], line["horse"]) for line in play.view["result"]][:4] == [
        (1, "B"),
        (2, "A"),
        (2, "C"),
        (4, "D"),
    ]
    play.shows(winners=["Ada"])


@pytest.mark.parametrize(("tie", "winner"), [("carrots_first", "Bea"), ("carrots_last", "Ada")])
def test_CH_56_in_the_derby_league_carrots_decide(tie: str, winner: str) -> None:
    """Worked example 46."""
    play = finishing(
        FOUR, options={"derby": True, "derby_tie": tie}, horses=at(A=3, B=3, C=12, D=9, E=7, F=8),
        wild_left={"Ada": 2, "Bea": 1}, carrots={"Ada": 4, "Bea": 9, "Cyd": 0, "Dan": 0},
    )  # fmt: skip
    shown(play, Ada="A", Bea="B", Cyd="C", Dan="E").shows(winners=[winner], mode="derby")


def test_CH_56_carrots_last_means_after_never_having_changed() -> None:
    options = {"derby": True, "derby_tie": "carrots_last"}
    horses = at(A=3, B=3, C=12, D=9, E=7, F=8)
    changed = finishing(
        FOUR, options=options, horses=horses, changed={"Bea": 1}, carrots={"Ada": 1, "Bea": 9}
    )
    shown(changed, Ada="A", Bea="B", Cyd="C", Dan="E").shows(winners=["Ada"])
    equal = finishing(FOUR, options=options, horses=horses, carrots={"Ada": 1, "Bea": 9})
    shown(equal, Ada="A", Bea="B", Cyd="C", Dan="E").shows(winners=["Bea"])


NOSES = at(A=3, B=3, C=6, D=7, E=8, F=12)


@pytest.mark.parametrize(
    ("players", "setup", "certificates", "told", "said"),
    [
        (
            THREE, {"wild_left": {"Ada": 0, "Bea": 1}}, {"Ada": "A", "Bea": "B", "Cyd": "C"},
            ("BA", "wild_left", ["Bea"], "Ada", 1, 0),
            "Photo-finish ! Bea bat Ada d’un nez : plus de cartes Cheval Farouche en main, 1 contre 0.",
        ),
        (
            THREE, {"changed": {"Ada": 1}}, {"Ada": "A", "Bea": "B", "Cyd": "C"},
            ("BA", "never_changed", ["Bea"], "Ada", None, None),
            "Photo-finish ! Bea bat Ada d’un nez : Bea n’a jamais changé de cheval.",
        ),
        (
            THREE, {}, {"Ada": "A", "Bea": "D", "Cyd": "C"}, ("AB", "owned", ["Ada"], None, None, None),
            "Photo-finish ! Ada l’emporte d’un nez : l’autre cheval n’est à personne.",
        ),
        (
            THREE, {}, {"Ada": "A", "Bea": "B", "Cyd": "C"},
            ("AB", "shared", ["Ada", "Bea"], None, None, None),
            "Photo-finish ! Rien ne sépare Ada et Bea : la place est partagée.",
        ),
        (
            FOUR, {"options": {"derby": True}, "carrots": {"Ada": 4, "Bea": 9}},
            {"Ada": "A", "Bea": "B", "Cyd": "C", "Dan": "D"}, ("BA", "carrots", ["Bea"], "Ada", 9, 4),
            "Photo-finish ! Bea bat Ada d’un nez : plus de carottes, 9 contre 4.",
        ),
        (
            TWO, {}, {"Ada": "AC", "Bea": "BD"}, ("AB", "second_horse", ["Ada"], "Bea", None, None),
            "Photo-finish ! Ada bat Bea : son second cheval est arrivé plus près de la dernière place.",
        ),
    ],
    ids=["CH-54 wild", "CH-54 changed", "CH-55", "CH-57", "CH-56", "CH-76"],
)  # fmt: skip
def test_CH_54_a_photo_finish_says_who_was_ahead_and_why(
    players: tuple[str, ...],
    setup: dict[str, Any],
    certificates: dict[str, str],
    told: tuple[Any, ...],
    said: str,
) -> None:
    play = shown(finishing(players, horses=NOSES, **setup), **certificates)
    names = ("place", "horses", "by", "players", "other", "more", "fewer")
    photo = dict(zip(names, (1, list(told[0]), *told[1:]), strict=True))
    play.happened("photo_finish", **photo).shows(photo_finish=photo)
    first, last = spoken("change_horses", [event.as_json() for event in play.events], "fr")
    assert first == said and "gagne" in last


@pytest.mark.parametrize(
    ("horses", "certificates"),
    [
        (at(A=3, B=4, C=6, D=7, E=8, F=12), {"Ada": "A", "Bea": "B", "Cyd": "C"}),
        (at(A=3, B=4, C=6, D=12, E=12, F=13), {"Ada": "D", "Bea": "E", "Cyd": "F"}),
        (NOSES, {"Ada": "C", "Bea": "D", "Cyd": "E"}),
    ],
    ids=["all apart", "of those who lose", "of nobody’s horses"],
)
def test_CH_54_where_nothing_was_at_stake_no_photo_finish_is_told(
    horses: Any, certificates: dict[str, str]
) -> None:
    shown(finishing(horses=horses), **certificates).did_not_happen("photo_finish").shows(photo_finish=None)


def test_CH_54_of_two_photo_finishes_that_about_the_better_place_is_told() -> None:
    play = shown(finishing(horses=at(A=3, B=3, C=6, D=6, E=8, F=12)), Ada="C", Bea="D", Cyd="F")
    assert play.view["photo_finish"]["horses"] == ["C", "D"]
    play = shown(finishing(horses=at(A=3, B=3, C=6, D=6, E=8, F=12)), Ada="C", Bea="D", Cyd="A")
    assert play.view["photo_finish"]["horses"] == ["A", "B"]


def test_CH_54_a_photo_finish_about_another_place_than_the_first_names_it() -> None:
    play = shown(
        finishing(horses=at(A=3, B=4, C=4, D=7, E=8, F=12), changed={"Bea": 1}), Ada="A", Bea="B", Cyd="C"
    )
    first, last = spoken("change_horses", [event.as_json() for event in play.events], "fr")
    assert first.startswith("Photo-finish pour la 2e place ! Cyd bat Bea d’un nez") and last.startswith(
        "Ada gagne"
    )


def test_CH_57_shared_places_use_up_their_numbers() -> None:
    play = finishing(FIVE, horses=at(A=3, B=3, C=5, D=5, E=5, F=12))
    shown(play, Ada="A", Bea="B", Cyd="C", Dan="D", Eve="E")
    assert [line["place"] for line in play.view["result"]] == [1, 1, 3, 3, 3, 6]
    play.shows(winners=["Ada", "Bea"], best_players=["Ada", "Bea"])


def test_a_card_shown_is_held_against_what_was_noted() -> None:
    """Worked example 64."""
    play = finishing(horses=SPREAD, certificates={"Bea": ["A"]})
    assert play.refused("Ada", "show_certificate", horses=["A"]) == "certificate_taken"
    assert play.refused("Ada", "show_certificate", horses=["A", "B"]) == "wrong_horse_count"
    assert play.refused("Ada", "show_certificate", horses=["Z"]) == "unknown_horse"
    play.do("Ada", "show_certificate", horses=["A"], correct=True)
    assert play.refused("Ada", "show_certificate", horses=["A"]) == "already_revealed"
    assert play.refused("Bea", "show_certificate", horses=["A"], correct=True) == "certificate_taken"
    own = finishing(horses=SPREAD, certificates={"Bea": ["B"]})
    assert own.refused("Bea", "show_certificate", horses=["C"]) == "certificate_mismatch"
    own.do("Bea", "show_certificate", horses=["C"], correct=True)


def test_the_two_player_race_ends_after_seven_laps() -> None:
    used = {name: [card for card in CARDS if card not in ("AB", "AC", "AD")] for name in TWO}
    play = opened(
        TWO, round=7, lap=2, phase="move", horses=at(), first="Ada", used=used, front={n: ["AD"] for n in TWO},
        board=[{"by": n, "card": c} for c in ("AB", "AC", "BC", "BD") for n in TWO],
    )  # fmt: skip
    play.do("table", "horses_moved").happened("race_over", reason="last_card")
    assert set(rows(play).values()) <= {0, 1, 3, 5, 7}
