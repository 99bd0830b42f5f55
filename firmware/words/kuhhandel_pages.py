"""Pages of the cattle trade to look at: one's own money, everybody's animals, the sums at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Value
from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size
from firmware.words.kuhhandel_lines import arithmetic
from firmware.words.kuhhandel_texts import COUNTER, OFFER, SHORT_PILE, compact, summed
from firmware.words.values import amounts, mapping, number, numbers, own_seat, texts

if TYPE_CHECKING:
    from firmware.words.words import Words

HERD_ROW = 4  # kinds of animals that one line holds
SHORT_SUM = 3  # terms that have room on one line, below the points
PICTURED = 5  # sets that the corner has room for


def pages(words: Words, view: View) -> tuple[Screen, ...]:
    """One's own money, what one knows of the piles of the last trade, then everybody's animals, one's own
    first."""
    own = own_seat(view)
    owners = [int(seat) for seat in mapping(view["animals"])]
    herds = sorted(owners, key=lambda seat: seat != own)
    you = mapping(view["you"])
    both = ((OFFER, you["offer"]), (COUNTER, you["counter"]))
    known = [(words.say(name), numbers(pile)) for name, pile in both if pile is not None]
    laid = (piles(words, known, words.veiled),) if known else ()
    return (money(words, view), *laid, *(animals_of(words, view, seat) for seat in herds))


def piles(words: Words, laid: Sequence[tuple[str, tuple[int, ...]]], veiled: bool) -> Screen:
    """Piles by what they are called, each with its notes and its sum."""
    if veiled:
        return Screen(words.say("The piles"), (Row(words.say("Hold OK to see it"), align=Align.CENTRE),))
    rows: list[Row] = []
    long = any(len(set(pile)) > SHORT_PILE for _, pile in laid)  # then there is no room for lines of names
    for name, pile in laid:
        if long:
            rows.append(Row(f"{name}: {summed(words, pile)}", Size.SMALL))
        else:
            rows.append(Row(name, right=str(sum(pile))))
            rows.append(Row(compact(words, pile), Size.SMALL))
    return Screen(words.say("The piles"), tuple(rows))


def purse(words: Words, view: View) -> str:
    """One's own money in all, unless it is hidden."""
    return "" if words.veiled or "you" not in view else f"{icons.COIN}{mapping(view['you'])['total']}"


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
    rows = [Row(step, Size.MEDIUM, Align.CENTRE) for step in told if step != str(steps["points"])]
    earned = [icons.ANIMALS[kind] for kind in mapping(steps["sets"])] + [icons.DOVE] * bool(steps["dove"])
    if len(earned) <= SHORT_SUM:  # a longer one needs the room, and ends with the points anyway
        rows.insert(0, Row(str(steps["points"]), Size.LARGE, Align.CENTRE))
    marks = ("".join(earned),) if 0 < len(earned) <= PICTURED else ()
    return Screen(words.seat(seat), tuple(rows), marks=marks)
