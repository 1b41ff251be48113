"""The page that sets up the camera: what it says, its taps with and without a script, and who may tap."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
from flask import Flask

from calibration.game_fit import GameFit, game_fit
from calibration.geometry import Point
from calibration.optics import camera_model
from calibration.zones import read_plan
from companion.games import zone_plan
from companion.languages import LANGUAGES
from companion.table import Table
from tests.page_app import page_app
from tests.web.conftest import ORIGIN, Tablet
from vision.scene.flat_table import view_from_above
from web.outside import StandRefused
from web.stand import words as stand_words
from web.stand.bodies import StandState
from web.stand.pages import TAPS

EVIL = "<script>alert(1)</script>"


def zone(name: str, left: float, **more: Any) -> dict[str, Any]:
    corners = [[left * 4, 800], [left * 4 + 300, 800], [left * 4 + 300, 1200], [left * 4, 1200]]
    return {
        "id": name,
        "holds": "pile",
        "seat": None,
        "secret": False,
        "corners": corners,
        "left": left,
        "top": 200.0,
        "width": 74.0,
        "height": 98.0,
        "px_per_mm": 4.1,
        "needed": 3.0,
        "in_picture": True,
        "good": True,
        **more,
    }


def marker(number: int, x: float, y: float) -> dict[str, Any]:
    return {"number": number, "corners": [[x, y], [x + 200, y], [x + 200, y + 200], [x, y + 200]]}


ZONES: dict[str, Any] = {
    "camera": {"code": "good", "sentence": None, "simulated": False},
    "picture": {"width": 4608, "height": 2592},
    "steps": [
        {"id": "markers", "state": "done"},
        {"id": "focus", "state": "done"},
        {"id": "light", "state": "done"},
        {"id": "zones", "state": "open"},
        {"id": "test", "state": "open"},
    ],
    "step": "zones",
    "held": False,
    "held_done": False,
    "markers": [marker(0, 100, 100), marker(1, 4200, 100), marker(2, 4200, 2200), marker(3, 100, 2200)],
    "faults": [],
    "quality": {"code": "good", "light": 0.6, "focus": 0.8},
    "lens": {"source": "data_sheet", "boards": None, "wanted": 10, "fault": None},
    "table": {"width": 900, "height": 700, "tilt": 2.0, "residual": 0.2, "exactness": "very_exact"},
    "game": "crapette",
    "games": ["crapette", "racko"],
    "zones": [
        zone("F1", 300.0),
        zone("F2", 380.0),
        zone("stock:1", 600.0, seat=1, secret=True),
        zone("reserve:1", 690.0, seat=1),
    ],
    "fits": True,
    "kept": False,
    "finished": False,
    "proposes": True,
    "proposed": None,
    "look": 7,
    "damaged": False,
}
JPEG = b"\xff\xd8 a picture \xff\xd9"


class FakeStand:
    """A set-up that is as a test says, and remembers what was tapped."""

    def __init__(self) -> None:
        self.told = copy.deepcopy(ZONES)
        self.jpeg: bytes | None = JPEG
        self.tapped: list[tuple[Any, ...]] = []
        self.refuses: str | None = None
        self.fits: GameFit | None = None
        self.kept: dict[str, GameFit] = {}
        self.asked: list[tuple[str, int | None]] = []

    def fit(self) -> GameFit | None:
        return self.fits

    def kept_fit(self, game: str, players: int | None) -> GameFit | None:
        self.asked.append((game, players))
        return self.kept.get(game)

    def state(self) -> dict[str, Any]:
        return self.told

    def picture(self) -> bytes | None:
        return self.jpeg

    def become(self, step: str, **changed: Any) -> None:
        order = [one["id"] for one in ZONES["steps"]]
        states = ["done" if order.index(one) < order.index(step) else "open" for one in order]
        steps = [{"id": one, "state": state} for one, state in zip(order, states, strict=True)]
        self.told = {**copy.deepcopy(ZONES), "step": step, "steps": steps, **changed}

    def __getattr__(self, name: str) -> Any:
        def tap(*arguments: Any) -> None:
            if self.refuses is not None:
                raise StandRefused(self.refuses)
            self.tapped.append((name, *arguments))

        return tap


def seen_from(height_mm: float, game: str = "crapette", size: tuple[float, float] | None = None) -> GameFit:
    """How a game fits a Camera Module 3 that hangs so high above the middle of the table."""
    plan, camera = read_plan(zone_plan(game) or {}), camera_model("pi_3")
    width, depth = size or (plan.width, plan.height)
    lens = camera.lens(camera.width, camera.height)
    return game_fit(view_from_above(lens, Point(width / 2, depth / 2), height_mm), plan, (width, depth))


@pytest.fixture
def stand() -> FakeStand:
    return FakeStand()


@pytest.fixture
def app(table: Table, stand: FakeStand) -> Flask:
    made = page_app(table, None, stand=stand)
    made.testing = True
    return made


def page(tablet: Tablet, query: str = "", language: str = "en") -> str:
    tablet.form("/preferences", {"language": language})
    answer = tablet.client.get(f"/stand{query}")
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


# ---------------------------------------------------------------- what it says


def test_where_cards_lie_elsewhere_it_asks_whether_that_is_the_zone(tablet: Tablet, stand: FakeStand) -> None:
    frame = [[10.0, 10.0], [84.0, 10.0], [84.0, 108.0], [10.0, 108.0]]
    stand.become("zones", proposed={"zone": "F1", "seen": True, "corners": frame})
    html = page(tablet)
    assert "is that “Case 1”?" in text_of(html) or "is that “Foundation 1”?" in text_of(html)
    assert 'class="proposed"' in html and "lies-there" in html and "frames-right" not in html
    stand.become("zones", proposed={"zone": "F2", "seen": False, "corners": frame})
    assert "Shall the other frames go along with them?" in text_of(page(tablet))
    stand.become("zones")
    assert 'id="propose"' in page(tablet, "?show=zone")
    stand.become("zones", proposes=False)
    assert 'id="propose"' not in page(tablet, "?show=zone")


def test_the_fake_is_a_state_as_the_api_describes_it() -> None:
    StandState.model_validate(ZONES, strict=True)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            ("Set up the camera", "4 markers of 4", "Set the focus", "The frames are right", "very exact"),
        ),
        (
            "fr",
            (
                "Préparer la caméra",
                "4 repères sur 4",
                "Régler la netteté",
                "Les cadres sont bons",
                "très précis",
            ),
        ),
    ],
)
def test_the_page_in_both_languages(tablet: Tablet, language: str, words: tuple[str, ...]) -> None:
    shown = page(tablet, language=language)
    assert f'<html lang="{language}"' in shown
    for word in words:
        assert word in shown


def test_the_drawing_over_the_picture(tablet: Tablet) -> None:
    shown = page(tablet)
    assert 'viewBox="0 0 1000 562"' in shown
    assert shown.count('<g class="marker">') == 4
    assert shown.count('data-zone="') == 4
    assert 'class="zone secret"' in shown
    labels = re.findall(r'<g class="label [a-z]+">.*?<text[^>]*>([^<]+)</text>', shown)
    assert sorted(labels) == ["Foundation", "Reserve", "Stock"], "zones of a kind side by side have one name"


def test_a_way_to_it_from_the_menu(tablet: Tablet) -> None:
    assert 'id="open-stand" href="/stand"' in tablet.client.get("/?panel=menu").get_data(as_text=True)


def test_without_a_camera_the_page_says_so(table: Table) -> None:
    app = page_app(table, None, language="en")
    client = app.test_client()
    shown = client.get("/stand")
    assert shown.status_code == 200
    assert "This table has no camera" in shown.get_data(as_text=True)
    assert "<script" not in shown.get_data(as_text=True)
    assert client.get("/stand/picture.jpg").status_code == 404
    assert client.get("/api/v1/stand").status_code == 404
    tablet = Tablet(client)
    assert tablet.form("/stand/keep", {}).status_code == 404
    assert tablet.post("stand/keep", {}).status_code == 404


def test_one_yellow_button_for_the_thing_to_do(tablet: Tablet, stand: FakeStand) -> None:
    for step, button in (("zones", "frames-right"), ("test", "keep")):
        stand.become(step)
        assert re.findall(r'class="btn go" id="([\w-]+)"', page(tablet)) == [button]
    stand.become("markers", markers=[], zones=[], table=None)
    assert re.findall(r'class="btn go" id="([\w-]+)"', page(tablet)) == [], "the act is on the table"


def test_the_test_ticks_every_kind_of_zone(tablet: Tablet, stand: FakeStand) -> None:
    stand.become("test")
    shown = text_of(page(tablet))
    assert "I see everything" in shown
    assert "Foundation Stock Reserve" in shown
    assert "Keep it" in shown


def test_the_test_says_which_zones_are_too_far_or_outside(tablet: Tablet, stand: FakeStand) -> None:
    far = zone("F1", 300.0, good=False, px_per_mm=2.04)
    out = zone("F2", 380.0, good=False, in_picture=False)
    stand.become("test", zones=[far, out])
    shown = text_of(page(tablet))
    assert "2 frames are not good" in shown
    assert "Foundation 1 — too small in the picture" in shown
    assert "Foundation 2 — outside the picture" in shown
    assert "Keep it all the same" in shown
    assert "I see everything" not in shown


@pytest.mark.parametrize("step", ["zones", "test"])
def test_a_game_that_does_not_fit_is_told_what_would_help_with_a_drawing(
    tablet: Tablet, stand: FakeStand, step: str
) -> None:
    stand.become(step, zones=[zone("F1", 300.0, good=False, in_picture=False)])
    stand.fits = seen_from(700.0)
    shown = page(tablet)
    assert "Put the camera 31 cm higher." in text_of(shown)
    (drawn,) = re.findall(r'<svg class="fit-drawing".*?</svg>', shown, re.DOTALL)
    assert 'aria-label="Crapette does not fit: 8 places lie outside the picture."' in drawn
    assert drawn.count('class="unseen"') == 8 and drawn.count('class="seen"') == 16
    assert drawn.count('class="frame"') == 1 and drawn.count('class="after"') == 1
    assert "px/mm" not in text_of(shown)


def test_where_only_the_markers_help_no_other_frame_is_drawn(tablet: Tablet, stand: FakeStand) -> None:
    stand.become("zones", fits=False)
    stand.fits = seen_from(1290.0, "super_crack", (900.0, 700.0))
    shown = page(tablet)
    assert "Lay the markers 118 × 87 cm apart." in text_of(shown)
    assert "fit-drawing" not in shown


def test_a_game_that_fits_is_told_nothing(tablet: Tablet, stand: FakeStand) -> None:
    stand.become("zones")
    stand.fits = seen_from(1080.0)
    assert 'id="misfit"' not in page(tablet)


def test_what_each_game_needs_tells_which_do_not_fit(tablet: Tablet, stand: FakeStand) -> None:
    stand.kept = {"crapette": seen_from(1300.0), "racko": seen_from(1300.0, "racko")}
    shown = page(tablet, "?show=games")
    (told,) = re.findall(r'id="misfit-of-(\w+)">([^<]+)<', shown)
    assert told == (
        "crapette",
        "Crapette does not fit: 22 places are too small in the picture. Put the camera 18 cm lower.",
    )


def test_before_a_game_is_begun_it_is_said_what_the_camera_does_not_see(
    tablet: Tablet, stand: FakeStand
) -> None:
    stand.kept = {"crapette": seen_from(700.0)}
    tablet.form("/preferences", {"language": "fr"})
    address = "/?panel=new&game=crapette&name=Ada&name=Bo"
    shown = str(tablet.client.get(address).get_data(as_text=True))
    (note,) = re.findall(r'<p class="note misfit".*?</p>', shown)
    assert (
        text_of(note)
        .strip()
        .startswith("Crapette ne va pas : 8 emplacements sont hors de l’image. Monte la caméra de 31 cm.")
    )
    assert stand.asked == [("crapette", 2)]
    assert 'id="begin"' in shown, "it can be begun all the same"
    other = str(tablet.client.get("/?panel=new&game=racko&name=Ada").get_data(as_text=True))
    assert 'id="misfit"' not in other
    assert stand.asked[-1] == ("racko", None), "one alone cannot play: all seats count"


def test_what_is_kept_is_said(tablet: Tablet, stand: FakeStand) -> None:
    stand.become("test", finished=True)
    shown = page(tablet)
    assert "I see everything. It is kept." in shown
    assert 'id="keep"' not in shown


FAULTS = {
    "missing": [1, 3],
    "double": [2],
    "mirrored": [],
    "mixed_up": [0, 1],
    "too_small": [3],
    "not_flat": [2],
    "tilted": [],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_the_markers_has_a_sentence_of_its_own(
    tablet: Tablet, stand: FakeStand, language: str
) -> None:
    said = set()
    for code, numbers in FAULTS.items():
        stand.become("markers", faults=[{"code": code, "numbers": numbers}], zones=[], table=None)
        shown = page(tablet, language=language)
        (sentence,) = re.findall(r'<p class="invite" role="status">([^<]+)</p>', shown)
        for number in numbers:
            assert str(number) in sentence
        said.add(sentence)
    assert len(said) == len(FAULTS)


@pytest.mark.parametrize(
    ("code", "step", "words"),
    [
        ("too_dark", "light", "It is too dark"),
        ("overexposed", "light", "It is too bright"),
        ("blurred", "focus", "The picture is blurred"),
        ("dim", "light", "It is a little dark"),
    ],
)
def test_light_and_focus_in_words(tablet: Tablet, stand: FakeStand, code: str, step: str, words: str) -> None:
    stand.become(step, quality={"code": code, "light": 0.1, "focus": 0.1}, held=True)
    assert words in page(tablet)


def test_darkness_is_said_before_the_markers_that_it_hides(tablet: Tablet, stand: FakeStand) -> None:
    missing = [{"code": "missing", "numbers": [0, 1, 2, 3]}]
    stand.become("markers", quality={"code": "too_dark", "light": 0, "focus": 0}, faults=missing, markers=[])
    shown = page(tablet)
    assert "It is too dark" in shown
    assert "Lay the four printed markers" not in shown


@pytest.mark.parametrize("code", ["upside_down", "turned"])
def test_what_does_no_harm_is_said_in_passing(tablet: Tablet, stand: FakeStand, code: str) -> None:
    stand.become("zones", faults=[{"code": code, "numbers": []}])
    shown = text_of(page(tablet))
    assert ("upside down" if code == "upside_down" else "short side") in shown
    assert "The frames are right" in shown


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("not_found", "I cannot find the camera"),
        ("no_frames", "No more pictures come"),
        ("bad_picture", "I cannot use this picture"),
        ("opening", "I am opening the camera"),
        ("something_new", "No more pictures come"),
    ],
)
def test_a_camera_that_gives_nothing(tablet: Tablet, stand: FakeStand, code: str, words: str) -> None:
    stand.become(
        "markers",
        camera={"code": code, "sentence": "Plug it in.", "simulated": False},
        picture=None,
        quality=None,
    )
    shown = text_of(page(tablet))
    assert words in shown
    assert "Plug it in." in shown


def test_a_damaged_file_is_said(tablet: Tablet, stand: FakeStand) -> None:
    stand.become("markers", damaged=True)
    assert "cannot be read" in page(tablet)


def test_a_table_too_small_for_the_game(tablet: Tablet, stand: FakeStand) -> None:
    stand.become("zones", fits=False)
    assert "This game needs a larger table" in page(tablet)


def test_the_other_ways(tablet: Tablet, stand: FakeStand) -> None:
    tools = page(tablet, "?show=tools")
    assert 'name="ruler_mm"' in tools and 'id="left-1"' in tools
    corners = page(tablet, "?show=corners")
    assert corners.count('class="handle"') == 4 and 'name="corners.3.y"' in corners
    assert 'id="lens-begin"' in page(tablet, "?show=lens")
    numbers = page(tablet, "?show=zone&zone=stock:1")
    assert 'name="left" id="field-left" value="600.0"' in numbers
    stand.told["lens"]["boards"] = 4
    shown = page(tablet, "?show=lens")
    assert "4 pictures of 10" in shown and 'id="lens-stop"' in shown


def test_a_screen_that_does_not_exist_shows_the_steps(tablet: Tablet) -> None:
    assert 'id="frames-right"' in page(tablet, "?show=" + EVIL)


# ---------------------------------------------------------------- the picture


def test_the_picture_is_never_kept_by_a_browser(tablet: Tablet, stand: FakeStand) -> None:
    answer = tablet.client.get("/stand/picture.jpg?look=3")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", JPEG)
    assert answer.headers["Cache-Control"] == "no-store"
    stand.jpeg = None
    assert tablet.client.get("/stand/picture.jpg").status_code == 404


def test_a_fragment_that_is_the_same_is_not_sent_again(tablet: Tablet, stand: FakeStand) -> None:
    first = tablet.client.get("/stand/fragment")
    assert "<html" not in first.get_data(as_text=True)
    etag = {"If-None-Match": first.headers["ETag"]}
    assert tablet.client.get("/stand/fragment", headers=etag).status_code == 304
    stand.become("test")
    assert tablet.client.get("/stand/fragment", headers=etag).status_code == 200


# ---------------------------------------------------------------- taps

FORMS: dict[str, tuple[dict[str, str], tuple[Any, ...]]] = {
    "again": ({"step": "focus"}, ("begin_again", "focus")),
    "go-on": ({}, ("go_on",)),
    "paper": ({"ruler_mm": "98.5"}, ("set_paper", 98.5)),
    "corners": (
        {f"corners.{corner}.{axis}": str(10 * corner) for corner in range(4) for axis in "xy"}
        | {"width_mm": "900", "height_mm": "700"},
        ("set_corners", [(0.0, 0.0), (10.0, 10.0), (20.0, 20.0), (30.0, 30.0)], 900.0, 700.0),
    ),
    "game": ({"game": "racko"}, ("choose_game", "racko")),
    "zone": (
        {"zone": "F1", "left": "1.5", "top": "-2", "width": "74", "height": "98"},
        ("move_zone", "F1", 1.5, -2.0, 74.0, 98.0),
    ),
    "drag": (
        {"zone": "F1", "begin.x": "1", "begin.y": "2", "end.x": "3", "end.y": "4.5"},
        ("move_zone_by", "F1", (1.0, 2.0), (3.0, 4.5)),
    ),
    "propose": ({}, ("propose_zones",)),
    "proposed": ({"zone": "F1", "yes": "true"}, ("answer_proposed", "F1", True)),
    "place": ({"zone": "F1", "at.x": "3", "at.y": "4.5"}, ("centre_zone", "F1", (3.0, 4.5))),
    "as-brought": ({}, ("zones_as_brought",)),
    "hands": ({"seat": "2"}, ("swap_hands", 2)),
    "right": ({}, ("confirm_zones",)),
    "lens": ({}, ("begin_lens",)),
    "lens-stop": ({}, ("give_up_lens",)),
    "keep": ({}, ("finish",)),
}
BODIES: dict[str, dict[str, Any]] = {
    "again": {"step": "focus"},
    "paper": {"ruler_mm": 98.5},
    "corners": {
        "corners": [[0, 0], [10, 10], [20, 20], [30, 30]],
        "width_mm": 900,
        "height_mm": 700,
    },
    "game": {"game": "racko"},
    "zone": {"zone": "F1", "left": 1.5, "top": -2, "width": 74, "height": 98},
    "drag": {"zone": "F1", "begin": [1, 2], "end": [3, 4.5]},
    "proposed": {"zone": "F1", "yes": True},
    "place": {"zone": "F1", "at": [3, 4.5]},
    "hands": {"seat": 2},
}


def test_every_tap_is_tried_here() -> None:
    assert set(FORMS) == set(TAPS)


@pytest.mark.parametrize("tap", FORMS)
def test_a_plain_form_taps_and_shows_the_page_again(tablet: Tablet, stand: FakeStand, tap: str) -> None:
    fields, called = FORMS[tap]
    answer = tablet.form(f"/stand/{tap}", fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/stand")
    assert stand.tapped == [called]


@pytest.mark.parametrize("tap", FORMS)
def test_the_same_as_json(tablet: Tablet, stand: FakeStand, tap: str) -> None:
    answer = tablet.post(f"stand/{tap}", BODIES.get(tap, {}))
    assert answer.status_code == 200
    assert answer.json == ZONES
    assert stand.tapped == [FORMS[tap][1]]


def test_a_script_gets_what_changed(tablet: Tablet) -> None:
    answer = tablet.form("/stand/hands?show=tools", {"seat": "1"}, **{"X-Fragment": "1"})
    assert (answer.status_code, answer.headers["X-Location"]) == (200, "/stand?show=tools")
    assert "<html" not in answer.get_data(as_text=True)


def test_numbers_of_a_zone_stay_in_sight(tablet: Tablet) -> None:
    answer = tablet.form("/stand/zone?show=zone", FORMS["zone"][0])
    assert answer.headers["Location"] == "/stand?show=zone&zone=F1"


def test_a_ruler_or_a_table_that_was_taken_leads_back_to_the_steps(tablet: Tablet, stand: FakeStand) -> None:
    assert tablet.form("/stand/paper?show=tools", {"ruler_mm": "99"}).headers["Location"] == "/stand"
    stand.refuses = "no_such_ruler"
    again = tablet.form("/stand/paper?show=tools", {"ruler_mm": "9"})
    assert again.headers["Location"] == "/stand?show=tools"


REFUSALS = (
    "no_view",
    "no_picture",
    "not_whole",
    "not_yet",
    "not_written",
    "only_simulated",
    "no_such_ruler",
    "no_such_table",
    "crossed_corners",
    "no_such_zone",
    "off_the_table",
    "unknown_game",
    "unknown_step",
)


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_has_words(tablet: Tablet, stand: FakeStand, code: str) -> None:
    stand.refuses = code
    answer = tablet.post("stand/keep", {})
    assert answer.status_code == 422
    assert answer.json["error"]["code"] == code
    assert answer.json["state"] == ZONES
    tablet.form("/preferences", {"language": "en"})
    tablet.form("/stand/keep", {})
    with tablet.client.application.test_request_context():
        nothing_known = stand_words.refusal("nothing known")
    (said,) = re.findall(r'<p class="flash">([^<]+)</p>', tablet.client.get("/stand").get_data(as_text=True))
    assert said != nothing_known
    fragment = tablet.form("/stand/keep", {}, **{"X-Fragment": "1"})
    assert fragment.status_code == 422
    assert said in fragment.get_data(as_text=True)


@pytest.mark.parametrize(
    ("tap", "fields"),
    [
        ("again", {}),
        ("again", {"step": "dance"}),
        ("keep", {"more": "1"}),
        ("paper", {"ruler_mm": "long"}),
        ("paper", {"ruler_mm": "NaN"}),
        ("paper", {"ruler_mm": "1e999"}),
        ("corners", {"corners.0.x": "1", "width_mm": "1", "height_mm": "1"}),
        ("zone", {"zone": "F1", "left": "1"}),
        ("zone", {"zone": "", "left": "1", "top": "1", "width": "1", "height": "1"}),
        ("drag", {"zone": "F1", "begin.x": "1", "end.x": "2"}),
        ("place", {"zone": "F1", "at.x": "1"}),
        ("hands", {"seat": "0"}),
        ("hands", {"seat": "1; drop"}),
        ("game", {"game": "x" * 65}),
    ],
)
def test_forms_no_page_of_ours_sends_are_400(
    tablet: Tablet, stand: FakeStand, tap: str, fields: dict[str, str]
) -> None:
    answer = tablet.form(f"/stand/{tap}", fields)
    assert answer.status_code == 400
    assert "compris" in answer.get_data(as_text=True)
    assert stand.tapped == []


@pytest.mark.parametrize(
    ("tap", "body"),
    [
        ("again", {}),
        ("again", []),
        ("keep", {"more": 1}),
        ("paper", {"ruler_mm": "98"}),
        ("paper", {"ruler_mm": None}),
        ("corners", {"corners": [[0, 0]], "width_mm": 900, "height_mm": 700}),
        ("drag", {"zone": "F1", "begin": [1], "end": [1, 2]}),
        ("hands", {"seat": True}),
        ("hands", {"seat": "1"}),
    ],
)
def test_bodies_that_are_not_taken_are_400(tablet: Tablet, stand: FakeStand, tap: str, body: Any) -> None:
    answer = tablet.post(f"stand/{tap}", body)
    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "malformed"
    assert stand.tapped == []


def test_unknown_taps_and_other_kinds_of_bodies(tablet: Tablet, stand: FakeStand) -> None:
    assert tablet.form("/stand/dance", {}).status_code == 404
    assert tablet.post("stand/dance", {}).status_code == 404
    sent = {"Origin": ORIGIN, "X-CSRF-Token": tablet.token}
    text = tablet.client.post("/api/v1/stand/keep", data="{}", content_type="text/plain", headers=sent)
    assert text.status_code == 415
    broken = tablet.client.post("/api/v1/stand/keep", data="{", content_type="application/json", headers=sent)
    assert broken.status_code == 400
    assert stand.tapped == []


# ---------------------------------------------------------------- who may tap


@pytest.mark.parametrize("tap", FORMS)
@pytest.mark.parametrize(
    ("origin", "token"),
    [("http://evil.example", True), ("null", True), (None, True), (ORIGIN, False)],
)
def test_a_tap_needs_origin_and_token(
    tablet: Tablet, stand: FakeStand, tap: str, origin: str | None, token: bool
) -> None:
    headers = {"Origin": origin} if origin else {}
    fields = {**FORMS[tap][0], **({"token": tablet.token} if token else {})}
    assert tablet.client.post(f"/stand/{tap}", data=fields, headers=headers).status_code == 403
    sent = {**headers, **({"X-CSRF-Token": tablet.token} if token else {})}
    answer = tablet.client.post(f"/api/v1/stand/{tap}", json=BODIES.get(tap, {}), headers=sent)
    assert answer.status_code == 403
    assert stand.tapped == []


@pytest.mark.parametrize("query", ["", "?show=tools", "?show=corners", "?show=lens", "?show=zone"])
def test_names_are_never_markup(tablet: Tablet, stand: FakeStand, query: str) -> None:
    stand.told["camera"] = {"code": "not_found", "sentence": EVIL, "simulated": False}
    stand.told["zones"].append(zone(f'"{EVIL}', 100.0))
    shown = page(tablet, query)
    assert EVIL not in shown
    assert "&lt;script&gt;" in shown
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", shown)
    assert not re.search(r"<script(?![^>]*\ssrc=)", shown)
    assert not re.search(r"""(?:href|src|action)=["'](?:https?:)?//""", shown)


def test_the_page_carries_the_headers(tablet: Tablet) -> None:
    for path in ("/stand", "/stand/fragment", "/stand/picture.jpg", "/api/v1/stand"):
        headers = tablet.client.get(path).headers
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
