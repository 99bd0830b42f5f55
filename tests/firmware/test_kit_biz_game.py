"""The board of Biz-Bluff as the pages show it: every square as the pods name it, pawns and markers where they
are, and nothing that not everybody may know."""

from __future__ import annotations

import itertools
import math
import re
from xml.etree import ElementTree

import pytest

from engine import Match
from engine.biz_bluff.board import COLUMNS
from engine.biz_bluff.box import our_box
from engine.request import Choose
from firmware.kit.biz_bluff import small_pieces
from firmware.kit.biz_board import SQUARE, place_of
from firmware.kit.biz_game import PAWN, BoardInPlay, stands_on
from firmware.kit.biz_looks import biz_looks
from firmware.kit.lettering import width_of as letters_wide
from firmware.kit.shapes import Colour, Shape
from firmware.words.biz_bluff_texts import square
from firmware.words.catalogue import LANGUAGES
from firmware.words.words import Words
from tests.engine.biz_bluff.laid import LIGHT, begun, laid, threw
from tests.engine.biz_bluff.other import OTHER

WORDS = Words("en")
SVG = "{http://www.w3.org/2000/svg}"


def picture(match: Match, words: Words = WORDS, view_of: int | None = None) -> ElementTree.Element:
    svg = BoardInPlay().svg(match.view(view_of), words)
    assert svg is not None
    return ElementTree.fromstring(svg)


def where(drawn: ElementTree.Element, ink: str, *, colour: Colour) -> list[str]:
    """The squares on which something is drawn in this colour, `fill` or `stroke`."""
    found = []
    for path in drawn.iter(f"{SVG}path"):
        if path.get(ink) == "#{:02x}{:02x}{:02x}".format(*colour):
            numbers = [float(one) for one in re.findall(r"-?[\d.]+", path.get("d", ""))]
            x, y = (sum(part) / len(part) for part in (numbers[::2], numbers[1::2]))
            found.append(f"{COLUMNS[int(x // SQUARE)]}{int(y // SQUARE) + 1}")
    return found


def said_on(drawn: ElementTree.Element, name: str) -> str:
    """What is written on a square, from the top."""
    left, top = place_of(name)
    texts = [
        (float(text.get("y", "")), text.text or "")
        for text in drawn.iter(f"{SVG}text")
        if 0 <= float(text.get("x", "")) - left < SQUARE and 0 <= float(text.get("y", "")) - top < SQUARE
    ]
    return " ".join(text for _, text in sorted(texts)).replace("- ", "-")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("box", [our_box(), OTHER], ids=["ours", "taught"])
def test_every_square_says_what_the_pods_say(language: str, box: object) -> None:
    taught = OTHER if box is OTHER else None
    words = Words(language, box=taught)
    drawn = picture(begun(box=taught), words)
    for name, field in (taught or our_box()).board.squares.items():
        said = said_on(drawn, name)
        if field.kind == "white":
            assert said == name
        elif field.kind == "centre":
            assert said == f"{name} Biz Bluff"
        else:
            assert said == square(words, name)


def test_pawns_stand_where_they_stand_and_markers_lie_before_what_is_claimed() -> None:
    colours = biz_looks().seats
    match = laid(stands={1: "f2", 2: "d4"}, claims={1: "Y1", 3: "R2"})
    drawn = picture(match)
    assert where(drawn, "fill", colour=colours[1]) == ["c1", "f2"]
    assert where(drawn, "fill", colour=colours[2]) == ["d4"]
    assert where(drawn, "fill", colour=colours[3]) == ["a6", "f6"]
    together = picture(laid(stands={1: "f2", 2: "f2", 3: "f2"}))
    assert [where(together, "fill", colour=colours[seat]) for seat in (1, 2, 3)] == [["f2"]] * 3


def test_the_pawn_of_a_seat_on_the_pages_is_the_one_that_is_printed_for_it() -> None:
    """Whichever pods are played at: four of six."""
    printed = {
        piece.name: {part.fill for part in piece.front.drawing if isinstance(part, Shape)}
        for piece in small_pieces()
    }
    assert sorted(printed) == sorted(f"{what}-{seat}" for what in ("marker", "pawn") for seat in range(1, 7))
    match = laid(seats=(2, 3, 5, 6), turn=2, stands={2: "f2", 3: "b2", 5: "d4", 6: "a6"}, claims={5: "Y1"})
    stand = {2: ["f2"], 3: ["b2"], 5: ["c1", "d4"], 6: ["a6"]}
    for seat, colour in biz_looks().seats.items():
        assert colour in printed[f"pawn-{seat}"] & printed[f"marker-{seat}"]
        assert where(picture(match), "fill", colour=colour) == stand.get(seat, [])


def test_no_two_seats_have_colours_that_are_nearly_the_same() -> None:
    colours = list(biz_looks().seats.values())
    for one, other in itertools.combinations(colours, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 90


def test_the_squares_that_can_be_chosen_are_lit_and_no_others() -> None:
    lit = Colour(214, 92, 0)
    match = laid(*threw(1, 4), stands={1: "f2", 2: "d4"}, claims={1: "Y1"})
    (asked,) = (request for request in match.open if isinstance(request, Choose) and request.key == "move")
    assert sorted(where(picture(match), "stroke", colour=lit)) == sorted(asked.options)
    assert where(picture(laid()), "stroke", colour=lit) == []
    hunt = laid(*threw(1, 2), "1 move f4", stands={1: "f2", 2: "f4"})
    (sends,) = (request for request in hunt.open if isinstance(request, Choose) and request.key == "hunt")
    assert sorted(where(picture(hunt), "stroke", colour=lit)) == sorted(sends.options)


def test_the_square_of_a_company_whose_file_is_gone_is_white() -> None:
    board, shown = our_box().board, BoardInPlay()
    gone = board.before("B1").name
    for match, says in ((begun(), f"{gone} {board.companies['B1']}"), (laid(gone=("B1",)), gone)):
        svg = shown.svg(match.view(None), WORDS)
        assert svg is not None
        assert said_on(ElementTree.fromstring(svg), gone) == says, "what is kept of a picture is not stale"


def test_where_a_seat_has_looked_and_what_it_alone_knows_makes_no_difference() -> None:
    one, other = (laid(*threw(1, 4), "1 move d4", f"1 look {company}") for company in ("G1", "G2"))
    pictures = {BoardInPlay().svg(match.view(seat), WORDS) for match in (one, other) for seat in (None, 1, 2)}
    assert len(pictures) == 1


def test_where_the_box_does_not_know_the_board_there_is_no_picture() -> None:
    assert BoardInPlay().svg(begun(chosen=LIGHT).view(None), WORDS) is None
    assert BoardInPlay().svg({"game": "bluff-you"}, WORDS) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pawns", [1, 2, 3, 4])
def test_pawns_hide_no_name_of_a_square(language: str, pawns: int) -> None:
    """Where so many stand that there is no other room, then the last line of what the square is, at most."""
    words, seats = Words(language), tuple(range(1, pawns + 1)) if pawns > 1 else (1, 2)
    for name in our_box().board.squares:
        if pawns == 1:
            elsewhere = "f2" if name != "f2" else "f3"
            match = laid(seats=seats, stands={1: name, 2: elsewhere})
        else:
            match = laid(seats=seats, stands=dict.fromkeys(seats, name))
        left, top = place_of(name)
        texts = [
            text
            for text in picture(match, words).iter(f"{SVG}text")
            if 0 <= float(text.get("x", "")) - left < SQUARE and 0 <= float(text.get("y", "")) - top < SQUARE
        ]
        lines = sorted(texts, key=lambda text: float(text.get("y", "")))
        stand = stands_on(name)[:pawns]
        clear = lines if stand[-1][1] < SQUARE / 2 else lines[: max(1, len(lines) - 1)]
        for (x, y), text in itertools.product(stand, clear):
            size, words_on = float(text.get("font-size", "")), text.text or ""
            wide = letters_wide(words_on, size, bold=text.get("font-weight") == "bold")
            at = float(text.get("x", "")) - left - (wide / 2 if text.get("text-anchor") == "middle" else 0)
            foot = float(text.get("y", "")) - top
            across = max(at - x, 0.0, x - at - wide)
            down = max(foot - 0.72 * size - y, 0.0, y - foot)
            assert math.hypot(across, down) > PAWN - 0.35, (name, words_on, (x, y))
