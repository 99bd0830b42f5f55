"""One bit of what the box remembers may have turned over: what can no longer be meant is forgotten, the box
starts."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st

from engine import Setup
from firmware.box import Box
from firmware.errors import JournalFull
from firmware.glass.draw import draw
from firmware.journal import Journal
from firmware.sim.rehearsal import VirtualClock
from firmware.table.evening import Evening
from firmware.table.house import House
from firmware.window import Window, page_keys
from tests.table.headless import Headless, play_of, settings

SEATS = (1, 2, 3, 4)
KEYS = ("house", "sound", "hides", "names", "stand-ins", "last-choice", "bots", "page-keys", "sim-world")
SMALL = KEYS[:-1]
GAME = 1
NONSENSE = ("", "{", "null", "[]", "[[]]", '{"seats": 1}', "1e999", '["\\ud812"]', "[" * 99999)


def a_box(journal: Journal) -> tuple[Box, Headless]:
    clock = VirtualClock()
    box = Box(settings(len(SEATS), 5), clock=clock, sleep=clock.sleep, journal=journal)
    return box, Headless(box, clock)


def _remembered() -> Mapping[str, str]:
    """All that is kept in an evening in which much of it was set."""
    box, _ = a_box(journal := Journal(None))
    Window(box)
    house = box.house
    house.name(1, "Zoé")
    house.name(3, "Ben")
    house.hide(2, hides=True)
    house.sound = False
    house._keep("sound", house.sound)
    house._keep("house", {"language": "nl", "brightness": 90, "hints": False})
    box.evening.begin(Setup("liars-dice", SEATS))
    house.stand_in(1, 3)
    box.hand_to(4, True)
    box.host.keep()
    return {key: str(journal.kept(key)) for key in KEYS}


REMEMBERED = _remembered()


def spoilt(text: str, bit: int) -> str:
    """The text with one bit of its bytes turned over, as the journal reads it."""
    raw = bytearray(text.encode())
    raw[bit // 8] ^= 1 << bit % 8
    return raw.decode("utf-8", "replace")


def all_spoilt(key: str) -> Iterator[str]:
    text = REMEMBERED[key]
    return (spoilt(text, bit) for bit in range(8 * len(text.encode())))


def journal_with(key: str, text: str) -> Journal:
    journal = Journal(None)
    for other, kept in REMEMBERED.items():
        journal.keep(other, kept)
    journal.keep(key, text)
    return journal


def test_nothing_that_is_remembered_is_left_out_here() -> None:
    box, rehearsal = a_box(journal := journal_with("sound", "true"))
    Window(box)
    for seat in SEATS:
        box.hand_to(seat, True)
    while play_of(box) is None:
        rehearsal.step()
    assert {key for (key,) in journal._read("SELECT key FROM memory")} == set(KEYS)
    assert None not in REMEMBERED.values()


@pytest.mark.parametrize("key", SMALL)
def test_a_house_in_which_any_one_bit_is_wrong_can_be_sat_in(key: str) -> None:
    logging.disable(logging.CRITICAL)
    try:
        for text in all_spoilt(key):
            journal = journal_with(key, text)
            house = House.remembered(journal, "en", 160)
            house.sit_down(GAME, SEATS)
            house.doubt_pods()
            assert {*house.hides, *house.names} <= set(range(1, 7))
            assert {*house.stand_ins, *house.stand_ins.values()} <= set(SEATS)
            Evening(journal, house, SEATS).first_stage().screen(1)
            everything, seats = page_keys(journal, SEATS)
            assert all(len(one) == 12 for one in (everything, *seats.values()))
            house.name(2, "Ada")
    finally:
        logging.disable(logging.NOTSET)


@given(st.sampled_from(KEYS), st.integers(0))
@how(max_examples=40, deadline=None)
def test_the_box_starts_and_plays_whatever_bit_is_wrong(key: str, bit: int) -> None:
    text = REMEMBERED[key]
    box, rehearsal = a_box(journal_with(key, spoilt(text, bit % (8 * len(text.encode())))))
    window = Window(box)
    for seat in SEATS:
        box.hand_to(seat, True)
    rehearsal.run(2.0)
    for seat in SEATS:
        draw(box.table.screen(seat))
        window.cup(seat)
    window.public()
    box.stop()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("text", NONSENSE)
def test_what_is_forgotten_is_named_in_the_log_and_not_told(
    caplog: pytest.LogCaptureFixture, key: str, text: str
) -> None:
    caplog.set_level(logging.DEBUG)
    box, _ = a_box(journal_with(key, text))
    Window(box)
    box.house.sit_down(GAME, SEATS)
    box.house.last_choice()
    said = {message for message in caplog.messages if "forgotten" in message}
    fits = (key, text) in {("hides", "[]"), ("bots", "[]"), ("last-choice", '{"seats": 1}')}
    assert [key in message for message in said] == ([] if fits else [True]), said
    box.stop()


def test_the_pages_open_where_the_disk_does_not_take_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    box, _ = a_box(journal := Journal(None))

    def full(*_: object) -> None:
        raise JournalFull("journal.db", "SQLITE_FULL", 0, 1)

    monkeypatch.setattr(journal, "keep", full)
    keys = Window(box).keys()
    assert len({keys.everything, *keys.seats.values()}) == 1 + len(SEATS)
    box.stop()
