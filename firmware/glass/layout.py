"""Chooses how large each row of a screen is set: as asked where that fits, else smaller, wrapped, cut."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware.glass.face import Face, face
from firmware.glass.screen import Align, Part, Row, Size
from firmware.glass.wrapping import (
    ELLIPSIS,
    LONGEST,
    clean,
    cut,
    ends_in_number,
    evenly,
    hyphenated,
    shortened,
    wrapped,
)

_BANDS = (  # from the largest; the second face of a band is the narrower way to set the same size
    (Size.HUGE, ("huge", "great")),
    (Size.LARGE, ("large", "raised")),
    (Size.MEDIUM, ("medium", "plain")),
    (Size.SMALL, ("plain", "small")),
)
_LAST = "small"
_LOWEST = 9  # pixels of a line in that face
_REACH = {"small": (8, 1), "plain": (11, 2), "medium": (11, 2)}
"""Pixels that a line of a small face takes above and below its base line, so that lists keep their step."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to set a row: face, lines, and each line's reach above and below its base line in pixels. Of a
    row of parts the lines are blank; each takes equally many of them, the last what is left."""

    row: Row
    face: Face
    lines: tuple[str, ...]
    reach: tuple[tuple[int, int], ...]

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return sum(above + below for above, below in self.reach)

    @property
    def columns(self) -> int:
        """How many parts a line takes."""
        return -(-len(self.row.parts) // len(self.lines))

    def parts(self, line: int) -> tuple[Part, ...]:
        """The parts of a line, counted from 0."""
        return self.row.parts[line * self.columns : (line + 1) * self.columns]

    @property
    def gives_way(self) -> tuple[int, int]:
        """The greater, the sooner it is set lower where the glass is too full. Parts on several lines give
        way last: on one they are too wide."""
        return (0 if self.row.parts and len(self.lines) > 1 else len(self.lines), self.height)


def padding(type_face: Face, row: Row) -> int:
    """Pixels kept free at either side of a part for the cursor's box; none in equal shares that mark no part.

    Parts side by side keep them always, so that they stand still when the cursor goes.
    """
    if row.align is Align.SPREAD and not any(part.selected or part.boxed for part in row.parts):
        return 0
    return 2 if type_face.cap < 14 else 3


def gap(type_face: Face) -> int:
    """Pixels between two parts of a row."""
    return max(1, type_face.cap // 6)


def _flow_width(type_face: Face, row: Row) -> int:
    """Pixels that the parts of a row take side by side."""
    each = sum(type_face.width(part.text) + 2 * padding(type_face, row) for part in row.parts)
    return each + gap(type_face) * max(0, len(row.parts) - 1)


def settings(row: Row, width: int) -> Iterator[Setting]:
    """The ways to set a row in a width, best first; the last ones cut the text and always fit."""
    row = _cleaned(row)
    whole = not row.parts and not row.right
    broken = evenly if row.align is Align.CENTRE else wrapped
    start = next(place for place, (size, _) in enumerate(_BANDS) if size is row.size)
    for _, names in _BANDS[start:]:
        faces = [face(name) for name in names]
        for kind in faces:
            if _fits(row, kind, width):
                yield _set(row, kind, row.text.split("\n"))
        for kind in faces:
            lines = broken(kind, row.text, width) if whole else None
            if lines is not None:
                yield _set(row, kind, lines)
    last = face(_LAST)
    if row.align is Align.SPREAD and any(ends_in_number(part.text) for part in row.parts):
        yield from _stacked(row, width)
    if not whole:
        yield _set(_squeezed(row, last, width), last, [row.text])
        return
    lines = hyphenated(last, row.text, width)
    yield _set(row, last, lines)
    for count in range(len(lines) - 1, 0, -1):
        end = cut(last, f"{lines[count - 1]} {lines[count]}".rstrip() + ELLIPSIS, width)
        yield _set(row, last, [*lines[: count - 1], end])


def fitted(rows: tuple[Row, ...], width: int, height: int) -> list[Setting]:
    """The rows set within a width and a height; of rows that cannot fit at all the last are left out.

    While it is too high the row with most lines gives way first, then the highest.
    """
    ways = [settings(row, width) for row in rows[: height // _LOWEST]]
    chosen = [next(way) for way in ways]
    firm: set[int] = set()  # places of rows that cannot be set lower
    while sum(setting.height for setting in chosen) > height:
        if len(firm) == len(chosen):
            chosen.pop()
            firm.discard(len(chosen))
            continue
        place = max(
            (at for at in range(len(chosen)) if at not in firm),
            key=lambda at: (chosen[at].gives_way, at),
        )
        lower = (setting for setting in ways[place] if setting.height < chosen[place].height)
        found = next(lower, None)
        if found is None:
            firm.add(place)
        else:
            chosen[place] = found
    return chosen


def _cleaned(row: Row) -> Row:
    text = " " if row.parts else "\n".join(clean(row.text).splitlines())
    parts = tuple(replace(part, text=clean(part.text)) for part in row.parts[: LONGEST // 4])
    return replace(row, text=text, right=clean(row.right), parts=parts)


def _right_width(row: Row, kind: Face) -> int:
    """Pixels that the text at the right takes from the row, with the gap before it."""
    return kind.width(row.right) + kind.width(" ") * 2 if row.right else 0


def _fits(row: Row, kind: Face, width: int) -> bool:
    """Whether a row fits without a break that its author did not ask for."""
    room = width - _right_width(row, kind)
    if row.parts and row.align is Align.SPREAD:
        return _fit_cells(row, kind, room // len(row.parts))
    if row.parts:
        return _flow_width(kind, row) <= room
    return all(kind.width(line) <= room for line in row.text.split("\n"))


def _fit_cells(row: Row, kind: Face, cell: int) -> bool:
    """Whether each part fits a share of the width."""
    return all(kind.width(part.text) + 2 * padding(kind, row) <= cell for part in row.parts)


def _stacked(row: Row, width: int) -> Iterator[Setting]:
    """Equal shares on two lines or more, where one is too narrow for the numbers in them. Names may be
    shortened: they stay below what they name."""
    room = width - max(_right_width(row, face(name)) for name in _BANDS[-1][1])
    for count in range(2, len(row.parts) + 1):
        columns = -(-len(row.parts) // count)
        if -(-len(row.parts) // columns) < count:
            continue  # the last line would be empty
        for kind in map(face, _BANDS[-1][1]):
            if _fit_cells(row, kind, room // columns):
                yield _set(row, kind, [row.text] * count)


def _set(row: Row, kind: Face, lines: list[str]) -> Setting:
    reach = tuple(_reach(kind, row if row.parts else Row(line, right=row.right)) for line in lines)
    return Setting(row, kind, tuple(lines), reach)


def _reach(kind: Face, line: Row) -> tuple[int, int]:
    """Pixels above and below the base line: fixed for small faces, for large ones what the letters need."""
    if kind.name in _REACH:
        return _REACH[kind.name]
    glyphs = kind.glyphs("".join(part.text for part in line.parts) + line.text + line.right)
    above = max((glyph.top for glyph in glyphs), default=0)
    below = max((glyph.below for glyph in glyphs), default=0)
    return max(kind.cap, above) + 1, below + 1


def _squeezed(row: Row, kind: Face, width: int) -> Row:
    """A row of one line cut to the width: the right text keeps up to half, the cursor stays in sight. Of a
    share the letters before its number go first, and never a digit: 14 points are not 1."""
    right = cut(kind, row.right, width // 2)
    row = replace(row, right=right)
    room = width - _right_width(row, kind)
    if not row.parts:
        return replace(row, text=cut(kind, row.text.replace("\n", " "), room))
    if row.align is Align.SPREAD:
        share = room // len(row.parts) - 2 * padding(kind, row)
        if share >= kind.width("M"):  # room for a letter; an ellipsis would take most of it
            short = (replace(part, text=shortened(kind, part.text, share)) for part in row.parts)
            return replace(row, parts=tuple(short))
        row = replace(row, align=Align.LEFT)
    cursor = next((place for place, part in enumerate(row.parts) if part.selected), 0)
    while cursor and _flow_width(kind, replace(row, parts=row.parts[: cursor + 1])) > room:
        row = replace(row, parts=row.parts[1:])
        cursor -= 1
    while len(row.parts) > 1 and _flow_width(kind, row) > room:
        row = replace(row, parts=row.parts[:-1])
    room -= 2 * padding(kind, row)
    return replace(row, parts=tuple(replace(part, text=cut(kind, part.text, room)) for part in row.parts))
