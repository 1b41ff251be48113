"""A real browser without a window, for benches that measure through the page: Debian's Chromium, by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
_ARGUMENTS = ("--no-sandbox", "--disable-gpu")


class NoBrowser(Exception):
    """No browser can be driven on this machine; says what is missing."""


@contextmanager
def opened_browser() -> Iterator[Any]:
    """Playwright's ``Browser``, open meanwhile; raises ``NoBrowser`` where there is none."""
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise NoBrowser("Playwright is missing: pip install -r requirements/dev.txt") from error
    if program is None:
        raise NoBrowser("Chromium is missing: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_ARGUMENTS), headless=True)
        try:
            yield browser
        finally:
            browser.close()
