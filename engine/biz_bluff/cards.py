"""The Biz-Bluff cards: what each asks of who draws it, from cards.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.biz_bluff.board import STREETS
from engine.biz_bluff.paper import Paper
from engine.biz_bluff.tokens import NAMES as TOKENS

CARDS = 20  # 003:L52.1
NAME = re.compile(r"[^\s,:]+")  # these part the words of an answer


@dataclass(frozen=True, slots=True)
class Card:
    """One sort of card, `count` of them in the pile. Of `street` and `numbers` at most one is set; with
    neither it is a challenge."""

    name: str
    count: int
    street: str | None = None
    numbers: tuple[int, ...] = ()


def read_cards(paper: Paper) -> Mapping[str, Card]:
    """Every sort of card by its name. Raises BadData naming file, line and key."""
    cards: dict[str, Card] = {}
    for name, entry in paper.data.items():
        if name != "source":
            card = _card(paper, name, entry)
            like = next(
                (one for one in cards.values() if replace(one, name=name, count=card.count) == card), None
            )
            if like is not None:
                raise paper.fault(name, f"does what [{like.name}] does: add their counts up", name)
            cards[name] = card
    count = sum(card.count for card in cards.values())
    if count != CARDS:
        raise paper.fault(
            "count", f"the counts must come to {CARDS} in all, not {count}", next(reversed(cards), None)
        )
    return cards


def _card(paper: Paper, name: str, entry: Any) -> Card:
    if not isinstance(entry, dict) or not NAME.fullmatch(name) or not name.isprintable() or name in TOKENS:
        raise paper.fault(
            name, "a card is a [table], its name no token's and with no space, comma or colon", name
        )
    kinds = [key for key in entry if key != "count"]  # one of three: 003:L151-L159
    if type(entry.get("count")) is not int or not 1 <= entry["count"] <= CARDS:
        raise paper.fault("count", f"needs a whole number, 1 to {CARDS}", name)
    match {key: entry[key] for key in kinds}:
        case {"street": str(street), **rest} if not rest and street in STREETS:
            return Card(name, entry["count"], street=street)
        case {"numbers": [_, *_] as numbers, **rest} if not rest and all(
            type(number) is int and 1 <= number <= 6 for number in numbers
        ):
            return Card(name, entry["count"], numbers=tuple(sorted(set(numbers))))
        case {"challenge": True, **rest} if not rest:
            return Card(name, entry["count"])
    raise paper.fault(
        next(iter(kinds), "street"),
        f"one of: street = {' or '.join(STREETS)}, numbers = some of 1 to 6, challenge = true",
        name,
    )
