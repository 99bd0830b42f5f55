"""Cards on drawn tables are read, and those that nobody taught are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.scenes import table_frame
from vision.bench.card_scenes import Laid, lay, number_deck, symbol_deck
from vision.cards.align import Sight, plane_of
from vision.cards.deck import Deck, Face
from vision.cards.exposure import face_in_light
from vision.cards.match import from_about, laid_in_light, on_plane
from vision.cards.reader import read_cards
from vision.cards.reading import CardReading, CardReason
from vision.cards.references import prepared
from vision.layout import reference_layout
from vision.picture import Frame
from vision.reading import Place
from vision.table import Table, find_table

NUMBERS, SYMBOLS = number_deck(), symbol_deck()
SIZE = (900, 680)


def at(cards: Sequence[CardReading], laid: Laid) -> CardReading | None:
    """The card that was read where this one lies."""
    near = [card for card in cards if np.hypot(*(card.quad.mean(0) - laid.corners.mean(0))) < 25]
    return max(near, key=lambda card: card.sure, default=None)


def table(deck: Deck, names: Sequence[str | None], seed: int, high: float = 150) -> tuple[Frame, list[Laid]]:
    return lay(deck, names, np.random.default_rng(seed), size=SIZE, high=high)


def test_a_card_is_read_with_its_face_its_place_and_its_turn() -> None:
    frame, laid = table(NUMBERS, ["red 7", "blue 7", "red 1", "green 12"], 1)
    cards = read_cards(frame, NUMBERS)
    assert sorted(card.face or "" for card in cards if card.sure) == ["blue 7", "green 12", "red 1", "red 7"]
    for one in laid:
        card = at(cards, one)
        assert card is not None
        assert (card.face, card.reason) == (one.face, None)
        assert card.confidence > 0.5
        assert np.abs(card.quad - one.corners).max() < 4  # from the card's own top left


def test_hardly_any_ink_is_enough() -> None:
    frame, laid = table(SYMBOLS, ["circle", "ring", "waves", "bars"], 3)
    cards = read_cards(frame, SYMBOLS)
    for one in laid:
        card = at(cards, one)
        assert card is not None
        assert (card.face, card.sure) == (one.face, True)


def test_a_face_that_was_not_taught_is_not_taken_for_its_neighbour() -> None:
    """The same numbers in another colour, and other numbers in the same."""
    taught = NUMBERS.only([name for name in NUMBERS.faces if name not in ("red 6", "blue 9", "green 11")])
    frame, laid = table(NUMBERS, ["red 6", "blue 9", "green 11", None, "red 9"], 4)
    cards = read_cards(frame, taught)
    assert [card.face for card in cards if card.sure] == ["red 9"]
    for one in laid:
        if one.face != "red 9":
            card = at(cards, one)
            assert card is not None
            assert card.face is None
            assert card.reason is CardReason.UNKNOWN


def test_faces_that_cannot_be_told_apart_are_not_sure() -> None:
    twin = dict(NUMBERS.faces)
    twin["another red 7"] = replace(twin["red 7"], name="another red 7")
    deck = Deck("twins", "here", "MIT", NUMBERS.size_mm, twin)
    frame, _ = table(deck, ["red 7", "blue 3"], 5)
    cards = {card.sure: card for card in read_cards(frame, deck)}
    assert cards[True].face == "blue 3"
    assert cards[False].reason is CardReason.ALIKE


def test_what_lies_over_a_card_does_not_change_its_face() -> None:
    frame, laid = table(NUMBERS, ["green 8"], 6, high=260)
    spot = laid[0].corners
    cover = np.array([spot[0], spot[1], spot[1] * 0.75 + spot[2] * 0.25, spot[0] * 0.85 + spot[3] * 0.15])
    middle = spot.mean(0)
    cover[:2] += (cover[:2] - middle) * 0.3
    cv2.fillConvexPoly(frame, np.rint(cover).astype(np.int32), (40, 60, 90))
    for card in read_cards(frame, NUMBERS):
        assert card.face in ("green 8", None)


def painted(seed: int, right: int | None = None) -> Frame:
    """A card full of spots, (440, 300, 3). With `right` its right half is that of another card."""
    rng = np.random.default_rng(seed)
    card = np.full((440, 300, 3), (238, 244, 246), np.uint8)
    for _ in range(60):
        x, y = (int(one) for one in rng.integers((24, 24), (276, 416)))
        ink = rng.integers(20, 230, 3).tolist()
        cv2.circle(card, (x, y), int(rng.integers(8, 26)), ink, -1, cv2.LINE_AA)
    if right is not None:
        card[:, 150:] = painted(right)[:, 150:]
    return card


def overlapping(deck: Deck, below: str, above: str, seen: float) -> Frame:
    """One card of a deck under another, 300 pixels high, of which so much of the left is seen."""
    frame = np.full((500, 640, 3), (70, 90, 60), np.uint8)
    for name, left in ((below, 120), (above, 120 + round(seen * 205))):
        card = cv2.resize(deck.faces[name].picture, (205, 300), interpolation=cv2.INTER_AREA)
        frame[100:400, left : left + 205] = card
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.8), np.uint8)


PAINTED = {f"picture {seed}": painted(seed) for seed in range(4)} | {"half another": painted(0, right=9)}
PICTURES = Deck(
    "pictures",
    "here",
    "MIT",
    (60.0, 88.0),
    {name: Face(name, (picture,), (60.0, 88.0)) for name, picture in PAINTED.items()},
)


def blown(frame: Frame) -> Frame:
    """The same under half as much light again: paper and light colours are as bright as can be said."""
    return np.asarray(np.clip(frame * 1.5, 0, 255), np.uint8)


def test_a_picture_taken_too_bright_is_read_and_an_untaught_card_in_it_is_not() -> None:
    frame, _ = table(PICTURES, ["picture 1", "picture 2", "picture 3"], 8, high=170)
    frame = blown(frame)
    assert (frame == 255).mean() > 0.1
    read = sorted(card.face or "" for card in read_cards(frame, PICTURES) if card.sure)
    assert read == ["picture 1", "picture 2", "picture 3"]
    others = PICTURES.only(["picture 1", "half another"])
    assert [card.face for card in read_cards(frame, others) if card.sure] == ["picture 1"]
    frame, _ = table(PICTURES, ["picture 0"], 9, high=170)
    assert not [card for card in read_cards(blown(frame), others) if card.sure]


def by_a_webcam(frame: Frame) -> Frame:
    """The same as a cheap camera takes it under a lamp: pale, bent in its tones, bluish where it is dark, and
    blown where it is bright."""
    seen = frame.astype(np.float64) / 255
    grey = seen.mean(2, keepdims=True)
    seen = (grey + 0.6 * (seen - grey)) ** 0.5 * 1.2 + (0.04, 0, -0.04)
    return np.asarray(np.clip(seen * 255, 0, 255), np.uint8)


@pytest.mark.parametrize("seed", [8, 18, 28])
def test_what_a_webcam_makes_of_cards_under_a_lamp_is_read_and_an_untaught_card_is_not(seed: int) -> None:
    names = ["picture 1", "picture 2", "picture 0"]
    frame = by_a_webcam(table(PICTURES, names, seed, high=170)[0])
    assert (frame == 255).mean() > 0.03
    read = sorted(card.face or "" for card in read_cards(frame, PICTURES) if card.sure)
    assert read == sorted(names)
    others = PICTURES.only(["picture 1", "half another"])
    assert [card.face for card in read_cards(frame, others) if card.sure] == ["picture 1"]


@pytest.mark.parametrize("ink", ["red", "yellow", "green", "blue"])
def test_no_light_makes_one_ink_of_another(ink: str) -> None:
    frame, _ = table(NUMBERS, [f"{ink} 5", f"{ink} 7", f"{ink} 12"], 11)
    others = NUMBERS.only([name for name in NUMBERS.faces if not name.startswith(ink)])
    for seen in (frame, blown(frame), by_a_webcam(frame)):
        assert not [card for card in read_cards(seen, others) if card.sure]


def test_a_strip_of_a_card_is_enough_where_the_card_on_it_is_known() -> None:
    frame = overlapping(PICTURES, "picture 1", "picture 2", 0.35)
    cards = {card.face: card.sure for card in read_cards(frame, PICTURES)}
    assert cards == {"picture 1": True, "picture 2": True}


def test_a_strip_that_two_faces_share_is_not_sure() -> None:
    cards = read_cards(overlapping(PICTURES, "picture 0", "picture 2", 0.42), PICTURES)
    assert [card.face for card in cards if card.sure] == ["picture 2"]


def pips(across: int, down: int) -> Frame:
    """A card of ten pips that is known from its like by their shape alone, (440, 300, 3)."""
    card = np.full((440, 300, 3), (238, 244, 246), np.uint8)
    for x in (90, 210):
        for y in (70, 150, 230, 310, 380):
            cv2.ellipse(card, (x, y), (across, down), 0, 0, 360, (40, 40, 44), -1, cv2.LINE_AA)
    return card


SUITS = Deck(
    "suits",
    "here",
    "MIT",
    (60.0, 88.0),
    {
        name: Face(name, (picture,), (60.0, 88.0))
        for name, picture in {
            "wide": pips(30, 21),
            "high": pips(21, 30),
            "above": painted(2),
            "another": painted(3),
        }.items()
    },
)


def test_half_of_a_card_is_enough_where_all_its_pips_are_a_little_different() -> None:
    frame = overlapping(SUITS, "high", "above", 0.5)
    assert sorted(card.face or "" for card in read_cards(frame, SUITS) if card.sure) == ["above", "high"]
    # Where its suit was not taught, that of the same number is no answer.
    taught = SUITS.only([name for name in SUITS.faces if name != "high"])
    assert [card.face for card in read_cards(frame, taught) if card.sure] == ["above"]


def test_a_card_that_lies_off_in_a_strong_light_is_laid_by_how_it_looks_in_that_light() -> None:
    frame, laid = table(PICTURES, ["picture 1"], 18, high=170)
    sight = Sight(by_a_webcam(blown(frame)))
    (look,) = prepared(PICTURES.only(["picture 1"])).looks
    away = laid[0].corners + np.array([4.0, -3.0])
    off = on_plane(sight, look, plane_of(away, look.ratio))
    off = replace(off, plane=plane_of(away, look.ratio))
    card = sight.upright(off.plane, *look.fine.shape, look.fine.to_unit)
    again = laid_in_light(sight, off, face_in_light(card, look.blocks))
    assert np.abs(again.corners - laid[0].corners).max() < 1.5


def test_the_checks_of_a_cloth_are_no_unknown_cards() -> None:
    frame = np.full((680, 900, 3), (60, 70, 110), np.uint8)
    for row in range(12):
        for column in range(row % 2, 22, 2):
            x, y = column * 41 + 3, row * 60 + 3
            cv2.rectangle(frame, (x, y), (x + 40, y + 59), (150, 160, 190), -1)
    for name, x in (("picture 1", 230), ("picture 2", 520)):
        frame[200:376, x : x + 120] = cv2.resize(PAINTED[name], (120, 176), interpolation=cv2.INTER_AREA)
    frame[440:528, 300:360] = cv2.resize(PAINTED["picture 3"], (60, 88), interpolation=cv2.INTER_AREA)
    soft = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.8), np.uint8)
    cards = read_cards(soft, PICTURES.only(["picture 1", "picture 2"]))
    assert sorted(card.face or "" for card in cards if card.sure) == ["picture 1", "picture 2"]
    assert len([card for card in cards if card.face is None]) < 4


@pytest.mark.parametrize("seed", [0, 1])
def test_an_empty_table_has_no_cards(seed: int) -> None:
    frame, _ = table(NUMBERS, [None], seed)
    assert not [card for card in read_cards(frame, NUMBERS) if card.face is not None]


@pytest.mark.parametrize("shape", [(1, 1), (3, 900), (60, 60), (480, 640)])
def test_any_picture_can_be_read(shape: tuple[int, int]) -> None:
    for frame in (
        np.zeros((*shape, 3), np.uint8),
        np.random.default_rng(0).integers(0, 255, (*shape, 3)).astype(np.uint8),
    ):
        assert not [card for card in read_cards(frame, SYMBOLS) if card.sure]


def on_table(deck: Deck, name: str, place: Place) -> tuple[Frame, Table]:
    """The reference table with a card lying upright about a place."""
    frame = table_frame(noise=0)
    plane = find_table(frame, reference_layout())
    wide, high = deck.size_mm
    corners = np.array(
        [
            plane.pixel_of(Place(place.x + x * wide / 2, place.y + y * high / 2))
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ],
        np.float32,
    )
    picture = deck.faces[name].picture
    down, across = picture.shape[:2]
    edge = np.array([(0, 0), (across, 0), (across, down), (0, down)], np.float32)
    there = cv2.getPerspectiveTransform(edge, corners)
    small = cv2.GaussianBlur(picture, (0, 0), 1.2)
    size = (frame.shape[1], frame.shape[0])
    card = cv2.warpPerspective(small, there, size)
    cover = cv2.warpPerspective(np.full((down, across), 255, np.uint8), there, size)
    frame[cover > 127] = card[cover > 127]
    return frame, plane


@pytest.mark.parametrize("mirrored", [False, True])
def test_on_the_table_each_card_has_its_place(mirrored: bool) -> None:
    frame, plane = on_table(NUMBERS, "blue 5", Place(-200, 100))
    if mirrored:
        frame = np.ascontiguousarray(frame[:, ::-1])
        plane = find_table(frame, reference_layout())
        assert plane.mirrored
    (card,) = [card for card in read_cards(frame, NUMBERS, plane) if card.face is not None]
    assert (card.face, card.sure) == ("blue 5", True)
    assert card.place is not None
    assert (card.place.x, card.place.y) == pytest.approx((-200, 100), abs=2)


def patterned(fill: int) -> Frame:
    """A back of rings that stand in rows on white, (440, 300, 3)."""
    card = np.full((440, 300, 3), (238, 244, 246), np.uint8)
    for row in range(9):
        for column in range(6):
            at = (25 + 50 * column, 20 + 50 * row)
            cv2.circle(card, at, 17, (40, 60, 190), fill, cv2.LINE_AA)
            cv2.circle(card, at, 8, (160, 90, 30), -1, cv2.LINE_AA)
    return card


@pytest.mark.parametrize("fill", [5, -1])
def test_a_back_whose_print_repeats_is_laid_where_it_lies_and_no_step_off(fill: int) -> None:
    back = Face("back", (patterned(fill),), (60.0, 88.0), back=True)
    backs = Deck("backs", "here", "MIT", (60.0, 88.0), {"back": back})
    (look,) = prepared(backs).looks
    frame, laid = table(backs, ["back"], 18, high=170)
    sight, true = Sight(frame), plane_of(laid[0].corners, look.ratio)
    across, down = 50 / 220, 50 / 220
    for x, y in ((1, 0), (0, -1), (-1, 1), (2, 0), (0, 3)):
        off = true @ np.array([(1, 0, across * x), (0, 1, down * y), (0, 0, 1)])
        match = from_about(sight, look, off)
        assert match is not None
        assert match.verdict.sure
        away = [np.abs(np.roll(match.corners, turn, axis=0) - laid[0].corners).max() for turn in (0, 2)]
        assert min(away) < 3, (x, y)


def test_only_a_print_that_repeats_has_steps() -> None:
    for picture, repeats in (
        (patterned(5), True),
        (painted(1), False),
        (np.full_like(painted(1), 200), False),
    ):
        face = Face("one", (picture,), (60.0, 88.0))
        (look,) = prepared(Deck("one", "here", "MIT", (60.0, 88.0), {"one": face})).looks
        assert bool(look.steps) is repeats
