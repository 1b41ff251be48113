"""The Wi-Fi on the page: without a script, for the owner alone, and no password on any page."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion.table import Table
from tests.fake_eyes import FakeEyes
from tests.fake_family import FakeFamily
from tests.fake_wifi import CODES, FAULTS, HOTSPOT, JOINED, FakeWifi
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.kept.test_kept_pages import words
from tests.web.seats.test_pin import set_pin
from tests.web.seats.test_seats import page, phone

PASSWORD = "at home: we play\\"


@pytest.fixture
def wifi() -> FakeWifi:
    return FakeWifi()


@pytest.fixture
def app(table: Table, eyes: FakeEyes, wifi: FakeWifi, tmp_path: Path) -> Flask:
    made = page_app(
        table, eyes, wifi=wifi, family=FakeFamily(), house_file=tmp_path / "house.json", language="en"
    )
    made.testing = True
    return made


def shown(tablet: Tablet, query: str = "") -> str:
    return words(page(tablet, f"/settings/wifi{query}"))


def test_the_settings_lead_there_on_a_box_alone(
    tablet: Tablet, wifi: FakeWifi, table: Table, eyes: FakeEyes
) -> None:
    assert 'href="/settings/wifi"' in page(tablet, "/settings")
    wifi.told = None
    assert 'href="/settings/wifi"' not in page(tablet, "/settings")
    laptop = Tablet(page_app(table, eyes, language="en").test_client())
    assert 'href="/settings/wifi"' not in page(laptop, "/settings")
    assert "NetworkManager does not run here" in shown(laptop)


def test_the_networks_are_told_best_first(tablet: Tablet) -> None:
    told = shown(tablet)
    assert "Companion is in no Wi-Fi: you are on its own, “Companion”." in told
    assert "Maison & Cie strong" in told and "Work weak · asks for more" in told
    assert "le \\ 🏠 fair · no password" in told and "Known fair · known" in told
    assert "You may also play just so" in told
    assert "http://companion.local/" in told


def test_one_tap_and_the_password(tablet: Tablet, wifi: FakeWifi) -> None:
    assert 'href="/settings/wifi?network=Maison+%26+Cie"' in page(tablet, "/settings/wifi")
    form = page(tablet, "/settings/wifi?network=Maison+%26+Cie")
    assert 'name="password"' in form and 'value="Maison & Cie"' in form
    answer = tablet.form("/settings/wifi/join", {"name": "Maison & Cie", "password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/settings/wifi")
    assert wifi.asked == [("Maison & Cie", PASSWORD, False)]
    told = shown(tablet)
    assert "Next, Companion’s own Wi-Fi ends: connect this tablet to “Maison & Cie”" in told
    assert "comes back within two minutes" in told
    assert PASSWORD not in page(tablet, "/settings/wifi")


def test_an_open_one_asks_for_no_password(tablet: Tablet) -> None:
    assert 'name="password"' not in page(tablet, "/settings/wifi?network=Caf%C3%A9%3A+le+%5C+🏠")


def test_one_that_does_not_tell_its_name_is_joined_by_it(tablet: Tablet, wifi: FakeWifi) -> None:
    assert 'id="wifi-name"' in page(tablet, "/settings/wifi?network=")
    tablet.form("/settings/wifi/join", {"name": "Attic", "password": PASSWORD, "hidden": "yes"})
    assert wifi.asked == [("Attic", PASSWORD, True)]


@pytest.mark.parametrize("network", ["Work", "Elsewhere"])
def test_one_that_cannot_be_joined_so_has_no_form(tablet: Tablet, network: str) -> None:
    assert 'id="join"' not in page(tablet, f"/settings/wifi?network={network}")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("bad_password", "8 to 63"),
        ("busy", "One moment"),
        ("no_answer", "restart the machine"),
        ("?", "Try once more"),
    ],
)
def test_what_is_not_accepted_is_said_beside_the_form(
    tablet: Tablet, wifi: FakeWifi, code: str, says: str
) -> None:
    wifi.answers = code
    answer = tablet.form("/settings/wifi/join", {"name": "Maison & Cie", "password": PASSWORD})
    told = page(tablet, answer.headers["Location"])
    assert says in words(told) and 'value="Maison & Cie"' in told and PASSWORD not in told


@pytest.mark.parametrize("code", CODES)
def test_what_went_wrong_is_one_sentence(tablet: Tablet, wifi: FakeWifi, code: str) -> None:
    wifi.told = {**HOTSPOT, "last": {"code": code, "name": "Maison & Cie"}}
    assert page(tablet, "/settings/wifi").count('class="told-wrong"') == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_what_keeps_it_from_working_is_said(tablet: Tablet, wifi: FakeWifi, fault: str) -> None:
    wifi.told = {**HOTSPOT, "mode": "alone", "hotspot": None, "fault": fault, "networks": []}
    told = page(tablet, "/settings/wifi")
    assert told.count('class="told-wrong"') == 1 and "No Wi-Fi is in reach." in told
    wifi.told = {**wifi.told, "mode": "wired"}
    assert 'class="told-wrong"' not in page(tablet, "/settings/wifi")


def test_the_wifi_is_changed_later(tablet: Tablet, wifi: FakeWifi) -> None:
    wifi.told = JOINED
    told = shown(tablet)
    assert "Companion is in the Wi-Fi “Known”." in told and "play just so" not in told
    assert "Looked for 2 minutes ago." in told
    tablet.form("/settings/wifi/join", {"name": "Maison & Cie", "password": PASSWORD})
    told = shown(tablet)
    assert "connect this tablet to “Maison & Cie”, too" in told and "all stays as it was" in told


def test_looking_again_says_what_that_means(tablet: Tablet, wifi: FakeWifi) -> None:
    assert "goes away for half a minute" in shown(tablet)
    assert tablet.form("/settings/wifi/look", {}).status_code == 303
    assert wifi.looks == 1
    assert "join it again, then open this page" in shown(tablet)


def test_only_the_owner_may_look_and_change(app: Flask, wifi: FakeWifi) -> None:
    set_pin(phone(app))
    stranger = phone(app)
    assert stranger.client.get("/settings/wifi").status_code == 403
    for path in ("join", "look"):
        assert (
            stranger.form(f"/settings/wifi/{path}", {"name": "Work", "password": PASSWORD}).status_code == 403
        )
    assert (wifi.asked, wifi.looks) == ([], 0)


def test_nobody_else_s_page_changes_it(tablet: Tablet, wifi: FakeWifi) -> None:
    sent = {"name": "Work", "password": PASSWORD}
    assert tablet.client.post("/settings/wifi/join", data=sent).status_code == 403
    assert tablet.form("/settings/wifi/join", sent, Origin="http://evil.example").status_code == 403
    assert wifi.asked == []
