"""The markers of the table's corners, as the eye looks for them."""

from __future__ import annotations

import numpy as np

from firmware.kit.cards import INK, WHITE
from firmware.kit.shapes import Colour, Drawing, filled, polygon, rectangle, stroked
from vision.layout import Layout, marker_dictionary

MARGIN = 6.0
"""White around the square, in millimetres."""
_BLACK = Colour(0, 0, 0)
_MARK = (1.5, 4.0)
_THIN = 0.15


def marker(layout: Layout, number: int) -> Drawing:
    """A layout's marker with its white margin from (0, 0), and marks outside of that where to cut."""
    dictionary = marker_dictionary(layout.dictionary)
    cells = dictionary.markerSize + 2
    printed = dictionary.generateImageMarker(number, cells, borderBits=1)
    size = layout.side / cells
    white = [
        rectangle(MARGIN + column * size, MARGIN + row * size, size, size)
        for row, column in np.argwhere(np.asarray(printed) > 0).tolist()
    ]
    whole = layout.side + 2 * MARGIN
    return (
        filled(WHITE, rectangle(0, 0, whole, whole)),
        filled(_BLACK, rectangle(MARGIN, MARGIN, layout.side, layout.side)),
        filled(WHITE, *white),
        *_cuts(whole),
    )


def _cuts(whole: float) -> Drawing:
    near, far = _MARK
    lines = []
    for at in (0.0, whole):
        for begin, end in ((-near, -far), (whole + near, whole + far)):
            lines.append(polygon([(at, begin), (at, end)], closed=False))
            lines.append(polygon([(begin, at), (end, at)], closed=False))
    return (stroked(INK, _THIN, *lines),)
