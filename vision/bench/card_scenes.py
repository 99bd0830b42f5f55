"""Draws cards on tables, for measuring: decks of our own and frames whose cards are known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np

from vision.cards.deck import Deck, Face
from vision.picture import Frame, Points

Rng = np.random.Generator

_HIGH, _WIDE = 440, 300  # pixels of a drawn card
_INKS = {"red": (40, 40, 200), "blue": (190, 90, 30), "green": (70, 140, 40), "yellow": (30, 180, 225)}
_SYMBOLS = ("circle", "cross", "waves", "square", "star", "triangle", "ring", "bars")


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card as it was drawn: its face, None for one that is not in the deck, and its corners (4, 2) in
    pixels, clockwise from its own top left."""

    face: str | None
    corners: Points


def number_deck() -> Deck:
    """Twelve numbers in four colours, as many card games have them: only the number and its colour differ."""
    pictures = {}
    for ink, colour in _INKS.items():
        for number in range(1, 13):
            card = _paper()
            _write(card, str(number), (_WIDE / 2, _HIGH / 2), 5.5, 14, colour)
            for turn in range(2):
                _write(card, str(number), (42, 44), 1.6, 5, colour)
                if number in (6, 9):
                    cv2.line(card, (26, 72), (58, 72), colour, 4, cv2.LINE_AA)
                if turn == 0:
                    card = card[::-1, ::-1].copy()
            card = card[::-1, ::-1].copy()
            cv2.line(card, (_WIDE // 2 - 50, 300), (_WIDE // 2 + 50, 300), colour, 8, cv2.LINE_AA)
            pictures[f"{ink} {number}"] = card
    return _deck("numbers", pictures)


def symbol_deck() -> Deck:
    """Eight symbols in thin lines on white, and nothing else: hardly anything for a reader to hold on to."""
    return _deck("symbols", {name: _symbol(name) for name in _SYMBOLS})


def lay(
    deck: Deck,
    names: Sequence[str | None],
    rng: Rng,
    *,
    size: tuple[int, int] = (1640, 1232),
    high: float = 150,
    tilt: float = 0.1,
    glare: bool = False,
) -> tuple[Frame, list[Laid]]:
    """A frame (H, W, 3) uint8 BGR, `size` wide and high, with these faces side by side in any turn on some
    cloth; None lays a card that no deck knows. `high`: pixels of an upright card; `tilt`: by how much the
    camera stands aside."""
    wide, tall = size
    frame = _cloth(wide, tall, rng)
    columns = math.ceil(math.sqrt(len(names) * wide / tall))
    rows = math.ceil(len(names) / columns)
    spots = rng.permutation(rows * columns)[: len(names)]
    lean = np.array([[1, rng.uniform(-tilt, tilt), 0], [0, 1, 0], [rng.uniform(-tilt, tilt) / wide, 0, 1]])
    laid = []
    for name, spot in zip(names, spots, strict=True):
        picture = _foreign(rng) if name is None else deck.faces[name].picture
        ratio = picture.shape[1] / picture.shape[0]
        middle = np.array(((spot % columns + 0.5) * wide / columns, (spot // columns + 0.5) * tall / rows))
        slack = np.array((wide / columns, tall / rows)) / 2 - high * 0.65
        middle += rng.uniform(-1, 1, 2) * np.maximum(slack, 0)
        turn = rng.uniform(0, 2 * math.pi)
        spin = np.array([(math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))])
        half = np.array([(-ratio, -1), (ratio, -1), (ratio, 1), (-ratio, 1)]) * high / 2
        flat = np.column_stack([half @ spin + middle - (wide / 2, tall / 2), np.ones(4)]) @ lean.T
        corners = flat[:, :2] / flat[:, 2:] + (wide / 2, tall / 2)
        _paste(frame, picture, corners, rng, glare)
        laid.append(Laid(name, corners))
    return _taken(frame, rng), laid


def _deck(name: str, pictures: Mapping[str, Frame]) -> Deck:
    size = (60.0, 88.0)
    faces = {face: Face(face, (picture,), size) for face, picture in pictures.items()}
    return Deck(name, "drawn by vision/bench/card_scenes.py", "MIT", size, MappingProxyType(faces))


def _paper() -> Frame:
    return np.full((_HIGH, _WIDE, 3), (238, 244, 246), np.uint8)


def _write(
    card: Frame, text: str, middle: tuple[float, float], scale: float, thick: int, ink: tuple[int, int, int]
) -> None:
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    at = (round(middle[0] - wide / 2), round(middle[1] + high / 2))
    cv2.putText(card, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, thick, cv2.LINE_AA)


def _symbol(name: str) -> Frame:
    card, ink, x, y = _paper(), (60, 50, 40), _WIDE // 2, _HIGH // 2
    corners = {"square": 4, "triangle": 3}
    if name == "circle":
        cv2.circle(card, (x, y), 80, ink, 7, cv2.LINE_AA)
    elif name == "ring":
        cv2.circle(card, (x, y), 80, ink, 5, cv2.LINE_AA)
        cv2.circle(card, (x, y), 45, ink, 5, cv2.LINE_AA)
    elif name == "cross":
        cv2.line(card, (x - 80, y), (x + 80, y), ink, 9, cv2.LINE_AA)
        cv2.line(card, (x, y - 80), (x, y + 80), ink, 9, cv2.LINE_AA)
    elif name in ("waves", "bars"):
        across = np.arange(-80, 81)
        for row in (-45, 0, 45):
            bend = 14 * np.sin(across / 14) if name == "waves" else 0 * across
            line = np.stack([x + across, y + row + bend], axis=1)
            cv2.polylines(card, [np.rint(line).astype(np.int32)], False, ink, 7, cv2.LINE_AA)
    else:
        count = corners.get(name, 10)
        angle = np.arange(count) * 2 * np.pi / count - np.pi / (4 if name == "square" else 2)
        reach = 90 * (np.where(np.arange(count) % 2 == 0, 1.0, 0.42) if name == "star" else np.ones(count))
        points = np.stack([x + np.cos(angle) * reach, y + np.sin(angle) * reach], axis=1)
        cv2.polylines(card, [np.rint(points).astype(np.int32)], True, ink, 7, cv2.LINE_AA)
    return card


def _foreign(rng: Rng) -> Frame:
    """A card of another game."""
    card = np.full((_HIGH, _WIDE, 3), rng.integers(60, 250, 3), np.uint8)
    for _ in range(7):
        x, y = int(rng.integers(30, _WIDE - 30)), int(rng.integers(30, _HIGH - 30))
        cv2.circle(card, (x, y), int(rng.integers(10, 60)), rng.integers(0, 255, 3).tolist(), -1, cv2.LINE_AA)
    return card


def _cloth(wide: int, high: int, rng: Rng) -> Frame:
    base = rng.uniform(20, 170, 3)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    ground = np.broadcast_to(base, (high, wide, 3)).astype(np.float32).copy()
    kind = int(rng.integers(0, 4))
    if kind == 1:  # wood: long soft streaks
        streaks = cv2.resize(rng.normal(0, 1, (high // 6, 8)).astype(np.float32), (wide, high))
        ground *= 1 + 0.16 * streaks[..., None]
    elif kind == 2:  # checks
        weave = ((x // 90) % 2 + (y // 90) % 2)[..., None] / 2
        ground = ground * (1 - 0.5 * weave) + rng.uniform(40, 200, 3).astype(np.float32) * 0.5 * weave
    elif kind == 3:  # carpet
        ground *= (
            1
            + 0.2
            * cv2.resize(rng.normal(0, 1, (high // 4, wide // 4)).astype(np.float32), (wide, high))[..., None]
        )
    return np.asarray(np.clip(ground, 0, 255), np.uint8)


def _paste(frame: Frame, picture: Frame, corners: Points, rng: Rng, glare: bool) -> None:
    high, wide = picture.shape[:2]
    shine = picture
    if glare:  # a sleeve with a soft streak of lamplight
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        angle, at = rng.uniform(0, np.pi), rng.uniform(0.2, 0.8)
        off = (x - at * wide) * math.cos(angle) + (y - at * high) * math.sin(angle)
        streak = rng.uniform(50, 110) * np.exp(-((off / (0.09 * high)) ** 2))[..., None]
        shine = np.asarray(np.clip(picture * 0.9 + 14 + streak, 0, 255), np.uint8)
    size = math.sqrt(cv2.contourArea(corners.astype(np.float32)) / (high * wide))
    soft = np.asarray(cv2.GaussianBlur(shine, (0, 0), max(0.4 / size, 0.3)), np.uint8)
    edge = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - np.float32(0.5)
    there = cv2.getPerspectiveTransform(edge, corners.astype(np.float32))
    shape = (frame.shape[1], frame.shape[0])
    body = np.zeros((high, wide), np.uint8)
    cv2.rectangle(body, (12, 0), (wide - 13, high - 1), 255, -1)
    cv2.rectangle(body, (0, 12), (wide - 1, high - 13), 255, -1)
    for x, y in ((12, 12), (wide - 13, 12), (12, high - 13), (wide - 13, high - 13)):
        cv2.circle(body, (x, y), 12, 255, -1)
    part = cv2.warpPerspective(body, there, shape, flags=cv2.INTER_AREA)
    shade = (
        cv2.GaussianBlur(np.roll(part, (3, 3), axis=(0, 1)), (0, 0), 3).astype(np.float32)[..., None] / 255
    )
    lit = frame * (1 - 0.35 * shade)
    cover = part.astype(np.float32)[..., None] / 255
    seen = cv2.warpPerspective(soft, there, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    frame[:] = np.clip(lit * (1 - cover) + seen * cover, 0, 255).astype(np.uint8)


def _taken(frame: Frame, rng: Rng) -> Frame:
    """As a camera takes it: lit from one side, of some tint, soft and noisy."""
    high, wide = frame.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    light = rng.uniform(0.75, 1.05) * (
        1 + 0.2 * ((x / wide - 0.5) * math.cos(angle) + (y / high - 0.5) * math.sin(angle))
    )
    tint = rng.uniform(0.92, 1.08, 3)
    seen = cv2.GaussianBlur(frame, (0, 0), rng.uniform(0.5, 1.0)).astype(np.float32) * light[..., None] * tint
    return np.asarray(np.clip(seen + rng.normal(0, 3, frame.shape), 0, 255), np.uint8)
