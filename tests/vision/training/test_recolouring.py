"""Light and colour change while a network learns, but never what tells a card; skipped without torch."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: make train sets it up")

from vision.training.recolouring import recoloured_cards  # noqa: E402


def test_pictures_of_cards_stay_pictures() -> None:
    torch.manual_seed(3)
    pictures = torch.randint(256, (16, 3, 24, 18), dtype=torch.uint8)
    told = recoloured_cards(pictures)
    assert told.shape == pictures.shape and told.dtype == torch.float32
    assert told.min() >= 0.0 and told.max() <= 1.0
    assert (told - pictures.float() / 255).abs().mean() > 0.01


def test_red_stays_red() -> None:
    torch.manual_seed(1)
    red = torch.zeros((64, 3, 12, 12), dtype=torch.uint8)
    red[:, 2] = 180
    kept = recoloured_cards(red).mean(dim=(2, 3))
    assert ((kept[:, 2] > kept[:, 0] + 0.2).float().mean()) > 0.7
