"""Labelled photographs of boxes of printed cards: those that are enrolled, and tables that are read with them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vision.dice.matching import Box
from vision.picture import load_picture
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.enrolment import ShownPhotograph, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import LabelledCard

QUARTERS = 4
_KIND = "game_card"


@dataclass(frozen=True, slots=True)
class TablePhotograph:
    """A photograph of cards on a table: of each card its name, its box px, whether it is hidden or cut off in part,
    and whether the reference photographs show it.
    """

    path: Path
    source: str
    labels: tuple[str, ...]
    boxes: tuple[Box, ...]
    partial: frozenset[int]
    enrolled: frozenset[int]


@dataclass(frozen=True, slots=True)
class PhotographedBox:
    """The labelled photographs of one source: those that are enrolled and those that are read."""

    source: str
    references: tuple[tuple[Path, tuple[LabelledCard, ...]], ...]
    tables: tuple[TablePhotograph, ...]


def photographed_boxes(photos: Path) -> list[PhotographedBox]:
    """Read the labels of all photographs of printed cards in a folder; raises OSError where there are none."""
    references: dict[str, list[tuple[Path, tuple[LabelledCard, ...]]]] = {}
    tables: dict[str, list[TablePhotograph]] = {}
    for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["kind"] != _KIND:
            continue
        source, path = record["source"].split("/")[0], photos / record["image"]
        entries: list[dict[str, Any]] = record["objects"]
        boxes = tuple(_box(entry["box"]) for entry in entries)
        labels = tuple(str(entry["label"]) for entry in entries)
        if record["role"] == "reference":
            cards = tuple(LabelledCard(label, box) for label, box in zip(labels, boxes, strict=True))
            references.setdefault(source, []).append((path, cards))
            continue
        partial = frozenset(number for number, entry in enumerate(entries) if entry.get("partial"))
        enrolled = frozenset(number for number, entry in enumerate(entries) if entry.get("enrolled", True))
        tables.setdefault(source, []).append(TablePhotograph(path, source, labels, boxes, partial, enrolled))
    return [
        PhotographedBox(source, tuple(shown), tuple(tables.get(source, ())))
        for source, shown in references.items()
    ]


def _box(values: list[float]) -> Box:
    x0, y0, x1, y1 = (float(value) for value in values)
    return (x0, y0, x1, y1)


def enrolled(shown: PhotographedBox, finder: CardFinder) -> EnrolledBox:
    """Enrol a box from its reference photographs."""
    photographs = [ShownPhotograph(load_picture(path), cards) for path, cards in shown.references]
    return enrol(photographs, shown.source, "2026-01-01", finder)


def without_a_quarter(
    shown: PhotographedBox, box: EnrolledBox, quarter: int
) -> tuple[PhotographedBox, EnrolledBox]:
    """The same photographs and box as if every fourth card, from the one of this number on, had not been enrolled."""
    kept = frozenset(label for number, label in enumerate(box.labels) if number % QUARTERS != quarter)
    tables = tuple(
        replace(one, enrolled=frozenset(at for at in one.enrolled if one.labels[at] in kept))
        for one in shown.tables
    )
    looks = tuple(look for look in box.looks if look.label in kept)
    return replace(shown, tables=tables), replace(box, looks=looks)
