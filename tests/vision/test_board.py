"""A printed board is found wherever it lies, and the die on it is read where it stands, or not at all."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from firmware.boards import board_plan
from firmware.sim.eye import eye_of
from firmware.sim.layout import Spot
from firmware.sim.red_die import RedDie, TrackBoard
from firmware.sim.render import Optics
from firmware.sim.things import DiceKind, DieLook, Lean, SeenDie, Stand
from firmware.sim.throw import Footprint, cock, rest
from tests.vision.boards import BOARD, beside, hand_over, on, picture, scene
from vision.board import Board, find_board
from vision.board_cover import covered
from vision.board_look import BoardLook, BoardReading
from vision.board_reading import Amiss, Standing, read_board
from vision.dice import Plane
from vision.errors import BoardNotFoundError, Lost
from vision.gaze import Trouble
from vision.picture import Frame
from vision.reading import DiceReading, Die, Place, Reason, Value

PLAN = board_plan("borg")
YELLOW = DieLook()


def read(*dice: RedDie, board: TrackBoard = BOARD, stand: Stand | None = None) -> Standing:
    seen = picture(scene(*dice, board=board, stand=stand))
    return read_board(seen, find_board(seen, PLAN))


def place(space: str) -> int:
    return BOARD.spaces.spaces.index(space)


@pytest.mark.parametrize(
    ("board", "stand"),
    [
        (BOARD, Stand()),
        (TrackBoard("borg", Spot(20, -10), 90.0), Stand()),
        (TrackBoard("borg", Spot(-30, 15), -137.0), Stand(roll=4.0)),
        (TrackBoard("borg", Spot(0, 0), 12.0), Stand(tilt_x=7.0, tilt_y=-6.0)),
        (BOARD, Stand(x=60.0, y=-40.0, height=980.0)),
    ],
)
def test_it_is_found_however_it_lies_to_the_millimetre(board: TrackBoard, stand: Stand) -> None:
    seen = scene(board=board, stand=stand)
    found = find_board(picture(seen), PLAN)
    assert found.seen == (40, 41, 42, 43)
    for space in ("1", "7", "*5", "17", "20"):
        area = board.area_of(space)
        truth = board.middle_of(space)
        assert found.pixel_of(area.centre) == pytest.approx(_pixel(truth, stand), abs=1.0)


def _pixel(spot: Spot, stand: Stand) -> tuple[float, float]:
    x, y = eye_of(stand).project(np.array([[spot.x, spot.y, 0.3]]))[0]
    return float(x), float(y)


def test_three_corners_are_enough_and_two_are_not() -> None:
    seen = picture(scene())
    whole = find_board(seen, PLAN)
    for gone, enough in (((40,), True), ((41,), True), ((40, 42), False), ((40, 41, 42, 43), False)):
        part = seen.copy()
        for number in gone:
            x, y = whole.corners[number].mean(axis=0)
            part[int(y) - 22 : int(y) + 22, int(x) - 22 : int(x) + 22] = 128
        if enough:
            assert len(find_board(part, PLAN).seen) == 3
            continue
        with pytest.raises(BoardNotFoundError) as lost:
            find_board(part, PLAN)
        assert lost.value.missing == gone
        if len(gone) < 4:
            assert lost.value.why is Lost.TOO_FEW
            assert find_board(part, PLAN, whole).to_pixel is whole.to_pixel, "it has not moved"


def test_another_tracks_board_is_not_this_one() -> None:
    with pytest.raises(BoardNotFoundError) as lost:
        find_board(picture(scene(board=TrackBoard("perudo"))), PLAN)
    assert lost.value.why is Lost.NO_MARKERS


def test_a_die_is_read_where_it_stands_not_where_its_top_is_seen() -> None:
    """At the edge of the picture a top face is seen four millimetres and more from where the die stands."""
    far = TrackBoard("borg", Spot(-250, 200))
    found = find_board(picture(scene(board=far)), PLAN)
    top = np.array([[far.middle_of("17").x, far.middle_of("17").y, 16.0]])
    x, y = (float(one) for one in eye_of(Stand()).project(top)[0])
    middle = far.area_of("17").centre
    naive, under = found.place_of(x, y), found.under(x, y, 16.0)
    assert math.dist((naive.x, naive.y), (middle.x, middle.y)) > 5.0
    assert math.dist((under.x, under.y), (middle.x, middle.y)) < 1.5


@pytest.mark.parametrize(
    ("space", "face"), [("6", 2), ("*3", 6), ("1", 1), ("20", 5), ("*10", 6), ("11", 4), ("8", 3)]
)
def test_place_and_face_are_read(space: str, face: int) -> None:
    standing = read(on(space, face, yaw=37.0))
    value = Value.STAR if face == 6 else Value(str(face))
    assert (standing.place, standing.value, standing.reason) == (place(space), value, None)
    assert standing.confidence > 0.9


def test_an_empty_board_is_empty_whatever_lies_off_its_places() -> None:
    assert read().reason is Amiss.GONE
    assert read(RedDie(4, Spot(0.0, 30.0))).reason is Amiss.GONE, "on its ground"
    assert read(RedDie(4, Spot(0.0, 160.0))).reason is Amiss.GONE, "on the cloth"


def test_discarded_dice_on_the_ground_do_not_matter() -> None:
    lost = [
        SeenDie(rest(Footprint(x, y, 20.0 * x, 16.0), 3, 0), YELLOW, DiceKind.STAR, Lean.FLAT, 0)
        for x, y in ((-60, 10), (-20, -30), (10, 40), (60, 0), (90, 30))
    ]
    seen = picture(scene(on("7", 5), more=lost))
    standing = read_board(seen, find_board(seen, PLAN))
    assert (standing.place, standing.value, standing.reason) == (place("7"), Value.FIVE, None)


@pytest.mark.parametrize("right", [-17.0, -15.0, 16.0])
def test_on_the_line_between_two_spaces_it_is_on_neither(right: float) -> None:
    assert read(beside("12", right, 0.0, 2)).reason is Amiss.BETWEEN


def test_beyond_the_edge_by_half_it_is_on_none() -> None:
    standing = read(beside("12", 0.0, 13.0, 2))
    assert standing.reason is not None
    assert standing.value is None


def test_two_dice_on_spaces_are_too_many() -> None:
    assert read(on("7", 2), on("12", 2)).reason is Amiss.SEVERAL


def test_a_cocked_die_is_said_to_lean() -> None:
    flat = on("7", 4, yaw=17.0).seen(DiceKind.STAR)
    seen = picture(scene(more=[replace(flat, pose=cock(Random(9), flat.pose, 16.0), lean=Lean.COCKED)]))
    standing = read_board(seen, find_board(seen, PLAN))
    assert (standing.place, standing.value, standing.reason) == (place("7"), None, Reason.COCKED)


def test_a_hand_that_rests_over_the_spaces_hides_them() -> None:
    seen = picture(scene(on("7", 3), hands=[hand_over(Spot(60.0, 60.0))]))
    assert read_board(seen, find_board(seen, PLAN)).reason is Amiss.HIDDEN


def test_what_lies_on_a_space_and_is_no_die_is_not_nothing() -> None:
    seen = picture(scene())
    found = find_board(seen, PLAN)
    x, y = (round(one) for one in found.pixel_of(PLAN.places[place("12")].centre))
    cv2.circle(seen, (x, y), 12, (60, 120, 150), -1)
    assert covered(seen, found).places == (place("12"),)
    assert read_board(seen, found).reason is Reason.UNCLEAR


@pytest.mark.parametrize("gain", [0.5, 1.4])
def test_light_is_no_cover(gain: float) -> None:
    seen = picture(scene(), Optics(gain=gain, warmth=0.5, grain=2))
    assert covered(seen, find_board(seen, PLAN)).places == ()


# ---- over time ----------------------------------------------------------------------------------------


class Film:
    """Frames a quarter of a second apart, with what the eye says to each."""

    def __init__(self, agree: int = 3) -> None:
        self.look = BoardLook(0.0, PLAN, agree=agree, read=self._read)
        self.now = 0.0
        self.said: list[BoardReading] = []
        self.reads = 0
        self.lies: DiceReading = DiceReading()

    def _read(self, _frame: Frame, plane: Plane | None) -> DiceReading:
        self.reads += 1
        assert isinstance(plane, Board)
        return self.lies

    def show(self, frame: Frame, count: int = 1) -> None:
        for _ in range(count):
            self.now += 0.25
            reading = self.look.see(frame, self.now)
            if reading is not None:
                self.said.append(reading)

    def last(self) -> object:
        """The last that was said: a trouble, why nothing is sure, or the place."""
        said = self.said[-1]
        if said.standing is None:
            return said.trouble
        return said.standing.reason or said.standing.place


def test_a_die_is_said_to_stand_when_still_frames_agree() -> None:
    film, seen = Film(), picture(scene(on("7", 3)))
    film.lies = DiceReading((_die(seen, "7"),))
    film.show(seen, 2)
    assert not film.said
    film.show(seen, 12)
    assert film.last() == place("7")
    assert film.reads == 3, "what is known is not read again"
    film.show(seen, 40)
    assert len(film.said) == 1, "and not said again"
    assert film.reads > 3, "but now and then it is looked at"


def test_a_die_that_passes_is_not_taken_and_a_hand_is_none() -> None:
    film = Film()
    for space in ("1", "2", "3", "4", "5", "6", "7"):
        passing = picture(scene(on(space, 3), hands=[hand_over(BOARD.middle_of(space))]))
        film.lies = DiceReading((_die(picture(scene()), space),))
        film.show(passing, 2)
    assert all(said.standing is None for said in film.said)
    assert film.last() in (Trouble.HAND, Trouble.MOVING)
    assert film.reads == 0


def test_frames_taken_before_the_question_are_not_used() -> None:
    look = BoardLook(100.0, PLAN)
    seen = picture(scene(on("7", 3)))
    assert all(look.see(seen, at / 4) is None for at in range(40))


def test_readings_that_waver_are_not_said() -> None:
    film, seen = Film(), picture(scene(on("7", 3)))
    film.show(seen, 5)
    for value in (Value.THREE, Value.FIVE) * 6:
        film.lies = DiceReading((replace(_die(seen, "7"), value=value),))
        film.show(seen)
    assert not [said for said in film.said if said.standing and said.standing.value]


def test_a_board_that_is_moved_is_found_again() -> None:
    film = Film()
    for board in (BOARD, TrackBoard("borg", Spot(25, 5), 30.0)):
        seen = picture(scene(on("12", 3, board), board=board))
        film.lies = DiceReading((_die(seen, "12"),))
        film.show(seen, 14)
        assert film.last() == place("12")


def test_without_a_board_it_says_so_and_in_the_dark_too() -> None:
    film = Film()
    film.show(picture(scene(board=TrackBoard("perudo"))), 14)
    assert film.last() is Amiss.NO_BOARD
    film.show(np.zeros((1232, 1640, 3), np.uint8), 10)
    assert film.last() is Trouble.DARK


def test_what_was_unclear_is_looked_at_again() -> None:
    film, seen = Film(), picture(scene(on("7", 3)))
    film.lies = DiceReading((replace(_die(seen, "7"), sure=False, confidence=0.6, reason=Reason.GLARE),))
    film.show(seen, 10)
    assert film.last() is Reason.GLARE
    film.lies = DiceReading((_die(seen, "7"),))
    film.show(seen, 20)
    assert film.last() == place("7")


def test_a_look_of_no_frames_is_refused() -> None:
    with pytest.raises(ValueError, match="agree"):
        BoardLook(0.0, PLAN, agree=0)


def _die(seen: Frame, space: str) -> Die:
    """A three on that space, as the reader would give it."""
    found = find_board(seen, PLAN)
    x, y = found.pixel_of(PLAN.places[place(space)].centre)
    return Die(Value.THREE, x, y, 25.0, 0.99, True, None, Place(0.0, 0.0))
