"""What Biz-Bluff asks of a seat, what it can answer, and what it must see to do so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import View
from firmware.glass.screen import Align, Row, Size
from firmware.words.biz_bluff_screens import own
from firmware.words.biz_bluff_texts import ANSWERS, ASKED, KINDS, STREETS, company, face, square, to_throw
from firmware.words.values import hands, mapping, number, own_seat, texts

if TYPE_CHECKING:
    from firmware.words.words import Words


def asked(words: Words, key: str, view: View) -> str:
    """The question, said to the owner of the view."""
    match key:
        case "dice":
            return words.say("Let the die lie, hands away")
        case "cards":
            return _turns_up(words, view)
        case "move":
            return words.say("Where to? {n} steps", n=mapping(view["thrown"])["value"])
        case "late" | "deed":
            stands = mapping(mapping(view["stands"])[str(view["turn"])])
            free = company(words, str(stands["of"]))
            if key == "late":
                return words.say("Claim {company}?", company=free)
            return words.say("{company} is free", company=free)
        case "present":
            claimed = mapping(view["claims"])[str(view["turn"])]
            return words.say("Present {company}?", company=company(words, str(claimed)))
        case "deal":
            presented = company(words, str(mapping(view["presented"])["company"]))
            return words.say("Parts of {company}", company=presented)
        case _:
            return words.say(ASKED[key])


def _turns_up(words: Words, view: View) -> str:
    """Who turns up a card, or opens his file."""
    turn = number(view["turn"])
    opening = view["phase"] == "opening"
    if turn == own_seat(view):
        if opening:
            return words.say("Lay the file's token open before you")
        return words.say("Lay a card open before you")
    who = words.seat(turn)
    return words.say("{seat} opens the file", seat=who) if opening else words.say("{seat} draws", seat=who)


def option(words: Words, key: str, choice: str) -> str:
    """One of the choices of a question."""
    if (key, choice) in ANSWERS:
        return words.say(ANSWERS[(key, choice)])
    match key:
        case "met" | "opponent":
            return words.seat(int(choice))
        case "move" | "hunt":
            return square(words, choice)
        case "reached":
            return words.say(KINDS[choice])
        case "zone":
            return words.say(STREETS[choice])
        case _:
            return company(words, choice)


def about(words: Words, key: str, view: View) -> tuple[Row, ...]:
    """What belongs beside a question."""
    if key == "deal":
        return (Row(own(words, view), Size.SMALL, Align.CENTRE),)
    if key == "throw":
        wanted = to_throw(words, view)
        return (Row(wanted, Size.LARGE, Align.CENTRE),) if wanted else ()
    if key != "agree" or view["entered"] is None:
        return ()
    entered = mapping(view["entered"])
    if "dice" in entered:
        return tuple(
            Row(words.dice(dice), Size.HUGE, Align.CENTRE) for dice in hands(entered["dice"]).values()
        )
    lies = mapping(entered["cards"]).values()
    return tuple(Row(face(words, name), Size.LARGE, Align.CENTRE) for names in lies for name in texts(names))
