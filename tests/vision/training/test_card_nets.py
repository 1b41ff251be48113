"""The card networks are as large as promised and leave files that both runtimes read; skipped without torch."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: make train sets it up")

from vision.cards.answers import ANSWERS  # noqa: E402
from vision.cards.maps import CHANNELS, STRIDE  # noqa: E402
from vision.network import load_network  # noqa: E402
from vision.training.blocks import count_parameters  # noqa: E402
from vision.training.card_dataset import draw_card_scene_set, save_card_scene_set  # noqa: E402
from vision.training.card_detector import train_card_detector  # noqa: E402
from vision.training.card_nets import CardDetector, IndexReader  # noqa: E402
from vision.training.card_reader import train_index_reader  # noqa: E402
from vision.training.export import export_card_detector, export_index_reader  # noqa: E402
from vision.training.onnx_weights import load_onnx_weights  # noqa: E402
from vision.training.quantise import quantise_card_detector  # noqa: E402
from vision.training.run import train_card_network  # noqa: E402


def test_the_networks_are_small() -> None:
    assert count_parameters(CardDetector()) < 1.05e6
    assert count_parameters(IndexReader()) < 0.55e6


def test_both_runtimes_run_what_is_written(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="onnx is not installed: make train sets it up")
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    export_card_detector(CardDetector().eval(), tmp_path / "detector.onnx")
    export_index_reader(IndexReader().eval(), tmp_path / "reader.onnx")
    picture = rng.random((1, 3, 96, 160), np.float32)
    crops = rng.random((5, 3, 72, 48), np.float32)
    for name, given, shape in (
        ("detector", picture, (1, CHANNELS, 96 // STRIDE, 160 // STRIDE)),
        ("reader", crops, (5, ANSWERS)),
    ):
        first = load_network(tmp_path / f"{name}.onnx", "onnxruntime").run(given)
        second = load_network(tmp_path / f"{name}.onnx", "opencv").run(given)
        assert first.shape == shape and float(np.abs(first - second).max()) < 1e-3


def test_the_same_seed_trains_the_same_networks() -> None:
    torch.set_num_threads(1)
    scenes = draw_card_scene_set(3, 4, processes=1)
    for train in (train_card_detector, train_index_reader):
        first, second = train(scenes, 5, 2), train(scenes, 5, 2)
        for a, b in zip(first.state_dict().values(), second.state_dict().values(), strict=True):
            assert torch.equal(a, b)


def test_training_goes_on_from_a_written_detector(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    scenes = draw_card_scene_set(3, 4, processes=1)
    written, other = train_card_detector(scenes, 5, 4), train_card_detector(scenes, 6, 4)
    export_card_detector(written, tmp_path / "card_detector.onnx")
    onward = train_card_detector(scenes, 6, 1, tmp_path / "card_detector.onnx")
    picture = torch.from_numpy(np.asarray(scenes.images[:2], np.float32) / 255).permute(0, 3, 1, 2)
    with torch.no_grad():
        wanted, told, elsewhere = (net(picture) for net in (written, onward, other))
    assert (told - wanted).abs().mean() < 0.3 * (elsewhere - wanted).abs().mean()


def test_a_detector_of_eight_bits_tells_the_same_in_both_runtimes(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    scenes = draw_card_scene_set(3, 4, processes=1)
    whole, rounded = tmp_path / "card_detector.onnx", tmp_path / "rounded.onnx"
    export_card_detector(train_card_detector(scenes, 5, 4), whole)
    quantise_card_detector(whole, rounded, scenes, 5)
    assert rounded.stat().st_size < 0.4 * whole.stat().st_size
    batch = np.ascontiguousarray(
        np.asarray(scenes.images[:1, 64:160], np.float32).transpose(0, 3, 1, 2) / 255
    )
    wanted = load_network(whole, "onnxruntime").run(batch)
    spread = wanted.std(axis=(0, 2, 3)).mean()
    for runtime in ("onnxruntime", "opencv"):
        assert np.abs(load_network(rounded, runtime).run(batch) - wanted).mean() < 0.1 * spread
    again = tmp_path / "again.onnx"
    quantise_card_detector(whole, again, scenes, 5)
    assert again.read_bytes() == rounded.read_bytes()


def test_training_goes_on_from_a_detector_of_eight_bits(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    scenes = draw_card_scene_set(3, 4, processes=1)
    written, other = CardDetector(), CardDetector()
    path = tmp_path / "card_detector.onnx"
    export_card_detector(train_card_detector(scenes, 5, 4), path)
    pictures = torch.from_numpy(np.asarray(scenes.images, np.float32) / 255).permute(0, 3, 1, 2)
    load_onnx_weights(other, path, [pictures])
    quantise_card_detector(path, path, scenes, 5)
    load_onnx_weights(written, path, [pictures])
    with torch.no_grad():
        first, second = written(pictures), other(pictures)
    assert 0 < (first - second).abs().mean() < 0.05 * second.std()


def test_the_detector_for_known_scales_goes_on_from_the_other_into_a_file_of_its_own(tmp_path: Path) -> None:
    save_card_scene_set(draw_card_scene_set(3, 4, processes=1), tmp_path / "scenes")
    models = tmp_path / "models"
    models.mkdir()
    train_card_network("detector", tmp_path / "scenes", models, 5, 4)
    first = (models / "card_detector.onnx").read_bytes()
    train_card_network("detector", tmp_path / "scenes", models, 5, 1, models, known_scale=True)
    assert (models / "card_detector.onnx").read_bytes() == first
    assert (models / "card_detector_known_scale.onnx").read_bytes() != first
