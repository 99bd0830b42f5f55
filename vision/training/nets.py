"""The three networks: a finder (heat map of top faces), a reader (one crop to value, place and lean) and a
second reader, bigger, for those crops that leave the first in doubt."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import torch  # type: ignore[import-not-found]
from torch import nn

from vision.dice_crops import CROP, FINE_CROP
from vision.training.quads import rewrite


def _conv(inside: int, outside: int, stride: int = 1) -> Any:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


def _light(inside: int, outside: int, stride: int = 1) -> Any:
    """Each channel on its own first, then across them: an eighth of a convolution's work."""
    return nn.Sequential(
        nn.Conv2d(inside, inside, 3, stride, 1, groups=inside, bias=False),
        nn.BatchNorm2d(inside),
        nn.ReLU(inplace=True),
        nn.Conv2d(inside, outside, 1, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Split(nn.Module):  # type: ignore[misc]
    """A convolution taken apart: across the channels, each on its own, across again, with nothing between,
    then the norm. OpenCV does these in half the time (see lighten.py)."""

    def __init__(self, inside: int, between: int, outside: int, stride: int) -> None:
        super().__init__()
        self.before = nn.Conv2d(inside, between, 1, bias=False)
        self.alone = nn.Conv2d(between, between, 3, stride, 1, groups=between, bias=False)
        self.after = nn.Conv2d(between, outside, 1, bias=False)
        self.norm = nn.BatchNorm2d(outside)

    def forward(self, x: Any) -> Any:
        return nn.functional.relu(self.norm(self.after(self.alone(self.before(x)))))


class _More(nn.Module):  # type: ignore[misc]
    """A light convolution that adds to what it was given."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.more = _light(channels, channels)

    def forward(self, x: Any) -> Any:
        return x + self.more(x)


class Finder(nn.Module):  # type: ignore[misc]
    """(n, 3, h, w), h and w multiples of 8, to (n, 4, h / 4, w / 4): heat (logit), dx, dy (cells), log(size
    / 16)."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(_conv(3, 8, 2), _conv(8, 24, 2))
        self.far = nn.Sequential(_light(24, 80, 2), *(_More(80) for _ in range(4)))
        self.back = nn.Conv2d(80, 24, 1)
        self.last = nn.Sequential(_light(24, 24), nn.Conv2d(24, 4, 1))
        nn.init.zeros_(self.last[1].bias)
        with torch.no_grad():
            self.last[1].bias[0] = -4.0  # dice are rare

    def forward(self, x: Any) -> Any:
        near = self.near(x)
        far = self.back(self.far(near))
        return self.last(near + nn.functional.interpolate(far, scale_factor=2.0, mode="nearest"))


class Reader(nn.Module):  # type: ignore[misc]
    """(n, 3, CROP, CROP) to (n, 15): logits of nothing, 1-6, star, covered; dx, dy (faces), log(size
    ratio), the way from the top face to the bottom one (x, y, in faces), and how long that way is: a die on
    its edge has two faces that may be the top, so that the way is unclear and its length is not."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _conv(3, 24, 2), _conv(24, 32), _conv(32, 64, 2), _conv(64, 64), _conv(64, 96, 2), _conv(96, 96),
        )  # fmt: skip
        self.say = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(96 * (CROP // 8) ** 2, 96),
            nn.ReLU(inplace=True),
            nn.Linear(96, 15),
        )

    def forward(self, x: Any) -> Any:
        return self.say(self.look(x))


class _Again(nn.Module):  # type: ignore[misc]
    """Two convolutions that add to what they were given."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.more = nn.Sequential(
            _conv(channels, channels),
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Any) -> Any:
        return nn.functional.relu(x + self.more(x))


class SecondReader(nn.Module):  # type: ignore[misc]
    """As Reader, of (n, 3, FINE_CROP, FINE_CROP): deeper, and several times as long at a crop."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _conv(3, 32, 2), _conv(32, 64, 2), _Again(64), _Again(64),
            _conv(64, 96, 2), _Again(96), _Again(96),
        )  # fmt: skip
        self.say = nn.Sequential(
            # What matters lies at other places in every channel: each is weighed by a map of its own.
            nn.Conv2d(96, 96, FINE_CROP // 8, groups=96),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(96, 64),
            nn.ReLU(inplace=True),
            nn.Linear(64, 15),
        )

    def forward(self, x: Any) -> Any:
        return self.say(self.look(x))


def write_onnx(net: Any, path: Path, sample: tuple[int, int, int, int], free: tuple[int, ...]) -> None:
    """Writes `net` with its norms folded in, a finder for quads of pixels. `sample`: an input's shape;
    `free`: axes that may differ at run time."""
    names = {axis: f"a{axis}" for axis in free}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(), torch.zeros(*sample), str(path), dynamo=False, opset_version=13,
            input_names=["x"], output_names=["y"], dynamic_axes={"x": names, "y": names},
        )  # fmt: skip
    if isinstance(net, Finder):
        rewrite(path)
