"""Runs a training as stages that each leave a folder, so that it goes on where it was interrupted."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

RECORD = "stages.json"


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a training: the `name` of its folder, what is done there in words, and what does it, given the
    folder. Other words make the stage due again.
    """

    name: str
    course: str
    run: Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a stage that was begun: its course, and the seconds it took; None where it did not end."""

    course: str
    seconds: float | None


def load_record(work: Path) -> dict[str, Entry]:
    """Return what is known of the stages in a work folder, by name; nothing where none was begun."""
    path = work / RECORD
    if not path.exists():
        return {}
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {name: Entry(row["course"], row["seconds"]) for name, row in rows.items()}


def _save_record(work: Path, record: Mapping[str, Entry]) -> None:
    rows = {name: {"course": entry.course, "seconds": entry.seconds} for name, entry in record.items()}
    written = work / f"{RECORD}.new"
    written.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    written.replace(work / RECORD)


def due_stages(stages: Sequence[Stage], record: Mapping[str, Entry]) -> list[Stage]:
    """Return the stages still to be done: the first that did not end on the course asked for, and all after it."""
    for index, stage in enumerate(stages):
        entry = record.get(stage.name)
        if entry is None or entry.course != stage.course or entry.seconds is None:
            return list(stages[index:])
    return []


def run_stages(stages: Sequence[Stage], work: Path, tell: Callable[[str], None] = print) -> None:
    """Do what is due of `stages` in folders of `work`, telling how long each took.

    A stage that was interrupted finds its folder as it left it; any other begins with an empty one.
    """
    work.mkdir(parents=True, exist_ok=True)
    record = load_record(work)
    due = due_stages(stages, record)
    done = stages[: len(stages) - len(due)]
    for stage in done:
        tell(f"{stage.name}: was done before, in {record[stage.name].seconds:.0f} s")
    kept = {stage.name: record[stage.name] for stage in done}
    for stage in due:
        folder = work / stage.name
        entry = Entry(stage.course, None)
        if record.get(stage.name) != entry and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(exist_ok=True)
        # What comes after rests on this: from now on it counts as not begun.
        record = kept | {stage.name: entry}
        _save_record(work, record)
        tell(f"{stage.name}: {stage.course}")
        started = time.monotonic()
        stage.run(folder)
        kept[stage.name] = Entry(stage.course, round(time.monotonic() - started, 1))
        record = dict(kept)
        _save_record(work, record)
        tell(f"{stage.name}: done in {kept[stage.name].seconds:.0f} s")
