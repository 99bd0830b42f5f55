"""Card readers as tutorials build them, for comparison: features matched, and a plane that enough
of them share. They know no doubt: all that they say is sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from vision.bench.cards import CardReader
from vision.cards.deck import Deck
from vision.cards.reading import CardReading
from vision.picture import Frame

_CLEARER = 0.75  # of the second best distance that the best may be
_FEWEST = 12  # features that must share a plane


def _read(
    make: Callable[[], cv2.Feature2D],
    norm: int,
    known: WeakKeyDictionary[Deck, Any],
    frame: Frame,
    deck: Deck,
) -> Sequence[CardReading]:
    detector = make()
    if deck not in known:
        known[deck] = {
            name: (face.picture.shape, detector.detectAndCompute(face.picture, None))
            for name, face in deck.faces.items()
        }
    points, words = detector.detectAndCompute(frame, None)
    if words is None or len(words) < 2:
        return ()
    found: list[tuple[int, CardReading]] = []
    matcher = cv2.BFMatcher(norm)
    for name, (shape, (own_points, own_words)) in known[deck].items():
        if own_words is None:
            continue
        pairs = matcher.knnMatch(own_words, words, k=2)
        good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < _CLEARER * p[1].distance]
        if len(good) < _FEWEST:
            continue
        here = np.array([own_points[one.queryIdx].pt for one in good], np.float32)
        there = np.array([points[one.trainIdx].pt for one in good], np.float32)
        plane, inside = cv2.findHomography(here, there, cv2.RANSAC, 5.0)
        count = 0 if plane is None else int(np.asarray(inside).sum())
        if count < _FEWEST:
            continue
        high, wide = shape[:2]
        edge = np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]], np.float32)
        quad = cv2.perspectiveTransform(edge, plane)[0].astype(np.float64)
        found.append((count, CardReading(name, quad, 1.0, sure=True)))
    kept: list[CardReading] = []
    for _, card in sorted(found, key=lambda one: -one[0]):
        middle = card.quad.mean(0)
        spot = (float(middle[0]), float(middle[1]))
        if not any(cv2.pointPolygonTest(one.quad.astype(np.float32), spot, False) >= 0 for one in kept):
            kept.append(card)
    return kept


CLASSICAL: dict[str, CardReader] = {
    "ORB + RANSAC": partial(_read, partial(cv2.ORB.create, 2000), cv2.NORM_HAMMING, WeakKeyDictionary()),
    "SIFT + RANSAC": partial(_read, cv2.SIFT.create, cv2.NORM_L2, WeakKeyDictionary()),
}
