"""The page on which a board's squares are tapped: what it says, its taps as plain forms, and who may tap."""

from __future__ import annotations

import copy
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from calibration.boards import lanes
from calibration.boards import tapped as boards
from companion.games import all_games, load
from companion.languages import HOUSE, LANGUAGES, catalogue
from companion.table import Table
from tests.page_app import page_app
from tests.web.conftest import ORIGIN, Tablet
from tests.web.stand.test_stand_page import FakeStand, text_of
from web.outside import NewGameDefaults, StandRefused
from web.stand import board_words
from web.stand.board_pages import TAPS

DADAMAX = "poker_dice_race"
KINDS = {game.id: game.board.kinds for game in all_games() if game.board is not None}


def _of_games() -> str:
    checks = (game.board.check for game in all_games() if game.board is not None)
    return "".join(inspect.getsource(check) for check in checks)


def state_of(game: str = DADAMAX, **changed: Any) -> dict[str, Any]:
    kinds = [{"id": kind, "line": line} for kind, line in KINDS[game].items()]
    return {
        "game": game,
        "games": list(KINDS),
        "fits": True,
        "taking": False,
        "picture": {"number": 3, "left": 35.0, "top": 45.0, "width": 570.0, "height": 430.0},
        "kinds": kinds,
        "kind": kinds[0]["id"],
        "taps": [],
        "revision": 7,
        "can_undo": False,
        "faults": [],
        "kept": None,
        **changed,
    }


def square(name: str, kind: str, line: str, number: int, x: float = 100.0) -> dict[str, Any]:
    return {"id": name, "kind": kind, "line": line, "number": number, "x": x, "y": 100.0}


TAPPED = [
    square("start_1", "start", "start", 1),
    square("square_1", "green", "track", 1, 150.0),
    square("square_2", "blue", "track", 2, 200.0),
]


def fault(
    code: str, *taps: int, question: str | None = None, squares: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {"code": code, "squares": list(squares), "taps": list(taps), "question": question}


class FakeBoards:
    """Boards that are as a test says, and remember what was tapped."""

    def __init__(self) -> None:
        self.told = state_of()
        self.jpeg: bytes | None = b"\xff\xd8 a board \xff\xd9"
        self.own: dict[str, Any] | None = None
        self.tapped: list[tuple[Any, ...]] = []
        self.chooses: int | None = None
        self.refuses: str | None = None

    def games(self) -> tuple[str, ...]:
        return tuple(KINDS)

    def game(self, asked: str | None) -> str:
        return asked if asked in KINDS else DADAMAX

    def state(self, game: str) -> dict[str, Any]:
        return copy.deepcopy(self.told)

    def picture(self, game: str) -> bytes | None:
        return self.jpeg

    def profile(self, game: str) -> dict[str, Any] | None:
        return self.own

    def __getattr__(self, name: str) -> Any:
        def tap(*arguments: Any) -> int | None:
            if self.refuses is not None:
                raise StandRefused(self.refuses)
            self.tapped.append((name, *arguments))
            return self.chooses if name == "tap" else None

        return tap


@pytest.fixture
def boards_() -> FakeBoards:
    return FakeBoards()


@pytest.fixture
def app(table: Table, boards_: FakeBoards) -> Flask:
    made = page_app(table, None, stand=FakeStand(), boards=boards_)
    made.testing = True
    return made


def page(tablet: Tablet, query: str = "", language: str = "en") -> str:
    tablet.form("/preferences", {"language": language})
    answer = tablet.client.get(f"/stand/board{query}")
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


# ---------------------------------------------------------------- what it says


@pytest.mark.parametrize("game", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_square_has_a_button_in_words(
    tablet: Tablet, boards_: FakeBoards, game: str, language: str
) -> None:
    boards_.told = state_of(game)
    shown = page(tablet, f"?game={game}", language)
    assert f'<html lang="{language}"' in shown
    assert f"<h1>{catalogue(HOUSE, language).gettext('Tap the squares')}</h1>" in shown
    for kind in KINDS[game]:
        (button,) = re.findall(rf'<button[^>]*id="kind-{kind}".*?</button>', shown)
        assert kind not in text_of(button) or language == "en"
        assert text_of(button).strip()
    assert len(re.findall(r'aria-pressed="true"', shown)) == 1


def test_squares_are_drawn_over_the_photograph_with_their_numbers(
    tablet: Tablet, boards_: FakeBoards
) -> None:
    boards_.told = state_of(taps=TAPPED, faults=[fault("obstacles", 2)])
    shown = page(tablet)
    assert 'viewBox="0 0 1000 754"' in shown
    circles = re.findall(r'<circle class="(dot[^"]*)" cx="([\d.]+)" cy="([\d.]+)"', shown)
    assert circles[0] == ("dot kind-start main", "114.0", "96.5")
    assert circles[2][0] == "dot kind-blue wrong main"
    assert re.findall(r'<text class="dot[^>]*>(\d+)</text>', shown) == ["1", "1", "2"]
    assert 'src="/stand/board/poker_dice_race.jpg?number=3"' in shown
    assert "Now: Départ, number 2" in text_of(shown) or "Now: Start, number 2" in text_of(shown)


def test_every_fault_and_question_has_a_sentence_of_its_own(tablet: Tablet) -> None:
    source = Path(boards.__file__).read_text() + _of_games()
    codes = set(re.findall(r'Fault\(\s*"(\w+)"', source))
    assert len(codes) > 18, "all that the drawing of a board can be told"
    for language in LANGUAGES:
        page(tablet, language=language)
        with tablet.client.application.test_request_context():
            said = {code: board_words.fault_words(fault(code, 1, 2), TAPPED) for code in codes}
            unknown = board_words.fault_words(fault("nothing known"), [])
        assert unknown not in said.values()
        assert len(set(said.values())) == len(codes)


def test_what_is_wrong_is_said_before_what_is_missing_and_questions_can_be_answered(
    tablet: Tablet, boards_: FakeBoards
) -> None:
    gap = fault("gap", 1, 2, question="gap square_1 square_2")
    boards_.told = state_of(taps=TAPPED, faults=[fault("arrivals"), gap, fault("too_near", 1, 2)])
    shown = page(tablet)
    said = [text_of(one).strip() for one in re.findall(r'<div class="board-fault.*?</p>', shown)]
    assert said == [
        "1 and 2 lie on one another: one tap too many?",
        "Was a square left out between 1 and 2?",
    ]
    assert 'name="question" value="gap square_1 square_2"' in shown
    assert 'id="keep"' not in shown


def test_an_empty_board_is_not_told_what_is_missing(tablet: Tablet, boards_: FakeBoards) -> None:
    boards_.told = state_of(faults=[fault("starts"), fault("arrivals")])
    shown = page(tablet)
    assert "board-fault" not in shown and 'id="keep"' not in shown
    assert "Tap the start squares" in shown


def test_a_whole_board_can_be_kept_and_what_is_kept_is_said(tablet: Tablet, boards_: FakeBoards) -> None:
    boards_.told = state_of(taps=TAPPED)
    assert re.findall(r'class="btn go" id="([\w-]+)"', page(tablet)) == ["keep"]
    boards_.told = state_of(taps=TAPPED, kept={"squares": 24, "same": True})
    shown = page(tablet)
    assert "New games are played on this board: 24 squares" in text_of(shown)
    assert re.findall(r'class="btn go" id="([\w-]+)"', shown) == ["home"]
    assert 'href="/stand/board/poker_dice_race.json"' in shown
    boards_.told = state_of(taps=TAPPED, kept={"squares": 24, "same": False})
    shown = page(tablet)
    assert "Another board is kept (24 squares)" in text_of(shown) and 'id="keep"' in shown


def test_a_chosen_square_can_be_corrected(tablet: Tablet, boards_: FakeBoards) -> None:
    boards_.told = state_of(taps=TAPPED)
    shown = page(tablet, "?square=1")
    assert "Green, 1" in text_of(shown)
    assert re.findall(r'id="recolour-(\w+)"', shown) == ["blue", "yellow"], "kinds of the same line"
    assert 'value="before"' in shown and 'id="remove"' in shown
    assert shown.count('name="revision" value="7"') == 4
    assert 'id="kind-green"' in page(tablet, "?square=9"), "it is not there any more"


def test_lanes_between_two_are_offered(tablet: Tablet, boards_: FakeBoards) -> None:
    lanes = [square(f"cell_{lane}_0", f"lane_{lane}", f"lane_{lane}", 1) for lane in (1, 6)]
    boards_.told = state_of("change_horses", taps=lanes)
    assert "Fill the lanes from 1 to 6" in page(tablet, "?game=change_horses")
    boards_.told = state_of("change_horses", taps=lanes[:1])
    assert 'id="fill-lanes"' not in page(tablet, "?game=change_horses")


def test_before_there_is_a_picture_and_without_a_camera(
    tablet: Tablet, boards_: FakeBoards, table: Table
) -> None:
    boards_.told, boards_.jpeg = state_of(picture=None, taking=True), None
    shown = page(tablet)
    assert "I am waiting for a picture of the table" in shown and 'id="photograph"' not in shown
    assert tablet.client.get(f"/stand/board/{DADAMAX}.jpg").status_code == 404
    boards_.told = state_of(fits=False)
    assert "This game needs a larger table" in page(tablet)
    bare = page_app(table, None, language="en").test_client()
    shown = bare.get("/stand/board").get_data(as_text=True)
    assert "This table has no camera" in shown and "<script" not in shown
    assert bare.get(f"/stand/board/{DADAMAX}.jpg").status_code == 404
    assert Tablet(bare).form("/stand/board/keep", {"game": DADAMAX}).status_code == 404


def test_the_way_there_is_on_the_page_of_the_stand(table: Table, boards_: FakeBoards) -> None:
    stand = FakeStand()
    app = page_app(table, None, stand=stand, boards=boards_)
    client = app.test_client()
    assert 'id="to-board"' not in client.get("/stand").get_data(as_text=True), "Crapette has no board"
    stand.told = {**stand.told, "game": DADAMAX, "games": [DADAMAX]}
    assert f'id="to-board" href="/stand/board?game={DADAMAX}"' in client.get("/stand").get_data(as_text=True)


def test_the_photograph_and_the_kept_board(tablet: Tablet, boards_: FakeBoards) -> None:
    answer = tablet.client.get(f"/stand/board/{DADAMAX}.jpg?number=3")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", boards_.jpeg)
    assert answer.headers["Cache-Control"] == "no-store"
    assert tablet.client.get(f"/stand/board/{DADAMAX}.json").status_code == 404
    boards_.own = {"profile": DADAMAX, "note": "Où ?"}
    answer = tablet.client.get(f"/stand/board/{DADAMAX}.json")
    assert answer.json == boards_.own and "Où ?" in answer.get_data(as_text=True)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="poker_dice_race.json"'
    for path in ("racko.jpg", "racko.json", "..%2Fsecret.json"):
        assert tablet.client.get(f"/stand/board/{path}").status_code == 404


def test_a_fragment_that_is_the_same_is_not_sent_again(tablet: Tablet, boards_: FakeBoards) -> None:
    first = tablet.client.get("/stand/board/fragment")
    assert "<html" not in first.get_data(as_text=True)
    etag = {"If-None-Match": first.headers["ETag"]}
    assert tablet.client.get("/stand/board/fragment", headers=etag).status_code == 304
    boards_.told = state_of(taps=TAPPED)
    assert tablet.client.get("/stand/board/fragment", headers=etag).status_code == 200


# ---------------------------------------------------------------- taps

AT = {"at.x": "399.5", "at.y": "199.5", "wide": "800"}
PLACE = (35.0 + 285.0, 45.0 + 142.5)
ONE = {"square": "1", "revision": "7"}
FORMS: dict[str, tuple[dict[str, str], tuple[Any, ...]]] = {
    "kind": ({"kind": "green"}, ("choose", DADAMAX, "green")),
    "square": (AT, ("tap", DADAMAX, *PLACE, 0)),
    "recolour": ({**ONE, "kind": "blue"}, ("recolour", DADAMAX, 1, 7, "blue")),
    "remove": (ONE, ("remove", DADAMAX, 1, 7)),
    "lanes": ({"first": "1", "last": "6"}, ("fill_lanes", DADAMAX, 1, 6)),
    "undo": ({}, ("undo", DADAMAX)),
    "anew": ({}, ("begin_anew", DADAMAX)),
    "right": ({"question": "gap a b"}, ("confirm", DADAMAX, "gap a b")),
    "photograph": ({}, ("photograph_again", DADAMAX)),
    "keep": ({}, ("keep", DADAMAX)),
    "forget": ({}, ("forget", DADAMAX)),
}


def test_every_tap_is_tried_here() -> None:
    assert set(FORMS) == set(TAPS)


@pytest.mark.parametrize("tap", FORMS)
def test_a_plain_form_taps_and_shows_the_page_again(tablet: Tablet, boards_: FakeBoards, tap: str) -> None:
    fields, called = FORMS[tap]
    answer = tablet.form(f"/stand/board/{tap}?game={DADAMAX}&zoom=2", {"game": DADAMAX, **fields})
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(f"/stand/board?game={DADAMAX}&zoom=2")
    assert boards_.tapped == [called]


@pytest.mark.parametrize(
    ("more", "called"),
    [
        ({"between": "6"}, ("tap", DADAMAX, *PLACE, 6)),
        ({**ONE, "where": "move"}, ("move", DADAMAX, 1, 7, *PLACE)),
        ({**ONE, "where": "before"}, ("insert", DADAMAX, 1, 7, *PLACE)),
        ({"square": "1"}, ("move", DADAMAX, 1, -1, *PLACE)),
    ],
)
def test_what_a_tap_on_the_photograph_does(
    tablet: Tablet, boards_: FakeBoards, more: dict[str, str], called: tuple[Any, ...]
) -> None:
    tablet.form("/stand/board/square", {"game": DADAMAX, **AT, **more})
    assert boards_.tapped == [called]


def test_a_tap_on_a_square_chooses_it(tablet: Tablet, boards_: FakeBoards) -> None:
    boards_.chooses, boards_.told = 2, state_of(taps=TAPPED)
    answer = tablet.form(
        f"/stand/board/square?game={DADAMAX}", {"game": DADAMAX, **AT}, **{"X-Fragment": "1"}
    )
    assert (answer.status_code, answer.headers["X-Location"]) == (
        200,
        f"/stand/board?game={DADAMAX}&square=2",
    )
    assert "<html" not in answer.get_data(as_text=True)
    assert 'id="recolour-green"' in answer.get_data(as_text=True)


REFUSALS = (
    *("no_photograph", "no_such_place", "no_such_kind", "no_such_tap", "other_line", "nothing_before"),
    *("too_many", "bad_stretch", "lanes_unequal", "stale", "question_open", "only_simulated_board"),
    *("board_not_written", "bad_profile", "unknown_game", "obstacles", "arrivals"),
)


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_has_words(tablet: Tablet, boards_: FakeBoards, code: str) -> None:
    boards_.refuses = code
    tablet.form("/preferences", {"language": "en"})
    assert tablet.form("/stand/board/keep", {"game": DADAMAX}).status_code == 303
    with tablet.client.application.test_request_context():
        nothing_known = board_words.refusal("nothing known")
    (said,) = re.findall(r'<p class="flash">([^<]+)</p>', page(tablet))
    assert said != nothing_known
    fragment = tablet.form("/stand/board/keep", {"game": DADAMAX}, **{"X-Fragment": "1"})
    assert fragment.status_code == 422
    assert said in fragment.get_data(as_text=True)


def test_every_refusal_of_the_drawing_is_among_them() -> None:
    source = Path(lanes.__file__).read_text() + Path(boards.__file__).read_text()
    told = set(re.findall(r'BoardRefused\(\s*"(\w+)"', source)) - {"bad_drawing"}
    assert told <= set(REFUSALS)


@pytest.mark.parametrize(
    ("tap", "fields"),
    [
        ("keep", {"game": ""}),
        ("keep", {"game": "x" * 65}),
        ("keep", {"more": "1"}),
        ("kind", {}),
        ("square", {"at.x": "1", "wide": "800"}),
        ("square", {"at.x": "NaN", "at.y": "1", "wide": "800"}),
        ("square", {**AT, "wide": "0"}),
        ("square", {**AT, "between": "61"}),
        ("square", {**AT, "where": "elsewhere"}),
        ("square", {**AT, "square": "-1"}),
        ("remove", {"square": "1"}),
        ("lanes", {"first": "0", "last": "13"}),
        ("right", {"question": "x" * 4001}),
    ],
)
def test_forms_no_page_of_ours_sends_are_400(
    tablet: Tablet, boards_: FakeBoards, tap: str, fields: dict[str, str]
) -> None:
    answer = tablet.form(f"/stand/board/{tap}", {"game": DADAMAX, **fields})
    assert answer.status_code == 400
    assert "compris" in answer.get_data(as_text=True)
    assert boards_.tapped == []


@pytest.mark.parametrize("at", [("0", "0"), ("-5", "10"), ("900", "10"), ("10", "700")])
def test_a_tap_beside_the_photograph_does_nothing(
    tablet: Tablet, boards_: FakeBoards, at: tuple[str, str]
) -> None:
    fields = {"game": DADAMAX, "at.x": at[0], "at.y": at[1], "wide": "800"}
    assert tablet.form("/stand/board/square", fields, **{"X-Fragment": "1"}).status_code == 422
    assert boards_.tapped == []


def test_only_the_page_itself_may_tap(tablet: Tablet, boards_: FakeBoards) -> None:
    fields = {"game": DADAMAX}
    assert tablet.form("/stand/board/dance", fields).status_code == 404
    assert tablet.form("/stand/board/keep", {"game": "racko"}, **{"X-Fragment": "1"}).status_code == 422
    assert tablet.client.post("/stand/board/keep", data=fields).status_code == 403
    assert tablet.client.post("/stand/board/keep", data=fields, headers={"Origin": ORIGIN}).status_code == 403
    elsewhere = tablet.form("/stand/board/keep", fields, Origin="http://elsewhere.example")
    assert elsewhere.status_code == 403
    assert boards_.tapped == []


def test_what_an_address_says_is_never_more_than_text(tablet: Tablet, boards_: FakeBoards) -> None:
    evil = "<script>alert(1)</script>"
    assert evil not in page(tablet, f"?game={evil}&zoom={evil}&square={evil}")
    assert 'data-zoom="4"' in page(tablet, "?zoom=99")


# ---------------------------------------------------------------- games are played on it


@pytest.fixture
def family(table: Table) -> Tablet:
    """A family with boards of its own of two games."""
    lanes = {**load("change_horses").default_profile(), "board": {"lanes": 7, "finish_row": 13}}
    race = {
        **load(DADAMAX).default_profile(),
        "board": {"length": 24, "obstacles": [[7, 8], [15, 16]], "arrival_squares": 4},
    }
    own = {"change_horses": lanes, DADAMAX: race}
    defaults = NewGameDefaults(family_board=own.get)
    app = page_app(table, None, new_game=defaults)
    return Tablet(app.test_client())


def test_a_new_game_on_the_page_is_played_on_the_familys_board(family: Tablet) -> None:
    assert family.open("Ada", "Bea", game=DADAMAX).status_code == 200
    assert family.state()["view"]["board"]["length"] == 24
    fields = {"game": DADAMAX, "player": ["Ada", "Bea"], "expected_seq": str(family.seq)}
    assert family.form("/play/new", fields).status_code == 303
    assert family.state()["view"]["board"]["length"] == 24


def test_lanes_of_the_familys_board_are_what_the_form_begins_with(family: Tablet) -> None:
    """The form sends every house rule: that of the board would else be the game's own."""
    shown = family.client.get("/?panel=new&game=change_horses").get_data(as_text=True)
    for name, value in (("lanes", "7"), ("finish_row", "13")):
        assert re.findall(rf'name="option\.{name}"[^>]* value="(\d+)"', shown) == [value]
