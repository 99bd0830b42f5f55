"""The second reader: asked about what the first leaves in doubt, and about nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import dice_second
from vision.dice import read_with
from vision.dice_crops import CROP, FACE, FINE, FINE_CROP, Pyramid
from vision.dice_nets import DiceNets, Face, Found, Look
from vision.dice_second import LEANS, STANDS, Judged, heard, in_doubt, together
from vision.reading import Die, Place, Reason, Value

KINDS = ("nothing", 1, 2, 3, 4, 5, 6, "star", "covered")
FRAME = np.full((300, 900, 3), 90, np.uint8)
SIZE = 40.0


def _chances(kind: object, chance: float) -> tuple[float, ...]:
    out = [(1 - chance) / 8] * 9
    out[KINDS.index(kind)] = chance
    return tuple(out)


class _Readers(DiceNets):
    """Places that the finder sees, and what each of the two readers says there; counts what the second is
    asked."""

    def __init__(
        self,
        first: list[tuple[float, ...]],
        second: Callable[[int], tuple[float, ...]] | None,
        down: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self._first, self._says, self._down = first, second, down
        self._places = [(60.0 + 80.0 * i, 150.0) for i in range(len(first))]
        self.asked: list[tuple[int, float, bool]] = []

    @property
    def has_second(self) -> bool:
        return self._says is not None

    def find(self, pyramid: Pyramid, scales: tuple[float, ...]) -> list[Found]:
        del pyramid, scales
        return [Found(x, y, SIZE, 0.9) for x, y in self._places]

    def _which(self, x: float, y: float) -> int:
        return min(range(len(self._places)), key=lambda i: math.dist((x, y), self._places[i]))

    def look(
        self, pyramid: Pyramid, faces: list[Face], turn: float = 0.0, mirror: bool = False
    ) -> list[Look]:
        del pyramid, turn, mirror
        return [
            Look(self._first[self._which(x, y)], x, y, size, self._down, math.hypot(*self._down))
            for x, y, size in faces
        ]

    def look_finely(
        self, pyramid: Pyramid, faces: list[Face], turn: float = 0.0, mirror: bool = False
    ) -> list[Look]:
        del pyramid
        assert self._says is not None
        out = []
        for x, y, size in faces:
            which = self._which(x, y)
            self.asked.append((which, turn, mirror))
            out.append(Look(self._says(which), x, y, size, self._down, 0.0))
        return out


class _Flat:
    """A table seen straight from above, on which a face of SIZE is one of 16 mm."""

    def mm_per_pixel(self, x: float, y: float) -> float:
        del x, y
        return 16 / SIZE

    def place_of(self, x: float, y: float) -> Place:
        return Place(x * 16 / SIZE, y * 16 / SIZE)

    def pixel_of(self, place: Place) -> tuple[float, float]:
        return place.x * SIZE / 16, place.y * SIZE / 16

    def under(self, x: float, y: float, height: float) -> Place:
        del height
        return self.place_of(x, y)


SURE, DOUBTED, LOST = _chances(5, 0.999), _chances(4, 0.6), _chances("nothing", 0.6)
COMPANY = [SURE, SURE, SURE]


def test_only_what_is_in_doubt_is_asked_about() -> None:
    readers = _Readers([*COMPANY, DOUBTED, LOST, _chances("nothing", 0.999)], lambda _: _chances(4, 0.999))
    read_with(readers, FRAME, _Flat())
    assert {which for which, *_ in readers.asked} == {3, 4}


def test_what_the_second_is_sure_of_is_sure() -> None:
    readers = _Readers([*COMPANY, DOUBTED], lambda _: _chances(4, 0.9995))
    *_, last = read_with(readers, FRAME).dice
    assert (last.value, last.sure) == (Value.FOUR, True)
    *_, last = read_with(_Readers([*COMPANY, DOUBTED], None), FRAME).dice
    assert (last.value, last.sure) == (Value.FOUR, False)


def test_two_readers_that_say_otherwise_leave_a_die_unsure() -> None:
    readers = _Readers([*COMPANY, _chances(4, 0.8)], lambda _: _chances(6, 0.97))
    *_, last = read_with(readers, FRAME).dice
    assert (last.sure, last.reason) == (False, Reason.UNCLEAR)


def test_a_place_where_the_second_sees_no_die_is_none() -> None:
    readers = _Readers([*COMPANY, DOUBTED], lambda _: _chances("nothing", 0.999))
    assert len(read_with(readers, FRAME, _Flat()).dice) == 3


def test_a_die_that_the_first_took_for_nothing_is_found() -> None:
    *_, last = read_with(_Readers([*COMPANY, LOST], lambda _: _chances(2, 0.999)), FRAME).dice
    assert last.value is Value.TWO


def test_one_view_is_enough_where_both_agree_and_not_where_they_do_not() -> None:
    agree = _Readers([*COMPANY, DOUBTED], lambda _: _chances(4, 0.999))
    read_with(agree, FRAME, _Flat())
    assert len(agree.asked) == 1
    not_so = _Readers([*COMPANY, DOUBTED], lambda _: _chances(3, 0.999))
    read_with(not_so, FRAME, _Flat())
    assert [turn for _, turn, _ in not_so.asked] == [0.0, 0.0, math.pi / 2, -math.pi / 2]


def test_a_die_seen_from_the_side_is_not_turned() -> None:
    readers = _Readers([DOUBTED], lambda _: DOUBTED, down=(0.0, 0.9))
    read_with(readers, FRAME)
    assert {turn for _, turn, _ in readers.asked} == {0.0}
    assert {mirror for *_, mirror in readers.asked} == {False, True}


def _die(k: Look, sure: bool, reason: Reason | None, lean: float = 0.0, place: Place | None = None) -> Judged:
    return Judged(k, lean, Die(Value.FOUR, k.x, k.y, k.size, 0.9, sure, reason, place))


@pytest.mark.parametrize("reason", [Reason.CUT, Reason.COVERED, Reason.SMALL])
def test_nobody_is_asked_what_a_die_shows_that_cannot_be_read_for_another_reason(reason: Reason) -> None:
    k = Look(DOUBTED, 50, 50, SIZE, (0, 0), 0)
    assert in_doubt([k], [_die(k, False, reason)]) == []
    assert in_doubt([k], [_die(k, False, Reason.UNCLEAR)]) == [0]


def test_it_is_asked_how_a_die_lies_that_seems_to_lean() -> None:
    k = Look(SURE, 50, 50, SIZE, (0, 0), 0)
    assert in_doubt([k], [_die(k, True, None, lean=2 * LEANS)]) == [0]
    assert in_doubt([k], [_die(k, True, None, lean=0.5 * LEANS)]) == []
    assert in_doubt([k], [_die(k, False, Reason.COCKED, lean=0.5)]) == [0]


@pytest.mark.parametrize(("first", "second", "cocked"), [(0.6, 0.0, False), (0.15, 0.6, True)])
def test_how_a_die_lies_the_second_tells(first: float, second: float, cocked: bool) -> None:
    class Leaning(_Readers):
        def look_finely(
            self, pyramid: Pyramid, faces: list[Face], turn: float = 0.0, mirror: bool = False
        ) -> list[Look]:
            looks = super().look_finely(pyramid, faces, turn, mirror)
            return [replace(k, down=(second, 0.0), slope=second) for k in looks]

        def look(
            self, pyramid: Pyramid, faces: list[Face], turn: float = 0.0, mirror: bool = False
        ) -> list[Look]:
            looks = super().look(pyramid, faces, turn, mirror)
            lean = [first * (self._which(k.x, k.y) == 3) for k in looks]
            return [replace(k, down=(a, 0.0), slope=a) for k, a in zip(looks, lean, strict=True)]

    *_, last = read_with(Leaning([*COMPANY, SURE], lambda _: SURE), FRAME, _Flat()).dice
    assert (last.reason is Reason.COCKED) is cocked


def test_of_places_that_are_hardly_dice_only_the_likeliest_are_asked_about() -> None:
    chances = np.linspace(0.5, 0.94, 3 * dice_second.MOST_ASKED)
    looks = [Look(_chances("nothing", c), 50.0 * i, 50, SIZE, (0, 0), 0) for i, c in enumerate(chances)]
    assert in_doubt(looks[::-1], []) == [len(looks) - 1 - i for i in range(dice_second.MOST_ASKED)]


def test_beside_a_sure_die_no_second_one_is_looked_for() -> None:
    sure, part = Look(SURE, 50, 50, SIZE, (0, 0), 0), Look(LOST, 50, 65, SIZE, (0, 0), 0)
    assert in_doubt([sure, part], [_die(sure, True, None)]) == []
    assert in_doubt([sure, replace(part, y=95)], [_die(sure, True, None)]) == [1]


chance = st.lists(st.floats(0.01, 1), min_size=9, max_size=9).map(lambda v: tuple(x / sum(v) for x in v))


@given(chance, st.lists(chance, min_size=1, max_size=4))
def test_what_both_say_adds_up_and_is_the_same_where_they_agree(
    first: tuple[float, ...], second: list[tuple[float, ...]]
) -> None:
    assert sum(together(first, second)) == pytest.approx(1)
    assert together(first, [first, first]) == pytest.approx(first)


@given(chance, st.lists(chance, min_size=1, max_size=4), st.integers(0, 8))
def test_what_the_second_rules_out_is_hardly_likely(
    first: tuple[float, ...], second: list[tuple[float, ...]], kind: int
) -> None:
    def without(chances: tuple[float, ...]) -> tuple[float, ...]:
        left = [0.0 if k == kind else c for k, c in enumerate(chances)]
        return tuple(c / sum(left) for c in left)

    assert together(first, [without(view) for view in second])[kind] < 0.01 or max(first) >= STANDS


@given(
    st.floats(0.75, 0.9999), st.floats(0.5, 0.9999), st.sampled_from([(2, 3), (5, 6), (1, "star"), (4, 6)])
)
def test_two_readers_each_sure_of_a_value_of_its_own_leave_a_die_unsure(
    first: float, second: float, kinds: tuple[object, object]
) -> None:
    one, other = _chances(kinds[0], first), _chances(kinds[1], second)
    readers = _Readers([*COMPANY, one], lambda which: other if which == 3 else SURE)
    *others, last = read_with(readers, FRAME).dice
    assert len(others) == 3
    assert not last.sure


def test_a_die_stays_where_it_is_and_nothing_changes_where_nobody_was_asked() -> None:
    readers = _Readers([DOUBTED, SURE], lambda _: _chances(6, 0.9))
    looks = readers.look(Pyramid(FRAME), [(60.0, 150.0, SIZE), (140.0, 150.0, SIZE)])
    dice = [_die(looks[0], False, Reason.UNCLEAR), _die(looks[1], True, None, place=Place(0, 0))]
    again = heard(readers, Pyramid(FRAME), looks, dice)
    assert again[1] is looks[1]
    assert (again[0].x, again[0].y, again[0].size) == (looks[0].x, looks[0].y, looks[0].size)
    assert again[0].chances != looks[0].chances


def test_a_sure_die_that_the_second_does_not_back_is_not_sure_where_no_table_tells_its_size() -> None:
    def says(kind: object) -> Callable[[int], tuple[float, ...]]:
        return lambda which: _chances(kind, 0.9) if which == 3 else _chances(5, 0.9)

    *others, last = read_with(_Readers([*COMPANY, SURE], says(3)), FRAME).dice
    assert all(die.sure for die in others)
    assert not last.sure
    assert all(die.sure for die in read_with(_Readers([*COMPANY, SURE], says(5)), FRAME).dice)


@given(st.floats(0, 1))
def test_a_sure_die_that_the_second_denies_never_stays_sure(denied: float) -> None:
    """However much it denies it: between staying and going it is unsure."""
    other = tuple(
        (1 - denied) * c + denied * n for c, n in zip(SURE, _chances("nothing", 0.9999), strict=True)
    )
    readers = _Readers([*COMPANY, SURE], lambda which: other if which == 3 else SURE)
    dice = read_with(readers, FRAME).dice
    backed = other[5] >= dice_second.BACKED
    assert all(die.sure for die in dice[:3])
    assert [die.sure for die in dice[3:]] == [True] if backed else not any(die.sure for die in dice[3:])


@pytest.mark.parametrize("instead", ["nothing", 6])
def test_another_look_at_a_die_does_not_stand_up_for_it_again(instead: object) -> None:
    class Twice(_Readers):
        def find(self, pyramid: Pyramid, scales: tuple[float, ...]) -> list[Found]:
            *others, last = super().find(pyramid, scales)
            return [*others, last, replace(last, x=last.x + 5, size=0.85 * last.size, heat=0.8)]

    readers = Twice([*COMPANY, SURE], lambda which: _chances(instead, 0.98) if which == 3 else SURE)
    assert sum(die.sure for die in read_with(readers, FRAME).dice) == 3


def test_a_fine_crop_shows_the_same_part_of_the_frame() -> None:
    frame = np.zeros((200, 200, 3), np.uint8)
    frame[80:120, 100:140] = 255
    pyramid = Pyramid(frame)
    rough, fine = (pyramid.crop(110, 100, 44, fine=f) for f in (False, True))
    assert rough.shape == (CROP, CROP, 3)
    assert fine.shape == (FINE_CROP, FINE_CROP, 3)
    for crop, face in ((rough, FACE), (fine, FACE * FINE)):
        rows, columns = np.nonzero(crop[..., 0] > 127)
        middle = (crop.shape[0] - 1) / 2
        assert (columns.mean() - middle) / face == pytest.approx(9.5 / 44, abs=0.02)
        assert (rows.mean() - middle) / face == pytest.approx(-0.5 / 44, abs=0.02)
        assert np.ptp(columns) / face == pytest.approx(40 / 44, abs=0.06)
