"""An answer: who says what to which question, with one text form and one JSON form that round-trip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.errors import UnreadableAnswer

Seat = int
Party = int | str  # a seat, or one of the two below

TABLE = "table"  # what lies on the table, as the camera reads it
CLOCK = "clock"  # time that has passed; the engine has no clock of its own
DIGITS = 9  # no number at a table has more; Python refuses to read numbers of thousands of digits


class Answer(NamedTuple):
    """`by` gives `said` as the answer to the open request `key`.

    The text form is `by key said`: `2 bid 8x4`, `3 call`, `table dice 1:44*12 2:31`, `clock count`.
    What may be said, and how it is written, is the request's business.
    """

    by: Party
    key: str
    said: str = ""

    def __str__(self) -> str:
        return f"{self.by} {self.key} {self.said}".rstrip()

    def __repr__(self) -> str:
        # What was said may be a secret: it is left out of what a traceback or a log prints.
        return f"<Answer {self.by} {self.key}>"

    @classmethod
    def from_text(cls, text: str) -> Answer:
        """The answer that prints as `text`. Raises UnreadableAnswer."""
        words = text.split()
        if len(words) < 2:
            raise UnreadableAnswer(f"an answer reads 'who key what', not {text!r}")
        return cls(_party(words[0]), words[1], " ".join(words[2:]))

    def to_json(self) -> dict[str, object]:
        return {"by": self.by, "key": self.key, "said": self.said}

    @classmethod
    def from_json(cls, data: object) -> Answer:
        """The answer that `to_json` gave. Raises UnreadableAnswer."""
        if not isinstance(data, Mapping) or set(data) != {"by", "key", "said"}:
            raise UnreadableAnswer("an answer is an object with the keys by, key and said")
        by, key, said = data["by"], data["key"], data["said"]
        if not isinstance(key, str) or not isinstance(said, str) or len(key.split()) != 1:
            raise UnreadableAnswer("key is a word and said is a text")
        return cls(_party(str(by)), key.strip(), " ".join(said.split()))


def _party(word: str) -> Party:
    if word in (TABLE, CLOCK):
        return word
    if word.isascii() and word.isdigit() and len(word) <= DIGITS:
        return int(word)
    raise UnreadableAnswer(f"{word!r} is neither a seat's number nor '{TABLE}' nor '{CLOCK}'")
