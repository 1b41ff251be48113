"""A board tapped in a real browser, on the photograph of the simulated camera; then a game is played on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from calibration.boards.kept import load_board
from calibration.geometry import Point
from companion.board import PrintedSquare
from companion.evening.boards import MARGIN_MM, BoardService, FamilyBoards
from companion.evening.stand import game_plans
from companion.filmed.board_forms import form_of
from companion.filmed.simulated_board import printed_squares
from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import House, Stage, housed
from tests.browser.looking import LANGUAGES, TABLET, WHOLLY, leave, look_over, speak
from tests.browser.simulated_camera import simulated_camera
from tests.browser.test_accessibility import violations
from tests.browser.test_stand import PATIENCE_MS
from web.outside import NewGameDefaults

pytestmark = pytest.mark.xdist_group("browser")

GAME = "poker_dice_race"
BOARD = game_plans()[GAME].zone(form_of(GAME).zone)
PRINTED = printed_squares(GAME, BOARD)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[tuple[House, Path]]:
    """One simulated camera over a race's table."""
    folder = tmp_path_factory.mktemp("board")
    table = Table(Journal(folder / "journal.sqlite"))
    table.open_game(GAME, ["Ada", "Bea"])
    with simulated_camera(folder, table) as (stand, _):
        kept = FamilyBoards(folder)
        defaults = NewGameDefaults(family_board=kept.profile)
        boards = BoardService(folder, kept, stand, defaults.profile_of)
        with housed(stage, table, language="en", new_game=defaults, stand=stand, boards=boards) as served:
            yield served, folder


@pytest.fixture
def house(running: tuple[House, Path]) -> House:
    return running[0]


def touch(page: Page, square: PrintedSquare) -> None:
    """A finger on a printed square."""
    box = page.locator("#photograph").bounding_box()
    assert box is not None
    px_per_mm = box["width"] / (BOARD.width + 2 * MARGIN_MM)
    across, down = square.x - BOARD.left + MARGIN_MM, square.y - BOARD.top + MARGIN_MM
    page.touchscreen.tap(box["x"] + across * px_per_mm, box["y"] + down * px_per_mm)


def choose(page: Page, kind: str) -> None:
    page.locator(f"#kind-{kind}").tap()
    expect(page.locator(f"#kind-{kind}")).to_have_attribute("aria-pressed", "true")


def stretch(page: Page, between: int, end: PrintedSquare) -> None:
    """A straight stretch with so many squares before its end."""
    page.locator("#between").select_option(str(between))
    touch(page, end)


def begin_anew(page: Page) -> None:
    """Whatever an earlier test has tapped is taken away."""
    if page.locator("#anew").is_enabled():
        page.locator("#anew").tap()
    expect(dots(page)).to_have_count(0)


def dots(page: Page) -> Locator:
    """The squares that the table knows of."""
    return page.locator("#overlay circle.dot:not(.fresh)")


def test_a_board_is_tapped_kept_and_played_on(visit: Any, house: House, running: Any) -> None:
    page: Page = visit()
    page.goto(house.url + "stand")
    page.locator("#to-board").tap(timeout=PATIENCE_MS)
    expect(page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)
    starts, track, arrivals = PRINTED[:2], PRINTED[4:-4], PRINTED[-2:]
    for square in starts:
        touch(page, square)
    choose(page, "green")
    touch(page, track[0])
    stretch(page, 4, track[5])
    choose(page, "blue")
    touch(page, track[6])
    touch(page, track[7])
    expect(page.locator(".board-fault.missing").first).to_contain_text("The track has two obstacles")
    choose(page, "green")
    touch(page, track[9])  # one too far
    page.locator("#undo").tap()
    expect(dots(page)).to_have_count(2 + 8)
    stretch(page, 4, track[12])
    expect(dots(page)).to_have_count(2 + 8 + 5)
    page.reload()
    expect(page.locator("#to-do")).to_have_text("Now: Green, number 14")
    choose(page, "blue")
    touch(page, track[14])
    touch(page, track[15])
    choose(page, "yellow")
    stretch(page, 3, track[19])
    stretch(page, 3, track[23])
    choose(page, "arrival")
    for square in arrivals:
        touch(page, square)
    expect(page.locator(".board-fault.question")).to_contain_text("left out between 13 and 14?")
    assert page.locator("#keep").count() == 0
    touch(page, track[14])
    page.locator("[name=where][value=before]").tap()
    touch(page, track[13])
    expect(page.locator("#to-do")).to_be_visible()
    touch(page, track[13])
    page.locator("#recolour-green").tap()
    page.locator("#done").tap()
    expect(page.locator(".board-fault")).to_have_count(0)
    page.locator("#keep").tap()
    expect(page.locator("#kept")).to_contain_text("24 squares")
    kept = load_board(running[1], form_of(GAME))
    assert kept is not None
    assert kept.profile["board"] == {"length": 24, "obstacles": [[7, 8], [15, 16]], "arrival_squares": 2}
    for number, square in enumerate(track, start=1):
        assert kept.squares.at(Point(square.x, square.y)) == f"square_{number}"
    with page.expect_download() as downloading:
        page.locator("#download").tap()
    assert json.loads(Path(downloading.value.path()).read_text()) == kept.profile
    page.locator("#home").tap()
    expect(page).to_have_url(house.url)
    page.goto(house.url + "?panel=new&game=" + GAME)
    page.locator("#begin").tap()
    expect(page.locator("#begin")).to_have_count(0)
    assert house.view["board"]["length"] == 24


def test_keys_alone_tap_and_a_picture_is_made_larger(visit: Any, house: House) -> None:
    page: Page = visit()
    page.goto(house.url + f"stand/board?game={GAME}")
    expect(page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)
    begin_anew(page)
    page.locator("#photograph").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    expect(dots(page)).to_have_count(1)
    place = page.locator("#overlay circle.dot").get_attribute("cx")
    assert place is not None and abs(float(place) - 503.5) < 2
    wide = page.locator("#photograph").bounding_box()
    page.locator("#zoom-in").tap()
    page.locator("#zoom-in").tap()
    larger = page.locator("#photograph").bounding_box()
    assert wide is not None and larger is not None
    assert larger["width"] == pytest.approx(2.5 * wide["width"], rel=0.01)
    page.reload()
    expect(page.locator("#paper")).to_have_attribute("data-zoom", "3")
    expect(dots(page)).to_have_count(1)


def test_without_javascript(visit: Any, house: House) -> None:
    page: Page = visit(path=f"stand/board?game={GAME}", scripts=False)
    expect(page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)
    begin_anew(page)
    page.locator("#kind-green").tap()
    page.locator("#photograph").tap(position={"x": 200, "y": 300})
    expect(dots(page)).to_have_count(1)
    page.locator("#photograph").tap(position={"x": 201, "y": 301})
    expect(page.get_by_role("heading", name="Green, 1")).to_be_visible()
    page.locator("#remove").tap()
    expect(dots(page)).to_have_count(0)


def test_every_screen_is_readable_and_whole(visit: Any, house: House) -> None:
    page: Page = visit(reduced_motion="reduce")
    found: dict[str, list[str]] = {}

    def check(query: str, name: str) -> None:
        for language in LANGUAGES if name == "faults" else WHOLLY:
            speak(page, house, language)
            leave(page)
            page.goto(house.url + "stand/board?" + query)
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)
            told = look_over(page, at_a_glance=True, scrolling=".sheet")
            found.update({f"{name}, {language}, {where}": what for where, what in told.items()})
            if language in WHOLLY and (wrong := violations(page)):
                found[f"{name}, {language}, axe-core"] = wrong
        page.set_viewport_size(TABLET)

    page.goto(house.url + f"stand/board?game={GAME}")
    begin_anew(page)
    check(f"game={GAME}", "empty")
    choose(page, "blue")
    for square in PRINTED[4:9]:
        touch(page, square)
    expect(dots(page)).to_have_count(5)
    check(f"game={GAME}", "faults")
    check(f"game={GAME}&square=2", "a chosen square")
    check("game=super_crack", "Super-Crack")
    check("game=change_horses", "Change Horses")
    assert found == {}
