"""Cuts the small square pictures of single dice that the reading networks look at."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]

CROP = 48  # side of a crop in pixels
FACE = 21.0  # side of a die's top face in a crop: enough to tell a star from a pip, and quick
FINE = 4 / 3  # how much finer the crops of the second reader are, about the same part of the frame
FINE_CROP = round(CROP * FINE)


class Pyramid:
    """A frame (H, W, 3) uint8 BGR and its halves, so that shrinking a big die does not alias."""

    def __init__(self, frame: U8) -> None:
        self._levels = [frame]

    def level(self, halvings: int) -> U8:
        """The frame halved `halvings` times, or as often as it can be."""
        while len(self._levels) <= halvings:
            last = self._levels[-1]
            h, w = last.shape[:2]
            if min(h, w) < 2:
                return last
            half = cv2.resize(last, (w // 2, h // 2), interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, np.uint8))
        return self._levels[halvings]

    def crop(
        self, x: float, y: float, size: float, turn: float = 0.0, mirror: bool = False, fine: bool = False
    ) -> U8:
        """The (CROP, CROP, 3) picture about the top face at `x`, `y` with side `size` (pixels of the
        frame), turned by `turn` radians and perhaps mirrored; if `fine` the same with FINE_CROP pixels a
        side. Beyond the frame its edge is repeated."""
        height, width = self._levels[0].shape[:2]
        side, face = (FINE_CROP, FACE * FINE) if fine else (CROP, FACE)
        image = self.level(max(0, math.floor(math.log2(max(size, 1.0) / face))))
        kx, ky = image.shape[1] / width, image.shape[0] / height
        step = size / face
        c, s = math.cos(turn) * step, math.sin(turn) * step
        flip = -1.0 if mirror else 1.0
        # From crop pixel to frame pixel; pixel centres are at whole numbers.
        middle = (side - 1) / 2
        left, top = x - (c * flip - s) * middle, y - (s * flip + c) * middle
        matrix = np.array(
            [
                [c * flip * kx, -s * kx, (left + 0.5) * kx - 0.5],
                [s * flip * ky, c * ky, (top + 0.5) * ky - 0.5],
            ]
        )
        out = cv2.warpAffine(
            image,
            matrix,
            (side, side),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(out, np.uint8)


def normalised(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (n, side, side, 3) uint8 as a network's input (n, 3, side, side) float32: every crop with mean
    0 and deviation 1, so that a dark picture reads like a bright one."""
    x = np.ascontiguousarray(crops.transpose(0, 3, 1, 2)).astype(np.float32)
    flat = x.reshape(len(x), -1)
    flat -= flat.mean(1, keepdims=True)
    flat /= np.sqrt(np.einsum("ij,ij->i", flat, flat) / flat.shape[1])[:, None] + 4.0
    return x
