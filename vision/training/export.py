"""Writes the networks as ONNX files that onnxruntime and OpenCV's dnn both run."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn


def export_detector(net: nn.Module, path: Path) -> None:
    """Write the detector; its picture's height and width stay free."""
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, 192, 192),),
        str(path),
        dynamo=False,
        opset_version=13,
        input_names=["image"],
        output_names=["maps"],
        dynamic_axes={"image": {0: "n", 2: "h", 3: "w"}, "maps": {0: "n", 2: "h4", 3: "w4"}},
    )


def export_classifier(net: nn.Module, path: Path) -> None:
    """Write the classifier; the number of crops stays free."""
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, 64, 64),),
        str(path),
        dynamo=False,
        opset_version=13,
        input_names=["crops"],
        output_names=["logits"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}},
    )
