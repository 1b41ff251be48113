"""What an evening writes is counted by the kernel; where nothing reaches a disk there is nothing to count."""

from __future__ import annotations

import pytest

from companion.bench import wear
from companion.wrong_use import WrongUse


def test_bytes_are_counted_for_every_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter((1_000, 501_000))
    monkeypatch.setattr(wear, "_written", lambda: next(counts))
    figures = {one.name: one for one in wear.measure(40)}
    entries = figures["written_an_entry"].n
    assert entries is not None and entries >= 40
    assert figures["written_an_entry"].value == pytest.approx(500 / entries, abs=0.01)
    assert figures["written_an_evening"].value == pytest.approx(0.5 / entries * wear.EVENING, abs=0.1)
    assert figures["kept"].value > 0


def test_where_nothing_reaches_a_disk_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    written = wear._written()
    assert written >= 0, "the kernel does not tell"
    monkeypatch.setattr(wear, "_written", lambda: written)
    with pytest.raises(WrongUse, match="TMPDIR"):
        list(wear.measure(2))
