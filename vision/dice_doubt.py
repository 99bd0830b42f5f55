"""Says of a die that was found what it shows, whether that is sure, and if not, why not."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_crops import Pyramid
from vision.dice_lean import LEAN
from vision.dice_nets import Look
from vision.dice_pips import count_pips
from vision.reading import Die, Place, Reason, Value

U8 = NDArray[np.uint8]

NOTHING, STAR, COVERED = 0, 7, 8  # of the reader's classes; 1-6 are the pips
CLEAR = 0.995  # chance of its value from which one look is enough, and no other witness is asked
# The chance of its value from which a die is sure: where its pips, counted without the network, say the same,
# where they say nothing, and where they say otherwise; measured as docs/benchmarks.md tells.
AGREED, ALONE, DENIED = 0.85, 0.97, 0.985
# The same where they say nothing and there is no table, of its chance if it is a die at all. On a table what
# they do not bear out may be a cocked die, so that it needs more.
UNTOLD = 0.9
# On a table a die that leans by more than this, though not by so much that it is called cocked, must be borne
# out by its pips: those of a face that slants lie otherwise.
STEADY = 0.1
# Where the pips say the same of a die that lies flat, seen from above, among others alike, and the table
# tells that its size is a die's. Without these, the pips of a die's side or of a card agree as well; without
# the table it must be surer that it is a die.
WITNESSED, WITNESSED_DOUBT, FROM_ABOVE = 0.75, 0.2, 0.5
DOUBT_WITHOUT_TABLE = 0.05
DOUBT = 0.03  # chance that it is no die at all from which nothing is sure
# A one is sure from this chance if it is a die at all; in company, where hardly one is none, from less, if it
# is no star: small faint ones look like it.
ONE, ONE_IN_COMPANY, STAR_FOR_ONE = 0.97, 0.9, 0.04
DOUBT_OF_ONE = 0.1  # as DOUBT for a one in company: every one is doubted more
# The same for what has no company, unless the table tells that its size is a die's: half a domino, a counter,
# a card with pips show a face too. And for any one: a round spot alone is also what a pawn or a button shows.
LONE = 0.006
COMPANY, ALIKE = 2, 0.15  # so many clear dice that are no ones, and alike in size but for this part
SMALL = 13.0  # faces under this many pixels are never sure
_VALUES = (None, Value.ONE, Value.TWO, Value.THREE, Value.FOUR, Value.FIVE, Value.SIX, Value.STAR)


def judged(k: Look, off: float, leans: bool, looks: list[Look], pyramid: Pyramid, place: Place | None) -> Die:
    """The die that `k` shows among all that was seen. `off`: by how many faces it leans; `leans`: whether
    that is too much."""
    kind = max(range(1, 9), key=lambda i: k.chances[i])
    chance = float(k.chances[kind])
    clear = _is_clear(k, kind, off, looks, pyramid, sized=place is not None)
    reason = _doubt(k, kind, leans, clear, pyramid.level(0))
    if kind == COVERED:
        chance = 0.0
    elif reason is Reason.COCKED:
        chance = min(chance, 0.5)
    value = None if kind == COVERED else _VALUES[kind]
    return Die(value, k.x, k.y, k.size, chance, reason is None, reason, place)


def _company(k: Look, looks: list[Look]) -> int:
    """How many other clear dice that are no ones have about its size."""
    clear = [other.size for other in looks if other is not k and max(other.chances[2:8]) > ALONE]
    return sum(abs(math.log(size / k.size)) < ALIKE for size in clear)


def _is_clear(k: Look, kind: int, off: float, looks: list[Look], pyramid: Pyramid, sized: bool) -> bool:
    """Whether the value is beyond doubt. `off`: how far the die leans, in faces; `sized`: whether the table
    tells that its size is a die's."""
    chance, nothing = k.chances[kind], k.chances[NOTHING]
    if_die = chance / max(1 - nothing, 1e-6)  # the value's chance, if it is a die at all
    in_company = _company(k, looks) >= COMPANY
    if kind == 1 and in_company:
        star = k.chances[STAR] / max(1 - nothing, 1e-6)
        lies = off <= STEADY or not sized or count_pips(pyramid.crop(k.x, k.y, k.size)) == 1
        return lies and if_die >= ONE_IN_COMPANY and star < STAR_FOR_ONE and nothing < DOUBT_OF_ONE
    if kind == 1:
        return if_die >= ONE and nothing < LONE
    is_die = nothing < (DOUBT if in_company or sized else LONE)
    steady = off <= STEADY or not sized
    if kind in {STAR, COVERED} or (chance >= CLEAR and steady):
        return chance >= ALONE and is_die
    pips = count_pips(pyramid.crop(k.x, k.y, k.size))
    if pips != kind and not steady:
        return False
    if pips is None and not sized:
        return if_die >= UNTOLD and is_die
    if pips is None and not in_company:
        return False  # a die that leans alone, with none beside it to tell, shows such a face too
    needed = ALONE if pips is None else AGREED if pips == kind else DENIED
    if chance >= needed and is_die:
        return True
    flat = off < LEAN and math.hypot(*k.down) < FROM_ABOVE
    most = WITNESSED_DOUBT if sized else DOUBT_WITHOUT_TABLE
    return pips == kind and flat and in_company and chance >= WITNESSED and nothing < most


def _doubt(k: Look, kind: int, leans: bool, clear: bool, frame: U8) -> Reason | None:
    """Why a die is not sure; None where it is. `clear`: whether its value is beyond doubt."""
    height, width = frame.shape[:2]
    half = k.size * 0.5
    if min(k.x, k.y, width - 1 - k.x, height - 1 - k.y) < half:
        return Reason.CUT
    if kind == COVERED or k.chances[COVERED] > 0.3:
        return Reason.COVERED
    if leans:
        return Reason.COCKED
    if k.size < SMALL:
        return Reason.SMALL
    if clear:
        return None
    x0, y0 = max(0, round(k.x - half)), max(0, round(k.y - half))
    face = frame[y0 : round(k.y + half) + 1, x0 : round(k.x + half) + 1]
    if float((face.min(2) >= 250).mean()) > 0.3:
        return Reason.GLARE
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = np.asarray(cv2.resize(grey, (20, 20), interpolation=cv2.INTER_AREA), np.float32)
    edge = float(np.abs(cv2.Laplacian(grey, cv2.CV_32F)).mean())
    return Reason.BLURRED if edge < 0.25 * float(grey.std()) else Reason.UNCLEAR
