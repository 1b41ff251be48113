"""Every screen fits in a language two fifths longer than English, too: so will whatever is written next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page

from companion.games import game_ids
from companion.journal import Journal
from companion.table import Table
from tests import pseudo_language
from tests.browser import (
    test_change_horses,
    test_crapette,
    test_help,
    test_kept,
    test_looks,
    test_plain_page,
    test_racko,
    test_super_crack,
    test_tables,
)
from tests.browser.conftest import House, Stage, Watched, housed
from tests.browser.looking import (
    LONG,
    PHONE,
    Screen,
    in_turn,
    leave,
    look_at_all,
    look_at_own_pages,
    look_over,
)
from tests.fake_family import SICK, FakeFamily
from tests.fake_wifi import FakeWifi
from tests.web.stand.test_board_page import KINDS, TAPPED, FakeBoards, fault, state_of
from tests.web.stand.test_box_page import PRINTED, FakeBoxes, taken
from tests.web.stand.test_box_page import state_of as box_state
from tests.web.stand.test_piece_page import FakePieces
from tests.web.stand.test_stand_page import FakeStand

pytestmark = pytest.mark.xdist_group("another browser")

TABLES = {
    "poker_dice_race": test_looks.SCREENS,
    "plain": test_plain_page.SCREENS,
    "crapette": test_crapette.SCREENS,
    "racko": test_racko.SCREENS,
    "super_crack": test_super_crack.STATES,
    "change_horses": {
        **test_change_horses.SCREENS,
        "four choose": Screen(test_tables.choosing),
        "slipping": Screen(test_change_horses.a_turn, "?slip=A-in,C-out"),
    },
}
OWN = {
    "racko": (
        LONG[2],
        (
            test_racko.own_turn,
            test_racko.own_card,
            test_racko.someone_called,
            test_racko.counting,
            test_racko.over,
        ),
    ),
    "change_horses": (
        LONG[0],
        (
            test_change_horses.placing,
            test_change_horses.choosing,
            test_change_horses.a_turn,
            test_change_horses.horses_go,
            test_change_horses.carrots_bid,
            test_change_horses.certificates,
            test_change_horses.over,
        ),
    ),
    "super_crack": (
        test_super_crack.FOUR[1],
        (test_super_crack.race, test_super_crack.handicap, test_super_crack.betting, test_super_crack.paid),
    ),
}


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pseudo_language.spoken(tmp_path_factory.mktemp("pseudo")) as code:
        yield code


@pytest.fixture
def family() -> FakeFamily:
    return FakeFamily(card_letters="french")


@pytest.fixture
def stand() -> FakeStand:
    """A camera whose picture is grey."""
    one = FakeStand()
    _, jpeg = cv2.imencode(".jpg", np.full((540, 960), 120, np.uint8))
    one.jpeg = jpeg.tobytes()
    return one


@pytest.fixture
def boards(stand: FakeStand) -> FakeBoards:
    one = FakeBoards()
    one.jpeg = stand.jpeg
    return one


@pytest.fixture
def boxes(stand: FakeStand) -> FakeBoxes:
    one = FakeBoxes()
    one.jpeg = stand.jpeg
    return one


@pytest.fixture
def house(
    tmp_path: Path,
    stage: Stage,
    language: str,
    family: FakeFamily,
    stand: FakeStand,
    boards: FakeBoards,
    boxes: FakeBoxes,
) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    given: dict[str, Any] = {
        "health": lambda: SICK,
        "chosen": "auto",
        "stand": stand,
        "boards": boards,
        "boxes": boxes,
        "pieces": FakePieces(),
        "wifi": FakeWifi(),
    }
    with housed(stage, Table(journal), language=language, family=family, **given) as served:
        served.looks = 0  # type: ignore[attr-defined]
        yield served
    journal.close()


@pytest.fixture
def page(visit: Watched) -> Page:
    """A browser whose themes are the same as in every language: it is looked at in one."""
    opened = visit(path="home", reduced_motion="reduce", painted=False)
    opened.add_init_script("window.oneTheme = true")
    return opened


@pytest.mark.parametrize("screens", TABLES)
def test_every_table(page: Page, house: House, language: str, screens: str) -> None:
    assert look_at_all(page, house, language, TABLES[screens], sizes=in_turn, phone_scrolls=True) == {}


@pytest.mark.parametrize("game_id", OWN)
def test_every_own_page(page: Page, house: House, language: str, game_id: str) -> None:
    page.set_viewport_size(PHONE)
    player, lays = OWN[game_id]
    assert look_at_own_pages(page, house, language, player, dict.fromkeys(lays, "")) == {}


def look_at_paths(page: Page, house: House, paths: dict[str, bool], **how: Any) -> dict[str, list[str]]:
    """What is wrong with these pages; those marked may scroll on a wide tablet too."""
    found = {}
    for number, (path, scrolls) in enumerate(paths.items()):
        leave(page)
        page.goto(house.url + path)
        told = look_over(page, at_a_glance=not scrolls, sizes=in_turn(number), **how)
        found |= {f"{path}, {where}": what for where, what in told.items()}
    return found


def test_the_settings_and_the_rules(page: Page, house: House, family: FakeFamily) -> None:
    house.table.open_game("crapette", list(LONG[:2]), setup=test_help.LAID)
    family.set_taught("racko", True)
    paths = {f"rules/{game_id}": False for game_id in game_ids()}
    paths |= {"settings": True, "diagnostics": False}
    paths |= {f"settings/wifi{query}": False for query in ("", "?network=Known", "?network=")}
    assert look_at_paths(page, house, paths, scrolling=test_help.SCROLLING) == {}


def test_what_teaches(page: Page, house: House, family: FakeFamily) -> None:
    family.levels = dict.fromkeys(LONG, "child")
    family.set_taught("poker_dice_race", True)
    house.table.open_game("poker_dice_race", list(LONG[:2]), options={"stable": "single"}, first=LONG[0])
    house.table.act({"by": LONG[0], "do": "roll", "dice": ["K", "9"]})
    found = look_at_paths(page, house, {"": False}, scrolling=test_help.SCROLLING)
    house.table.open_game("crapette", list(LONG[:2]), setup=test_help.LAID)
    house.table.act({"by": LONG[1], "do": "draw", "card": "7H"})
    found |= look_at_paths(page, house, {"": True}, scrolling=test_help.SCROLLING)
    assert found == {}


def test_looking_back(page: Page, house: House) -> None:
    evening = test_kept.evening.__wrapped__(house)
    assert (
        look_at_paths(page, evening, dict.fromkeys(test_kept.PAGES, False), scrolling=test_kept.SCROLLING)
        == {}
    )


def test_joining(page: Page, house: House) -> None:
    house.table.open_game("racko", list(LONG))
    assert look_at_paths(page, house, {"seats": True, "pin": True}) == {}


def test_the_set_up(page: Page, house: House, stand: FakeStand, boards: FakeBoards, boxes: FakeBoxes) -> None:
    found = {}
    for step in ("markers", "focus", "light", "zones", "test"):
        stand.become(step)
        told = look_at_paths(page, house, {"stand": False})
        found |= {f"{step}: {where}": what for where, what in told.items()}
    for seen in (True, False):
        frame = [[100.0, 100.0], [400.0, 100.0], [400.0, 500.0], [100.0, 500.0]]
        stand.become("zones", proposed={"zone": "reserve:1", "seen": seen, "corners": frame})
        told = look_at_paths(page, house, {"stand": False})
        found |= {f"proposed {seen}: {where}": what for where, what in told.items()}
    stand.become("zones")
    found |= look_at_paths(
        page, house, {f"stand?show={one}": False for one in ("tools", "corners", "lens", "zone")}
    )
    found |= look_at_paths(page, house, {"stand?show=games": False}, scrolling=".needs-of-games")
    for game_id in KINDS:
        boards.told = state_of(game_id)
        found |= look_at_paths(page, house, {f"stand/board?game={game_id}": False}, scrolling=".sheet")
    for game_id, printed in PRINTED.items():
        boxes.told = box_state(game_id, unchecked=True)
        pages = {f"stand/cards?game={game_id}{more}": True for more in ("", "&show=more")}
        found |= look_at_paths(page, house, pages)
        first = printed.photographs[0].labels
        boxes.told = taken(*first[:-1], game=game_id, alike=[[0, 1]])
        pages = {f"stand/cards?game={game_id}{more}": True for more in ("&step=0", "&card=1")}
        told = look_at_paths(page, house, pages, excused=("SMALL",))
        found |= {f"a photograph: {where}": what for where, what in told.items()}
    boards.told = state_of(taps=TAPPED, faults=[fault("obstacles", 2)])
    chosen = {"stand/board?square=1": False}  # its numbers are drawn on a picture that no camera took
    found |= look_at_paths(page, house, chosen, scrolling=".sheet", excused=("SMALL",))
    assert found == {}
