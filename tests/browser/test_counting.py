"""A box is counted in a real browser before the simulated camera: what is ticked, missing, double and doubtful."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from calibration.kept_box import write_box
from companion.evening import card_search
from companion.evening.box_counting import BoxCounting
from companion.evening.box_enrolment import BoxEnrolment
from companion.evening.family_boxes import box_path
from companion.evening.laid_cards import holds
from companion.filmed.asked import AskedCards
from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import House, Stage, housed
from tests.browser.looking import TABLET, WHOLLY, leave, look_over, speak
from tests.browser.simulated_camera import ShownTable, simulated_camera
from tests.browser.test_accessibility import violations
from tests.browser.test_box import LEARNT
from tests.browser.test_stand import PATIENCE_MS, Finger
from tests.companion.evening.test_box_counting import enrolled
from tests.plain_prints import PlainFinder, PlainPrints
from vision.printed.cut_out import ByteArray
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.reader import PrintedReading

pytestmark = pytest.mark.xdist_group("browser")

RACKO = "racko"
OWNED = tuple(str(number) for number in range(1, 25))
"""The cards that were shown."""
LOST, DOUBLE, DOUBTFUL = "12", "7", "9"


@dataclass
class Family:
    """Lays the cards that a page asks for, without the one that is lost, and a double; reads what was laid there."""

    asked: AskedCards
    shown: list[ShownTable] = field(default_factory=list)

    def lay(self, game: str, labels: tuple[str, ...]) -> None:
        there = [label for label in labels if label != LOST]
        self.asked.ask(game, tuple(there) + ((DOUBLE,) if DOUBLE in there else ()))

    def told(
        self, image: ByteArray, cards: Sequence[FoundCard], goes_on: Callable[[], None] = lambda: None
    ) -> list[PrintedReading]:
        told = []
        for card in cards:
            for label, corners in zip(self.shown[0].laid[-1][1], self.shown[0].places[-1], strict=True):
                x, y = np.mean(corners, axis=0)
                if holds(card.outline, (float(x), float(y))):
                    score = 0.7 if label == DOUBTFUL else 0.99
                    guesses = ((label, score), ("6", 0.2))
                    told.append(PrintedReading(label, score, guesses, 1.0, card.outline))
            goes_on()
        return told


@dataclass
class Running:
    """The program as far as these tests need it."""

    house: House
    counting: BoxCounting
    shown: ShownTable


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("counted")
    box_path(folder, RACKO).parent.mkdir()
    write_box(box_path(folder, RACKO), enrolled(OWNED))
    table, asked = Table(Journal(folder / "journal.sqlite")), AskedCards()
    family, finder = Family(asked), CardFinder if LEARNT else PlainFinder
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(card_search, "LOOKS_AGAIN_S", 0.1)
        with simulated_camera(folder, table, cards=asked.now, rests_s=20.0) as (stand, shown):
            family.shown.append(shown)
            boxes = BoxEnrolment(folder, stand, finder, PlainPrints)
            counting = BoxCounting(folder, stand, finder, lambda _: family)
            counting.cards_shown = family.lay
            with housed(stage, table, language="en", stand=stand, boxes=boxes, counting=counting) as house:
                yield Running(house, counting, shown)
            counting.close()
            boxes.close()


@pytest.fixture
def house(running: Running) -> House:
    return running.house


def count_them(page: Page, running: Running, finger: Finger, there: int) -> None:
    """Waits until so many cards lie there and are seen, and counts them."""
    expect(page.locator("#chip")).to_contain_text(f"I see {there} cards", timeout=PATIENCE_MS)
    finger.tap("#take")
    expect(page.locator("#again")).to_be_visible(timeout=PATIENCE_MS)


def test_a_box_is_counted_from_its_page_until_all_but_the_lost_card_is_ticked(
    visit: Any, running: Running
) -> None:
    page: Page = visit()
    page.goto(running.house.url + f"stand/cards?game={RACKO}")
    finger = Finger(page)
    finger.tap("#to-count")
    expect(page.locator("#counted")).to_contain_text("0 of 24 cards")
    count_them(page, running, finger, 18)
    expect(page.locator("#unread")).to_contain_text("3 cards I could not read surely")
    expect(page.locator(".cell.full")).to_have_count(15)
    assert page.locator(".open-card img").evaluate("image => image.naturalWidth") > 50
    for left, label in ((2, DOUBLE), (1, DOUBTFUL), (0, DOUBLE)):
        page.locator(f".open-card button:text-is('{label}')").tap()
        expect(page.locator("#unread")).to_have_count(int(left > 0))
        if left:
            expect(page.locator("#unread")).to_contain_text(f"{left} card")
    expect(page.locator(".too-many")).to_contain_text("7 lies there twice: one is from another box")
    expect(page.locator("#counted")).to_contain_text("17 of 24 cards")
    expect(page.locator("#missing")).to_contain_text("Still missing: 12, 19, 20, 21, 22, 23 and 24.")
    finger.tap("#next")
    count_them(page, running, finger, 6)
    expect(page.locator("#missing")).to_contain_text("Still missing: 12.")
    expect(page.locator(f"#cell-{LOST}")).to_have_attribute("aria-label", "12: not seen yet")
    expect(page.locator(".cell.full")).to_have_count(23)


def test_every_screen_of_the_count_is_readable_and_whole(visit: Any, running: Running, house: House) -> None:
    page: Page = visit(reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    running.counting.anew(RACKO)

    def check(name: str) -> None:
        for language in WHOLLY:
            speak(page, house, language)
            leave(page)
            page.goto(house.url + f"stand/count?game={RACKO}")
            expect(page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)
            told = look_over(page, at_a_glance=False)
            found.update({f"{name}, {language}, {where}": what for where, what in told.items()})
            if wrong := violations(page):
                found[f"{name}, {language}, axe-core"] = wrong
        speak(page, house, "en")
        page.set_viewport_size(TABLET)

    check("before")
    count_them(page, running, Finger(page), 18)
    check("a portion with doubtful cards")
    assert found == {}
