"""The kit of Biz-Bluff: every piece is printed as often as the box has it, every text fits, the board's
halves meet, and the backs of tokens tell nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner, Result

from engine.biz_bluff.board import COLUMNS, Square
from engine.biz_bluff.box import BOARD, our_box
from engine.biz_bluff.tokens import FILES
from firmware.cli import main
from firmware.kit.biz_bluff import SMALL, biz_bluff_sheets, card_pieces, file_pieces, token_pieces
from firmware.kit.biz_board import SQUARE, board_halves, size_of
from firmware.kit.biz_faces import TOKEN
from firmware.kit.biz_looks import biz_looks, parse_biz_looks
from firmware.kit.errors import KitFileError, SheetError
from firmware.kit.halves import EDGE
from firmware.kit.pdf import pdf_of
from firmware.kit.pieces import PAPERS, Paper, Sheet, Side
from firmware.kit.raster import Picture, painted
from firmware.words.catalogue import LANGUAGES
from firmware.words.words import Words
from tests.engine.biz_bluff.other import OTHER
from tests.engine.biz_bluff.other import PAPERS as THEIRS
from tests.firmware.test_boxes import laid_in
from tests.firmware.test_kit import DOTS, POINT, apart, texts
from vision.layout import reference_layout

LAYOUT = reference_layout()
WORDS = Words("en")
FILES_LIE = "Lay the files round the board, each outside its edge, before the square with its company's name."
SMALLS = f"{SMALL:g} × {SMALL:g}"
MARKED = 3.0  # millimetres from the cut to the middle of its mark
SEEN = 1.6  # pixels a millimetre that the camera sees
PRINTED = Path(__file__).parents[2] / "firmware" / "kit" / "biz_bluff.toml"


def test_a_print_holds_as_many_as_the_box_has() -> None:
    named = Counter(name for sheet in biz_bluff_sheets(PAPERS["a4"], LAYOUT, WORDS) for name in sheet.pieces)
    box = our_box()
    for card in box.cards.values():
        assert named.pop(card.name) == card.count
    for token in box.tokens.values():
        assert named.pop(f"token-{token.name}") == token.count
    assert named == Counter(
        [*box.board.companies, *(f"seat-{seat}" for seat in LAYOUT.seats)]
        + [f"{what}-{seat}" for what in ("pawn", "marker") for seat in LAYOUT.seats]
    )
    assert len(file_pieces(WORDS)) == FILES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_every_text_fits_on_its_paper(paper: Paper, language: str) -> None:
    for sheet in biz_bluff_sheets(paper, LAYOUT, Words(language)):
        for side in (sheet.front, sheet.back):
            for line in texts(side):
                assert line.left > 5, line
                assert line.right < paper.width - 5, line
                assert 5 < line.foot < paper.height - 5, line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_the_sheet_says_where_files_and_tokens_lie_and_there_they_can(paper: Paper, language: str) -> None:
    words = Words(language)
    told = " ".join(line.words for line in biz_bluff_sheets(paper, LAYOUT, words)[0].front.texts)
    assert words.say(FILES_LIE) in told
    assert SMALLS in told
    board = our_box().board
    columns, rows = size_of(board)
    for company in board.companies:
        name = board.before(company).name
        assert name[0] in (COLUMNS[0], COLUMNS[columns - 1]) or int(name[1:]) in (1, rows), "at the edge"


def test_every_square_is_printed_once_under_its_name() -> None:
    names = [
        text.words
        for half in board_halves(our_box().board, PAPERS["a4"], WORDS)
        for text in half.texts
        if text.words in our_box().board.squares
    ]
    assert sorted(names) == sorted(our_box().board.squares)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_each_half_of_the_board_says_which_it_is_and_how_it_is_cut_and_joined(
    paper: Paper, language: str
) -> None:
    words = Words(language)
    heads = "The left half of the board", "The right half of the board"
    halves = board_halves(our_box().board, paper, words)
    for half, head in zip(halves, heads, strict=True):
        said = " ".join(text.words for text in half.texts)
        assert words.say(head) in said
        told = "Cut both halves out, lay them side by side so that the diamonds meet, and glue them to card."
        assert words.say(told) in said
    pages = [painted_page(half, paper) for half in halves]
    columns, rows = size_of(our_box().board)
    wide, high = -(-columns // 2) * SQUARE, rows * SQUARE
    top, meets = (paper.height - high) / 2, (paper.width - EDGE, EDGE)
    for x, y in product((meets[0] - wide, meets[0]), (top - MARKED, top + high + MARKED)):
        assert dark(pages[0], x, y), "no mark where to cut"
    for row in (1, rows - 1):
        y = top + row * SQUARE
        assert dark(pages[0], meets[0] - 1.0, y), "the left part of a diamond"
        assert dark(pages[1], meets[1] + 1.0, y), "and its right part"
        assert not dark(pages[0], meets[0] + 1.0, y), "which is not on the other half"


def painted_page(side: Side, paper: Paper) -> Picture:
    document = pypdfium2.PdfDocument(pdf_of([Sheet(side, Side())], paper, "half"))
    return np.asarray(document[0].render(scale=DOTS * POINT).to_numpy()[:, :, :3], np.uint8)


def dark(page: Picture, x: float, y: float) -> bool:
    """Whether ink is there, in millimetres; a hairline comes out grey."""
    left, top = round(x * DOTS), round(y * DOTS)
    return bool(page[top - 1 : top + 2, left - 1 : left + 2].min() < 220)


def test_the_box_that_was_taught_is_printed() -> None:
    sheets = biz_bluff_sheets(PAPERS["letter"], LAYOUT, WORDS, OTHER)
    said = {line.words for sheet in sheets for side in (sheet.front, sheet.back) for line in texts(side)}
    assert set(OTHER.board.companies.values()) <= said
    assert not set(our_box().board.companies.values()) & said
    named = Counter(name for sheet in sheets for name in sheet.pieces)
    assert {card.name: named[card.name] for card in OTHER.cards.values()} == {
        card.name: card.count for card in OTHER.cards.values()
    }


def test_the_command_takes_its_folder(tmp_path: Path) -> None:
    def printed(folder: str) -> Result:
        out = str(tmp_path / "kit.pdf")
        return CliRunner().invoke(main, ["kit", "biz-bluff", "--box", str(tmp_path / folder), "--out", out])

    laid_in(tmp_path / "box", THEIRS)
    assert printed("box").exit_code == 0
    laid_in(tmp_path / "box", {BOARD: "crossed ="})
    for folder, says in (("box", "board.toml: Invalid value"), ("none", "is no folder")):
        told = printed(folder)
        assert told.exit_code == 2
        assert says in " ".join(told.output.split())


def test_a_board_that_two_sheets_cannot_hold_is_said_so() -> None:
    names = [f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 14)]
    board = replace(OTHER.board, squares={name: Square(name, "white") for name in names})
    with pytest.raises(SheetError, match="12 x 13 squares"):
        board_halves(board, PAPERS["a4"], WORDS)


def test_a_pawn_has_room_on_a_square() -> None:
    assert SMALL < SQUARE


def test_the_backs_of_tokens_and_of_cards_and_files_tell_nothing() -> None:
    for pieces in (token_pieces(WORDS), card_pieces(WORDS), file_pieces(WORDS)):
        backs = [painted(piece.back.drawing, 44, 66, SEEN) for piece in pieces]
        assert all((back == backs[0]).all() for back in backs)
        assert len({tuple(text.words for text in piece.back.texts) for piece in pieces}) == 1


def test_no_words_stand_on_what_the_eye_reads() -> None:
    for piece in (*card_pieces(WORDS), *token_pieces(WORDS)):
        assert piece.front.texts == piece.back.texts == ()


def test_tokens_and_streets_look_different_at_the_cameras_size() -> None:
    seen = {piece.name: painted(piece.front.drawing, TOKEN, TOKEN, SEEN) for piece in token_pieces(WORDS)}
    for one, other in combinations(seen, 2):
        assert apart(seen[one], seen[other]) > 2.0, (one, other)
    fields = [street.field for street in biz_looks().streets.values()]
    assert len(set(fields)) == len(fields)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("#f6cf3f", "yellow", "field"),
        ('white = "#fffaf0"\n', "", "white"),
        ('4 = "#8a4fb0"', '7 = "#8a4fb0"', "seats"),
        ("source =", "sauce =", "sauce"),
    ],
)
def test_a_bad_colour_or_name_is_refused_by_name(old: str, new: str, says: str) -> None:
    text = PRINTED.read_text(encoding="utf-8")
    assert parse_biz_looks(text, "looks.toml") == biz_looks()
    with pytest.raises(KitFileError, match=rf"looks\.toml.*{says}"):
        parse_biz_looks(text.replace(old, new, 1), "looks.toml")


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    out = tmp_path / "kit.pdf"
    told = CliRunner().invoke(main, ["kit", "biz-bluff", "--out", str(out), "--language", "nl"])
    assert told.exit_code == 0, told.output
    assert len(pypdfium2.PdfDocument(out.read_bytes())) == 18
    assert out.stat().st_size < 500_000
