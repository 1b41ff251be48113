"""Calls of Playwright that would wait for ever end in time, and pages close whatever comes in."""

from __future__ import annotations

import asyncio

import pytest

from tests.browser import bounded
from tests.browser.bounded import BOUND, LONGEST_S, close
from tests.browser.conftest import Devices

pytestmark = pytest.mark.xdist_group("browser")


def test_a_script_that_never_ends_ends_in_time(devices: Devices) -> None:
    device = devices.new()
    page = device.new_page()
    with BOUND.of(0.3), pytest.raises(TimeoutError):
        page.evaluate("new Promise(() => {})")
    assert BOUND.seconds == LONGEST_S
    assert page.evaluate("1 + 1") == 2
    device.close()


def test_a_page_that_the_browser_forgets_to_close_is_closed(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def forgotten(**_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(bounded, "CLOSES_S", 0.3)
    device = devices.new(scripts=False)
    page = device.new_page()
    monkeypatch.setattr(page._impl_obj, "close", forgotten)
    close(page)
    assert page.is_closed() and device.pages == []
    device.close()
