"""The printed kit: every piece is there, lies where it is cut, and fits the paper in every language."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner

from engine.kuhhandel.editions import ANIMALS, EDITIONS
from firmware.cli import main
from firmware.kit.cards import HEIGHT, WIDTH
from firmware.kit.errors import SheetError
from firmware.kit.kuhhandel import kuhhandel_pieces, kuhhandel_sheets
from firmware.kit.lettering import fitting, lines_of, width_of
from firmware.kit.markers import MARGIN
from firmware.kit.pdf import pdf_of
from firmware.kit.pieces import PAPERS, Paper, Sheet, Side
from firmware.kit.raster import Picture, painted
from firmware.kit.sheets import COLUMNS, ROWS, corner_of
from firmware.kit.table import table_sheets
from firmware.words.catalogue import LANGUAGES
from firmware.words.words import Words
from vision.layout import reference_layout
from vision.markers import find_markers

LAYOUT = reference_layout()
POINT = 25.4 / 72
DOTS = 4.0  # pixels a millimetre
PRINTS = list(itertools.product(PAPERS.values(), LANGUAGES))
# What a printer can reach: some keep this far from the paper's edge.
UNPRINTED = 1.5
# Two painters' edges of the same drawing half a pixel apart differ by less, in grey levels on the mean.
ALIKE = 8.0


@cache
def sheets(paper: Paper, language: str = "en") -> list[Sheet]:
    return kuhhandel_sheets(paper, LAYOUT, Words(language))


@cache
def printed(paper: Paper) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf_of(sheets(paper), paper, "Kuhhandel"))


@cache
def page(paper: Paper, number: int) -> Picture:
    """A page as it comes out of the printer."""
    drawn = np.asarray(printed(paper)[number].render(scale=DOTS * POINT).to_numpy()[:, :, :3], np.uint8)
    # Drawn onto whole pixels: a page of 1484.2 comes out stretched to 1485.
    size = (round(paper.width * DOTS), round(paper.height * DOTS))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_LINEAR), np.uint8)


class Line(NamedTuple):
    """A text as it stands on the paper, in millimetres."""

    words: str
    left: float
    right: float
    foot: float
    size: float


def card_on(picture: Picture, left: float, top: float, inset: float = 0.5) -> Picture:
    """What lies within a card's cut, less `inset` mm all round, to a part of a pixel."""
    shift = np.array([[1, 0, -(left + inset) * DOTS], [0, 1, -(top + inset) * DOTS]])
    size = (round((WIDTH - 2 * inset) * DOTS), round((HEIGHT - 2 * inset) * DOTS))
    return np.asarray(cv2.warpAffine(picture, shift, size, flags=cv2.INTER_LINEAR), np.uint8)


def alone(side: Side, inset: float = 0.5) -> Picture:
    """A side that was never on a sheet, less `inset` mm all round."""
    return card_on(painted(side.drawing, WIDTH, HEIGHT, DOTS), 0, 0, inset)


def apart(one: Picture, other: Picture) -> float:
    """Mean difference of two pictures of the same size, in grey levels."""
    return float(np.abs(one.astype(float) - other).mean())


def card_pages(paper: Paper) -> Iterator[tuple[int, Sheet]]:
    """The number of the front page of every sheet that holds cards."""
    return ((2 * at, sheet) for at, sheet in enumerate(sheets(paper)) if sheet.pieces)


def texts(side: Side, x: float = 0, y: float = 0) -> Iterator[Line]:
    """Every text of a side whose origin is at (x, y), and those on what is stamped on it."""
    for text in side.texts:
        wide = width_of(text.words, text.size, text.bold)
        left = x + text.x - text.anchor.value * wide
        yield Line(text.words, left, left + wide, y + text.y, text.size)
    for stamp in side.stamps:
        yield from texts(stamp.side, x + stamp.x, y + stamp.y)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_there_is_a_front_and_a_back_for_every_sheet_at_the_size_of_the_paper(paper: Paper) -> None:
    document = printed(paper)
    assert len(document) == 2 * len(sheets(paper)) == 18
    for number in range(len(document)):
        wide, high = document[number].get_size()
        assert (wide * POINT, high * POINT) == pytest.approx((paper.width, paper.height), abs=0.01)


def test_a_print_holds_every_piece_of_each_edition() -> None:
    for paper in PAPERS.values():
        pieces = Counter(name for sheet in sheets(paper) for name in sheet.pieces)
        assert all(pieces[kind] == 4 for kind in ANIMALS)
        for one in EDITIONS.values():
            assert sum(one.notes.values()) == 55
            assert all(pieces[str(value)] >= count for value, count in one.notes.items())
            assert pieces["dove"] >= bool(one.dove)
        assert all(pieces[f"seat-{seat}"] == 1 for seat in LAYOUT.seats)


def test_no_sheet_more_than_the_pieces_need() -> None:
    pieces = kuhhandel_pieces(LAYOUT, Words("en"))
    assert len(pieces) == 7 * COLUMNS * ROWS
    # 55 notes instead of 60 would still need a seventh sheet: there is no cheaper kit for one edition.
    assert len(pieces) - 5 - 5 > 6 * COLUMNS * ROWS


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_marks_show_every_cut_and_lie_on_no_card(paper: Paper) -> None:
    for number, sheet in card_pages(paper):
        dark = page(paper, number).max(axis=2) < 215
        left, top = corner_of(paper, 0)
        rows = -(-len(sheet.pieces) // COLUMNS)
        right, low = left + COLUMNS * WIDTH, top + rows * HEIGHT
        across = {round(x * 2) / 2 for x in np.flatnonzero(dark[row(top - 3)]) / DOTS}
        down = {round(y * 2) / 2 for y in np.flatnonzero(dark[:, row(left - 3)]) / DOTS}
        assert all(near(left + at * WIDTH, across) for at in range(COLUMNS + 1))
        assert all(near(top + at * HEIGHT, down) for at in range(rows + 1))
        assert near(right, {x / DOTS for x in np.flatnonzero(dark[row(low + 3)])})
        # Nothing but the marks lies outside of the cards, and they end where printers may.
        for strip in (dark[: row(UNPRINTED)], dark[-row(UNPRINTED) :], dark[:, : row(UNPRINTED)]):
            assert not strip.any()
        for beside in (dark[row(top - 0.7)], dark[:, row(left - 0.7)]):
            assert not beside.any()


def row(millimetres: float) -> int:
    return round(millimetres * DOTS)


def near(place: float, places: set[float]) -> bool:
    return any(abs(place - other) <= 0.5 for other in places)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_each_card_lies_where_it_is_cut_and_its_back_lies_behind_it(paper: Paper) -> None:
    pieces = {piece.name: piece for piece in kuhhandel_pieces(LAYOUT, Words("en")) if not piece.front.texts}
    fronts = {name: alone(piece.front) for name, piece in pieces.items()}
    backs = {piece.back: alone(piece.back, 2.2) for piece in pieces.values()}
    seen = set()
    for number, sheet in card_pages(paper):
        front, back = page(paper, number), page(paper, number + 1)
        for cell, name in enumerate(sheet.pieces):
            if name not in pieces:
                continue
            left, top = corner_of(paper, cell)
            # The paper is turned over its long edge: what was on the left is on the right.
            behind = paper.width - left - WIDTH
            if name not in seen:
                here = card_on(front, left, top)
                assert min(fronts, key=lambda face: apart(here[::4, ::4], fronts[face][::4, ::4])) == name
                assert apart(here, fronts[name]) < ALIKE, name
            # A neighbour's back may run on over a card whose own does not.
            assert apart(card_on(back, behind, top, 2.2), backs[pieces[name].back]) < ALIKE, name
            seen.add(name)
    assert seen == set(pieces)


def test_a_print_that_is_a_little_off_marks_no_card() -> None:
    """The back of a card that is shuffled goes on beyond the cut as it was within it."""
    paper = PAPERS["a4"]
    for number, sheet in card_pages(paper):
        back = page(paper, number + 1)
        for cell, name in enumerate(sheet.pieces):
            if name == "values" or name.startswith("seat"):
                continue
            left, top = corner_of(paper, cell)
            left = paper.width - left - WIDTH
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                shifted = card_on(back, left + x, top + y, 0)
                edges = (shifted[:4], shifted[-4:], shifted[:, :4], shifted[:, -4:])
                assert all(edge.mean(axis=(0, 1)).max() < 235 for edge in edges), (name, x, y)


def test_every_sheet_mixes_what_must_not_be_told_apart_by_its_back() -> None:
    for _, sheet in card_pages(PAPERS["a4"]):
        animals = Counter(name for name in sheet.pieces if name in ANIMALS)
        notes = Counter(name for name in sheet.pieces if name.isdecimal())
        assert not animals or max(animals.values()) <= 2
        assert not notes or len(notes) == 6


@pytest.mark.parametrize(("paper", "language"), PRINTS, ids=lambda one: getattr(one, "name", one))
def test_every_text_fits_in_every_language(paper: Paper, language: str) -> None:
    for sheet in sheets(paper, language):
        for side in (sheet.front, sheet.back):
            for line in texts(side):
                assert line.left > 5, line
                assert line.right < paper.width - 5, line
                assert 5 < line.foot < paper.height - 5, line
    for piece in kuhhandel_pieces(LAYOUT, Words(language)):
        for side in (piece.front, piece.back):
            for line in texts(side):
                assert line.left > 3, line
                assert line.right < WIDTH - 3, line
                assert line.size >= 1.7, line
                assert line.foot < HEIGHT - 3, line


def test_texts_on_a_card_do_not_run_into_its_numbers() -> None:
    for language in LANGUAGES:
        for piece in kuhhandel_pieces(LAYOUT, Words(language)):
            if piece.name != "values":
                continue
            rows = sorted(text.y for text in piece.front.texts)
            assert all(below - above > 3 for above, below in itertools.pairwise(rows))


def test_a_text_that_cannot_fit_is_refused_by_name() -> None:
    with pytest.raises(SheetError, match=r"'Hippopotamus' is .* mm wide, there is room for 5"):
        fitting("Hippopotamus", 3, 5)
    with pytest.raises(SheetError, match="Hippopotamus"):
        lines_of("A Hippopotamus", 3, 12)
    assert lines_of("a cow and a pig", 3, 12) == ["a cow", "and a", "pig"]


def test_languages_change_no_card_that_the_eye_reads() -> None:
    for pieces in zip(*(kuhhandel_pieces(LAYOUT, Words(one)) for one in LANGUAGES), strict=True):
        if pieces[0].name != "values":
            assert len({piece.front.drawing for piece in pieces}) == 1
            assert not any(piece.front.texts or piece.back.texts for piece in pieces)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_the_markers_are_read_back_at_their_size(paper: Paper) -> None:
    found = {mark.id: mark for mark in find_markers(np.ascontiguousarray(page(paper, 0)), LAYOUT)}
    assert set(found) == set(LAYOUT.markers)
    for mark in found.values():
        assert mark.side / DOTS == pytest.approx(LAYOUT.side, abs=0.25)
        # White all round it, as far as it is cut.
        x, y = mark.centre
        reach = (LAYOUT.side / 2 + MARGIN - 0.5) * DOTS
        around = page(paper, 0)[int(y - reach) : int(y + reach), int(x - reach) : int(x + reach)]
        rim = (LAYOUT.side / 2 + 0.7) * DOTS
        edge = np.ones(around.shape[:2], bool)
        inner = slice(int(reach - rim), int(reach + rim))
        edge[inner, inner] = False
        assert around[edge].min() > 200


def test_a_print_is_the_same_whenever_it_is_made() -> None:
    paper = PAPERS["a4"]
    one = pdf_of(table_sheets(paper, LAYOUT, Words("en")), paper, "Bluffbox")
    assert one == pdf_of(table_sheets(paper, LAYOUT, Words("en")), paper, "Bluffbox")


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    out = tmp_path / "kit.pdf"
    told = CliRunner().invoke(
        main, ["kit", "kuhhandel", "--out", str(out), "--paper", "letter", "--language", "nl"]
    )
    assert told.exit_code == 0, told.output
    document = pypdfium2.PdfDocument(out.read_bytes())
    assert document[0].get_size() == pytest.approx((612, 792), abs=0.1)
    assert out.stat().st_size < 1_000_000
    assert not list(tmp_path.glob("*.part"))


def test_the_table_alone(tmp_path: Path) -> None:
    out = tmp_path / "table.pdf"
    assert CliRunner().invoke(main, ["kit", "table", "--out", str(out)]).exit_code == 0
    assert len(pypdfium2.PdfDocument(out.read_bytes())) == 4


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["kit", "table", "--out", str(tmp_path / "nowhere" / "kit.pdf")])
    assert told.exit_code == 1
    assert "kit.pdf: cannot be written: No such file" in told.output
