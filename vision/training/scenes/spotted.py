"""Draws what bears pips and is no die: cards and sheets with rows of them, dominoes, counters, cloths.

A reader that looks only at the pips takes them for dice; what lies around the pips says that they are not."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.brush import any_colour, grain, paint, ring, shade_under, write
from vision.training.scenes.clutter import ground

Rng = np.random.Generator
F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_DICE_LIKE: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)


def spotted_ground(rng: Rng, side: int) -> U8:
    """A ground (side, side, 3) uint8 BGR on which things with pips lie; no die among them. The pips lie as
    far apart as on dice of 20 to 110 pixels."""
    img = _spotted_cloth(rng, side) if rng.random() < 0.2 else ground(rng, side)
    face = math.exp(rng.uniform(math.log(20), math.log(110)))
    most = max(2, min(12, int(0.12 * (side / face) ** 2)))
    draw = (_card, _card, _sheet, _domino, _counter)[int(rng.integers(0, 5))]
    for _ in range(int(rng.integers(1, most + 1))):
        if rng.random() < 0.2:
            draw = (_card, _sheet, _domino, _counter)[int(rng.integers(0, 4))]
        draw(img, rng, rng.uniform(0.05, 0.95, 2) * side, face * rng.uniform(0.85, 1.15))
    return np.asarray(np.clip(img, 0, 1) * 255, np.uint8)


def _frame(rng: Rng) -> F64:
    turn = rng.uniform(0, 2 * math.pi)
    return np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])


def _rounded(half: F64, corner: float) -> F64:
    """The outline of a rectangle with round corners, (n, 2) about its middle."""
    points = []
    for k, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        way = k * math.pi / 2 + np.linspace(0, math.pi / 2, 6)
        points.append(np.array([x, y]) * (half - corner) + corner * np.stack([np.cos(way), np.sin(way)], 1))
    return np.concatenate(points)


def _paper(img: F32, rng: Rng, at: F64, half: F64, frame: F64, corner: float) -> F32:
    """Lays a sheet or tile and gives a colour for ink on it."""
    outline = np.round(at + _rounded(half, corner) @ frame.T).astype(np.int32)
    shade_under(img, outline, rng, float(half.min()) * rng.uniform(0.03, 0.15), rng.uniform(0.1, 0.5))
    light = rng.random() < 0.7
    paper = any_colour(rng, 0.75, 1) if light else any_colour(rng, 0.05, 0.6)
    if light and rng.random() < 0.6:
        paper = np.full(3, rng.uniform(0.8, 1), np.float32)
    paint(img, outline, paper, rng, 0.06)
    ink = any_colour(rng, 0.02, 0.35) if light else any_colour(rng, 0.75, 1)
    return np.asarray(np.array([0.1, 0.1, 0.8], np.float32) if light and rng.random() < 0.3 else ink)


def _pips(img: F32, rng: Rng, at: F64, places: F64, frame: F64, radius: float, ink: F32) -> None:
    """Prints one spot at each of `places`: round as a pip mostly, sometimes a lozenge or a heart's blob."""
    flat = 1.0 if rng.random() < 0.7 else rng.uniform(0.55, 0.9)
    turn = math.atan2(frame[1, 0], frame[0, 0])
    for place in places:
        spot = at + frame @ place
        if rng.random() < 0.5 or radius < 3:
            centre = (int(spot[0] * 16), int(spot[1] * 16))
            axes = (max(16, int(radius * 16)), max(14, int(radius * flat * 16)))
            cv2.ellipse(img, centre, axes, math.degrees(turn), 0, 360, ink.tolist(), -1, cv2.LINE_AA, 4)
        else:
            paint(img, ring(spot, max(1.0, radius), flat, turn), ink, rng, 0.05)


def _pattern(rng: Rng) -> F64:
    return np.array(_DICE_LIKE[int(rng.integers(0, 6))])


def _card(img: F32, rng: Rng, at: F64, face: float) -> None:
    """A card with pips in columns as playing cards have them, or as one die shows them in its middle."""
    frame = _frame(rng)
    apart = face * rng.uniform(0.23, 0.33)  # half of the way between opposite corner pips of such a die
    like_a_die = rng.random() < 0.35
    if like_a_die:
        places = _pattern(rng) * apart
        half = np.array([1, rng.uniform(1.2, 1.6)]) * face * rng.uniform(0.9, 1.6)
    else:
        rows, stretch = int(rng.integers(2, 5)), rng.uniform(0.8, 1.5)
        columns = [(-1, rows), (1, rows)] if rng.random() < 0.8 else [(-1, rows), (0, rows), (1, rows)]
        middle = rng.choice([0, 0, 1, 2])
        tall = (rows - 1) * apart * stretch
        places = np.array(
            [(x * apart, y) for x, n in columns for y in np.linspace(-tall, tall, n)]
            + [(0.0, tall * y) for y in ((), (0.0,), (-0.6, 0.6))[int(middle)]]
        )
        half = np.array([apart * rng.uniform(1.5, 2.2), tall + apart * rng.uniform(0.8, 1.8)])
    ink = _paper(img, rng, at, half, frame, float(half[0]) * rng.uniform(0.03, 0.2))
    if rng.random() < 0.3:
        line = np.round(at + _rounded(half * 0.93, float(half[0]) * 0.1) @ frame.T).astype(np.int32)
        cv2.polylines(img, [line], True, ink.tolist(), 1, cv2.LINE_AA)
    _pips(img, rng, at, places, frame, face * rng.uniform(0.06, 0.12), ink)
    if rng.random() < 0.6:
        spot = at + frame @ (half * (-0.9, -0.72))
        text = str(rng.choice(list("23456789AKQJ")))
        write(img, text, (int(spot[0]), int(spot[1])), cv2.FONT_HERSHEY_SIMPLEX, face / 90, ink.tolist(), 1)


def _sheet(img: F32, rng: Rng, at: F64, face: float) -> None:
    """A large sheet with heaps of pips all over: a score pad, a rule sheet, a map's dots."""
    frame = _frame(rng)
    half = face * rng.uniform(1.6, 3.5, 2)
    ink = _paper(img, rng, at, half, frame, 2.0)
    apart, radius = face * rng.uniform(0.2, 0.33), face * rng.uniform(0.05, 0.12)
    pitch = face * rng.uniform(0.95, 1.6)
    same = rng.random() < 0.3
    kept = _pattern(rng)
    for x in np.arange(-half[0] + 0.7 * face, half[0] - 0.6 * face, pitch):
        for y in np.arange(-half[1] + 0.7 * face, half[1] - 0.6 * face, pitch):
            heap = kept if same else _pattern(rng)
            if rng.random() < 0.8:
                _pips(img, rng, at + frame @ np.array([x, y]), heap * apart, frame, radius, ink)
            elif rng.random() < 0.5:
                spot = at + frame @ np.array([x, y])
                text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTU"), int(rng.integers(2, 7))))
                where = (int(spot[0]), int(spot[1]))
                write(img, text, where, cv2.FONT_HERSHEY_SIMPLEX, face / 90, ink.tolist(), 1)


def _domino(img: F32, rng: Rng, at: F64, face: float) -> None:
    """A domino: two heaps of pips and a line between on one long tile."""
    frame = _frame(rng)
    half = np.array([0.5, 1.0]) * face * rng.uniform(0.95, 1.15)
    ink = _paper(img, rng, at, half, frame, face * rng.uniform(0.02, 0.12))
    apart, radius = face * rng.uniform(0.22, 0.3), face * rng.uniform(0.06, 0.11)
    for y in (-0.5, 0.5):
        middle = at + frame @ np.array([0, y * half[1]])
        if rng.random() < 0.9:
            _pips(img, rng, middle, _pattern(rng) * apart, frame, radius, ink)
    ends = [
        tuple((at + frame @ np.array([x, 0])).round().astype(int).tolist()) for x in (-0.4 * face, 0.4 * face)
    ]
    cv2.line(img, ends[0], ends[1], ink.tolist(), max(1, round(face * 0.03)), cv2.LINE_AA)


def _counter(img: F32, rng: Rng, at: F64, face: float) -> None:
    """A round counter, chip or button that bears pips."""
    frame = _frame(rng)
    radius = face * rng.uniform(0.55, 0.9)
    ink = _paper(img, rng, at, np.array([radius, radius]), frame, radius * 0.999)
    if rng.random() < 0.5:
        paint_ring = np.round(at + _rounded(np.full(2, radius * 0.85), radius * 0.849) @ frame.T)
        cv2.polylines(img, [paint_ring.astype(np.int32)], True, ink.tolist(), 1, cv2.LINE_AA)
    _pips(
        img, rng, at, _pattern(rng) * face * rng.uniform(0.2, 0.3), frame, face * rng.uniform(0.06, 0.12), ink
    )


def _spotted_cloth(rng: Rng, side: int) -> F32:
    """A cloth all over in spots, in rows, staggered or strewn."""
    img = np.broadcast_to(any_colour(rng, 0.05, 0.95), (side, side, 3)).copy()
    pitch = math.exp(rng.uniform(math.log(8), math.log(60)))
    radius, ink, strewn = pitch * rng.uniform(0.12, 0.38), any_colour(rng), rng.choice([0, 0, 0.1, 0.35])
    staggered, frame = rng.random() < 0.6, _frame(rng)
    many = math.ceil(0.75 * side / pitch)
    for row in range(-many, many + 1):
        for column in range(-many, many + 1):
            place = np.array([column + (0.5 if staggered and row % 2 else 0), row]) * pitch
            spot = side / 2 + frame @ (place + rng.normal(0, 1, 2) * strewn * pitch)
            centre = (int(spot[0] * 16), int(spot[1] * 16))
            cv2.circle(img, centre, max(16, int(radius * 16)), ink.tolist(), -1, cv2.LINE_AA, 4)
    img *= (1 + grain(rng, side, rng.uniform(1, 40)) * rng.uniform(0, 0.1))[..., None]
    return np.clip(img, 0.01, 1)
