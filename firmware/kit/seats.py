"""The seat cards: a large number and the pod that has it."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.kit.cards import HEIGHT, INK, WHITE, WIDTH
from firmware.kit.numerals import number, width_of
from firmware.kit.pieces import Piece, Side
from firmware.kit.shapes import (
    Colour,
    Drawing,
    ellipse,
    filled,
    moved,
    placed,
    rectangle,
    rounded,
    stroked,
    turned,
)

_GOLD = Colour.of("#f4c430")
_GLASS = Colour.of("#bfe3f2")
_FIGURE = 17.0
_UNDERLINED = "6"  # or a 9, seen from across


def seat_cards(seats: Mapping[int, object]) -> list[Piece]:
    """One for each seat of a layout, the same on both sides."""
    return [Piece(f"seat-{seat}", Side(seat_face(seat)), Side(seat_face(seat))) for seat in sorted(seats)]


def seat_face(seat: int) -> Drawing:
    text = str(seat)
    line = text in _UNDERLINED
    figure = number(text, _FIGURE, WHITE, underline=line)
    left = (WIDTH - width_of(text, _FIGURE)) / 2
    pod = placed(_pod(), moved(WIDTH / 2, HEIGHT - 7.5))
    turn = moved(WIDTH, HEIGHT).after(turned(180))
    return (
        filled(WHITE, rectangle(0, 0, WIDTH, HEIGHT)),
        filled(_GOLD, rounded(2.1, 2.1, WIDTH - 4.2, HEIGHT - 4.2, 1.8)),
        filled(INK, ellipse(WIDTH / 2, HEIGHT / 2, 17.5)),
        stroked(_GOLD, 0.8, ellipse(WIDTH / 2, HEIGHT / 2, 16)),
        *placed(figure, moved(left, (HEIGHT - _FIGURE) / 2 - (1.6 if line else 0))),
        *pod,
        *placed(pod, turn),
    )


def _pod() -> Drawing:
    """A pod as it lies before a player: the glass and three buttons."""
    buttons = tuple(filled(_GOLD, ellipse(x, 2.3, 1)) for x in (-4, 0, 4))
    return (
        filled(INK, rounded(-8, -4.5, 16, 9, 1.6)),
        filled(_GLASS, rounded(-5.6, -3.2, 11.2, 3.7, 0.5)),
        *buttons,
    )
