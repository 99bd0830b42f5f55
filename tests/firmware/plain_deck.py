"""A plain deck of the cattle trade for tests: a colour, a figure and a word for each card."""

from __future__ import annotations

import colorsys
from functools import cache
from types import MappingProxyType

import cv2
import numpy as np

from vision.cards.deck import Deck, Face

ANIMALS = ("rooster", "goose", "cat", "dog", "sheep", "goat", "donkey", "pig", "cow", "horse")
NOTES = {0: 10, 10: 25, 50: 10, 100: 5, 200: 5, 500: 5}
SIZE = (44.0, 67.0)


@cache
def plain_deck() -> Deck:
    """All of it: forty animals, the notes of both editions, the dove, two backs."""
    faces = [_face(name, number, count=4) for number, name in enumerate(ANIMALS)]
    faces += [_face(str(value), 20 + i, count=count) for i, (value, count) in enumerate(NOTES.items())]
    faces += [_face("dove", 40), _face("back", 50, back=True), _face("note-back", 61, back=True)]
    return Deck("plain", "drawn for tests", "MIT", SIZE, MappingProxyType({f.name: f for f in faces}))


def _face(name: str, number: int, *, count: int = 1, back: bool = False) -> Face:
    rng = np.random.default_rng(number)
    picture = np.full((536, 352, 3), 245, np.uint8)
    red, green, blue = colorsys.hsv_to_rgb(number * 0.381 % 1.0, 0.7, 0.85 if number % 2 else 0.55)
    colour = (blue * 255, green * 255, red * 255)
    cv2.rectangle(picture, (18, 18), (333, 517), colour, -1)
    for _ in range(4 if back else 14):
        points = rng.integers((40, 110), (310, 430), (3 + number % 4, 2)).astype(np.int32)
        ink = tuple(int(level) for level in rng.integers(0, 255, 3))
        cv2.fillPoly(picture, [points], ink, cv2.LINE_AA)
    if not back:
        for turned in (False, True):
            cv2.rectangle(picture, (30, 30), (322, 96), (250, 250, 250), -1)
            cv2.putText(picture, name, (40, 80), cv2.FONT_HERSHEY_SIMPLEX, 1.7, (20, 20, 20), 5, cv2.LINE_AA)
            if not turned:
                picture = np.ascontiguousarray(picture[::-1, ::-1])
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return Face(name, (picture,), SIZE, count, back)
