"""Takes the networks that ship back out of their files, so that they can learn further."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found]
from torch import nn

from vision.training.lighten import BETWEEN
from vision.training.nets import Finder, Reader, Split
from vision.training.quads import off_quads


def light_reader() -> Any:
    """A reader of the shipped kind that has learnt nothing."""
    reader = Reader()
    for i, between in BETWEEN.items():
        convolution = reader.look[i][0]
        outside, inside = convolution.weight.shape[:2]
        reader.look[i] = Split(inside, between, outside, convolution.stride[0])
    return reader


def reader_of(weights: bytes) -> Any:
    """The light reader in an ONNX file's bytes."""
    return _filled(light_reader(), _layers(weights))


def finder_of(weights: bytes) -> Any:
    """The finder in an ONNX file's bytes, which takes quads of pixels; this one takes pixels."""
    first, *others = _layers(weights)
    return _filled(Finder(), [[*off_quads(*first)], *others])


def _layers(weights: bytes) -> list[list[Any]]:
    """What each layer holds, in their order: weights and, where it has one, bias."""
    import onnx  # type: ignore[import-not-found]  # noqa: PLC0415 - only this needs it

    graph = onnx.load_from_string(weights).graph
    held = {kept.name: onnx.numpy_helper.to_array(kept) for kept in graph.initializer}
    for node in graph.node:  # what is the same twice is kept once
        if node.op_type == "Identity" and node.input[0] in held:
            held[node.output[0]] = held[node.input[0]]
    layers = [node for node in graph.node if node.op_type in {"Conv", "Gemm"}]
    return [[held[name] for name in node.input[1:]] for node in layers]


def _filled(net: Any, layers: list[list[Any]]) -> Any:
    """`net` with what its layers hold in a file. Its norms, which were folded into the layers before them,
    then change nothing but add what is left over from there."""
    given = iter(layers)
    last: list[Any] = []
    with torch.no_grad():
        for part in net.modules():
            if isinstance(part, nn.Conv2d | nn.Linear):
                last = [torch.from_numpy(np.array(values)) for values in next(given)]
                part.weight.copy_(last[0])
                if part.bias is not None:
                    part.bias.copy_(last[1])
            elif isinstance(part, nn.BatchNorm2d):
                part.running_var.fill_(1 - part.eps)
                part.bias.copy_(last[1])
    return net.eval()


def settle_norms(net: Any, x: Any) -> None:
    """Gives the norms of `net` the means and the spreads of what they are given when it is given `x`, and
    makes up for it behind them: it answers as before, and does so when it learns as well."""
    given: dict[Any, Any] = {}
    norms = [part for part in net.modules() if isinstance(part, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(lambda norm, x: given.update({norm: x[0]})) for norm in norms]
    with torch.no_grad():
        net.eval()(x)
        for norm, hook in zip(norms, hooks, strict=True):
            hook.remove()
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            shift = norm.bias - scale * norm.running_mean
            norm.running_mean.copy_(given[norm].mean((0, 2, 3)))
            norm.running_var.copy_(given[norm].var((0, 2, 3)))
            norm.weight.copy_(scale * (norm.running_var + norm.eps).sqrt())
            norm.bias.copy_(shift + scale * norm.running_mean)
