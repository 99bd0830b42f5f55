"""A whole box in virtual time with a camera that costs nothing: dice that lie open are seen as they lie."""

from __future__ import annotations

from pathlib import Path

from firmware.box import Box
from firmware.eye import Seen
from firmware.settings import CameraKind, Settings
from firmware.sim.rehearsal import Rehearsal
from firmware.sim.things import CupState
from firmware.table.play import Play
from firmware.table.stage import Purpose, Sight
from vision.reading import Value
from vision.seats import SeatReading, TableReading

LOOKS_EVERY = 0.15  # seconds
ORDER = list(Value)


def settings(seats: int, seed: int, journal: Path = Path("nowhere")) -> Settings:
    """A box as it comes, with so many pods."""
    return Settings(
        language="en",
        brightness=160,
        pods=tuple(range(1, seats + 1)),
        log_level="debug",
        seed=seed,
        web_host="127.0.0.1",
        web_port=8477,
        journal=journal,
        camera=CameraKind.SIMULATED,
        camera_path=None,
        layout=None,
        deck=None,
        sound="off",
    )


def play_of(box: Box) -> Play | None:
    """The game in play, if there is one."""
    return box.table.stage if isinstance(box.table.stage, Play) else None


class Headless(Rehearsal):
    """A rehearsal in which no picture is drawn."""

    def _look(self) -> float:
        sight = self.box.table.stage.sight()
        if not isinstance(sight, Sight) or sight.purpose is not Purpose.READ:
            return float("inf")
        world = self.box.host.world
        if all(world.cup(seat) is CupState.LIFTED and not world.has_hand(seat) for seat in sight.wanted):
            truth = world.truth()
            seats = tuple(
                SeatReading(seat, wanted, wanted, (), tuple(sorted(truth[seat], key=ORDER.index)), None)
                for seat, wanted in sight.wanted.items()
            )
            self.box.loop.post(Seen(sight, TableReading(self.clock.now, seats, final=True)))
        return self.clock.now + LOOKS_EVERY
