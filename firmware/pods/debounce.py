"""Turns a button's bouncing, lossy edges into gestures, on whatever monotonic time the caller has.

Edges tell when something happened; the level, read at every tick, tells what is true. Neither is trusted
alone: an edge may be lost, and a level may be read in the middle of a bounce. No thread and no clock in
here.

What one button goes through (`raw` is the line as best known, `down` is the finger as believed):

| raw        | lasts          | believed | says                                             |
|------------|----------------|----------|--------------------------------------------------|
| down       | PRESS_SETTLE   | pressed  | BACK, MORE: TAP                                  |
| still down | HELD_AFTER     | pressed  | HELD, once                                       |
| still down | each RUN_EVERY | pressed  | BACK, MORE: RUN, as long as the level reads down |
| up         | RELEASE_SETTLE | released | OK: TAP if it was not HELD                       |

A button that is down at the very first look, or for longer than JAMMED_AFTER, is jammed: it says nothing
until it was up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from firmware.pods.gesture import Button, Gesture, Kind

# Seconds. A contact bounces for up to 15 ms with pauses of 1-2 ms; crosstalk lasts 2 ms; the quickest
# finger 30 ms.
PRESS_SETTLE = 0.008
RELEASE_SETTLE = 0.020
HELD_AFTER = 0.6
RUN_EVERY = 0.12
# How long an edge may be on its way to us. Nothing is decided from the level before that has passed.
DELIVERY = 0.005
# How often the level is looked at while the finger is down, and while nothing happens (for a lost press
# edge).
POLL_DOWN = 0.03
POLL_IDLE = 0.05
# Longer than any finger runs through the longest list: something lies on the button.
JAMMED_AFTER = 30.0


class Debouncer:
    """One button of one pod. Feed `edge` for each edge and call `tick` at `next_tick` or earlier."""

    def __init__(self, pod: int, button: Button) -> None:
        self._pod = pod
        self._button = button
        self._raw = False  # the line as best known
        self._since = float("-inf")  # when it became so
        self._sure = float("-inf")  # when an edge or a level last said so
        self._doubt: float | None = None  # since when the level says otherwise
        self._pressed = False
        self._pressed_at = 0.0
        self._next_run: float | None = None  # None: not HELD yet
        self._jammed = False
        self._looked = False
        self._now = float("-inf")
        self._out: list[Gesture] = []

    def __repr__(self) -> str:
        state = "jammed" if self._jammed else "pressed" if self._pressed else "released"
        return f"<Debouncer pod {self._pod} {self._button} {state}>"

    @property
    def pressed(self) -> bool:
        """Whether a finger is believed to be on the button."""
        return self._pressed and not self._jammed

    @property
    def undecided_since(self) -> float | None:
        """When the finger came down that is on OK now and may still make a TAP of it."""
        if self._button is not Button.OK or self._jammed or self._next_run is not None:
            return None
        return self._pressed_at if self._pressed else self._since if self._raw else None

    def edge(self, down: bool, at: float) -> None:
        """The line went down (or up) at `at` seconds of monotonic time. What follows comes out of `tick`."""
        at = max(at, self._since)
        self._looked = True
        if down == self._raw:
            self._repeated(down, at)
            return
        self._settle(at)
        if down is False:
            self._held_by_edges(at)
        self._change(down, at)

    def tick(self, now: float, level_down: bool) -> list[Gesture]:
        """Bring everything up to `now`, with the level as read now; gives the gestures made since the last
        tick, in order. At most one RUN a tick: a loop that was away does not make a finger run on."""
        self._now = now = max(now, self._now)
        if not self._looked:
            self._looked = True
            if level_down:
                self._raw, self._since, self._jammed, self._pressed = True, now, True, True
        if level_down == self._raw:
            self._doubt = None
            self._settle(now, DELIVERY)
            self._sure = now
            if level_down:
                self._hold(now)
        elif self._doubt is None:
            self._doubt = max(now, self._since)
        elif now >= self._doubt + DELIVERY:
            # The edge is lost. It fell between the last time we were sure and the first time we doubted.
            at = self._doubt
            self._settle(at)
            self._change(level_down, at)
        out, self._out = self._out, []
        return out

    def next_tick(self) -> float:
        """When `tick` is wanted next, in seconds of monotonic time. Earlier does no harm."""
        if self._out:
            return self._now
        if self._doubt is not None:
            return self._doubt + DELIVERY
        if self._raw != self._pressed:
            return self._settles(DELIVERY)
        if not self._pressed or self._jammed:
            return max(self._now, self._since) + POLL_IDLE
        poll = max(self._now, self._since) + POLL_DOWN
        if self._next_run is None:
            return min(poll, max(self._holds(DELIVERY), self._now))
        return poll if self._button is Button.OK else min(poll, max(self._next_run, self._now))

    def _change(self, down: bool, at: float) -> None:
        self._raw, self._since, self._sure, self._doubt = down, at, at, None

    def _repeated(self, down: bool, at: float) -> None:
        """Twice the same edge: the one between them is lost."""
        self._doubt = None
        if down and at - self._sure >= RELEASE_SETTLE:
            # Nobody has seen it down for so long that the finger may well have been up before this new press.
            up = self._sure
            self._settle(up)
            self._change(False, up)
            self._settle(at)
            self._change(True, at)
        elif down:
            self._settle(at)
            self._sure = at
        # A second release says nothing of how long the press was that we missed: a glitch and a finger look
        # the same.

    def _settle(self, at: float, slack: float = 0.0) -> None:
        """Believe the line once it has kept still for long enough before `at`."""
        if self._raw == self._pressed or at < self._settles(slack):
            return
        if self._raw:
            self._pressed, self._pressed_at, self._next_run = True, self._since, None
            if self._button is not Button.OK:
                self._say(Kind.TAP)
        else:
            if self._button is Button.OK and self._next_run is None and not self._jammed:
                self._say(Kind.TAP)
            self._pressed, self._jammed, self._next_run = False, False, None

    # Each deadline is worked out in one place: `next_tick` and `tick` must agree to the last bit, or a loop
    # on a virtual clock stands still.

    def _settles(self, slack: float) -> float:
        return self._since + (PRESS_SETTLE if self._raw else RELEASE_SETTLE) + slack

    def _holds(self, slack: float) -> float:
        return self._pressed_at + HELD_AFTER + slack

    def _held_by_edges(self, up: float) -> None:
        """The loop was away for the whole of a long press: both its edges still tell how long it was."""
        new = self._pressed and not self._jammed and self._next_run is None
        if new and up >= self._holds(0.0):
            self._say(Kind.HELD)
            self._next_run = up

    def _hold(self, now: float) -> None:
        if not self._pressed or self._jammed:
            return
        if now - self._pressed_at >= JAMMED_AFTER:
            self._jammed = True
        elif self._next_run is None:
            if now >= self._holds(DELIVERY):
                self._say(Kind.HELD)
                self._next_run = self._pressed_at + HELD_AFTER + RUN_EVERY
        elif self._button is not Button.OK and now >= self._next_run:
            self._say(Kind.RUN)
            on_time = self._next_run + RUN_EVERY
            self._next_run = on_time if on_time > now else now + RUN_EVERY

    def _say(self, kind: Kind) -> None:
        self._out.append(Gesture(self._pod, self._button, kind, self._pressed_at))


class Hands:
    """All buttons of a table together: one place for the loop to put edges in and take gestures out.

    OK says TAP only when it comes up. So that the first press has what two press for, and not the shorter
    one, the TAP of an OK waits for every other OK that went down before it.
    """

    def __init__(self, pods: Iterable[int], level: Callable[[int, Button], bool]) -> None:
        """`level(pod, button)` reads whether that button is down right now."""
        self._level = level
        self._each = {(pod, button): Debouncer(pod, button) for pod in pods for button in Button}
        self._due = float("-inf")
        self._waiting: list[Gesture] = []  # taps of OK, in the order of their presses

    def edge(self, pod: int, button: Button, down: bool, at: float) -> None:
        """See `Debouncer.edge`. Edges of pods that do not play are ignored."""
        one = self._each.get((pod, button))
        if one is not None:
            one.edge(down, at)
            self._due = min(self._due, one.next_tick())

    def tick(self, now: float) -> list[Gesture]:
        """All gestures made since the last tick, in the order of their presses. Take the waiting edges in
        first."""
        out: list[Gesture] = []
        if now < self._due:
            return out
        # All are looked at together, or each would wake the loop at a time of its own, hundreds of times a
        # second.
        for (pod, button), one in self._each.items():
            out += one.tick(now, self._level(pod, button))
        self._due = min(one.next_tick() for one in self._each.values())
        return self._in_turn(out)

    def next_tick(self) -> float:
        """When `tick` is wanted next."""
        return self._due

    def _in_turn(self, made: list[Gesture]) -> list[Gesture]:
        undecided = [one.undecided_since for one in self._each.values()]
        first = min((at for at in undecided if at is not None), default=float("inf"))
        out: list[Gesture] = []
        waiting: list[Gesture] = []
        for gesture in sorted((*self._waiting, *made), key=lambda gesture: gesture.at):
            is_ok = gesture.button is Button.OK and gesture.kind is Kind.TAP
            (waiting if is_ok and gesture.at > first else out).append(gesture)
        self._waiting = waiting
        return out

    def down(self, pod: int) -> frozenset[Button]:
        """The buttons of a pod that a finger is on."""
        return frozenset(b for (p, b), one in self._each.items() if p == pod and one.pressed)

    def pods_with(self, button: Button) -> frozenset[int]:
        """The pods on which a finger is on this button: a secret may be shown only for as long as it is."""
        return frozenset(pod for (pod, other), one in self._each.items() if other is button and one.pressed)
