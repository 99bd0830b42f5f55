"""Takes a face into the light in which a card is seen, where that cannot be undone: too strong or pale."""

from __future__ import annotations

import math
from dataclasses import replace

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
    power, (_, colours, shade) = min(
        ((power, _bent_light(card, face, edge, power)) for power in _BENDS), key=lambda light: light[1][0]
    )
    there = np.asarray(_described(face.level.picture, power) @ colours, np.float32)
    shade = np.asarray(cv2.resize(shade, (card.shape[1], card.shape[0])), np.float32)
    if edge is not None:
        shade *= edge.light(*shade.shape)
    there *= shade[..., None]
    return np.asarray(np.clip(there, 0, 1), np.float32)


def unlike_in_light(card: F32, face: Blocked, edge: Edge | None = None) -> float:
    """How badly a face fits a card, (h, w, 3), in light that bends tones but a little: 0 well, 1 not at all.
    Known for a fifth of what the best light costs, it tells what is hopeless in any."""
    return _bent_light(card, face, edge, _LITTLE_BENT)[0]


def _bent_light(card: F32, face: Blocked, edge: Edge | None, power: float) -> tuple[float, F64, F32]:
    goal, weight = face.half
    every = slice(None, None, _EVERY)
    part, goal, small = (one[every, every] for one in (_as_half(card, face), goal, weight))
    over = np.ones_like(small) if edge is None else edge.light(*weight.shape)[every, every]
    return _lit(part, _described(goal, power), small, over)


def shadow_on(card: F32, face: Blocked) -> Edge | None:
    """The edge of a hard shadow on a card, (h, w, 3), whose face it is."""
    return edge_over(_as_half(card, face), *face.half)


def _as_half(card: F32, face: Blocked) -> F32:
    high, wide = face.half[1].shape
    return np.asarray(cv2.resize(card, (wide, high), interpolation=cv2.INTER_AREA), np.float32)


def _described(picture: F32, power: float) -> F32:
    """Brightness, bent by the power, one, and the two inks at each pixel, (h, w, 4)."""
    grey = np.maximum(picture.mean(2), np.float32(_DARK)) ** np.float32(power)
    return np.dstack([grey, np.ones_like(grey), picture @ _INKS.T])


def _lit(part: F32, face: F32, weight: F32, edge: F32) -> tuple[float, F64, F32]:
    """How badly the face (h, w, 4) fits in the best light, what that does to its colours (4, 3), and the
    light in each place (h, w), but for what the `edge` of a shadow leaves there, (h, w)."""
    shade, trust = edge, weight
    blown = part > BLOWN
    cut = _CUT_OFF * float(blown.mean())
    there: F32 | None = None
    colours = np.zeros((4, 3))
    cost = 1.0
    for _ in range(_ROUNDS):
        least = part / shade[..., None]
        if there is not None:  # there was at least as much light as the camera can say
            least = np.where(blown, np.maximum(least, there), least)
        colours = _colours(face.reshape(-1, 4), least.reshape(-1, 3), (trust * shade * shade).ravel(), cut)
        there = np.asarray(face @ colours, np.float32)
        both = blown & (there * shade[..., None] > BLOWN)
        away = np.where(both, np.float32(0), part - np.minimum(there * shade[..., None], 1))
        off = 1 / (1 + (away * away).sum(2) / FORGIVEN)
        cost = float(((1 - off) * weight).sum() / weight.sum())
        trust = weight * off * off
        lit = there * edge[..., None]
        shade = edge * _shade(np.where(both, 0, part), np.where(both, 0, lit), trust)
    return cost, colours, shade / edge


def _colours(face: F32, card: F32, weight: F32, cut: float) -> F64:
    """What takes the face's (N, 4) to the card's colours (N, 3), as far as cameras may do that, (4, 3)."""
    inks = card @ _INKS.T
    goal = np.column_stack([card.mean(1), inks])
    weighed = face * weight[:, None]
    square = np.asarray(weighed.T @ face, np.float64)
    held = _HELD * float(weight.sum()) * np.diag([0.01, 1, 1, 1])
    usual = np.zeros((4, 3))
    usual[0, 0] = float(weight @ goal[:, 0]) / max(float(weight @ face[:, 0]), 1e-6)
    usual[2, 1] = usual[3, 2] = usual[0, 0]
    found = np.linalg.solve(square + held, weighed.T @ goal + held @ usual)
    gain = min(max(float(found[0, 0]), _WEAKEST), _STRONGEST)
    found[2:, 0] = np.clip(found[2:, 0], -_LIGHTER * gain, _LIGHTER * gain)
    found[2:, 1:] = gain * _as_cameras_do(found[2:, 1:] / gain)
    # How grey is tinted is known by what is grey on the face, and else an ink would be taken for another.
    rest = goal - face[:, 2:] @ found[2:]
    plain = face[:, :2] * (weight / (1 + (face[:, 2:] ** 2).sum(1) / _GREY))[:, None]
    for columns, grey in ((slice(0, 1), weighed[:, :2]), (slice(1, 3), plain)):
        both, usually = grey.T @ face[:, :2] + held[:2, :2], held[:2, :2] @ usual[:2, columns]
        found[:2, columns] = np.linalg.solve(both, grey.T @ rest[:, columns] + usually)
    found[0, 0] = min(max(float(found[0, 0]), _WEAKEST), _STRONGEST)
    found[1, 0] = min(max(float(found[1, 0]), -_FLARE / 3), _FLARE)
    dark = min(float(face[:, 0].min()), 1 - _NOTHING)
    white, black = found[1, 1:] + found[0, 1:], found[1, 1:] + dark * found[0, 1:]
    white, black = _at_most(white, (_BALANCE + cut) * gain), _at_most(black, _TINTED + cut)
    found[0, 1:] = (white - black) / (1 - dark)
    found[1, 1:] = white - found[0, 1:]
    to_bgr = np.vstack([np.ones((1, 3)), _INKS])
    return np.asarray(found @ to_bgr, np.float64)


def _at_most(tint: F64, most: float) -> F64:
    return np.asarray(tint * min(1.0, most / max(float(np.hypot(*tint)), 1e-9)), np.float64)


def _as_cameras_do(inks: F64) -> F64:
    """The nearest turn and stretch of two inks, (2, 2), that a camera may give to all colours."""
    left, deep, right = np.linalg.svd(inks)
    turn = left @ right
    angle = math.atan2(turn[1, 0] - turn[0, 1], turn[0, 0] + turn[1, 1])
    if np.linalg.det(turn) < 0:  # a mirrored circle of hues: no camera's
        angle = 0.0
    angle = min(max(angle, -_TURNED), _TURNED)
    deep = np.clip(deep, _PALEST, _DEEPEST)
    deep = np.maximum(deep, deep.max() / _UNEVEN)
    spin = np.array([(math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))])
    return np.asarray(spin @ (right.T @ np.diag(deep) @ right), np.float64)


def _shade(card: F32, face: F32, weight: F32) -> F32:
    """How much light there is in each place, (h, w), of the card (h, w, 3) as against the face."""
    high, wide = weight.shape
    both = cv2.merge([(card * face).sum(2) * weight, (face * face).sum(2) * weight])
    sums = cv2.GaussianBlur(both, (0, 0), _SMOOTH * max(high, wide) / 16)
    common = max(float(sums[..., 0].sum()) / max(float(sums[..., 1].sum()), 1e-6), _NOTHING)
    held = 0.1 * float(sums[..., 1].mean()) + 1e-6
    field = np.clip((sums[..., 0] + held * common) / (sums[..., 1] + held), _LESS * common, _MORE * common)
    return np.asarray(field, np.float32)
