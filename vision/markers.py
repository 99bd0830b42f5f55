"""The printed corner markers in a frame: which there are and where their corners lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import marker_dictionary
from vision.picture import Frame, Points
from vision.reading import Place

# Looked for in pictures about this wide, with candidates nearer to each other than this part of their outline
# taken for the same, until all markers are found. At 820 pixels a marker of 40 mm on a table of a metre has
# 30, which is enough. OpenCV's own 0.125 sometimes keeps the edge of the white border and drops the printed
# square in it; smaller parts lose others.
_PASSES = ((820, 0.05), (1640, 0.125), (1640, 0.01))
_REFINE = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)


class Marked(Protocol):
    """What has printed markers, by their id in an ArUco dictionary: a table, or a board that lies on it."""

    @property
    def dictionary(self) -> str: ...

    @property
    def markers(self) -> Mapping[int, Place]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    """A marker as seen: `corners` (4, 2) pixels, in the marker's own order from its top left, clockwise as
    printed. `mirrored` when the picture shows it as a mirror would."""

    id: int
    corners: Points
    mirrored: bool = False

    @property
    def centre(self) -> Points:
        """Where the diagonals cross: the middle of the square under any tilt. (2,) pixels."""
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
        middle = np.zeros((1, 1, 2), np.float32)
        tilt = cv2.getPerspectiveTransform(square, self.corners.astype(np.float32))
        return cv2.perspectiveTransform(middle, tilt).reshape(2).astype(np.float64)

    @property
    def side(self) -> float:
        """Mean length of its sides, in pixels."""
        return float(np.linalg.norm(np.roll(self.corners, -1, axis=0) - self.corners, axis=1).mean())


def find_markers(frame: Frame, marked: Marked, passes: Sequence[tuple[int, float]] = _PASSES) -> list[Marker]:
    """The layout's markers in the frame, biggest first. The same id may come more than once (a false one,
    a reflection). `passes`: how often and how they are looked for, until all are found."""
    grey = cast(NDArray[np.uint8], cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    ids = sorted(marked.markers)
    codes = _codes(marked.dictionary, tuple(ids))
    found: list[Marker] = []
    for width, apart in passes:
        fold = max(1, round(grey.shape[1] / width))
        for mark in _detect(_shrunk(grey, fold), codes, ids, apart):
            fine = _refined(grey, mark, fold)
            if not any(_same(fine, other) for other in found):
                found.append(fine)
        if {mark.id for mark in found} == set(ids):
            break
    return sorted(found, key=lambda mark: -mark.side)


@cache
def _codes(name: str, ids: tuple[int, ...]) -> cv2.aruco.Dictionary:
    """The layout's own markers alone, and after them the same as a mirror shows them: one search finds both,
    and no other marker of the dictionary is ever taken for one."""
    whole = marker_dictionary(name)
    cells = whole.markerSize
    printed = [
        whole.generateImageMarker(number, cells + 2, borderBits=1)[1:-1, 1:-1] // 255 for number in ids
    ]
    flipped = [np.ascontiguousarray(bits[:, ::-1]) for bits in printed]
    rows = [cv2.aruco.Dictionary.getByteListFromBits(bits) for bits in (*printed, *flipped)]
    return cv2.aruco.Dictionary(np.concatenate(rows), cells, whole.maxCorrectionBits)


def _same(one: Marker, other: Marker) -> bool:
    apart = float(np.linalg.norm(one.corners.mean(0) - other.corners.mean(0)))
    return one.id == other.id and one.mirrored == other.mirrored and apart < other.side / 2


def _detect(
    grey: NDArray[np.uint8], codes: cv2.aruco.Dictionary, ids: list[int], apart: float
) -> list[Marker]:
    # OpenCV's own settings else, but for the finer corners: loosened ones find many markers that are none.
    # They are where the sides meet: sought about where it is first seen, a corner was at times too far off.
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerDistanceRate = apart
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    corners, numbers, _ = cv2.aruco.ArucoDetector(codes, settings).detectMarkers(grey)
    if numbers is None:
        return []
    found = []
    for number, four in zip(np.asarray(numbers).ravel(), corners, strict=True):
        mirrored, which = divmod(int(number), len(ids))
        points = np.asarray(four, np.float64).reshape(4, 2)
        # What is the top left of a mirrored print is the top right of the print.
        found.append(Marker(ids[which], points[[1, 0, 3, 2]] if mirrored else points, bool(mirrored)))
    return found


def _shrunk(grey: NDArray[np.uint8], fold: int) -> NDArray[np.uint8]:
    if fold == 1:
        return grey
    size = (max(1, grey.shape[1] // fold), max(1, grey.shape[0] // fold))
    part = grey[: size[1] * fold, : size[0] * fold]
    return cast(NDArray[np.uint8], cv2.resize(part, size, interpolation=cv2.INTER_AREA))


def _refined(grey: NDArray[np.uint8], mark: Marker, fold: int) -> Marker:
    """The same marker with its corners in the full picture, of which `fold` pixels were one."""
    if fold == 1:
        return mark
    corners = mark.corners * fold + (fold - 1) / 2
    # A window of one cell of the 6 x 6 square would reach into the pattern; half of one does not.
    reach = max(2, int(mark.side * fold / 12))
    fine = corners.astype(np.float32).reshape(-1, 1, 2)
    fine = np.asarray(cv2.cornerSubPix(grey, fine, (reach, reach), (-1, -1), _REFINE), np.float32)
    return replace(mark, corners=fine.astype(np.float64).reshape(4, 2))
