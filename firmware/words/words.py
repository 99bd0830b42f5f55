"""Everything the box says to people, in one language, with the names of those who sit at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.answer import Seat
from engine.biz_bluff.box import Box
from engine.event import Event, Value
from engine.game import Result, View
from engine.request import SPOT, Countdown
from firmware.glass import icons
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.words import audit, card_eye, eye, health, menu, talk
from firmware.words.aloud import Aloud
from firmware.words.biz_bluff import BizBluffWords
from firmware.words.bluff_you import BluffYouWords
from firmware.words.catalogue import SOURCE, later, texts
from firmware.words.game import GameWords
from firmware.words.kuhhandel import KuhhandelWords
from firmware.words.liars_dice import LiarsDiceWords
from vision.cards_look import CardsReading
from vision.seats import TableReading

GAME_WORDS: Mapping[str, GameWords] = {
    "liars-dice": LiarsDiceWords(),
    "bluff-auction": KuhhandelWords(later("Bluff (cards)")),
    "kuhhandel": KuhhandelWords(later("Kuhhandel")),
    "bluff-you": BluffYouWords(),
    "biz-bluff": BizBluffWords(),
}
"""The vocabulary of each game of the engine."""


YES_NO: Mapping[str, str] = {"yes": later("Yes"), "no": later("No")}


class Words:
    """`language`: one of LANGUAGES. `names`: the seats that have one. `hints`: also say what newcomers need.
    `hides`: whoever reads this wants secrets on the glass only while a finger lifts the veil (`lifted`).
    `box`: that of Biz-Bluff which is played with, if it is not ours.

    Raises ValueError for a language that the house does not speak.
    """

    def __init__(
        self,
        language: str = SOURCE,
        names: Mapping[Seat, str] | None = None,
        hints: bool = False,
        hides: bool = False,
        lifted: bool = False,
        box: Box | None = None,
    ) -> None:
        self.box = box
        self.language = language
        self.names = dict(names or {})
        self.hints = hints
        self.hides = hides
        self.veiled = hides and not lifted
        self._texts = texts(language)

    def __repr__(self) -> str:
        return f"Words({self.language!r})"

    def say(self, text: str, **values: object) -> str:
        """The text in this language, its {fields} filled in."""
        said = self._texts.gettext(text)
        return said.format(**values) if values else said

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """The text for `n` of something; the field {n} is filled in with it."""
        return self._texts.ngettext(one, many, n).format(n=n, **values)

    # ---- people and things ----------------------------------------------------------------------

    def seat(self, seat: Seat) -> str:
        """Who sits there: a name, or "Seat 3"."""
        return self.names.get(seat) or self.say("Seat {n}", n=seat)

    def seats(self, seats: tuple[Seat, ...]) -> str:
        return ", ".join(self.seat(seat) for seat in seats)

    def winners(self, seats: tuple[Seat, ...]) -> str:
        """Who has won; several share it."""
        if len(seats) == 1:
            return self.say("{seat} wins", seat=self.seat(seats[0]))
        return self.say("Shared win: {seats}", seats=self.seats(seats))

    def tags(self, seats: Iterable[Seat]) -> str:
        return " ".join(self.tag(seat) for seat in seats)

    def tag(self, seat: Seat) -> str:
        """The fewest letters of a name that tell its owner from the others; without a name the number."""
        name = self.names.get(seat, "")
        others = [other for at, other in self.names.items() if at != seat]
        starts = (name[:n] for n in range(1, len(name) + 1))
        return next((start for start in starts if not any(o.startswith(start) for o in others)), str(seat))

    def die(self, face: str) -> str:
        """The picture of a die's face, 1 to 6 or *."""
        return icons.DIE_STAR if face == "*" else icons.die(face)

    def dice(self, faces: str) -> str:
        """Dice in a row for the glass, in rising order."""
        return " ".join(map(self.die, _in_order(faces)))

    def plain_dice(self, faces: str) -> str:
        """Dice for a line of text: 1 4 4 ★."""
        return " ".join(_in_order(faces)).replace("*", icons.STAR)

    def bid(self, said: str) -> str:
        """A bid for the glass: `8x4` as 8 × ⚃."""
        count, _, face = said.partition("x")
        return f"{count} × {self.die(face)}"

    def plain_bid(self, said: str) -> str:
        """A bid for a line of text: `8x4` as 8 x 4."""
        return said.replace("x", " x ").replace("*", icons.STAR)

    # ---- what the game says ---------------------------------------------------------------------

    def game(self, game: str) -> str:
        return GAME_WORDS[game].name(self)

    def heading(self, view: View) -> str:
        return _of(view).heading(self, view)

    def asked(self, key: str, view: View) -> str:
        """What a request asks for, in one short line."""
        return self.say(talk.QUESTIONS[key]) if key in talk.QUESTIONS else _of(view).asked(self, key, view)

    def option(self, key: str, option: str, view: View) -> str:
        if option in YES_NO:
            return self.say(YES_NO[option])
        return _of(view).option(self, key, option, view)

    def about(self, key: str, view: View) -> tuple[Row, ...]:
        """What belongs beside the question `key`, and a hint if hints are on."""
        if key in talk.QUESTIONS:
            return talk.about(self, key, view)
        return (*_of(view).about(self, key, view), *self.hint(key, view))

    def old_game(self, view: View) -> str:
        """The game that was not over, and whose it is, where it is asked whether to leave it."""
        return talk.old_game(self, view)

    def hint(self, key: str, view: View) -> tuple[Row, ...]:
        """For newcomers; nothing when hints are off."""
        text = _of(view).hint(self, key, view) if self.hints else ""
        return (Row(text, Size.SMALL, Align.CENTRE),) if text else ()

    def rung(self, parts: tuple[str, ...], view: View) -> tuple[str, ...]:
        return _of(view).rung(self, parts, view)

    def standing(self, view: View) -> str:
        return _of(view).standing(self, view)

    def leading(self, view: View) -> str:
        """The bid by which the owner of the view leads, as an answer says it; "" if it does not."""
        return _of(view).leading(self, view)

    def counting(self, count: Countdown, view: View) -> str:
        """A count that runs: how far it is, in one short line."""
        return _of(view).counting(self, count, view)

    def purse(self, view: View) -> str:
        """What the owner of the view has to spend, for a corner of its own glass; "" for nothing."""
        return _of(view).purse(self, view)

    def card(self, face: str, view: View) -> str:
        """What a card with this face is called."""
        return _of(view).card(self, face, view)

    def place(self, place: str) -> str:
        """Where cards lie: the middle of the table, or before a seat."""
        return self.say("In the middle") if place == SPOT else self.seat(int(place))

    def status(self, view: View, seat: Seat) -> Screen:
        """The table as `seat` sees it while others are waited for."""
        return _of(view).status(self, view, seat)

    def news(self, event: Event, view: View, seat: Seat) -> Screen | None:
        """What `seat` is shown for a moment when this has happened; None where nothing need be said.

        `view`: what the seat may know after it. What may be disputed says so on the bar: BACK.
        """
        screen = talk.news(self, event, str(view["game"])) or audit.news(self, event, view)
        screen = screen or _of(view).news(self, event, view, seat)
        may = view["may"]
        if screen is None or not event.reveal or not isinstance(may, tuple) or "dispute" not in may:
            return screen
        return replace(screen, bar=(self.say("dispute"), "", "OK"))

    def result(self, result: Result, seat: Seat, view: View) -> tuple[Screen, ...]:
        """How the game ended, as `seat` is shown it, and page by page how that comes about."""
        return (talk.result(self, result, seat), *(_of(view).sums(self, view) if view else ()))

    def outcome(self, result: Result) -> str:
        """How the game ended, in one line for everybody."""
        return talk.outcome(self, result)

    def line(self, event: Event, game: str) -> str:
        """The event in one line for log, page and replay; "" where nothing need be said."""
        told = talk.line(self, event, game) or audit.line(self, event, game)
        return told or GAME_WORDS[game].line(self, event)

    def aloud(self, event: Event, game: str) -> Aloud | None:
        """What the box calls out when this has happened; None for nothing, and for what not all may know."""
        return GAME_WORDS[game].aloud(self, event) if event.is_known_to(None) else None

    def house_option(self, game: str, key: str) -> str:
        """What a house option of the game decides."""
        return GAME_WORDS[game].house_option(self, key)

    def house_choice(self, game: str, key: str, choice: str) -> str:
        return GAME_WORDS[game].house_choice(self, key, choice)

    def pages(self, view: View) -> tuple[Screen, ...]:
        """What the owner of the view may look at while something else is on the glass."""
        return _of(view).pages(self, view)

    # ---- what the house says --------------------------------------------------------------------

    def eye(self, reading: TableReading | CardsReading, seat: Seat) -> str:
        """What the eye still misses, as `seat` should be told; "" where all is well there."""
        if isinstance(reading, CardsReading):
            return card_eye.told(self, reading, seat)
        return eye.told(self, reading, seat)

    def auditing(self, reading: TableReading | CardsReading | None, seat: Seat, game: str) -> Screen:
        """While cards or tokens are compared: what hinders that."""
        return audit.looking(self, reading, seat, game)

    def differing(self, differs: tuple[Value, ...], game: str) -> str:
        """What lies otherwise than the game has it, in as many lines as it takes; "" for nothing."""
        return "\n".join(audit.differing(self, differs, game))

    def no_seat(self) -> Screen:
        """For a pod whose seat has no part in the game."""
        return Screen(rows=(Row(self.say("No seat in this game"), align=Align.CENTRE),))

    def health(self, key: str, **values: object) -> str:
        """Something about the box itself: see `health.TEXTS` for the keys and their values."""
        return self.say(health.TEXTS[key], **values)

    def ailment(self, device: str, why: str) -> str:
        """What ails a device (`pod.3`, `camera`, ...); `why`, in English, where there are no other words."""
        kind, _, pod = device.partition(".")
        return self.health(health.AILMENTS[kind], pod=pod) if kind in health.AILMENTS else why

    def relief(self, device: str) -> str:
        """That it is well again; "" where that need not be said."""
        kind, _, pod = device.partition(".")
        return self.health(health.RELIEFS[kind], pod=pod) if kind in health.RELIEFS else ""

    def menu(self, key: str, seat: Seat | None = None) -> str:
        """An entry of the table's menu, and the seat that it is about."""
        text = menu.ENTRIES[key]
        return self.say(text) if seat is None else self.say(text, seat=self.seat(seat))

    def sure(self, key: str, view: View) -> tuple[Row, ...]:
        """What is asked before that entry is taken at its word."""
        return talk.sure(self, key, view)

    def read(self, told: Iterable[Event], view: View) -> str:
        """What the eye has read, in one short line, by what everybody was told of it."""
        return talk.reading(self, told, str(view["game"]))


def _in_order(faces: str) -> list[str]:
    """Numbers first, stars last."""
    return sorted(faces, key=lambda face: (face == "*", face))


def _of(view: View) -> GameWords:
    return GAME_WORDS[str(view["game"])]
