"""Takes a card that is seen sharper than its face was taught to the sharpness of the face."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.blocks import Blocked
from vision.cards.level import F32
from vision.cards.light import FORGIVEN

_SOFTER = (0.8, 1.2, 1.7)  # pixels over which the card is blurred, one after the other
_WORTH = 0.95  # of the difference that must be left at most for a blur to be kept
_SUM = np.ones((1, 3), np.float32)


def as_sharp(lit: F32, face: Blocked) -> F32:
    """The card, (h, w, 3) in the light of the face, blurred as far as that brings it nearer to the face:
    noise and a sharper print than that which was taught are no difference between faces."""
    best, least = lit, _apart(lit, face)
    for sigma in _SOFTER:
        soft = np.asarray(cv2.GaussianBlur(lit, (0, 0), sigma), np.float32)
        apart = _apart(soft, face)
        if apart > _WORTH * least:
            break
        best, least = soft, apart
    return best


def _apart(lit: F32, face: Blocked) -> float:
    away = cv2.absdiff(lit, face.level.picture)
    square = cv2.transform(cv2.multiply(away, away), _SUM)
    return float((np.minimum(square, FORGIVEN) * face.level.weight).sum())
