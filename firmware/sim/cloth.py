"""Draws what does not move: the table with its cloth and its markers, under the lamp."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from firmware.sim.eye import HEIGHT, WIDTH, eye_of
from firmware.sim.layout import Layout, Spot
from firmware.sim.light import lit
from firmware.sim.pose import Floats
from firmware.sim.sprite import Field, Picture, Sprite, lay, place_of
from firmware.sim.things import Cloth, ClothKind, Colour, Stand, Style

_GRAIN = 2.0  # texture pixels a millimetre
_FINE = 4  # markers are drawn so much larger and shrunk, for true edges
_BEYOND = 140.0  # millimetres of floor drawn round the table
_FLOOR: Colour = (52, 58, 66)


@lru_cache(maxsize=2)
def background(layout: Layout, style: Style, stand: Stand) -> Picture:
    """(1232, 1640, 3): the empty table. Not to be written to."""
    to_picture = eye_of(stand).homography()
    left, top = -layout.width / 2 - _BEYOND, -layout.depth / 2 - _BEYOND
    from_texture = np.array([[1 / _GRAIN, 0.0, left], [0.0, 1 / _GRAIN, top], [0.0, 0.0, 1.0]])
    picture = np.asarray(
        cv2.warpPerspective(
            _surface(layout, style.cloth),
            to_picture @ from_texture,
            (WIDTH, HEIGHT),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
    if style.markers:
        for number, spot in layout.markers:
            lay(picture, _lying_marker(number, spot, layout, to_picture))
    light = _light(style, stand)
    for channel in range(3):
        picture[..., channel] = cv2.multiply(
            np.ascontiguousarray(picture[..., channel]), light, dtype=cv2.CV_8U
        )
    picture.setflags(write=False)
    return picture


def _lying_marker(number: int, spot: Spot, layout: Layout, to_picture: Floats) -> Sprite:
    """A marker as it lies on the table, its upper side towards the table's upper edge."""
    printed = marker(layout.dictionary, number, layout.marker_border / layout.marker_side)
    reach = layout.marker_side / 2 + layout.marker_border
    scale = 2 * reach / printed.shape[0]
    place = np.array([[scale, 0.0, spot.x - reach], [0.0, scale, spot.y - reach], [0.0, 0.0, 1.0]])
    ends = np.array([(spot.x + dx * reach, spot.y + dy * reach, 1.0) for dx in (-1, 1) for dy in (-1, 1)])
    seen = ends @ to_picture.T
    x, y, width, height = place_of(seen[:, :2] / seen[:, 2:], margin=1)
    enlarge = np.array([[_FINE, 0.0, -x * _FINE], [0.0, _FINE, -y * _FINE], [0.0, 0.0, 1.0]])
    with_cover = cv2.cvtColor(printed, cv2.COLOR_BGR2BGRA)
    shape = (width * _FINE, height * _FINE)
    fine = cv2.warpPerspective(with_cover, enlarge @ to_picture @ place, shape, flags=cv2.INTER_LINEAR)
    small = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    return Sprite.of(x, y, small[..., :3], small[..., 3] / 255.0)


@lru_cache(maxsize=8)
def marker(dictionary: str, number: int, border: float) -> Picture:
    """One printed marker of an ArUco dictionary, with a white border that is `border` of its side wide."""
    side = 240
    white = round(side * border)
    codes = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    black = cv2.aruco.generateImageMarker(codes, number, side)
    framed = cv2.copyMakeBorder(black, white, white, white, white, cv2.BORDER_CONSTANT, value=(255.0,))
    ink = cv2.cvtColor(framed, cv2.COLOR_GRAY2BGR).astype(np.float32)
    return (22 + ink * (214 / 255)).astype(np.uint8)


def _light(style: Style, stand: Stand) -> Field:
    """(1232, 1640): brightness of each pixel of the cloth, with the lens's darker corners."""
    eye = eye_of(stand)
    step = 16
    xs, ys = np.arange(step / 2, WIDTH, step), np.arange(step / 2, HEIGHT, step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    rays = eye.rays(grid)
    points = eye.at + rays * (-eye.at[2] / rays[..., 2:])
    upward = np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape)
    light = lit(style.lamp, points, upward) * _corners(grid)
    return np.asarray(cv2.resize(light.astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR))


def _corners(pixels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    off = np.hypot(pixels[..., 0] - WIDTH / 2, pixels[..., 1] - HEIGHT / 2) / WIDTH
    result: npt.NDArray[np.float64] = 1.0 - 0.35 * off * off
    return result


@lru_cache(maxsize=1)
def _surface(layout: Layout, cloth: Cloth) -> Picture:
    """The table seen straight from above at `_GRAIN` pixels a millimetre, with floor around it."""
    width, depth = round(layout.width * _GRAIN), round(layout.depth * _GRAIN)
    rng = np.random.default_rng(cloth.seed)
    drawn = {
        ClothKind.FELT: _felt,
        ClothKind.WOOD: _wood,
        ClothKind.CHECK: _check,
        ClothKind.SPOTS: _spots,
        ClothKind.PAPER: _paper,
    }[cloth.kind](cloth, width, depth, rng)
    rim = round(_BEYOND * _GRAIN)
    size = (width + 2 * rim, depth + 2 * rim)
    coarse = 8
    floor = np.full((size[1] // coarse, size[0] // coarse, 3), _FLOOR, np.float32)
    floor += 6.0 * _clouds(rng, floor.shape[1], floor.shape[0], 8.0)[..., None]
    shadow = rim // coarse // 2  # the table's own, on the floor
    floor[shadow:-shadow, shadow:-shadow] *= 0.6
    soft = np.clip(cv2.blur(floor, (5, 5)), 0, 255).astype(np.uint8)
    ground = np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    ground[rim:-rim, rim:-rim] = drawn
    return ground


def _clouds(rng: np.random.Generator, width: int, depth: int, size: float, stretch: float = 1.0) -> Field:
    """(depth, width): smooth noise about 0 with features about `size` texture pixels large, `stretch`
    times as long along the table."""
    small = rng.standard_normal(
        (max(2, math.ceil(depth / size)) + 1, max(2, math.ceil(width / (size * stretch))) + 1)
    )
    return np.asarray(
        cv2.resize(small.astype(np.float32), (width, depth), interpolation=cv2.INTER_CUBIC), np.float32
    )


def _mix(low: Colour, high: Colour, share: Field) -> Picture:
    """(h, w, 3): `low` where share is 0, `high` where it is 1, and beyond."""
    steps = np.linspace(-1.0, 2.0, 256)[:, None]
    table = np.clip(np.array(low) + (np.array(high) - np.array(low)) * steps, 0, 255)
    index = np.clip((share + 1.0) * 85.0 + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([index] * 3), table.astype(np.uint8).reshape(1, 256, 3)), np.uint8)


def _felt(cloth: Cloth, width: int, depth: int, rng: np.random.Generator) -> Picture:
    share = 0.35 * _clouds(rng, width, depth, 2.0) + 0.25 * _clouds(rng, width, depth, 3.0, 3.0)
    share += 0.2 * _clouds(rng, width, depth, 180.0)
    return _mix(cloth.ground, cloth.pattern, np.clip(0.3 + 0.5 * share, -0.5, 1.5))


def _paper(cloth: Cloth, width: int, depth: int, rng: np.random.Generator) -> Picture:
    share = 0.2 * _clouds(rng, width, depth, 2.0) + 0.3 * _clouds(rng, width, depth, 240.0)
    return _mix(cloth.ground, cloth.pattern, np.clip(0.2 * share, -0.2, 1.0))


def _wood(cloth: Cloth, width: int, depth: int, rng: np.random.Generator) -> Picture:
    rings = _clouds(rng, width, depth, 90.0, 5.0) + 0.25 * _clouds(rng, width, depth, 14.0, 16.0)
    share = 0.5 + 0.3 * np.sin(rings * 7.0).astype(np.float32)
    share += 0.16 * _clouds(rng, width, depth, 2.0, 40.0) + 0.10 * _clouds(rng, width, depth, 3.0, 12.0)
    board = round(140 * _GRAIN)
    for top in range(0, depth, board):
        share[top : top + board] += 0.16 * float(rng.standard_normal())
        share[top : top + 3] += 0.55
    return _mix(cloth.ground, cloth.pattern, np.clip(share, -0.3, 1.3))


def _check(cloth: Cloth, width: int, depth: int, rng: np.random.Generator) -> Picture:
    band = cloth.scale * _GRAIN
    across = (np.arange(width) % (2 * band) < band).astype(np.float32)
    along = (np.arange(depth) % (2 * band) < band).astype(np.float32)
    share = 0.5 * (across[None, :] + along[:, None])
    share = np.asarray(cv2.blur(share, (3, 3)), np.float32) + 0.05 * _clouds(rng, width, depth, 2.0)
    return _mix(cloth.ground, cloth.pattern, share)


def _spots(cloth: Cloth, width: int, depth: int, rng: np.random.Generator) -> Picture:
    share = np.zeros((depth, width), np.float32)
    step = cloth.scale * _GRAIN
    for row, y in enumerate(np.arange(step / 2, depth, step)):
        for x in np.arange(step / 2 + (row % 2) * step / 2, width, step):
            size = float(rng.uniform(0.06, 0.26)) * step
            centre = (round(x + rng.uniform(-0.1, 0.1) * step), round(y + rng.uniform(-0.1, 0.1) * step))
            cv2.circle(share, centre, round(size), 1.0, -1, cv2.LINE_AA)
    share += 0.06 * _clouds(rng, width, depth, 2.0)
    return _mix(cloth.ground, cloth.pattern, share)
