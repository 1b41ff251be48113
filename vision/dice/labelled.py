"""Labelled photographs of dice: which dice lie where, and what they show."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from vision.dice.matching import Box


@dataclass(frozen=True)
class LabelledPhotograph:
    """A photograph of dice with its labels; boxes (x0, y0, x1, y1) in px, `values` None where a die shows no pips.

    `loose` says which boxes were only estimated (none where it is empty).
    """

    path: Path
    source: str
    boxes: tuple[Box, ...]
    values: tuple[int | None, ...]
    loose: tuple[bool, ...] = ()


def labelled_photographs(photos: Path) -> list[LabelledPhotograph]:
    """Read the labels of all photographs of dice in a folder; raises OSError where `labels.jsonl` is missing."""
    found = []
    for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["kind"] != "dice":
            continue
        objects = record["objects"]
        boxes: list[Box] = []
        for entry in objects:
            x0, y0, x1, y1 = (float(value) for value in entry["box"])
            boxes.append((x0, y0, x1, y1))
        values = tuple(
            None if entry.get("face") == "custom_symbol" else int(entry["value"]) for entry in objects
        )
        loose = tuple(bool(entry.get("box_estimated")) for entry in objects)
        source = record["source"].split("/")[0]
        found.append(LabelledPhotograph(photos / record["image"], source, tuple(boxes), values, loose))
    return found
