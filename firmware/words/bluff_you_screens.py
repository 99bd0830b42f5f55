"""Bluff You! on the glass: the table while others are waited for, news, and the pages to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Event
from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size
from firmware.words.bluff_you_texts import ANSWERS, DEEDS, points, several, total
from firmware.words.values import counts, hands, mapping, number, numbers, seat_or_none

if TYPE_CHECKING:
    from firmware.words.words import Words

IN_A_ROW = 8  # tokens that one line holds


def status(words: Words, view: View, seat: Seat) -> Screen:
    """What is going on, and everybody's points."""
    title = words.say("The end") if view["phase"] == "over" else heading(words, view)
    rows = [Row(_happens(words, view, seat), Size.LARGE, Align.CENTRE)]
    if view["phase"] in ("answer", "reveal"):
        rows.append(Row(announced(words, view), align=Align.CENTRE))
    return Screen(title, (*rows, _standings(words, view, seat)))


def heading(words: Words, view: View) -> str:
    if view["phase"] == "start":
        return words.say("Who begins?")
    return words.say("Round {n}", n=view["round"])


def announced(words: Words, view: View) -> str:
    """The number that was said, as everybody heard it; "" before."""
    bluffer = seat_or_none(view["turn"])
    if view["number"] is None or bluffer is None:
        return words.say(DEEDS["double"]) if view["deed"] == "double" else ""
    who, n = words.seat(bluffer), view["number"]
    if view["deed"] != "steal":
        return words.say("{seat} says {n}", seat=who, n=n)
    return words.say("{seat} says {n}, of {owner}", seat=who, n=n, owner=words.seat(number(view["diviner"])))


def _happens(words: Words, view: View, seat: Seat) -> str:
    """Who does what, as everybody may know it."""
    phase, bluffer = view["phase"], seat_or_none(view["turn"])
    if phase == "over" or bluffer is None:
        return words.say("Who is the youngest?") if phase == "start" else _won(words, view)
    who = words.seat(bluffer)
    match phase:
        case "roll":
            return words.say("{seat} throws", seat=who)
        case "answer":
            return words.say("Does {seat} believe it?", seat=words.seat(number(view["diviner"])))
        case "reveal" if view["entered"] is not None:
            return words.say("Keyed in; somebody else must say that it is right")
        case "reveal":
            return words.say("Key the dice in: hold OK")
        case "give":
            return words.say("{seat} gives a token", seat=who)
        case "take" | "put":
            return words.say("{seat} exchanges tokens", seat=who)
        case _:
            return words.say("You think") if bluffer == seat else words.say("{seat} thinks", seat=who)


def _won(words: Words, view: View) -> str:
    return points(words, max(counts(view["points"]).values()))


def _standings(words: Words, view: View, seat: Seat) -> Row:
    """The points of each seat, in order of play: whose round it is stands out, one's own are framed."""
    parts = tuple(
        Part(f"{_tag(words, at)}{n}", selected=at == view["turn"], boxed=at == seat)
        for at, n in counts(view["points"]).items()
    )
    return Row(size=Size.SMALL, align=Align.SPREAD, parts=parts)


def _tag(words: Words, seat: Seat) -> str:
    """A seat's tag, told apart from a number that follows."""
    tag = words.tag(seat)
    return f"{tag}:" if tag[-1].isdigit() else tag


# ---- pages --------------------------------------------------------------------------------------------


def pages(words: Words, view: View) -> tuple[Screen, ...]:
    """One's own tokens, those of the middle, then those of the others."""
    own = number(mapping(view["you"])["seat"])
    middle = Screen(words.say("In the middle"), _lines(words, numbers(view["middle"])))
    others = [int(seat) for seat in mapping(view["tokens"]) if int(seat) != own]
    return (tokens_of(words, view, own), middle, *(tokens_of(words, view, seat) for seat in others))


def sums(words: Words, view: View) -> tuple[Screen, ...]:
    """Everybody's tokens when the game is over, best first; among equal points who has fewer."""
    held = {int(seat): numbers(own) for seat, own in mapping(view["tokens"]).items()}
    had = counts(view["points"])
    order = sorted(held, key=lambda seat: (-had[seat], len(held[seat])))
    return tuple(tokens_of(words, view, seat) for seat in order)


def tokens_of(words: Words, view: View, seat: Seat) -> Screen:
    """What lies before a seat, and what it is worth."""
    own = numbers(mapping(view["tokens"])[str(seat)])
    worth = points(words, counts(view["points"])[seat])
    return Screen(words.seat(seat), (*_lines(words, own), Row(worth, Size.LARGE, Align.CENTRE)))


def _lines(words: Words, tokens: tuple[int, ...]) -> tuple[Row, ...]:
    if not tokens:
        return (Row(words.say("No tokens"), align=Align.CENTRE),)
    lines = [tokens[at : at + IN_A_ROW] for at in range(0, len(tokens), IN_A_ROW)]
    return tuple(Row("  ".join(map(str, line)), align=Align.CENTRE) for line in lines)


# ---- news ---------------------------------------------------------------------------------------------


def news(words: Words, event: Event, seat: Seat) -> Screen | None:
    """What `seat` is shown for a moment; None for what the glass shows anyway."""
    values = event.values
    match event.key:
        case "starts":
            return _told(seat_does(words, "begin", number(values["seat"]), seat))
        case "answered":
            return _says(words, number(values["by"]), ANSWERS[str(values["said"])])
        case "double":
            return _says(words, number(values["by"]), DEEDS["double"])
        case "verdict":
            return Screen(rows=(thrown(words, str(values["dice"])), _won_by(words, event, seat)))
        case "shown":
            told = words.say("A double!") if values["pair"] else words.say("No double: the round is lost")
            rows = (
                Row(words.dice(str(values["dice"])), Size.LARGE, Align.CENTRE),
                Row(told, align=Align.CENTRE),
            )
            return Screen(rows=rows)
        case "given":
            return _token(words, number(values["token"]), number(values["to"]), seat)
        case "exchanged":
            by = number(values["by"])
            given = words.say("for {tokens}", tokens=several(numbers(values["given"])))
            rows = (
                Row(str(values["token"]), Size.HUGE, Align.CENTRE),
                Row(given, align=Align.CENTRE),
            )
            return Screen(seat_does(words, "take", by, seat), rows)
        case _:
            return None


def thrown(words: Words, dice: str) -> Row:
    """Three dice and their sum."""
    return Row(f"{words.dice(dice)} = {total(dice)}", Size.LARGE, Align.CENTRE)


def _won_by(words: Words, event: Event, seat: Seat) -> Row:
    """Who gets which token by a verdict, or who has to give one."""
    values = event.values
    winner, bluffer = number(values["winner"]), number(values["by"])
    if values["deed"] == "steal" and values["right"]:
        return Row(seat_does(words, "lose", bluffer, seat), align=Align.CENTRE)
    return Row(f"{seat_does(words, 'get', winner, seat)} {values['number']}", Size.LARGE, Align.CENTRE)


def seat_does(words: Words, what: str, who: Seat, seat: Seat | None) -> str:
    """What somebody does, said to `seat`."""
    name = words.seat(who)
    both = {
        "begin": (words.say("You begin"), words.say("{seat} begins", seat=name)),
        "get": (words.say("You get"), words.say("{seat} gets", seat=name)),
        "take": (words.say("You take"), words.say("{seat} takes", seat=name)),
        "lose": (words.say("You lose a token"), words.say("{seat} loses a token", seat=name)),
    }
    return both[what][who != seat]


def _told(text: str) -> Screen:
    return Screen(rows=(Row(text, Size.LARGE, Align.CENTRE),))


def _says(words: Words, who: Seat, what: str) -> Screen:
    title = words.say("{seat} says", seat=words.seat(who))
    return Screen(title, (Row(words.say(what), Size.HUGE, Align.CENTRE),))


def _token(words: Words, token: int, to: Seat, seat: Seat) -> Screen:
    return Screen(seat_does(words, "get", to, seat), (Row(str(token), Size.HUGE, Align.CENTRE),))


def entered(words: Words, view: View) -> tuple[Row, ...]:
    """The dice that somebody has keyed in."""
    if view["entered"] is None:
        return ()
    lie = hands(mapping(view["entered"])["dice"])
    rows = [Row(words.say("Dice of {seat}", seat=words.seat(at)), Size.SMALL, Align.CENTRE) for at in lie]
    return (*rows, *(thrown(words, dice) for dice in lie.values()))


def judged(words: Words, view: View) -> tuple[Row, ...]:
    """What the diviner is asked to believe, and what is at stake."""
    if view["number"] is None:
        return ()
    stake = words.say("one of yours") if view["deed"] == "steal" else words.say("from the middle")
    return (
        Row(f"{icons.CUP} {view['number']}", Size.HUGE, Align.CENTRE),
        Row(stake, Size.SMALL, Align.CENTRE),
    )
