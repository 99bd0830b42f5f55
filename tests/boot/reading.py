"""Reads what stands on a glass from its points alone, as somebody does who knows the box's letters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from firmware.glass import icons
from firmware.glass.bitmap import Glyph
from firmware.glass.face import face

FACES = ("huge", "great", "large", "raised", "medium", "plain", "small")
ICONS = {icons.LEFT: "<", icons.RIGHT: ">", icons.STAR: "*", icons.CHECK: "v", icons.CROSS: "x"}
ICONS |= {icons.die(face): f"({face})" for face in "123456"} | {icons.DIE_STAR: "(*)"}
# No I and no |: in some of the faces nothing tells them from l.
KNOWN = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in "I|") + "…×" + "".join(ICONS)
PLAIN = frozenset("_-.,'`\":;…!i/\\[]()=~^1")  # strokes and dots that are parts of much else
WEAK = PLAIN - {"1"} | frozenset("TLJlrtj")  # a run of nothing but these is not believed
LEAST = 4  # lit points of a run that is no speck

Points = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Run:
    """Letters beside each other on one base line, and the points that they light."""

    base: int
    x: int
    text: str
    weight: int


def read(points: Points) -> str:
    """All that stands on the glass, (64, 128) bool, line by line from the top; "" when nothing does. What is
    dark on a lit ground, as the entry that is chosen and the buttons' labels are, stands in brackets."""
    return _read(points.tobytes())


@lru_cache(maxsize=256)
def _read(raw: bytes) -> str:
    left = np.frombuffer(raw, bool).reshape(64, 128)
    found: list[Run] = []
    runs = [
        (run, mask)
        for picture, marks in ((left, "{}"), (~left, "[{}]"))
        for name in FACES
        for run, mask in _runs(picture, name, marks)
        if run.weight >= LEAST and not WEAK.issuperset(run.text.replace(" ", ""))
    ]
    runs.sort(key=lambda one: -one[0].weight)
    taken = np.zeros((64, 128), bool)
    for run, mask in runs:
        if not (taken & mask).any():
            taken |= mask
            found.append(run)
    lines: list[list[Run]] = []
    for run in sorted(found, key=lambda one: one.base):
        if lines and run.base - lines[-1][0].base <= 2:
            lines[-1].append(run)
        else:
            lines.append([run])
    return "\n".join(" ".join(run.text for run in sorted(line, key=lambda one: one.x)) for line in lines)


def _runs(picture: Points, name: str, marks: str) -> list[tuple[Run, Points]]:
    """Every stretch of letters of one face, each as long as it goes, with where it stands."""
    best: dict[tuple[int, int], tuple[int, str, Glyph]] = {}
    strips: dict[int, NDArray[np.int64]] = {}
    for letter, glyph, lit in _alphabet(name):
        width = max(glyph.advance, glyph.left + glyph.width)
        if width not in strips:
            strips[width] = _strips(picture, width)
        strip, height = strips[width], len(glyph.rows)
        rows = 64 - height + 1
        here = np.ones((rows, strip.shape[1]), bool)
        shift = width - glyph.left - glyph.width
        for at, row in enumerate(glyph.rows):
            here &= strip[at : at + rows] == row << shift
        if letter in PLAIN:
            here &= _alone(picture, glyph, rows)
        for y, x in np.argwhere(here).tolist():
            place = (y + glyph.top, x)
            if place not in best or best[place][0] < lit:
                best[place] = lit, letter, glyph
    space = face(name).width(" ")
    after: set[tuple[int, int]] = set()
    out: list[tuple[Run, Points]] = []
    for base, x in sorted(best):
        if (base, x) in after:
            continue
        text, weight, at = "", 0, x
        mask = np.zeros((64, 128), bool)
        while True:
            if (base, at) in best:
                lit, letter, glyph = best[base, at]
                after.add((base, at))
                text, weight = text + letter, weight + lit
                top = base - glyph.top
                mask[top : top + len(glyph.rows), at : at + glyph.advance] = True
                at += glyph.advance
            elif (base, at + space) in best:
                text, at = text + " ", at + space
            else:
                break
        out.append((Run(base, x, marks.format(text), weight), mask))
    return out


def _alone(picture: Points, glyph: Glyph, rows: int) -> Points:
    """Where the lines right above and below a letter's picture, and the columns beside it, are dark."""
    wide = np.pad(picture, ((1, 1), (1 + glyph.left, glyph.left + glyph.width + 1)))
    high, broad = len(glyph.rows) + 2, glyph.width + 2
    sums = np.pad(wide.astype(np.int64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def lit(top: int, first: int, height: int, width: int) -> NDArray[np.int64]:
        down, right = slice(top, top + rows), slice(first, first + 128)
        below, beyond = slice(top + height, top + height + rows), slice(first + width, first + width + 128)
        whole: NDArray[np.int64] = (
            sums[below, beyond] - sums[down, beyond] - sums[below, right] + sums[down, right]
        )
        return whole

    left = 2 * glyph.left
    inner = lit(1, left + 1, high - 2, broad - 2)
    found: Points = lit(0, left, high, broad) == inner
    return found


def _strips(picture: Points, width: int) -> NDArray[np.int64]:
    """At each place the `width` points from there to the right as a number; beyond the edge all is dark."""
    wide = np.concatenate((picture, np.zeros((64, width), bool)), axis=1)
    out = np.zeros((64, 128), np.int64)
    for at in range(width):
        out = out << 1 | wide[:, at : at + 128]
    return out


@cache
def _alphabet(name: str) -> tuple[tuple[str, Glyph, int], ...]:
    """What is looked for in a face: the letter, its picture, its lit points."""
    out = []
    for letter in KNOWN:
        glyphs = face(name).glyphs(letter)
        if len(glyphs) == 1 and glyphs[0].left >= 0:
            lit = sum(row.bit_count() for row in glyphs[0].rows)
            out.append((ICONS.get(letter, letter), glyphs[0], lit))
    return tuple(out)
