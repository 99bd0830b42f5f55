"""Draws single things that lie on tables and are no dice: coins, cards, buttons, letters, keys, pens."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.brush import any_colour, paint, ring, shade_under, write

Rng = np.random.Generator
F32 = NDArray[np.float32]


def scribble(img: F32, rng: Rng, size: float) -> None:
    side = img.shape[0]
    at = (int(rng.integers(0, side)), int(rng.integers(0, side)))
    ink = any_colour(rng).tolist()
    kind = int(rng.integers(0, 5))
    if kind == 0:
        cv2.circle(img, at, max(1, int(size / 2)), ink, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
    elif kind == 1:
        end = (int(at[0] + rng.normal(0, size)), int(at[1] + rng.normal(0, size)))
        cv2.line(img, at, end, ink, int(rng.integers(1, 5)), cv2.LINE_AA)
    elif kind == 2:
        text = "".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), int(rng.integers(1, 8))))
        write(img, text, at, cv2.FONT_HERSHEY_SIMPLEX, size / 30, ink, int(rng.integers(1, 3)))
    else:
        shape = (np.array(at) + rng.normal(0, size / 2, (int(rng.integers(3, 7)), 2))).astype(np.int32)
        cv2.fillPoly(img, [shape], ink, cv2.LINE_AA)


def coin(img: F32, rng: Rng, at: NDArray[np.float64], radius: float) -> None:
    metal = rng.random() < 0.5
    ink = (
        np.array([rng.uniform(0.2, 0.75), rng.uniform(0.5, 0.8), rng.uniform(0.6, 0.9)], np.float32)
        if metal
        else any_colour(rng)
    )
    shade_under(img, ring(at, radius), rng, radius * 0.15, 0.35)
    paint(img, ring(at, radius), ink, rng, 0.25)
    marks = int(rng.integers(0, 6))
    dark = ink * rng.uniform(0.3, 1.5)
    if marks == 1:
        cv2.polylines(img, [ring(at, radius * 0.82)], True, dark.tolist(), 1, cv2.LINE_AA)
    elif marks == 2:
        text = str(rng.choice(list("0123456789AKQJ")))
        where = (int(at[0] - radius * 0.4), int(at[1] + radius * 0.4))
        write(img, text, where, cv2.FONT_HERSHEY_DUPLEX, radius / 15, dark.tolist(), 1)
    elif marks == 3:  # the bust on a coin
        for _ in range(4):
            spot = at + rng.normal(0, radius * 0.25, 2)
            paint(
                img,
                ring(spot, radius * rng.uniform(0.1, 0.4), rng.uniform(0.4, 1), rng.uniform(0, 3)),
                dark,
                rng,
            )
    elif marks == 4:  # a button with holes, a counter with one spot
        holes = int(rng.choice([1, 2, 4]))
        for k in range(holes):
            way = 2 * math.pi * k / holes
            far = 0 if holes == 1 else radius * 0.3
            spot = at + far * np.array([math.cos(way), math.sin(way)])
            paint(img, ring(spot, max(1.0, radius * rng.uniform(0.1, 0.3))), dark, rng)


def card(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A playing card: corners with rank and suit, pips in rows."""
    width = size * rng.uniform(2.5, 5)
    height = width * rng.uniform(1.3, 1.55)
    turn = rng.uniform(0, 2 * math.pi)
    c, s = math.cos(turn), math.sin(turn)
    frame = np.array([[c, -s], [s, c]])
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    outline = np.round(at + corner @ frame.T).astype(np.int32)
    shade_under(img, outline, rng, size * 0.1, 0.3)
    paper = np.full(3, rng.uniform(0.8, 1), np.float32) if rng.random() < 0.75 else any_colour(rng)
    paint(img, outline, paper, rng, 0.05)
    ink = np.array([0.1, 0.1, 0.8], np.float32) if rng.random() < 0.5 else np.full(3, 0.08, np.float32)
    for px in (-0.55, 0.0, 0.55):
        for py in np.linspace(-0.7, 0.7, int(rng.integers(2, 5))):
            if rng.random() < 0.68:
                spot = at + frame @ np.array([px * width / 2, py * height / 2])
                radius = max(1.0, width * 0.07)
                paint(img, ring(spot, radius, rng.uniform(0.6, 1), turn), ink, rng)
    text = str(rng.choice(list("23456789AKQJ")))
    spot = at + frame @ np.array([-0.82 * width / 2, -0.8 * height / 2])
    write(img, text, (int(spot[0]), int(spot[1])), cv2.FONT_HERSHEY_SIMPLEX, width / 120, ink.tolist(), 1)


def marker(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A printed square marker, or a board's field: dark and light squares."""
    cells, pitch = int(rng.integers(3, 8)), size * rng.uniform(0.2, 0.7)
    turn = rng.uniform(0, math.pi / 2)
    frame = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    light, dark = any_colour(rng, 0.7, 1), any_colour(rng, 0.0, 0.3)
    for i in range(cells):
        for j in range(cells):
            square = np.array([[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]]) * pitch - cells * pitch / 2
            ink = light if i in (0, cells - 1) or j in (0, cells - 1) or rng.random() < 0.4 else dark
            paint(img, np.round(at + square @ frame.T).astype(np.int32), ink, rng, 0.02)


def block(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A cube or brick without pips, an eraser, a tile, a sweet."""
    turn = rng.uniform(0, math.pi)
    frame = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    half = size * rng.uniform(0.35, 1.3, 2)
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    lower = np.round(at + corner @ frame.T).astype(np.int32)
    upper = lower + rng.normal(0, size * 0.2, 2).astype(np.int32)
    ink = any_colour(rng)
    shade_under(img, lower, rng, size * 0.2, 0.4)
    paint(img, np.asarray(cv2.convexHull(np.concatenate([lower, upper]))[:, 0], np.int32), ink * 0.7, rng)
    paint(img, upper, ink, rng)


def pen(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A pencil, a stick, a cable: long and thin, with another colour at its end."""
    way, long, thick = (
        rng.uniform(0, 2 * math.pi),
        size * rng.uniform(3, 9),
        max(1.0, size * rng.uniform(0.1, 0.4)),
    )
    end = at + long * np.array([math.cos(way), math.sin(way)])
    outline = np.asarray(cv2.convexHull(np.concatenate([ring(at, thick), ring(end, thick)]))[:, 0], np.int32)
    shade_under(img, outline, rng, thick * 0.5, 0.4)
    paint(img, outline, any_colour(rng), rng, 0.3)
    tip = np.concatenate([ring(end, thick), ring(at + (end - at) * rng.uniform(0.8, 0.95), thick)])
    paint(img, np.asarray(cv2.convexHull(tip)[:, 0], np.int32), any_colour(rng), rng, 0.3)


def ball(img: F32, rng: Rng, at: NDArray[np.float64], radius: float) -> None:
    """A magnet, a bead, a pawn from above: round, bright on one side, with a shine."""
    ink = any_colour(rng)
    shade_under(img, ring(at, radius), rng, radius * 0.4, 0.5)
    paint(img, ring(at, radius), ink * 0.7, rng, 0.3)
    aside = rng.normal(0, radius * 0.15, 2)
    paint(img, ring(at + aside, radius * rng.uniform(0.5, 0.85)), ink, rng, 0.2)
    if rng.random() < 0.6:
        paint(
            img, ring(at + 2 * aside, max(1.0, radius * rng.uniform(0.1, 0.25))), np.ones(3, np.float32), rng
        )


def key(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A key, a ring, a washer: a hole in something flat, perhaps with a blade."""
    ink, radius = any_colour(rng, 0.3, 0.9), size * rng.uniform(0.3, 0.8)
    if rng.random() < 0.6:
        way = rng.uniform(0, 2 * math.pi)
        end = at + 3 * radius * np.array([math.cos(way), math.sin(way)])
        blade = np.concatenate([ring(at, radius * 0.25), ring(end, radius * 0.2)])
        paint(img, np.asarray(cv2.convexHull(blade)[:, 0], np.int32), ink, rng, 0.2)
    shade_under(img, ring(at, radius), rng, radius * 0.1, 0.3)
    paint(img, ring(at, radius, rng.uniform(0.7, 1)), ink, rng, 0.3)
    hole = at + rng.normal(0, radius * 0.1, 2)
    paint(img, ring(hole, max(1.0, radius * rng.uniform(0.2, 0.6))), any_colour(rng), rng, 0.1)


def tray(img: F32, rng: Rng) -> None:
    """The walls of a tray or a box's lid about the middle: long straight edges, light and dark."""
    side = img.shape[0]
    half = side * rng.uniform(0.25, 0.48, 2)
    centre, turn = side / 2 + rng.normal(0, side * 0.05, 2), rng.normal(0, 0.2)
    frame = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    corners = centre + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ frame.T
    inner = centre + (corners - centre) * rng.uniform(0.8, 0.97)
    for i in range(4):
        wall = np.array([corners[i], corners[(i + 1) % 4], inner[(i + 1) % 4], inner[i]])
        paint(img, np.round(wall).astype(np.int32), any_colour(rng), rng, 0.2)
