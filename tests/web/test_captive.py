"""Whoever joins the hotspot is led to the page: while it is open, by it alone, and nobody else is."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.evening.address import BOX_NAMES
from companion.table import Table
from tests.fake_eyes import FakeEyes
from tests.fake_wifi import HOTSPOT, JOINED, FakeWifi
from tests.page_app import page_app
from web.captive import PAGE, PROBES
from web.security import HEADERS
from web.settings.wifi_words import ADDRESS

GUEST, ELSEWHERE = "10.42.0.77", "192.168.1.20"
ASKED = {
    "connectivitycheck.gstatic.com": "/generate_204",
    "captive.apple.com": "/hotspot-detect.html",
    "www.msftconnecttest.com": "/connecttest.txt",
    "www.msftncsi.com": "/ncsi.txt",
    "detectportal.firefox.com": "/canonical.html",
    "www.example.org": "/news?today",
}


@pytest.fixture
def wifi() -> FakeWifi:
    return FakeWifi()


@pytest.fixture
def app(table: Table, eyes: FakeEyes, wifi: FakeWifi) -> Flask:
    return page_app(table, eyes, wifi=wifi)


def ask(app: Flask, path: str, host: str, guest: str = GUEST, port: str = "80", method: str = "GET") -> Any:
    with app.test_client() as client:
        return client.open(
            path,
            method=method,
            headers={"Host": host},
            environ_overrides={"REMOTE_ADDR": guest, "SERVER_PORT": port},
        )


@pytest.mark.parametrize(("host", "path"), ASKED.items())
def test_what_devices_ask_leads_to_the_page(app: Flask, host: str, path: str) -> None:
    answer = ask(app, path, host)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"http://10.42.0.1{PAGE}")
    assert answer.headers["Cache-Control"] == "no-store"
    assert ask(app, path, host, port="8080").headers["Location"] == f"http://10.42.0.1:8080{PAGE}"
    assert ask(app, path, host, method="HEAD").status_code == 302
    assert set(HEADERS) <= set(ask(app, path, host).headers)


def test_a_probe_of_this_very_machine_is_led_there_too(app: Flask) -> None:
    assert all(ask(app, path, "localhost").status_code == 302 for path in PROBES)


@pytest.mark.parametrize("path", ["/", "/home", PAGE, "/api/v1/state"])
def test_the_page_itself_is_shown(app: Flask, path: str) -> None:
    assert ask(app, path, "localhost").status_code in (200, 302, 303)
    assert ask(app, path, "localhost").headers.get("Location") != f"http://10.42.0.1{PAGE}"


@pytest.mark.parametrize("told", [None, JOINED, {**HOTSPOT, "mode": "trying", "address": None}])
def test_nobody_is_led_anywhere_while_the_hotspot_is_not_open(app: Flask, wifi: FakeWifi, told: Any) -> None:
    wifi.told = told
    for host, path in ASKED.items():
        assert ask(app, path, host).status_code == 400
    assert ask(app, "/generate_204", "localhost").status_code == 404


def test_nobody_is_led_anywhere_who_comes_another_way(app: Flask) -> None:
    for guest in (ELSEWHERE, "127.0.0.1", "fe80::1", ""):
        assert ask(app, "/generate_204", "connectivitycheck.gstatic.com", guest).status_code == 400


def test_what_changes_something_is_refused_as_ever(app: Flask) -> None:
    assert ask(app, "/actions", "evil.example", method="POST").status_code == 400


def test_a_machine_that_is_no_box_leads_nobody(table: Table, eyes: FakeEyes) -> None:
    laptop = page_app(table, eyes)
    assert ask(laptop, "/generate_204", "connectivitycheck.gstatic.com").status_code == 400
    assert ask(laptop, "/generate_204", "localhost").status_code == 404


def test_a_box_answers_to_the_names_that_its_page_tells(table: Table, eyes: FakeEyes, wifi: FakeWifi) -> None:
    box = page_app(table, eyes, wifi=wifi, hosts=BOX_NAMES)
    for host in ("companion.local", "Companion-2.local:80"):
        assert ask(box, PAGE, host).status_code == 200
    assert ask(box, PAGE, "companion-2.local.evil.example", ELSEWHERE).status_code == 400
    assert urlsplit(ADDRESS).hostname in BOX_NAMES
