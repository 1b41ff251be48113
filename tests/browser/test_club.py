"""The club's page in a real browser: readable and whole at every size, and up to date by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from companion.club.telling import public_state
from tests.browser.conftest import Stage, Watched
from tests.browser.looking import look_over
from tests.browser.test_accessibility import violations
from tests.companion.club.playing import PlayedTable
from tests.web.club.hall import CHAIN, Hall
from web.services import EXTENSION

pytestmark = pytest.mark.xdist_group("another browser")

SMALL_BOARDS = ("SMALL",)
"""The boards are pictures of tables: each is a tap away from itself in large."""


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    """A club of three tables at which three games are played."""
    made = Hall(tmp_path, language="de")
    for game, name in (("crapette", "window"), ("racko", "door"), ("change_horses", "stairs")):
        played = PlayedTable(tmp_path / name, game, seed=4).open().play(9)
        made.hear(name, **json.loads(json.dumps(public_state(played.table.snapshot()))))
    return made


@pytest.fixture
def house(hall: Hall, stage: Stage) -> Iterator[SimpleNamespace]:
    """What ``visit`` opens: the club's page."""
    with stage.showing(hall.app) as url:
        yield SimpleNamespace(url=url)


def test_the_page_is_readable_whole_and_up_to_date(visit: Watched, hall: Hall) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    expect(page.locator(".club-table")).to_have_count(3)
    assert look_over(page, at_a_glance=False, excused=SMALL_BOARDS) == {}
    assert violations(page) == []
    hall.hear("cellar", title="Keller")
    expect(page.get_by_role("link", name="Keller")).to_be_visible()


def test_a_spectators_page_follows_the_game_until_it_is_over(
    visit: Watched, house: SimpleNamespace, hall: Hall, tmp_path: Path
) -> None:
    played = PlayedTable(tmp_path / "cellar", "racko", seed=6).open().play(4)

    def tell() -> None:
        told = json.loads(json.dumps(public_state(played.table.snapshot())))
        hall.hear("cellar", **{**told, "title": "Keller"})

    tell()
    visit.allowed = ("410 (GONE)",)  # so a browser tells its console of a link that has ended
    spectators = hall.app.extensions[EXTENSION].spectators
    page = visit(painted=False)
    page.goto(f"{house.url}watch/{spectators.open('cellar', CHAIN, 0)}")
    board = page.locator("#watched .club-board")
    expect(board).to_be_visible()
    before = board.inner_html()
    played.play(3)
    tell()
    expect(board).not_to_have_js_property("innerHTML", before)
    assert violations(page) == []
    spectators.end("cellar", CHAIN)
    expect(page.get_by_text("Die Partie ist vorbei")).to_be_visible()


def test_a_screen_that_is_turned_is_shown_the_boards_all_the_same(
    visit: Watched, hall: Hall, tmp_path: Path
) -> None:
    """It fetches of each board the one shape that it shows, and another when it is turned."""
    played = PlayedTable(tmp_path / "cellar", "crapette", seed=6).open().play(4)
    page = visit(reduced_motion="reduce", painted=False)
    drawn = page.locator("#cellar-" + CHAIN + " .club-board svg.board")
    for width, height in ((1280, 800), (800, 1280), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        played.play(1)
        hall.hear("cellar", **json.loads(json.dumps(public_state(played.table.snapshot()))))
        expect(page.locator(f'#cellar-{CHAIN}[data-seq="{played.table.seq}"]')).to_be_visible()
        expect(drawn).to_have_count(1)
        expect(drawn).to_be_visible()
        page.set_viewport_size({"width": height, "height": width})
        expect(drawn).to_have_count(1)
        expect(drawn).to_be_visible()
