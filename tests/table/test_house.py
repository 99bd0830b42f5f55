"""The menu's own ways: pause, light, language, names, off; and what the box says about its devices."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import Setup
from firmware.glass import icons
from firmware.hands import Said
from firmware.hands.menu import MenuHand, MenuItem
from firmware.table.notices import NOTICE_FOR
from firmware.table.play import NEWS_FOR
from firmware.words import LANGUAGES
from tests.table.rig import Rig

GAME = Setup("liars-dice", (1, 2, 3))


@pytest.fixture
def rig() -> Rig:
    """Seat 3 is to open."""
    rig = Rig((1, 2, 3, 4), GAME)
    rig.read({1: "11111", 2: "22222", 3: "33333"})
    rig.roll()
    return rig


def test_a_pause_darkens_all_glass_and_any_press_lights_it_and_does_nothing_else(rig: Rig) -> None:
    for waking in ("b", "m", "o", "B", "M", "O"):
        before = [rig.text(pod) for pod in rig.pods]
        rig.choose(1, "house.pause")
        assert [rig.text(pod) for pod in rig.pods] == ["(dark)"] * 4
        rig.press(3, waking)
        assert [rig.text(pod) for pod in rig.pods] == before
    assert rig.answers[-1] == "3 roll"


def test_the_finger_that_wakes_the_table_does_not_run_on(rig: Rig) -> None:
    rig.choose(1, "house.pause")
    before = rig.desk(3).answers
    rig.press(3, "M")
    assert "[5]" in rig.text(3)
    rig.press(3, "m")
    assert "[3] × ✪" in rig.text(3), "the next space of the track"
    assert rig.desk(3).answers is before


def test_a_paused_table_is_not_looked_at(rig: Rig) -> None:
    rig.say(3, "bid", "9x3")
    rig.say(1, "call")
    assert rig.sight is not None
    rig.choose(2, "house.pause")
    assert rig.sight is None
    rig.press(2, "o")
    assert rig.sight is not None
    assert rig.sight[1] == rig.now, "never a frame from before"


def test_the_light_reaches_the_glass_and_stays_for_other_evenings(rig: Rig) -> None:
    assert rig.level == 160
    levels = set()
    rig.press(2, "O")
    while "[Brightness]" not in rig.text(2):
        rig.press(2, "m")
    rig.press(2, "o")
    for _ in range(3):
        rig.press(2, "b")
        levels.add(rig.level)
    assert len(levels) == 3
    assert Rig(journal=rig.journal).level == rig.level == rig.house.brightness


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_language_redraws_every_pod_and_stays(rig: Rig, language: str) -> None:
    english = [rig.text(pod) for pod in rig.pods]
    rig.choose(2, "house.language", language)
    now = [rig.text(pod) for pod in rig.pods]
    assert (now == english) == (language == "en")
    if language != "en":
        assert all(text != before for text, before in zip(now, english, strict=True))
    assert Rig(journal=rig.journal).house.language == language


def test_hints_come_and_go(rig: Rig) -> None:
    plain = rig.text(3)
    rig.choose(1, "house.hints", "on")
    assert "Jokers count as any face" in rig.text(3)
    rig.choose(1, "house.hints", "off")
    assert rig.text(3) == plain


def test_a_seat_is_handed_to_somebody_else(rig: Rig) -> None:
    rig.house.name(2, "Ada")
    rig.house.name(1, "Bea")
    rig.choose(3, "house.handover", "Ada")
    assert rig.house.names[3] == "Ada"
    assert "Ada" in rig.text(1), "everybody reads who sits there now"
    assert [request.by for request in rig.play.match.open if not request.aside] == [3], "the seat plays on"


def test_switched_off_all_is_dark_and_the_box_is_told(rig: Rig) -> None:
    rig.choose(1, "house.off")
    assert rig.is_off
    assert [rig.text(pod) for pod in rig.pods] == ["(dark)"] * 4
    assert rig.journal.unfinished() != [], "the game is kept"


def test_the_box_can_be_switched_off_before_a_game() -> None:
    rig = Rig()
    rig.press(3, "O")
    while "[Switch off]" not in rig.text(3):
        rig.press(3, "m")
    rig.press(3, "o")
    assert not rig.is_off, "it asks once more"
    rig.press(3, "o")
    assert rig.is_off


def test_a_look_at_the_table_is_left_by_ok(rig: Rig) -> None:
    before = rig.text(3)
    rig.choose(3, "house.peek")
    assert "You open" in rig.text(3)
    rig.press(3, "m")
    assert "You open" in rig.text(3)
    rig.press(3, "o")
    assert rig.text(3) == before


def test_ok_held_opens_and_closes_the_menu_whatever_lies_before_the_seat(rig: Rig) -> None:
    before = rig.text(3)
    rig.press(3, "OO")
    assert rig.text(3) == before
    rig.press(3, "OmOOoO")
    assert rig.text(3) == before


def test_a_pod_without_a_seat_cannot_do_anything(rig: Rig) -> None:
    rig.press(4, "oOmbBM")
    assert "No seat" in rig.text(4)
    assert rig.answers[-1] == "3 roll"


# ---- what ails the box ---------------------------------------------------------------------------------


def test_a_lost_device_is_named_at_every_pod_in_the_tables_language_and_again_when_it_is_back(
    rig: Rig,
) -> None:
    before = [rig.text(pod) for pod in rig.pods]
    rig.ails("pod.2", "I2C bus 1: Errno 121")
    assert "Pod 2 does not answer" in rig.text(1)
    assert "Pod 2 does not answer" in rig.text(4)
    assert rig.house.complaints() == ["Pod 2 does not answer. Check its cable."]
    rig.house.language = "nl"
    rig.ails("pod.2", "I2C bus 1: Errno 121")
    assert "Pod 2 does not answer" not in rig.text(1)
    rig.house.language = "en"
    rig.ails("pod.2", None)
    assert f"{icons.CHECK} Pod 2 is back" in rig.text(1), "nothing to be warned of"
    rig.wait(30)
    assert [rig.text(pod) for pod in rig.pods] == before
    assert rig.house.complaints() == []


def test_a_press_that_reads_a_notice_away_does_nothing_else(rig: Rig) -> None:
    before = rig.text(3)
    for press in ("o", "m", "b", "M", "B", "O"):
        rig.ails("pod.2", "Errno 121")
        rig.wait(1.0)
        rig.press(3, press)
        assert rig.text(3) == before
        rig.ails("pod.2", None)
        rig.press(3, "o")
    assert rig.answers[-1] == "3 roll"


def test_the_same_ailment_is_said_once(rig: Rig) -> None:
    rig.ails("pod.2", "Errno 121")
    rig.wait(30)
    before = rig.text(1)
    rig.ails("pod.2", "Errno 121")
    assert rig.text(1) == before


def test_without_a_camera_every_glass_carries_its_mark(rig: Rig) -> None:
    rig.ails("camera", "the camera gave no picture within 3 seconds")
    rig.wait(30)
    assert all(icons.CAMERA in rig.text(pod) for pod in rig.pods)
    rig.ails("camera", None)
    rig.wait(30)
    assert not any(icons.CAMERA in rig.text(pod) for pod in rig.pods)


def test_a_seat_whose_pod_is_lost_plays_on_at_another(rig: Rig) -> None:
    rig.press(1, "O")
    assert "Play for" not in rig.text(1)
    rig.press(1, "O")
    rig.ails("pod.3", "Errno 121")
    rig.wait(10.0)
    own = rig.text(1)
    rig.choose(1, "house.stand-in", "3")
    assert "Your bid" in rig.text(1)
    assert f"{icons.HAND}3" in rig.text(1), "whose it is stands there"
    assert icons.HAND not in rig.text(2)
    rig.press(1, "oo")
    assert rig.answers[-1] == "3 bid 5x1"
    assert rig.desk(1).news == []
    rig.press(1, "O")
    rig.press(1, "o")
    assert "Your bid" in rig.text(1), "now it is his own turn"
    assert icons.HAND not in rig.text(1)
    assert own != rig.text(1)
    rig.press(1, "oo")
    assert rig.answers[-1] == "1 bid 6x1"


def test_only_one_pod_stands_in_for_a_seat_and_not_when_its_own_is_back(rig: Rig) -> None:
    rig.ails("pod.3", "Errno 121")
    rig.wait(10.0)
    rig.choose(1, "house.stand-in", "3")
    rig.press(2, "O")
    assert "Play for" not in " ".join(rig.house.words.menu(item.key, item.seat) for item in _items(rig, 2))
    rig.press(2, "O")
    rig.ails("pod.3", None)
    rig.wait(10.0)
    assert icons.HAND not in rig.text(1)
    assert "Seat 3 bids" in rig.text(1)
    rig.press(3, "oo")
    assert rig.answers[-1] == "3 bid 5x1"


def test_a_seat_whose_helper_is_lost_too_is_helped_by_another(rig: Rig) -> None:
    rig.ails("pod.3", "Errno 121")
    rig.wait(10.0)
    rig.choose(1, "house.stand-in", "3")
    rig.ails("pod.1", "Errno 121")
    rig.wait(10.0)
    rig.choose(2, "house.stand-in", "3")
    assert f"{icons.HAND}3" in rig.text(2)
    rig.ails("pod.1", None)
    rig.wait(10.0)
    assert icons.HAND not in rig.text(1), "one seat is played at one pod"
    rig.press(2, "oo")
    assert rig.answers[-1] == "3 bid 5x1"


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["lost", "back", "helps", "helps no more"]))))
@example([(4, "lost"), (1, "helps"), (1, "lost"), (2, "helps"), (1, "back")])
@settings(max_examples=60, deadline=None)
def test_whatever_pods_are_lost_every_seat_can_be_played_at_one_that_is_there(
    deeds: list[tuple[int, str]],
) -> None:
    rig = Rig((1, 2, 3, 4), Setup("liars-dice", (1, 2, 3, 4)))
    lost: set[int] = set()

    def offered(pod: int) -> dict[str, list[str]]:
        items = rig.play.menu(rig.table._seat_at(pod))._items
        return {
            key: [item.says.said for item in items if item.says is not None and item.says.key == key]
            for key in ("house.stand-in", "house.own-seat")
        }

    for pod, deed in deeds:
        if deed in ("lost", "back"):
            (lost.add if deed == "lost" else lost.discard)(pod)
            rig.ails(f"pod.{pod}", "Errno 121" if deed == "lost" else None)
        elif pod not in lost:
            key = "house.stand-in" if deed == "helps" else "house.own-seat"
            for said in offered(pod)[key][-1:]:
                rig.play._heard(rig.table._seat_at(pod), Said(key, said))
                rig.table.tick(rig.now)
        there = set(rig.pods) - lost
        playing = {pod: rig.table._seat_at(pod) for pod in there}
        assert len(set(playing.values())) == len(playing), f"one seat at two pods: {playing}"
        for one in there:
            ways = offered(one)
            if playing[one] != one:
                assert ways["house.own-seat"], f"pod {one} cannot go back"
            else:
                left = {str(seat) for seat in lost - set(playing.values())}
                assert set(ways["house.stand-in"]) == left, f"pod {one} may not help"


def _items(rig: Rig, seat: int) -> tuple[MenuItem, ...]:
    menu = rig.desk(seat).menu
    assert isinstance(menu, MenuHand)
    return menu._items


# ---- while the table stands still ----------------------------------------------------------------------


def paused(rig: Rig, seconds: float) -> None:
    """The table pauses at this very moment, for so long."""
    rig.house.do(Said("house.pause"))
    rig.table.tick(rig.now)
    rig.wait(seconds)
    assert [rig.text(pod) for pod in rig.pods] == ["(dark)"] * 4
    rig.touch(3, "m")


def test_news_that_nobody_can_read_in_a_pause_has_its_time_after_it(rig: Rig) -> None:
    rig.say(3, "bid", "6x3")
    rig.say(1, "call")
    assert "Bluff!" in rig.text(2)
    rig.wait(NEWS_FOR / 2)
    paused(rig, 60)
    rig.wait(NEWS_FOR / 2 - 0.1)
    assert "Bluff!" in rig.text(2)
    rig.wait(0.2)
    assert "Lift the cups" in rig.text(2)


def test_what_began_to_ail_in_a_pause_is_said_after_it(rig: Rig) -> None:
    rig.house.do(Said("house.pause"))
    rig.ails("pod.4", "Errno 121")
    rig.wait(60)
    rig.touch(3, "m")
    rig.wait(NOTICE_FOR - 0.1)
    assert "Pod 4 does not answer" in rig.text(1)
    rig.wait(0.2)
    assert "Pod 4 does not answer" not in rig.text(1)
