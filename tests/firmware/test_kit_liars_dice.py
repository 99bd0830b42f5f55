"""The kit of liar's dice: the halves make one board, which the eye finds and reads dice on as it is printed,
and stars stick on dice of each size."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner

from engine.liars_dice.track import track
from firmware.boards import board_plan
from firmware.cli import main
from firmware.kit.errors import KitFileError
from firmware.kit.liars_dice import corner_of_half, liars_dice_sheets
from firmware.kit.liars_dice_art import board_drawing
from firmware.kit.liars_dice_board import (
    TRACKS,
    areas,
    board_look,
    inside,
    markers,
    parse_board_look,
    spaces_of,
)
from firmware.kit.liars_dice_stars import COUNT, DICE, SPARE, place_of, side_of
from firmware.kit.pdf import pdf_of
from firmware.kit.pieces import PAPERS, Paper
from firmware.kit.raster import Picture, painted
from firmware.sim.eye import eye_of
from firmware.sim.layout import Spot
from firmware.sim.red_die import TrackBoard
from firmware.sim.render import Optics, render
from firmware.sim.things import DiceKind, DieLook, Lean, SeenDie, Stand
from firmware.sim.throw import Footprint, rest
from firmware.words.catalogue import LANGUAGES
from firmware.words.words import Words
from tests.firmware.test_kit import ALIKE, DOTS, POINT, apart, texts
from tests.vision.boards import on, picture, scene
from vision.areas import Area
from vision.board import find_board
from vision.board_cover import covered
from vision.board_reading import read_board
from vision.cards.deck import Face
from vision.dice import read_dice
from vision.layout import reference_layout
from vision.reading import Place, Value
from vision.table import find_table

LAYOUT = reference_layout()
LOOK = board_look()
PRINTED = Path(__file__).parents[2] / "firmware" / "kit" / "liars_dice.toml"
PRINTS = list(product(PAPERS.values(), TRACKS))


@cache
def page(paper: Paper, track: str, number: int) -> Picture:
    """A page as it comes out of the printer."""
    sheets = liars_dice_sheets(paper, LAYOUT, Words("en"), track)
    document = pypdfium2.PdfDocument(pdf_of(sheets, paper, "Liar's dice"))
    drawn = np.asarray(document[number].render(scale=DOTS * POINT).to_numpy()[:, :, :3], np.uint8)
    size = (round(paper.width * DOTS), round(paper.height * DOTS))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_LINEAR), np.uint8)


@cache
def joined(paper: Paper, track: str) -> Picture:
    """Both halves cut out of their pages and laid side by side."""
    size = (round(LOOK.width / 2 * DOTS), round(LOOK.height * DOTS))
    halves = []
    for number, right in ((2, False), (4, True)):
        left, top = corner_of_half(paper, right)
        shift = np.array([[1, 0, -left * DOTS], [0, 1, -top * DOTS]])
        halves.append(cv2.warpAffine(page(paper, track, number), shift, size, flags=cv2.INTER_LINEAR))
    return np.concatenate(halves, axis=1).astype(np.uint8)


@pytest.mark.parametrize(("paper", "track"), PRINTS)
def test_the_halves_make_the_board_as_it_is_drawn(paper: Paper, track: str) -> None:
    whole = painted(board_drawing(track), LOOK.width, LOOK.height, DOTS)
    assert apart(joined(paper, track), whole) < ALIKE / 4


@pytest.mark.parametrize(("paper", "track"), PRINTS)
def test_the_eye_finds_the_print_and_sees_nothing_on_it(paper: Paper, track: str) -> None:
    face = Face("printed", (joined(paper, track),), (LOOK.width, LOOK.height))
    board = TrackBoard(track, Spot(4.0, -3.0), 3.0)
    seen = picture(scene(board=board, printed=face))
    found = find_board(seen, board_plan(track))
    assert set(found.seen) == set(markers(LOOK, track))
    assert covered(seen, found).places == ()
    other = next(name for name in TRACKS if name != track)
    assert not set(markers(LOOK, track)) & set(markers(LOOK, other))


@pytest.mark.parametrize(("space", "face"), [("1", 2), ("*1", 6), ("10", 5), ("*8", 6), ("16", 3), ("20", 4)])
def test_the_eye_reads_the_red_die_on_the_print(space: str, face: int) -> None:
    printed = Face("printed", (joined(PAPERS["a4"], "borg"),), (LOOK.width, LOOK.height))
    seen = picture(scene(on(space, face, yaw=20.0), printed=printed))
    standing = read_board(seen, find_board(seen, board_plan("borg")))
    value = Value.STAR if face == 6 else Value(str(face))
    spaces = spaces_of("borg").spaces
    assert (spaces[standing.place or 0], standing.value, standing.reason) == (space, value, None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_every_text_fits_on_its_paper(paper: Paper, language: str) -> None:
    for track_name in TRACKS:
        for sheet in liars_dice_sheets(paper, LAYOUT, Words(language), track_name):
            for line in texts(sheet.front):
                assert line.left > 5, line
                assert line.right < paper.width - 5, line
                assert 5 < line.foot < paper.height - 5, line


@pytest.mark.parametrize("name", TRACKS)
def test_the_ring_has_the_spaces_of_its_track_side_by_side_all_round(name: str) -> None:
    ring = areas(LOOK)
    assert len(ring) == len(track(name, "12345").spaces)
    ground = sum(_size(area) for area in ring) + _size(inside(LOOK)) + 4 * LOOK.depth**2
    assert ground == pytest.approx(LOOK.width * LOOK.height)
    for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
        apart_by = max(abs(one.centre.x - other.centre.x), abs(one.centre.y - other.centre.y))
        assert apart_by < 65, "the next space is the next one of the ring, round a corner at most"
        assert not one.meets(other)


def test_the_board_lies_on_nobodys_ground() -> None:
    """At the reference table it leaves every seat its zone, and the table's markers."""
    corners = [Place(x * LOOK.width / 2, y * LOOK.height / 2) for x in (-1, 1) for y in (-1, 0, 1)]
    corners += [Place(x, y * LOOK.height / 2) for x in range(-195, 200, 5) for y in (-1, 1)]
    assert all(LAYOUT.seat_of(place) is None for place in corners)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_stars_for_every_size_lie_apart_and_are_enough(paper: Paper) -> None:
    assert SPARE >= COUNT == 31
    lying = []
    for die in DICE:
        side = side_of(die)
        assert side < die
        for number in range(SPARE):
            left, top = place_of(paper, die, number)
            lying.append(Area(left, top, left + side, top + side))
            assert 5 < left < left + side < paper.width - 5
            assert 5 < top < top + side < paper.height - 5
    for at, one in enumerate(lying):
        assert not any(one.meets(_shrunk(other)) for other in lying[at + 1 :])


@pytest.mark.parametrize("die", DICE)
def test_a_star_on_an_ordinary_die_is_read_as_a_star(die: float) -> None:
    """The sticker as it comes out of the printer, stuck on the upper side of a white die."""
    paper, side = PAPERS["a4"], side_of(die)
    left, top = place_of(paper, die, 5)
    rows = slice(round(top * DOTS), round((top + side) * DOTS))
    stuck = page(paper, "borg", 6)[rows, round(left * DOTS) : round((left + side) * DOTS)]
    white = DieLook(
        body=(225, 235, 240), side=die
    )  # what it shows beneath is one pip, which the sticker hides
    at = [Spot(x, y) for x in (-200.0, 200.0) for y in (-100.0, 120.0)]
    lies = [Footprint(spot.x, spot.y, 25.0 * n, die) for n, spot in enumerate(at)]
    dice = [SeenDie(rest(foot, 1, 0), white, DiceKind.ORDINARY, Lean.FLAT, 0) for foot in lies]
    seen = render(replace(scene(), cards=(), dice=tuple(dice)), Optics(noise=0.0))
    for foot in lies:
        seen = _with_sticker(seen, stuck, foot, side)
    table = find_table(seen, LAYOUT)
    found = {die.place: die.value for die in read_dice(seen, table).dice if die.sure and die.place}
    assert list(found.values()) == [Value.STAR] * len(dice)


def _with_sticker(picture: Picture, sticker: Picture, foot: Footprint, side: float) -> Picture:
    """The picture with that sticker on the upper side of the die that stands there."""
    ends = np.array([(x, y, foot.side) for x, y in replace(foot, side=side).corners()])
    pixels = eye_of(Stand()).project(ends).astype(np.float32)
    high, wide = sticker.shape[:2]
    own = np.array([(wide, high), (0, high), (0, 0), (wide, 0)], np.float32)
    way = cv2.getPerspectiveTransform(own, pixels)
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpPerspective(cv2.blur(sticker, (3, 3)), way, size)
    share = cv2.warpPerspective(np.ones((high, wide), np.float32), way, size)[..., None]
    return np.asarray(picture * (1 - share) + laid * share * 0.85, np.uint8)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("columns = 10", "columns = 9", "columns"),
        ("columns = 10", "columns = 9.5", "columns"),
        ("depth = 28", "depth = 110", "depth"),
        ("side = 20", "side = 26", "side"),
        ("DICT_4X4_50", "DICT_4X4", "dictionary"),
        ("perudo = 44", "perudo = 42", "perudo"),
        ("perudo = 44", "perudo = 48", "perudo"),
        ("perudo = 44\n", "", "perudo"),
        ("#24456e", "blue", "star"),
        ("source =", "sauce =", "sauce"),
    ],
)
def test_bad_data_are_refused_by_name(old: str, new: str, says: str) -> None:
    text = PRINTED.read_text(encoding="utf-8")
    assert parse_board_look(text, "looks.toml") == board_look()
    with pytest.raises(KitFileError, match=rf"looks\.toml.*{says}"):
        parse_board_look(text.replace(old, new, 1), "looks.toml")


@pytest.mark.parametrize("more", [[], ["--track", "perudo", "--paper", "letter", "--language", "fr"]])
def test_the_command_writes_the_file(tmp_path: Path, more: list[str]) -> None:
    out = tmp_path / "kit.pdf"
    told = CliRunner().invoke(main, ["kit", "liars-dice", "--out", str(out), *more])
    assert told.exit_code == 0, told.output
    assert len(pypdfium2.PdfDocument(out.read_bytes())) == 10
    assert out.stat().st_size < 500_000


def test_a_track_that_is_not_there_is_refused(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["kit", "liars-dice", "--out", str(tmp_path / "kit.pdf"), "--track", "x"])
    assert told.exit_code == 2
    assert "borg" in told.output


def _size(area: Area) -> float:
    return (area.right - area.left) * (area.bottom - area.top)


def _shrunk(area: Area) -> Area:
    return Area(area.left + 0.01, area.top + 0.01, area.right - 0.01, area.bottom - 0.01)
