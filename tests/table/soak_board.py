"""Soaks of liar's dice by the board: every bid that the eye makes of the red die is the one that lies
there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.liars_dice.dice import DICE_SETS
from engine.liars_dice.placing import placing
from engine.liars_dice.track import track
from firmware.eye import Seen
from firmware.sim.layout import Spot
from firmware.sim.rehearsal import Rehearsal
from firmware.table.table import Message
from tests.table.headless import Headless, play_of
from tests.table.soak_dice import DiceSoak
from tests.table.troubles import LASTS
from vision.board_look import BoardReading

PICTURED = 5  # in one game of so many the board and the dice are read from pictures: those take longest
HAND_EVERY = (10.0, 60.0)  # seconds between two hands that come over the board for nothing


class BoardSoak(DiceSoak):
    """Liar's dice with the red die, judged by where it lies; people set it down on lines now and then, and
    hold hands over the board."""

    seats = (2, 3)
    longest = 3600.0

    def __init__(self, number: int, rehearsal: type[Rehearsal] | None = None) -> None:
        pictured = number % PICTURED == PICTURED - 1
        super().__init__(number, rehearsal or (Rehearsal if pictured else Headless))
        self.by_the_eye = 0
        world = self.box.host.world
        world.chances = replace(world.chances, misplaced=0.15)
        self._next_hand = self.clock.now + self.rng.uniform(*HAND_EVERY)
        self._hand: tuple[float, int] | None = None

    def _options(self) -> dict[str, str]:
        return {**super()._options(), "bids": "board"}

    def _judging(self, message: Message) -> Callable[[], None]:
        if not isinstance(message, Seen) or not isinstance(message.reading, BoardReading):
            return super()._judging(message)
        play = play_of(self.box)
        assert play is not None, "nothing is to be seen"
        known, lies = len(play.match.journal), self.box.host.world.red_die

        def judge() -> None:
            for answer in play.match.journal[known:]:
                self.by_the_eye += 1
                options = play.match.view(None)["options"]
                assert isinstance(options, dict)
                dice = DICE_SETS[str(options["dice"])]
                bid = track(str(options["track"]), dice.numbered).bid(answer.said)
                space, face = placing(bid, dice)
                assert lies is not None, f"{answer} of a die that is not there"
                there = "*" if lies[1].value == "star" else lies[1].value
                assert (lies[0], there) == (space, face), f"{answer} of {lies}"

        return judge

    def _go_wrong(self) -> None:
        super()._go_wrong()
        now, world = self.clock.now, self.box.host.world
        if self._hand is not None and self._hand[0] <= now:
            world.hand_out(self._hand[1])
            self._hand = None
        if now >= self._next_hand:
            self._next_hand = now + self.rng.uniform(*HAND_EVERY)
            seat = self.rng.choice(world.seats)
            if not world.has_hand(seat):
                world.hand_in(seat, Spot(self.rng.uniform(-150.0, 150.0), self.rng.uniform(-80.0, 80.0)))
                self._hand = (now + self.rng.uniform(*LASTS), seat)
                self._troubles.seen += 1
