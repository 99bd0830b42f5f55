"""Composes table scenes with known dice: cloths, clutter, lamps, shadows, cups and hands over dice.

A scene is drawn clean; lens, light and sensor are added afresh each time that it is learnt from
(`develop.py`)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.clutter import ground, litter, over_litter
from vision.training.scenes.die_make import Make, make
from vision.training.scenes.die_odd import odd
from vision.training.scenes.die_picture import Light, draw, facing, tilt_towards

Rng = np.random.Generator
F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]

SCENE = 448


@dataclass(frozen=True)
class Known:
    """A die of a scene: value 1-7 (7: star), centre and side of its top face in pixels, the way from the
    top face's centre to the bottom face's in units of the side, visible part of the top face, tilt in
    degrees."""

    value: int
    x: float
    y: float
    size: float
    down: tuple[float, float]
    visible: float
    tilt: float


def _lamps(rng: Rng) -> tuple[list[Light], float]:
    lamps = []
    for _ in range(int(rng.choice([1, 1, 2, 2, 3]))):
        height, way = rng.uniform(0.35, 0.98), rng.uniform(0, 2 * math.pi)
        flat = math.sqrt(1 - height**2)
        towards = np.array([flat * math.cos(way), flat * math.sin(way), height], np.float32)
        lamps.append(Light(towards, float(rng.uniform(0.2, 1.0)), float(rng.uniform(0.02, 0.5))))
    ambient = rng.uniform(0.15, 0.8)
    total = ambient + sum(lamp.strength * float(lamp.towards[2]) for lamp in lamps)
    scale = rng.uniform(0.75, 1.1) / total
    return [Light(lamp.towards, lamp.strength * scale, lamp.softness) for lamp in lamps], float(
        ambient * scale
    )


def _shadow(mask: F32, foot: NDArray[np.float64], up: F32, lamp: Light, size: float, strength: float) -> None:
    """Darkens `mask` (H, W) where a cube standing at `foot` keeps this lamp off the table."""
    # The shadow of a point at height h lies at foot + h (up - towards / (towards . up)).
    along = float(lamp.towards @ up)
    if along < 0.15:
        return
    slide = up - lamp.towards / along
    corners = np.concatenate([foot, foot + size * 0.92 * slide[:2]])
    hull = cv2.convexHull(corners.astype(np.float32))
    x0, y0 = np.floor(hull.min((0, 1)) - size).astype(int)
    x1, y1 = np.ceil(hull.max((0, 1)) + size).astype(int)
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, mask.shape[1]), min(y1, mask.shape[0])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    patch = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillConvexPoly(patch, np.round((hull - (x0, y0)) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), max(0.6, lamp.softness * size * 0.6)), np.float32)
    mask[y0:y1, x0:x1] *= 1 - strength * patch


def _spots(rng: Rng, size: float, count: int, spread: float) -> list[tuple[float, float]]:
    """Places for dice that do not run into each other; many touch."""
    middle = rng.uniform(0.25, 0.75, 2) * SCENE
    found: list[tuple[float, float]] = []
    gap = rng.choice([1.0, 1.1, 1.3])
    for _ in range(count * 30):
        if len(found) == count:
            break
        if found and rng.random() < 0.35:  # against another die
            way, far = rng.uniform(0, 2 * math.pi), size * rng.uniform(1.0, 1.25)
            base = found[int(rng.integers(len(found)))]
            x, y = base[0] + far * math.cos(way), base[1] + far * math.sin(way)
        else:
            x, y = middle + rng.normal(0, spread, 2) * SCENE
        if not (-0.2 * size < x < SCENE + 0.2 * size and -0.2 * size < y < SCENE + 0.2 * size):
            continue
        if all((x - a) ** 2 + (y - b) ** 2 > (gap * size) ** 2 for a, b in found):
            found.append((x, y))
    return found


def _view(rng: Rng) -> tuple[F32, float]:
    """The table's upward direction in the camera's frame at the scene's middle (x, y), and its change a
    pixel."""
    if rng.random() < 0.72:
        lean, way = rng.uniform(0, 0.68), rng.uniform(0, 2 * math.pi)
        flat = np.array([lean * math.cos(way), lean * math.sin(way)], np.float32)
    else:  # somebody holds the camera at an angle: up is up in the picture
        lean, way = rng.uniform(0.4, 0.85), rng.normal(0, 0.25)
        flat = np.array([lean * math.sin(way), -lean * math.cos(way)], np.float32)
    return flat, float(rng.uniform(0.0, 1 / 900))


@dataclass(frozen=True)
class Laid:
    """A die as it lies: its make, value and top face, how it is turned and what is up there, its edge in
    pixels and its centre."""

    die: Make
    value: int
    face: int
    turn: F32
    up: F32
    size: float
    x: float
    y: float
    tilt: float


def _lay(rng: Rng, size: float, count: int, leaning: bool) -> list[Laid]:
    """Dice on the table, the farthest from the camera's side first; some lean, a few lie on others.
    `leaning`: half of them lean."""
    flat, change = _view(rng)
    # With chance of its own: grounds and clutter stay those that they were.
    own = rng.spawn(1)[0]
    makes = [odd(make(rng), own) for _ in range(int(rng.choice([1, 1, 2, 5])))]
    cocked_share = 0.5 if leaning else rng.choice([0, 0, 0.15, 0.5])
    stacked_share = 0.08 if rng.random() < 0.3 else 0.0
    laid = []
    for x, y in sorted(_spots(rng, size, count, rng.uniform(0.12, 0.45)), key=lambda s: s[1]):
        s = size * (rng.uniform(0.97, 1.03) if len(makes) == 1 else rng.uniform(0.8, 1.0))
        up_flat = flat + (np.array([x, y], np.float32) - SCENE / 2) * change
        up_flat = up_flat * min(1.0, 0.9 / max(float(np.linalg.norm(up_flat)), 1e-6))
        up = np.array([*up_flat, math.sqrt(1 - float(up_flat @ up_flat))], np.float32)
        laid.append(_drop(rng, makes, cocked_share, up, s, x, y))
        if rng.random() < stacked_share:
            aside = rng.normal(0, 0.2, 2) * s
            on_it = (x + up[0] * s + aside[0], y + up[1] * s + aside[1])
            laid.append(_drop(rng, makes, 0.3, up, s * 1.02, *on_it))
    return laid


def _drop(rng: Rng, makes: list[Make], cocked_share: float, up: F32, size: float, x: float, y: float) -> Laid:
    die = makes[int(rng.integers(len(makes)))]
    value = int(rng.choice(die.values))
    turn = facing(die.values, value, rng)
    tilt = 0.0
    if rng.random() < cocked_share:
        # Those that lean least are the hardest to tell from upright ones.
        tilt = float(rng.uniform(5, 20) if rng.random() < 0.4 else rng.uniform(9, 44))
        way, lean = rng.uniform(0, 2 * math.pi), math.sin(math.radians(tilt))
        off = [lean * math.cos(way), lean * math.sin(way), math.cos(math.radians(tilt))]
        turn = tilt_towards(np.array(off, np.float32)) @ turn
    return Laid(die, value, die.values.index(value), tilt_towards(up) @ turn, up, size, x, y, tilt)


def _shadows(rng: Rng, laid: list[Laid], lamps: list[Light], ambient: float) -> F32:
    """How much light is left on the table beside the dice, (SCENE, SCENE) 0-1."""
    light = np.ones((SCENE, SCENE), np.float32)
    for k in laid:
        # The square on which the die stands, as far as its turn matters.
        side_a = np.array([1, 0, 0], np.float32) - k.up * k.up[0]
        side_a /= np.linalg.norm(side_a)
        side_b = np.cross(k.up, side_a)
        corners = rng.uniform(0, math.pi / 2) + np.arange(4) * math.pi / 2
        square = np.cos(corners)[:, None] * side_a[:2] + np.sin(corners)[:, None] * side_b[:2]
        foot = np.array([k.x, k.y]) - k.up[:2] * k.size / 2 + 0.62 * k.size * square
        for lamp in lamps:
            share = lamp.strength * float(lamp.towards @ k.up)
            _shadow(light, foot, k.up, lamp, k.size, min(0.85, share * rng.uniform(0.7, 1.0)))
        _shadow(light, foot, k.up, Light(k.up, 1.0, 0.45), k.size, 0.5 * ambient)
    return light


def _draw_all(
    picture: F32, laid: list[Laid], lamps: list[Light], ambient: float, rng: Rng
) -> tuple[NDArray[np.int32], F32, list[float]]:
    """Draws the dice into `picture`. Which die each pixel belongs to (-1: none), how much of it is a top
    face, and the area of every die's whole top face."""
    owner = np.full((SCENE, SCENE), -1, np.int32)
    tops = np.zeros((SCENE, SCENE), np.float32)
    whole: list[float] = []
    for i, k in enumerate(laid):
        half = math.ceil(0.92 * k.size) + 2
        ix, iy = math.floor(k.x), math.floor(k.y)
        drawn = draw(k.die, k.turn, k.face, k.size, (k.x - ix, k.y - iy), half, lamps, ambient, rng)
        whole.append(float(drawn.top.sum()))
        x0, y0 = max(0, ix - half), max(0, iy - half)
        x1, y1 = min(SCENE, ix + half), min(SCENE, iy + half)
        if x1 <= x0 or y1 <= y0:
            continue
        part = (slice(y0 - iy + half, y1 - iy + half), slice(x0 - ix + half, x1 - ix + half))
        here = (slice(y0, y1), slice(x0, x1))
        picture[here] = picture[here] * (1 - drawn.cover[part][..., None]) + drawn.bgr[part]
        mine = drawn.cover[part] > 0.5
        owner[here][mine] = i
        tops[here][mine] = drawn.top[part][mine]
    return owner, tops, whole


def scene(
    rng: Rng, backdrop: U8 | None = None, empty: bool = False, leaning: bool = False
) -> tuple[U8, list[Known]]:
    """A scene (SCENE, SCENE, 3) uint8 BGR and the dice in it. `backdrop`: a photograph without dice to lay
    them on. `leaning`: half of them lean."""
    lamps, ambient = _lamps(rng)
    size = float(np.exp(rng.uniform(math.log(17), math.log(62))))
    if backdrop is None:
        picture = ground(rng, SCENE)
    else:
        picture = np.asarray(cv2.resize(backdrop, (SCENE, SCENE)), np.float32) / np.float32(255)
    litter(picture, rng, size)
    count = 0 if empty else min(int(rng.choice([1, 2, 4, 6, 8, 12, 18])), int(0.28 * (SCENE / size) ** 2))
    laid = _lay(rng, size, count, leaning)
    picture *= _shadows(rng, laid, lamps, ambient)[..., None]
    owner, tops, whole = _draw_all(picture, laid, lamps, ambient, rng)
    before = picture.copy()
    over_litter(picture, rng, size, crowded=bool(laid))
    untouched = np.abs(picture - before).max(2) < 1e-4
    known = []
    for i, k in enumerate(laid):
        left = float((tops * ((owner == i) & untouched)).sum()) / max(whole[i], 1.0)
        out = k.turn[:, k.face // 2] * (1 - 2 * (k.face % 2))  # the top face's normal
        # Drawn with pixels' corners at whole numbers, told with their centres there.
        x, y = float(k.x + out[0] * k.size / 2 - 0.5), float(k.y + out[1] * k.size / 2 - 0.5)
        known.append(Known(k.value, x, y, k.size, (float(-out[0]), float(-out[1])), min(left, 1.0), k.tilt))
    done = (np.clip(picture, 0, 1) * 255).astype(np.uint8)
    return _stretched(done, known, rng) if rng.random() < 0.25 else (done, known)


def _stretched(picture: U8, known: list[Known], rng: Rng) -> tuple[U8, list[Known]]:
    """The scene as some programs keep pictures: wider or higher than it was. A die's side is then the mean of
    its two."""
    wide, high = (rng.uniform(1.03, 1.4), 1.0) if rng.random() < 0.5 else (1.0, rng.uniform(1.03, 1.4))
    size = (round(SCENE * wide), round(SCENE * high))
    left, top = (size[0] - SCENE) // 2, (size[1] - SCENE) // 2
    big = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    mean = math.sqrt(wide * high)
    moved = [
        replace(
            k,
            x=(k.x + 0.5) * wide - 0.5 - left,
            y=(k.y + 0.5) * high - 0.5 - top,
            size=k.size * mean,
            down=(k.down[0] * wide / mean, k.down[1] * high / mean),
        )
        for k in known
    ]
    here = [k for k in moved if -k.size < k.x < SCENE + k.size and -k.size < k.y < SCENE + k.size]
    return np.ascontiguousarray(big[top : top + SCENE, left : left + SCENE]), here
