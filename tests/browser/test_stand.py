"""Setting up the camera in a real browser, with the simulated camera: how many taps and how much waiting it takes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from running import Running

from calibration.geometry import Point
from calibration.stand import FILE_NAME, load_stand
from companion.evening.stand import StandService
from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import Devices, House, Stage, Watched, housed
from tests.browser.looking import LANGUAGES, look_over, speak
from tests.browser.simulated_camera import simulated_camera
from tests.browser.test_accessibility import violations

pytestmark = pytest.mark.xdist_group("browser")

MOST_TAPS = 12
MOST_TAPS_OF_AN_EVENING = 25
MOST_WAITING_S = 30.0
PATIENCE_MS = 40_000


class Finger:
    """Taps, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.waited = page, 0, 0.0

    def tap(self, selector: str) -> None:
        self.wait(self.page.locator(selector))
        self.page.locator(selector).tap()
        self.taps += 1

    def wait(self, what: Locator) -> None:
        began = time.monotonic()
        expect(what).to_be_visible(timeout=PATIENCE_MS)
        self.waited += time.monotonic() - began


@pytest.fixture(scope="module")
def scenery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[StandService, Path, Table]]:
    """One simulated camera for the tests of this module: only at its full size all is seen well enough."""
    folder = tmp_path_factory.mktemp("stand")
    journal = Journal(folder / "journal.sqlite")
    table = Table(journal)
    with simulated_camera(folder, table, smaller=1) as (service, _):
        yield service, folder, table
    journal.close()


@pytest.fixture
def house(scenery: tuple[StandService, Path, Table], stage: Stage) -> Iterator[House]:
    service, _, table = scenery
    with housed(stage, table, language="en", stand=service) as served:
        yield served


def measured(visit: Any, house: House, **media: Any) -> Page:
    """The page once the frames are drawn, all steps to be done but those that the camera does by itself."""
    page: Page = visit(**media)
    page.goto(house.url + "stand")
    expect(page.locator(".zone").first).to_be_visible(timeout=PATIENCE_MS)
    return page


def at_the_frames(visit: Any, house: House, **media: Any) -> Page:
    page = measured(visit, house, **media)
    if page.locator("#again-zones").count():
        page.locator("#again-zones").tap()
    expect(page.locator("#frames-right")).to_be_visible()
    return page


def test_from_nothing_to_i_see_everything(devices: Devices, tmp_path: Path) -> None:
    program = Running("--camera", "simulated", "--game", "crapette", "--lang", "en", data=tmp_path)
    watched = Watched(devices, f"http://127.0.0.1:{program.port}/")
    try:
        program.serving()
        page = watched()
        finger = Finger(page)
        finger.tap("#menu")
        finger.tap("#open-stand")
        finger.tap("#frames-right")
        finger.wait(page.get_by_role("heading", name="I see everything"))
        assert not (tmp_path / FILE_NAME).exists()
        finger.tap("#keep")
        finger.wait(page.get_by_role("heading", name="I see everything. It is kept."))
        print(f"{finger.taps} taps, {finger.waited:.1f} s of waiting")
        assert finger.taps <= MOST_TAPS
        assert finger.waited <= MOST_WAITING_S
        stand = load_stand(tmp_path)
        assert stand is not None
        assert "crapette" in stand.plans
        through_the_first_evening(finger, f"http://127.0.0.1:{program.port}/first-evening")
        assert finger.taps <= MOST_TAPS_OF_AN_EVENING
        assert watched.complaints == []
    finally:
        watched.close()
        program.stop()


def through_the_first_evening(finger: Finger, address: str) -> None:
    """All five steps, once the stand is kept: the camera and the table have their ticks by themselves."""
    page = finger.page
    page.goto(f"{address}?step=camera")
    expect(page.locator("#seen")).to_be_visible()
    for ticked in ("camera", "table"):
        expect(page.locator(f"#step-{ticked}.done")).to_be_visible()
    assert page.locator("#seen").evaluate("one => one.complete && one.naturalWidth > 0"), "no picture"
    finger.tap("#next")
    finger.wait(page.locator("#sound-silent"))  # the program was started without a voice
    assert violations(page, elsewhere=True) == []
    finger.tap("#sound-silent")
    finger.wait(page.get_by_role("heading", name="All is ready"))
    assert page.locator(".set-up-step.done").count() == 5
    finger.tap("#step-names")
    finger.tap("#name-1")
    page.keyboard.type("Ada")
    assert violations(page, elsewhere=True) == []
    finger.tap("#names-kept")
    finger.tap("#to-boxes")
    finger.wait(page.get_by_text("Ada", exact=True))


def test_a_frame_is_dragged_on_the_picture_and_stays_after_a_reload(
    visit: Any, house: House, scenery: Any
) -> None:
    page = at_the_frames(visit, house)
    box = page.locator("[data-zone='reserve:1']").bounding_box()
    assert box is not None
    before = left_of(page, "reserve:1")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(x + 12 * step, y)
        page.wait_for_timeout(30)
    page.mouse.up()
    expect(page.locator("[data-zone='reserve:1']")).not_to_have_attribute("data-left", before)
    moved = left_of(page, "reserve:1")
    page_px = page.locator("#overlay").bounding_box()
    assert page_px is not None
    view = scenery[0]._setup.view
    wanted = 60 * view.width / page_px["width"] / view.px_per_mm(Point(570.0, 630.0))
    assert float(moved) - float(before) == pytest.approx(wanted, rel=0.1)
    page.reload()
    expect(page.locator("[data-zone='reserve:1']")).to_have_attribute("data-left", moved)
    page.locator("#as-brought").tap()
    expect(page.locator("[data-zone='reserve:1']")).to_have_attribute("data-left", before)


def left_of(page: Page, zone: str) -> str:
    return str(page.locator(f"[data-zone='{zone}']").get_attribute("data-left"))


def test_a_frame_is_moved_with_the_arrow_keys(visit: Any, house: House) -> None:
    page = at_the_frames(visit, house)
    frame = page.locator("[data-zone='F1']")
    before = float(left_of(page, "F1"))
    frame.focus()
    page.keyboard.press("ArrowRight")
    expect(frame).to_have_attribute("data-left", f"{before + 5:.1f}")
    assert page.evaluate("document.activeElement.dataset.zone") == "F1", "the frame keeps the keyboard"
    page.keyboard.press("Shift+ArrowLeft")
    expect(frame).to_have_attribute("data-left", f"{before - 20:.1f}")
    page.locator("#as-brought").tap()
    expect(frame).to_have_attribute("data-left", f"{before:.1f}")


def test_a_tap_beside_the_frames_puts_the_chosen_one_there(visit: Any, house: House) -> None:
    page = at_the_frames(visit, house)
    before = left_of(page, "stock:1")
    page.goto(house.url + "stand?show=zone&zone=stock:1")
    expect(page.locator(".zone.chosen")).to_be_visible()
    picture = page.locator("#overlay").bounding_box()
    assert picture is not None
    x, y = picture["x"] + picture["width"] * 0.62, picture["y"] + picture["height"] * 0.9
    page.mouse.click(x, y)
    expect(page.locator("[data-zone='stock:1']")).not_to_have_attribute("data-left", before)
    frame = page.locator("[data-zone='stock:1'] polygon").bounding_box()
    assert frame is not None
    assert frame["x"] + frame["width"] / 2 == pytest.approx(x, abs=4)
    assert frame["y"] + frame["height"] / 2 == pytest.approx(y, abs=4)
    expect(page.locator("#zone")).to_have_value("stock:1")
    page.goto(house.url + "stand")
    page.locator("#as-brought").tap()
    expect(page.locator("[data-zone='stock:1']")).to_have_attribute("data-left", before)


def test_a_tap_on_a_frame_shows_its_numbers(visit: Any, house: House) -> None:
    page = at_the_frames(visit, house)
    page.locator("[data-zone='T2']").click(position={"x": 20, "y": 20})
    expect(page.get_by_role("heading", name="A frame by numbers")).to_be_visible()
    expect(page.locator("#zone")).to_have_value("T2")
    page.locator("#field-left").fill("50")
    page.locator("#put-there").tap()
    expect(page.locator("[data-zone='T2']")).to_have_attribute("data-left", "50.0")
    page.locator("#field-left").fill("4000")
    page.evaluate("document.getElementById('field-left').removeAttribute('max')")
    visit.allowed = ("status of 422",)
    page.locator("#put-there").tap()
    expect(page.locator("#says")).to_have_text("That frame would lie beside the table.")
    with page.expect_navigation():  # a tap while the page is exchanged is lost
        page.locator("#to-steps").tap()
    expect(page.get_by_role("heading", name="A frame by numbers")).to_be_hidden()
    page.locator("#as-brought").tap()
    expect(page.locator("[data-zone='T2']")).not_to_have_attribute("data-left", "50.0")


def test_one_step_alone_is_done_again(visit: Any, house: House, scenery: Any) -> None:
    _, folder, _ = scenery
    page = at_the_frames(visit, house)
    page.locator("#frames-right").tap()
    page.locator("#keep").tap()
    expect(page.locator("#home")).to_be_visible()
    kept = (folder / FILE_NAME).read_bytes()
    page.reload()
    expect(page.get_by_role("heading", name="I see everything. It is kept.")).to_be_visible(
        timeout=PATIENCE_MS
    )
    page.locator("#again-focus").tap()
    expect(page.locator("#step-focus")).to_have_attribute("aria-current", "step")
    page.locator("#go-on").tap(timeout=PATIENCE_MS)
    expect(page.get_by_role("heading", name="I see everything")).to_be_visible()
    assert (folder / FILE_NAME).read_bytes() == kept, "nothing is kept before the last tap"
    page.locator("#keep").tap()
    expect(page.locator("#home")).to_be_visible()


def test_another_game_is_one_choice(visit: Any, house: House) -> None:
    page = at_the_frames(visit, house)
    page.locator("#game").select_option("racko")
    expect(page.locator("[data-zone='rack_1']")).to_be_visible()
    page.locator("#game").select_option("crapette")
    expect(page.locator("[data-zone='F1']")).to_be_visible()


def test_a_table_without_markers(visit: Any, house: House, scenery: Any) -> None:
    page = measured(visit, house)
    wide = scenery[0]._setup.view.width
    page.goto(house.url + "stand?show=corners")
    handle = page.locator("[data-corner='0']")
    expect(handle).to_be_visible()
    page.wait_for_timeout(700)
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10)
    page.mouse.move(x + 60, y + 20)
    page.mouse.up()
    page.wait_for_timeout(1200)
    assert float(page.locator("#field-corners-0-x").input_value()) > wide * 0.12
    page.locator("#set-corners").tap()
    expect(page.locator("#notes")).to_contain_text("this is the simulated table")
    assert table_of(page, house)["exactness"] == "by_hand"
    page.locator("#again-markers").tap()
    page.locator("#go-on").tap(timeout=PATIENCE_MS)
    expect(page.locator("#frames-right")).to_be_visible()
    assert table_of(page, house)["exactness"] == "very_exact"


def table_of(page: Page, house: House) -> Any:
    return json.loads(page.context.request.get(house.url + "api/v1/stand").body())["table"]


def test_a_camera_that_is_gone_is_said(visit: Any, house: House, scenery: Any, monkeypatch: Any) -> None:
    page = measured(visit, house)
    service = scenery[0]
    monkeypatch.setattr(service, "_camera_now", lambda: ("no_frames", None))
    expect(page.locator("#no-picture")).to_contain_text("No more pictures come")
    expect(page.locator("#chip")).to_have_text("No picture")
    monkeypatch.undo()
    expect(page.locator("#no-picture")).to_be_hidden()


def test_without_javascript(visit: Any, house: House) -> None:
    measured(visit, house)
    page = visit(path="stand", scripts=False)
    if page.locator("#again-zones").count():
        page.locator("#again-zones").tap()
    page.locator("#frames-right").tap()
    expect(page.get_by_role("heading", name="I see everything")).to_be_visible()
    page.locator("#keep").tap()
    expect(page.get_by_role("heading", name="I see everything. It is kept.")).to_be_visible()
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 960)


@pytest.mark.parametrize(("language", "theme"), [("fr", "light"), ("en", "dark")])
def test_every_screen_is_readable_and_whole(
    visit: Any, house: House, scenery: Any, language: str, theme: str
) -> None:
    page = at_the_frames(visit, house, reduced_motion="reduce", color_scheme=theme)
    speak(page, house, language)
    found: dict[str, list[str]] = {}

    def check(name: str, language: str = language) -> None:
        expect(page.locator("html")).to_have_attribute("lang", language)
        found.update({f"{name}, {where}": told for where, told in look_over(page, at_a_glance=True).items()})
        if language in ("fr", "en") and (told := violations(page)):
            found[f"{name}, axe-core"] = told

    for query in ("", "?show=tools", "?show=corners", "?show=lens", "?show=zone"):
        page.goto(house.url + "stand" + query)
        expect(page.locator("#overlay")).to_be_visible()
        check(query or "frames")
    page.goto(house.url + "stand")
    page.locator("#frames-right").tap()
    expect(page.locator("#keep")).to_be_visible()
    check("test")
    page.locator("#again-focus").tap()
    expect(page.locator("#go-on")).to_be_visible(timeout=PATIENCE_MS)
    check("focus")
    page.locator("#go-on").tap()
    page.locator("#game").select_option("change_horses")
    expect(page.locator("[data-zone='track']")).to_be_visible()
    check("a game for a larger table")
    page.locator("#game").select_option("crapette")
    expect(page.locator("[data-zone='F1']")).to_be_visible()
    for further in set(LANGUAGES) - {"fr", "en"} if language == "en" else ():
        speak(page, house, further)
        page.goto(house.url + "stand")
        check(f"in {further}", further)
    assert found == {}


def test_the_state_is_small(visit: Any, house: House) -> None:
    page = measured(visit, house)
    state = page.context.request.get(house.url + "api/v1/stand")
    assert json.loads(state.body())["game"] == "crapette"
    assert len(state.body()) < 20_000
