"""People at the pods: they press real lines and read the glass, and know nothing else of the box."""

from __future__ import annotations

import re
import time

from firmware.pods.gesture import Button
from tests.boot.hand import Hand
from tests.boot.hardware import PINS, Hardware
from tests.boot.reading import read

TAPPED, HELD = 0.12, 1.2  # seconds that a finger stays down
PATIENCE = 600.0  # seconds by the clock on the wall: the host may have much else to do
SURELY = 4  # looks that find the same on a glass, one after the other: then nobody is drawing on it
AGAIN_AFTER = 6.0  # seconds after which somebody presses again at a glass that has not changed


class Stuck(AssertionError):
    """Somebody waits for something that the glass does not show."""


class Pods:
    """The pods of a booted box."""

    def __init__(self, hand: Hand, hardware: Hardware) -> None:
        self._hand, self._hardware = hand, hardware

    def text(self, pod: int) -> str:
        """What stands on the glass, "" for a dark one."""
        look = self._hardware.look(pod)
        return read(look.points) if look.lit else ""

    def press(self, pod: int, button: Button = Button.OK, seconds: float = TAPPED) -> None:
        """One press, whatever comes of it."""
        self._hand.tap(PINS.pin(pod, button), seconds)

    def tap(self, pod: int, button: Button = Button.OK, seconds: float = TAPPED) -> str:
        """Presses until the glass changes: a pod takes no press in the first moment of a new screen. What it
        shows then, once nobody draws on it any more. A mark that comes or goes beside the title is no answer
        to a press."""
        before = unmarked(self.text(pod))
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if not is_notice(self.text(pod)):
                self.press(pod, button, seconds)
            again, now, looks = time.monotonic() + AGAIN_AFTER, "", 0
            while time.monotonic() < again:
                last, now = now, self.text(pod)
                looks = looks + 1 if now == last else 0
                # A notice that has just come may have taken the press.
                if looks >= SURELY and unmarked(now) != before and not is_notice(now):
                    return now
                time.sleep(0.1)
        raise Stuck(f"pod {pod} takes no press of {button} at:\n{before}")

    def until(self, pod: int, *patterns: str, patience: float = PATIENCE) -> str:
        """Waits until the glass shows one of these, and reads away what else is told in between."""
        end = time.monotonic() + patience
        text, looks, pressed, again = "", 0, "", 0.0
        while time.monotonic() < end:
            before, text = text, self.text(pod)
            if any(re.search(pattern, text) for pattern in patterns):
                return text
            looks = looks + 1 if text == before else 0
            # A glass that is being drawn may look like news, and a slow box be about to take a press.
            if is_news(text) and looks >= SURELY and (text != pressed or time.monotonic() > again):
                self.press(pod)
                looks, pressed, again = 0, text, time.monotonic() + AGAIN_AFTER
            time.sleep(0.3)
        raise Stuck(f"pod {pod} does not come to {' or '.join(patterns)}; it shows:\n{text}")

    def until_lit(self, pod: int) -> None:
        """Waits until the box has lit that glass; its service is ready without any."""
        end = time.monotonic() + PATIENCE
        while not self._hardware.seen(pod)[0]:
            if time.monotonic() > end:
                raise Stuck(f"the glass of pod {pod} was never lit")
            time.sleep(0.3)

    def sit_down(self, seats: tuple[int, ...]) -> None:
        """From "Who plays?" to the choice of the game, which the first of them makes."""
        for pod in seats:
            while "Who plays" in self.until(pod, r"Who plays", r"Joined|Go on"):
                self.tap(pod)
        self.until(seats[0], r"Go on")
        self.choose(seats[0], "Go on")

    def choose(self, pod: int, entry: str, way: Button = Button.MORE) -> str:
        """Goes along a list to an entry and chooses it. What the glass shows then."""
        text = self.text(pod)
        for _ in range(40):
            if re.search(rf"\[{entry}", text):
                return self.tap(pod)
            text = self.tap(pod, way)
        raise Stuck(f"pod {pod} has no {entry} in its list; it shows:\n{text}")

    def menu(self, pod: int) -> str:
        """Holds OK down."""
        return self.tap(pod, Button.OK, HELD)


def unmarked(text: str) -> str:
    """The same without the marks of devices that ail, which stand behind the title."""
    title, *body = text.splitlines() or [""]
    return "\n".join((title.partition(" [")[0], *body))


def is_news(text: str) -> bool:
    """Whether the glass tells something that is over with an OK: nothing is asked or to be chosen."""
    *_, bar = text.splitlines() or [""]
    return bar in ("[OK]", "[dispute] [OK]") and "Shake" not in text and not is_notice(text)


def is_notice(text: str) -> bool:
    """Whether the box says what ails it. That goes by itself in a few seconds: who presses to be rid of it
    may come too late, and answers what is asked below it."""
    return re.search(r"Pod \d (does not|i?s back)|The camera|No sound", " ".join(text.split())) is not None
