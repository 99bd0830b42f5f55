"""The edge of a hard shadow across a card is found, undone, and makes no face of another."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.vision.cards.test_reader import PICTURES, table
from vision.cards.exposure import as_exposed, shadow_on
from vision.cards.level import F32
from vision.cards.reader import read_cards
from vision.cards.references import prepared
from vision.cards.shadow import Edge
from vision.picture import Frame

LOOKS = {look.face.name: look for look in prepared(PICTURES).looks}
FACE = LOOKS["picture 1"].blocks


def shaded(picture: F32, degrees: float, at: float, dim: float) -> F32:
    """A card, (h, w, 3), of which what lies beyond a line is lit so much less."""
    way = math.radians(degrees)
    light = Edge(math.cos(way), math.sin(way), at, 0.006, dim).light(*picture.shape[:2])
    return np.asarray(picture * light[..., None], np.float32)


@pytest.mark.parametrize("degrees", [0.0, 63.0, 140.0, 250.0])
@pytest.mark.parametrize("dim", [0.25, 0.6])
def test_a_shadow_is_found_where_it_falls_and_undone(degrees: float, dim: float) -> None:
    card = shaded(FACE.level.picture, degrees, 0.08, dim)
    edge = shadow_on(card, FACE)
    assert edge is not None
    assert edge.x * math.cos(math.radians(degrees)) + edge.y * math.sin(math.radians(degrees)) > 0.99
    assert abs(edge.at - 0.08) < 0.02
    assert abs(edge.dim - dim) < 0.1
    assert as_exposed(card, FACE, edge).gap.max() < 0.4


def test_an_even_light_has_no_edge() -> None:
    for bright in (0.5, 0.8, 1.0):
        assert shadow_on(np.asarray(FACE.level.picture * bright, np.float32), FACE) is None


@pytest.mark.parametrize("other", ["picture 0", "picture 2", "half another"])
def test_no_shadow_makes_one_face_of_another(other: str) -> None:
    blocks = LOOKS[other].blocks
    for degrees in (0.0, 45.0, 90.0, 180.0):
        card = shaded(LOOKS["picture 3"].fine.picture, degrees, 0.0, 0.3)
        edge = shadow_on(card, blocks)
        assert as_exposed(card, blocks, edge).gap.max() > 1.0


def in_half_shade(frame: Frame, spot: tuple[float, float]) -> Frame:
    """A picture of which all to one side of a slanted line through a spot lies in a shadow."""
    high, wide = frame.shape[:2]
    down, across = np.mgrid[0:high, 0:wide]
    beyond = ((across - spot[0]) * 0.9 + (down - spot[1]) * 0.44) > 0
    light = cv2.GaussianBlur(np.where(beyond, 0.3, 1.0), (0, 0), 1.0)[..., None]
    return np.asarray(np.rint(frame * light), np.uint8)


def test_a_card_on_which_a_shadow_ends_is_read_and_an_untaught_one_is_not() -> None:
    frame, laid = table(PICTURES, ["picture 0"], 8, high=200)
    x, y = laid[0].corners.mean(0)
    frame = in_half_shade(frame, (x, y))
    assert [card.face for card in read_cards(frame, PICTURES) if card.sure] == ["picture 0"]
    others = PICTURES.only(["picture 1", "half another"])
    assert not [card for card in read_cards(frame, others) if card.sure]
