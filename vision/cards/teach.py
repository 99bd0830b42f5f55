"""Takes a card's face from a photograph of it: finds the card and turns it upright."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.outlines import SHRUNK, WORK, Outline, find_outlines
from vision.picture import Frame, Points

_TALLEST = 700  # pixels of a taught picture's longer side
_RATIO = 1.2  # by which a card in a photograph may be out of its shape, seen a little from the side
LEAST = 0.03  # of a photograph that the card must fill
_CARD_RATIOS = (1.15, 1.95)  # longer to shorter side of cards whose size is not known
_CROP = 480  # pixels: no camera takes a picture so small, somebody has cropped it
_TILT = 1.5  # degrees: a frame printed on a card that fills the picture lies straighter than cards are laid,
_ASIDE = 0.04  # and this near to the picture's middle, in parts of its width


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """The card upright, (H, W, 3) uint8 BGR. `corners` (4, 2) are where it was found in the photograph, None
    where the whole photograph was taken."""

    picture: Frame
    corners: Points | None


def find_card(photo: Frame, ratio: float | None, least: float = LEAST) -> Taught | None:
    """The one card in a photograph, (H, W, 3) uint8 BGR, or the photograph itself where it is the
    picture of a card, or None. `ratio` is the card's width over its height, None where it is not known; the
    side that is nearest to being the upper one is taken for its upper side. `least`: the part of the
    photograph that the card must fill."""
    whole = _is_cropped(photo, ratio)
    card = _largest(photo, ratio, least)
    if card is None or (whole and (max(photo.shape) <= _CROP or _is_printed_frame(card, photo))):
        return Taught(_shrunk(photo), None) if whole else None
    corners = _upright(card.corners, ratio)
    return Taught(_cut(photo, corners, ratio), corners)


def _largest(photo: Frame, ratio: float | None, least: float) -> Outline | None:
    high, wide = photo.shape[:2]
    scale = 1.0 if max(high, wide) <= WORK else SHRUNK / max(high, wide)
    if min(high, wide) * scale < 1:
        return None
    small = np.asarray(cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    found = [
        Outline(one.corners / scale + (1 / scale - 1) / 2, one.error)
        for one in find_outlines(small)
        if one.size**2 >= least * small.shape[0] * small.shape[1] and _has_shape(one.corners, ratio)
    ]
    if not found:
        return None
    most = max(one.size for one in found)
    # Of about the same size, the straightest: the others have caught a shadow or a bit of the cloth.
    return min((one for one in found if one.size > 0.93 * most), key=lambda one: one.error)


def _sides(corners: Points) -> tuple[float, float]:
    a, b, c, d = corners
    return (math.dist(a, b) + math.dist(c, d)) / 2, (math.dist(b, c) + math.dist(d, a)) / 2


def _has_shape(corners: Points, ratio: float | None) -> bool:
    one, other = _sides(corners)
    seen = max(one, other) / min(one, other)
    if ratio is None:
        return _CARD_RATIOS[0] <= seen <= _CARD_RATIOS[1]
    return 1 / _RATIO <= seen / max(ratio, 1 / ratio) <= _RATIO


def _is_cropped(photo: Frame, ratio: float | None) -> bool:
    high, wide = photo.shape[:2]
    if ratio is not None:
        return bool(1 / _RATIO <= (wide / high) / ratio <= _RATIO)
    return bool(_CARD_RATIOS[0] <= max(high, wide) / min(high, wide) <= _CARD_RATIOS[1])


def _is_printed_frame(outline: Outline, photo: Frame) -> bool:
    """Whether an outline is part of the picture on a card that fills the photograph."""
    wide = photo.shape[1]
    a, b, _, _ = _upright(outline.corners, None)
    tilt = abs(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))
    return min(tilt, abs(90 - tilt)) < _TILT and abs(outline.middle[0] - (wide - 1) / 2) < _ASIDE * wide


def _upright(corners: Points, ratio: float | None) -> Points:
    """The corners from the one that is the card's top left, as it lies in the photograph."""
    turned = [np.roll(corners, -turn, axis=0) for turn in range(4)]
    if ratio is not None and not math.isclose(ratio, 1, rel_tol=0.1):
        turned = [one for one in turned if (_sides(one)[0] > _sides(one)[1]) == (ratio > 1)]

    def slope(one: Points) -> float:
        across = one[1] + one[2] - one[0] - one[3]
        return abs(math.atan2(across[1], across[0]))

    return min(turned, key=slope)


def _cut(photo: Frame, corners: Points, ratio: float | None) -> Frame:
    wide, high = _sides(corners)
    if ratio is not None:
        wide, high = math.sqrt(wide * high * ratio), math.sqrt(wide * high / ratio)
    shrink = min(1.0, _TALLEST / max(wide, high))
    size = (max(1, round(wide * shrink)), max(1, round(high * shrink)))
    goal = np.array([(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])], np.float32) - 0.5
    soft = photo
    if shrink < 0.5:
        soft = np.asarray(cv2.GaussianBlur(photo, (0, 0), 0.4 / shrink), np.uint8)
    upright = cv2.getPerspectiveTransform(corners.astype(np.float32), goal.astype(np.float32))
    return np.asarray(cv2.warpPerspective(soft, upright, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _shrunk(photo: Frame) -> Frame:
    shrink = min(1.0, _TALLEST / max(photo.shape[:2]))
    if shrink == 1:
        return photo
    return np.asarray(cv2.resize(photo, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
