"""What lies on the table of a race, and what a camera makes of it: printed fields, covered cards."""

from __future__ import annotations

from typing import Any

from companion.games.change_horses.hands import essence
from companion.games.change_horses.table import physical_moves, visible_table

from .course import THREE, at, moving, opened, racing


def test_a_horse_beyond_the_line_stands_on_a_printed_field_again_and_its_row_is_told_from_where_it_came() -> (
    None
):
    play = moving(["AB", "AC", "AD"], horses=at(A=11, B=4))
    assert visible_table(play.state)["cell_1_11"] == ("horse_A",)
    seen = {**visible_table(play.state), "cell_1_11": (), "cell_1_2": ("horse_A",)}
    assert {"by": "table", "do": "move_horse", "horse": "A", "row": 14} in physical_moves(play.state, seen)
    crossed = play.do("table", "move_horse", horse="A", row=14).state
    assert visible_table(crossed)["cell_1_2"] == ("horse_A",)
    assert not visible_table(crossed).get("cell_1_14")


def test_a_piece_that_was_put_too_far_back_is_told_there() -> None:
    play = moving(["AB", "AC", "AD"], horses=at(A=3))
    seen = {**visible_table(play.state), "cell_1_3": (), "cell_1_2": ("horse_A",)}
    assert {"by": "table", "do": "move_horse", "horse": "A", "row": 2} in physical_moves(play.state, seen)


def test_two_horses_whose_rows_are_the_same_printed_field_are_both_seen_there() -> None:
    play = moving(["AB"], horses=at(A=14, B=(1, 2)))
    assert visible_table(play.state)["cell_1_2"] == ("horse_A", "horse_B")


def twice_on_the_board() -> dict[str, Any]:
    board = [{"by": "Ada", "card": "AC"}, {"by": "Bea", "card": "AB"}, {"by": "Ada", "card": "AB"}]
    return {"board": board, "turn": "Cyd", "lap": 2, "front": {n: ["AD", "AE"] for n in THREE}}


def test_whichever_card_of_the_board_is_not_seen_any_more_was_stumbled_on_wherever_the_cover_lies() -> None:
    play = racing(**twice_on_the_board())
    seen = {**visible_table(play.state), "betting_board": ("AC", "back", "AB"), "wild:Cyd": ("back",)}
    uses = [action for action in physical_moves(play.state, seen) if action.get("use") == "stumble"]
    assert {(use["owner"], use["card"]) for use in uses} == {("Bea", "AB"), ("Ada", "AB")}
    assert all(use["by"] == "Cyd" for use in uses)


def test_which_of_two_equal_cards_is_covered_does_not_matter() -> None:
    one = racing(**twice_on_the_board()).do("Cyd", "play_wild", use="stumble", owner="Bea", card="AB").state
    other = racing(**twice_on_the_board()).do("Cyd", "play_wild", use="stumble", owner="Ada", card="AB").state
    third = racing(**twice_on_the_board()).do("Cyd", "play_wild", use="stumble", owner="Ada", card="AC").state
    assert one != other
    assert essence(one) == essence(other) != essence(third)


def test_nobody_reveals_nothing_where_a_card_on_the_board_might_have_been_in_the_hand() -> None:
    play = opened(THREE, phase="select", horses=at(), positions={"Ada": 1, "Bea": 2, "Cyd": 3})
    seen = {**visible_table(play.state), "betting_board": ("DF",)}
    del seen["front:Bea"]
    told = [action for action in physical_moves(play.state, seen) if action["do"] == "reveal"]
    assert told == []


def test_in_which_order_cards_lie_before_a_player_does_not_matter() -> None:
    one, other = (
        opened(THREE, phase="select", horses=at(), positions={"Ada": 1, "Bea": 2, "Cyd": 3})
        .do("Bea", "reveal", cards=cards)
        .state
        for cards in (["AB", "AC", "AD"], ["AD", "AB", "AC"])
    )
    assert one != other
    assert essence(one) == essence(other)
