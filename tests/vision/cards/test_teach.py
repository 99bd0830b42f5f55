"""A face is taken from a photograph of its card, or from a picture that is nothing but the card."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from vision.bench.card_scenes import lay, number_deck
from vision.cards.teach import find_card

DECK = number_deck()
RATIO = DECK.size_mm[0] / DECK.size_mm[1]


def test_a_card_on_the_table_is_found_and_turned_upright() -> None:
    frame, (laid,) = lay(DECK, ["red 6"], np.random.default_rng(8), size=(800, 600), high=300, tilt=0.05)
    taught = find_card(frame, RATIO)
    assert taught is not None
    assert taught.corners is not None
    apart = np.hypot(*(taught.corners[:, None] - laid.corners[None]).transpose(2, 0, 1)).min(1)
    assert apart.max() < 4
    high, wide = taught.picture.shape[:2]
    assert abs(wide / high - RATIO) < 0.02
    ways = [taught.picture, taught.picture[::-1, ::-1]]
    face = cv2.resize(DECK.faces["red 6"].picture, (wide, high), interpolation=cv2.INTER_AREA)
    alike = [np.corrcoef(way.ravel(), face.ravel())[0, 1] for way in ways]
    assert max(alike) > 0.9


def test_a_picture_of_the_card_alone_is_taken_whole() -> None:
    crop = DECK.faces["blue 10"].picture
    framed = crop.copy()
    cv2.rectangle(framed, (30, 40), (270, 400), (90, 30, 20), 4)
    for picture in (crop, framed):
        for ratio in (RATIO, None):
            taught = find_card(picture, ratio)
            assert taught is not None
            assert taught.corners is None
            assert (taught.picture == picture).all()


def test_a_large_picture_is_kept_small() -> None:
    crop = np.asarray(cv2.resize(DECK.faces["blue 10"].picture, (1200, 1760)), np.uint8)
    taught = find_card(crop, RATIO)
    assert taught is not None
    assert max(taught.picture.shape) == 700


def test_where_there_is_no_card_there_is_no_face() -> None:
    assert find_card(np.full((600, 2400, 3), 90, np.uint8), RATIO) is None


@pytest.mark.parametrize("ratio", [RATIO, 1.0, 40.0, None])
def test_the_smallest_pictures_can_be_looked_at(ratio: float | None) -> None:
    for high, wide in itertools.product((1, 2, 3, 13, 14, 15, 16, 27, 1100, 3000), repeat=2):
        if min(high, wide) < 100:
            grain = np.random.default_rng(high * wide).integers(0, 255, (high, wide, 3)).astype(np.uint8)
            taught = find_card(grain, ratio)
            assert taught is None or min(taught.picture.shape) > 0
