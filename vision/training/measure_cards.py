"""The command `python -m vision.training.measure_cards`: how well indices are found and read on scenes of decks and
type faces that no training saw.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.card_names import FIGURES
from vision.cards.reader import CardReader
from vision.readings import ASKED, SURE, BackReading, CardReading
from vision.scene.arrays import FloatArray
from vision.training.card_dataset import CardSceneSet, Sources, draw_card_scene_set
from vision.training.card_scenes import RARE, USUAL
from vision.training.card_truth import AT, card_of, is_dutch_queen, matching_row, matching_spot

SEED = 40_000
_SURE = 0.8
_COARSE_PX_PER_MM, _TINY_MM, _JUMBO_MM = 2.4, 6.0, 13.0
_BESIDE_FROM = 0.8
"""An index as wide as this share of its height has its sign beside the figure, not below it."""
_LETTERS = frozenset("VDRBH")


@dataclass
class IndexTally:
    """Of the indices of one kind: how many there are, are found, read right, read surely, surely and right."""

    indices: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    sure_right: int = 0

    def as_line(self, name: str) -> str:
        """Return a line of figures."""
        share = 100.0 / max(1, self.indices)
        return (
            f"{name:28} {self.indices:6} found {self.found * share:5.1f} %  right {self.right * share:5.1f} %  "
            f"sure {self.sure * share:5.1f} %, of them right {100.0 * self.sure_right / max(1, self.sure):6.2f} %"
        )


@dataclass
class SceneTally:
    """Of whole scenes: corners read where none is, cards by what became of them, backs found and invented."""

    false_corners: int = 0
    cards: int = 0
    cards_right: int = 0
    cards_asked: int = 0
    cards_wrong_and_sure: int = 0
    cards_missed: int = 0
    cards_invented: int = 0
    backs: int = 0
    backs_found: int = 0
    backs_invented: int = 0


_Kind = Callable[[FloatArray, float], bool]
KINDS: dict[str, _Kind] = {
    "all": lambda row, scale: True,
    "all but jumbo": lambda row, scale: bool(row[AT["width"]] / scale < _JUMBO_MM),
    "sign beside the figure": lambda row, scale: bool(row[AT["width"]] > _BESIDE_FROM * row[AT["height"]]),
    "2 px/mm": lambda row, scale: scale < _COARSE_PX_PER_MM,
    "jumbo (13 to 20 mm wide)": lambda row, scale: bool(row[AT["width"]] / scale >= _JUMBO_MM),
    "tiny (to 6 mm wide)": lambda row, scale: bool(row[AT["width"]] / scale <= _TINY_MM),
    "letters V D R B H": lambda row, scale: FIGURES[int(row[AT["figure"]])] in _LETTERS,
}


def measure(
    reader: CardReader, scenes: CardSceneSet, *, known_scale: bool = True
) -> tuple[dict[str, IndexTally], SceneTally]:
    """Read every scene and compare each well visible index, card and back with the truth."""
    kinds = {name: IndexTally() for name in KINDS}
    whole = SceneTally()
    for number in range(len(scenes.images)):
        scale = float(scenes.px_per_mm[number])
        rows = scenes.of_scene(number)
        picture = np.ascontiguousarray(scenes.images[number])
        read, backs, used_scale = reader.look(picture, scale if known_scale else None)
        supported = reader.supported(read, scale if known_scale else None)
        reading = reader.conclude(supported, backs, used_scale, (picture.shape[1], picture.shape[0]))
        kept = [one for one in read if one.rejected < 0.5]
        spots = [one.spot for one in kept]
        for row in rows[rows[:, AT["used"]] > 0.5]:
            which = matching_spot(row, spots)
            right = sure = False
            if which is not None:
                one = kept[which]
                figure, suit = int(one.figures[:-1].argmax()), int(one.suits[:-1].argmax())
                right = figure == int(row[AT["figure"]]) and suit == int(row[AT["suit"]])
                sure = float(one.figures[figure] * one.suits[suit]) >= _SURE
            for name, belongs in KINDS.items():
                if belongs(row, scale):
                    tally = kinds[name]
                    tally.indices += 1
                    tally.found += which is not None
                    tally.right += right
                    tally.sure += sure
                    tally.sure_right += sure and right
        whole.false_corners += sum(matching_row(spot, rows) is None for spot in spots)
        _count_cards(whole, reading.cards, rows, scale)
        _count_backs(whole, reading.backs, scenes.backs_of_scene(number))
    return kinds, whole


def _cards_of(rows: FloatArray) -> Iterator[tuple[str, tuple[float, float]]]:
    """The cards of which an index is well visible: code and middle; Dutch queens are left out."""
    seen = set()
    for row in rows[rows[:, AT["used"]] > 0.5]:
        middle = (float(row[AT["card_x"]]), float(row[AT["card_y"]]))
        key = (card_of(row), round(middle[0]), round(middle[1]))
        if key not in seen and not is_dutch_queen(row):
            seen.add(key)
            yield card_of(row), middle


def _count_cards(whole: SceneTally, readings: Sequence[CardReading], rows: FloatArray, scale: float) -> None:
    truth = list(_cards_of(rows))
    pairs = sorted(
        (math.dist(middle, reading.centre) + (0 if reading.card == card else 2 * scale), number, other)
        for number, (card, middle) in enumerate(truth)
        for other, reading in enumerate(readings)
        if math.dist(middle, reading.centre) < 16 * scale
    )
    owned: dict[int, int] = {}
    for _, number, other in pairs:
        if number not in owned and other not in owned.values():
            owned[number] = other
    for number, (card, _) in enumerate(truth):
        whole.cards += 1
        if number not in owned:
            whole.cards_missed += 1
            continue
        reading = readings[owned[number]]
        right = reading.card == card
        whole.cards_right += right and reading.score >= ASKED
        whole.cards_asked += reading.score < ASKED
        whole.cards_wrong_and_sure += not right and reading.score >= SURE
    for other, reading in enumerate(readings):
        known = [(float(row[AT["card_x"]]), float(row[AT["card_y"]])) for row in rows]
        near = any(math.dist(reading.centre, middle) < 16 * scale for middle in known)
        whole.cards_invented += other not in owned.values() and not near and reading.score >= ASKED


def _count_backs(whole: SceneTally, readings: Sequence[BackReading], backs: FloatArray) -> None:
    found = [back for back in readings if back.presence >= ASKED]
    places = [(float(row[1]), float(row[2]), float(row[6]), float(row[7])) for row in backs]
    whole.backs += sum(visible >= 0.6 for *_, visible in places)
    whole.backs_found += sum(
        visible >= 0.6 and any(math.dist(back.centre, (x, y)) < 0.15 * height for back in found)
        for x, y, height, visible in places
    )
    whole.backs_invented += sum(
        not any(math.dist(back.centre, (x, y)) < 0.25 * height for x, y, height, _ in places)
        for back in found
    )


def main() -> int:
    """Run the measurement from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.measure_cards", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("training-output"), help="where art and fonts lie")
    parser.add_argument("--models", type=Path, help="where the models lie, if not in the project")
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument(
        "--rare", action="store_true", help="show more of what few scenes do, as the training does"
    )
    parser.add_argument("--search", action="store_true", help="do not tell the reader the scale")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    sources = Sources(
        arguments.work / "art",
        arguments.work / "fonts",
        held_out=True,
        rare=RARE if arguments.rare else USUAL,
    )
    scenes = draw_card_scene_set(SEED, arguments.scenes, sources)
    kinds, whole = measure(CardReader(arguments.models), scenes, known_scale=not arguments.search)
    for name, tally in kinds.items():
        print(tally.as_line(name))
    print(whole)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
