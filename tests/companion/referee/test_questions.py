"""The questions that the referee asks, and what it does with their answers."""

from __future__ import annotations

from companion.games import load
from companion.referee.asking import kinds
from companion.sighting import UNREADABLE

from .tables import Scene, between, clear, sat_down


def asked() -> Scene:
    """A drawn card that may be 2H or 2D."""
    scene = sat_down()
    scene.draws("Ada", "2H")
    assert scene.watch(reads={"hand:Ada": between("2H", 0.55, "2D")}) == "asked"
    return scene


def test_while_a_question_is_open_nothing_is_entered() -> None:
    scene = asked()
    assert scene.look() == "waiting"
    scene.discards("Ada")
    assert scene.look() == "waiting"
    assert scene.entered == []


def test_answering_plays_exactly_that() -> None:
    for choice in range(2):
        scene = asked()
        face = next(
            face for face in ("2H", "2D") if face in str(scene.question["answers"][choice]["arguments"])
        )
        scene.answer(choice)
        assert scene.entered == [f"Ada draw {face}"]


def test_an_answer_carries_the_reading_too() -> None:
    scene = asked()
    scene.answer(0)
    reading = scene.table.moves()[0].reading
    assert reading is not None and 0.0 < reading["posterior"] < 0.985 and reading["evidence"]


def test_something_else_enters_nothing() -> None:
    scene = asked()
    scene.answer(None)
    assert scene.entered == [] and not scene.is_asked


def test_after_something_else_people_tap_what_it_was_and_play_goes_on() -> None:
    scene = asked()
    scene.answer(None)
    scene.tap("Ada", "draw", card="2H")
    scene.watch()
    assert scene.entered == ["Ada draw 2H"]
    scene.discards("Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 2H", "Ada discard"]


def test_what_happened_while_a_question_was_open_is_explained_after_the_answer() -> None:
    scene = asked()
    scene.discards("Ada")
    assert scene.look() == "waiting"
    right = next(choice for choice in range(2) if "2H" in str(scene.question["answers"][choice]["arguments"]))
    scene.answer(right)
    scene.draws("Bea", "4H")
    scene.watch()
    scene.watch()
    assert scene.entered == ["Ada draw 2H", "Ada discard", "Bea draw 4H"]
    assert scene.calls == []


def test_which_card_it_is_is_asked_where_the_answers_differ_in_nothing_else() -> None:
    assert asked().question["code"] == "which_card"


def test_where_an_answer_tells_an_earlier_draw_anew_it_is_asked_what_happened() -> None:
    """Both answers move a seven to T1, but one of them takes the draw back that the journal tells."""
    scene = sat_down(cases={"T1": ["8S"]}, hand_duty="off")
    scene.draws("Ada", "7D")
    assert scene.watch(reads={"hand:Ada": between("7H", 0.95, "7D")}) == "played"
    scene.moves("7D", "hand:Ada", "T1")
    assert scene.watch(reads={"T1": [clear("8S"), between("7D", 0.8, "7H")]}) == "asked"
    told = [[action["do"] for action in one["arguments"]["actions"]] for one in scene.question["answers"]]
    assert sorted(told) == [["draw", "move"], ["move"]]
    assert scene.question["code"] == "what_happened"


def test_a_question_may_be_ignored_for_many_turns_and_nothing_of_them_is_lost() -> None:
    scene = asked()
    scene.discards("Ada")
    assert scene.look() == "waiting"
    played = [("Bea", "4H"), ("Ada", "4D"), ("Bea", "4C"), ("Ada", "4S")]
    for player, face in played:
        scene.draws(player, face)
        assert scene.look() == "waiting"
        scene.discards(player)
        assert scene.look() == "waiting"
    right = next(choice for choice in range(2) if "2H" in str(scene.question["answers"][choice]["arguments"]))
    scene.answer(right)
    turns = [line for player, face in played for line in (f"{player} draw {face}", f"{player} discard")]
    assert scene.entered == ["Ada draw 2H", "Ada discard", *turns]
    assert scene.calls == [] and not scene.is_asked


# ---------------------------------------------------------------- called by an answer


def called_by_an_answer() -> Scene:
    """Ada's turn between Bea's two left no trace, so it is asked about; by the answer Bea is called for 2S on 5C."""
    scene = sat_down(
        turn="Bea",
        cases={"T1": ["5C"], "T4": ["4D", "3C", "2S"]},
        stocks={"Ada": 0},
        wastes={"Ada": ["8S"]},
        reserves={"Ada": 0},
    )
    scene.draws("Bea", "KC").discards("Bea")
    scene.recycles("Ada").draws("Ada", "8S").discards("Ada")
    scene.moves("2S", "T4", "T1", by="Bea")
    assert scene.watch() == "asked"
    scene.answer(1)
    assert scene.entered[2:] == ["Ada recycle", "Ada draw 8S", "Ada discard", "Bea T4>T1 2S"]
    assert [call["against"] for call in scene.calls] == ["Bea"]
    return scene


def test_whoever_an_answer_called_is_not_called_again_for_what_still_lies_there() -> None:
    scene = called_by_an_answer()
    for _ in range(3):
        assert scene.look(everything=True) == "restoring"
    assert len(scene.calls) == 1
    told = {one["zone"]: (one["should"], one["shows"]) for one in scene.sight["differences"]}
    assert told == {"T1": (["5C"], ["5C", "2S"]), "T4": (["4D", "3C", "2S"], ["4D", "3C"])}


def test_after_an_answer_that_called_somebody_play_goes_on_from_where_it_was_put_right() -> None:
    scene = called_by_an_answer()
    scene.puts_right()
    assert scene.watch() == "same"
    scene.recycles("Ada").draws("Ada", "8S")
    assert scene.watch() == "played"
    assert scene.entered[-2:] == ["Ada recycle", "Ada draw 8S"]


def test_a_fault_that_an_answer_told_is_called_again_when_it_is_made_again() -> None:
    scene = called_by_an_answer()
    scene.puts_right()
    assert scene.watch() == "same"
    scene.moves("2S", "T4", "T1", by="Ada")
    scene.watch(sure=0.9998)
    assert [call["against"] for call in scene.calls] == ["Bea", "Ada"]


def test_a_drawn_card_that_is_in_the_hand_while_a_call_is_put_right_was_drawn_all_the_same() -> None:
    """The 4S lay on F1 at the call, and is on its way to the waste: without it the rest would look right already."""
    scene = sat_down(cases={"T7": ["JC", "6D"]}, foundations={"F1": "3S"})
    scene.draws("Ada", "4S")
    assert scene.watch(sure=0.9998) == "played"
    scene.moves("6D", "T7", "T4").moves("4S", "hand:Ada", "F1")
    assert scene.watch(sure=0.9998) == "played"
    assert [call["code"] for call in scene.calls] == ["wrong_series"]
    carried = scene.piles["F1"].pop()
    scene.waves("F1").moves("6D", "T4", "T7")
    assert scene.look(sure=0.9998) == "restoring"
    scene.piles["waste:Ada"].append(carried)
    scene.waves("waste:Ada")
    assert scene.look(sure=0.9998) == "same"
    assert scene.entered == ["Ada draw 4S", "Ada T7>T4 6D"]


def test_whether_the_other_put_a_card_back_or_moved_it_is_asked_with_both_answers() -> None:
    """Evening 44051: "nothing happened" was the other answer, and nobody gives it where a card went back."""
    scene = sat_down(cases={"T4": ["KC", "9S"], "T8": ["10D"]})
    scene.moves("9S", "T4", "T8")
    assert scene.watch(sure=0.9998) == "played"
    scene.side_chance = 0.9998
    scene.moves("9S", "T8", "T4", by="Bea")
    assert scene.watch(sure=0.9998) == "asked"
    assert [answer["code"] for answer in scene.question["answers"]] == ["moves", "put_back"]
    scene.answer(1)
    assert scene.entered == [] and scene.calls == []
    assert scene.look(everything=True) == "same"


def test_of_a_card_that_has_no_name_nobody_is_asked_which_one_it_is() -> None:
    """Careless evening 62001: the answers were a face in doubt elsewhere, and that nothing had happened."""
    scene = sat_down(cases={"T5": ["4S", "3H"]})
    doubtful = {"T5": [clear("4S"), between("5H", 0.68, "3H")]}
    scene.look(reads=doubtful, everything=True)
    scene.draws("Ada", "QC")
    unread = {"hand:Ada": {UNREADABLE: 1.0}, **doubtful}
    assert scene.watch(reads=unread, everything=True) == "unfinished"
    assert scene.wrong_zones == ["hand:Ada"]
    scene.waves("hand:Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw QC"]


def test_a_place_where_hands_were_is_looked_at_again_before_other_moves_are_entered() -> None:
    """Careless evening 61053: a card drawn before another one was played was told after it."""
    scene = sat_down(foundations={"F1": "10D"}, cases={"T1": ["JD"]}, wastes={"Bea": ["3C"]})
    scene.side_chance = 0.9998
    scene.waves("waste:Bea", by="Bea").moves("JD", "T1", "F1", by="Ada")
    unread = {"waste:Bea": {UNREADABLE: 1.0}}
    assert scene.look(sure=0.9998, reads=unread) == "look_again"
    assert scene.look(sure=0.9998, reads=unread) == "played"


def test_no_answer_stands_there_twice() -> None:
    """Careless evening 62025: two stories that differed only in what came after the call."""
    scene = sat_down(
        hands={"Ada": "KC"}, cases={"T7": ["QH", "JS"], "T8": ["5H", "4C"]}, wastes={"Bea": ["5C"]}
    )
    scene.discards("Ada").draws("Ada", "10D")
    scene.waves("stock:Bea", "hand:Bea", "waste:Bea", by="Bea")
    scene.waves("T7").moves("4C", "T8", "waste:Bea", by="Ada")
    assert scene.watch(sure=0.9998) == "asked"
    told = [str(answer["arguments"].get("actions")) for answer in scene.question["answers"]]
    assert len(told) == len(set(told)) > 1


def test_five_moves_without_a_fault_are_thought_of_where_three_would_be_one() -> None:
    """Careless evening 62005: the 9C had been drawn and laid under the 10C, between two looks."""
    scene = sat_down(turn="Bea", foundations={"F3": "8C"}, cases={"T5": ["10C"]}, wastes={"Bea": ["JS"]})
    scene.side_chance = 0.9998
    scene.draws("Bea", "4S").discards("Bea")
    scene.draws("Ada", "9C").moves("9C", "hand:Ada", "F3").moves("10C", "T5", "F3", by="Ada")
    scene.watch(sure=0.9998)
    assert scene.calls == []
    assert scene.entered[-3:] == ["Ada draw 9C", "Ada hand:Ada>F3 9C", "Ada T5>F3 10C"]


def test_five_moves_without_a_fault_are_asked_about_where_three_with_one_are_as_likely() -> None:
    """Careless evening 63504: two cards went at once, and were entered as moved one by one by way of T4."""
    scene = sat_down(cases={"T4": [], "T6": ["4S"], "T8": ["KS", "3D", "2S"]}, reserves={"Ada": ["5C", "3S"]})
    scene.side_chance = 0.9998
    with scene.hurried():
        scene.moves("3S", "reserve:Ada", "T4").moves("3D", "T8", "T6", by="Ada", count=2)
        scene.turns("Ada", "5C")
    assert scene.watch(sure=0.9998) == "asked"


def test_who_denies_a_throw_denies_it_with_any_face_but_no_card() -> None:
    """Film 706 of Super-Crack: a four and a six led to one square, and people were asked five times in a row."""
    hands = load("super_crack").hands
    assert hands is not None
    four, six = ({"by": "Ada", "do": "roll", "value": value} for value in (4, 6))
    assert kinds(hands, [four]) == kinds(hands, [six]) != kinds(hands, [four, six])
    back, joker = ({"by": "Ada", "do": "play_card", "card": card} for card in ("back_own_2", "joker"))
    assert kinds(hands, [back]) != kinds(hands, [joker])
