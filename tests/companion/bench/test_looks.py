"""What a look costs is counted: the operations of the networks that run, and what they run on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.bench import looks
from companion.bench.operations import Run, _of_step, counted
from vision import network
from vision.network import load_network

DETECTOR = Path(network.__file__).parent / "models" / "card_detector.onnx"


def step(name: str, inputs: list[list[int]], output: list[int]) -> dict[str, Any]:
    return {
        "op_name": name,
        "input_type_shape": [{"float": shape} for shape in inputs],
        "output_type_shape": [{"float": output}],
    }


def test_a_convolution_costs_two_operations_for_each_weight_at_each_place() -> None:
    convolution = step("Conv", [[1, 3, 8, 8], [16, 3, 3, 3], [16]], [1, 16, 8, 8])
    assert _of_step(convolution) == 2 * (16 * 8 * 8) * (3 * 3 * 3)


def test_a_matrix_costs_two_operations_for_each_of_its_numbers() -> None:
    assert _of_step(step("Gemm", [[5, 128], [128, 13], [13]], [5, 13])) == 2 * 5 * 128 * 13
    assert _of_step(step("Relu", [[5, 128]], [5, 128])) == 0


def test_twice_as_high_and_wide_costs_four_times_as_much() -> None:
    small, large = (Run(DETECTOR, (1, 3, side, side), 0.0).operations for side in (128, 256))
    assert small > 1e7
    assert large == pytest.approx(4 * small, rel=0.01)


def test_runs_are_counted_as_they_come_and_only_within() -> None:
    with counted() as runs:
        load_network(DETECTOR, "onnxruntime").run(np.zeros((1, 3, 64, 96), np.float32))
    load_network(DETECTOR, "onnxruntime").run(np.zeros((1, 3, 64, 64), np.float32))
    assert [(run.model, run.shape) for run in runs] == [(DETECTOR, (1, 3, 64, 96))]


def test_a_whole_table_costs_more_than_a_move_and_dice_are_counted_too() -> None:
    told = {one.name: one.value for one in looks.measure(1)}
    assert told["table.places"] == 24
    assert told["move.places"] == 2
    assert 0 < told["move.gflop"] < told["table.gflop"]
    assert 0 < told["move.networks_ms"] < told["move.ms"] < told["table.ms"]
    assert told["dice.gflop"] > 0
