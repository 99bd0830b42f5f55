"""Draws the overview of the kit for docs/kit.md: `python -m docs.pictures.kit`."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from firmware.kit.deck import kuhhandel_deck
from firmware.kit.raster import Picture

OUT = Path(__file__).parent / "kit.png"
ACROSS = 7
_SHOWN = 19  # all but the seat cards, of which two fill the last row
_CLOTH = (74, 92, 58)
_SHADE = (52, 66, 40)
_CARD = (132, 198)  # pixels
_GAP = 16


def overview() -> Picture:
    """Every side of a card, in rows."""
    faces = list(kuhhandel_deck().faces.values())[: _SHOWN + 2]
    faces.sort(key=lambda face: (face.name.isdecimal(), face.back, face.name.startswith("seat")))
    rows = -(-len(faces) // ACROSS)
    wide, high = _CARD
    size = (rows * (high + _GAP) + _GAP, ACROSS * (wide + _GAP) + _GAP, 3)
    picture = np.full(size, _CLOTH, np.uint8)
    for at, face in enumerate(faces):
        row, column = divmod(at, ACROSS)
        x, y = _GAP + column * (wide + _GAP), _GAP + row * (high + _GAP)
        picture[y + 4 : y + high + 4, x + 3 : x + wide + 3] = _SHADE
        picture[y : y + high, x : x + wide] = cv2.resize(face.picture, _CARD, interpolation=cv2.INTER_AREA)
    return picture


if __name__ == "__main__":
    Image.fromarray(overview()[:, :, ::-1]).quantize(256).save(OUT, optimize=True)
