"""The card that tells a player what a set of each kind is worth, and which notes an edition has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.kuhhandel.editions import EDITIONS, Edition
from firmware.kit.animals import medal
from firmware.kit.cards import HEIGHT, INK, WHITE, WIDTH
from firmware.kit.lettering import fitting
from firmware.kit.looks import Looks, note_values
from firmware.kit.numerals import number, width_of
from firmware.kit.pieces import Anchor, Side, Text, together
from firmware.kit.shapes import Colour, filled, moved, placed, rectangle, rounded
from firmware.words.words import Words

_PAPER = Colour.of("#fff6e3")
_STRIPE = Colour.of("#f6e3bd")
_EDGE = 4.2
_TITLE = 3.2
_TEXT = 2.7
_TOP = 10.4
_ROW = 5.15
_NOTE_ROW = 4.4
_LINE = 3.7


def values_front(looks: Looks, values: Mapping[str, int], names: Mapping[str, str], words: Words) -> Side:
    """The kinds in rising order, each with its head, its name and the value of a set. Raises SheetError."""
    title = words.say("Worth of a set")
    sides = [_paper(title)]
    for row, (kind, value) in enumerate(values.items()):
        y = _TOP + row * _ROW
        tall = 2.9
        figure = number(str(value), tall, INK)
        wide = width_of(str(value), tall)
        name = names[kind]
        left = _EDGE + 6.4
        size = fitting(name, _TEXT, WIDTH - _EDGE - wide - 1.5 - left)
        sides.append(_stripe(row, y, _ROW))
        sides.append(
            Side(
                (
                    *placed(medal(kind, looks.animals[kind], 2.3), moved(_EDGE + 3, y)),
                    *placed(figure, moved(WIDTH - _EDGE - 0.6 - wide, y - tall / 2)),
                ),
                (Text(name, left, y + 0.95, size, INK),),
            )
        )
    return together(*sides)


def values_back(words: Words, titles: Mapping[str, str]) -> Side:
    """How many notes of each value each edition has, what a player begins with, and what the donkeys bring.
    Raises SheetError."""
    columns = {key: WIDTH - _EDGE - 6 - 13 * (len(EDITIONS) - 1 - at) for at, key in enumerate(EDITIONS)}
    heads = [
        Text(titles[key], x, _TOP - 0.2, fitting(titles[key], 2.2, 12.4, bold=True), INK, Anchor.MIDDLE, True)
        for key, x in columns.items()
    ]
    sides = [_paper(words.say("Notes")), Side((), tuple(heads))]
    y = _TOP + 3.4
    for row, value in enumerate(note_values()):
        counts = tuple(
            Text(f"{EDITIONS[key].notes.get(value, 0)} ×", x, y + 0.95, _TEXT, INK, Anchor.MIDDLE)
            for key, x in columns.items()
        )
        figure = number(str(value), 2.7, INK)
        sides += [_stripe(row, y, _NOTE_ROW), Side(placed(figure, moved(_EDGE + 1, y - 1.35)), counts)]
        y += _NOTE_ROW
    begin = [f"{titles[key]}: {_purse(edition)}" for key, edition in EDITIONS.items()]
    bring = {", ".join(map(str, edition.donkeys)) for edition in EDITIONS.values()}
    told = {words.say("Each begins with"): begin, words.say("The donkeys bring"): sorted(bring)}
    for head, lines in told.items():
        y += 1.6
        sides.append(_line(head, y, bold=True))
        for line in lines:
            y += _LINE
            sides.append(_line(line, y))
        y += _LINE
    return together(*sides)


def _line(words: str, y: float, bold: bool = False) -> Side:
    size = fitting(words, _TEXT, WIDTH - 2 * _EDGE, bold)
    return Side((), (Text(words, WIDTH / 2, y, size, INK, Anchor.MIDDLE, bold),))


def _purse(edition: Edition) -> str:
    return "  ".join(f"{count}×{value}" for value, count in sorted(Counter(edition.purse).items()))


def _paper(title: str) -> Side:
    size = fitting(title, _TITLE, WIDTH - 2 * _EDGE, bold=True)
    return Side(
        (
            filled(WHITE, rectangle(0, 0, WIDTH, HEIGHT)),
            filled(_PAPER, rounded(2.1, 2.1, WIDTH - 4.2, HEIGHT - 4.2, 1.8)),
        ),
        (Text(title, WIDTH / 2, 6.4, size, INK, Anchor.MIDDLE, bold=True),),
    )


def _stripe(row: int, y: float, height: float) -> Side:
    if row % 2:
        return Side()
    return Side((filled(_STRIPE, rectangle(2.1, y - height / 2, WIDTH - 4.2, height)),))
