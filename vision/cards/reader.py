"""Reads all cards in a picture: finds what may be cards, lays taught faces over it, judges which fit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.align import Sight, corners_of, plane_of
from vision.cards.clutter import Box, cluttered
from vision.cards.deck import Deck
from vision.cards.keypoints import Proposal, features_of, proposals
from vision.cards.level import from_pixels
from vision.cards.match import Match, from_about, in_outline, rivalled, told_apart
from vision.cards.outlines import SHRUNK, WORK, Outline, find_outlines, inside
from vision.cards.reading import CardReading, CardReason
from vision.cards.references import Look, Prepared, prepared
from vision.picture import Frame, Points
from vision.reading import Place
from vision.table import Table

_SAME_SPOT = 0.3  # of a card's visible blocks that may lie on another card
_SAME_PLACE = 0.3  # of a card's size between the middles of two proposals for the same card
_SAME_LAY = 0.03  # of a card's size between the corners of two proposals that are one
_REACH = 1.3  # of a card's size between the middles of two of which one lies on the other
_MORE_THAN_A_STRIP = 0.3  # of a card
_OUTLINES = 80  # the straightest, which are tried
_ABOUT = 24  # pixels about a part of the searched picture that is looked at closely
_OTHER_SIZE = 0.5  # by which, as a logarithm, cards of one picture may differ in size
_PROPOSED = 12  # faces that are tried in one part of the picture,
_DOUBTFUL, _VOTES = 4, 5  # fewer once less than so many features speak for them
_OUT = 0.02  # of a card's size by which a corner lies out of the picture when it is cut
_TELLING_RATIO = 0.2  # by which, as a logarithm, an unknown card's sides may be out of the deck's shape
_TELLING_SIZE = 0.2  # and its size out of the other cards'
_STRAIGHT = 0.006  # an unknown card's outline where no size is known
_ON_A_TABLE = 24  # more unknown cards than people lay out at once
_GLANCE = 24  # pixels each way of a glance at them,
_PLAIN = 0.003  # and what varies in it of those without print
_BORDERED = 1.3  # of a marker's side, with its border
_SMALLEST_FRAME = 32  # pixels: less holds no card
_TOO_SMALL = 34.0  # pixels: the side of a square as large as a card that cannot be read


@dataclass(frozen=True, slots=True, eq=False)
class _Refused:
    """A face that did not fit where it was laid as proposed, when so many cards were known."""

    match: Match
    proposal: Proposal
    known: int

    def is_same(self, proposal: Proposal) -> bool:
        """Whether the same look is proposed there."""
        look, size = proposal.look, _size(self.match.corners)
        away = corners_of(proposal.plane, look.ratio) - corners_of(self.proposal.plane, look.ratio)
        return look is self.match.look and bool(np.hypot(*away.T).max() < _SAME_LAY * size)

    def has_news(self, known: Sequence[Match]) -> bool:
        """Whether one of the cards that became known since lies so near that it may lie on this one."""
        middle, reach = self.match.corners.mean(0), _REACH * _size(self.match.corners)
        return any(np.hypot(*(one.corners.mean(0) - middle)) < reach for one in known[self.known :])


def read_cards(frame: Frame, deck: Deck, table: Table | None = None) -> tuple[CardReading, ...]:
    """Every card in a frame, (H, W, 3) uint8 BGR, in no order: with its face where one of the deck's fits and
    no other does, without where it is a card of no taught face. With a table cards are looked for in their
    true size, and each has its place. A card is sure only if all that can be seen of it agrees with the
    face, and what disagrees is covered by something that comes over its edge."""
    if table is None or not table.mirrored:
        return tuple(_placed(card, table) for card in _read(frame, deck, table))
    # The picture shows the table as a mirror would, so the faces are upright in its reflection.
    across = frame.shape[1] - 1
    cards = (_reflected(card, across) for card in _read(np.ascontiguousarray(frame[:, ::-1]), deck, table))
    return tuple(_placed(card, table) for card in cards)


def _read(frame: Frame, deck: Deck, table: Table | None) -> Iterator[CardReading]:
    if min(frame.shape[:2]) < _SMALLEST_FRAME:
        return
    ready = prepared(deck)
    sight = Sight(frame)
    longest = max(frame.shape[:2])
    scale = 1.0 if longest <= WORK else SHRUNK / longest
    small = frame
    if scale < 1:
        small = np.asarray(
            cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    size = None if table is None else _size_on(table, deck)
    expected = None if size is None else size * scale
    ratios = [shape.ratio for shape in ready.shapes]
    outlines = _full_size(find_outlines(small, expected, closely=False, ratios=ratios), scale)
    found = _in_outlines(sight, outlines, ready, [])
    typical = _typical(size, found)
    marks = [] if table is None else _markers(table, frame.shape[1] - 1)
    others = [*marks, *(one.corners for one in _unknown(outlines, found, ready, typical))]
    for box in _left(sight, small, scale, found, typical, others):
        closer = _full_size(_closer(small, box, expected, ratios), scale)
        found += _in_outlines(sight, closer, ready, found)
        outlines += closer
    size = _typical(size, found)
    boxes = _left(sight, small, scale, found, size, marks)
    refused: list[_Refused] = []
    while boxes:
        more = _in_clutter(sight, boxes, scale, ready, found, refused, size)
        found += more
        # Where much was read, fainter cards are looked for anew: the others' features had crowded theirs out.
        boxes = _left(sight, small, scale, found, size, marks) if more else []
    for match in _in_view_of_all(sight, found):
        yield _judged(sight, match, ready)
    unknown = _unknown(outlines, found, ready, size)
    if len(unknown) > _ON_A_TABLE:  # a cloth's checks are as plain as no card
        unknown = [one for one in unknown if _printed(sight, one)]
    for outline in unknown:
        yield CardReading(
            None,
            outline.corners,
            0.0,
            sure=False,
            reason=CardReason.SMALL if outline.size < _TOO_SMALL else CardReason.UNKNOWN,
        )


def _full_size(outlines: Sequence[Outline], scale: float) -> list[Outline]:
    return [Outline(one.corners / scale + (1 / scale - 1) / 2, one.error) for one in outlines]


def _closer(small: Frame, box: Box, size: float | None, ratios: Sequence[float]) -> list[Outline]:
    """The outlines in a part of the searched picture and a little about it, sought in every way."""
    left, top = max(0, box[0] - _ABOUT), max(0, box[1] - _ABOUT)
    part = np.ascontiguousarray(small[top : box[3] + _ABOUT, left : box[2] + _ABOUT])
    found = find_outlines(part, size, ratios=ratios)
    return [Outline(np.add(one.corners, (left, top)), one.error) for one in found]


def _typical(size: float | None, found: Sequence[Match]) -> float | None:
    """The side of a square as large as a card, where it is not known that of those found."""
    if size is not None or not found:
        return size
    return float(np.median([_size(match.corners) for match in found]))


def _left(
    sight: Sight,
    small: Frame,
    scale: float,
    found: Sequence[Match],
    size: float | None,
    others: Sequence[Points],
) -> list[Box]:
    """The parts of the searched picture in which there is more to see than the cards that were found and what
    lies within the corners of `others`, cards of no taught face and the table's markers."""
    corners = [*(one.corners for one in found), *others]
    hidden = [one.hidden(sight, [other for other in found if other is not one]) for one in found]
    hidden += [np.zeros((0, 4, 2))] * len(others)
    read, parts = ([(one + 0.5) * scale - 0.5 for one in spots] for spots in (corners, hidden))
    return cluttered(small, read, parts, None if size is None else size * scale)


def _in_outlines(
    sight: Sight, outlines: Sequence[Outline], ready: Prepared, read: Sequence[Match]
) -> list[Match]:
    found: list[Match] = []
    for outline in outlines[:_OUTLINES]:
        known = [*read, *found]
        if any(_holds(one.corners, outline.middle) for one in known):
            continue
        sizes = [_size(one.corners) for one in known]
        if len(sizes) > 1 and abs(math.log(outline.size / np.median(sizes))) > _OTHER_SIZE:
            continue
        match = in_outline(sight, outline.corners, ready)
        if match is not None and match.verdict.fits and not _taken(match, known):
            found.append(match)
    return found


def _in_clutter(
    sight: Sight,
    boxes: Sequence[Box],
    scale: float,
    ready: Prepared,
    read: Sequence[Match],
    refused: list[_Refused],
    size: float | None,
) -> list[Match]:
    """Cards without an outline of their own: covered ones, and those on busy or alike ground. What was
    `refused` is tried again where a card was read beside it since; what is refused now is added to it."""
    found: list[Match] = []
    for left, top, right, bottom in boxes:
        x, y = int(left / scale), int(top / scale)
        part = sight.frame[y : math.ceil(bottom / scale), x : math.ceil(right / scale)]
        tried = 0
        for proposal in proposals(part, (x, y), features_of(ready), size):
            known = [*read, *found]
            look, middle = proposal.look, proposal.plane[:2, 2]
            if _is_one_of(look, middle, known):
                continue
            if any(one.is_same(proposal) and not one.has_news(known) for one in refused):
                continue
            tried += 1
            if tried > (_PROPOSED if proposal.votes >= _VOTES else _DOUBTFUL):
                break
            match = from_about(sight, look, proposal.plane, known)
            if match is None or _taken(match, known):
                continue
            if match.verdict.fits:
                found += [match] if _is_another(match, known) else []
            else:
                refused.append(_Refused(match, proposal, len(known)))
    for one in refused:  # some lay under cards that were read after them
        known = [*read, *found]
        if not one.has_news(known):
            continue
        again = one.match.under(sight, known)
        if again.verdict.fits and _is_another(again, known):
            found.append(again)
    return found


def _in_view_of_all(sight: Sight, found: Sequence[Match]) -> Iterator[Match]:
    """The matches, those that are not sure laid again: what lies on them may have been read after them."""
    for match in found:
        if match.verdict.sure:
            yield match
            continue
        others = [one for one in found if one is not match and one.verdict.sure]
        again = from_about(sight, match.look, match.plane, others)
        better = again is not None and again.verdict.sure and _is_another(again, others)
        yield again if again is not None and better else match


def _judged(sight: Sight, match: Match, ready: Prepared) -> CardReading:
    high, wide = sight.frame.shape[:2]
    sure, reason = match.verdict.sure, match.verdict.reason
    out = _OUT * _size(match.corners)
    if (match.corners < -out).any() or (match.corners > (wide - 1 + out, high - 1 + out)).any():
        reason = CardReason.CUT
    if any(rivalled(sight, match, ready)) or not told_apart(match, ready):
        sure, reason = False, CardReason.ALIKE
    confidence = match.verdict.confidence if sure else min(match.verdict.confidence, 0.5)
    return CardReading(match.name, match.corners, confidence, sure, None if sure else reason)


def _unknown(
    outlines: Sequence[Outline], found: Sequence[Match], ready: Prepared, size: float | None
) -> list[Outline]:
    """Outlines that are a card's beyond doubt though no face fits: backs, foreign and untaught cards."""
    kept: list[Outline] = []
    # A cloth of checks has hundreds of them.
    quads = np.array([one.corners for one in found]).reshape(-1, 4, 2)
    middles = quads.mean(1)
    for outline in sorted(outlines, key=lambda one: -one.size):
        a, b, c, d = outline.corners
        ratio = (math.dist(a, b) + math.dist(c, d)) / (math.dist(b, c) + math.dist(d, a))
        off = min(abs(abs(math.log(ratio)) - abs(math.log(shape.ratio))) for shape in ready.shapes)
        right_size = (
            outline.error < _STRAIGHT if size is None else abs(math.log(outline.size / size)) < _TELLING_SIZE
        )
        if off > _TELLING_RATIO or not right_size:
            continue
        if inside(outline.middle, quads).any() or inside(middles, outline.corners).any():
            continue
        kept.append(outline)
        quads = np.concatenate([quads, outline.corners[None]])
        middles = np.concatenate([middles, outline.middle[None]])
    return kept


def _printed(sight: Sight, outline: Outline) -> bool:
    """Whether there is something to see within an outline, away from its edge."""
    plane = plane_of(outline.corners, 1.0)
    card = sight.upright(plane, _GLANCE, _GLANCE, from_pixels(1.0, _GLANCE, _GLANCE))
    edge = _GLANCE // 6
    return float(card[edge:-edge, edge:-edge].reshape(-1, 3).var(0).sum()) > _PLAIN


def _size_on(table: Table, deck: Deck) -> float:
    """The side in pixels of a square as large as a card in the middle of the table."""
    x, y = table.pixel_of(table.layout.middle.centre)
    wide, high = deck.size_mm
    return math.sqrt(wide * high) / table.mm_per_pixel(x, y)


def _markers(table: Table, across: int) -> list[Points]:
    """Where the table's markers are, with their white borders, (4, 2) each, in the picture as it is read."""
    half = _BORDERED * table.layout.side / 2
    marks = []
    for place in table.layout.markers.values():
        spots = [(place.x + x * half, place.y + y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        corners = np.array([table.pixel_of(Place(*spot)) for spot in spots])
        if table.mirrored:
            corners[:, 0] = across - corners[:, 0]
        marks.append(corners)
    return marks


def _placed(card: CardReading, table: Table | None) -> CardReading:
    if table is None:
        return card
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = card.quad
    # Where the diagonals meet is the card's middle also when it is seen from the side.
    cross = (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
    step = ((bx - ax) * (dy - by) - (by - ay) * (dx - bx)) / cross if cross else 0.5
    return replace(card, place=table.place_of(ax + step * (cx - ax), ay + step * (cy - ay)))


def _reflected(card: CardReading, across: int) -> CardReading:
    return replace(card, quad=np.stack([across - card.quad[:, 0], card.quad[:, 1]], axis=1))


def _taken(match: Match, known: Sequence[Match]) -> bool:
    """Whether too much of what is seen of a card was read as part of another."""
    blocks = match.blocks()[match.verdict.open.ravel()]
    return bool(len(blocks)) and any(float(one.shows(blocks).mean()) > _SAME_SPOT for one in known)


def _size(corners: Points) -> float:
    return math.sqrt(cv2.contourArea(corners.astype(np.float32)))


def _is_one_of(look: Look, middle: Points, known: Sequence[Match]) -> bool:
    """Whether a face with its middle there is one of the known cards. Of a print that repeats, what lies
    within a card is that card, some steps off."""
    is_there = _holds if look.steps else _is_at
    return any(one.name == look.face.name and is_there(one.corners, middle) for one in known)


def _is_another(match: Match, known: Sequence[Match]) -> bool:
    """Whether what fits is a card beside the known ones. Of a print that repeats a strip fits in many
    places."""
    if match.look.steps and match.verdict.open.mean() < _MORE_THAN_A_STRIP:
        return False
    return not (_is_one_of(match.look, match.corners.mean(0), known) or _taken(match, known))


def _is_at(quad: Points, middle: Points) -> bool:
    """Whether a card's middle is about at that spot."""
    return bool(np.hypot(*(quad.mean(0) - middle)) < _SAME_PLACE * _size(quad))


def _holds(quad: Points, spot: Points) -> bool:
    return bool(inside(spot[None], quad)[0])
