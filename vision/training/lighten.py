"""Makes a taught reader quicker: each of its dear convolutions becomes three cheap ones that do nearly the
same to what they are given, and the whole then learns on, with the taught one's help.

python -m vision.training.lighten --work WORK --data DATA --tables TABLES --leaning LEANING

WORK is where `vision.training.train` worked, and DATA and TABLES are what it had; LEANING holds tables on
which dice lean (python -m tests.vision.simulated_tables LEANING 60 99 leaning). WORK/all/reader.pt becomes
WORK/all/dice_reader.onnx, which ships, and WORK/all/light.pt; with `--leave-out nb` WORK/without-nb/reader.pt
likewise, for an honest measure on that maker. A step takes about a third of a second on one core. Everything
is seeded, and a run that was cut off goes on where it was."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found]
from torch.nn import functional  # type: ignore[import-not-found]

from vision.dice_crops import CROP
from vision.training.learning import Pools, draw_batch, reader_input, train_light
from vision.training.nets import Reader, Split, write_onnx
from vision.training.photos import with_dice
from vision.training.train import arguments, begun, first_round, photo_pools, pools_without

# Which of the reader's convolutions, and how many channels each has between. So few lose a part of what a
# layer gave, which the steps after it win back.
BETWEEN = {1: 48, 2: 64, 3: 128, 4: 128, 5: 192}
STEPS = 700  # of fitting one layer, which takes a few seconds
PLACES = 40_000  # places of what comes in from which the last step of a fit is solved


def lightened(reader: Any, crops: Any, seed: int) -> Any:
    """A copy of `reader` (nets.Reader) with the layers of BETWEEN taken apart, fitted to what the crops
    (n, 3, CROP, CROP) give at each layer; about 200 are enough."""
    chance = torch.Generator().manual_seed(seed)
    light = copy.deepcopy(reader).eval()
    taught = copy.deepcopy(reader).eval()
    given = truly = crops  # to the light one's layer, and to the taught one's
    for i, layer in enumerate(taught.look):
        if i in BETWEEN:
            with torch.enable_grad():
                light.look[i] = _taken_apart(layer, truly, BETWEEN[i], chance)
            with torch.no_grad():
                _refit(light.look[i], given, layer[0](truly), chance)
        with torch.no_grad():
            given, truly = light.look[i](given), layer(truly)
    return light


def _felt(norm: Any) -> Any:
    """By how much the norm scales each channel: errors count as they are felt after it."""
    return (norm.weight / (norm.running_var + norm.eps).sqrt()).detach()


def _taken_apart(layer: Any, given: Any, between: int, chance: Any) -> Any:
    """`layer` (a convolution, its norm) as a Split that is nearest to it on what it is given."""
    convolution, norm = layer[0], layer[1]
    outside, inside = convolution.weight.shape[:2]
    felt = _felt(norm)[:, None]
    patches = (
        functional.unfold(given, 3, padding=1, stride=convolution.stride)
        .transpose(1, 2)
        .reshape(-1, inside * 9)
    )
    patches = patches[torch.randperm(len(patches), generator=chance)[:PLACES]]
    moment = patches.T @ patches / len(patches)
    root = torch.linalg.cholesky(moment + 1e-5 * moment.diagonal().mean() * torch.eye(len(moment)))
    aim = (convolution.weight.detach().reshape(outside, -1) * felt) @ root
    before = (torch.randn(between, inside, generator=chance) * 0.3).requires_grad_()
    alone = (torch.randn(between, 9, generator=chance) * 0.3).requires_grad_()
    after = (torch.randn(outside, between, generator=chance) * 0.1).requires_grad_()
    optimiser = torch.optim.Adam([before, alone, after], lr=2e-2)
    for step in range(STEPS):
        optimiser.param_groups[0]["lr"] = 2e-2 * (1 - step / STEPS) + 1e-5
        whole = after @ (before[:, :, None] * alone[:, None, :]).reshape(between, -1)
        loss = (whole @ root - aim).square().sum() / aim.square().sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    split = Split(inside, between, outside, convolution.stride[0]).eval()
    with torch.no_grad():
        split.before.weight.copy_(before[:, :, None, None])
        split.alone.weight.copy_(alone.reshape(between, 1, 3, 3))
        split.after.weight.copy_((after / felt)[:, :, None, None])
        split.norm.load_state_dict(norm.state_dict())
    return split


def _refit(split: Any, given: Any, aim: Any, chance: Any) -> None:
    """Solves the split's last step anew for what really comes in, `given`, now that the layers before it have
    changed as well, and moves its norm so that the mean stays what it was in `aim`."""
    x = split.alone(split.before(given)).permute(0, 2, 3, 1).flatten(0, 2)
    y = aim.permute(0, 2, 3, 1).flatten(0, 2)
    some = torch.randperm(len(x), generator=chance)[:PLACES]
    x, y = x[some], y[some]
    mean_x, mean_y = x.mean(0), y.mean(0)
    x, y = x - mean_x, y - mean_y
    square = x.T @ x
    square += 1e-5 * square.diagonal().mean() * torch.eye(len(square))
    weight = torch.linalg.solve(square, x.T @ y).T
    split.after.weight.copy_(weight[:, :, None, None])
    split.norm.running_mean.sub_(mean_y - weight @ mean_x)


def lighten(folder: Path, pools: Pools, steps: int, fall: int, seed: int) -> None:
    """Makes the reader kept in `folder` light and teaches it on."""
    taught = Reader()
    taught.load_state_dict(torch.load(folder / "reader.pt"))
    crops = draw_batch(pools, np.random.default_rng([seed, 3]), 256)
    light = lightened(taught, reader_input(crops), seed)
    train_light(light, taught, pools, steps, fall, seed, 5e-4, folder / "light-state.pt")
    torch.save(light.state_dict(), folder / "light.pt")
    write_onnx(
        light.to(memory_format=torch.contiguous_format), folder / "dice_reader.onnx", (1, 3, CROP, CROP), (0,)
    )


def main() -> None:
    parser = arguments(__doc__, photos=110, seed=1)
    parser.add_argument("--leaning", type=Path, help="as --tables, with dice that lean")
    parser.add_argument("--steps", type=int, default=11_700)
    parser.add_argument("--fall", type=int, default=800, help="steps at the end over which the rate falls")
    parser.add_argument(
        "--leave-out", help="the maker (nb, mt, ep or dt) to leave out; instead of the one with all"
    )
    chosen = begun(parser)
    nets = first_round(chosen.work)
    own, makers = photo_pools(nets, chosen.work, chosen.data, chosen.photos, chosen.tables)
    if chosen.leaning is not None:
        own.append((0.1, with_dice(chosen.leaning)))
    left = chosen.leave_out
    folder = chosen.work / (f"without-{left}" if left else "all")
    lighten(
        folder, pools_without(own, makers, [left] if left else []), chosen.steps, chosen.fall, chosen.seed
    )


if __name__ == "__main__":
    main()
