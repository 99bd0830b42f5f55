"""Draws what lies on a table besides dice: cloths, coins, cards, buttons, letters, cups, hands."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
F32 = NDArray[np.float32]


def any_colour(rng: Rng, low: float = 0.03, high: float = 1.0) -> F32:
    """A colour of things, BGR 0-1; half of them muted."""
    saturation = rng.uniform(0, 0.3) if rng.random() < 0.5 else rng.uniform(0.3, 1)
    pixel = np.array([[[rng.uniform(0, 360), saturation, rng.uniform(low, high)]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def grain(rng: Rng, side: int, coarse: float, stretch: float = 1.0) -> F32:
    """Smooth noise (side, side), mean 0, deviation 1, with features of about `coarse` pixels."""
    h, w = max(3, int(side / coarse)), max(3, int(side / (coarse * stretch)))
    small = rng.normal(0, 1, (h, w)).astype(np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def ground(rng: Rng, side: int) -> F32:
    """A table top or cloth, (side, side, 3) BGR 0-1."""
    base = any_colour(rng, 0.06, 0.95)
    if rng.random() < 0.35:
        base = np.full(3, rng.uniform(0.05, 0.95), np.float32) * rng.uniform(0.92, 1.0, 3).astype(np.float32)
    img = np.broadcast_to(base, (side, side, 3)).copy()
    kind = int(rng.integers(0, 8))
    if kind == 1:  # wood
        tone = 0.5 * grain(rng, side, rng.uniform(2, 6), rng.uniform(8, 40)) + 0.5 * grain(rng, side, 20, 8)
        img *= 1 + rng.uniform(0.04, 0.2) * tone[..., None]
    elif kind == 2:  # checks
        pitch, other = rng.uniform(18, 120), any_colour(rng)
        y, x = np.mgrid[0:side, 0:side].astype(np.float32)
        a = rng.uniform(0, math.pi)
        u, v = x * math.cos(a) + y * math.sin(a), -x * math.sin(a) + y * math.cos(a)
        weave = 0.5 * ((u // pitch) % 2 + (v // pitch) % 2)[..., None]
        img = img * (1 - weave) + other * weave
    elif kind == 3:  # spots
        other, pitch, radius = any_colour(rng), rng.uniform(12, 70), rng.uniform(0.1, 0.4)
        for gy in np.arange(0, side + pitch, pitch):
            for gx in np.arange(0, side + pitch, pitch):
                cx = gx + (pitch / 2 if round(gy / pitch) % 2 else 0)
                centre = (int(cx * 16), int(gy * 16))
                cv2.circle(img, centre, int(pitch * radius * 16), other.tolist(), -1, cv2.LINE_AA, 4)
    elif kind == 4:  # stripes
        other, pitch = any_colour(rng), rng.uniform(6, 80)
        x = np.arange(side, dtype=np.float32)
        band = ((x // pitch) % 2)[None, :, None]
        img = np.asarray(img * (1 - band) + other * band, np.float32)
    elif kind == 5:  # weave or carpet
        tone = grain(rng, side, rng.uniform(1.5, 5)) * rng.uniform(0.05, 0.25)
        img *= 1 + tone[..., None]
    elif kind == 6:  # a printed surface
        for _ in range(int(rng.integers(10, 60))):
            _scribble(img, rng, rng.uniform(5, 60))
    img *= (
        1
        + (grain(rng, side, 1) * rng.uniform(0, 0.05) + grain(rng, side, 40) * rng.uniform(0, 0.05))[
            ..., None
        ]
    )
    if rng.random() < 0.5:
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.45)
        img = cv2.warpAffine(img, turn, (side, side), borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    return np.clip(img, 0.01, 1)


def _write(
    img: F32, text: str, at: tuple[int, int], font: int, scale: float, ink: list[float], thick: int
) -> None:
    mask = np.zeros(img.shape[:2], np.uint8)
    cv2.putText(mask, text, at, font, scale, 255, thick, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(mask)
    if w and h:
        part, cover = img[y : y + h, x : x + w], (mask[y : y + h, x : x + w, None] / 255).astype(np.float32)
        part[:] = part * (1 - cover) + np.array(ink, np.float32) * cover


def _scribble(img: F32, rng: Rng, size: float) -> None:
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
        _write(img, text, at, cv2.FONT_HERSHEY_SIMPLEX, size / 30, ink, int(rng.integers(1, 3)))
    else:
        shape = (np.array(at) + rng.normal(0, size / 2, (int(rng.integers(3, 7)), 2))).astype(np.int32)
        cv2.fillPoly(img, [shape], ink, cv2.LINE_AA)


def _shade_under(img: F32, outline: NDArray[np.int32], rng: Rng, reach: float, strength: float) -> None:
    mask = np.zeros(img.shape[:2], np.float32)
    cv2.fillPoly(mask, [outline + rng.normal(0, reach, 2).astype(np.int32)], 1.0)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.8, reach)), np.float32)
    img *= 1 - strength * mask[..., None]


def _ring(at: NDArray[np.float64], radius: float, flat: float = 1.0, turn: float = 0.0) -> NDArray[np.int32]:
    t = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    x, y = radius * np.cos(t), radius * flat * np.sin(t)
    c, s = math.cos(turn), math.sin(turn)
    return np.round(np.stack([at[0] + c * x - s * y, at[1] + s * x + c * y], 1)).astype(np.int32)


def _paint(img: F32, outline: NDArray[np.int32], ink: F32, rng: Rng, bend: float = 0.15) -> None:
    """Fills an outline with a colour that changes slowly, as a lit thing does."""
    x0, y0 = np.maximum(outline.min(0) - 2, 0)
    x1, y1 = np.minimum(outline.max(0) + 3, img.shape[1::-1])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillPoly(mask, [outline - (x0, y0)], 1.0, cv2.LINE_AA)
    gx, gy = rng.normal(0, bend, 2)
    tone = 1 + gx * np.linspace(-1, 1, x1 - x0)[None, :] + gy * np.linspace(-1, 1, y1 - y0)[:, None]
    fill = ink * np.asarray(tone, np.float32)[..., None]
    part = img[y0:y1, x0:x1]
    part[:] = part * (1 - mask[..., None]) + np.clip(fill, 0, 1) * mask[..., None]


def _coin(img: F32, rng: Rng, at: NDArray[np.float64], radius: float) -> None:
    metal = rng.random() < 0.5
    ink = (
        np.array([rng.uniform(0.2, 0.75), rng.uniform(0.5, 0.8), rng.uniform(0.6, 0.9)], np.float32)
        if metal
        else any_colour(rng)
    )
    _shade_under(img, _ring(at, radius), rng, radius * 0.15, 0.35)
    _paint(img, _ring(at, radius), ink, rng, 0.25)
    marks = int(rng.integers(0, 6))
    dark = ink * rng.uniform(0.3, 1.5)
    if marks == 1:
        cv2.polylines(img, [_ring(at, radius * 0.82)], True, dark.tolist(), 1, cv2.LINE_AA)
    elif marks == 2:
        text = str(rng.choice(list("0123456789AKQJ")))
        where = (int(at[0] - radius * 0.4), int(at[1] + radius * 0.4))
        _write(img, text, where, cv2.FONT_HERSHEY_DUPLEX, radius / 15, dark.tolist(), 1)
    elif marks == 3:  # the bust on a coin
        for _ in range(4):
            spot = at + rng.normal(0, radius * 0.25, 2)
            _paint(
                img,
                _ring(spot, radius * rng.uniform(0.1, 0.4), rng.uniform(0.4, 1), rng.uniform(0, 3)),
                dark,
                rng,
            )
    elif marks == 4:  # a button with holes, a counter with one spot
        holes = int(rng.choice([1, 2, 4]))
        for k in range(holes):
            way = 2 * math.pi * k / holes
            far = 0 if holes == 1 else radius * 0.3
            spot = at + far * np.array([math.cos(way), math.sin(way)])
            _paint(img, _ring(spot, max(1.0, radius * rng.uniform(0.1, 0.3))), dark, rng)


def _card(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A playing card: corners with rank and suit, pips in rows."""
    width = size * rng.uniform(2.5, 5)
    height = width * rng.uniform(1.3, 1.55)
    turn = rng.uniform(0, 2 * math.pi)
    c, s = math.cos(turn), math.sin(turn)
    frame = np.array([[c, -s], [s, c]])
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    outline = np.round(at + corner @ frame.T).astype(np.int32)
    _shade_under(img, outline, rng, size * 0.1, 0.3)
    paper = np.full(3, rng.uniform(0.8, 1), np.float32) if rng.random() < 0.75 else any_colour(rng)
    _paint(img, outline, paper, rng, 0.05)
    ink = np.array([0.1, 0.1, 0.8], np.float32) if rng.random() < 0.5 else np.full(3, 0.08, np.float32)
    for px in (-0.55, 0.0, 0.55):
        for py in np.linspace(-0.7, 0.7, int(rng.integers(2, 5))):
            if rng.random() < 0.68:
                spot = at + frame @ np.array([px * width / 2, py * height / 2])
                radius = max(1.0, width * 0.07)
                _paint(img, _ring(spot, radius, rng.uniform(0.6, 1), turn), ink, rng)
    text = str(rng.choice(list("23456789AKQJ")))
    spot = at + frame @ np.array([-0.82 * width / 2, -0.8 * height / 2])
    _write(img, text, (int(spot[0]), int(spot[1])), cv2.FONT_HERSHEY_SIMPLEX, width / 120, ink.tolist(), 1)


def _marker(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A printed square marker, or a board's field: dark and light squares."""
    cells, pitch = int(rng.integers(3, 8)), size * rng.uniform(0.2, 0.7)
    turn = rng.uniform(0, math.pi / 2)
    frame = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    light, dark = any_colour(rng, 0.7, 1), any_colour(rng, 0.0, 0.3)
    for i in range(cells):
        for j in range(cells):
            square = np.array([[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]]) * pitch - cells * pitch / 2
            ink = light if i in (0, cells - 1) or j in (0, cells - 1) or rng.random() < 0.4 else dark
            _paint(img, np.round(at + square @ frame.T).astype(np.int32), ink, rng, 0.02)


def _block(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A cube or brick without pips, an eraser, a tile, a sweet."""
    turn = rng.uniform(0, math.pi)
    frame = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    half = size * rng.uniform(0.35, 1.3, 2)
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    lower = np.round(at + corner @ frame.T).astype(np.int32)
    upper = lower + rng.normal(0, size * 0.2, 2).astype(np.int32)
    ink = any_colour(rng)
    _shade_under(img, lower, rng, size * 0.2, 0.4)
    _paint(img, np.asarray(cv2.convexHull(np.concatenate([lower, upper]))[:, 0], np.int32), ink * 0.7, rng)
    _paint(img, upper, ink, rng)


def _pen(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A pencil, a stick, a cable: long and thin, with another colour at its end."""
    way, long, thick = (
        rng.uniform(0, 2 * math.pi),
        size * rng.uniform(3, 9),
        max(1.0, size * rng.uniform(0.1, 0.4)),
    )
    end = at + long * np.array([math.cos(way), math.sin(way)])
    outline = np.asarray(
        cv2.convexHull(np.concatenate([_ring(at, thick), _ring(end, thick)]))[:, 0], np.int32
    )
    _shade_under(img, outline, rng, thick * 0.5, 0.4)
    _paint(img, outline, any_colour(rng), rng, 0.3)
    tip = np.concatenate([_ring(end, thick), _ring(at + (end - at) * rng.uniform(0.8, 0.95), thick)])
    _paint(img, np.asarray(cv2.convexHull(tip)[:, 0], np.int32), any_colour(rng), rng, 0.3)


def _ball(img: F32, rng: Rng, at: NDArray[np.float64], radius: float) -> None:
    """A magnet, a bead, a pawn from above: round, bright on one side, with a shine."""
    ink = any_colour(rng)
    _shade_under(img, _ring(at, radius), rng, radius * 0.4, 0.5)
    _paint(img, _ring(at, radius), ink * 0.7, rng, 0.3)
    aside = rng.normal(0, radius * 0.15, 2)
    _paint(img, _ring(at + aside, radius * rng.uniform(0.5, 0.85)), ink, rng, 0.2)
    if rng.random() < 0.6:
        _paint(
            img, _ring(at + 2 * aside, max(1.0, radius * rng.uniform(0.1, 0.25))), np.ones(3, np.float32), rng
        )


def _key(img: F32, rng: Rng, at: NDArray[np.float64], size: float) -> None:
    """A key, a ring, a washer: a hole in something flat, perhaps with a blade."""
    ink, radius = any_colour(rng, 0.3, 0.9), size * rng.uniform(0.3, 0.8)
    if rng.random() < 0.6:
        way = rng.uniform(0, 2 * math.pi)
        end = at + 3 * radius * np.array([math.cos(way), math.sin(way)])
        blade = np.concatenate([_ring(at, radius * 0.25), _ring(end, radius * 0.2)])
        _paint(img, np.asarray(cv2.convexHull(blade)[:, 0], np.int32), ink, rng, 0.2)
    _shade_under(img, _ring(at, radius), rng, radius * 0.1, 0.3)
    _paint(img, _ring(at, radius, rng.uniform(0.7, 1)), ink, rng, 0.3)
    hole = at + rng.normal(0, radius * 0.1, 2)
    _paint(img, _ring(hole, max(1.0, radius * rng.uniform(0.2, 0.6))), any_colour(rng), rng, 0.1)


def _tray(img: F32, rng: Rng) -> None:
    """The walls of a tray or a box's lid about the middle: long straight edges, light and dark."""
    side = img.shape[0]
    half = side * rng.uniform(0.25, 0.48, 2)
    centre, turn = side / 2 + rng.normal(0, side * 0.05, 2), rng.normal(0, 0.2)
    frame = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    corners = centre + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ frame.T
    inner = centre + (corners - centre) * rng.uniform(0.8, 0.97)
    for i in range(4):
        wall = np.array([corners[i], corners[(i + 1) % 4], inner[(i + 1) % 4], inner[i]])
        _paint(img, np.round(wall).astype(np.int32), any_colour(rng), rng, 0.2)


def litter(img: F32, rng: Rng, size: float) -> None:
    """Lays things without pips of dice on the table, in place. `size`: of a die, in pixels."""
    side = img.shape[0]
    if rng.random() < 0.12:
        _tray(img, rng)
    for _ in range(int(rng.choice([0, 1, 3, 8, 16]))):
        at = rng.uniform(0, side, 2)
        kind = int(rng.integers(0, 14))
        if kind < 4:
            _coin(img, rng, at, size * rng.uniform(0.12, 1.1))
        elif kind < 6:
            _card(img, rng, at, size)
        elif kind == 6:
            _marker(img, rng, at, size)
        elif kind == 7:
            _block(img, rng, at, size)
        elif kind == 8:
            _pen(img, rng, at, size)
        elif kind == 9:
            _key(img, rng, at, size)
        elif kind < 12:
            _ball(img, rng, at, size * rng.uniform(0.12, 0.7))
        else:
            _scribble(img, rng, size * rng.uniform(0.3, 2))


def over_litter(img: F32, rng: Rng, size: float, crowded: bool) -> None:
    """Lays cups, hands and cards over whatever is there, in place."""
    side = img.shape[0]
    if rng.random() < 0.68:
        return
    for _ in range(int(rng.choice([1, 1, 2]))):
        at = rng.uniform(-0.05, 1.05, 2) * side
        kind = int(rng.integers(0, 4))
        if kind == 0:  # a cup, from above or lying
            ink, radius = any_colour(rng), size * rng.uniform(1.6, 3)
            lean = rng.normal(0, size * 1.5, 2)
            body = np.concatenate([_ring(at, radius), _ring(at + lean, radius * rng.uniform(0.7, 1))])
            outline = np.asarray(cv2.convexHull(body)[:, 0], np.int32)
            _shade_under(img, outline, rng, size * 0.4, 0.5)
            _paint(img, outline, ink * rng.uniform(0.5, 0.9), rng, 0.3)
            _paint(img, _ring(at, radius), ink, rng, 0.2)
            if rng.random() < 0.4:
                _paint(img, _ring(at, radius * 0.85), ink * 0.3, rng, 0.4)
        elif kind == 1 and crowded:
            _card(img, rng, at, size)
        else:  # a hand: a palm with fingers
            skin = np.array([0.45, 0.58, 0.8], np.float32) * rng.uniform(0.35, 1.15)
            way = rng.uniform(0, 2 * math.pi)
            palm = min(size * rng.uniform(1.5, 3.2), side * 0.2)
            for spread in np.linspace(-0.5, 0.5, 4):
                tip = at + palm * rng.uniform(1.5, 2.3) * np.array(
                    [math.cos(way + spread), math.sin(way + spread)]
                )
                ends = np.concatenate([_ring(at, palm * 0.22), _ring(tip, palm * 0.18)])
                outline = np.asarray(cv2.convexHull(ends)[:, 0], np.int32)
                _shade_under(img, outline, rng, size * 0.2, 0.3)
                _paint(img, outline, skin, rng, 0.2)
            arm = np.concatenate(
                [_ring(at, palm), _ring(at - 6 * palm * np.array([math.cos(way), math.sin(way)]), palm)]
            )
            _paint(img, np.asarray(cv2.convexHull(arm)[:, 0], np.int32), skin, rng, 0.15)
