"""The cards of a box shown in a real browser to the simulated camera: how many taps, and whether it is right."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from calibration.kept_box import read_box
from companion.evening import card_search
from companion.evening.box_enrolment import BoxEnrolment
from companion.evening.family_boxes import box_path, games_with_printed_cards
from companion.evening.laid_cards import holds
from companion.evening.stand import StandService
from companion.filmed.asked import AskedCards
from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import House, Stage, housed
from tests.browser.looking import LANGUAGES, TABLET, WHOLLY, leave, look_over, speak
from tests.browser.simulated_camera import ShownTable, simulated_camera
from tests.browser.test_accessibility import violations
from tests.browser.test_stand import PATIENCE_MS, Finger
from tests.plain_prints import PlainFinder, PlainPrints
from vision.printed import embedding, finding
from vision.printed.embedding import Embedder
from vision.printed.finding import CardFinder
from vision.printed.numbers import NumberReading

pytestmark = pytest.mark.xdist_group("browser")

MOST_TAPS = {"racko": 25, "super_crack": 60, "change_horses": 50}
LEARNT = finding.MODEL.is_file() and embedding.MODEL.is_file()
"""Whether the networks are there; else light rectangles are cards, which does for the simulated family's print."""


@dataclass
class Running:
    """The program as far as these tests need it, and the table before its camera."""

    house: House
    folder: Path
    stand: StandService
    boxes: BoxEnrolment
    shown: ShownTable


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Running]:
    """One simulated camera, on whose table lie the cards that a page asks for."""
    folder = tmp_path_factory.mktemp("boxes")
    table = Table(Journal(folder / "journal.sqlite"))
    asked = AskedCards()
    finder, prints = (CardFinder, Embedder) if LEARNT else (PlainFinder, PlainPrints)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(card_search, "LOOKS_AGAIN_S", 0.1)
        with simulated_camera(folder, table, cards=asked.now, rests_s=20.0) as (stand, shown):
            boxes = BoxEnrolment(folder, stand, finder, prints)
            boxes.step_shown = asked.ask
            with housed(stage, table, language="en", stand=stand, boxes=boxes) as house:
                yield Running(house, folder, stand, boxes, shown)
            boxes.close()


@pytest.fixture
def house(running: Running) -> House:
    return running.house


def lie_there(page: Page, running: Running, game: str) -> None:
    """Waits until the cards that the page asks for lie on the simulated table, and the page shows them."""
    count = page.locator("#asked .tile").count()
    step = int((page.locator(".shot[aria-current]").get_attribute("id") or "-1").removeprefix("step-"))
    assert len(searched(page, running, game, step)) == count
    look_now(page)
    expect(page.locator("#chip")).to_contain_text(f"I see {count} card", timeout=PATIENCE_MS)


def searched(page: Page, running: Running, game: str, step: int) -> tuple[str, ...]:
    """The cards of a photograph, once they lie there and were found in a picture."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    asked = (game, tuple(running.boxes.state(game, step)["asked"]))
    while len(running.boxes.state(game, step)["found"]) != len(asked[1]) or not running.shown.was_searched(
        asked
    ):
        assert time.monotonic() < deadline, f"{asked} do not lie there, or are not found"
        page.wait_for_timeout(50)
    return asked[1]


def look_now(page: Page) -> None:
    """The page asks for what is new, as it does when somebody comes back to it, rather than after a second."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def photographed(page: Page, running: Running, game: str, finger: Finger) -> None:
    """One photograph, as it was asked for."""
    lie_there(page, running, game)
    finger.tap("#take")
    finger.wait(page.locator("#right"))
    assert misnamed(running, game) == []


def misnamed(running: Running, game: str) -> list[str]:
    """The cards of the photograph whose names are not those of the cards that were laid there."""
    taken = running.boxes._works[game].taken
    assert taken is not None
    wrong = []
    for label, corners in zip(running.shown.laid[-1][1], running.shown.places[-1], strict=True):
        x, y = corners.mean(axis=0)
        (name,) = (
            name
            for name, one in zip(taken.names.names(), taken.seen.cards, strict=True)
            if holds(one.outline, (float(x), float(y)))
        )
        wrong += [f"{label} is called {name}"] if name != label else []
    return wrong


@pytest.mark.parametrize("game", MOST_TAPS)
def test_from_nothing_to_a_box_that_is_known(visit: Any, running: Running, game: str) -> None:
    page: Page = visit()
    finger = Finger(page)
    for way in ("#to-menu", "#open-stand", "#to-tools", "#to-games", f"#cards-of-{game}"):
        finger.tap(way)
    for number, _ in enumerate(games_with_printed_cards()[game].photographs):
        expect(page.locator(f"#step-{number}")).to_have_attribute("aria-current", "step", timeout=PATIENCE_MS)
        photographed(page, running, game, finger)
        finger.tap("#right")
    finger.wait(page.locator("#all-known"))
    print(f"{game}: {finger.taps} taps, {finger.waited:.1f} s of waiting")
    assert finger.taps <= MOST_TAPS[game]
    box = read_box(box_path(running.folder, game))
    assert set(box.labels) == set(games_with_printed_cards()[game].labels)


def card(page: Page, number: int) -> Locator:
    return page.locator("#overlay .card").nth(number)


def touch(page: Page, number: int) -> None:
    """A finger on a card of the photograph."""
    box = card(page, number).bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def opened(page: Page, running: Running, game: str, query: str = "") -> Finger:
    page.goto(running.house.url + f"stand/cards?game={game}{query}")
    expect(page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)
    if page.locator("#again").count():
        page.locator("#again").tap()
    expect(page.locator("#again")).to_have_count(0)
    return Finger(page)


def test_a_wrong_name_is_put_right_with_two_taps_and_other_light_is_measured(
    visit: Any, running: Running
) -> None:
    game = "racko"
    page: Page = visit()
    running.boxes.state(game)
    finger = opened(page, running, game, "&step=0")
    photographed(page, running, game, finger)
    touch(page, 2)
    finger.tap("#name-4")
    names = page.locator("#overlay .name text")
    expect(names.nth(2)).to_have_text("4")
    expect(names.nth(3)).to_have_text("3")
    touch(page, 2)
    finger.tap("#name-3")
    expect(names.nth(2)).to_have_text("3")
    before = len(running.boxes.state(game)["missing"])
    finger.tap("#right")
    if before == len(games_with_printed_cards()[game].labels):
        pytest.skip("nothing was known before: only the whole module measures")
    expect(page.locator("#helped")).to_contain_text("In this light I knew", timeout=PATIENCE_MS)


@dataclass
class Reading:
    """Reads the numbers that were laid, whatever the light; how well they are read is tested elsewhere."""

    running: Running

    def told(self, image: Any, cards: Any, numbers: Any = None) -> list[NumberReading]:
        laid = self.running.shown.laid[-1][1]
        return [
            NumberReading(int(label), 0.97, (), 1.0, card.outline)
            for label, card in zip(laid, cards, strict=True)
        ]


def test_numbers_that_are_read_need_no_second_tap(
    visit: Any, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "racko"
    page: Page = visit()
    if running.boxes.state(game)["have"]:
        running.boxes.forget(game)
    monkeypatch.setattr(running.boxes, "_numbers", Reading(running))
    monkeypatch.setattr(running.boxes, "_open_numbers", lambda: Reading(running))
    finger = opened(page, running, game)
    asked: list[str] = []
    for number in range(2):
        expect(page.locator(f"#step-{number}")).to_have_attribute("aria-current", "step", timeout=PATIENCE_MS)
        expect(page.locator(".to-lay")).to_contain_text("I read their numbers")
        lie_there(page, running, game)
        asked += running.shown.laid[-1][1]
        finger.tap("#take")
        finger.wait(page.locator(f"#progress .num:text-is('{10 * number + 10}')"))
    expect(page.locator("#kept")).to_contain_text("I read all 10 numbers")
    assert finger.taps == 2
    box = read_box(box_path(running.folder, game))
    assert [look.label for look in box.looks] == asked


def test_corners_are_drawn_with_four_taps(visit: Any, running: Running) -> None:
    game = "racko"
    page: Page = visit()
    finger = opened(page, running, game, "&step=1")
    photographed(page, running, game, finger)
    box = card(page, 6).bounding_box()
    assert box is not None
    touch(page, 6)
    finger.tap("#draw")
    for number, (across, down) in enumerate(((0, 0), (1, 1), (0, 1), (1, 0)), start=1):
        expect(page.locator("#corners")).to_contain_text(f"corner {number}")
        page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + down * box["height"])
    expect(page.locator("#corners")).to_have_count(0)
    drawn = card(page, 6).bounding_box()
    assert drawn is not None and drawn["width"] == pytest.approx(box["width"], abs=8)
    assert misnamed(running, game) == []
    page.locator("#again").tap()


def test_a_file_is_handed_on_and_taken_over(visit: Any, running: Running) -> None:
    game = "change_horses"
    page: Page = visit()
    finger = opened(page, running, game)
    if page.locator("#take").count():
        photographed(page, running, game, finger)
        finger.tap("#right")
    finger.tap("#to-more")
    with page.expect_download() as downloading:
        page.locator("#download").tap()
    file = Path(downloading.value.path())
    assert json.loads(file.read_text())["kind"] == "printed_cards"
    page.locator("#forget").tap()
    expect(page.locator("#progress")).to_contain_text("0 of 33 cards")
    page.locator("#to-more").tap()
    page.locator("#file").set_input_files(
        files=[{"name": "x.json", "mimeType": "application/json", "buffer": b"{"}]
    )
    page.locator("#take-over").tap()
    expect(page.locator(".flash")).to_contain_text("no cards that I can read")
    page.locator("#file").set_input_files(file)
    page.locator("#take-over").tap()
    expect(page.locator(".note").first).to_contain_text("not checked yet")
    expect(page.locator("#progress .num")).not_to_have_text("0")


def test_without_javascript(visit: Any, running: Running) -> None:
    game = "super_crack"
    page: Page = visit(path=f"stand/cards?game={game}&step=1", scripts=False)
    for _ in range(200):
        if page.locator("#photograph").count():
            break
        page.wait_for_timeout(100)
        page.locator("#look-again").tap()
    if page.locator("#again").count():
        page.locator("#again").tap()
    asked = searched(page, running, game, 1)
    page.locator("#look-again").tap()
    page.locator("#take").tap()
    box = card(page, 0).bounding_box()
    sight = page.locator("#photograph").bounding_box()
    assert box is not None and sight is not None
    at = {"x": box["x"] + box["width"] / 2 - sight["x"], "y": box["y"] + box["height"] / 2 - sight["y"]}
    page.locator("#photograph").tap(position=at)  # type: ignore[arg-type]
    expect(page.get_by_role("heading", name="Which card is it?")).to_be_visible()
    page.locator(f"#name-{asked[1]}").tap()
    expect(page.locator("#overlay .name text").nth(1)).to_have_text("−2")
    page.locator("#again").tap()
    expect(page.locator("#take")).to_be_visible()


def test_every_screen_is_readable_and_whole(visit: Any, running: Running, house: House) -> None:
    page: Page = visit(reduced_motion="reduce")
    found: dict[str, list[str]] = {}

    def check(query: str, name: str, glance: bool = True) -> None:
        for language in LANGUAGES if name == "a photograph" else WHOLLY:
            speak(page, house, language)
            leave(page)
            page.goto(house.url + "stand/cards?" + query)
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)
            told = look_over(page, at_a_glance=glance)
            found.update({f"{name}, {language}, {where}": what for where, what in told.items()})
            if language in WHOLLY and (wrong := violations(page)):
                found[f"{name}, {language}, axe-core"] = wrong
        speak(page, house, "en")
        page.set_viewport_size(TABLET)

    # In this order other cards are laid, drawn and searched only twice for each game.
    for game in MOST_TAPS:
        opened(page, running, game, "&step=0")
        check(f"game={game}&step=0", f"what to lay, {game}")
        check(f"game={game}&step=1&show=more", f"more, {game}", glance=False)
        finger = opened(page, running, game, "&step=1")
        photographed(page, running, game, finger)
        check(f"game={game}", "a photograph")
        check(f"game={game}&card=1", f"a chosen card, {game}")
        opened(page, running, game, "&step=1")
    assert found == {}
