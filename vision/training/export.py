"""Writes the networks as ONNX files that onnxruntime and OpenCV's dnn both run."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import nn


def export_detector(net: nn.Module, path: Path) -> None:
    """Write the detector of dice; its picture's height and width stay free."""
    _export(net, path, (192, 192), ("image", "maps"), ("h4", "w4"))


def export_classifier(net: nn.Module, path: Path) -> None:
    """Write the classifier of dice; the number of crops stays free."""
    _export(net, path, (64, 64), ("crops", "logits"), None)


def export_leaning_judge(net: nn.Module, path: Path) -> None:
    """Write the network that tells dice that lean; the number of crops stays free."""
    _export(net, path, (64, 64), ("crops", "answers"), None, channels=4)


def export_card_detector(net: nn.Module, path: Path) -> None:
    """Write the detector of indices and backs; its picture's height and width stay free."""
    _export(net, path, (320, 320), ("image", "maps"), ("h8", "w8"))


def export_index_reader(net: nn.Module, path: Path) -> None:
    """Write the reader of indices; the number of crops stays free."""
    _export(net, path, (72, 48), ("crops", "answers"), None)


def export_outliner(net: nn.Module, path: Path) -> None:
    """Write the network that tells where printed cards lie; its picture's height and width stay free."""
    _export(net, path, (320, 320), ("image", "maps"), ("h2", "w2"))


def export_print_network(net: nn.Module, path: Path) -> None:
    """Write the embedder of prints; the number of cut-out cards stays free."""
    _export(net, path, (96, 64), ("crops", "answers"), None)


def export_print_judge(net: nn.Module, path: Path) -> None:
    """Write what tells whether two cards show the same print; the number of pairs stays free."""
    _export(net, path, (192, 128), ("pairs", "answers"), None, channels=6)


def export_figure_net(net: nn.Module, path: Path) -> None:
    """Write what tells the figures on cards; the number of marks stays free."""
    _export(net, path, (32, 32), ("marks", "answers"), None, channels=2)


def _export(
    net: nn.Module,
    path: Path,
    size: tuple[int, int],
    names: tuple[str, str],
    map_axes: tuple[str, str] | None,
    channels: int = 3,
) -> None:
    taken, given = names
    free = {taken: {0: "n"}, given: {0: "n"}}
    if map_axes is not None:
        free[taken] |= {2: "h", 3: "w"}
        free[given] |= {2: map_axes[0], 3: map_axes[1]}
    # A training that breaks off here must not leave half a model that looks whole.
    part = path.with_suffix(".part")
    with warnings.catch_warnings():
        # The older exporter is meant: what it writes, OpenCV's dnn reads.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net,
            (torch.zeros(1, channels, *size),),
            str(part),
            dynamo=False,
            opset_version=13,
            input_names=[taken],
            output_names=[given],
            dynamic_axes=free,
        )
    part.replace(path)
