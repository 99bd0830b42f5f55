"""Before a deck is played with it is said which of its faces would be taken for each other."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.bench.card_scenes import number_deck, symbol_deck
from vision.cards.alike import too_alike
from vision.cards.deck import Deck


def test_faces_that_differ_are_not_called_alike() -> None:
    deck = number_deck()
    some = deck.only(["red 1", "red 7", "blue 7", "red 6", "red 9"])
    assert too_alike(some) == []
    assert too_alike(symbol_deck()) == []


def test_a_face_taught_twice_under_two_names_is_named() -> None:
    deck = symbol_deck()
    softer = np.asarray(cv2.GaussianBlur(deck.faces["star"].picture, (5, 5), 0), np.uint8)
    twin = replace(deck.faces["star"], name="sun", pictures=(softer,))
    twins = Deck("twins", "here", "MIT", deck.size_mm, {**deck.faces, "sun": twin})
    assert too_alike(twins) == [("star", "sun")]
