"""The main screens look as they did: each beside its kept picture in ``screenshots/`` (``make screenshots``)."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table import Table
from tests.browser import test_change_horses, test_crapette, test_looks, test_racko, test_super_crack
from tests.browser.conftest import EVENTS, House, Stage, Watched, housed
from tests.browser.looking import LONG, SIZES, settle, sit_down, speak
from tests.browser.pictures import Picture, difference, halved, kept, read, side_by_side
from tests.companion.kept.family import SATURDAY_MS, clock, play
from tests.fake_family import FakeFamily

pytestmark = pytest.mark.xdist_group("browser")

FOLDER = Path(__file__).parent / "screenshots"
WRITING = os.environ.get("COMPANION_SCREENSHOTS") == "write"
LARGEST, LARGEST_OF_ALL = 25_000, 600_000
"""Bytes of one kept picture, and of all."""
MARGIN = 0.85
"""A picture that differs less is what another browser would make of the same screen: it is left as it is."""
LENGTHS = {"tablet": 1, "upright": 1, "phone": 2}
"""So many screens' length of a page is looked at."""
EXTENT = """() => {
  document.getAnimations().forEach((one) => one.finish());
  return [innerWidth, innerHeight, Math.max(innerHeight, document.documentElement.scrollHeight)];
}"""
"""How wide a page is, how much of its height is shown, and how high it is; what moves stands where it will stand."""
FAMILY = ("Mamie Jo", "Papi Henri", "Camille", "Léo")


class Tuesday(datetime):
    """It is the Tuesday after the family's Saturday, and the machine's clock shows UTC."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Tuesday:
        return cls.fromtimestamp(SATURDAY_MS / 1000 + 3 * 86_400)

    @classmethod
    def fromtimestamp(cls, timestamp: float, tz: tzinfo | None = None) -> Tuesday:
        return super().fromtimestamp(timestamp, tz or UTC).replace(tzinfo=None)


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen as it is kept: how the table comes to it (None: the family's evening), where it is, how it is shown.

    ``seat``: it is that player's own page.
    """

    lay: Callable[[Any], Any] | None
    path: str = ""
    size: str = "tablet"
    theme: str = "light"
    language: str = "fr"
    seat: str = ""


def rack(house: Any) -> None:
    racks = {LONG[2]: [3, 9, None, 19, 27, 28, 20, None, 46, 58]}
    test_racko.a_turn(house, racks=racks, floating={LONG[2]: [33]})


def sitting_down(house: Any) -> str:
    """A phone that has read the code chooses its seat."""
    house.table.open_game("racko", list(FAMILY))
    return "join/" + str(house.app.extensions["companion"].codes.code(house.table.number))


SHOTS = {
    "home": Shot(None, "home"),
    "home-evening": Shot(None, "home", theme="dark"),
    "home-phone": Shot(None, "home", "phone"),
    "new-game": Shot(test_looks.deciding, "?panel=new"),
    "crapette": Shot(test_crapette.resting),
    "crapette-evening": Shot(test_crapette.resting, theme="dark", language="en"),
    "crapette-upright": Shot(test_crapette.resting, size="upright"),
    "crapette-question": Shot(test_crapette.question),
    "crapette-fault": Shot(test_crapette.called),
    "crapette-over": Shot(test_crapette.over),
    "dadamax": Shot(test_looks.deciding),
    "dadamax-phone": Shot(test_looks.deciding, size="phone"),
    "dadamax-over": Shot(test_looks.over),
    "racko": Shot(test_racko.a_turn),
    "racko-evening": Shot(test_racko.round_over, theme="dark"),
    "super-crack": Shot(test_super_crack.race),
    "super-crack-evening": Shot(test_super_crack.betting, theme="dark"),
    "super-crack-paid": Shot(test_super_crack.paid, language="en"),
    "change-horses": Shot(test_change_horses.a_turn),
    "change-horses-upright": Shot(test_change_horses.a_turn, size="upright", theme="dark"),
    "games": Shot(None, "games"),
    "replay": Shot(None, "games/1?at=40"),
    "sit": Shot(sitting_down, size="phone"),
    "settings": Shot(test_looks.nobody, "settings"),
    "seat-racko": Shot(rack, size="phone", seat=LONG[2]),
    "seat-super-crack": Shot(test_super_crack.race, size="phone", theme="dark", seat="Camille"),
    "seat-change-horses": Shot(test_change_horses.a_turn, size="phone", language="en", seat=LONG[0]),
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table whose family has played: nothing is changed on it."""
    journal = Journal(tmp_path_factory.mktemp("evening") / "journal.sqlite")
    table = Table(journal)
    with clock():
        options = {"end_when": "first"}
        play(table, "poker_dice_race", *FAMILY, seed=1, options=options, as_record=True)
        play(table, "crapette", *FAMILY[:2], seed=5, most=50, kind="careless", as_record=True)
        play(table, "racko", *FAMILY, seed=2, most=10)
    yield table
    journal.close()


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Shot:
    """The screen that is looked at."""
    chosen: Shot = request.param
    return chosen


@pytest.fixture
def house(tmp_path: Path, stage: Stage, request: pytest.FixtureRequest, shot: Shot) -> Iterator[House]:
    """The evening's table, or one on which nothing was played."""
    journal = None if shot.lay is None else Journal(tmp_path / "journal.sqlite")
    table = request.getfixturevalue("evening") if journal is None else Table(journal)
    given = {"family": FakeFamily(), "chosen": "auto"}
    with patch("web.kept.words.datetime", Tuesday), clock(), housed(stage, table, **given) as served:
        served.looks = 0  # type: ignore[attr-defined]
        yield served
    if journal is not None:
        journal.close()


def show(visit: Watched, house: House, shot: Shot) -> Page:
    """A browser that shows the screen and hears of nothing any more: it stays as it is."""
    laid = shot.lay(house) if shot.lay is not None else None
    where = laid if isinstance(laid, str) and laid else shot.path
    page = visit(SIZES[shot.size].viewport, path="home", reduced_motion="reduce", color_scheme=shot.theme)
    if shot.language != "fr":
        speak(page, house, shot.language)
    if shot.seat:
        sit_down(page, house, shot.seat)
    if where.startswith(("home", "games", "join", "settings")):
        page.goto(house.url + where)
    else:
        with page.expect_response(EVENTS):
            page.goto(house.url + where)
    expect(page.locator("html")).to_have_attribute("lang", shot.language)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    settle(page)
    return page


def taken(page: Page, size: str) -> Picture:
    """The page as it stands."""
    viewport = SIZES[size].viewport
    tallest = LENGTHS[size] * viewport["height"]
    return halved(photographed(page, tallest), viewport["width"], tallest)


def photographed(page: Page, tallest: int) -> bytes:
    """The page from its top, at most ``tallest`` CSS px of it, as a PNG.

    Chromium packs it loosely: to pack it well takes longer than to draw it.
    """
    width, shown, height = page.evaluate(EXTENT)
    deep = min(height, tallest)
    clip = {"x": 0, "y": 0, "width": width, "height": deep, "scale": 1}
    how = {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": deep > shown, "clip": clip}
    session = page.context.new_cdp_session(page)
    told = session.send("Page.captureScreenshot", how)
    session.detach()
    return base64.b64decode(told["data"])


@pytest.mark.parametrize("shot", [pytest.param(shot, id=name) for name, shot in SHOTS.items()], indirect=True)
def test_the_screen_looks_as_it_did(
    visit: Watched, house: House, shot: Shot, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    name = request.node.callspec.id.split("-", 1)[1]
    path = FOLDER / f"{name}.webp"
    actual = taken(show(visit, house, shot), shot.size)
    if WRITING:
        print(f"\n{name}: {written(path, actual)}", end=" ")
        return
    assert path.exists(), f"no picture of {name} is kept: make screenshots"
    expected = read(path.read_bytes())
    found = difference(expected, actual)
    if found.score >= 1.0:
        seen = tmp_path / f"{name}.png"
        seen.write_bytes(side_by_side(expected, actual, found.excess))
        pytest.fail(
            f"{name} differs most at {found.x}, {found.y} (CSS px), {found.score:.1f} times what may be: "
            f"expected, actual and difference lie side by side in {seen}. If it is meant: make screenshots"
        )


def written(path: Path, actual: Picture) -> str:
    """Keeps the picture if the screen changed; says what became of it."""
    found = difference(read(path.read_bytes()), actual) if path.exists() else None
    if found is not None and found.score < MARGIN:
        return "as it was"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(kept(actual))
    if found is None:
        return f"new, {path.stat().st_size} bytes"
    return f"CHANGED, {found.score:.1f} times what may be, most at {found.x}, {found.y}"


@pytest.mark.skipif(WRITING, reason="pictures are being written")
def test_every_picture_is_small_and_of_a_screen() -> None:
    sizes = {path.stem: path.stat().st_size for path in FOLDER.glob("*")}
    assert sizes.keys() == SHOTS.keys()
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
    assert sum(sizes.values()) <= LARGEST_OF_ALL
