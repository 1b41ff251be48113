"""The first evening: what has its tick, and what one tap does about what has none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.evening.family import FamilyFolder
from companion.table import Table
from tests.fake_eyes import FakeEyes
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.kept.test_kept_pages import words
from tests.web.seats.test_seats import page
from tests.web.settings.test_pin_pages import FakePins

ALL = ["camera", "table", "sound", "buttons", "names"]


class FakeStand:
    """A stand of which a test says how far it is."""

    def __init__(self) -> None:
        self.code, self.sentence, self.finished, self.seen = "opening", None, False, False
        self.asked = 0

    def state(self) -> Mapping[str, Any]:
        self.asked += 1
        camera = {"code": self.code, "sentence": self.sentence, "simulated": False, "hidden": False}
        picture = {"width": 1280, "height": 960} if self.seen else None
        return {"camera": camera, "picture": picture, "finished": self.finished, "look": 1}

    def picture(self) -> bytes | None:
        return None


@pytest.fixture
def family() -> FakeFamily:
    return FakeFamily()


@pytest.fixture
def app(table: Table, eyes: FakeEyes, family: FakeFamily) -> Flask:
    return _app(table, eyes, family=family)


def _app(table: Table, eyes: FakeEyes, **given: Any) -> Flask:
    made = page_app(table, eyes, **given)
    made.testing = True
    return made


def ticked(tablet: Tablet) -> list[str]:
    return re.findall(r'class="set-up-step done" id="step-(\w+)"', page(tablet, "/first-evening"))


def now(tablet: Tablet, path: str = "/first-evening") -> str:
    found = re.search(r'data-step="(\w+)"', page(tablet, path))
    assert found is not None
    return found[1]


def say(tablet: Tablet, step: str, answer: str) -> None:
    assert tablet.form(f"/first-evening/{step}", {"answer": answer}).status_code == 303


def test_a_table_without_a_camera_or_buttons_is_ready_after_three_answers(tablet: Tablet) -> None:
    assert (ticked(tablet), now(tablet)) == (["buttons"], "camera")
    say(tablet, "camera", "taps")
    assert (ticked(tablet), now(tablet)) == (["camera", "table", "buttons"], "sound")
    say(tablet, "sound", "heard")
    assert now(tablet) == "names"
    tablet.form("/first-evening/names", {"name": ["Mamie Jo", "Léo", "", ""]})
    assert (ticked(tablet), now(tablet)) == (ALL, "ready")
    assert "Tout est prêt" in words(page(tablet, "/first-evening"))


def test_the_named_sit_around_the_table_on_the_shelf(tablet: Tablet, family: FakeFamily) -> None:
    tablet.form("/first-evening/names", {"name": ["Mamie Jo", "  Léo  "]})
    home = page(tablet, "/home")
    assert re.findall(r'name="name" value="([^"]+)" id="plays-\d" checked', home) == ["Mamie Jo", "Léo"]
    assert len(set(family.badges.values())) == 2, "each has an animal"


@pytest.mark.parametrize("names", [["Ada", "ada"], ["A" * 25, "Bea"], ["table", "Bea"], ["Ada\u202e", "Bea"]])
def test_names_that_no_table_takes_are_not_kept(tablet: Tablet, family: FakeFamily, names: list[str]) -> None:
    tablet.form("/first-evening/names", {"name": names})
    assert 'class="told-wrong"' in page(tablet, "/first-evening?step=names") and not family.badges


def test_who_is_named_already_is_not_named_twice(tablet: Tablet, family: FakeFamily) -> None:
    tablet.form("/first-evening/names", {"name": ["Ada", "Bea"]})
    tablet.form("/first-evening/names", {"name": ["bea"]})
    assert list(family.badges) == ["Ada", "Bea"]


def test_the_shelf_offers_the_first_evening_until_a_game_was_played(tablet: Tablet, table: Table) -> None:
    assert 'id="to-first-evening"' in page(tablet, "/home")
    table.open_game("racko", ("Ada", "Bea"))
    assert 'id="to-first-evening"' not in page(tablet, "/home")


def test_the_shelf_leaves_the_camera_alone(table: Table, eyes: FakeEyes, family: FakeFamily) -> None:
    """Anybody may open the shelf: only the owner's pages look through the camera."""
    stand = FakeStand()
    page(Tablet(_app(table, eyes, family=family, stand=stand).test_client()), "/home")
    assert stand.asked == 0


def test_the_camera_has_its_tick_once_a_picture_comes_and_the_table_once_it_is_measured(
    table: Table, eyes: FakeEyes, family: FakeFamily
) -> None:
    stand = FakeStand()
    tablet = Tablet(_app(table, eyes, family=family, stand=stand).test_client())
    assert ticked(tablet) == ["buttons"]
    stand.sentence = "The cable is loose."
    assert "The cable is loose." in page(tablet, "/first-evening")
    stand.code, stand.seen = "good", True
    assert ticked(tablet) == ["camera", "buttons"] and now(tablet) == "table"
    assert 'id="seen"' in page(tablet, "/first-evening?step=camera")
    stand.finished = True
    assert ticked(tablet) == ["camera", "table", "buttons"]


def test_a_button_has_its_tick_once_one_was_pressed_or_people_say_that_there_is_none(
    table: Table, eyes: FakeEyes, family: FakeFamily
) -> None:
    pins = FakePins()
    tablet = Tablet(_app(table, eyes, family=family, pins=pins).test_client())
    assert "buttons" not in ticked(tablet)
    say(tablet, "buttons", "none")
    assert "buttons" in ticked(tablet)


def test_pages_of_the_set_up_lead_back_while_it_is_under_way(
    table: Table, eyes: FakeEyes, family: FakeFamily
) -> None:
    tablet = Tablet(_app(table, eyes, family=family, pins=FakePins()).test_client())
    assert 'id="close" href="/settings"' in page(tablet, "/settings/pins")
    page(tablet, "/first-evening")
    assert 'id="close" href="/first-evening"' in page(tablet, "/settings/pins")
    page(tablet, "/home")
    assert 'id="close" href="/settings"' in page(tablet, "/settings/pins")


def test_what_nobody_can_answer_changes_nothing(tablet: Tablet, family: FakeFamily) -> None:
    say(tablet, "sound", "loud")
    say(tablet, "kitchen", "heard")
    assert not family.said_of_steps and now(tablet, "/first-evening?step=kitchen") == "camera"


def test_what_was_said_is_there_after_the_next_start(tmp_path: Path) -> None:
    FamilyFolder(tmp_path).answer_first_evening("sound", "heard")
    assert FamilyFolder(tmp_path).first_evening() == {"sound": "heard"}
