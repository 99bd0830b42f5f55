"""Parts a picture into what may be cards and what may be ground: by brightness, colour, edges and print."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame

Mask = NDArray[np.uint8]

_GAP, _CORE = 0.16, 0.45  # of a card's side: spaces in its print, and how wide that is at least

_COARSE = 96  # pixels across in which the ground's colour is sought


def masks_of(small: Frame, size: float | None, *, closely: bool) -> Iterator[tuple[Mask, bool]]:
    """The picture, (H, W, 3) uint8 BGR, parted into card and ground in every way that may be right, and if
    a card's shape is rough then. `size` and `closely` are those of `find_outlines`."""
    soft = np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8)
    lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), np.uint8)
    blue, green, red = cv2.split(soft)
    least = np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)
    most, away = least, _away_from_cloth(lab)
    ways = [(least, 2), (away, 2)]
    if closely:
        most = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
        tint = np.asarray(most - least, np.uint8)
        ways = [(least, 5), (away, 4), (most, 2), (tint, 2)]
        ways += [(np.asarray(colour, np.uint8), 2) for colour in cv2.split(lab)[1:]]
    for channel, levels in ways:
        for level in _levels(channel, levels):
            yield np.asarray(cv2.threshold(channel, level, 255, cv2.THRESH_BINARY)[1], np.uint8), False
    window = (max(small.shape[:2]) // 7) | 1
    for channel in (least, away) if closely else (least,):
        adapted = cv2.adaptiveThreshold(
            channel, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, window, -6
        )
        yield np.asarray(adapted, np.uint8), False
    for low, high in ((30, 90), (70, 180)) if closely else ():
        edges = cv2.bitwise_or(cv2.Canny(least, low, high), cv2.Canny(most, low, high))
        yield np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8), False
        if size is not None:
            yield _print_of(np.asarray(edges, np.uint8), size), True


def _print_of(edges: Mask, size: float) -> Mask:
    """Where edges lie as close as they do all over a card's print, though not along a pattern's lines."""
    gap, core = (
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (max(3, round(part * size)),) * 2)
        for part in (_GAP, _CORE)
    )
    filled = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, gap)
    return np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, core), np.uint8)


def _levels(channel: Mask, count: int) -> Iterator[float]:
    """Otsu's threshold and others spread evenly between the darkest and the lightest parts."""
    otsu, _ = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    yield otsu
    low, high = np.percentile(channel[::4, ::4], (4, 99.5))
    for step in range(1, count):
        level = low + (high - low) * step / count
        if abs(level - otsu) > 4:
            yield float(level)


def _away_from_cloth(lab: Frame) -> Mask:
    """How far each pixel's colour, in L*a*b*, is from that which the ground mostly has."""
    coarse = np.asarray(shrunk_by(lab, max(1, round(lab.shape[1] / _COARSE))), np.float64).reshape(-1, 3)
    bins = (coarse // 12).astype(np.int64) @ (1024, 32, 1)
    ground = coarse[bins == int(np.argmax(np.bincount(bins)))].mean(0)
    for _ in range(3):  # the middle of the heap, not of the bin that its edge fell into
        near = np.abs((coarse - ground) * (0.5, 1, 1)).sum(1) < 14
        if near.any():
            ground = coarse[near].mean(0)
    far = np.abs(np.arange(256)[:, None] - np.rint(ground)) * (1.2, 3, 3)
    table = np.asarray(np.rint(np.minimum(far, 255)), np.uint8)[None]
    light, one, other = cv2.split(cv2.LUT(lab, table))
    return np.asarray(cv2.add(cv2.add(light, one), other), np.uint8)


def shrunk_by(picture: Frame, times: int) -> Frame:
    """The picture so many times smaller, without what is left over at its right and lower edge."""
    high, wide = picture.shape[0] // times, picture.shape[1] // times
    part = picture[: high * times, : wide * times]
    return np.asarray(cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
