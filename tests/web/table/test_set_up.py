""" "Lay everything out" on the page: it unfolds by itself where a new table lies otherwise, and never has to."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from companion.announcer import Announcer
from companion.sighting import EMPTY, Sighting, Slot, ZoneReading
from companion.table import Table
from tests.page_app import page_app
from tests.web.conftest import Tablet

Look = Callable[..., None]
CLOSED = "/?panel=table"


@pytest.fixture
def look(table: Table) -> Look:
    """The camera looks: the table lies as it should, but for these zones."""
    seq = 0

    def looked(**other: tuple[str, ...]) -> None:
        nonlocal seq
        seq += 1
        assert table.game is not None
        zones = {
            zone: ZoneReading(tuple(Slot({face: 0.99, "unreadable": 0.01}) for face in faces or (EMPTY,)))
            for zone, faces in {**table.game.visible_table(table.state), **other}.items()
        }
        table.observe(Sighting(seq, 1000 * seq, zones))

    return looked


def page(tablet: Tablet, address: str = "/") -> str:
    return unescape(tablet.client.get(address).get_data(as_text=True))


def panel(tablet: Tablet, address: str = "/") -> str:
    """What the panel of the set-up says, without its tags; "" where it is folded."""
    found = re.search(r'<section class="panel panel-set_up".*?</section>', page(tablet, address), re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0])).strip() if found else ""


def test_a_table_without_a_camera_is_not_asked_about(tablet: Tablet) -> None:
    tablet.open("Ada", "Bea", "Cyd", game="poker_dice_race")
    shown = page(tablet)
    assert "check-set-up" not in shown and not panel(tablet)
    assert "open-set-up" not in page(tablet, "/?panel=menu")
    not_yet = "Je ne sais pas encore comment la table est installée."
    assert not_yet in panel(tablet, "/?panel=set_up")
    assert tablet.act({"by": "table", "do": "first_player", "player": "Ada"}).status_code == 200
    assert tablet.roll("Ada", "K", "Q").status_code == 200
    assert "La partie a commencé" in panel(tablet, "/?panel=set_up")


def test_where_a_horse_is_missing_the_page_says_so_by_itself_until_it_is_closed(
    tablet: Tablet, look: Look
) -> None:
    tablet.open("Ada", "Bea", "Cyd", game="poker_dice_race")
    look(start_3=())
    said = panel(tablet)
    assert "Départ du cheval 3 : il manque le cheval 3" in said
    assert "Départ du cheval 1" in said and "Commencer quand même" in said
    assert f'id="close" href="{CLOSED}"' in page(tablet) and f'id="begin" href="{CLOSED}"' in page(tablet)
    assert not panel(tablet, CLOSED) and "check-set-up" in page(tablet, CLOSED)
    look()
    assert not panel(tablet) and "check-set-up" in page(tablet)
    assert "Tout est en place : c’est parti !" in panel(tablet, "/?panel=set_up")


def test_once_anything_is_played_it_unfolds_only_for_who_asks(tablet: Tablet, look: Look) -> None:
    tablet.open("Ada", "Bea", "Cyd", game="poker_dice_race")
    look(start_3=())
    assert tablet.act({"by": "table", "do": "first_player", "player": "Ada"}).status_code == 200
    assert not panel(tablet) and "check-set-up" in page(tablet)
    assert tablet.roll("Ada", "K", "Q").status_code == 200
    assert "check-set-up" not in page(tablet)


def test_over_a_filmed_evening_nothing_unfolds(table: Table, look: Look) -> None:
    table.open_game("poker_dice_race", ["Ada", "Bea", "Cyd"])
    look(start_3=())
    assert panel(Tablet(page_app(table).test_client()))
    film = Tablet(page_app(table, boxes_at=8000).test_client())
    assert not panel(film) and "check-set-up" in page(film)


def test_whoever_asks_hears_it_and_reads_it(tablet: Tablet, table: Table, look: Look) -> None:
    tablet.open("Ada", "Bea", "Cyd", game="poker_dice_race")
    look()
    announcer = Announcer.after(table.snapshot(), "fr")
    asked = tablet.form("/play/set_up", {"expected_seq": tablet.seq}, **{"X-Fragment": "1"})
    assert asked.status_code == 200 and asked.headers["X-Location"] == "/?panel=set_up"
    assert "panel-set_up" in asked.get_data(as_text=True)
    (said,) = announcer.hear(table.snapshot())
    assert said.text == "Tout est en place\u00a0: c’est parti\u00a0!"


def test_a_seat_of_its_own_is_left_alone(app: Any, tablet: Tablet, look: Look) -> None:
    tablet.open("Ada", "Bea", "Cyd", game="poker_dice_race")
    phone = Tablet(app.test_client())
    assert phone.form("/seats/here", {"player": "Bea"}).status_code == 303
    look(start_3=())
    assert panel(tablet) and not panel(phone) and "check-set-up" not in page(phone)
    assert "il manque le cheval 3" in panel(phone, "/?panel=set_up")
