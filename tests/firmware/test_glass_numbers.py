"""A number on the glass is whole or not there: 14 points never look like 1, however full the glass is."""

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Match, Setup
from engine.bluff_you.rules import BluffYou, Opening
from engine.bluff_you.tokens import TOKENS
from engine.game import View
from engine.games import GAMES, chosen
from firmware.glass.face import face
from firmware.glass.layout import fitted
from firmware.glass.screen import Align, Part, Row, Screen, Size
from firmware.glass.wrapping import ELLIPSIS, cut
from firmware.words import LANGUAGES, Words
from firmware.words.biz_bluff_screens import purses, short
from firmware.words.values import counts
from tests.engine.biz_bluff.laid import laid

NUMBERED = st.builds(
    lambda name, number, told: f"{name}{':' if name[-1:].isdigit() else ''}{number}{told}",
    st.text(st.sampled_from("AWilm1é"), max_size=6),
    st.integers(0, 10**16),
    st.sampled_from(("", "M", " $")),
)


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def last(text: str) -> str:
    found: list[str] = re.findall(r"\d+", text)
    return found[-1] if found else ""


@settings(max_examples=150, deadline=None)
@given(
    texts=st.lists(NUMBERED, min_size=1, max_size=8),
    marked=st.integers(0, 8),
    width=st.integers(10, 128),
    height=st.integers(9, 64),
)
def test_no_share_ever_shows_a_part_of_a_number(
    texts: list[str], marked: int, width: int, height: int
) -> None:
    parts = tuple(Part(text, boxed=place == marked) for place, text in enumerate(texts))
    for one in fitted((Row(size=Size.SMALL, align=Align.SPREAD, parts=parts),), width, height):
        for part in one.row.parts:
            whole = [text for text in texts if numbers(part.text) <= numbers(text)]
            assert whole, part.text
            assert (
                not part.text or ELLIPSIS in part.text or any(last(part.text) == last(text) for text in whole)
            ), part.text


@settings(max_examples=200, deadline=None)
@given(texts=st.lists(NUMBERED, min_size=1, max_size=6), above=st.text("Wim ", max_size=40))
def test_shares_too_wide_for_one_line_are_set_whole_on_several(texts: list[str], above: str) -> None:
    """Where the glass has room for as many lines as there are parts."""
    assume(all(face("small").width(text) <= 124 for text in texts))
    rows = (
        Row(above, Size.LARGE, Align.CENTRE),
        Row(size=Size.SMALL, align=Align.SPREAD, parts=tuple(map(Part, texts))),
    )
    height = 9 * (len(texts) + 1)
    (_, shares) = fitted(rows, 124, max(height, 52))
    assert [part.text for part in shares.row.parts] == texts
    assert [part for line in range(len(shares.lines)) for part in shares.parts(line)] == list(
        shares.row.parts
    )
    for line in range(len(shares.lines)):
        assert all(shares.face.width(part.text) <= 124 // shares.columns for part in shares.parts(line))


@given(text=st.text("A1 2:é", max_size=30), width=st.integers(0, 128))
def test_no_number_is_cut_in_two(text: str, width: int) -> None:
    told = cut(face("small"), text, width)
    if told != text:
        assert set(re.findall(r"\d+", told)) <= set(re.findall(r"\d+", text))


# ---- the standings of the games -----------------------------------------------------------------------

NAMES = st.dictionaries(st.integers(1, 6), st.text("AaMmw1é", min_size=1, max_size=9), max_size=6)


def told_of(screen: Screen) -> list[str]:
    """The numbers of the standings, as they come onto the glass."""
    standings = next(row for row in reversed(screen.rows) if row.parts)
    (shown,) = (one for one in fitted(screen.rows, 124, 52) if len(one.row.parts) == len(standings.parts))
    return [re.findall(r"\d+M?$|$", part.text)[0] for part in shown.row.parts]


def bluff(seats: int, owners: list[int]) -> Match:
    """A game of so many seats; `owners`: before whom each token lies, 0 for the middle."""
    sat = tuple(range(1, seats + 1))
    had = {seat: tuple(t for t, at in zip(TOKENS, owners, strict=True) if at == seat) for seat in sat}
    middle = tuple(t for t, at in zip(TOKENS, owners, strict=True) if at not in sat)
    values = chosen(GAMES["bluff-you"], {})
    opening = Opening(1, {seat: own for seat, own in had.items() if own}, middle)
    return Match(Setup("bluff-you", sat, {}), lambda: BluffYou(sat, values, opening))


@settings(max_examples=80, deadline=None)
@given(
    seats=st.integers(2, 6),
    owners=st.lists(st.integers(0, 6), min_size=len(TOKENS), max_size=len(TOKENS)),
    names=NAMES,
    phase=st.sampled_from(("roll", "answer", "reveal", "put", "over")),
)
def test_the_points_of_bluff_you_are_shown_whole(
    seats: int, owners: list[int], names: dict[int, str], phase: str
) -> None:
    match = bluff(seats, owners)
    for language in LANGUAGES:
        words = Words(language, names)
        for seat in range(1, seats + 1):
            view: View = {**match.view(seat), "phase": phase, "number": 12, "deed": "steal", "diviner": 2}
            shown = told_of(words.status(view, seat))
            assert shown == [str(points) for points in counts(view["points"]).values()]


def test_six_seats_without_names_that_have_two_digits() -> None:
    owners = [1] * 5 + [2] * 6 + [3] * 5
    view = bluff(6, owners).view(1)
    shown = told_of(Words("en", {}).status(view, 1))
    assert shown == [str(points) for points in counts(view["points"]).values()]
    assert max(map(len, shown)) == 2


@settings(max_examples=80, deadline=None)
@given(
    worth=st.lists(st.integers(0, 10**14), min_size=4, max_size=4),
    names=NAMES,
    language=st.sampled_from(tuple(LANGUAGES)),
)
def test_the_wealth_of_biz_bluff_is_shown_whole(
    worth: list[int], names: dict[int, str], language: str
) -> None:
    match = laid(seats=(1, 2, 3, 4), purses={seat: (n, 0) for seat, n in enumerate(worth, 1)})
    view = match.view(1)
    shown = told_of(Words(language, names).status(view, 1))
    assert shown == [short(int(str(purse["worth"]))) for purse in purses(view).values()]


@settings(max_examples=80, deadline=None)
@given(seats=st.integers(2, 6), names=NAMES, language=st.sampled_from(tuple(LANGUAGES)))
def test_the_dice_left_at_liars_dice_are_shown_whole(
    seats: int, names: dict[int, str], language: str
) -> None:
    match = Match(Setup("liars-dice", tuple(range(1, seats + 1)), {}))
    view = match.view(1)
    assert told_of(Words(language, names).status(view, 1)) == ["5"] * seats
