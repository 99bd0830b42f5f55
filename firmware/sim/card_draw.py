"""Draws a card, or a stack of cards, as it lies on the cloth under the lamp."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from firmware.sim.cards import THICK, SeenCard
from firmware.sim.eye import Eye, eye_of
from firmware.sim.light import gleam, lit, shadow
from firmware.sim.pose import Floats
from firmware.sim.sprite import Field, Picture, Shade, Sprite, place_of
from firmware.sim.things import Lamp, Stand
from vision.cards.deck import Face

_FINE = 3  # drawn so much larger and shrunk, for true edges
_DETAIL = 1.25  # texture pixels for each fine pixel of the picture
_ROUND = 2.5  # millimetres: the radius of a card's corners
_SHARP = 60.0  # how small the lamp is in what cards mirror of it
_EDGE = (118.0, 124.0, 128.0)  # the cut edges of a stack, in half a light: blue, green, red


@lru_cache(maxsize=192)
def draw_card(seen: SeenCard, stand: Stand, lamp: Lamp, gloss: float) -> tuple[Shade, Sprite]:
    """A card's shadow on what lies below, and the card."""
    eye = eye_of(stand)
    top = _corners(seen, seen.height + THICK)
    foot = _corners(seen, max(0.0, seen.height + THICK - max(seen.stack, THICK)))
    shade = shadow(lamp, eye, top, contact=0.8, soft=0.9 + 0.08 * seen.stack)
    pixels = np.concatenate([eye.project(top), eye.project(foot)])
    x, y, width, height = place_of(pixels, margin=2)
    fine = np.zeros((height * _FINE, width * _FINE, 4), np.float32)
    if seen.stack:
        _draw_edges(fine, (pixels - [x, y]) * _FINE)
    _draw_face(fine, seen.face, eye, top, (x, y))
    bright = float(lit(lamp, top.mean(axis=0), np.array([0.0, 0.0, 1.0])))
    small = np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    cover: Field = small[..., 3] / np.float32(255.0)
    colour: Field = small[..., :3] * np.float32(bright)
    if gloss > 0:
        shine = _mirrored(eye, lamp, seen.height, (x, y, width, height)) * cover
        colour += shine[..., None] * np.float32(255.0 * gloss)
    return shade, Sprite.of(x, y, np.minimum(colour, 255.0 * cover[..., None]), cover)


def corners(seen: SeenCard) -> Floats:
    """(4, 3) mm: the corners of a card's upper side, from its own top left on clockwise."""
    return _corners(seen, seen.height + THICK)


def _corners(seen: SeenCard, height: float) -> Floats:
    wide, high = seen.face.size_mm
    c, s = math.cos(math.radians(seen.yaw)), math.sin(math.radians(seen.yaw))
    own = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    turned = own @ np.array([(c, s), (-s, c)]) + [seen.at.x, seen.at.y]
    return np.column_stack([turned, np.full(4, height)])


def _draw_face(fine: Field, face: Face, eye: Eye, top: Floats, origin: tuple[int, int]) -> None:
    """Lays the printed side over what is drawn already, in place."""
    pixels = (eye.project(top) - origin) * _FINE
    scale = float(np.linalg.norm(pixels[1] - pixels[0])) * _DETAIL / face.size_mm[0]
    printed = _texture(face, round(scale, 1))
    height, width = printed.shape[:2]
    own = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    to_fine = cv2.getPerspectiveTransform(own, (pixels - 0.5).astype(np.float32))
    size = (fine.shape[1], fine.shape[0])
    laid = cv2.warpPerspective(printed, to_fine, size, flags=cv2.INTER_LINEAR).astype(np.float32)
    fine *= 1.0 - laid[..., 3:] / 255.0
    fine += laid


@lru_cache(maxsize=96)
def _texture(face: Face, scale: float) -> Picture:
    """(H, W, 4): a printed side at about `scale` pixels a millimetre, colours multiplied by their cover."""
    wide, high = (max(8, round(side * scale)) for side in face.size_mm)
    picture = face.picture
    shrinks = picture.shape[1] > wide
    small = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    radius = _ROUND * scale
    ys, xs = np.ogrid[:high, :wide]
    off_x = np.maximum(np.abs(xs + 0.5 - wide / 2) - (wide / 2 - radius), 0.0)
    off_y = np.maximum(np.abs(ys + 0.5 - high / 2) - (high / 2 - radius), 0.0)
    mask = np.clip((radius - np.hypot(off_x, off_y) + 0.5) * 255.0, 0, 255).astype(np.uint8)
    ink = cv2.multiply(small, cv2.merge([mask] * 3), scale=1 / 255)
    return np.asarray(cv2.merge([*cv2.split(ink), mask]), np.uint8)


def _draw_edges(fine: Field, pixels: Floats) -> None:
    """The sides of a stack between its foot and its top, in place."""
    outline = cv2.convexHull(np.round(pixels * 16).astype(np.int32).reshape(-1, 1, 2))
    cv2.fillConvexPoly(fine, outline, (*_EDGE, 255.0), 8, 4)


def _mirrored(eye: Eye, lamp: Lamp, height: float, box: tuple[int, int, int, int]) -> Field:
    """(h, w): how much of the lamp each pixel of a flat thing mirrors, 0-1."""
    x, y, wide, high = box
    step = 6
    xs, ys = np.arange(x, x + wide + step, step), np.arange(y, y + high + step, step)
    rays = eye.rays(np.stack(np.meshgrid(xs, ys), axis=-1).astype(float))
    points = eye.at + rays * ((height - eye.at[2]) / rays[..., 2:])
    shine = gleam(lamp, eye, points, np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape), _SHARP)
    large = cv2.resize(
        shine.astype(np.float32), (len(xs) * step, len(ys) * step), interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(large[:high, :wide], np.float32)
