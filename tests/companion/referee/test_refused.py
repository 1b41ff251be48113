"""What hands do though the rules refuse it: it is said, and it is no news until hands come again."""

from __future__ import annotations

import pytest

from companion.action import Action
from companion.games import load

from .scenes import Scene, done
from .test_other_games import handicap, lap_of_horses, race
from .test_racko_table import round_of_racko


def straight() -> Scene:
    """Ada's pawn stands behind the second obstacle: one die; Bea's does not."""
    game = load("poker_dice_race")
    horses = {"1": {"square": 22}, "2": {"square": 8}}
    setup = {"phase": "racing", "turn": "Ada", "horses": horses}
    return Scene(game, ("Ada", "Bea"), game.new_game(("Ada", "Bea"), {"stable": "single"}, setup))


def test_two_dice_for_one_are_said_at_the_second_look_and_the_throw_is_made_again() -> None:
    scene = straight()
    assert scene.look("Ada", ["tray"], tray=["K", "Q"]).kind == "look_again"
    verdict = scene.look()
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert (verdict.refusal.code, verdict.refusal.details) == ("wrong_dice_count", {"expected": 1, "seen": 2})
    assert [one.zone for one in verdict.differences] == ["tray"]
    assert done(scene.look("Ada", ["tray"], tray=["K"])) == [("Ada", "roll")]


def test_who_answers_that_nothing_allowed_happened_is_told_why_the_throw_does_not_count() -> None:
    """Films 773 and 774: a die too many for where the series stands, or the first throw was read wrongly."""
    game = load("poker_dice_race")
    setup = {"phase": "racing", "turn": "Ada", "horses": {"1": {"square": 15}, "2": {"square": 8}}}
    scene = Scene(game, ("Ada", "Bea"), game.new_game(("Ada", "Bea"), {"stable": "single"}, setup))
    for dice in (({"K": 0.998, "9": 0.002}, "J"), ("Q", "J"), ("A", "Q"), ("K", "J")):
        assert done(scene.look("Ada", ["tray"], tray=dice, side_chance=0.9998)) == [("Ada", "roll")]
        scene.look("Ada", ["tray"], tray=[], side_chance=0.9998)
    assert scene.look("Ada", ["tray"], tray=["10", "9"], side_chance=0.9998).kind == "look_again"
    question = scene.look().question
    assert question is not None and question.answers[0].code == "nothing_allowed"
    scene.referee.believe(scene.state, scene.moves)
    told = scene.referee.next_kept()
    assert told is not None and told.kind == "refused" and told.refusal is not None
    assert (told.refusal.code, told.refusal.details) == ("wrong_dice_count", {"expected": 1, "seen": 2})
    assert scene.referee.next_kept() is None
    assert scene.look().kind == "same", "it is said once"
    assert done(scene.look("Ada", ["tray"], tray=["K"])) == [("Ada", "roll")]


def test_two_dice_for_one_are_said_while_a_pawn_is_overlooked_where_nobody_was() -> None:
    """Film 367: the throw was told as two players', of whom one was never seen."""
    scene = straight()
    assert scene.look("Ada", ["tray"], tray=["9", "9"]).kind == "look_again"
    verdict = scene.look(square_8=[])
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "wrong_dice_count"
    assert [one.zone for one in verdict.differences] == ["tray"]


def test_two_dice_for_one_are_said_though_one_of_them_may_be_cocked() -> None:
    """Film 395: that it lies there was sure, what it shows was not, and nobody was told."""
    scene = straight()
    dice = ["K", {"10": 0.652, "cocked": 0.347, "unreadable": 0.001}]
    assert scene.look("Ada", ["tray"], tray=dice).kind == "look_again"
    verdict = scene.look()
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "wrong_dice_count"


def test_a_die_that_was_overlooked_at_the_first_look_is_no_die_too_few() -> None:
    scene = race()
    assert scene.look("Ada", ["tray"], tray=["K"]).kind == "look_again"
    assert done(scene.look(tray=["K", "9"])) == [("Ada", "roll")]


def test_two_dice_for_one_are_said_though_they_show_what_lay_there() -> None:
    """Films 449 and 455: thrown once more they lie elsewhere, and only so are they told."""
    game = load("poker_dice_race")
    setup = {"phase": "racing", "turn": "Ada", "horses": {"1": {"square": 19}, "2": {"square": 8}}}
    scene = Scene(game, ("Ada", "Bea"), game.new_game(("Ada", "Bea"), {"stable": "single"}, setup))
    for dice in (["Q", "K"], ["K", "9"]):
        assert done(scene.look("Ada", ["tray"], tray=dice)) == [("Ada", "roll")]
    assert scene.look("Ada", ["tray"], tray=["9", "K"]).kind == "look_again"
    verdict = scene.look()
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert (verdict.refusal.code, verdict.refusal.details) == ("wrong_dice_count", {"expected": 1, "seen": 2})
    assert done(scene.look("Ada", ["tray"], tray=["9"])) == [("Ada", "roll")]


def test_dice_like_those_that_lay_there_are_no_throw() -> None:
    """A hand passed over them."""
    scene = race()
    scene.look("Ada", ["tray"], tray=["9", "10"])
    assert scene.look("Bea", ["tray"]).refusal is None


def test_a_die_that_cannot_be_read_is_no_picture_that_nobody_understands() -> None:
    """A figure or none, and the pawn that stopped before it: doubtful, not strange."""
    scene = race()
    scene.look("Ada", ["tray"], tray=["K", "Q"])
    over, lies = ["start_1", "square_2", "tray"], {"start_1": (), "square_2": ("horse_1",)}
    scene.look("Ada", over, **lies, tray=["J", "unreadable"])
    assert scene.look().kind in ("open", "asked")


def test_who_stops_on_an_obstacle_is_told_to_throw_again() -> None:
    game = load("poker_dice_race")
    setup = {
        "phase": "racing",
        "turn": "Ada",
        "horses": {"1": {"square": 8}, "2": {"square": 3}},
        "series": {"horse": 1, "rolls": [["K", "Q"]]},
    }
    scene = Scene(game, ("Ada", "Bea"), game.new_game(("Ada", "Bea"), {"stable": "single"}, setup))
    verdict = scene.look("Ada", ["square_8", "square_10"], square_8=(), square_10=("horse_1",))
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "on_obstacle_must_reroll"


def test_a_card_that_is_none_of_the_game_is_refused_and_another_one_counts() -> None:
    scene = round_of_racko()
    scene.look("Ada", ["stock"])
    verdict = scene.look("Ada", ["discard"], discard=["53"])
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "card_not_in_game"
    assert done(scene.look("Ada", ["discard"], discard=["31"])) == [("Ada", "discard")]


RACK = list(range(21, 31))


def racko_announced(**setup: object) -> Scene:
    """Ada has announced Racko and lays down her rack."""
    game, players = load("racko"), ("Ada", "Bea")
    setup = {"phase": "draw", "turn": "Ada", "dealer": "Bea", "discard": [16], **setup}
    state, _ = game.apply(game.new_game(players, {}, setup), {"by": "Ada", "do": "racko"})
    return Scene(game, players, state)


@pytest.mark.parametrize(
    "known",
    [{"racks": {"Ada": [None] * 4 + [13] + [None] * 5}}, {"floating": {"Ada": [17]}}, {"discard": [25, 16]}],
)
def test_RK_24_a_rack_that_contradicts_what_was_known_is_confirmed_by_people(
    known: dict[str, object],
) -> None:
    scene = racko_announced(**known)
    assert scene.look("Ada", ["rack_1"], rack_1=list(map(str, RACK))).kind == "look_again"
    verdict = scene.look()
    question, refusal = verdict.question, verdict.refusal
    assert question is not None and refusal is not None
    assert refusal.audience == ("Ada",)
    confirmed, not_so = question.answers
    assert confirmed.action == {"by": "Ada", "do": "show_rack", "rack": RACK, "correct": True}
    assert not_so.action is None
    scene.referee.believe(scene.state, scene.moves)
    verdict = scene.look()
    assert verdict.kind == "refused" and verdict.refusal is not None


def test_a_rack_that_was_misread_at_the_first_look_is_not_asked_about() -> None:
    scene = racko_announced(floating={"Ada": [25]})
    misread = [str(card) if card != 25 else "15" for card in RACK]
    assert scene.look("Ada", ["rack_1"], rack_1=misread).kind == "look_again"
    assert done(scene.look(rack_1=list(map(str, RACK)))) == [("Ada", "show_rack")]


def test_a_rack_of_which_a_card_was_not_found_is_looked_at_once_more() -> None:
    scene = racko_announced()
    assert scene.look("Ada", ["rack_1"], rack_1=list(map(str, RACK[:9]))).kind == "look_again"
    assert done(scene.look(rack_1=list(map(str, RACK)))) == [("Ada", "show_rack")]


def test_RK_11_the_face_up_card_laid_back_is_refused_at_the_first_look() -> None:
    scene = round_of_racko()
    assert done(scene.look("Ada", ["discard"], discard=[])) == [("Ada", "take_discard")]
    verdict = scene.look("Ada", ["discard"], discard=["12"])
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "must_exchange"
    scene.look("Ada", ["discard"], discard=[])
    assert done(scene.look("Ada", ["discard"], discard=["7"])) == [("Ada", "exchange")]


def test_who_puts_the_face_up_card_back_that_another_seemed_to_have_taken_had_taken_it() -> None:
    scene = round_of_racko()
    assert done(scene.look(None, ["discard"], discard=[])) == [("Ada", "take_discard")]
    verdict = scene.look("Bea", ["discard"], discard=["12"])
    assert (verdict.kind, verdict.taken_back, verdict.actions) == ("played", 1, ())


def test_a_face_up_card_that_was_not_taken_but_covered_is_told_by_who_goes_on() -> None:
    scene = round_of_racko()
    assert done(scene.look(None, ["discard"], discard=[])) == [("Ada", "take_discard")]
    scene.look(None, ["discard"], discard=["12"])
    drawn = scene.look("Ada", ["stock"])
    assert (done(drawn), drawn.taken_back) == ([("Ada", "draw_stock")], 1)


def test_the_face_up_card_taken_out_of_turn_is_said_and_taken_in_turn_it_is_entered() -> None:
    """The same picture is news again once other hands have come."""
    scene = Scene.of(
        "racko",
        ("Ada", "Bea", "Cyd"),
        [
            {"by": "table", "do": "set_dealer", "player": "Cyd"},
            {"by": "table", "do": "deal", "one_by_one": False},
            {"by": "table", "do": "turn_up", "card": 12},
        ],
    )
    wrong = scene.look("Bea", ["discard"], discard=[])
    if wrong.kind == "look_again":
        wrong = scene.look()
    if wrong.kind == "asked":
        scene.referee.believe(scene.state, scene.moves)
        wrong = scene.look()
    assert wrong.kind == "refused" and wrong.refusal is not None and wrong.refusal.code == "not_your_turn"
    assert scene.look("Bea", ["discard"], discard=["12"]).kind == "same"
    assert done(scene.look("Ada", ["discard"], discard=[])) == [("Ada", "take_discard")]


def test_a_card_that_lay_face_up_before_nobody_is_refused() -> None:
    scene = lap_of_horses()
    verdict = scene.look("Ada", ["betting_board"], betting_board=["DF"])
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "card_not_in_front"


def test_a_piece_that_is_moved_between_the_moves_goes_back() -> None:
    scene = lap_of_horses()
    verdict = scene.look("Ada", ["cell_3_0", "cell_3_1"], cell_3_0=[], cell_3_1=["horse_C"])
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "wrong_horse_position"
    assert {one.zone for one in verdict.differences} == {"cell_3_0", "cell_3_1"}


STARTED: list[Action] = [
    {"by": "Ada", "do": "handicap_done"},
    {"by": "Bea", "do": "handicap_done"},
    {"by": "Ada", "do": "no_bet"},
    {"by": "Bea", "do": "no_bet"},
]


def racing() -> Scene:
    """Ada rolls for her horses 2, 7 and 12, in that order."""
    scene = handicap()
    for action in STARTED:
        scene.tap(action)
    assert scene.look().kind == "same"
    assert scene.state.phase == "racing", scene.state.phase
    return scene


def test_a_pawn_a_square_too_far_is_told_with_the_roll() -> None:
    scene = racing()
    verdict = scene.look("Ada", ["die", "lane_2"], die=["4"], lane_2=["square_5"])
    if verdict.kind == "look_again":
        verdict = scene.look()
    assert done(verdict) == [("Ada", "roll")] and verdict.actions[0]["value"] == 4
    assert verdict.refusal is not None
    assert verdict.refusal.details == {"horse": 2, "expected": 4, "seen": 5}
    assert scene.look("Ada", ["lane_2"], lane_2=["square_4"]).kind == "same"


def test_the_wrong_pawn_is_told_with_the_one_that_should_have_moved() -> None:
    scene = racing()
    verdict = scene.look("Ada", ["die", "lane_7"], die=["4"], lane_7=["square_4"])
    if verdict.kind == "look_again":
        verdict = scene.look()
    assert done(verdict) == [("Ada", "roll")] and verdict.refusal is not None
    assert {one.zone for one in verdict.differences} == {"lane_2", "lane_7"}


def test_a_pawn_that_a_hand_knocks_over_a_line_is_said() -> None:
    scene = racing()
    verdict = scene.look("Bea", ["lane_12"], lane_12=["square_1"])
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.details == {"horse": 12, "expected": 0, "seen": 1}


def test_a_special_card_laid_down_out_of_turn_is_refused() -> None:
    scene = racing()
    verdict = scene.look("Bea", ["hand_2", "played"], hand_2=["back"] * 3, played=["pay_500"])
    if verdict.kind == "look_again":
        verdict = scene.look()
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "not_your_turn"


def test_a_second_card_of_the_same_player_takes_the_first_one_not_back() -> None:
    scene = lap_of_horses()
    over = ["front:Ada", "betting_board"]
    first = scene.look("Ada", over, **{"front:Ada": ["AB", "AC", "AD"], "betting_board": ["BC"]})
    assert done(first) == [("Ada", "play_card")]
    doubtful = {"AB": 0.83, "AD": 0.14, "unreadable": 0.03}
    verdict = scene.look("Ada", over, **{"front:Ada": ["AC", "AD"], "betting_board": ["BC", doubtful]})
    if verdict.kind == "look_again":
        verdict = scene.look()
    assert verdict.taken_back == 0 and verdict.kind == "refused"
    assert verdict.refusal is not None and verdict.refusal.code == "not_your_turn"


def test_a_die_too_few_is_said_though_the_throw_before_is_in_doubt() -> None:
    """Two are due whatever that one showed."""
    scene = race()
    assert scene.look("Ada", ["tray"], tray=["Q", {"A": 0.68, "K": 0.32}]).kind == "look_again"
    assert scene.look().kind == "open"
    verdict = scene.look("Ada", ["tray"], tray=["Q"])
    verdict = scene.look() if verdict.kind in ("open", "look_again") else verdict
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert (verdict.refusal.code, verdict.refusal.details) == ("wrong_dice_count", {"expected": 2, "seen": 1})


def test_a_die_too_few_leaves_the_throw_before_in_doubt() -> None:
    """Evening 74497: with the refusal the doubtful throw was entered, which is asked about as long as it matters."""
    scene = race()
    assert scene.look("Ada", ["tray"], tray=["Q", {"A": 0.84, "K": 0.16}]).kind == "look_again"
    assert scene.look().kind == "open"
    verdict = scene.look("Ada", ["tray"], tray=["Q"])
    verdict = scene.look() if verdict.kind in ("open", "look_again") else verdict
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "wrong_dice_count"
    scene.look("Ada", ["tray"], tray=[])
    assert scene.look("Ada", ["tray"], tray=["Q", "9"]).kind == "open"
    scene.look("Ada", ["start_1", "square_3"], start_1=(), square_3=("horse_1",))
    assert [one["do"] for one in scene.moves] == ["roll", "roll", "stop"]
    assert scene.moves[0]["dice"] == ["Q", "K"], "the pawn tells it"
