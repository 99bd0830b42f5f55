"""The rules of Bluff You!, to be read beside sheet 004: round after round one seat throws three dice under
the cup, looks, and tries to gain a token, to steal one, or to exchange some for a double."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.answer import Seat
from engine.asking import Asking, Witnessed, dice_seen
from engine.bluff_you.exchange import exchanges
from engine.bluff_you.tokens import TOKENS, Token, Tokens, worth
from engine.event import Value
from engine.game import Game, Result, View
from engine.request import Choose, Confirm

DICE = 3  # 004:L9.1
FACES = "123456"
LIKELIEST = 10  # and 11: where a pod begins to walk over the numbers
GAIN, STEAL, DOUBLE = "gain", "steal", "double"
OK, BLUFF = "ok", "bluff"


@dataclass(frozen=True, slots=True)
class Opening:
    """A position to begin from: whose round it is, what lies before the seats and in the middle."""

    bluffer: Seat
    tokens: Mapping[Seat, Tokens] = field(default_factory=dict)
    middle: Tokens = TOKENS


class BluffYou(Game):
    """The position: the tokens in the middle and before the seats, all public. What lies under the cup, the
    engine does not know."""

    def __init__(
        self, seats: tuple[Seat, ...], options: Mapping[str, str], opening: Opening | None = None
    ) -> None:
        """`options`: a value for each house option."""
        super().__init__(seats)
        self.options = options
        self.opening = opening
        at = opening or Opening(seats[0])
        self.middle = tuple(sorted(at.middle))  # 004:L18.1
        self.tokens = {seat: tuple(sorted(at.tokens.get(seat, ()))) for seat in seats}
        self.round = 0
        self.phase = "start"
        self.bluffer: Seat | None = None
        self.diviner: Seat | None = None
        self.deed: str | None = None
        self.number: int | None = None
        self.said: str | None = None
        self.over = False
        self.entry = Witnessed[Seat, str]()

    # ---- the sheet ------------------------------------------------------------------------------

    def play(self) -> Asking[Result]:
        bluffer = (yield from self.first_bluffer()) if self.opening is None else self.opening.bluffer
        while not self.over:
            yield from self.round_of(bluffer)
            bluffer = self.left_of(bluffer)  # 004:L22.2
        return self.close(self.as_it_lies())

    def first_bluffer(self) -> Asking[Seat]:
        """004:L22.1: the youngest; who that is, the players say, or they let the lot decide (Y-13)."""
        seats = tuple([str(seat) for seat in self.seats])
        answer = yield tuple([Choose(seat, "starts", seats, lot=True) for seat in self.seats])
        self.tell("starts", seat=int(answer.said))
        return int(answer.said)

    def round_of(self, bluffer: Seat) -> Asking[None]:
        """004:L26.1: he throws under the cup, looks in secret, and does one of three things (Y-12)."""
        self.round += 1
        self.phase, self.bluffer = "roll", bluffer
        self.diviner = self.deed = self.number = self.said = None
        self.tell("round", round=self.round, by=bluffer)
        yield (Confirm(bluffer, "roll"),)
        self.whisper((), "looked", reveal=True, by=bluffer)  # G-05: nobody throws anew alone what he has seen
        deed = yield from self.deed_of(bluffer)
        if deed == DOUBLE:
            yield from self.double(bluffer)
        else:
            yield from self.announcement(bluffer, deed)

    def deed_of(self, bluffer: Seat) -> Asking[str]:
        """004:L27-L30: which of the three, where there is a choice."""
        deeds = [GAIN]
        if self.can_be_robbed(bluffer):
            deeds.append(STEAL)
        if exchanges(self.tokens[bluffer], self.middle):
            deeds.append(DOUBLE)  # Y-07: whether there is a pair, the box does not know
        self.phase = "deed"
        self.deed = yield from self.choice(bluffer, "deed", tuple(deeds))
        return self.deed

    def announcement(self, bluffer: Seat, deed: str) -> Asking[None]:
        """004:L34-L60: he tells a person a number, who believes it or not; then the dice are shown."""
        diviner, number = yield from self.told_whom_what(bluffer, deed)
        self.tell("announced", by=bluffer, to=diviner, deed=deed, number=number)
        self.phase = "answer"
        answer = yield (Choose(diviner, "answer", (OK, BLUFF), deliberate=True),)
        self.said = answer.said
        # Y-17: the first press counts, so that from now on nobody takes it back alone.
        self.tell("answered", reveal=True, by=diviner, said=answer.said)
        dice = yield from self.lifted(bluffer)
        right = (points(dice) == number) == (answer.said == OK)
        winner = diviner if right else bluffer
        what: dict[str, Value] = {"by": bluffer, "to": diviner, "deed": deed, "number": number}
        self.tell("verdict", reveal=True, **what, said=answer.said, dice=dice, right=right, winner=winner)
        if deed == GAIN:
            self.take(winner, number)
        elif right:
            yield from self.forfeit(bluffer, diviner)
        else:
            self.move(number, diviner, bluffer)

    def told_whom_what(self, bluffer: Seat, deed: str) -> Asking[tuple[Seat, Token]]:
        """004:L34.1: anybody (Y-11), and a number that lies in the middle; 004:L54.1: or before that person
        (Y-03). It need be neither true nor likely (Y-10)."""
        people = self.can_be_robbed(bluffer) if deed == STEAL else self.others(bluffer)
        self.phase = "person"
        diviner = int((yield from self.choice(bluffer, "person", tuple([str(seat) for seat in people]))))
        self.phase, self.diviner = "number", diviner
        numbers = self.tokens[diviner] if deed == STEAL else from_the_likeliest(self.middle)
        self.number = int((yield from self.choice(bluffer, "number", tuple([str(one) for one in numbers]))))
        return diviner, self.number

    def forfeit(self, bluffer: Seat, diviner: Seat) -> Asking[None]:
        """004:L54.3-L56.1: who fails to steal gives a token away, whichever he likes (Y-08)."""
        self.phase = "give"
        own = tuple([str(token) for token in self.tokens[bluffer]])
        token = int((yield from self.choice(bluffer, "give", own)))
        self.move(token, bluffer, diviner)
        self.tell("given", by=bluffer, to=diviner, token=token)

    def double(self, bluffer: Seat) -> Asking[None]:
        """004:L64-L66: the dice are shown, and with a pair among them several own tokens go for one of the
        middle that is worth as much. Without a pair the round is lost (Y-07)."""
        self.tell("double", by=bluffer)
        dice = yield from self.lifted(bluffer)
        pair = len(set(dice)) < DICE  # three alike hold a pair too (Y-02)
        self.tell("shown", reveal=True, by=bluffer, dice=dice, pair=pair)
        if not pair:
            return
        fitting = exchanges(self.tokens[bluffer], self.middle)
        self.phase = "take"
        wanted = int((yield from self.choice(bluffer, "take", tuple([str(token) for token in fitting]))))
        self.phase, self.number = "put", wanted
        sets = {"+".join(map(str, tokens)): tokens for tokens in fitting[wanted]}
        given = sets[(yield from self.choice(bluffer, "put", tuple(sets)))]
        self.take(bluffer, wanted, for_these=given)
        self.tell("exchanged", by=bluffer, token=wanted, given=given)

    def close(self, result: Result) -> Result:
        """004:L80: most points win."""
        self.phase = "over"
        self.bluffer = self.diviner = self.deed = self.number = self.said = None
        for seat in self.seats:
            self.tell("score", seat=seat, tokens=self.tokens[seat], points=worth(self.tokens[seat]))
        self.tell("won", seats=result.winners)
        return result

    # ---- small steps ----------------------------------------------------------------------------

    def choice(self, seat: Seat, key: str, options: tuple[str, ...]) -> Asking[str]:
        """One of `options`; where there is but one, nobody is asked."""
        if len(options) == 1:
            return options[0]
        answer = yield (Choose(seat, key, options),)
        return answer.said

    def lifted(self, bluffer: Seat) -> Asking[str]:
        """The cup is lifted, and everybody sees the dice."""
        self.phase = "reveal"
        seen = yield from dice_seen(self.seats, {bluffer: DICE}, FACES, self.entry)
        return seen[bluffer]

    def take(self, seat: Seat, token: Token, for_these: Tokens = ()) -> None:
        """A token of the middle goes to a seat, and `for_these` back there: they can be had again from the
        next round on (Y-15). Whoever takes the last one ends the game, even if he puts some back (Y-05)."""
        left = tuple([one for one in self.middle if one != token])
        self.middle = tuple(sorted((*left, *for_these)))
        kept = [one for one in self.tokens[seat] if one not in for_these]
        self.tokens[seat] = tuple(sorted((*kept, token)))
        self.over = not (self.middle if self.options["play-on"] == "yes" else left)

    def move(self, token: Token, loser: Seat, winner: Seat) -> None:
        """A token changes owners."""
        self.tokens[loser] = tuple([one for one in self.tokens[loser] if one != token])
        self.tokens[winner] = tuple(sorted((*self.tokens[winner], token)))

    def can_be_robbed(self, bluffer: Seat) -> tuple[Seat, ...]:
        """004:L52.1: both must have a token at least."""
        if not self.tokens[bluffer]:
            return ()
        return tuple([seat for seat in self.others(bluffer) if self.tokens[seat]])

    def others(self, bluffer: Seat) -> tuple[Seat, ...]:
        """Everybody else, from the left on."""
        at = self.seats.index(bluffer)
        return self.seats[at + 1 :] + self.seats[:at]

    def left_of(self, seat: Seat) -> Seat:
        return self.others(seat)[0]

    # ---- what may be known ----------------------------------------------------------------------

    def still_in(self) -> tuple[Seat, ...]:
        return self.seats

    def as_it_lies(self) -> Result:
        """Most points; of those that have as many, who has the fewest tokens (004:L82.1); then they share
        (Y-06)."""
        rank = {seat: (worth(tokens), -len(tokens)) for seat, tokens in self.tokens.items()}
        best = max(rank.values())
        score = {seat: place[0] for seat, place in rank.items()}
        return Result(tuple([seat for seat in self.seats if rank[seat] == best]), score)

    def view(self, seat: Seat | None) -> View:
        """All of it is public."""
        view: View = {
            "game": "bluff-you",
            "options": dict(self.options),
            "phase": self.phase,
            "round": self.round,
            "turn": self.bluffer,
            "diviner": self.diviner,
            "deed": self.deed,
            "number": self.number,
            "said": self.said,
            "middle": self.middle,
            "tokens": {str(one): tokens for one, tokens in self.tokens.items()},
            "points": {str(one): worth(tokens) for one, tokens in self.tokens.items()},
            "entered": None
            if self.entry.owner is None
            else {"by": self.entry.owner, "dice": {str(at): dice for at, dice in self.entry.lies.items()}},
        }
        if seat is not None:
            view["you"] = {"seat": seat, "tokens": self.tokens.get(seat, ())}
        return view


def points(dice: str) -> int:
    """What three dice show together."""
    return sum(map(int, dice))


def from_the_likeliest(numbers: Tokens) -> Tokens:
    """The same ring of numbers, begun where three dice mostly come to: a pod has its cursor on the first."""
    ahead = [number for number in numbers if number >= LIKELIEST]
    return (*ahead, *[number for number in numbers if number < LIKELIEST])
