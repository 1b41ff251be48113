"""The command `python -m vision.training dice`: makes the dice reader's models from nothing, in stages.

Without labelled photographs it ends with models of rendered scenes alone, calibrated on rendered scenes alone.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2

from vision.dice.labelled import labelled_photographs
from vision.dice.reader import LEAST_HEAT
from vision.training.calibrate import fit, rendered_examples
from vision.training.cross_validate import (
    CALIBRATION,
    CLASSIFIER,
    DETECTOR,
    FINAL,
    TABLE,
    Plan,
    copy_leaning,
    cross_validate,
)
from vision.training.dataset import draw_scene_set, join_scene_sets, load_scene_set, save_scene_set
from vision.training.leaning_examples import draw_leaning_set, load_leaning_set, save_leaning_set
from vision.training.model_card import copy_model
from vision.training.rare_dice import draw_rare_scene
from vision.training.stages import Stage, run_stages

SEED = 2026
SCENES, RARE_SCENES, RENDERED, PHOTOGRAPHS = "scenes", "rare-scenes", "rendered", "photographs"
LEANING_SCENES, LEANING = "leaning-scenes", "leaning"
_LEARNT, _HELD_BACK = "learnt", "held-back"
_LEANING_SEEDS = {_LEARNT: 3026, _HELD_BACK: 5026}
Which = Literal["classifier", "detector"]
_FILES: dict[Which, str] = {"classifier": CLASSIFIER, "detector": DETECTOR}


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of training on: of which network, for how many iterations, how boldly; whether rare scenes are among
    those it sees, and whether it reckons in bfloat16.
    """

    which: Which
    iterations: int
    rate: float
    seed: int = SEED
    rare: bool = False
    bfloat16: bool = False


LEGS = (
    Leg("detector", 400, 0.0015),
    Leg("detector", 800, 0.002, 2030, rare=True, bfloat16=True),
    Leg("classifier", 9000, 0.002, 2031, rare=True, bfloat16=True),
)
PHOTOGRAPH_LEGS = (Leg("classifier", 600, 0.0015, rare=True, bfloat16=True),)


@dataclass(frozen=True, slots=True)
class DiceTraining:
    """What the training starts from and how far it goes.

    `photos` is a folder with labels.jsonl, None for none; `base` a folder of models to start from, None to begin
    with nothing. The first training sees `scenes` rendered scenes, what follows the first `later_scenes` of them, and
    where a leg asks for rare ones `rare_scenes` of those besides.
    Of each batch of `photograph_legs` a `share` is cut from photographs. The network that tells dice that lean learns
    from `leaning_scenes` scenes of its own (0: it is not trained) and is calibrated on those `leaning_held_back`.
    """

    photos: Path | None = None
    base: Path | None = None
    scenes: int = 11000
    later_scenes: int = 11000
    rare_scenes: int = 9000
    detector_iterations: int = 800
    classifier_iterations: int = 1700
    legs: tuple[Leg, ...] = LEGS
    photograph_legs: tuple[Leg, ...] = PHOTOGRAPH_LEGS
    share: float = 0.5
    calibration_scenes: int = 150
    leaning_scenes: int = 5500
    leaning_held_back: int = 1500
    leaning_iterations: int = 2600


def dice_stages(training: DiceTraining, work: Path) -> list[Stage]:
    """Return the stages of a training in a work folder, each resting on those before it.

    Raises OSError where the labels of the photographs are missing.
    """
    scenes = work / SCENES
    stages = [_scene_stage(training), _base_stage(training, scenes)]
    legs = training.legs if training.photos is None else (*training.legs, *training.photograph_legs)
    if any(leg.rare for leg in legs):
        stages.insert(1, _rare_scene_stage(training, scenes))
    newest: dict[Which, Path] = {which: work / stages[-1].name for which in _FILES}
    counts: dict[Which, int] = {which: 0 for which in _FILES}
    for leg in training.legs:
        counts[leg.which] += 1
        name = f"{leg.which}-{counts[leg.which]}"
        stages.append(_leg_stage(name, leg, newest[leg.which], _scenes_of(leg, training, work)))
        newest[leg.which] = work / name
    if training.leaning_scenes:
        stages.append(_leaning_scene_stage(training, newest["detector"]))
        stages.append(_leaning_stage(training, work / LEANING_SCENES, newest["classifier"]))
    stages.append(_rendered_stage(training, newest, work / LEANING))
    if training.photos is not None:
        for number, leg in enumerate(training.photograph_legs, 1):
            base = work / stages[-1].name
            seen = _scenes_of(leg, training, work)
            stages.append(
                _photograph_stage(f"{PHOTOGRAPHS}-{number}", training, leg, base, training.photos, seen)
            )
    return stages


def finished_models(training: DiceTraining, work: Path) -> Path:
    """Return the folder in which the last stage of a training leaves its models."""
    if training.photos is None or not training.photograph_legs:
        return work / RENDERED
    return work / f"{PHOTOGRAPHS}-{len(training.photograph_legs)}" / FINAL


def _scene_stage(training: DiceTraining) -> Stage:
    # What begins with trained models needs the later scenes only; they are the first of the same series.
    count = training.scenes if training.base is None else training.later_scenes
    return Stage(
        SCENES,
        f"{count} rendered scenes, seed {SEED}",
        lambda folder: save_scene_set(draw_scene_set(SEED, count, os.cpu_count() or 2), folder),
    )


def _rare_scene_stage(training: DiceTraining, scenes: Path) -> Stage:
    def run(folder: Path) -> None:
        usual = load_scene_set(scenes, training.later_scenes)
        rare = draw_scene_set(SEED + 1, training.rare_scenes, os.cpu_count() or 2, draw_rare_scene)
        save_scene_set(join_scene_sets([usual, rare]), folder)

    told = f"the first {training.later_scenes} scenes and {training.rare_scenes} rare ones, seed {SEED + 1}"
    return Stage(RARE_SCENES, told, run)


@dataclass(frozen=True, slots=True)
class _Scenes:
    """Where the scenes of a leg lie, and how many of them it sees, from the first on (None: all)."""

    folder: Path
    count: int | None
    told: str


def _scenes_of(leg: Leg, training: DiceTraining, work: Path) -> _Scenes:
    if not leg.rare:
        return _Scenes(work / SCENES, training.later_scenes, f"{training.later_scenes} scenes")
    told = f"{training.later_scenes} scenes and {training.rare_scenes} rare ones"
    return _Scenes(work / RARE_SCENES, None, told)


def _base_stage(training: DiceTraining, scenes: Path) -> Stage:
    if training.base is not None:
        base = training.base
        return Stage(
            "base", f"the models of {base}", lambda folder: _gather(dict.fromkeys(_FILES, base), folder)
        )
    iterations = {
        "detector": training.detector_iterations,
        "classifier": training.classifier_iterations,
    }
    told = ", ".join(f"{which} {number}" for which, number in iterations.items())

    def run(folder: Path) -> None:
        # Only training wants torch.
        from vision.training.run import train_network, train_side_by_side

        train_side_by_side(train_network, scenes, folder, SEED, iterations)

    return Stage("base", f"both networks from nothing, side by side, iterations: {told}", run)


def _leg_stage(name: str, leg: Leg, base: Path, scenes: _Scenes) -> Stage:
    def run(folder: Path) -> None:
        from vision.training.fine_tune import Course, tune_classifier, tune_detector

        tune = tune_detector if leg.which == "detector" else tune_classifier
        course = Course(leg.iterations, leg.rate, 0.0, leg.seed, scenes.count, leg.bfloat16)
        tune(base, folder, scenes.folder, [], [], course)

    told = f"the {leg.which} of {base.name} on, {leg.iterations} iterations, rate {leg.rate}, seed {leg.seed}"
    return Stage(name, f"{told}, {scenes.told}{_precision(leg)}", run)


def _precision(leg: Leg) -> str:
    return ", in bfloat16" if leg.bfloat16 else ""


def _leaning_scene_stage(training: DiceTraining, models: Path) -> Stage:
    counts = {_LEARNT: training.leaning_scenes, _HELD_BACK: training.leaning_held_back}

    def run(folder: Path) -> None:
        for name, count in counts.items():
            save_leaning_set(draw_leaning_set(_LEANING_SEEDS[name], count, models), folder / name)

    told = " and ".join(
        f"{count} {name.replace('-', ' ')} (seed {_LEANING_SEEDS[name]})" for name, count in counts.items()
    )
    return Stage(
        LEANING_SCENES,
        f"scenes of dice that lean, {told}, searched by the detector of {models.name}",
        run,
    )


def _leaning_stage(training: DiceTraining, scenes: Path, base: Path) -> Stage:
    def run(folder: Path) -> None:
        from vision.training.leaning import make_leaning

        learnt, held_back = (load_leaning_set(scenes / name) for name in (_LEARNT, _HELD_BACK))
        make_leaning(
            base / CLASSIFIER, learnt, held_back, folder, SEED, training.leaning_iterations, LEAST_HEAT
        )

    return Stage(
        LEANING,
        f"what tells dice that lean, upon the classifier of {base.name}, {training.leaning_iterations} iterations, "
        f"seed {SEED}",
        run,
    )


def _rendered_stage(training: DiceTraining, newest: dict[Which, Path], leaning: Path) -> Stage:
    def run(folder: Path) -> None:
        _gather(newest, folder)
        copy_leaning(leaning, folder)
        fit(rendered_examples(folder, training.calibration_scenes)).save(folder / CALIBRATION)

    told = " and ".join(f"the {which} of {folder.name}" for which, folder in newest.items())
    return Stage(RENDERED, f"{told}, calibrated on {training.calibration_scenes} rendered scenes", run)


def _photograph_stage(
    name: str, training: DiceTraining, leg: Leg, base: Path, photos: Path, scenes: _Scenes
) -> Stage:
    sources = sorted({photograph.source for photograph in labelled_photographs(photos)})
    plan = Plan(
        base,
        photos,
        scenes.folder,
        training.share,
        leg.iterations,
        leg.rate,
        scenes.count,
        leg.seed,
        leg.bfloat16,
    )

    def run(folder: Path) -> None:
        rows = cross_validate(plan, folder, training.calibration_scenes, folder / FINAL)
        for source, row in rows.items():
            print(source, ", ".join(f"{name} {number}" for name, number in row.items()), flush=True)

    return Stage(
        name,
        f"the classifiers of {base.name} on, one without each of {', '.join(sources)}, one with all: "
        f"{leg.iterations} iterations each, rate {leg.rate}, seed {leg.seed}, {plan.share:.0%} photographs, "
        f"{scenes.told}{_precision(leg)}",
        run,
    )


def _gather(folders: dict[Which, Path], target: Path) -> None:
    for which, folder in folders.items():
        copy_model(folder / _FILES[which], target)


def train_dice(training: DiceTraining, work: Path, models: Path) -> None:
    """Do what is due of a training and put its models, calibration and table into the folder `models`."""
    cv2.setNumThreads(1)
    run_stages(dice_stages(training, work), work)
    finished = finished_models(training, work)
    models.mkdir(parents=True, exist_ok=True)
    _gather(dict.fromkeys(_FILES, finished), models)
    copy_leaning(finished, models)
    # A table that was measured with other models must not stay beside these.
    (models / TABLE).unlink(missing_ok=True)
    for name in (CALIBRATION, TABLE):
        if (finished / name).exists():
            (models / name).write_bytes((finished / name).read_bytes())
    print(f"the models lie in {models}", flush=True)
