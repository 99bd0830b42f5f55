"""Teaches the reader that ships further, from its file alone: nothing else of how it was made is needed.

python -m vision.training.further --work WORK --data DATA --tables TABLES --leaning LEANING

Needs what `vision.training.train` needs; TABLES and LEANING are what `vision.training.lighten` has. The
scenes are drawn into WORK where they are not there yet, and the networks that ship say what the first round's
would. What comes of it is WORK/further/dice_reader.onnx. With `--leave-out nb mt` a reader of the same kind
learns from nothing, without these makers, and is written to WORK/without-nb and WORK/without-mt, with the
finder that ships, for `bluffbox bench dice --trained WORK`. A step takes about a ninth of a second on one
core; a run that was cut off goes on where it was."""

from __future__ import annotations

import argparse
import copy
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found]

from vision.dice_crops import CROP
from vision.dice_nets import DiceNets
from vision.training.learning import Pools, alone_loss, draw_batch, further_loss, reader_input, train_light
from vision.training.lighten import BETWEEN
from vision.training.nets import Reader, Split, write_onnx
from vision.training.photos import with_dice
from vision.training.store import draw_shards
from vision.training.train import arguments, begun, drawn_scenes, photo_pools, pools_without

SPOTTED, LEANING = 3, 4  # files of scenes of these kinds
TOP, TOP_FROM_NOTHING = 5e-4, 2e-3  # the largest step


def light_reader() -> Any:
    """A reader of the shipped kind that has learnt nothing."""
    reader = Reader()
    for i, between in BETWEEN.items():
        convolution = reader.look[i][0]
        outside, inside = convolution.weight.shape[:2]
        reader.look[i] = Split(inside, between, outside, convolution.stride[0])
    return reader


def reader_of(weights: bytes) -> Any:
    """The light reader in an ONNX file's bytes, whose norms, which were folded into the layers before them,
    change nothing."""
    import onnx  # type: ignore[import-not-found]  # noqa: PLC0415 - only this needs it

    graph = onnx.load_from_string(weights).graph
    held = {kept.name: onnx.numpy_helper.to_array(kept) for kept in graph.initializer}
    for node in graph.node:  # what is the same twice is kept once
        if node.op_type == "Identity" and node.input[0] in held:
            held[node.output[0]] = held[node.input[0]]
    layers = [node for node in graph.node if node.op_type in {"Conv", "Gemm"}]
    given = iter([torch.from_numpy(held[name].copy()) for node in layers for name in node.input[1:]])
    reader = light_reader().eval()
    with torch.no_grad():
        for layer in reader.look:
            if isinstance(layer, Split):
                steps, norm = [layer.before, layer.alone, layer.after], layer.norm
            else:
                steps, norm = [layer[0]], layer[1]
            for step in steps:
                step.weight.copy_(next(given))
            norm.running_var.fill_(1 - norm.eps)
            norm.bias.copy_(next(given))
        for layer in (reader.say[2], reader.say[4]):
            layer.weight.copy_(next(given))
            layer.bias.copy_(next(given))
    return reader


def settle_norms(reader: Any, crops: Any) -> None:
    """Gives the norms of `reader` the means and the spreads of what the crops (n, 3, CROP, CROP) give, and
    makes up for it behind them: it answers as before, and does so when it learns as well."""
    x = crops
    with torch.no_grad():
        for layer in reader.look:
            if isinstance(layer, Split):
                norm, before = layer.norm, layer.after(layer.alone(layer.before(x)))
            else:
                norm, before = layer[1], layer[0](x)
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            shift = norm.bias - scale * norm.running_mean
            norm.running_mean.copy_(before.mean((0, 2, 3)))
            norm.running_var.copy_(before.var((0, 2, 3)))
            norm.weight.copy_(scale * (norm.running_var + norm.eps).sqrt())
            norm.bias.copy_(shift + scale * norm.running_mean)
            x = layer(x)


def _shipped(name: str) -> bytes:
    return resources.files("vision").joinpath(name).read_bytes()


def _pools(chosen: argparse.Namespace) -> Pools:
    """Everything that is learnt from, drawn where it is not there yet."""
    work, data, nets = chosen.work, chosen.data, DiceNets.shipped()
    backdrops = sorted((data / "cards/photos").glob("*.jpg"))
    draw_shards(work / "scenes", chosen.shards, chosen.seed, backdrops)
    draw_shards(work / "spotted", SPOTTED, chosen.seed + 1, [], "spotted")
    draw_shards(work / "leaning", LEANING, chosen.seed + 2, [], "leaning")
    own, makers = photo_pools(nets, work, data, chosen.photos, chosen.tables)
    own += [(0.08, drawn_scenes(work / "spotted", nets)), (0.1, drawn_scenes(work / "leaning", nets))]
    if chosen.leaning is not None:
        own.append((0.08, with_dice(chosen.leaning)))
    return pools_without(own, makers, chosen.leave_out)


def further(chosen: argparse.Namespace) -> None:
    """Teaches the reader that ships further, or one without the makers that are left out from nothing."""
    left: list[str] = chosen.leave_out
    pools = _pools(chosen)
    folder = chosen.work / ("without-" + "-".join(left) if left else "further")
    folder.mkdir(exist_ok=True)
    before = reader_of(_shipped("dice_reader.onnx"))
    if left:
        reader, top = light_reader(), TOP_FROM_NOTHING
    else:
        reader, top = copy.deepcopy(before), TOP
        settle_norms(reader, reader_input(draw_batch(pools, np.random.default_rng([chosen.seed, 3]), 1024)))
    kept = folder / "further-state.pt"
    loss = alone_loss if left else further_loss
    train_light(reader, before, pools, chosen.steps, chosen.fall, chosen.seed, top, kept, loss)
    shape = (1, 3, CROP, CROP)
    write_onnx(reader.to(memory_format=torch.contiguous_format), folder / "dice_reader.onnx", shape, (0,))
    for name in left:
        other = chosen.work / f"without-{name}"
        other.mkdir(exist_ok=True)
        (other / "dice_reader.onnx").write_bytes((folder / "dice_reader.onnx").read_bytes())
        (other / "dice_finder.onnx").write_bytes(_shipped("dice_finder.onnx"))


def main() -> None:
    parser = arguments(__doc__, photos=166, seed=829)
    parser.add_argument("--leaning", type=Path, help="as --tables, with dice that lean")
    parser.add_argument("--shards", type=int, default=22, help="files of 250 scenes each")
    parser.add_argument("--steps", type=int, default=32_000)
    parser.add_argument("--fall", type=int, default=29_000, help="steps at the end over which the rate falls")
    parser.add_argument(
        "--leave-out",
        nargs="*",
        default=[],
        help="makers (nb, mt, ep, dt) without whom one learns from nothing",
    )
    further(begun(parser))


if __name__ == "__main__":
    main()
