"""`bluffbox teach --live` takes each face from the camera as it is laid there, and can be left any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from firmware.camera.frame import Camera, CameraLost, CameraSlow, Frame
from firmware.camera.simulated import SimulatedCamera
from firmware.cli import main
from firmware.kit.cards import HEIGHT, WIDTH
from firmware.kit.deck import SHIPPED
from firmware.sim.cards import SeenCard
from firmware.sim.layout import Spot
from firmware.sim.things import Scene
from firmware.sim.world import World
from vision.cards.deck import load_deck
from vision.cards.reader import read_cards

KIT = load_deck(SHIPPED)
SIZE = f"{WIDTH:g}x{HEIGHT:g}"
STEP = 0.35  # seconds from frame to frame
EMPTY: None = None


class Shown:
    """A camera over a plain cloth: one after the other it sees each of these cards of the kit for a while.
    An exception in their place is raised."""

    def __init__(self, *script: str | BaseException | None, each: int = 5) -> None:
        self._frames = self._played(script, each)
        self._now = 0.0
        self.closed = False

    def _played(
        self, script: Sequence[str | BaseException | None], each: int
    ) -> Iterator[np.ndarray | BaseException]:
        for seen in script:
            if isinstance(seen, BaseException):
                yield seen
                continue
            picture = np.full((600, 800, 3), (70, 90, 60), np.uint8)
            if seen is not None:
                card = cv2.resize(KIT.faces[seen].picture, (126, 176), interpolation=cv2.INTER_AREA)
                picture[200:376, 300:426] = card
            yield from [picture] * each
        raise AssertionError("the camera was looked at for longer than anybody would wait")

    def frame(self) -> Frame:
        self._now += STEP
        seen = next(self._frames)
        if isinstance(seen, BaseException):
            raise seen
        return Frame(seen, self._now)

    def abort(self) -> None: ...

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def teach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs `bluffbox teach --live` on a deck in a folder of its own before a camera."""
    monkeypatch.chdir(tmp_path)

    def run(camera: Camera | Exception, *words: str, typed: str = "") -> Result:
        def opened(*_: object) -> Camera:
            if isinstance(camera, Exception):
                raise camera
            return camera

        monkeypatch.setattr(import_module("firmware.teaching.command"), "camera_of", opened)
        return CliRunner().invoke(main, ["teach", "deck", "--live", *words], input=typed)

    return run


def test_each_face_is_asked_for_and_taken_once_it_lies_still(teach: Callable[..., Result]) -> None:
    camera = Shown(EMPTY, "cow", EMPTY, "pig")
    result = teach(camera, "cow", "pig", "--size", SIZE)
    assert result.exit_code == 0, result.output
    assert "1 of 2: cow" in result.output
    assert "2 of 2: pig" in result.output
    assert camera.closed
    deck = load_deck(Path("deck"))
    assert list(deck.faces) == ["cow", "pig"]
    for name, face in deck.faces.items():
        small = [
            cv2.resize(one, (63, 88), interpolation=cv2.INTER_AREA).astype(float)
            for one in (face.picture, KIT.faces[name].picture)
        ]
        assert np.abs(small[0] - small[1]).mean() < 12, "the whole card, upright, and nothing else"


def test_a_card_that_nobody_touched_is_not_taken_twice(teach: Callable[..., Result]) -> None:
    result = teach(Shown("cow", "cow", KeyboardInterrupt()), "cow", "pig", "--size", SIZE)
    assert result.exit_code == 1
    assert list(load_deck(Path("deck")).faces) == ["cow"]


def test_it_can_be_left_and_gone_on_with(teach: Callable[..., Result]) -> None:
    left = teach(Shown("cow", EMPTY, KeyboardInterrupt()), "cow", "pig", "--size", SIZE)
    assert left.exit_code == 1
    assert "call the same again to go on" in left.output
    result = teach(Shown("pig"), "cow", "pig", "--size", SIZE)
    assert result.exit_code == 0, result.output
    assert "cow is taught already" in result.output
    assert list(load_deck(Path("deck")).faces) == ["cow", "pig"]


def test_a_card_too_alike_to_one_that_is_known_is_kept_only_if_that_is_wanted(
    teach: Callable[..., Result],
) -> None:
    camera = Shown("cow", EMPTY, "cow", EMPTY, "pig")
    result = teach(camera, "cow", "pig", "--size", SIZE, typed="n\n")
    assert "too alike to tell from cow" in result.output
    assert result.exit_code == 0, result.output
    deck = load_deck(Path("deck"))
    assert not np.array_equal(deck.faces["cow"].picture, deck.faces["pig"].picture)
    assert "too alike" not in result.output.split("Not kept", 1)[1]


def test_names_are_asked_for_where_none_is_given(teach: Callable[..., Result]) -> None:
    result = teach(Shown("cow", EMPTY, "pig"), "--size", SIZE, "--back", "pig", typed="cow\n pig\npig\n\n")
    assert result.exit_code == 0, result.output
    assert "must be printable" in result.output or list(load_deck(Path("deck")).faces) == ["cow", "pig"]
    assert load_deck(Path("deck")).faces["pig"].back


def test_without_a_card_it_says_what_to_do(teach: Callable[..., Result]) -> None:
    result = teach(Shown(EMPTY, EMPTY, EMPTY, EMPTY, "cow"), "cow", "--size", SIZE)
    assert result.output.count("no card is seen") == 1
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "camera", [CameraLost("no camera is there"), Shown(*[CameraSlow("no frame in time")] * 9)]
)
def test_without_a_camera_that_is_one_line(teach: Callable[..., Result], camera: Camera | Exception) -> None:
    result = teach(camera, "cow")
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.output.splitlines()[-1].startswith("Error: no card can be shown to the camera: no ")
    assert not Path("deck").exists()


def test_photographs_and_the_camera_are_not_mixed(teach: Callable[..., Result]) -> None:
    assert teach(Shown(), "cow", "--from", "cow.jpg").exit_code == 2


class Table(World):
    """A table on which nothing lies but cards, others after every few frames."""

    def __init__(self, *script: str | None, each: int) -> None:
        super().__init__((1, 2), 1, deck=KIT)
        self._script, self._each, self._seen = script, each, 0

    def scene(self) -> Scene:
        name = self._script[min(self._seen // self._each, len(self._script) - 1)]
        self._seen += 1
        cards = () if name is None else (SeenCard(KIT.faces[name], Spot(20, -30), 4.0, 0.3),)
        return replace(super().scene(), dice=(), cups=(), hands=(), cards=cards)


def test_what_the_box_s_own_camera_was_shown_is_read_by_it(teach: Callable[..., Result]) -> None:
    ticks = iter(range(1000))
    camera = SimulatedCamera(Table("cow", None, "pig", each=4), lambda: STEP * next(ticks))
    result = teach(camera, "cow", "pig", "--size", SIZE)
    assert result.exit_code == 0, result.output
    deck = load_deck(Path("deck"))
    frame = SimulatedCamera(Table("pig", each=1), lambda: 0.0).frame().picture
    assert [card.face for card in read_cards(frame, deck) if card.sure] == ["pig"]
