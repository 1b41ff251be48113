"""Trains the network that tells dice that lean, on rendered scenes alone, and calibrates it.

No photograph teaches it: all labelled ones show flat dice, and a network that saw them would take a photograph for a
sign of lying flat.
"""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import torch

from vision.dice.detection import Detection
from vision.dice.leaning import CALIBRATION, MODEL, LeaningCalibration, crop_surroundings, leaning_logits
from vision.network import Network, load_network
from vision.scene.arrays import ByteArray, Float64Array
from vision.training.blocks import count_parameters
from vision.training.calibrate import fit_logistic
from vision.training.export import export_leaning_judge
from vision.training.leaning_examples import LeaningExample, LeaningSet
from vision.training.leaning_scenes import COCKED_FROM_DEG, FLAT_TO_DEG
from vision.training.model_card import write_model_card
from vision.training.nets import FaceClassifier, LeaningJudge
from vision.training.onnx_weights import load_onnx_weights

BATCH = 128
LEARNT_HEAT = 0.06
"""What the detector doubts more than this teaches nothing."""
COCKED_SHARE = 0.03
"""How many of the dice thrown are taken to lean, before anything is seen."""
_EVERY = 100
_EXAMPLE_BATCHES = 4
_LOOKS = 2
"""How often each die is cut out, each time a little otherwise."""


def is_cocked(example: LeaningExample) -> bool | None:
    """Whether a die counts as cocked; None in between."""
    if example.lean_deg >= COCKED_FROM_DEG:
        return True
    return False if example.lean_deg <= FLAT_TO_DEG else None


def jittered_surroundings(image: ByteArray, found: Detection, rng: np.random.Generator) -> ByteArray:
    """Cut a die as the reader would after a slightly different detection, turned by any quarter, half of them
    mirrored.
    """
    dx, dy = (float(value) * found.side for value in rng.normal(0, 0.04, 2))
    side = found.side * float(np.exp(rng.normal(0, 0.06)))
    turn = found.turn + math.radians(float(rng.normal(0, 8.0))) + math.pi / 2 * int(rng.integers(4))
    crop = crop_surroundings(image, (found.centre[0] + dx, found.centre[1] + dy), side, turn)
    crop = crop[:, ::-1] if rng.random() < 0.5 else crop
    return np.ascontiguousarray(crop)


def _batch(scenes: LeaningSet, picked: list[LeaningExample], rng: np.random.Generator) -> torch.Tensor:
    crops = [
        jittered_surroundings(scenes.images[one.scene], one.found, rng)
        for one in picked
        if one.found is not None
    ]
    return torch.from_numpy(np.stack(crops).astype(np.float32) / 255.0).permute(0, 3, 1, 2)


def _seen(
    net: LeaningJudge, scenes: LeaningSet, usable: list[LeaningExample], rng: np.random.Generator
) -> torch.Tensor:
    """Return what the layers that stay as they are see in every example, once a look."""
    parts = []
    with torch.no_grad():
        for at in range(0, len(usable), BATCH):
            parts.append(net.see(_batch(scenes, usable[at : at + BATCH], rng)).half())
    return torch.cat(parts)


def train_leaning(
    base: Path, scenes: LeaningSet, seed: int, iterations: int, rate: float = 1.5e-3
) -> LeaningJudge:
    """Train for a fixed number of iterations what judges by the layers of the classifier in the ONNX file `base`; the
    same scenes and seed give the same network on one thread.
    """
    torch.manual_seed(seed + 7)
    rng = np.random.default_rng([seed, 7])
    usable = [
        one
        for one in scenes.examples
        if one.found is not None and one.found.heat >= LEARNT_HEAT and is_cocked(one) is not None
    ]
    classifier = FaceClassifier()
    load_onnx_weights(
        classifier, base, [_batch(scenes, usable[:BATCH], rng) for _ in range(_EXAMPLE_BATCHES)]
    )
    net = LeaningJudge(classifier)
    net.eval()
    started = time.process_time()
    seen = torch.cat([_seen(net, scenes, usable, rng) for _ in range(_LOOKS)])
    print(f"leaning: {len(seen)} crops seen, cpu {time.process_time() - started:.0f} s", flush=True)
    cocked = torch.tensor([float(bool(is_cocked(one))) for one in usable] * _LOOKS)
    # What was not set straight says nothing of what is.
    counts = torch.tensor([[1.0, float(one.straight)] for one in usable] * _LOOKS)
    leans, flat = np.flatnonzero(cocked.numpy() > 0), np.flatnonzero(cocked.numpy() == 0)
    net.head.train()
    optimiser = torch.optim.AdamW(net.head.parameters(), lr=rate, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=iterations)
    losses: list[float] = []
    for step in range(iterations):
        half = BATCH // 2
        picked = torch.from_numpy(np.concatenate([rng.choice(leans, half), rng.choice(flat, half)]))
        wanted = (0.02 + 0.96 * cocked[picked])[:, None].expand(-1, 2)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(
            net.head(seen[picked].float()), wanted, counts[picked], reduction="sum"
        )
        loss = loss / counts[picked].sum()
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
        schedule.step()
        losses.append(loss.item())
        if step % _EVERY == _EVERY - 1:
            mean, spent = np.mean(losses[-_EVERY:]), time.process_time() - started
            print(f"leaning {step + 1}/{iterations} loss {mean:.3f} cpu {spent:.0f} s", flush=True)
    net.eval()
    return net


def calibrate_leaning(network: Network, scenes: LeaningSet, least_heat: float) -> LeaningCalibration:
    """Fit both views on scenes that the training never saw, as if `COCKED_SHARE` of the dice leant."""
    told = [
        (one, leaning_logits(network, scenes.images[one.scene], [one.found])[0])
        for one in scenes.examples
        if one.found is not None and one.found.heat >= least_heat and is_cocked(one) is not None
    ]

    def fitted(chosen: list[tuple[float, bool]]) -> tuple[float, float]:
        wanted = np.array([cocked for _, cocked in chosen], np.float64)
        numbers: Float64Array = np.array([[1.0, logit] for logit, _ in chosen])
        share = float(wanted.mean())
        weights = np.where(wanted > 0, COCKED_SHARE / share, (1 - COCKED_SHARE) / (1 - share))
        shift, slope = fit_logistic(numbers, wanted, weights)
        return shift, slope

    return LeaningCalibration(
        fitted([(views[0], bool(is_cocked(one))) for one, views in told if not one.straight]),
        fitted([(views[1], bool(is_cocked(one))) for one, views in told if one.straight]),
    )


def make_leaning(
    base: Path,
    scenes: LeaningSet,
    held_back: LeaningSet,
    folder: Path,
    seed: int,
    iterations: int,
    least_heat: float,
) -> None:
    """Train on `scenes` upon the classifier in the ONNX file `base`, calibrate on scenes `held_back`; write model,
    card and calibration into a folder.
    """
    torch.set_num_threads(1)
    started = time.process_time()
    net = train_leaning(base, scenes, seed, iterations)
    folder.mkdir(parents=True, exist_ok=True)
    export_leaning_judge(net, folder / MODEL)
    calibrate_leaning(load_network(folder / MODEL), held_back, least_heat).save(folder / CALIBRATION)
    write_model_card(
        folder / MODEL,
        {
            "network": f"{type(net).__name__}, {count_parameters(net)} parameters, of them trained here "
            f"{count_parameters(net.head)}, the others the first layers of the classifier of faces",
            "rendered scenes": f"{len(scenes.images)}, and {len(held_back.images)} for the calibration",
            "photographs": "none",
            "course": f"{iterations} iterations of {BATCH} crops, seed {seed}",
            "calibration": f"as if {COCKED_SHARE:.0%} of the dice leant",
            "time": f"{time.process_time() - started:.0f} s of processor time on one thread",
        },
    )
