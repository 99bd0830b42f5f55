"""The picture of the simulated table is true to it, and tells nothing that the camera could not see."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.sim.cubes import corners
from firmware.sim.cups import draw_cup
from firmware.sim.eye import eye_of
from firmware.sim.pose import Pose, about, flat, then
from firmware.sim.render import Optics, dice_in_picture, render
from firmware.sim.sprite import Picture
from firmware.sim.styles import CLOTHS, DICE, drawn, drawn_stand, usual
from firmware.sim.things import Chances, Cloth, DiceKind, Lean, Scene, SeenDie, Stand
from firmware.sim.world import World
from vision.reading import Value

SEATS = (1, 2, 3, 4, 5, 6)
CLEAN = Optics(noise=0.0)


def twins(seed: int) -> tuple[World, World]:
    """Two tables that differ in nothing but how hidden dice lie."""
    one = World(SEATS, seed)
    data = json.loads(json.dumps(one.to_data()))
    for die in data["dice"]:
        pose = die["pose"]
        pose["turn"] = then(about((1.0, 0.0, 0.0), 90.0), tuple(pose["turn"]))
        pose["x"] += 0.5
    return one, World.from_data(data)


@settings(max_examples=8, deadline=None)
@given(
    st.integers(0, 1000), st.lists(st.tuples(st.sampled_from(["peek", "hand_in"]), st.sampled_from(SEATS)))
)
def test_tables_that_differ_under_closed_cups_have_the_same_picture(
    seed: int, todo: list[tuple[str, int]]
) -> None:
    one, other = twins(seed)
    for world in (one, other):
        for name, seat in todo:
            getattr(world, name)(seat)
    assert one.truth() != other.truth()
    assert render(one.scene()).tobytes() == render(other.scene()).tobytes()


def test_lifting_a_cup_shows_that_seats_dice_only() -> None:
    one, other = twins(1)
    for world in (one, other):
        world.lift(3)
    changed = np.argwhere((render(one.scene()) != render(other.scene())).any(axis=2))
    home = eye_of(one.stand).project(np.array([[-200.0, -240.0, 0.0]]))[0]
    assert len(changed) > 500
    assert np.abs(changed[:, ::-1] - home).max() < 70


def test_a_tilted_cup_hides_its_dice_as_a_real_one_does() -> None:
    """The secret is not kept by leaving the dice out alone: the cup is really in front of them."""
    for seed in range(6):
        world = World(SEATS, seed)
        for seat in SEATS:
            world.peek(seat)
        eye = eye_of(world.stand)
        for seen, seat in zip(world.scene().cups, SEATS, strict=True):
            _, cup = draw_cup(seen, world.stand, world.style.lamp)
            for die in world._state.of(seat):
                for x, y in np.round(eye.project(corners(die.pose, 16.0))).astype(int):
                    assert cup.keep[y - cup.y, x - cup.x, 0] < 3


def test_a_cup_laid_aside_hides_no_die_of_its_seat() -> None:
    for seed in range(20):
        world = World(SEATS, seed)
        for seat in SEATS[:3]:
            world.lift(seat)
        for seat in SEATS[3:]:
            world.throw_open(seat)
        for die in dice_in_picture(world.scene()):
            for seen in world.scene().cups:
                _, cup = draw_cup(seen, world.stand, world.style.lamp)
                x, y = round(die.x) - cup.x, round(die.y) - cup.y
                inside = 0 <= y < cup.keep.shape[0] and 0 <= x < cup.keep.shape[1]
                assert not inside or cup.keep[y, x, 0] == 255


@pytest.mark.parametrize("cloth", sorted(CLOTHS))
def test_markers_are_found_where_they_lie(cloth: str) -> None:
    world = World([1], 1, style=usual(cloth))
    found = markers(render(world.scene()))
    for number, (x, y) in enumerate([(-450, -325), (450, -325), (450, 325), (-450, 325)]):
        expected = np.array([820 + 1.6 * x, 616 + 1.6 * y])
        assert np.abs(found[number].mean(axis=0) - expected).max() < 0.6
        # The printed corner that comes first lies at the upper left: 40 mm are 64 pixels.
        assert np.abs(found[number][0] - (expected - 32.0)).max() < 1.0


@pytest.mark.parametrize("seed", range(6))
def test_markers_are_found_from_a_tilted_camera(seed: int) -> None:
    world = World([1], seed, style=replace(drawn(seed), cloth=Cloth()))
    world.stand = drawn_stand(seed)
    found = markers(render(world.scene(), Optics(grain=seed)))
    spots = np.array([(spot.x, spot.y, 0.0) for _, spot in world.layout.markers])
    for number, expected in enumerate(eye_of(world.stand).project(spots)):
        assert np.abs(found[number].mean(axis=0) - expected).max() < 1.0


def markers(picture: Picture) -> dict[int, np.ndarray]:
    """Corners (4, 2) of the markers that OpenCV's own detector finds."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    quads, ids, _ = cv2.aruco.ArucoDetector(dictionary, options).detectMarkers(picture)
    assert ids is not None, "no marker found"
    return {int(n): quad.reshape(4, 2) for n, quad in zip(ids.ravel(), quads, strict=True)}


def lone(die: SeenDie, stand: Stand | None = None) -> Scene:
    """One die on white paper, no cup."""
    empty = World([1], 1, style=usual("white paper")).scene()
    return replace(empty, dice=(die,), cups=(), stand=stand or empty.stand)


def white_die(face: int, kind: DiceKind = DiceKind.ORDINARY, x: float = 30.0, yaw: float = 20.0) -> SeenDie:
    return SeenDie(Pose(x, 10.0, 8.0, flat(face, yaw)), DICE["white"], kind, Lean.FLAT, 1)


@pytest.mark.parametrize("yaw", [0.0, 20.0, 45.0])
@pytest.mark.parametrize("face", range(1, 7))
def test_the_top_face_has_as_many_pips_as_its_value(face: int, yaw: float) -> None:
    scene = lone(white_die(face, yaw=yaw))
    (die,) = dice_in_picture(scene)
    assert die.value == Value(str(face))
    left, above = round(die.x) - 20, round(die.y) - 20
    crop = render(scene, Optics(noise=0.0, blur=0.0))[above : above + 40, left : left + 40]
    large = cv2.resize(crop, None, fx=8, fy=8).mean(axis=2)
    # The top face upright, for the pips of a side face in view do not count.
    turn = cv2.getRotationMatrix2D(((die.x - left) * 8, (die.y - above) * 8), yaw, 1.0)
    half = round(die.size * 0.42 * 8)
    x, y = round((die.x - left) * 8), round((die.y - above) * 8)
    top = cv2.warpAffine(large, turn, large.shape[::-1])[y - half : y + half, x - half : x + half]
    count, _, stats, _ = cv2.connectedComponentsWithStats((top < 130).astype(np.uint8))
    assert sum(stats[i, cv2.CC_STAT_AREA] > 150 for i in range(1, count)) == face


def test_the_sixth_face_of_a_star_die_is_a_star() -> None:
    star, six = (lone(white_die(6, kind)) for kind in (DiceKind.STAR, DiceKind.ORDINARY))
    assert dice_in_picture(star)[0].value is Value.STAR
    assert dice_in_picture(six)[0].value is Value.SIX
    die = dice_in_picture(star)[0]
    pixel = render(star, CLEAN)[round(die.y), round(die.x)]
    assert pixel.max() < 90, "the star's middle is dark"
    assert render(six, CLEAN)[round(die.y), round(die.x)].min() > 150, "a six has a light middle"


@pytest.mark.parametrize("x", [-300.0, 0.0, 250.0])
def test_a_die_is_drawn_where_it_is_said_to_be(x: float) -> None:
    scene = lone(white_die(1, x=x))
    (die,) = dice_in_picture(scene)
    assert 24.5 < die.size < 27.5
    # The one pip is the face's middle.
    crop = render(scene, CLEAN).mean(axis=2)[round(die.y) - 9 : round(die.y) + 10, round(die.x) - 9 :][:, :19]
    ink = np.clip(150.0 - crop, 0.0, None)
    ys, xs = np.mgrid[:19, :19]
    middle = np.array([(ink * xs).sum(), (ink * ys).sum()]) / ink.sum() + [round(die.x) - 9, round(die.y) - 9]
    assert np.abs(middle - [die.x - 0.5, die.y - 0.5]).max() < 0.8


def test_side_faces_are_in_view_away_from_the_middle() -> None:
    """A die at the table's end shows the side that looks towards the camera, and darker than its top."""
    scene = lone(white_die(1, x=380.0, yaw=0.0))
    (die,) = dice_in_picture(scene)
    picture = render(scene, CLEAN).mean(axis=2)
    row = picture[round(die.y) - 8, :]
    top, side = row[round(die.x) - 6], row[round(die.x - die.size / 2) - 4]
    paper = render(replace(scene, dice=()), CLEAN).mean(axis=2)[
        round(die.y) - 8, round(die.x - die.size / 2) - 4
    ]
    assert side < 0.92 * top
    assert abs(side - paper) > 8


def test_a_picture_is_the_same_for_the_same_grain_only() -> None:
    scene = World(SEATS, 3).scene()
    first = render(scene, Optics(grain=4))
    assert first.shape == (1232, 1640, 3)
    assert first.dtype == np.uint8
    assert np.array_equal(first, render(scene, Optics(grain=4)))
    other = render(scene, Optics(grain=5)).astype(int)
    assert 1.0 < np.abs(other - first).mean() < 6.0


def test_what_is_given_out_can_be_written_to() -> None:
    scene = World(SEATS, 3).scene()
    for optics in (CLEAN, Optics()):
        before = render(scene, optics)
        render(scene, optics)[:] = 0
        assert np.array_equal(render(scene, optics), before)


def test_exposure_and_white_balance_do_what_they_say() -> None:
    scene = World([1], 3, style=usual("grey paper")).scene()
    plain = render(scene, CLEAN).mean(axis=(0, 1))
    assert render(scene, replace(CLEAN, gain=0.5)).mean() == pytest.approx(plain.mean() / 2, rel=0.05)
    assert render(scene, replace(CLEAN, gain=1.6)).mean() > plain.mean() * 1.3
    blue, _, red = render(scene, replace(CLEAN, warmth=1.0)).mean(axis=(0, 1)) / plain
    assert blue < 0.8
    assert red > 1.1


def test_the_whole_table_is_in_view() -> None:
    world = World([1], 1)
    edges = np.array([(x, y, 0.0) for x in (-500.0, 500.0) for y in (-375.0, 375.0)])
    pixels = eye_of(world.stand).project(edges)
    assert (pixels > 8).all()
    assert (pixels < [1632, 1224]).all()


@pytest.mark.parametrize("seed", range(4))
def test_any_table_can_be_drawn_even_half_out_of_view(seed: int) -> None:
    world = World(SEATS, seed, style=drawn(seed), chances=Chances(0.5, 0.5, 0.5, 0.5))
    world.stand = Stand(x=420.0, y=-300.0, height=600.0, roll=30.0, tilt_x=9.0, tilt_y=-6.0)
    for seat in SEATS:
        world.lift(seat)
        world.hand_in(seat)
    assert render(world.scene()).std() > 5
