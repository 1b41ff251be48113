"""Labelled photographs of printed cards: which card lies where."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.photograph_names import meant

Box = tuple[float, float, float, float]


class BadLabels(ValueError):
    """A labels file cannot be used; the message is one sentence that says where and why."""


@dataclass(frozen=True, slots=True)
class LabelledCard:
    """A card on a photograph: its name, and the box about it (x0, y0, x1, y1) px; None: the only card there."""

    label: str
    box: Box | None


def read_labels(path: Path) -> dict[str, tuple[LabelledCard, ...]]:
    """Return the cards on each photograph of a labels file, by the photograph's name there: lines
    ``{"image", "objects": [{"label", "box"?}]}``. Raises BadLabels.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadLabels(f"{path} cannot be read: name a file of labels.") from error
    found: dict[str, tuple[LabelledCard, ...]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            found[str(record["image"])] = tuple(_card(entry) for entry in record["objects"])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadLabels(
                f'{path}, line {number}: is not {{"image": …, "objects": [{{"label": …, "box": …}}]}}; put it right.'
            ) from error
    return found


def _card(entry: dict[str, Any]) -> LabelledCard:
    label = entry["label"]
    if not isinstance(label, str) or not label.strip() or not label.isprintable():
        raise ValueError("no name")
    if entry.get("box") is None:
        return LabelledCard(label, None)
    x0, y0, x1, y1 = (float(value) for value in entry["box"])
    if not (x0 < x1 and y0 < y1):
        raise ValueError("no box")
    return LabelledCard(label, (x0, y0, x1, y1))


def labels_of(
    labels: dict[str, tuple[LabelledCard, ...]], file: Path, image: str
) -> tuple[LabelledCard, ...] | None:
    """The cards on one photograph: named as the labels name it, or the same file, or by the end of its path; None
    where the labels do not name it.
    """
    if image in labels:
        return labels[image]
    names = list(labels)
    number = meant(image, [file.parent / name for name in names])
    return None if number is None else labels[names[number]]
