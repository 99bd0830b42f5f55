"""The fingers of bots where the computer is too slow for them."""

from __future__ import annotations

from typing import NoReturn

import pytest

from firmware.bots.presses import Press
from firmware.pods.debounce import Debouncer
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.sim.players import Players

POD = 3
MADE: list[Press] = [(Button.BACK, 0), (Button.BACK, 0), (Button.MORE, 0), (Button.OK, 0), (Button.OK, 1)]
HEARD = [(button, Kind.HELD if long else Kind.TAP) for button, long in MADE]


@pytest.mark.parametrize("late", [0.0, 0.1, 0.25, 0.4])
def test_every_press_is_heard_however_late_the_loop_comes_to_it(late: float) -> None:
    """A tap whose finger went up in the moment in which it came down was taken for a contact that bounced,
    and a bot paid 40 for 30: it stood on another line than it thought."""
    buttons = {button: Debouncer(POD, button) for button in Button}
    down, moves, now = set[Button](), 0, 100.0

    def press(_pod: int, button: Button, is_down: bool) -> None:
        nonlocal moves
        moves += 1
        (down.add if is_down else down.discard)(button)
        buttons[button].edge(is_down, now)

    def unasked(*_: object) -> NoReturn:
        raise AssertionError("a bot thinks before it has pressed")

    players = Players(unasked, unasked, press, unasked, unasked, unasked, unasked, seed=1)
    players.set_player(POD, True)
    assert players.do(POD, MADE, now)
    heard: list[Gesture] = []
    while moves < 2 * len(MADE) or down or any(one.pressed for one in buttons.values()):
        if moves < 2 * len(MADE):
            players.tick(now)
        for button, one in buttons.items():
            heard += one.tick(now, button in down)
        due = players.next_tick()
        assert due is not None
        now = max(now + 0.001, min(due, *[one.next_tick() for one in buttons.values()])) + late
    assert [(one.button, one.kind) for one in heard] == HEARD
