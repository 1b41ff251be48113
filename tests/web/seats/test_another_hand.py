"""Whoever wants to see another hand: no address opens it, a seat is its holder's, what has ended has ended."""

from __future__ import annotations

import re
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.table import Table
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.seats.test_joining import app, began, code_of, joined, let_in, said, table, whispers
from tests.web.seats.test_seats import page, phone
from web.seats.browsers import AWAY_S, MOST_KEPT, Browsers, kind_of
from web.seats.house import House
from web.seats.seat import Seat

__all__ = ["app", "table", "whispers"]

HAND = '"private"'


def cookie_of(tablet: Tablet) -> str:
    cookie = tablet.client.get_cookie("companion")
    assert cookie is not None
    return cookie.value


def with_cookie(app: Flask, cookie: str) -> Tablet:
    client = app.test_client()
    client.set_cookie("companion", cookie)
    return Tablet(client)


# ---------------------------------------------------------------- no way in


def test_no_page_of_the_table_gives_an_address_that_sits_somebody_down(app: Flask) -> None:
    joined(app, "Bea")
    stranger = phone(app)
    for path in ("/", "/?panel=menu", "/seats", "/home", "/settings"):
        shown = page(stranger, path)
        for address in re.findall(r'(?:href|src)="(/[^"]*)"', shown):
            stranger.client.get(address)
            assert stranger.state()["seat"] is None, address


def test_nobody_sits_down_beside_whoever_is_there(app: Flask) -> None:
    bea, stranger = joined(app, "Bea"), phone(app)
    stranger.form("/seats/here", {"player": "Bea"})
    assert stranger.state()["seat"] is None and HAND not in str(stranger.state())
    assert "déjà" in page(stranger, "/")
    other = let_in(app)
    assert other.form("/sit", {"player": "Bea"}).status_code == 409
    assert bea.state()["seat"] == "Bea"


def test_a_player_who_leaves_finds_the_others_seats_occupied(app: Flask) -> None:
    joined(app, "Bea")
    ada = joined(app, "Ada")
    ada.form("/seat/leave", {})
    ada.form("/seats/back", {"player": "Bea"})
    ada.form("/seats/here", {"player": "Bea"})
    assert ada.state()["seat"] is None


def test_a_seat_that_was_let_go_is_free_for_the_tablet(app: Flask) -> None:
    bea, tablet = joined(app, "Bea"), phone(app)
    bea.form("/seat/leave", {})
    assert tablet.form("/seats/here", {"player": "Bea"}).status_code == 303
    assert tablet.state()["seat"] == "Bea"
    tablet.form("/seat/leave", {})
    assert tablet.form("/seats/here", {"player": "Ada"}).status_code == 303
    assert tablet.state()["seat"] == "Ada"


# ---------------------------------------------------------------- who may end a seat


def test_the_device_that_began_the_game_ends_a_seat_and_no_other_does(app: Flask) -> None:
    tablet, bea, other = began(app), joined(app, "Bea"), phone(app)
    assert "back-1" not in page(other, "/seats") and "back-1" in page(tablet, "/seats")
    other.form("/seats/back", {"player": "Bea"})
    assert bea.state()["seat"] == "Bea" and "Bea est là" in page(other, "/seats")
    tablet.form("/seats/back", {"player": "Bea"})
    assert bea.state()["seat"] is None


def test_whoever_opens_a_game_on_the_page_may_end_its_seats(app: Flask) -> None:
    tablet, other = phone(app), phone(app)
    assert tablet.open("Ada", "Bea", game="whispers").status_code == 200
    bea = joined(app, "Bea")
    other.form("/seats/back", {"player": "Bea"})
    assert bea.state()["seat"] == "Bea"
    tablet.form("/seats/back", {"player": "Bea"})
    assert bea.state()["seat"] is None


def test_going_on_with_a_game_makes_nobody_its_master_while_others_sit_there(app: Flask) -> None:
    bea, thief = joined(app, "Bea"), phone(app)
    thief.open("Ada", "Bea", game="whispers")
    thief.form("/play/go_on", {"number": "1", "expected_seq": str(thief.seq)})
    assert bea.state()["seat"] == "Bea"
    thief.form("/seats/back", {"player": "Bea"})
    assert bea.state()["seat"] == "Bea"


def test_the_seat_of_a_phone_that_went_dark_can_be_ended_by_anybody() -> None:
    now = [0.0]
    browsers = Browsers(House(), lambda: now[0])
    seat = Seat(1, "Bea")
    browsers.began(1, "tablet")
    assert browsers.sit("phone", seat, "phone")
    browsers.seen("tablet")
    assert not browsers.holder_is_away(seat) and not browsers.is_away("tablet")
    now[0] += AWAY_S
    assert browsers.holder_is_away(seat) and browsers.is_away("tablet")
    browsers.seen("phone")
    assert not browsers.holder_is_away(seat)


# ---------------------------------------------------------------- what has ended has ended


def test_an_old_cookie_brings_no_seat_back(app: Flask) -> None:
    ada = joined(app, "Ada")
    before = cookie_of(ada)
    ada.form("/seat/leave", {})
    assert with_cookie(app, before).state()["seat"] is None
    assert ada.client.get(code_of(app)).status_code == 303
    ada.form("/sit", {"player": "Ada"})
    assert ada.state()["seat"] == "Ada" and with_cookie(app, before).state()["seat"] is None


def test_an_old_cookie_brings_no_owner_back(app: Flask) -> None:
    tablet = phone(app)
    tablet.form("/pin/set", {"pin": "4711", "again": "4711"})
    before = cookie_of(tablet)
    assert with_cookie(app, before).client.get("/seats").status_code == 200
    tablet.form("/pin/forget", {})
    assert with_cookie(app, before).client.get("/seats").status_code == 303


def stream_of(tablet: Tablet) -> tuple[Any, Any]:
    """An open line: what comes next, and how to hang up."""
    apart = copy_context()
    stream = apart.run(tablet.client.get, "/api/v1/events", buffered=False)
    lines = iter(stream.response)
    return (lambda: apart.run(lambda: next(lines, b"the end").decode())), lambda: apart.run(stream.close)


@pytest.mark.parametrize("how", ["left", "taken back", "a new PIN"])
def test_a_line_that_was_open_ends_with_the_seat(app: Flask, table: Table, how: str) -> None:
    ada, tablet = joined(app, "Ada"), began(app)
    following, hang_up = stream_of(ada)
    assert "retry" in following() and '"private":{"Ada"' in following()
    if how == "left":
        ada.form("/seat/leave", {})
    elif how == "taken back":
        tablet.form("/seats/back", {"player": "Ada"})
    else:
        tablet.form("/pin/set", {"pin": "4711", "again": "4711"})
    table.act({"by": "Ada", "do": "clap"})
    heard = [following(), following()]
    assert "event: seats" in heard[0] and heard[1] == "the end"
    hang_up()


def test_seats_and_owners_last_through_a_restart(app: Flask, table: Table, tmp_path: Path) -> None:
    tablet = phone(app)
    tablet.form("/pin/set", {"pin": "4711", "again": "4711"})
    ada = joined(app, "Ada", through=tablet)
    cookies = cookie_of(ada), cookie_of(tablet)
    again = page_app(table, house_file=tmp_path / "house.json")
    assert with_cookie(again, cookies[0]).state()["seat"] == "Ada"
    assert with_cookie(again, cookies[1]).client.get("/seats").status_code == 200


# ---------------------------------------------------------------- a new PIN, and the list


def test_a_new_pin_ends_every_seat_every_code_and_every_link(app: Flask) -> None:
    tablet, stranger = began(app), joined(app, "Bea")
    code, waiting = code_of(app), let_in(app)
    watching = re.findall(r"/watch/[\w-]+", page(tablet, "/seats"))[0]
    tablet.form("/pin/set", {"pin": "4711", "again": "4711"})
    assert stranger.state()["seat"] is None and HAND not in str(stranger.state())
    assert app.test_client().get(code).status_code == 410
    assert waiting.form("/sit", {"player": "Ada"}).status_code == 410
    assert app.test_client().get(watching).status_code == 404
    assert stranger.client.get(code_of(app, tablet)).headers["Location"] == "/sit"


def test_nobody_sets_the_first_pin_over_the_heads_of_those_who_sit(app: Flask) -> None:
    bea, thief = joined(app, "Bea"), phone(app)
    refused = thief.form("/pin/set", {"pin": "4711", "again": "4711"})
    assert refused.status_code == 403 and "Quelqu’un est déjà assis" in said(refused)
    thief.form("/seats/here", {"player": "Bea"})
    assert thief.state()["seat"] is None and bea.state()["seat"] == "Bea"
    began(app).form("/pin/set", {"pin": "4711", "again": "4711"})
    assert bea.state()["seat"] is None


def test_the_page_of_the_seats_lists_devices_and_ends_each(app: Flask) -> None:
    tablet = phone(app)
    tablet.form("/pin/set", {"pin": "4711", "again": "4711"})
    other = phone(app)
    other.form("/pin/enter", {"pin": "4711"})
    joined(app, "Ada", through=tablet)
    shown = said(tablet.client.get("/seats"))
    assert "Ces appareils n’ont pas besoin du code" in shown and shown.count("celui-ci") == 1
    listed = re.findall(r'name="device" value="([^"]+)"', shown)
    assert len(listed) == 1 and "back-0" in shown
    assert phone(app).form("/seats/end", {"device": listed[0]}).status_code == 403
    tablet.form("/seats/end", {"device": listed[0]})
    assert other.client.get("/seats").status_code == 303 and tablet.client.get("/seats").status_code == 200


def test_devices_say_what_they_are() -> None:
    iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"
    tablet = "Mozilla/5.0 (Linux; Android 14; SM-X200) Chrome/130 Safari/537.36"
    assert [kind_of(one) for one in (iphone, tablet, tablet + " Mobile", "")] == [
        *("phone", "tablet", "phone", "computer")
    ]


def test_what_is_remembered_of_browsers_has_an_end(tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    browsers = Browsers(House(house))
    browsers.own("owner", "mark", "tablet")
    for game in range(1, MOST_KEPT + 20):
        browsers.sit(f"phone {game}", Seat(game, "Ada"), "phone")
    again = Browsers(House(house))
    assert len(house.read_text()) < 60_000
    assert again.of("owner") and not again.of("phone 1") and again.sits("phone 270", Seat(270, "Ada"))
