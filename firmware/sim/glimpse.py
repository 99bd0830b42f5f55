"""What a player sees of the simulated table's cards with his own eyes, and nothing else."""

from __future__ import annotations

from collections.abc import Collection

from firmware.sim.world import World


class Glimpse:
    """The cards for the eyes of `seat`. `given`: the seats whose piles it was given to count."""

    def __init__(self, world: World, seat: int, given: Collection[int] = ()) -> None:
        self._world = world
        self._seen = {seat, *given}

    def spot(self) -> tuple[str, ...]:
        """The animals turned up in the middle."""
        return self._world.spot

    def animals(self, seat: int) -> tuple[str, ...]:
        """Those before a seat."""
        return tuple(sorted(self._world.animals(seat).elements()))

    def notes(self, seat: int) -> tuple[int, ...]:
        """The notes before a seat, in rising order; none where they lie face down and are not to be seen."""
        _, up = self._world.laid(seat)
        return self._world.pile(seat) if up or seat in self._seen else ()
