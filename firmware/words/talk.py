"""What the table itself says in every game: votes, what was taken back, disputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.answer import Seat
from engine.event import Event
from engine.game import Result, View
from firmware.glass import icons
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.words.catalogue import later
from firmware.words.values import mapping, number, seats

if TYPE_CHECKING:
    from firmware.words.words import Words


QUESTIONS: Final[Mapping[str, str]] = {
    "undo": later("Take the last step back?"),
    "end": later("End the game now?"),
}
"""What the table is asked to vote on."""


def agreed(words: Words, key: str, view: View) -> tuple[Row, ...]:
    """Who has said yes to the vote `key` so far."""
    yes = seats(mapping(view["votes"]).get(key, ()))
    return (Row(words.say("Yes says {seats}", seats=words.seats(yes)), align=Align.CENTRE),) if yes else ()


def news(words: Words, event: Event) -> Screen | None:
    """What everybody is shown for a moment; None if it is none of the table's own events."""
    text = line(words, event)
    if not text:
        return None
    return Screen(rows=(Row(text, align=Align.CENTRE),))


def result(words: Words, result: Result, seat: Seat) -> Screen:
    """How the game ended, as `seat` is shown it."""
    own, shared = seat in result.winners, len(result.winners) > 1
    if shared:
        text = words.say("Shared win: {seats}", seats=words.seats(result.winners))
    else:
        text = words.say("You win!") if own else words.say("{seat} wins", seat=words.seat(result.winners[0]))
    title = words.say("Ended by vote") if result.by_vote else words.say("The end")
    rows = (
        Row(icons.CROWN, Size.LARGE if shared else Size.HUGE, Align.CENTRE),
        Row(text, Size.LARGE if own and not shared else Size.MEDIUM, Align.CENTRE),
    )
    return Screen(title=title, rows=rows)


def line(words: Words, event: Event) -> str:
    """The event in one line of text; "" if it is none of the table's own."""
    values = event.values
    match event.key:
        case "vote":
            return _vote(words, str(values["on"]), words.seat(number(values["by"])))
        case "vote-lost":
            return words.say("{seat} is against it: play on", seat=words.seat(number(values["by"])))
        case "taken-back":
            return words.say("Taken back: the last step of {seat}", seat=words.seat(number(values["by"])))
        case "disputed":
            return _dispute(words, words.seat(number(values["by"])), number(values["times"]))
        case "ended-by-vote":
            return words.say("The game ends by vote")
        case _:
            return ""


def _vote(words: Words, on: str, seat: str) -> str:
    if on == "end":
        return words.say("{seat} wants to end the game", seat=seat)
    return words.say("{seat} wants to take the last step back", seat=seat)


def _dispute(words: Words, seat: str, times: int) -> str:
    if times == 1:
        return words.say("{seat} disputes: the dice are read again", seat=seat)
    return words.say("{seat} disputes again: key the dice in by hand", seat=seat)
