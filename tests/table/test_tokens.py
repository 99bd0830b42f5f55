"""The tokens of Bluff You! by the eye: what lies otherwise than the account has it is told, never taken."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import pytest

from firmware.table.play import NEWS_FOR
from firmware.table.stage import CardSight, Pack, Purpose, Sight
from firmware.table.token_watch import GRACE
from tests.table.bluffs import LATE, match_of
from tests.table.rig import Rig
from vision.cards.reading import CardReason
from vision.gaze import Trouble

SEATS = (1, 2, 3)
AS_IT_SHOULD: Mapping[str, str | StrEnum] = {
    "spot": "4 17",
    "seat_1": "8 9 13",
    "seat_2": "5 12",
}  # before seat 3 lies nothing


def late(by: str = "by-eye") -> Rig:
    """Two tokens are left in the middle, and seat 1 is to throw."""
    return Rig(SEATS, match=match_of(LATE, SEATS, {"tokens": by}))


def looked_at(rig: Rig) -> set[str]:
    """Where the eye looks for tokens now."""
    if rig.sight is None or not isinstance(rig.sight[0], CardSight):
        return set()
    assert rig.sight[0].pack is Pack.TOKENS
    return {str(role) if seat is None else f"{role}_{seat}" for role, seat in rig.sight[0].wanted}


def gained(rig: Rig) -> Rig:
    """Seat 1 wins the 17 of the middle from seat 2, and all have read it."""
    for seat, key, said in ((1, "roll", ""), (1, "deed", "gain"), (1, "person", "2"), (1, "number", "17")):
        rig.say(seat, key, said)
    rig.say(2, "answer", "bluff")
    rig.read({1: "566"})
    for seat in SEATS:
        rig.press(seat, "o")
    assert rig.play.match.view(None)["tokens"] == {"1": (8, 9, 13, 17), "2": (5, 12), "3": ()}
    return rig


def lay(rig: Rig, lies: Mapping[str, str | StrEnum]) -> None:
    rig.lay(**lies)  # type: ignore[arg-type]


def audited(rig: Rig, **lies: str | StrEnum) -> str:
    """What seat 3 is told."""
    rig.choose(3, "house.audit")
    lay(rig, {**AS_IT_SHOULD, **lies})
    return rig.text(3)


# ---- between two rounds ---------------------------------------------------------------------------------


def test_where_people_alone_watch_the_tokens_the_eye_is_not_asked_and_nothing_can_be_compared() -> None:
    rig = gained(late("by-hand"))
    assert rig.sight is None
    rig.press(3, "O")
    assert "audit" not in str([item.key for item in rig.desk(3).menu._items])  # type: ignore[union-attr]


def test_the_eye_looks_where_something_has_changed_until_it_lies_so_and_then_rests() -> None:
    rig = late()
    assert looked_at(rig) == {"spot", "seat_1", "seat_2"}, "a game that is taken up is compared once"
    lay(rig, AS_IT_SHOULD)
    assert rig.sight is None
    gained(rig)
    assert looked_at(rig) == {"spot", "seat_1"}
    rig.lay(spot="4", seat_1="8 9 13 17")
    assert rig.sight is None


def test_nothing_is_compared_before_all_have_read_who_gets_the_token() -> None:
    rig = late()
    lay(rig, AS_IT_SHOULD)
    for seat, key, said in ((1, "roll", ""), (1, "deed", "gain"), (1, "person", "2"), (1, "number", "17")):
        rig.say(seat, key, said)
    rig.say(2, "answer", "bluff")
    rig.read({1: "566"})
    for seat in SEATS:
        assert rig.sight is None
        rig.press(seat, "o")
    assert looked_at(rig)


def test_a_token_that_was_not_moved_is_said_to_who_throws_after_a_while_and_moves_nothing() -> None:
    rig = late()
    lay(rig, AS_IT_SHOULD)
    gained(rig)
    before = rig.answers
    rig.lay(spot="4 17", seat_1="8 9 13")
    assert "17" not in rig.text(2), "they are still moving it"
    assert looked_at(rig) == {"spot", "seat_1", "seat_2", "seat_3"}, "it may lie anywhere"
    rig.wait(GRACE)
    rig.lay(spot="4 17", seat_1="8 9 13", seat_2="5 12")
    assert "Lies in the middle, not at Seat 1: 17" in rig.text(2)
    assert rig.play.asked().tokens_differ
    told = rig.play.public()["account"]
    assert isinstance(told, list)
    assert "in the middle, not at Seat 1: 17" in told[-1]["text"]
    rig.lay(spot="4 17", seat_1="8 9 13", seat_2="5 12")
    assert rig.play.public()["account"] == told, "said once"
    assert rig.answers == before
    rig.lay(spot="4", seat_1="8 9 13 17", seat_2="5 12")
    assert "17" not in rig.text(2)
    assert not rig.play.asked().tokens_differ
    assert rig.sight is None


def test_what_lies_wrong_holds_nobody_up() -> None:
    rig = late()
    lay(rig, AS_IT_SHOULD)
    gained(rig)
    for _ in range(3):
        lay(rig, {"spot": "4 17"} if looked_at(rig) == {"spot", "seat_1"} else AS_IT_SHOULD)
        rig.wait(GRACE)
    rig.say(2, "roll")
    assert rig.answers[-1] == "2 roll"
    assert looked_at(rig), "it is looked for on"
    for seat, key, said in ((2, "deed", "gain"), (2, "person", "3"), (3, "answer", "ok")):
        rig.say(seat, key, said)
    assert rig.sight is not None
    assert isinstance(rig.sight[0], Sight), "dice come before tokens"
    rig.read({2: "123"})
    assert rig.answers[-1] == "table dice 2:123"


def test_what_is_taken_back_is_to_be_laid_back() -> None:
    rig = late()
    lay(rig, AS_IT_SHOULD)
    gained(rig)
    rig.lay(spot="4", seat_1="8 9 13 17")
    rig.choose(2, "undo", "yes")
    for seat in (1, 3):
        rig.wait(NEWS_FOR)
        rig.say(seat, "undo", "yes")
    rig.wait(NEWS_FOR)
    rig.say(2, "answer", "bluff")
    rig.read({1: "123"})
    for seat in SEATS:
        rig.press(seat, "o")
    assert looked_at(rig) == {"seat_1", "seat_2"}
    rig.lay(seat_1="8 9 13", seat_2="5 12 17")
    assert rig.sight is None


def test_while_the_eye_cannot_see_the_tokens_nothing_is_said_of_them() -> None:
    rig = late()
    before = rig.text(1)
    for trouble in (Trouble.MOVING, Trouble.HAND, Trouble.NO_TABLE):
        rig.wait(GRACE)
        rig.lay(final=False, trouble=trouble)
    assert rig.text(1) == before


# ---- audits ---------------------------------------------------------------------------------------------


def test_an_audit_that_finds_all_as_it_should_be_says_so_to_who_asked() -> None:
    rig = late()
    others = rig.text(1), rig.text(2)
    assert "All tokens lie as they should" in audited(rig)
    assert (rig.text(1), rig.text(2)) == others
    assert rig.sight is None, "what was seen to be right need not be looked at again"


@pytest.mark.parametrize(
    ("lies", "told"),
    [
        ({"seat_1": "8 9", "seat_2": "5 12 13"}, "Lies at Seat 2, not at Seat 1: 13"),
        ({"spot": "4 17 5"}, "not at Seat 2: 5"),
        ({"seat_1": ""}, "Not seen at Seat 1: 8, 9, 13"),
        ({"spot": CardReason.COVERED}, "Not clear in the middle: 4, 17"),
        ({"seat_3": CardReason.GLARE}, "All tokens lie as they should"),
    ],
)
def test_an_audit_tells_what_lies_where_and_what_cannot_be_seen(
    lies: dict[str, str | StrEnum], told: str
) -> None:
    lies = {"seat_2": "12", **lies} if lies.get("spot") == "4 17 5" else lies
    assert told in audited(late(), **lies).replace("|", " ").replace("  ", " ")


def test_an_audit_in_the_middle_of_a_round_comes_before_the_dice_and_a_press_gives_it_up() -> None:
    rig = late()
    for seat, key, said in ((1, "roll", ""), (1, "deed", "gain"), (1, "person", "2"), (1, "number", "17")):
        rig.say(seat, key, said)
    rig.say(2, "answer", "bluff")
    rig.wait(5.0)
    rig.choose(3, "house.audit")
    assert rig.sight is not None
    assert rig.sight[0].purpose is Purpose.AUDIT
    assert "Hands away: the tokens are compared" in rig.text(3)
    rig.lay(final=False, trouble=Trouble.HAND)
    assert "hand" in rig.text(3)
    rig.press(3, "m")
    assert isinstance(rig.sight[0], Sight)
    rig.read({1: "566"})
    assert rig.answers[-1] == "table dice 1:566"


def test_with_the_camera_lost_in_the_middle_of_a_look_the_game_goes_on_by_hand() -> None:
    rig = late()
    rig.choose(3, "house.audit")
    rig.ails("camera", "it is unplugged")
    rig.wait(10.0)
    assert "compared" in rig.text(3)
    rig.press(3, "o")
    rig.say(1, "roll")
    assert rig.answers[-1] == "1 roll"
