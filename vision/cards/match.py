"""Lays taught faces over what may be a card and tells which fits, and whether another would do as well."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.agree import Agreement, Blocks, agreement, at_least, gaps
from vision.cards.align import Sight, corners_of, fitted, plane_of
from vision.cards.blocks import centres, squares
from vision.cards.exposure import as_exposed, compared, face_in_light, shadow_on, unlike_in_light
from vision.cards.level import F32, F64, canvas, from_pixels, level_from
from vision.cards.outlines import inside
from vision.cards.references import CELLS, Look, Prepared, Rival, Shape
from vision.cards.verdict import TELLING, Verdict, judged, wider
from vision.picture import Points

_SHORTLIST, _LONGER = 4, 9  # faces that are tried in an outline, and those where none of them fits
_AT_ALL = 0.5  # likeness of small pictures under which a face is not tried
_FIRST_STEPS, _LAST_STEPS = 7, 3
_CLOSE = 0.12  # misfit at the coarse size of a face that needs no other candidates beside it
_PLAINER = 0.08  # by how much less the next face looks like it, at a glance
_NEAR = 0.08  # how much worse than the best a face may fit at the coarse size and still be compared
_HOPELESS = 0.8  # misfit at which a proposed face is given up
_WELL_LAID, _ASTRAY = 0.1, 0.6  # misfit between which a match is laid a second time,
_ALL_OF_IT = 0.5  # with differences of tone up to this counted in, wherever they are
_NOTHING_ALIKE = 0.85  # misfit at which no other light is tried,
_IN_OTHER_LIGHT = 5  # and the matches that are tried in it
_STRANGE = 0.29  # how badly a face may fit in a light made for it at a glance,
_NEARLY = 0.6  # misfit in its light under which a face is laid again by how it looks in that light,
_LAID_IN_LIGHT = 2  # as often as this
_ANY_STEP = 1.2  # misfit under which a print that repeats may lie steps off,
_A_STEP = 0.05  # and how much less must be left to be explained for it to be laid there
_TURNED = 0.3  # how far the ratio of an outline's sides, as a logarithm, may be from the card's
_CLEAR, _CONTRARY = 0.25, 0.1  # how much better or worse a block must fit one face than the other to count
_WHOLE = 0.75  # of a card that must be open
_UNLIKE = 0.6  # likeness of small pictures
_PLAIN, _MANY = 0.9, 6  # how much better so many blocks fit than those of a face that is plainly another
_KNOWN_BY = 3  # blocks that are seen and are of another picture in each of the other faces,
_FIRMLY = 2  # of a card that fits firmly
_IN_ANOTHER = 0.6  # difference of such a block
_ALL_OVER, _THROUGHOUT = 12, 0.3  # or so many that are seen, most of which differ as much at least
_EXPLAINED = 4  # blocks that the one face must take for covered and the other shows as they are seen
_MOST_OF_IT = 0.4  # and that part of all that it must take for covered
_ANOTHER, _SAME = 0.55, 0.3  # difference of a block that is another picture, and of one that is the same
_DECISIVE = 2  # blocks that must speak for a face against each rival


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A face laid over a card: on which plane, how they compare, and what follows. `beneath` are the blocks
    on which another card is known to lie."""

    look: Look
    plane: F64
    found: Agreement
    verdict: Verdict
    beneath: Blocks | None = None

    @property
    def name(self) -> str:
        return self.look.face.name

    @property
    def corners(self) -> Points:
        """(4, 2) pixels, clockwise from the card's own top left."""
        return corners_of(self.plane, self.look.ratio)

    def shows(self, spots: Points) -> NDArray[np.bool_]:
        """At which of the spots in the frame, (N, 2), this card itself is to be seen, (N,)."""
        grid = self.look.blocks.grid
        to_pixels = np.linalg.inv(self.plane @ self.look.fine.to_unit)
        x, y, scale = to_pixels @ np.vstack([spots.T, np.ones(len(spots))])
        row, column = grid.nearest(x / scale, y / scale)
        return np.asarray(self.verdict.open[row, column] & inside(spots, self.corners))

    def hidden(self, sight: Sight, known: Iterable[Match]) -> Points:
        """The corners in the frame, (N, 4, 2), of its blocks that something hides which is none of the known
        cards."""
        unknown = ~self.verdict.open
        beneath = _beneath(sight, self.look, self.plane, known)
        if beneath is not None:
            unknown &= ~wider(beneath)
        return _squares(self.look, self.plane)[unknown.ravel()]

    def under(self, sight: Sight, covered: Iterable[Match]) -> Match:
        """Compared again, now that other cards are known which may lie on it."""
        hidden = _beneath(sight, self.look, self.plane, covered)
        return self if hidden is None else _laid(sight, self.look, self.plane, hidden)

    def blocks(self) -> Points:
        """The middles of its blocks in pixels of the frame, (r * c, 2)."""
        seen = centres(self.look.blocks) @ self.plane.T
        return np.asarray(seen[:, :2] / seen[:, 2:])


def in_outline(sight: Sight, corners: Points, ready: Prepared) -> Match | None:
    """The face that fits best into four corners."""
    tried: list[Match] = []
    listed = [_shortlist(sight, corners, shape) for shape in ready.shapes]
    # Cards that are the same both ways up stand twice among the first: then others are tried after them.
    for part in (slice(0, _SHORTLIST), slice(_SHORTLIST, _LONGER)):
        for match in _fitting(sight, [one[part] for one in listed]):
            if match.verdict.sure:
                return _laid_again(sight, match)
            tried.append(match)
    tried.sort(key=lambda one: one.verdict.misfit)
    if not tried:
        return None
    best = _laid_again(sight, tried[0])
    if best.verdict.sure:
        return best
    # Aces stand among them both ways up, as little tells the one way from the other in a strange light.
    for match in (best, *tried[1:_IN_OTHER_LIGHT]):
        exposed = _in_its_light(sight, match) if match.verdict.misfit < _NOTHING_ALIKE else None
        if exposed is not None:
            return exposed
    return best


def _fitting(sight: Sight, listed: Iterable[Sequence[tuple[float, Look, F64]]]) -> Iterator[Match]:
    """Of faces that look like what is seen, in one list for each shape of card, those that fit best when they
    are laid there coarsely, finely laid."""
    first: list[tuple[float, Look, F64]] = []
    for shape in listed:
        for number, (likeness, look, plane) in enumerate(shape):
            near, misfit = fitted(sight, plane, look.coarse, _FIRST_STEPS)
            first.append((misfit, look, near))
            others = [one for one, other, _ in shape[number + 1 :] if other.face is not look.face]
            if misfit < _CLOSE and likeness - max(others, default=0.0) > _PLAINER:
                break
    first.sort(key=lambda one: one[0])
    for number, (misfit, look, plane) in enumerate(first):
        if misfit > _HOPELESS or (number > 1 and misfit > first[0][0] + _NEAR):
            break
        yield on_plane(sight, look, plane)


def _in_its_light(sight: Sight, match: Match) -> Match | None:
    """The match as it is where the face is taken into the card's light, if all agrees then."""
    for again in range(_LAID_IN_LIGHT + 1):
        card = _upright(sight, match)
        edge = shadow_on(card, match.look.blocks)
        if not again and unlike_in_light(card, match.look.blocks, edge) > _STRANGE:
            break
        for by in (None,) if edge is None else (None, edge):
            there = face_in_light(card, match.look.blocks, by)
            found = compared(card, match.look.blocks, there, by)
            verdict = judged(found)
            if verdict.sure:
                return replace(match, found=found, verdict=verdict)
        if again == _LAID_IN_LIGHT or verdict.misfit > _NEARLY:
            break
        match = laid_in_light(sight, match, there)
    return None


def laid_in_light(sight: Sight, match: Match, there: F32) -> Match:
    """The match, laid by how its face looks `there`, (h, w, 3), in the card's light: it had been laid by what
    the taught face shows, of which that light may have blown a part and bent the rest. Its verdict is still
    the old one."""
    ratio = match.look.ratio
    coarse = cv2.resize(there, match.look.coarse.shape[::-1], interpolation=cv2.INTER_AREA)
    plane, _ = fitted(sight, match.plane, level_from(np.asarray(coarse, np.float32), ratio), _FIRST_STEPS)
    plane, _ = fitted(sight, plane, level_from(there, ratio), _LAST_STEPS)
    return replace(match, plane=plane)


def _exposed(sight: Sight, match: Match) -> Agreement:
    """The match in the card's light, with a shadow's edge where that makes it more alike."""
    card, face = _upright(sight, match), match.look.blocks
    edge = shadow_on(card, face)
    plain = as_exposed(card, face)
    if edge is None:
        return plain
    return min(plain, as_exposed(card, face, edge), key=lambda one: float(np.minimum(one.gap, 2).mean()))


def _upright(sight: Sight, match: Match) -> F32:
    level = match.look.fine
    return sight.upright(match.plane, *level.shape, level.to_unit)


def _laid_again(sight: Sight, match: Match, covered: Iterable[Match] = ()) -> Match:
    """The match, or a better one of the same face: what looks covered may only lie a little elsewhere."""
    if not _WELL_LAID < match.verdict.misfit < _ASTRAY:
        return match
    plane, _ = fitted(sight, match.plane, match.look.coarse, _FIRST_STEPS, _ALL_OF_IT)
    again = on_plane(sight, match.look, plane, covered)
    return again if again.verdict.misfit < match.verdict.misfit else match


def from_about(sight: Sight, look: Look, plane: F64, covered: Iterable[Match] = ()) -> Match | None:
    """The face laid where it was proposed, or None when it is nothing like what is seen there."""
    plane, misfit = fitted(sight, plane, look.coarse, _FIRST_STEPS)
    if misfit > _HOPELESS:
        return None
    match = _at_its_step(sight, on_plane(sight, look, plane, covered), covered)
    return match if match.verdict.sure else _laid_again(sight, match, covered)


def _at_its_step(sight: Sight, match: Match, covered: Iterable[Match]) -> Match:
    """The match, or one whole steps of its print off that explains more of what is seen. A print that repeats
    fits a step off as well, but for the part that hangs over the card's edge: there it looks covered."""
    better: Match | None = match
    while better is not None:
        match, better = better, None
        least = _unexplained(match) - _A_STEP
        for step in match.look.steps if match.verdict.misfit < _ANY_STEP and least > 0 else ():
            plane, misfit = fitted(sight, match.plane @ step, match.look.coarse, _FIRST_STEPS)
            if misfit > _HOPELESS:
                continue
            there = on_plane(sight, match.look, plane, covered)
            if _unexplained(there) < least:
                better, least = there, _unexplained(there)
    return match


def _unexplained(match: Match) -> float:
    """How much of a card differs, and is not known to lie under another."""
    gap = np.minimum(match.found.gap, 2)
    return float((gap if match.beneath is None else gap[~match.beneath]).sum()) / gap.size


def on_plane(sight: Sight, look: Look, plane: F64, covered: Iterable[Match] = ()) -> Match:
    """The face fitted finely, and judged. `covered` are cards that may lie on this one."""
    level = look.fine
    plane, _ = fitted(sight, plane, level, _LAST_STEPS)
    beneath = _beneath(sight, look, plane, covered)
    if beneath is not None and not beneath.all():  # the other card's print had drawn it aside
        x, y, _ = np.linalg.inv(level.to_unit) @ level.spots
        seen = ~beneath[look.blocks.grid.nearest(x, y)]
        plane, _ = fitted(sight, plane, level, _LAST_STEPS, seen=seen)
        beneath = _beneath(sight, look, plane, covered)
    return _laid(sight, look, plane, beneath)


def _laid(sight: Sight, look: Look, plane: F64, beneath: Blocks | None) -> Match:
    level = look.fine
    found = agreement(sight.upright(plane, *level.shape, level.to_unit), look.blocks, beneath)
    return Match(look, plane, found, judged(found, beneath), beneath)


def _beneath(sight: Sight, look: Look, plane: F64, covered: Iterable[Match]) -> Blocks | None:
    """The blocks of which a part lies under other cards or out of the picture, None if there are none."""
    seen = _squares(look, plane)
    high, wide = sight.frame.shape[:2]
    hidden = np.asarray(((seen < 0) | (seen > (wide - 1, high - 1))).any((1, 2)))
    for card in covered:
        hidden |= card.shows(seen.reshape(-1, 2)).reshape(-1, 4).any(1)
    return np.asarray(hidden.reshape(look.blocks.detail.shape)) if hidden.any() else None


def _squares(look: Look, plane: F64) -> Points:
    """The corners of the blocks in pixels of the frame, (r * c, 4, 2)."""
    seen = squares(look.blocks) @ plane.T
    return np.asarray(seen[..., :2] / seen[..., 2:])


def told_apart(match: Match, ready: Prepared) -> bool:
    """Whether what is seen of a covered card is enough to know it from each other taught face. Where it is
    not, it would not be enough to know it from one that was not taught either."""
    open_ = match.verdict.open
    if open_.mean() > _WHOLE:
        return True
    least = _FIRMLY if match.verdict.firm else _KNOWN_BY
    telling = open_ & (match.found.detail > TELLING)
    own = _most(match.found.gap[telling])
    return all(
        int((other[open_] > _IN_ANOTHER).sum()) >= least
        # Spades and clubs differ a little in each block, and that is as much.
        or (telling.sum() >= _ALL_OVER and _most(other[telling]) > max(_THROUGHOUT, 2 * own))
        for other in ready.apart(match.look)
    )


def _most(gap: F32) -> float:
    """What most of the blocks differ by."""
    return float(np.quantile(gap, 0.8)) if gap.size else 0.0


def rivalled(sight: Sight, match: Match, ready: Prepared) -> Iterator[str]:
    """The other taught faces that fit what is seen about as well."""
    whole = match.verdict.open.mean() > _WHOLE
    for rival in ready.rivals(match.look):
        # Of a whole card one look is enough to tell it from a face of quite another kind.
        if not (whole and rival.likeness < _UNLIKE) and _as_good(sight, match, rival):
            yield rival.look.face.name


def _as_good(sight: Sight, match: Match, rival: Rival) -> bool:
    open_, turned = match.verdict.open, rival.turned
    plane = match.plane @ np.diag((-1.0, -1.0, 1.0)) if turned else match.plane
    if match.found.exposed:
        found = _exposed(sight, on_plane(sight, rival.look, plane))
        return not clearly_better(match.found.gap, _turned(found.gap, turned), open_)
    # A face of quite another picture shows that already where the one that fits was laid, in its light.
    way = slice(None, None, -1 if turned else 1)
    lit, blown = match.found.lit[way, way], match.found.blown[way, way]
    blocks = rival.look.blocks
    theirs = _turned(gaps(at_least(lit, blown, blocks), blocks), turned)
    covered = ~open_ & (match.found.gap > _ANOTHER)
    if match.beneath is not None:  # what lies there was read
        covered &= ~match.beneath
    if int((covered & (theirs < _SAME)).sum()) >= max(_EXPLAINED, _MOST_OF_IT * covered.sum()):
        return True
    lead = theirs[open_] - match.found.gap[open_]
    # Not so the same picture in another tint: in a light of its own it may be what is seen.
    if (
        (rival.apart & open_).sum() >= _MANY
        and (lead > _PLAIN).sum() >= _MANY
        and not (lead < -_CONTRARY).any()
    ):
        return False
    plane, _ = fitted(sight, plane, rival.look.fine, _LAST_STEPS)
    beneath = None if match.beneath is None else match.beneath[way, way]
    theirs = _turned(_laid(sight, rival.look, plane, beneath).found.gap, turned)
    return not clearly_better(match.found.gap, theirs, open_)


def _turned(gap: F32, turned: bool) -> F32:
    return gap[::-1, ::-1] if turned else gap


def clearly_better(mine: np.ndarray, theirs: np.ndarray, open_: Blocks) -> bool:
    """Whether the blocks that can be seen speak for the one and hardly for the other."""
    lead = np.minimum(theirs, 2)[open_] - np.minimum(mine, 2)[open_]
    speak, against = lead[lead > _CLEAR], -lead[lead < -_CONTRARY]
    return len(speak) >= _DECISIVE and float(against.sum()) < float(speak.sum()) / 3


def _shortlist(sight: Sight, corners: Points, shape: Shape) -> list[tuple[float, Look, F64]]:
    """The faces that look most like what is seen within four corners, each way round, at a glance."""
    found = []
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    seen_ratio = (sides[0] + sides[2]) / (sides[1] + sides[3])
    high, wide = canvas(shape.ratio, CELLS)
    unit = from_pixels(shape.ratio, 4 * high, 4 * wide)
    for turn in range(4):
        ratio = seen_ratio if turn % 2 == 0 else 1 / seen_ratio
        if abs(math.log(ratio / shape.ratio)) > _TURNED:
            continue
        plane = plane_of(np.roll(corners, -turn, axis=0), shape.ratio)
        card = sight.upright(plane, 4 * high, 4 * wide, unit)
        small = cv2.resize(card, (wide, high), interpolation=cv2.INTER_AREA)
        alike = shape.likeness(np.asarray(small, np.float32))
        found += [(float(one), look, plane) for one, look in zip(alike, shape.looks, strict=True)]
    found.sort(key=lambda one: -one[0])
    return [one for one in found[:_LONGER] if one[0] > _AT_ALL]
