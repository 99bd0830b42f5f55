"""The faces of the cards and value tokens of Biz-Bluff, and their backs. No words stand on what the camera
reads, so that one deck serves all languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.biz_bluff.cards import Card
from firmware.kit.biz_looks import biz_looks
from firmware.kit.cards import HEIGHT, INK, WHITE, WIDTH
from firmware.kit.numerals import number, width_of
from firmware.kit.shapes import (
    Colour,
    Contour,
    Drawing,
    ellipse,
    filled,
    moved,
    placed,
    polygon,
    rectangle,
    rounded,
    turned,
)

TOKEN = 40.0  # millimetres: a file covers it, and the eye can tell it from above
_BORDER = 2.4
_BAR = 4.4
_DISC = 13.0
# The eye learns from grey what the light makes of colours. A camera shows white as it likes.
_GREY = Colour.of("#cfcfcf")
_DARK, _GOLD, _RED = Colour.of("#4a4a66"), Colour.of("#c9952c"), Colour.of("#a83a33")
_STEEL = Colour.of("#8fa3b8")
_TOKENS: Mapping[str, tuple[Colour, Colour]] = {  # field and bars
    "one": (Colour.of("#dcb04e"), Colour.of("#6b4e10")),
    "two": (Colour.of("#7cbb89"), Colour.of("#1d5230")),
    "blank": (Colour.of("#93a9bd"), Colour.of("#33475c")),
    "bluffed": (Colour.of("#c77169"), Colour.of("#6d1512")),
}
_TWO_BARS = frozenset({"two", "bluffed"})
_FIGURES: Mapping[str, Sequence[tuple[float, float]]] = {  # of the streets, about the middle
    "yellow": [(0, -9), (8.4, 6), (-8.4, 6)],
    "blue": [(-7, -7), (7, -7), (7, 7), (-7, 7)],
    "green": [(0, -10), (7, 0), (0, 10), (-7, 0)],
    "red": [(-9, -4), (9, -4), (9, 4), (-9, 4)],
}


def card_face(card: Card) -> Drawing:
    """What a card asks: a street by its colour and figure, one of the numbers, or a challenge."""
    if card.street is not None:
        look = biz_looks().streets[card.street]
        figure = polygon([(WIDTH / 2 + x, HEIGHT / 2 + y) for x, y in _FIGURES[card.street]])
        ground = _ground(WIDTH, HEIGHT, look.field, look.edge, two=False)
        return (*ground, *_disc(WIDTH, HEIGHT), filled(INK, figure))
    if card.numbers:
        return (*_ground(WIDTH, HEIGHT, _DARK, _RED, two=True), *_numbers(card.numbers))
    against = [
        polygon([(WIDTH / 2 + side * x, HEIGHT / 2 + y) for x, y in ((1, 0), (9, -7), (9, 7))])
        for side in (-1, 1)
    ]
    ground = _ground(WIDTH, HEIGHT, _DARK, _GOLD, two=False)
    return (*ground, *_disc(WIDTH, HEIGHT), filled(INK, *against))


def token_face(name: str) -> Drawing:
    """What a file is worth: so many bundles of notes, nothing, or a loss."""
    field, bar = _TOKENS[name]
    middle = TOKEN / 2
    match name:
        case "one":
            drawn = _bundle(middle, bar)
        case "two":
            drawn = (*_bundle(middle - 5.6, bar), *_bundle(middle + 5.6, bar))
        case "bluffed":
            drawn = (filled(bar, _cross(middle)),)
        case _:
            drawn = (filled(bar, ellipse(middle, middle, 9.5), ellipse(middle, middle, 5.5)),)
    ground = _ground(TOKEN, TOKEN, field, bar, two=name in _TWO_BARS)
    return (*ground, *_disc(TOKEN, TOKEN), *drawn)


def card_back() -> Drawing:
    """The same for all cards."""
    return _back(WIDTH, HEIGHT, _GOLD)


def token_back() -> Drawing:
    """The same for all tokens."""
    return _back(TOKEN, TOKEN, _STEEL)


def _back(width: float, height: float, colour: Colour) -> Drawing:
    """The same either way up."""
    return (
        *_ground(width, height, _DARK, _DARK, two=False),
        filled(colour, _diamond(width, height, 5.0)),
        filled(_DARK, _diamond(width, height, 11.0)),
    )


def _ground(width: float, height: float, field: Colour, bar: Colour, *, two: bool) -> Drawing:
    """A field in a white border, with a bar along the upper edge, or two of them."""
    near, inner, right, low = _BORDER, _BORDER + _BAR, width - _BORDER, height - _BORDER
    down = [(inner, inner), (inner, low), (near, low)] if two else [(near, inner)]
    return (
        filled(WHITE, rectangle(0, 0, width, height)),
        filled(field, rounded(near, near, right - near, low - near, 2.5)),
        filled(bar, polygon([(near, near), (right, near), (right, inner), *down])),
    )


def _disc(width: float, height: float) -> Drawing:
    return (filled(_GREY, ellipse(width / 2, height / 2, _DISC)),)


def _numbers(numbers: Sequence[int]) -> Drawing:
    """Each on a disc, one below the other."""
    apart = min(22.0, 51.0 / len(numbers))
    size = 0.6 * apart
    drawn: list[Drawing] = []
    x = WIDTH / 2 + _BAR / 2
    for at, value in enumerate(numbers):
        y = HEIGHT / 2 + _BAR / 2 + (at - (len(numbers) - 1) / 2) * apart
        figure = number(str(value), size, INK, underline=value == 6)
        lift = 1.2 if value == 6 else 0.0
        drawn.append((filled(_GREY, ellipse(x, y, apart / 2 - 0.6)),))
        drawn.append(placed(figure, moved(x - width_of(str(value), size) / 2, y - size / 2 - lift)))
    return tuple(part for parts in drawn for part in parts)


def _bundle(x: float, colour: Colour) -> Drawing:
    """Notes with a band round them."""
    middle = TOKEN / 2
    return (
        filled(colour, rounded(x - 4.4, middle - 8, 8.8, 16, 1)),
        filled(_GREY, rectangle(x - 4.4, middle - 2, 8.8, 4)),
    )


def _cross(middle: float) -> Contour:
    """A plus, turned."""
    long, wide = 10.5, 2.4
    plus = [(-wide, -long), (wide, -long), (wide, -wide), (long, -wide), (long, wide), (wide, wide)]
    plus += [(-x, -y) for x, y in plus]
    return polygon(plus).through(moved(middle, middle).after(turned(45)))


def _diamond(width: float, height: float, inset: float) -> Contour:
    x, y = width / 2, height / 2
    return polygon([(x, inset), (width - inset, y), (x, height - inset), (inset, y)])
