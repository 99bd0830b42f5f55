"""A game at the pods: bids, calls, verdicts, and everything that the table may do beside."""

import pytest

from engine import Setup
from firmware.errors import JournalFull
from firmware.glass import icons
from firmware.hands import Said
from firmware.table.desk import DEAF_FOR
from firmware.table.play import NEWS_FOR, Play
from firmware.table.stage import Sight
from tests.table.rig import Rig
from vision.reading import Reason
from vision.seats import Trouble

SEATS = (1, 2, 3)


def started(options: dict[str, str] | None = None, seats: tuple[int, ...] = SEATS) -> Rig:
    """The last of the seats opens the first round."""
    rig = Rig(seats, Setup("liars-dice", seats, options or {}))
    rig.read({seat: str(seat) * 5 for seat in seats})
    rig.roll()
    return rig


@pytest.fixture
def rig() -> Rig:
    return started()


def called(bid: str = "6x3") -> Rig:
    """Seat 3 has bid, seat 1 has called, the cups are to be lifted."""
    rig = started()
    rig.say(3, "bid", bid)
    rig.say(1, "call")
    return rig


# ---- a round -------------------------------------------------------------------------------------------


def test_every_pod_shows_the_bid_who_made_it_whose_turn_it_is_and_the_dice_left(rig: Rig) -> None:
    rig.say(3, "bid", "6x3")
    for pod in SEATS:
        text = rig.text(pod)
        assert f"6 × {icons.die('3')}" in text
        assert "Seat 3" in text or "your bid" in text
    assert "Your bid" in rig.text(1)
    assert "Seat 1 bids" in rig.text(2)
    assert "[1:5]" in rig.text(2)


def test_a_round_is_opened_from_a_third_of_the_dice_in_play(rig: Rig) -> None:
    rig.press(3, "oo")
    assert rig.answers[-1] == "3 bid 5x1"


def test_a_call_is_read_and_the_verdict_with_its_sum_is_on_every_pod() -> None:
    rig = called()
    assert rig.sight is not None
    assert rig.sight[0].wanted == dict.fromkeys(SEATS, 5)
    assert rig.sight[1] == rig.now, "no frame from before the call"
    rig.wait(NEWS_FOR)
    assert all("Lift the cups, hands away" in rig.text(pod) for pod in SEATS)
    rig.read({1: "12345", 2: "33452", 3: "3*245"})
    for pod in SEATS:
        assert f"6 × {icons.die('3')} called, 5 there" in rig.text(pod)
    assert "You lose 1" in rig.text(3)
    assert "Seat 3 loses 1" in rig.text(1)


def test_a_seat_whose_dice_are_not_clear_is_told_at_that_seat() -> None:
    rig = called()
    rig.wait(NEWS_FOR)
    rig.see(seat_1="12345", seat_2=4, seat_3=Reason.STACKED)
    assert "4 of 5 dice seen here" in rig.text(2)
    assert "stacked" in rig.text(3)
    assert "Not clear yet: Seat 2, Seat 3" in rig.text(1)
    rig.see(trouble=Trouble.HAND)
    assert all("A hand is in the way" in rig.text(pod) for pod in SEATS)


def test_more_dice_than_a_seat_has_at_the_next_roll_are_said_there() -> None:
    rig = called()
    rig.read({1: "12345", 2: "33452", 3: "3*245"})
    for seat in SEATS:
        rig.press(seat, "o" * len(rig.desk(seat).news))
    assert rig.sight is not None
    assert rig.sight[0].wanted == {1: 5, 2: 5, 3: 4}
    rig.see(seat_1=5, seat_2=0, seat_3=5)
    assert "5 dice here, there should be 4" in rig.text(3)
    assert "there should be" not in rig.text(1) + rig.text(2)
    rig.press(3, "o")
    assert rig.answers[-1] == "3 roll", "it is a warning, not a gate"
    assert rig.sight[0].wanted == {2: 5}, "who is counted right, or has rolled, is looked at no more"


def test_no_dice_are_counted_before_the_first_round() -> None:
    other = Rig(SEATS, Setup("liars-dice", SEATS))
    other.read({1: "11111", 2: "22222", 3: "33333"})
    assert other.sight is None


def test_a_whole_game_to_the_end_shows_who_has_won_and_asks_nobody_who_is_out() -> None:
    rig = called("15x5")
    rig.read({1: "12345", 2: "12345", 3: "12345"})
    rig.press(3, "o")
    assert "You are out" in rig.text(3)
    rig.roll()
    assert rig.sight is None
    assert rig.desk(3).answers is None
    before = list(rig.answers)
    rig.press(3, "oombBMo")
    assert rig.answers == before, "who is out has nothing to say"
    opener = next(int(request.by) for request in rig.play.match.open if request.key == "bid")
    rig.say(opener, "bid", "10x*")
    other = 3 - opener
    rig.say(other, "call")
    rig.read({1: "11111", 2: "11111"})
    assert rig.play.match.result is not None
    assert rig.play.match.result.winners == (other,)
    rig.press(other, "o" * len(rig.desk(other).news))
    assert "You win!" in rig.text(other)


# ---- presses at the wrong moment -----------------------------------------------------------------------


def test_a_press_a_moment_too_late_is_not_taken_for_an_answer_to_what_has_just_come() -> None:
    rig = Rig(SEATS, Setup("liars-dice", SEATS))
    rig.read({1: "11111", 2: "22222", 3: "33333"})
    for seat in SEATS:
        rig.press(seat, "o" * len(rig.desk(seat).news))
    rig.press(1, "o")
    rig.press(2, "o")
    rig.wait(1.0)
    rig.say(3, "roll")
    rig.say(3, "bid", "4x2")
    before = list(rig.answers)
    rig.touch(1, "o")  # meant for the screen that was there
    rig.now += DEAF_FOR / 2
    rig.touch(1, "b")
    assert rig.answers == before
    assert "[5]" in rig.text(1), "the proposal still stands"
    rig.now += DEAF_FOR
    rig.touch(1, "o")
    rig.touch(1, "o")
    assert rig.answers[-1] == "1 bid 5x2"


def test_two_presses_in_one_turn_of_the_loop_bid_once(rig: Rig) -> None:
    rig.wait(1.0)
    for _ in range(4):
        rig.touch(3, "o")
    assert [answer for answer in rig.answers if "bid" in answer] == ["3 bid 5x1"]


def test_two_seats_that_press_at_once_are_both_taken_at_their_word(rig: Rig) -> None:
    rig.say(3, "bid", "15x5")
    rig.say(1, "call")
    rig.read({1: "12345", 2: "12345", 3: "12345"})
    for seat in SEATS:
        rig.press(seat, "o" * len(rig.desk(seat).news))
    rig.wait(1.0)
    rig.touch(1, "o")
    rig.touch(2, "o")
    assert rig.answers[-2:] == ["1 roll", "2 roll"]


def test_two_who_agree_to_the_same_entry_at_once_settle_it_once() -> None:
    rig = called()
    rig.key_in(2, 2, "12345")
    rig.wait(NEWS_FOR)
    rig.wait(1.0)
    for seat in (1, 3):
        rig.touch(seat, "b")
    rig.touch(1, "o")
    rig.touch(3, "o")
    assert [answer for answer in rig.answers if "agree" in answer] == ["1 agree yes"]


def test_a_slip_never_calls_a_bluff(rig: Rig) -> None:
    rig.say(3, "bid", "4x1")
    rig.press(1, "bbbmbobmbbob")
    assert not any("call" in answer for answer in rig.answers)


# ---- by hand (G-04) ------------------------------------------------------------------------------------


def test_dice_are_keyed_in_at_one_pod_and_confirmed_at_another_without_a_camera() -> None:
    rig = called()
    rig.ails("camera", "the camera does not answer")
    rig.wait(30)
    for seat, faces in ((1, "12345"), (2, "33452"), (3, "3*245")):
        other = seat % 3 + 1
        rig.key_in(seat, seat, faces)
        assert "somebody else" in rig.text(seat)
        assert icons.CAMERA in rig.text(other)
        rig.say(other, "agree", "yes")
    assert "called, 5 there" in rig.text(1)


def test_anybody_may_key_in_the_dice_of_another(rig: Rig) -> None:
    rig.say(3, "bid", "6x3")
    rig.say(1, "call")
    rig.key_in(1, 3, "2345*")
    assert rig.answers[-1] == "1 enter 3:2345*"


def test_an_entry_that_somebody_says_is_wrong_is_keyed_in_again() -> None:
    rig = called()
    rig.key_in(2, 2, "11111")
    rig.wait(NEWS_FOR)
    rig.say(1, "agree", "no")
    rig.key_in(2, 2, "12345")
    rig.wait(NEWS_FOR)
    rig.say(3, "agree", "yes")
    assert rig.sight is not None
    assert rig.sight[0].wanted == {1: 5, 3: 5}, "the eye goes on with the others"
    rig.read({1: "12345", 3: "12345"})
    assert "verdict" in [event.key for event in rig.play.match.events]


def test_a_disputed_verdict_is_read_again_and_a_second_time_settled_by_people() -> None:
    rig = called()
    rig.read({1: "12345", 2: "33452", 3: "3*245"})
    first = rig.sight
    rig.choose(2, "dispute")
    assert rig.sight is not None
    assert rig.sight[0].wanted == dict.fromkeys(SEATS, 5)
    assert rig.sight[1] == rig.now
    assert first is None or first[0] != rig.sight[0]
    assert "disputes" in rig.text(3)
    rig.read({1: "12345", 2: "33452", 3: "33345"})
    assert "6 there" in rig.text(3)
    rig.press(1, "b")  # BACK on the verdict asks about the dispute: BACK is no
    assert "Was it read wrongly?" in rig.text(1)
    rig.press(1, "b")
    assert "6 there" in rig.text(1)
    rig.press(1, "bo")
    assert rig.sight is None, "the camera is not asked a third time"
    rig.wait(NEWS_FOR)
    assert "Key the dice in: hold OK" in rig.text(2)
    for seat, faces in ((1, "12345"), (2, "23345"), (3, "2345*")):
        rig.key_in(seat, seat, faces)
        rig.wait(NEWS_FOR)
        rig.say(seat % 3 + 1, "agree", "yes")
    assert "called, 5 there" in rig.text(1)
    assert [event.key for event in rig.play.match.events].count("verdict") == 1


def test_the_dice_stay_as_they_lie_until_all_have_seen_the_verdict() -> None:
    rig = called()
    rig.read({1: "12345", 2: "33452", 3: "3*245"})
    assert rig.play.asked().shake == ()
    for seat in (1, 2):
        rig.press(seat, "o" * len(rig.desk(seat).news))
    assert rig.play.asked().shake == ()
    rig.press(3, "o" * len(rig.desk(3).news))
    assert rig.play.asked().shake == SEATS


# ---- taking back (G-05) and votes ----------------------------------------------------------------------


def test_ones_own_bid_is_taken_back_at_once_and_put_back(rig: Rig) -> None:
    rig.say(3, "bid", "6x3")
    rig.choose(3, "undo", "yes")
    assert rig.play.match.view(None)["bid"] is None
    assert "Taken back" in rig.text(1)
    rig.wait(NEWS_FOR)
    assert "Your bid" in rig.text(3)
    rig.choose(3, "redo")
    assert rig.play.match.view(None)["bid"] == "6x3"
    assert "Your bid" in rig.text(1)


def test_anothers_bid_is_taken_back_by_all_or_not_at_all(rig: Rig) -> None:
    rig.say(3, "bid", "6x3")
    rig.choose(2, "undo", "yes")
    assert rig.play.match.view(None)["bid"] == "6x3"
    rig.wait(NEWS_FOR)
    assert "Take the last step back?" in rig.text(1)
    assert "Seat 2" in rig.text(1), "who has said yes"
    rig.say(1, "undo", "no")
    assert "play on" in rig.text(3)
    rig.choose(2, "undo", "yes")
    rig.wait(NEWS_FOR)
    rig.say(1, "undo", "yes")
    rig.say(3, "undo", "yes")
    assert rig.play.match.view(None)["bid"] is None


def test_after_a_reveal_even_ones_own_call_takes_a_vote() -> None:
    rig = called()
    rig.read({1: "12345", 2: "33452", 3: "3*245"})
    rig.choose(1, "undo", "yes")
    assert rig.play.match.view(None)["round"] == 2, "not yet"
    for seat in (2, 3):
        rig.say(seat, "undo", "yes")
    assert rig.play.match.view(None)["bid"] == "6x3"
    rig.say(1, "call")
    assert rig.sight is not None


def test_a_game_is_ended_by_all_who_are_still_in(rig: Rig) -> None:
    rig.choose(1, "end", "yes")
    assert rig.play.match.result is None
    rig.wait(NEWS_FOR)
    assert "End the game now?" in rig.text(2)
    rig.say(2, "end", "yes")
    assert rig.play.match.result is None
    rig.say(3, "end", "yes")
    assert rig.play.match.result is not None
    assert rig.play.match.result.by_vote
    rig.wait(2 * NEWS_FOR)
    assert "OK" in rig.text(1), "what stays until it has been read says by which button it goes"
    rig.press(1, "o" * (len(rig.desk(1).news) + 1))
    assert rig.journal.unfinished() == []


@pytest.mark.parametrize("last", ["yes", "no"])
def test_what_a_vote_has_come_to_is_read_before_who_wanted_it(rig: Rig, last: str) -> None:
    rig.choose(1, "end", "yes")
    rig.say(2, "end", "yes")
    rig.say(3, "end", last)
    for seat in SEATS:
        assert "wants to end the game" not in rig.text(seat)
        assert ("ends by vote" if last == "yes" else "against") in rig.text(seat)


def test_a_vote_that_is_lost_leaves_the_other_one_alone(rig: Rig) -> None:
    rig.say(3, "bid", "6x3")
    for seat, key, said in ((1, "undo", "yes"), (2, "end", "yes"), (3, "end", "no")):
        rig.play._heard(seat, Said(key, said))
    told = [(news.event.key, news.event.values.get("on")) for news in rig.desk(1).news]
    assert told == [("vote", "undo"), ("vote-lost", "end")]


def test_who_has_said_yes_may_think_better_of_it(rig: Rig) -> None:
    rig.choose(1, "end", "yes")
    rig.choose(1, "end", "no")
    rig.wait(NEWS_FOR)
    assert "End the game now?" not in rig.text(2)


def test_an_open_vote_does_not_stop_the_game_for_who_has_voted(rig: Rig) -> None:
    rig.choose(3, "end", "yes")
    rig.say(3, "bid", "6x3")
    assert rig.answers[-1] == "3 bid 6x3"


# ---- house options -------------------------------------------------------------------------------------


def test_stacked_dice_are_said_before_the_first_bid_and_by_nobody_after_it(rig: Rig) -> None:
    rig.choose(2, "stacked", "2")
    assert all("2 stacked, throws 2 again" in rig.text(pod) for pod in SEATS)
    rig.say(3, "bid", "5x1")
    rig.press(2, "O")
    assert "Stacked" not in rig.text(2)


def test_in_the_re_roll_variant_what_is_shown_lies_open_on_every_glass() -> None:
    rig = started({"re-roll": "yes"})
    rig.say(3, "bid", "5x2")
    rig.choose(2, "re-roll", "2")
    assert all("throws 4 again" in rig.text(pod) for pod in SEATS)
    rig.wait(NEWS_FOR)
    assert icons.die("2") in rig.text(3)
    assert rig.play.asked().shown == {2: "2"}
    rig.say(1, "call")
    assert rig.sight is not None
    assert isinstance(rig.sight[0], Sight)
    assert rig.sight[0].wanted[2] == 5, "shown dice count"


@pytest.mark.parametrize(("dice", "joker"), [("joker-6", "6"), ("joker-1", "1")])
def test_ordinary_dice_play_with_their_joker(dice: str, joker: str) -> None:
    rig = started({"dice": dice})
    rig.say(3, "bid", "3x2")
    rig.say(1, "call")
    rig.read({1: f"2{joker}{joker}33", 2: "33333", 3: "44444"})
    assert "called, 3 there" in rig.text(1)


def test_a_star_bid_is_shown_and_judged_as_stars() -> None:
    rig = called("2x*")
    rig.read({1: "*1111", 2: "*1111", 3: "11111"})
    assert "2 ×" in rig.text(1)
    assert "Exact!" in rig.text(1)


# ---- the journal ---------------------------------------------------------------------------------------


def test_a_full_disk_is_said_at_every_pod_and_the_game_goes_on(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = JournalFull("journal.db", "SQLITE_FULL", 1, 1)

    def refuse(*_: object) -> int:
        raise full

    monkeypatch.setattr(rig.journal, "append", refuse)
    rig.say(3, "bid", "6x3")
    assert all("The disk is full" in rig.text(pod) for pod in SEATS)
    assert rig.house.complaints() == ["The disk is full. Play on, but keep the power on."]
    rig.press(1, "o")
    assert icons.WARNING in rig.text(1)
    rig.say(1, "bid", "7x3")
    assert rig.answers[-1] == "1 bid 7x3"
    monkeypatch.undo()
    rig.wait(10)
    rig.say(2, "bid", "8x3")
    assert "takes everything again" in rig.text(1)


def test_what_the_glass_shows_is_in_the_journal_already() -> None:
    rig = Rig(SEATS, Setup("liars-dice", SEATS))
    seen: list[tuple[int, int]] = []
    show = rig.show

    def watched(pod: int, screen: object) -> None:
        seen.append((len(rig.journal.entries(1)), len(rig.play.match.journal)))
        show(pod, screen)  # type: ignore[arg-type]

    rig.show = watched  # type: ignore[method-assign]
    rig.read({1: "11111", 2: "22222", 3: "33333"})
    rig.roll()
    rig.say(3, "bid", "6x3")
    rig.choose(2, "undo", "yes")
    assert seen
    assert all(kept == known for kept, known in seen)


def test_a_game_goes_on_elsewhere_from_its_journal_at_the_same_decision() -> None:
    rig = called()
    other = Rig(SEATS, journal=rig.journal, away=1.0)
    assert other.play.match.open == rig.play.match.open
    assert other.sight is not None
    assert other.sight[0] == rig.sight[0]  # type: ignore[index]
    assert isinstance(other.table.stage, Play)
    assert "Lift the cups" in other.text(1)


def test_the_public_page_tells_what_happened_and_what_is_asked(rig: Rig) -> None:
    rig.say(3, "bid", "6x3")
    public = rig.play.public()
    account = public["account"]
    assert isinstance(account, list)
    assert account[-1]["text"] == "Seat 3 bids 6 x 3"
    assert "Seat 1" in str(public["asked"])
    assert [line["n"] for line in account] == list(range(len(account)))


def test_the_public_page_tells_the_same_after_the_box_was_off(rig: Rig) -> None:
    """Also what was taken back and disputed since, and that it was."""
    rig.say(3, "bid", "6x3")
    rig.choose(3, "undo", "yes")
    rig.say(3, "bid", "7x3")
    rig.say(1, "call")
    rig.read({1: "11111", 2: "22222", 3: "33333"})
    rig.choose(2, "dispute")
    told = rig.play.public()["account"]
    assert isinstance(told, list)
    texts = " ".join(str(line["text"]) for line in told)
    assert "6 x 3" in texts
    assert "aken back" in texts
    assert "disputes" in texts
    again = Rig(SEATS, journal=rig.journal, away=1.0)
    assert again.play.public()["account"] == told


def test_a_button_that_runs_moves_only_its_own_seats_glass(rig: Rig) -> None:
    before = {pod: rig.text(pod) for pod in (1, 2)}
    rig.press(3, "MmmB")
    assert {pod: rig.text(pod) for pod in (1, 2)} == before
