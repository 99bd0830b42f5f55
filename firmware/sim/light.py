"""How the lamp lights things: the brightness of a surface that faces some way, gleams and soft shadows."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from firmware.sim.eye import Eye
from firmware.sim.pose import Floats
from firmware.sim.sprite import Shade, place_of
from firmware.sim.things import Lamp

_SAMPLES = 5  # points of the lamp whose shadows are averaged


def strength(lamp: Lamp, points: Floats) -> Floats:
    """What the lamp alone gives a surface at (..., 3) points that faces it; 1.0 for lamp and surroundings
    together is the cloth in the table's middle."""
    square = ((np.array([lamp.x, lamp.y, lamp.height]) - points) ** 2).sum(axis=-1)
    middle = lamp.x**2 + lamp.y**2 + lamp.height**2
    result: Floats = (1 - lamp.ambient) * middle * math.sqrt(middle) / (lamp.height * square)
    return result


def lit(lamp: Lamp, points: Floats, normals: Floats) -> Floats:
    """Brightness of (..., 3) points in mm with (..., 3) unit normals; 1.0: the middle of the cloth."""
    to_lamp = np.array([lamp.x, lamp.y, lamp.height]) - points
    to_lamp /= np.linalg.norm(to_lamp, axis=-1, keepdims=True)
    facing = np.clip((to_lamp * normals).sum(axis=-1), 0.0, None)
    result: Floats = lamp.ambient * (0.8 + 0.2 * normals[..., 2]) + strength(lamp, points) * facing
    return result


def gleam(lamp: Lamp, eye: Eye, points: Floats, normals: Floats, sharpness: float) -> Floats:
    """The mirror-like part of the lamp's light, 0-1, that reaches the camera from (..., 3) points."""
    to_lamp = np.array([lamp.x, lamp.y, lamp.height]) - points
    to_eye = eye.at - points
    half = to_lamp / np.linalg.norm(to_lamp, axis=-1, keepdims=True)
    half = half + to_eye / np.linalg.norm(to_eye, axis=-1, keepdims=True)
    half /= np.linalg.norm(half, axis=-1, keepdims=True)
    result: Floats = np.clip((half * normals).sum(axis=-1), 0.0, 1.0) ** sharpness
    return result


def shadow(lamp: Lamp, eye: Eye, points: Floats, contact: float, soft: float) -> Shade:
    """The shadow on the cloth of the hull of (N, 3) points: the lamp's and, within about `contact` mm of
    where the thing stands, the dimmer light of a corner. `soft`: blur in pixels."""
    outlines: list[Floats] = []
    for i in range(_SAMPLES):
        angle = 2 * math.pi * i / _SAMPLES
        source = np.array(
            [lamp.x + lamp.radius * math.cos(angle), lamp.y + lamp.radius * math.sin(angle), lamp.height]
        )
        reach = source[2] / (source[2] - points[:, 2:])
        fallen = source + (points - source) * reach
        fallen[:, 2] = 0.0
        outlines.append(eye.project(fallen))
    ground = points * np.array([1.0, 1.0, 0.0])
    middle = ground.mean(axis=0)
    wide = ground - middle
    wide = middle + wide * (1 + contact / np.maximum(np.linalg.norm(wide, axis=1, keepdims=True), 1.0))
    outlines.append(eye.project(wide))
    x, y, width, height = place_of(np.concatenate(outlines), margin=int(3 * soft) + 3)
    dark = np.zeros((height, width), np.float32)
    for outline in outlines[:-1]:
        dark += _filled(outline, x, y, width, height)
    dark *= (1 - lamp.ambient) / _SAMPLES
    dark += 0.45 * lamp.ambient * _filled(outlines[-1], x, y, width, height)
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), soft), np.float32)
    return Shade.of(x, y, 1.0 - np.clip(dark, 0.0, 0.9))


def _filled(outline: Floats, x: int, y: int, width: int, height: int) -> npt.NDArray[np.float32]:
    mask = np.zeros((height, width), np.uint8)
    hull = cv2.convexHull((outline - [x, y]).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255.0
