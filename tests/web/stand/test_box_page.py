"""The page on which a family shows the cards of a box: what it says, its taps as plain forms, files in and out."""

from __future__ import annotations

import copy
import inspect
import io
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.evening import box_enrolment, card_search, shown_photograph
from companion.evening.box_enrolment import BoxEnrolment
from companion.games import all_games, load
from companion.languages import HOUSE, LANGUAGES, catalogue
from companion.table import Table
from tests.companion.evening.test_box_enrolment import NUMBERS, Stand
from tests.companion.evening.test_box_enrolment import table as table_of_cards
from tests.inline import Inline
from tests.page_app import page_app
from tests.plain_prints import PlainFinder
from tests.web.conftest import ORIGIN, Tablet
from tests.web.stand.test_stand_page import FakeStand, text_of
from vision.printed.embedding import Embedder
from vision.printed.finding import CardFinder
from web.outside import StandRefused
from web.security import MAX_BODY, MAX_FILE
from web.stand import box_words
from web.stand.box_pages import TAPS

PRINTED = {game.id: game.printed for game in all_games() if game.printed is not None}
RACKO = "racko"
JPEG = b"\xff\xd8 cards \xff\xd9"


def state_of(game: str = RACKO, **changed: Any) -> dict[str, Any]:
    printed = PRINTED[game]
    return {
        "game": game,
        "games": list(PRINTED),
        "cards": printed.faces,
        "photographs": len(printed.photographs),
        "minutes": 4,
        "have": 0,
        "missing": list(printed.labels),
        "looks": 0,
        "steps": [{"group": one.group, "labels": list(one.labels), "have": 0} for one in printed.photographs],
        "step": 0,
        "asked": list(printed.photographs[0].labels),
        "camera": "good",
        "fault": None,
        "masked": False,
        "picture": {"number": 3, "width": 1200, "height": 700},
        "taken": False,
        "looking": False,
        "found": [],
        "alike": [],
        "drawing": None,
        "revision": 7,
        "helped": None,
        "reads": False,
        "kept": 0,
        "simulated": False,
        "unchecked": False,
        "damaged": False,
        "earlier": False,
        **changed,
    }


def found(label: str | None, x: float = 0.1, **more: Any) -> dict[str, Any]:
    corners = [[x, 0.1], [x + 0.08, 0.1], [x + 0.08, 0.25], [x, 0.25]]
    return {
        "corners": corners,
        "round": False,
        "label": label,
        "card": True,
        "alike": False,
        "doubted": False,
        "crooked": False,
        "unread": False,
        **more,
    }


def taken(*labels: str | None, game: str = RACKO, **changed: Any) -> dict[str, Any]:
    cards = [found(label, 0.01 + 0.09 * (number % 11)) for number, label in enumerate(labels)]
    return state_of(game, taken=True, found=cards, **changed)


class FakeBoxes:
    """Cards that are as a test says, and remember what was tapped."""

    def __init__(self) -> None:
        self.told = state_of()
        self.jpeg: bytes | None = JPEG
        self.file: bytes | None = None
        self.tapped: list[tuple[Any, ...]] = []
        self.refuses: str | None = None
        self.step: int | None = None
        self.number: int | None = None

    def games(self) -> tuple[str, ...]:
        return tuple(PRINTED)

    def game(self, asked: str | None) -> str:
        return asked if asked in PRINTED else RACKO

    def state(self, game: str, step: int | None = None) -> dict[str, Any]:
        self.step = step
        return copy.deepcopy(self.told)

    def picture(self, game: str, number: int | None = None) -> bytes | None:
        self.number = number
        return self.jpeg

    def progress(self, game: str) -> dict[str, Any]:
        told = state_of(game)
        return {name: told[name] for name in ("cards", "have", "photographs", "minutes")}

    def handed_on(self, game: str) -> bytes | None:
        return self.file

    def __getattr__(self, name: str) -> Any:
        def tap(*arguments: Any) -> int | None:
            if self.refuses is not None:
                raise StandRefused(self.refuses)
            self.tapped.append((name, *arguments))
            return 1 if name == "point" else None

        return tap


@pytest.fixture
def boxes() -> FakeBoxes:
    return FakeBoxes()


@pytest.fixture
def app(table: Table, boxes: FakeBoxes) -> Flask:
    made = page_app(table, None, stand=FakeStand(), boxes=boxes)
    made.testing = True
    return made


def page(tablet: Tablet, query: str = "", language: str = "en") -> str:
    tablet.form("/preferences", {"language": language})
    answer = tablet.client.get(f"/stand/cards{query}")
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


# ---------------------------------------------------------------- what it says


@pytest.mark.parametrize("game", PRINTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_needed_and_what_to_lay_is_said(
    tablet: Tablet, boxes: FakeBoxes, game: str, language: str
) -> None:
    boxes.told = state_of(game)
    shown = page(tablet, f"?game={game}", language)
    assert f'<html lang="{language}"' in shown
    assert f"<h1>{catalogue(HOUSE, language).gettext('Show the cards')}</h1>" in shown
    printed = PRINTED[game]
    tiles = re.findall(r'<li class="tile[^"]*" title="([^"]+)">([^<]+)</li>', shown)
    assert [sign for _, sign in tiles] == [
        printed.sign(label, language) for label in printed.photographs[0].labels
    ]
    assert str(printed.faces) in text_of(shown)
    assert len(re.findall(r'id="step-\d+"', shown)) == len(printed.photographs)
    assert re.findall(r'class="btn go" id="([\w-]+)"', shown) == ["take"]


def test_the_box_of_the_issue_is_told_as_people_count_it(tablet: Tablet) -> None:
    assert "60 cards, 6 photographs, about 4 minutes" in text_of(page(tablet))
    assert "60 cartes, 6 photos, environ 4 minutes" in text_of(page(tablet, language="fr"))


def test_outlines_are_drawn_over_the_live_picture(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = state_of(found=[found(None), found(None, 0.5, round=True)])
    shown = page(tablet)
    assert 'viewBox="0 0 1000 583"' in shown and 'src="/stand/cards/racko.jpg?number=3"' in shown
    assert re.findall(r'<polygon class="card" points="([^"]+)"', shown) == [
        "100.0,100.0 180.0,100.0 180.0,250.0 100.0,250.0"
    ]
    assert '<ellipse class="card" cx="540.0" cy="175.0" rx="40.0" ry="75.0"' in shown
    assert "I see 2 cards" in text_of(shown)
    assert "<text" not in shown.partition('id="overlay"')[2].partition("</svg>")[0]


def test_a_photograph_shows_the_names_and_what_is_wrong_with_them(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = taken(*[str(number) for number in range(1, 11)])
    shown = page(tablet)
    names = re.findall(r'<g class="name card named">.*?<text[^>]*>([^<]+)</text>', shown)
    assert names == [str(number) for number in range(1, 11)]
    assert re.findall(r'class="btn go" id="([\w-]+)"', shown) == ["right"]
    boxes.told = taken(*[str(number) for number in range(1, 10)])
    assert "I see 9 cards, 10 were asked for: one is hidden, touches another" in text_of(page(tablet))
    boxes.told = taken(*[str(number) for number in range(1, 11)], None)
    shown = page(tablet)
    assert "I see 11 cards, 10 were asked for: tap what is no card" in text_of(shown)
    assert "card unnamed" in shown and ">?</text>" in shown


def test_what_looks_odd_is_asked(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = taken("1", "2", "3", alike=[[0, 2]])
    boxes.told["found"][1]["doubted"] = boxes.told["found"][2]["crooked"] = True
    said = text_of(page(tablet))
    assert "1 and 3 look the same. Is one card there twice?" in said
    assert "2 looked otherwise before. Is the name right?" in said
    assert "The outline of 3 is not straight" in said


def test_only_numbers_that_were_not_read_are_asked(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = state_of(reads=True)
    assert "Lay these 10 cards in rows: I read their numbers." in text_of(page(tablet))
    boxes.told = taken(*[str(number) for number in range(1, 11)], reads=True)
    assert 'id="unread"' not in page(tablet)
    boxes.told["found"][5]["unread"] = boxes.told["found"][8]["unread"] = True
    shown = page(tablet)
    assert "I could not read 2 numbers. Are these names right: 6, 9?" in text_of(shown)
    assert shown.count('class="card named odd"') == 2
    boxes.told = state_of(reads=True, kept=10, have=10, step=1)
    assert "I read all 10 numbers: these cards are kept." in text_of(page(tablet))


def test_a_chosen_card_gets_another_name(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = taken("1", "2")
    shown = page(tablet, "?card=1")
    assert re.findall(r'<button[^>]*id="name-(\d+)"', shown) == [str(number) for number in range(1, 11)]
    assert 'id="no-card"' in shown and 'value="11"' in shown
    assert shown.count('name="card" value="1"') == 4
    assert 'id="right"' in page(tablet, "?card=9"), "it is not there any more"


def test_corners_are_drawn_where_a_card_was_not_seen_or_not_well(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = taken("1", "2")
    assert "Draw the corners of one that I do not see" in text_of(page(tablet))
    assert "Draw its corners" in text_of(page(tablet, "?card=1"))
    boxes.told = taken("1", "2", drawing={"card": None, "corners": [[0.5, 0.25], [0.6, 0.25]]})
    shown = page(tablet, "?card=1")
    assert "Now: corner 3" in text_of(shown)
    assert re.findall(r'<circle class="corner" cx="([\d.]+)"', shown) == ["500.0", "600.0"]
    assert 'id="stop-drawing"' in shown and 'id="right"' not in shown


def test_all_cards_are_shown_and_how_much_the_last_photograph_helped(
    tablet: Tablet, boxes: FakeBoxes
) -> None:
    boxes.told = state_of(missing=[], have=60, looks=120, helped={"cards": 10, "before": 8, "after": 10})
    shown = page(tablet)
    assert "In this light I knew 8 of 10 cards. Now I know 10." in text_of(shown)
    assert re.findall(r'class="btn go" id="([\w-]+)"', shown) == ["home"]
    boxes.told["helped"]["after"] = None
    assert "Now I have seen them in it." in text_of(page(tablet))
    assert 'id="take"' in page(tablet, "?step=2"), "once more in other light"
    assert boxes.step == 2


def test_what_else_there_is_to_know(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = state_of(unchecked=True, damaged=True, masked=True, simulated=True, looks=3)
    said = text_of(page(tablet))
    for part in ("not checked yet", "cannot be read", "secret places stay grey", "simulated table"):
        assert part in said
    more = page(tablet, "?show=more")
    for name in ("download", "take-over", "forget-card", "take-back", "forget"):
        assert f'id="{name}"' in more
    boxes.told = state_of(earlier=True)
    assert 'id="bring-back"' in page(tablet, "?show=more")
    boxes.told = state_of()
    assert 'id="take-over"' in page(tablet, "?show=more") and 'id="forget"' not in page(tablet, "?show=more")


def test_before_there_is_a_picture_and_without_a_camera(
    tablet: Tablet, boxes: FakeBoxes, table: Table
) -> None:
    boxes.told, boxes.jpeg = state_of(picture=None, camera="opening"), None
    shown = page(tablet)
    assert "I am waiting for a picture" in text_of(shown) and 'id="photograph"' not in shown
    assert re.search(r'<button class="btn go" id="take" disabled>', shown)
    assert tablet.client.get(f"/stand/cards/{RACKO}.jpg").status_code == 404
    assert "One moment" in text_of(shown)
    boxes.told["camera"] = "good"
    assert "One moment" in text_of(page(tablet)), "nothing was searched yet"
    boxes.told["camera"] = "not_found"
    assert "No picture" in text_of(page(tablet))
    bare = page_app(table, None, language="en").test_client()
    shown = bare.get("/stand/cards").get_data(as_text=True)
    assert "This table has no camera" in shown and "<script" not in shown
    assert bare.get(f"/stand/cards/{RACKO}.jpg").status_code == 404
    assert Tablet(bare).form("/stand/cards/forget", {"game": RACKO}).status_code == 404


def test_while_a_photograph_is_searched_the_page_says_so(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = state_of(looking=True)
    shown = page(tablet)
    assert "I am looking for the cards…" in text_of(shown)
    assert re.search(r'<button class="btn go" id="take" disabled>', shown)


def test_where_no_card_can_be_read_one_sentence_says_so(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = state_of(picture=None, fault="no_network")
    shown = page(tablet)
    said = text_of(shown)
    assert said.count("A part of the program that reads cards is missing: install it again.") == 1
    assert "I cannot read cards" in said and "I am waiting" not in said
    assert re.search(r'<button class="btn go" id="take" disabled>', shown)


@pytest.mark.parametrize("network", [None, b"no network"])
def test_a_network_that_is_missing_or_damaged_is_told_and_nothing_else_fails(
    table: Table, tmp_path: Path, network: bytes | None
) -> None:
    file = tmp_path / "network.onnx"
    if network is not None:
        file.write_bytes(network)
    over_table = Stand([table_of_cards(NUMBERS[:10])])
    said = "A part of the program that reads cards is missing: install it again."
    for finder in (lambda: CardFinder(model=file), PlainFinder):
        boxes = BoxEnrolment(
            tmp_path,
            over_table,  # type: ignore[arg-type]
            finder,
            lambda: Embedder(model=file),
            executor=Inline(),
        )
        tablet = Tablet(page_app(table, None, language="en", stand=FakeStand(), boxes=boxes).test_client())
        for path in ("cards", "cards/fragment"):
            shown = tablet.client.get(f"/stand/{path}?game={RACKO}")
            assert shown.status_code == 200
            assert (said in text_of(shown.get_data(as_text=True))) == (finder is not PlainFinder)
        assert tablet.form("/stand/cards/photograph", {"game": RACKO}).status_code == 303
        shown = tablet.client.get(f"/stand/cards?game={RACKO}")
        assert shown.status_code == 200 and said in text_of(shown.get_data(as_text=True))


def test_a_picture_is_asked_for_by_the_number_that_was_told(tablet: Tablet, boxes: FakeBoxes) -> None:
    (source,) = re.findall(r'id="photograph" src="([^"]+)"', page(tablet))
    assert tablet.client.get(source).data == JPEG and boxes.number == boxes.told["picture"]["number"]
    assert tablet.client.get(f"/stand/cards/{RACKO}.jpg").data == JPEG and boxes.number is None


def test_the_way_there_is_on_the_page_of_the_stand(table: Table, boxes: FakeBoxes) -> None:
    stand = FakeStand()
    client = page_app(table, None, language="en", stand=stand, boxes=boxes).test_client()
    assert 'id="to-cards"' not in client.get("/stand").get_data(as_text=True), "Crapette has none"
    stand.told = {**stand.told, "game": RACKO}
    assert f'id="to-cards" href="/stand/cards?game={RACKO}"' in client.get("/stand").get_data(as_text=True)
    games = client.get("/stand?show=games").get_data(as_text=True)
    ways = re.findall(r'id="cards-of-(\w+)" href="/stand/cards\?game=\w+"', games)
    assert sorted(ways) == sorted(PRINTED)
    assert "60 cards, 6 photographs, about 4 minutes" in games


def test_nothing_on_the_page_needs_what_the_policy_forbids(tablet: Tablet, boxes: FakeBoxes) -> None:
    for told, query in ((state_of(), ""), (taken("1"), "?card=0"), (state_of(looks=1), "?show=more")):
        boxes.told = told
        shown = page(tablet, query)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", shown)
        assert not re.search(r"<script(?![^>]*\ssrc=)", shown)


def test_a_fragment_that_is_the_same_is_not_sent_again(tablet: Tablet, boxes: FakeBoxes) -> None:
    first = tablet.client.get("/stand/cards/fragment")
    assert "<html" not in first.get_data(as_text=True)
    etag = {"If-None-Match": first.headers["ETag"]}
    assert tablet.client.get("/stand/cards/fragment", headers=etag).status_code == 304
    boxes.told = taken("1")
    assert tablet.client.get("/stand/cards/fragment", headers=etag).status_code == 200


# ---------------------------------------------------------------- taps

FORMS: dict[str, tuple[dict[str, str], tuple[Any, ...]]] = {
    "photograph": ({"step": "2"}, ("photograph", RACKO, 2)),
    "point": (
        {"at.x": "399.5", "at.y": "199.5", "wide": "800"},
        ("point", RACKO, pytest.approx(0.5), pytest.approx(0.25)),
    ),
    "draw": ({"revision": "7", "card": "1"}, ("draw", RACKO, 7, 1)),
    "stop-drawing": ({}, ("stop_drawing", RACKO)),
    "name": ({"card": "1", "revision": "7", "label": "12"}, ("name", RACKO, 1, 7, "12")),
    "again": ({}, ("discard", RACKO)),
    "right": ({"revision": "7"}, ("right", RACKO, 7)),
    "back": ({}, ("take_back", RACKO)),
    "forget-card": ({"label": "7"}, ("forget_card", RACKO, "7")),
    "bring-back": ({}, ("bring_back", RACKO)),
    "forget": ({}, ("forget", RACKO)),
}


def test_every_tap_is_tried_here() -> None:
    assert set(FORMS) == set(TAPS)


@pytest.mark.parametrize("tap", FORMS)
def test_a_plain_form_taps_and_shows_the_page_again(tablet: Tablet, boxes: FakeBoxes, tap: str) -> None:
    boxes.told = taken("1", "2")
    fields, called = FORMS[tap]
    answer = tablet.form(f"/stand/cards/{tap}?game={RACKO}&step=2", {"game": RACKO, **fields})
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(f"/stand/cards?game={RACKO}")
    assert ("step=2" in answer.headers["Location"]) != TAPS[tap].leads_on
    assert boxes.tapped == [called]


def test_a_tap_on_a_card_chooses_it_and_its_name_leads_back(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = taken("1", "2")
    fragment = {"X-Fragment": "1"}
    answer = tablet.form(f"/stand/cards/point?game={RACKO}", {"game": RACKO, **FORMS["point"][0]}, **fragment)
    assert answer.headers["X-Location"] == f"/stand/cards?game={RACKO}&card=1"
    assert 'id="name-1"' in answer.get_data(as_text=True)
    answer = tablet.form(
        f"/stand/cards/name?game={RACKO}&card=1", {"game": RACKO, **FORMS["name"][0]}, **fragment
    )
    assert answer.headers["X-Location"] == f"/stand/cards?game={RACKO}"


def test_no_card_is_told_by_an_empty_name(tablet: Tablet, boxes: FakeBoxes) -> None:
    boxes.told = taken("1", "2")
    tablet.form("/stand/cards/name", {"game": RACKO, "card": "1", "revision": "7"})
    assert boxes.tapped == [("name", RACKO, 1, 7, "")]


def _raised() -> list[str]:
    source = inspect.getsource(box_enrolment) + inspect.getsource(card_search)
    source += inspect.getsource(shown_photograph)
    codes = set(re.findall(r'StandRefused\("(\w+)"\)', source))
    return sorted(codes | set(re.findall(r'"(blurred|too_dark|too_bright)"', source)))


@pytest.mark.parametrize("code", [*_raised(), "no_file"])
def test_every_refusal_has_a_sentence_of_its_own(tablet: Tablet, boxes: FakeBoxes, code: str) -> None:
    boxes.refuses = code
    tablet.form("/preferences", {"language": "en"})
    assert tablet.form("/stand/cards/forget", {"game": RACKO}).status_code == 303
    with tablet.client.application.test_request_context():
        nothing_known = box_words.refusal("nothing known")
    (said,) = re.findall(r'<p class="flash">([^<]+)</p>', page(tablet))
    assert said != nothing_known
    fragment = tablet.form("/stand/cards/forget", {"game": RACKO}, **{"X-Fragment": "1"})
    assert fragment.status_code == 422 and said in fragment.get_data(as_text=True)


def test_refusals_are_told_apart(tablet: Tablet) -> None:
    for language in LANGUAGES:
        page(tablet, language=language)
        with tablet.client.application.test_request_context():
            said = [box_words.refusal(code) for code in _raised()]
        assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("tap", "fields"),
    [
        ("name", {"card": "-1", "revision": "7"}),
        ("name", {"card": "1", "revision": "7", "label": "x" * 100}),
        ("right", {}),
        ("right", {"revision": "now"}),
        ("point", {"at.x": "nan", "at.y": "1", "wide": "800"}),
        ("point", {"at.x": "1", "at.y": "1", "wide": "0"}),
        ("forget", {"more": "1"}),
    ],
)
def test_what_cannot_be_understood_does_nothing(
    tablet: Tablet, boxes: FakeBoxes, tap: str, fields: dict[str, str]
) -> None:
    assert tablet.form(f"/stand/cards/{tap}", {"game": RACKO, **fields}).status_code == 400
    assert boxes.tapped == []


def test_unknown_games_and_taps(tablet: Tablet, boxes: FakeBoxes) -> None:
    assert tablet.form("/stand/cards/nothing", {"game": RACKO}).status_code == 404
    tablet.form("/stand/cards/forget", {"game": "crapette"})
    assert boxes.tapped == []
    for path in ("crapette.jpg", "crapette.json", "..%2Fsecret.json"):
        assert tablet.client.get(f"/stand/cards/{path}").status_code == 404
    refused = tablet.client.post(
        "/stand/cards/forget", data={"game": RACKO, "token": "wrong"}, headers={"Origin": ORIGIN}
    )
    assert refused.status_code == 403


# ---------------------------------------------------------------- files


def test_the_file_goes_out_as_it_is(tablet: Tablet, boxes: FakeBoxes) -> None:
    assert tablet.client.get(f"/stand/cards/{RACKO}.json").status_code == 404
    boxes.file = b'{"version": 1}\n'
    answer = tablet.client.get(f"/stand/cards/{RACKO}.json")
    assert answer.data == boxes.file
    assert answer.headers["Content-Disposition"] == 'attachment; filename="racko-cards.json"'


def bring(tablet: Tablet, data: bytes | None) -> Any:
    fields = {} if data is None else {"file": (io.BytesIO(data), "racko-cards.json")}
    return tablet.form(f"/stand/cards/take-over?game={RACKO}&show=more", {"game": RACKO, **fields})


def test_a_file_comes_in_even_a_large_one(tablet: Tablet, boxes: FakeBoxes) -> None:
    data = b"x" * (3 * MAX_BODY)
    answer = bring(tablet, data)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/stand/cards?game={RACKO}")
    assert boxes.tapped == [("take_over", RACKO, data)]


def test_a_file_that_is_refused_is_said_where_it_was_chosen(tablet: Tablet, boxes: FakeBoxes) -> None:
    tablet.form("/preferences", {"language": "en"})
    for data, refuses, said in (
        (None, None, "Choose the file first."),
        (b"{}", "damaged_box", "That file holds no cards that I can read."),
        (b"{}", "other_box", "That file holds the cards of another game."),
    ):
        boxes.refuses = refuses
        answer = bring(tablet, data)
        assert answer.headers["Location"] == f"/stand/cards?game={RACKO}&show=more"
        assert said in page(tablet, "?show=more")


def test_a_file_has_a_limit_and_only_here_may_it_be_so_large(tablet: Tablet, boxes: FakeBoxes) -> None:
    tablet.form("/preferences", {"language": "en"})
    answer = bring(tablet, b"x" * (MAX_FILE + 1))
    assert answer.status_code == 413 and "That is too large" in answer.get_data(as_text=True)
    large = {"game": RACKO, "file": (io.BytesIO(b"x" * (MAX_BODY + 1)), "a.json")}
    assert tablet.form("/stand/cards/forget", large).status_code == 413
    assert boxes.tapped == []


def test_the_title_of_every_game_is_offered(tablet: Tablet) -> None:
    shown = page(tablet)
    for game in PRINTED:
        assert f'<option value="{game}"' in shown and load(game).title in shown
