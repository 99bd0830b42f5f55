"""Two faces that are one picture in two tints are told apart by nobody who does not know the lamp: they are
named before they are played with, and neither is ever said for sure."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.bench.card_scenes import lay
from vision.cards.alike import too_alike
from vision.cards.deck import Deck, Face
from vision.cards.reader import read_cards
from vision.picture import Frame

SIZE = (58.0, 88.0)  # mm
TINTS = [(0.95, 0.97, 1.0), (0.85, 0.9, 1.0), (0.75, 0.8, 1.0), (0.6, 0.75, 1.0), (1.0, 1.0, 0.6)]  # of BGR


def art(seed: int, tint: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Frame:
    """A card with many colours, all of them under a lamp of that tint."""
    rng = np.random.default_rng(seed)
    card = np.full((700, 480, 3), 240, np.uint8)
    for _ in range(30):
        middle = (int(rng.integers(50, 430)), int(rng.integers(50, 650)))
        colour = tuple(int(channel) for channel in rng.integers(0, 255, 3))
        cv2.circle(card, middle, int(rng.integers(10, 70)), colour, -1)
    return np.asarray(np.clip(card * np.array(tint), 0, 255), np.uint8)


def deck_of(pictures: dict[str, Frame]) -> Deck:
    return Deck(
        "tints", "here", "MIT", SIZE, {name: Face(name, (one,), SIZE) for name, one in pictures.items()}
    )


@pytest.mark.parametrize("tint", TINTS)
def test_one_picture_in_two_tints_is_named_and_is_never_said_for_sure(
    tint: tuple[float, float, float],
) -> None:
    deck = deck_of({"plain": art(1), "tinted": art(1, tint)})
    assert too_alike(deck) == [("plain", "tinted")]
    frame, _ = lay(deck, ["plain", "tinted", "plain", "tinted"], np.random.default_rng(3))
    cards = read_cards(frame, deck, None)
    assert cards
    assert not any(card.sure for card in cards)


def test_two_pictures_in_two_tints_are_told_apart() -> None:
    deck = deck_of({"plain": art(1), "tinted": art(2, (0.75, 0.8, 1.0))})
    assert too_alike(deck) == []
    frame, laid = lay(deck, ["plain", "tinted", "plain"], np.random.default_rng(4))
    said = sorted(str(card.face) for card in read_cards(frame, deck, None) if card.sure)
    assert said == sorted(str(one.face) for one in laid)
