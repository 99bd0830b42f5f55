"""What a seat is shown for a moment when something has happened in Biz-Bluff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Event
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.words.biz_bluff_lines import line, opened, settled
from firmware.words.biz_bluff_texts import company, face, held
from firmware.words.values import number

if TYPE_CHECKING:
    from firmware.words.words import Words

TOLD = frozenset({"tied", "sent", "taken-over", "struck-off", "duel", "shuffle", "nothing-free", "presents"})
"""Shown in the words of the account."""


def news(words: Words, event: Event, seat: Seat) -> Screen | None:
    """What `seat` is shown; None for what the glass shows anyway."""
    values = event.values
    match event.key:
        case "thrown":
            rows = (Row(words.dice(str(values["value"])), Size.HUGE, Align.CENTRE),)
            return Screen(words.say("{seat} throws", seat=words.seat(number(values["by"]))), rows)
        case "drew":
            rows = (Row(face(words, str(values["card"])), Size.LARGE, Align.CENTRE),)
            return Screen(words.say("{seat} draws", seat=words.seat(number(values["by"]))), rows)
        case "starts":
            own = number(values["seat"]) == seat
            told = words.say("You begin") if own else line(words, event)
            return Screen(rows=(Row(told, Size.LARGE, Align.CENTRE),))
        case "opened":
            rows = (Row(opened(words, values), Size.HUGE, Align.CENTRE),)
            return Screen(company(words, str(values["company"])), rows)
        case "settled" if values["seat"] == seat:
            now = held(words, number(values["cash"]), number(values["parts"]))
            got = [Row(told, Size.LARGE, Align.CENTRE) for told in settled(words, values)]
            return Screen(words.say("Your account"), (*got, Row(now, Size.SMALL, Align.CENTRE)))
        case key if key in TOLD:
            return Screen(rows=(Row(line(words, event), Size.LARGE, Align.CENTRE),))
        case _:
            return None
