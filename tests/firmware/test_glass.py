"""The glass shows whatever it is told, within its 128 x 64 pixels, and never fails on a text."""

import itertools
import time
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from firmware.glass import dice, icons
from firmware.glass.draw import draw, sheet, to_png
from firmware.glass.face import face
from firmware.glass.layout import fitted
from firmware.glass.screen import (
    DARK,
    HEIGHT,
    WIDTH,
    Align,
    Part,
    Row,
    Screen,
    Scroll,
    Size,
    picker,
    stepper,
)
from firmware.glass.wrapping import ELLIPSIS

FACES = ("small", "plain", "medium", "raised", "large", "great", "huge")
ICONS = (
    icons.STAR, icons.DIE_STAR, *icons.DICE, icons.LEFT, icons.RIGHT, icons.UP, icons.DOWN, icons.CHECK,
    icons.CROSS, icons.MENU, icons.HELD, icons.GONE, icons.CROWN, icons.CUP, icons.EYE, icons.HAND,
    icons.CAMERA, icons.BELL, icons.WARNING, icons.CLOCK,
)  # fmt: skip
ACCENTED = {  # English, French, Dutch, German
    **dict(zip("àâäçéèêëîïôöùûüÿ", "aaaceeeeiioouuuy", strict=True)),
    **dict(zip("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸ", "AAACEEEEIIOOUUUY", strict=True)),
    **dict(zip("áíóúñÁÍÓÚÑ", "aiounAIOUN", strict=True)),
}
SIGNS = "æœßÆŒĳĲ’‘“”„«»–—…€×·&@%+−°"

texts = st.text(max_size=60) | st.text(st.characters(codec=None), max_size=8)
parts = st.builds(Part, texts, selected=st.booleans(), boxed=st.booleans())
rows = st.builds(
    Row,
    texts,
    size=st.sampled_from(Size),
    align=st.sampled_from(Align),
    inverted=st.booleans(),
    right=st.just("") | texts,
    parts=st.just(()) | st.lists(parts, max_size=8).map(tuple),
)
counts = st.integers(-3, 40)
screens = st.builds(
    Screen,
    title=texts,
    rows=st.lists(rows, max_size=9).map(tuple),
    bar=st.none() | st.tuples(texts, texts, texts),
    progress=st.none() | st.floats(),
    lit=st.just(True),
    marks=st.lists(texts, max_size=3).map(tuple),
    scroll=st.none() | st.builds(Scroll, counts, counts, counts),
)


def marks_within(picture: list[str]) -> int:
    """How many separate dark marks a lit shape has; what touches its outside counts as outside."""
    wide = len(picture[0]) + 2
    padded = ["." * wide, *(f".{row}." for row in picture), "." * wide]
    left = {(x, y) for y, row in enumerate(padded) for x, pixel in enumerate(row) if pixel == "."}
    count = 0
    while left:
        count += 1
        front = [left.pop()]
        while front:
            x, y = front.pop()
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= near
            front += near
    return count - 1


@settings(max_examples=150, deadline=None)
@given(screens)
def test_any_text_in_any_field_gives_one_and_the_same_picture(screen: Screen) -> None:
    picture = draw(screen)
    assert (picture.mode, picture.size) == ("1", (WIDTH, HEIGHT))
    assert picture.tobytes() == draw.__wrapped__(screen).tobytes()


@settings(max_examples=50, deadline=None)
@given(screens)
def test_a_dark_glass_lights_no_pixel_whatever_it_is_told(screen: Screen) -> None:
    dark = Screen(screen.title, screen.rows, screen.bar, screen.progress, False, screen.marks, screen.scroll)
    assert draw(dark).getbbox() is None


@settings(max_examples=100, deadline=None)
@given(st.lists(rows, max_size=9).map(tuple), st.integers(20, 124), st.integers(9, 64))
def test_rows_stay_within_the_room_they_are_given(body: tuple[Row, ...], width: int, height: int) -> None:
    chosen = fitted(body, width, height)
    assert sum(setting.height for setting in chosen) <= height
    for setting in chosen:
        if not setting.row.parts and not setting.row.right:
            assert all(setting.face.width(line) <= width for line in setting.lines)


def test_dark_is_dark_and_an_empty_screen_too() -> None:
    assert draw(DARK).getbbox() is None
    assert draw(Screen()).getbbox() is None


@pytest.mark.parametrize("name", FACES)
def test_every_letter_of_the_four_languages_is_in_every_face(name: str) -> None:
    letters = face(name)
    box = letters.glyphs("\uffff")
    for letter in (*ACCENTED, *SIGNS, *map(chr, range(33, 127))):
        assert len(letters.glyphs(letter)) == 1
        assert letters.glyphs(letter) != box, letter
        assert letters.glyphs(letter)[0].rows, letter
    for letter, base in ACCENTED.items():
        assert letters.glyphs(letter) != letters.glyphs(base), letter


@pytest.mark.parametrize("name", FACES)
def test_icons_can_be_told_apart_in_every_face(name: str) -> None:
    pictures = {(glyph.rows, glyph.width) for icon in ICONS for glyph in face(name).glyphs(icon)}
    assert len(pictures) == len(ICONS)


@pytest.mark.parametrize("name", FACES)
def test_icons_stand_beside_letters_without_towering_over_them(name: str) -> None:
    letters = face(name)
    for icon in ICONS:
        (glyph,) = letters.glyphs(icon)
        assert len(glyph.rows) <= letters.cap + 3
        assert glyph.below <= 1


@pytest.mark.parametrize("side", dice.SIDES)
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_as_many_pips_as_it_says(value: int, side: int) -> None:
    assert marks_within(dice.pips(value, side)) == value


@pytest.mark.parametrize(("value", "picture"), [(1, "⚀"), ("4", "⚃"), (6, "⚅"), ("star", "✪")])
def test_a_die_is_named_by_number_digit_or_star(value: int | str, picture: str) -> None:
    assert icons.die(value) == picture


@pytest.mark.parametrize("value", [0, 7, "", "x"])
def test_a_die_has_no_other_face(value: int | str) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        icons.die(value)


def test_an_unknown_letter_is_a_hollow_box() -> None:
    (box,) = face("medium").glyphs("語")
    assert box.rows[0] == box.rows[-1] == (1 << box.width) - 1
    assert set(box.rows[1:-1]) == {1 << (box.width - 1) | 1}


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [("ﬁ", "fi"), ("①", "1"), ("e\u0301", "é"), ("a\u00a0b", "a b"), ("👑", "♛"), ("a\u200db", "ab")],
)
def test_a_missing_letter_is_set_as_the_nearest(given_text: str, shown: str) -> None:
    assert draw(Screen(rows=(Row(given_text),))).tobytes() == draw(Screen(rows=(Row(shown),))).tobytes()


def chosen_for(text: str, size: Size, height: int) -> tuple[str, tuple[str, ...]]:
    (setting,) = fitted((Row(text, size=size),), WIDTH - 4, height)
    return setting.face.name, setting.lines


def test_a_long_text_is_set_narrower_then_wrapped_then_smaller_then_cut() -> None:
    assert chosen_for("Anna bids", Size.LARGE, 41) == ("large", ("Anna bids",))
    assert chosen_for("Anna bids eight", Size.LARGE, 41) == ("raised", ("Anna bids eight",))
    assert chosen_for("Anna bids eight fours", Size.LARGE, 41)[1] == ("Anna bids", "eight fours")
    assert chosen_for("Anna bids eight fours", Size.LARGE, 20) == ("medium", ("Anna bids eight fours",))
    name, lines = chosen_for("Anna bids eight fours and Bram thinks about it", Size.LARGE, 10)
    assert name == "small"
    assert len(lines) == 1
    assert lines[0].endswith(ELLIPSIS)


def test_a_word_wider_than_the_glass_is_broken_with_a_hyphen() -> None:
    name, lines = chosen_for("Donaudampfschifffahrtsgesellschaft", Size.MEDIUM, 41)
    assert name == "small"
    assert lines[0].endswith("-")
    assert "".join(line.removesuffix("-") for line in lines) == "Donaudampfschifffahrtsgesellschaft"


def test_the_cursor_stays_in_sight_among_more_parts_than_fit() -> None:
    many = tuple(Part(f"part {number}", selected=number == 17) for number in range(20))
    for align in Align:
        (setting,) = fitted((Row(parts=many, align=align),), WIDTH - 4, 41)
        assert any(part.selected for part in setting.row.parts)


def test_a_selected_part_is_inverted() -> None:
    plain = draw(stepper("", ("8", "×", "4"), size=Size.LARGE))
    marked = draw(stepper("", (Part("8", selected=True), "×", "4"), size=Size.LARGE))
    differing = ImageChops.logical_xor(plain, marked)
    left, top, right, bottom = differing.getbbox() or (0, 0, 0, 0)
    assert right - left == face("large").width("8") + 6
    assert bottom - top == face("large").cap + 2
    assert right < WIDTH // 2


@pytest.mark.parametrize(
    ("progress", "length"), [(0.0, 0), (0.5, 64), (1.0, 128), (7.0, 128), (-1.0, 0), (float("nan"), 0)]
)
def test_progress_lights_its_share_of_the_width(progress: float, length: int) -> None:
    picture = draw(Screen(progress=progress))
    line = [x for x in range(WIDTH) if picture.getpixel((x, HEIGHT - 4))]
    assert line == list(range(length))


def test_only_live_buttons_have_a_tab() -> None:
    picture = draw(Screen(bar=("Back", "", "OK")))
    assert [bool(picture.getpixel((x, HEIGHT - 11 + 5))) for x in (2, 64, 125)] == [True, False, True]


BUTTONS = (21, 64, 107)  # the columns of the glass under which they lie
labels = st.just("") | st.text("abkmÄÉé …◀▶▲?!0123", min_size=1, max_size=24)


def tabs_of(bar: tuple[str, str, str]) -> list[range]:
    """From which column to which each tab is lit, on a glass that shows nothing else."""
    picture = draw(Screen(bar=bar))
    lit = np.pad(np.asarray(picture).any(axis=0), 1).astype(int)
    edges = np.flatnonzero(np.diff(lit)).tolist()
    return [range(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)]


@settings(max_examples=200, deadline=None)
@given(st.tuples(labels, labels, labels))
def test_a_label_stands_over_its_own_button_and_over_no_other(bar: tuple[str, str, str]) -> None:
    live = [button for button, label in zip(BUTTONS, bar, strict=True) if label]
    assert [[button for button in BUTTONS if button in tab] for tab in tabs_of(bar)] == [
        [one] for one in live
    ]


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("label", ["▶", "OK", "dispute", "hold it longer", "say something else"])
def test_what_a_lone_label_says_stands_nearest_to_its_button(place: int, label: str) -> None:
    first, second, third = (label if at == place else "" for at in range(3))
    picture = draw(Screen(bar=(first, second, third)))
    (tab,) = tabs_of((first, second, third))
    said = [x for x in tab for y in range(HEIGHT - 8, HEIGHT - 2) if not picture.getpixel((x, y))]
    middle = (min(said) + max(said)) // 2
    assert min(BUTTONS, key=lambda button: abs(button - middle)) == BUTTONS[place]


@given(st.lists(st.text(max_size=9), min_size=1, max_size=30), st.integers(-3, 40), st.booleans())
def test_a_picker_shows_the_chosen_entry_and_its_neighbours(
    items: list[str], index: int, barred: bool
) -> None:
    screen = picker("Which?", items, index, ("a", "b", "c") if barred else None)
    at = max(0, min(index, len(items) - 1))
    (place,) = [place for place, row in enumerate(screen.rows) if row.inverted]
    first = screen.scroll.first if screen.scroll else 0
    assert place + first == at
    assert [row.text for row in screen.rows] == items[first : first + len(screen.rows)]
    assert len(screen.rows) == min(len(items), 3 if barred else 4)
    assert (screen.scroll is None) == (len(items) == len(screen.rows))


def test_an_empty_picker_has_no_rows() -> None:
    assert picker("Names", (), 0).rows == ()


@pytest.mark.parametrize("scale", [1, 3])
def test_a_png_holds_the_very_pixels(scale: int) -> None:
    screen = stepper("Your bid", ("8", "×", icons.die(4)), "20 dice")
    with Image.open(BytesIO(to_png(screen, scale))) as opened:
        assert opened.size == (WIDTH * scale, HEIGHT * scale)
        assert (
            opened.convert("1").resize((WIDTH, HEIGHT), Image.Resampling.NEAREST).tobytes()
            == draw(screen).tobytes()
        )


def test_a_sheet_shows_every_screen() -> None:
    shown = [Screen(rows=(Row(str(number), size=Size.HUGE),)) for number in range(5)]
    page = sheet(shown, columns=2)
    assert page.size == (2 * (WIDTH + 4) + 4, 3 * (HEIGHT + 4) + 4)
    fifth = page.crop((4, 4 + 2 * (HEIGHT + 4), 4 + WIDTH, 4 + 2 * (HEIGHT + 4) + HEIGHT))
    assert fifth.convert("1").tobytes() == draw(shown[4]).tobytes()


def test_pictures_refuse_a_scale_or_a_width_of_nothing() -> None:
    with pytest.raises(ValueError, match="scale"):
        to_png(Screen(), 0)
    with pytest.raises(ValueError, match="column"):
        sheet([Screen()], columns=0)


def test_an_inverted_row_swaps_lit_and_dark_across_the_glass() -> None:
    plain, swapped = (draw(Screen(rows=(Row("Anna", inverted=on),))) for on in (False, True))
    changed = ImageChops.logical_xor(plain, swapped)
    left, top, right, bottom = changed.getbbox() or (0, 0, 0, 0)
    assert (left, right, bottom - top) == (0, WIDTH, 13)
    assert sum(pixel > 0 for pixel in changed.tobytes()) == 13 * WIDTH // 8


def test_drawing_is_quick_enough_for_six_pods() -> None:
    screen = picker("Which game?", ["Liar's dice", "Kuhhandel", "Bluff", "Biz-Bluff"], 1, ("▲", "▼", "OK"))
    draw(screen)
    begun = time.process_time()
    for _ in range(50):
        draw(screen)
    assert (time.process_time() - begun) / 50 < 0.010


@pytest.mark.parametrize("name", ["small", "plain", "medium", "raised", "large", "great", "huge"])
def test_no_two_animals_look_alike_in_any_size(name: str) -> None:
    pictures = {animal: face(name).glyphs(icon)[0].rows for animal, icon in icons.ANIMALS.items()}
    for one, other in itertools.combinations(pictures, 2):
        rows = itertools.zip_longest(pictures[one], pictures[other], fillvalue=0)
        assert sum((a ^ b).bit_count() for a, b in rows) >= 8, f"{one} and {other}"
