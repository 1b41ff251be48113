"""The page on which a family shows a board's pieces: what it says, its taps as plain forms, files in and out."""

from __future__ import annotations

import copy
import inspect
import io
import re
from typing import Any

import pytest
from flask import Flask
from flask_babel import force_locale

from companion.evening import piece_enrolment, piece_state, piece_steps, shown_board
from companion.filmed.game_pieces import COLOURS, games_with_pieces, pieces_of
from companion.languages import HOUSE, LANGUAGES, catalogue
from companion.table import Table
from tests.page_app import page_app
from tests.web.conftest import ORIGIN, Tablet
from tests.web.stand.test_stand_page import FakeStand, text_of
from web.outside import StandRefused
from web.security import MAX_BODY, MAX_FILE
from web.stand import piece_words
from web.stand.piece_pages import TAPS

GAME = "poker_dice_race"
JPEG = b"\xff\xd8 pieces \xff\xd9"
STEPS = ("squares", "outdated", "bare", "first", "second", "check", "more", "known")


def square(number: int, **more: Any) -> dict[str, Any]:
    return {
        "name": f"square_{number}",
        "line": "track",
        "number": number,
        "x": 0.05 + 0.09 * (number % 10),
        "y": 0.1 + 0.12 * (number // 10),
        "r": 0.03,
        "asked": None,
        "piece": None,
        "doubt": None,
        "seen": None,
        "shows": "bare",
        **more,
    }


def state_of(step: str = "bare", game: str = GAME, **changed: Any) -> dict[str, Any]:
    colours = pieces_of(game).colours
    asked = colours if step in ("first", "second", "check", "more", "known") else ()
    squares = [
        square(number, asked=asked[number - 1] if number <= len(asked) else None) for number in range(1, 21)
    ]
    return {
        "game": game,
        "games": list(games_with_pieces()),
        "step": step,
        "minutes": 3,
        "photographs": 3,
        "have": {"first": 1, "second": 2, "more": 3, "known": 3}.get(step, 0),
        "colours": [{"id": one, "chosen": one in colours} for one in COLOURS],
        "can_choose": step == "bare",
        "asked": [{"square": number, "colour": one} for number, one in enumerate(asked)],
        "standing": 0,
        "strange": 0,
        "pieces": len(asked),
        "picture": None if step in ("squares", "outdated") else {"number": 3, "width": 1280, "height": 960},
        "compared": step != "bare",
        "taken": False,
        "squares": [] if step == "squares" else squares,
        "alike": [],
        "camera": "good",
        "fits": True,
        "masked": False,
        "looking": False,
        "learning": False,
        "failed": False,
        "revision": 7,
        "helped": None,
        "can_hand_on": step in ("known", "more"),
        "simulated": False,
        "unchecked": step == "check",
        "damaged": False,
        "earlier": False,
        **changed,
    }


def taken(step: str = "first", game: str = GAME, **doubts: tuple[str, str | None]) -> dict[str, Any]:
    told = state_of(step, game, taken=True)
    for one in told["squares"]:
        one["piece"] = one["asked"]
        if one["name"] in doubts:
            one["doubt"], one["seen"] = doubts[one["name"]]
    return told


class FakePieces:
    """Pieces that are as a test says, and remember what was tapped."""

    def __init__(self) -> None:
        self.told = state_of()
        self.jpeg: bytes | None = JPEG
        self.file: bytes | None = None
        self.tapped: list[tuple[Any, ...]] = []
        self.refuses: str | None = None
        self.again = False
        self.number: int | None = None
        self.have = 0

    def games(self) -> tuple[str, ...]:
        return games_with_pieces()

    def game(self, asked: str | None) -> str:
        return asked if asked in games_with_pieces() else GAME

    def state(self, game: str, again: bool = False) -> dict[str, Any]:
        self.again = again
        return copy.deepcopy(self.told)

    def progress(self, game: str) -> dict[str, Any]:
        return {"pieces": 4, "photographs": 3, "minutes": 3, "have": self.have, "squares": False}

    def picture(self, game: str, number: int | None = None) -> bytes | None:
        self.number = number
        return self.jpeg

    def handed_on(self, game: str) -> bytes | None:
        return self.file

    def __getattr__(self, name: str) -> Any:
        def tap(*arguments: Any) -> int | None:
            if self.refuses is not None:
                raise StandRefused(self.refuses)
            self.tapped.append((name, *arguments))
            return 4 if name == "point" else None

        return tap


@pytest.fixture
def pieces() -> FakePieces:
    return FakePieces()


@pytest.fixture
def app(table: Table, pieces: FakePieces) -> Flask:
    made = page_app(table, None, stand=FakeStand(), pieces=pieces)
    made.testing = True
    return made


def page(tablet: Tablet, query: str = "", language: str = "en") -> str:
    tablet.form("/preferences", {"language": language})
    answer = tablet.client.get(f"/stand/pieces{query}")
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


# ---------------------------------------------------------------- what it says


@pytest.mark.parametrize("step", STEPS)
def test_every_step_says_what_to_do_and_has_one_button_that_goes_on(
    tablet: Tablet, pieces: FakePieces, step: str
) -> None:
    pieces.told = state_of(step)
    go = {"squares": ["to-board"], "outdated": ["forget-outdated"], "known": ["home"]}
    for language in LANGUAGES:
        shown = page(tablet, language=language)
        assert f"<h1>{catalogue(HOUSE, language).gettext('Show the pieces')}</h1>" in shown
        assert re.findall(r'class="btn go" id="([\w-]+)"', shown) == go.get(step, ["take"])
    said = text_of(page(tablet))
    with tablet.client.application.test_request_context(), force_locale("en"):
        assert piece_words.step_named(step) in said and piece_words.to_do(pieces.told) in said


def test_which_piece_stands_where_is_drawn_and_said(tablet: Tablet, pieces: FakePieces) -> None:
    pieces.told = state_of("first")
    pieces.told["squares"][1]["shows"] = "something"
    shown = page(tablet)
    said = re.findall(r"<b>(\w+)</b><span>([\w ]+)</span>", shown)
    assert said == [
        ("red", "square 1"),
        ("blue", "square 2"),
        ("green", "square 3"),
        ("yellow", "square 4"),
    ]
    rings = re.findall(r'<circle class="ring ([^"]+)" data-square="(\d+)"', shown)
    of_pieces = {number: classes for classes, number in rings if "piece" in classes}
    assert of_pieces["0"] == "square piece of-red missing" and of_pieces["1"] == "square piece of-blue"
    assert ">blue ✓</text>" in shown and ">red</text>" in shown
    pieces.told["squares"][9]["shows"] = "something"
    assert ">?</text>" in page(tablet)


def test_what_looks_otherwise_is_marked_and_said(tablet: Tablet, pieces: FakePieces) -> None:
    pieces.told = taken(
        square_1=("bare", None),
        square_2=("colour", "red"),
        square_7=("something", None),
        square_8=("something", "green"),
    )
    shown = page(tablet)
    said = text_of(shown)
    for sentence in (
        "Square 1: I see no piece there.",
        "Square 2: that looks red to me.",
        "Square 7: something is there.",
        "and 1 more",
    ):
        assert sentence in said
    assert len(re.findall(r'class="ring [^"]*odd', shown)) == 4
    pieces.told = taken()
    assert "All stands as asked: 4 pieces." in text_of(page(tablet))


def test_a_square_is_chosen_and_the_pieces_of_the_family_are_offered(
    tablet: Tablet, pieces: FakePieces
) -> None:
    pieces.told = taken()
    shown = page(tablet, "?square=1")
    assert re.findall(r'id="tell-(\w+)"', shown) == ["red", "yellow", "green", "blue", "nothing"]
    assert re.search(r'class="btn small colour chosen" name="colour" value="blue"', shown)
    assert 'id="tell-red"' not in page(tablet, "?square=99")


def test_what_a_photograph_brought_is_told(tablet: Tablet, pieces: FakePieces) -> None:
    for before, after, said in (
        (28, 32, "Before this photograph I read 28 of its 32 squares right, now 32."),
        (28, None, "Before this photograph I read 28 of its 32 squares right."),
        (None, 31, "Of this position I read 31 of 32 squares right."),
    ):
        pieces.told = state_of("known", helped={"squares": 32, "before": before, "after": after})
        assert said in text_of(page(tablet))
    pieces.told = state_of("known", alike=[["red", "orange"]])
    assert "The red and the orange pieces look alike to me" in text_of(page(tablet))


def test_the_page_says_that_it_learns(tablet: Tablet, pieces: FakePieces) -> None:
    pieces.told = state_of("second", learning=True)
    shown = page(tablet)
    assert "I am still learning the first position" in text_of(shown)
    assert re.search(r'<button class="btn go" id="take" disabled>', shown)
    pieces.told = state_of("known", learning=True)
    assert "I am learning this board: that takes up to a minute." in text_of(page(tablet))
    pieces.told = state_of("first", looking=True)
    assert "I am looking at the board…" in text_of(page(tablet))


@pytest.mark.parametrize(
    "changed, said",
    [
        ({"damaged": True}, "What was kept of this board cannot be read."),
        ({"failed": True}, "I cannot learn from these photographs."),
        ({"masked": True}, "A game is being played"),
        ({"simulated": True}, "this is the simulated table"),
        ({"fits": False}, "This game needs a larger table"),
        ({"picture": None}, "I am waiting for a picture of the table."),
        ({"picture": None, "camera": "not_found"}, "No picture"),
    ],
)
def test_what_there_is_to_know_is_said(
    tablet: Tablet, pieces: FakePieces, changed: dict[str, Any], said: str
) -> None:
    pieces.told = state_of("first", **changed)
    assert said in text_of(page(tablet))


def test_the_live_picture_counts_what_stands(tablet: Tablet, pieces: FakePieces) -> None:
    pieces.told = state_of("first", standing=3)
    assert 'class="chip waits"' in page(tablet) and "3 of 4 pieces" in text_of(page(tablet))
    pieces.told = state_of("first", standing=4)
    assert 'class="chip sees"' in page(tablet)
    pieces.told = state_of("first", standing=4, strange=1)
    assert 'class="chip waits"' in page(tablet)


def test_without_a_camera_the_page_says_so(table: Table) -> None:
    bare = page_app(table, None, language="en").test_client()
    shown = bare.get("/stand/pieces").get_data(as_text=True)
    assert "This table has no camera" in shown and "<script" not in shown
    assert bare.get(f"/stand/pieces/{GAME}.jpg").status_code == 404
    assert Tablet(bare).form("/stand/pieces/forget", {"game": GAME}).status_code == 404


def test_a_picture_is_asked_for_by_the_number_that_was_told(tablet: Tablet, pieces: FakePieces) -> None:
    (source,) = re.findall(r'id="photograph" src="([^"]+)"', page(tablet))
    assert tablet.client.get(source).data == JPEG and pieces.number == 3
    pieces.jpeg = None
    assert tablet.client.get(source).status_code == 404


def test_nothing_on_the_page_needs_what_the_policy_forbids(tablet: Tablet, pieces: FakePieces) -> None:
    for told, query in ((state_of("first"), ""), (taken(), "?square=0"), (state_of("known"), "?show=more")):
        pieces.told = told
        shown = page(tablet, query)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", shown)
        assert not re.search(r"<script(?![^>]*\ssrc=)", shown)


# ---------------------------------------------------------------- taps

FORMS: dict[str, tuple[dict[str, str], tuple[Any, ...]]] = {
    "colour": ({"colour": "white"}, ("choose", GAME, "white")),
    "photograph": ({"again": "1"}, ("photograph", GAME, True)),
    "point": (
        {"at.x": "399.5", "at.y": "199.5", "wide": "800"},
        ("point", GAME, pytest.approx(0.5), pytest.approx(0.25)),
    ),
    "tell": ({"square": "4", "revision": "7", "colour": "red"}, ("tell", GAME, 4, 7, "red")),
    "again": ({}, ("discard", GAME)),
    "right": ({"revision": "7"}, ("right", GAME, 7)),
    "back": ({}, ("take_back", GAME)),
    "bring-back": ({}, ("bring_back", GAME)),
    "forget": ({}, ("forget", GAME)),
}


def test_every_tap_is_tried_here() -> None:
    assert set(FORMS) == set(TAPS)


@pytest.mark.parametrize("tap", FORMS)
def test_a_plain_form_taps_and_shows_the_page_again(tablet: Tablet, pieces: FakePieces, tap: str) -> None:
    pieces.told = taken()
    fields, called = FORMS[tap]
    answer = tablet.form(f"/stand/pieces/{tap}?game={GAME}&again=1", {"game": GAME, **fields})
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(f"/stand/pieces?game={GAME}")
    assert ("again=1" in answer.headers["Location"]) != TAPS[tap].leads_on
    assert pieces.tapped == [called]


def test_a_tap_on_a_square_chooses_it_and_its_piece_leads_back(tablet: Tablet, pieces: FakePieces) -> None:
    pieces.told = taken()
    fragment = {"X-Fragment": "1"}
    answer = tablet.form(f"/stand/pieces/point?game={GAME}", {"game": GAME, **FORMS["point"][0]}, **fragment)
    assert answer.headers["X-Location"] == f"/stand/pieces?game={GAME}&square=4"
    assert 'id="tell-nothing"' in answer.get_data(as_text=True)
    nothing = {"game": GAME, "square": "4", "revision": "7"}
    answer = tablet.form(f"/stand/pieces/tell?game={GAME}&square=4", nothing, **fragment)
    assert answer.headers["X-Location"] == f"/stand/pieces?game={GAME}"
    assert pieces.tapped[-1] == ("tell", GAME, 4, 7, "")


def _raised() -> list[str]:
    sources = (piece_enrolment, piece_state, piece_steps, shown_board)
    source = "".join(inspect.getsource(one) for one in sources)
    codes = set(re.findall(r'StandRefused\("(\w+)"\)', source)) | {"blurred", "too_bright"}
    return sorted({*codes, "too_dark_for_pieces"} - {"no_view", "unknown_game"})


@pytest.mark.parametrize("code", [*_raised(), "no_file"])
def test_every_refusal_has_a_sentence_of_its_own(tablet: Tablet, pieces: FakePieces, code: str) -> None:
    pieces.refuses = code
    tablet.form("/preferences", {"language": "en"})
    assert tablet.form("/stand/pieces/forget", {"game": GAME}).status_code == 303
    with tablet.client.application.test_request_context():
        nothing_known = piece_words.refusal("nothing known")
    (said,) = re.findall(r'<p class="flash">([^<]+)</p>', page(tablet))
    assert said != nothing_known


def test_refusals_are_told_apart(tablet: Tablet) -> None:
    for language in LANGUAGES:
        page(tablet, language=language)
        with tablet.client.application.test_request_context():
            said = [piece_words.refusal(code) for code in _raised()]
        assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("tap", "fields"),
    [
        ("tell", {"square": "-1", "revision": "7"}),
        ("tell", {"square": "1", "revision": "7", "colour": "x" * 40}),
        ("right", {}),
        ("point", {"at.x": "inf", "at.y": "1", "wide": "800"}),
        ("point", {"at.x": "1", "at.y": "1", "wide": "0"}),
        ("photograph", {"again": "perhaps"}),
        ("colour", {}),
        ("forget", {"more": "1"}),
    ],
)
def test_what_is_malformed_is_refused(
    tablet: Tablet, pieces: FakePieces, tap: str, fields: dict[str, str]
) -> None:
    assert tablet.form(f"/stand/pieces/{tap}", {"game": GAME, **fields}).status_code == 400
    assert pieces.tapped == []


def test_what_is_not_there_is_not_found(tablet: Tablet, pieces: FakePieces) -> None:
    assert tablet.form("/stand/pieces/nothing", {"game": GAME}).status_code == 404
    tablet.form("/stand/pieces/forget", {"game": "racko"})
    assert pieces.tapped == []
    for path in ("racko.jpg", "racko.json", f"{GAME}.json"):
        assert tablet.client.get(f"/stand/pieces/{path}").status_code == 404
    wrong = {"game": GAME, "token": "wrong"}
    answer = tablet.client.post("/stand/pieces/forget", data=wrong, headers={"Origin": ORIGIN})
    assert answer.status_code == 403


# ---------------------------------------------------------------- one file out and in


def test_a_file_is_handed_on(tablet: Tablet, pieces: FakePieces) -> None:
    pieces.file = b'{"kind": "board"}'
    answer = tablet.client.get(f"/stand/pieces/{GAME}.json")
    assert (
        answer.data == pieces.file and "poker_dice_race-pieces.json" in answer.headers["Content-Disposition"]
    )


def bring(tablet: Tablet, data: bytes, name: str = "friends.json") -> Any:
    fields = {"file": (io.BytesIO(data), name)}
    return tablet.form(f"/stand/pieces/take-over?game={GAME}&show=more", {"game": GAME, **fields})


def test_a_file_is_taken_over(tablet: Tablet, pieces: FakePieces) -> None:
    answer = bring(tablet, b"friends")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/stand/pieces?game={GAME}")
    assert pieces.tapped == [("take_over", GAME, b"friends")]
    assert bring(tablet, b"x" * (MAX_BODY + 1)).status_code == 303
    assert bring(tablet, b"x" * (MAX_FILE + 1)).status_code == 413


def test_a_file_that_does_not_fit_is_told(tablet: Tablet, pieces: FakePieces) -> None:
    page(tablet)
    pieces.refuses = "other_squares"
    answer = bring(tablet, b"friends")
    assert answer.headers["Location"] == f"/stand/pieces?game={GAME}&show=more"
    assert "a board with other squares" in page(tablet)
    pieces.refuses = None
    bring(tablet, b"", name="")
    assert "Choose the file first." in page(tablet) and pieces.tapped == []


# ---------------------------------------------------------------- what each game needs


def needs(client: Any) -> dict[str, list[str]]:
    shown = client.get("/stand?show=games").get_data(as_text=True)
    return {
        game: [text_of(one).strip() for one in re.findall(r'<a class="btn small need.*?</a>', part, re.S)]
        for game, part in re.findall(r'<li id="needs-(\w+)">(.*?)</li>', shown, re.S)
    }


def test_the_stand_says_for_every_game_what_it_needs_and_leads_there(
    table: Table, pieces: FakePieces
) -> None:
    client = page_app(table, None, language="en", stand=FakeStand(), pieces=pieces).test_client()
    assert needs(client)[GAME] == ["4 pieces, 3 photographs, about 3 minutes"]
    pieces.have = 2
    assert needs(client)[GAME] == ["4 pieces, 3 photographs, about 3 minutes 2 of 3"]
    pieces.have = 3
    assert needs(client)[GAME] == ["4 pieces, 3 photographs, about 3 minutes done"]
    shown = client.get("/stand?show=games").get_data(as_text=True)
    assert f'id="pieces-of-{GAME}" href="/stand/pieces?game={GAME}"' in shown
    assert "Nothing to show: I know its cards and dice." in text_of(shown)
    assert 'id="to-games"' in client.get("/stand?show=tools").get_data(as_text=True)
