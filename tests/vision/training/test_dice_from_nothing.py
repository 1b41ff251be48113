"""Dice networks made from nothing come out the same each time, from examples that change as they should; skipped
without torch.
"""

import pickle
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: make train sets it up")

from vision.scene.arrays import FloatArray  # noqa: E402
from vision.training.classifier import DrawnCrops, train_classifier  # noqa: E402
from vision.training.dataset import SceneSet  # noqa: E402
from vision.training.detector import DrawnTiles, train_detector  # noqa: E402
from vision.training.drawing_processes import each_in_turn  # noqa: E402
from vision.training.nets import CLASSES  # noqa: E402
from vision.training.recolouring import recoloured_dice  # noqa: E402
from vision.training.scenes import draw_training_scene  # noqa: E402
from vision.training.targets import recolour  # noqa: E402


@pytest.fixture(scope="module")
def scenes() -> SceneSet:
    torch.set_num_threads(1)
    drawn = [draw_training_scene(31, index) for index in range(24)]
    return SceneSet(np.stack([scene.image for scene in drawn]), tuple(scene.dice for scene in drawn))


@pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU sums in no fixed order")
@pytest.mark.parametrize("train", [train_detector, train_classifier])
def test_the_same_scenes_and_seed_give_the_same_network(
    train: Callable[[SceneSet, int, int], Any], scenes: SceneSet
) -> None:
    first, second = train(scenes, 5, 2), train(scenes, 5, 2)
    assert not first.training
    for one, other in zip(first.state_dict().values(), second.state_dict().values(), strict=True):
        assert torch.equal(one, other)


def test_examples_go_to_other_processes_and_come_without_end(scenes: SceneSet) -> None:
    tiles = pickle.loads(pickle.dumps(DrawnTiles(scenes)))(np.random.default_rng(1))
    for picture, target, weight in islice(tiles, 50):
        assert (picture.shape, picture.dtype) == ((3, 192, 192), np.uint8)
        assert (target.shape, weight.shape) == ((12, 48, 48), (2, 48, 48))
    crops = pickle.loads(pickle.dumps(DrawnCrops(scenes)))(np.random.default_rng(1))
    seen = list(islice(crops, 150))
    assert {(crop.shape, crop.dtype) for crop, _ in seen} == {((3, 64, 64), np.dtype(np.uint8))}
    assert {int(label) for _, label in seen} <= set(range(len(CLASSES)))


def test_each_comes_once_before_any_comes_again() -> None:
    numbers = list(islice(each_in_turn(5, np.random.default_rng(1)), 10))
    assert sorted(numbers[:5]) == sorted(numbers[5:]) == list(range(5))
    with pytest.raises(ValueError, match="nothing"):
        next(each_in_turn(0, np.random.default_rng(1)))


def test_colours_change_as_often_and_as_far_as_in_arrays() -> None:
    torch.manual_seed(3)
    # Dark red on one side, lighter red on the other.
    pictures = np.zeros((3000, 6, 8, 3), np.uint8)
    pictures[...] = (60, 90, 150)
    pictures[:, :, 4:] = (80, 120, 200)
    changed = recoloured_dice(torch.from_numpy(pictures).permute(0, 3, 1, 2)).permute(0, 2, 3, 1).numpy()
    expected = recolour(pictures, np.random.default_rng(3))

    def told(batch: FloatArray) -> list[float]:
        colours, sides = (
            batch.mean(axis=(1, 2)),
            batch[:, :, 4:].mean(axis=(1, 2)) - batch[:, :, :4].mean(axis=(1, 2)),
        )
        return [
            *colours.mean(axis=0),
            *colours.std(axis=0),
            (sides.mean(axis=1) < 0).mean(),
            (colours.argmax(axis=1) != 2).mean(),
            (np.ptp(colours, axis=1) < 0.1).mean(),
            (batch[:, :, :4].std(axis=(1, 2)).mean(axis=1) > 0.004).mean(),
            batch[:, :, :4].std(axis=(1, 2)).mean() * 10,
        ]

    assert np.abs(np.array(told(changed)) - told(expected)).max() < 0.035
