"""What stands about traced dice: the table, its lamps and windows, cups, coins, pawns, pens, fingers."""

from __future__ import annotations

import math
from typing import Any

import cv2
import mitsuba as mi  # type: ignore[import-not-found]
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.brush import any_colour, grain
from vision.training.scenes.clutter import ground, litter

Rng = np.random.Generator
U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Shapes = dict[str, Any]

CLOTH = 640  # pixels of the picture that lies on the table


def _rgb(colour: F32) -> Any:
    return {"type": "rgb", "value": [float(v) for v in (colour[::-1].astype(np.float64) ** 2.2)]}


def _stuff(rng: Rng, colour: F32) -> Any:
    """What a thing of that colour is made of."""
    pick = rng.random()
    if pick < 0.4:
        return {"type": "diffuse", "reflectance": _rgb(colour)}
    rough = float(rng.uniform(0.05, 0.5))
    metal = float(rng.random() < 0.2)
    return {"type": "principled", "base_color": _rgb(colour), "roughness": rough, "metallic": metal}


def table(rng: Rng, wide: float, backdrop: U8 | None) -> Shapes:
    """The table top; `wide`: how much of it a picture shows, in edges of a die. `backdrop`: what is to lie on
    it, a square picture, instead of a cloth of our own with flat things on it."""
    if backdrop is None:
        picture = ground(rng, CLOTH)
        litter(picture, rng, CLOTH / wide)
    else:
        picture = np.asarray(cv2.resize(backdrop, (CLOTH, CLOTH)), np.float32) / np.float32(255)
    sheet = mi.Bitmap(np.ascontiguousarray((picture[..., ::-1].clip(0, 1) * 255).astype(np.uint8)))
    far = 12.0  # of what is seen, until the room begins
    laid = mi.ScalarTransform4f().scale([far, far, 1])
    paint = {"type": "bitmap", "bitmap": sheet, "wrap_mode": "mirror", "to_uv": laid}
    pick = rng.random()
    stuff: Any = {"type": "diffuse", "reflectance": paint}
    if pick < 0.45:
        rough = float(rng.uniform(0.12, 0.6))
        stuff = {"type": "principled", "base_color": paint, "roughness": rough, "specular": 0.5}
    reach = far * wide / 2
    moved = mi.ScalarTransform4f().rotate([0, 0, 1], float(rng.uniform(0, 360))).scale([reach, reach, 1])
    return {"table": {"type": "rectangle", "to_world": moved, "bsdf": stuff}}


def light(rng: Rng, wide: float) -> Shapes:
    """A room's light from all about, and lamps in it. `wide`: how much of the table a picture shows."""
    high, long = 48, 96
    up = np.linspace(1, -1, high)[:, None]
    sky = np.zeros((high, long, 3), np.float32)
    sky += _warm(rng) * (rng.uniform(0.05, 0.6) * (0.6 + 0.4 * up)[..., None])
    sky *= 1 + 0.3 * grain(rng, long, 12)[:high, :, None]
    azimuth, height = np.meshgrid(np.arange(long), np.arange(high))
    for _ in range(int(rng.choice([0, 1, 1, 2, 3]))):  # windows and bright ceilings
        x, y = rng.uniform(0, long), rng.uniform(0, high * 0.45)
        w, h = rng.uniform(2, 14), rng.uniform(2, 9)
        away = np.abs((azimuth - x + long / 2) % long - long / 2)
        inside = 1 / (1 + np.exp(-4 * (w - away))) / (1 + np.exp(-4 * (h - np.abs(height - y))))
        sky += inside[..., None].astype(np.float32) * _warm(rng) * rng.uniform(1, 12)
    turned = mi.ScalarTransform4f().rotate([0, 0, 1], float(rng.uniform(0, 360))).rotate([1, 0, 0], 90)
    sheet = mi.Bitmap(np.ascontiguousarray(sky[..., ::-1].clip(0.002, 60)))
    lit: Shapes = {"room": {"type": "envmap", "bitmap": sheet, "to_world": turned}}
    for k in range(int(rng.choice([0, 1, 1, 2, 3]))):
        above, way = rng.uniform(0.2, 1) ** 0.5, rng.uniform(0, 2 * math.pi)
        flat = math.sqrt(1 - above**2)
        far = wide * rng.uniform(0.7, 3)
        at = [far * flat * math.cos(way), far * flat * math.sin(way), far * above]
        radius = far * rng.uniform(0.01, 0.12)
        bright = rng.uniform(0.3, 3) * (far / radius) ** 2 / 3
        glow = {"type": "area", "radiance": _rgb_linear(_warm(rng) * np.float32(bright))}
        lit[f"lamp{k}"] = {"type": "sphere", "center": at, "radius": float(radius), "emitter": glow}
    return lit


def _rgb_linear(colour: F32) -> Any:
    return {"type": "rgb", "value": [float(v) for v in colour[::-1]]}


def _warm(rng: Rng) -> F32:
    """The colour of a light, BGR, from a cold sky to a bulb."""
    warm = rng.normal(0, 0.35)
    return np.array([math.exp(-warm), 1.0, math.exp(0.6 * warm)], np.float32)


def _rod(name: str, a: F64, b: F64, radius: float, stuff: Any, ends: bool = True) -> Shapes:
    """A rod with round ends."""
    rod: Shapes = {
        name: {"type": "cylinder", "p0": a.tolist(), "p1": b.tolist(), "radius": radius, "bsdf": stuff}
    }
    if ends:
        for end, at in (("a", a), ("b", b)):
            rod[name + end] = {"type": "sphere", "center": at.tolist(), "radius": radius, "bsdf": stuff}
    return rod


def _disc(at: F64, radius: float, stuff: Any) -> Any:
    moved = mi.ScalarTransform4f().translate(at.tolist()).scale([radius, radius, 1])
    return {"type": "disk", "to_world": moved, "bsdf": stuff}


def _pot(name: str, at: F64, radius: float, tall: float, stuff: Any) -> Shapes:
    """A cylinder that stands: a coin, a counter, a cup upside down."""
    foot, top = np.array([*at, 0.0]), np.array([*at, tall])
    rod = _rod(name, foot, top, radius, {"type": "twosided", "bsdf": stuff}, ends=False)
    return {**rod, name + "top": _disc(top, radius, {"type": "twosided", "bsdf": stuff})}


def things(rng: Rng, wide: float, dice: list[F64]) -> Shapes:
    """Things that stand on the table, and fingers and cups over it. `dice`: where dice stand (x, y)."""
    found: Shapes = {}
    count = int(rng.choice([0, 0, 1, 2, 4, 8]))
    for k in range(count):
        at, stuff = rng.uniform(-0.6, 0.6, 2) * wide, _stuff(rng, any_colour(rng))
        if any(np.hypot(*(at - d)) < 1.6 for d in dice):
            continue
        pick = int(rng.integers(0, 6))
        if pick <= 1:
            found |= _pot(f"coin{k}", at, float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.06, 0.3)), stuff)
        elif pick == 2:
            radius = float(rng.uniform(0.2, 0.6))
            middle = [*at.tolist(), radius]
            found[f"marble{k}"] = {"type": "sphere", "center": middle, "radius": radius, "bsdf": stuff}
        elif pick == 3:
            way, radius = rng.uniform(0, 2 * math.pi), float(rng.uniform(0.1, 0.25))
            reach = rng.uniform(2, 6) * np.array([math.cos(way), math.sin(way), 0.0])
            a = np.array([*at, radius])
            if all(_clear_of(a[:2], (a + reach)[:2], d) > 1.3 for d in dice):
                found |= _rod(f"pen{k}", a, a + reach, radius, stuff)
        elif pick == 4:
            turned = (
                mi.ScalarTransform4f()
                .translate([*at.tolist(), 0.45])
                .rotate([0, 0, 1], float(rng.uniform(0, 90)))
                .scale([float(v) for v in rng.uniform(0.3, 0.8, 2)] + [0.45])
            )
            found[f"block{k}"] = {"type": "cube", "to_world": turned, "bsdf": stuff}
        else:
            found |= _pot(f"pawn{k}", at, 0.4, 0.15, stuff)
            found |= _rod(f"neck{k}", np.array([*at, 0.1]), np.array([*at, 0.9]), 0.17, stuff)
            ball = {"type": "sphere", "center": [*at.tolist(), 1.1], "radius": 0.33, "bsdf": stuff}
            found[f"head{k}"] = ball
    if dice and rng.random() < 0.25:
        found |= _over(rng, dice)
    if rng.random() < 0.1:
        found |= _tray(rng, wide)
    return found


def _clear_of(a: F64, b: F64, at: F64) -> float:
    """How far `at` is from the way from a to b."""
    share = np.clip(((at - a) @ (b - a)) / ((b - a) @ (b - a)), 0, 1)
    return float(np.hypot(*(a + share * (b - a) - at)))


def _over(rng: Rng, dice: list[F64]) -> Shapes:
    """A cup beside the dice, or fingers over them."""
    at = dice[int(rng.integers(len(dice)))] + rng.normal(0, 1.2, 2)
    if rng.random() < 0.4:
        while any(np.hypot(*(at - d)) < 2.6 for d in dice):
            at = at + rng.normal(0, 0.8, 2)
        tall = float(rng.uniform(2.5, 5))
        return _pot("cup", at, float(rng.uniform(1.5, 1.9)), tall, _stuff(rng, any_colour(rng)))
    skin = np.array([0.45, 0.58, 0.8], np.float32) * np.float32(rng.uniform(0.35, 1.1))
    stuff = {"type": "principled", "base_color": _rgb(skin), "roughness": 0.6}
    hand: Shapes = {}
    way, high = rng.uniform(0, 2 * math.pi), rng.uniform(1.3, 2.2)
    for k in range(int(rng.integers(1, 5))):
        aim = way + 0.25 * k
        tip = np.array([*(at + 0.9 * k * np.array([-math.sin(way), math.cos(way)])), high])
        palm = tip + rng.uniform(4, 6) * np.array([math.cos(aim), math.sin(aim), 0.3])
        hand |= _rod(f"finger{k}", tip, palm, float(rng.uniform(0.4, 0.55)), stuff)
    return hand


def _tray(rng: Rng, wide: float) -> Shapes:
    """The walls of a dice tray."""
    stuff, far = _stuff(rng, any_colour(rng)), wide * rng.uniform(0.38, 0.6)
    tall, turn = float(rng.uniform(0.6, 2.5)), float(rng.uniform(0, 90))
    walls: Shapes = {}
    for k in range(4):
        moved = (
            mi.ScalarTransform4f()
            .rotate([0, 0, 1], turn + 90 * k)
            .translate([far, 0, tall / 2])
            .scale([0.3, far + 0.3, tall / 2])
        )
        walls[f"wall{k}"] = {"type": "cube", "to_world": moved, "bsdf": stuff}
    return walls
