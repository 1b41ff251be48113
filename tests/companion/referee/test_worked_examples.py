"""The worked examples of the rules, seen by a camera: every fault is called, and nothing else is."""

from __future__ import annotations

import pytest

from .examples import CAMERA_CODES, FAULTS, FINE, Example
from .tables import Scene, sat_down, told


def seen_up_to_the_last(example: Example) -> tuple[Scene, int]:
    """The table after everything but the last gesture, and how many actions are entered."""
    scene = example.scene()
    assert scene.look() == "same"
    for gesture in example.gestures[:-1]:
        gesture(scene)
        assert scene.watch() == "played"
    assert scene.faults == []
    return scene, len(scene.entered)


def test_the_examples_hold_every_code_that_a_camera_can_see() -> None:
    seen = {code for example in FAULTS for code in example.codes}
    assert seen | {"out_of_turn"} == CAMERA_CODES, "out of turn is a scene of its own, below"


@pytest.mark.parametrize("example", FAULTS, ids=lambda one: f"row-{one.row}")
def test_a_fault_is_called_at_the_first_look_where_nothing_is_doubtful(example: Example) -> None:
    scene, _ = seen_up_to_the_last(example)
    scene.side_chance = 0.9998
    example.gestures[-1](scene)
    assert scene.look(sure=0.9999, everything=True) == "played"
    assert [(call["against"], tuple(call["codes"])) for call in scene.calls] == [
        (example.against, example.codes)
    ]


@pytest.mark.parametrize("example", FAULTS, ids=lambda one: f"row-{one.row}")
def test_a_fault_is_called_after_one_more_look_while_a_hand_is_over_the_table(example: Example) -> None:
    scene, before = seen_up_to_the_last(example)
    example.gestures[-1](scene)
    assert scene.look(unseen={"F8"}) == "look_again", "accused at first sight"
    assert scene.calls == [] and len(scene.entered) == before
    assert scene.look() == "played"
    assert len(scene.entered) == before + 1
    assert [(call["by"], call["against"], tuple(call["codes"])) for call in scene.calls] == [
        ("referee", example.against, example.codes)
    ]


@pytest.mark.parametrize("example", FAULTS, ids=lambda one: f"row-{one.row}")
def test_after_a_call_the_picture_is_waited_for_and_play_goes_on(example: Example) -> None:
    scene, before = seen_up_to_the_last(example)
    example.gestures[-1](scene)
    assert scene.watch() == "played"
    if scene.wrong_zones:
        assert scene.look() == "restoring"
        scene.puts_right()
        assert scene.watch() == "same"
    assert len(scene.entered) == before + 1
    on_turn = scene.on_turn
    scene.draws(on_turn, "7C")
    assert scene.watch() == "played"
    assert scene.entered[before + 1 :] == [f"{on_turn} draw 7C"]


@pytest.mark.parametrize("example", FINE, ids=lambda one: f"row-{one.row}")
def test_what_is_fine_is_entered_and_nobody_is_accused(example: Example) -> None:
    scene, before = seen_up_to_the_last(example)
    example.gestures[-1](scene)
    assert scene.watch() == "played"
    assert len(scene.entered) == before + 1
    assert scene.faults == [] and scene.calls == [] and scene.wrong_zones == []


def test_row_6_the_seen_card_goes_back_to_the_stock() -> None:
    scene = sat_down(cases={"T8": ["AD"]}, hand_after_call="stock")
    scene.draws("Ada", "9H")
    assert scene.watch() == "played"
    assert scene.look() == "restoring"
    scene.puts_right()
    assert scene.watch() == "same"
    assert scene.shows("stock:Ada") == ("back",) and scene.shows("hand:Ada") == ()


def test_row_39_playing_out_of_turn_is_asked_or_called_and_nothing_else() -> None:
    scene = sat_down()
    scene.moves("KD", "reserve:Bea", "F2")
    kind = scene.watch()
    if kind == "asked":
        offered = [answer["arguments"] for answer in scene.question["answers"]]
        assert 2 <= len(offered) <= 4
        assert scene.entered == []
    else:
        assert kind == "played"
        assert [call["code"] for call in scene.calls] == ["out_of_turn"] and scene.calls[0][
            "against"
        ] == "Bea"


def test_row_41_the_stock_comes_again_in_the_same_order() -> None:
    scene = sat_down(stocks={"Ada": 1}, wastes={"Ada": ["2H", "4H", "7C"]})
    scene.draws("Ada", "2S")
    assert scene.watch() == "played"
    scene.discards("Ada")
    assert scene.watch() == "played"
    scene.recycles("Ada")
    assert scene.watch() == "played"
    for bea, ada in (("JC", "2H"), ("JS", "4H"), ("4S", "7C"), ("4C", "2S")):
        for by, card in (("Bea", bea), ("Ada", ada)):
            scene.draws(by, card)
            assert scene.watch() == "played"
            scene.discards(by)
            assert scene.watch() == "played"
    assert scene.entered[:3] == ["Ada draw 2S", "Ada discard", "Ada recycle"]
    drawn = [told(move.action) for move in scene.table.moves() if move.action["do"] == "draw"]
    assert [line.split()[-1] for line in drawn if line.startswith("Ada")] == ["2S", "2H", "4H", "7C", "2S"]
    assert scene.faults == []


def test_row_53_a_third_copy_is_a_misreading_and_is_looked_at_again() -> None:
    scene = sat_down(cases={"T7": ["2S"], "T8": ["QS", "2S"]})
    scene.draws("Ada", "2C")
    wrong = {"hand:Ada": {"2S": 0.97, "2C": 0.03}}
    assert scene.look(reads=wrong) in ("look_again", "unfinished", "asked", "refused", "played")
    assert scene.entered in ([], ["Ada draw 2C"]), "two 2S lie there already: it is not a third"
    if not scene.is_asked:
        scene.watch()
        assert scene.entered == ["Ada draw 2C"]


def test_row_54_a_card_that_is_known_to_come_is_not_another_one() -> None:
    scene = sat_down(stocks={"Ada": 0}, wastes={"Ada": ["2H", "4H"]})
    scene.recycles("Ada")
    assert scene.watch() == "played"
    scene.draws("Ada", "2H")
    scene.watch(reads={"hand:Ada": {"4H": 0.9, "2H": 0.1}})
    assert "Ada draw 4H" not in scene.entered
    if scene.entered[-1] != "Ada draw 2H" and not scene.is_asked:
        scene.watch()
        assert scene.entered == ["Ada recycle", "Ada draw 2H"]
