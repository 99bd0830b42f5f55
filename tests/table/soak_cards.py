"""Cattle trades on a simulated table where everything goes wrong that may, checked against its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from engine import Match
from engine.kuhhandel.editions import ANIMALS, EDITIONS
from engine.request import cards_at
from firmware.eye import Seen
from firmware.sim.rehearsal import Rehearsal
from firmware.table.play import Play
from firmware.table.table import Message
from tests.table.headless import Headless, play_of
from tests.table.soak import Soak

SET = 4

Truth = Mapping[str, Counter[str]]


class CattleSoak(Soak):
    """One edition, each option as it comes, judged by what lies on the table. The cards are seen as they lie,
    or `pictured`: then the eye reads them from what the camera sees, as in a real game."""

    seats = (3, 4, 5)
    longest = 12_000.0

    def __init__(self, kind: str, number: int, *, pictured: bool = False) -> None:
        self.kind = kind
        super().__init__(number, Rehearsal if pictured else Headless)

    def _judging(self, message: Message) -> Callable[[], None]:
        play = play_of(self.box)
        if not isinstance(message, Seen) or play is None:
            return lambda: None
        truth, before = self._truth(), len(play.match.journal)
        return lambda: self._judge(play, truth, before)

    def _truth(self) -> Truth:
        """The cards that may be read, by the rules' names of their places."""
        world = self.box.host.world
        truth = {"spot": Counter(world.spot)}
        for seat in world.seats:
            truth[f"{seat}"] = world.animals(seat)
            truth[f"{seat} laid"] = Counter(str(note) for note in world.pile(seat))
        return truth

    def _judge(self, play: Play, truth: Truth, before: int) -> None:
        """Each reading is the truth."""
        answers = play.match.journal[before:]
        if answers:
            self._conserved(play.match)
        for answer in answers:
            if answer.key != "cards":
                continue
            self.toll.verdicts += 1
            for place, names in cards_at(answer.said).items():
                money = all(name.isdigit() for name in names)
                lies = truth[f"{place} laid" if money else place]
                assert Counter(names) == lies, f"at {place} lies {dict(lies)}, the eye read {names}"

    def _conserved(self, match: Match) -> None:
        """No note and no animal comes or goes."""
        public = match.view(None)
        supply = Counter({str(value): count for value, count in EDITIONS[self.kind].notes.items()})
        held: Counter[str] = Counter(public["bank"])  # type: ignore[arg-type]
        animals = Counter[str]()
        for seat in match.setup.seats:
            held.update(str(note) for note in match.view(seat)["you"]["notes"])  # type: ignore[index, call-overload, union-attr]
            animals.update(public["animals"][str(seat)])  # type: ignore[index, call-overload, arg-type]
        assert +held == +supply, f"{held} of {supply}"
        sale = public["auction"]
        animals.update(sale["animals"] if isinstance(sale, Mapping) else ())  # type: ignore[arg-type]
        assert animals.total() + int(str(public["deck"])) == SET * len(ANIMALS)
        assert all(count <= SET for count in animals.values())

    def _check_end(self, play: Play) -> None:
        """What lies before the seats adds up to the result, by the sheet's own sum."""
        result = play.match.result
        assert result is not None
        assert self._tidied(play, lambda: not self._astray(play)), self._astray(play)
        view = play.match.view(None)
        points = {}
        for seat in play.match.setup.seats:
            lies = Counter[str](view["animals"][str(seat)])  # type: ignore[arg-type, index, call-overload]
            sets = [ANIMALS[animal] for animal, count in lies.items() if count == SET]
            assert result.by_vote or all(count == SET for count in lies.values())
            if self.kind == "kuhhandel":
                points[seat] = sum(sets) * len(sets)
            else:
                points[seat] = sum(sets) + (500 if view["dove"] == seat else 0)
        assert dict(result.score) == points
        assert result.winners == tuple(seat for seat in points if points[seat] == max(points.values()))

    def _astray(self, play: Play) -> dict[int, Counter[str]]:
        """What lies before seats that by the record have something else."""
        animals, world = play.match.view(None)["animals"], self.box.host.world
        assert isinstance(animals, Mapping)
        lying = {int(seat): world.animals(int(seat)) for seat in animals}
        return {seat: lies for seat, lies in lying.items() if dict(lies) != animals[str(seat)]}
