"""Labels of photographs are read as they are meant, and every labelled die is counted once."""

import json
from pathlib import Path

from vision.dice.labelled import LabelledPhotograph, labelled_photographs
from vision.dice.tally import DiceTally
from vision.readings import DieReading


def _write(folder: Path, records: list[dict[str, object]]) -> None:
    (folder / "labels.jsonl").write_text("\n".join(json.dumps(record) for record in records))


def test_labels_of_dice_are_read_and_cards_passed_over(tmp_path: Path) -> None:
    dice: dict[str, object] = {
        "image": "dice/a.jpg",
        "source": "somebody/some-dice",
        "kind": "dice",
        "objects": [
            {"label": "die", "value": 5, "box": [1, 2, 11, 12]},
            {"label": "die", "value": 6, "box": [20, 2, 30, 12], "face": "custom_symbol"},
            {"label": "die", "value": 2, "box": [40, 2, 50, 12], "box_estimated": True},
        ],
    }
    _write(tmp_path, [dice, {"image": "cards/b.jpg", "source": "x", "kind": "cards", "objects": []}])
    (photograph,) = labelled_photographs(tmp_path)
    assert photograph.path == tmp_path / "dice/a.jpg"
    assert photograph.source == "somebody"
    assert photograph.values == (5, None, 2)
    assert photograph.loose == (False, False, True)
    assert photograph.boxes[1] == (20.0, 2.0, 30.0, 12.0)


def _reading(x: float, face: str, score: float) -> DieReading:
    return DieReading((x, 0.0, x + 10, 10.0), (x + 5, 5.0), 8.0, ((face, score),), score, score)


def test_each_die_is_counted_once_and_what_lies_beside_is_invented() -> None:
    boxes = tuple((float(x), 0.0, float(x) + 10, 10.0) for x in range(0, 120, 20))
    photograph = LabelledPhotograph(Path("a.jpg"), "somebody", boxes, (1, 2, 3, 4, 5, None))
    readings = [
        _reading(0, "1", 0.95),
        _reading(20, "3", 0.95),
        _reading(40, "5", 0.7),
        _reading(60, "4", 0.4),
        _reading(100, "6", 0.99),
        _reading(300, "6", 0.6),
    ]
    tally = DiceTally()
    tally.count(photograph, readings, boxes)
    assert tally.counts() == {
        "dice": 5,
        "right": 1,
        "named": 2,
        "wrong_and_sure": 1,
        "wrong_unsure": 1,
        "asked": 1,
        "missed": 1,
        "invented": 1,
        "invented_and_sure": 0,
    }
    assert tally.wrong == ["a.jpg: 2 read as 3 (0.95)"]
    twice = DiceTally()
    twice.add(tally)
    twice.add(tally)
    assert twice.dice == 10 and twice.right == 2
