"""Whole drawings as the pictures of answers: side by side, silent, and only where they tell one from another."""

from __future__ import annotations

import pytest

from companion.drawing.pieces import piece, telling

SIZED = 'viewBox="0 0 100 60" width="100" height="60"'
DRAWN = f'<svg class="board ch-field wide" {SIZED} role="img" aria-label="Course"><rect/></svg>'


def test_drawings_stand_side_by_side_and_say_nothing() -> None:
    both = piece(DRAWN, DRAWN, gap=20)
    assert 'viewBox="0 0 220 60"' in both and 'x="120"' in both and both.count("<rect/>") == 2
    assert 'aria-hidden="true"' in both and "aria-label" not in both and both.count('class="ch-field"') == 2


def test_a_drawing_whose_box_begins_elsewhere_is_refused() -> None:
    with pytest.raises(ValueError, match="begins at 0 0"):
        piece('<svg viewBox="5 0 10 10"></svg>')


def test_pictures_that_look_alike_tell_nothing() -> None:
    assert telling(["one", "one", ""]) == ["", "", ""]
    assert telling(["one", "other"]) == ["one", "other"]
