"""Biz-Bluff on the glass: the table while others are waited for, and the pages to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Value
from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size
from firmware.words.biz_bluff_texts import STREETS, company, held, parts, place, to_throw
from firmware.words.values import mapping, number, own_seat

if TYPE_CHECKING:
    from firmware.words.words import Words

A_PAGE = 4  # companies of a street on one glass


def heading(words: Words, view: View) -> str:
    """What it is about just now."""
    if view["presented"] is not None:
        return company(words, str(mapping(view["presented"])["company"]))
    if view["turn"] is None:
        return words.say("The end") if view["phase"] == "over" else words.say("Who begins?")
    return words.count("{n} file left", "{n} files left", number(view["files"]))


def status(words: Words, view: View, seat: Seat) -> Screen:
    """What is going on, and what everybody is worth."""
    rows = [Row(_happens(words, view), Size.LARGE, Align.CENTRE)]
    beside = _beside(words, view, seat)
    if beside:
        rows.append(Row(beside, align=Align.CENTRE))
    return Screen(heading(words, view), (*rows, _standings(words, view, seat)))


def _happens(words: Words, view: View) -> str:
    """Who does what, as everybody may know it."""
    if view["phase"] == "over":
        return words.say("The end")
    if view["entered"] is not None:
        return words.say("Keyed in; somebody else must say that it is right")
    who = words.seats(_waited_for(view))
    if not who:
        return words.say("Key it in: hold OK")
    match view["phase"]:
        case "throw":
            return words.say("{seat} throws", seat=who)
        case "invest":
            return words.say("{seat} buys or sells", seat=who)
        case "move" | "reached" | "company" | "zone" | "met":
            return words.say("{seat} moves", seat=who)
        case _:
            return words.say("{seat} thinks", seat=who)


def _beside(words: Words, view: View, seat: Seat) -> str:
    """The blocked account of a presentation, or what is to be thrown, else what one has claimed oneself."""
    if view["presented"] is not None:
        return words.say("Blocked: {n} $", n=view["blocked"])
    wanted = to_throw(words, view)
    if wanted:
        return wanted
    claimed = mapping(view["claims"])[str(seat)]
    return "" if claimed is None else words.say("You claim {company}", company=company(words, str(claimed)))


def _standings(words: Words, view: View, seat: Seat) -> Row:
    """What each seat is worth, in order of play: whose turn it is stands out, one's own is framed. Wealth
    has no limit (Z-13): what does not fit side by side the glass sets on several lines."""
    parts = tuple(
        Part(f"{_tag(words, at)}{short(number(purse['worth']))}", at == view["turn"], at == seat)
        for at, purse in purses(view).items()
    )
    return Row(size=Size.SMALL, align=Align.SPREAD, parts=parts)


def short(n: int) -> str:
    """A sum in six letters, rounded down to millions where it has more."""
    return str(n) if n < 10**6 else f"{n // 10**6}M"


def _tag(words: Words, seat: Seat) -> str:
    """A seat's tag, told apart from a number that follows."""
    tag = words.tag(seat)
    return f"{tag}:" if tag[-1].isdigit() else tag


def _waited_for(view: View) -> tuple[Seat, ...]:
    waits = view["waits"]
    assert isinstance(waits, tuple)
    only = {(wait[0], wait[1]) for wait in waits if isinstance(wait, tuple)}
    asked = [seat for seat, key in only if isinstance(seat, int) and key not in ("enter", "agree")]
    return tuple(sorted(asked))


def purses(view: View) -> dict[Seat, Mapping[str, Value]]:
    return {int(seat): mapping(purse) for seat, purse in mapping(view["purses"]).items()}


def claimed(view: View) -> str | None:
    """The company that the owner of the view has claimed."""
    seat = own_seat(view)
    found = None if seat is None else mapping(view["claims"])[str(seat)]
    return None if found is None else str(found)


def own(words: Words, view: View) -> str:
    """What the owner of the view has: 10 $ and 10 parts."""
    seat = own_seat(view)
    if seat is None:
        return ""
    purse = purses(view)[seat]
    return held(words, number(purse["cash"]), number(purse["parts"]))


# ---- pages --------------------------------------------------------------------------------------------


def pages(words: Words, view: View) -> tuple[Screen, ...]:
    """One's own purse, then those of the others, and the files of each street. Who has looked where is for
    everybody to remember, and so is what was opened."""
    mine = number(mapping(view["you"])["seat"])
    order = sorted(purses(view), key=lambda seat: seat != mine)
    return (*(purse_of(words, view, seat) for seat in order), *_streets(words, view))


def purse_of(words: Words, view: View, seat: Seat) -> Screen:
    """What a seat has, what it has claimed, and where its pawn stands."""
    purse = purses(view)[seat]
    claimed = mapping(view["claims"])[str(seat)]
    stands = mapping(mapping(view["stands"])[str(seat)])
    where = place(words, str(stands["kind"]), str(stands["of"]))
    named = f"{stands['square']} {where}".strip()
    rows = [Row(held(words, number(purse["cash"]), number(purse["parts"])), align=Align.CENTRE)]
    if claimed is not None:
        rows.append(
            Row(words.say("Claim: {company}", company=company(words, str(claimed))), align=Align.CENTRE)
        )
    rows.append(Row(named, Size.SMALL, Align.CENTRE))
    return Screen(words.seat(seat), tuple(rows), marks=(str(purse["worth"]),))


def _streets(words: Words, view: View) -> tuple[Screen, ...]:
    """The companies of each street: whose marker lies on the file, or that it is gone."""
    claimed = {str(key): int(seat) for seat, key in mapping(view["claims"]).items() if key is not None}
    found = {key: mapping(about) for key, about in mapping(view["companies"]).items()}
    screens = []
    for street, text in STREETS.items():
        rows = []
        for key in [key for key, about in found.items() if about["street"] == street]:
            owner = claimed.get(key)
            beside = icons.CROSS if not found[key]["there"] else "" if owner is None else words.tag(owner)
            rows.append(Row(company(words, key), right=beside))
        for first in range(0, len(rows), A_PAGE):
            screens.append(Screen(words.say(text), tuple(rows[first : first + A_PAGE])))
    return tuple(screens)


def sums(words: Words, view: View) -> tuple[Screen, ...]:
    """What everybody is worth, the richest first."""
    held_by = purses(view)
    order = sorted(held_by, key=lambda seat: -number(held_by[seat]["worth"]))
    return tuple(sum_of(words, seat, held_by[seat]) for seat in order)


def sum_of(words: Words, seat: Seat, purse: Mapping[str, Value]) -> Screen:
    """10 $ + 75 parts, and what that is."""
    told = f"{purse['cash']} $ + {parts(words, number(purse['parts']))}"
    rows = (Row(str(purse["worth"]), Size.HUGE, Align.CENTRE), Row(told, align=Align.CENTRE))
    return Screen(words.seat(seat), rows)
