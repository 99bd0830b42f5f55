"""Where a printed board lies on the table: found by the markers in its corners, wherever and however it
lies."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.areas import Area
from vision.errors import BoardNotFoundError, Lost
from vision.markers import Marker, find_markers
from vision.picture import Frame, Points
from vision.plane import Matrix, OnPlane, as_part
from vision.reading import Place

FEWEST_MARKERS = 3
# Small markers want every pixel, so the picture is never shrunk; the second way of looking finds some that
# the first misses (see `vision.markers`).
_PASSES = ((1640, 0.05), (1640, 0.125))
# A board of two halves need not be joined to the tenth of a millimetre, nor lie as flat as glass.
_FIT = 3.0  # millimetres
_SAME_PLACE = 3.0  # pixels


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlan:
    """A printed board, in millimetres about its own middle, x to the right and y down as it is read.
    `markers` are the centres of the printed squares, `side` across, by their id in the ArUco `dictionary`;
    `places` are where a piece may stand. `picture` is how it is printed, (H, W, 3) uint8 BGR over the whole
    of it, for telling what lies on it from what is on it."""

    width: float
    height: float
    dictionary: str
    side: float
    markers: Mapping[int, Place]
    places: tuple[Area, ...]
    ground: Area
    picture: Frame = field(repr=False)


@dataclass(frozen=True, eq=False)
class Board(OnPlane):
    """The plane of a board in frames of `size` (width, height) pixels: `to_pixel` maps its millimetres to
    pixels. `seen` are the ids of the markers that it stands on, `corners` the pixels of their corners,
    `mirrored` says that the picture shows it as a mirror would. Reads dice as a `vision.dice.Plane`."""

    plan: BoardPlan
    to_pixel: Matrix
    size: tuple[int, int]
    seen: tuple[int, ...]
    corners: Mapping[int, Points]
    mirrored: bool = False

    def part(self, left: int, top: int, size: tuple[int, int]) -> Board:
        """The same board as a part of the frame shows it, from that pixel on, `size` (width, height) wide."""
        corners = {number: four - (left, top) for number, four in self.corners.items()}
        part = replace(self, to_pixel=as_part(self.to_pixel, left, top), size=size, corners=corners)
        self._share_camera(part)
        return part

    def around(self, margin: float) -> tuple[int, int, int, int]:
        """Left, top, right and bottom in pixels of what the frame shows of the board and `margin` mm about
        it."""
        wide, high = self.plan.width / 2 + margin, self.plan.height / 2 + margin
        ends = [
            self.pixel_of(Place(x, y))
            for x, y in ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
        ]
        xs, ys = [x for x, _ in ends], [y for _, y in ends]
        width, height = self.size
        left, top = max(0, math.floor(min(xs))), max(0, math.floor(min(ys)))
        return left, top, min(width, math.ceil(max(xs)) + 1), min(height, math.ceil(max(ys)) + 1)


def find_board(frame: Frame, plan: BoardPlan, last: Board | None = None) -> Board:
    """The board in a frame, (H, W, 3) uint8 BGR. Three of its markers are enough, and one will do while it
    has not moved since `last`. Raises BoardNotFoundError."""
    size = (frame.shape[1], frame.shape[0])
    if last is not None and (last.size != size or last.plan is not plan):
        last = None
    found = find_markers(frame, plan, _PASSES)
    mirrored = 2 * sum(mark.mirrored for mark in found) > len(found)
    marks = {mark.id: mark for mark in reversed(found) if mark.mirrored is mirrored}  # the biggest of each id
    if len(marks) >= FEWEST_MARKERS:
        plane = _fit(list(marks.values()), plan, mirrored)
        if plane is not None:
            corners = {number: mark.corners for number, mark in marks.items()}
            return Board(plan, plane, size, tuple(sorted(marks)), corners, mirrored)
    elif last is not None and marks and all(_is_where_it_was(mark, last) for mark in marks.values()):
        return replace(last, seen=tuple(sorted(marks)))
    why = Lost.MISFIT if len(marks) >= FEWEST_MARKERS else Lost.TOO_FEW if marks else Lost.NO_MARKERS
    raise BoardNotFoundError(why, marks, set(plan.markers) - set(marks))


def _is_where_it_was(mark: Marker, last: Board) -> bool:
    was = last.corners.get(mark.id)
    return was is not None and float(np.linalg.norm(mark.corners - was, axis=1).max()) <= _SAME_PLACE


def _fit(marks: Sequence[Marker], plan: BoardPlan, mirrored: bool) -> Matrix | None:
    """The plane on which the markers lie as they are printed, or None where they do not."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (plan.side / 2)
    middles = [np.array([plan.markers[mark.id].x, plan.markers[mark.id].y]) for mark in marks]
    model = np.concatenate([square + middle for middle in middles])
    pixels = np.concatenate([mark.corners for mark in marks])
    found, _ = cv2.findHomography(model, pixels, 0)
    if found is None or abs(np.linalg.det(found)) < 1e-12:
        return None
    plane = np.asarray(found, np.float64)
    back = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(plane).T
    error = float(np.linalg.norm(back[:, :2] / back[:, 2:] - model, axis=1).max())
    turned_over = bool(np.linalg.det(plane / plane[2, 2]) < 0)
    return plane if error <= _FIT and turned_over == mirrored else None
