"""The board of liar's dice on the simulated table, as it is printed, and the red die that is moved on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from engine.liars_dice.track import Track
from firmware.kit.liars_dice_art import board_drawing
from firmware.kit.liars_dice_board import areas, board_look, spaces_of
from firmware.kit.raster import painted
from firmware.sim.cards import MIDDLE, SeenCard
from firmware.sim.layout import Spot
from firmware.sim.things import DiceKind, DieLook, Lean, SeenDie
from firmware.sim.throw import Footprint, rest
from vision.areas import Area
from vision.cards.deck import Face
from vision.reading import Place

LOST = (70.0, 66.0)
"""Millimetres from the middle of the board to both sides, and about that, where lost dice lie on its
ground."""
RED = DieLook(body=(38, 30, 190), pips=(235, 240, 242))
_SCALE = 4.0  # pixels a millimetre
_NOBODY = 0


@dataclass(frozen=True, slots=True)
class TrackBoard:
    """The board with this track printed on it: where its middle lies, and how it is turned (degrees)."""

    track: str
    at: Spot = MIDDLE
    yaw: float = 0.0

    def to_table(self, x: float, y: float) -> Spot:
        """From millimetres about the board's middle to the table's."""
        c, s = math.cos(math.radians(self.yaw)), math.sin(math.radians(self.yaw))
        return Spot(self.at.x + c * x - s * y, self.at.y + s * x + c * y)

    def middle_of(self, space: str) -> Spot:
        """Where a space of the track is on the table. Raises `LookupError`."""
        area = self.area_of(space)
        return self.to_table(area.centre.x, area.centre.y)

    def area_of(self, space: str) -> Area:
        """A space in millimetres about the board's middle. Raises `LookupError`."""
        if space not in self.spaces.spaces:
            raise LookupError(f"the board of the track {self.track!r} has no space {space!r}")
        return areas(board_look())[self.spaces.spaces.index(space)]

    def space_at(self, spot: Spot) -> str | None:
        """The space over which a spot of the table is."""
        here = self._own(spot)
        ring = zip(self.spaces.spaces, areas(board_look()), strict=True)
        return next((space for space, area in ring if area.holds(here)), None)

    def margin_at(self, spot: Spot) -> float:
        """How far within the edge of its space a spot of the table is, in millimetres; 0 outside of all."""
        here = self._own(spot)
        edges = (
            min(here.x - area.left, area.right - here.x, here.y - area.top, area.bottom - here.y)
            for area in areas(board_look())
        )
        return max(0.0, *edges)

    def holds(self, spot: Spot, margin: float) -> bool:
        """Whether a spot of the table is on the board, or so near to it."""
        look, here = board_look(), self._own(spot)
        return abs(here.x) <= look.width / 2 + margin and abs(here.y) <= look.height / 2 + margin

    def _own(self, spot: Spot) -> Place:
        """From the table's millimetres to those about the board's middle."""
        c, s = math.cos(math.radians(self.yaw)), math.sin(math.radians(self.yaw))
        x, y = spot.x - self.at.x, spot.y - self.at.y
        return Place(c * x + s * y, c * y - s * x)

    @property
    def spaces(self) -> Track:
        return spaces_of(self.track)

    def seen(self) -> SeenCard:
        """As the camera sees it."""
        return SeenCard(_printed(self.track), self.at, self.yaw, 0.0)


@dataclass(frozen=True, slots=True)
class RedDie:
    """The red die on the table: what it shows, its middle, and how it is turned (degrees)."""

    face: int
    at: Spot
    yaw: float = 0.0

    def seen(self, kind: DiceKind) -> SeenDie:
        """As the camera sees it; a die of the same kind as those under the cups."""
        pose = rest(Footprint(self.at.x, self.at.y, self.yaw, RED.side), self.face, 0)
        return SeenDie(pose, RED, kind, Lean.FLAT, _NOBODY)


@cache
def _printed(track: str) -> Face:
    look = board_look()
    picture = painted(board_drawing(track), look.width, look.height, _SCALE)
    return Face(f"board of {track}", (picture,), (look.width, look.height))
