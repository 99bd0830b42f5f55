"""Rewrites a finder's file for pictures in quads of pixels (`vision.dice_quads`): the same answers, sooner.

python -m vision.training.quads FILE does it to a finder that takes (1, 3, h, w); needs onnx."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice_quads import BEYOND, CHANNELS, GREY, SIDE

F32 = NDArray[np.float32]
MIDDLE = 127.5  # what is 0 to a finder, 255 being 1


def _place(row: int, column: int) -> tuple[int, int, int, int, int]:
    """Row and column of a layer's window, and where that pixel is: its first channel, and the quad's row and
    column. The step's own pixel is the quad's first; one before it belongs to the quad before."""
    down, y = divmod(row + 1, SIDE)
    across, x = divmod(column + 1, SIDE)
    return row, column, (y * SIDE + x) * 3, down, across


_PLACES = [_place(row, column) for row in range(3) for column in range(3)]


def on_quads(weights: F32, bias: F32) -> tuple[F32, F32]:
    """The weights (n, CHANNELS, 2, 2) and the bias (n) of a layer that answers quads as one of `weights`
    (n, 3, 3, 3) and `bias` (n), stepping by 2 with an edge of 1, answers (pixels - MIDDLE) / MIDDLE."""
    out = np.zeros((len(weights), CHANNELS, 2, 2), np.float64)
    for row, column, first, down, across in _PLACES:
        out[:, first : first + 3, down, across] = weights[:, :, row, column]
    out[:, BEYOND] = (MIDDLE - GREY) * out.sum(1)
    return (out / MIDDLE).astype(np.float32), (bias - weights.sum((1, 2, 3))).astype(np.float32)


def off_quads(weights: F32, bias: F32) -> tuple[F32, F32]:
    """The way back from what `on_quads` gives to what it was given."""
    out = np.zeros((len(weights), 3, 3, 3), np.float64)
    for row, column, first, down, across in _PLACES:
        out[:, :, row, column] = weights[:, first : first + 3, down, across]
    out *= MIDDLE
    return out.astype(np.float32), (bias + out.sum((1, 2, 3))).astype(np.float32)


def rewrite(path: Path) -> None:
    """Rewrites the finder in `path`. Raises ValueError where its first layer is not the one meant."""
    import onnx  # type: ignore[import-not-found]  # noqa: PLC0415 - only this needs it

    model = onnx.load(str(path))
    graph = model.graph
    taken = graph.input[0]
    first = next(node for node in graph.node if taken.name in node.input)
    held = {kept.name: kept for kept in graph.initializer}
    layer = [onnx.numpy_helper.to_array(held[name]) for name in first.input[1:] if name in held]
    if first.op_type != "Conv" or len(layer) != 2 or layer[0].shape[1:] != (3, 3, 3):
        shapes = " and ".join(str(values.shape) for values in layer)
        raise ValueError(f"{path}: begins with {first.op_type} of {shapes}; wanted is a Conv of 3 x 3 on 3")
    for name, values in zip(first.input[1:], on_quads(*layer), strict=True):
        held[name].CopyFrom(onnx.numpy_helper.from_array(values, name))
    steps = {"kernel_shape": [2, 2], "strides": [1, 1], "pads": [0, 0, 0, 0]}
    for attribute in first.attribute:
        if attribute.name in steps:
            attribute.ints[:] = steps[attribute.name]
    one, _, *sides = (axis.dim_param or axis.dim_value for axis in taken.type.tensor_type.shape.dim)
    shape = [one, CHANNELS, *sides]
    taken.CopyFrom(onnx.helper.make_tensor_value_info(taken.name, onnx.TensorProto.UINT8, shape))
    first.input[0] = "quads"
    graph.node.insert(0, onnx.helper.make_node("Cast", [taken.name], ["quads"], to=onnx.TensorProto.FLOAT))
    onnx.save(model, str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description="Rewrites a finder's file for pictures in quads of pixels.")
    parser.add_argument("file", type=Path, help="a finder, rewritten in place")
    rewrite(parser.parse_args().file)


if __name__ == "__main__":
    main()
