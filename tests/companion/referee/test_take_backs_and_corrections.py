"""What was done may be put back by hands, and what was entered may be put right on the page: the referee follows."""

from __future__ import annotations

import pytest

from companion.action import Rejected
from companion.sighting import BACK, EMPTY, UNREADABLE

from .tables import Card, Scene, clear, sat_down

# ---------------------------------------------------------------- by hands


def test_a_faultless_move_put_back_is_undone() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.moves("9D", "T7", "T3")
    assert scene.watch() == "played"
    scene.moves("9D", "T3", "T7")
    assert scene.watch() == "played"
    assert scene.entered == []
    assert scene.faults == [] and scene.wrong_zones == []


def test_a_move_put_back_and_another_one_made_instead() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.moves("9D", "T7", "T3")
    assert scene.watch() == "played"
    scene.moves("9D", "T3", "T4")
    assert scene.watch() == "played"
    assert scene.wrong_zones == [] and scene.faults == []
    assert scene.entered in (["Ada T7>T4 9D"], ["Ada T7>T3 9D", "Ada T3>T4 9D"])


def test_two_moves_put_back_one_after_the_other() -> None:
    scene = sat_down(foundations={"F1": "4H"}, cases={"T7": ["JC", "5H"], "T8": ["JS", "6H"]})
    scene.moves("5H", "T7", "F1")
    assert scene.watch() == "played"
    scene.moves("6H", "T8", "F1")
    assert scene.watch() == "played"
    scene.moves("6H", "F1", "T8")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>F1 5H"]
    scene.moves("5H", "F1", "T7")
    assert scene.watch() == "played"
    assert scene.entered == [] and scene.faults == []


def test_an_undo_made_by_hands_is_an_entry_of_the_journal() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.moves("9D", "T7", "T3")
    scene.watch()
    scene.moves("9D", "T3", "T7")
    scene.watch()
    kinds = [line["kind"] for line in scene.table.snapshot().as_json()["history"]]
    assert kinds == ["opened", "action", "undo"]


# ---------------------------------------------------------------- restoring


def called() -> Scene:
    """Row 4, called: 6H lies on 7S and must go back."""
    scene = sat_down(
        foundations={"F1": "AS"},
        cases={"T7": ["7S"], "T8": ["2S"]},
        reserves={"Ada": ["4D", "3D", "6H"]},
    )
    scene.moves("6H", "reserve:Ada", "T7")
    assert scene.watch() == "played"
    return scene


def test_intermediate_pictures_while_restoring_are_ignored() -> None:
    scene = called()
    assert scene.look() == "restoring"
    card = scene.piles["T7"].pop()
    scene.waves("T7")
    assert scene.look() == "restoring"
    scene.piles["T1"].append(card)
    scene.waves("T1")
    assert scene.look() == "restoring"
    scene.piles["T1"].pop()
    scene.piles["reserve:Ada"].append(card)
    scene.waves("T1", "reserve:Ada")
    assert scene.watch() == "same"
    assert len(scene.entered) == 1 and len(scene.calls) == 1


def test_while_restoring_the_page_says_what_does_not_lie_as_it_should() -> None:
    scene = called()
    assert scene.look() == "restoring"
    told = {one["zone"]: (one["should"], one["shows"]) for one in scene.sight["differences"]}
    assert told["T7"] == (["7S"], ["7S", "6H"])
    assert told["reserve:Ada"] == (["6H"], ["back"])


def test_after_restoring_play_goes_on() -> None:
    scene = called()
    scene.puts_right()
    assert scene.watch() == "same"
    scene.moves("2S", "T8", "F1")
    assert scene.watch() == "played"
    assert scene.entered[1:] == ["Bea T8>F1 2S"]


def test_playing_on_at_once_after_restoring_within_one_picture() -> None:
    scene = called()
    scene.puts_right().moves("2S", "T8", "F1", by="Bea")
    assert scene.watch() == "played"
    assert scene.entered[1:] == ["Bea T8>F1 2S"]
    assert len(scene.calls) == 1


def test_playing_on_at_once_by_a_move_of_her_own_after_restoring_within_one_picture() -> None:
    """Bea lets the proof lapse and lays her reserve King nowhere: she draws; 2S was due, so that is a fault too."""
    scene = called()
    scene.puts_right().draws("Bea", "4H")
    assert scene.watch() == "played"
    assert scene.entered[1:] == ["Bea draw 4H"]
    assert [call["against"] for call in scene.calls] == ["Ada", "Bea"]


def test_a_card_that_was_drawn_unseen_before_a_call_shows_when_it_goes_to_the_waste() -> None:
    """Film 8704: Bea drew the 2H, and no look showed it; then she loads a jack on a four, and is called."""
    scene = sat_down(
        turn="Bea",
        cases={
            "T1": ["KH"],
            "T2": ["5C", "JH"],
            **{f"T{place}": [king] for place, king in enumerate(("KH", "KS", "KS", "KC", "KC", "KD"), 3)},
        },
        reserves={"Ada": ["9S", "4C"]},
        wastes={"Bea": ["8D"]},
        stocks={"Ada": 5, "Bea": 1},
    )
    unseen = {"hand:Bea": clear(EMPTY, 0.999), "stock:Bea": clear(BACK, 0.999)}
    assert scene.watch(sure=0.9995) == "same"
    scene.piles["hand:Bea"].append(Card("2H", True))
    scene.piles["stock:Bea"].clear()
    scene.moves("JH", "T2", "reserve:Ada", by="Bea")
    assert scene.watch(sure=0.9995, reads=unseen) == "played"
    assert [call["against"] for call in scene.calls] == ["Bea"]
    scene.moves("JH", "reserve:Ada", "T2", by="Bea").discards("Bea")
    assert scene.watch(sure=0.9995, everything=True) == "played"
    assert scene.entered == ["Bea draw 2H", "Bea T2>reserve:Ada JH"]
    assert scene.watch(sure=0.9995) == "same"


@pytest.mark.parametrize("passed", [False, True])
def test_a_reserve_card_that_was_never_turned_before_a_call_lies_face_down_afterwards(passed: bool) -> None:
    """Films 8502, 9104: one look read a face on the reserve's back, and told it together with a fault."""
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 4}, cases={"T7": ["KD", "9D"], "T8": ["2S"]})
    scene.waves("reserve:Ada")
    scene.moves("9D", "T7", "T8")
    assert scene.watch(sure=0.9995, reads={"reserve:Ada": clear("QD", 0.9995)}) == "played"
    assert scene.entered == ["Ada turn_reserve QD", "Ada T7>T8 9D"]
    scene.moves("9D", "T8", "T7")
    if passed:
        scene.waves("reserve:Ada")
    assert scene.watch(sure=0.9995, everything=True) == "played"
    assert scene.entered == ["Ada T7>T8 9D"] and len(scene.calls) == 1


def test_a_card_that_lay_elsewhere_on_its_way_to_a_fault_goes_back_there() -> None:
    """Film 9612: 5D went from the reserve to T4, unseen, and on to T6; the next reserve card stays turned up."""
    scene = sat_down(reserves={"Bea": ["JD", "5D"]}, cases={"T4": ["6S"], "T6": ["QH", "JS"]}, turn="Bea")
    scene.side_chance = 0.9999
    scene.moves("5D", "reserve:Bea", "T6").waves("T4")
    scene.turns("Bea", "JD")
    assert scene.watch(sure=0.9998) == "played"
    assert scene.entered == ["Bea reserve:Bea>T6 5D"]
    scene.moves("5D", "T6", "T4", by="Bea")
    assert scene.watch(sure=0.9998) == "played"
    assert scene.entered == ["Bea reserve:Bea>T4 5D", "Bea T4>T6 5D", "Bea turn_reserve JD"]
    assert [call["against"] for call in scene.calls] == ["Bea"]
    assert scene.wrong_zones == []


def test_a_reserve_card_that_was_turned_up_in_one_go_with_a_fault_stays_open() -> None:
    """Film 9614: 8S was turned up before 6C was played from the waste, or after it; nobody turns it back."""
    scene = sat_down(
        face_down=["Bea"],
        reserves={"Bea": 4},
        cases={"T1": ["KC", "QH", "JS"]},
        wastes={"Bea": ["6C"]},
        turn="Bea",
    )
    with scene.hurried():
        scene.moves("6C", "waste:Bea", "T1").turns("Bea", "8S")
    assert scene.watch(sure=0.9998) == "played"
    scene.moves("6C", "T1", "waste:Bea", by="Bea")
    scene.watch(sure=0.9998)
    assert sorted(scene.entered) == ["Bea turn_reserve 8S", "Bea waste:Bea>T1 6C"]
    assert len(scene.calls) == 1 and scene.wrong_zones == []
    assert scene.watch(sure=0.9998) == "same"


@pytest.mark.parametrize("surely", [True, False])
def test_a_reserve_card_that_the_other_player_turned_up_after_a_fault_stays_open(surely: bool) -> None:
    """Careless 46183 and, where people were asked, 46187: who was on turn turned up the next card meanwhile."""
    scene = sat_down(
        face_down=["Bea"],
        reserves={"Bea": {"count": 4, "top": "JS"}},
        cases={"T1": ["QH"], "T2": ["9S", "8H"], "T8": ["10D", "9C"]},
        turn="Bea",
    )
    scene.side_chance = 0.9999 if surely else 0.99
    scene.turns("Bea", "JS").moves("JS", "reserve:Bea", "T1", by="Bea")
    assert scene.watch(sure=0.9998) == "played"
    scene.moves("8H", "T2", "T8", by="Ada").turns("Bea", "3S").times((0, 500), (600, 1100), (1500, 2200))
    assert scene.watch(sure=0.9998) == ("played" if surely else "asked")
    if not surely:
        scene.answer(0)
    assert [call["against"] for call in scene.calls] == ["Ada"]
    scene.moves("8H", "T8", "T2", by="Ada")
    scene.watch(sure=0.9998)
    assert scene.entered[-1] == "Bea turn_reserve 3S"
    assert scene.wrong_zones == [] and len(scene.calls) == 1


@pytest.mark.parametrize("surely", [True, False])
def test_a_reserve_card_turned_up_after_a_fault_is_not_entered_while_it_is_in_doubt(surely: bool) -> None:
    """Careless 48745: a 6C that read as a 6S with 0.68 was entered as one, and stayed."""
    scene = sat_down(
        face_down=["Bea"],
        reserves={"Bea": {"count": 4, "top": "KS"}},
        cases={"T2": ["KS"], "T3": [], "T6": ["8S"]},
        turn="Bea",
    )
    scene.side_chance = 0.9999
    scene.turns("Bea", "KS").moves("KS", "reserve:Bea", "T3", by="Bea")
    assert scene.watch(sure=0.9998) == "played"
    scene.draws("Bea", "KC").turns("Bea", "6S")
    reads = {} if surely else {"reserve:Bea": {"6S": 0.68, "6C": 0.27, "9S": 0.05}}
    assert scene.watch(sure=0.9998, reads=reads) == "asked"
    scene.answer(0)
    assert [call["code"] for call in scene.calls] == ["reserve_not_turned"]
    scene.moves("KC", "hand:Bea", "waste:Bea", by="Bea")
    scene.watch(sure=0.9998, reads=reads)
    assert (scene.entered[-1] == "Bea turn_reserve 6S") == surely


@pytest.mark.parametrize("back", ["stock:Bea", "waste:Bea"])
def test_a_card_drawn_in_one_go_with_a_fault_goes_back_where_whoever_drew_it_says(back: str) -> None:
    """Films 9665, 9677: after the fault a card was drawn; it was told before it, and was awaited on the waste."""
    cases = {"T7": ["JD", "4H"], "T8": ["2S"]}
    scene = sat_down(cases=cases, turn="Bea", wastes={"Bea": ["QC"]}, reserves={"Bea": ["6C"]})
    with scene.hurried():
        scene.draws("Bea", "KS").moves("4H", "T7", "T8", by="Bea")
    assert scene.watch(sure=0.9998) == "played"
    assert scene.entered == ["Bea draw KS", "Bea T7>T8 4H"]
    scene.moves("4H", "T8", "T7", by="Bea").moves("KS", "hand:Bea", back, by="Bea")
    scene.piles[back][-1] = Card("KS", back.startswith("waste"))
    scene.watch(sure=0.9998, everything=True)
    assert scene.entered == ["Bea draw KS", "Bea T7>T8 4H"][back.startswith("stock") :]
    assert len(scene.calls) == 1 and scene.wrong_zones == []


def test_a_move_made_in_one_go_with_a_fault_may_be_put_back_with_it() -> None:
    """Film 9688: 8D went to another case after the fault, was told before it, and its way back was called."""
    scene = sat_down(cases={"T1": ["5C"], "T2": ["8D"], "T6": ["9S"], "T7": ["2S"]})
    with scene.hurried():
        scene.moves("8D", "T2", "T6").moves("5C", "T1", "T7")
    assert scene.watch(sure=0.9998) == "played"
    assert sorted(scene.entered) == ["Ada T1>T7 5C", "Ada T2>T6 8D"]
    scene.moves("5C", "T7", "T1").moves("8D", "T6", "T2")
    scene.watch(sure=0.9998)
    assert scene.entered == ["Ada T1>T7 5C"]
    assert len(scene.calls) == 1 and scene.wrong_zones == []


@pytest.mark.parametrize("twice", [False, True])
def test_what_is_moved_after_all_was_put_back_had_not_lain_there_before_the_call(twice: bool) -> None:
    """Careless 48117: Bea parked the 10C that Ada had put back; told as Ada's way, Bea was called later. 61528, a
    false accusation: the card had been read ``twice`` as it was put back.
    """
    scene = sat_down(cases={"T3": [], "T7": ["JD", "10C"]}, reserves={"Bea": ["4H"]})
    scene.moves("10C", "T7", "reserve:Bea")
    assert scene.watch(sure=0.9998) == "played"
    assert [call["against"] for call in scene.calls] == ["Ada"]
    scene.piles["reserve:Bea"].pop()
    scene.waves("reserve:Bea")
    assert scene.watch(sure=0.9998) == "restoring"
    scene.piles["T7"].append(Card("10C"))
    scene.waves("T7")
    reads = {"T7": [clear("JD"), clear("10C"), clear("10C")]} if twice else {}
    assert scene.watch(sure=0.9998, reads=reads) == ("unfinished" if twice else "same")
    scene.moves("10C", "T7", "T3", by="Bea")
    assert scene.watch(sure=0.9998) == "played"
    assert scene.entered == ["Ada T7>reserve:Bea 10C", "Bea T7>T3 10C"]


def test_a_call_that_leaves_nothing_to_restore_waits_for_nothing() -> None:
    """A faulty discard stays: its turn is over anyway."""
    scene = sat_down(hands={"Ada": "9D"}, cases={"T4": ["JC"], "T5": ["4S"], "T6": ["4C"]})
    scene.discards("Ada")
    assert scene.watch() == "played"
    assert [call["code"] for call in scene.calls] == ["missed_series_play"]
    scene.moves("9D", "waste:Ada", "T3", by="Bea")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada discard", "Bea waste:Ada>T3 9D"]
    assert len(scene.calls) == 1, "the proof is no fault"


# ---------------------------------------------------------------- taps


def test_a_tap_before_the_camera_looked_is_not_entered_twice() -> None:
    scene = sat_down()
    scene.tap("Ada", "draw", card="2H")
    scene.draws("Ada", "2H")
    assert scene.watch() == "same"
    assert scene.entered == ["Ada draw 2H"]


def test_a_tap_after_the_camera_looked_is_refused_and_nothing_is_entered_twice() -> None:
    scene = sat_down()
    scene.draws("Ada", "2H")
    assert scene.watch() == "played"
    with pytest.raises(Rejected):
        scene.tap("Ada", "draw", card="2H")
    assert scene.look() == "same"
    assert scene.entered == ["Ada draw 2H"]


def test_a_tapped_move_that_nobody_makes_is_shown_as_a_difference() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.tap("Ada", "move", from_="T7", to="T3", card="9D")
    kinds = [scene.look(everything=True) for _ in range(3)]
    assert kinds[-1] != "same"
    assert {one.zone for one in scene.table.differences()} == {"T7", "T3"}
    scene.moves("9D", "T7", "T3")
    assert scene.watch() == "same"
    assert scene.entered == ["Ada T7>T3 9D"]


# ---------------------------------------------------------------- corrections on the page


def test_an_undo_on_the_page_waits_for_the_cards_to_be_put_back() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.moves("9D", "T7", "T3")
    assert scene.watch() == "played"
    scene.table.undo()
    assert scene.look() == "restoring"
    assert scene.entered == [], "the undone move is not entered again"
    scene.moves("9D", "T3", "T7")
    assert scene.watch() == "same"
    assert scene.entered == []


def test_a_covered_card_that_is_not_found_after_a_correction_need_not_be_put_there() -> None:
    """Film 7002: a jack hides half of the queen beneath it, and the page asked for her at every look."""
    scene = sat_down(cases={"T1": ["QH", "JS"], "T7": ["KD", "9D"]})
    hidden = {"T1": [clear("JS", 0.999)]}
    scene.moves("9D", "T7", "T3")
    assert scene.watch(everything=True, reads=hidden) == "played"
    scene.table.undo()
    assert scene.look(everything=True, reads=hidden) == "restoring"
    told = {one["zone"] for one in scene.sight["differences"]}
    assert told == {"T3", "T7"}
    scene.moves("9D", "T3", "T7")
    assert scene.watch(everything=True, reads=hidden) == "same"
    scene.moves("9D", "T7", "T4")
    assert scene.watch(everything=True, reads=hidden) == "played"
    assert scene.entered == ["Ada T7>T4 9D"] and scene.calls == [] and not scene.is_asked


def test_an_amendment_that_changes_what_should_lie_there_is_looked_at() -> None:
    """2H was entered as 2D and lies in hand: after the amendment the table agrees."""
    scene = sat_down()
    scene.tap("Ada", "draw", card="2D")
    scene.draws("Ada", "2H")
    scene.look()
    if scene.is_asked:
        scene.answer(None)
    if scene.entered == ["Ada draw 2D"]:
        scene.table.amend(scene.table.moves()[0].seq, {"card": "2H"})
    assert scene.watch(everything=True) == "same"
    scene.discards("Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 2H", "Ada discard"]


def test_the_differences_name_the_zones_card_by_card() -> None:
    """Two columns were laid in each other's place, a foundation and the top of a waste are missing."""
    scene = sat_down(
        foundations={"F1": "4H"}, cases={"T7": ["JC", "10D"], "T8": ["JS"]}, wastes={"Bea": ["9S", "3H"]}
    )
    assert scene.table.differences() == ()
    scene.lays("T7", "JS").lays("T8", "JC", "10D").lays("F1").lays("waste:Bea", "9S")
    scene.watch(everything=True)
    told = {one.zone: (one.should, one.shows) for one in scene.table.differences()}
    assert told == {
        "T7": (("JC", "10D"), ("JS",)),
        "T8": (("JS",), ("JC", "10D")),
        "F1": (("4H",), ()),
        "waste:Bea": (("3H",), ("9S",)),
    }
    assert scene.entered == [] and scene.calls == []


def test_a_table_that_is_laid_wrongly_before_the_first_look_names_the_differences() -> None:
    scene = Scene(cases={"T7": ["JC", "10D"]})
    scene.piles["T7"].pop()
    scene.piles["reserve:Ada"] = scene.piles["reserve:Ada"][:-1]
    assert scene.watch() in ("unfinished", "asked", "restoring")
    assert scene.entered == []
    told = {one.zone: (one.should, one.shows) for one in scene.table.differences()}
    assert told == {"T7": (("JC", "10D"), ("JC",)), "reserve:Ada": (("KC",), ("back",))}


# ---------------------------------------------------------------- where did we stop?


def test_before_any_picture_there_are_no_differences() -> None:
    assert Scene().table.differences() == ()


def test_the_table_laid_right_again_has_no_differences_and_play_goes_on() -> None:
    scene = Scene(cases={"T7": ["JC", "10D"]})
    card = scene.piles["T7"].pop()
    scene.watch()
    if scene.is_asked:
        scene.answer(None)
    scene.piles["T7"].append(card)
    scene.waves("T7")
    assert scene.watch() == "same"
    assert scene.table.differences() == ()
    scene.draws("Ada", "2H")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 2H"]


def test_a_card_that_the_opponent_loads_back_is_not_put_back() -> None:
    """Ada plays 10D from her reserve to a case, later draws and discards; Bea loads the 10D onto her 9D again."""
    scene = sat_down(
        turn="Bea",
        reserves={"Ada": {"count": 5, "top": "9D"}},
        hands={"Bea": "2C"},
        cases={
            "T3": ["8D", "JS"],
            "T4": ["JH"],
            "T5": ["4S"],
            "T6": ["4C"],
            "T7": ["2D", "10D"],
            "T8": ["4C"],
        },
    )
    scene.moves("10D", "T7", "reserve:Ada")
    scene.watch()
    scene.discards("Bea")
    scene.watch()
    scene.moves("10D", "reserve:Ada", "T3")
    scene.watch()
    before, calls = scene.entered, len(scene.calls)
    assert scene.view["turn"] == "Ada" and scene.wrong_zones == []
    scene.draws("Ada", "2H").discards("Ada").moves("10D", "T3", "reserve:Ada", by="Bea")
    assert scene.watch() == "played"
    assert scene.entered == [*before, "Ada draw 2H", "Ada discard", "Bea T3>reserve:Ada 10D"]
    assert len(scene.calls) == calls


def test_amended_ten_moves_later_and_the_referee_follows() -> None:
    """2H was read as 2D twice and entered so; ten moves later somebody notices; the rest stays as it was."""
    scene = sat_down()
    wrong = {"2D": 0.993, "2H": 0.006, UNREADABLE: 0.001}
    scene.draws("Ada", "2H")
    assert scene.watch(reads={"hand:Ada": wrong}) == "played"
    first = scene.table.moves()[0].seq
    scene.discards("Ada")
    assert scene.watch(reads={"waste:Ada": wrong}) == "played"
    for ada, bea in (("3C", "4H"), ("2C", "4C"), ("3S", "JC")):
        for by, card in (("Bea", bea), ("Ada", ada)):
            scene.draws(by, card)
            assert scene.watch() == "played"
            scene.discards(by)
            assert scene.watch() == "played"
    before = scene.entered
    assert len(before) == 14 and before[0] == "Ada draw 2D"
    scene.table.amend(first, {"card": "2H"})
    assert not scene.is_asked, "the amendment alone puts it right: two taps"
    assert scene.entered == ["Ada draw 2H", *before[1:]]
    assert scene.watch() == "same"
    scene.draws("Bea", "2S")
    assert scene.watch() == "played"
    assert scene.entered[14:] == ["Bea draw 2S"] and scene.calls == []


def test_a_tap_that_contradicts_the_table_is_shown_and_nothing_else_is_entered() -> None:
    """2D was tapped, 2H lies there: the difference is told or asked; the journal is not filled with inventions."""
    scene = sat_down()
    scene.tap("Ada", "draw", card="2D")
    scene.draws("Ada", "2H")
    kinds = [scene.look() for _ in range(3)]
    assert kinds[-1] != "same"
    assert len(scene.entered) == 1 and scene.calls == []
    if not scene.is_asked and scene.entered == ["Ada draw 2D"]:
        assert [(one.zone, one.should, one.shows) for one in scene.table.differences()] == [
            ("hand:Ada", ("2D",), ("2H",))
        ]


@pytest.mark.parametrize("read", ["2H", "2S", "KC"])
def test_what_people_told_is_never_told_anew_by_the_referee(read: str) -> None:
    """2S looks like 2D, so that the tap was changed silently, and what followed from it became a fault."""
    scene = sat_down()
    scene.tap("Ada", "draw", card="2D")
    scene.draws("Ada", read)
    kinds = [scene.look() for _ in range(4)]
    assert "played" not in kinds
    assert scene.entered == ["Ada draw 2D"] and scene.calls == []


def test_a_tap_ends_the_doubts_from_before_it() -> None:
    """KC or QC: Ada says which one it was, and what she does next is followed at once."""
    scene = sat_down()
    scene.draws("Ada", "KC")
    for kind in ("look_again", "play_on"):
        assert scene.look(reads={"hand:Ada": {"KC": 0.55, "QC": 0.45}}) == kind
    scene.tap("Ada", "draw", card="KC")
    scene.discards("Ada")
    scene.watch(reads={"waste:Ada": {"QC": 0.9, "KC": 0.1}})
    assert scene.entered == ["Ada draw KC", "Ada discard"] and scene.calls == []
