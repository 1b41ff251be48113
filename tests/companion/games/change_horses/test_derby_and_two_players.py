"""CH-60 to CH-77: the auction of the Derby League, and the race of two."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Play

from .course import CARDS, FOUR, START, THREE, TWO, at, finishing, opened, racing, shown


def auction(players: tuple[str, ...] = FOUR, options: dict[str, Any] | None = None, **setup: Any) -> Play:
    """The auction before the second lap, bids in seat order."""
    laid = {
        "phase": "auction", "lap": 2, "horses": at(A=1), "positions": {name: n for n, name in enumerate(players, 1)},
        "front": {name: ["AB", "AC"] for name in players}, **setup,
    }  # fmt: skip
    return opened(players, options={"derby": True, **(options or {})}, **laid)


def bids(play: Play, **amounts: int) -> Play:
    for player, amount in amounts.items():
        play.do(player, "bid", amount=amount)
    return play


def test_CH_60_the_first_order_is_dealt_the_others_are_auctioned() -> None:
    play = opened(THREE, options={"derby": True}).do("table", "place_horses", lanes=START)
    play.do("table", "deal_positions", positions={"Ada": 1, "Bea": 2, "Cyd": 3})
    for name in THREE:
        play.do(name, "reveal", cards=["AB", "AC", "AD"])
    for name in THREE:
        play.do(name, "play_card", card="AB")
    play.do("table", "horses_moved").shows(phase="auction", turn="Ada", auction={"bids": {}, "high": None})
    assert play.refused("table", "deal_positions", positions={"Ada": 1, "Bea": 2, "Cyd": 3}) == "wrong_phase"


def test_CH_61_bids_are_open_and_go_in_the_order_of_the_position_cards() -> None:
    play = auction(positions={"Ada": 3, "Bea": 1, "Cyd": 4, "Dan": 2}).shows(turn="Bea")
    assert play.refused("Ada", "bid", amount=3) == "not_your_turn"
    assert play.refused("Bea", "bid", amount=0) == "bid_too_low"
    assert play.refused("Bea", "bid", amount=-4) == "bid_too_low"
    play.do("Bea", "bid", amount=1).happened("bid", player="Bea", amount=1, may_raise=True).shows(turn="Dan")
    assert play.refused("Dan", "bid", amount=45) == "not_enough_carrots"


def test_CH_62_a_number_is_bid_once_in_an_auction() -> None:
    """Worked example 48."""
    play = bids(auction(), Ada=3)
    assert play.refused("Bea", "bid", amount=3) == "bid_taken"
    bids(play, Bea=5, Cyd=6, Dan=7, Ada=8)
    assert play.refused("Bea", "bid", amount=8) == "bid_taken"
    play.shows(auction={"taken": [3, 5, 6, 7, 8]})


def test_CH_63_a_bid_below_the_highest_is_the_last_one() -> None:
    play = bids(auction(), Ada=3, Bea=5, Cyd=2).happened("bid", player="Cyd", amount=2, may_raise=False)
    play.shows(auction={"closed": ["Cyd"], "high": 5, "bids": {"Ada": 3, "Bea": 5, "Cyd": 2}})
    bids(play, Dan=1).shows(turn="Ada")
    assert play.refused("Cyd", "bid", amount=9) == "bid_closed"


def test_CH_64_who_may_still_bid_raises_bids_lower_or_passes() -> None:
    """Worked example 49."""
    play = bids(auction(), Ada=3)
    assert play.refused("Bea", "pass_bid") == "must_bid"
    assert play.refused("Cyd", "pass_bid") == "not_your_turn"
    bids(play, Bea=6, Cyd=9, Dan=2).shows(turn="Ada", auction={"closed": ["Dan"]})
    assert play.refused("Ada", "bid", amount=1) == "bid_too_low"
    play.do("Ada", "bid", amount=5).happened("bid", player="Ada", amount=5, may_raise=False).shows(turn="Bea")
    play.do("Bea", "pass_bid").happened("auction_closed", bids={"Ada": 5, "Bea": 6, "Cyd": 9, "Dan": 2})
    play.shows(phase="play", positions={"Ada": 2, "Bea": 3, "Cyd": 4, "Dan": 1}, turn="Dan")


def test_CH_64_who_cannot_afford_more_is_passed_by_itself() -> None:
    play = bids(auction(THREE, carrots={"Ada": 3, "Bea": 9, "Cyd": 9}), Ada=3, Bea=5, Cyd=4)
    play.happened("auction_closed").shows(phase="play", positions={"Ada": 1, "Bea": 3, "Cyd": 2})


def test_CH_65_the_highest_bid_gets_the_highest_card() -> None:
    """Worked example 47."""
    play = bids(auction(), Ada=3, Bea=5, Cyd=2, Dan=1)
    play.do("Ada", "bid", amount=8).do("Bea", "pass_bid")
    play.shows(positions={"Ada": 4, "Bea": 3, "Cyd": 2, "Dan": 1}, order=["Dan", "Cyd", "Bea", "Ada"])
    play.happened("order_set", order=["Dan", "Cyd", "Bea", "Ada"])


@pytest.mark.parametrize(("option", "left"), [(True, 36), (False, 44)])
def test_CH_66_everybody_pays_the_last_bid_the_highest_too_or_not(option: bool, left: int) -> None:
    """Worked examples 47 and 50."""
    play = bids(auction(options={"highest_bidder_pays": option}), Ada=3, Bea=5, Cyd=2, Dan=1)
    play.do("Ada", "bid", amount=8).shows(carrots={"Ada": 44, "Bea": 44}).do("Bea", "pass_bid")
    play.shows(carrots={"Ada": left, "Bea": 39, "Cyd": 42, "Dan": 43})


def test_CH_67_who_can_bid_nothing_gives_the_last_carrots_up() -> None:
    """Worked example 51."""
    play = bids(auction(carrots={"Ada": 1, "Bea": 1, "Cyd": 3, "Dan": 10}), Ada=1)
    assert play.refused("Cyd", "cannot_bid") == "not_your_turn"
    assert play.refused("Bea", "bid", amount=1) == "bid_taken"
    assert play.refused("Bea", "bid", amount=2) == "not_enough_carrots"
    play.do("Bea", "cannot_bid").happened("carrots_given_up", player="Bea", amount=1)
    assert play.refused("Cyd", "cannot_bid") == "can_still_bid"
    bids(play, Cyd=3, Dan=2).shows(carrots={"Ada": 0, "Bea": 0, "Cyd": 0, "Dan": 8})
    play.shows(positions={"Ada": 2, "Bea": 1, "Cyd": 4, "Dan": 3}, order=["Bea", "Ada", "Dan", "Cyd"])


def test_CH_68_who_has_no_carrots_is_skipped_and_gets_the_lowest_card() -> None:
    """Worked examples 52 and 62."""
    play = auction(
        carrots={"Ada": 9, "Bea": 0, "Cyd": 9, "Dan": 0}, positions={"Dan": 1, "Cyd": 2, "Bea": 3, "Ada": 4}
    )
    play.shows(turn="Cyd")
    assert set(play.view["auction"]["closed"]) == {"Bea", "Dan"}
    bids(play, Cyd=4).happened("auction_skipped", player="Bea")
    bids(play, Ada=2).shows(positions={"Dan": 1, "Bea": 2, "Ada": 3, "Cyd": 4})


def test_CH_69_carrots_are_never_won() -> None:
    play = bids(auction(), Ada=3, Bea=5, Cyd=2, Dan=1).do("Ada", "pass_bid")
    assert sum(play.view["carrots"].values()) == 4 * 44 - 11


# ---------------------------------------------------------------- two players


def test_CH_70_who_last_rode_a_horse_begins() -> None:
    play = opened(TWO).do("table", "place_horses", lanes=START)
    assert play.refused("table", "set_first", player="Eve") == "unknown_player"
    play.do("table", "set_first", player="Bea").shows(phase="select", order=["Bea", "Ada"])
    three = opened(THREE).do("table", "place_horses", lanes=START)
    assert three.refused("table", "set_first", player="Ada") == "only_for_two"


def test_CH_71_each_has_two_certificates() -> None:
    play = racing(TWO).do("Ada", "note_certificate", horses=["A", "D"])
    play.shows(private={"Ada": {"certificates": ["A", "D"]}})
    assert play.refused("Bea", "note_certificate", horses=["B"]) == "wrong_horse_count"
    assert play.refused("Bea", "note_certificate", horses=["B", "B"]) in (
        "certificate_taken",
        "certificate_mismatch",
    )


def lap_of_two() -> Play:
    play = opened(TWO).do("table", "place_horses", lanes=START).do("table", "set_first", player="Bea")
    play.shows(required={"Ada": 4, "Bea": 4})
    play.do("Ada", "reveal", cards=["AB", "AC", "AD", "AE"]).do(
        "Bea", "reveal", cards=["AB", "AC", "AD", "AE"]
    )
    for card in ("AB", "AC"):
        play.shows(turn="Bea").do("Bea", "play_card", card=card).shows(turn="Ada").do(
            "Ada", "play_card", card=card
        )
    return play


def test_CH_72_each_plays_two_in_turn_then_the_horses_move() -> None:
    """Worked example 53, first part."""
    play = lap_of_two().shows(phase="move", counts={"A": 4, "B": 2, "C": 2}, moves_due=[])
    play.do("table", "horses_moved").shows(phase="select", lap=2)
    assert len(play.view["board"]) == 4


def test_CH_73_then_each_adds_two_and_plays_two_more() -> None:
    play = lap_of_two().do("table", "horses_moved")
    play.shows(required={"Ada": 2, "Bea": 2})
    play.do("Ada", "reveal", cards=["BC", "BD"]).do("Bea", "reveal", cards=["CD", "EF"])
    for card in ("AD", "AE"):
        play.shows(turn="Bea").do("Bea", "play_card", card=card).do("Ada", "play_card", card=card)
    play.shows(phase="move")
    assert len(play.view["board"]) == 8
    play.do("table", "horses_moved").happened("board_cleared").shows(board=[], lap=1)


def test_CH_74_after_clearing_the_last_player_begins() -> None:
    """Worked example 53."""
    play = lap_of_two().do("table", "horses_moved").do("Ada", "reveal", cards=["BC", "BD"])
    play.do("Bea", "reveal", cards=["CD", "EF"])
    for card in ("AD", "AE"):
        play.do("Bea", "play_card", card=card).do("Ada", "play_card", card=card)
    play.do("table", "horses_moved").shows(order=["Ada", "Bea"], phase="select")
    play.do("Ada", "reveal", cards=["BE", "BF"]).do("Bea", "reveal", cards=["BC", "BD"]).shows(turn="Ada")


def test_CH_75_in_the_last_lap_two_of_three_cards_are_played() -> None:
    """Worked example 54."""
    kept = {"Ada": ["AB", "AC"], "Bea": ["AB", "AC"]}
    used = {name: [c for c in CARDS if c not in ("AB", "AC", "EF")] for name in TWO}
    play = opened(TWO, phase="select", round=7, first="Ada", horses=at(), front=kept, used=used)
    play.shows(required={"Ada": 1, "Bea": 1})
    assert play.refused("Ada", "reveal", cards=["EF", "CD"]) == "card_used"
    play.do("Ada", "reveal", cards=["EF"]).do("Bea", "reveal", cards=["EF"])
    for card in ("AB", "AC"):
        play.do("Ada", "play_card", card=card).do("Bea", "play_card", card=card)
    play.do("table", "horses_moved").happened("race_over", reason="last_card").shows(phase="certificates")


@pytest.mark.parametrize(
    ("horses", "wild", "own", "winners"),
    [
        (at(A=3, B=3, C=6, D=5, E=9, F=12), {}, ("AC", "BD"), ["Bea"]),
        (at(A=3, B=3, C=6, D=5, E=9, F=12), {"Ada": 2, "Bea": 1}, ("AC", "BD"), ["Ada"]),
        (at(A=3, B=3, C=5, D=5, E=9, F=12), {}, ("AC", "BD"), ["Ada", "Bea"]),
        (at(A=3, B=3, C=3, D=5, E=9, F=12), {}, ("AC", "BD"), ["Ada"]),
    ],
    ids=["row 55", "row 56", "row 57", "row 63"],
)
def test_CH_76_the_second_horse_decides_a_tie(
    horses: dict[str, Any], wild: dict[str, int], own: tuple[str, str], winners: list[str]
) -> None:
    play = finishing(TWO, horses=horses, first="Ada", wild_left=wild)
    shown(play, Ada=own[0], Bea=own[1]).shows(winners=winners)


def test_CH_76_the_result_keeps_the_shared_place() -> None:
    play = finishing(TWO, horses=at(A=3, B=3, C=6, D=5, E=9, F=12), first="Ada")
    shown(play, Ada="AC", Bea="BD")
    assert [(line["place"], line["horse"]) for line in play.view["result"]][:3] == [
        (1, "A"),
        (1, "B"),
        (3, "D"),
    ]


def test_CH_77_each_card_is_a_turn_of_its_own() -> None:
    play = racing(TWO).do("Ada", "play_wild", use="change_horse").do("Ada", "play_card", card="AB")
    play.do("Bea", "play_card", card="AB").shows(turn="Ada", wild_played=False)
    play.do("Ada", "play_wild", use="change_horse").shows(wild_left={"Ada": 0})


def test_who_played_last_begins_though_nobody_told_who_began() -> None:
    """CH-74 in a position told by whose turn it is: Bea places the eighth card, so Ada began and Bea begins next."""
    cards = ("AB", "AB", "AC", "AC", "AD", "AD", "AE")
    board = [{"by": TWO[place % 2], "card": card} for place, card in enumerate(cards)]
    front = {"Ada": ["EF", "DF"], "Bea": ["AE", "EF", "DF"]}
    play = opened(TWO, turn="Bea", lap=2, round=2, horses=at(), board=board, front=front)
    play.shows(order=["Ada", "Bea"]).do("Bea", "play_card", card="AE").do("table", "horses_moved")
    play.happened("order_set", order=["Bea", "Ada"]).shows(
        round=3, lap=1, order=["Bea", "Ada"], phase="select"
    )


@pytest.mark.parametrize("players", [TWO, THREE])
def test_the_race_is_over_after_the_seventh_round_whatever_the_hands(players: tuple[str, ...]) -> None:
    """CH-50, section 6 (max_rounds): also in a position that does not tell which cards are used up."""
    lap = 1 if players == TWO else 2
    play = opened(
        players, phase="move", round=7, lap=lap, horses=at(), front={name: ["AB"] for name in players}
    )
    play.do("table", "horses_moved").happened("race_over", reason="last_card").shows(phase="certificates")
