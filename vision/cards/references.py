"""What a taught deck looks like to the reader: each face small, smooth and ready to be laid over cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from vision.cards.agree import agreement
from vision.cards.blocks import Blocked, blocked
from vision.cards.deck import Deck, Face
from vision.cards.level import COARSE, F32, F64, FINE, Level, canvas, level_of, shrunk
from vision.cards.repeats import steps_of
from vision.picture import Frame

CELLS = 16
"""Cells of the longer side of the small picture by which faces are first chosen."""
_RIVALS = 2
_ANOTHER = 0.6  # difference of a block that shows another picture


@dataclass(frozen=True, eq=False)
class Look:
    """One picture of a face, prepared. `ratio` is its width over its height."""

    face: Face
    ratio: float
    source: Frame

    @cached_property
    def coarse(self) -> Level:
        return level_of(self.source, self.ratio, COARSE)

    @cached_property
    def fine(self) -> Level:
        return level_of(self.source, self.ratio, FINE)

    @cached_property
    def blocks(self) -> Blocked:
        """The fine level, ready to be compared block by block."""
        return blocked(self.fine)

    @cached_property
    def steps(self) -> tuple[F64, ...]:
        """By what moves, (3, 3) each, its print is there again."""
        return steps_of(self.fine)


class Rival(NamedTuple):
    """A look of another face beside one that it resembles. `turned`: most so upside down. `likeness`: 1 the
    same, 0 nothing alike. `apart` (r, c): which blocks of the one it shows another picture in, whatever the
    light that it is taken into."""

    look: Look
    turned: bool
    likeness: float
    apart: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Prepared:
    """A deck's looks, all of them and by shape of card."""

    looks: tuple[Look, ...]
    shapes: tuple[Shape, ...]
    _apart: dict[Look, F32] = field(default_factory=dict)
    _rivals: dict[Look, tuple[Rival, ...]] = field(default_factory=dict)

    def rivals(self, look: Look) -> tuple[Rival, ...]:
        """The looks of other faces most like this one."""
        if look not in self._rivals:
            shape = next(shape for shape in self.shapes if look in shape.looks)
            self._rivals[look] = shape.nearest(look, _RIVALS)
        return self._rivals[look]

    def apart(self, look: Look) -> F32:
        """How much each block (r, c) of a look differs in each look of another face, either way up, in any
        light, (K, r, c)."""
        if look not in self._apart:
            own, shape = look.blocks, next(shape for shape in self.shapes if look in shape.looks)
            others = [one for one in shape.looks if one.face.name != look.face.name]
            gap = [difference(look, one, turned=way) for way in (False, True) for one in others]
            self._apart[look] = np.asarray(gap, np.float32).reshape(-1, *own.detail.shape)
        return self._apart[look]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """All looks of cards with the same ratio, and their small pictures (K, h, w, 3)."""

    ratio: float
    looks: tuple[Look, ...]
    cells: F32
    _plain: F32
    _length: F32

    @classmethod
    def of(cls, looks: tuple[Look, ...]) -> Shape:
        ratio = looks[0].ratio
        high, wide = canvas(ratio, CELLS)
        cells = np.stack([shrunk(look.source, high, wide) for look in looks])
        inside = cells[:, 1:-1, 1:-1].reshape(len(looks), -1, 3)
        plain = (inside - inside.mean(1, keepdims=True)).reshape(len(looks), -1)
        length = np.asarray(np.linalg.norm(plain, axis=1) + 1e-6, np.float32)
        return cls(ratio, looks, cells, plain, length)

    def likeness(self, small: F32) -> F32:
        """How much a small picture (h, w, 3) looks like each of the looks: 1 the same, 0 nothing alike."""
        inside = small[1:-1, 1:-1].reshape(-1, 3)
        seen = (inside - inside.mean(0)).ravel()
        alike: F32 = self._plain @ seen / (self._length * (np.linalg.norm(seen) + 1e-6))
        return alike

    def nearest(self, look: Look, count: int) -> tuple[Rival, ...]:
        """Of the looks most like this one the first of each other face, so many."""
        own = self.cells[self.looks.index(look)]
        upright, turned = self.likeness(own), self.likeness(own[::-1, ::-1])
        alike = np.maximum(upright, turned)
        best: dict[str, int] = {}
        for i in np.argsort(-alike):
            name = self.looks[i].face.name
            if name != look.face.name:
                best.setdefault(name, int(i))
        return tuple(
            Rival(
                self.looks[i],
                way := bool(turned[i] > upright[i]),
                float(alike[i]),
                difference(look, self.looks[i], turned=way) > _ANOTHER,
            )
            for i in list(best.values())[:count]
        )


def difference(look: Look, other: Look, *, turned: bool) -> F32:
    """How much each block (r, c) of a look differs in the other, upside down or not, in any light."""
    picture = other.fine.picture
    picture = np.ascontiguousarray(picture[::-1, ::-1]) if turned else picture
    return agreement(picture, look.blocks).gap


_PREPARED: WeakKeyDictionary[Deck, Prepared] = WeakKeyDictionary()


def prepared(deck: Deck) -> Prepared:
    """The deck made ready, once for each deck."""
    ready = _PREPARED.get(deck)
    if ready is None:
        ready = _prepare(deck)
        _PREPARED[deck] = ready
    return ready


def _prepare(deck: Deck) -> Prepared:
    looks = tuple(
        Look(face, face.size_mm[0] / face.size_mm[1], picture)
        for face in deck.faces.values()
        for picture in face.pictures
    )
    ratios = dict.fromkeys(look.ratio for look in looks)
    shapes = (Shape.of(tuple(look for look in looks if look.ratio == ratio)) for ratio in ratios)
    return Prepared(looks, tuple(shapes))
