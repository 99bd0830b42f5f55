"""What a seat is shown for a moment when something has happened in the cattle trade."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Event
from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.words.kuhhandel_lines import line
from firmware.words.kuhhandel_pages import piles, sum_of
from firmware.words.kuhhandel_texts import animal, compact, pictured, several, summed
from firmware.words.values import mapping, number, numbers, texts

if TYPE_CHECKING:
    from firmware.words.words import Words

BIG = frozenset({"again", "dove", "differs", "tied", "accepted", "bought"})
"""Told to everybody in the words of the account."""


def news(words: Words, event: Event, view: View, seat: Seat) -> Screen | None:
    """What `seat` is shown; None for what the glass shows anyway, as all that goes on while bids are called:
    a bidder's press must never be spent on reading."""
    values = event.values
    match event.key:
        case "donkey" if view["auction"] is None:
            return _told(line(words, event))
        case "insolvent":
            return _insolvent(words, event, seat)
        case "paid" if seat == values["to"]:
            return _notes(words, words.say("You receive"), numbers(values["notes"]))
        case "returned" if seat == values["to"]:
            return _notes(words, words.say("Your notes come back"), numbers(values["notes"]))
        case "sold" | "traded":
            return _won(words, event, seat)
        case "set":
            kind = str(values["animal"])
            who = words.seat(number(values["seat"]))
            rows = (
                Row(f"{icons.ANIMALS[kind]} {icons.CHECK}", Size.LARGE, Align.CENTRE),
                Row(words.say("{seat} has all four", seat=who), align=Align.CENTRE),
            )
            return Screen(animal(words, kind), rows)
        case "dove-due" if seat == values["seat"]:
            return _told(words.say("The dove is yours: claim it in the menu"))
        case "piles":
            return _piles(words, event)
        case "score" if seat == values["seat"]:
            return sum_of(words, seat, mapping(values["steps"]))
        case key if key in BIG:
            return _told(line(words, event))
        case _:
            return None


def _told(text: str) -> Screen:
    return Screen(rows=(Row(text, align=Align.CENTRE),))


def _notes(words: Words, title: str, pile: tuple[int, ...]) -> Screen:
    rows = [Row(compact(words, pile), Size.LARGE, Align.CENTRE)]
    if len(pile) > 1:
        rows.append(Row(f"= {sum(pile)}", align=Align.CENTRE))
    return Screen(title, tuple(rows))


def _insolvent(words: Words, event: Event, seat: Seat) -> Screen:
    """All may look at all his money."""
    values = event.values
    bidder, pile = number(values["seat"]), numbers(values["notes"])
    can = words.say("{seat} can pay", seat=words.seat(bidder))
    cannot = words.say("{seat} cannot pay {n}", seat=words.seat(bidder), n=values["amount"])
    own = words.say("All see your money")
    shown = summed(words, pile)
    told = own if seat == bidder else can if values["covers"] else cannot
    return Screen(rows=(Row(told, align=Align.CENTRE), Row(shown, Size.LARGE, Align.CENTRE)))


def _won(words: Words, event: Event, seat: Seat) -> Screen:
    values = event.values
    if event.key == "sold":
        what = pictured(words, texts(values["animals"]))
        price = number(values["price"])
        below = words.say("for {n}", n=price) if price else words.say("for nothing: nobody bids")
    else:
        what = several(words, str(values["animal"]), number(values["size"]))
        loser = number(values["of"])
        below = words.say("from you") if loser == seat else words.say("from {seat}", seat=words.seat(loser))
    to = number(values["to"])
    who = words.say("You get") if to == seat else words.say("{seat} gets", seat=words.seat(to))
    return Screen(who, (Row(what, Size.LARGE, Align.CENTRE), Row(below, align=Align.CENTRE)))


def _piles(words: Words, event: Event) -> Screen:
    """Both piles, to whom may know them."""
    values = event.values
    by, partner = number(values["by"]), number(values["partner"])
    counter = values["counter"]
    laid = [(words.seat(by), numbers(values["offer"]))]
    laid += [] if counter is None else [(words.seat(partner), numbers(counter))]
    return piles(words, laid, veiled=words.veiled and event.known_to is not None)
