"""Cards and tokens of Biz-Bluff that come out of the printer are read back on the simulated table."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest

from firmware.kit.biz_bluff import TOKEN_CUT, biz_bluff_sheets
from firmware.kit.deck import SHIPPED_BUSINESS, SHIPPED_VALUES
from firmware.kit.pdf import pdf_of
from firmware.kit.pieces import PAPERS
from firmware.kit.raster import Picture
from firmware.kit.sheets import CARDS, Cut, corner_of
from firmware.sim.cards import SeenCard
from firmware.sim.layout import Spot
from firmware.sim.render import cards_in_picture, render
from firmware.sim.world import World
from firmware.words.words import Words
from tests.firmware.test_kit import DOTS, POINT
from vision.cards.deck import Face, load_deck
from vision.cards.reader import read_cards
from vision.layout import reference_layout
from vision.table import find_table

PAPER = PAPERS["a4"]
SHEETS = biz_bluff_sheets(PAPER, reference_layout(), Words("fr"))
SPOTS = [Spot(x, y) for y in (-150, 0, 150) for x in (-300, -100, 100, 300)]


@cache
def page(number: int) -> Picture:
    """A page as it comes out of the printer."""
    drawn = pypdfium2.PdfDocument(pdf_of(SHEETS, PAPER, "Biz-Bluff"))[number].render(scale=DOTS * POINT)
    size = (round(PAPER.width * DOTS), round(PAPER.height * DOTS))
    picture = np.asarray(drawn.to_numpy()[:, :, :3], np.uint8)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def printed(name: str, cut: Cut) -> Face:
    """A piece as it is cut from its page."""
    number, sheet = next((n, sheet) for n, sheet in enumerate(SHEETS) if name in sheet.pieces)
    left, top = corner_of(PAPER, sheet.pieces.index(name), cut=cut)
    size = (round(cut.width * DOTS), round(cut.height * DOTS))
    shift = np.array([[1, 0, -left * DOTS], [0, 1, -top * DOTS]])
    picture = np.asarray(cv2.warpAffine(page(2 * number), shift, size, flags=cv2.INTER_LINEAR), np.uint8)
    return Face(name.removeprefix("token-"), (picture,), (cut.width, cut.height))


@pytest.mark.parametrize(
    ("folder", "cut", "prefix"), [(SHIPPED_BUSINESS, CARDS, ""), (SHIPPED_VALUES, TOKEN_CUT, "token-")]
)
def test_the_eye_reads_the_print(folder: Path, cut: Cut, prefix: str) -> None:
    deck, rng = load_deck(folder), random.Random(3)
    names = [name for name, face in deck.faces.items() if not face.back]
    faces = [printed(f"{prefix}{name}", cut) for name in names]
    cards = tuple(
        SeenCard(face, spot, rng.uniform(0, 360), 0.3) for face, spot in zip(faces, SPOTS, strict=False)
    )
    scene = replace(World((1, 2, 3, 4, 5, 6), 1).scene(), dice=(), cups=(), hands=(), cards=cards)
    frame = render(scene)
    found = read_cards(frame, deck, find_table(frame, reference_layout()))
    for card, truth in zip(cards, cards_in_picture(scene), strict=True):
        middle = np.mean(truth.quad, axis=0)
        here = [one for one in found if math.dist(np.mean(one.quad, axis=0), middle) < 20]
        assert [(one.face, one.sure) for one in here] == [(card.face.name, True)]
