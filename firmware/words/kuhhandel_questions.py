"""What the cattle trade asks of a seat, what it can answer, and what it must see to do so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Align, Row, Size
from firmware.words.kuhhandel_pages import purse
from firmware.words.kuhhandel_screens import laid, standing
from firmware.words.kuhhandel_texts import (
    COUNTER,
    OFFER,
    SHORT_PILE,
    animal,
    compact,
    groups,
    lot,
    pictured,
    several,
)
from firmware.words.values import mapping, number, numbers, own_seat, texts

if TYPE_CHECKING:
    from firmware.words.words import Words


def about(words: Words, key: str, view: View) -> tuple[Row, ...]:
    """What belongs beside a question."""
    match key:
        case "agree" if view["entered"] is not None:
            lies = mapping(mapping(view["entered"])["cards"])
            return tuple(
                Row(f"{words.place(place)}: {_cards(words, texts(cards))}", align=Align.CENTRE)
                for place, cards in lies.items()
            )
        case "right":
            own = purse(words, view)
            own_row = (Row(own, Size.SMALL, Align.CENTRE),) if own else ()
            return (Row(standing(words, view), align=Align.CENTRE), *own_row)
        case "reply":
            return (Row(laid(words, view), align=Align.CENTRE),)
        case "counted":
            return received(words, view)
        case _:
            return ()


def received(words: Words, view: View) -> tuple[Row, ...]:
    """The pile that the owner of the view has been handed, as it was keyed in; its secret."""
    if words.veiled:
        return (Row(words.say("Hold OK to see it"), align=Align.CENTRE),)
    deal, you = mapping(view["trade"]), mapping(view["you"])
    pile = you["offer"] if deal["partner"] == you["seat"] else you["counter"]
    kinds = groups(words, () if pile is None else numbers(pile))
    if len(kinds) <= SHORT_PILE:
        return (Row(" ".join(kinds), Size.LARGE, Align.CENTRE),)
    half = -(-len(kinds) // 2)  # lines of their own: sooner than they, the hint gives way
    return tuple(Row(" ".join(line), align=Align.CENTRE) for line in (kinds[:half], kinds[half:]))


def _cards(words: Words, faces: tuple[str, ...]) -> str:
    """Animals by name, notes kind by kind."""
    notes = all(face.isdigit() for face in faces)
    return compact(words, map(int, faces)) if notes else lot(words, faces)


def asked(words: Words, key: str, view: View) -> str:
    """The questions that depend on what is at stake."""
    deal = view["trade"]
    match key:
        case "cards" if view["phase"] == "deal":
            return words.say("Four cards each, face up")
        case "cards" if view["phase"] == "reading":
            return words.say("Turn up the notes")
        case "cards":
            return _turns_up(words, view)
        case "turn":
            return words.say("Your turn")
        case "right":
            return words.say("Sell, or buy yourself?")
        case "payment":
            return words.say("Pay {n}", n=mapping(view["auction"])["high"])
        case "reply" if deal is not None:
            animals = several(words, str(mapping(deal)["animal"]), number(mapping(deal)["size"]))
            return words.say("For your {animal}", animal=animals)
        case _:
            kind = "" if deal is None else animal(words, str(mapping(deal)["animal"]))
            if key != "counter" or deal is None:
                return f"{words.say(OFFER)}: {kind}"
            # So many notes lie there to be countered.
            return f"{icons.HELD}{mapping(deal)['offer']}  {words.say(COUNTER)}: {kind}"


def _turns_up(words: Words, view: View) -> str:
    """Who turns how many cards up, said to the owner of the view."""
    two = mapping(view["options"]).get("fast") == "yes"
    turn = number(view["turn"])
    if turn == own_seat(view):
        return words.say("Turn up two cards") if two else words.say("Turn up a card")
    seat = words.seat(turn)
    if two:
        return words.say("{seat} turns up two cards", seat=seat)
    return words.say("{seat} turns up a card", seat=seat)


def option(words: Words, key: str, choice: str) -> str:
    """One of the choices of a question."""
    match key:
        case "starts" | "partner":
            return words.seat(int(choice))
        case "turn" if choice == "auction":
            return words.say("Auction")
        case "turn":
            kinds = (choice.removeprefix("trade:"),)
            return words.say("Trade: {animal}", animal=pictured(words, kinds))
        case _:
            texts_of = {
                "sell": words.say("Sell"),
                "buy": words.say("Buy"),
                "accept": words.say("Accept"),
                "counter": words.say(COUNTER),
            }
            return texts_of[choice]
