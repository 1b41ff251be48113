"""The photograph beside what lies wrongly or is refused: of which places it is taken, when, and who may see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.fold import fold
from companion.games import load
from companion.journal import Entry
from companion.photographs import NOTHING_PICTURED, Photographs
from companion.record import Header
from companion.referee import Difference, Refusal, Verdict
from companion.showing import Seen
from tests.companion.games.change_horses.course import CARDS, at
from tests.companion.games.racko.round import BROKEN_AT_35
from tests.seen_table import SeenTable

RACE: dict[str, Any] = {
    "phase": "racing",
    "turn": "Ada",
    "horses": {"1": {"square": 3}, "2": {"square": 9}},
    "series": {"horse": 1, "rolls": [["K", "Q"]]},
}
TRACK: dict[str, Any] = {
    "phase": "racing",
    "race": 1,
    "horses": {"1": {"owner": "Ada", "square": 14}, "5": {"owner": "Bea", "square": 30}},
    "hands": {"Ada": ["advance_4"], "Bea": []},
    "turn": "Ada",
    "to_roll": [1],
}
COURSE: dict[str, Any] = {
    "phase": "move",
    "horses": at(A=1, C=4),
    "positions": {"Ada": 1, "Bea": 2, "Cyd": 3},
    "board": [{"by": "Ada", "card": "AD"}],
}
ROUND: dict[str, Any] = {"dealer": "Bea", "turn": "Ada", "discard": [39, 12]}
RACK = tuple(map(str, BROKEN_AT_35))


@pytest.fixture
def dadamax(tmp_path: Path) -> SeenTable:
    return SeenTable.of(tmp_path, "poker_dice_race", ("Ada", "Bea"), options={"stable": "single"}, setup=RACE)


@pytest.fixture
def racko(tmp_path: Path) -> SeenTable:
    return SeenTable.of(tmp_path, "racko", ("Ada", "Bea", "Cyd"), setup=ROUND | {"dealer": "Cyd"})


# ---------------------------------------------------------------- of what, and when


def test_a_pawn_that_stands_wrongly_is_pictured_once_with_where_it_belongs(dadamax: SeenTable) -> None:
    wrongly = {"square_5": (), "square_7": ("horse_1",)}
    dadamax.hands(square_3=(), **wrongly)
    assert dadamax.pictured == [(["square_5", "square_7"], {})]
    assert dadamax.sight["zones"] == ["square_5", "square_7"]
    assert dadamax.sight["evidence"] == "picture-1"
    assert dadamax.look(wrongly).kind == "refused"
    assert dadamax.sight["evidence"] == "picture-1" and len(dadamax.pictured) == 1


def test_the_words_are_told_before_the_picture_is_taken(dadamax: SeenTable) -> None:
    told: list[tuple[str | None, str | None]] = []
    dadamax.table.subscribe(
        lambda shown: told.append((shown.sight.evidence, (shown.refusal or {}).get("code")))
    )
    dadamax.hands(square_3=(), square_5=(), square_7=("horse_1",))
    assert told == [(None, "wrong_square"), ("picture-1", "wrong_square")]


def test_once_all_lies_right_nothing_is_marked_any_more(dadamax: SeenTable) -> None:
    dadamax.hands(square_3=(), square_5=(), square_7=("horse_1",))
    assert dadamax.hands(square_5=("horse_1",), square_7=()).kind == "same"
    assert dadamax.sight == {"verdict": "same", "differences": [], "zones": [], "evidence": None}


def test_a_throw_that_does_not_count_is_pictured_in_its_tray(dadamax: SeenTable) -> None:
    dadamax.hands(square_3=(), square_5=("horse_1",))
    dadamax.hands(tray=("K",))
    assert dadamax.look({"tray": ("K",)}).kind == "refused"
    assert dadamax.pictured == [(["tray"], {})]


def test_what_hands_may_still_be_about_is_pictured_when_it_is_seen_so_again(tmp_path: Path) -> None:
    seen = SeenTable.of(tmp_path, "super_crack", ("Ada", "Bea"), setup=TRACK)
    lifted: dict[str, tuple[str, ...]] = {"lane_5": ()}
    assert seen.hands(**lifted).kind == "unfinished"
    assert seen.sight["zones"] == ["lane_5"] and not seen.pictured
    assert seen.look(lifted).kind == "unfinished"
    seen.look(lifted)
    assert seen.pictured == [(["lane_5"], {})]


def test_a_tap_that_settles_it_takes_the_marks_off(dadamax: SeenTable) -> None:
    dadamax.hands(square_3=(), square_5=(), square_7=("horse_1",))
    dadamax.table.act({"by": "table", "do": "confirm_position", "horse": 1, "square": 5})
    assert dadamax.sight["zones"] == [] and dadamax.sight["evidence"] is None


def test_a_throw_seen_without_the_rest_of_the_table_has_the_picture_of_its_reading(tmp_path: Path) -> None:
    seen = SeenTable.of(tmp_path, "super_crack", ("Ada", "Bea"), setup=TRACK)
    pictured = Photographs().of_refused_throw(
        load("super_crack"), Refusal("wrong_dice_count", {}, {"by": "Ada", "do": "roll"}), "tray-picture"
    )
    assert (pictured.zones, pictured.evidence) == (("die",), "tray-picture")
    assert Photographs().of_refused_throw(load("super_crack"), None, "tray-picture") is NOTHING_PICTURED
    assert seen.sight["zones"] == []


def test_a_horse_in_its_lane_and_a_horse_on_the_course(tmp_path: Path) -> None:
    track = SeenTable.of(tmp_path, "super_crack", ("Ada", "Bea"), setup=TRACK)
    assert track.hands(die=("4",), lane_1=("square_16",)).kind == "played"
    assert track.pictured == [(["lane_1"], {})]
    (tmp_path / "course").mkdir()
    course = SeenTable.of(tmp_path / "course", "change_horses", ("Ada", "Bea", "Cyd"), setup=COURSE)
    assert course.hands(cell_1_1=(), cell_1_3=("horse_A",)).kind == "refused"
    assert course.pictured == [(["cell_1_1", "cell_1_3"], {})]


def test_a_card_that_cannot_be_read_is_pictured(tmp_path: Path) -> None:
    setup = {
        "horses": at(),
        "front": {name: list(CARDS[:3]) for name in ("Ada", "Bea", "Cyd")},
        "positions": {"Ada": 1, "Bea": 2, "Cyd": 3},
        "turn": "Ada",
    }
    seen = SeenTable.of(tmp_path, "change_horses", ("Ada", "Bea", "Cyd"), setup=setup)
    unread = {"betting_board": ("unreadable",)}
    seen.hands(**unread)
    seen.look(unread)
    assert seen.pictured == [(["betting_board"], {})]


def test_no_picture_is_better_than_no_game(dadamax: SeenTable) -> None:
    def broken(zones: Any, slots: Any) -> str:
        raise OSError("no room left")

    dadamax.table.pictured_by(broken)
    assert dadamax.hands(square_3=(), square_5=(), square_7=("horse_1",)).kind == "played"
    assert dadamax.sight["zones"] == ["square_5", "square_7"] and dadamax.sight["evidence"] is None


# ---------------------------------------------------------------- Racko: the break of a rack


def shown(racko: SeenTable) -> None:
    """Ada has called, lays her rack down, and people say that she did."""
    racko.table.act({"by": "Ada", "do": "racko"})
    racko.hands(rack_1=RACK)
    racko.look({"rack_1": RACK})
    question = racko.table.snapshot().question
    if question is not None:
        racko.table.answer(question.id, choice=0)


def test_RK_25_the_two_cards_at_the_break_are_pictured(racko: SeenTable) -> None:
    shown(racko)
    event = racko.table.snapshot().events[0]
    assert (event["event"], event["break_slot"]) == ("false_racko", 35)
    racko.look({"rack_1": RACK})
    assert racko.pictured[-1] == (["rack_1"], {"rack_1": [5, 6]})
    evidence, kept = racko.sight["evidence"], len(racko.pictured)
    assert evidence == f"picture-{kept}"
    assert racko.look({"rack_1": RACK}).kind == "restoring"
    assert racko.sight["evidence"] == evidence and len(racko.pictured) == kept
    racko.hands(rack_1=())
    assert racko.sight["evidence"] is None, "the rack stands before its owner again"


def test_a_rack_that_was_moved_while_people_answered_has_the_picture_of_the_question(
    racko: SeenTable,
) -> None:
    racko.table.act({"by": "Ada", "do": "racko"})
    racko.hands(rack_1=RACK)
    racko.look({"rack_1": RACK})
    question = racko.table.snapshot().question
    assert question is not None and question.evidence == "picture-1"
    assert racko.hands(rack_1=()).kind == "waiting"
    racko.table.answer(question.id, choice=0)
    assert len(racko.pictured) == 1


def test_whoever_answers_waits_for_no_picture(racko: SeenTable) -> None:
    shown(racko)
    assert racko.pictured == [(["rack_1"], {})], "it is the picture of the question"
    assert (racko.sight["zones"], racko.sight["evidence"]) == (["rack_1"], "picture-1")


def test_a_rack_that_is_taken_up_after_the_answer_is_pictured_no_more(racko: SeenTable) -> None:
    shown(racko)
    racko.hands(rack_1=(), stock=())
    assert len(racko.pictured) == 1


def test_a_note_does_not_take_the_picture_of_a_fault_away(racko: SeenTable) -> None:
    shown(racko)
    racko.look({"rack_1": RACK})
    evidence = racko.sight["evidence"]
    racko.table.open_private_page("Bea")
    assert racko.look({"rack_1": RACK}).kind == "restoring"
    assert evidence is not None and racko.sight["evidence"] == evidence


def test_RK_25_a_rack_that_is_corrected_shows_no_fault_any_more(racko: SeenTable) -> None:
    shown(racko)
    racko.look({"rack_1": RACK})
    evidence = racko.sight["evidence"]
    racko.table.amend(racko.table.moves()[-1].seq, {"rack": sorted(BROKEN_AT_35)})
    racko.look({"rack_1": RACK})
    assert evidence is not None and racko.sight["evidence"] != evidence


def test_what_was_still_to_be_pictured_is_no_picture_of_an_answer() -> None:
    photographs, taken = Photographs(), list[object]()
    photographs.photograph = lambda zones, slots: taken.append(zones)
    game = load("super_crack")
    folded = fold(game, [Entry(1, 1, "opened", Header("super_crack", ("Ada", "Bea")).as_json())])
    verdict = Verdict("restoring", differences=(Difference("lane_1", ("square_14",), ()),))
    assert photographs.of_verdict(1, folded, game, verdict).zones == ("lane_1",)
    assert photographs.of_answer(folded, game, None, moved=False) is NOTHING_PICTURED
    assert not taken


# ---------------------------------------------------------------- who may see it


def test_a_rack_that_is_asked_about_is_pictured_for_nobody_before_it_is_announced(racko: SeenTable) -> None:
    racko.hands(rack_2=RACK)
    racko.look({"rack_2": RACK})
    question = racko.table.snapshot().question
    assert question is not None and question.code == "what_happened"
    assert question.evidence is None and not racko.pictured


def test_a_rack_that_has_fallen_over_is_pictured_for_nobody_and_shown_by_its_backs(racko: SeenTable) -> None:
    fallen = {"rack_2": ("unreadable", "7")}
    racko.hands(**fallen)
    racko.look(fallen)
    racko.look(fallen)
    assert racko.sight["zones"] == ["rack_2"], "its place is ringed all the same"
    assert not racko.pictured
    for seat in (None, "Ada", "Bea", "Cyd"):
        (one,) = racko.table.snapshot(seat).as_json()["sight"]["differences"]
        assert one["shows"] == ["back", "back"]


def test_a_picture_of_what_is_refused_for_a_secret_reason_is_for_whoever_may_know_it() -> None:
    difference = Difference("played", (), ("advance_4",))
    refusal = Refusal("card_not_in_hand", {}, {"by": "Ada", "do": "play_card"}, audience=("Ada",))
    verdict = Verdict("refused", refusal=refusal, differences=(difference,))
    photographs = Photographs()
    photographs.photograph = lambda zones, slots: "kept"
    game = load("super_crack")
    folded = fold(game, [Entry(1, 1, "opened", Header("super_crack", ("Ada", "Bea")).as_json())])
    pictured = photographs.taken(photographs.of_verdict(1, folded, game, verdict))
    seen = Seen(refusal, verdict, pictured)
    assert seen.sight((), "Ada").evidence == "kept"
    assert seen.sight((), "Bea").evidence is seen.sight((), None).evidence is None
    assert seen.sight((), "Bea").zones == ("played",)
