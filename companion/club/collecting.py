"""How often Python looks for garbage that holds itself, in the club's processes."""

from __future__ import annotations

import gc

_YOUNG, _MIDDLE, _OLD = 50_000, 20, 100
"""Python's own are 700, 10 and 10."""


def collect_rarely() -> None:
    """Rarely: hundreds of tables come and go as JSON a second, which holds nothing of itself and is freed at once.

    With Python's own numbers all boards are gone through again and again, for up to a second each time.
    """
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
