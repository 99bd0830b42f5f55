"""Chooses how large each row of a screen is set: as asked where that fits, else smaller, wrapped, cut."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

from firmware.glass.face import Face, face
from firmware.glass.screen import Align, Part, Row, Size

ELLIPSIS = "…"
LONGEST = 400
"""Characters of a text that are looked at: more than the glass can hold in any size."""

_BANDS = (  # from the largest; the second face of a band is the narrower way to set the same size
    (Size.HUGE, ("huge", "great")),
    (Size.LARGE, ("large", "raised")),
    (Size.MEDIUM, ("medium", "plain")),
    (Size.SMALL, ("plain", "small")),
)
_LAST = "small"
_REACH = {"small": (8, 1), "plain": (11, 2), "medium": (11, 2)}
"""Pixels that a line of a small face takes above and below its base line, so that lists keep their step."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to set a row: face, lines, and each line's reach above and below its base line in pixels."""

    row: Row
    face: Face
    lines: tuple[str, ...]
    reach: tuple[tuple[int, int], ...]

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return sum(above + below for above, below in self.reach)


def clean(text: str) -> str:
    """A text as it is set: accents joined to their letters, no longer than LONGEST."""
    return unicodedata.normalize("NFC", text[:LONGEST])


def cut(type_face: Face, text: str, width: int) -> str:
    """The text, or as much of it as fits the width with an ellipsis, or nothing."""
    if type_face.width(text) <= width:
        return text
    room = width - type_face.width(ELLIPSIS)
    return text[: _that_fit(type_face, text, room)].rstrip() + ELLIPSIS if room >= 0 else ""


def _that_fit(type_face: Face, text: str, width: int) -> int:
    """How many letters from the beginning of a text fit a width."""
    for count, letter in enumerate(text):
        width -= type_face.width(letter)
        if width < 0:
            return count
    return len(text)


def padding(type_face: Face) -> int:
    """Pixels kept free at either side of a part, for the cursor's box."""
    return 2 if type_face.cap < 14 else 3


def gap(type_face: Face) -> int:
    """Pixels between two parts of a row."""
    return max(1, type_face.cap // 6)


def flow_width(type_face: Face, parts: tuple[Part, ...]) -> int:
    """Pixels that parts take side by side."""
    each = sum(type_face.width(part.text) + 2 * padding(type_face) for part in parts)
    return each + gap(type_face) * max(0, len(parts) - 1)


def settings(row: Row, width: int) -> list[Setting]:
    """The ways to set a row in a width, best first; the last ones cut the text and always fit."""
    row = _cleaned(row)
    whole = not row.parts and not row.right
    start = next(place for place, (size, _) in enumerate(_BANDS) if size is row.size)
    found: list[Setting] = []
    for _, names in _BANDS[start:]:
        faces = [face(name) for name in names]
        found += [_set(row, kind, row.text.split("\n")) for kind in faces if _fits(row, kind, width)]
        if whole:
            even = row.align is Align.CENTRE
            wrapped = ((kind, (_even if even else _wrapped)(kind, row.text, width)) for kind in faces)
            found += [_set(row, kind, lines) for kind, lines in wrapped if lines is not None]
    last = face(_LAST)
    if whole:
        lines = _broken(last, row.text, width)
        for count in range(len(lines), 0, -1):
            kept = lines[:count]
            if count < len(lines):
                kept[-1] = cut(last, f"{kept[-1]} {lines[count]}".rstrip() + ELLIPSIS, width)
            found.append(_set(row, last, kept))
    else:
        found.append(_set(_squeezed(row, last, width), last, [row.text]))
    return found


def fitted(rows: tuple[Row, ...], width: int, height: int) -> list[Setting]:
    """The rows set within a width and a height; of rows that cannot fit at all the last are left out.

    While it is too high the row with most lines gives way first, then the highest.
    """
    ways = [settings(row, width) for row in rows[: height // 2]]
    while sum(way[0].height for way in ways) > height:
        smaller = [
            [setting for setting in way[1:] if setting.height < way[0].height] if way else [] for way in ways
        ]
        yielding = [place for place, way in enumerate(smaller) if way]
        if not yielding:
            ways.pop()
            continue
        place = max(yielding, key=lambda at: (len(ways[at][0].lines), ways[at][0].height, at))
        ways[place] = smaller[place]
    return [way[0] for way in ways]


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
        cell = room // len(row.parts)
        return all(kind.width(part.text) + 2 * padding(kind) <= cell for part in row.parts)
    if row.parts:
        return flow_width(kind, row.parts) <= room
    return all(kind.width(line) <= room for line in row.text.split("\n"))


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


def _wrapped(kind: Face, text: str, width: int) -> list[str] | None:
    """Lines broken between words; None where a word is wider than the line."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if kind.width(longer) <= width:
                line = longer
                continue
            if not line or kind.width(word) > width:
                return None
            lines.append(line)
            line = word
        lines.append(line)
    return lines


def _even(kind: Face, text: str, width: int) -> list[str] | None:
    """Wrapped into as few lines as the width allows, and these about equally long."""
    lines = _wrapped(kind, text, width)
    if lines is None:
        return None
    low, high = 0, width
    while high - low > 1:
        middle = (low + high) // 2
        narrower = _wrapped(kind, text, middle)
        if narrower is not None and len(narrower) == len(lines):
            lines, high = narrower, middle
        else:
            low = middle
    return lines


def _broken(kind: Face, text: str, width: int) -> list[str]:
    """Lines broken between words, and with a hyphen within words that are wider than the line."""
    hyphen = kind.width("-")
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if kind.width(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while kind.width(line) > width:
                head = max(1, _that_fit(kind, line, width - hyphen))
                lines.append(line[:head] + "-")
                line = line[head:]
        lines.append(line)
    return lines


def _squeezed(row: Row, kind: Face, width: int) -> Row:
    """A row of one line cut to the width: the right text keeps up to half, the cursor stays in sight."""
    right = cut(kind, row.right, width // 2)
    row = replace(row, right=right)
    room = width - _right_width(row, kind)
    if not row.parts:
        return replace(row, text=cut(kind, row.text.replace("\n", " "), room))
    parts = list(row.parts)
    if row.align is Align.SPREAD:
        cell = room // len(parts) - 2 * padding(kind)
        if cell >= kind.width(ELLIPSIS):
            return replace(row, parts=tuple(replace(part, text=cut(kind, part.text, cell)) for part in parts))
    cursor = next((place for place, part in enumerate(parts) if part.selected), 0)
    while cursor and flow_width(kind, tuple(parts[: cursor + 1])) > room:
        parts.pop(0)
        cursor -= 1
    while len(parts) > 1 and flow_width(kind, tuple(parts)) > room:
        parts.pop()
    parts = [replace(part, text=cut(kind, part.text, max(0, room - 2 * padding(kind)))) for part in parts]
    align = Align.LEFT if row.align is Align.SPREAD else row.align
    return replace(row, parts=tuple(parts), align=align)
