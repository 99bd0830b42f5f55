"""What the table itself says in every game: votes, what was taken back, disputes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from engine.answer import Seat
from engine.event import Event, Value
from engine.game import Result, View
from firmware.glass import icons
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.words import menu
from firmware.words.catalogue import later
from firmware.words.values import mapping, number, seats

if TYPE_CHECKING:
    from firmware.words.words import Words


QUESTIONS: Final[Mapping[str, str]] = {
    "undo": later("Take the last step back?"),
    "end": later("End the game now?"),
    "new-game": later("Give up the old game?"),
}
"""What the table is asked to vote on."""

STEPS: Final[Mapping[str, str]] = {
    "roll": later("{seat} has shaken and looked"),
    "throw": later("{seat} has thrown"),
    "enter": later("{seat} has keyed in what lies there"),
    "agree": later("{seat} has said whether that is right"),
    "counted": later("{seat} has said whether that is right"),
    "turn": later("{seat} has chosen what to do"),
    "deed": later("{seat} has chosen what to do"),
    "deal": later("{seat} has chosen what to do"),
    "present": later("{seat} has chosen what to do"),
    "right": later("{seat} has chosen: sell or buy"),
    "person": later("{seat} has chosen with whom"),
    "partner": later("{seat} has chosen with whom"),
    "take": later("{seat} has chosen a token"),
    "look": later("{seat} has chosen a file"),
    "anew": later("{seat} has keyed in his notes anew"),
    "score": later("{seat} has ended the game"),
    "": later("the last step of {seat}"),
}
"""By what was asked, the steps of which nothing may have been told."""

_OF_OTHERS = frozenset({"agree", "counted", "score"})  # what is told by these is not what was said


def about(words: Words, key: str, view: View) -> tuple[Row, ...]:
    """What the vote `key` is about, if that has to be said, and who has said yes so far."""
    text = ""
    if key == "undo":
        text = step(words, mapping(view["last"]), str(view["game"]))
    elif key == "new-game":
        text = old_game(words, view)
    rows = (Row(text, align=Align.CENTRE),) if text else ()
    return (*rows, *_agreed(words, key, view))


def old_game(words: Words, view: View) -> str:
    """The game that is left for a new one, and whose it is."""
    return f"{words.game(str(view['left']))}: {words.tags(seats(view['seats']))}"


def sure(words: Words, key: str, view: View) -> tuple[Row, ...]:
    """What is asked before the menu's entry `key` is taken at its word."""
    if key != "undo":
        return (Row(words.say(menu.QUESTIONS[key]), align=Align.CENTRE),)
    last = Row(step(words, mapping(view["last"]), str(view["game"])), align=Align.CENTRE)
    return (last,) if view["alone"] else (last, Row(words.say("All are asked"), Size.SMALL, Align.CENTRE))


def step(words: Words, last: Mapping[str, Value], game: str) -> str:
    """A step of a seat in one line: `last` of a view. It says no more than all were told by it."""
    key, told = str(last["key"]), last["told"]
    assert isinstance(told, tuple)
    events = map(_event, told)
    lines = (words.line(event, game) for event in events if key not in _OF_OTHERS)
    otherwise = STEPS.get(key, STEPS[""])
    text = next((text for text in lines if text), "")
    return text or words.say(otherwise, seat=words.seat(number(last["by"])))


def reading(words: Words, told: Iterable[Event], game: str) -> str:
    """What was read, in one short line, by what everybody was told of it; "" for nothing."""
    lines = (_read(words, event, game) for event in told)
    return next((line for line in lines if line), "")


def _read(words: Words, event: Event, game: str) -> str:
    values = event.values
    match event.key:
        case "first-throw":
            return words.say("The first throw")
        case "dealt":
            return words.say("The cards that were dealt")
        case "verdict" if "actual" in values:  # whose dice they all were has no room
            bid = words.plain_bid(str(values["bid"]))
            return words.say("{bid} called, {n} there", bid=bid, n=values["actual"])
        case _:
            return words.line(event, game)


def _event(told: Value) -> Event:
    return Event(str(mapping(told)["key"]), mapping(mapping(told)["values"]))


def _agreed(words: Words, key: str, view: View) -> tuple[Row, ...]:
    yes = seats(mapping(view["votes"]).get(key, ()))
    return (Row(words.say("Yes says {seats}", seats=words.seats(yes)), align=Align.CENTRE),) if yes else ()


def news(words: Words, event: Event, game: str) -> Screen | None:
    """What everybody is shown for a moment; None if it is none of the table's own events."""
    text = line(words, event, game)
    if not text:
        return None
    return Screen(rows=(Row(text, align=Align.CENTRE),))


def result(words: Words, result: Result, seat: Seat) -> Screen:
    """How the game ended, as `seat` is shown it."""
    own, shared = seat in result.winners, len(result.winners) > 1
    text = words.say("You win!") if own and not shared else words.winners(result.winners)
    rows = (
        Row(icons.CROWN, Size.LARGE if shared else Size.HUGE, Align.CENTRE),
        Row(text, Size.LARGE if own and not shared else Size.MEDIUM, Align.CENTRE),
    )
    return Screen(title=_end(words, result), rows=rows)


def outcome(words: Words, result: Result) -> str:
    """How the game ended, in one line for everybody."""
    return f"{_end(words, result)} · {words.winners(result.winners)}"


def _end(words: Words, result: Result) -> str:
    return words.say("Ended by vote") if result.by_vote else words.say("The end")


def line(words: Words, event: Event, game: str) -> str:
    """The event in one line of text; "" if it is none of the table's own."""
    values = event.values
    match event.key:
        case "vote":
            return _vote(words, str(values["on"]), words.seat(number(values["by"])))
        case "vote-lost":
            return words.say("{seat} is against it: play on", seat=words.seat(number(values["by"])))
        case "taken-back":
            return words.say("Taken back: {step}", step=step(words, values, game))
        case "disputed":
            told = values["told"]
            assert isinstance(told, tuple)
            read = reading(words, map(_event, told), game)
            return _dispute(words, words.seat(number(values["by"])), read, number(values["times"]))
        case "ended-by-vote":
            return words.say("The game ends by vote")
        case _:
            return ""


def _vote(words: Words, on: str, seat: str) -> str:
    if on == "end":
        return words.say("{seat} wants to end the game", seat=seat)
    return words.say("{seat} wants to take the last step back", seat=seat)


def _dispute(words: Words, seat: str, read: str, times: int) -> str:
    if times == 1:
        return words.say("{seat} disputes it, so it is read again: {read}", seat=seat, read=read)
    return words.say("{seat} disputes it, so key it in by hand: {read}", seat=seat, read=read)
