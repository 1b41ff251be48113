"""The page of the Wi-Fi in a browser: read by everybody, and a network is joined by one tap and its password."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import House, Stage, Watched, housed
from tests.browser.looking import LANGUAGES, PHONE, TABLET, look_over, share, speak
from tests.browser.test_accessibility import violations
from tests.browser.test_help import SCROLLING
from tests.fake_wifi import HOTSPOT, FakeWifi

LONG = {**HOTSPOT, "last": {"code": "wrong_password", "name": "The longest name of a network 32"}}
PAGES = ("settings/wifi", "settings/wifi?network=Maison+%26+Cie", "settings/wifi?network=")


@pytest.fixture
def wifi() -> FakeWifi:
    return FakeWifi()


@pytest.fixture
def house(tmp_path: Path, stage: Stage, wifi: FakeWifi) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal), wifi=wifi) as served:
        yield served
    journal.close()


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_everybody_can_read_it(visit: Watched, house: House, wifi: FakeWifi, size: ViewportSize) -> None:
    page = visit(size, reduced_motion="reduce")
    wifi.told = LONG
    for path in PAGES:
        page.goto(house.url + path)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_every_device(visit: Watched, house: House, wifi: FakeWifi, language: str) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    wifi.told = LONG
    for path in share(language, PAGES):
        page.goto(house.url + path)
        assert look_over(page, at_a_glance=True, scrolling=SCROLLING) == {}
    wifi.told = {**HOTSPOT, "mode": "trying", "wanted": "The longest name of a network 32"}
    page.goto(house.url + "settings/wifi")
    assert look_over(page, at_a_glance=True, scrolling=SCROLLING) == {}


def join(page: Page, house: House, wifi: FakeWifi) -> None:
    """A family joins its Wi-Fi from the page that the hotspot leads to."""
    page.goto(house.url + "settings/wifi")
    page.locator(".network", has_text="Maison & Cie").click()
    password = page.locator("#password")
    password.fill("at home we play")
    masked = "getComputedStyle(document.getElementById('password')).webkitTextSecurity"
    assert page.evaluate(masked) == "disc"
    page.locator("#as-typed").click()
    assert page.evaluate(masked) == "none"
    page.locator("#join-it").click()
    expect(page.locator("#coming")).to_contain_text("Maison & Cie")
    expect(page.locator("#coming")).to_contain_text("http://companion.local/")
    assert wifi.asked == [("Maison & Cie", "at home we play", False)]


@pytest.mark.parametrize("scripts", [True, False], ids=["", "without a script"])
def test_a_wifi_is_joined_by_one_tap_and_its_password(
    visit: Watched, house: House, wifi: FakeWifi, scripts: bool
) -> None:
    join(visit(scripts=scripts), house, wifi)
