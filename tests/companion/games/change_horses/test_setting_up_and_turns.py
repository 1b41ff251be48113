"""CH-1 to CH-17 and CH-30 to CH-31: setting up, a double round, and the order of turns of the basic game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import refused_game

from .course import CARDS, FIVE, FOUR, START, THREE, TWO, at, moving, opened, racing, rows


@pytest.mark.parametrize("players", [TWO, THREE, FOUR, FIVE])
def test_CH_1_all_six_horses_race_one_in_each_lane(players: tuple[str, ...]) -> None:
    """Worked example 1."""
    play = opened(players).shows(phase="place_horses", round=1, lap=1)
    assert play.refused("table", "place_horses", lanes={**START, "B": 1}) == "cell_taken"
    assert play.refused("table", "place_horses", lanes={**START, "B": 7}) == "off_track"
    assert play.refused("table", "place_horses", lanes={"A": 1}) == "wrong_horse_count"
    assert play.refused("table", "place_horses", lanes={**START, "G": 6}) == "wrong_horse_count"
    play.do("table", "place_horses", lanes={"A": 6, "B": 5, "C": 4, "D": 3, "E": 2, "F": 1})
    play.shows(
        phase="positions", horses={"A": {"lane": 6, "row": 0, "crossed": False}, "F": {"lane": 1, "row": 0}}
    )


def test_CH_2_position_cards_are_dealt_at_random() -> None:
    """Worked example 2."""
    play = opened(THREE).do("table", "place_horses", lanes=START)
    for bad in (
        {"Ada": 1, "Bea": 2},
        {"Ada": 1, "Bea": 2, "Cyd": 4},
        {"Ada": 1, "Bea": 1, "Cyd": 2},
        {},
        [1, 2, 3],
    ):
        assert play.refused("table", "deal_positions", positions=bad) == "bad_positions"
    play.do("table", "deal_positions", positions={"Ada": 2, "Bea": 3, "Cyd": 1})
    play.shows(phase="select", order=["Cyd", "Ada", "Bea"], positions={"Ada": 2, "Bea": 3, "Cyd": 1})


@pytest.mark.parametrize(
    ("players", "certificates", "pile", "capacity"),
    [(TWO, 2, 2, 8), (THREE, 1, 3, 6), (FOUR, 1, 2, 8), (FIVE, 1, 1, 10)],
)
def test_CH_3_cards_wild_cards_and_certificates(
    players: tuple[str, ...], certificates: int, pile: int, capacity: int
) -> None:
    play = opened(players).shows(pile_count=pile, board_capacity=capacity)
    for name in players:
        assert play.view["hand_left"][name] == 15 and play.view["wild_left"][name] == 2
        own = play.view["private"][name]
        assert own["certificates"] == [None] * certificates and own["hand"] == list(CARDS)


@pytest.mark.parametrize(("players", "carrots"), [(THREE, 33), (FOUR, 44), (FIVE, 55)])
def test_CH_4_carrots_of_the_derby_league(players: tuple[str, ...], carrots: int) -> None:
    play = opened(players, options={"derby": True}).shows(mode="derby")
    assert play.view["carrots"] == dict.fromkeys(players, carrots)
    assert opened(players).view["carrots"] == dict.fromkeys(players, 0)
    assert refused_game("change_horses", TWO, options={"derby": True}) == "bad_options"


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("Ada",), {}),
        ((*FIVE, "Fay"), {}),
        (("Ada", "Ada"), {}),
        (("Ada", "table"), {}),
        (THREE, {"no_such_rule": 1}),
        (THREE, {"derby": 1}),
        (THREE, {"fast_track_finish": "never"}),
        (THREE, {"derby_tie": 3}),
        (THREE, {"finish_row": "12"}),
        (THREE, {"highest_bidder_pays": "no"}),
    ],
)
def test_an_impossible_race_is_refused(players: tuple[str, ...], options: dict[str, object]) -> None:
    assert refused_game("change_horses", players, options=options) == "bad_options"


def ready(players: tuple[str, ...] = THREE) -> object:
    play = opened(players).do("table", "place_horses", lanes=START)
    return play.do("table", "deal_positions", positions={name: n for n, name in enumerate(players, 1)})


def test_CH_10_three_cards_are_chosen_by_everybody() -> None:
    """Worked example 3."""
    play = ready()
    play.shows(phase="select", required={"Ada": 3, "Bea": 3, "Cyd": 3})
    assert play.refused("Ada", "reveal", cards=["AB", "AC"]) == "wrong_card_count"
    assert play.refused("Ada", "reveal", cards=["AB", "AC", "BA"]) == "unknown_card"
    assert play.refused("Ada", "reveal", cards=["AB", "AC", "AC"]) == "duplicate_card"
    play.do("Ada", "reveal", cards=["AB", "AC", "EF"]).happened(
        "cards_revealed", player="Ada", cards=["AB", "AC", "EF"]
    )
    play.shows(phase="select", front={"Ada": ["AB", "AC", "EF"]}, hand_left={"Ada": 12}, required={"Ada": 0})
    assert play.refused("Ada", "reveal", cards=["AD", "AE", "AF"]) == "already_revealed"
    play.do("Bea", "reveal", cards=["AB", "AC", "EF"]).do("Cyd", "reveal", cards=["AB", "AC", "EF"])
    play.happened("turn_started", player="Ada").shows(phase="play", turn="Ada")


def test_CH_11_one_face_up_card_in_ones_turn() -> None:
    """Worked examples 18 and 19."""
    play = racing()
    assert play.refused("Bea", "play_card", card="AB") == "not_your_turn"
    assert play.refused("Ada", "play_card", card="EF") == "card_not_in_front"
    assert play.refused("Ada", "play_card", card="XY") == "unknown_card"
    play.do("Ada", "play_card", card="AD").happened("card_played", player="Ada", card="AD")
    play.happened("turn_started", player="Bea")
    play.shows(
        board=[{"by": "Ada", "card": "AD", "covered_by": None}], front={"Ada": ["AB", "AC"]}, turn="Bea"
    )


def test_CH_12_when_all_have_played_the_horses_move_and_the_cards_stay() -> None:
    play = (
        racing()
        .do("Ada", "play_card", card="AB")
        .do("Bea", "play_card", card="AC")
        .do("Cyd", "play_card", card="AD")
    )
    play.happened("move_horses", counts={"A": 3, "B": 1, "C": 1, "D": 1, "E": 0, "F": 0}).shows(
        phase="move", turn=None
    )
    play.do("table", "horses_moved").shows(lap=2, phase="positions")
    assert len(play.view["board"]) == 3 and rows(play) == {"A": 3, "B": 1, "C": 1, "D": 1, "E": 0, "F": 0}


def test_CH_13_the_order_is_set_anew_after_each_lap() -> None:
    play = moving(["AB", "CD", "EF"]).do("table", "horses_moved").shows(phase="positions")
    play.do("table", "deal_positions", positions={"Ada": 3, "Bea": 2, "Cyd": 1}).happened("order_set")
    play.shows(order=["Cyd", "Bea", "Ada"])


def test_CH_14_in_the_second_lap_all_cards_on_the_board_count() -> None:
    """Worked example 7."""
    first = [{"by": name, "card": card} for name, card in zip(FOUR, ("AD", "AD", "AC", "EF"), strict=True)]
    play = opened(
        FOUR, horses=at(A=3, C=1, E=1, F=1), positions={"Ada": 2, "Bea": 4, "Cyd": 3, "Dan": 1}, lap=2, board=first,
        front={"Ada": ["AB", "BC"], "Bea": ["AB", "EF"], "Cyd": ["DE", "DF"], "Dan": ["AC", "BD"]}, turn="Dan",
    )  # fmt: skip
    play.do("Dan", "play_card", card="AC").do("Ada", "play_card", card="AB").do("Cyd", "play_card", card="DE")
    play.do("Bea", "play_card", card="AB").shows(counts={"A": 6, "B": 2, "C": 2, "D": 3, "E": 2, "F": 1})
    play.shows(
        moves_due=[
            {"horse": "D", "lane": 4, "from": 0, "to": 3},
            {"horse": "F", "lane": 6, "from": 1, "to": 2},
        ]
    )


def test_CH_15_after_the_second_lap_the_board_is_cleared() -> None:
    board = ["AB", "AC", "AD", "AE", "AF", "BC"]
    front = {"Ada": ["CD"], "Bea": ["CE"], "Cyd": ["CF"]}
    play = moving(board, lap=2, front=front).do("table", "horses_moved").happened("board_cleared")
    play.shows(board=[], round=2, lap=1, counts={"A": 0, "B": 0}, phase="positions", front=front)


def test_CH_16_two_cards_are_added_to_the_one_left() -> None:
    """Worked example 4."""
    play = opened(THREE, phase="select", round=3, horses=at(), positions={"Ada": 1, "Bea": 2, "Cyd": 3},
                  front={"Ada": ["AB"], "Bea": ["AB"], "Cyd": ["AB"]})  # fmt: skip
    play.shows(required={"Ada": 2, "Bea": 2, "Cyd": 2})
    assert play.refused("Ada", "reveal", cards=["AC", "AD", "AE"]) == "wrong_card_count"
    play.do("Ada", "reveal", cards=["AC", "AD"]).shows(front={"Ada": ["AB", "AC", "AD"]})


def test_CH_17_a_played_card_does_not_come_back() -> None:
    """Worked example 5."""
    play = opened(THREE, phase="select", round=2, horses=at(), positions={"Ada": 1, "Bea": 2, "Cyd": 3},
                  front={"Ada": ["AB"], "Bea": ["AB"], "Cyd": ["AB"]}, used={"Ada": ["EF", "CD"]})  # fmt: skip
    assert play.refused("Ada", "reveal", cards=["EF", "AC"]) == "card_used"
    assert play.refused("Ada", "reveal", cards=["AB", "AC"]) == "card_used"
    assert "EF" not in play.view["private"]["Ada"]["hand"] and play.view["hand_left"]["Ada"] == 12
    play.do("Bea", "reveal", cards=["EF", "AC"])


def test_CH_30_the_holder_of_the_highest_number_gets_one() -> None:
    """Worked example 17."""
    play = moving(["AB", "CD", "EF", "AB"], FOUR, positions={"Ada": 1, "Bea": 2, "Cyd": 4, "Dan": 3})
    play.do("table", "horses_moved")
    assert (
        play.refused("table", "deal_positions", positions={"Ada": 1, "Bea": 2, "Cyd": 3, "Dan": 4})
        == "must_get_one"
    )
    play.do("table", "deal_positions", positions={"Ada": 4, "Bea": 2, "Cyd": 1, "Dan": 3})
    play.happened("order_set", order=["Cyd", "Bea", "Dan", "Ada"])


def test_CH_31_the_lowest_number_plays_first() -> None:
    play = racing(positions={"Ada": 3, "Bea": 1, "Cyd": 2}, turn="Bea").shows(order=["Bea", "Cyd", "Ada"])
    play.do("Bea", "play_card", card="AB").shows(turn="Cyd").do("Cyd", "play_card", card="AB").shows(
        turn="Ada"
    )


def test_nobody_deals_positions_between_two_players() -> None:
    play = opened(TWO).do("table", "place_horses", lanes=START).shows(mode="two_player", phase="positions")
    assert play.refused("table", "deal_positions", positions={"Ada": 1, "Bea": 2}) == "no_positions_for_two"


def test_the_general_checks_come_in_this_order() -> None:
    play = racing()
    assert play.refused("Nobody", "no_such_action") == "unknown_player"
    assert play.refused("Ada", "no_such_action") == "unknown_action"
    assert play.refused("table", "play_card", card="AB") == "unknown_player"
    assert play.refused("Ada", "reveal", cards=["AB"]) == "wrong_phase"
    assert play.refused("table", "place_horses", lanes=START) == "wrong_phase"
    over = opened(THREE, phase="certificates", horses=at(A=1, B=2, C=3, D=4, E=5, F=12))
    for name, letter in zip(THREE, "ABC", strict=True):
        over.do(name, "show_certificate", horses=[letter])
    assert over.refused("Nobody", "no_such_action") == "game_over"


def test_the_pieces_may_be_compared_at_any_time() -> None:
    play = racing(horses=at(C=4))
    assert (
        play.refused("table", "check_horses", horses={"C": {"lane": 3, "row": 5}}) == "wrong_horse_position"
    )
    play.do("table", "check_horses", horses={"C": {"lane": 3, "row": 4}}).happened("horses_ok")
    play.do("Bea", "check_horses", horses=at(C=4)).happened("horses_ok")
    unplaced = opened(THREE)
    assert unplaced.refused("table", "check_horses", horses=at()) == "wrong_phase"


def test_every_field_of_the_view_is_there_from_the_beginning() -> None:
    view = opened(THREE).view
    fields = (
        "game mode phase round lap players turn order positions horses board board_capacity counts moves_due front"
        " hand_left required wild_left changed wild_played carrots auction pile_count awaiting_certificates"
        " certificates_shown end_reason result winners best_players private options"
    )
    assert set(fields.split()) <= set(view)
    assert view["mode"] == "basic" and view["auction"] is None and view["end_reason"] is None


@pytest.mark.parametrize(
    ("setup", "shown"),
    [
        ({"phase": None, "board": None, "wild_left": None, "pile": None}, {"phase": "play", "pile_count": 3}),
        ({"used": {"Ada": ["AB", "EF"]}}, {"hand_left": {"Ada": 11}}),
        (
            {"certificates": {"Ada": [], "Bea": None, "Cyd": ["C"]}},
            {"private": {"Ada": {"certificates": [None]}}},
        ),
        ({"pile": ["F"]}, {"pile_count": 3}),
        ({"first": "Bea", "carrots": {"Ada": 5}}, {"turn": "Ada", "carrots": {"Ada": 0}}),
        ({"front": {}}, {"turn": "Ada", "front": {"Ada": []}}),
    ],
)
def test_a_position_told_loosely_is_understood(setup: dict[str, Any], shown: dict[str, Any]) -> None:
    """Null counts as not given; what is told twice or does not matter does no harm; the rest is unknown."""
    racing(**setup).shows(**shown)


def test_a_known_top_of_a_pile_is_enough_to_change_horses() -> None:
    play = racing(certificates={"Ada": ["A"]}, pile=["F"]).do("Ada", "play_wild", use="change_horse")
    play.shows(private={"Ada": {"certificates": ["F"]}}, pile_count=3)


def test_the_first_of_two_cards_not_covered_is_covered() -> None:
    board = [{"by": "Ada", "card": "AB", "covered_by": "Cyd"}, {"by": "Ada", "card": "AB"}]
    play = (
        racing(board=board)
        .do("Ada", "play_wild", use="stumble", owner="Ada", card="AB")
        .shows(counts={"A": 0})
    )
    play.do("Ada", "play_card", card="AC")
    assert play.refused("Bea", "play_wild", use="stumble", owner="Ada", card="AB") == "already_covered"


@pytest.mark.parametrize(
    "setup",
    [
        {"no_such_field": 1},
        {"phase": "no_such_phase"},
        {"phase": "auction"},
        {"turn": "Zoe"},
        {"round": 8},
        {"lap": True},
        {"horses": {"A": {"lane": 7, "row": 0}}},
        {"horses": {"A": {"lane": 1, "row": 2}, "B": {"lane": 1, "row": 2}}},
        {"positions": {"Ada": 1, "Bea": 1, "Cyd": 2}},
        {"front": {"Ada": ["BA"]}},
        {"board": [{"by": "Ada", "card": "AB", "covered_by": "Zoe"}]},
        {"wild_left": {"Ada": 3}},
        {"certificates": {"Ada": ["A"], "Bea": ["A"]}},
        {"certificates": {"Ada": ["A", "B"]}},
        {"certificates": {"Ada": ["A"]}, "pile": ["A"]},
        {"pile": "ABC"},
    ],
)
def test_an_impossible_position_is_refused(setup: dict[str, Any]) -> None:
    assert refused_game("change_horses", THREE, setup=setup) == "bad_setup"


def test_position_cards_seen_before_two_players_mean_nothing() -> None:
    """CH-70: with two there are none; whatever a camera takes for such cards is no move."""
    play = opened(TWO).do("table", "place_horses", lanes=START)
    seen = play.game.visible_table(opened(THREE, positions={"Ada": 1, "Bea": 2, "Cyd": 3}).state)
    assert not any(move["do"] == "deal_positions" for move in play.game.physical_moves(play.state, seen))
