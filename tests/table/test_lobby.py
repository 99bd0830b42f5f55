"""From power-on to the first roll: who plays, where they sit, what they play, and an unfinished game."""

import json

import pytest

from engine import Answer, Setup
from firmware.journal import Journal
from firmware.table.evening import SOON
from firmware.table.lobby import Lobby
from firmware.table.play import NEWS_FOR, Play
from tests.table.rig import Rig

GAME = Setup("liars-dice", (1, 2, 3))
ALL = (1, 2, 3, 4, 5, 6)


def left_unfinished() -> Journal:
    """A journal in which seat 3 is to open the first round."""
    journal = Journal(None)
    game = journal.begin("liars-dice", json.dumps(GAME.to_json()))
    for text in ("table dice 1:11111 2:22222 3:33333", "1 roll", "2 roll", "3 roll"):
        journal.append(game, text)
    return journal


def test_every_pod_asks_who_plays_and_shows_who_has_joined() -> None:
    rig = Rig(ALL)
    assert all("Who plays?" in rig.text(pod) for pod in ALL)
    rig.press(4, "o")
    rig.press(2, "o")
    assert "2 4" in rig.text(6), "in the order in which they sit, not in which they joined"
    assert rig.lobby.host == 4


def test_the_same_six_people_need_less_than_ten_presses_to_the_first_throw() -> None:
    rig = Rig(ALL)
    rig.house.keep_choice(Setup("liars-dice", ALL, {"opener": "loser"}).to_json())
    presses = 0
    for pod in ALL:
        rig.press(pod, "o")
        presses += 1
    rig.press(1, "oo")
    presses += 2
    assert rig.play.match.setup == Setup("liars-dice", ALL, {"opener": "loser"})
    assert rig.sight is not None
    assert rig.sight[0].wanted == dict.fromkeys(ALL, 5)
    assert presses < 10


def test_another_order_takes_two_presses_and_is_the_order_of_play() -> None:
    rig = Rig()
    for pod in (1, 2, 3):
        rig.press(pod, "o")
    rig.press(1, "mmo")  # to the page of the seating
    rig.press(1, "mo")
    assert rig.lobby.joined != (1, 2, 3)
    swapped = rig.lobby.joined
    assert set(swapped) == {1, 2, 3}
    rig.press(1, "bbbbb")
    rig.say_in_lobby(1, "go-on")
    rig.press(1, "oo")
    assert rig.play.match.setup.seats == swapped


def test_a_name_is_spelled_once_and_picked_on_other_evenings() -> None:
    rig = Rig()
    rig.press(2, "o")
    rig.press(2, "mo" + "o" + "mo" + 14 * "m" + "o" + "bo")
    assert rig.house.names == {2: "Bo"}
    again = Rig(journal=rig.journal)
    assert "Bo" in again.text(2), "who sat here last time most likely does again"
    again.press(3, "omoo")
    assert again.house.names == {2: "Bo", 3: "Bo"}


def test_who_leaves_is_gone_and_the_next_one_picks() -> None:
    rig = Rig()
    for pod in (3, 1, 2):
        rig.press(pod, "o")
    assert rig.lobby.host == 3
    rig.say_in_lobby(3, "leave")
    assert (rig.lobby.host, rig.lobby.joined) == (1, (1, 2))
    assert "Who plays?" in rig.text(3)


def test_who_joins_while_another_picks_is_in_the_game() -> None:
    rig = Rig()
    rig.press(1, "o")
    rig.press(2, "o")
    rig.press(1, "o")
    rig.press(3, "o")
    assert rig.lobby.joined == (1, 2, 3)
    rig.press(1, "ooo")
    assert rig.play.match.setup.seats == (1, 2, 3)


def test_nobody_can_begin_alone() -> None:
    rig = Rig()
    rig.press(2, "ooooo")
    assert isinstance(rig.table.stage, Lobby)


def test_a_press_after_the_game_has_begun_changes_nothing() -> None:
    rig = Rig()
    for pod in (1, 2):
        rig.press(pod, "o")
    rig.press(1, "ooo")
    match = rig.play.match
    rig.touch(3, "o")
    rig.touch(2, "o")
    assert rig.play.match is match
    assert match.journal == []
    assert "No seat in this game" in rig.text(3)


def test_an_old_game_is_offered_first_and_goes_on_where_it_was() -> None:
    rig = Rig(journal=left_unfinished(), away=SOON + 1.0)
    assert all("A game is not over yet" in rig.text(pod) for pod in rig.pods)
    rig.press(2, "o")
    assert rig.answers[-1] == "3 roll"
    assert [request.key for request in rig.play.match.open if not request.aside] == ["bid"]
    rig.say(3, "bid", "4x2")
    assert rig.journal.entries(1)[-1] == "3 bid 4x2"


def test_after_a_short_break_nothing_is_asked() -> None:
    rig = Rig(journal=left_unfinished(), away=30.0)
    assert rig.answers[-1] == "3 roll"
    assert "Your bid" in rig.text(3)


def test_where_no_time_is_known_or_the_clock_was_set_back_the_game_is_offered() -> None:
    for away in (None, -1e6):
        assert isinstance(Rig(journal=left_unfinished(), away=away).table.stage, Lobby)


def test_an_old_game_that_nobody_wants_is_not_offered_again() -> None:
    journal = left_unfinished()
    rig = Rig(journal=journal, away=None)
    for pod in rig.pods:
        rig.say_in_lobby(pod, "new-game", "yes")
    assert "Who plays?" in rig.text(1)
    assert "Who plays?" in Rig(journal=journal, away=30.0).text(1)


def test_nobody_leaves_an_old_game_for_the_others() -> None:
    rig = Rig(ALL, journal=left_unfinished(), away=None)
    rig.press(2, "mo")
    assert "Give up the old game?" in rig.text(1)
    assert "Liar's dice: 1 2 3" in rig.text(1), "what is lost by it"
    assert "Yes says Seat 2" in rig.text(1)
    assert "Waiting for Seat 1, Seat 3" in rig.text(2)
    assert "Waiting for Seat 1, Seat 3" in rig.text(6), "it is not its game"
    rig.press(1, "ooo")
    assert "Waiting for Seat 1, Seat 3" in rig.text(2), "a press that was meant for the offer says nothing"
    rig.press(1, "bo")
    rig.press(3, "mo")
    assert rig.answers[-1] == "3 roll", "one no, and the game goes on"
    assert [game.ended for game in rig.journal.games()] == [None]


def test_who_wanted_to_leave_an_old_game_may_think_better_of_it() -> None:
    rig = Rig(journal=left_unfinished(), away=None)
    rig.press(2, "mo")
    rig.press(2, "b")
    assert rig.answers[-1] == "3 roll"


def test_whoever_has_no_part_in_an_old_game_may_ask_for_a_new_one_but_not_vote() -> None:
    rig = Rig(ALL, journal=left_unfinished(), away=None)
    rig.press(5, "mo")
    assert "Yes says" not in rig.text(1)
    for pod in (1, 2, 3):
        assert isinstance(rig.table.stage, Lobby)
        assert "Who plays?" not in rig.text(5)
        rig.say_in_lobby(pod, "new-game", "yes")
    assert "Who plays?" in rig.text(5)


def test_a_seat_whose_pod_is_lost_does_not_hold_up_a_new_game() -> None:
    rig = Rig(journal=left_unfinished(), away=None)
    rig.press(2, "mo")
    rig.press(1, "bo")
    assert "Waiting for Seat 3" in rig.text(1)
    rig.ails("pod.3", "Errno 121")
    rig.wait(10.0)
    assert "Who plays?" in rig.text(1)


def test_a_game_that_cannot_be_read_is_left_alone_and_the_one_before_it_is_offered() -> None:
    journal = left_unfinished()
    for setup in ('{"game": "chess", "seats": [1, 2], "options": {}}', "[]", "nonsense", '{"game": "x"}'):
        journal.begin("x", setup)
    strange = journal.begin("liars-dice", json.dumps(GAME.to_json()))
    journal.append(strange, "1 call")
    rig = Rig(journal=journal, away=30.0)
    assert rig.answers[-1] == "3 roll"
    assert strange in [game.id for game in journal.unfinished()], "kept for a box that knows better"


def test_a_game_of_pods_that_are_not_there_is_not_offered() -> None:
    assert "Who plays?" in Rig(pods=(1, 2), journal=left_unfinished(), away=30.0).text(1)


def test_a_choice_of_another_evening_that_fits_no_more_is_asked_anew() -> None:
    for kept in ('{"game": "chess", "seats": [1], "options": {}}', '"text"', "[1, 2]", '{"seats": 3}'):
        journal = Journal(None)
        journal.keep("last-choice", kept)
        rig = Rig(journal=journal)
        for pod in (1, 2):
            rig.press(pod, "o")
        rig.press(1, "o")
        assert "As last time" not in rig.text(1)
        rig.press(1, "oo")
        assert isinstance(rig.table.stage, Play)


def test_whatever_was_kept_of_the_house_cannot_stop_it() -> None:
    for kept in ("nonsense", "null", "3", '{"language": "xx", "brightness": 9000, "hints": true}'):
        journal = Journal(None)
        for key in ("house", "names"):
            journal.keep(key, kept)
        house = Rig(journal=journal).house
        assert house.language == "en"
        assert 0 <= house.brightness <= 255


def test_the_menu_of_the_box_opens_in_the_lobby_and_over_the_offer_of_a_game() -> None:
    for rig in (Rig(), Rig(journal=left_unfinished())):
        before = rig.text(2)
        rig.press(2, "O")
        assert "Menu" in rig.text(2)
        assert "Menu" not in rig.text(1)
        rig.press(2, "O")
        assert rig.text(2) == before
        rig.press(2, "Oo")
        rig.press(2, "mo")
        assert rig.house.language != "en"


def test_whoever_was_still_reading_when_another_went_on_sees_the_result_all_the_same() -> None:
    rig = Rig((1, 2, 3), Setup("liars-dice", (1, 2, 3)))
    rig.choose(1, "end", "yes")
    rig.wait(NEWS_FOR)
    rig.say(2, "end", "yes")
    rig.say(3, "end", "yes")
    assert rig.play.match.result is not None
    rig.press(3, "o" * len(rig.desk(3).news))
    shown = {3: rig.text(3)}
    rig.press(1, "o" * (len(rig.desk(1).news) + 1))
    assert isinstance(rig.table.stage, Lobby)
    assert "Who plays?" in rig.text(1)
    assert "Who plays?" in rig.text(3), "it had seen it"
    assert rig.text(2) == shown[3], "the same for two who have not won"
    rig.press(2, "o")
    assert "Who plays?" in rig.text(2)
    rig.press(2, "o")
    assert rig.lobby.joined == (2,)


def test_the_game_that_is_over_makes_way_for_the_next() -> None:
    rig = Rig((1, 2), Setup("liars-dice", (1, 2)))
    rig.read({1: "11111", 2: "22222"})
    rig.roll()
    rig.say(2, "bid", "10x*")
    rig.say(1, "call")
    rig.read({1: "12345", 2: "12345"})
    assert rig.play.match.result is not None
    rig.press(1, "o" * (len(rig.desk(1).news) + 1))
    assert isinstance(rig.table.stage, Lobby)
    assert rig.journal.unfinished() == []
    assert Answer.from_text(rig.journal.entries(1)[-1]).key == "dice"


@pytest.mark.parametrize(("seats", "offered"), [(2, False), (3, True), (4, True), (5, True), (6, False)])
def test_the_cattle_trade_is_picked_at_the_pods_where_so_many_can_play_it(seats: int, offered: bool) -> None:
    rig = Rig(tuple(range(1, seats + 1)))
    for pod in rig.pods:
        rig.press(pod, "o")
    rig.say_in_lobby(1, "go-on")
    shown = []
    for _ in range(6):
        shown.append(rig.text(1))
        rig.press(1, "m")
    assert any("[Kuhhandel]" in text for text in shown) is offered  # for other numbers it says for how many
    assert any("[Bluff (cards)]" in text for text in shown) is offered


def test_last_evenings_cattle_trade_begins_with_its_options_after_few_presses() -> None:
    rig = Rig((1, 2, 3))
    rig.house.keep_choice(Setup("kuhhandel", (1, 2, 3), {"short": "yes", "money": "table"}).to_json())
    for pod in (*rig.pods, 1, 1):
        rig.press(pod, "o")
    assert rig.play.match.setup == Setup("kuhhandel", (1, 2, 3), {"short": "yes", "money": "table"})
