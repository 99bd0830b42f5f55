"""A table that nobody touches grows dim and then dark, once, and a press undoes it."""

from __future__ import annotations

from firmware.pi.rest import DARK_AFTER, DIM_AFTER, Rest


class Bench:
    def __init__(self) -> None:
        self.now = 100.0
        self.told: list[tuple[float, str]] = []
        self.rest = Rest(
            lambda dim: self.tell("dim" if dim else "bright"), lambda _: self.tell("dark"), 100.0
        )

    def tell(self, what: str) -> None:
        self.told.append((self.now, what))

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while (due := self.rest.next_tick()) is not None and due <= end:
            self.now = due
            self.rest.tick(due)
        self.now = end


def test_it_grows_dim_then_dark_and_says_each_once() -> None:
    bench = Bench()
    bench.run(10 * DARK_AFTER)
    assert bench.told == [(100.0 + DIM_AFTER, "dim"), (100.0 + DARK_AFTER, "dark")]


def test_a_press_makes_it_bright_and_begins_anew() -> None:
    bench = Bench()
    bench.run(DIM_AFTER + 1)
    bench.rest.touched(bench.now)
    pressed = bench.now
    bench.run(DARK_AFTER + 1)
    assert [what for _, what in bench.told] == ["dim", "bright", "dim", "dark"]
    assert bench.told[-1][0] == pressed + DARK_AFTER


def test_a_table_in_use_is_left_alone() -> None:
    bench = Bench()
    for _ in range(40):
        bench.run(DIM_AFTER / 2)
        bench.rest.touched(bench.now)
    assert bench.told == []
