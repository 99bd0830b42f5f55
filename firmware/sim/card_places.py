"""How people lay cards out: animals sorted before their seat, money in a row, the auction in the middle."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from firmware.sim.layout import Layout, Spot
from vision.areas import Area
from vision.reading import Place

Size: TypeAlias = tuple[float, float]  # width and height of an upright card, in millimetres
Lie: TypeAlias = tuple[Spot, float, int]  # where a card's middle lies, its turn in degrees, cards below it

WHOLE = 4  # animals of a kind; then they lie in one pile, for they are safe
_GAP = 5.0  # millimetres between cards that lie side by side
_SHOWN = (1.0, 0.75, 0.5, 0.38, 0.28, 0.2, 0.14)  # parts of a card that stick out, the roomiest first
_SLIP = 1.2  # millimetres by which a hand misses
_TURN = 2.0  # degrees
_DECK = Spot(-66.0, 0.0)
_ALONE = Spot(20.0, 0.0)
_LOT = (Spot(8.0, 0.0), Spot(62.0, 0.0))  # two that are put up together, clear of the deck


def herd(rng: Random, layout: Layout, seat: int, faces: Sequence[str], size: Size) -> list[Lie]:
    """How a seat's animals lie, in the order of `faces`: kinds side by side and below one another, of a kind
    each so far over the next that its head can be seen; complete sets in a pile."""
    wide, deep = _extent(layout.card_areas(seat).animals, layout.outward(seat))
    kinds = Counter(faces)
    step, columns = _columns(kinds, wide, deep, size)
    pitch = size[0] + _GAP
    if len(columns) > 1:
        pitch = min(pitch, (wide - size[0]) / (len(columns) - 1))
    crammed = pitch < size[0]  # then each column lies over a part of the last
    places: dict[str, list[tuple[float, float, int]]] = {}
    for number, column in enumerate(columns):
        along, depth = (number - (len(columns) - 1) / 2) * pitch, (size[1] - deep) / 2
        for kind in column:
            each = _step(kinds[kind], step)
            below = number if crammed else 0
            places[kind] = [(along, depth + i * each, below + i) for i in range(kinds[kind])]
            depth += (kinds[kind] - 1) * each + size[1] + _GAP
    seen = Counter[str]()
    lies = []
    for face in faces:
        along, depth, level = places[face][seen[face]]
        seen[face] += 1
        area = layout.card_areas(seat).animals
        lies.append(_lie(rng, layout, seat, area, along, depth, level))
    return lies


def row(rng: Random, layout: Layout, seat: int, count: int, size: Size) -> list[Lie]:
    """How so many notes lie before a seat: side by side, or each over part of the last."""
    area = layout.card_areas(seat).offer
    wide, _ = _extent(area, layout.outward(seat))
    step = min(size[0] + _GAP, (wide - size[0]) / max(1, count - 1))
    return [
        _lie(
            rng,
            layout,
            seat,
            area,
            (i - (count - 1) / 2) * step,
            0.0,
            i if step < size[0] else 0,
            steady=min(1.0, step / size[0]),
        )
        for i in range(count)
    ]


def deck(rng: Random, level: int) -> Lie:
    """How the deck's card with so many below it lies."""
    return Spot(_DECK.x + rng.gauss(0.0, 0.3), _DECK.y + rng.gauss(0.0, 0.3)), rng.gauss(0.0, 0.5), level


def lot(rng: Random, number: int, of: int) -> Lie:
    """How card `number` (from 0) of a lot of `of` lies in the middle: turned towards anybody."""
    at = _ALONE if of == 1 else _LOT[number % len(_LOT)]
    turn = rng.gauss(0.0, 4.0) + (rng.uniform(0.0, 360.0) if of == 1 else 180.0 * rng.randrange(2))
    return Spot(at.x + rng.gauss(0.0, 2.0), at.y + rng.gauss(0.0, 2.0)), turn, 0


def pushed(rng: Random, layout: Layout, size: Size) -> Spot:
    """A place beside the middle, on nobody's ground, to which a sleeve may push a card."""
    both = [layout.card_areas(seat) for seat in range(1, len(layout.seats) + 1)]
    areas = [area for own in both for area in (own.animals, own.offer)]
    for _ in range(400):
        angle = rng.uniform(0.0, 2 * math.pi)
        reach = layout.middle + rng.uniform(4.0, math.hypot(*size) / 2)
        place = Place(reach * math.cos(angle), reach * math.sin(angle))
        if not any(area.holds(place) for area in areas):
            return Spot(place.x, place.y)
    return Spot(layout.middle + 4.0, 0.0)


def _step(count: int, step: float) -> float:
    """How far each of so many animals of a kind lies below the last."""
    return 0.0 if count >= WHOLE else step


def _extent(area: Area, outward: Spot) -> Size:
    """How wide and how deep an area is for the person who sits there."""
    across, down = area.right - area.left, area.bottom - area.top
    return (down, across) if abs(outward.x) > 0.5 else (across, down)


def _columns(kinds: Counter[str], wide: float, deep: float, size: Size) -> tuple[float, list[list[str]]]:
    """By how much each of a kind sticks out, and which kinds lie in which column. Where the room is too small
    for anything, a column for each kind."""
    for shown in _SHOWN:
        step = shown * (size[1] + _GAP)
        columns = _packed({kind: size[1] + (n - 1) * _step(n, step) for kind, n in kinds.items()}, deep)
        if columns is not None and len(columns) * (size[0] + _GAP) <= wide + _GAP:
            return step, columns
    return step, [[kind] for kind in kinds]


def _packed(tall: dict[str, float], deep: float) -> list[list[str]] | None:
    """Each kind into the first column that has room for it, the tallest first; None if one fits in none."""
    columns: list[list[str]] = []
    left: list[float] = []
    for kind in sorted(tall, key=lambda kind: -tall[kind]):  # as they came where they are alike
        at = next((i for i, room in enumerate(left) if room >= tall[kind]), len(left))
        if at == len(left):
            columns.append([])
            left.append(deep)
        if left[at] < tall[kind]:
            return None
        columns[at].append(kind)
        left[at] -= tall[kind] + _GAP
    return columns


def _lie(
    rng: Random,
    layout: Layout,
    seat: int,
    area: Area,
    along: float,
    depth: float,
    level: int,
    *,
    steady: float = 1.0,
) -> Lie:
    right, out = layout.right_hand(seat), layout.outward(seat)
    spot = Spot(area.centre.x, area.centre.y).toward(right, along).toward(out, depth)
    spot = Spot(spot.x + rng.gauss(0.0, _SLIP * steady), spot.y + rng.gauss(0.0, _SLIP * steady))
    # An upright card's foot points to its player: a quarter turn less than his heading.
    facing = math.degrees(math.atan2(out.y, out.x)) - 90.0
    return spot, facing + rng.gauss(0.0, _TURN * steady), level
