"""A hard reset in the middle of a decision: it waits again, and what stood on the glass has left its memory
before it is lit."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.pods.gesture import Button
from tests.boot.hand import Hand
from tests.boot.hardware import Hardware
from tests.boot.machine import Machine
from tests.boot.pods import Pods, unmarked
from tests.boot.proof import Proof
from tests.boot.trade import OFFER, OFFERED, Offer
from tests.boot.unit import Unit


@dataclass
class Box:
    """A booted guest with all that is had of it from outside."""

    machine: Machine
    hand: Hand
    hardware: Hardware
    pods: Pods
    unit: Unit
    proof: Proof

    def boot(self, plugged: tuple[int, ...], left: dict[int, bytes] | None = None) -> dict[str, str]:
        """From the machine's first instruction to a service that is ready; what systemd tells of it then."""
        self.hand.wait()
        self.hardware.build(plugged, left)
        self.hand.ready()
        return self.unit.wait_ready()

    def reset(self, plugged: tuple[int, ...]) -> dict[str, str]:
        """Somebody leans on the reset button, while the glass has power and keeps what it shows: the worst
        case. Goes on once the box has lit every glass itself, so that nobody reads what is left of before."""
        left = {pod: self.hardware.memory(pod) for pod in plugged}
        self.machine.reset()
        shown = self.boot(plugged, left)
        for pod in plugged:
            self.pods.until_lit(pod)
        return shown

    def check_unchanged(self, before: dict[int, str]) -> None:
        """Raises `Wrong` where a pod shows something else than before, marks beside the title apart."""
        for pod, text in before.items():
            now = self.pods.text(pod)
            self.proof.check(unmarked(now) == unmarked(text), f"pod {pod} has changed to:\n{now}")

    def check_lit_empty(self, plugged: tuple[int, ...]) -> None:
        """Raises `Wrong` where a glass was lit since the boot with anything in its memory."""
        for pod in plugged:
            _, looks = self.hardware.seen(pod)
            self.proof.check(
                not any(look.any() for look in looks), f"pod {pod} was lit with something in its memory"
            )


def reset_in_mid_bid(box: Box, bidder: int, others: tuple[int, ...], plugged: tuple[int, ...]) -> None:
    """`bidder` turns a bid over in his mind when the machine is reset."""
    pods, proof = box.pods, box.proof
    asked = heading(pods.until(bidder, r"Your bid"))
    before = {pod: pods.until(pod, r"opens|bids") for pod in others}
    for _ in range(2):
        pods.tap(bidder, Button.MORE)
    with proof.step("what a seat turns over in its mind stands on no other glass"):
        box.check_unchanged(before)
    with proof.step("it boots again after a hard reset in mid-decision, and lights every glass"):
        shown = box.reset(plugged)
        proof.figure("start of the unit to ready after the reset", seconds_to_ready(shown))
    with proof.step("what was left on the glass was dark long before that"):
        begun, ready = begun_and_ready(shown)
        dark = [box.hardware.dark_since(pod) for pod in plugged]
        proof.check(
            min(dark) > 0 and max(dark) < ready, f"{dark}: dark only when the box was ready ({ready})"
        )
        proof.figure("start of the unit to dark glass after the reset", f"{(max(dark) - begun) / 1e6:.1f} s")
    with proof.step("the same decision waits at the same pod, and no other"):
        text = pods.until(bidder, r"Your bid")
        proof.check(heading(text) == asked, f"pod {bidder} is asked something else:\n{text}")
        for pod in others:
            pods.until(pod, r"opens|bids")
    with proof.step("nothing that stood there was left in any glass when it was lit"):
        box.check_lit_empty(plugged)


def reset_in_mid_pile(box: Box, offer: Offer, plugged: tuple[int, ...]) -> None:
    """The pile of an offer is half-composed when the machine is reset. It stood on the glass of its owner and
    nowhere else, so it is gone: the offer waits for an empty pile, which is laid then."""
    pods, proof = box.pods, box.proof
    waiting = (offer.to, *offer.others)
    asked = heading(pods.until(offer.by, OFFER))
    before = {pod: pods.until(pod, OFFERED) for pod in waiting}
    pods.tap(offer.by, Button.BACK)
    proof.check("[lay nothing]" in pods.text(offer.by), f"this is no empty pile:\n{pods.text(offer.by)}")
    for button in (Button.BACK, Button.OK, Button.BACK, Button.OK):
        pods.tap(offer.by, button)
    with proof.step("a pile that a seat composes stands on no other glass"):
        box.check_unchanged(before)
    with proof.step("it boots again after a hard reset in mid-pile, and lights every glass"):
        box.reset(plugged)
    with proof.step("the same offer waits at the same pod, with nothing in its pile"):
        text = pods.until(offer.by, OFFER)
        proof.check(heading(text) == asked, f"pod {offer.by} is asked something else:\n{text}")
        for pod in waiting:
            pods.until(pod, OFFERED)
        text = pods.tap(offer.by, Button.BACK)
        proof.check("[lay nothing]" in text, f"something is left of the pile:\n{text}")
    with proof.step("nothing of the pile was left in any glass when it was lit"):
        box.check_lit_empty(plugged)
    with proof.step("it is composed anew and laid, and the partner is asked"):
        for button in (Button.BACK, Button.OK, Button.MORE, Button.OK):
            pods.tap(offer.by, button)
        pods.until(offer.to, r"For your")


def heading(text: str) -> str:
    """What is asked: the camera is out after a reset, which marks it."""
    return unmarked(text).splitlines()[0]


def seconds_to_ready(shown: dict[str, str]) -> str:
    """From the start of the unit to READY, by systemd's own clock."""
    begun, ready = begun_and_ready(shown)
    return f"{(ready - begun) / 1e6:.1f} s"


def begun_and_ready(shown: dict[str, str]) -> tuple[int, int]:
    """When the unit was started and when it was ready, in microseconds of the kernel's monotonic clock."""
    begun, ready = (int(shown[f"{name}TimestampMonotonic"]) for name in ("InactiveExit", "ActiveEnter"))
    return begun, ready
