"""The command `python -m vision.training.cross_validate`: judges each source by models that never saw it.

For every source of photographs, `WORK/left-out-SOURCE` holds a classifier trained on with the others (made here where
it is missing) and a calibration fitted on the others, each of which was read by the model that had left it out. So no
label of a source takes part in what judges it. `--share 0` judges the models as they are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.dice.classification import FACES, Look, classify
from vision.dice.labelled import LabelledPhotograph
from vision.dice.leaning import CALIBRATION as LEANING_CALIBRATION
from vision.dice.leaning import MODEL as LEANING_MODEL
from vision.dice.reader import DiceReader
from vision.dice.tally import DiceTally
from vision.network import Network, load_network
from vision.training.calibrate import Example, fit, label_looks, rendered_examples
from vision.training.model_card import copy_model
from vision.training.photographs import SeenPhotograph, seen_photographs

MODELS = Path(__file__).resolve().parent.parent / "models"
DETECTOR, CLASSIFIER, CALIBRATION = "dice_detector.onnx", "dice_classifier.onnx", "dice_calibration.json"
TABLE = "dice_cross_validation.json"
FINAL = "final"
SEED = 2026
_SMALL_BOX_PX = 34.0


@dataclass(frozen=True)
class Read:
    """A photograph with what networks that never saw its source say of it."""

    photograph: LabelledPhotograph
    looks: list[Look]


@dataclass(frozen=True)
class Plan:
    """Where the models come from and how their classifier is trained on: with a `share` of 0 it is not.

    `base` holds the models to start from. Where it is the work folder of an earlier cross-validation (its `final`
    among the folders), each source goes on from the models that had left it out.
    `scene_count` is how many of the scenes it sees, from the first on; None is all.
    """

    base: Path
    photos: Path
    scenes: Path | None
    share: float
    iterations: int
    rate: float
    scene_count: int | None = None
    seed: int = SEED
    bfloat16: bool = False


def folder_of(work: Path, source: str) -> Path:
    """Return where the models lie that never saw a source."""
    return work / f"left-out-{source}"


def base_of(plan: Plan, left_out: Sequence[str]) -> Path:
    """Return the folder of the models to start from without the sources `left_out`; none of them saw those."""
    if not (plan.base / FINAL).is_dir():
        return plan.base
    return folder_of(plan.base, left_out[0]) if left_out else plan.base / FINAL


def copy_leaning(base: Path, folder: Path) -> None:
    """Copy what tells dice that lean, where a folder of models has it: no photograph is among what it learns from."""
    if (base / LEANING_MODEL).exists():
        copy_model(base / LEANING_MODEL, folder)
        (folder / LEANING_CALIBRATION).write_bytes((base / LEANING_CALIBRATION).read_bytes())


def prepare_models(plan: Plan, folder: Path, seen: Sequence[SeenPhotograph], left_out: Sequence[str]) -> None:
    """Make `folder` hold both networks; the classifier is trained on without the sources `left_out`, or copied."""
    base = base_of(plan, left_out)
    if not (folder / DETECTOR).exists():
        copy_model(base / DETECTOR, folder)
    copy_leaning(base, folder)
    if (folder / CLASSIFIER).exists():
        return
    if plan.share <= 0 or plan.scenes is None:
        copy_model(base / CLASSIFIER, folder)
        return
    # Only training wants torch.
    from vision.training.fine_tune import Course, tune_classifier

    others = [each for each in seen if each.labelled.source not in left_out]
    course = Course(plan.iterations, plan.rate, plan.share, plan.seed, plan.scene_count, plan.bfloat16)
    tune_classifier(base, folder, plan.scenes, others, left_out, course)


def read_all(
    classifier: Network, seen: Sequence[SeenPhotograph], reader: DiceReader
) -> tuple[list[Read], list[Example]]:
    """Classify what the detector saw; return it with examples for a calibration."""
    reads: list[Read] = []
    examples: list[Example] = []
    for each in seen:
        looks = classify(classifier, each.image, each.detections)
        reads.append(Read(each.labelled, looks))
        faces = [None if value is None else FACES[value - 1] for value in each.labelled.values]
        examples += label_looks(reader, looks, list(each.labelled.boxes), faces, each.labelled.source)
    return reads, examples


def judge(reader: DiceReader, reads: Sequence[Read]) -> DiceTally:
    """Count what a reader makes of what was seen."""
    tally = DiceTally()
    for read in reads:
        tally.count(read.photograph, reader.weigh(read.looks), read.photograph.boxes)
    return tally


def table(tallies: dict[str, DiceTally], photographs: dict[str, int]) -> dict[str, dict[str, int]]:
    """Return the counts of every source, and of all together, by name."""
    everything = DiceTally()
    for tally in tallies.values():
        everything.add(tally)
    rows = {
        source: {"photographs": photographs[source], **tally.counts()} for source, tally in tallies.items()
    }
    rows["all"] = {"photographs": sum(photographs.values()), **everything.counts()}
    return rows


def cross_validate(plan: Plan, work: Path, rendered: int, final: Path | None) -> dict[str, dict[str, int]]:
    """Judge every source by models that never saw it; write the table, and with `final` the models of all sources."""
    detector = load_network(base_of(plan, []) / DETECTOR)
    seen = seen_photographs(plan.photos, detector)
    # A calibration that saw no small dice would not know what to make of those of another source.
    small = seen_photographs(plan.photos, detector, box_px=_SMALL_BOX_PX)
    sources = sorted({each.labelled.source for each in seen})
    print(f"{len(seen)} photographs of {len(sources)} sources searched", flush=True)
    reads: dict[str, list[Read]] = {}
    examples: list[Example] = []
    for source in sources:
        folder = folder_of(work, source)
        prepare_models(plan, folder, seen, [source])
        classifier, reader = load_network(folder / CLASSIFIER), DiceReader(folder)
        reads[source], found = read_all(
            classifier, [each for each in seen if each.labelled.source == source], reader
        )
        more = read_all(classifier, [each for each in small if each.labelled.source == source], reader)[1]
        examples += found + more
        print(f"{source} read", flush=True)
    examples += rendered_examples(folder_of(work, sources[0]), rendered)
    tallies: dict[str, DiceTally] = {}
    for source in sources:
        folder = folder_of(work, source)
        fit([example for example in examples if example.source != source]).save(folder / CALIBRATION)
        tallies[source] = judge(DiceReader(folder), reads[source])
    rows = table(tallies, {source: len(read) for source, read in reads.items()})
    text = json.dumps(rows, indent=1) + "\n"
    (work / TABLE).write_text(text, encoding="utf-8")
    if final is not None:
        prepare_models(plan, final, seen, [])
        fit(examples).save(final / CALIBRATION)
        (final / TABLE).write_text(text, encoding="utf-8")
    return rows


def main() -> int:
    """Run the cross-validation from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.cross_validate", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with labels.jsonl")
    parser.add_argument("--work", type=Path, required=True, help="where the models of every source are kept")
    parser.add_argument("--scenes", type=Path, help="rendered scenes, as vision.training keeps them")
    parser.add_argument(
        "--base", type=Path, default=MODELS, help="the models to start from, or an earlier --work"
    )
    parser.add_argument(
        "--share", type=float, default=0.5, help="of each batch, from photographs; 0: no training"
    )
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--bfloat16", action="store_true", help="faster where the processor knows it")
    parser.add_argument("--rendered", type=int, default=150, help="rendered scenes for the calibration")
    parser.add_argument("--final", type=Path, help="a folder for the models trained on all sources")
    arguments = parser.parse_args()
    if arguments.share > 0 and arguments.scenes is None:
        parser.error("training on needs --scenes")
    cv2.setNumThreads(1)
    plan = Plan(
        arguments.base,
        arguments.photos,
        arguments.scenes,
        arguments.share,
        arguments.iterations,
        arguments.rate,
        seed=arguments.seed,
        bfloat16=arguments.bfloat16,
    )
    for source, row in cross_validate(plan, arguments.work, arguments.rendered, arguments.final).items():
        print(source, ", ".join(f"{name} {number}" for name, number in row.items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
