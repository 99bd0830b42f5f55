"""A cloth full of spots that the finder takes for dice."""

from __future__ import annotations

import numpy as np
import pytest

from vision import dice_faces
from vision.dice_crops import Pyramid
from vision.dice_nets import DiceNets, Face, Found, Look


def _look(size: float, x: float, y: float, kind: int) -> Look:
    chances = [0.0001] * 9
    chances[kind] = 0.9992
    return Look(tuple(chances), x, y, size, (0.0, 0.0), 0.0)


class _Spots(DiceNets):
    """A finder that sees spots, the first the warmest, and a reader that sees nothing but in some of them."""

    def __init__(self, count: int, dice: set[int]) -> None:
        self._dice = dice
        sizes = [30.0 if i in dice else 20.0 for i in range(count)]
        self._found = [
            Found(40.0 * (i % 40), 40.0 * (i // 40), size, 0.9 - 0.005 * i) for i, size in enumerate(sizes)
        ]

    def find(self, pyramid: Pyramid, scales: tuple[float, ...]) -> list[Found]:
        del pyramid, scales
        return self._found

    def look(
        self, pyramid: Pyramid, faces: list[Face], turn: float = 0.0, mirror: bool = False
    ) -> list[Look]:
        del pyramid, turn, mirror
        found = {(f.x, f.y): i for i, f in enumerate(self._found)}
        return [_look(size, x, y, 4 * (found[x, y] in self._dice)) for x, y, size in faces]


@pytest.mark.parametrize("late", [33, 150])
def test_a_cloth_full_of_spots_is_not_looked_at_to_the_last_and_a_die_among_them_is_found(late: int) -> None:
    """The late die is not warm, but as big as the others."""
    spots = _Spots(160, {1, 2, 3, 5, 8, late})
    looks = dice_faces.faces(spots, Pyramid(np.zeros((200, 1700, 3), np.uint8)), (24.0, 40.0))
    assert sum(max(k.chances[1:]) > 0.9 for k in looks) == 6
    assert len(looks) < 100


def test_where_no_table_tells_a_size_every_place_is_looked_at() -> None:
    looks = dice_faces.faces(_Spots(160, {1}), Pyramid(np.zeros((200, 1700, 3), np.uint8)))
    assert len(looks) == 160
