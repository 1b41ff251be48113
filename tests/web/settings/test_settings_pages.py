"""The settings and what the doctor finds, without a script."""

from __future__ import annotations

import re
from argparse import ArgumentParser

import pytest
from flask import Flask

from companion.cli import play
from companion.table import Table
from tests.fake_eyes import FakeEyes
from tests.fake_family import SICK, FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.kept.test_kept_pages import words
from tests.web.seats.test_seats import page


@pytest.fixture
def family() -> FakeFamily:
    return FakeFamily()


@pytest.fixture
def app(table: Table, eyes: FakeEyes, family: FakeFamily) -> Flask:
    made = page_app(table, eyes, family=family, health=lambda: SICK, chosen="tablet")
    made.testing = True
    return made


def pressed(tablet: Tablet) -> set[str]:
    """The choices that are shown as made."""
    return set(re.findall(r'id="([\w-]+)"[^>]* aria-pressed="true"', page(tablet, "/settings")))


def html_tag(tablet: Tablet, path: str = "/") -> str:
    found = re.search(r"<html[^>]*>", page(tablet, path))
    assert found is not None
    return found[0]


# ---------------------------------------------------------------- this device


@pytest.mark.parametrize(
    ("decide", "asked", "spoken"),
    [(True, "en-GB,en;q=0.9", "en"), (True, "it", "fr"), (True, "", "fr"), (False, "en-GB", "fr")],
)
def test_where_nobody_chose_a_language_the_browsers_own_is_spoken(
    table: Table, decide: bool, asked: str, spoken: str
) -> None:
    device = Tablet(page_app(table, browsers_decide=decide).test_client())
    spoken_here = [device.client.get("/", headers={"Accept-Language": asked}).get_data(as_text=True)]
    device.form("/settings/device", {"language": "de"})
    spoken_here += [device.client.get("/", headers={"Accept-Language": asked}).get_data(as_text=True)]
    assert [re.findall('<html lang="(..)"', shown) for shown in spoken_here] == [[spoken], ["de"]]


def test_the_program_leaves_the_language_to_browsers_unless_it_is_told_one() -> None:
    parser = ArgumentParser()
    play.add_arguments(parser)
    assert parser.parse_args([]).lang is None
    assert parser.parse_args(["--lang", "de"]).lang == "de"


def test_a_device_begins_with_the_usual_choices(tablet: Tablet) -> None:
    assert {"language-fr", "theme-auto", "suits-2", "hand-droite", "pose-debout"} <= pressed(tablet)
    assert "data-hand" not in html_tag(tablet)


@pytest.mark.parametrize(
    ("name", "value", "attribute"),
    [
        ("suits", "4", 'data-suits="4"'),
        ("hand", "gauche", 'data-hand="gauche"'),
        ("pose", "a-plat", 'data-pose="a-plat"'),
        ("theme", "soir", 'data-theme="soir"'),
        ("language", "en", 'lang="en"'),
    ],
)
def test_a_device_remembers_its_choice(tablet: Tablet, name: str, value: str, attribute: str) -> None:
    answer = tablet.form("/settings/device", {name: value})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/settings#device")
    assert f"{name}-{value}" in pressed(tablet)
    for path in ("/", "/home", "/rules/racko"):
        assert attribute in html_tag(tablet, path)


def test_another_device_keeps_its_own(app: Flask, tablet: Tablet) -> None:
    tablet.form("/settings/device", {"hand": "gauche"})
    assert "data-hand" not in html_tag(Tablet(app.test_client()))


def test_a_choice_is_taken_back_and_nonsense_is_not_heard(tablet: Tablet) -> None:
    tablet.form("/settings/device", {"hand": "gauche"})
    tablet.form("/settings/device", {"hand": '"><script>'})
    assert 'data-hand="gauche"' in html_tag(tablet)
    tablet.form("/settings/device", {"hand": "droite"})
    assert "data-hand" not in html_tag(tablet)


def test_it_says_who_speaks_and_how_that_is_changed(tablet: Tablet) -> None:
    said = words(page(tablet, "/settings"))
    assert "seule parle une tablette" in said and "--voice" not in said


# ---------------------------------------------------------------- players and first games


def test_every_player_of_the_house_is_a_guest_until_told_otherwise(
    tablet: Tablet, family: FakeFamily
) -> None:
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    assert {"player-0-guest", "player-1-guest"} <= pressed(tablet)
    tablet.form("/settings/player", {"player": "Bea", "level": "child"})
    assert family.levels == {"Bea": "child"} and "player-1-child" in pressed(tablet)


@pytest.mark.parametrize(("player", "level"), [("Nobody", "child"), ("Ada", "king"), ("", "")])
def test_strangers_and_strange_levels_are_not_kept(
    tablet: Tablet, family: FakeFamily, player: str, level: str
) -> None:
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    tablet.form("/settings/player", {"player": player, "level": level})
    assert family.levels == {}


def test_a_first_game_is_taught_anew_when_it_is_wanted(tablet: Tablet, family: FakeFamily) -> None:
    assert "lesson-racko-off" in pressed(tablet)
    tablet.form("/settings/lessons", {"game": "racko", "taught": "on"})
    assert family.known("racko") == frozenset() and "lesson-racko-on" in pressed(tablet)


# ---------------------------------------------------------------- what settings.toml says


def test_what_a_page_may_write_is_written_and_what_it_may_not_is_said(
    tablet: Tablet, family: FakeFamily
) -> None:
    tablet.form("/settings/family", {"card_letters": "french"})
    tablet.form("/settings/family", {"keep_pictures": "yes"})
    assert family.said["card_letters"] == "french" and family.said["keep_pictures"] is True
    tablet.form("/settings/family", {"show_chances": "yes"})
    assert family.said["show_chances"] is True and "show-chances-yes" in pressed(tablet)
    tablet.form("/settings/family", {"card_letters": "klingon"})
    assert family.said["card_letters"] == "french"
    said = words(page(tablet, "/settings"))
    assert "pas mesuré" in said and "[tray]" not in said and "au prochain lancement" in said


def test_a_tray_is_told_with_its_size(tablet: Tablet, family: FakeFamily) -> None:
    family.said["tray"] = {"width_mm": 250.0, "height_mm": 180.0, "die_mm": 16.0, "corners": ()}
    assert "250.0 sur 180.0 mm" in words(page(tablet, "/settings"))


def test_a_setting_that_could_not_be_written_is_told(tablet: Tablet, family: FakeFamily) -> None:
    family.writable = False
    tablet.form("/settings/family", {"card_letters": "french"})
    assert "n’a pas pu être noté" in words(page(tablet, "/settings"))


def test_a_table_that_keeps_nothing_says_so(table: Table) -> None:
    app = page_app(table)
    app.testing = True
    said = words(page(Tablet(app.test_client()), "/settings"))
    assert "ne retient rien" in said and "ne se règle pas d’ici" in said


# ---------------------------------------------------------------- what the doctor finds


def test_what_is_wrong_comes_first_in_words_and_in_the_doctors_line(tablet: Tablet) -> None:
    shown = page(tablet, "/diagnostics")
    said = words(shown)
    assert "1 chose à réparer" in said and "presque plus de place" in said
    assert "120 MB are free for companion: delete something" in said
    topics = re.findall(r'class="finding (\w+)"', shown)
    assert topics[0] == "to_do" and topics[-1] == "not_here"


def test_the_text_for_whoever_helps_is_a_file(tablet: Tablet) -> None:
    answer = tablet.client.get("/diagnostics/companion.txt")
    assert "attachment" in answer.headers["Content-Disposition"]
    text = answer.get_data(as_text=True)
    assert text.startswith("Companion 0.") and "TO DO" in text and "192.168.1.20" in text
    assert text in page(tablet, "/diagnostics").replace("&#39;", "'")


def test_nothing_of_the_game_is_told(tablet: Tablet) -> None:
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    text = tablet.client.get("/diagnostics/companion.txt").get_data(as_text=True)
    assert "Ada" not in text and "Bea" not in text


def test_a_camera_that_is_lost_is_something_to_put_right(tablet: Tablet, eyes: FakeEyes) -> None:
    eyes.become("lost", "unplugged")
    assert "2 choses à réparer" in words(page(tablet, "/diagnostics"))


def test_a_table_that_cannot_be_looked_over_says_how_it_can(table: Table) -> None:
    app = page_app(table)
    app.testing = True
    assert "companion doctor" in words(page(Tablet(app.test_client()), "/diagnostics"))
