"""Traces the light of a table with known dice, for what drawn scenes only pretend: dents that cast shade,
lamps that mirror in faces, colours that a cloth throws on a die, clear and metal dice.

Needs `pip install mitsuba pyoidn`; a scene takes a few seconds on one core."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import mitsuba as mi  # type: ignore[import-not-found]
import numpy as np
import pyoidn  # type: ignore[import-not-found]
from numpy.typing import NDArray

from vision.training.scenes.brush import any_colour
from vision.training.scenes.die_make import Make, make
from vision.training.scenes.die_odd import odd
from vision.training.scenes.die_picture import facing, tilt_towards
from vision.training.scenes.scene import SCENE, Known
from vision.training.scenes.traced_die import ON_TOP, Body, body, material, shape, top_share
from vision.training.scenes.traced_room import light, table, things

mi.set_variant("scalar_rgb")  # before anything of mitsuba's is made

Rng = np.random.Generator
U8 = NDArray[np.uint8]
F64 = NDArray[np.float64]

RAYS = 4  # a pixel; what noise they leave is taken out


@dataclass(frozen=True)
class View:
    """Where the camera stands: its place, its axes (right, up, forward) as rows, its focal length in
    pixels."""

    place: F64
    axes: F64
    focal: float

    def seen(self, places: F64) -> F64:
        """The pixels (n, 2) of places (n, 3); pixel centres are at whole numbers."""
        right, up, forward = ((places - self.place) @ self.axes.T).T
        middle = SCENE / 2 - 0.5
        return np.stack([middle + self.focal * right / forward, middle - self.focal * up / forward], 1)

    def on_table(self, x: float, y: float, height: float) -> F64:
        """The place at this height that is seen at a pixel."""
        middle = SCENE / 2 - 0.5
        ray = np.array([(x - middle) / self.focal, (middle - y) / self.focal, 1.0]) @ self.axes
        return np.asarray(self.place + ray * (height - self.place[2]) / ray[2])

    def sensor(self, rng: Rng) -> Any:
        wide = 2 * math.degrees(math.atan(SCENE / 2 / self.focal))
        aim = self.place + self.axes[2]
        stands = mi.ScalarTransform4f().look_at(self.place.tolist(), aim.tolist(), self.axes[1].tolist())
        said = {"type": "perspective", "fov": wide, "to_world": stands}
        if rng.random() < 0.15:
            far = float(np.linalg.norm(self.place))
            said |= {"type": "thinlens", "aperture_radius": far * float(rng.uniform(0.003, 0.015))}
            said["focus_distance"] = far * float(rng.uniform(0.9, 1.1))
        film = {"type": "hdrfilm", "width": SCENE, "height": SCENE, "rfilter": {"type": "box"}}
        return said | {"film": film, "sampler": {"type": "independent"}}


@dataclass(frozen=True)
class Stood:
    """A die as it stands: what it is, which face is up, how it is turned (3, 3), where its middle is."""

    make: int
    value: int
    face: int
    turn: F64
    middle: F64
    edge: float
    tilt: float

    def top(self) -> F64:
        """The way out of its top face."""
        return np.asarray(self.turn[:, self.face // 2] * (1 - 2 * (self.face % 2)))


def view_of(rng: Rng, size: float) -> View:
    """A camera that sees a die in the middle of the table `size` pixels wide."""
    focal = SCENE / 2 / math.tan(rng.uniform(0.2, 0.62))
    oblique = rng.random() < 0.3
    lean = rng.uniform(0.4, 0.85) if oblique else rng.uniform(0, 0.68) * rng.uniform(0.3, 1)
    way = rng.uniform(0, 2 * math.pi)
    back = np.array([lean * math.cos(way), lean * math.sin(way), math.sqrt(1 - lean**2)])
    # Somebody who holds the camera at an angle has up in the picture up.
    roll = way + math.pi + rng.normal(0, 0.25) if oblique else rng.uniform(0, 2 * math.pi)
    ahead = np.array([math.cos(roll), math.sin(roll), 0.0])
    right = np.cross(-back, ahead)
    right /= np.linalg.norm(right)
    return View(back * focal / size, np.stack([right, np.cross(right, -back), -back]), focal)


def _stand(rng: Rng, view: View, size: float, makes: list[Make], count: int, leaning: bool) -> list[Stood]:
    """Dice on the table that do not run into each other; many touch, some lean, a few lie on others."""
    stood: list[Stood] = []
    squares: list[Any] = []
    middle, spread = rng.uniform(0.25, 0.75, 2) * SCENE, rng.uniform(0.12, 0.45) * SCENE
    cocked = 0.5 if leaning else rng.choice([0, 0, 0.15, 0.5])
    stacked = 0.08 if rng.random() < 0.3 else 0.0
    for _ in range(count * 20):
        if len(stood) >= count:
            break
        turn = rng.uniform(0, 2 * math.pi)
        if squares and rng.random() < 0.4:  # against another
            (x, y), _size, degrees = squares[int(rng.integers(len(squares)))]
            turn = math.radians(degrees) + math.pi / 2 * int(rng.integers(4))
            along, aside = rng.uniform(1.0, 1.12), rng.uniform(-0.6, 0.6)
            x += along * math.cos(turn) - aside * math.sin(turn)
            y += along * math.sin(turn) + aside * math.cos(turn)
        else:
            px, py = middle + rng.normal(0, 1, 2) * spread
            x, y, _z = view.on_table(px, py, 0.5)
        px, py = view.seen(np.array([[x, y, 0.5]]))[0]
        if not (-0.2 * size < px < SCENE + 0.2 * size and -0.2 * size < py < SCENE + 0.2 * size):
            continue
        tilt = 0.0
        if rng.random() < cocked:
            tilt = float(rng.uniform(5, 20) if rng.random() < 0.4 else rng.uniform(9, 44))
        wide = 1.0 + 0.7 * math.sin(math.radians(tilt))
        square = ((float(x), float(y)), (0.985 * wide, 0.985 * wide), math.degrees(turn))
        if any(cv2.rotatedRectangleIntersection(square, other)[0] for other in squares):
            continue
        squares.append(square)
        stood.append(_one(rng, makes, np.array([x, y]), 0.0, turn, tilt))
        if rng.random() < stacked and tilt == 0:
            below = stood[-1]
            at = np.array([x, y]) + rng.normal(0, 0.2, 2)
            stood.append(_one(rng, makes, at, below.edge, rng.uniform(0, 2 * math.pi), 0.0))
    return stood


def _one(rng: Rng, makes: list[Make], at: F64, height: float, turn: float, tilt: float) -> Stood:
    which = int(rng.integers(len(makes)))
    value = int(rng.choice(makes[which].values))
    face = makes[which].values.index(value)
    c, s = math.cos(turn), math.sin(turn)
    # Square to `turn`, whichever of its four ways it looks.
    base = np.asarray(facing(makes[which].values, value, rng), np.float64)
    square = np.round(np.linalg.inv(_spin(base)) @ base)
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ square
    if tilt:
        way, lean = rng.uniform(0, 2 * math.pi), math.sin(math.radians(tilt))
        off = np.array([lean * math.cos(way), lean * math.sin(way), math.cos(math.radians(tilt))])
        turned = np.asarray(tilt_towards(off.astype(np.float32)), np.float64) @ turned
    edge = 0.97 if len(makes) == 1 else float(rng.uniform(0.8, 0.97))
    # On its lowest edge or corner, which are round.
    rise = float(np.abs(turned[2]).sum()) / 2 * (1 - 0.06 * bool(tilt)) * edge
    return Stood(which, value, face, turned, np.array([*at, height + rise]), edge, tilt)


def _spin(turn: F64) -> F64:
    """The turn about the vertical that is in `turn`, which keeps an axis of the die vertical."""
    flat = next(row for row in turn.T if abs(row[2]) < 0.5)
    c, s = flat[0], flat[1]
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _pearly(die: Make, rng: Rng) -> Make:
    """The make, in a quarter of all cases of two colours that run into each other, with a gleam."""
    if rng.random() > 0.25:
        return die
    second = die.body * np.float32(rng.uniform(0.2, 2.5)) if rng.random() < 0.6 else any_colour(rng)
    swirl = float(rng.uniform(1, 5))
    return replace(die, second=np.clip(second, 0, 1), speckles=0.0, swirl=swirl, clear=0.0)


def traced(
    rng: Rng, backdrop: U8 | None = None, empty: bool = False, leaning: bool = False
) -> tuple[U8, list[Known]]:
    """A scene (SCENE, SCENE, 3) uint8 BGR and the dice in it, as `scene.scene` gives them."""
    size = float(np.exp(rng.uniform(math.log(17), math.log(62))))
    view = view_of(rng, size)
    wide = SCENE / size
    count = 0 if empty else min(int(rng.choice([2, 5, 8, 12, 18, 26])), int(0.3 * wide**2))
    makes = [_pearly(odd(make(rng), rng), rng) for _ in range(int(rng.choice([1, 1, 2, 5])))]
    stood = _stand(rng, view, size, makes, count, leaning)
    scene: dict[str, Any] = {"type": "scene"}
    bodies = [body(m, rng) for m in makes]
    stuffs = [mi.load_dict(material(m, rng)) for m in makes]
    for k, die in enumerate(stood):
        scene[f"die{k}"] = shape(bodies[die.make], die.turn, die.middle, die.edge, stuffs[die.make])
    scene |= table(rng, wide, backdrop) | light(rng, wide)
    scene |= things(rng, wide, [die.middle[:2] for die in stood])
    layers = {"type": "aov", "aovs": "paint:albedo,way:sh_normal", "img": {"type": "path", "max_depth": 6}}
    loaded = mi.load_dict(scene | {"sensor": view.sensor(rng), "integrator": layers})
    seed = int(rng.integers(1 << 30))
    told = np.array(mi.render(loaded, spp=RAYS, seed=seed), np.float32)
    clean = pyoidn.denoise(
        np.ascontiguousarray(told[..., :3]),
        albedo=np.ascontiguousarray(told[..., 3:6].clip(0, 1)),
        normal=np.ascontiguousarray(told[..., 6:9]),
        hdr=True,
    )
    known = _known(stood, bodies, view, _shown(loaded, stood, seed))
    return _exposed(np.asarray(clean), rng), known


def _shown(loaded: Any, stood: list[Stood], seed: int) -> list[float]:
    """How many pixels of every die's top face are seen."""
    if not stood:
        return []
    which = mi.load_dict({"type": "aov", "aovs": "which:shape_index,at:position"})
    told = np.array(mi.render(loaded, spp=1, seed=seed, integrator=which), np.float64)
    told = told[..., -4:]
    numbers = {one.id(): number for number, one in enumerate(loaded.shapes(), 1)}
    found = []
    for k, die in enumerate(stood):
        own = told[np.abs(told[..., 0] - numbers[f"die{k}"]) < 0.01][:, 1:]
        found.append(float((((own - die.middle) @ die.top()) > ON_TOP * die.edge).sum()))
    return found


def _known(stood: list[Stood], bodies: list[Body], view: View, shown: list[float]) -> list[Known]:
    known = []
    for die, pixels in zip(stood, shown, strict=True):
        top, half = die.top(), die.edge / 2
        ends = np.stack([die.middle + half * top, die.middle - half * top])
        (x, y), (bx, by) = view.seen(ends)
        size = view.focal * die.edge / float((ends[0] - view.place) @ view.axes[2])
        own_top = np.zeros(3)
        own_top[die.face // 2] = 1 - 2 * (die.face % 2)
        whole = top_share(bodies[die.make], die.turn, die.middle, die.edge, view.seen, own_top)
        down = ((bx - x) / size, (by - y) / size)
        known.append(Known(die.value, x, y, size, down, min(1.0, pixels / max(whole, 1.0)), die.tilt))
    return known


def _exposed(light: NDArray[np.float32], rng: Rng) -> U8:
    """What a camera makes of the light: mostly well exposed, RGB to BGR."""
    bright = float(np.quantile(light.mean(2), rng.uniform(0.9, 0.99)))
    x = light[..., ::-1] * (math.exp(rng.uniform(math.log(0.25), math.log(1.0))) / max(bright, 1e-5))
    if rng.random() < 0.5:  # highlights that are drawn in, as phones do
        most = rng.uniform(1.5, 4)
        x = x * (1 + x / most**2) / (1 + 0.6 * x)
    x = np.clip(x, 0, 1)
    toned = np.where(x < 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    return np.asarray(toned * 255, np.uint8)
