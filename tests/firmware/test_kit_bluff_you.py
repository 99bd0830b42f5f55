"""The kit of Bluff You!: every token is printed once, lies where it is cut, is no other's double, and is
taken for no die."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner

from engine.bluff_you.tokens import POINTS, TOKENS
from firmware.cli import main
from firmware.kit.bluff_you import TOKEN_CUT, bluff_you_sheets, token_pieces
from firmware.kit.errors import KitFileError
from firmware.kit.pdf import pdf_of
from firmware.kit.pieces import PAPERS, Paper
from firmware.kit.raster import Picture, painted
from firmware.kit.sheets import corner_of
from firmware.kit.tokens import SIDE, parse_token_looks, token_face, token_looks
from firmware.sim.cards import SeenCard
from firmware.sim.layout import Spot
from firmware.sim.render import Optics, render
from firmware.sim.things import Chances, DiceKind
from firmware.sim.world import World
from firmware.words.catalogue import LANGUAGES
from firmware.words.words import Words
from tests.firmware.test_kit import ALIKE, DOTS, POINT, apart, texts
from vision.cards.deck import Face
from vision.layout import reference_layout
from vision.seats import Look

LAYOUT = reference_layout()
SEEN = 1.6  # pixels a millimetre that the camera sees
INSET = 0.6  # millimetres of a token that a cut may take
LOOKS = """
source = "ours"
[points]
""" + "\n".join(
    f'{value} = {{ low = "#ffffff", high = "#ffffff", ink = "#000000", light = "#ffffff" }}'
    for value in range(1, 6)
)


@cache
def page(paper: Paper, number: int) -> Picture:
    """A page as it comes out of the printer."""
    document = pypdfium2.PdfDocument(
        pdf_of(bluff_you_sheets(paper, LAYOUT, Words("en")), paper, "Bluff You!")
    )
    drawn = np.asarray(document[number].render(scale=DOTS * POINT).to_numpy()[:, :, :3], np.uint8)
    size = (round(paper.width * DOTS), round(paper.height * DOTS))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def cut_out(picture: Picture, left: float, top: float, inset: float = INSET) -> Picture:
    """What lies within a token's cut, less `inset` mm all round."""
    shift = np.array([[1, 0, -(left + inset) * DOTS], [0, 1, -(top + inset) * DOTS]])
    side = round((SIDE - 2 * inset) * DOTS)
    return np.asarray(cv2.warpAffine(picture, shift, (side, side), flags=cv2.INTER_LINEAR), np.uint8)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_each_token_lies_where_it_is_cut_and_the_same_again_behind_it(paper: Paper) -> None:
    sheets = bluff_you_sheets(paper, LAYOUT, Words("en"))
    assert sheets[1].pieces == tuple(str(token) for token in TOKENS)
    for cell, token in enumerate(TOKENS):
        alone = cut_out(painted(token_face(token), SIDE, SIDE, DOTS), 0, 0)
        for number, back in ((2, False), (3, True)):
            left, top = corner_of(paper, cell, back=back, cut=TOKEN_CUT)
            assert apart(cut_out(page(paper, number), left, top), alone) < ALIKE, token


def test_a_print_holds_every_token_once_and_a_card_for_each_seat() -> None:
    pieces = [name for sheet in bluff_you_sheets(PAPERS["a4"], LAYOUT, Words("en")) for name in sheet.pieces]
    assert sorted(pieces) == sorted([*map(str, TOKENS), *(f"seat-{seat}" for seat in LAYOUT.seats)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_every_text_fits_and_none_stands_on_a_token(paper: Paper, language: str) -> None:
    for sheet in bluff_you_sheets(paper, LAYOUT, Words(language)):
        for side in (sheet.front, sheet.back):
            for line in texts(side):
                assert line.left > 5, line
                assert line.right < paper.width - 5, line
                assert 5 < line.foot < paper.height - 5, line
    assert not any(piece.front.texts or piece.back.texts for piece in token_pieces())


def test_no_token_looks_like_another_at_the_cameras_size_whichever_way_up() -> None:
    """Two of the same points and of the same half are the most alike: they differ by number and bars."""
    seen = {token: painted(token_face(token), SIDE, SIDE, SEEN) for token in TOKENS}
    for one, other in combinations(TOKENS, 2):
        assert min(apart(seen[one], np.rot90(seen[other], quarter)) for quarter in range(4)) > 2.0, (
            one,
            other,
        )


def test_as_many_diamonds_as_points() -> None:
    """What is printed is what the rules say: a token of one point more has two diamonds more."""
    drawn = {token: len(token_face(token)) for token in TOKENS}
    least = min(drawn.values())
    assert {token: (count - least) // 2 + 1 for token, count in drawn.items()} == dict(POINTS)


def test_sixteen_lie_in_the_middle_of_the_reference_table() -> None:
    assert LAYOUT.middle.radius > 2 * SIDE


@pytest.mark.parametrize("seed", range(3))
def test_dice_are_read_among_tokens_and_no_token_is_taken_for_dice(seed: int) -> None:
    """Tokens lie in the middle and before every seat, the cup lies aside: the three dice are found and read,
    at most one of them with a doubt."""
    rng, seat = Random(f"tokens/{seed}"), 1 + 2 * seed
    world = World(tuple(LAYOUT.seats), seed, DiceKind.ORDINARY, chances=Chances(touching=0.0))
    world.pass_cup(seat, 3)
    world.lift(seat)
    scene = replace(world.scene(), cards=lying(rng))
    look = Look(0.0, {seat: 3}, layout=LAYOUT)
    readings = (look.see(render(scene, Optics(grain=grain)), 10.0 + grain) for grain in range(8))
    reading = [one for one in readings if one is not None and one.seats][-1]
    (found,) = reading.seats
    assert sorted(str(die.value) for die in found.dice) == sorted(str(value) for value in world.truth()[seat])
    assert sum(not die.sure for die in found.dice) <= 1
    assert reading.strays == ()


def lying(rng: Random) -> tuple[SeenCard, ...]:
    """Half of the tokens in the middle, in order, the others at the outer edge of the seats' zones."""
    cards = []
    for place, token in enumerate(TOKENS):
        seat, row = place % len(LAYOUT.seats) + 1, place // len(LAYOUT.seats)
        centre = LAYOUT.seats[seat].centre
        far = math.hypot(centre.x, centre.y)
        out = (centre.x / far, centre.y / far)
        beside = Spot(centre.x + 75 * out[0] - 45 * row * out[1], centre.y + 75 * out[1] + 45 * row * out[0])
        middle = Spot(-66 + 44 * (place % 4), -66 + 44 * (place // 4))
        face = Face(str(token), (painted(token_face(token), SIDE, SIDE, DOTS),), (SIDE, SIDE))
        cards.append(SeenCard(face, rng.choice((middle, beside)), rng.uniform(0, 360), 0.3))
    return tuple(cards)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("3 = {", "7 = {", "points"),
        ('1 = { low = "#ffffff"', '1 = { low = "white"', "low"),
        ('ink = "#000000", ', "", "ink"),
        ('source = "ours"', "", "source"),
    ],
)
def test_a_bad_colour_or_value_is_refused_by_name(old: str, new: str, says: str) -> None:
    assert set(parse_token_looks(LOOKS, "looks.toml")) == set(token_looks()) == set(POINTS.values())
    with pytest.raises(KitFileError, match=rf"looks\.toml.*{says}"):
        parse_token_looks(LOOKS.replace(old, new, 1), "looks.toml")


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    out = tmp_path / "kit.pdf"
    told = CliRunner().invoke(main, ["kit", "bluff-you", "--out", str(out), "--language", "de"])
    assert told.exit_code == 0, told.output
    assert len(pypdfium2.PdfDocument(out.read_bytes())) == 6
    assert out.stat().st_size < 500_000
