"""The cattle trade on the glass: the table while others are waited for, and the pages to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.game import View
from engine.kuhhandel.editions import ANIMALS, DONKEY, EDITIONS
from firmware.glass import icons
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.words.kuhhandel_texts import herd, lot, pictured, several
from firmware.words.values import amounts, mapping, number, own_seat, seat_or_none, texts

if TYPE_CHECKING:
    from firmware.words.words import Words


def heading(words: Words, view: View) -> str:
    """What it is about just now."""
    sale, deal = view["auction"], view["trade"]
    if sale is not None:
        kinds = texts(mapping(sale)["animals"])
        return f"{pictured(words, kinds)} ({ANIMALS[kinds[0]]})" if len(kinds) == 1 else lot(words, kinds)
    if deal is not None:
        staked = mapping(deal)
        return words.say(
            "Trade: {animal}", animal=several(words, str(staked["animal"]), number(staked["size"]))
        )
    match view["phase"]:
        case "start":
            return words.say("Who begins?")
        case "flip":
            return words.say("Auction")
        case "deal":
            return words.say("Deal")
        case "over" | "score":
            return words.say("The end")
        case _:
            return words.count("{n} card in the deck", "{n} cards in the deck", number(view["deck"]))


def status(words: Words, view: View, seat: Seat) -> Screen:
    """What is going on, and one's own animals."""
    animals = amounts(mapping(view["animals"])[str(seat)])
    rows = [Row(_happens(words, view), Size.LARGE, Align.CENTRE)]
    beside = _beside(words, view)
    if beside:
        rows.append(Row(beside, align=Align.CENTRE))
    if animals:
        rows.append(Row(herd(animals), Size.SMALL, Align.CENTRE))
    shown = view["auction"] is not None or view["trade"] is not None  # else the title says how many there are
    deck = (f"{icons.HELD}{view['deck']}",) if shown and view["deck"] else ()
    return Screen(heading(words, view), tuple(rows), marks=deck)


def _happens(words: Words, view: View) -> str:
    """Who does what, as everybody may know it."""
    waits = _waited_for(view)
    who = words.seats(waits)
    match view["phase"]:
        case "turn":
            return words.say("{seat} is on turn", seat=who)
        case "partner":
            return words.say("{seat} picks a partner", seat=who)
        case "right":
            return words.say("Does {seat} buy?", seat=who)
        case "payment":
            return words.say("{seat} pays {n}", seat=who, n=mapping(view["auction"])["high"])
        case "offer":
            return words.say("{seat} makes an offer", seat=who)
        case "reply" | "counter":
            return words.say("{seat} answers", seat=who)
        case "score":
            return words.say("All sets are complete")
        case "over":
            return words.say("The end")
    if view["entered"] is not None:
        return words.say("Keyed in; somebody else must say that it is right")
    if waits:
        return words.say("Waiting for {seats}", seats=who)
    return words.say("Key the cards in: hold OK")


def _beside(words: Words, view: View) -> str:
    """The bid that stands, or what has been laid in a trade."""
    if view["auction"] is not None:
        return standing(words, view) if view["phase"] in ("bidding", "right") else ""
    return laid(words, view) if view["trade"] is not None else ""


def laid(words: Words, view: View) -> str:
    """What lies there of the trade that runs."""
    deal = mapping(view["trade"])
    by, partner = words.seat(number(deal["by"])), words.seat(number(deal["partner"]))
    if deal["offer"] is None:
        return words.say("to {seat}", seat=partner)
    return words.count("{seat} laid {n} note", "{seat} laid {n} notes", number(deal["offer"]), seat=by)


def _waited_for(view: View) -> tuple[Seat, ...]:
    waits = view["waits"]
    assert isinstance(waits, tuple)
    asked = (wait[0] for wait in waits if isinstance(wait, tuple))
    return tuple(dict.fromkeys(seat for seat in asked if isinstance(seat, int)))


# ---- the auction --------------------------------------------------------------------------------------


def standing(words: Words, view: View) -> str:
    """The bid that stands, said to the owner of the view; before any what a donkey brings, or who sells."""
    if view["auction"] is None:
        return ""
    sale = mapping(view["auction"])
    high, by = sale["high"], seat_or_none(sale["by"])
    if by is None:
        if DONKEY in texts(sale["animals"]):
            note = EDITIONS[str(view["game"])].donkeys[number(view["donkeys"]) - 1]
            return words.say("Donkey {n}: all get {note}", n=view["donkeys"], note=note)
        return words.say("{seat} sells", seat=words.seat(number(sale["seller"])))
    if by == own_seat(view):
        return words.say("You lead with {n}", n=high)
    return words.say("{seat} leads with {n}", seat=words.seat(by), n=high)
