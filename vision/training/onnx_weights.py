"""Takes the weights of a written model back into its network, so that training can go on from there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.scene.arrays import FloatArray


def _weights_in_order(path: Path) -> list[tuple[FloatArray, FloatArray]]:
    """Return (weight, bias) of every convolution and linear layer of a model, in the order in which they run."""
    graph = onnx.load(str(path)).graph
    arrays = {entry.name: np.array(numpy_helper.to_array(entry)) for entry in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in arrays:
            rounded, scale = arrays[node.input[0]], arrays[node.input[1]]
            # Signed weights and biases are rounded about zero, one scale for each output channel.
            along = scale.reshape(-1, *[1] * (rounded.ndim - 1))
            arrays[node.output[0]] = rounded.astype(np.float32) * along
    return [
        (np.array(arrays[node.input[1]], np.float32), np.array(arrays[node.input[2]], np.float32))
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
    ]


def load_onnx_weights(net: nn.Module, path: Path, examples: list[Tensor]) -> None:
    """Fill `net` with the weights of the ONNX file that an equal network was exported to.

    The export folds every batch normalisation into the convolution before it. What each normalisation would see
    is measured on `examples` (batches of the network's input), so that training may go on with its statistics.
    Weights of eight bits are taken as what they stand for.
    Layers must run in the order in which they are defined. Raises ValueError where the shapes do not fit.
    """
    layers = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear)]
    stored = _weights_in_order(path)
    if len(layers) != len(stored):
        raise ValueError(f"{path}: {len(stored)} layers, the network has {len(layers)}")
    folded: dict[nn.Module, FloatArray] = {}
    for layer, (weight, bias) in zip(layers, stored, strict=True):
        if tuple(layer.weight.shape) != weight.shape:
            raise ValueError(
                f"{path}: a layer of shape {weight.shape}, the network has {tuple(layer.weight.shape)}"
            )
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(weight))
            if layer.bias is not None:
                layer.bias.copy_(torch.from_numpy(bias))
            else:
                folded[layer] = bias
    norms = _norm_after(net)
    with torch.no_grad():
        for layer, bias in folded.items():
            _stay_silent(norms[layer], torch.from_numpy(bias))
    _measure_norms(net, list(norms.values()), examples)


def _norm_after(net: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """Return the normalisation that follows each convolution without a bias."""
    found: dict[nn.Module, nn.BatchNorm2d] = {}
    last: nn.Module | None = None
    for module in net.modules():
        if isinstance(module, nn.Conv2d):
            last = module
        elif isinstance(module, nn.BatchNorm2d) and last is not None:
            found[last] = module
    return found


def _stay_silent(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Let a normalisation add the bias and change nothing else."""
    norm.reset_running_stats()
    norm.weight.fill_((1.0 + norm.eps) ** 0.5)
    norm.bias.copy_(bias)


def _measure_norms(net: nn.Module, norms: list[nn.BatchNorm2d], examples: list[Tensor]) -> None:
    """Give every normalisation the mean and variance of its input, and factors that leave its output as it was."""
    sums: dict[nn.Module, tuple[Tensor, Tensor, int]] = {}

    def watch(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        x = inputs[0].double()
        total, squares, count = sums.get(norm, (torch.zeros(1), torch.zeros(1), 0))
        number = x.shape[0] * x.shape[2] * x.shape[3]
        sums[norm] = (total + x.sum(dim=(0, 2, 3)), squares + (x * x).sum(dim=(0, 2, 3)), count + number)

    hooks = [norm.register_forward_pre_hook(watch) for norm in norms]
    net.eval()
    with torch.no_grad():
        for batch in examples:
            net(batch)
        for hook in hooks:
            hook.remove()
        for norm in norms:
            total, squares, count = sums[norm]
            mean = (total / count).float()
            variance = ((squares / count) - (total / count) ** 2).clamp(min=1e-4).float()
            norm.running_mean = mean
            norm.running_var = variance
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.add_(mean)
