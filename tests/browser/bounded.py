"""No call of Playwright waits for ever: what has no timeout of its own (a script, a page that closes) has one here.

A page closes although another document comes in at the same moment: Chromium then confirms that it closes and does
not (crbug.com/536385539), and whoever waits for it would wait for ever. It is told once more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Error, Page

LONGEST_S = 120.0
"""Longer than any timeout that a test gives."""
CLOSES_S = 5.0


class Bound:
    """How long a call may take now, s."""

    seconds = LONGEST_S

    @contextmanager
    def of(self, seconds: float) -> Iterator[None]:
        """Another bound for a while."""
        self.seconds = seconds
        try:
            yield
        finally:
            self.seconds = LONGEST_S


BOUND = Bound()


@contextmanager
def bounded() -> Iterator[None]:
    """Every call raises TimeoutError where it takes too long."""
    waited = SyncBase._sync

    def sync(api: SyncBase, call: Awaitable[Any]) -> Any:
        async def in_time() -> Any:
            async with asyncio.timeout(BOUND.seconds):
                return await call

        return waited(api, in_time())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SyncBase, "_sync", sync)
        yield


def close(page: Page) -> None:
    """Closes a page, also while another document comes in."""
    try:
        with BOUND.of(CLOSES_S):
            page.close()
    except TimeoutError:
        with suppress(Error):  # it may have closed meanwhile
            page.context.new_cdp_session(page).send("Page.close")
        if not page.is_closed():
            page.wait_for_event("close")
