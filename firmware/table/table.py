"""The table: one message after another goes to the stage that the evening is at; glass and eye follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from firmware.eye import Seen
from firmware.glass import icons
from firmware.glass.screen import DARK, Screen
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.table.house import House
from firmware.table.notices import Notices
from firmware.table.stage import AnySight, Stage


@dataclass(frozen=True, slots=True)
class Ailment:
    """A device is lost or back. `key`: `camera`, `pod.3` ...; `why` is for page and log, None: mended."""

    key: str
    why: str | None


Message = Gesture | Seen | Ailment

MARKS = {
    "camera": icons.CAMERA,
    "disk": icons.WARNING,
    "folder": icons.WARNING,
}  # on every glass while such a device ails


class Devices(Protocol):
    """What the table directs. Each may be told the same twice."""

    def look(self, sight: AnySight, since: float) -> None: ...

    def rest(self) -> None: ...

    def show(self, pod: int, screen: Screen) -> None: ...

    def light(self, level: int) -> None:
        """How bright all glass is to be, 0-255."""

    def off(self) -> None:
        """The box is to go off."""


class Table:
    """Called by one thread only."""

    def __init__(
        self,
        stage: Stage,
        house: House,
        pods: tuple[int, ...],
        devices: Devices,
        now: float,
    ) -> None:
        self.stage = stage
        self.house = house
        self.pods = pods
        self._devices = devices
        self._sight: AnySight | None = None
        self._level: int | None = None
        self._shown: dict[int, Screen] = {}
        self._notices = Notices(pods, house.health)
        self._notices_wait = False
        self._paused_at: float | None = None
        self._spent: dict[int, Button] = {}  # fingers whose press has done all that it may
        self._follow(now)

    def take(self, message: Message, now: float) -> None:
        """One message, and all that follows from it."""
        done = False  # whether the eye does not look any more
        match message:
            case Gesture():
                if not self._only_wakes(message):
                    self.stage.on(replace(message, pod=self._seat_at(message.pod)), now)
            case Seen(sight=sight, reading=reading):
                if sight == self._sight:
                    self._nudged(message.nudged)
                    self.stage.seen(reading, now)
                    done = reading.final
            case Ailment(key=key, why=None):
                self.house.health.pop(key, None)
            case Ailment(key=key, why=str(why)):
                self.house.health[key] = why
        self._follow(now, done)

    def hold(self, pods: frozenset[int], now: float) -> None:
        """The pods on which a finger is on OK now."""
        if self.stage.hold(frozenset(self._seat_at(pod) for pod in pods)):
            self._follow(now)

    def tick(self, now: float) -> None:
        if not self.house.paused:
            if not self._notices_wait:
                self._notices.tick(now)
            self.stage.tick(now)
        self._follow(now)

    def next_tick(self) -> float | None:
        if self.house.paused:
            return None
        notices = None if self._notices_wait else self._notices.next_tick()
        times = (notices, self.stage.next_tick())
        return min((time for time in times if time is not None), default=None)

    def screen(self, pod: int) -> Screen:
        """What this pod's glass is to show now."""
        if self.house.paused or self.house.off:
            return DARK
        words, seat = self.house.words, self._seat_at(pod)
        screen = self._notice(pod) or self.stage.screen(seat)
        if seat != pod and screen.lit:
            screen = replace(screen, marks=(f"{icons.HAND}{words.tag(seat)}", *screen.marks))
        kinds = {device.partition(".")[0] for device in self.house.health}
        ails = tuple(mark for kind, mark in MARKS.items() if kind in kinds)
        return replace(screen, marks=(*screen.marks, *ails)) if ails and screen.lit else screen

    def _seat_at(self, pod: int) -> int:
        """Who plays at this pod now: its own seat, or one whose pod is lost."""
        return self.house.stand_ins.get(pod, pod)

    def _only_wakes(self, gesture: Gesture) -> bool:
        """Whether a press lights a table that pauses, or reads a notice away: that is all it does then,
        however long the finger stays."""
        pod, button = gesture.pod, gesture.button
        if gesture.kind is not Kind.TAP and self._spent.get(pod) is button:
            return True
        self._spent.pop(pod, None)
        if self.house.paused:
            self.house.paused = False
        elif self._notice(pod) is not None:
            self._notices.read_away(pod)
        else:
            return False
        if button is not Button.OK:  # which says one thing a press: tapped, or held
            self._spent[pod] = button
        return True

    def _notice(self, pod: int) -> Screen | None:
        """What ails the box, if this pod has not read it yet. It covers no count, and takes no bid of one."""
        return None if self._notices_wait else self._notices.screen(pod, self.house.words)

    def _let_notices_wait(self, now: float) -> None:
        waited, self._notices_wait = self._notices_wait, self.stage.hurries()
        if waited and not self._notices_wait:
            self._notices.begin_anew(now)

    def _stand_still(self, now: float) -> None:
        """In a pause no time passes for what goes by itself."""
        if self.house.paused:
            self._paused_at = now if self._paused_at is None else self._paused_at
        elif self._paused_at is not None:
            self.stage.shift(now - self._paused_at)
            self._notices.begin_anew(now)
            self._paused_at = None

    def _nudged(self, moved: float) -> None:
        if moved:
            self.house.health["nudged"] = (
                f"the camera has moved by {moved:.0f} mm; the seats were found again"
            )
        else:
            self.house.health.pop("nudged", None)

    def _follow(self, now: float, done: bool = False) -> None:
        """Stage, eye and glass catch up with what has just happened. `done`: the eye has said all that it had
        to; what is asked of it still, it is asked anew."""
        self._stand_still(now)
        while (following := self.stage.next_stage()) is not None:
            self.stage = following
        for seat in [
            seat for seat in self.house.stand_ins.values() if f"pod.{seat}" not in self.house.health
        ]:
            self.house.back_to_own_seat(seat)
        self._let_notices_wait(now)
        self._notices.follow(self.house.health, now)
        sight = self.stage.sight() if not self.house.paused and not self.house.off else None
        if sight != self._sight or done:
            self._sight = sight
            if sight is None:
                self._devices.rest()
            else:
                self._devices.look(sight, now)
        if self._level != self.house.brightness:
            self._level = self.house.brightness
            self._devices.light(self._level)
        for pod in self.pods:
            screen = self.screen(pod)
            if self._shown.get(pod) != screen:
                self._shown[pod] = screen
                self._devices.show(pod, screen)
        if self.house.off:
            self._devices.off()
