"""The sentence of a first game lies on nothing that is awaited, at any table, in any state, on any device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion import teaching as taught
from companion.journal import Journal
from companion.table import Table
from tests.browser import test_change_horses, test_crapette, test_looks, test_racko, test_super_crack
from tests.browser.conftest import House, Stage, Watched, housed
from tests.browser.looking import (
    DRAWN_ANEW,
    EVERY_SIZE,
    PHONE,
    SIZES,
    SMALL_PHONE,
    Screen,
    all_boxes,
    boxes,
    findings,
    leave,
)
from tests.browser.test_help import apart
from tests.fake_family import FakeFamily
from web.table import teaching

pytestmark = pytest.mark.xdist_group("another browser")

SCREENS: Mapping[str, Mapping[str, Screen]] = {
    "poker_dice_race": test_looks.SCREENS,
    "crapette": test_crapette.SCREENS,
    "racko": test_racko.SCREENS,
    "super_crack": test_super_crack.STATES,
    "change_horses": test_change_horses.SCREENS,
}
COVERED = """() => {
  const tapped = [...document.querySelectorAll('main :is(a[href],button,summary,label,input),.fronton :is(a,button)')]
    .filter((one) => one.type !== 'hidden' && one.checkVisibility());
  const name = (one) => one.id || one.className || one.textContent.trim();
  const boxes = tapped.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  const under = boxes.filter(([, box]) => {
    const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return there && there.closest('#lesson');
  });
  const own = [...document.querySelectorAll('#lesson form > *')].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  const beneath = boxes.filter(([one, box]) => !one.matches('.tap') && own.some((one) =>
    Math.min(one.right, box.right) - Math.max(one.left, box.left) > 1 &&
    Math.min(one.bottom, box.bottom) - Math.max(one.top, box.top) > 1));
  const lesson = document.querySelector('#lesson');
  const card = lesson && lesson.checkVisibility() && lesson.querySelector('details').getBoundingClientRect();
  const beyond = card && (card.left < 0 || card.top < 0 || card.right > innerWidth || card.bottom > innerHeight);
  return [
    ...under.map(([one]) => `UNDER ${name(one)}`),
    ...beneath.map(([one]) => `BUTTON OVER ${name(one)}`),
    ...(beyond ? ['BEYOND the screen'] : []),
  ];
}"""


@pytest.fixture
def family() -> FakeFamily:
    family = FakeFamily()
    for game_id in SCREENS:
        family.set_taught(game_id, True)
    return family


@pytest.fixture
def house(tmp_path: Path, stage: Stage, family: FakeFamily) -> Iterator[Any]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal), family=family) as served:
        counting: Any = served
        counting.looks = 0
        yield counting
    journal.close()


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a state in which no sentence is due the longest one is said."""

    def biting(game_id: str, codes: Any, known: Any, *, begins: bool) -> taught.Lesson:
        due = taught.biting(game_id, codes, known, begins=begins)
        return due or max(taught.lessons(game_id), key=lambda one: len(one.words.said("fr")))

    monkeypatch.setattr(teaching, "biting", biting)


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("game_id", SCREENS)
def test_nothing_that_is_awaited_lies_under_a_lesson(visit: Watched, house: House, game_id: str) -> None:
    page = visit(reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    looked = 0
    for name, screen in SCREENS[game_id].items():
        leave(page)
        path = screen.lay(house) or screen.path
        for size, device in SIZES.items():
            page.set_viewport_size(device.viewport)
            page.goto(house.url + path)
            page.evaluate(DRAWN_ANEW)
            looked += page.locator("#lesson").is_visible()
            if told := page.evaluate(COVERED):
                found[f"{name}, {size}"] = told
    assert found == {} and looked > 12


@pytest.mark.usefixtures("always")
def test_it_leaves_scores_readable(visit: Watched, house: House) -> None:
    players = ["Ada", "Bea"]
    setup = {"dealer": "Ada", "turn": "Bea", "discard": [5, 12], "scores": {"Ada": 310, "Bea": 265}}
    house.table.open_game("racko", players, setup=setup)
    page = visit(reduced_motion="reduce")
    for device in SIZES.values():
        page.set_viewport_size(device.viewport)
        page.goto(house.url)
        page.evaluate(DRAWN_ANEW)
        (card,), told = boxes(page, ".lesson-card"), all_boxes(page, ".rk-scores b")
        assert len(told) == 2 and all(apart(card, one) for one in told)


@pytest.mark.usefixtures("always")
def test_where_there_is_no_room_it_folds_and_a_tap_unfolds_it(visit: Watched, house: House) -> None:
    page = visit(PHONE, path=test_crapette.taken(house), reduced_motion="reduce")
    lesson, understood = page.locator("#lesson summary"), page.locator("#understood")
    expect(understood).to_be_hidden()
    lesson.tap()
    expect(understood).to_be_visible()
    lesson.tap()
    expect(understood).to_be_hidden()
    lesson.tap()
    understood.tap()
    expect(page.locator("#put-down")).to_be_visible()


@pytest.mark.usefixtures("always")
def test_folded_it_says_which_one_it_is_and_cuts_nothing_off(visit: Watched, house: House) -> None:
    narrow = EVERY_SIZE[SMALL_PHONE].viewport
    page = visit(narrow, path=test_crapette.taken(house), reduced_motion="reduce")
    lesson = page.locator("#lesson")
    expect(lesson).to_have_attribute("data-fold", "line")
    expect(lesson.locator(".lesson-count")).to_be_in_viewport(ratio=1)
    assert findings(page, SMALL_PHONE, tall=True) == []


def test_without_a_script_it_is_folded_by_a_tap(visit: Watched, house: House) -> None:
    test_crapette.resting(house)
    page = visit(scripts=False)
    expect(page.locator("#understood")).to_be_visible()
    page.locator("#lesson summary").tap()
    expect(page.locator("#understood")).to_be_hidden()
