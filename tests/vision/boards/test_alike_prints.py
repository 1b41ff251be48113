"""Print in the colours of pieces: squares never seen bare, sharp photographs, and light too bright to tell."""

from __future__ import annotations

import cv2
import numpy as np

from vision.boards.board_light import colours, logarithms
from vision.boards.empty_look import EmptyLook, put_together, softened
from vision.boards.squares import BoardSquares
from vision.boards.standing import clipped
from vision.boards.straightened import Frame

SQUARES = BoardSquares(
    (500.0, 100.0), ("a", "b", "c", "d", "e"), np.array([(x, 50.0) for x in range(50, 500, 100)])
)
FRAME = Frame.of(SQUARES)
WHITE, BLUE, PAPER = (215, 225, 228), (180, 100, 40), (150, 190, 205)
EVERYWHERE = np.ones(FRAME.shape, bool)


def discs(*inks: tuple[int, int, int]) -> np.ndarray:
    """A board of discs, uint8 (h, w, 3), seen from straight above."""
    picture = np.full((*FRAME.shape, 3), PAPER, np.uint8)
    for (x, y), ink in zip(FRAME.to_px(SQUARES.centres), inks, strict=True):
        cv2.circle(picture, (round(x), round(y)), round(0.42 * 100 * FRAME.px_per_unit), ink, -1)
    return picture


def middle(square: int, radius: float) -> np.ndarray:
    """Where a disc about the middle of a square lies, bool (h, w); the radius in spacings."""
    mask = np.zeros(FRAME.shape, np.uint8)
    x, y = FRAME.to_px(SQUARES.centres[square])
    cv2.circle(mask, (round(x), round(y)), round(radius * 100 * FRAME.px_per_unit), 1, -1)
    return mask > 0


def test_what_shows_beside_a_piece_tells_how_its_square_looks() -> None:
    bare = discs(BLUE, WHITE, BLUE, WHITE, WHITE)
    hidden = middle(2, 0.35)
    seen = bare.copy()
    seen[hidden] = (45, 45, 190)
    look = put_together([seen], [FRAME.on_board & ~hidden], SQUARES, FRAME)
    x, y = np.round(FRAME.to_px(SQUARES.centres[2])).astype(int)
    assert np.abs(look.image[y, x].astype(int) - BLUE).max() < 12


def test_a_sharp_photograph_is_compared_more_closely() -> None:
    bare = discs(BLUE, WHITE, BLUE, WHITE, WHITE)
    look = EmptyLook.of([bare], FRAME.on_board, SQUARES)
    seen = colours(logarithms(softened(bare)))
    noisy = seen + np.random.default_rng(1).normal(0, 0.06, seen.shape).astype(np.float32)
    sharp, loose = look.closeness(seen, EVERYWHERE), look.closeness(noisy, EVERYWHERE)
    assert sharp.chroma < loose.chroma / 2 and sharp.bright < loose.bright / 2
    paler = seen + np.array([0.03, 0.0, 0.1], np.float32) * middle(1, 0.3)[..., None]
    nowhere = ~EVERYWHERE
    here = middle(1, 0.2)
    apart = [
        look.log_density(one, EVERYWHERE, close, nowhere, EVERYWHERE)[here].mean()
        for close in (sharp, loose)
        for one in (seen, paler)
    ]
    assert apart[0] - apart[1] > apart[2] - apart[3] + 1.0


def test_what_is_brighter_than_a_camera_can_tell_is_not_strange() -> None:
    bare = discs(BLUE, WHITE, BLUE, WHITE, WHITE)
    look = EmptyLook.of([bare], FRAME.on_board, SQUARES)
    seen = colours(logarithms(softened(bare)))
    here = middle(1, 0.25)
    paler = seen + np.array([0.12, 0.1, -0.2], np.float32) * here[..., None]
    close = look.closeness(seen, EVERYWHERE)
    told = look.log_density(paler, EVERYWHERE, close, ~EVERYWHERE, EVERYWHERE)[here].mean()
    excused = look.log_density(paler, EVERYWHERE, close, here, EVERYWHERE)[here].mean()
    assert excused > told + 2.0


def test_how_strange_a_pixel_is_leaves_colours_apart() -> None:
    ratios = np.array([[9.0, 1.0, -9.0], [7.0, 0.5, -8.0]], np.float32)
    assert clipped(ratios).tolist() == [[3.0, 1.0, -3.0], [1.0, 0.5, -3.0]]
