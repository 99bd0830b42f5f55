"""The faces of the animals and the dove: a field and a border of their own, so that any half tells which."""

from __future__ import annotations

from functools import cache

from firmware.kit.cards import FIELD, card, corner_numbers
from firmware.kit.looks import AnimalLook, art
from firmware.kit.shapes import (
    Affine,
    Drawing,
    Shape,
    Window,
    ellipse,
    filled,
    moved,
    placed,
    rectangle,
    scaled,
    turned,
)

_EDGE = 5.5
# Pieces of the border along a short and a long side between the corners; each is drawn 6 mm long.
_PIECES = (8, 13)
_PIECE = 6.0


@cache
def animal_face(kind: str, value: int, look: AnimalLook) -> Drawing:
    """The face of a kind, as large as a card."""
    wide, high = FIELD
    # The animal may look out over its border, but stands behind the lower edge.
    seen = Window((rectangle(0, 0, wide, high - _EDGE),), placed(art(kind), moved(wide / 2, high / 2)))
    ground: Shape = filled(look.field, rectangle(0, 0, wide, high))
    return card((ground, *_edge(kind, look), seen), corner_numbers(str(value)))


def _edge(kind: str, look: AnimalLook) -> Drawing:
    wide, high = FIELD
    inner = (wide - 2 * _EDGE, high - 2 * _EDGE)
    pieces = art("edges", kind)
    frame = filled(look.edge, rectangle(0, 0, wide, high), rectangle(_EDGE, _EDGE, *inner))
    sides = (
        (0, moved(_EDGE, 0)),
        (1, moved(wide, _EDGE).after(turned(90))),
        (0, moved(wide - _EDGE, high).after(turned(180))),
        (1, moved(0, high - _EDGE).after(turned(270))),
    )
    parts: list[Shape | Window] = [frame]
    for along, side in sides:
        length = inner[along] / _PIECES[along]
        for piece in range(_PIECES[along]):
            parts += placed(pieces, side.after(moved(piece * length, 0)).after(Affine(a=length / _PIECE)))
    return tuple(parts)


def medal(kind: str, look: AnimalLook, radius: float) -> Drawing:
    """The animal's head in a round of its field, about (0, 0)."""
    head = placed(art(kind), scaled(radius / 27).after(moved(0, 1)))
    return (Window((ellipse(0, 0, radius),), (filled(look.field, ellipse(0, 0, radius)), *head)),)
