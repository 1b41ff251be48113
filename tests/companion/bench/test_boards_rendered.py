"""The bench of drawn boards: every piece and every empty square counts once, and boards are read."""

from __future__ import annotations

from companion.bench.boards_rendered import measure
from vision.scene.piece_boards import KINDS


def test_every_kind_is_drawn_enrolled_and_read() -> None:
    tallies = measure(1, first=31)
    assert list(tallies) == list(KINDS)
    for kind, tally in tallies.items():
        figures = {one.name: one for one in tally.measures(kind)}
        assert figures[f"drawn_{kind}.touching_right"].n == 6
        assert figures[f"drawn_{kind}.right"].n + figures[f"drawn_{kind}.false_on_empty"].n in (
            3 * 64,
            3 * 41,
            108,
        )
        assert (
            figures[f"drawn_{kind}.right"].value > 70 and figures[f"drawn_{kind}.false_on_empty"].value < 20
        )
        assert not any("baseline" in name for name in figures)
