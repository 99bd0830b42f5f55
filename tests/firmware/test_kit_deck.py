"""The deck that comes with the kit: made from the drawings that are printed, and none of it like another."""

from __future__ import annotations

import itertools
import random
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.kuhhandel.editions import ANIMALS, EDITIONS
from firmware.kit.backs import animals_back, notes_back
from firmware.kit.cards import HEIGHT, WIDTH
from firmware.kit.deck import ANIMALS_BACK, MADE, NOTES_BACK, SHIPPED, write_deck
from firmware.kit.errors import OutError
from firmware.kit.looks import kuhhandel_looks
from firmware.kit.raster import Picture, painted
from vision.cards.deck import Deck, load_deck
from vision.layout import reference_layout

SIZE = (70, 106)  # a card under the reference camera, 1.6 px/mm
SHIFT = 3
PARTS = {
    "whole": np.s_[:, :],
    "upper half": np.s_[: SIZE[1] // 2, :],
    "lower half": np.s_[SIZE[1] // 2 :, :],
    "left half": np.s_[:, : SIZE[0] // 2],
    "right half": np.s_[:, SIZE[0] // 2 :],
}
SIDES = sorted([*ANIMALS, "dove", *map(str, (0, 10, 50, 100, 200, 500)), ANIMALS_BACK, NOTES_BACK])


@cache
def shipped() -> Deck:
    return load_deck(SHIPPED)


@cache
def small(name: str, upside_down: bool = False) -> Picture:
    picture = cv2.resize(shipped().faces[name].picture, SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.rotate(picture, cv2.ROTATE_180) if upside_down else picture, np.uint8)


def seen(name: str, rng: random.Random, upside_down: bool) -> Picture:
    """The side as a camera may show it: blurred, in another light, laid a little beside where it is
    thought to be."""
    picture = shipped().faces[name].picture
    if upside_down:
        picture = np.asarray(cv2.rotate(picture, cv2.ROTATE_180), np.uint8)
    high, wide = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.uniform(-1, 1), rng.uniform(0.985, 1.015))
    turn = turn + np.array([[0, 0, rng.uniform(-3, 3)], [0, 0, rng.uniform(-3, 3)]])
    moved = cv2.warpAffine(picture, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    little = cv2.resize(moved, SIZE, interpolation=cv2.INTER_AREA).astype(float)
    soft = cv2.GaussianBlur(little, (0, 0), rng.uniform(0.6, 1.2))
    slope = np.linspace(rng.uniform(0.8, 1), rng.uniform(0.8, 1.1), SIZE[0])[None, :, None]
    warmth = rng.uniform(-0.12, 0.12)
    tint = np.array([1 - warmth, 1.0, 1 + warmth]) * rng.uniform(0.7, 1.1)
    grain = np.random.default_rng(rng.randrange(1 << 30)).normal(0, 4, soft.shape)
    return np.asarray(np.clip(soft * slope * tint + grain, 0, 255), np.uint8)


def alike(picture: Picture, there: Picture) -> float:
    """How well two pictures of a size agree where they fit best, a few pixels to and fro: 1 the same, 0
    nothing in common. How bright they are and in what light does not matter."""
    inner = np.ascontiguousarray(picture[SHIFT:-SHIFT, SHIFT:-SHIFT])
    fits = cv2.matchTemplate(np.ascontiguousarray(there), inner, cv2.TM_CCOEFF_NORMED)
    return float(fits.max())


@pytest.mark.parametrize("folder", MADE, ids=lambda folder: folder.name)
def test_a_shipped_deck_is_what_the_drawings_make(folder: Path) -> None:
    made, there = MADE[folder](), load_deck(folder)
    assert {face.name: (face.count, face.back, face.size_mm) for face in made.faces.values()} == {
        face.name: (face.count, face.back, face.size_mm) for face in there.faces.values()
    }
    for name, face in made.faces.items():
        for drawn, kept in zip(face.pictures, there.faces[name].pictures, strict=True):
            # Another OpenCV may round an edge otherwise.
            assert np.abs(drawn.astype(int) - kept).mean() < 1, f"{name}: python -m firmware.kit.deck"
    assert (there.name, there.size_mm, there.licence) == (made.name, made.size_mm, "MIT")


def test_the_deck_names_its_cards_as_the_rules_do() -> None:
    faces = shipped().faces
    assert all(faces[kind].count == 4 for kind in ANIMALS)
    for edition in EDITIONS.values():
        assert all(faces[str(value)].count >= count for value, count in edition.notes.items())
    assert faces["dove"].count == 1
    assert {face.name for face in faces.values() if face.back} == {ANIMALS_BACK, NOTES_BACK}
    assert {f"seat-{seat}" for seat in reference_layout().seats} < set(faces)


@pytest.mark.parametrize("folder", MADE, ids=lambda folder: folder.name)
def test_a_deck_is_small(folder: Path) -> None:
    assert sum(file.stat().st_size for file in folder.iterdir()) < 500_000


@pytest.mark.parametrize("name", SIDES)
def test_any_half_tells_a_side_from_all_others_both_ways_up(name: str) -> None:
    rng = random.Random(name)
    looks = [(False, part) for part in PARTS] + [(True, "whole"), (True, "lower half")]
    for upside_down, part in looks:
        where = PARTS[part]
        picture = seen(name, rng, upside_down)
        scores = {
            (other, turned): alike(picture[where], small(other, turned)[where])
            for other in SIDES
            for turned in (False, True)
        }
        own = scores[name, upside_down]
        rival = max(score for (other, _), score in scores.items() if other != name)
        assert own > 0.8, part
        assert own - rival > 0.2, (part, max(scores, key=scores.__getitem__))


def test_seat_cards_are_told_from_each_other() -> None:
    seats = [name for name in shipped().faces if name.startswith("seat-")]
    rng = random.Random(6)
    for name, upside_down in itertools.product(seats, (False, True)):
        picture = seen(name, rng, upside_down)
        scores = {other: alike(picture, small(other, upside_down)) for other in seats}
        assert max(scores, key=scores.__getitem__) == name


@pytest.mark.parametrize("name", sorted(ANIMALS))
def test_a_face_is_not_the_same_both_ways_up_but_its_numbers_are(name: str) -> None:
    face = shipped().faces[name].picture
    turned = np.asarray(cv2.rotate(face, cv2.ROTATE_180), np.uint8)
    assert alike(face, turned) < 0.9
    corner = np.s_[8:44, 8:56]
    assert np.abs(face[corner].astype(int) - turned[corner]).mean() < 2


def test_backs_are_the_same_both_ways_up() -> None:
    backs = kuhhandel_looks().backs
    for back in (animals_back(backs["animals"]), notes_back(backs["notes"])):
        picture = painted(back, WIDTH, HEIGHT, 4)
        assert np.abs(picture.astype(int) - cv2.rotate(picture, cv2.ROTATE_180)).mean() < 2


def test_a_deck_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutError, match="the deck cannot be written"):
        write_deck(shipped(), tmp_path / "file")
