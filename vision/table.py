"""Where the table lies in a picture: pixels to millimetres and back, by the printed corner markers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np

from vision.areas import Area
from vision.errors import Lost, TableNotFoundError
from vision.layout import FEWEST_MARKERS, Layout, Zone
from vision.markers import Marker, find_markers
from vision.picture import Frame, Points
from vision.plane import Matrix, OnPlane, as_part, inverse
from vision.reading import Place

# A marker's corner may be this part of its side away from where the plane puts it; more means that the
# layout's measures are not this table's, or that something else was taken for a marker.
_FIT = 0.1
# Markers of one table differ in size by the camera's tilt. At 45 degrees over a metre it is about 2.
_MOST_RATIO = 2.5
# The same marker in the same place: noise moves its corners by well under this many pixels.
_SAME_PLACE = 3.0
_FEWEST_TO_FOLLOW = 2


@dataclass(frozen=True, eq=False)
class Table(OnPlane):
    """The plane of a table in frames of `size` (width, height) pixels. `seen` are the ids of the markers
    that it stands on, `corners` the pixels of the corners of every marker known, `mirrored` says that the
    picture shows the table as a mirror would. `to_pixel` maps millimetres to pixels."""

    layout: Layout
    to_pixel: Matrix
    size: tuple[int, int]
    seen: tuple[int, ...]
    corners: Mapping[int, Points]
    mirrored: bool = False

    def seat_of(self, place: Place) -> int | None:
        """The seat to which a die at that place belongs."""
        return self.layout.seat_of(place)

    def in_middle(self, place: Place) -> bool:
        return self.layout.in_middle(place)

    def moved_from(self, other: Table) -> float:
        """How far in millimetres the table seems to have slid under the camera since `other`: the worst of
        all its markers and seats. Infinite when the frames are not alike in size."""
        if self.size != other.size or self.mirrored != other.mirrored:
            return math.inf
        places = [*self.layout.markers.values(), *(zone.centre for zone in self.layout.seats.values())]
        there = [other.place_of(*self.pixel_of(place)) for place in places]
        return max(math.dist((a.x, a.y), (b.x, b.y)) for a, b in zip(places, there, strict=True))

    def outline(self, zone: Zone, points: int = 72) -> Points:
        """The zone's edge in pixels: (points, 2)."""
        turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * zone.radius
        return _projected(self.to_pixel, ring + np.array([zone.centre.x, zone.centre.y]))

    def corners_of(self, area: Area) -> Points:
        """The area's corners in pixels, clockwise: (4, 2)."""
        left, top, right, bottom = area.left, area.top, area.right, area.bottom
        return _projected(
            self.to_pixel, np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        )

    def part(self, left: int, top: int, size: tuple[int, int]) -> Table:
        """The same table as a part of the frame shows it, from that pixel on, `size` (width, height) wide."""
        corners = {number: four - (left, top) for number, four in self.corners.items()}
        part = replace(self, to_pixel=as_part(self.to_pixel, left, top), size=size, corners=corners)
        self._share_camera(part)
        return part


def find_table(frame: Frame, layout: Layout, last: Table | None = None) -> Table:
    """The table in a frame. Three markers are enough, two are followed from where `last` had them, and
    one will do while it has not moved. Markers may lie turned in their places. A picture that shows the table
    mirrored is understood. Raises TableNotFoundError."""
    size = (frame.shape[1], frame.shape[0])
    if last is not None and (last.size != size or last.layout != layout):
        last = None
    found = find_markers(frame, layout)
    mirrored = last.mirrored if last is not None else _most_mirrored(found)
    marks = [mark for mark in found if mark.mirrored is mirrored]
    seen = {mark.id for mark in marks}
    if len(seen) >= FEWEST_MARKERS:
        for chosen in _choices(marks):
            fit = _fit(chosen, layout, mirrored)
            if fit is not None:
                ids = tuple(sorted(mark.id for mark in chosen))
                return Table(layout, fit, size, ids, {mark.id: mark.corners for mark in chosen}, mirrored)
    if last is not None:
        followed = _follow(marks, last)
        if followed is not None:
            return followed
    raise TableNotFoundError(_why(seen, last), seen, set(layout.markers) - seen)


def _most_mirrored(marks: Sequence[Marker]) -> bool:
    return 2 * sum(mark.mirrored for mark in marks) > len(marks)


def _why(seen: set[int], last: Table | None) -> Lost:
    if not seen:
        return Lost.NO_MARKERS
    if len(seen) >= FEWEST_MARKERS:
        return Lost.MISFIT
    return Lost.TOO_FEW if last is None else Lost.MOVED


def _choices(marks: Sequence[Marker]) -> Iterator[tuple[Marker, ...]]:
    """Every set of enough markers, one an id, the fullest sets first and in them the bigger markers first."""
    by_id: dict[int, list[Marker]] = {}
    for mark in marks:
        by_id.setdefault(mark.id, []).append(mark)
    for count in range(len(by_id), FEWEST_MARKERS - 1, -1):
        for ids in itertools.combinations(sorted(by_id), count):
            yield from itertools.product(*(by_id[number][:2] for number in ids))


def _fit(marks: Sequence[Marker], layout: Layout, mirrored: bool) -> Matrix | None:
    """The plane on which these markers lie as the layout says, or None when they do not. Centres give a first
    plane, then each marker's own turn and the plane are found in alternation, so markers laid by hand
    need not be straight."""
    sides = [mark.side for mark in marks]
    if max(sides) > _MOST_RATIO * min(sides):
        return None
    places = np.array([(layout.markers[mark.id].x, layout.markers[mark.id].y) for mark in marks])
    pixels = np.concatenate([mark.corners for mark in marks])
    centres = np.array([mark.centre for mark in marks])
    plane = _homography(places, centres) if len(marks) > FEWEST_MARKERS else _affine(places, centres)
    for _ in range(8):
        if plane is None or abs(np.linalg.det(plane)) < 1e-12:
            return None
        model = np.concatenate(
            [
                place + _turned_square(layout.side, _projected(inverse(plane), mark.corners) - place)
                for place, mark in zip(places, marks, strict=True)
            ]
        )
        plane = _homography(model, pixels)
    if plane is None:
        return None
    error = np.linalg.norm(_projected(inverse(plane), pixels) - model, axis=1).max()
    # A homography that turns the table over though the markers read the right way round: they were swapped.
    turned_over = np.linalg.det(plane / plane[2, 2]) < 0
    return plane if error <= _FIT * layout.side and turned_over == mirrored else None


def _turned_square(side: float, corners: Points) -> Points:
    """The square of that side about the origin, turned to match the corners best (least squares)."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (side / 2)
    angle = math.atan2(
        float((square[:, 0] * corners[:, 1] - square[:, 1] * corners[:, 0]).sum()),
        float((square * corners).sum()),
    )
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return cast(Points, square @ turn)


def _follow(marks: Sequence[Marker], last: Table) -> Table | None:
    """The last table moved as the few markers in view have moved; None when that cannot be told."""
    known = [mark for mark in marks if mark.id in last.corners]
    if not known or len({mark.id for mark in known}) != len(known):
        return None
    now = np.concatenate([mark.corners for mark in known])
    before = np.concatenate([last.corners[mark.id] for mark in known])
    ids = tuple(sorted(mark.id for mark in known))
    if np.linalg.norm(now - before, axis=1).max() <= _SAME_PLACE:
        return replace(last, seen=ids)
    if len(known) < _FEWEST_TO_FOLLOW:
        return None
    nudge = _similarity(before, now)
    if np.linalg.norm(_projected(nudge, before) - now, axis=1).max() > _SAME_PLACE:
        return None
    corners = {number: _projected(nudge, four) for number, four in last.corners.items()}
    return replace(last, to_pixel=nudge @ last.to_pixel, seen=ids, corners=corners)


def _similarity(before: Points, now: Points) -> Matrix:
    """Turn, scale and shift that bring `before` to `now` (least squares over complex numbers)."""
    a, b = before @ (1, 1j), now @ (1, 1j)
    a0, b0 = a - a.mean(), b - b.mean()
    factor = (a0.conj() @ b0) / (a0.conj() @ a0).real
    shift = b.mean() - factor * a.mean()
    return np.array(
        [[factor.real, -factor.imag, shift.real], [factor.imag, factor.real, shift.imag], [0, 0, 1]]
    )


def _affine(places: Points, pixels: Points) -> Matrix:
    matrix = cv2.getAffineTransform(places.astype(np.float32), pixels.astype(np.float32))
    return np.vstack([np.asarray(matrix, np.float64), (0, 0, 1)])


def _homography(places: Points, pixels: Points) -> Matrix | None:
    matrix, _ = cv2.findHomography(places, pixels, 0)
    return None if matrix is None else np.asarray(matrix, np.float64)


def _projected(matrix: Matrix, points: Points) -> Points:
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    projected: Points = mapped[:, :2] / mapped[:, 2:]
    return projected
