"""The type faces of the glass: bitmap letters and icons in seven sizes, and stand-ins for missing letters."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

from firmware.glass import dice, icons
from firmware.glass.bitmap import Glyph, packed, scaled

_FONTS = files("firmware.glass") / "fonts"
_IGNORED = frozenset({"Cc", "Cf", "Mn", "Me"})  # controls, joiners, marks that belong to the letter before
_ALIKE = {
    "♕": icons.CROWN, "♔": icons.CROWN, "♚": icons.CROWN, "👑": icons.CROWN,
    "✔": icons.CHECK, "✘": icons.CROSS, "✕": icons.CROSS, "☆": icons.STAR, "⭐": icons.STAR,
    "◄": icons.LEFT, "◂": icons.LEFT, "←": icons.LEFT, "►": icons.RIGHT, "▸": icons.RIGHT, "→": icons.RIGHT,
    "↑": icons.UP, "▴": icons.UP, "↓": icons.DOWN, "▾": icons.DOWN, "≡": icons.MENU, "🤚": icons.HAND,
    "🕭": icons.BELL, "📸": icons.CAMERA, "⏲": icons.CLOCK, "−": "-", "ẞ": "SS", "♯": "#",
}  # fmt: skip


class Face:
    """One size of letters and icons; `cap` is the height of a capital in pixels."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cap = 0
        self._lines: dict[str, str] = {}
        for line in (_FONTS / f"{name}.glyphs").read_text(encoding="utf-8").splitlines():
            key, _, rest = line.partition(" ")
            if key == "cap":
                self.cap = int(rest)
            elif key != "#":
                self._lines[chr(int(key, 16))] = rest
        self._glyphs: dict[str, tuple[Glyph, ...]] = {}
        self._advances: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"Face({self.name!r}, cap={self.cap})"

    def glyphs(self, text: str) -> list[Glyph]:
        """The pictures that set a text, one after the other; a letter that no face knows is a hollow box."""
        out: list[Glyph] = []
        for letter in text:
            known = self._glyphs.get(letter)
            if known is None:
                known = self._glyphs[letter] = self._found(letter)
            out += known
        return out

    def lacks(self, text: str) -> str:
        """Those letters of a text that no face knows."""
        return "".join(letter for letter in text if self._found(letter) == (self._box(),))

    def width(self, text: str) -> int:
        """Pixels that a text takes on one line."""
        known, advances = self._advances, 0
        for letter in text:
            if letter not in known:
                known[letter] = sum(glyph.advance for glyph in self.glyphs(letter))
            advances += known[letter]
        return advances

    def _found(self, letter: str) -> tuple[Glyph, ...]:
        """The letter itself, an icon, what looks alike, its parts without accents, or the box."""
        own = self._own(letter)
        if own is not None:
            return (own,)
        if letter.isspace():
            return self._found(" ")
        if unicodedata.category(letter) in _IGNORED:
            return ()
        if letter in _ALIKE:
            return tuple(self.glyphs(_ALIKE[letter]))
        apart = unicodedata.normalize("NFKD", letter)
        nearest = [self._own(part) for part in apart if unicodedata.category(part) not in _IGNORED]
        known = tuple(glyph for glyph in nearest if glyph is not None)
        if apart != letter and known and len(known) == len(nearest):
            return known
        return (self._box(),)

    def _own(self, letter: str) -> Glyph | None:
        line = self._lines.get(letter)
        if line is not None:
            return _read(line)
        picture = self._picture(letter)
        if picture is None:
            return None
        room = 1 if self.cap < 19 else 2
        height, width = len(picture), len(picture[0])
        top = (self.cap + height + 1) // 2  # in the middle of a capital's height
        return Glyph(width + 2 * room, room, top, width, packed(picture))

    def _picture(self, letter: str) -> list[str] | None:
        side = max(side for side in dice.SIDES if side <= self.cap + 2)
        if letter in icons.DICE:
            return dice.pips(icons.DICE.index(letter) + 1, side)
        drawn = _drawings()
        if letter == icons.DIE_STAR:
            return dice.star(_nearest(drawn[icons.STAR], side - 2), side)
        return _nearest(drawn[letter], self.cap + 1) if letter in drawn else None

    def _box(self) -> Glyph:
        width = self.cap * 2 // 3
        edge, side = "#" * width, "#" + "." * (width - 2) + "#"
        return Glyph(width + 2, 1, self.cap, width, packed([edge, *[side] * (self.cap - 2), edge]))


def _read(line: str) -> Glyph:
    """A glyph from its line in a .glyphs file (fonts/README.md has the form)."""
    advance, *rest = line.split()
    if not rest:
        return Glyph(int(advance), 0, 0, 0, ())
    left, top, width = (int(number) for number in rest[:3])
    digits = (width + 3) // 4
    rows = (int(rest[3][at : at + digits], 16) for at in range(0, len(rest[3]), digits))
    return Glyph(int(advance), left, top, width, tuple(row >> (digits * 4 - width) for row in rows))


@cache
def _drawings() -> dict[str, list[list[str]]]:
    """The pictures of fonts/icons.txt by their character, each in all its sizes."""
    drawn: dict[str, list[list[str]]] = {}
    for block in (_FONTS / "icons.txt").read_text(encoding="utf-8").split("\n\n")[1:]:
        head, *rows = block.splitlines()
        drawn.setdefault(head.split()[0], []).append(rows)
    return drawn


def _nearest(sizes: list[list[str]], side: int) -> list[str]:
    """The largest picture, whole times enlarged if need be, that a square of `side` pixels holds.

    A square too small even for the smallest gets the smallest.
    """

    def extent(rows: list[str]) -> int:
        return max(len(rows), len(rows[0]))

    fitting = [
        (side // extent(rows) * extent(rows), extent(rows), rows) for rows in sizes if extent(rows) <= side
    ]
    if not fitting:
        return min(sizes, key=extent)
    size, native, rows = max(fitting, key=lambda fit: fit[:2])
    return scaled(rows, size // native)


@cache
def face(name: str) -> Face:
    """The face of that name: small, plain, medium, raised, large, great or huge."""
    return Face(name)
