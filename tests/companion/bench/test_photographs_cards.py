"""The bars of the card reader on a part of the labelled photographs that lie beside the project, where they do;
and how the bench counts.
"""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bench import cards as bench_cards
from companion.bench.cards import CardTally, labelled_px_per_mm, measure_groups
from vision.cards import CardReader
from vision.cards.labelled import LabelledCards, labelled_cards
from vision.readings import CardReading, IndexReading, TableReading

PHOTOS = Path(__file__).resolve().parents[3].parent / "shared" / "photos"
EVERY = {"EdjeElectronics": 14, "sergiodomgui": 4, "AnimaNoProject": 5, "notanumber11": 4}
"""One photograph in so many is read, so that the test stays quick; `companion bench vision` reads them all."""


def _reading(name: str, centre: tuple[float, float], score: float) -> CardReading:
    x, y = centre
    index = IndexReading((x - 25, y - 35, x - 15, y - 10), name[:-1], name[-1], score)
    box = (x - 30, y - 40, x + 30, y + 40)
    return CardReading(box, centre, (0.0, -1.0), (60, 80), ((name, score),), (index,), score, 0.99)


def test_every_card_is_counted_once() -> None:
    boxes = tuple((100.0 * n, 0.0, 100.0 * n + 60, 80.0) for n in range(5))
    photograph = LabelledCards(Path("x.jpg"), "somebody", boxes, ("10H", "7", "KS", "2C", "AD"))
    readings = (
        _reading("10H", (30, 40), 0.99),
        _reading("7D", (130, 41), 0.7),
        _reading("QS", (230, 39), 0.95),
        _reading("2C", (330, 40), 0.2),
        _reading("9C", (430, 300), 0.92),
    )
    tally = CardTally()
    tally.count(photograph, TableReading(readings, (), 1.0))
    assert (tally.cards, tally.right, tally.named, tally.asked) == (5, 2, 3, 1)
    assert (tally.wrong_and_sure, tally.wrong_unsure, tally.missed) == (1, 0, 1)
    assert (tally.corners, tally.corners_right, tally.some_corner) == (4, 3, 3)
    assert (tally.sure_corners, tally.sure_corners_right) == (2, 1)
    assert (tally.invented, tally.invented_and_sure) == (1, 1)
    assert labelled_px_per_mm(boxes) == pytest.approx(80 / 88)
    both = CardTally()
    both.add(tally)
    both.add(tally)
    shares = {measure.name: measure.value for measure in both.measures("g")}
    assert both.cards == 10 and shares["g.right"] == 40.0


def test_photographs_are_made_so_small_that_cards_stand_so_high(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = np.full((400, 600, 3), 200, np.uint8)
    cv2.imwrite(str(tmp_path / "x.png"), picture)
    labelled = LabelledCards(tmp_path / "x.png", "somebody", ((100.0, 100.0, 200.0, 240.0),), ("10H",))
    read: list[tuple[int, float | None]] = []

    class Reader:
        def __init__(self, threads: int) -> None:
            assert threads == 1

        def read(self, image: np.ndarray, px_per_mm: float | None) -> TableReading:
            read.append((image.shape[0], px_per_mm))
            share = image.shape[0] / 400
            return TableReading((_reading("10H", (150 * share, 170 * share), 0.99),), (), px_per_mm)

    monkeypatch.setattr(bench_cards, "CardReader", Reader)
    monkeypatch.setattr(bench_cards, "labelled_cards", lambda _: [labelled])
    tallies = bench_cards.measure_heights(tmp_path)
    assert [height for height, _ in read] == [round(400 * px / 140) for px in (60, 90, 130)]
    assert [scale for _, scale in read] == pytest.approx([60 / 88, 90 / 88, 130 / 88])
    assert [tallies[f"cards-{px}px"].right for px in bench_cards.HEIGHTS_PX] == [1, 1, 1, 0, 0]
    assert tallies["cards-180px"].cards == 0, "no photograph is made larger"


@pytest.fixture(scope="module")
def groups() -> dict[str, CardTally]:
    seen: dict[str, int] = {}
    chosen = []
    for photograph in labelled_cards(PHOTOS):
        number = seen[photograph.source] = seen.get(photograph.source, -1) + 1
        if number % EVERY[photograph.source] == 0:
            chosen.append(photograph)
    return measure_groups(chosen, CardReader(threads=1))


@pytest.mark.skipif(
    not (PHOTOS / "labels.jsonl").exists(), reason="no labelled photographs at ../shared/photos"
)
@pytest.mark.xdist_group("card photographs")
def test_cards_in_photographs_are_read(groups: dict[str, CardTally]) -> None:
    for ending in ("", "-scaled"):
        tally = groups[f"cards-all{ending}"]
        assert tally.cards >= 50
        assert tally.right >= 0.95 * tally.cards, tally.wrong
        assert tally.wrong_and_sure <= 1 and tally.invented_and_sure == 0, tally.wrong
        assert tally.sure_corners_right >= 0.98 * tally.sure_corners
        assert tally.backs_invented == 0
