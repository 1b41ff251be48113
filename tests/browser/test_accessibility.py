"""Every screen under axe-core: what a screen reader, a keyboard or weak eyes would stumble over (WCAG 2.2 AA)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from companion.journal import Journal
from companion.table import Table
from tests.browser import test_change_horses, test_crapette, test_looks, test_racko, test_super_crack
from tests.browser.conftest import AXE, AXE_PATH, House, Stage, Watched, housed
from tests.browser.looking import LONG, PHONE, TABLET, leave, settle, speak
from tests.browser.test_small_phones import SCREENS
from tests.companion.kept.family import clock, play
from tests.fake_family import SICK, FakeFamily
from tests.fake_wifi import FakeWifi

pytestmark = pytest.mark.xdist_group("another browser")

FETCH = """async (address) => {
  const one = Object.assign(document.createElement('script'), { src: address });
  await new Promise((done, failed) => {
    Object.assign(one, { onload: done, onerror: failed });
    document.head.append(one);
  });
  one.remove();
}"""
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
LOOK = """async (rules) => {
  const told = await axe.run(document, {
    runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'], preload: false,
  });
  const where = (one) => one.nodes.map((node) => `${one.id} (${one.impact}): ${node.html.slice(0, 160)}`);
  return told.violations.flatMap(where);
}"""
WAYS: tuple[tuple[str, str, ViewportSize], ...] = (("fr", "light", TABLET), ("en", "dark", PHONE))
"""Both languages, both themes, a wide and a narrow page. Each screen is looked at in one of the two, in turn."""
TABLES: dict[str, Callable[[Any], Any]] = {
    "nobody": test_looks.nobody,
    "Dadamax": test_looks.deciding,
    "a question": test_looks.asking,
    "Dadamax is over": test_looks.over,
    "Crapette": test_crapette.resting,
    "Crapette, a call": test_crapette.called,
    "Crapette, which card": test_crapette.asked_which,
    "Rack-o": test_racko.a_turn,
    "Rack-o, racks are shown": test_racko.round_over,
    "Change Horses": test_change_horses.a_turn,
    "Change Horses is over": test_change_horses.over,
    "Super-Crack, the market": test_super_crack.buying,
    "Super-Crack, a race": test_super_crack.race,
    "Super-Crack, the bets": test_super_crack.betting,
}
FEW = 1 if os.environ.get("COMPANION_LONG") else 4
"""Of the states that other tests lay one out of so many."""
PANELS = (
    "menu",
    "history",
    "where",
    "pause",
    "lots",
    "secret",
    "new",
    "new&game=racko",
    "amend&entry=2",
    "other",
)
PAGES = (
    *(
        "home",
        "games",
        "league",
        "games/add",
        "settings",
        "settings/club",
        "settings/wifi",
        "settings/wifi?network=",
        "first-evening",
        "diagnostics",
        "seats",
        "pin",
        "nothing",
    ),
    *(f"rules/{game}" for game in ("crapette", "racko", "super_crack", "change_horses", "poker_dice_race")),
    *(f"games/{number}?at=20" for number in range(1, 6)),
    "games/1?at=20&show=numbers",
)
SEATS: dict[str, Callable[[Any], Any]] = {
    "Crapette": test_crapette.resting,
    "Rack-o": lambda house: test_racko.a_turn(house, racks={LONG[0]: list(range(3, 53, 5))}),
    "Change Horses": test_change_horses.a_turn,
    "Super-Crack": test_super_crack.race,
    "Dadamax": test_looks.deciding,
}


@pytest.fixture
def house(tmp_path: Path, stage: Stage) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(
        stage, Table(journal), family=FakeFamily(), health=lambda: SICK, chosen="auto", wifi=FakeWifi()
    ) as served:
        yield served
    journal.close()


def violations(page: Page, elsewhere: bool = False) -> list[str]:
    """What axe-core finds on the page as it stands; ``elsewhere``: its server is not the stage."""
    settle(page)
    if not page.evaluate("'axe' in window"):
        if elsewhere:
            page.evaluate(AXE.decode())
        else:
            page.evaluate(FETCH, AXE_PATH)
    found: list[str] = page.evaluate(LOOK, RULES)
    return found


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever reads in one of the two ways, and the page."""

    page: Page
    way: int

    def share(self, things: Iterable[Any]) -> list[Any]:
        """Every other one."""
        return [thing for place, thing in enumerate(things) if place % len(WAYS) == self.way]


@pytest.fixture(params=range(len(WAYS)), ids=[way[0] for way in WAYS])
def reader(request: pytest.FixtureRequest, visit: Watched, house: House) -> Reader:
    language, theme, size = WAYS[request.param]
    page = visit(size, reduced_motion="reduce", color_scheme=theme)
    speak(page, house, language)
    return Reader(page, request.param)


def visited(page: Page, house: House, path: str = "") -> list[str]:
    page.goto(house.url + path)
    return violations(page)


def test_every_table(reader: Reader, house: House) -> None:
    found = {}
    for name, lay in reader.share(TABLES.items()):
        leave(reader.page)
        path = lay(house)
        found[name] = visited(reader.page, house, path if isinstance(path, str) else "")
    test_looks.deciding(house)
    for panel in reader.share(PANELS):
        found[panel] = visited(reader.page, house, f"?panel={panel}")
    assert {name: told for name, told in found.items() if told} == {}


def test_every_state_that_other_tests_lay(reader: Reader, house: Any) -> None:
    house.looks = 0  # of the camera at Crapette
    laid = [(game, name, screen) for game, screens in SCREENS.items() for name, screen in screens.items()]
    found = {}
    for game, name, screen in reader.share(laid[::FEW]):
        leave(reader.page)
        found[f"{game}, {name}"] = visited(reader.page, house, screen.lay(house) or screen.path)
    assert {name: told for name, told in found.items() if told} == {}


def test_every_page_beside_the_table(reader: Reader, house: House, visit: Watched) -> None:
    visit.allowed = ("status of 404",)
    leave(reader.page)
    with clock():
        play(house.table, "poker_dice_race", *LONG, seed=1, options={"end_when": "first"}, as_record=True)
        play(house.table, "crapette", *LONG[:2], seed=5, most=50, kind="careless", as_record=True)
        play(house.table, "super_crack", *LONG, "Inès", seed=2, most=40, as_record=True)
        play(house.table, "change_horses", *LONG[:3], seed=2, most=40, as_record=True)
        play(house.table, "racko", *LONG, seed=2, most=10)
    found = {path: visited(reader.page, house, path) for path in reader.share(PAGES)}
    assert {name: told for name, told in found.items() if told} == {}


def test_every_seat(reader: Reader, house: House) -> None:
    page, found = reader.page, {}
    for game, lay in reader.share(SEATS.items()):
        leave(page)
        lay(house)
        page.goto(house.url + "seats")
        page.goto(house.url + "join/" + page.locator(".typed-address").inner_text().rsplit("/", 1)[1])
        found[f"choosing a seat, {game}"] = violations(page)
        page.locator("label.chair-0").click()
        page.locator("#sit").click()
        expect(page.locator("#tablet")).to_be_visible()
        found[f"a seat, {game}"] = violations(page)
        found[f"its menu, {game}"] = visited(page, house, "?panel=menu")
        page.locator("#leave-seat").click()
    assert {name: told for name, told in found.items() if told} == {}
