"""Real photographs of two dice, refereed: the journal holds what was thrown; a doubt is asked, never guessed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import PHOTOS, Running, Tablet

SOURCES = (
    "matteop65/Dice_Detection_Recognition",
    "N3VERS4YDIE/dice-recognition",
    "tomek-jankowiak/Dice_Detector",
)
FIGURES = {4, 5, 6}

pytestmark = [
    pytest.mark.skipif(not PHOTOS.is_dir(), reason="the real photographs (../shared/photos) are not here"),
    pytest.mark.xdist_group("photographs"),
]


def photographs_of_two_dice(folder: Path) -> dict[str, list[int]]:
    """Links the photographs of exactly two dice into a folder; the labels by name, in the order shown."""
    labels: dict[str, list[int]] = {}
    for line in (PHOTOS / "labels.jsonl").read_text().splitlines():
        photograph = json.loads(line)
        if photograph["source"] in SOURCES and len(photograph["objects"]) == 2:
            picture = PHOTOS / photograph["image"]
            name = f"{len(labels):02d}{picture.suffix}"
            (folder / name).symlink_to(picture)
            labels[name] = sorted(thing["value"] for thing in photograph["objects"])
    return labels


def play_on(tablet: Tablet, labels: dict[str, list[int]]) -> dict[str, Any]:
    """Taps like a family that sees its own dice; returns what came of each photograph."""
    asked: dict[str, str] = {}
    while True:
        state = tablet.wait(lambda s: s["question"] is not None or s["eyes"]["code"] == "end_of_pictures")
        question = state["question"]
        if question is None:
            return asked
        if question["code"] == "which_horse":
            tablet.post("answers", question=question["id"], choice=0, expected_seq=state["seq"])
            continue
        name = photograph_of(question["reading"]["evidence"])
        asked[name] = question["code"]
        action = {"by": state["view"]["turn"], "do": "roll", "dice": labels[name]}
        tablet.post("answers", question=question["id"], action=action, expected_seq=state["seq"])


def photograph_of(evidence: str) -> str:
    return evidence[: len("00.jpg")]


def test_the_journal_equals_the_labels_wherever_the_reading_was_sure(tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    labels = photographs_of_two_dice(folder)
    assert len(labels) == 36
    board = {"profile": "poker_dice_race", "board": {"length": 200, "obstacles": [[150, 151], [180, 181]]}}
    (tmp_path / "board.json").write_text(json.dumps(board))
    game = ["--game", "poker_dice_race", "--option", 'dice="numbers"', "--player", "Ada", "--player", "Bea"]
    longer = ["--first", "Ada", "--profile", str(tmp_path / "board.json")]
    running = Running(*game, *longer, "--camera", f"folder:{folder}", data=tmp_path / "data")
    try:
        asked = play_on(running.serving(), labels)
    finally:
        code, output = running.stop()
    assert code == 0, output
    rolls = _rolls(tmp_path / "data")
    sure = {name: dice for name, dice in rolls.items() if name not in asked}
    wrong = {name: (dice, labels[name]) for name, dice in sure.items() if not agrees(dice, labels[name])}
    print(f"{len(sure)} played, {len(asked)} asked, {len(wrong)} wrong of {len(labels)} photographs: {wrong}")
    assert not wrong
    assert set(rolls) == set(labels), "a photograph was neither played nor asked"
    assert len(asked) <= len(labels) // 3


def agrees(faces: list[str], label: list[int]) -> bool:
    """Whether faces, of which some may be reported as "figure" or "blank", are those of the label."""
    left = list(label)
    for face in sorted(faces, key=str.isalpha):
        fits = [
            value
            for value in left
            if str(value) == face or face == ("figure" if value in FIGURES else "blank")
        ]
        if not fits:
            return False
        left.remove(fits[0])
    return not left


def _rolls(data: Path) -> dict[str, list[str]]:
    """What was entered for each photograph: the faces as read, or as answered."""
    from companion.journal import Journal

    journal = Journal(data / "journal.sqlite")
    rolls = {
        photograph_of(entry.body["reading"]["evidence"]): [
            face["face"] for face in entry.body["reading"]["faces"]
        ]
        for entry in journal.entries
        if entry.body.get("action") and entry.body["action"]["do"] == "roll"
    }
    journal.close()
    return rolls
