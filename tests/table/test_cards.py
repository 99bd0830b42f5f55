"""The cattle trade at the pods: auctions by presses, the count's clock, cards by the eye, secrets, audits."""

from __future__ import annotations

import pytest

from engine.event import Event
from engine.kuhhandel.position import Opening
from firmware.hands import Said
from firmware.table.desk import News
from firmware.table.notices import NOTICE_FOR
from firmware.table.play import NEWS_FOR
from firmware.table.stage import CardSight, Pile
from firmware.table.stroke import COMES_UP, RAISED, STROKE_EVERY
from tests.table.openings import LATE, SEATS, complete, match_from
from tests.table.rig import Rig
from vision.areas import Role
from vision.cards_look import Hitch
from vision.gaze import Trouble

TO_BID = COMES_UP + 2 * STROKE_EVERY  # seconds that nobody may bid until a card is the seller's


def begun(game: str = "kuhhandel", opening: Opening = LATE, **options: str) -> Rig:
    """Seat 1 is on turn."""
    return Rig(SEATS, match=match_from(opening, game, options))


def up(animal: str = "horse", game: str = "kuhhandel", **options: str) -> Rig:
    """Seat 1 has put a card up, and the count begins."""
    rig = begun(game, LATE, **options)
    rig.say(1, "turn", "auction")
    rig.lay(spot=animal)
    return rig


def news_read(rig: Rig) -> None:
    for seat in SEATS:
        while rig.desk(seat).unread is not None:
            rig.press(seat, "o")


def sold_to(rig: Rig, buyer: int, amount: int) -> Rig:
    """Knocked down; the seller is to decide or the buyer to pay."""
    rig.play._heard(buyer, Said("bid", str(amount)))
    rig.table.tick(rig.now)
    rig.wait(RAISED + 2 * STROKE_EVERY + 0.01)
    return rig


# ---- cards by the eye ----------------------------------------------------------------------------------


def test_a_card_is_looked_for_in_the_middle_from_the_press_on_and_what_can_be_is_told() -> None:
    rig = begun()
    assert rig.sight is None
    rig.say(1, "turn", "auction")
    assert rig.sight is not None
    assert dict(rig.sight[0].wanted) == {(Role.SPOT, None): 1}
    assert isinstance(rig.sight[0], CardSight)
    assert rig.sight[0].can_be == {"horse": 1, "cow": 1}
    assert rig.sight[1] == rig.now, "no frame from before the press"
    assert "Turn up a card" in rig.text(1)
    assert all("Seat 1 turns up a card" in rig.text(pod) for pod in SEATS[1:])
    rig.lay(spot="horse")
    assert rig.answers[-1] == "table cards spot:horse"
    assert rig.sight is None


@pytest.mark.parametrize(
    ("why", "says"),
    [
        (Trouble.MISSING, "0 of 1 cards seen in the middle"),
        (Hitch.UNKNOWN, "not known here"),
        (Hitch.IMPOSSIBLE, "cannot lie here"),
        (Trouble.WAVERING, "now so, now so"),
    ],
)
def test_a_card_that_cannot_be_read_is_said_at_every_pod(why: Trouble | Hitch, says: str) -> None:
    rig = begun()
    rig.say(1, "turn", "auction")
    rig.lay(spot=why, final=False)
    assert all(says in rig.text(pod) for pod in SEATS)
    rig.lay(trouble=Trouble.HAND, final=False)
    assert all("hand is in the way" in rig.text(pod) for pod in SEATS)
    assert rig.play.asked().sort_out == ()


def test_a_card_is_keyed_in_by_hand_at_any_time_and_confirmed_by_another() -> None:
    rig = begun()
    rig.ails("camera", "the camera does not answer")
    rig.wait(30)
    rig.say(1, "turn", "auction")
    rig.choose(2, "enter", "spot:cow")
    assert rig.answers[-1] == "2 enter spot:cow"
    rig.say(3, "agree", "yes")
    assert "Cow" in rig.text(2)
    assert "bid 10" in rig.text(2)


def test_a_reading_may_be_disputed_while_the_count_runs_and_is_made_again() -> None:
    rig = up("horse")
    rig.wait(COMES_UP + 0.1)
    assert "strike" in [event.key for event in rig.play.match.events]
    rig.choose(3, "dispute")
    assert rig.sight is not None
    assert rig.sight[1] == rig.now
    rig.lay(spot="cow")
    news_read(rig)
    assert "Cow" in rig.text(3)


def test_in_the_short_game_four_cards_are_read_before_every_seat() -> None:
    rig = Rig(SEATS, match=match_from(Opening(turn=1), options={"short": "yes"}))
    other = Rig(SEATS, rig.play.match.setup)
    other.say(2, "starts", "1")
    assert other.sight is not None
    assert dict(other.sight[0].wanted) == {(Role.ANIMALS, seat): 4 for seat in SEATS}
    asked = other.play.asked().cards
    assert asked is not None
    assert (asked.deck, asked.dealt) == (28, dict.fromkeys(SEATS, 4))
    other.lay(animals_1="cow cow cow cow", animals_2="pig pig cat dog", animals_3="hen", final=False)
    assert other.answers == ["2 starts 1"], "not before all agree"
    other.lay(animals_1="cow cow cow cow", animals_2="pig pig cat dog", animals_3="horse cat dog sheep")
    assert other.play.match.view(None)["sets"] == {"1": ("cow",), "2": (), "3": ()}


# ---- the count -----------------------------------------------------------------------------------------


def test_a_card_that_nobody_wants_is_the_sellers_after_three_strokes() -> None:
    rig = up()
    rig.wait(TO_BID - 0.1)
    assert [answer for answer in rig.answers if "clock" in answer] == ["clock count"] * 2
    rig.wait(0.2)
    assert "for nothing" in rig.text(1)
    assert rig.play.match.view(None)["animals"]["1"]["horse"] == 3  # type: ignore[index, call-overload]


def test_a_raise_cancels_the_count_and_the_next_number_has_its_whole_time() -> None:
    rig = up()
    rig.wait(COMES_UP + STROKE_EVERY + 0.1)
    assert "twice" in rig.text(1)
    rig.touch(2, "o")
    assert rig.answers[-1] == "2 bid 10"
    rig.wait(RAISED - 0.1)
    assert "once" not in rig.text(1)
    rig.touch(3, "o")
    rig.wait(RAISED - 0.1)
    assert rig.answers[-1] == "3 bid 20", "a count that looks the same is another"
    rig.wait(0.2)
    assert "20" in rig.text(1)
    assert "once" in rig.text(1)


def test_the_page_says_of_a_count_what_is_bid_and_by_whom_and_does_not_ask_who_leads() -> None:
    rig = up()
    assert rig.play.public()["asked"] == "Who bids? · Seat 1 sells"
    assert rig.play.public()["waits"] == [], "all may, and nobody has to"
    rig.wait(1.0)
    rig.touch(2, "o")
    assert rig.play.public()["asked"] == "10 · Seat 2 leads with 10"
    rig.wait(RAISED + 0.1)
    assert rig.play.public()["asked"] == "10 once · Seat 2 leads with 10"


def test_the_first_press_has_the_bid_and_the_second_bids_nothing_by_mistake() -> None:
    rig = up()
    rig.wait(1.0)
    rig.touch(3, "o")
    rig.touch(2, "o")
    assert [answer for answer in rig.answers if "bid" in answer] == ["3 bid 10"]
    assert "Too late" in rig.text(2)
    assert "your bid" in rig.text(3).lower() or "You" in rig.text(3)
    rig.now += 1.0
    rig.touch(2, "o")
    assert rig.answers[-1] == "2 bid 20"


@pytest.mark.parametrize("pressed", ["before the stroke", "after the stroke"])
def test_a_press_at_the_instant_of_the_last_stroke_is_a_bid_or_comes_too_late(pressed: str) -> None:
    rig = sold_to(up(), 3, 10) if pressed == "after the stroke" else up()
    if pressed == "before the stroke":
        rig.wait(TO_BID - 0.01)
        assert rig.answers[-1] == "clock count"
        rig.touch(2, "o")
        rig.touch(3, "o")
        rig.wait(0.02)
        assert rig.answers[-1] == "2 bid 10", "the count begins again, and seat 3 bid nothing by mistake"
        return
    counted = rig.answers
    rig.touch(2, "o")
    assert rig.answers == counted, "it is knocked down"
    assert [request.by for request in rig.play.match.open if not request.aside] == [1]


def test_what_ails_in_a_count_covers_no_glass_and_takes_nobody_his_bid() -> None:
    rig = up()
    rig.wait(1.0)
    rig.ails("camera.frozen", "the camera gives the same picture over and over")
    rig.ails("pod.3", "Errno 121")
    assert all("Horse" in rig.text(seat) for seat in SEATS), "all see what is sold"
    rig.touch(2, "o")
    assert rig.answers[-1] == "2 bid 10", "the first press is the bid"
    rig.wait(RAISED + 2 * STROKE_EVERY + 0.01)
    assert rig.answers[-3:] == ["clock count"] * 3, "no camera is needed to sell"


def test_what_ailed_in_a_count_is_said_after_it_for_its_whole_time() -> None:
    rig = up()
    rig.wait(1.0)
    rig.ails("camera.frozen", "the camera gives the same picture over and over")
    rig.wait(TO_BID - 0.9)
    assert "camera" in rig.text(1)
    rig.wait(NOTICE_FOR - 0.2)
    assert "camera" in rig.text(1)
    rig.wait(0.3)
    assert "camera" not in rig.text(1)


def test_a_pause_stops_the_count_and_it_goes_on_from_there() -> None:
    rig = up()
    rig.wait(COMES_UP - 1.0)
    rig.house.do(Said("house.pause"))
    rig.table.tick(rig.now)
    counted = len(rig.answers)
    rig.wait(100)
    assert len(rig.answers) == counted
    assert rig.text(2) == "(dark)"
    rig.touch(2, "m")
    assert len(rig.answers) == counted, "the press only wakes the table"
    rig.wait(0.9)
    assert len(rig.answers) == counted
    rig.wait(0.2)
    assert len(rig.answers) == counted + 1


def test_nobody_is_counted_out_while_somebody_still_reads_what_happened() -> None:
    rig = begun(opening=Opening(1, deck=2, animals=LATE.animals, notes=LATE.notes, donkeys=4))
    rig.say(1, "turn", "auction")
    rig.lay(spot="horse")
    rig.play.desks[2].news.extend(_some_news(rig))
    rig.play.tick(rig.now)
    rig.wait(NEWS_FOR - 0.1)
    assert "clock count" not in rig.answers
    rig.wait(COMES_UP + 0.2)
    assert "clock count" in rig.answers


def _some_news(rig: Rig) -> list[News]:
    event = Event("set", {"seat": 1, "animal": "cow"})
    return [News(event, rig.play.match.view(2), rig.now + NEWS_FOR)]


# ---- money on the pods ---------------------------------------------------------------------------------


def test_the_seller_decides_and_the_buyer_pays_with_notes_of_his_own() -> None:
    rig = sold_to(up(), 2, 60)
    rig.say(1, "right", "sell")
    before = rig.text(1), rig.text(3), rig.play.public()
    rig.press(2, "mb")
    assert (rig.text(1), rig.text(3), rig.play.public()) == before, "who picks notes does so alone"
    rig.say(2, "payment", "10 50")
    assert rig.answers[-1] == "2 payment 10 50"
    assert "You receive" in rig.text(1)
    assert "10" in rig.text(1)
    view = rig.play.match.view(1)
    assert view["you"]["total"] == 170 + 60  # type: ignore[index, call-overload]


def test_who_bids_more_than_he_has_shows_all_his_money_and_is_out_of_it() -> None:
    rig = up(game="bluff-auction")
    sold_to(rig, 2, 900)
    news_read(rig)
    assert [event.key for event in rig.play.match.events][-2:] == ["insolvent", "again"]
    assert "bid 10" not in rig.text(2)
    assert "bid 10" in rig.text(3), "the money that he shows takes no press from who may bid"


def test_a_trade_lays_secret_piles_and_only_the_two_see_what_was_in_them() -> None:
    rig = begun()
    rig.say(1, "turn", "trade:horse")
    rig.say(1, "offer", "0 100")
    rig.say(2, "reply", "counter")
    before = rig.text(3)
    rig.say(2, "counter", "50 50")
    assert "(tied)" not in before
    assert rig.play.match.view(3)["you"]["offer"] is None  # type: ignore[index, call-overload]
    assert "100" not in rig.text(3)
    assert any(news.event.key == "piles" for news in rig.desk(1).news)
    assert not any(news.event.key == "piles" for news in rig.desk(3).news)


def test_what_people_lay_and_hold_is_asked_of_them_only_with_the_money_on_the_table() -> None:
    rig = begun()
    rig.say(1, "turn", "trade:horse")
    rig.say(1, "offer", "0 100")
    asked = rig.play.asked().cards
    assert asked is not None
    assert (asked.laid, asked.purses) == ({}, {})
    table = begun("kuhhandel", LATE, money="table")
    table.say(1, "turn", "trade:horse")
    table.say(1, "offer", "0 100")
    asked = table.play.asked().cards
    assert asked is not None
    assert asked.laid == {1: Pile((0, 100), up=False)}
    assert asked.purses[1] == (0, 10, 10, 50)
    assert "100" not in repr(asked)


# ---- money on the table --------------------------------------------------------------------------------


def paying() -> Rig:
    """Seat 2 has keyed in what it pays; the notes lie before it."""
    rig = sold_to(up(**{"money": "table"}), 2, 60)
    rig.say(1, "right", "sell")
    rig.say(2, "payment", "10 50")
    return rig


def test_notes_that_are_paid_are_read_where_they_lie() -> None:
    rig = paying()
    assert rig.sight is not None
    assert dict(rig.sight[0].wanted) == {(Role.OFFER, 2): 2}
    asked = rig.play.asked().cards
    assert asked is not None
    assert asked.laid == {2: Pile((10, 50), up=True)}
    rig.lay(offer_2="50 10")
    assert rig.answers[-1] == "table cards 2:10,50"
    assert "You receive" in rig.text(1)


def test_other_notes_than_were_keyed_in_are_no_verdict_but_are_keyed_anew() -> None:
    rig = paying()
    rig.lay(offer_2="50 50")
    assert [event.key for event in rig.play.match.events][-1] == "differs"
    news_read(rig)
    rig.say(2, "anew", "50 50")
    news_read(rig)
    rig.say(3, "agree", "yes")
    assert rig.play.match.events[-1].key != "differs"
    assert any(event.key == "paid" and event.values["notes"] == (50, 50) for event in rig.play.match.events)


# ---- secrets on one's own glass ------------------------------------------------------------------------


def test_who_hides_his_money_sees_it_only_while_ok_is_held() -> None:
    rig = sold_to(up(), 2, 60)
    rig.choose(2, "house.hide", "on")
    rig.say(1, "right", "sell")
    news_read(rig)
    rig.wait(1.0)
    veiled = rig.text(2)
    assert "/" not in veiled.partition("=")[0]
    rig.press(2, "O")
    rig.hold(2)
    lifted = rig.text(2)
    assert "1 / " in lifted or "0 / " in lifted, lifted
    rig.hold()
    assert rig.text(2) == veiled
    again = Rig(SEATS, journal=rig.journal)
    assert again.house.hides == {2}


def test_who_does_not_hide_it_opens_the_menu_with_ok_held() -> None:
    rig = sold_to(up(), 2, 60)
    rig.say(1, "right", "sell")
    rig.press(2, "O")
    assert "Menu" in rig.text(2)
    assert "Hide my money" in [rig.house.words.menu(item.key) for item in rig.desk(2).menu._items]  # type: ignore[union-attr]


# ---- audits --------------------------------------------------------------------------------------------

LIES = {
    "animals_1": "rooster " * 4 + "goose " * 4 + "cat " * 4 + "horse horse",
    "animals_2": "dog " * 4 + "sheep " * 4 + "goat " * 4 + "horse cow",
    "animals_3": "donkey " * 4 + "pig " * 4 + "cow cow",
}


def audited(rig: Rig, **lies: str | Trouble) -> str:
    """What seat 3 is told."""
    rig.choose(3, "house.audit")
    rig.lay(**(LIES | lies))  # type: ignore[arg-type]
    return rig.text(3)


def test_an_audit_that_finds_all_as_it_should_be_says_so_to_who_asked() -> None:
    rig = begun()
    others = rig.text(1), rig.text(2)
    assert "as they should" in audited(rig)
    assert (rig.text(1), rig.text(2)) == others, "it takes nobody else's presses"
    account = rig.play.public()["account"]
    assert isinstance(account, list)
    assert "as they should" in account[-1]["text"]
    rig.press(3, "o")
    assert "as they should" not in rig.text(3)


def test_an_audit_names_what_is_missing_and_what_is_too_much_and_where() -> None:
    told = audited(begun(), animals_2=LIES["animals_2"].replace("cow", "pig"), animals_3="cow " * 3)
    assert "Seat 2" in told
    assert "Cow missing" in told
    assert "Pig too many" in told
    account = " ".join(part for part in told.split("|") if "Seat 1" in part)
    assert account == ""


def test_an_audit_says_which_place_it_could_not_make_out() -> None:
    assert "Seat 1: not clear" in audited(begun(), animals_1=Trouble.WAVERING)


def test_an_audit_counts_what_lies_face_down_in_a_trade_with_real_money() -> None:
    rig = begun("kuhhandel", LATE, money="table")
    rig.say(1, "turn", "trade:horse")
    rig.say(1, "offer", "0 100")
    assert "as they should" in audited(rig, offer_1="back back")
    rig.press(3, "o")
    assert "3 notes face down, not 2" in audited(rig, offer_1="back back back")


def test_an_audit_in_the_middle_of_a_count_stops_nothing_and_a_press_gives_it_up() -> None:
    rig = up()
    rig.choose(3, "house.audit")
    assert "Hands away" in rig.text(3)
    assert rig.sight is not None
    rig.touch(2, "o")
    assert rig.answers[-1] == "2 bid 10"
    rig.press(3, "m")
    assert rig.sight is None
    assert "bid 20" in rig.text(3)


def test_the_card_that_is_to_be_read_waits_for_an_audit_and_is_read_after_it() -> None:
    rig = begun()
    rig.say(1, "turn", "auction")
    audited(rig, spot="cow")
    assert rig.answers == ["1 turn auction"]
    rig.press(3, "o")
    assert rig.sight is not None
    rig.lay(spot="cow")
    assert rig.answers[-1] == "table cards spot:cow"


def test_dice_cannot_be_audited() -> None:
    rig = Rig(SEATS)
    rig.evening.begin(match_from(LATE).setup)
    assert "Compare" not in rig.text(1)


# ---- to the end ----------------------------------------------------------------------------------------


def test_the_dove_is_claimed_by_the_menu_and_by_nobody_else() -> None:
    opening = Opening(
        1,
        deck=0,
        animals={1: complete("rooster") | {"goose": 2, "cow": 1}, 2: {"goose": 2, "cow": 3}, 3: {}},
        notes={1: (100, 100), 2: (10,), 3: (10,)},
    )
    rig = begun("bluff-auction", opening)
    rig.say(1, "turn", "trade:goose")
    rig.say(1, "offer", "100")
    rig.say(2, "counter", "10")
    news_read(rig)
    assert "Claim the dove" not in [rig.house.words.menu(one.key) for one in rig.play.menu(2)._items]
    rig.choose(1, "dove")
    assert rig.play.match.view(None)["dove"] == 1
