"""Bluff You! told line by line, for log, page and replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.event import Event, Value
from firmware.words.bluff_you_screens import seat_does
from firmware.words.bluff_you_texts import ANSWERS, points, several, total
from firmware.words.values import number, numbers, seats

if TYPE_CHECKING:
    from firmware.words.words import Words


def line(words: Words, event: Event) -> str:
    """The event in one line of text; "" for nothing."""
    values = event.values
    match event.key:
        case "starts":
            return words.say("{seat} begins", seat=words.seat(number(values["seat"])))
        case "round":
            by = words.seat(number(values["by"]))
            return words.say("Round {n}: {seat} throws", n=values["round"], seat=by)
        case "announced":
            return _announced(words, values)
        case "answered":
            by = words.seat(number(values["by"]))
            return words.say("{seat}: {said}", seat=by, said=words.say(ANSWERS[str(values["said"])]))
        case "verdict":
            return _verdict(words, values)
        case "score":
            own = numbers(values["tokens"])
            told = points(words, number(values["points"]))
            seat = words.seat(number(values["seat"]))
            return f"{seat}: {told} ({', '.join(map(str, own))})" if own else f"{seat}: {told}"
        case "won":
            return words.winners(seats(values["seats"]))
        case _:
            return _exchange(words, event.key, values)


def _announced(words: Words, values: Mapping[str, Value]) -> str:
    by, to, n = words.seat(number(values["by"])), words.seat(number(values["to"])), values["number"]
    if values["deed"] == "steal":
        return words.say("{seat} says {n} to {to}, to steal it", seat=by, n=n, to=to)
    return words.say("{seat} says {n} to {to}", seat=by, n=n, to=to)


def _verdict(words: Words, values: Mapping[str, Value]) -> str:
    dice = str(values["dice"])
    told = f"{words.plain_dice(dice)} = {total(dice)}"
    if values["deed"] == "steal" and values["right"]:
        return f"{told}: {seat_does(words, 'lose', number(values['by']), None)}"
    return f"{told}: {seat_does(words, 'get', number(values['winner']), None)} {values['number']}"


def _exchange(words: Words, key: str, values: Mapping[str, Value]) -> str:
    match key:
        case "given":
            by, to = words.seat(number(values["by"])), words.seat(number(values["to"]))
            return words.say("{seat} gives {to} the {token}", seat=by, to=to, token=values["token"])
        case "double":
            return words.say("{seat} says “Double!”", seat=words.seat(number(values["by"])))
        case "shown":
            dice = words.plain_dice(str(values["dice"]))
            if values["pair"]:
                return words.say("{dice}: a double", dice=dice)
            return words.say("{dice}: no double, the round is lost", dice=dice)
        case "exchanged":
            by, given = words.seat(number(values["by"])), several(numbers(values["given"]))
            return words.say(
                "{seat} takes the {token} for {tokens}", seat=by, token=values["token"], tokens=given
            )
        case _:
            return ""
