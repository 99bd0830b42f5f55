"""Takes a face into the light in which a card is seen, where that cannot be undone: too strong or pale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from vision.cards.agree import Agreement, gaps
from vision.cards.blocks import BLOCK, Blocked, blocked
from vision.cards.level import F32, F64
from vision.cards.light import BLOWN, FORGIVEN
from vision.cards.shadow import Edge, edge_over
from vision.cards.sharpness import as_sharp

_BENDS = (0.45, 0.6, 0.8, 1.0, 1.3)  # powers of brightness by which a camera may bend tones
_LITTLE_BENT = 0.8
_ROUNDS = 4
_EVERY = 2  # pixels of the half size: one of so many each way is enough to know the light by
_DARK = 0.02  # of full brightness
_HELD = 0.003  # how firmly what the face says little about is held to what cameras mostly do
_STRONGEST, _WEAKEST = 4.0, 0.15  # light, in parts of that on the face
_FLARE = 0.4  # light that comes over all of a card
_BALANCE, _TINTED = 0.1, 0.06  # how coloured white and black may be made,
_CUT_OFF = 0.25  # and more than that, where all is blown: colours are no longer whole then
_TURNED = math.radians(10)  # by how much all hues together may be turned,
_DEEPEST, _PALEST, _UNEVEN = 1.4, 0.4, 1.7  # how deep they may be, and one of them deeper than another
_GREY = 0.02  # depth of an ink, squared, that is hardly one
_LIGHTER = 0.25  # by how much of its depth an ink may be lighter or darker
_SMOOTH = 2.5  # sixteenths of the longer side, over which the light changes
_PAPER, _BRIGHTER = 0.85, 4.0  # of full brightness, and how much brighter a dark picture is made
_NOTHING = 1e-3  # light or contrast: a black card, a face without print
_LESS, _MORE = 0.45, 2.2  # light in one place, in parts of that on all
_AXES = np.array([(1, 1, 1), (-1, -1, 2), (1, -1, 0)], np.float32)
"""Brightness and the two ways in which colours differ from grey, in BGR."""
_INKS = (_AXES[1:] / np.linalg.norm(_AXES[1:], axis=1, keepdims=True)).astype(np.float32)
_GREY_AND_INKS = np.vstack([np.full((1, 3), 1 / 3), _INKS]).astype(np.float32)
_TO_DESCRIBED = np.column_stack([np.insert(_GREY_AND_INKS, 1, 0, axis=0), (0, 1, 0, 0)]).astype(np.float32)
_TO_BGR = np.vstack([np.ones((1, 3)), _INKS])
_SUM = np.ones(3, np.float32)


def as_exposed(card: F32, face: Blocked, edge: Edge | None = None) -> Agreement:
    """Compares (h, w, 3) float32 BGR 0-1, upright at the level's size, with the level's face as the camera
    would show it in the light of the card: what is blown there says nothing in either. `edge` is that of a
    shadow on the card, where there is one."""
    return compared(card, face, face_in_light(card, face, edge), edge)


def compared(card: F32, face: Blocked, there: F32, edge: Edge | None) -> Agreement:
    """The same where it is known already how the face looks `there`, (h, w, 3), in the light of the card."""
    # As bright as if the paper were white: what differs in a dark picture differs little.
    bright = min(max(_PAPER / max(float(np.quantile(there.max(2), 0.9)), _NOTHING), 1.0), _BRIGHTER)
    there = np.asarray(np.minimum(there * bright, 1), np.float32)
    card = np.asarray(np.minimum(card * bright, 1), np.float32)
    seen = blocked(replace(face.level, picture=there))
    sharp = as_sharp(card, seen)
    told = np.where((sharp > BLOWN) & (there > BLOWN), there, sharp)
    if edge is not None:  # what lies in a shadow has to agree as well as what lies in the light
        gain = 1 / cv2.GaussianBlur(edge.light(*there.shape[:2]), (0, 0), BLOCK / 2)[..., None]
        told, there = told * gain, np.asarray(there * gain, np.float32)
        seen = blocked(replace(face.level, picture=there))
    nowhere = np.zeros(face.detail.shape, np.bool_)
    return Agreement(
        told,
        card > BLOWN,
        gaps(told, seen, deeper=False),
        seen.detail,
        seen.grid.moments(told)[0],
        nowhere,
        exposed=True,
    )


def face_in_light(card: F32, face: Blocked, edge: Edge | None = None) -> F32:
    """The face, (h, w, 3) BGR 0-1, in the light that makes it most like the card, within what cameras do:
    they bend tones, make colours paler, turn hues a little, and know nothing brighter than white."""
    costs, colours, shades = _bent_lights(card, face, edge, _BENDS)
    best = int(np.argmin(costs))
    there = np.asarray(_described(face.level.picture, _BENDS[best]) @ colours[best], np.float32)
    shade = np.asarray(cv2.resize(shades[best], (card.shape[1], card.shape[0])), np.float32)
    if edge is not None:
        shade *= edge.light(*shade.shape)
    there *= shade[..., None]
    return np.asarray(np.clip(there, 0, 1), np.float32)


def unlike_in_light(card: F32, face: Blocked, edge: Edge | None = None) -> float:
    """How badly a face fits a card, (h, w, 3), in light that bends tones but a little: 0 well, 1 not at all.
    Known for a fifth of what the best light costs, it tells what is hopeless in any."""
    return float(_bent_lights(card, face, edge, (_LITTLE_BENT,))[0][0])


def _bent_lights(
    card: F32, face: Blocked, edge: Edge | None, powers: Sequence[float]
) -> tuple[F64, F64, F32]:
    """What `_lit` finds where tones are bent by each of the powers."""
    goal, weight = face.half
    every = slice(None, None, _EVERY)
    part, goal, small = (one[every, every] for one in (_as_half(card, face), goal, weight))
    over = np.ones_like(small) if edge is None else edge.light(*weight.shape)[every, every]
    return _lit(part, np.stack([_described(goal, power) for power in powers]), small, over)


def shadow_on(card: F32, face: Blocked) -> Edge | None:
    """The edge of a hard shadow on a card, (h, w, 3), whose face it is."""
    return edge_over(_as_half(card, face), *face.half)


def _as_half(card: F32, face: Blocked) -> F32:
    high, wide = face.half[1].shape
    return np.asarray(cv2.resize(card, (wide, high), interpolation=cv2.INTER_AREA), np.float32)


def _described(picture: F32, power: float) -> F32:
    """Brightness, bent by the power, one, and the two inks at each pixel, (h, w, 4)."""
    described = np.asarray(cv2.transform(picture, _TO_DESCRIBED), np.float32)
    grey = described[..., 0]
    described[..., 0] = cv2.pow(np.maximum(grey, np.float32(_DARK)), power)
    return described


def _lit(part: F32, faces: F32, weight: F32, edge: F32) -> tuple[F64, F64, F32]:
    """How badly each face (K, h, w, 4) fits in the best light, (K,), what that does to its colours (K, 4, 3),
    and the light in each place (K, h, w), but for what the `edge` of a shadow leaves there, (h, w)."""
    count, high, wide = faces.shape[:3]
    shade, trust = np.broadcast_to(edge, faces.shape[:3]), np.broadcast_to(weight, faces.shape[:3])
    blown = part > BLOWN
    cut = _CUT_OFF * float(blown.mean())
    there: F32 | None = None
    total = float(weight.sum())
    flat = faces.reshape(count, -1, 4)
    for _ in range(_ROUNDS):
        least = part / shade[..., None]
        if there is not None:  # there was at least as much light as the camera can say
            least = np.where(blown, np.maximum(least, there), least)
        colours = _colours(flat, least.reshape(count, -1, 3), (trust * shade * shade).reshape(count, -1), cut)
        there = np.asarray(flat @ colours.astype(np.float32), np.float32).reshape(count, high, wide, 3)
        lit = there * shade[..., None]
        both = blown & (lit > BLOWN)
        away = part - np.minimum(lit, 1)
        away[both] = 0
        off = 1 / (1 + (away * away) @ _SUM / FORGIVEN)
        costs = 1 - (off * weight).sum((1, 2)) / total
        trust = weight * off * off
        seen, lit = np.broadcast_to(part, there.shape).copy(), there * edge[..., None]
        seen[both] = lit[both] = 0
        shade = edge * _shade(seen, lit, trust)
    return costs, colours, np.asarray(shade / edge, np.float32)


def _colours(faces: F32, cards: F32, weight: F32, cut: float) -> F64:
    """What takes each face's (K, N, 4) to the card's colours (K, N, 3), as far as cameras may do that,
    (K, 4, 3). `weight` (K, N)."""
    goal = cards @ _GREY_AND_INKS.T
    weighed = (faces * weight[..., None]).transpose(0, 2, 1)
    square, theirs = (np.asarray(weighed @ one, np.float64) for one in (faces, goal))
    held = _HELD * weight.sum(1, dtype=np.float64)[:, None, None] * np.diag([0.01, 1, 1, 1])
    usual = np.zeros((len(faces), 4, 3))
    gain = theirs[:, 1, 0] / np.maximum(square[:, 1, 0], 1e-6)
    usual[:, 0, 0] = usual[:, 2, 1] = usual[:, 3, 2] = gain
    found = np.linalg.solve(square + held, theirs + held @ usual)
    gain = np.clip(found[:, 0, 0], _WEAKEST, _STRONGEST)[:, None]
    found[:, 2:, 0] = np.clip(found[:, 2:, 0], -_LIGHTER * gain, _LIGHTER * gain)
    found[:, 2:, 1:] = gain[..., None] * _as_cameras_do(found[:, 2:, 1:] / gain[..., None])
    # How grey is tinted is known by what is grey on the face, and else an ink would be taken for another.
    rest = np.asarray(goal - faces[..., 2:] @ found[:, 2:].astype(np.float32), np.float32)
    depth = faces[..., 2] ** 2 + faces[..., 3] ** 2
    plain = (faces[..., :2] * (weight / (1 + depth / _GREY))[..., None]).transpose(0, 2, 1)
    for columns, grey in ((slice(0, 1), weighed[:, :2]), (slice(1, 3), plain)):
        both = np.asarray(grey @ faces[..., :2], np.float64) + held[:, :2, :2]
        usually = held[:, :2, :2] @ usual[:, :2, columns]
        found[:, :2, columns] = np.linalg.solve(both, grey @ rest[..., columns] + usually)
    found[:, 0, 0] = np.clip(found[:, 0, 0], _WEAKEST, _STRONGEST)
    found[:, 1, 0] = np.clip(found[:, 1, 0], -_FLARE / 3, _FLARE)
    dark = np.minimum(faces[..., 0].min(1), 1 - _NOTHING)[:, None].astype(np.float64)
    white, black = found[:, 1, 1:] + found[:, 0, 1:], found[:, 1, 1:] + dark * found[:, 0, 1:]
    white, black = _at_most(white, (_BALANCE + cut) * gain), _at_most(black, _TINTED + cut)
    found[:, 0, 1:] = (white - black) / (1 - dark)
    found[:, 1, 1:] = white - found[:, 0, 1:]
    return np.asarray(found @ _TO_BGR, np.float64)


def _at_most(tints: F64, most: F64 | float) -> F64:
    """Tints (K, 2), none of them stronger than `most`."""
    length = np.maximum(np.hypot(tints[:, :1], tints[:, 1:]), 1e-9)
    return np.asarray(tints * np.minimum(1.0, most / length), np.float64)


def _as_cameras_do(inks: F64) -> F64:
    """The nearest turn and stretch of two inks, (K, 2, 2), that a camera may give to all colours."""
    left, deep, right = np.linalg.svd(inks)
    turn = left @ right
    angle = np.arctan2(turn[:, 1, 0] - turn[:, 0, 1], turn[:, 0, 0] + turn[:, 1, 1])
    # A mirrored circle of hues is no camera's.
    mirrored = turn[:, 0, 0] * turn[:, 1, 1] - turn[:, 0, 1] * turn[:, 1, 0] < 0
    angle = np.where(mirrored, 0.0, np.clip(angle, -_TURNED, _TURNED))
    deep = np.clip(deep, _PALEST, _DEEPEST)
    deep = np.maximum(deep, deep.max(1, keepdims=True) / _UNEVEN)
    cos, sin = np.cos(angle), np.sin(angle)
    spin = np.stack([cos, -sin, sin, cos], axis=1).reshape(-1, 2, 2)
    return np.asarray(spin @ (right.transpose(0, 2, 1) * deep[:, None]) @ right, np.float64)


def _shade(cards: F32, faces: F32, weight: F32) -> F32:
    """How much light there is in each place, (K, h, w), of the cards (K, h, w, 3) as against the faces."""
    high, wide = weight.shape[1:]
    down, across = _blur(high, max(high, wide)), _blur(wide, max(high, wide))
    ours, theirs = (
        np.asarray(down @ (((one * faces) @ _SUM) * weight) @ across.T, np.float32) for one in (cards, faces)
    )
    most = theirs.sum((1, 2), dtype=np.float64)
    common = np.maximum(ours.sum((1, 2), dtype=np.float64) / np.maximum(most, 1e-6), _NOTHING)
    held, common = (
        np.asarray(one, np.float32)[:, None, None] for one in (0.1 * most / (high * wide) + 1e-6, common)
    )
    light = np.clip((ours + held * common) / (theirs + held), _LESS * common, _MORE * common)
    return np.asarray(light, np.float32)


@lru_cache(32)
def _blur(length: int, longest: int) -> F32:
    """(length, length): takes values along one direction to what they are about each place."""
    sigma = _SMOOTH * longest / 16
    kernel = cv2.getGaussianKernel(round(sigma * 8 + 1) | 1, sigma)
    return np.asarray(cv2.sepFilter2D(np.eye(length), -1, np.ones(1), kernel), np.float32)
