"""The bench of the page, before fewer spectators: everybody hears of every tap, soon, and the server stays small."""

from __future__ import annotations

from companion.bench import page as bench_page
from companion.simulated.outcome import quantile

SPECTATORS, TAPS = 20, 5


def test_every_spectator_hears_of_every_tap_soon() -> None:
    crowded = bench_page.before_spectators(SPECTATORS, TAPS, pause_s=0.02)
    assert len(crowded.delays) == SPECTATORS * TAPS
    assert len(crowded.answers) == TAPS
    # Half a second at the median: the machine that runs the tests does other things, too.
    assert 0 < quantile(crowded.delays, 0.5) < 5 * bench_page.DELIVERY_TARGET_MS
    assert 20 < crowded.memory_mb < bench_page.MEMORY_TARGET_MB


def test_an_event_counts_once_it_is_whole() -> None:
    line = bench_page._Line()
    whole = b'id: 7\nevent: snapshot\ndata: {"seq":7,"sent_ms":1000}\n\n'
    line.take(whole[:30], 1.5)
    assert line.delays == {}
    line.take(whole[30:] + b"event: heartbeat\ndata: 0\n\n", 1.75)
    assert line.delays == {7: 750.0}
