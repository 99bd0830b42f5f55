"""Paints a drawing into a picture, as the camera or a screen would want it."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.kit.shapes import Colour, Contour, Drawing, Shape, Window, placed, points_of, scaled

Picture = NDArray[np.uint8]
"""(H, W, 3) BGR."""

# Every pixel is the mean of this many, squared: edges come out smooth whatever lies under them.
_FINER = 4
# OpenCV takes fractions of a pixel as whole numbers shifted by so many bits.
_SHIFT = 6
PAPER = Colour(255, 255, 255)


def painted(drawing: Drawing, width: float, height: float, scale: float, paper: Colour = PAPER) -> Picture:
    """The drawing on paper of `width` x `height` mm, at `scale` pixels a millimetre."""
    size = (round(height * scale), round(width * scale))
    canvas = np.full((size[0] * _FINER, size[1] * _FINER, 3), _bgr(paper), np.uint8)
    _paint(canvas, placed(drawing, scaled(size[1] / width * _FINER, size[0] / height * _FINER)))
    return cast(Picture, cv2.resize(canvas, (size[1], size[0]), interpolation=cv2.INTER_AREA))


def _paint(canvas: Picture, drawing: Drawing) -> None:
    for part in drawing:
        if isinstance(part, Window):
            below = canvas.copy()
            _paint(canvas, part.inside)
            covered = np.full(canvas.shape[:2], 255, np.uint8)
            cv2.fillPoly(covered, _corners(part.opening), (0,), shift=_SHIFT)
            cv2.copyTo(below, covered, canvas)
        else:
            _ink(canvas, part)


def _ink(canvas: Picture, shape: Shape) -> None:
    if shape.fill is not None:
        cv2.fillPoly(canvas, _corners(shape.contours), _bgr(shape.fill), shift=_SHIFT)
    if shape.stroke is not None:
        width = max(1, round(shape.width))
        for contour, corners in zip(shape.contours, _corners(shape.contours), strict=True):
            # A thick line of OpenCV's has round ends and corners, as ours are to have.
            cv2.polylines(canvas, [corners], contour.closed, _bgr(shape.stroke), width, shift=_SHIFT)


def _corners(contours: tuple[Contour, ...]) -> list[NDArray[np.int32]]:
    # A pixel's middle is at a whole number for OpenCV, and at a half for us.
    return [
        np.round((np.array(points_of(contour, 0.2)) - 0.5) * (1 << _SHIFT)).astype(np.int32)
        for contour in contours
    ]


def _bgr(colour: Colour) -> tuple[int, int, int]:
    return colour.blue, colour.green, colour.red
