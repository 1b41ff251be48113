"""The drawn table: everything on it has its place on every sheet, and it is made of the view alone."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.drawing import symbols
from companion.games.crapette import drawing
from companion.games.crapette.layout import SHEETS, Box, Sheet, slots
from companion.games.crapette.table_drawing import Marks
from companion.languages import LANGUAGES
from tests.companion.games.crapette.positions import dealt, laid, moved

PLAYERS = ("Ada", "Bea")
CSS = Path(__file__).parents[4] / "companion" / "games" / "crapette" / "page" / "style.css"
each_sheet = pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)


def view(**position: Any) -> dict[str, Any]:
    return laid(**position).view


def apart(one: Box, other: Box) -> bool:
    return (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


# ---------------------------------------------------------------- places


@pytest.mark.parametrize("near", PLAYERS)
def test_every_zone_has_a_place_of_its_own(near: str) -> None:
    placed = slots(PLAYERS, near)
    assert len(placed) == 24 and len(set(placed.values())) == 24
    assert placed[f"reserve:{near}"] == "near reserve"


def test_the_other_side_sees_the_table_turned_round() -> None:
    for sheet in SHEETS.values():
        here, there = slots(PLAYERS, "Ada"), slots(PLAYERS, "Bea")
        middle = sum(sheet.rows[row] for row in (0, -1)) / 2 + sheet.card[1] / 2
        for zone in [f"{kind}{number}" for kind in "FT" for number in range(1, 9)]:
            (x1, y1), (x2, y2) = sheet.place(here[zone]).middle, sheet.place(there[zone]).middle
            assert x1 + x2 == pytest.approx(sheet.width) and y1 + y2 == pytest.approx(2 * middle)


@each_sheet
def test_places_lie_inside_and_apart(sheet: Sheet) -> None:
    boxes = [sheet.place(slot) for slot in slots(PLAYERS, "Ada").values()]
    for box in boxes:
        assert box.x >= 0 and box.x + box.width <= sheet.width
        assert box.y >= 0 and box.y + box.height <= sheet.height
    assert all(apart(one, other) for one, other in combinations(boxes, 2))


@each_sheet
@pytest.mark.parametrize("slot", ["L1", "R4"])
def test_a_fan_grows_outwards_and_stays_on_the_sheet(sheet: Sheet, slot: str) -> None:
    base = sheet.place(slot)
    for cards in range(1, 14):
        fan = sheet.fan(slot, cards)
        assert len(fan.places) == cards
        drawn = [x for x in fan.places if x is not None]
        outwards = sorted(drawn, reverse=slot[0] == "L")
        assert drawn == outwards and drawn[0] == base.x and len(set(drawn)) == len(drawn)
        assert len(drawn) + fan.folded == cards and fan.places[-1] is not None
        assert all(x >= 0 and x + base.width <= sheet.width for x in drawn)
        assert fan.step >= sheet.least_step and fan.step <= sheet.step
        assert 0 <= sheet.next_box(slot, cards).x <= sheet.width - base.width


def test_a_tablet_that_lies_shows_every_card_of_the_longest_fan() -> None:
    assert SHEETS["wide"].fan("L1", 13).folded == 0
    assert SHEETS["upright"].fan("L1", 11).folded == 0
    assert SHEETS["phone"].fan("L1", 6).folded == 0 and SHEETS["phone"].fan("L1", 13).folded > 0


@each_sheet
@pytest.mark.parametrize("near", PLAYERS)
def test_a_case_and_the_foundation_beside_it_have_their_number_between_them(sheet: Sheet, near: str) -> None:
    drawn = drawing.board(view(), "fr", sheet.name, near=near)
    numbers = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*class="place-number"[^>]*>(\d)<', drawn)
    assert sorted(number for _, _, number in numbers) == list("12345678")
    for x, y, number in numbers:
        case, foundation = (sheet.place(slots(PLAYERS, near)[kind + number]) for kind in "TF")
        left, right = sorted((case, foundation), key=lambda box: box.x)
        assert left.x + left.width < float(x) < right.x
        assert case.y < float(y) < case.y + case.height


def rules_of(css: str) -> dict[str, dict[str, dict[str, float]]]:
    """Sheet → class → property (per cent), of the places where the zones are tapped."""
    parts = re.split(r"@media \(min-width:(?:700|1100)px\)(?:,[^{]*)?\{\n \.(?=cloth|table-upright)", css)
    assert len(parts) == 3
    return {
        name: {
            rule[0]: {key: float(value) for key, value in re.findall(r"(\w+):([\d.]+)%?", rule[1])}
            for rule in re.findall(r"\.tap\.(\w+)\{([^}]*)\}", part)
        }
        for name, part in zip(("phone", "upright", "wide"), parts, strict=True)
    }


@each_sheet
def test_every_zone_is_tapped_where_it_is_drawn(sheet: Sheet) -> None:
    rules = rules_of(CSS.read_text(encoding="utf-8"))[sheet.name]
    for place in drawing.places(view(), "fr"):
        row, column = rules[place.row], rules[place.column]
        tapped = Box(
            column["left"] * sheet.width / 100,
            row["top"] * sheet.height / 100,
            column["width"] * sheet.width / 100,
            row["height"] * sheet.height / 100,
        )
        drawn = sheet.place(slots(PLAYERS, "Ada")[place.zone])
        assert tapped.x <= drawn.x + 0.1 and tapped.y <= drawn.y + 0.1, place
        assert tapped.x + tapped.width >= drawn.x + drawn.width - 0.1, place
        assert tapped.y + tapped.height >= drawn.y + drawn.height - 0.1, place


# ---------------------------------------------------------------- the drawing


def long_table() -> dict[str, Any]:
    run = ["KS", "QH", "JC", "10D", "9C", "8H", "7C", "6D", "5S", "4H", "3S", "2D", "AC"]
    empty: dict[str, list[str]] = {f"T{case}": [] for case in range(2, 9)}
    return view(cases={**empty, "T1": run, "T5": run[:9]}, foundations={"F1": "2S"}, hands={"Ada": "9H"})


@each_sheet
@pytest.mark.parametrize("near", PLAYERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_well_formed_and_uses_known_symbols(sheet: Sheet, near: str, language: str) -> None:
    marks = Marks(
        moves=({"from": "T1", "to": "F2", "card": "AC"},),
        backs=({"from": "T3", "to": "reserve:Bea", "card": "7D"},),
        rings=("stock:Ada",),
        whole=("T5", "F1"),
        targets=("T6", "F3"),
        dim=True,
    )
    drawn = drawing.board(long_table(), language, sheet.name, near=near, marks=marks)
    root = ElementTree.fromstring(drawn)
    assert not re.search(r"\sstyle=|<style|<script|\son[a-z]+=", drawn)
    assert set(re.findall(r'href="#([\w-]+)"', drawn)) <= set(symbols.symbols())
    keys = [piece.get("data-key") for piece in root.iter() if piece.get("data-key")]
    assert len(keys) == len(set(keys)) and "card-9H" in keys


def test_ranks_follow_the_language_and_names_are_text() -> None:
    shown = view(cases={"T1": ["KH"]})
    assert ">R</text>" in drawing.board(shown, "fr", "wide")
    assert ">K</text>" in drawing.board(shown, "en", "wide")
    named = dealt().game.new_game(("<b>", 'x"y'), {}, {"turn": "<b>", "reserves": {"<b>": 3, 'x"y': 3}}, None)
    drawn = drawing.board(dealt().game.view(named).public, "fr", "phone")
    ElementTree.fromstring(drawn)
    assert "&lt;b&gt;" in drawn


def test_a_card_that_lies_twice_does_not_slide() -> None:
    shown = view(cases={"T1": ["KH", "QS"], "T5": ["QS"]})
    drawn = drawing.board(shown, "fr", "wide")
    assert 'data-key="card-KH"' in drawn and 'data-key="card-QS"' not in drawn


def test_empty_foundations_are_all_alike() -> None:
    shown = view(foundations={"F1": "4H", "F2": "KH", "F3": "2S"})
    drawn = ElementTree.fromstring(drawing.board(shown, "fr", "wide"))
    assert [one.text for one in drawn.iter() if one.get("class") == "hole-rank"] == ["A"] * 5


def test_the_count_of_what_is_folded_away_is_told() -> None:
    drawn = drawing.board(long_table(), "fr", "phone")
    assert ">+8</text>" in drawn
    assert "folded" not in drawing.board(long_table(), "fr", "wide")


@pytest.mark.parametrize("name", ["Bartholomé le Magnifique", "Mmmmmmmmmmmmmmmmmmmmmmmm", "Léo"])
def test_a_name_fits_its_plate(name: str) -> None:
    from companion.games.crapette.table_drawing import fitted

    for sheet in SHEETS.values():
        shown, size = fitted(name, sheet.name_size, sheet.name_width_held)
        assert sheet.name_size * 0.8 <= size <= sheet.name_size
        assert shown == name or shown.endswith("…")


# ---------------------------------------------------------------- what is picked out to be marked


def test_a_hint_is_what_is_due_then_what_helps() -> None:
    due = view(foundations={"F1": "9S"}, reserves={"Ada": {"count": 3, "top": "10S"}})
    assert drawing.hint(due) == due["obligations"][0]
    nothing = view()
    assert drawing.hint(nothing) == {"do": "draw"}
    loading = view(wastes={"Bea": {"count": 1, "top": "QC"}}, hands={"Ada": "KC"}, reserve_duty="off")
    assert drawing.hint(loading)["from"].startswith(("hand", "reserve"))  # type: ignore[index]


def test_no_hint_where_the_family_wants_none() -> None:
    assert drawing.hint(view(hints="off")) is None and not drawing.may_hint(view(hints="off"))
    assert drawing.hint(view(hints="obligations")) is None and drawing.may_hint(view(hints="obligations"))


def test_an_omission_is_proved_from_red_to_gold() -> None:
    cases = {"T8": ["2S"], "T7": ["7S"]}
    play = laid(foundations={"F1": "AS"}, cases=cases, reserves={"Ada": {"count": 3, "top": "6H"}})
    moved(play, "Ada", "reserve:Ada", "T7")
    events = [event.as_json() for event in play.events]
    call = drawing.called(events)
    assert call is not None and call["moves"] == [{"from": "T8", "to": "F1", "card": "2S"}]
    marks = drawing.marks_of_call(play.view, call)
    assert marks.moves == ({"from": "T8", "to": "F1", "card": "2S"},) and marks.dim
    drawn = drawing.board(play.view, "fr", "wide", marks=marks)
    assert (
        drawn.count('class="ring wrong"') == 1
        and drawn.count('class="ring"') == 1
        and 'class="draw"' in drawn
    )
    assert drawing.turn_before(events, call) == ("Ada", "Bea")
    assert drawing.missed_told(play.view, call, "fr") == "Le 2 de pique devait monter sur l’as."
    assert drawing.missed_told(play.view, call, "en") == "The 2 of spades had to go up on the ace."
    assert drawing.restored(events) == [{"card": "6H", "from": "T7", "to": "reserve:Ada"}]


def test_a_misplaced_card_is_shown_on_its_way_back() -> None:
    play = moved(laid(cases={"T3": ["9C", "8H"]}), "Ada", "T3", "T4", card="8H")
    call = drawing.called([event.as_json() for event in play.events])
    assert call is not None
    marks = drawing.marks_of_call(play.view, call)
    assert marks.moves == () and marks.backs == ({"card": "8H", "from": "T4", "to": "T3"},)
    assert drawing.board(play.view, "fr", "wide", marks=marks).count("wrongly") == 1


def test_an_ace_had_to_go_up_on_any_foundation() -> None:
    play = laid(cases={"T8": ["AD"]}).do("Ada", "draw", card="9H")
    call = drawing.called([event.as_json() for event in play.events])
    assert call is not None
    assert drawing.missed_told(play.view, call, "fr") == "L’as de carreau devait monter sur une pile."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_loud_word_is_the_one_that_players_call(language: str) -> None:
    drawn = drawing.shout(language)
    written = [one.text for one in ElementTree.fromstring(drawn).iter("text")]
    if "#l-crapette-cri" in drawn:
        assert drawing.caption("call", language).startswith("Crapette") and not written
    else:
        assert written == [drawing.caption("call", language)]


def test_a_wrong_call_is_no_loud_event() -> None:
    play = laid(referee="on_call").do("Bea", "call")
    assert drawing.called([event.as_json() for event in play.events]) is None


@pytest.mark.parametrize(
    ("marked", "side"),
    [
        (Marks(moves=({"from": "T3", "to": "F4", "card": "6S"},)), "top"),
        (Marks(moves=({"from": "T1", "to": "F1", "card": "6S"},)), "bottom"),
        (Marks(moves=({"from": "reserve:Ada", "to": "T1", "card": "6S"},)), "right"),
    ],
)
def test_the_loud_word_stands_where_the_proof_is_not(marked: Marks, side: str) -> None:
    shown = view(cases={"T3": ["10S"]}, foundations={"F1": "2S", "F4": "3S"})
    assert drawing.free_side(shown, None, marked) == side


def test_the_verdict_leaves_the_near_side_free_when_the_proof_is_there() -> None:
    shown = view()
    marks = Marks(rings=("reserve:Ada",))
    assert drawing.lifted(shown, "Ada", marks) and not drawing.lifted(shown, "Bea", marks)


def test_a_coach_warns_of_what_was_done_last() -> None:
    play = laid(referee="coach", cases={"T8": ["AD"]}).do("Ada", "draw", card="9H")
    events = [event.as_json() for event in play.events]
    warned = drawing.warned(play.view, events)
    assert warned is not None and warned["code"] == "missed_foundation_play"
    assert drawing.called(events) is None


@pytest.mark.parametrize(
    ("should", "shows", "told"),
    [
        (["10S", "9H"], ["10S", "9H", "8S"], "Case 1 : enlève 8♠"),
        (["10S", "9H", "8S"], ["10S"], "Case 1 : remets 9♥ 8♠"),
        (["10S", "9H"], ["10S", "9D"], "Case 1 : il faut 9♥ (je vois 9♦)"),
        (["back"], [], "Case 1 : remets un dos"),
    ],
)
def test_what_does_not_lie_as_it_should_is_said_shortly(
    should: list[str], shows: list[str], told: str
) -> None:
    assert drawing.difference_told({"zone": "T1", "should": should, "shows": shows}, "fr") == told


def test_answers_name_their_cards() -> None:
    draws = [[{"by": "Ada", "do": "draw", "card": card}] for card in ("7H", "7D")]
    answers = [{"code": "moves", "arguments": {"actions": actions}} for actions in draws]
    assert [drawing.cards_of(answer) for answer in answers] == [["7H"], ["7D"]]
