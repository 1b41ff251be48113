"""RK-40 to RK-45: what the engine knows about racks, and what it refuses because of it."""

from __future__ import annotations

from typing import Any

import pytest

from .round import ASCENDING, FOUR, LOW, THREE, TWO, UNKNOWN, WITH_RUN, playing, rack


def test_RK_40_notes_seen_exchanges_and_shown_racks_are_known() -> None:
    play = playing(discard=[17]).do("Ada", "note_slot", slot=5, card=4)
    play.do("Ada", "take_discard").do("Ada", "exchange", slot=15, discarded=44)
    play.shows(
        private={"Ada": {"rack": rack(s5=4, s15=17), "floating": [], "ascending": None, "longest_run": None}}
    )
    play.do("Bea", "racko", rack=[1, 2, 3, 5, 6, 7, 8, 9, 11, 10])
    play.shows(private={"Bea": {"rack": [1, 2, 3, 5, 6, 7, 8, 9, 11, 10], "good_cards": 9, "longest_run": 5}})


def test_RK_41_a_card_whose_slot_was_not_seen_floats() -> None:
    """Worked examples 16 and 17."""
    play = (
        playing(THREE, discard=[10], floating={"Bea": [30]})
        .do("Ada", "draw_stock")
        .do("Ada", "discard", card=21)
    )
    play.do("Bea", "draw_stock").do("Bea", "discard", card=30).shows(private={"Bea": {"floating": []}})
    play.do("Cyd", "take_discard").do("Cyd", "discard", card=9)
    play.shows(private={"Cyd": {"floating": [30], "rack": UNKNOWN}})
    play.do("Cyd", "note_slot", slot=25, card=30).shows(
        private={"Cyd": {"floating": [], "rack": rack(s25=30)}}
    )


def test_RK_42_a_card_lies_in_one_place_only() -> None:
    """Worked examples 13 and 18."""
    play = playing(discard=[51, 20], racks={"Bea": rack(s50=59)}, floating={"Cyd": [30]}).do(
        "Ada", "draw_stock"
    )
    for elsewhere in (51, 20, 59, 30):
        assert play.refused("Ada", "exchange", discarded=elsewhere) == "card_elsewhere"
        assert play.refused("Ada", "discard_drawn", card=elsewhere) == "card_elsewhere"
        assert play.refused("Ada", "discard", card=elsewhere) == "card_elsewhere"
    play = playing(discard=[20, 55, 41])
    assert play.refused("Ada", "racko", rack=[1, 11, 15, 20, 24, 28, 33, 39, 46, 52]) == "card_elsewhere"
    assert play.refused("Ada", "draw_stock", card=55) == "card_elsewhere"


def test_RK_42_when_the_whole_rack_is_known_only_its_cards_come_out() -> None:
    """Worked example 61."""
    play = playing(racks={"Ada": ASCENDING}).do("Ada", "draw_stock")
    assert play.refused("Ada", "exchange", slot=5, discarded=44) == "not_in_rack"
    nine_and_one_floating = playing(racks={"Ada": [None, *ASCENDING[1:]]}, floating={"Ada": [2]}).do(
        "Ada", "draw_stock"
    )
    assert nine_and_one_floating.refused("Ada", "exchange", discarded=44) == "not_in_rack"
    own_draw = playing().do("Ada", "draw_stock", card=9)
    assert own_draw.refused("Ada", "exchange", slot=5, discarded=9) == "not_in_rack"


RACK_CODES: list[tuple[list[Any], str]] = [
    ([1, 11, 15], "bad_rack"),
    ([1, 11, 15, 19, 24, 28, 33, 39, 46, None], "bad_rack"),
    ([1, 11, 15, 19, 24, 28, 33, 39, 46, 61], "card_not_in_game"),
    ([1, 11, 15, 19, 24, 24, 33, 39, 46, 52], "duplicate_card"),
    ([1, 11, 15, 20, 24, 28, 33, 39, 46, 52], "card_elsewhere"),
    ([1, 11, 15, 19, 24, 28, 33, 39, 46, 59], "card_elsewhere"),
    ([1, 12, 15, 19, 24, 28, 33, 39, 46, 52], "known_slot_differs"),
    ([1, 11, 15, 19, 24, 28, 32, 39, 46, 52], "known_card_missing"),
    # two faults at once: the first of the list is named
    ([1, 61, 61, 20, 24, 28, 32, 39, 46, 52], "card_not_in_game"),
    ([1, 12, 20, 20, 24, 28, 32, 39, 46, 52], "duplicate_card"),
    ([1, 12, 15, 20, 24, 28, 32, 39, 46, 52], "card_elsewhere"),
    ([1, 12, 15, 19, 24, 28, 32, 39, 46, 52], "known_slot_differs"),
]


@pytest.mark.parametrize(("shown", "code"), RACK_CODES)
def test_RK_43_a_shown_rack_is_checked_in_this_order(shown: list[Any], code: str) -> None:
    """Worked examples 18, 19 and 20."""
    play = playing(
        discard=[20, 55, 41], racks={"Ada": rack(s10=11), "Bea": rack(s50=59)}, floating={"Ada": [33]}
    )
    assert play.refused("Ada", "racko", rack=shown) == code
    play.do("Ada", "racko")
    assert play.refused("Ada", "show_rack", rack=shown) == code


def test_RK_43_a_confirmed_reading_stands_and_earlier_knowledge_gives_way() -> None:
    """Worked example 62."""
    play = playing(TWO, discard=[20, 25, 39], racks={"Bea": rack(s50=22)})
    shown = [17, 20, 21, 22, 24, 26, 28, 31, 35, 40]
    assert play.refused("Ada", "racko", rack=[*shown[:9], 39], correct=True) == "card_elsewhere"
    assert play.refused("Ada", "racko", rack=[*shown[:9], 35], correct=True) == "duplicate_card"
    assert play.refused("Ada", "racko", rack=[*shown[:9], 41], correct=True) == "card_not_in_game"
    assert play.refused("Ada", "racko", rack=shown[:9], correct=True) == "bad_rack"
    play.do("Ada", "racko", rack=shown, correct=True).happened("round_won", player="Ada")
    play.shows(private={"Bea": {"rack": UNKNOWN}}, discard_count=3, discard_top=39)
    play.do("Bea", "count_rack", count=1).shows(round_points={"Ada": 75})


def test_RK_43_racks_already_counted_in_this_scoring_still_block() -> None:
    play = (
        playing(THREE, discard=[50]).do("Ada", "racko", rack=WITH_RUN).do("Bea", "show_rack", rack=LOW_OTHER)
    )
    clash = [LOW_OTHER[0], 2, 4, 6, 9, 11, 13, 15, 19, 23]
    assert play.refused("Cyd", "show_rack", rack=clash, correct=True) == "card_elsewhere"
    assert play.refused("Cyd", "show_rack", rack=[17, *clash[1:]], correct=True) == "card_elsewhere"


LOW_OTHER = [1, 3, 5, 8, 10, 12, 14, 16, 18, 25]


def test_RK_44_a_new_face_up_card_of_unknown_origin() -> None:
    """Worked examples 14 and 15."""
    laid = rack(s5=4, s50=48)
    play = playing(racks={"Ada": laid}).do("Ada", "draw_stock").do("Ada", "discard", card=48)
    play.shows(private={"Ada": {"rack": rack(s5=4)}})
    play = playing(racks={"Ada": laid}).do("Ada", "draw_stock").do("Ada", "discard", card=21)
    play.shows(private={"Ada": {"rack": laid}})


def test_RK_45_a_known_drawn_card_explains_the_discard() -> None:
    laid_off = playing().do("Ada", "draw_stock", card=9).do("Ada", "discard", card=9)
    laid_off.shows(private={"Ada": {"rack": UNKNOWN, "floating": []}}, discard_top=9)
    exchanged = playing().do("Ada", "draw_stock", card=9).do("Ada", "discard", card=40)
    exchanged.shows(private={"Ada": {"floating": [9]}}, discard_top=40)
    known_place = (
        playing(racks={"Ada": rack(s20=40)}).do("Ada", "draw_stock", card=9).do("Ada", "discard", card=40)
    )
    known_place.shows(private={"Ada": {"rack": rack(s20=9), "floating": []}})
    silent = playing().do("Ada", "draw_stock", card=9).do("Ada", "discard_drawn")
    silent.shows(discard_top=9)


def test_a_drawn_card_that_is_not_known_must_be_told() -> None:
    play = playing().do("Ada", "draw_stock")
    assert play.refused("Ada", "discard_drawn") == "card_not_in_game"
    assert play.refused("Ada", "discard_drawn", card=61) == "card_not_in_game"


def test_notes_of_ones_own_rack() -> None:
    play = playing(THREE, discard=[48], racks={"Bea": rack(s10=9)}, floating={"Ada": [30]})
    play.do("Ada", "note_slot", slot=30, card=30).shows(
        private={"Ada": {"rack": rack(s30=30), "floating": []}}
    )
    assert play.refused("Ada", "note_slot", slot=7, card=1) == "bad_slot"
    assert play.refused("Ada", "note_slot", slot=5, card=51) == "card_not_in_game"
    assert play.refused("Ada", "note_slot", slot=5, card=48) == "card_elsewhere"
    assert play.refused("Ada", "note_slot", slot=5, card=9) == "card_elsewhere"
    assert play.refused("Ada", "note_slot", slot=35, card=30) == "duplicate_card"
    assert play.refused("Ada", "note_slot", slot=30, card=31) == "known_slot_differs"
    assert play.refused("table", "note_slot", slot=30, card=31) == "unknown_player"
    play.do("Ada", "note_slot", slot=35, card=30, correct=True).shows(private={"Ada": {"rack": rack(s35=30)}})
    play.do("Ada", "note_slot", slot=35).shows(private={"Ada": {"rack": UNKNOWN}})


def test_the_public_page_never_shows_what_a_rack_holds() -> None:
    play = playing(FOUR, discard=[17], racks={"Ada": ASCENDING}, floating={"Bea": [30]})
    play.do("Ada", "draw_stock", card=9)
    public = play.game.view(play.state).public
    assert "private" not in public and public["racks_shown"] == dict.fromkeys(FOUR)
    assert public["held"] == {"player": "Ada", "source": "stock", "card": None}
    assert set(play.game.view(play.state, "Bea").private) == {"Bea"}
    assert play.game.view(play.state, "Ada").private["Ada"]["held"] == 9


def test_the_log_hides_what_only_its_owner_may_know() -> None:
    game = playing().game
    private = [
        {"by": "Ada", "do": "note_slot", "slot": 5, "card": 4},
        {"by": "Ada", "do": "draw_stock", "card": 9},
        {"by": "Ada", "do": "place_dealt", "slot": 50, "card": 9},
        {"by": "Ada", "do": "exchange", "slot": 15, "discarded": 44},
        {"by": "table", "do": "deal", "racks": {"Ada": LOW}},
    ]
    for action in private:
        assert game.redacted(action, "Ada") == action
        for other in ("Bea", None):
            seen = game.redacted(action, other)
            assert seen != action and "44" not in str({k: v for k, v in seen.items() if k != "discarded"})
    assert game.redacted(private[3], "Bea")["discarded"] == 44


def own(play: Any, player: str = "Ada") -> Any:
    """What a player's own page says of the discards."""
    page = play.game.view(play.state, player).private[player]
    return page["discards"], page["taken"]


def test_RK_41_what_everybody_saw_taken_stays_with_its_player_until_it_is_laid_down() -> None:
    play = playing(THREE, discard=[10, 39], floating={"Bea": [30]})
    assert own(play) == ([10, 39], {"Bea": [30]})
    play.do("Ada", "take_discard").do("Ada", "exchange", slot=15, discarded=44)
    assert own(play) == ([10, 44], {"Ada": [39], "Bea": [30]})
    play.do("Bea", "draw_stock").do("Bea", "discard", card=30)
    play.do("Cyd", "draw_stock", card=7).do("Cyd", "exchange", slot=5, discarded=12)
    play.do("Ada", "note_slot", slot=50, card=48)
    for player in THREE:
        assert own(play, player) == ([10, 44, 30, 12], {"Ada": [39]}), "neither draws nor notes are told"


def test_RK_16_a_pile_that_became_the_stock_is_forgotten_and_what_was_taken_is_not() -> None:
    play = playing(THREE, discard=[7, 39], stock=0)
    play.do("Ada", "take_discard").do("Ada", "discard", card=12).do("table", "restock")
    assert own(play) == ([12], {"Ada": [39]})
    play.do("Bea", "draw_stock").do("Bea", "discard_drawn", card=7)
    assert own(play) == ([12, 7], {"Ada": [39]})


def test_RK_43_a_shown_rack_tells_better_what_was_taken_and_a_new_deal_forgets_it() -> None:
    play = playing(TWO, floating={"Ada": [30], "Bea": [21]})
    play.do("Ada", "racko", rack=[1, 2, 3, 5, 6, 7, 8, 9, 21, 10], correct=True)
    assert own(play) == ([39], {})
    dealt = playing(TWO, phase="round_over", floating={"Ada": [30]}).do("table", "deal")
    assert own(dealt) == ([], {})


def test_the_discards_are_told_on_own_pages_alone_and_by_the_house_rule() -> None:
    play = playing(THREE, discard=[10, 39], floating={"Bea": [30]})
    public = play.game.view(play.state, None).public
    assert not {"discards", "taken"} & set(public) and "30" not in str(public["racks_shown"])
    assert own(playing(THREE, options={"remember_discards": False}, discard=[10, 39])) == (None, None)
