"""The command `python -m vision.training.calibrate_cards --photos DIR`: fits the probabilities of the card reader.

The networks learn from drawn scenes only; labelled photographs, and drawn scenes of decks that no training saw,
decide how far their answers are believed.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.card_names import CARDS
from vision.cards.calibration import FEATURES, CardCalibration, back_features, chance, features
from vision.cards.fusion import JoinedCard
from vision.cards.labelled import Box, labelled_cards
from vision.cards.reader import CardReader
from vision.picture import load_picture
from vision.training.calibrate import fit_logistic
from vision.training.card_dataset import CardSceneSet, Sources, draw_card_scene_set
from vision.training.card_scenes import RARE
from vision.training.card_truth import card_of, is_dutch_queen, matching_row

_MODELS = Path(__file__).resolve().parent.parent / "models"
_SCENE_SEED, _BACK_SEED = 50_000, 50_001
_BACK_SCENES = 500
_WELL_SEEN = 0.9
_CARD_MM = 88.0


@dataclass(frozen=True, slots=True)
class CardExample:
    """One card that the reader made out: its features, whether it is a card, and whether its best name is right."""

    source: str
    numbers: tuple[float, ...]
    is_card: bool
    is_right: bool


@dataclass(frozen=True, slots=True)
class BackExample:
    """One back that the detector made out, and whether it is one."""

    numbers: tuple[float, ...]
    is_back: bool


def _name(card: JoinedCard) -> str:
    return CARDS[int(card.cards.argmax())]


def collect_from_scenes(reader: CardReader, scenes: CardSceneSet) -> list[CardExample]:
    """Run the reader on drawn scenes and compare with their truth."""
    examples: list[CardExample] = []
    for number in range(len(scenes.images)):
        scale = float(scenes.px_per_mm[number])
        rows = scenes.of_scene(number)
        read, _, used_scale = reader.look(np.ascontiguousarray(scenes.images[number]), scale)
        for card in reader.join(read, used_scale):
            matches = [matching_row(one.spot, rows) for one in card.indices]
            known = [rows[n] for n in matches if n is not None]
            if any(is_dutch_queen(row) for row in known):
                continue
            right = bool(known) and all(card_of(row) == _name(card) for row in known)
            examples.append(CardExample("drawn", tuple(features(card)), bool(known), right))
    return examples


def backs_from_scenes(reader: CardReader, scenes: CardSceneSet) -> list[BackExample]:
    """Look for backs in drawn scenes; one of which little is seen counts neither as one nor as none."""
    backs: list[BackExample] = []
    for number in range(len(scenes.images)):
        scale = float(scenes.px_per_mm[number])
        truth = scenes.backs_of_scene(number)
        for back in reader.look(np.ascontiguousarray(scenes.images[number]), scale)[1]:
            there = [
                float(row[7])
                for row in truth
                if math.dist(back.centre, (float(row[1]), float(row[2]))) < 0.25 * row[6]
            ]
            if not there or max(there) >= _WELL_SEEN:
                backs.append(BackExample(tuple(back_features(back.heat)), bool(there)))
    return backs


def backs_from_photographs(reader: CardReader, photos: Path) -> list[BackExample]:
    """Look for backs in the labelled photographs of a folder, which show none; the scale is given."""
    backs: list[BackExample] = []
    for photograph in labelled_cards(photos):
        scale = _scale_of(photograph.boxes)
        if scale is not None:
            found = reader.look(load_picture(photograph.path), scale)[1]
            backs += [BackExample(tuple(back_features(back.heat)), False) for back in found]
    return backs


def _scale_of(boxes: Sequence[Box]) -> float | None:
    longest = [max(box[2] - box[0], box[3] - box[1]) for box in boxes]
    return float(np.median(longest)) / _CARD_MM if longest else None


def collect_from_photographs(reader: CardReader, photos: Path) -> list[CardExample]:
    """Run the reader on the labelled photographs of cards in a folder and compare with their labels.

    Each is read at the scale that its labels tell, and without one.
    """
    examples = []
    for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["kind"] != "cards":
            continue
        objects = record["objects"]
        image = load_picture(photos / record["image"])
        boxes: list[Box] = []
        for entry in objects:
            x0, y0, x1, y1 = (float(v) for v in entry["box"])
            boxes.append((x0, y0, x1, y1))
        names = [str(entry.get("card") or entry["rank"]) for entry in objects]
        source = record["source"].split("/")[0]
        for scale in (_scale_of(boxes), None):
            read, _, used_scale = reader.look(image, scale)
            for card in reader.join(read, used_scale):
                spots = [one.spot.centre for one in card.indices]
                inside = [
                    name
                    for name, (x0, y0, x1, y1) in zip(names, boxes, strict=True)
                    if any(x0 <= x <= x1 and y0 <= y <= y1 for x, y in spots)
                ]
                best = _name(card)
                # Where boxes overlap, a corner may be either card's.
                right = any(name in (best, best[:-1]) for name in inside)
                examples.append(CardExample(source, tuple(features(card)), bool(inside), right))
    return examples


def fit(examples: list[CardExample], backs: list[BackExample]) -> CardCalibration:
    """Fit all models; every source counts as much as the square root of its number of cards."""
    counts: dict[str, int] = {}
    for example in examples:
        counts[example.source] = counts.get(example.source, 0) + 1
    usual = float(np.median(list(counts.values())))

    def solve(chosen: list[CardExample], wanted: list[bool]) -> tuple[float, ...]:
        weights = np.array([(usual / counts[example.source]) ** 0.5 for example in chosen])
        numbers = np.array([example.numbers for example in chosen])
        return fit_logistic(numbers, np.array(wanted, np.float64), weights)

    cards = [example for example in examples if example.is_card]
    return CardCalibration(
        solve(examples, [example.is_card for example in examples]),
        solve(cards, [example.is_right for example in cards]),
        fit_backs(backs),
    )


def fit_backs(backs: list[BackExample]) -> tuple[float, float]:
    """Fit the model of backs."""
    back = fit_logistic(
        np.array([example.numbers for example in backs]),
        np.array([example.is_back for example in backs], np.float64),
        np.ones(len(backs)),
    )
    return back[0], back[1]


def _told(source: str, mine: list[CardExample], calibration: CardCalibration) -> str:
    scores = np.array(
        [
            chance(calibration.presence, list(example.numbers))
            * chance(calibration.value, list(example.numbers))
            for example in mine
        ]
    )
    right = np.array([example.is_right for example in mine])
    sure = scores >= 0.9
    return (
        f"{source}: fitted on the others, {int(sure.sum())} of {len(mine)} sure, "
        f"{int((sure & ~right).sum())} of them wrong, {int((~sure & right).sum())} right but not sure"
    )


def main() -> int:
    """Run the calibration from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.calibrate_cards", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with labels.jsonl")
    parser.add_argument("--work", type=Path, default=Path("training-output"), help="where art and fonts lie")
    parser.add_argument("--models", type=Path, default=_MODELS)
    parser.add_argument("--scenes", type=int, default=600)
    parser.add_argument("--only-backs", action="store_true", help="leave what is told of faces as it is")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = CardReader(arguments.models)
    path = arguments.models / "card_calibration.json"
    sources = Sources(arguments.work / "art", arguments.work / "fonts", held_out=True)
    # Backs are rare, and so are scenes that show them whole.
    rare = draw_card_scene_set(_BACK_SEED, _BACK_SCENES, replace(sources, rare=RARE))
    backs = backs_from_scenes(reader, rare) + backs_from_photographs(reader, arguments.photos)
    if arguments.only_backs:
        replace(CardCalibration.load(path), back=fit_backs(backs)).save(path)
        return 0
    scenes = draw_card_scene_set(_SCENE_SEED, arguments.scenes, sources)
    examples = collect_from_scenes(reader, scenes)
    examples += collect_from_photographs(reader, arguments.photos)
    for source in sorted({example.source for example in examples}):
        others = fit([example for example in examples if example.source != source], backs)
        print(_told(source, [example for example in examples if example.source == source], others))
    calibration = fit(examples, backs)
    calibration.save(path)
    for name, weights in (("presence", calibration.presence), ("value", calibration.value)):
        print(
            name,
            ", ".join(f"{feature} {weight:.2f}" for feature, weight in zip(FEATURES, weights, strict=True)),
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
