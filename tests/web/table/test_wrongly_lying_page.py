"""The photograph beside what lies wrongly or is refused, on the page of each game, for whoever may see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.table import Table
from tests.companion.games.change_horses.course import at
from tests.companion.games.racko.round import BROKEN_AT_35
from tests.fake_eyes import FakeEyes
from tests.seen_table import SeenTable
from tests.web.conftest import Tablet
from tests.web.seats.test_joining import joined
from tests.web.seats.test_pin import set_pin
from tests.web.seats.test_seats import phone
from web.bodies import SightModel

PICTURE = 'src="/api/v1/evidence/picture-'
STYLE = "/wrongly.css"


@pytest.fixture(autouse=True)
def kept(eyes: FakeEyes) -> None:
    eyes.pictures |= {f"picture-{number}": b"a picture" for number in range(1, 9)}


def dadamax(table: Table) -> SeenTable:
    horses = {"1": {"square": 3}, "2": {"square": 9}}
    series = {"horse": 1, "rolls": [["K", "Q"]]}
    setup = {"phase": "racing", "turn": "Ada", "horses": horses, "series": series}
    table.open_game("poker_dice_race", ("Ada", "Bea"), options={"stable": "single"}, setup=setup)
    seen = SeenTable(table)
    seen.look()
    seen.hands(square_3=(), square_5=(), square_7=("horse_1",))
    return seen


def super_crack(table: Table) -> SeenTable:
    horses = {"1": {"owner": "Ada", "square": 14}, "5": {"owner": "Bea", "square": 30}}
    setup = {"phase": "racing", "race": 1, "horses": horses, "turn": "Ada", "to_roll": [1]}
    table.open_game("super_crack", ("Ada", "Bea"), setup=setup)
    seen = SeenTable(table)
    seen.look()
    seen.hands(die=("4",), lane_1=("square_16",))
    return seen


def change_horses(table: Table) -> SeenTable:
    board = [{"by": "Ada", "card": "AD"}]
    positions = {"Ada": 1, "Bea": 2, "Cyd": 3}
    setup = {"phase": "move", "horses": at(A=1), "positions": positions, "board": board}
    table.open_game("change_horses", ("Ada", "Bea", "Cyd"), setup=setup)
    seen = SeenTable(table)
    seen.look()
    seen.hands(cell_1_1=(), cell_1_3=("horse_A",))
    return seen


def round_of_racko(table: Table) -> SeenTable:
    setup = {"dealer": "Cyd", "turn": "Ada", "discard": [39, 12]}
    table.open_game("racko", ("Ada", "Bea", "Cyd"), setup=setup)
    seen = SeenTable(table)
    seen.look()
    return seen


def racko(table: Table) -> SeenTable:
    seen = round_of_racko(table)
    seen.hands(discard=("39",))
    seen.hands(discard=("12",))
    return seen


GAMES: dict[str, tuple[Callable[[Table], SeenTable], str, int]] = {
    "poker_dice_race": (dadamax, "Case 5, Case 7", 2),
    "super_crack": (super_crack, "Couloir du cheval 1", 2),
    "change_horses": (change_horses, "Couloir 1, case 1, Couloir 1, case 3", 2),
    "racko": (racko, "Retourne", 0),
}


def page(tablet: Tablet) -> str:
    return tablet.client.get("/").get_data(as_text=True)


def told(shown: str) -> str:
    """What is said of the photograph to whoever cannot see it."""
    found = re.search(r'id="seen-wrong"><summary aria-label="([^"]+)"><img src="[^"]+" alt="\1"', shown)
    assert found is not None, "no photograph"
    return found[1]


@pytest.mark.parametrize("game", GAMES)
def test_beside_what_is_said_to_lie_wrongly_stands_the_photograph_of_the_place(
    table: Table, tablet: Tablet, game: str
) -> None:
    wrong, places, boards = GAMES[game]
    seen = wrong(table)
    shown = page(tablet)
    assert told(shown).endswith(places.replace("'", "&#39;"))
    assert shown.index("lies-wrongly") < shown.index(PICTURE) < shown.index('class="refused"')
    assert shown.count('class="wrongly-lying"') == boards and STYLE in shown
    SightModel.model_validate(tablet.state()["sight"])
    seen.look(touched=[*seen.sight["zones"]])
    right = page(tablet)
    assert PICTURE not in right and "wrongly-lying" not in right and STYLE not in right


def test_a_picture_that_is_gone_leaves_the_words_and_the_arrow(
    table: Table, tablet: Tablet, eyes: FakeEyes
) -> None:
    dadamax(table)
    eyes.pictures.clear()
    shown = page(tablet)
    assert PICTURE not in shown and "refused" in shown and "wrongly-lying" in shown


def test_what_was_not_refused_is_ringed_beside_what_else_is_said(table: Table, tablet: Tablet) -> None:
    seen = dadamax(table)
    seen.hands(square_5=("horse_1",), square_7=())
    for _ in range(3):
        seen.look({"square_9": ()}, touched=["square_9"])
    shown = page(tablet)
    assert "wrongly-lying" in shown and 'class="refused"' not in shown
    assert shown.count(STYLE) == 1


def test_with_a_pin_only_who_plays_or_owns_the_table_sees_the_picture(app: Flask, table: Table) -> None:
    owner = phone(app)
    dadamax(table)
    set_pin(owner)
    ada, stranger = joined(app, "Ada", through=owner), phone(app)
    assert PICTURE in page(owner) and PICTURE in page(ada)
    assert PICTURE not in page(stranger) and "wrongly-lying" in page(stranger)


def test_what_lies_in_no_drawn_place_is_ringed_on_the_page(table: Table, tablet: Tablet) -> None:
    seen = racko(table)
    assert re.search(r'<figure class="strange"', page(tablet))
    seen.hands(discard=("39",), rack_2=("unreadable",))
    seen.look({"rack_2": ("unreadable",)})
    shown = page(tablet)
    assert re.search(r'<li class="rk-plate[^"]*strange', shown)
    assert PICTURE not in shown, "a rack is nobody else's business"


def test_two_dice_for_one_ring_the_tray(table: Table, tablet: Tablet) -> None:
    seen = dadamax(table)
    seen.hands(square_5=("horse_1",), square_7=())
    seen.hands(tray=("K",))
    seen.look({"tray": ("K",)})
    assert re.search(r'<div class="dice[^"]* strange"', page(tablet))


def test_RK_25_the_break_of_a_rack_is_shown_on_its_photograph(table: Table, tablet: Tablet) -> None:
    seen = round_of_racko(table)
    table.act({"by": "Ada", "do": "racko"})
    rack = tuple(map(str, BROKEN_AT_35))
    seen.hands(rack_1=rack)
    seen.look({"rack_1": rack})
    question: Any = table.snapshot().question
    table.answer(question.id, choice=0)
    shown = page(tablet)
    assert told(shown).endswith("d’Ada")
    assert shown.index(PICTURE) < shown.index("rk-not-yet"), "the picture of the question"
    seen.look({"rack_1": rack})
    assert PICTURE in page(tablet)
    assert seen.pictured[-1] == (["rack_1"], {"rack_1": [5, 6]})
    seen.hands(rack_1=())
    assert PICTURE not in page(tablet)
