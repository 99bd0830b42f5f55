"""Compares a card as it is seen with a face, place by place: where they agree, and where they do not."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.references import BLOCK, F32, F64, WHITE, Level, boxed, moments

Blocks = NDArray[np.bool_]

_STEP = 8  # pixels from block to block
_FLOOR = 0.012  # difference of colours, squared and summed over BGR, that light alone makes
_FAINT, _STRONG = 0.6, 1.7  # how much more or less contrast a block may have
_LIGHT = 2.0  # of three: how little the brightness of a whole block counts, beside its colour
_BALANCE = 1.25  # by how much a channel may be brighter or darker than the others
_TINGE = 0.03  # difference of colours, squared, at which a block is another picture for that alone
_CHROMA = np.array([(0, -1, 1), (1, -0.5, -0.5)], np.float32)
_SHIFTS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
_FORGIVEN = 0.03
_SMOOTH = 2.5  # eighths of the longer side
_DAZZLED = 0.3  # of a block's pixels


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """`gap` (r, c): how much each block of the card differs from the face: 0 alike, 1 and more another
    picture. `detail`: how much there is to see in the face's block, `seen` in the card's. `dazzled`: where
    the card is too bright for anything to be seen."""

    gap: F32
    detail: F32
    seen: F32
    dazzled: Blocks


def agreement(card: F32, level: Level) -> Agreement:
    """Compares (h, w, 3) float32 BGR 0-1, upright at the level's size, with the level's face."""
    face = level.picture
    lit = lit_as(card, level)
    rows, columns = _grid(*level.shape)
    at = np.ix_(rows, columns)
    detail = level.moments[0][at]
    seen, mean_seen = (part[at] for part in moments(lit))
    apart: F32 | None = None
    for dx, dy in _SHIFTS:
        # The face moved by a pixel, so that the card's block meets the face's a pixel beside it.
        high, wide = level.shape
        moved = np.zeros_like(face)
        moved[max(dy, 0) : high + min(dy, 0), max(dx, 0) : wide + min(dx, 0)] = face[
            max(-dy, 0) : high + min(-dy, 0), max(-dx, 0) : wide + min(-dx, 0)
        ]
        there = np.ix_(rows - dy, columns - dx)
        var, mean_moved = level.moments[0][there], level.moments[1][there]
        common = boxed(np.einsum("ijk,ijk->ij", lit, moved))[at] - (mean_seen * mean_moved).sum(2)
        gain = np.clip(common / (var + _FLOOR / 4), _FAINT, _STRONG)
        rest = np.maximum(seen - 2 * gain * common + gain * gain * var, 0)
        tint = mean_seen - mean_moved
        rest += (tint * tint).sum(2) - _LIGHT * tint.mean(2) ** 2
        rest /= 0.5 * (gain * gain * var + seen) + _FLOOR
        apart = rest if apart is None else np.minimum(apart, rest)
    assert apart is not None
    apart = np.maximum(apart, boxed(_off_colour(lit, face, level.weight))[at] / _TINGE)
    white = boxed((card.min(axis=2) > WHITE).astype(np.float32))[at]
    dazzled = white > np.maximum(_DAZZLED, 2 * level.white[at])
    return Agreement(apart, detail, seen, dazzled)


def lit_as(card: F32, level: Level) -> F32:
    """The card under the face's light: a gain a channel, a shade that changes slowly over the card, a bent
    tone and an offset; what differs much counts less. All that is found out at half the size."""
    high, wide = level.shape
    small = (wide // 2, high // 2)
    face, weight = level.half
    part = np.asarray(cv2.resize(card, small, interpolation=cv2.INTER_AREA), np.float32)
    bright = face.sum(2)
    inside = weight > 0
    ratio = float(np.median(bright[inside] / np.maximum(part.sum(2)[inside], 0.02)))
    gain = np.float32(min(max(ratio, 0.25), 5.0))
    lit, part = card * gain, part * gain
    for _ in range(2):
        away = part - face
        trust = weight / (1 + np.einsum("ijk,ijk->ij", away, away) / _FORGIVEN) ** 2
        shade = _shade(part.sum(2), bright, trust)
        part *= np.asarray(cv2.resize(shade, small), np.float32)[..., None]
        lit *= np.asarray(cv2.resize(shade, (wide, high)), np.float32)[..., None]
        middle, power, goal = _curve(part, face, trust)
        part, lit = (np.power(np.maximum(one, 0.03) / middle, power) * goal for one in (part, lit))
        scale, offset = _tone(part, face, trust)
        part, lit = (one * scale + offset for one in (part, lit))
    return np.asarray(lit, np.float32)


def _shade(card: F32, face: F32, weight: F32) -> F32:
    """By how much the light on the face is more than that on the card, a small smooth picture."""
    high, wide = card.shape
    small = (max(4, wide // 4), max(4, high // 4))
    sums = [
        cv2.GaussianBlur(cv2.resize(part * weight, small, interpolation=cv2.INTER_AREA), (0, 0), _SMOOTH)
        for part in (card, face, np.ones_like(card))
    ]
    # Where nothing fits the light is taken to be as it is on average.
    common = sums[1].sum() / max(float(sums[0].sum()), 1e-6)
    held = 0.1 * float(sums[0].mean())
    field = (sums[1] + held * common) / (sums[0] + held)
    return np.asarray(np.clip(field, 0.6 * common, 1.7 * common), np.float32)


def _curve(part: F32, face: F32, weight: F32) -> tuple[np.float32, np.float32, np.float32]:
    """How tones are bent as by another exposure: x becomes (x / middle) ** power * goal."""
    card, goal, w = np.log(np.maximum(part, 0.03)), np.log(np.maximum(face, 0.03)), weight[..., None]
    total = 3 * float(w.sum()) + 1e-6
    mc, mg = float((w * card).sum()) / total, float((w * goal).sum()) / total
    spread = float((w * (card - mc) ** 2).sum()) / total
    goals = float((w * (goal - mg) ** 2).sum()) / total
    power = min(max(math.sqrt((goals + 0.03) / (spread + 0.03)), 0.6), 2.2)
    return np.float32(math.exp(mc)), np.float32(power), np.float32(math.exp(mg))


def _tone(part: F32, face: F32, weight: F32) -> tuple[F32, F32]:
    """A gain a channel and an offset, within what cameras do to the same card. The channels share their
    contrast: one of its own for each would turn one ink into another."""
    flat, goal, w = part.reshape(-1, 3), face.reshape(-1, 3), weight.ravel()
    total = float(w.sum()) + 1e-6
    ms, mf = w @ flat / total, w @ goal / total
    spread = float((w @ (flat - ms) ** 2).sum()) / total
    cross = float((w @ ((flat - ms) * (goal - mf))).sum()) / total
    # A card on which little varies says little about contrast: then it is left as it is.
    contrast = min(max((cross + 0.008) / (spread + 0.008), 0.7), 1.6)
    offset = min(max(float((mf - contrast * ms).mean()), -0.18), 0.12)
    balance = np.clip((mf - offset) / np.maximum(contrast * ms, 1e-3), 1 / _BALANCE, _BALANCE)
    return np.asarray(contrast * balance, np.float32), np.full(3, offset, np.float32)


def _off_colour(lit: F32, face: F32, weight: F32) -> F32:
    """How far the colours are apart at each pixel, squared, whatever their brightness."""
    card, goal = (
        np.asarray(cv2.GaussianBlur(cv2.transform(one, _CHROMA), (0, 0), 1.5)) for one in (lit, face)
    )
    away = card - goal
    trust = weight / (1 + np.einsum("ijk,ijk->ij", away, away) / _FORGIVEN) ** 2
    # An exposure makes all colours paler or deeper together.
    deep = float((trust * np.einsum("ijk,ijk->ij", card, goal)).sum()) + 1.0
    deep /= float((trust * np.einsum("ijk,ijk->ij", card, card)).sum()) + 1.0
    away = card * np.float32(min(max(deep, 0.7), 1.5)) - goal
    return np.asarray(np.einsum("ijk,ijk->ij", away, away), np.float32)


def centres(level: Level) -> F64:
    """The middles of the blocks in the card's unit coordinates, (r * c, 3), row by row."""
    rows, columns = _grid(*level.shape)
    x, y = np.meshgrid(columns, rows)
    pixels = np.stack([x.ravel(), y.ravel(), np.ones(x.size)], axis=1)
    return np.asarray(pixels @ level.to_unit.T)


def _grid(high: int, wide: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and columns of pixels about which blocks lie."""
    half = BLOCK // 2 + 3
    rows = np.linspace(half, high - 1 - half, max(2, round((high - 2 * half) / _STEP) + 1))
    columns = np.linspace(half, wide - 1 - half, max(2, round((wide - 2 * half) / _STEP) + 1))
    return rows.round().astype(np.int64), columns.round().astype(np.int64)
