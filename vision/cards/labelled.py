"""Labelled photographs of cards: which cards lie where, and which of them are hidden in part."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class LabelledCards:
    """A photograph of cards with its labels: ``names`` are codes ("10H"), or a rank alone where that is all.

    ``hidden`` are the numbers of those that others cover in part.
    """

    path: Path
    source: str
    boxes: tuple[Box, ...]
    names: tuple[str, ...]
    hidden: frozenset[int] = frozenset()


def labelled_cards(photos: Path) -> list[LabelledCards]:
    """Read the labels of all photographs of cards in a folder; raises OSError where `labels.jsonl` is missing."""
    found = []
    for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["kind"] != "cards":
            continue
        boxes: list[Box] = []
        names = []
        for entry in record["objects"]:
            x0, y0, x1, y1 = (float(value) for value in entry["box"])
            boxes.append((x0, y0, x1, y1))
            names.append(str(entry.get("card") or entry["rank"]))
        source = record["source"].split("/")[0]
        hidden = frozenset(n for n, entry in enumerate(record["objects"]) if entry.get("occluded"))
        found.append(LabelledCards(photos / record["image"], source, tuple(boxes), tuple(names), hidden))
    return found
