"""What lies in the files of a simulated Biz-Bluff, and in which order its cards lie in the pile."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine import Match, Seat
from engine.biz_bluff.box import our_box, read_box
from firmware.words.values import mapping

BIZ_BLUFF = "biz-bluff"


class Files:
    """The same from the first throw to the last, also where the game is taken up again another day. Nothing
    here is known to anybody at the table but by looking."""

    def __init__(self, mixed: str, match: Match) -> None:
        """`mixed`: what the order comes from, another for each game (`World.mixed`)."""
        self._match = match
        self._box = read_box(match.setup.papers)
        self._mixed = mixed

    def __repr__(self) -> str:
        return "<Files>"  # what lies in them is a secret

    def in_file(self, company: str) -> str:
        """The token in the file of a company."""
        tokens = [name for name, token in self._box.tokens.items() for _ in range(token.count)]
        Random(f"tokens/{self._mixed}").shuffle(tokens)
        return tokens[list(self._box.board.companies).index(company)]

    def on_top(self) -> str:
        """The card on top of the pile."""
        drawn = sum(event.key == "drew" for event in self._match.events)
        pile = [name for name, card in self._box.cards.items() for _ in range(card.count)]
        shuffles, place = divmod(drawn, len(pile))
        Random(f"cards/{self._mixed}/{shuffles}").shuffle(pile)
        return pile[place]

    def turned_up(self) -> str:
        """What everybody sees: the card that was drawn, or what lies in the file that is opened; "" for
        nothing."""
        view = self._match.view(None)
        match view["phase"]:
            case "card":
                return self.on_top()
            case "opening":
                return self.in_file(str(mapping(view["presented"])["company"]))
            case _:
                return ""

    def named(self, company: str) -> str:
        return self._box.board.companies[company]

    def in_hand(self, seat: int) -> str | None:
        """The company into whose file a seat looks: until the next that is heard of it, until somebody lays
        his marker on that file (Z-31), or until another takes it up: it is in one hand at a time."""
        away: set[str] = set()  # claimed or in another's hand since
        for event in reversed(self._match.events):
            own = event.values.get("by") == seat
            if event.key == "claimed" or (event.key == "looked" and not own):
                away.add(str(event.values["company"]))
            if own:
                company = str(event.values.get("company"))
                return company if event.key == "looked" and company not in away else None
        return None

    def seen_by(self, seat: Seat) -> Mapping[str, str]:
        """What a seat has seen when it looked, file by file."""
        looks = [event.values for event in self._match.events if event.key == "looked"]
        return {
            company: self.in_file(company)
            for company in (str(look["company"]) for look in looks if look["by"] == seat)
        }


def is_ours(name: str) -> bool:
    """Whether the box that comes along has such a card or token."""
    return name in our_box().cards or name in our_box().tokens
