"""Draws a hand that reaches over the table: fingers, palm, arm and sleeve, softly lit."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from firmware.sim.eye import eye_of
from firmware.sim.light import shadow
from firmware.sim.pose import Floats
from firmware.sim.sprite import Shade, Sprite, place_of
from firmware.sim.things import Colour, Hand, Lamp, SeenHand, Stand

Small: TypeAlias = npt.NDArray[np.float32]

_HEIGHT = 22.0  # millimetres of the hand's middle above the cloth
_ARM = 420.0  # long enough to leave the picture

# A right hand's fingers: where across the palm they spring from, angle in degrees, length, thickness (mm).
_FINGERS = (
    (-27.0, -14.0, 62.0, 8.0),
    (-10.0, -4.0, 76.0, 8.6),
    (9.0, 4.0, 80.0, 8.8),
    (26.0, 11.0, 70.0, 8.4),
)
_SLEEVES: tuple[Colour, ...] = ((95, 60, 40), (40, 40, 44), (60, 70, 140), (150, 140, 130))


@lru_cache(maxsize=12)
def draw_hand(seen: SeenHand, stand: Stand, lamp: Lamp) -> tuple[Shade, Sprite]:
    """A hand's shadow on the cloth, and the hand."""
    eye = eye_of(stand)
    bones, sleeve = _bones(seen.hand)
    ends = np.array([end for bone in (*bones, sleeve) for end in (bone.start, bone.stop)])
    spread = np.concatenate([ends + 45.0, ends - 45.0])
    pixels = eye.project(np.column_stack([spread, np.full(len(spread), _HEIGHT)]))
    x, y, width, height = place_of(pixels, margin=2)
    scale = eye.focal / (stand.height - _HEIGHT)
    skin = np.full((height, width), -1.0, np.float32)
    cloth = np.full((height, width), -1.0, np.float32)
    for bone in bones:
        _raise(skin, bone, eye.project(_lifted(bone)) - [x, y], scale)
    _raise(cloth, sleeve, eye.project(_lifted(sleeve)) - [x, y], scale)
    relief = np.maximum(skin, cloth)
    cover = np.clip(relief + 0.5, 0.0, 1.0)
    body = np.asarray(cv2.GaussianBlur(np.clip(relief, 0.0, None), (0, 0), 2.6))
    slope_x, slope_y = cv2.Sobel(body, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(body, cv2.CV_32F, 0, 1, ksize=3)
    steep = 1.0 / np.sqrt(1.0 + (slope_x * slope_x + slope_y * slope_y) / 25)
    aslant_x, aslant_y = ((lamp.x - seen.hand.tip.x) / lamp.height, (lamp.y - seen.hand.tip.y) / lamp.height)
    direct = (1.0 - slope_x * (aslant_x / 5) - slope_y * (aslant_y / 5)) * steep
    bright = lamp.ambient * (0.65 + 0.35 * steep) + (1 - lamp.ambient) * np.clip(direct, 0.0, 1.5)
    colour = np.where(
        (cloth > skin)[..., None],
        np.array(_SLEEVES[seen.hand.variant % len(_SLEEVES)], np.float32),
        np.array(seen.skin, np.float32),
    )
    colour = np.clip(colour * bright[..., None], 0, 255) * cover[..., None]
    return (
        shadow(lamp, eye, _outline([*bones, sleeve]), contact=0.0, soft=7.0),
        Sprite.of(x, y, np.asarray(colour, np.float32), cover.astype(np.float32, copy=False)),
    )


class _Bone(NamedTuple):
    """A piece of a hand: from, to (2,) mm, thickness at either end in mm, how high as a part of that."""

    start: Floats
    stop: Floats
    thick: float
    thin: float
    high: float = 1.0


def _bones(hand: Hand) -> tuple[list[_Bone], _Bone]:
    """The pieces of a hand and its bare arm, and the sleeve."""
    rng = np.random.default_rng(hand.variant)
    back = math.radians(hand.heading)
    arm = np.array([math.cos(back), math.sin(back)])
    side = np.array([-arm[1], arm[0]]) * (1.0 if hand.variant % 2 else -1.0)
    tip = np.array([hand.tip.x, hand.tip.y])
    knuckles = tip + arm * 74.0
    wrist = knuckles + arm * 84.0
    bones = [_Bone(knuckles + arm * 14.0, wrist, 37.0, 27.0, 0.45)]
    for across, angle, length, thick in _FINGERS:
        bend = math.radians(angle + rng.uniform(-5.0, 5.0))
        root = knuckles + side * across
        ahead = -arm * math.cos(bend) + side * math.sin(bend)
        reach = length * rng.uniform(0.86, 1.0)
        joint = root + ahead * reach * 0.5
        bones.append(_Bone(root + arm * 26.0 - side * across * 0.2, root, thick * 1.5, thick * 1.3, 1.1))
        bones.append(_Bone(root, joint, thick * 1.25, thick * 1.06))
        bones.append(_Bone(joint, root + ahead * reach, thick * 1.06, thick * 0.84))
    thumb = wrist - arm * 30.0 - side * 30.0
    bones.append(_Bone(wrist - side * 8.0, thumb, 22.0, 14.0, 0.8))
    bones.append(_Bone(thumb, thumb - arm * 40.0 - side * (14.0 + rng.uniform(-6.0, 8.0)), 12.5, 9.0))
    cuff = wrist + arm * 55.0
    bones.append(_Bone(wrist - arm * 6.0, cuff + arm * 20.0, 26.0, 30.0, 0.7))
    return bones, _Bone(cuff, cuff + arm * _ARM, 37.0, 46.0, 0.8)


def _lifted(bone: _Bone) -> Floats:
    """(2, 3) mm: the ends of a bone."""
    return np.array([[*bone.start, _HEIGHT], [*bone.stop, _HEIGHT]])


def _raise(relief: Small, bone: _Bone, ends: Floats, scale: float) -> None:
    """Adds a rounded piece between `ends` (2, 2) pixels to a relief: its height in pixels above its middle
    plane; just outside of it, minus the distance to it."""
    a, b = ends
    thick, thin = bone.thick * scale, bone.thin * scale
    reach = max(thick, thin) + 2
    height, width = relief.shape
    left, top = np.clip(np.minimum(a, b) - reach, 0, [width, height]).astype(int)
    right, bottom = np.clip(np.maximum(a, b) + reach, 0, [width, height]).astype(int)
    if right <= left or bottom <= top:
        return
    part = relief[top:bottom, left:right]
    ys, xs = np.ogrid[top:bottom, left:right]
    off_x, off_y = (xs + (0.5 - a[0])).astype(np.float32), (ys + (0.5 - a[1])).astype(np.float32)
    run_x, run_y = float(b[0] - a[0]), float(b[1] - a[1])
    along = np.clip((off_x * run_x + off_y * run_y) / (run_x**2 + run_y**2), 0.0, 1.0)
    square = (off_x - along * run_x) ** 2 + (off_y - along * run_y) ** 2
    radius = thick + (thin - thick) * along
    bulge = radius * radius - square
    inside = bulge > 0
    bulge = np.where(inside, bone.high * np.sqrt(np.abs(bulge)), radius - np.sqrt(square))
    np.maximum(part, bulge, out=part)


def _outline(bones: list[_Bone]) -> Floats:
    """(N, 3) mm: points round the fingers, the palm and the arm, for the shadow."""
    points = [
        (*(end + np.array([dx, dy]) * size), _HEIGHT)
        for bone in bones
        for end, size in ((bone.start, bone.thick), (bone.stop, bone.thin))
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    return np.array(points)
