"""A whole box in virtual time with a camera that costs nothing: dice that lie open are seen as they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from firmware.box import Box
from firmware.eye import Seen
from firmware.kit.liars_dice_board import spaces_of
from firmware.settings import CameraKind, Settings
from firmware.sim.cards import SeenCard
from firmware.sim.rehearsal import Rehearsal
from firmware.sim.things import CupState, Scene
from firmware.sim.world import World
from firmware.table.play import Play
from firmware.table.stage import BoardSight, CardSight, Purpose, Sight
from vision.areas import Role
from vision.board_look import BoardReading
from vision.board_reading import CLEAR, Amiss, Standing
from vision.cards.reading import CardReading
from vision.cards_look import CardsReading, Ground, GroundReading, Hitch
from vision.gaze import Trouble
from vision.layout import reference_layout
from vision.reading import Place, Value
from vision.seats import SeatReading, TableReading

LOOKS_EVERY = 0.15  # seconds
CARDS_EVERY = 0.5
ORDER = list(Value)


def settings(seats: int, seed: int, journal: Path = Path("nowhere")) -> Settings:
    """A box as it comes, with so many pods."""
    return Settings(
        language="en",
        brightness=160,
        pods=tuple(range(1, seats + 1)),
        log_level="debug",
        seed=seed,
        web_host="127.0.0.1",
        web_port=8477,
        journal=journal,
        camera=CameraKind.SIMULATED,
        camera_path=None,
        layout=None,
        decks={},
        sound="off",
    )


def play_of(box: Box) -> Play | None:
    """The game in play, if there is one."""
    return box.table.stage if isinstance(box.table.stage, Play) else None


class Headless(Rehearsal):
    """A rehearsal in which no picture is drawn."""

    _board_said: object = None

    def _look(self) -> float:
        if self.clock.now >= self._next_frame:
            self._next_frame = self._looked()
        return self._next_frame

    def _looked(self) -> float:
        """Looks at the table if something is to be seen; when to look again."""
        sight = self.box.table.stage.sight()
        if isinstance(sight, CardSight):
            self._look_for_cards(sight)
            return self.clock.now + CARDS_EVERY
        if isinstance(sight, BoardSight):
            self._look_at_the_board(sight)
            return self.clock.now + CARDS_EVERY
        if sight is not None and sight.purpose is Purpose.READ:
            self._look_for_dice(sight)
            return self.clock.now + LOOKS_EVERY
        return self.clock.now + CARDS_EVERY

    def _look_for_dice(self, sight: Sight) -> None:
        world = self.box.host.world
        if all(world.cup(seat) is CupState.LIFTED and not world.has_hand(seat) for seat in sight.wanted):
            truth = world.truth()
            seats = tuple(
                SeatReading(seat, wanted, wanted, (), tuple(sorted(truth[seat], key=ORDER.index)), None)
                for seat, wanted in sight.wanted.items()
            )
            self.box.loop.post(Seen(sight, TableReading(self.clock.now, seats, final=True)))
            self.reads += 1

    def _look_at_the_board(self, sight: BoardSight) -> None:
        """As it lies, if nobody's hand is over the table; a die on an edge is seen to lie between."""
        world = self.box.host.world
        if any(world.has_hand(seat) for seat in world.seats):
            return
        standing = board_as_it_lies(world)
        if (sight, standing) != self._board_said:
            self._board_said = (sight, standing)
            self.box.loop.post(Seen(sight, BoardReading(self.clock.now, standing)))
            self.reads += 1

    def _look_for_cards(self, sight: CardSight) -> None:
        scene = self.box.host.world.scene()
        if scene.hands:
            return
        grounds = tuple(_ground(at, wanted, scene) for at, wanted in sight.wanted.items())
        if sight.can_be is not None and not _up(grounds) <= Counter(sight.can_be):
            grounds = tuple(replace(one, values=None, reason=Hitch.IMPOSSIBLE) for one in grounds)
        final = all(one.reason is None for one in grounds) or sight.purpose is not Purpose.READ
        owner = reference_layout().owner_of
        strays = tuple(_seen(card) for card in scene.cards if owner(Place(card.at.x, card.at.y)) is None)
        self.box.loop.post(Seen(sight, CardsReading(self.clock.now, grounds, strays, final)))
        self.reads += 1


def board_as_it_lies(world: World) -> Standing:
    """How the red die stands, as an eye would say that sees everything."""
    lies = world.red_die
    if not world.has_red_die():
        return Standing(None, None, 0.0, Amiss.GONE)
    if lies is None or world.red_die_margin() < CLEAR:
        return Standing(None, None, 0.0, Amiss.BETWEEN)
    return Standing(spaces_of(world.board).spaces.index(lies[0]), lies[1], 1.0, None)


def _ground(at: Ground, wanted: int | None, scene: Scene) -> GroundReading:
    """What the camera would see there, if it always saw well."""
    layout = reference_layout()
    whose = layout.owner_of if at[0] is Role.SEAT else layout.role_of
    cards = [
        card
        for n, card in enumerate(scene.cards)
        if whose(Place(card.at.x, card.at.y)) == at
        and not any(card.at == top.at for top in scene.cards[n + 1 :])
    ]
    up = tuple(_seen(card) for card in cards if not card.face.back)
    short = wanted is not None and len(up) != wanted
    values = None if short else tuple(sorted(str(card.face) for card in up))
    reason = None if not short else Trouble.MISSING if len(up) < (wanted or 0) else Trouble.TOO_MANY
    return GroundReading(at, wanted, up, len(cards) - len(up), values, reason)


def _up(grounds: Iterable[GroundReading]) -> Counter[str]:
    return Counter(face for one in grounds for face in one.values or ())


def _seen(card: SeenCard) -> CardReading:
    corners = np.array([(-22.0, -33.0), (22.0, -33.0), (22.0, 33.0), (-22.0, 33.0)])
    return CardReading(card.face.name, corners + (card.at.x, card.at.y), 1.0, True)  # noqa: RUF005
