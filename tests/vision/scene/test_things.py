"""What else stands on a family's table stands beside the places."""

import numpy as np

from vision.scene.things import lay_things


def test_things_stand_beside_the_places() -> None:
    ground = np.full((700, 900, 3), 90, np.uint8)
    lay_things(ground, 1.0, [(200.0, 150.0, 700.0, 550.0)], 6, np.random.default_rng(1))
    changed = (ground != 90).any(axis=2)
    assert changed.mean() > 0.02
    assert changed[200:500, 250:650].mean() == 0.0, "nothing stands in the middle of the place"
