"""Whose every route is: none is forgotten, and strangers and watchers are shown no picture and change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.table import Table
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.seats.test_joining import joined, said, table, watch_link, whispers
from tests.web.seats.test_pin import set_pin
from tests.web.seats.test_seats import phone
from web.seats.roles import ROUTES, Role, role_of

__all__ = ["table", "whispers"]


class Looked(Exception):
    """Somebody was let through to the camera."""


class Camera:
    """A camera's services that nobody may touch."""

    def __getattr__(self, name: str) -> Any:
        raise Looked(name)


@pytest.fixture
def app(table: Table, tmp_path: Path) -> Flask:
    untouched = dict.fromkeys(("stand", "boards", "boxes", "pieces"), Camera())
    made = page_app(table, house_file=tmp_path / "house.json", family=FakeFamily(), **untouched)
    made.testing = True
    return made


def rules(app: Flask, *roles: Role) -> Iterator[tuple[str, str]]:
    """Every method and address of routes with these roles."""
    for rule in app.url_map.iter_rules():
        if role_of(rule.endpoint) in roles:
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield method, filled(rule)


def filled(rule: Rule) -> str:
    """An address of a route."""
    address = rule.rule
    for part, given in (("<int:number>", "1"), ("<number>", "1"), ("<game>", "whispers"), ("<tap>", "go-on")):
        address = address.replace(part, given)
    return address.replace("<evidence>", "e" * 8)


def asked(tablet: Tablet, method: str, address: str) -> Any:
    if method == "GET":
        return tablet.client.get(address)
    if address.startswith("/api/"):
        return tablet.post(address.removeprefix("/api/v1/"), {})
    return tablet.form(address, {})


def test_every_route_has_one_role(app: Flask) -> None:
    known = [endpoint for endpoints in ROUTES.values() for endpoint in endpoints]
    assert len(known) == len(set(known))
    assert set(known) == {rule.endpoint for rule in app.url_map.iter_rules()}


def test_a_new_route_is_the_owners_until_somebody_says_whose_it_is(app: Flask) -> None:
    app.add_url_rule("/forgotten", "forgotten", lambda: "a secret")
    set_pin(owner := phone(app))
    assert phone(app).client.get("/forgotten").status_code == 403
    assert owner.client.get("/forgotten").get_data(as_text=True) == "a secret"


@pytest.mark.parametrize("who", ["a stranger", "a watcher", "a seat"])
def test_with_a_pin_what_is_the_owners_is_shown_and_done_for_nobody_else(app: Flask, who: str) -> None:
    set_pin(owner := phone(app))
    device = joined(app, "Ada", through=owner) if who == "a seat" else phone(app)
    if who == "a watcher":
        device.client.get(watch_link(app, owner))
    before = owner.state()
    tried = list(rules(app, Role.OWNERS))
    assert len(tried) > 30 and ("GET", "/stand/picture.jpg") in tried
    for method, address in tried:
        refused = asked(device, method, address)
        assert refused.status_code == 403, (method, address)
        assert refused.mimetype in ("text/html", "application/json")
    assert owner.state() == before


def test_with_a_pin_strangers_play_nothing_turn_no_voice_on_and_see_no_evidence(app: Flask) -> None:
    set_pin(owner := phone(app))
    stranger, ada = phone(app), joined(app, "Ada", through=owner)
    for method, address in rules(app, Role.PLAYERS):
        refused = asked(stranger, method, address)
        assert refused.status_code == 403, address
        assert asked(ada, method, address).status_code != 403, address
    assert "prends une place" in said(stranger.form("/voice", {"device": "d" * 20, "on": "yes"}))
    assert app.extensions["companion"].speaking.device is None


def test_whoever_watches_sees_no_picture_of_the_camera_either_without_a_pin(app: Flask) -> None:
    watcher = phone(app)
    watcher.client.get(watch_link(app))
    for method, address in rules(app, Role.OWNERS):
        if method == "GET":
            assert watcher.client.get(address).status_code == 403, address


def test_without_a_pin_the_camera_is_everybodys_at_the_table(app: Flask) -> None:
    with pytest.raises(Looked):
        phone(app).client.get("/stand/picture.jpg")
