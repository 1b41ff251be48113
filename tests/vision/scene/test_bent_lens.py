"""A bent picture shows everything where its lens bends it to."""

import cv2
import numpy as np

from vision.scene.bent_lens import BentPicture, measured, random_bent_lens

WIDTH, HEIGHT = 1200, 960


def test_a_dot_lies_where_the_lens_bends_it_to() -> None:
    lens = random_bent_lens(WIDTH, HEIGHT, 1300.0, np.random.default_rng(3))
    bent = BentPicture(lens)
    for at in ((120.0, 100.0), (1000.0, 130.0), (610.0, 480.0), (200.0, 850.0)):
        straight = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        cv2.circle(straight, (round(at[0]), round(at[1])), 4, (255, 255, 255), -1)
        ys, xs = np.nonzero(bent.of(straight)[..., 0] > 100)
        (expected,) = lens.bent(np.array([at]))
        assert np.hypot(xs.mean() - expected[0], ys.mean() - expected[1]) < 0.6


def test_what_a_family_measures_is_nearly_the_lens() -> None:
    rng = np.random.default_rng(4)
    corners = np.array([[60.0, 60.0], [1140.0, 60.0], [60.0, 900.0], [1140.0, 900.0]])
    errors = []
    for _ in range(20):
        lens = random_bent_lens(WIDTH, HEIGHT, 1300.0, rng)
        errors.append(np.abs(measured(lens, rng).bent(corners) - lens.bent(corners)).max())
    assert 0.0 < np.median(errors) < 1.0 and max(errors) < 2.5


def test_what_is_bent_anew_is_what_bending_all_of_it_gives() -> None:
    lens = random_bent_lens(WIDTH, HEIGHT, 1300.0, np.random.default_rng(5))
    rng = np.random.default_rng(6)
    picture = rng.integers(0, 256, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    again = BentPicture(lens)
    again.of(picture)
    for top, left in ((200, 0), (0, 500), (HEIGHT - 2, WIDTH - 3), (580, 640)):
        # The very picture is changed, as a table is on which a card is laid.
        picture[top : top + 100, left : left + 80] = rng.integers(0, 256, 3)
        expected = BentPicture(lens).of(picture)
        assert (again.of(picture) == expected).all()
        # Nothing has changed since.
        assert (again.of(picture) == expected).all()
