"""What is made of a comparison: how much of a card must be seen for its face to be sure."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cards.agree import Agreement
from vision.cards.verdict import judged


def _alike(print_seen: int) -> tuple[Agreement, np.ndarray]:
    """A card of 14 x 10 blocks that agrees in all that is seen of it, `print_seen` blocks with print among
    it; all of it to the right lies under another card."""
    under = np.zeros((14, 10), bool)
    under[:, 6:] = True
    detail = np.zeros((14, 10), np.float32)
    detail[:, 7:] = 1.0
    detail.ravel()[[row * 10 + column for column in range(3) for row in range(14)][:print_seen]] = 1.0
    nothing = np.zeros((14, 10), np.float32)
    plain = np.zeros((28, 20, 3), np.float32)
    return Agreement(plain, plain > 1, nothing, detail, nothing, nothing > 1), under


@pytest.mark.parametrize(("print_seen", "sure"), [(4, False), (9, False), (30, True)])
def test_of_a_card_under_another_enough_print_must_be_seen(print_seen: int, sure: bool) -> None:
    found, under = _alike(print_seen)
    assert judged(found, under).sure is sure


def test_little_print_is_enough_where_the_whole_card_is_seen() -> None:
    found, _ = _alike(9)
    bare = Agreement(
        found.lit, found.blown, found.gap, np.minimum(found.detail, 0.02), found.seen, found.dazzled
    )
    bare.detail.ravel()[:9] = 1.0
    assert judged(bare).sure
