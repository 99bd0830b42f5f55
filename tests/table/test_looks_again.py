"""The eye never goes silent: dice that cannot be are named and not read, and what the rules refuse is looked
at anew."""

from __future__ import annotations

import pytest

from engine import Setup
from engine.request import SeeDice
from firmware.eye import Eye, Seen
from firmware.table.stage import CardSight, Sight
from tests.table.bluffs import LATE, match_of
from tests.table.openings import LATE as CATTLE
from tests.table.openings import match_from
from tests.table.rig import Rig
from tests.vision.scenes import noisy, table_frame
from vision.layout import reference_layout
from vision.reading import DiceReading, Die, Place, Value

SEATS = (1, 2, 3)
EMPTY = table_frame(noise=0)
FRAMES = [noisy(EMPTY, 1.0, seed) for seed in range(6)]
KINDS: dict[str, tuple[str, str]] = {
    "star": ("12345*", "6"),
    "joker-6": ("123456", "*"),
    "joker-1": ("123456", "*"),
    "bluff-you": ("123456", "*"),
    "biz-bluff": ("123456", "*"),
}
"""What dice are played with: the faces that they have, and one that they have not."""


def asked(kind: str) -> Rig:
    """Dice are to be read of which the first lie before seat 1."""
    if kind == "biz-bluff":
        rig = Rig(SEATS, Setup(kind, SEATS))
        rig.say(1, "throw")
        return rig
    if kind == "bluff-you":
        rig = Rig(SEATS, match=match_of(LATE, SEATS))
        for seat, key, said in (
            (1, "roll", ""),
            (1, "deed", "gain"),
            (1, "person", "2"),
            (1, "number", "17"),
            (2, "answer", "ok"),
        ):
            rig.say(seat, key, said)
        return rig
    return Rig(SEATS, Setup("liars-dice", SEATS, {"dice": kind}))


def sight_of(rig: Rig) -> Sight:
    assert rig.sight is not None
    assert isinstance(rig.sight[0], Sight)
    return rig.sight[0]


def lying(rig: Rig, faces: str) -> tuple[Die, ...]:
    """Dice before every seat that is asked, which all show these faces in turn."""
    layout = reference_layout()
    return tuple(
        Die(value, 0.0, 0.0, 25.0, 0.99, True, place=Place(middle.x + 20.0 * n - 40.0, middle.y))
        for seat, wanted in sight_of(rig).wanted.items()
        for middle in [layout.seats[seat].centre]
        for n in range(wanted)
        for value in [Value.STAR if faces[n % len(faces)] == "*" else Value(faces[n % len(faces)])]
    )


def looked_at(rig: Rig, dice: tuple[Die, ...]) -> Eye:
    """The real eye, to which the reader says that these dice lie there, has looked for a second."""
    said: list[Seen] = []
    eye = Eye(reference_layout(), lambda _frame, _table: DiceReading(dice), said.append)
    eye.look(*rig.sight) if rig.sight is not None else eye.rest()
    for frame in FRAMES:
        rig.now += 0.2
        eye.see(frame, rig.now)
    for seen in said:
        rig.table.take(seen, rig.now)
    return eye


@pytest.mark.parametrize("kind", KINDS)
def test_a_face_that_no_die_of_the_game_has_is_said_and_the_eye_looks_on(kind: str) -> None:
    rig = asked(kind)
    rig.wait(5.0)
    before = list(rig.answers)
    faces, other = KINDS[kind]
    eye = looked_at(rig, lying(rig, other + faces))
    assert rig.answers == before
    assert eye.looks
    assert "no such face" in rig.text(1)
    assert rig.play.pieces.asked().sort_out, "and somebody sorts it out"


@pytest.mark.parametrize("kind", KINDS)
def test_every_face_that_the_dice_of_the_game_have_is_read(kind: str) -> None:
    rig = asked(kind)
    (request,) = (one for one in rig.play.match.open if isinstance(one, SeeDice))
    assert {str(face) for face in request.faces} == set(KINDS[kind][0])
    for face in request.faces:
        assert (Value.STAR if face == "*" else Value(face)) in (sight_of(rig).can_be or ())
    before = len(rig.answers)
    looked_at(rig, lying(rig, KINDS[kind][0][1:]))
    assert len(rig.answers) == before + 1


@pytest.mark.parametrize("kind", KINDS)
def test_dice_that_the_rules_refuse_are_looked_at_anew(kind: str) -> None:
    rig = asked(kind)
    rig.wait(5.0)
    before, other = list(rig.answers), KINDS[kind][1]
    for _ in range(3):
        rig.read({seat: other * wanted for seat, wanted in sight_of(rig).wanted.items()})
        assert rig.answers == before
        assert rig.sight is not None
        assert rig.sight[1] == rig.now, "in frames from now on"


def test_cards_that_the_rules_refuse_are_looked_at_anew() -> None:
    rig = Rig(SEATS, match=match_from(CATTLE))
    rig.say(1, "turn", "auction")
    rig.wait(5.0)
    before = list(rig.answers)
    for _ in range(3):
        assert rig.sight is not None
        assert isinstance(rig.sight[0], CardSight)
        rig.lay(spot="unicorn")
        assert rig.answers == before
        assert rig.sight is not None
        assert rig.sight[1] == rig.now


def test_an_eye_that_is_asked_nothing_more_rests() -> None:
    rig = asked("bluff-you")
    rig.read({1: "566"})
    assert rig.answers[-1] == "table dice 1:566"
    assert rig.sight is None
