"""The networks of the dice, rounded to eight bits, say the same; skipped without torch and onnx."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is only in the training environment")
pytest.importorskip("onnx", reason="onnx is only in the training environment")

from vision.network import load_network  # noqa: E402
from vision.training.classifier import scene_crops, usable_dice  # noqa: E402
from vision.training.dataset import SceneSet  # noqa: E402
from vision.training.export import export_classifier, export_detector  # noqa: E402
from vision.training.nets import DiceDetector, FaceClassifier  # noqa: E402
from vision.training.onnx_weights import load_onnx_weights  # noqa: E402
from vision.training.quantise import quantise_dice_classifier, quantise_dice_detector  # noqa: E402
from vision.training.scenes import draw_training_scene  # noqa: E402

MODELS = Path(__file__).resolve().parents[3] / "vision" / "models"
Quantise = Callable[[Path, Path, SceneSet, int], None]
CASES = [
    ("dice_detector", DiceDetector, export_detector, quantise_dice_detector),
    ("dice_classifier", FaceClassifier, export_classifier, quantise_dice_classifier),
]


@pytest.fixture(scope="module")
def scenes() -> SceneSet:
    torch.set_num_threads(1)
    drawn = [draw_training_scene(31, index) for index in range(12)]
    return SceneSet(np.stack([scene.image for scene in drawn]), tuple(scene.dice for scene in drawn))


def seen_by(name: str, scenes: SceneSet) -> np.ndarray:
    """Return a batch (n, 3, h, w), float32, 0..1, of what a network sees."""
    if name == "dice_detector":
        pictures = scenes.images[:1, 48:144]
    else:
        pictures = scene_crops(scenes, usable_dice(scenes)[:8], np.random.default_rng(3))[0]
    return np.ascontiguousarray(pictures.transpose(0, 3, 1, 2).astype(np.float32) / 255)


@pytest.mark.parametrize(("name", "net", "export", "quantise"), CASES)
def test_a_network_of_eight_bits_tells_the_same_in_both_runtimes(
    name: str,
    net: type,
    export: Callable[..., None],
    quantise: Quantise,
    scenes: SceneSet,
    tmp_path: Path,
) -> None:
    whole, rounded, again = (tmp_path / f"{which}.onnx" for which in ("whole", "rounded", "again"))
    batch = seen_by(name, scenes)
    trained = net()
    load_onnx_weights(trained, MODELS / f"{name}.onnx", [torch.from_numpy(batch)])
    export(trained.eval(), whole)
    quantise(whole, rounded, scenes, 5)
    assert rounded.stat().st_size < 0.4 * whole.stat().st_size
    wanted = load_network(whole, "onnxruntime").run(batch)
    for runtime in ("onnxruntime", "opencv"):
        told = load_network(rounded, runtime).run(batch)
        assert 0 < np.abs(told - wanted).mean() < 0.05 * wanted.std()
    quantise(whole, again, scenes, 5)
    assert again.read_bytes() == rounded.read_bytes()


@pytest.mark.parametrize(("name", "net", "export", "quantise"), CASES)
def test_training_goes_on_from_a_network_of_eight_bits(
    name: str,
    net: type,
    export: Callable[..., None],
    quantise: Quantise,
    scenes: SceneSet,
    tmp_path: Path,
) -> None:
    whole, rounded = tmp_path / "whole.onnx", tmp_path / "rounded.onnx"
    given = torch.from_numpy(seen_by(name, scenes))
    first, second = net(), net()
    load_onnx_weights(first, MODELS / f"{name}.onnx", [given])
    export(first.eval(), whole)
    quantise(whole, rounded, scenes, 5)
    load_onnx_weights(second, rounded, [given])
    with torch.no_grad():
        wanted, told = first.eval()(given), second.eval()(given)
    assert 0 < (told - wanted).abs().mean() < 0.05 * wanted.std()
