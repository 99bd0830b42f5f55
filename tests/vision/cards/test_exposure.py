"""A face is taken into the light of a card as cameras do it: bent and blown, but with its own inks."""

from __future__ import annotations

import numpy as np
import pytest

from vision.bench.card_scenes import number_deck
from vision.cards.exposure import as_exposed, face_in_light
from vision.cards.level import F32
from vision.cards.references import Look, prepared

LOOKS = {look.face.name: look for look in prepared(number_deck()).looks}


def seen(look: Look, strength: float = 1.9) -> F32:
    """The face, (h, w, 3) float32, paler and blown."""
    picture = look.fine.picture
    grey = picture.mean(2, keepdims=True)
    return np.asarray(np.clip((grey + 0.7 * (picture - grey)) ** 0.7 * strength, 0, 1), np.float32)


def test_a_face_in_the_light_of_its_card_is_the_card() -> None:
    look = LOOKS["red 8"]
    card = seen(look)
    inside = look.fine.weight > 0
    away = np.abs(face_in_light(card, look.blocks) - card).max(2)[inside]
    assert np.quantile(away, 0.95) < 0.06
    assert as_exposed(card, look.blocks).gap.max() < 0.3


@pytest.mark.parametrize("other", ["yellow 8", "green 8", "blue 8", "red 6"])
def test_another_ink_or_another_number_shows_in_any_light(other: str) -> None:
    for strength in (1.0, 1.5):
        assert as_exposed(seen(LOOKS["red 8"], strength), LOOKS[other].blocks).gap.max() > 0.6


@pytest.mark.parametrize("grey", [0.0, 0.5, 1.0])
def test_a_card_without_print_fits_no_face(grey: float) -> None:
    look = LOOKS["blue 12"]
    found = as_exposed(np.full_like(look.fine.picture, grey), look.blocks)
    assert np.isfinite(found.gap).all()
    assert found.gap.max() > 0.6 or found.detail.max() < 0.03
