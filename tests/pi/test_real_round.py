"""A whole round of liar's dice on a real box with all its threads: a pod is missing from the start, another
is lost in mid-round and comes back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.pods.gesture import Button
from firmware.table.dice_table import faces_of
from firmware.words.values import number
from tests.pi.live import LiveTable, picamera2_above
from vision.seats import TableReading

SEATS = (1, 2, 3, 4, 5)
MISSING = 6


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveTable]:
    made = LiveTable(tmp_path, missing=(MISSING,))
    monkeypatch.setitem(sys.modules, "picamera2", picamera2_above(made.host.world))
    made.box.start()
    yield made
    made.box.stop()
    assert not any(made.bus.ram(pod).any() for pod in SEATS)


def roll(table: LiveTable) -> int:
    """Everybody shakes and says that he has looked; who opens."""
    for pod in SEATS:
        table.read_away(pod)
    table.until(lambda: all(table.host.has_shaken(pod) for pod in SEATS), "nobody shakes")
    for pod in SEATS:
        table.say(pod, "roll")
    table.until(lambda: table.phase == "bidding", "they did not roll")
    return int(str(table.play.match.view(None)["turn"]))


def left_of(pod: int) -> int:
    return SEATS[(SEATS.index(pod) + 1) % len(SEATS)]


def check_glass(table: LiveTable, *away: int) -> None:
    table.settle()
    for pod in SEATS:
        if pod not in away:
            assert table.shines(pod), f"pod {pod} does not show {table.text(pod)}"


def test_a_round_with_a_pod_missing_and_one_that_comes_and_goes(table: LiveTable) -> None:
    table.until(lambda: f"pod.{MISSING}" in table.box.house.health, "nobody misses the pod")
    table.begin(SEATS)
    table.until(lambda: table.phase == "roll", "two threw as many points")
    opener = roll(table)
    second = left_of(opener)
    third = left_of(second)
    lost = left_of(third)
    check_glass(table)

    # What a seat turns over in its mind reaches its own glass and no other.
    for pod in SEATS:
        table.read_away(pod)  # what else is on a glass goes by itself after a while
    table.settle()
    before = {pod: table.bus.ram(pod) for pod in SEATS}
    for _ in range(3):
        table.tap(opener, Button.MORE)
    check_glass(table)
    assert (table.bus.ram(opener) != before[opener]).any()
    for pod in SEATS:
        if pod != opener:
            assert (table.bus.ram(pod) == before[pod]).all(), f"pod {pod} shows what only {opener} may know"

    # A pod is lost: the others are told, and play on.
    table.bus.unplug(lost)
    table.until(lambda: f"pod.{lost}" in table.box.house.health, "nobody misses the pod that is lost")
    assert f"Pod {lost} does not answer" in table.text(second)
    table.say(opener, "bid", "2x3")
    check_glass(table, lost)

    # It comes back with noise in its memory, which nobody ever sees.
    lit: list[int] = []
    table.bus.watch(lambda pod: lit.append(int(table.bus.pixels(pod).sum())) if pod == lost else None)
    table.bus.plug(lost)
    table.until(lambda: f"pod.{lost}" not in table.box.house.health, "the pod does not come back")
    check_glass(table)
    table.bus.watch(None)
    assert 0 < next(filter(None, lit)) <= 32 * 8  # the first that shines is one block of the new picture
    table.say(second, "bid", "3x3")
    table.say(third, "call")

    # The cups come off, and the camera reads what lies there.
    truth = table.host.world.truth()
    table.until(lambda: any(event.key == "verdict" for event in table.play.match.events), "nothing is read")
    seen = table.box.verdict()
    assert seen is not None
    assert isinstance(seen[2], TableReading)
    read = {one.seat: sorted(faces_of(one.values or ())) for one in seen[2].seats}
    assert read == {pod: sorted(faces_of(truth[pod])) for pod in SEATS}
    check_glass(table)

    # Whoever was wrong has given up dice, and all throw again.
    for pod in SEATS:
        table.read_away(pod)
    table.until(lambda: table.phase == "roll", "the next round does not begin")
    view = table.play.match.view(None)
    assert view["round"] == 2
    assert number(view["in_play"]) < 5 * len(SEATS)
    check_glass(table)
