"""Writes beside a model what it was trained on, how long, and how it may be judged."""

from __future__ import annotations

import shutil
from pathlib import Path


def card_path(model: Path) -> Path:
    """Return where the card of a model lies."""
    return model.with_suffix(".md")


def write_model_card(model: Path, facts: dict[str, str]) -> None:
    """Write the card of the ONNX file `model`: one line a fact, in the order given."""
    lines = [f"# {model.name}", ""]
    lines += [f"- {name}: {text}" for name, text in facts.items()]
    card_path(model).write_text("\n".join(lines) + "\n", encoding="utf-8")


def copy_model(model: Path, folder: Path) -> None:
    """Copy the ONNX file `model` into a folder, with its card where it has one; a card of another model goes."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(model, folder / model.name)
    card = card_path(folder / model.name)
    card.unlink(missing_ok=True)
    if card_path(model).exists():
        shutil.copyfile(card_path(model), card)
