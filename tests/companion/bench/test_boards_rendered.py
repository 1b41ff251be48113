"""The bench of drawn boards: every piece and every empty square counts once, and boards are read."""

from __future__ import annotations

import pytest

from companion.bench import boards_rendered
from companion.bench.boards_rendered import measure
from vision.scene.piece_boards import KINDS


def test_every_kind_is_drawn_enrolled_and_read() -> None:
    tallies = measure(1, first=31, games=False)
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


def test_the_boards_of_games_are_read_beside_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards_rendered, "KINDS", ())
    monkeypatch.setattr(boards_rendered, "drawn_games", lambda: (("super_crack", "bets"),))
    (name, tally), *others = measure(1, first=31).items()
    assert name == "super_crack.bets" and not others
    assert tally.all.pieces + tally.all.empty == 3 * 6 and tally.all.pieces >= 3 * 2
    assert tally.all.right >= tally.all.pieces - 2
