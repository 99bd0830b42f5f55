"""Frames of a table drawn flat: markers, cloth and plain discs as dice, seen by a camera of any pose."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.layout import Layout, reference_layout
from vision.picture import Frame
from vision.reading import Place

DATA = Path(os.environ.get("BLUFFBOX_DATA", Path(__file__).parents[2] / "../shared/data"))
SIZE = (1640, 1232)


def straight_above(scale: float = 1.6) -> np.ndarray:
    """Millimetres to pixels for the camera of the reference table."""
    return np.array([[scale, 0, SIZE[0] / 2], [0, scale, SIZE[1] / 2], [0, 0, 1]])


def nudged(
    plane: np.ndarray, dx: float = 0, dy: float = 0, degrees: float = 0, tilt: float = 0
) -> np.ndarray:
    """The same after the camera was pushed: shifted, turned about the middle and tilted."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle), dx], [np.sin(angle), np.cos(angle), dy], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, 1, 0], [0, tilt, 1]])
    return plane @ lean @ turn


def table_frame(
    plane: np.ndarray | None = None,
    *,
    layout: Layout | None = None,
    hidden: Iterable[int] = (),
    turns: dict[int, float] | None = None,
    dice: Iterable[Place] = (),
    cloth: int = 90,
    noise: float = 2.0,
    seed: int = 1,
) -> Frame:
    """A frame of the table under `plane` (mm to pixels). `hidden` markers are left out, `turns` turn some
    (degrees), `dice` are bright 16 mm squares."""
    plane = straight_above() if plane is None else plane
    layout = layout or reference_layout()
    frame = np.full((SIZE[1], SIZE[0], 3), cloth, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, centre in layout.markers.items():
        if number in hidden:
            continue
        printed = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, number, 240),
            36,
            36,
            36,
            36,
            cv2.BORDER_CONSTANT,
            value=(235,),
        )
        printed = np.maximum(printed, 20)
        angle = np.radians((turns or {}).get(number, 0.0))
        mm = layout.side / 240
        to_mm = np.array(
            [
                [np.cos(angle) * mm, -np.sin(angle) * mm, centre.x],
                [np.sin(angle) * mm, np.cos(angle) * mm, centre.y],
                [0, 0, 1],
            ]
        ) @ np.array([[1, 0, -155.5], [0, 1, -155.5], [0, 0, 1]])
        _paste(frame, printed, plane @ to_mm)
    for place in dice:
        x, y = pixel(plane, place)
        cv2.rectangle(
            frame, (round(x - 12), round(y - 12)), (round(x + 12), round(y + 12)), (230, 235, 240), -1
        )
    return noisy(frame, noise, seed)


def noisy(frame: Frame, noise: float = 2.0, seed: int = 1) -> Frame:
    """The frame as a sensor with that much grain would take it."""
    grain = np.random.default_rng(seed).normal(0, noise, (256, frame.shape[1], 3)).astype(np.float32)
    rows = np.random.default_rng(seed).integers(0, 256, frame.shape[0])
    return np.clip(frame + grain[rows], 0, 255).astype(np.uint8)


def pixel(plane: np.ndarray, place: Place) -> tuple[float, float]:
    x, y, w = plane @ (place.x, place.y, 1)
    return x / w, y / w


def _paste(frame: Frame, printed: np.ndarray, matrix: np.ndarray) -> None:
    # Drawn at twice the size and shrunk: warpPerspective alone leaves jagged edges.
    edges = np.array([(0, 0), (312, 0), (312, 312), (0, 312)], np.float64)
    corners = np.array([pixel(matrix, Place(x, y)) for x, y in edges])
    left, top = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(corners.max(0)).astype(int) + 1, (frame.shape[1], frame.shape[0]))
    if left >= right or top >= bottom:
        return
    grow = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]]) @ np.array(
        [[1, 0, -left], [0, 1, -top], [0, 0, 1]]
    )
    size = (int(right - left), int(bottom - top))
    twice = (size[0] * 2, size[1] * 2)
    drawn = cv2.warpPerspective(
        printed, grow @ matrix, twice, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    cover = cv2.warpPerspective(np.full_like(printed, 255), grow @ matrix, twice, flags=cv2.INTER_LINEAR)
    drawn = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
    part = cv2.resize(cover, size, interpolation=cv2.INTER_AREA)[..., None] / 255
    window = frame[top:bottom, left:right]
    window[:] = (window * (1 - part) + drawn[..., None] * part).astype(np.uint8)
