"""The printed editions as named data, from editions.toml and animals.toml, and their house options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.data import data_file
from engine.errors import BadData
from engine.game import Option
from engine.options import read_options

PACKAGE = "engine.kuhhandel"
STEPS: Mapping[str, tuple[str, ...]] = {
    "counts": ("bidder", "seller"),
    "right": ("after", "before"),
    "score": ("sum", "times-sets"),
}
FORM_STEPS: Mapping[str, tuple[str, ...]] = {
    "reply": ("counter", "accept"),
    "money": ("winner-pays", "swap"),
    "zeros": ("return", "travel"),
    "tie": ("at-once", "again"),
    "amounts": ("announced", "secret"),
}


@dataclass(frozen=True, slots=True)
class Form:
    """A way to trade; what each step may be called, editions.toml says."""

    reply: str
    fewest: int
    money: str
    zeros: str
    tie: str
    amounts: str


@dataclass(frozen=True, slots=True)
class Edition:
    """One printed game. `notes`: how many of each value; `purse`: what each begins with; `donkeys`: the
    note that everybody gets for the first, second ... donkey; `dove`: pairs of sets that earn it."""

    key: str
    notes: Mapping[int, int]
    purse: tuple[int, ...]
    donkeys: tuple[int, ...]
    counts: str
    right: str
    dove: tuple[frozenset[str], ...]
    score: str
    trades: tuple[str, ...]
    options: tuple[Option, ...]


def read_animals() -> tuple[Mapping[str, int], str]:
    """The value of a set of each kind, in rising order, and which kind brings money. Raises BadData."""
    match data_file(PACKAGE, "animals.toml"):
        case {"values": dict(values), "donkey": str(donkey), "source": str()} if donkey in values:
            if all(type(value) is int and value > 0 for value in values.values()):
                return dict(sorted(values.items(), key=lambda one: one[1])), donkey
    raise BadData(
        "animals.toml: needs source, values above 0 for every animal, and which of them is the donkey"
    )


def read_forms() -> Mapping[str, Form]:
    """The ways to trade. Raises BadData naming the entry."""
    return {key: _form(key, entry) for key, entry in data_file(PACKAGE, "editions.toml")["forms"].items()}


def read_editions(animals: Mapping[str, int], forms: Mapping[str, Form]) -> Mapping[str, Edition]:
    """Every edition by its key. Raises BadData naming the entry."""
    data = data_file(PACKAGE, "editions.toml")
    return {key: _edition(key, entry, animals, forms) for key, entry in data.items() if key != "forms"}


def _form(key: str, entry: Mapping[str, Any]) -> Form:
    _steps(f"forms.{key}", entry, FORM_STEPS)
    match entry:
        case {"fewest": int(fewest)} if fewest >= 0:
            return Form(fewest=fewest, **{step: entry[step] for step in FORM_STEPS})
    raise BadData(f"editions.toml: [forms.{key}] fewest is a number of notes")


def _edition(
    key: str, entry: Mapping[str, Any], animals: Mapping[str, int], forms: Mapping[str, Form]
) -> Edition:
    _steps(key, entry, STEPS)
    match entry:
        case {
            "notes": dict(notes),
            "purse": list(purse),
            "donkeys": list(donkeys),
            "dove": list(pairs),
            "trades": [_, *_] as trades,
        } if (
            all(word.isdigit() and type(count) is int for word, count in notes.items())
            and all(str(note) in notes for note in (*purse, *donkeys))
            and all(len(pair) == 2 and set(pair) <= set(animals) for pair in pairs)
            and set(trades) <= set(forms)
        ):
            return Edition(
                key=key,
                notes={int(word): count for word, count in notes.items()},
                purse=tuple(purse),
                donkeys=tuple(donkeys),
                dove=tuple(frozenset(pair) for pair in pairs),
                trades=tuple(trades),
                options=read_options(PACKAGE, key),
                **{step: entry[step] for step in STEPS},
            )
    raise BadData(
        f"editions.toml: [{key}] needs notes by value, purse and donkeys out of them, dove as pairs of "
        "animals, and trades out of the forms"
    )


def _steps(key: str, entry: Mapping[str, Any], steps: Mapping[str, tuple[str, ...]]) -> None:
    for step, names in steps.items():
        if entry.get(step) not in names:
            raise BadData(f"editions.toml: [{key}] {step} is one of {', '.join(names)}")
    if not isinstance(entry.get("source"), str):
        raise BadData(f"editions.toml: [{key}] needs source")


ANIMALS, DONKEY = read_animals()
FORMS = read_forms()
EDITIONS = read_editions(ANIMALS, FORMS)
