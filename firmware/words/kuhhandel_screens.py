"""The cattle trade on the glass: the table while others are waited for, and the pages to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Value
from engine.game import View
from engine.kuhhandel.editions import ANIMALS, DONKEY, EDITIONS
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size
from firmware.words.kuhhandel_lines import arithmetic
from firmware.words.kuhhandel_texts import animal, herd, lot, pictured, several
from firmware.words.values import amounts, mapping, number, numbers, seat_or_none, texts

if TYPE_CHECKING:
    from firmware.words.words import Words

HERD_ROW = 4  # kinds of animals that one line holds


def heading(words: Words, view: View) -> str:
    """What it is about just now."""
    sale, deal = view["auction"], view["trade"]
    if sale is not None:
        kinds = texts(mapping(sale)["animals"])
        return pictured(words, kinds) + (f" ({ANIMALS[kinds[0]]})" if len(kinds) == 1 else "")
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
    if view["trade"] is None:
        return ""
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


def own_seat(view: View) -> Seat | None:
    return number(mapping(view["you"])["seat"]) if "you" in view else None


# ---- pages to look at ---------------------------------------------------------------------------------


def pages(words: Words, view: View) -> tuple[Screen, ...]:
    """One's own money, then everybody's animals, one's own first."""
    own = own_seat(view)
    owners = [int(seat) for seat in mapping(view["animals"])]
    herds = sorted(owners, key=lambda seat: seat != own)
    return (money(words, view), *(animals_of(words, view, seat) for seat in herds))


def money(words: Words, view: View) -> Screen:
    """One's own notes, sorted, and what they make."""
    you = mapping(view["you"])
    title = words.say("My money")
    if words.veiled:
        return Screen(title, (Row(words.say("Hold OK to see it"), align=Align.CENTRE),))
    held = Counter(numbers(you["notes"]))
    values = tuple(Part(str(value)) for value in sorted(held))
    amounts = tuple(Part(f"× {held[value]}") for value in sorted(held))
    rows = (
        Row(size=Size.SMALL, align=Align.SPREAD, parts=values),
        Row(size=Size.SMALL, align=Align.SPREAD, parts=amounts),
        Row(str(you["total"]), Size.LARGE, Align.CENTRE),
    )
    return Screen(title, rows if held else (Row(words.say("nothing"), align=Align.CENTRE),))


def animals_of(words: Words, view: View, seat: Seat) -> Screen:
    """What lies before a seat; complete sets are framed."""
    animals = amounts(mapping(view["animals"])[str(seat)])
    complete = texts(mapping(view["sets"])[str(seat)])
    parts = [Part(f"{icons.ANIMALS[kind]}{count}", boxed=kind in complete) for kind, count in animals.items()]
    lines = [tuple(parts[at : at + HERD_ROW]) for at in range(0, len(parts), HERD_ROW)]
    rows = tuple(Row(size=Size.MEDIUM, align=Align.CENTRE, parts=line) for line in lines)
    dove = (icons.DOVE,) if view.get("dove") == seat else ()
    return Screen(words.seat(seat), rows or (Row(words.say("No animals"), align=Align.CENTRE),), marks=dove)


def sums(words: Words, view: View) -> tuple[Screen, ...]:
    """How everybody's points come about, best first."""
    scores = {int(seat): mapping(steps) for seat, steps in mapping(view["scores"]).items()}
    order = sorted(scores, key=lambda seat: -number(scores[seat]["points"]))
    return tuple(sum_of(words, seat, scores[seat]) for seat in order)


def sum_of(words: Words, seat: Seat, steps: Mapping[str, Value]) -> Screen:
    told = arithmetic(steps).split(", ")
    rows = [Row(str(steps["points"]), Size.LARGE, Align.CENTRE)]
    rows += [Row(step, Size.MEDIUM, Align.CENTRE) for step in told if step != str(steps["points"])]
    kinds = "".join(icons.ANIMALS[kind] for kind in mapping(steps["sets"]))
    marks = (kinds + (icons.DOVE if steps["dove"] else ""),)
    return Screen(words.seat(seat), tuple(rows), marks=marks if marks[0] else ())


# ---- what must be seen to answer ----------------------------------------------------------------------


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
            return (Row(standing(words, view), align=Align.CENTRE),)
        case "reply":
            return (Row(_beside(words, view), align=Align.CENTRE),)
        case "counted":
            deal, you = mapping(view["trade"]), mapping(view["you"])
            pile = you["offer"] if deal["partner"] == you["seat"] else you["counter"]
            told = "" if pile is None else " ".join(map(str, numbers(pile)))
            return (Row(told or words.say("nothing"), Size.LARGE, Align.CENTRE),)
        case _:
            return ()


def _cards(words: Words, faces: tuple[str, ...]) -> str:
    """Animals by name, notes as they are."""
    return " ".join(faces) if all(face.isdigit() for face in faces) else lot(words, faces)


def asked(words: Words, key: str, view: View) -> str:
    """The questions that depend on what is at stake."""
    deal = view["trade"]
    match key:
        case "cards" if view["phase"] == "deal":
            return words.say("Four cards each, face up")
        case "cards" if view["phase"] == "reading":
            return words.say("Turn up the notes")
        case "cards":
            lots = {"no": words.say("Turn up a card"), "yes": words.say("Turn up two cards")}
            return lots[str(mapping(view["options"]).get("fast", "no"))]
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
            pile = words.say("Counter") if key == "counter" else words.say("Offer")
            return f"{pile}: {kind}"


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
                "counter": words.say("Counter"),
            }
            return texts_of[choice]
