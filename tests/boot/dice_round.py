"""A whole round of liar's dice by buttons, glass and camera: a pod is missing, one is lost for a while, and
the camera is late."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from firmware.pods.gesture import Button
from firmware.sim.things import Chances
from firmware.sim.world import World
from firmware.table.dice_table import faces_of
from tests.boot.hardware import Hardware
from tests.boot.pods import HELD, PATIENCE, Pods, Stuck
from tests.boot.proof import Proof
from tests.boot.seeing import pictures

SEATS = (1, 2, 3)
MISSING = 6
SEED = 7
BID = r"Your bid"
ASKED = rf"{BID}|held: number"  # its two columns
BADLY = r"A die |Dice are|seen here|dice here"


class DiceRound:
    """Three people at a booted box that waits for who plays."""

    def __init__(self, hardware: Hardware, pods: Pods, proof: Proof) -> None:
        self._hardware, self._pods, self._proof = hardware, pods, proof
        self._world = World(SEATS, SEED, chances=Chances(touching=0.0))

    def play(self) -> int:
        """From "Who plays?" to the bids of the second round; who opens it."""
        self._pods.sit_down(SEATS)
        self._pods.choose(SEATS[0], "Liar")
        self._pods.choose(SEATS[0], "Start")
        opener = self._first_throw()
        loser, lost = self._bid(opener)
        with self._proof.step("whoever was wrong gives up dice, and the next round begins"):
            self._world.discard(loser, lost)
            return self._shake()

    def _first_throw(self) -> int:
        """Who opens."""
        pods, proof = self._pods, self._proof
        pods.until(SEATS[1], r"Throw your")
        for seat in SEATS:
            self._world.throw_open(seat)
        self._hardware.hang_camera(pictures(self._world))
        with proof.step("the camera that comes late is taken up, and reads the first throw"):
            for pod in SEATS:
                pods.until(pod, r"First throw", r"Shake")
        return self._shake()

    def _shake(self) -> int:
        """Everybody shakes and says so; who opens."""
        for pod in SEATS:
            self._pods.until(pod, r"Shake")
        self._change(self._world.shake)
        for pod in SEATS:
            self._pods.tap(pod)
        asked = {pod: self._pods.until(pod, BID, r"Seat \d (opens|bids)") for pod in SEATS}
        return next(pod for pod, text in asked.items() if re.search(BID, text))

    def _bid(self, opener: int) -> tuple[int, int]:
        """Two bids and "Bluff!"; who loses how many dice."""
        pods, proof, hardware = self._pods, self._proof, self._hardware
        second, third = left_of(opener), left_of(left_of(opener))
        with proof.step("a pod that is lost in mid-game is missed at the others"):
            hardware.plug(third, False)
            pods.until(second, rf"Pod {third} does not")
        self._say_bid(opener)
        with proof.step("it comes back, dark until its memory is empty"):
            lit = hardware.seen(third)[0]
            hardware.plug(third, True)
            pods.until(third, r"Seat")
            times, looks = hardware.seen(third)
            proof.check(
                times > lit and not any(look.any() for look in looks), "the glass was lit with noise in it"
            )
        self._say_bid(second)
        pods.until(third, BID)
        self._call(third)
        with proof.step("the eye reads the dice, and every pod tells the verdict"):
            self._change(self._world.lift)
            told = self._verdicts()
            for text in told.values():
                self._check(text)
        return next(loss for pod, text in told.items() if (loss := loss_in(text, pod)))

    def _say_bid(self, pod: int) -> None:
        """The lowest that can be said: one press for the number, one for the face. What is told in between
        may take a press, so it is pressed until somebody else is asked."""
        self._pods.until(pod, BID)
        while re.search(ASKED, self._pods.until(pod, ASKED, r"Seat \d bids")):
            self._pods.tap(pod)

    def _verdicts(self) -> dict[int, str]:
        """What each pod tells once the dice are read. Who is told that his dice lie badly lays them right."""
        told: dict[int, str] = {}
        laid: set[int] = set()  # whoever has just laid them right, and is not told yet what becomes of it
        until = time.monotonic() + PATIENCE
        while len(told) < len(SEATS):
            for pod in SEATS:
                text = told.get(pod) or self._pods.until(
                    pod, r"called", BADLY, r"Not clear", r"Lift", r"Bluff!"
                )
                if "called" in text:
                    told[pod] = text
                elif not re.search(BADLY, text):
                    laid.discard(pod)
                elif pod not in laid:
                    laid.add(pod)
                    self._world.nudge(pod)
                    self._hardware.show(pictures(self._world))
            if time.monotonic() > until:
                raise Stuck(f"the dice are not read; pod {SEATS[0]} shows:\n{self._pods.text(SEATS[0])}")
            time.sleep(2.0)
        return told

    def _check(self, text: str) -> None:
        """Whether a verdict says how many dice of the face that was bid lie there; a star is any face."""
        read = re.search(r"\((.)\) called, (\d+) there", text.replace("\n", " "))
        self._proof.check(read is not None, f"this is no verdict:\n{text}")
        assert read is not None
        lying = "".join(faces_of(hand) for hand in self._world.truth().values())
        there = sum(lying.count(face) for face in {read[1], "*"})
        self._proof.check(there == int(read[2]), f"{there} of {read[1]} lie there, not {read[2]}")

    def _call(self, pod: int) -> None:
        """One beyond the lowest bid, and held."""
        while BID in self._pods.text(pod):
            self._pods.tap(pod, Button.BACK)
        self._pods.tap(pod, Button.MORE, 2 * HELD)

    def _change(self, do: Callable[[int], object]) -> None:
        for seat in SEATS:
            do(seat)
        self._hardware.show(pictures(self._world))


def loss_in(text: str, reader: int) -> tuple[int, int] | None:
    """Who loses how many dice, as it is told at this pod."""
    if own := re.search(r"You lose (\d)", text):
        return reader, int(own[1])
    other = re.search(r"Seat (\d) loses (\d)", text)
    return None if other is None else (int(other[1]), int(other[2]))


def left_of(seat: int) -> int:
    return SEATS[(SEATS.index(seat) + 1) % len(SEATS)]
