"""Biz-Bluff told line by line, for log, page and replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.event import Event, Value
from firmware.words.biz_bluff_texts import STREETS, TOKENS, company, face, held, parts, place
from firmware.words.values import number, seats

if TYPE_CHECKING:
    from firmware.words.words import Words


def line(words: Words, event: Event) -> str:
    """The event in one line of text; "" for nothing, and for what nobody is told."""
    values = event.values
    match event.key:
        case "thrown" | "tied" | "starts" | "moved" | "sent" | "drew" | "shuffle" | "nothing-free":
            return _of_moving(words, event.key, values)
        case "taken-over" | "struck-off" | "claimed" | "escaped" | "challenged" | "duel":
            return _of_claims(words, event.key, values)
        case "presents" | "bought" | "sold" | "abstained" | "opened" | "settled" | "score" | "won":
            return _of_money(words, event.key, values)
        case _:
            return ""


def _seat(words: Words, values: Mapping[str, Value], key: str = "by") -> str:
    return words.seat(number(values[key]))


def _of_moving(words: Words, key: str, values: Mapping[str, Value]) -> str:
    match key:
        case "thrown":
            return words.say("{seat} throws {n}", seat=_seat(words, values), n=values["value"])
        case "tied":
            return words.say("Tie: {seats} throw again", seats=words.seats(seats(values["seats"])))
        case "starts":
            return words.say("{seat} begins", seat=_seat(words, values, "seat"))
        case "moved":
            where = place(words, str(values["kind"]), str(values["of"]))
            there = f"{values['square']} {where}".strip()
            return words.say("{seat} comes to {place}", seat=_seat(words, values), place=there)
        case "sent":
            seat = _seat(words, values, "seat")
            told = words.say("{seat} is sent to the Dahu hunt", seat=seat)
            return f"{told}: {values['square']}" if values["square"] else told
        case "drew":
            drawn = face(words, str(values["card"]))
            return words.say("{seat} draws: {card}", seat=_seat(words, values), card=drawn)
        case "shuffle":
            return words.say("The used cards are shuffled")
        case _:
            street = words.say(STREETS[str(values["street"])])
            return words.say("{street}: nothing is free", street=street)


def _of_claims(words: Words, key: str, values: Mapping[str, Value]) -> str:
    named = company(words, str(values.get("company", "")))
    match key:
        case "taken-over":
            seat, of = _seat(words, values), _seat(words, values, "of")
            return words.say("{seat} takes {company} over from {of}", seat=seat, company=named, of=of)
        case "struck-off":
            return words.say("{seat} loses {company}", seat=_seat(words, values, "seat"), company=named)
        case "claimed" if values["late"]:
            return words.say("{seat} claims {company}", seat=_seat(words, values), company=named)
        case "claimed":
            return words.say("{seat} claims {company} unseen", seat=_seat(words, values), company=named)
        case "escaped":
            return words.say("{seat} escapes", seat=_seat(words, values, "seat"))
        case "challenged":
            seat, other = _seat(words, values), _seat(words, values, "opponent")
            return words.say("{seat} challenges {other}", seat=seat, other=other)
        case _:
            return words.say("{seat} wins the challenge", seat=_seat(words, values, "winner"))


def _of_money(words: Words, key: str, values: Mapping[str, Value]) -> str:
    match key:
        case "presents":
            named = company(words, str(values["company"]))
            return words.say("{seat} presents {company}", seat=_seat(words, values), company=named)
        case "bought":
            return words.say("{seat} buys {n}", seat=_seat(words, values), n=values["parts"])
        case "sold":
            return words.say("{seat} sells {n}", seat=_seat(words, values), n=values["parts"])
        case "abstained":
            return words.say("{seat} does nothing", seat=_seat(words, values))
        case "opened":
            return f"{company(words, str(values['company']))}: {opened(words, values)}"
        case "settled":
            now = held(words, number(values["cash"]), number(values["parts"]))
            return f"{_seat(words, values, 'seat')}: {', '.join(settled(words, values))}; {now}"
        case "score":
            told = f"{values['cash']} $ + {parts(words, number(values['parts']))} = {values['worth']}"
            return f"{_seat(words, values, 'seat')}: {told}"
        case _:
            return words.winners(seats(values["seats"]))


def opened(words: Words, values: Mapping[str, Value]) -> str:
    return words.say(TOKENS[str(values["token"])])


def settled(words: Words, values: Mapping[str, Value]) -> tuple[str, ...]:
    """What the bank pays or takes, and what comes out of the blocked account, each by itself."""
    told = [f"+{number(values['paid'])} $"] if values["paid"] else []
    told += [f"−{parts(words, number(values['lost']))}"] if values["lost"] else []
    if values["blocked"]:
        told.append(words.say("+{n} $ blocked", n=values["blocked"]))
    return tuple(told) or (words.say("nothing"),)
