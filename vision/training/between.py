"""Mixes a network with what became of it by learning further: between the two it has kept more of what it
knew and has most of what it learnt.

python -m vision.training.between BEFORE AFTER SHARE OUT, with SHARE of AFTER (0-1); needs onnx."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np


def between(before: bytes, after: bytes, share: float) -> bytes:
    """The ONNX file of which every weight is `share` of the way from that of the file `before` to that of
    `after`. Raises ValueError where they are not of one kind."""
    import onnx  # type: ignore[import-not-found]  # noqa: PLC0415 - only this needs it

    old, new = (onnx.load_from_string(weights) for weights in (before, after))
    shapes = [[list(kept.dims) for kept in net.graph.initializer] for net in (old, new)]
    if shapes[0] != shapes[1]:
        raise ValueError("these are networks of different kinds: only one that learnt from the other mixes")
    for here, there in zip(old.graph.initializer, new.graph.initializer, strict=True):
        a, b = onnx.numpy_helper.to_array(here), onnx.numpy_helper.to_array(there)
        if a.dtype == np.float32:
            here.CopyFrom(onnx.numpy_helper.from_array((a + share * (b - a)).astype(np.float32), here.name))
    return bytes(old.SerializeToString())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("share", type=float, help="of AFTER, 0-1")
    parser.add_argument("out", type=Path)
    chosen = parser.parse_args()
    mixed = between(chosen.before.read_bytes(), chosen.after.read_bytes(), chosen.share)
    chosen.out.write_bytes(mixed)


if __name__ == "__main__":
    main()
