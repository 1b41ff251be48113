"""The referee on a table of Racko: a stock that looks as before, cards that nobody saw, racks laid flat."""

from __future__ import annotations

from companion.action import Action
from tests.companion.referee.scenes import Scene, done

TURNED_UP: Action = {"by": "table", "do": "turn_up", "card": 12}


def round_of_racko(*, turned_up: bool = True) -> Scene:
    """Two players; Bea deals, 12 is turned up, Ada begins."""
    told: list[Action] = [
        {"by": "table", "do": "set_dealer", "player": "Bea"},
        {"by": "table", "do": "deal", "one_by_one": False},
        *([TURNED_UP] if turned_up else []),
    ]
    return Scene.of("racko", ("Ada", "Bea"), told)


def test_a_hand_at_the_stock_has_drawn_though_it_looks_as_before() -> None:
    scene = round_of_racko()
    assert done(scene.look("Ada", ["stock"])) == [("Ada", "draw_stock")]
    assert done(scene.look("Ada", ["discard"], discard=["31"])) == [("Ada", "discard")]


def test_the_hand_that_turned_the_first_card_up_has_not_drawn_though_the_stock_was_read_only_later() -> None:
    """Evening 75368: it was told once more, as the first player's draw."""
    scene = round_of_racko(turned_up=False)
    hands = ["stock", "discard"]
    assert done(scene.look("Bea", hands, discard=["12"], unread=["stock"])) == [("table", "turn_up")]
    assert scene.look().kind == "same"
    assert done(scene.look("Ada", ["stock"])) == [("Ada", "draw_stock")]


def test_the_face_up_card_that_is_gone_was_taken_and_is_exchanged() -> None:
    scene = round_of_racko()
    assert done(scene.look("Ada", ["discard"], discard=[])) == [("Ada", "take_discard")]
    laid = scene.look("Ada", ["discard"], discard=["7"])
    assert done(laid) == [("Ada", "exchange")]
    assert laid.actions[0]["discarded"] == 7


def test_another_face_up_card_where_nobody_saw_a_draw_is_asked_about() -> None:
    """Whoever takes the face-up card looks for its place first, and the camera sees it gone."""
    scene = round_of_racko()
    assert scene.look("Ada", ["discard"], discard=["31"]).kind == "look_again"
    verdict = scene.look("Ada", [], discard=["31"])
    assert verdict.kind == "asked"
    assert verdict.question is not None
    drawn, taken = verdict.question.answers
    assert drawn.action == {"by": "Ada", "do": "draw_stock"}
    assert taken.action == {"by": "Ada", "do": "take_discard"}


def test_hands_that_came_twice_took_the_face_up_card_though_what_lay_below_it_could_not_be_read() -> None:
    """Film 293: told as a draw from the stock, where no hand had been, since no look had shown the card gone."""
    scene = round_of_racko()
    scene.look("Ada", ["discard"], discard={"unreadable": 1.0})
    verdict = scene.look("Ada", ["discard"], discard=["31"])
    assert done(verdict) == [("Ada", "take_discard"), ("Ada", "exchange")]


def test_a_draw_that_nobody_saw_is_asked_about_though_the_next_player_drew_as_well() -> None:
    """Evening 73603: the hand at the stock was the next one's, so that the card was said to be exchanged."""
    scene = round_of_racko()
    hands = ["discard", ("Bea", "stock")]
    assert scene.look("Ada", hands, discard=["31"]).kind == "look_again"
    verdict = scene.look(discard=["31"])
    assert verdict.kind == "asked"
    assert verdict.question is not None
    likeliest = [(one["by"], one["do"]) for one in verdict.question.answers[0].arguments["actions"]]
    assert likeliest == [("Ada", "draw_stock"), ("Ada", "discard"), ("Bea", "draw_stock")]


def test_a_card_that_was_taken_on_before_anybody_could_read_it_is_told_by_people() -> None:
    """Section 7, two top cards changed: Bea was at the pile, which looked as before, and then another card lay there.

    Before, none of the answers was true, and people had to put the page right (film 272, 10 of 300 evenings).
    """
    scene = round_of_racko()
    assert done(scene.look("Ada", ["stock"])) == [("Ada", "draw_stock")]
    scene.look("Bea", ["discard"], discard=["12"])
    verdict = scene.look("Bea", ["discard"], discard=["31"])
    while verdict.kind == "look_again":
        verdict = scene.look(discard=["31"])
    assert verdict.kind == "asked"
    assert verdict.question is not None
    lacking = verdict.question.arguments["lacking"]
    assert lacking == {"by": "Ada", "do": "discard"}
    scene.play({**lacking, "card": 25})
    scene.referee.believe(scene.state, scene.moves)
    told = scene.referee.next_kept()
    assert told is not None
    assert done(told) == [("Bea", "take_discard"), ("Bea", "exchange")]
    assert told.actions[-1]["discarded"] == 31


def test_a_card_of_which_nothing_can_be_read_is_told_by_people() -> None:
    """Film 304: no answer named it, and people had to put the page right."""
    scene = round_of_racko()
    assert done(scene.look("Ada", ["discard"], discard=[])) == [("Ada", "take_discard")]
    verdict = scene.look("Ada", ["discard"], discard={"unreadable": 1.0})
    while verdict.kind == "look_again":
        verdict = scene.look()
    assert verdict.kind == "asked"
    assert verdict.question is not None
    lacking = verdict.question.arguments["lacking"]
    assert lacking == {"by": "Ada", "do": "exchange"}
    scene.play({**lacking, "discarded": 30})
    scene.referee.believe(scene.state, scene.moves)
    told = scene.referee.next_kept()
    assert told is not None and not told.actions
    scene.look("Bea", ["stock"])
    scene.look()
    assert [(one["by"], one["do"]) for one in scene.moves[-2:]] == [
        ("Ada", "exchange"),
        ("Bea", "draw_stock"),
    ]


def held_by_bea() -> Scene:
    """Bea has taken the face-up 31 that Ada laid down, and the 12 below it is seen again."""
    scene = round_of_racko()
    scene.look("Ada", ["stock"])
    scene.look("Ada", ["discard"], discard=["31"])
    assert done(scene.look("Bea", ["discard"], discard=["12"])) == [("Bea", "take_discard")]
    return scene


def test_RK_11_a_card_that_had_to_be_laid_down_and_cannot_be_read_is_asked_about_while_it_lies_there() -> (
    None
):
    """Films 329 and 330: the pile was held to look as before, the next player took the card, people put it right."""
    scene = held_by_bea()
    blurred = {"unreadable": 0.75, "20": 0.15, "26": 0.1}
    assert scene.look("Bea", ["discard"], discard=blurred).kind == "look_again"
    verdict = scene.look("Bea", ["discard"], discard=blurred)
    assert verdict.kind == "asked" and verdict.question is not None
    lacking = {"by": "Bea", "do": "exchange"}
    assert verdict.question.arguments["lacking"] == lacking
    offered = [one.action for one in verdict.question.answers]
    assert offered == [{**lacking, "discarded": 20}, {**lacking, "discarded": 26}, None]
    scene.play({**lacking, "discarded": 8})
    scene.referee.believe(scene.state, scene.moves)
    assert scene.look(discard=blurred).kind == "same"


def test_what_nobody_laid_on_a_pile_that_cannot_be_read_is_asked_about_once() -> None:
    scene = held_by_bea()
    blurred = {"unreadable": 0.75, "20": 0.15, "26": 0.1}
    scene.look("Bea", ["discard"], discard=blurred)
    assert scene.look(discard=blurred).kind == "asked"
    scene.referee.believe(scene.state, scene.moves)
    assert scene.look(discard=blurred).kind == "same"


def test_a_pile_that_cannot_be_read_is_no_question_while_nobody_holds_a_card() -> None:
    scene = round_of_racko()
    blurred = {"unreadable": 0.75, "20": 0.15, "26": 0.1}
    verdicts = [scene.look("Ada", ["discard"], discard=blurred).kind for _ in range(3)]
    assert "asked" not in verdicts


def test_RK_10_whose_hand_took_the_face_up_card_is_asked_where_it_was_rather_the_other_ones() -> None:
    """Evening 74550: told of whoever was on turn, and nobody said that it was out of turn."""
    scene = round_of_racko()
    assert scene.look("Bea", ["discard"], side_chance=0.75, discard=[]).kind == "look_again"
    verdict = scene.look(discard=[])
    assert verdict.kind == "asked" and verdict.question is not None
    taken = {"by": "Ada", "do": "take_discard"}
    assert [one.action for one in verdict.question.answers] == [taken, None]
    scene.referee.believe(scene.state, tuple(scene.moves))
    told = scene.look(discard=[])
    assert told.kind == "refused" and told.refusal is not None
    assert told.refusal.code == "not_your_turn"


def test_the_hand_that_turned_up_a_card_that_was_asked_about_has_drawn_none() -> None:
    """Evening 74563: it was told to have drawn since, and who took the card out of turn to be on turn."""
    scene = round_of_racko(turned_up=False)
    doubtful = {"12": 0.62, "15": 0.38}
    assert scene.look(None, [("", "stock"), ("", "discard")], discard=doubtful).kind == "look_again"
    assert scene.look(discard=doubtful).kind == "asked"
    scene.play(TURNED_UP)
    scene.referee.believe(scene.state, tuple(scene.moves))
    verdict = scene.look("Bea", ["discard"], side_chance=0.9998, discard=[])
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.code == "not_your_turn"


def test_a_card_taken_from_another_is_no_card_put_back() -> None:
    scene = round_of_racko()
    scene.look("Ada", ["stock"])
    scene.look("Ada", ["discard"], discard=["31"])
    taken = scene.look("Bea", ["discard"], discard=["12"])
    assert done(taken) == [("Bea", "take_discard")]
    assert taken.taken_back == 0


def test_ten_cards_in_a_row_are_a_racko() -> None:
    scene = round_of_racko()
    rack = [2, 7, 13, 19, 20, 21, 30, 36, 38, 40]
    verdict = scene.look("Ada", ["rack_1"], rack_1=list(map(str, rack)))
    assert done(verdict) == [("Ada", "racko")]
    assert verdict.actions[0]["rack"] == rack


def test_a_rack_of_which_one_card_cannot_be_read_is_asked_about() -> None:
    """Film 293: nothing was asked, and people had to type all ten. What would call nobody is offered first."""
    scene = round_of_racko()
    rack = ["2", "7", {"unreadable": 0.9, "26": 0.06, "13": 0.04}, "19", "20", "21", "30", "36", "38", "40"]
    assert scene.look("Ada", ["rack_1"], rack_1=rack).kind == "look_again"
    verdict = scene.look(rack_1=rack)
    assert verdict.kind == "asked" and verdict.question is not None
    offered = [one.action["rack"][2] for one in verdict.question.answers if one.action is not None]
    assert offered == [13, 26]
    scene.tap(verdict.question.answers[0].action or {})
    assert scene.look(rack_1=rack).kind == "same"
