"""Takes a card as it is seen into the light in which its face was taught."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.blocks import Blocked
from vision.cards.level import F32, F64

FORGIVEN = 0.03  # difference of colours, squared: what differs much more counts little
_BALANCE = 1.25  # by how much a channel may be brighter or darker than the others
_SMOOTH = 2.5  # eighths of the longer side
_DARK = 0.03  # of full brightness: the logarithm of anything darker is nothing but noise
_SUM = np.ones((1, 3), np.float32)
_GREY = np.full((3, 3), 1 / 3, np.float32)
_PALER, _DEEPER = 0.8, 1.6  # of the depth of all colours
_PALE = 0.15  # as FORGIVEN, of colours that are not as deep yet
BLOWN = 0.95  # of full brightness: a channel that says no more than that there was at least so much light
_UNBLOWN = 0.15  # of a card's pixels that must say more for the rest to be left out
_STEADY = 0.5  # pixels' worth of evidence that colours are right as they are


def lit_as(
    card: F32, face: Blocked, under: NDArray[np.bool_] | None = None, *, blown_too: bool = True
) -> F32:
    """The card, (h, w, 3) float32 BGR 0-1, under the face's light: a gain a channel, a shade that changes
    slowly over the card, a bent tone and an offset; what differs much counts less, and what is as bright as
    the camera can say counts only if `blown_too`. What lies `under` another card, blocks (r, c), does not
    count. All that is found out at half the size."""
    high, wide = face.level.shape
    goal, weight = face.half
    small = (goal.shape[1], goal.shape[0])
    if under is not None and not under.all():
        weight = weight * cv2.resize(np.asarray(~under, np.float32), small, interpolation=cv2.INTER_NEAREST)
    part = np.asarray(cv2.resize(card, small, interpolation=cv2.INTER_AREA), np.float32)
    bright = _summed(goal)
    told = weight > 0
    blown: NDArray[np.bool_] | None = None
    if not blown_too:
        blown = part > BLOWN
        unblown = told & ~in_any(blown)
        if unblown.sum() < _UNBLOWN * told.sum():
            blown = None
        else:
            told = unblown
    ratio = float(np.median(bright[told] / np.maximum(_summed(part)[told], 0.02)))
    gain = np.float32(min(max(ratio, 0.25), 5.0))
    lit, part = card * gain, part * gain
    for _ in range(2):
        away = part - goal
        trust = weight / (1 + _summed(away * away) / FORGIVEN) ** 2
        if blown is not None:  # there may have been more light than the camera can say
            trust[in_any(blown & (away < 0))] = 0
        shade = _shade(_summed(part), bright, trust)
        part *= np.asarray(cv2.resize(shade, small), np.float32)[..., None]
        lit *= cv2.merge([np.asarray(cv2.resize(shade, (wide, high)), np.float32)] * 3)
        middle, power, tone = _curve(part, face.logarithm, trust)
        part = _bent(part, middle, power, tone)
        scale, offset = _tone(part, goal, trust)
        part = part * scale + offset
        known = weight
        if blown is not None:
            known = np.where(in_any(blown & (part < goal)), np.float32(0), weight)
        deeper = _deepened(_depth(part, goal, known))
        part = np.asarray(cv2.transform(part, deeper), np.float32)
        # All that follows the bend is one step for the picture that is not halved.
        at_once = np.column_stack([deeper * scale, deeper.sum(1) * offset])
        lit = np.asarray(cv2.transform(_bent(lit, middle, power, tone), at_once), np.float32)
    return lit


def in_any(channels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where it is so in any of three channels, (h, w)."""
    return np.asarray(channels[..., 0] | channels[..., 1] | channels[..., 2])


def _depth(part: F32, goal: F32, weight: F32) -> float:
    """How much deeper the colours of the face are: cameras make all of them paler or deeper together."""
    away = part - goal
    trust = weight / (1 + _summed(away * away) / _PALE) ** 2
    own = part - np.asarray(cv2.transform(part, _GREY), np.float32)
    face = goal - np.asarray(cv2.transform(goal, _GREY), np.float32)
    both = float((_summed(own * face) * trust).sum()) + _STEADY
    return min(max(both / (float((_summed(own * own) * trust).sum()) + _STEADY), _PALER), _DEEPER)


def _deepened(deeper: float) -> F64:
    """What takes all colours so many times as far from grey, (3, 3)."""
    return np.asarray(deeper * np.eye(3) + (1 - deeper) * _GREY, np.float64)


def _summed(picture: F32) -> F32:
    """Over the channels."""
    return np.asarray(cv2.transform(picture, _SUM), np.float32)


def _shade(card: F32, face: F32, weight: F32) -> F32:
    """By how much the light on the face is more than that on the card, a small smooth picture."""
    high, wide = card.shape
    small = (max(4, wide // 4), max(4, high // 4))
    parts = cv2.merge([card * weight, face * weight])
    sums = cv2.GaussianBlur(cv2.resize(parts, small, interpolation=cv2.INTER_AREA), (0, 0), _SMOOTH)
    cards, faces = sums[..., 0], sums[..., 1]
    # Where nothing fits the light is taken to be as it is on average.
    common = float(faces.sum()) / max(float(cards.sum()), 1e-6)
    held = 0.1 * float(cards.mean())
    field = (faces + held * common) / (cards + held)
    return np.asarray(np.clip(field, 0.6 * common, 1.7 * common), np.float32)


def _curve(part: F32, goal: F32, weight: F32) -> tuple[float, float, float]:
    """How tones are bent as by another exposure: x becomes (x / middle) ** power * tone. `goal` is the face's
    logarithm."""
    card = np.asarray(cv2.log(np.maximum(part, _DARK)), np.float32)
    w = weight.ravel()
    total = 3 * float(w.sum()) + 1e-6
    flat, other = card.reshape(-1, 3), goal.reshape(-1, 3)
    mc, mg = float((w @ flat).sum()) / total, float((w @ other).sum()) / total
    spread = float((w @ (flat - np.float32(mc)) ** 2).sum()) / total
    goals = float((w @ (other - np.float32(mg)) ** 2).sum()) / total
    power = min(max(math.sqrt((goals + 0.03) / (spread + 0.03)), 0.6), 2.2)
    return math.exp(mc), power, math.exp(mg)


def _bent(picture: F32, middle: float, power: float, tone: float) -> F32:
    bent = np.asarray(cv2.pow(np.maximum(picture, _DARK), power), np.float32)
    bent *= np.float32(tone / middle**power)
    return bent


def _tone(part: F32, face: F32, weight: F32) -> tuple[F32, np.float32]:
    """A gain a channel and an offset, within what cameras do to the same card. The channels share their
    contrast: one of its own for each would turn one ink into another."""
    flat, goal, w = part.reshape(-1, 3), face.reshape(-1, 3), weight.ravel()
    total = float(w.sum()) + 1e-6
    ms, mf = w @ flat / total, w @ goal / total
    away = flat - ms
    spread = float((w @ away**2).sum()) / total
    cross = float((w @ (away * (goal - mf))).sum()) / total
    # A card on which little varies says little about contrast: then it is left as it is.
    contrast = min(max((cross + 0.008) / (spread + 0.008), 0.7), 1.6)
    offset = min(max(float((mf - contrast * ms).mean()), -0.18), 0.12)
    balance = np.clip((mf - offset) / np.maximum(contrast * ms, 1e-3), 1 / _BALANCE, _BALANCE)
    return np.asarray(contrast * balance, np.float32), np.float32(offset)
