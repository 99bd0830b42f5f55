"""The whole box on the simulated table in virtual time: fingers, glass and camera, each of which may fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import Setup
from engine.request import hands
from firmware.box import Box
from firmware.camera import simulated
from firmware.camera.faults import NO_FAULTS, Faults
from firmware.glass.draw import draw
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.fingers import FingerFaults
from firmware.sim.rehearsal import Rehearsal, VirtualClock
from firmware.sim.render import dice_in_picture, render
from firmware.sim.things import Lean, Scene
from firmware.table.lobby import Lobby
from firmware.table.play import Play
from firmware.table.stage import Purpose
from tests.table.headless import Headless, play_of, settings
from tests.table.texts import text_of
from vision.dice import Plane
from vision.reading import DiceReading, Die, Reason, Value

BAD_FINGERS = FingerFaults(bounces=12, glitch=0.3)


class Evening:
    """A box that is turned by hand, and what one may do and see at its table."""

    def __init__(self, seats: int, kind: type[Rehearsal] = Headless, **how: Any) -> None:
        self.clock = VirtualClock()
        how.setdefault("journal", Journal(None))
        how.setdefault("encore", 0.0)
        self.box = Box(settings(seats, 3), clock=self.clock, sleep=self.clock.sleep, **how)
        self.rehearsal = kind(self.box, self.clock)

    def bots(self) -> None:
        for pod in self.box.settings.pods:
            self.box.players.set_player(pod, True)

    def tap(self, pod: int, button: Button = Button.OK) -> None:
        self.box.finger.tap(pod, button)
        self.rehearsal.run(0.6)

    def until(self, so: Callable[[], bool], within: float = 300.0) -> None:
        end = self.clock.now + within
        while not so():
            self.rehearsal.step()
            assert self.clock.now < end, f"it did not happen; pod 1 shows {self.text(1)}"

    def text(self, pod: int) -> str:
        return text_of(self.box.table.screen(pod))

    def told(self, key: str) -> int:
        play = play_of(self.box)
        return 0 if play is None else sum(event.key == key for event in play.match.events)

    def shines(self, pod: int) -> bool:
        """Whether the glass shows what is to be seen there."""
        return bool((self.box.bus.pixels(pod) == np.asarray(draw(self.box.table.screen(pod)))).all())


# ---- fingers and glass ---------------------------------------------------------------------------------


def test_six_people_with_bouncing_buttons_begin_last_evenings_game_with_eight_presses() -> None:
    evening = Evening(6, fingers=BAD_FINGERS)
    evening.box.house.keep_choice(Setup("liars-dice", (1, 2, 3, 4, 5, 6)).to_json())
    evening.rehearsal.run(1.0)
    for pod in range(1, 7):
        evening.tap(pod)
    evening.tap(1)
    evening.tap(1)
    assert isinstance(evening.box.table.stage, Play)
    evening.until(lambda: evening.told("first-throw") > 0)
    assert all(evening.shines(pod) for pod in range(1, 7))


def test_the_brightness_reaches_the_panels() -> None:
    evening = Evening(2)
    evening.rehearsal.run(1.0)
    assert evening.box.bus.brightness(2) == 160
    evening.box.house.brightness = 40
    evening.tap(1)
    assert [evening.box.bus.brightness(pod) for pod in (1, 2)] == [40, 40]


def test_a_pod_that_is_missing_from_the_start_is_named_and_the_others_play() -> None:
    evening = Evening(3)
    evening.box.bus.unplug(3)
    evening.until(lambda: "Pod 3 does not answer" in evening.text(1))
    assert evening.shines(1)
    evening.rehearsal.run(10.0)
    for pod in (1, 2, 1, 1, 1):
        evening.tap(pod)
    play = play_of(evening.box)
    assert play is not None
    assert play.match.setup.seats == (1, 2)
    evening.box.bus.plug(3)
    evening.until(lambda: "Pod 3 is back" in evening.text(1))
    evening.rehearsal.run(10.0)
    assert evening.box.house.health == {}
    assert "No seat in this game" in evening.text(3)
    assert evening.shines(3)


def test_a_pod_lost_in_mid_game_holds_nobody_up_and_shows_all_when_it_is_back() -> None:
    evening = Evening(3)
    evening.bots()
    evening.until(lambda: evening.told("bid") > 0)
    evening.box.bus.unplug(2)
    evening.until(lambda: "Pod 2 does not answer" in evening.text(1))
    evening.until(lambda: evening.told("verdict") > 0)
    evening.box.bus.plug(2)
    evening.until(lambda: not evening.box.glass.lost())
    evening.rehearsal.run(1.0)
    evening.until(lambda: evening.shines(2), within=5.0)
    evening.until(lambda: evening.box.house.health == {}, within=5.0)


def test_a_switched_off_box_says_so_and_leaves_dark_glass() -> None:
    off: list[bool] = []
    evening = Evening(2, gone_off=lambda: off.append(True))
    evening.rehearsal.run(1.0)
    evening.box.finger.tap(1, Button.OK, 0.9)
    evening.rehearsal.run(1.0)
    while "[Switch off]" not in evening.text(1):
        evening.tap(1, Button.MORE)
    evening.tap(1)
    evening.tap(1)
    assert off
    evening.box.stop()
    assert not evening.box.bus.pixels(1).any()


def test_an_evening_that_ends_in_a_game_begins_with_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    evening = Evening(2, journal=Journal(path))
    evening.bots()
    evening.until(lambda: evening.told("bid") > 0)
    before = play_of(evening.box)
    assert before is not None
    dice = evening.box.host.world.truth()
    evening.box.stop()
    again = Evening(2, journal=Journal(path))
    assert again.box.host.world.truth() == dice
    again.rehearsal.run(1.0)
    assert "A game is not over yet" in again.text(1)
    again.tap(1)
    after = play_of(again.box)
    assert after is not None
    assert after.match.open == before.match.open
    again.box.stop()


# ---- the camera ----------------------------------------------------------------------------------------


class Remembered:
    """Reads each picture as what was before the camera when it was taken, however old it is now: so these
    tests say when a picture may be read, and not how well."""

    def __init__(self) -> None:
        self._scenes: dict[bytes, Scene] = {}

    def render(self, scene: Scene, *how: Any) -> np.ndarray[Any, Any]:
        picture = render(scene, *how)
        self._scenes[self._name(picture)] = scene
        return picture

    def read(self, picture: np.ndarray[Any, Any], table: Plane | None) -> DiceReading:
        assert table is not None
        return DiceReading(
            tuple(
                Die(die.value, die.x, die.y, die.size, 1.0, True, None, table.place_of(die.x, die.y))
                if die.lean is Lean.FLAT
                else Die(
                    None, die.x, die.y, die.size, 0.2, False, Reason.COCKED, table.place_of(die.x, die.y)
                )
                for die in dice_in_picture(self._scenes[self._name(picture)])
            )
        )

    @staticmethod
    def _name(picture: np.ndarray[Any, Any]) -> bytes:
        return picture[::32, ::32].tobytes()


class Watched(Evening):
    """An evening under a real camera. `rulings`: what was read at each call, and what then lay there."""

    def __init__(self, memory: Remembered, faults: Faults = NO_FAULTS) -> None:
        super().__init__(2, Rehearsal, camera_faults=faults)
        self.box.eye._read = memory.read
        self.rulings: list[tuple[dict[int, str], dict[int, str]]] = []
        self.since = 0.0
        take, look = self.box.table.take, self.box.eye.look

        def taken(message: Any, now: float) -> None:
            truth = {seat: _faces(dice) for seat, dice in self.box.host.world.truth().items()}
            before = len(play.match.journal) if (play := play_of(self.box)) else 0
            take(message, now)
            if play := play_of(self.box):
                for answer in play.match.journal[before:]:
                    if answer.key == "dice":
                        read = {seat: "".join(sorted(dice)) for seat, dice in hands(answer.said).items()}
                        self.rulings.append((read, {seat: truth[seat] for seat in read}))

        def looked(sight: Any, since: float) -> None:
            if sight.purpose is Purpose.READ:
                self.since = since
            look(sight, since)

        self.box.table.take = taken  # type: ignore[method-assign]
        self.box.eye.look = looked  # type: ignore[method-assign]
        self.bots()

    def check_rulings(self) -> None:
        assert self.rulings
        for read, truth in self.rulings:
            assert read == truth


def _faces(dice: tuple[Value, ...]) -> str:
    return "".join(sorted("*" if value is Value.STAR else value.value for value in dice))


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Remembered:
    memory = Remembered()
    monkeypatch.setattr(simulated, "render", memory.render)
    return memory


def test_a_camera_that_comes_late_is_waited_for_by_the_dice_and_by_nobody_else(memory: Remembered) -> None:
    evening = Watched(memory, Faults(absent_until=1030.0))
    evening.until(lambda: isinstance(evening.box.table.stage, Play))
    evening.until(lambda: "The camera does not answer" in evening.text(1))
    evening.rehearsal.run(1030.0 - evening.clock.now)
    assert evening.told("first-throw") == 0
    evening.until(lambda: evening.told("first-throw") > 0, within=20.0)
    assert evening.box.house.health == {}
    evening.check_rulings()


def test_a_camera_lost_while_the_cups_are_lifted_reads_when_it_is_back(memory: Remembered) -> None:
    evening = Watched(memory)
    evening.until(lambda: evening.told("called") > 0)
    evening.box.trouble_camera(Faults(lost=True))
    evening.rehearsal.run(15.0)
    assert evening.told("verdict") == 0
    assert "camera" in evening.box.house.health
    evening.box.trouble_camera(NO_FAULTS)
    evening.until(lambda: evening.told("verdict") > 0, within=20.0)
    assert "camera" not in evening.box.house.health
    evening.check_rulings()


def test_old_pictures_in_the_drivers_queue_are_never_read(memory: Remembered) -> None:
    evening = Watched(memory)
    evening.until(lambda: evening.told("verdict") > 0)
    evening.box.trouble_camera(Faults(stale=4))
    evening.until(lambda: evening.told("called") > 1)
    evening.until(lambda: evening.told("verdict") > 1, within=30.0)
    verdict = evening.box.verdict()
    assert verdict is not None
    assert verdict[0] >= evening.since
    evening.check_rulings()


def test_a_picture_that_stands_still_is_not_read_for_the_next_round(memory: Remembered) -> None:
    evening = Watched(memory)
    evening.until(lambda: evening.told("verdict") > 0)
    play = play_of(evening.box)
    assert play is not None
    for seat, dice in play.asked().dice.items():
        world = evening.box.host.world
        world.discard(seat, world.count(seat) - dice)
    # The right number of dice lies open before every seat: those of the round that is over.
    evening.box.trouble_camera(Faults(frozen=True))
    evening.until(lambda: evening.told("called") > 1)
    evening.rehearsal.run(20.0)
    assert evening.told("verdict") == 1, "they were read again from an old picture"
    assert "camera.frozen" in evening.box.house.health
    assert "📷" in evening.text(1)
    evening.box.trouble_camera(NO_FAULTS)
    evening.until(lambda: evening.told("verdict") > 1, within=20.0)
    assert evening.box.house.health == {}
    evening.check_rulings()


def test_whatever_exposure_does_the_dice_are_read(memory: Remembered) -> None:
    evening = Watched(memory)
    for verdicts, gain in ((1, 0.7), (2, 1.4)):
        evening.until(lambda wanted=verdicts: evening.told("called") >= wanted)  # type: ignore[misc]
        evening.box.trouble_camera(Faults(gain=gain, warmth=gain - 1.0))
        evening.until(lambda wanted=verdicts: evening.told("verdict") >= wanted, within=40.0)  # type: ignore[misc]
    evening.check_rulings()


def test_a_person_who_comes_back_picks_the_game_though_bots_have_joined_meanwhile() -> None:
    evening = Evening(4)
    for bot in (2, 3, 4):
        evening.box.players.set_player(bot, True)
    evening.tap(1)
    evening.until(lambda: lobby_of(evening.box).joined == (1, 2, 3, 4))
    for button in (Button.MORE, Button.MORE, Button.MORE, Button.OK):  # past my name and the seating
        evening.tap(1, button)
    assert 1 not in lobby_of(evening.box).joined
    evening.tap(1)
    evening.until(lambda: lobby_of(evening.box).host == 1)
    evening.until(lambda: lobby_of(evening.box).joined == (1, 2, 3, 4))


def lobby_of(box: Box) -> Lobby:
    assert isinstance(box.table.stage, Lobby)
    return box.table.stage
