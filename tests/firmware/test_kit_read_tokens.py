"""Tokens that come out of the printer are read back by the eye on the simulated table, by their drawings."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.bluff_you.tokens import TOKENS
from firmware.kit.bluff_you import TOKEN_CUT
from firmware.kit.deck import SHIPPED_TOKENS
from firmware.kit.pieces import PAPERS
from firmware.kit.sheets import corner_of
from firmware.kit.tokens import SIDE
from firmware.sim.cards import SeenCard
from firmware.sim.layout import Spot
from firmware.sim.render import cards_in_picture, render
from firmware.sim.world import World
from tests.firmware.test_kit_bluff_you import cut_out, page
from vision.cards.deck import Deck, Face, load_deck
from vision.cards.reader import read_cards

PAPER = PAPERS["a4"]
SPOTS = [Spot(x, y) for y in (-150, 150) for x in (-300, -100, 100, 300)]


@cache
def deck() -> Deck:
    """The deck that comes along."""
    return load_deck(SHIPPED_TOKENS)


def printed(token: int) -> Face:
    """The token as it is cut from the rendered page."""
    left, top = corner_of(PAPER, TOKENS.index(token), cut=TOKEN_CUT)
    picture = np.ascontiguousarray(cut_out(page(PAPER, 2), left, top, inset=0))
    return Face(str(token), (picture,), (SIDE, SIDE))


@pytest.mark.parametrize("part", [0, 1])
def test_the_eye_reads_the_print(part: int) -> None:
    rng = random.Random(part)
    tokens = tuple(
        SeenCard(printed(token), spot, rng.uniform(0, 360), 0.3)
        for token, spot in zip(TOKENS[part::2], SPOTS, strict=True)
    )
    scene = replace(World((1, 2, 3, 4, 5, 6), 1).scene(), dice=(), cups=(), hands=(), cards=tokens)
    found = read_cards(render(scene), deck())
    for token, truth in zip(tokens, cards_in_picture(scene), strict=True):
        middle = np.mean(truth.quad, axis=0)
        (here,) = [one for one in found if math.dist(np.mean(one.quad, axis=0), middle) < 20]
        assert (here.face, here.sure) == (token.face.name, True)
