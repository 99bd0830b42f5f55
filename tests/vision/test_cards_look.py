"""Cards are read where they were asked for, from still frames after the press, and only when those agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

import cv2
import numpy as np
import pytest

from tests.vision.scenes import noisy, straight_above, table_frame
from vision.areas import Role
from vision.cards.reading import CardReading, CardReason
from vision.cards_look import CardsLook, CardsReading, Ground, GroundReading, Hitch
from vision.gaze import Trouble
from vision.layout import reference_layout
from vision.picture import Frame
from vision.reading import Place
from vision.table import Table

LAYOUT = reference_layout()
STEP = 0.125
EMPTY = table_frame(noise=0)
GRAINY = [noisy(EMPTY, 1.0, seed) for seed in range(4)]
HAND = EMPTY.copy()
cv2.ellipse(HAND, (600, 1232), (130, 400), 10, 0, 360, (120, 150, 210), -1)
SPOT: Ground = (Role.SPOT, None)
MINE: Ground = (Role.ANIMALS, 2)
PAID: Ground = (Role.OFFER, 2)
CENTRE = {
    SPOT: LAYOUT.middle.centre,
    MINE: LAYOUT.cards[2].animals.centre,
    PAID: LAYOUT.cards[2].offer.centre,
    (Role.OFFER, 4): LAYOUT.cards[4].offer.centre,
}


def card(
    face: str | None,
    at: Ground | Place,
    dy: float = 0.0,
    sure: bool = True,
    reason: CardReason | None = None,
) -> CardReading:
    place = at if isinstance(at, Place) else CENTRE[at]
    corners = [(-22, -33), (22, -33), (22, 33), (-22, 33)]
    quad = [straight_above() @ (place.x + x, place.y + y + dy, 1) for x, y in corners]
    return CardReading(face, np.array(quad)[:, :2], 0.99, sure, reason)


def read(
    *scenes: Sequence[CardReading],
    wanted: dict[Ground, int | None],
    frames: Sequence[Frame] | int = 12,
    **how: object,
) -> list[CardsReading]:
    """What is said when the n-th frame that is read shows the n-th of these scenes, the last one for ever."""
    shown: list[int] = []

    def reader(frame: Frame, table: Table | None) -> Sequence[CardReading]:
        assert table is not None
        assert table.size == (frame.shape[1], frame.shape[0])
        shown.append(1)
        left, top = np.subtract(table.pixel_of(Place(0, 0)), (820, 616))
        scene = scenes[min(len(shown), len(scenes)) - 1]
        return [replace(one, quad=np.add(one.quad, (left, top))) for one in scene]

    look = CardsLook(
        0.0,
        wanted,
        layout=LAYOUT,
        read=reader,
        backs={"back"},
        still_for=0.25,
        **how,  # type: ignore[arg-type]
    )
    frames = [EMPTY] * frames if isinstance(frames, int) else frames
    said = (
        look.see(GRAINY[n % len(GRAINY)] if frame is EMPTY else frame, n * STEP)
        for n, frame in enumerate(frames)
    )
    return [one for one in said if one is not None]


def ground(reading: CardsReading, at: Ground) -> GroundReading:
    return next(one for one in reading.grounds if one.ground == at)


def test_two_still_frames_that_agree_are_final() -> None:
    said = read([card("cow", SPOT)], wanted={SPOT: 1})
    assert [one.final for one in said[:2]] == [False, True]
    assert ground(said[-1], SPOT).values == ("cow",)


def test_the_place_decides_what_a_card_is() -> None:
    scene = [
        card("cow", SPOT),
        card("pig", MINE),
        card("500", PAID),
        card("back", PAID, 40.0),
        card("10", (Role.OFFER, 4)),
        card("dove", Place(0, -180)),
    ]
    last = read(scene, wanted={SPOT: 1, MINE: None, PAID: None})[-1]
    assert [(one.values, one.backs) for one in last.grounds] == [(("cow",), 0), (("pig",), 0), (("500",), 1)]
    assert [one.face for one in last.strays] == ["dove"], (
        "nobody's ground; what was not asked for is no stray"
    )


def test_where_no_part_of_a_seats_ground_means_more_all_that_lies_there_is_its_own() -> None:
    strip = Place(LAYOUT.seats[1].centre.x, 219)
    assert LAYOUT.role_of(strip) is None
    scene = [card("3", MINE), card("4", PAID), card("5", strip), card("6", SPOT), card("7", Place(0, -180))]
    whole: dict[Ground, int | None] = {SPOT: None, (Role.SEAT, 1): None, (Role.SEAT, 2): None}
    last = read(scene, wanted=whole)[-1]
    assert [one.values for one in last.grounds] == [("6",), ("5",), ("3", "4")]
    assert [one.face for one in last.strays] == ["7"]


@pytest.mark.parametrize(
    ("scene", "wanted", "reason"),
    [
        ([], {SPOT: 1}, Trouble.MISSING),
        ([card("cow", SPOT, -30), card("cow", SPOT, 30)], {SPOT: 1}, Trouble.TOO_MANY),
        ([card("cow", SPOT, sure=False, reason=CardReason.GLARE)], {SPOT: 1}, CardReason.GLARE),
        ([card(None, SPOT, sure=False)], {SPOT: 1}, Hitch.UNKNOWN),
        ([card("back", PAID)], {PAID: 1}, Hitch.FACE_DOWN),
        ([card("back", SPOT)], {SPOT: 1}, Trouble.MISSING),
    ],
)
def test_each_thing_that_may_be_wrong_is_named_and_never_final(
    scene: list[CardReading], wanted: dict[Ground, int | None], reason: StrEnum
) -> None:
    said = read(scene, wanted=wanted, frames=20)
    assert said
    assert not any(one.final for one in said)
    assert {ground(one, next(iter(wanted))).reason for one in said} == {reason}


def test_a_face_that_cannot_be_there_any_more_is_no_reading() -> None:
    scene = [card("cow", SPOT, -30), card("cow", SPOT, 30)]
    assert not read(scene, wanted={SPOT: 2}, can_be={"cow": 1, "pig": 4})[-1].final
    said = read([card("hen", SPOT)], wanted={SPOT: 1}, can_be={"cow": 1})
    assert ground(said[-1], SPOT).reason is Hitch.IMPOSSIBLE
    assert read(scene, wanted={SPOT: 2}, can_be={"cow": 2})[-1].final


def test_what_lies_face_down_on_the_spot_does_not_stand_in_the_way() -> None:
    assert read([card("back", SPOT, -50), card("cow", SPOT, 30)], wanted={SPOT: 1})[-1].final


HAZY = card(None, SPOT, -50, sure=False)  # a thick deck, its sides and shadow blurring its outline
COW = card("cow", SPOT, 30)


def test_a_deck_that_was_seen_once_is_no_second_card_in_frames_that_show_it_less_well() -> None:
    said = read([HAZY, COW], [card("back", SPOT, -48), COW], [HAZY, COW], wanted={SPOT: 1})
    assert ground(said[0], SPOT).reason is Trouble.TOO_MANY
    assert said[2].final
    assert ground(said[2], SPOT).values == ("cow",)
    assert ground(said[2], SPOT).backs == 1, "it is still counted"


def test_what_cannot_be_made_out_anywhere_else_or_after_a_hand_was_there_is_a_card_of_its_own() -> None:
    back = card("back", SPOT, -10)
    elsewhere = read([back, COW, HAZY], wanted={SPOT: 1}, frames=20)
    assert not any(one.final for one in elsewhere)
    frames = [EMPTY] * 4 + [HAND] * 2 + [EMPTY] * 12
    moved = read([card("back", SPOT, -50)], [HAZY, COW], wanted={SPOT: 1}, frames=frames)
    assert not any(one.final for one in moved)


def test_sure_readings_that_differ_take_one_frame_more() -> None:
    said = read([card("cow", SPOT)], [card("pig", SPOT)], [card("pig", SPOT)], wanted={SPOT: 1})
    assert [one.final for one in said[:4]] == [False, False, False, True]
    assert ground(said[1], SPOT).reason is Trouble.WAVERING
    assert ground(said[3], SPOT).values == ("pig",)


def test_whatever_moves_begins_everything_anew() -> None:
    frames = [EMPTY] * 4 + [HAND] * 2 + [EMPTY] * 12
    said = read([card("cow", SPOT)], [card("pig", SPOT)], wanted={SPOT: 1}, frames=frames)
    assert Trouble.HAND in {one.trouble for one in said}
    assert ground(said[-1], SPOT).values == ("pig",), "the cow was of another scene"


def test_with_so_many_tries_an_unsure_ground_is_told_as_it_is() -> None:
    scene = [card("cow", MINE, sure=False, reason=CardReason.GLARE), card("10", PAID)]
    said = read(scene, wanted={MINE: None, PAID: None}, tries=3)
    assert [one.final for one in said[:3]] == [False, False, True]
    assert ground(said[2], MINE).reason is CardReason.GLARE
    assert ground(said[2], PAID).values == ("10",)


def test_a_seat_without_ground_for_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="seat 9"):
        read([], wanted={(Role.ANIMALS, 9): None})
