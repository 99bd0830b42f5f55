"""Dice readers as tutorials build them from OpenCV's parts, for comparison. They know no doubt: all that they
say is sure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from itertools import pairwise, product
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, Points
from vision.reading import DiceReading, Die, Value

Grey = NDArray[np.uint8]

_FACES = tuple(Value)[:6]
_SMALL = 900  # pixels across under which a picture is doubled, as pips would be lost
_REACH = 4  # widths of a pip that may lie between two pips of one die
_SIDE = 64  # pixels of an upright crop
_RIM = 5  # pixels of its edge that are left out
PIPS: dict[Value, tuple[tuple[int, int], ...]] = {
    Value.ONE: ((0, 0),),
    Value.TWO: ((-1, -1), (1, 1)),
    Value.THREE: ((-1, -1), (0, 0), (1, 1)),
    Value.FOUR: tuple(product((-1, 1), (-1, 1))),
    Value.FIVE: (*product((-1, 1), (-1, 1)), (0, 0)),
    Value.SIX: tuple(product((-1, 1), (-1, 0, 1))),
}


def blobs(frame: Frame) -> DiceReading:
    """Dark round blobs of OpenCV's blob detector, joined to dice by their distance. Where tutorials have a
    fixed reach for that, it grows with the blobs here, so that it suits any size."""
    grey, fold = _grey(frame)
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByInertia = True
    settings.minInertiaRatio = 0.6
    settings.filterByCircularity = True
    settings.minCircularity = 0.8
    spots = cv2.SimpleBlobDetector.create(settings).detect(cv2.medianBlur(grey, 5))
    points = np.array([spot.pt for spot in spots], np.float64).reshape(-1, 2) / fold
    widths = np.array([spot.size for spot in spots], np.float64) / fold
    dice = []
    for group in _joined(points, widths):
        if len(group) > 6:
            continue
        here, width = points[group], float(widths[group].mean())
        spread = float((here.max(0) - here.min(0)).max())
        x, y = here.mean(0)
        size = max(spread * 1.6, width * 4.5)
        dice.append(Die(_FACES[len(group) - 1], float(x), float(y), size, 1.0, sure=True))
    return DiceReading(tuple(dice))


def contours(frame: Frame) -> DiceReading:
    """Square shapes after an adaptive threshold, and the round holes counted in each."""
    dice = []
    for box, crop in _squares(frame):
        count = max(_round_holes(crop), _round_holes(255 - crop))
        if 1 <= count <= 6:
            dice.append(_die(_FACES[count - 1], box))
    return DiceReading(tuple(dice))


def templates(frame: Frame) -> DiceReading:
    """Square shapes after an adaptive threshold, each compared with drawings of the six faces."""
    dice = []
    for box, crop in _squares(frame):
        best, value = max(
            (abs(float(cv2.matchTemplate(crop, drawing, cv2.TM_CCOEFF_NORMED)[0, 0])), face)
            for face, drawing in _drawings()
        )
        if best > 0.4:
            dice.append(_die(value, box))
    return DiceReading(tuple(dice))


def _grey(frame: Frame) -> tuple[Grey, int]:
    """The grey picture and how often it was enlarged."""
    grey = cast(Grey, cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    if frame.shape[1] >= _SMALL:
        return grey, 1
    return cast(Grey, cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)), 2


def _joined(points: Points, widths: NDArray[np.float64]) -> Iterable[list[int]]:
    """Groups of points that hang together by steps of at most _REACH of their widths."""
    group = list(range(len(points)))

    def first(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    for i in range(len(points)):
        for j in range(i):
            if math.dist(points[i], points[j]) <= _REACH * min(widths[i], widths[j]):
                group[first(i)] = first(j)
    groups: dict[int, list[int]] = {}
    for i in range(len(points)):
        groups.setdefault(first(i), []).append(i)
    return groups.values()


def _squares(frame: Frame) -> Iterable[tuple[Points, Grey]]:
    """The corners (4, 2) of every square shape and its upright grey crop of _SIDE pixels."""
    grey, fold = _grey(frame)
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    total = grey.shape[0] * grey.shape[1]
    square = np.array([(0, _SIDE), (0, 0), (_SIDE, 0), (_SIDE, _SIDE)], np.float32)
    taken: list[tuple[float, float]] = []
    for ground in (soft, 255 - soft):
        mask = cv2.adaptiveThreshold(ground, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 101, -8)
        for shape in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            box = cv2.minAreaRect(shape)
            middle, (wide, high) = (float(box[0][0]), float(box[0][1])), box[1]
            if not total * 1e-4 < wide * high < total * 0.2 or min(wide, high) < 0.7 * max(wide, high):
                continue
            if cv2.contourArea(shape) < 0.7 * wide * high or any(
                math.dist(middle, other) < wide / 2 for other in taken
            ):
                continue
            taken.append(middle)
            corners = np.asarray(cv2.boxPoints(box), np.float64)
            upright = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
            yield corners / fold, cast(Grey, cv2.warpPerspective(grey, upright, (_SIDE, _SIDE)))


def _round_holes(crop: Grey) -> int:
    """How many round dark shapes lie wholly inside."""
    _, light = cv2.threshold(cv2.GaussianBlur(crop, (3, 3), 0), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = 255 - np.ascontiguousarray(light[_RIM:-_RIM, _RIM:-_RIM])
    count = 0
    for shape in cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
        area, length = cv2.contourArea(shape), cv2.arcLength(shape, closed=True)
        x, y, wide, high = cv2.boundingRect(shape)
        inside = x > 0 and y > 0 and x + wide < dark.shape[1] and y + high < dark.shape[0]
        if inside and 8 < area < dark.size / 8 and 4 * math.pi * area > 0.6 * length * length:
            count += 1
    return count


@cache
def _drawings() -> list[tuple[Value, Grey]]:
    drawings = []
    for face, pips in PIPS.items():
        drawing = np.full((_SIDE, _SIDE), 230, np.uint8)
        for x, y in pips:
            middle = (round(_SIDE / 2 + x * _SIDE / 4), round(_SIDE / 2 + y * _SIDE / 4))
            cv2.circle(drawing, middle, round(_SIDE * 0.09), 30, -1, cv2.LINE_AA)
        soft = cast(Grey, cv2.GaussianBlur(drawing, (5, 5), 0))
        drawings += [(face, soft), (face, np.ascontiguousarray(np.rot90(soft)))]
    return drawings


def _die(value: Value, corners: Points) -> Die:
    x, y = corners.mean(0)
    size = float(np.mean([math.dist(a, b) for a, b in pairwise(corners)]))
    return Die(value, float(x), float(y), size, 1.0, sure=True)
