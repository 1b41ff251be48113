"""Training on from a written model begins with that model and gives the same result each time."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is only in the training environment")
pytest.importorskip("onnx", reason="onnx is only in the training environment")

from vision.network import load_network  # noqa: E402
from vision.training.dataset import SceneSet  # noqa: E402
from vision.training.fine_tune import Course, fine_tune_classifier, fine_tune_detector  # noqa: E402
from vision.training.nets import DiceDetector, FaceClassifier  # noqa: E402
from vision.training.onnx_weights import load_onnx_weights  # noqa: E402
from vision.training.scenes import draw_training_scene  # noqa: E402

MODELS = Path(__file__).resolve().parents[3] / "vision" / "models"


@pytest.fixture(scope="module")
def scenes() -> SceneSet:
    torch.set_num_threads(1)
    drawn = [draw_training_scene(31, index) for index in range(24)]
    return SceneSet(np.stack([scene.image for scene in drawn]), tuple(scene.dice for scene in drawn))


@pytest.mark.parametrize(
    ("name", "net", "size"),
    [("dice_classifier", FaceClassifier, 64), ("dice_detector", DiceDetector, 96)],
)
def test_the_weights_of_a_written_model_come_back(name: str, net: type, size: int) -> None:
    path = MODELS / f"{name}.onnx"
    batch = np.random.default_rng(4).random((2, 3, size, size), dtype=np.float32)
    again = net()
    load_onnx_weights(again, path, [torch.from_numpy(batch)])
    again.eval()
    with torch.no_grad():
        answer = again(torch.from_numpy(batch)).numpy()
    assert np.abs(answer - load_network(path).run(batch)).max() < 1e-4


def test_a_model_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="layer"):
        load_onnx_weights(FaceClassifier(), MODELS / "dice_detector.onnx", [])


def test_the_same_course_gives_the_same_network(scenes: SceneSet) -> None:
    base = MODELS / "dice_classifier.onnx"
    first, second = (fine_tune_classifier(base, scenes, [], Course(2, 1e-3, 0.0)) for _ in range(2))
    for one, other in zip(first.parameters(), second.parameters(), strict=True):
        assert torch.equal(one, other)


def test_the_detector_goes_on_from_its_base(scenes: SceneSet) -> None:
    base = MODELS / "dice_detector.onnx"
    net = fine_tune_detector(base, scenes, [], Course(1, 1e-6, 0.0))
    batch = np.random.default_rng(4).random((1, 3, 96, 96), dtype=np.float32)
    with torch.no_grad():
        heat = net(torch.from_numpy(batch))[:, 0].numpy()
    assert np.abs(heat - load_network(base).run(batch)[:, 0]).mean() < 0.5


def test_reckoning_in_bfloat16_leads_to_nearly_the_same_network(scenes: SceneSet) -> None:
    base = MODELS / "dice_classifier.onnx"
    exact, coarse = (
        fine_tune_classifier(base, scenes, [], Course(2, 1e-4, 0.0, bfloat16=bfloat16)).state_dict()
        for bfloat16 in (False, True)
    )
    weights = [name for name in exact if name.endswith("weight")]
    assert any(not torch.equal(exact[name], coarse[name]) for name in weights)
    assert max(float((exact[name] - coarse[name]).abs().max()) for name in weights) < 1e-3
