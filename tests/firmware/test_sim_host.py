"""Whoever looks at the simulated table, and whenever: nothing on it changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware.box import Box
from firmware.journal import Journal
from firmware.sim.host import MOMENT, Host
from firmware.sim.rehearsal import VirtualClock
from firmware.sim.things import CupState
from firmware.sim.world import World
from firmware.table.stage import Asked
from firmware.window import Window
from tests.table.headless import settings

SEATS = (1, 2)
LOOKS: dict[str, Callable[[Box, Window], object]] = {
    "the page of seat 1": lambda _, window: window.cup(1),
    "its bot": lambda box, _: box.host.own(1),
    "its player": lambda box, _: box.host.under(1),
}
STATES: dict[CupState, Callable[[World], object]] = {
    CupState.DOWN: lambda world: world.shake(1),
    CupState.PEEKED: lambda world: world.peek(1),
    CupState.LIFTED: lambda world: world.lift(1),
}


@pytest.fixture
def box() -> Box:
    clock = VirtualClock()
    return Box(settings(len(SEATS), 5), clock=clock, sleep=clock.sleep, journal=Journal(None))


def between_all_looks(world: World, monkeypatch: pytest.MonkeyPatch, deed: Callable[[World], object]) -> None:
    """From now on the other thread does this after each single thing that is asked of the table."""

    def followed(ask: Callable[[int], object]) -> Callable[[int], object]:
        def asked(seat: int) -> object:
            answer = ask(seat)
            with monkeypatch.context() as undisturbed:
                for name, plain in asks.items():
                    undisturbed.setattr(world, name, plain)
                deed(world)
            return answer

        return asked

    asks = {name: getattr(world, name) for name in ("cup", "under", "peek", "crooked", "shown", "count")}
    for name, ask in asks.items():
        monkeypatch.setattr(world, name, followed(ask))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("state", STATES)
def test_a_look_changes_nothing(box: Box, look: str, state: CupState) -> None:
    STATES[state](box.host.world)
    before, scene = json.dumps(box.host.world.to_data()), box.host.world.scene()
    LOOKS[look](box, Window(box))
    assert box.host.world.scene() == scene
    assert json.dumps(box.host.world.to_data()) == before


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("state", STATES)
def test_a_cup_stays_as_it_was_put_while_somebody_looks(
    box: Box, monkeypatch: pytest.MonkeyPatch, look: str, state: CupState
) -> None:
    world = box.host.world
    between_all_looks(world, monkeypatch, STATES[state])
    LOOKS[look](box, Window(box))
    assert world._state.cups[1].state is state


@pytest.mark.parametrize("look", LOOKS)
def test_no_picture_that_is_taken_while_somebody_looks_shows_a_tilted_cup(
    box: Box, monkeypatch: pytest.MonkeyPatch, look: str
) -> None:
    scenes = [box.host.world.scene()]
    between_all_looks(box.host.world, monkeypatch, lambda world: scenes.append(world.scene()))
    LOOKS[look](box, Window(box))
    assert len(scenes) > 1
    assert all(scene == scenes[0] for scene in scenes)


def test_dice_that_were_thrown_meanwhile_are_not_told_as_lying_open(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.host.world.lift(1)
    open_then = [value.value for value in box.host.world.under(1)]
    between_all_looks(box.host.world, monkeypatch, lambda world: world.shake(1))
    told = Window(box).cup(1)
    assert told is not None
    assert told["shakes"] is False, "nobody is asked to"
    assert told["state"] == "down" or [die["value"] for die in told["dice"]] == open_then  # type: ignore[attr-defined]


def test_the_page_tells_of_as_many_crooked_dice_as_there_are(box: Box) -> None:
    """Also where several show the same."""
    world, window = box.host.world, Window(box)
    pairs = 0
    for _ in range(60):
        world.shake(1)
        told = window.cup(1)
        assert told is not None
        dice = told["dice"]
        assert isinstance(dice, list)
        crooked = sorted(value.value for value in world.crooked(1))
        assert sorted(die["value"] for die in dice if die["lean"] != "flat") == crooked
        pairs += len({die["value"] for die in dice}) < len(dice)
    assert pairs > 0


def test_who_is_out_gives_up_the_last_of_his_dice() -> None:
    asked = Asked(1, throw_open=(1, 2, 3), dice={1: 5, 2: 5, 3: 5})
    host = Host(Journal(None), (1, 2, 3), 5, lambda: asked, lambda: {"dice": "star"})
    _moments(host)
    asked = Asked(2, shake=(1, 3), dice={1: 4, 2: 0, 3: 5})
    _moments(host)
    assert [host.world.count(seat) for seat in (1, 2, 3)] == [4, 0, 5]


def test_a_cup_may_be_shaken_until_its_seat_has_said_that_it_has_looked() -> None:
    asked = Asked(1, shake=(1, 2), unshaken=(1, 2), dice={1: 5, 2: 5, 3: 0})
    host = Host(Journal(None), (1, 2, 3), 5, lambda: asked, lambda: {"dice": "star"})
    _moments(host)
    assert [host.may_shake(seat) for seat in (1, 2, 3)] == [True, True, False]
    asked = replace(asked, unshaken=(2,))
    _moments(host, 1)
    assert [host.may_shake(seat) for seat in (1, 2, 3)] == [False, True, False]
    lay = host.under(1), host.under(2)
    while host.under(2) == lay[1]:
        host.by_hand(1, "shake")
        host.by_hand(2, "shake")
    assert host.under(1) == lay[0], "what may not be shaken is not"


@pytest.mark.parametrize("soon", range(4))
@pytest.mark.parametrize("left_after", range(12))
def test_wherever_people_were_left_they_lift_the_cup_when_they_are_asked(left_after: int, soon: int) -> None:
    """What is asked without a number may not take the number of what is asked next."""
    journal = Journal(None)
    asked = Asked(1, shake=(2,), dice={2: 3}, one_cup=True)

    def host() -> Host:
        return Host(journal, (1, 2, 3), 5, lambda: asked, lambda: {})

    _moments(host(), left_after)
    again = host()
    asked = replace(asked, tokens={0: (3, 4), 2: (5,)})  # they are laid by an asking without a number
    _moments(again, soon)
    asked = Asked(1, lift=(2,), dice={2: 3}, one_cup=True)
    _moments(again)
    assert again.world.cup(2) is CupState.LIFTED


def _moments(host: Host, how_many: int = 40) -> None:
    for moment in range(how_many):
        host.tick(moment * MOMENT)
