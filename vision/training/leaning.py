"""Trains the network that tells dice that lean, on rendered scenes alone, and calibrates it.

No photograph teaches it: all labelled ones show flat dice, and a network that saw them would take a photograph for a
sign of lying flat.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from vision.dice.detection import Detection
from vision.dice.leaning import (
    CALIBRATION,
    CROP_SIZE,
    MODEL,
    LeaningCalibration,
    crop_surroundings,
    flat_die,
    leaning_logits,
    slant_at,
)
from vision.network import Network, load_network
from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.training.blocks import count_parameters
from vision.training.calibrate import fit_logistic
from vision.training.export import export_leaning_judge
from vision.training.leaning_examples import LeaningExample, LeaningSet
from vision.training.leaning_scenes import COCKED_FROM_DEG, FLAT_TO_DEG
from vision.training.model_card import write_model_card
from vision.training.nets import FaceClassifier, LeaningJudge
from vision.training.onnx_weights import load_onnx_weights
from vision.training.quantise import quantise_leaning_judge

BATCH = 128
IndexArray = NDArray[np.int64]
LEARNT_HEAT = 0.06
"""What the detector doubts more than this teaches nothing."""
COCKED_SHARE = 0.03
"""How many of the dice thrown are taken to lean, before anything is seen."""
_EVERY = 100
_EXAMPLE_BATCHES = 4
_LOOKS = 4
"""How often each die is cut out, each time a little otherwise."""
_LEAST_CONTRAST = 5.0
"""A crop whose grey levels spread less than this shows nothing that could be judged."""
_PLACE_JITTER, _SIDE_JITTER, _TURN_JITTER_DEG = 0.04, 0.06, 6.0
_SLANT_JITTER = 0.04
_NORMAL_WEIGHT = 8.0


def is_cocked(example: LeaningExample) -> bool | None:
    """Whether a die counts as cocked; None in between."""
    if example.lean_deg >= COCKED_FROM_DEG:
        return True
    return False if example.lean_deg <= FLAT_TO_DEG else None


@dataclass(frozen=True, slots=True)
class LeaningCrops:
    """What is learnt from: crops with the drawn flat die as a fourth channel, uint8 (n, CROP_SIZE, CROP_SIZE, 4),
    whether each leans (n,), and the normals of the upper faces in the crops (n, 2).
    """

    seen: ByteArray
    cocked: FloatArray
    normals: FloatArray


def jittered_surroundings(
    image: ByteArray, example: LeaningExample, found: Detection, rng: np.random.Generator
) -> tuple[ByteArray, tuple[float, float]]:
    """Cut a die as the reader would after a slightly different detection, by a camera whose place is not quite known,
    turned by any quarter, half of them mirrored; with where the upper face looks in the crop.
    """
    dx, dy = (float(value) * found.side for value in rng.normal(0, _PLACE_JITTER, 2))
    side = found.side * float(np.exp(rng.normal(0, _SIDE_JITTER)))
    turn = found.turn + math.radians(float(rng.normal(0, _TURN_JITTER_DEG)))
    turn += math.pi / 2 * int(rng.integers(4))
    centre = (found.centre[0] + dx, found.centre[1] + dy)
    crop = np.empty((CROP_SIZE, CROP_SIZE, 4), np.uint8)
    crop[..., :3] = crop_surroundings(image, centre, side, turn)
    x, y = slant_at(example.eye, centre, turn)
    more_x, more_y = (float(value) for value in rng.normal(0, _SLANT_JITTER, 2))
    crop[..., 3] = flat_die((x + more_x, y + more_y))
    c, s = math.cos(turn), math.sin(turn)
    u, v = example.normal
    normal = (c * u + s * v, c * v - s * u)
    if rng.random() < 0.5:
        return np.ascontiguousarray(crop[:, ::-1]), (-normal[0], normal[1])
    return crop, normal


def learnt_crops(scenes: LeaningSet, rng: np.random.Generator, looks: int = _LOOKS) -> LeaningCrops:
    """Cut every die that can be judged `looks` times, each time a little otherwise."""
    seen: list[ByteArray] = []
    cocked, normals = [], []
    for one in scenes.examples:
        leans = is_cocked(one)
        if one.found is None or leans is None or one.found.heat < LEARNT_HEAT:
            continue
        for _ in range(looks):
            crop, normal = jittered_surroundings(scenes.images[one.scene], one, one.found, rng)
            if float(crop[..., :3].mean(axis=2).std()) < _LEAST_CONTRAST:
                break
            seen.append(crop)
            cocked.append(float(leans))
            normals.append(normal)
    return LeaningCrops(np.stack(seen), np.array(cocked, np.float32), np.array(normals, np.float32))


def _batch(
    crops: LeaningCrops, picked: IndexArray, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return crops in other light, turned by one quarter, (n, 4, CROP_SIZE, CROP_SIZE), and where they look."""
    images = torch.from_numpy(crops.seen[picked]).permute(0, 3, 1, 2).float() / 255.0
    normals = torch.from_numpy(crops.normals[picked])
    for _ in range(int(rng.integers(4))):
        # A quarter turn to the left takes (x, y) to (y, -x).
        images = torch.rot90(images, 1, (2, 3))
        normals = torch.stack([normals[:, 1], -normals[:, 0]], dim=1)
    colours = images[:, torch.from_numpy(rng.permutation(3))] if rng.random() < 0.3 else images[:, :3]
    number = len(picked)
    gain = np.exp(rng.normal(0, 0.18, (number, 1, 1, 1)) + rng.normal(0, 0.06, (number, 3, 1, 1)))
    noise = np.where(rng.random((number, 1, 1, 1)) < 0.25, rng.uniform(0, 0.05, (number, 1, 1, 1)), 0.0)
    inverted = torch.from_numpy(rng.random((number, 1, 1, 1)) < 0.06)
    colours = torch.where(inverted, 1.0 - colours, colours) * torch.from_numpy(gain.astype(np.float32))
    colours = colours + torch.from_numpy(noise.astype(np.float32)) * torch.randn(colours.shape)
    images = torch.cat([colours.clamp(0.0, 1.0), images[:, 3:]], dim=1)
    return images.contiguous(memory_format=torch.channels_last), normals


def train_leaning(
    base: Path,
    scenes: LeaningSet,
    seed: int,
    iterations: int,
    rate: float = 2e-3,
    bfloat16: bool = True,
) -> LeaningJudge:
    """Train on, for a fixed number of iterations, from the classifier in the ONNX file `base`; the same scenes and
    seed give the same network on one thread of the same kind of processor.
    """
    torch.manual_seed(seed + 7)
    rng = np.random.default_rng([seed, 7])
    started = time.process_time()
    crops = learnt_crops(scenes, rng)
    leans, flat = np.flatnonzero(crops.cocked > 0), np.flatnonzero(crops.cocked == 0)
    half = BATCH // 2

    def batch() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        picked = np.concatenate([rng.choice(leans, half), rng.choice(flat, half)])
        return *_batch(crops, picked, rng), torch.from_numpy(crops.cocked[picked])

    classifier = FaceClassifier()
    load_onnx_weights(classifier, base, [batch()[0][:, :3] for _ in range(_EXAMPLE_BATCHES)])
    net = LeaningJudge(classifier)
    net.to(memory_format=torch.channels_last)
    net.train()
    print(f"leaning: {len(crops.seen)} crops cut, cpu {time.process_time() - started:.0f} s", flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=iterations, pct_start=0.2)
    losses: list[tuple[float, float]] = []
    for step in range(iterations):
        images, normals, cocked = batch()
        with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
            told = net(images)
        told = told.float()
        judged = torch.nn.functional.binary_cross_entropy_with_logits(told[:, 0], 0.01 + 0.98 * cocked)
        # Where a face looks says more of a crop than whether it is level: the network learns sooner.
        looked = torch.nn.functional.mse_loss(told[:, 1:], normals)
        optimiser.zero_grad()
        torch.autograd.backward(judged + _NORMAL_WEIGHT * looked)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        losses.append((judged.item(), looked.item()))
        if step % _EVERY == _EVERY - 1:
            judged_mean, looked_mean = np.mean(losses[-_EVERY:], axis=0)
            spent = time.process_time() - started
            print(
                f"leaning {step + 1}/{iterations} loss {judged_mean:.3f}, normal {looked_mean:.4f}, "
                f"cpu {spent:.0f} s",
                flush=True,
            )
    net.eval()
    return net


def calibrate_leaning(network: Network, scenes: LeaningSet, least_heat: float) -> LeaningCalibration:
    """Fit the logit on scenes that the training never saw, as if `COCKED_SHARE` of the dice leant."""
    told = [
        (leaning_logits(network, scenes.images[one.scene], [one.found], one.eye)[0], bool(is_cocked(one)))
        for one in scenes.examples
        if one.found is not None and one.found.heat >= least_heat and is_cocked(one) is not None
    ]
    wanted = np.array([cocked for _, cocked in told], np.float64)
    numbers: Float64Array = np.array([[1.0, logit] for logit, _ in told])
    share = float(wanted.mean())
    weights = np.where(wanted > 0, COCKED_SHARE / share, (1 - COCKED_SHARE) / (1 - share))
    shift, slope = fit_logistic(numbers, wanted, weights)
    return LeaningCalibration(shift, slope)


def make_leaning(
    base: Path,
    scenes: LeaningSet,
    held_back: LeaningSet,
    folder: Path,
    seed: int,
    iterations: int,
    least_heat: float,
) -> None:
    """Train on `scenes` from the classifier in the ONNX file `base` on, round to eight bits, calibrate on scenes
    `held_back`; write model, card and calibration into a folder.
    """
    torch.set_num_threads(1)
    started = time.process_time()
    net = train_leaning(base, scenes, seed, iterations)
    folder.mkdir(parents=True, exist_ok=True)
    export_leaning_judge(net, folder / MODEL)
    examples = learnt_crops(scenes, np.random.default_rng([seed, 9]), 1).seen
    quantise_leaning_judge(folder / MODEL, folder / MODEL, examples, seed)
    calibrate_leaning(load_network(folder / MODEL), held_back, least_heat).save(folder / CALIBRATION)
    write_model_card(
        folder / MODEL,
        {
            "network": f"{type(net).__name__}, {count_parameters(net)} parameters, begun with the classifier",
            "rendered scenes": f"{len(scenes.images)}, and {len(held_back.images)} for the calibration",
            "photographs": "none",
            "course": f"{iterations} iterations of {BATCH} crops, seed {seed}, in bfloat16",
            "precision": "weights and activations of eight bits but for the first layer and the last",
            "calibration": f"as if {COCKED_SHARE:.0%} of the dice leant",
            "time": f"{time.process_time() - started:.0f} s of processor time on one thread",
        },
    )
