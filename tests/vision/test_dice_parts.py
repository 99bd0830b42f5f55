"""Crops, the judgement of leaning dice, and the pictures that training draws."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import dice, dice_faces, dice_nets
from vision.dice_crops import CROP, FACE, Pyramid, normalised
from vision.dice_doubt import judged
from vision.dice_lean import LEAN, leaning
from vision.dice_nets import DiceNets, Look
from vision.reading import Place
from vision.training.scenes.scene import SCENE, scene
from vision.training.scenes.spotted import spotted_ground


@pytest.mark.parametrize("size", [15.0, 21.0, 60.0, 200.0])
def test_a_crop_shows_its_face_in_the_middle_at_one_size(size: float) -> None:
    frame = np.zeros((700, 700, 3), np.uint8)
    half = size / 2 - 0.5  # the rectangle holds both its ends
    corners = np.array([[350 - half, 340 - half], [350 + half, 340 + half]])
    cv2.rectangle(
        frame, tuple(corners[0].round().astype(int)), tuple(corners[1].round().astype(int)), (255,) * 3, -1
    )
    crop = Pyramid(frame).crop(350, 340, size)
    assert crop.shape == (CROP, CROP, 3)
    weight = crop[..., 0].astype(float)
    ys, xs = np.mgrid[0:CROP, 0:CROP]
    assert abs((xs * weight).sum() / weight.sum() - (CROP - 1) / 2) < 0.8
    assert abs((ys * weight).sum() / weight.sum() - (CROP - 1) / 2) < 0.8
    assert math.sqrt(weight.sum() / 255) == pytest.approx(FACE, rel=0.12)


def test_a_dark_crop_reads_like_a_bright_one() -> None:
    rng = np.random.default_rng(1)
    bright = rng.integers(100, 250, (1, CROP, CROP, 3)).astype(np.uint8)
    dark = (bright // 2).astype(np.uint8)
    assert np.abs(normalised(bright) - normalised(dark)).max() < 0.35


def _upright(places: np.ndarray, below: tuple[float, float], focal: float) -> np.ndarray:
    return (np.array(below) - places) / focal


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(1, 30),
    below=st.tuples(st.floats(700, 940), st.floats(500, 730)),
    focal=st.floats(1200, 2200),
)
def test_upright_dice_under_an_overhead_camera_do_not_lean(
    seed: int, count: int, below: tuple[float, float], focal: float
) -> None:
    rng = np.random.default_rng(seed)
    places = rng.uniform((100, 100), (1540, 1130), (count, 2))
    downs = _upright(places, below, focal) + rng.normal(0, 0.02, (count, 2))
    assert leaning(places, downs, np.hypot(*downs.T), 1640, 1232).max() < LEAN


def test_the_one_die_that_leans_among_upright_ones_is_told() -> None:
    rng = np.random.default_rng(5)
    places = rng.uniform((100, 100), (1540, 1130), (10, 2))
    downs = _upright(places, (820, 616), 1500) + rng.normal(0, 0.02, (10, 2))
    downs[4] += (0.3, -0.2)
    off = leaning(places, downs, np.hypot(*downs.T), 1640, 1232)
    assert off[4] > LEAN
    assert np.delete(off, 4).max() < LEAN


def test_dice_seen_from_the_side_do_not_lean_when_they_agree() -> None:
    places = np.random.default_rng(2).uniform(100, 500, (8, 2))
    downs = np.tile([0.05, 0.7], (8, 1))
    assert leaning(places, downs, np.hypot(*downs.T), 640, 480).max() < LEAN


def test_a_die_on_its_edge_is_told_by_how_far_it_leans_where_the_way_is_unclear() -> None:
    places = np.random.default_rng(6).uniform((100, 100), (1540, 1130), (10, 2))
    downs = _upright(places, (820, 616), 1500)
    slopes = np.hypot(*downs.T)
    slopes[7] = 0.7
    off = leaning(places, downs, slopes, 1640, 1232)
    assert off[7] > LEAN
    assert np.delete(off, 7).max() < LEAN


@pytest.mark.parametrize("count", [1, 2, 3])
def test_where_the_table_tells_where_the_camera_is_leaning_dice_are_told_without_upright_ones(
    count: int,
) -> None:
    """Few dice could all be upright under another camera, and a lone one always."""
    places = np.random.default_rng(8).uniform((200, 200), (1440, 1030), (count, 2))

    def upright(x: float, y: float) -> tuple[float, float]:
        across, below = _upright(np.array([x, y]), (850, 600), 1450)
        return float(across), float(below)

    downs = _upright(places, (850, 600), 1450)
    assert leaning(places, downs, np.hypot(*downs.T), 1640, 1232, upright).max() < 0.02
    downs += (0.3, 0.3)
    assert leaning(places, downs, np.hypot(*downs.T), 1640, 1232, upright).min() > LEAN


def test_no_dice_no_lean() -> None:
    assert leaning(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), 640, 480).shape == (0,)


def test_a_drawn_scene_is_the_same_for_the_same_seed_and_says_where_its_dice_are() -> None:
    first, dice = scene(np.random.default_rng(11))
    again, same = scene(np.random.default_rng(11))
    assert np.array_equal(first, again)
    assert dice == same
    assert first.shape == (SCENE, SCENE, 3)
    for die in dice:
        assert 1 <= die.value <= 7
        assert 0 <= die.visible <= 1
        assert math.hypot(*die.down) <= 1.0001


@pytest.mark.parametrize("height", [8, 720, 728, 760, 1504])
def test_a_picture_taken_in_bands_gives_the_same_map(height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.random.default_rng(height).integers(0, 256, (height, 64, 3)).astype(np.uint8)
    nets = DiceNets.shipped()
    in_bands = nets.heat(picture)
    monkeypatch.setattr(dice_nets, "BAND", height)
    assert in_bands.shape == (4, height // 4, 16)
    assert np.allclose(in_bands, nets.heat(picture), atol=1e-4)


def _look(size: float, x: float, y: float, kind: int, chance: float = 0.95) -> Look:
    chances = [(1 - chance) / 8] * 9
    chances[kind] = chance
    return Look(tuple(chances), x, y, size, (0.0, 0.0), 0.0)


@pytest.mark.parametrize(("kind", "is_heap"), [(5, True), (1, False)])
def test_dice_that_lie_like_pips_are_no_big_die_and_pips_are_no_dice(kind: int, is_heap: bool) -> None:
    big = _look(150, 200, 200, 4)
    small = [_look(25, 200 + dx, 200 + dy, kind, 0.9) for dx in (-40, 40) for dy in (-40, 40)]
    heap = dice.is_heap(big, [big, *small])
    assert heap is is_heap


def _drawn_four() -> np.ndarray:
    """A frame (300, 300, 3) with the face of a four, 100 pixels wide, about (149.5, 149.5)."""
    frame = np.full((300, 300, 3), 190, np.uint8)
    cv2.rectangle(frame, (100, 100), (199, 199), (235, 240, 240), -1)
    cv2.rectangle(frame, (100, 100), (199, 199), (120, 130, 130), 2)
    for x in (125, 175):
        for y in (125, 175):
            cv2.circle(frame, (x, y), 9, (20, 20, 20), -1, cv2.LINE_AA)
    return frame


@pytest.mark.parametrize(
    ("kind", "off", "place", "others", "nothing", "sure"),
    [
        (4, 0.1, Place(0, 0), 2, 0.1, True),
        (4, 0.1, Place(0, 0), 0, 0.1, False),  # alone, it may be the side of one that lies askew
        (4, 0.1, None, 2, 0.1, False),  # nobody tells its size
        (4, 0.1, None, 2, 0.02, True),  # nor is it doubted that it is a die
        (4, LEAN + 0.05, Place(0, 0), 2, 0.1, False),
        (5, 0.1, Place(0, 0), 2, 0.1, False),  # the pips say otherwise
    ],
)
def test_pips_that_agree_settle_a_flat_die_among_others(
    kind: int, off: float, place: Place | None, others: int, nothing: float, sure: bool
) -> None:
    chances = [(0.2 - nothing) / 7] * 9
    chances[0], chances[kind] = nothing, 0.8
    look = replace(_look(100, 149.5, 149.5, kind, 0.8), chances=tuple(chances))
    looks = [look, *(_look(100, 149.5 + 200 * n, 149.5, 4, 0.999) for n in range(1, others + 1))]
    assert judged(look, off, False, looks, Pyramid(_drawn_four()), place).sure is sure


@pytest.mark.parametrize(
    ("kind", "place", "others", "sure"),
    [
        (4, None, 0, False),  # half a domino looks like it
        (4, None, 2, True),
        (4, Place(0, 0), 0, True),
        (1, Place(0, 0), 0, False),  # a button of a die's size looks like it
        (1, Place(0, 0), 2, True),
    ],
)
def test_what_may_be_no_die_is_sure_in_company_or_where_its_size_is_a_dies(
    kind: int, place: Place | None, others: int, sure: bool
) -> None:
    chances = [0.0] * 9
    chances[0], chances[kind] = 0.01, 0.99
    look = Look(tuple(chances), 149.5, 149.5, 100, (0.0, 0.0), 0.0)
    company = [_look(100, 149.5 + 120 * i, 20, 5, 0.99) for i in range(others)]
    assert judged(look, 0.1, False, [look, *company], Pyramid(_drawn_four()), place).sure is sure


@pytest.mark.parametrize(
    ("kind", "nothing", "others", "sure"),
    [
        (1, 0.06, 2, True),
        (1, 0.06, 1, False),
        (1, 0.1, 2, False),
        (4, 0.06, 2, False),
    ],
)
def test_a_one_among_clear_dice_may_be_doubted_a_little_more_than_others(
    kind: int, nothing: float, others: int, sure: bool
) -> None:
    chances = [0.0] * 9
    chances[0], chances[kind], chances[2] = nothing, 0.99 - nothing, 0.01
    look = Look(tuple(chances), 149.5, 149.5, 100, (0.0, 0.0), 0.0)
    company = [_look(100, 149.5 + 120 * i, 20, 5, 0.99) for i in range(others)]
    assert judged(look, 0.1, False, [look, *company], Pyramid(_drawn_four()), None).sure is sure


@pytest.mark.parametrize(("star", "others", "sure"), [(0.02, 2, True), (0.08, 2, False), (0.02, 1, False)])
def test_a_one_that_is_no_star_is_sure_among_clear_dice(star: float, others: int, sure: bool) -> None:
    chances = [0.01, 0.9, 0.0, 0.09 - star, 0.0, 0.0, 0.0, star, 0.0]
    look = Look(tuple(chances), 149.5, 149.5, 100, (0.0, 0.0), 0.0)
    company = [_look(100, 149.5 + 120 * i, 20, 5, 0.99) for i in range(others)]
    assert judged(look, 0.1, False, [look, *company], Pyramid(_drawn_four()), None).sure is sure


@pytest.mark.parametrize(("place", "sure"), [(None, True), (Place(0, 0), False)])
def test_where_no_pips_can_be_counted_a_table_on_which_dice_may_be_cocked_asks_for_more(
    place: Place | None, sure: bool
) -> None:
    chances = [0.0] * 9
    chances[0], chances[3], chances[4] = 0.001, 0.955, 0.044
    look = Look(tuple(chances), 149.5, 149.5, 100, (0.0, 0.0), 0.0)
    company = [_look(100, 149.5 + 120 * i, 20, 5, 0.99) for i in range(2)]
    plain = Pyramid(np.full((300, 300, 3), 128, np.uint8))
    assert judged(look, 0.1, False, [look, *company], plain, place).sure is sure


@pytest.mark.parametrize(
    ("kind", "off", "place", "sure"),
    [
        (4, 0.15, Place(0, 0), True),  # four pips bear it out
        (5, 0.15, Place(0, 0), False),
        (5, 0.05, Place(0, 0), True),
        (5, 0.15, None, True),  # where the camera stands is not known well enough to tell
    ],
)
def test_a_die_on_a_table_that_leans_a_little_must_be_borne_out_by_its_pips(
    kind: int, off: float, place: Place | None, sure: bool
) -> None:
    look = _look(100, 149.5, 149.5, kind, 0.999)
    company = [_look(100, 149.5 + 120 * i, 20, 5, 0.999) for i in range(2)]
    assert judged(look, off, False, [look, *company], Pyramid(_drawn_four()), place).sure is sure


def test_a_place_that_is_only_part_of_a_die_is_looked_at_wider() -> None:
    """The finder's place is two thirds of the face, and beside its middle."""
    frame = _drawn_four()

    class Partly(DiceNets):
        def find(self, pyramid: Pyramid, scales: tuple[float, ...]) -> list[dice_nets.Found]:
            del pyramid, scales
            return [dice_nets.Found(168.0, 160.0, 62.0, 0.5)]

    shipped = DiceNets.shipped()
    partly = Partly.__new__(Partly)
    partly.__dict__.update(shipped.__dict__)
    pyramid = Pyramid(frame)
    assert shipped.look(pyramid, [(168.0, 160.0, 62.0)])[0].chances[0] > 0.6
    (look,) = dice_faces.faces(partly, pyramid)
    assert max(range(9), key=lambda kind: look.chances[kind]) == 4
    assert math.hypot(look.x - 149.5, look.y - 149.5) < 12


@pytest.mark.parametrize("others", [0, 2])
def test_a_die_of_which_only_a_pip_was_found_is_seen_where_others_tell_its_size(others: int) -> None:
    frame = np.hstack([_drawn_four()] * 3)
    cv2.circle(frame, (750, 150), 9, (20, 20, 20), -1, cv2.LINE_AA)  # the last is a five
    found = [dice_nets.Found(149.5 + 300 * i, 149.5, 100.0, 0.8) for i in range(others)]

    class Partly(DiceNets):
        def find(self, pyramid: Pyramid, scales: tuple[float, ...]) -> list[dice_nets.Found]:
            del pyramid, scales
            return [*found, dice_nets.Found(749.5, 149.5, 20.0, 0.4)]

    partly = Partly.__new__(Partly)
    partly.__dict__.update(DiceNets.shipped().__dict__)
    looks = [k for k in dice_faces.faces(partly, Pyramid(frame)) if k.x > 600 and k.chances[5] > 0.5]
    assert len(looks) == (others > 0)
    for k in looks:
        assert math.hypot(k.x - 749.5, k.y - 149.5) < 15


def test_what_bears_pips_and_is_no_die_is_the_same_for_the_same_seed() -> None:
    first, again = (spotted_ground(np.random.default_rng(4), 200) for _ in range(2))
    assert np.array_equal(first, again)
    assert first.shape == (200, 200, 3)
    assert first.std() > 5
