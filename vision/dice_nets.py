"""Runs the networks that read dice: one finds top faces in a whole frame, another reads each of them, and a
third, slower and surer, reads those that the second one doubts."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_crops import Pyramid, normalised
from vision.dice_quads import Quads

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
Face: TypeAlias = tuple[float, float, float]  # x, y, side of a top face in pixels of the frame

FILES = ("dice_finder.onnx", "dice_reader.onnx", "dice_second.onnx")
CELL = 4  # pixels of the finder's input to a cell of its map
BASE = 16.0  # the side of a face, in pixels of the finder's input, for which it says 0
SMALLEST, LARGEST = 7.0, 40.0  # faces that the finder was taught to see, in pixels of its input
COARSE_SMALLEST = 11.0
BAND = 720  # rows of its input that it gets at a time, at most and a little more: a table's all at once,
OVERLAP = 48  # and how far it sees up and down from a cell
HEAT = 0.22  # below this it is hardly ever a die; the reader decides on the rest
AT_ONCE = 32  # crops that the reader gets at a time: more is no quicker and needs more memory
SHARP = 34.0  # pixels of a face in the frame from which its fine crop is sharper than most that were learnt
SOFT = 1.05  # the deviation of soft focus that is put on it, pixels
MOST = 160  # faces looked at in one frame, the likeliest first


@dataclass(frozen=True, slots=True)
class Found:
    """A place where a top face may be: centre and side in pixels of the frame, and the finder's heat 0-1."""

    x: float
    y: float
    size: float
    heat: float


@dataclass(frozen=True, slots=True)
class Look:
    """What the reader says of one crop. `chances`: nothing, 1-6, star, covered, adding up to one. The top
    face's centre and side, pixels; `down`: the way from the top face's centre to the bottom's, in faces;
    `slope`: how long that way is, which is clear also where two faces may be the top. `kept`: whether it is
    at a die though that is not likely."""

    chances: tuple[float, ...]
    x: float
    y: float
    size: float
    down: tuple[float, float]
    slope: float
    kept: bool = False


class DiceNets:
    """The finder, the reader and the second reader, from the bytes of their ONNX files; without a second
    reader nobody is asked twice. Calls wait for each other: a network is not for two threads at once."""

    def __init__(self, finder: bytes, reader: bytes, second: bytes | None = None) -> None:
        self._finder, self._reader = _net(finder), _net(reader)
        self._second = None if second is None else _net(second)
        self._quads = Quads()
        self._turn = threading.RLock()

    @staticmethod
    @lru_cache(maxsize=1)
    def shipped() -> DiceNets:
        """The networks of this package, loaded when first asked for."""
        here = resources.files("vision")
        return DiceNets(*(here.joinpath(name).read_bytes() for name in FILES))

    @staticmethod
    def kept_in(folder: Path) -> DiceNets:
        """The networks in `folder`, under their usual names; a second reader only if there is one."""
        finder, reader, second = (folder / name for name in FILES)
        again = second.read_bytes() if second.exists() else None
        return DiceNets(finder.read_bytes(), reader.read_bytes(), again)

    def _run(self, net: cv2.dnn.Net, x: F32 | U8) -> F32:
        with self._turn:
            net.setInput(x)
            return np.array(net.forward(), np.float32)

    def find(self, pyramid: Pyramid, scales: tuple[float, ...]) -> list[Found]:
        """Where top faces may be, the likeliest first. Each scale sees faces of SMALLEST to LARGEST divided
        by it."""
        found: list[Found] = []
        for scale in scales:
            # What is small at a coarser scale is seen better, and its size more truly, by the one before.
            least = SMALLEST if scale == scales[0] else COARSE_SMALLEST
            found += self._find_at(pyramid, scale, least)
        found.sort(key=lambda f: -f.heat)
        return _apart(found)

    def _find_at(self, pyramid: Pyramid, scale: float, least: float) -> list[Found]:
        whole_h, whole_w = pyramid.level(0).shape[:2]
        image = pyramid.level(max(0, math.floor(-math.log2(scale) + 1e-6)))
        w, h = max(1, round(whole_w * scale)), max(1, round(whole_h * scale))
        if (w, h) != (image.shape[1], image.shape[0]):
            # By less than half: to weigh pixels by the area that they cover takes long and finds no more.
            image = np.asarray(cv2.resize(image, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)
        image = np.asarray(
            cv2.copyMakeBorder(image, 0, -h % 8, 0, -w % 8, cv2.BORDER_CONSTANT, value=(127, 127, 127)),
            np.uint8,
        )
        out = self.heat(image)
        top = np.asarray(cv2.dilate(out[0], np.ones((3, 3), np.uint8)), np.float32)
        rows, columns = np.nonzero((out[0] >= top) & (out[0] > math.log(HEAT / (1 - HEAT))))
        kx, ky = whole_w / w, whole_h / h
        found = []
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            logit, dx, dy, grown = (float(v) for v in out[:, row, column])
            side = BASE * math.exp(min(max(grown, -2.0), 2.0))
            if not least <= side <= LARGEST:
                continue
            x = (column + dx + 0.5) * CELL * kx - 0.5
            y = (row + dy + 0.5) * CELL * ky - 0.5
            if -side < x < whole_w + side and -side < y < whole_h + side:
                found.append(Found(x, y, side * (kx + ky) / 2, 1 / (1 + math.exp(-logit))))
        return found

    def heat(self, image: U8) -> F32:
        """The finder's map (4, h / CELL, w / CELL) of a picture whose sides are multiples of 8, taken in
        bands that overlap by all that a cell sees: the same map in half the memory."""
        height = image.shape[0]
        bands = math.ceil(height / BAND)
        high = -(-(height + 2 * (bands - 1) * OVERLAP) // bands)
        high += -high % 8
        parts, done = [], 0
        for i in range(bands):
            start = min(i * (high - 2 * OVERLAP), height - high)
            end = height if i == bands - 1 else start + high - OVERLAP
            with self._turn:
                out = self._run(self._finder, self._quads.of(image[start : start + high]))[0]
            parts.append(out[:, (done - start) // CELL : (end - start) // CELL])
            done = end
        return np.concatenate(parts, 1)

    def look(
        self, pyramid: Pyramid, faces: list[Face], turn: float = 0.0, mirror: bool = False
    ) -> list[Look]:
        """Reads the crop about each face, turned by `turn` radians and perhaps mirrored."""
        return self._look(self._reader, pyramid, faces, turn, mirror, fine=False)

    @property
    def has_second(self) -> bool:
        return self._second is not None

    def look_finely(
        self, pyramid: Pyramid, faces: list[Face], turn: float = 0.0, mirror: bool = False
    ) -> list[Look]:
        """As `look`, by the second reader, which must be there."""
        assert self._second is not None
        return self._look(self._second, pyramid, faces, turn, mirror, fine=True)

    def _look(
        self, net: cv2.dnn.Net, pyramid: Pyramid, faces: list[Face], turn: float, mirror: bool, fine: bool
    ) -> list[Look]:
        if not faces:
            return []
        cut = _softened if fine else Pyramid.crop
        crops = np.stack([cut(pyramid, x, y, size, turn, mirror) for x, y, size in faces])
        parts = [self._run(net, normalised(crops[i : i + AT_ONCE])) for i in range(0, len(crops), AT_ONCE)]
        out = np.concatenate(parts).astype(np.float64)
        logits = out[:, :9] - out[:, :9].max(1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(1, keepdims=True)
        c, s = math.cos(turn), math.sin(turn)
        flip = -1.0 if mirror else 1.0
        looks = []
        for (x, y, size), chance, geometry in zip(faces, chances.tolist(), out[:, 9:].tolist(), strict=True):
            dx, dy, grown, down_x, down_y, slope = geometry[:6]
            place = (x + size * (c * flip * dx - s * dy), y + size * (s * flip * dx + c * dy))
            down = (c * flip * down_x - s * down_y, s * flip * down_x + c * down_y)
            grown = math.exp(min(max(grown, -0.7), 0.7))
            looks.append(Look(tuple(chance), *place, size * grown, down, slope))
        return looks


def _softened(pyramid: Pyramid, x: float, y: float, size: float, turn: float, mirror: bool) -> U8:
    """The fine crop about a face; of a big one no sharper than those that the second reader learnt from."""
    crop = pyramid.crop(x, y, size, turn, mirror, fine=True)
    if size < SHARP:
        return crop
    return np.asarray(cv2.GaussianBlur(crop, (0, 0), SOFT), np.uint8)


def _apart(found: list[Found]) -> list[Found]:
    """One of those that are one face, seen at about one size: the first. MOST at most."""
    kept: list[Found] = []
    x, y, size = np.array([(f.x, f.y, f.size) for f in found]).reshape(-1, 3).T
    left = np.ones(len(found), bool)
    for i, f in enumerate(found):
        if not left[i]:
            continue
        kept.append(f)
        if len(kept) == MOST:
            break
        near = np.hypot(x - f.x, y - f.y) < 0.42 * np.minimum(size, f.size)
        left &= ~(near & (size > 0.6 * f.size) & (size < 1.67 * f.size))
    return kept


def _net(weights: bytes) -> cv2.dnn.Net:
    # OpenCV 5 runs what it is given as bytes by its new engine, whichever is asked for, and that is the
    # quicker one for these.
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
