"""The speed that the bench prints is that of the same games, and so the plain program is an oracle too."""

from __future__ import annotations

from random import Random

from tests.bench_engine import CATTLE, cattle_rate, measured, plainly, through_the_contract


def test_both_programs_play_the_same_games() -> None:
    for seed in range(100):
        assert through_the_contract(Random(seed)) == plainly(Random(seed))


def test_the_contract_is_not_far_from_its_bar() -> None:
    """The bar is 10 on an idle machine, and `make bench` prints the figure; here just a clear slip."""
    assert measured(games=40, runs=5)["ratio"] < 20


def test_whole_cattle_trades_are_timed() -> None:
    for edition in CATTLE:
        assert min(cattle_rate(edition, games=1, runs=1).values()) > 0
