"""Photographs with known cards are read, where they are at hand: nothing wrong is said for sure."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vision.bench.cards import deck_of_crops, half, load_card_labels, measure_cards, ours, summed

DATA = Path(os.environ.get("BLUFFBOX_DATA", Path(__file__).parents[4] / "shared/data")) / "cards"
pytestmark = pytest.mark.skipif(
    not (DATA / "labels.jsonl").is_file(), reason="the photographs of cards are not here: see BLUFFBOX_DATA"
)


def test_most_cards_are_read_and_none_wrong() -> None:
    labels = load_card_labels(DATA / "labels.jsonl")[::24]
    tally = summed(measure_cards(ours, labels, deck_of_crops(DATA / "refs")).values())
    assert tally.wrong == 0
    assert tally.read >= 0.55 * tally.shown


def test_untaught_faces_are_not_taken_for_others() -> None:
    labels = load_card_labels(DATA / "labels.jsonl")[5::30]
    tally = summed(measure_cards(ours, labels, half(deck_of_crops(DATA / "refs"), odd=True)).values())
    assert tally.untaught > 5
    assert tally.wrong == 0


def test_a_nine_half_in_shade_is_not_taken_for_a_ten_with_something_on_it() -> None:
    labels = [one for one in load_card_labels(DATA / "labels.jsonl") if one.path.name == "bc-044.jpg"]
    tally = summed(measure_cards(ours, labels, deck_of_crops(DATA / "refs")).values())
    assert tally.shown == 2
    assert tally.wrong == 0


def test_an_untaught_spade_under_too_bright_a_lamp_is_not_taken_for_a_club() -> None:
    names = ("bc-296.jpg", "bc-318.jpg", "bc-321.jpg")
    labels = [one for one in load_card_labels(DATA / "labels.jsonl") if one.path.name in names]
    tally = summed(measure_cards(ours, labels, half(deck_of_crops(DATA / "refs"), odd=False)).values())
    assert tally.untaught == 3
    assert tally.wrong == 0


def test_an_untaught_ace_of_which_the_index_peeps_out_is_not_taken_for_another() -> None:
    labels = [one for one in load_card_labels(DATA / "labels.jsonl") if one.path.name == "bc-054.jpg"]
    tally = summed(measure_cards(ours, labels, half(deck_of_crops(DATA / "refs"), odd=True)).values())
    assert tally.untaught == 1
    assert tally.wrong == 0
