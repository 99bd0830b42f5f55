"""Liar's dice in players' words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Event
from engine.game import View
from engine.request import Countdown
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size
from firmware.words.aloud import Aloud
from firmware.words.liars_dice_texts import ASKED, CHOICES, HINTS, OPTIONS
from firmware.words.values import counts, hands, mapping, number, seat_or_none, seats

if TYPE_CHECKING:
    from firmware.words.words import Words


class LiarsDiceWords:
    def name(self, words: Words) -> str:
        return words.say("Liar's dice")

    # ---- what is asked --------------------------------------------------------------------------

    def heading(self, words: Words, view: View) -> str:
        if view["phase"] == "start":
            return words.say("Who starts?")
        return words.say("Round {n}", n=view["round"])

    def asked(self, words: Words, key: str, view: View) -> str:
        if key == "dice":
            if view["phase"] == "start":
                return words.say("Throw your dice openly")
            return words.say("Lift the cups, hands away")
        return words.say(ASKED[key])

    def option(self, words: Words, key: str, option: str, view: View) -> str:
        del view
        match key:
            case "re-roll":
                face = words.say("Star") if option == "*" else option
                return f"{words.die(option)}  {face}"
            case _:
                return option

    def about(self, words: Words, key: str, view: View) -> tuple[Row, ...]:
        if key != "agree" or view["entered"] is None:
            return ()
        entered = mapping(view["entered"])
        rows = [
            Row(words.say("Dice of {seat}", seat=words.seat(seat)), Size.SMALL, Align.CENTRE)
            for seat in hands(entered["dice"])
        ]
        rows += [Row(words.dice(hand), Size.LARGE, Align.CENTRE) for hand in hands(entered["dice"]).values()]
        return tuple(rows)

    def hint(self, words: Words, key: str, view: View) -> str:
        if key == "bid":
            return self._bid_hint(words, view)
        return words.say(HINTS[key]) if key in HINTS else ""

    def _bid_hint(self, words: Words, view: View) -> str:
        if view["bid"] is None:
            return words.say("Jokers count as any face")
        return words.say("Too high? {back} to Bluff!", back=icons.LEFT)

    def rung(self, words: Words, parts: tuple[str, ...], view: View) -> tuple[str, ...]:
        del view
        count, face = parts
        return (count, words.die(face))

    def standing(self, words: Words, view: View) -> str:
        bidder = seat_or_none(view["bidder"])
        if view["bid"] is None or bidder is None:
            return words.count("{n} die in play", "{n} dice in play", number(view["in_play"]))
        return words.say("{bid} by {seat}", bid=words.bid(str(view["bid"])), seat=words.seat(bidder))

    def leading(self, _words: Words, _view: View, /) -> str:
        """Nobody can raise his own bid here."""
        return ""

    # ---- the table ------------------------------------------------------------------------------

    def status(self, words: Words, view: View, seat: Seat) -> Screen:
        left = self._dice_left(words, view, seat)
        match view["phase"]:
            case "bidding":
                return self._bidding(words, view, seat, left)
            case "roll":
                return Screen(
                    self.heading(words, view), (Row(self._waiting(words, view), align=Align.CENTRE), left)
                )
            case "over":
                return Screen(words.say("The end"), (left,))
            case _:
                return Screen(
                    self.heading(words, view), (Row(self._entry(words, view), align=Align.CENTRE), left)
                )

    def pages(self, words: Words, view: View) -> tuple[Screen, ...]:
        """The box knows nothing of what lies under a cup: it shows the table."""
        return (self.status(words, view, number(mapping(view["you"])["seat"])),)

    def sums(self, words: Words, view: View) -> tuple[Screen, ...]:
        """Who alone has dice left has won; where several have some, how many."""
        several = sum(count > 0 for count in counts(view["dice"]).values()) > 1
        return self.pages(words, view) if several else ()

    def counting(self, words: Words, count: Countdown, _view: View, /) -> str:
        told = words.say("{step} of {of}", step=count.step - 1, of=count.of)
        return told if count.who is None else f"{words.seat(count.who)}: {told}"

    def purse(self, _words: Words, _view: View, /) -> str:
        """Nothing is paid for in this game."""
        return ""

    def card(self, _words: Words, face: str, _view: View, /) -> str:
        """There are no cards in this game."""
        return face

    def _bidding(self, words: Words, view: View, seat: Seat, left: Row) -> Screen:
        turn, bidder = number(view["turn"]), seat_or_none(view["bidder"])
        title = words.say("Your turn") if turn == seat else words.say("{seat} bids", seat=words.seat(turn))
        if view["bid"] is None or bidder is None:
            opens = (
                words.say("You open") if turn == seat else words.say("{seat} opens", seat=words.seat(turn))
            )
            return Screen(title, (Row(opens, Size.LARGE, Align.CENTRE), left))
        by = words.say("your bid") if bidder == seat else words.say("by {seat}", seat=words.seat(bidder))
        rows = [Row(words.bid(str(view["bid"])), Size.HUGE, Align.CENTRE), Row(by, Size.SMALL, Align.CENTRE)]
        shown = [f"{words.tag(at)} {words.dice(dice)}" for at, dice in hands(view["shown"]).items()]
        if shown:
            rows.append(Row("  ".join(shown), Size.SMALL, Align.CENTRE))
        return Screen(title, (*rows, left))

    def _dice_left(self, words: Words, view: View, seat: Seat) -> Row:
        """The dice of each seat, in order of play: whose turn it is stands out, one's own are framed."""
        parts = tuple(
            Part(_left(words.tag(at), count), selected=at == view["turn"], boxed=at == seat)
            for at, count in counts(view["dice"]).items()
        )
        return Row(size=Size.SMALL, align=Align.SPREAD, parts=parts)

    def _waiting(self, words: Words, view: View) -> str:
        waits = view["waits"]
        assert isinstance(waits, tuple)
        late = tuple(wait[0] for wait in waits if isinstance(wait, tuple) and isinstance(wait[0], int))
        return words.say("Waiting for {seats}", seats=words.seats(seats(late)))

    def _entry(self, words: Words, view: View) -> str:
        if view["entered"] is None:
            return words.say("Key the dice in: hold OK")
        return words.say("Keyed in; somebody else must say that it is right")

    # ---- what happened --------------------------------------------------------------------------

    def news(self, words: Words, event: Event, view: View, seat: Seat) -> Screen | None:
        values = event.values
        match event.key:
            case "first-throw":
                return self._thrown(words, event, seat)
            case "starts":
                own = number(values["seat"]) == seat
                text = (
                    words.say("You start")
                    if own
                    else words.say("{seat} starts", seat=words.seat(number(values["seat"])))
                )
                return Screen(rows=(Row(text, Size.LARGE, Align.CENTRE),))
            case "called":
                rows = (
                    Row(words.say("Bluff!"), Size.HUGE, Align.CENTRE),
                    Row(self.standing(words, view), Size.SMALL, Align.CENTRE),
                )
                return Screen(words.say("{seat} says", seat=words.seat(number(values["by"]))), rows)
            case "verdict":
                return self._verdict(words, event, seat)
            case "out":
                out = number(values["seat"])
                text = words.say("You are out") if out == seat else self.line(words, event)
                return Screen(rows=(Row(text, Size.LARGE, Align.CENTRE),))
            case "stacked":
                return Screen(rows=(Row(self.line(words, event), align=Align.CENTRE),))
            case "re-rolled":
                text = self._re_rolled(words, event, words.dice(str(values["shows"])))
                return Screen(rows=(Row(text, align=Align.CENTRE),))
            case _:
                return None

    def _thrown(self, words: Words, event: Event, seat: Seat) -> Screen | None:
        dice, tied = hands(event.values["dice"]), seats(event.values["tied"])
        rows = [Row(words.dice(dice[seat]), Size.LARGE, Align.CENTRE)] if seat in dice else []
        if tied:
            rows.append(
                Row(words.say("Tie: {seats} throw again", seats=words.seats(tied)), align=Align.CENTRE)
            )
        return Screen(words.say("First throw"), tuple(rows)) if rows else None

    def _verdict(self, words: Words, event: Event, seat: Seat) -> Screen:
        values = event.values
        opener = seat_or_none(values["opener"])
        rows = [
            Row(
                self._sum(words, words.bid(str(values["bid"])), number(values["actual"])), align=Align.CENTRE
            ),
            Row(self._loss(words, event, seat), Size.LARGE, Align.CENTRE),
        ]
        if opener is not None:
            text = (
                words.say("You open")
                if opener == seat
                else words.say("{seat} opens", seat=words.seat(opener))
            )
            rows.append(Row(text, Size.SMALL, Align.CENTRE))
        return Screen(rows=tuple(rows))

    def _sum(self, words: Words, bid: str, actual: int) -> str:
        return words.say("{bid} called, {n} there", bid=bid, n=actual)

    def _loss(self, words: Words, event: Event, seat: Seat | None) -> str:
        losses, bidder = counts(event.values["losses"]), number(event.values["bidder"])
        if len(losses) > 1:
            if bidder == seat:
                return words.say("Exact! All but you lose 1")
            return words.say("Exact! All but {seat} lose 1", seat=words.seat(bidder))
        (loser, lost), *_ = losses.items()
        if loser == seat:
            return words.say("You lose {n}", n=lost)
        return words.say("{seat} loses {n}", seat=words.seat(loser), n=lost)

    def line(self, words: Words, event: Event) -> str:
        values = event.values
        match event.key:
            case "first-throw":
                return words.say("First throw: {dice}", dice=self._all(words, hands(values["dice"])))
            case "starts":
                return words.say("{seat} starts", seat=words.seat(number(values["seat"])))
            case "roll":
                opener = words.seat(number(values["opener"]))
                return words.say("Round {n}: all throw, {seat} opens", n=values["round"], seat=opener)
            case "bid":
                bid = words.plain_bid(str(values["bid"]))
                return words.say("{seat} bids {bid}", seat=words.seat(number(values["by"])), bid=bid)
            case "called":
                return words.say("{seat} says “Bluff!”", seat=words.seat(number(values["by"])))
            case "stacked":
                seat, again = words.seat(number(values["by"])), number(values["throws"])
                return words.say(
                    "{seat}: {n} stacked, throws {m} again", seat=seat, n=values["shows"], m=again
                )
            case "re-rolled":
                return self._re_rolled(words, event, words.plain_dice(str(values["shows"])))
            case "verdict":
                return self._verdict_line(words, event)
            case "out":
                return words.say("{seat} is out", seat=words.seat(number(values["seat"])))
            case "score":
                left = words.count("{n} die", "{n} dice", number(values["dice"]))
                return f"{words.seat(number(values['seat']))}: {left}"
            case "won":
                return words.winners(seats(values["seats"]))
            case _:
                return ""

    def aloud(self, _words: Words, _event: Event, /) -> Aloud | None:
        """At dice people say everything themselves."""
        return None

    def _re_rolled(self, words: Words, event: Event, die: str) -> str:
        by = words.seat(number(event.values["by"]))
        return words.say("{seat} shows {die}, throws {n} again", seat=by, die=die, n=event.values["throws"])

    def _verdict_line(self, words: Words, event: Event) -> str:
        values = event.values
        bid = words.plain_bid(str(values["bid"]))
        told = f"{self._sum(words, bid, number(values['actual']))}: {self._loss(words, event, None)}"
        return f"{told} ({self._all(words, hands(values['dice']))})"

    def _all(self, words: Words, dice: Mapping[Seat, str]) -> str:
        return "; ".join(f"{words.seat(seat)}: {words.plain_dice(hand)}" for seat, hand in dice.items())

    # ---- house options --------------------------------------------------------------------------

    def house_option(self, words: Words, key: str) -> str:
        return words.say(OPTIONS[key])

    def house_choice(self, words: Words, key: str, choice: str) -> str:
        return words.say(CHOICES[(key, choice)])


def _left(tag: str, count: int) -> str:
    """A seat's tag and its dice, told apart where both are digits."""
    return f"{tag}{':' if tag[-1].isdigit() else ''}{count or icons.CROSS}"
