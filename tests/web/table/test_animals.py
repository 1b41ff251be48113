"""A player keeps the same animal from game to game, and the boxes stand where no game is open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.drawing.symbols import SEATS, animals_at
from companion.journal import Journal
from companion.table import Table
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet


def app_with(folder: Path, family: FakeFamily) -> Flask:
    app = page_app(Table(Journal(folder / "journal.sqlite")), family=family)
    app.testing = True
    return app


def animal_of(shown: str, player: str) -> str:
    """The animal of a player in the order of the turns."""
    rows = re.findall(r"<li[^>]*>.*?</li>", shown, re.DOTALL)
    row = next(row for row in rows if player in row)
    return next(name for name in re.findall(r"#([a-z]+)", row) if name in SEATS)


def test_a_player_keeps_the_animal_from_game_to_game(tmp_path: Path) -> None:
    family = FakeFamily()
    tablet = Tablet(app_with(tmp_path, family).test_client())
    tablet.open("Ada", "Bea", "Cyd", game="change_horses")
    before = animal_of(tablet.client.get("/").get_data(as_text=True), "Cyd")
    tablet.open("Cyd", "Dan", game="change_horses")
    shown = tablet.client.get("/").get_data(as_text=True)
    assert animal_of(shown, "Cyd") == before == family.animals()["Cyd"]
    assert animal_of(shown, "Dan") not in {family.animals()[name] for name in ("Ada", "Bea", "Cyd")}


def test_nobody_at_a_table_has_the_animal_of_another() -> None:
    same = dict.fromkeys(("Ada", "Bea", "Cyd"), SEATS[2])
    others = [f"player {number}" for number in range(len(SEATS) - 3)]
    drawn = animals_at(("Ada", "Bea", "Cyd", *others), same)
    assert drawn["Ada"] == SEATS[2] and sorted(drawn.values()) == sorted(SEATS)
    assert animals_at(("Ada", "Bea"), {"Bea": "a dragon"}) == {"Ada": SEATS[0], "Bea": SEATS[1]}
    assert len(animals_at([*drawn, "one more"], {})) == len(SEATS) + 1


def test_grandparents_and_cousins_who_never_sat_together_have_an_animal_each(tmp_path: Path) -> None:
    family = FakeFamily()
    tablet = Tablet(app_with(tmp_path, family).test_client())
    for table in (("Ada", "Bea", "Cyd", "Dan"), ("Eve", "Fay", "Gus", "Hal"), ("Ida", "Jim", "Kay", "Lou")):
        tablet.open(*table, game="change_horses")
        tablet.client.get("/")
    assert len(set(family.animals().values())) == 12 == len(family.animals())


def test_a_new_game_is_written_beside_the_animals_that_players_keep(tmp_path: Path) -> None:
    family = FakeFamily()
    family.choose_animal("Ada", "mouton")
    family.choose_animal("Bea", "coq")
    tablet = Tablet(app_with(tmp_path, family).test_client())
    shown = tablet.client.get("/?panel=new&game=change_horses&name=Bea&name=Ada").get_data(as_text=True)
    names = re.search(r'<ol class="names">.*?</ol>', shown, re.DOTALL)
    assert names is not None
    drawn = re.findall(r"#([a-z]+)", names[0])
    assert drawn[:2] == ["coq", "mouton"] and len(set(drawn)) == len(drawn) > 2


def test_where_no_game_is_open_the_boxes_stand(tmp_path: Path) -> None:
    tablet = Tablet(app_with(tmp_path, FakeFamily()).test_client())
    shown = tablet.client.get("/").get_data(as_text=True)
    assert 'id="box-crapette"' in shown and 'id="player-0"' not in shown
    assert 'id="player-0"' in tablet.client.get("/?panel=new&game=racko").get_data(as_text=True)
    tablet.open("Ada", "Bea", game="change_horses")
    assert 'id="box-crapette"' not in tablet.client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/", "/?panel=new&game=super_crack", "/?panel=menu"])
def test_a_page_that_stays_gets_the_animals_of_other_players_with_what_shows_them(
    tmp_path: Path, path: str
) -> None:
    tablet = Tablet(app_with(tmp_path, FakeFamily()).test_client())
    tablet.open("Ada", "Bea", game="change_horses")
    whole = tablet.client.get(path).get_data(as_text=True)
    part = tablet.client.get("/fragment" + path[1:], headers={"X-Fragment": "1"}).get_data(as_text=True)
    for text in (whole, part):
        shown = {name for name in SEATS if f'href="#{name}"' in text}
        assert {name for name in SEATS if f'<symbol id="{name}"' in text} == shown != set()
