"""What comes out of the printer is read back by the eye on the simulated table."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest

from firmware.kit.cards import HEIGHT, WIDTH
from firmware.kit.deck import ANIMALS_BACK, NOTES_BACK, SHIPPED
from firmware.kit.pieces import PAPERS
from firmware.kit.sheets import corner_of
from firmware.sim.cards import SeenCard
from firmware.sim.render import cards_in_picture, render
from firmware.sim.world import World
from tests.firmware.kit_cards import SPOTS, laid_on
from tests.firmware.test_kit import card_on, card_pages, page
from vision.cards.agree import agreement
from vision.cards.deck import Face, load_deck
from vision.cards.reader import read_cards
from vision.cards.references import prepared
from vision.layout import reference_layout
from vision.table import find_table

PAPER = PAPERS["a4"]


def printed_sides() -> list[Face]:
    """Each side that may lie on the table, once, cut from the rendered pages."""
    sides: dict[str, Face] = {}
    for number, sheet in card_pages(PAPER):
        for cell, name in enumerate(sheet.pieces):
            back = NOTES_BACK if name.isdecimal() else ANIMALS_BACK
            for side, at in ((name, number), (back, number + 1)):
                if side in sides or name == "values" or (side == back and name.startswith("seat")):
                    continue
                left, top = corner_of(PAPER, cell, back=side == back)
                cut = np.ascontiguousarray(card_on(page(PAPER, at), left, top, 0))
                sides[side] = Face(side, (cut,), (WIDTH, HEIGHT), back=side == back)
    return list(sides.values())


@pytest.mark.parametrize("part", [0, 1, 2])
def test_the_eye_reads_the_print(part: int) -> None:
    deck = load_deck(SHIPPED)
    sides = printed_sides()
    assert {side.name for side in sides} == set(deck.faces)
    rng = random.Random(part)
    cards = tuple(
        SeenCard(side, spot, rng.uniform(0, 360), 0.3)
        for side, spot in zip(sides[part::3], SPOTS, strict=False)
    )
    scene = replace(World((1, 2, 3, 4, 5, 6), 1, deck=deck).scene(), dice=(), cups=(), hands=(), cards=cards)
    found = read_cards(render(scene), deck)
    missed = []
    for card, truth in zip(cards, cards_in_picture(scene), strict=True):
        middle = np.mean(truth.quad, axis=0)
        here = [one for one in found if math.dist(np.mean(one.quad, axis=0), middle) < 20]
        assert not any(one.sure and one.face != card.face.name for one in here), card.face.name
        if not any(one.sure and one.face == card.face.name for one in here):
            missed.append(card.face.name)
    assert not missed


def read_on(cloth: int) -> tuple[str, list[str], list[str]]:
    """What kind of cloth it is, the faces that lie on it and those that are read for sure, sorted."""
    deck = load_deck(SHIPPED)
    scene = laid_on(cloth, deck)
    frame = render(scene)
    found = read_cards(frame, deck, find_table(frame, reference_layout()))
    lie = sorted(card.face.name for card in scene.cards)
    return scene.style.cloth.kind, lie, sorted(one.face or "" for one in found if one.sure)


@pytest.mark.parametrize("cloth", [6, 11, 17])
def test_cards_of_the_cloth_s_own_colours_are_seen_on_spots_and_checks(cloth: int) -> None:
    kind, lie, read = read_on(cloth)
    assert kind in ("spots", "check")
    assert read == lie


@pytest.mark.parametrize("cloth", [8, 58])
def test_colours_that_a_bright_lamp_blows_are_no_other_colours(cloth: int) -> None:
    _, lie, read = read_on(cloth)
    assert read == lie


def test_a_card_whose_outline_was_seen_askew_is_laid_again_and_not_called_covered() -> None:
    kind, lie, read = read_on(7)
    assert kind == "paper"
    assert read == lie


def test_the_green_back_is_seen_on_green_felt() -> None:
    kind, lie, read = read_on(49)
    assert (kind, "back-animals" in lie) == ("felt", True)
    assert read == lie


@pytest.mark.parametrize("brighter", [1.15, 1.3])
def test_a_face_taken_too_bright_is_itself_and_no_other(brighter: float) -> None:
    looks = {look.face.name: look for look in prepared(load_deck(SHIPPED)).looks}
    for others in (["seat-1", "seat-2", "seat-3"], ["100", "200", "500"], ["cat", "cow", "pig", "dog"]):
        for name, other in itertools.product(others, others):
            blown = np.minimum(looks[name].fine.picture * np.float32(brighter), 1)
            gap = agreement(blown, looks[other].blocks).gap.max()
            assert gap < 0.4 if name == other else gap > 0.9, (name, other)
