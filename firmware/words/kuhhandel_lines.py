"""The cattle trade told line by line, for log, page and replay, and what of it is called aloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.event import Event, Value
from firmware.words.aloud import LONG, SHORT, Aloud
from firmware.words.kuhhandel_texts import animal, lot, notes, several, times
from firmware.words.values import mapping, number, numbers, seats, texts

if TYPE_CHECKING:
    from firmware.words.words import Words


def line(words: Words, event: Event) -> str:
    """The event in one line of text; "" for nothing."""
    values = event.values
    match event.key:
        case "starts" | "passes" | "set" | "dove" | "dove-due" | "score" | "won" | "differs":
            return _of_a_seat(words, event.key, values)
        case "dealt" | "turned-up" | "donkey" | "bid" | "strike" | "knocked-down" | "again":
            return _of_an_auction(words, event.key, values)
        case "insolvent" | "bought" | "paid" | "returned" | "sold":
            return _of_a_sale(words, event.key, values)
        case "trade" | "offered" | "countered" | "accepted" | "piles" | "handed" | "tied" | "traded":
            return _of_a_trade(words, event.key, values)
        case _:
            return ""


def _of_a_seat(words: Words, key: str, values: Mapping[str, Value]) -> str:
    if key == "won":
        return words.winners(seats(values["seats"]))
    seat = words.seat(number(values["seat"]))
    match key:
        case "starts":
            return words.say("{seat} begins", seat=seat)
        case "passes":
            return words.say("{seat} has nothing to trade any more", seat=seat)
        case "set":
            return words.say("{seat} has all four: {animal}", seat=seat, animal=_animal(words, values))
        case "dove":
            return words.say("{seat} claims the dove", seat=seat)
        case "dove-due":
            return words.say("{seat} may claim the dove", seat=seat)
        case "differs":
            return words.say("{seat} keyed in other notes than lie there", seat=seat)
        case _:
            return f"{seat}: {arithmetic(mapping(values['steps']))}"


def _of_an_auction(words: Words, key: str, values: Mapping[str, Value]) -> str:
    match key:
        case "dealt":
            dealt = mapping(values["cards"]).items()
            told = (f"{words.seat(int(seat))}: {lot(words, texts(cards))}" for seat, cards in dealt)
            return words.say("Dealt: {cards}", cards="; ".join(told))
        case "turned-up":
            seller, kinds = words.seat(number(values["by"])), lot(words, texts(values["animals"]))
            return words.say("{seat} auctions: {animal}", seat=seller, animal=kinds)
        case "donkey":
            return words.say("Donkey {n}: all get {note}", n=values["number"], note=values["each"])
        case "bid":
            return words.say("{seat} bids {bid}", seat=words.seat(number(values["by"])), bid=values["amount"])
        case "strike":
            return times(words, _called(words, values), number(values["step"]))
        case "knocked-down":
            seat = words.seat(number(values["to"]))
            return words.say("{n}, gone to {seat}", n=values["amount"], seat=seat)
        case _:
            out = words.seats(seats(values["out"]))
            return words.say("The auction begins again without {seats}", seats=out)


def _of_a_sale(words: Words, key: str, values: Mapping[str, Value]) -> str:
    match key:
        case "insolvent":
            seat, shown = words.seat(number(values["seat"])), notes(words, numbers(values["notes"]))
            if values["covers"]:
                return words.say("{seat} shows {notes}: that is enough", seat=seat, notes=shown)
            return words.say("{seat} cannot pay and shows {notes}", seat=seat, notes=shown)
        case "bought":
            seat, bidder = words.seat(number(values["by"])), words.seat(number(values["of"]))
            return words.say("{seat} buys it instead of {bidder}", seat=seat, bidder=bidder)
        case "paid":
            paid = notes(words, numbers(values["notes"]))
            return words.say("{seat} pays {to}: {notes}", **_two(words, values, "to"), notes=paid)
        case "returned":
            back = notes(words, numbers(values["notes"]))
            return words.say("{seat} gives back to {to}: {notes}", **_two(words, values, "to"), notes=back)
        case _:
            to, kinds = words.seat(number(values["to"])), lot(words, texts(values["animals"]))
            if not values["price"]:
                return words.say("Nobody bids: {animal} goes to {seat}", animal=kinds, seat=to)
            return words.say("{seat} gets {animal} for {n}", seat=to, animal=kinds, n=values["price"])


def _of_a_trade(words: Words, key: str, values: Mapping[str, Value]) -> str:
    match key:
        case "trade":
            staked = several(words, str(values["animal"]), number(values["size"]))
            return words.say(
                "{seat} trades with {to}: {animal}", **_two(words, values, "partner"), animal=staked
            )
        case "offered":
            n, seat = number(values["cards"]), words.seat(number(values["by"]))
            return words.count("{seat} offers {n} note", "{seat} offers {n} notes", n, seat=seat)
        case "countered":
            n, seat = number(values["cards"]), words.seat(number(values["by"]))
            return words.count(
                "{seat} counters with {n} note", "{seat} counters with {n} notes", n, seat=seat
            )
        case "accepted":
            return words.say("{seat} accepts the offer", seat=words.seat(number(values["by"])))
        case "piles":
            return piles(words, values)
        case "handed":
            return handed(words, values)
        case "tied":
            return words.say("Both piles are worth the same: another offer")
        case _:
            won = several(words, str(values["animal"]), number(values["size"]))
            to, loser = words.seat(number(values["to"])), words.seat(number(values["of"]))
            return words.say("{seat} gets {animal} from {loser}", seat=to, animal=won, loser=loser)


def piles(words: Words, values: Mapping[str, Value]) -> str:
    """Offer and counter with their sums."""
    told = f"{words.seat(number(values['by']))}: {_sum(words, numbers(values['offer']))}"
    if values["counter"] is None:
        return told
    return f"{told}; {words.seat(number(values['partner']))}: {_sum(words, numbers(values['counter']))}"


def handed(words: Words, values: Mapping[str, Value]) -> str:
    """Which notes change owners."""
    ways = (("by", "to_by"), ("partner", "to_partner"))
    got = ((words.seat(number(values[who])), numbers(values[what])) for who, what in ways)
    told = [
        words.say("{seat} receives {notes}", seat=seat, notes=notes(words, pile))
        for seat, pile in got
        if pile
    ]
    return "; ".join(told) or words.say("No note changes hands")


def arithmetic(steps: Mapping[str, Value]) -> str:
    """650 + 160 + 10 = 820, × 3 = 2460."""
    worth = [number(value) for value in mapping(steps["sets"]).values()]
    worth = sorted(worth, reverse=True) + ([number(steps["dove"])] if steps["dove"] else [])
    told = " + ".join(map(str, worth)) or "0"
    if len(worth) > 1:
        told += f" = {steps['sum']}"
    if number(steps["times"]) > 1:
        told += f", × {steps['times']} = {steps['points']}"
    return told


def aloud(words: Words, event: Event) -> Aloud | None:
    """What is called out: who begins, which also shows before anything is bid whether there is a voice, and
    an auction; of its third time the end is."""
    values = event.values
    match event.key:
        case "starts":
            return Aloud(line(words, event), (SHORT,))
        case "turned-up":
            return Aloud(lot(words, texts(values["animals"])), (LONG,))
        case "donkey":
            return Aloud(line(words, event), (LONG, LONG))
        case "bid":
            return Aloud(f"{values['amount']}, {words.seat(number(values['by']))}", (SHORT,))
        case "strike" if number(values["step"]) < 3:
            return Aloud(line(words, event), (SHORT,) * number(values["step"]))
        case "knocked-down":
            return Aloud(line(words, event), (SHORT, SHORT, LONG))
        case "sold" if not values["price"]:
            return Aloud(line(words, event), (SHORT, SHORT, LONG))
        case "again":
            return Aloud(line(words, event), (LONG,))
        case _:
            return None


def _called(words: Words, values: Mapping[str, Value]) -> str:
    """The amount, or where nobody has bid the animal."""
    return lot(words, texts(values["animals"])) if values["amount"] is None else str(values["amount"])


def _animal(words: Words, values: Mapping[str, Value]) -> str:
    return animal(words, str(values["animal"]))


def _two(words: Words, values: Mapping[str, Value], other: str) -> dict[str, str]:
    return {"seat": words.seat(number(values["by"])), "to": words.seat(number(values[other]))}


def _sum(words: Words, pile: tuple[int, ...]) -> str:
    told = notes(words, pile)
    return told if len(pile) < 2 else f"{told} = {sum(pile)}"
