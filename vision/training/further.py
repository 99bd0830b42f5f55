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

import cv2
import numpy as np
import torch  # type: ignore[import-not-found]

from vision.dice_crops import CROP, Pyramid
from vision.dice_nets import DiceNets
from vision.training.learning import Pools, alone_loss, draw_batch, further_loss, reader_input, train_light
from vision.training.lighten import BETWEEN
from vision.training.nets import Reader, Split, write_onnx
from vision.training.photos import mistaken, tables
from vision.training.samples import Picture
from vision.training.store import draw_shards, load_shards
from vision.training.train import photo_pools, pools_without

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


def reader_of(path: Path) -> Any:
    """The light reader in a file, whose norms, which were folded into the layers before them, change
    nothing."""
    import onnx  # type: ignore[import-not-found]  # noqa: PLC0415 - only this needs it

    graph = onnx.load(str(path)).graph
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


def _more(folder: Path) -> list[Picture]:
    """The scenes in `folder`, with what the finder takes for dice and is none."""
    nets = DiceNets.shipped()

    def hot(image: Any) -> list[tuple[float, float, float, float]]:
        return [(f.x, f.y, f.size, f.heat) for f in nets.find(Pyramid(image), (1.0, 0.5))]

    pictures = [Picture(Pyramid(i), k) for i, k in zip(*load_shards(folder), strict=True)]
    for picture in pictures:
        picture.traps = mistaken(picture, hot)
    return pictures


def _pools(chosen: argparse.Namespace, left: list[str]) -> Pools:
    """Everything that is learnt from, drawn where it is not there yet."""
    work, data = chosen.work, chosen.data
    backdrops = sorted((data / "cards/photos").glob("*.jpg"))
    draw_shards(work / "scenes", chosen.shards, chosen.seed, backdrops)
    draw_shards(work / "spotted", SPOTTED, chosen.seed + 1, [], "spotted")
    draw_shards(work / "leaning", LEANING, chosen.seed + 2, [], "leaning")
    (work / "drawn").mkdir(parents=True, exist_ok=True)
    for name in ("dice_finder.onnx", "dice_reader.onnx"):
        (work / "drawn" / name).write_bytes(_shipped(name))
    own, makers = photo_pools(work, data, chosen.photos, chosen.tables)
    own += [(0.08, _more(work / "spotted")), (0.1, _more(work / "leaning"))]
    if chosen.leaning is not None:
        own.append((0.08, [picture for picture in tables(chosen.leaning) if len(picture.dice)]))
    return pools_without(own, {name: kept for name, kept in makers.items() if name not in left}, None)


def further(chosen: argparse.Namespace) -> None:
    """Teaches the reader that ships further, or one without the makers that are left out from nothing."""
    left: list[str] = chosen.leave_out
    pools = _pools(chosen, left)
    folder = chosen.work / ("without-" + "-".join(left) if left else "further")
    folder.mkdir(exist_ok=True)
    shipped = folder / "shipped.onnx"
    shipped.write_bytes(_shipped("dice_reader.onnx"))
    before = reader_of(shipped)
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for scenes and networks")
    parser.add_argument("--data", type=Path, required=True, help="folder with dice/ and cards/")
    parser.add_argument("--tables", type=Path, help="folder of more pictures with answers, as data/table")
    parser.add_argument("--leaning", type=Path, help="the same with dice that lean")
    parser.add_argument("--shards", type=int, default=22, help="files of 250 scenes each")
    parser.add_argument("--steps", type=int, default=32_000)
    parser.add_argument("--fall", type=int, default=29_000, help="steps at the end over which the rate falls")
    parser.add_argument("--photos", type=int, default=166, help="photographs of each maker, about")
    parser.add_argument("--seed", type=int, default=829)
    parser.add_argument(
        "--leave-out",
        nargs="*",
        default=[],
        help="makers (nb, mt, ep, dt) without whom one learns from nothing",
    )
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(chosen.seed)
    cv2.setNumThreads(1)
    further(chosen)


if __name__ == "__main__":
    main()
