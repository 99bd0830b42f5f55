"""Tells what lies on a printed board from what is printed on it: where the print is not seen, something
hides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.areas import Area
from vision.board import Board, BoardPlan
from vision.picture import Frame
from vision.reading import Place

_SCALE = 1.0  # pixels a millimetre of the pictures that are compared: less than the camera has
_OFF = 0.22  # of a place's own brightness: what differs more from its print is not the print
_AREA = (
    70.0  # square millimetres, hidden in one piece, from which on something lies on a place: half a small die
)
_TURNS = 3  # of the fit, each without what differed most in the one before
_KEPT = 0.8  # of the pixels
_SPARSE = 3  # every third is enough for it
_DIM = 25.0  # grey levels: noise is no difference
_TILE = 34.0  # millimetres
_AROUND = 9  # pixels: what lies there is shown with so much about it, by half
_BEYOND = 12.0  # millimetres about the board that what stands on its edge may hide
_SOFT = 1.5  # pixels over which its edge fades
_MIDDLE = 4.0  # millimetres about the middle of a thing that is asked about


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """`mask`: True where the print of a place is hidden, at `_SCALE` pixels a millimetre. `places`: the
    indices of those on which something lies."""

    board: Board
    mask: NDArray[np.bool_]
    places: tuple[int, ...]

    @property
    def plan(self) -> BoardPlan:
        return self.board.plan

    def alone(self, frame: Frame) -> Frame:
        """The frame with nothing in it but what lies on the board, on plain paper: no print is left beside a
        die."""
        mask = cv2.morphologyEx(self.mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        mask = cv2.dilate(mask, np.ones((_AROUND, _AROUND), np.uint8))
        left, top, right, bottom = self.board.around(_BEYOND)
        part = self.board.part(left, top, (right - left, bottom - top))
        share = cv2.warpPerspective(mask.astype(np.float32), part.to_pixel @ _to_mm(self.plan), part.size)
        share = cv2.GaussianBlur(share, (0, 0), _SOFT)[..., None]
        paper = np.median([frame[y, x] for x, y in self._middles(frame)], axis=0).astype(np.float32)
        plain = np.empty_like(frame)
        plain[:] = paper.astype(np.uint8)
        plain[top:bottom, left:right] = frame[top:bottom, left:right] * share + paper * (1 - share)
        return plain

    def _middles(self, frame: Frame) -> list[tuple[int, int]]:
        """The pixels in the middle of the places."""
        high, wide = frame.shape[:2]
        pixels = [self.board.pixel_of(area.centre) for area in self.plan.places]
        return [(min(max(round(x), 0), wide - 1), min(max(round(y), 0), high - 1)) for x, y in pixels]

    def share(self, at: Place) -> float:
        """How much of the board about a place is hidden, 0-1; 1 where there is nothing to be hidden."""
        inside = [area for area in self.plan.places if area.holds(at)]
        if not inside:
            return 1.0
        rows, columns = _cut(Area(at.x - _MIDDLE, at.y - _MIDDLE, at.x + _MIDDLE, at.y + _MIDDLE), self.plan)
        part = self.mask[rows, columns]
        return float(part.mean()) if part.size else 1.0


def covered(frame: Frame, board: Board) -> Cover:
    """What hides the print of the board in the frame in which it was found, (H, W, 3) uint8 BGR."""
    plan = board.plan
    size = (round(plan.width * _SCALE), round(plan.height * _SCALE))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.blur(cv2.warpPerspective(frame, board.to_pixel @ _to_mm(plan), size, flags=flags), (3, 3))
    printed = cv2.blur(cv2.resize(plan.picture, size, interpolation=cv2.INTER_AREA), (3, 3))
    inked = _as_inked(printed.astype(np.float32), seen.astype(np.float32), plan)
    mask = np.zeros(seen.shape[:2], np.bool_)
    for area in (*plan.places, *_tiles(plan.ground)):
        cut = _cut(area, plan)
        mask[cut] = _hidden(seen[cut].astype(np.float32), inked[cut])
    places = tuple(at for at, area in enumerate(plan.places) if _lies_there(mask[_cut(area, plan)]))
    return Cover(board, mask, places)


def _tiles(area: Area) -> Iterator[Area]:
    """The area in parts of about a place's size."""
    columns, rows = round((area.right - area.left) / _TILE), round((area.bottom - area.top) / _TILE)
    wide, high = (area.right - area.left) / columns, (area.bottom - area.top) / rows
    for column in range(columns):
        for row in range(rows):
            left, top = area.left + column * wide, area.top + row * high
            yield Area(left, top, left + wide, top + high)


def _to_mm(plan: BoardPlan) -> NDArray[np.float64]:
    """(3, 3): from a pixel of the pictures that are compared to the board's millimetres."""
    return np.array(
        [[1 / _SCALE, 0.0, -plan.width / 2], [0.0, 1 / _SCALE, -plan.height / 2], [0.0, 0.0, 1.0]]
    )


def _as_inked(
    printed: NDArray[np.float32], seen: NDArray[np.float32], plan: BoardPlan
) -> NDArray[np.float32]:
    """The print (h, w, 3) as this printer, this lamp and this camera show it, but for what differs from
    place to place: each channel by a factor and an offset, from all places together, less what lies on
    them."""
    cuts = [_cut(area, plan) for area in plan.places]
    ink = np.concatenate([printed[cut].reshape(-1, 3)[::_SPARSE] for cut in cuts])
    light = np.concatenate([seen[cut].reshape(-1, 3)[::_SPARSE] for cut in cuts])
    kept = np.ones(len(ink), np.bool_)
    factor, offset = np.ones(3, np.float32), np.zeros(3, np.float32)
    for _ in range(_TURNS):
        one, other = ink[kept], light[kept]
        mean, target = one.mean(axis=0), other.mean(axis=0)
        spread = np.maximum(((one - mean) ** 2).mean(axis=0), 1.0)
        factor = np.maximum(((one - mean) * (other - target)).mean(axis=0) / spread, 0.0)
        offset = target - factor * mean
        off = np.abs(light - (offset + factor * ink)).max(axis=1)
        kept = off <= np.quantile(off, _KEPT)
    return offset + factor * printed


def _hidden(seen: NDArray[np.float32], inked: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which pixels (h, w) of a place are not those of its print (h, w, 3), however bright it is there."""
    level = np.maximum(inked.max(axis=2), 1.0)
    gain = float(np.median(seen.max(axis=2) / level))
    off = np.abs(seen - gain * inked).max(axis=2)
    return np.asarray(off > _OFF * max(_DIM, gain * float(level.max())), np.bool_)


def _lies_there(mask: NDArray[np.bool_]) -> bool:
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    if count < 2:
        return False
    return bool(cast(int, stats[1:, cv2.CC_STAT_AREA].max()) >= _AREA * _SCALE * _SCALE)


def _cut(area: Area, plan: BoardPlan) -> tuple[slice, slice]:
    rows = slice(
        max(0, round((area.top + plan.height / 2) * _SCALE)), round((area.bottom + plan.height / 2) * _SCALE)
    )
    left, right = area.left + plan.width / 2, area.right + plan.width / 2
    return rows, slice(max(0, round(left * _SCALE)), round(right * _SCALE))
