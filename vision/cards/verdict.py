"""Judges whether a card is a face: all that can be seen of it must agree, and what cannot must be covered."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.agree import Agreement, Blocks
from vision.cards.reading import CardReason

_BAD = 0.55  # a block that differs so much shows something else
_GOOD = 0.35  # what most blocks that show the same differ by at most
_FINE = 0.28  # the same where a few blocks are spoilt: a club taken for a spade has 0.38
_STRICT = 0.3  # a block that may differ more than this is allowed it only as far as the card lies open
_OTHER = 0.8  # what blocks differ by that something covers; a face much like the true one differs less
_MOSTLY = 0.75  # of a card that is open enough for a spot on it to be of any kind
_LENIENT, _STERN, _PLAINLY = 0.45, 0.7, 0.35  # how fast less is allowed to a card of which less is seen
_IN_ITS_LIGHT = 0.22  # what most blocks differ by in a light made for the card,
_BAD_THERE, _BAD_OF_MANY = 0.5, 0.6  # and any, of a card with little or much to tell
_SPOTS, _CLOSELY, _BAD_IN_SPOTS = 0.02, 0.2, 0.75  # and a few blocks where the rest agrees as closely
_FOREIGN = 1.3  # what blocks differ by under which lies no card
_ENOUGH = 0.4  # of the card that must be seen for that to count
_FEW, _LITTLE, _RICH = 0.05, 1.0, 60  # part of the blocks, their difference, telling blocks of a card
TELLING = 0.03  # detail of a block that has something to tell
_SPARSE = 40  # telling blocks of a card under which as little is allowed as where less of it is seen
_FEWEST = 3  # telling blocks that must agree
_VISIBLE = 0.3  # of the card that must be seen at least
_PEEPING = 0.12  # the same where all the rest is known to lie under other cards or outside of the picture,
_STRAY = 2  # but for so many blocks
# Blocks with print that must be seen of a card on which another lies for it to be sure: of an ace little but
# the index is left, and a heart's is much like a diamond's.
_TOLD = 12


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """`fits`: the face may be the card's. `sure`: it can be stood by, unless another face fits too. `open`
    are the blocks that can be seen, `misfit` is small for a good fit. `firm`: sure, and so good a fit that
    less of what is seen needs to be different in other faces."""

    fits: bool
    sure: bool
    reason: CardReason | None
    open: Blocks
    misfit: float
    confidence: float
    firm: bool


def judged(found: Agreement, under: Blocks | None = None) -> Verdict:
    """Judges a comparison. `under` are the blocks on which another card is known to lie."""
    bad = found.gap > _BAD
    telling = np.maximum(found.detail, found.seen) > TELLING
    # A poor exposure spoils a few blocks a little, while another face differs much, or in many.
    faint = (
        bad.mean() <= _FEW
        and int(telling.sum()) >= _RICH
        and not (found.gap > _LITTLE).any()
        and float(np.quantile(found.gap[telling], 0.8)) < _FINE
    )
    if faint:
        bad = np.zeros_like(bad)
    hidden = np.zeros_like(bad)
    if under is not None:  # what lies on the card casts a shadow beside it
        hidden = under | (wider(under) & (found.gap > _STRICT))
    reason = None if under is None else CardReason.COVERED
    bare = bad & ~hidden
    is_known = int(bare.sum()) <= _STRAY
    least = _PEEPING if is_known else _VISIBLE
    if bare.any():
        hidden = hidden | _covered(bad & ~found.dazzled) | (bad & found.dazzled)
        reason = CardReason.GLARE if (bad & found.dazzled).sum() * 2 > bad.sum() else CardReason.COVERED
    open_ = ~hidden
    misfit = float(np.minimum(found.gap, 2).mean())
    told = telling & open_
    agreed = found.gap[told]
    shown = float(found.detail[open_].sum() / max(float(found.detail.sum()), 1e-6))
    share = float(open_.mean())
    unlike = float(np.median(found.gap[bare])) if bare.any() else 2.0
    explained = share > _MOSTLY or is_known or unlike > _OTHER
    # Less is allowed to a card the less of it is seen, unless what covers it is plainly no part of a face.
    plainly = unlike > _FOREIGN and share > _ENOUGH
    rich = share * min(1.0, int(telling.sum()) / _SPARSE)
    strict = rich ** (_PLAINLY if plainly else _LENIENT if is_known else _STERN)
    worst = float(found.gap[open_].max(initial=0))
    fits = (
        explained
        and (faint or worst < _allowed(strict))
        and int((found.detail[open_] > TELLING).sum()) >= _FEWEST
        and share >= least
        and shown >= least
    )
    typical = float(np.quantile(agreed, 0.8)) if agreed.size else 2.0
    sure = fits and typical < _GOOD * strict and (under is None or agreed.size >= _TOLD)
    stricter = rich ** (_PLAINLY if plainly else _STERN)
    if found.exposed:  # so free a light is believed only where next to nothing is left to be explained
        many = int(told.sum()) >= _RICH
        few = many and typical < _CLOSELY and float((found.gap[open_] > _BAD_THERE).mean()) < _SPOTS
        most = _BAD_IN_SPOTS if few else _BAD_OF_MANY if many else _BAD_THERE
        fits = sure = sure and share > _MOSTLY and typical < _IN_ITS_LIGHT and worst < most
    firm = sure and share >= _VISIBLE and (faint or worst < _allowed(stricter)) and typical < _GOOD * stricter
    confidence = max(0.0, 1 - typical / (2 * _BAD)) * (0.5 + 0.5 * shown)
    return Verdict(
        fits, sure, None if sure else reason or CardReason.UNCLEAR, open_, misfit, confidence, firm
    )


def _allowed(strict: float) -> float:
    """What a block that is seen may differ by at most."""
    return _STRICT + (_BAD - _STRICT) * strict


def _covered(bad: Blocks) -> Blocks:
    """The part of the bad blocks that something which lies over the card's edge may hide, one block wider."""
    count, labels = cv2.connectedComponents(bad.astype(np.uint8), connectivity=8)
    hidden = np.zeros_like(bad)
    for one in range(1, count):
        part = labels == one
        if part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any():
            hidden |= part
    return wider(hidden)


def wider(blocks: Blocks) -> Blocks:
    """The blocks and all beside them."""
    return np.asarray(cv2.dilate(blocks.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
