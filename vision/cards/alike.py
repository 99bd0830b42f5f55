"""Says which taught faces are too alike for the reader to tell apart."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.align import Sight, plane_of
from vision.cards.deck import Deck
from vision.cards.match import on_plane, rivalled
from vision.cards.references import Look, prepared

_SEEN_HIGH = 130  # pixels of a card's longer side under the camera


def too_alike(deck: Deck) -> list[tuple[str, str]]:
    """Pairs of faces of which one, seen as the camera would see it, could be taken for the other."""
    pairs: dict[tuple[str, str], None] = {}
    for name in deck.faces:
        for rival in alike_to(deck, name):
            one, other = sorted((name, rival))
            pairs[one, other] = None
    return list(pairs)


def alike_to(deck: Deck, name: str) -> list[str]:
    """The faces for which one of the deck, seen as the camera would see it, could be taken."""
    ready = prepared(deck)
    rivals: dict[str, None] = {}
    for look in ready.looks:
        if look.face.name == name:
            sight, corners = _seen(look)
            match = on_plane(sight, look, plane_of(corners, look.ratio))
            rivals |= dict.fromkeys(rivalled(sight, match, ready))
    return list(rivals)


def _seen(look: Look) -> tuple[Sight, np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """The look as on a table: small, soft, and a little larger than its own picture all round."""
    high, wide = look.source.shape[:2]
    scale = _SEEN_HIGH / max(high, wide)
    small = cv2.resize(look.source, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 0.8)
    frame = np.asarray(cv2.copyMakeBorder(soft, 8, 8, 8, 8, cv2.BORDER_REPLICATE), np.uint8)
    high, wide = soft.shape[:2]
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64) + 7.5
    return Sight(frame), corners
