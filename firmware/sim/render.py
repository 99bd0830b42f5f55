"""The picture that the simulated camera takes of the simulated table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from firmware.sim.card_draw import corners, draw_card
from firmware.sim.cloth import background
from firmware.sim.cubes import draw_die, draw_shadow, top_face
from firmware.sim.cups import draw_cup
from firmware.sim.eye import HEIGHT, WIDTH, eye_of
from firmware.sim.hands import draw_hand
from firmware.sim.layout import Spot
from firmware.sim.pose import face_up
from firmware.sim.sprite import Picture, lay
from firmware.sim.things import Lean, Scene, value_of
from vision.reading import Value


@dataclass(frozen=True, slots=True)
class Optics:
    """What lens and sensor make of the scene. `gain`: brightness as a factor. `warmth`: -1 cold to 1 warm.
    `blur`: pixels of soft focus. `noise`: grey levels of grain. `grain`: which grain; frames differ in it."""

    gain: float = 1.0
    warmth: float = 0.0
    blur: float = 0.55
    noise: float = 2.2
    grain: int = 0


@dataclass(frozen=True, slots=True)
class DieInPicture:
    """The truth about a die that the camera sees: value, centre and side of its top face in pixels, its seat
    (0: in the middle) and how it lies."""

    value: Value
    x: float
    y: float
    size: float
    seat: int
    lean: Lean


@dataclass(frozen=True, slots=True)
class CardInPicture:
    """The truth about a card that the camera sees: its face, None if it lies face down, its corners in pixels
    from its own top left on clockwise, and where its middle lies."""

    face: str | None
    quad: tuple[tuple[float, float], ...]
    at: Spot


def render(scene: Scene, optics: Optics | None = None) -> Picture:
    """A picture of the scene: (1232, 1640, 3) uint8, blue-green-red. The same scene and optics give the same
    bytes. What does not move from one picture to the next is drawn once."""
    optics = optics or Optics()
    picture = _still(scene, optics.blur)
    if optics.gain != 1.0 or optics.warmth != 0.0:
        picture = _exposed(picture, optics.gain, optics.warmth)
    if optics.noise <= 0:
        return picture.copy()
    brighter, darker = _grain(round(optics.noise, 2))
    left, top = np.random.default_rng(optics.grain).integers(0, _SPARE, 2)
    part = (slice(top, top + HEIGHT), slice(left, left + WIDTH))
    return np.asarray(cv2.subtract(cv2.add(picture, brighter[part]), darker[part]), np.uint8)


def dice_in_picture(scene: Scene) -> tuple[DieInPicture, ...]:
    """Where the scene's dice are in its picture, and what they show: the answers to `render`'s picture.
    Dice that a hand or a cup hides from the camera are named all the same."""
    eye = eye_of(scene.stand)
    return tuple(
        DieInPicture(value_of(face_up(die.pose.turn), die.kind), *top_face(die, eye), die.seat, die.lean)
        for die in scene.dice
    )


def cards_in_picture(scene: Scene) -> tuple[CardInPicture, ...]:
    """Where the scene's cards are in its picture, the lowest first: the answers to `render`'s picture. Cards
    that something hides from the camera are named all the same."""
    eye = eye_of(scene.stand)
    return tuple(
        CardInPicture(
            None if card.face.back else card.face.name,
            tuple((float(x), float(y)) for x, y in eye.project(corners(card))),
            card.at,
        )
        for card in scene.cards
    )


@lru_cache(maxsize=2)
def _still(scene: Scene, blur: float) -> Picture:
    """The scene without grain. Not to be written to."""
    stand, lamp = scene.stand, scene.style.lamp
    eye = eye_of(stand)
    picture = background(scene.layout, scene.style, stand).copy()
    flat = [die for die in scene.dice if die.lean is not Lean.STACKED]
    # Farthest first, for a nearer die hides part of the one behind it; what lies on top comes last.
    order = sorted(
        scene.dice,
        key=lambda die: (
            die.lean is Lean.STACKED,
            -eye.distance(np.array([die.pose.x, die.pose.y, die.pose.z])),
        ),
    )
    cups = [draw_cup(cup, stand, lamp) for cup in scene.cups]
    hands = [draw_hand(hand, stand, lamp) for hand in scene.hands]
    for card in scene.cards:  # the lowest first
        for piece in draw_card(card, stand, lamp, scene.style.gloss):
            lay(picture, piece)
    for die in flat:
        lay(picture, draw_shadow(die.pose, die.look.side, stand, lamp))
    for shade, _ in cups:
        lay(picture, shade)
    for die in order:
        lay(picture, draw_die(die, stand, lamp))
    for _, sprite in cups:
        lay(picture, sprite)
    for shade, sprite in hands:
        lay(picture, shade)
        lay(picture, sprite)
    if blur > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0) if blur > 1 else (3, 3), blur), np.uint8)
    picture.setflags(write=False)
    return picture


def _exposed(picture: Picture, gain: float, warmth: float) -> Picture:
    """The picture with another exposure and white balance."""
    tint = np.array([1.0 - 0.28 * warmth, 1.0 - 0.03 * abs(warmth), 1.0 + 0.22 * warmth])
    levels = np.arange(256.0)[:, None] * (gain * tint)
    # A sensor's shoulder: it nears white softly.
    soft = np.where(levels > 215.0, 215.0 + 40.0 * (1 - np.exp(-(levels - 215.0) / 40.0)), levels)
    table = np.clip(np.round(soft), 0, 255).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(picture, table), np.uint8)


_SPARE = 97  # the grain is cut from a larger field, at another place for each frame


@lru_cache(maxsize=1)
def _grain(sigma: float) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """What a frame's grain adds and takes away."""
    rng = np.random.default_rng(20)
    brighter = np.empty((HEIGHT + _SPARE, WIDTH + _SPARE, 3), np.uint8)
    darker = np.empty_like(brighter)
    for row in range(len(brighter)):  # row by row, for a whole field of numbers would take much memory
        grey = rng.standard_normal((WIDTH + _SPARE, 1), np.float32) * (sigma * 0.85)
        field = np.round(rng.standard_normal((WIDTH + _SPARE, 3), np.float32) * (sigma * 0.5) + grey)
        brighter[row], darker[row] = np.clip(field, 0, 255), np.clip(-field, 0, 255)
    return brighter, darker
