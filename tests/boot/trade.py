"""The cattle trade up to an offer, by buttons, glass and camera: the short game, which deals animals to
everybody, so that there is a trade at once."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.pods.gesture import Button
from firmware.sim.things import Chances
from firmware.sim.world import World
from tests.boot.hardware import Hardware
from tests.boot.pods import Pods
from tests.boot.proof import Proof
from tests.boot.seeing import pictures

SEATS = (1, 2, 3)
BEGINS = SEATS[0]
SEED = 0  # of a deal that leaves who begins one trade, with one seat
DEALT = 4  # animals before each
OFFER = r"Offer: "
OFFERED = r"Seat \d makes"


@dataclass(frozen=True, slots=True)
class Offer:
    """Who makes it to whom, and who looks on."""

    by: int
    to: int
    others: tuple[int, ...]


class CattleTrade:
    """Three people at a box that waits for who plays."""

    def __init__(self, hardware: Hardware, pods: Pods, proof: Proof) -> None:
        self._hardware, self._pods, self._proof = hardware, pods, proof
        self._world = World(SEATS, SEED, chances=Chances(pushed=0.0, half_covered=0.0))

    def play(self) -> Offer:
        """From "Who plays?" to an offer of which no note is laid yet."""
        pods, world = self._pods, self._world
        pods.sit_down(SEATS)
        for entry in ("Kuhhandel", "Short game", "4 animals"):
            pods.choose(BEGINS, entry)
        pods.choose(BEGINS, "Start", Button.BACK)
        world.gather(SEATS)
        world.deal(dict.fromkeys(SEATS, DEALT))
        pods.until(BEGINS, r"Who begins")
        with self._proof.step("the camera reads the animals that are dealt"):
            self._hardware.hang_camera(pictures(world))
            pods.choose(BEGINS, f"Seat {BEGINS}")
            pods.until(BEGINS, r"Your turn")
        pods.choose(BEGINS, "Trade")
        pods.until(BEGINS, OFFER)
        partner = next(
            seat for seat in SEATS if seat != BEGINS and world.animals(seat) & world.animals(BEGINS)
        )
        return Offer(BEGINS, partner, tuple(seat for seat in SEATS if seat not in (BEGINS, partner)))


def end_by_vote(pods: Pods, seats: tuple[int, ...]) -> None:
    """The seats of a game end it before its time, and the box asks again who plays."""
    first, *others = seats
    pods.menu(first)
    pods.choose(first, "End the game")
    pods.tap(first)
    for pod in others:
        pods.until(pod, r"yes|Yes")
        pods.tap(pod, Button.BACK)
        pods.tap(pod)
    for pod in seats:
        pods.until(pod, r"ends by vote")
        pods.tap(pod)
    pods.until(first, r"go on")
    pods.tap(first)
