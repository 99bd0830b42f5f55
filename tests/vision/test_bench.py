"""The counts of the benchmark mean what docs/benchmarks.md says, and every reader can be measured."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.bench import classical
from vision.bench.empty import drawn_empty
from vision.bench.failures import worst
from vision.bench.labels import EMPTY, Known, Labelled, LabelsError
from vision.bench.report import markdown, percent, tally_table
from vision.bench.run import METHODS, by_source, measure
from vision.bench.score import Tally, matched, score
from vision.picture import Frame
from vision.reading import DiceReading, Die, Reason, Value

FIVE = Known(Value.FIVE, 100, 100, 40)


def die(value: Value | None, x: float = 100, y: float = 100, *, sure: bool = True) -> Die:
    return Die(value, x, y, 40, 0.9, sure, None if sure else Reason.UNCLEAR)


def label(*known: Known) -> Labelled:
    return Labelled(Path("a.png"), "ours", "MIT", "overhead", tuple(one.value for one in known), known)


def counts(tally: Tally) -> dict[str, float]:
    """Those that are not nought, without the picture itself and the time."""
    names = [name for name in Tally.__slots__ if name not in {"photos", "ms", "dice"}]
    return {name: getattr(tally, name) for name in names if getattr(tally, name)}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([die(Value.FIVE)], {"right": 1, "exact": 1, "sure_photos": 1, "sure_exact": 1}),
        ([die(Value.SIX)], {"wrong_sure": 1, "sure_photos": 1}),
        ([die(Value.FIVE, sure=False)], {"right": 1, "unsure": 1, "exact": 1}),
        ([die(None, sure=False)], {"unsure": 1}),
        ([], {"missed": 1, "sure_photos": 1}),
        ([die(Value.FIVE, x=130)], {"missed": 1, "false": 1, "wrong_sure": 1, "sure_photos": 1}),
        ([die(Value.FIVE), die(Value.ONE, x=400, sure=False)], {"right": 1, "false": 1}),
        (
            [die(Value.FIVE), die(Value.FIVE, x=104)],
            {"right": 1, "false": 1, "wrong_sure": 1, "sure_photos": 1},
        ),
    ],
)
def test_one_die_is_counted_for_what_it_is(found: list[Die], expected: dict[str, int]) -> None:
    assert counts(score(found, label(FIVE), 1.0)) == expected


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([die(None, sure=False)], {"right": 1, "cocked": 1, "cocked_doubted": 1, "exact": 1}),
        ([die(Value.FIVE)], {"wrong_sure": 1, "cocked": 1, "sure_photos": 1}),
        ([], {"missed": 1, "cocked": 1, "sure_photos": 1}),
    ],
)
def test_a_cocked_die_must_not_be_read_for_sure(found: list[Die], expected: dict[str, int]) -> None:
    assert counts(score(found, label(replace(FIVE, cocked=True)), 1.0)) == expected


def test_an_upright_die_called_cocked_is_counted() -> None:
    leaning = replace(die(Value.FIVE, sure=False), reason=Reason.COCKED)
    expected = {"right": 1, "unsure": 1, "exact": 1, "upright_cocked": 1}
    assert counts(score([leaning], label(FIVE), 1.0)) == expected


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([Value.ONE, Value.ONE, Value.SIX], {"right": 3, "exact": 1, "sure_photos": 1, "sure_exact": 1}),
        ([Value.ONE, Value.SIX, Value.SIX], {"right": 2, "wrong_sure": 1, "sure_photos": 1}),
        ([Value.ONE], {"right": 1, "missed": 2, "sure_photos": 1}),
        (
            [Value.ONE, Value.ONE, Value.SIX, Value.TWO],
            {"right": 3, "wrong_sure": 1, "false": 1, "sure_photos": 1},
        ),
    ],
)
def test_without_places_values_are_compared(found: list[Value], expected: dict[str, int]) -> None:
    known = Labelled(Path("a.png"), "ours", "MIT", "overhead", (Value.ONE, Value.ONE, Value.SIX), None)
    assert counts(score([die(value) for value in found], known, 1.0)) == expected


def test_dice_that_touch_are_matched_each_to_its_own() -> None:
    known = [Known(Value.ONE, 100, 100, 40), Known(Value.TWO, 140, 100, 40), Known(Value.SIX, 120, 140, 40)]
    found = [die(None, 125, 135), die(None, 148, 104), die(None, 108, 96)]
    assert sorted(matched(found, known)) == [(0, 2), (1, 1), (2, 0)]


@given(
    found=st.lists(
        st.tuples(st.sampled_from([*Value, None]), st.integers(0, 200), st.booleans()), max_size=8
    ),
    known=st.lists(st.tuples(st.sampled_from(list(Value)), st.integers(0, 200)), max_size=8),
    placed=st.booleans(),
)
def test_every_die_is_counted_once(
    found: list[tuple[Value | None, int, bool]], known: list[tuple[Value, int]], placed: bool
) -> None:
    truth = label(*(Known(value, x, 50, 20) for value, x in known))
    seen = [Die(value, x, 50, 20, 0.5, sure and value is not None) for value, x, sure in found]
    tally = score(seen, truth if placed else replace(truth, dice=None), 1.0)
    assert tally.dice - tally.missed == len(seen) - tally.false
    assert tally.right + tally.missed <= tally.dice
    assert tally.wrong_sure <= sum(one.sure for one in seen)
    assert tally.sure_exact <= min(tally.exact, tally.sure_photos)


def drawn(values: list[Value], body: int, pips: int, ground: int) -> tuple[Frame, list[Known]]:
    """Flat dice of 60 pixels in a row, well apart."""
    frame = np.full((300, 1000, 3), ground, np.uint8)
    known = []
    for number, value in enumerate(values):
        x, y = 90 + number * 130, 150
        cv2.rectangle(frame, (x - 30, y - 30), (x + 30, y + 30), (body,) * 3, -1)
        for dx, dy in classical.PIPS[value]:
            cv2.circle(frame, (x + dx * 16, y + dy * 16), 6, (pips,) * 3, -1, cv2.LINE_AA)
        known.append(Known(value, x, y, 60))
    return np.asarray(cv2.GaussianBlur(frame, (3, 3), 0), np.uint8), known


@pytest.mark.parametrize("reader", [classical.blobs, classical.contours, classical.templates])
def test_the_classical_readers_can_read_what_tutorials_show(reader: Callable[[Frame], DiceReading]) -> None:
    """White dice with black pips, apart, on a dark ground: what fails here would be no baseline."""
    frame, known = drawn(list(Value)[:6], 235, 20, 90)
    tally = score(reader(frame).dice, label(*known), 1.0)
    assert tally.right >= 5, counts(tally)


@pytest.mark.parametrize("reader", [classical.blobs, classical.contours, classical.templates])
@pytest.mark.parametrize("shape", [(1, 1, 3), (40, 60, 3), (1232, 1640, 3)])
def test_the_classical_readers_see_no_dice_in_nothing(
    reader: Callable[[Frame], DiceReading], shape: tuple[int, int, int]
) -> None:
    assert reader(np.full(shape, 120, np.uint8)).dice == ()


def test_a_measured_reader_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    frame, known = drawn(list(Value)[:6], 235, 20, 90)
    cv2.imwrite(str(tmp_path / "a.png"), frame)
    labels = [replace(label(*known), path=tmp_path / "a.png")] * 2
    told: list[int] = []
    threads = os.environ.get("OMP_NUM_THREADS")
    result = measure("blobs", labels, told.append)
    assert told == [1, 2]
    assert result.tallies[0].right >= 5
    assert result.tallies[0].ms > 0
    assert 20 * 2**20 < result.peak < 500 * 2**20
    assert os.environ.get("OMP_NUM_THREADS") == threads
    with pytest.raises(LabelsError, match=r"gone\.png: the picture that the labels name cannot be read"):
        measure("blobs", [replace(labels[0], path=tmp_path / "gone.png")])


def test_our_reader_is_measured_too(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((300, 400, 3), 90, np.uint8))
    (tally,) = measure(METHODS[0], [replace(label(), path=tmp_path / "a.png")]).tallies
    assert (tally.photos, tally.dice) == (1, 0)


def test_failures_are_shown_the_worst_first(tmp_path: Path) -> None:
    """The labels say six where a five lies, leave a two out, and know of a die that is not there."""
    frame, known = drawn([Value.FIVE, Value.TWO, Value.FOUR], 235, 20, 90)
    cv2.imwrite(str(tmp_path / "a.png"), frame)
    wrong = label(replace(known[0], value=Value.SIX), known[2], Known(Value.ONE, 900, 50, 60))
    labels = [replace(wrong, path=tmp_path / "a.png")]
    measured = measure("blobs", labels)
    failures = list(worst(measured, labels, 3))
    assert [failure.what for failure in failures] == ["read a 5 for sure, is a 6", "did not see a 1"]
    assert all(max(failure.crop.shape) == 360 for failure in failures)
    assert [failure.what for failure in worst(measured, labels, 1)] == ["read a 5 for sure, is a 6"]
    assert list(worst(replace(measured, tallies=(Tally(photos=1),)), labels, 3)) == []


def test_sums_are_kept_by_source_and_by_view() -> None:
    one = label(FIVE)
    labels = [one, replace(one, source="theirs", view="oblique"), replace(one, source="table: star")]
    labels.append(replace(one, source="cloths", view=EMPTY))
    sums = by_source(labels, [Tally(photos=1, dice=2)] * 4)
    assert {name: tally.dice for name, tally in sums.items()} == {
        "ours": 2,
        "theirs": 2,
        "table: star": 2,
        "cloths": 2,
        "all overhead": 2,
        "all oblique": 2,
        "all of the table": 2,
        "all without dice": 2,
    }


def test_drawn_pictures_without_dice_are_the_same_every_time(tmp_path: Path) -> None:
    labels = list(drawn_empty(tmp_path, 2, 7))
    first = [label.path.read_bytes() for label in labels]
    assert first[0] != first[1]
    assert [label.path.read_bytes() for label in drawn_empty(tmp_path, 2, 7)] == first
    assert all(label.dice == () and label.values == () for label in labels)
    with pytest.raises(LabelsError, match="cannot be written"):
        list(drawn_empty(tmp_path / "nowhere", 1, 7))


def test_tables_line_up_as_text() -> None:
    text = tally_table({"a": Tally(photos=3, dice=10, right=9, ms=60.0), "a long name": Tally()})
    assert len({len(line) for line in text.splitlines()}) == 1
    assert "90.0 %" in text
    assert markdown(["x", "y"], [["1", "22"]]) == "| x |  y |\n| - | -: |\n| 1 | 22 |\n"
    assert percent(1, 0) == "-"
