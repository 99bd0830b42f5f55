"""The things on the simulated table, as plain data: dice, cups, hands, cloth, lamp and the camera's stand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from firmware.sim.cards import SeenCard
from firmware.sim.layout import Layout, Spot
from firmware.sim.pose import Pose, face_up, steepness
from vision.reading import Value

Colour: TypeAlias = tuple[int, int, int]  # blue, green, red: 0-255

DIE_SIDE = 16.0
CUP_RIM = 40.0  # radius of the open end, in millimetres
CUP_TOP = 33.0  # radius of the closed end
CUP_HEIGHT = 92.0
CUP_WALL = 2.5


class DiceKind(StrEnum):
    """What stands on the sixth face: a star (the dice of the box of liar's dice) or six pips."""

    STAR = "star"
    ORDINARY = "ordinary"


def value_of(face: int, kind: DiceKind) -> Value:
    """What a face, 1 to 6, shows."""
    return Value.STAR if kind is DiceKind.STAR and face == 6 else Value(str(face))


def face_of(value: Value, kind: DiceKind) -> int:
    """The face that shows a value. Raises `LookupError` if these dice have no such face."""
    if (value is Value.STAR) != (kind is DiceKind.STAR) and value in {Value.STAR, Value.SIX}:
        raise LookupError(f"{kind} dice have no face {value}")
    return 6 if value is Value.STAR else int(value)


class DiePlace(StrEnum):
    """Whose ground a die lies on."""

    CUP = "cup"  # under the seat's cup, or where the cup stood until it was lifted
    SHOWN = "shown"  # set face up beside the cup (re-roll variant)
    ASTRAY = "astray"  # rolled out of the seat's zone, in the open
    MIDDLE = "middle"  # lost: discarded to the middle
    BOX = "box"  # not on the table: in this game one cup goes round, with the dice of whoever has it


class Lean(StrEnum):
    """How a die lies."""

    FLAT = "flat"
    COCKED = "cocked"
    STACKED = "stacked"  # on top of another die


class CupState(StrEnum):
    """How a seat's cup stands."""

    DOWN = "down"  # over the dice
    PEEKED = "peeked"  # tilted: only this seat's player can look under it
    LIFTED = "lifted"  # lying aside
    BOXED = "boxed"  # not on the table


@dataclass(frozen=True, slots=True, repr=False)
class Die:
    """One die. Its printed form never tells how it lies, for it may lie under a cup."""

    owner: int
    number: int
    pose: Pose
    place: DiePlace = DiePlace.CUP
    lean: Lean = Lean.FLAT

    def __repr__(self) -> str:
        return f"Die({self.owner}.{self.number}, {self.place})"

    @property
    def face(self) -> int:
        """The face that looks up, 1 to 6."""
        return face_up(self.pose.turn)

    @property
    def steep(self) -> float:
        """Degrees by which the die is off lying flat."""
        return steepness(self.pose.turn)


@dataclass(frozen=True, slots=True)
class Cup:
    """A seat's cup: where its rim's centre stands on the cloth and, if it lies aside, which way (degrees)."""

    state: CupState
    at: Spot
    heading: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that reaches over the table from beyond its edge: fingertips, direction of the arm in degrees,
    which variant of a hand it is."""

    tip: Spot
    heading: float
    variant: int


class ClothKind(StrEnum):
    """What the table is covered with."""

    FELT = "felt"
    WOOD = "wood"
    CHECK = "check"
    SPOTS = "spots"
    PAPER = "paper"


@dataclass(frozen=True, slots=True)
class Cloth:
    """A cloth: its kind, the colours of its ground and its pattern, the pattern's scale in millimetres."""

    kind: ClothKind = ClothKind.FELT
    ground: Colour = (70, 105, 38)
    pattern: Colour = (55, 85, 30)
    scale: float = 40.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class DieLook:
    """Colours and shape of a die: body, pips, radius of the rounded edges as a part of the side."""

    body: Colour = (62, 200, 240)
    pips: Colour = (26, 24, 24)
    round: float = 0.12
    pip: float = 0.095  # radius of a pip as a part of the side
    side: float = DIE_SIDE


@dataclass(frozen=True, slots=True)
class Lamp:
    """The lamp over the table: where it hangs and how large it is (mm), and how much of the light comes from
    all around instead (0-1)."""

    x: float = -350.0
    y: float = -500.0
    height: float = 1300.0
    radius: float = 120.0
    ambient: float = 0.5


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the camera is: over which spot (mm), how high above the cloth, turned by how many degrees about
    its upright (`roll`), tipped towards the right (`tilt_x`) and the lower edge (`tilt_y`)."""

    x: float = 0.0
    y: float = 0.0
    height: float = 900.0
    roll: float = 0.0
    tilt_x: float = 0.0
    tilt_y: float = 0.0
    focal: float = 1440.0  # pixels: 1.6 px/mm on the cloth at 900 mm


@dataclass(frozen=True, slots=True)
class Style:
    """How a table looks. `dice` and `cups` go round the seats."""

    cloth: Cloth = Cloth()
    dice: tuple[DieLook, ...] = (DieLook(),)
    cups: tuple[Colour, ...] = ((60, 48, 44), (50, 50, 120))
    skins: tuple[Colour, ...] = ((140, 170, 225), (70, 105, 160), (110, 150, 210))
    lamp: Lamp = Lamp()
    markers: bool = True
    gloss: float = 0.12  # how much of the lamp cards mirror, 0-1: more in sleeves


@dataclass(frozen=True, slots=True)
class Chances:
    """How often a throw goes wrong, each 0-1: a die ends cocked, on another die, or out of its seat's zone;
    and how often a die comes to lie against another. And how often a card that is turned up in the middle is
    pushed off its place, or half covered by something, how often somebody lays a larger note than he means,
    and how often a token that is moved comes to lie elsewhere than it should."""

    cocked: float = 0.0
    stacked: float = 0.0
    astray: float = 0.0
    touching: float = 0.12
    pushed: float = 0.0
    half_covered: float = 0.0
    mislaid: float = 0.0
    misplaced: float = 0.0  # and how often the red die is set down between two spaces
    astray_tokens: float = 0.0


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die that the camera can see."""

    pose: Pose
    look: DieLook
    kind: DiceKind
    lean: Lean
    seat: int  # 0: in the middle


@dataclass(frozen=True, slots=True)
class SeenCup:
    """A cup that the camera can see."""

    cup: Cup
    colour: Colour
    toward: float  # degrees: to which side its player sits


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand that the camera can see."""

    hand: Hand
    skin: Colour


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the camera can see, and nothing else: a die under a cup is not in it, nor is what a card that
    lies face down has on its other side."""

    layout: Layout
    style: Style
    stand: Stand
    dice: tuple[SeenDie, ...]
    cups: tuple[SeenCup, ...]
    hands: tuple[SeenHand, ...]
    cards: tuple[SeenCard, ...] = ()
