"""When a fault is called at once, and what keeps the referee from calling it: DESIGN.md, "accusing costs most"."""

from __future__ import annotations

import pytest

from companion.sighting import BACK, EMPTY, UNREADABLE
from companion.words import sentence

from .tables import Card, clear, sat_down

SURE = 0.9998
HARDLY_A_JACK = {"hand:Ada": {"JC": 0.9, "JS": 0.1}}


def test_a_fault_is_called_at_the_second_look_though_an_arm_lies_over_another_case() -> None:
    """The Ace could go up; nobody's hand was in T3, so that what is hidden there decides nothing."""
    scene = sat_down(cases={"T8": ["AD"], "T3": ["9C"]})
    scene.draws("Ada", "9H")
    assert scene.look(sure=SURE, unseen={"T3"}) == "look_again"
    assert scene.calls == []
    assert scene.look(sure=SURE, unseen={"T3"}) == "played"
    assert [call["code"] for call in scene.calls] == ["missed_foundation_play"]


def test_nothing_is_called_while_a_place_that_hands_were_in_is_hidden() -> None:
    scene = sat_down(cases={"T8": ["AD"], "T3": ["9C"]})
    scene.draws("Ada", "9H").waves("T8")
    for _ in range(3):
        assert scene.look(sure=SURE, unseen={"T8"}) != "played"
    assert scene.calls == []


def test_a_fault_is_called_though_a_crooked_case_cannot_be_read() -> None:
    scene = sat_down(cases={"T8": ["AD"], "T3": ["KC", "9C"]})
    scene.draws("Ada", "9H").waves("T3")
    crooked = {"T3": [{"KC": 1.0}, {UNREADABLE: 1.0}]}
    assert scene.look(sure=SURE, reads=crooked) == "look_again"
    assert scene.look(sure=SURE, reads=crooked) == "played"
    assert [call["code"] for call in scene.calls] == ["missed_foundation_play"]


@pytest.mark.parametrize(
    ("passed_over", "kind", "calls"),
    [("T1", "played", ["missed_foundation_play"]), ("reserve:Bea", "asked", [])],
)
def test_an_omission_is_called_unless_something_unlikely_was_entered_there_lately(
    passed_over: str, kind: str, calls: list[str]
) -> None:
    """Nobody saw Ada's hand where she laid the 9; it passed over another place. Bea's Ace had to go up."""
    reserve = {"count": 5, "top": "AH"}
    scene = sat_down(reserves={"Bea": reserve}, cases={"T2": ["KC", "9S"], "T3": ["KH", "10D"]})
    scene.piles["T3"].append(scene.piles["T2"].pop())
    scene.waves("T2", passed_over)
    assert scene.watch(sure=SURE, everything=True) == "played"
    scene.draws("Ada", "8C")
    assert scene.watch(sure=SURE) == "played"
    scene.discards("Ada")
    assert scene.watch(sure=SURE) == "played"
    scene.draws("Bea", "6S")
    assert scene.watch(sure=SURE) == kind
    assert [call["code"] for call in scene.calls] == calls


@pytest.mark.parametrize(("hidden", "calls"), [(False, ["wrong_series"]), (True, [])])
def test_a_wrong_placement_is_called_where_all_lies_open_whatever_unlikely_was_entered_there(
    hidden: bool, calls: list[str]
) -> None:
    """Film 9643: nobody saw the hand that laid the 9, but every card of the row is seen on which the 10S was laid."""
    scene = sat_down(cases={"T2": ["KC", "9S"], "T3": ["KH", "10D"], "T6": ["JD", "10S"]})
    scene.piles["T3"].append(scene.piles["T2"].pop())
    scene.waves("T2")
    assert scene.watch(sure=SURE, everything=True) == "played"
    scene.moves("10S", "T6", "T3")
    free = clear("10S", 0.94 if hidden else SURE)
    row = [*map(clear, scene.shows("T3")[:-1]), free]
    kind = scene.watch(sure=SURE, reads={"T3": row}, everything=True)
    assert (kind, [call["code"] for call in scene.calls]) == ("played" if calls else "asked", calls)


@pytest.mark.parametrize(
    ("card", "over", "reads", "calls"),
    [
        pytest.param("9S", (), {}, ["missed_foundation_play"], id="all lies open"),
        pytest.param("9S", ("waste:Ada",), {}, [], id="a card may lie under another on the waste"),
        pytest.param("9S", (), HARDLY_A_JACK, [], id="another card may lie in the hand"),
        pytest.param("6H", ("waste:Ada",), {}, ["wrong_series"], id="no card would make it right"),
    ],
)
def test_a_hand_at_the_stock_and_the_hand_excuses_nothing_where_a_drawn_card_would_lie_open(
    card: str, over: tuple[str, ...], reads: dict[str, dict[str, float]], calls: list[str]
) -> None:
    """Film 9647: hands straightened the card that lay drawn, and passed over the stock."""
    scene = sat_down(
        foundations={"F1": "AS"},
        cases={"T1": ["10D"], "T4": ["KC", "QD", card], "T5": ["2S", "9C"], "T6": ["10H"]},
        wastes={"Ada": ["4D"]},
    )
    scene.draws("Ada", "JC").moves("9C", "T5", "T6")
    assert scene.watch(sure=SURE) == "played"
    scene.waves("stock:Ada", "hand:Ada", *over)
    scene.moves(card, "T4", "T1")
    kind = scene.watch(sure=SURE, reads=reads, everything=True)
    assert (kind, [call["code"] for call in scene.calls]) == ("played" if calls else "asked", calls)


def test_a_discard_on_a_waste_that_reads_less_surely_than_before_may_have_ended_the_turn() -> None:
    """Careless 46649: a KD came to lie on the KH, and was read as it, though hardly; then the other one drew."""
    scene = sat_down(wastes={"Ada": ["KH"]}, reserves={"Bea": {"count": 5, "top": "9D"}})
    scene.draws("Ada", "8D").moves("8D", "hand:Ada", "reserve:Bea")
    scene.draws("Ada", "KD").discards("Ada")
    hardly = {"waste:Ada": {"KH": 0.73, "KD": 0.001, UNREADABLE: 0.269}}
    scene.watch(sure=SURE, reads=hardly)
    scene.draws("Bea", "8C")
    scene.watch(sure=SURE, reads=hardly, everything=True)
    assert scene.calls == []


def test_a_card_that_went_onto_its_twin_may_have_ended_the_turn_though_no_hand_was_reported_at_the_stock() -> (
    None
):
    """Careless 46625: a KH was drawn and laid on the other KH; of the hand at the stock nothing was told."""
    scene = sat_down(turn="Bea", wastes={"Bea": ["KH"]})
    scene.waves("hand:Bea", "waste:Bea", by="Bea")
    assert scene.watch(sure=SURE) == "same"
    scene.draws("Ada", "4S")
    scene.watch(sure=SURE, everything=True)
    assert scene.calls == []


def test_a_card_entered_by_a_face_that_its_reader_never_named_accuses_nobody() -> None:
    """Careless 46625: a 2D was read surely as a 3D, both of which lay elsewhere, and entered as a 3H."""
    scene = sat_down(
        foundations={"F6": "AD"}, cases={"T4": ["6C", "5H", "4C", "3D"], "T1": ["KS", "3D"], "T7": ["2H"]}
    )
    scene.draws("Ada", "2D")
    assert scene.watch(sure=SURE, reads={"hand:Ada": clear("3D", 0.994)}) == "played"
    assert scene.entered == ["Ada draw 3H"]
    scene.moves("2D", "hand:Ada", "F6").moves("3D", "T4", "F6")
    scene.watch(sure=SURE, everything=True)
    assert scene.calls == []


def test_a_move_out_of_turn_soon_after_something_unlikely_is_asked_about() -> None:
    """Nobody saw Ada's hand where she laid the 9: perhaps much more has happened than was entered."""
    reserve = {"count": 5, "top": "8D"}
    cases = {"T2": ["KC", "9S"], "T3": ["KH", "10D"], "T5": ["KS", "9C"]}
    scene = sat_down(reserves={"Bea": reserve}, cases=cases)
    scene.piles["T3"].append(scene.piles["T2"].pop())
    scene.waves("T2")
    assert scene.watch(sure=SURE, everything=True) == "played"
    scene.moves("8D", "reserve:Bea", "T5")
    assert scene.watch(sure=SURE) == "asked"
    assert scene.calls == []


def test_what_may_lie_hidden_elsewhere_keeps_no_wrong_load_from_being_called() -> None:
    """A hand was over the fan on T6 when Ada drew, and the fan cannot be read: the drawn card might lie there."""
    crooked = {"T6": [{"KD": 1.0}, {UNREADABLE: 1.0}]}
    scene = sat_down(cases={"T6": ["KD", "QC"], "T2": ["KC", "9S"]}, wastes={"Bea": ["4D"]})
    scene.draws("Ada", "3C").waves("T6")
    assert scene.watch(sure=SURE, reads=crooked) == "played"
    scene.moves("9S", "T2", "waste:Bea")
    assert scene.watch(sure=SURE, reads=crooked) == "played"
    assert [call["code"] for call in scene.calls] == ["wrong_load"]


def test_of_a_fault_that_hangs_on_one_doubtful_card_people_are_asked() -> None:
    """The 4H that Ada turned up had to go up; read as a 4D it had not, and it lies there still."""
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 4}, foundations={"F1": "3H"})
    doubtful = {"reserve:Ada": {"4H": 0.97, "4D": 0.03}}
    scene.turns("Ada", "4D")
    scene.watch(sure=SURE, reads=doubtful)
    scene.draws("Ada", "6S")
    scene.watch(sure=SURE, reads=doubtful)
    assert scene.calls == []
    assert scene.is_asked


def test_what_people_answered_excuses_the_reading_that_says_otherwise() -> None:
    """The Jack went up; the camera goes on taking it for the 10, and nobody is asked again or accused."""
    scene = sat_down(cases={"T7": ["KH", "JC"], "T2": ["9S"]}, foundations={"F1": "10C"})
    misread = {"F1": {"10C": 0.9995, "JC": 0.0005}}
    scene.moves("JC", "T7", "F1")
    kind = scene.watch(sure=SURE, reads=misread)
    assert kind in ("asked", "played")
    if kind == "asked":
        told = [answer["arguments"].get("actions", []) for answer in scene.question["answers"]]
        scene.answer(next(place for place, moves in enumerate(told) if moves and moves[0]["to"] == "F1"))
    before = scene.entered
    scene.draws("Ada", "2H")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    assert scene.entered == [*before, "Ada draw 2H"]
    scene.discards("Ada")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    assert scene.calls == [] and not scene.is_asked


def test_a_card_that_was_read_only_once_may_be_one_that_looks_alike_however_sure_the_reading() -> None:
    """Turned up and played in one go: the 9S reads as the 9D, which would not go on the 10S."""
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 4}, cases={"T3": ["KC", "10D"]})
    scene.turns("Ada", "9S").moves("9S", "reserve:Ada", "T3")
    misread = {"T3": [{"KC": 1.0}, {"10D": 1.0}, {"9H": 1.0}]}
    scene.watch(sure=SURE, reads=misread)
    assert scene.calls == []


def test_a_card_that_is_covered_by_now_may_have_been_read_wrongly() -> None:
    """CR-30: the 10S goes on the 9S; the camera had taken that for the 7S, and cannot look again."""
    scene = sat_down(turn="Bea", face_down=["Bea"], reserves={"Bea": 4}, hands={"Bea": "JD"})
    misread = {"reserve:Bea": {"7S": 0.95, "7C": 0.05}}
    scene.turns("Bea", "9S")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    scene.discards("Bea")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    scene.draws("Ada", "10S")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    scene.moves("10S", "hand:Ada", "reserve:Bea")
    assert scene.watch(sure=SURE) != "played"
    assert scene.calls == []


def test_a_card_that_was_moved_and_covered_between_two_looks_may_have_been_read_wrongly() -> None:
    """CR-10: the 8S goes up and the 9S on it; the camera had taken the 8S, just drawn, for the 5S."""
    scene = sat_down(foundations={"F4": "7S"}, cases={"T5": ["10D", "9S"]})
    scene.draws("Ada", "8S")
    assert scene.watch(sure=SURE, reads={"hand:Ada": {"5S": 0.9951, UNREADABLE: 0.0049}}) == "played"
    scene.moves("8S", "hand:Ada", "F4").moves("9S", "T5", "F4")
    assert scene.watch(sure=SURE) != "played"
    assert scene.calls == []


def test_a_card_that_was_moved_and_lies_open_is_what_it_reads() -> None:
    """CR-10: the 5S on the 7S is read there, too."""
    scene = sat_down(foundations={"F4": "7S"}, cases={"T5": ["10D", "9S"]})
    scene.draws("Ada", "5S")
    assert scene.watch(sure=SURE) == "played"
    scene.moves("5S", "hand:Ada", "F4")
    assert scene.watch(sure=SURE) == "played"
    assert [call["code"] for call in scene.calls] == ["wrong_foundation"]


def test_an_answer_that_tells_only_the_beginning_leaves_the_rest_to_be_explained() -> None:
    """Five actions in one go: people choose the three that they are offered, and the next two are seen later."""
    scene = sat_down(turn="Bea", cases={"T2": ["KS", "7C"]}, wastes={"Ada": ["8C"]})
    scene.draws("Bea", "6S").moves("7C", "T2", "waste:Ada").discards("Bea")
    scene.draws("Ada", "KH").discards("Ada")
    if scene.watch(sure=SURE) == "asked":
        told = [answer["arguments"].get("actions", []) for answer in scene.question["answers"]]
        begun = [place for place, moves in enumerate(told) if any(one.get("from") == "T2" for one in moves)]
        scene.answer(begun[0])
    scene.draws("Bea", "2S")
    scene.watch(sure=SURE)
    assert scene.calls == []


def test_a_turn_reserve_that_went_on_at_once_is_no_card_of_another_case() -> None:
    """The QD was turned up and played in one go; another QD lies on T4, where nobody's hand was."""
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 4}, cases={"T4": ["KC", "QD"], "T7": []})
    scene.turns("Ada", "QD").moves("QD", "reserve:Ada", "T7")
    assert scene.watch(sure=SURE) == "played"
    assert scene.entered == ["Ada turn_reserve QD", "Ada reserve:Ada>T7 QD"]


def test_of_two_copies_the_one_went_that_hands_took_first() -> None:
    """T7's 7H went to T1, and T4's to T7: only the order of hands tells that from one move from T4 to T1."""
    scene = sat_down(cases={"T1": ["8C"], "T4": ["7H"], "T6": ["KD"], "T7": ["8S", "7H"]})
    scene.moves("7H", "T7", "T1").moves("7H", "T4", "T7")
    assert scene.watch(sure=SURE) == "played"
    assert scene.entered == ["Ada T7>T1 7H", "Ada T4>T7 7H"]


def test_a_card_of_a_reserve_over_which_nobody_reported_a_hand() -> None:
    """The 4D on T7 lies there still: what came to T8 is the reserve's, and one more look shows it."""
    scene = sat_down(cases={"T7": ["5S", "4D"], "T8": []}, reserves={"Ada": {"count": 5, "top": "4D"}})
    assert scene.watch(sure=SURE) == "same"
    scene.piles["T8"].append(scene.piles["reserve:Ada"].pop())
    scene.piles["reserve:Ada"][-1:] = [Card("9C", False)]
    scene.waves("T7", "T8")
    assert scene.watch(sure=SURE) == "played"
    assert scene.entered == ["Ada reserve:Ada>T8 4D"]


def test_a_two_on_an_empty_foundation_lies_on_an_ace_that_nobody_saw() -> None:
    """Nobody begins a pile with a 2: people are asked, not accused."""
    scene = sat_down()
    scene.draws("Ada", "2C")
    assert scene.watch(sure=SURE) == "played"
    scene.moves("2C", "hand:Ada", "F7")
    assert scene.watch(sure=SURE) != "played"
    assert scene.calls == []


@pytest.mark.parametrize("comes", [(), ("stock:Ada", "hand:Ada"), ("reserve:Ada",), ("F7",)])
def test_CR_31_a_card_goes_up_one_step_too_early_where_no_hand_brought_the_one_before_it(
    comes: tuple[str, ...],
) -> None:
    """Hands that came from a stock or a reserve, or twice, may have brought the 7H to the 6H before the 8H."""
    scene = sat_down(foundations={"F7": "6H"}, cases={"T3": ["9S", "8H"]})
    if comes:
        scene.waves(*comes)
    scene.moves("8H", "T3", "F7")
    scene.watch(sure=SURE)
    assert [call["code"] for call in scene.calls] == ([] if comes else ["wrong_foundation"])


def test_CR_30_a_load_that_lacks_the_card_between_may_lie_on_one_that_nobody_saw() -> None:
    """Careless 44088: a JH went onto the QH where nothing could be read, and the 10H onto it."""
    scene = sat_down(turn="Bea", reserves={"Ada": {"count": 5, "top": "QH"}})
    scene.side_chance = 0.9998
    referee = scene.table.referee
    assert referee is not None
    for _ in range(6):
        referee.player_prior.note([{"by": "Bea", "do": "draw"}] * 3, ["Bea"])
    scene.draws("Bea", "JH").moves("JH", "hand:Bea", "reserve:Ada", by="Bea")
    scene.look(sure=SURE, unseen={"reserve:Ada"})
    scene.draws("Bea", "10H").moves("10H", "hand:Bea", "reserve:Ada", by="Bea")
    scene.watch(sure=SURE)
    assert scene.calls == []


def test_CR_40_no_play_is_missed_on_a_foundation_that_cannot_be_read() -> None:
    """The 8H went up, and the pile cannot be read since: the other 8H need not go up any more."""
    scene = sat_down(foundations={"F1": "7H"})
    unclear = {"F1": {UNREADABLE: 1.0}}
    scene.waves("F1")
    scene.watch(sure=SURE, reads=unclear)
    scene.draws("Ada", "8H").discards("Ada")
    scene.watch(sure=SURE, reads=unclear)
    assert scene.calls == []


@pytest.mark.parametrize("waves", [True, False])
def test_CR_40_no_play_is_missed_on_a_foundation_that_reads_otherwise_than_the_journal(waves: bool) -> None:
    """The other 6S went up while nobody reported a hand over F2: people are asked, not accused."""
    scene = sat_down(hands={"Ada": "6S"}, foundations={"F2": "5S"})
    otherwise = {"F2": {"6S": 0.999, "5S": 0.001}}
    if waves:
        scene.waves("T3")
    scene.watch(sure=SURE, reads=otherwise)
    scene.discards("Ada")
    assert scene.watch(sure=SURE, reads=otherwise) == "asked"
    assert scene.calls == []


def test_CR_30_a_card_laid_where_the_one_before_it_may_be_read_still() -> None:
    """A Queen goes on the King, in one go, and reads as the King: the Jack that follows fits on one of them."""
    scene = sat_down(turn="Ada", reserves={"Ada": 4, "Bea": ["3C", "KH"]}, face_down=["Ada"])
    assert scene.watch(sure=SURE) == "same"
    wavers = {"reserve:Bea": {"KH": 0.63, "QH": 0.32, "KD": 0.05}}
    scene.turns("Ada", "QH").moves("QH", "reserve:Ada", "reserve:Bea")
    scene.watch(sure=SURE, reads=wavers)
    scene.turns("Ada", "7C").draws("Ada", "JH")
    scene.watch(sure=SURE, reads=wavers)
    if scene.is_asked:
        told = [len(answer["arguments"].get("actions", ())) for answer in scene.question["answers"]]
        scene.answer(told.index(max(told)))
    scene.moves("JH", "hand:Ada", "reserve:Bea")
    scene.watch(sure=SURE)
    assert scene.calls == []
    assert "Ada reserve:Ada>reserve:Bea QH" in scene.entered


def test_a_card_that_was_read_surely_as_two_different_ones_is_not_taken_for_the_first() -> None:
    """AC where it was turned up, AS where it lies."""
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 4})
    assert scene.watch(sure=SURE) == "same"
    scene.turns("Ada", "AS")
    assert scene.watch(sure=SURE, reads={"reserve:Ada": clear("AC", 0.998)}) == "played"
    scene.moves("AS", "reserve:Ada", "F3")
    if scene.watch(sure=SURE) == "asked":
        told = [str(answer["arguments"].get("actions", ())) for answer in scene.question["answers"]]
        scene.answer(next(place for place, moves in enumerate(told) if "'AS'" in moves))
    assert "Ada reserve:Ada>F3 AS" in scene.entered
    scene.turns("Ada", "KC").draws("Ada", "2S").moves("2S", "hand:Ada", "F3")
    assert scene.watch(sure=SURE) == "played"
    assert scene.calls == [] and scene.faults == []


@pytest.mark.parametrize("called", [False, True])
def test_what_was_read_wrongly_long_ago_excuses_still(called: bool) -> None:
    """The ace on F3 was read once, as the AC, and is covered by the 2S: nobody is called for that, but asked.

    Somebody who was called meanwhile stays so, and nobody is called anew.
    """
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 4})
    assert scene.watch(sure=SURE) == "same"
    scene.turns("Ada", "AS").moves("AS", "reserve:Ada", "F3").turns("Ada", "7C")
    misread = {"F3": {"AC": 0.9999, "AS": 0.0001}}
    assert scene.watch(sure=SURE, reads=misread) == "played"
    assert scene.entered[1:2] == ["Ada reserve:Ada>F3 AC"]
    scene.draws("Ada", "JD")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    if called:
        scene.draws("Bea", "KD")
        assert scene.watch(sure=SURE, reads=misread) == "played"
        assert [call["code"] for call in scene.calls] == ["out_of_turn"]
        for step in scene.calls[-1]["steps"]:
            scene.moves("KD", step["from"], step["to"], by="Bea")
        scene.piles["stock:Bea"][-1:] = [Card("KD", False)]
        assert scene.watch(sure=SURE, reads=misread) == "same"
    scene.discards("Ada")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    scene.draws("Bea", "KD" if called else "KH")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    scene.discards("Bea")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    scene.draws("Ada", "2S")
    assert scene.watch(sure=SURE, reads=misread) == "played"
    scene.moves("2S", "hand:Ada", "F3")
    assert scene.watch(sure=SURE) == "asked"
    assert len(scene.calls) == called
    told = [str(answer["arguments"].get("actions", ())) for answer in scene.question["answers"]]
    place = next(place for place, moves in enumerate(told) if "'AS'" in moves)
    after = scene.table.snapshot().after_answers[place]
    assert after.otherwise is not None and [one["card"] for one in after.otherwise] == ["AC", "AS"]
    assert [(one["to"], one["card"]) for one in after.actions] == [("F3", "2S")] and after.taken_back == ()
    words = sentence("crapette", "moves", scene.question["answers"][place]["arguments"], "en")
    *_, turned, moved = words.split("”, but “")[-1].split("”, then ")
    assert words.startswith("Not “Ada turns the reserve: the ace of clubs”, but “")
    assert (turned, moved[:9]) == ("Ada turns the reserve: the ace of spades", "Ada moves")
    scene.answer(place)
    assert len(scene.calls) == called
    assert scene.entered[1:2] == ["Ada reserve:Ada>F3 AS"]
    assert scene.watch(sure=SURE) == "same"


@pytest.mark.parametrize("mode", ["auto", "on_call"])
def test_a_doubtful_card_that_would_be_a_fault_is_asked_about_before_hands_go_on(mode: str) -> None:
    """2S or 2C on the AC: by one of them it is a fault, and that is not forgotten when Ada turns her reserve."""
    scene = sat_down(foundations={"F3": "AC"}, reserves={"Ada": 5}, face_down=["Ada"], referee=mode)
    assert scene.watch(sure=SURE) == "same"
    wavers = {"F3": {"2S": 0.97, "2C": 0.03}}
    scene.turns("Ada", "2S").moves("2S", "reserve:Ada", "F3")
    scene.look(sure=SURE, reads=wavers)
    scene.turns("Ada", "7C")
    assert scene.watch(sure=SURE, reads=wavers) == "asked"
    assert scene.entered == [] and scene.calls == []
    told = [str(answer["arguments"].get("actions", ())) for answer in scene.question["answers"]]
    assert any("'2S'" in moves for moves in told) and any("'2C'" in moves for moves in told)


@pytest.mark.parametrize("sure", [0.6, 0.8, 0.9])
def test_a_hand_that_waves_over_a_doubtful_card_does_not_make_it_surer(sure: float) -> None:
    scene = sat_down(reserves={"Ada": 5}, face_down=["Ada"], cases={"T2": ["KS"]})
    assert scene.watch(sure=SURE) == "same"
    wavers = {"T2": [clear("KS"), {"QH": sure, "QD": 1.0 - sure}]}
    scene.turns("Ada", "QD").moves("QD", "reserve:Ada", "T2")
    scene.look(sure=SURE, reads=wavers)
    for _ in range(5):
        if not scene.is_asked:
            scene.waves("T2")
            scene.look(sure=SURE, reads=wavers)
    assert scene.is_asked and scene.entered == []


@pytest.mark.parametrize("last", ["KD", "JC"])
def test_five_actions_between_two_looks_are_no_ground_for_a_call(last: str) -> None:
    """Three tell nearly all; the card that Ada drew and discarded at last shows on her waste all the same."""
    scene = sat_down(turn="Ada", hands={"Ada": "KH"})
    scene.discards("Ada").draws("Bea", "6H").discards("Bea").draws("Ada", last).discards("Ada")
    scene.watch(sure=SURE)
    scene.draws("Bea", "QS")
    scene.watch(sure=SURE, most=3)
    assert scene.calls == []


def test_the_proof_of_another_fault_than_the_one_that_was_called_is_no_fault() -> None:
    """CR-40: Bea had turned up the 2H and drew all the same; the camera had missed that, and called the reserve."""
    scene = sat_down(turn="Bea", face_down=["Bea"], reserves={"Bea": 4}, foundations={"F2": "AH"})
    scene.draws("Bea", "10S")
    scene.watch(sure=SURE)
    assert [call["code"] for call in scene.calls] == ["reserve_not_turned"]
    scene.puts_right().turns("Bea", "2H")
    scene.watch(sure=SURE)
    scene.moves("2H", "reserve:Bea", "F2", by="Ada")
    scene.watch(sure=SURE)
    assert len(scene.calls) == 1
    assert scene.is_asked


def test_a_card_that_reads_doubtfully_where_hands_were_may_be_the_one_that_is_missing() -> None:
    """The 5S and the 6D went up one by one; the 6D on F8 is taken for the 5D that lay there before. Ada has slipped
    three times already, so that a fault is easily believed of her.
    """
    scene = sat_down(cases={"T1": ["6D", "5S"]}, foundations={"F2": "4S", "F8": "5D"})
    referee = scene.table.referee
    assert referee is not None
    for _ in range(3):
        referee.player_prior.note([{"by": "Ada", "do": "draw"}] * 3, ["Ada"])
    misread = {"F8": {"5D": 0.831, "8D": 0.144, "5H": 0.025}}
    scene.moves("5S", "T1", "F2").moves("6D", "T1", "F8")
    scene.watch(sure=SURE, reads=misread)
    assert scene.calls == []
    assert scene.is_asked


def test_CR_53_a_reserve_that_lies_empty_is_not_called_for_not_being_turned() -> None:
    """The journal knows of cards there, so that something was missed: nobody can turn what is not there."""
    scene = sat_down(turn="Ada", face_down=["Ada"], reserves={"Ada": 4})
    scene.piles["reserve:Ada"].clear()
    scene.waves("reserve:Ada")
    scene.draws("Ada", "3H")
    empty = {"reserve:Ada": {EMPTY: 0.9988, BACK: 0.0012}}
    for _ in range(3):
        scene.look(sure=SURE, reads=empty)
    assert scene.calls == []


def test_a_card_that_reads_otherwise_ever_since_calls_nobody_for_what_it_would_have_been() -> None:
    """CR-40: the KC that Ada put away reads as a JC, and the JC should have gone on the QH."""
    scene = sat_down(turn="Ada", cases={"T1": ["KS", "QH"], "T6": ["7S"], "T8": ["9C", "6D"]})
    misread = {"waste:Ada": {"JC": 0.999, "KC": 0.001}}
    scene.draws("Ada", "KC")
    scene.watch(sure=SURE)
    scene.discards("Ada")
    scene.watch(sure=SURE, reads=misread)
    scene.moves("6D", "T8", "T6", by="Bea")
    scene.watch(sure=SURE, reads=misread)
    scene.draws("Bea", "3H").discards("Bea")
    scene.watch(sure=SURE, reads=misread)
    scene.draws("Ada", "5C").moves("5C", "hand:Ada", "T6")
    scene.watch(sure=SURE, reads={**misread, "T6": [clear("6D"), {"5C": 0.6, "5S": 0.34, "6C": 0.06}]})
    assert scene.calls == []


def test_as_many_actions_at_once_as_are_looked_for_may_have_been_more() -> None:
    """Three turns passed between two looks; of the first nothing shows, for the third lies upon it."""
    scene = sat_down(turn="Bea")
    scene.look(sure=SURE)
    for by, face in (("Bea", "KC"), ("Ada", "4C"), ("Bea", "6H")):
        scene.draws(by, face).discards(by)
    scene.watch(sure=SURE)
    scene.draws("Ada", "8D")
    scene.watch(sure=SURE)
    assert scene.calls == []


def test_a_card_drawn_after_another_was_played_may_lie_under_what_is_seen() -> None:
    """Ada loads her Jack, draws the 5, loads it too and a 6 upon it, which looks as the 6 that lay there before."""
    scene = sat_down(
        turn="Ada",
        cases={"T1": ["9S", "2H"], "T4": ["6H"]},
        hands={"Ada": "JH"},
        wastes={"Bea": ["6H"]},
        reserves={"Bea": ["QH"]},
    )
    scene.look(sure=SURE)
    scene.moves("JH", "hand:Ada", "reserve:Bea").draws("Ada", "5H")
    scene.moves("5H", "hand:Ada", "waste:Bea").moves("6H", "T4", "waste:Bea")
    scene.moves("2H", "T1", "T4")
    scene.watch(sure=SURE)
    assert scene.calls == []


@pytest.mark.parametrize("read", ["KH", "KD"])
def test_what_was_laid_on_a_card_that_read_otherwise_is_not_called(read: str) -> None:
    """Careless evening 48285: a KH had been entered as a KD, as two KH were known; it went on reading as it was."""
    scene = sat_down(wastes={"Ada": ["KD"]}, cases={"T4": ["KC", "QH"]}, turn="Bea")
    scene.watch(sure=SURE, everything=True, reads={"waste:Ada": clear(read, SURE)})
    scene.moves("QH", "T4", "waste:Ada", by="Bea")
    scene.watch(sure=SURE)
    assert [call["code"] for call in scene.calls] == (["wrong_load"] if read == "KD" else [])


def test_a_card_that_goes_back_some_moves_later_was_not_put_back() -> None:
    """The 9S left the black 10 for the red one; a turn later Bea lays it on the black 10 again."""
    scene = sat_down(cases={"T3": ["10H"], "T4": ["10C", "9S"]})
    scene.side_chance = 0.9998
    scene.moves("9S", "T4", "T3")
    assert scene.watch(sure=SURE) == "played"
    scene.draws("Ada", "4H")
    assert scene.watch(sure=SURE) == "played"
    scene.discards("Ada")
    assert scene.watch(sure=SURE) == "played"
    scene.moves("9S", "T3", "T4", by="Bea")
    assert scene.watch(sure=SURE) == "played"
    assert [(call["against"], call["code"]) for call in scene.calls] == [("Bea", "wrong_series")]


def test_nobody_is_called_for_a_discard_that_shows_nothing_because_it_would_lie_on_its_twin() -> None:
    """Careless evening 46120: Bea had drawn a queen and held it over the table; the same queen lay on her waste."""
    scene = sat_down(turn="Bea", wastes={"Bea": ["QS"]}, cases={"T5": ["KD"]})
    scene.draws("Bea", "QS")
    assert scene.watch(sure=SURE) == "played"
    scene.piles["hand:Bea"].clear()
    scene.waves("hand:Bea", "T5", "waste:Bea", by="Bea")
    assert scene.watch(sure=SURE) != "played"
    assert scene.calls == []


def test_as_many_actions_of_one_player_as_are_looked_for_are_called_where_nothing_is_left_open() -> None:
    """As in films 9539 and 9541: a card from the reserve, the next one turned, one drawn and laid where none fits."""
    scene = sat_down(turn="Bea", reserves={"Bea": {"count": 5, "top": "4S"}}, cases={"T5": ["5D"]})
    scene.moves("4S", "reserve:Bea", "T5", by="Bea").turns("Bea", "8S")
    scene.draws("Bea", "8D").moves("8D", "hand:Bea", "T6", by="Bea")
    assert scene.watch(sure=SURE) == "played"
    assert [call["against"] for call in scene.calls] == ["Bea"]


def test_more_actions_than_anybody_looks_for_are_not_told_as_three_with_a_fault() -> None:
    """Careless 47543: two cards were drawn and went up, five others on them; nobody laid the three on a wrong ace."""
    scene = sat_down(
        foundations={"F4": "AS", "F6": "AH"}, cases={"T8": ["5S", "4H", "3S"], "T2": ["6C", "5D", "4S", "3H"]}
    )
    scene.draws("Ada", "2S").moves("2S", "hand:Ada", "F4").moves("3S", "T8", "F4")
    scene.draws("Ada", "2H").moves("2H", "hand:Ada", "F6").moves("3H", "T2", "F6").moves("4S", "T2", "F4")
    scene.watch(sure=SURE, everything=True)
    assert scene.calls == []
