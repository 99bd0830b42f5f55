"""Teaches the networks that ship further, from their files alone: nothing else of how they were made is
needed.

python -m vision.training.further --work WORK --data DATA --tables TABLES --leaning LEANING --traced 40

Needs what `vision.training.train` needs; TABLES and LEANING are what `vision.training.lighten` has, and
`--traced` asks for files of scenes whose light was traced (`scenes/traced.py`), minutes each. The scenes are
drawn into WORK where they are not there yet, and the networks that ship say what the first
round's would. What comes of it is WORK/further/dice_reader.onnx, and beside it dice_finder.onnx, taught
further where there are `--finder-steps`, else the one that ships; both keep a part of what they were
(`vision.training.between`). With `--leave-out nb mt` networks of the same kind learn from nothing, without
these makers, and are written to WORK/without-nb and WORK/without-mt, for `bluffbox bench dice --trained
WORK`. A step takes about a ninth of a second on one core; a run that was cut off goes on where it was, and
with more traced scenes if there are more by then."""

from __future__ import annotations

import argparse
import copy
from importlib import resources
from pathlib import Path

import numpy as np
import torch  # type: ignore[import-not-found]

from vision.dice_crops import CROP
from vision.dice_nets import FILES, DiceNets
from vision.training.between import between
from vision.training.learning import (
    Pools,
    alone_loss,
    draw_batch,
    further_loss,
    reader_input,
    some_tiles,
    train_finder,
    train_light,
)
from vision.training.nets import Finder, write_onnx
from vision.training.photos import with_dice
from vision.training.samples import TILE
from vision.training.scenes.store import draw_shards
from vision.training.taken_back import finder_of, light_reader, reader_of, settle_norms
from vision.training.train import arguments, begun, drawn_scenes, photo_pools, pools_without

SPOTTED, LEANING = 11, 4  # files of scenes of these kinds
TRACED = 0.35  # their share of learning, where all the drawn scenes have half
TRACED_EACH = 25  # traced scenes to a file: each takes seconds
FINDER, READER, SECOND = FILES
TOP, TOP_MILD, TOP_FROM_NOTHING = 5e-4, 2.5e-4, 2e-3  # the largest step


def shipped(name: str) -> bytes:
    return resources.files("vision").joinpath(name).read_bytes()


def all_pools(chosen: argparse.Namespace) -> Pools:
    """Everything that is learnt from, drawn where it is not there yet."""
    work, data, nets = chosen.work, chosen.data, DiceNets.shipped()
    backdrops = sorted((data / "cards/photos").glob("*.jpg"))
    draw_shards(work / "scenes", chosen.shards, chosen.seed, backdrops)
    draw_shards(work / "spotted", SPOTTED, chosen.seed + 1, [], "spotted")
    draw_shards(work / "leaning", LEANING, chosen.seed + 2, [], "leaning")
    own, makers = photo_pools(nets, work, data, chosen.photos, chosen.tables)
    own += [(0.16, drawn_scenes(work / "spotted", nets)), (0.1, drawn_scenes(work / "leaning", nets))]
    if chosen.traced:
        draw_shards(work / "traced", chosen.traced, chosen.seed + 3, backdrops, "traced", TRACED_EACH)
        own.append((TRACED, drawn_scenes(work / "traced", nets)))
    if chosen.leaning is not None:
        own.append((0.08, with_dice(chosen.leaning)))
    return pools_without(own, makers, chosen.leave_out)


def further(chosen: argparse.Namespace) -> None:
    """Teaches the networks that ship further, or others from nothing, without the makers left out."""
    left: list[str] = chosen.leave_out
    pools = all_pools(chosen)
    folder = chosen.work / ("without-" + "-".join(left) if left else "further")
    folder.mkdir(exist_ok=True)
    _reader(chosen, pools, folder)
    if chosen.finder_steps:
        _finder(chosen, pools, folder)
    else:
        (folder / FINDER).write_bytes(shipped(FINDER))
    handed_out(folder, left, READER, FINDER)


def handed_out(folder: Path, left: list[str], *networks: str) -> None:
    """Copies the networks in `folder` to where `bluffbox bench dice` looks for those without each maker."""
    for name in left:
        other = folder.parent / f"without-{name}"
        other.mkdir(exist_ok=True)
        for network in networks:
            (other / network).write_bytes((folder / network).read_bytes())


def _reader(chosen: argparse.Namespace, pools: Pools, folder: Path) -> None:
    before = reader_of(shipped(READER))
    loss = alone_loss if chosen.leave_out else further_loss
    if chosen.leave_out:
        reader, top = light_reader(), TOP_FROM_NOTHING
    else:
        reader, top = copy.deepcopy(before), TOP_MILD if chosen.mild else TOP
        settle_norms(reader, reader_input(draw_batch(pools, np.random.default_rng([chosen.seed, 3]), 1024)))
    kept = folder / "further-state.pt"
    train_light(reader, before, pools, chosen.steps, chosen.fall, chosen.seed, top, kept, loss, chosen.mild)
    reader.to(memory_format=torch.contiguous_format)
    write_onnx(reader, folder / READER, (1, 3, CROP, CROP), (0,))
    _mixed(chosen, folder / READER)


def _finder(chosen: argparse.Namespace, pools: Pools, folder: Path) -> None:
    if chosen.leave_out:
        finder, top = Finder(), TOP_FROM_NOTHING
    else:
        finder, top = finder_of(shipped(FINDER)), TOP
        settle_norms(finder, some_tiles(pools, np.random.default_rng([chosen.seed, 4]), 64))
    kept = folder / "finder-state.pt"
    train_finder(finder, pools, chosen.finder_steps, chosen.seed, top, kept)
    finder.to(memory_format=torch.contiguous_format)
    write_onnx(finder, folder / FINDER, (1, 3, TILE, TILE), (2, 3))
    _mixed(chosen, folder / FINDER)


def _mixed(chosen: argparse.Namespace, path: Path) -> None:
    """Keeps a part of the network as it was before."""
    if not chosen.leave_out:
        path.write_bytes(between(shipped(path.name), path.read_bytes(), 1 - chosen.keep))


def more_arguments(told: str | None, steps: int, fall: int) -> argparse.ArgumentParser:
    """What those are asked for who teach from all the pictures there are."""
    parser = arguments(told, photos=166, seed=829)
    parser.add_argument("--leaning", type=Path, help="as --tables, with dice that lean")
    parser.add_argument("--shards", type=int, default=22, help="files of 250 scenes each")
    parser.add_argument("--traced", type=int, default=0, help="files of 25 traced scenes each")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--fall", type=int, default=fall, help="steps at the end over which the rate falls")
    parser.add_argument(
        "--leave-out",
        nargs="*",
        default=[],
        help="makers (nb, mt, ep, dt) without whom one learns from nothing",
    )
    return parser


def main() -> None:
    parser = more_arguments(__doc__, steps=32_000, fall=29_000)
    parser.add_argument("--mild", action="store_true", help="a last round, in which crops are spoilt less")
    parser.add_argument("--keep", type=float, default=0.3, help="part of the old weights in the new ones")
    parser.add_argument("--finder-steps", type=int, default=0, help="steps of the finder; 0: it stays")
    further(begun(parser))


if __name__ == "__main__":
    main()
