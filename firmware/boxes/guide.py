"""The questions by which a box of Biz-Bluff is entered, in order: what stands may stay, so that only what
differs has to be typed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from engine.biz_bluff.board import COLUMNS, KINDS, LETTERS, LONGEST, NOTHING, WHITE, Pair, read_board
from engine.biz_bluff.box import BOARD
from engine.biz_bluff.cards import CARDS, Card
from engine.biz_bluff.paper import Paper
from engine.biz_bluff.tokens import FILES, TOKENS, Token
from engine.errors import BadData
from firmware.boxes.draft import Draft, board_text, codes
from firmware.boxes.names import unshowable

NONE = "none"
_MOST_ROWS = len(COLUMNS)
_BUNDLES = {
    "one": "with 1 bundle of notes",
    "two": "with 2 bundles",
    "blank": "that are blank",
    "bluffed": 'that say "bluffed"',
}
_LEGEND = (
    "The plan, two letters a square: oo white, DD Dahu hunt, CC the Investment Company in the centre,",
    "SY an S.V.P. square of the yellow street (SB, SG, SR), Y1 the coloured square before the company Y1,",
    ".. nothing.",
)


@dataclass(frozen=True, slots=True)
class Question:
    """`above`: what is to be read before it. `wrong` gives what is wrong with an answer, "" for nothing."""

    asks: str
    default: str
    wrong: Callable[[str], str]
    above: tuple[str, ...] = ()


T = TypeVar("T")
Guide: TypeAlias = Generator[Question, str, T]


def guide(draft: Draft) -> Guide[Draft]:
    """Everything that is in a box, beginning from `draft`. Each answer that is sent in must be one in which
    its question found nothing wrong. What comes out can be played with."""
    draft = yield from _companies(draft)
    draft = yield from _board(draft)
    draft = replace(draft, tokens=(yield from _tokens(draft)))
    return replace(draft, cards=(yield from _cards(draft)))


# ---- the companies --------------------------------------------------------------------------------------


def _companies(draft: Draft) -> Guide[Draft]:
    above: tuple[str, ...] = (f"The {FILES} companies, street by street.",)
    while True:
        counts: dict[str, int] = {}
        for letter, street in LETTERS.items():
            now = sum(key[0] == letter for key in draft.companies)
            asks = f"How many companies are there in the {street} street? {_so_far(counts.values(), FILES)}"
            said = yield Question(asks, str(now), _whole(1, FILES), above)
            counts[letter], above = int(said), ()
        if sum(counts.values()) == FILES:
            break
        above = (f"That makes {sum(counts.values())}, but there are {FILES} files: the four again.",)
    names: dict[str, str] = {}
    for letter, count in counts.items():
        for key in _keys(letter, count, draft.companies):
            known = draft.companies.get(key, "")
            asks = f"{key}, {len(names) + 1} of {FILES}, is called"
            named = yield Question(asks, known, _name(names))
            names[key] = named
    return replace(draft, companies=names)


def _keys(letter: str, count: int, known: Iterable[str]) -> list[str]:
    """So many companies of a street: those that there are, then the next numbers."""
    keys = [key for key in known if key[0] == letter][:count]
    fresh = (f"{letter}{number}" for number in range(1, FILES + count + 1))
    return keys + [key for key in fresh if key not in keys][: count - len(keys)]


def _name(taken: Mapping[str, str]) -> Callable[[str], str]:
    def wrong(said: str) -> str:
        if not 1 <= len(said) <= LONGEST or not said.isprintable():
            return f"a name has 1 to {LONGEST} letters: a pod has to show it"
        return unshowable(said) or (f"another is called {said}" if said in taken.values() else "")

    return wrong


# ---- the board ------------------------------------------------------------------------------------------


def _board(draft: Draft) -> Guide[Draft]:
    """The plan, then what goes with it, then whatever stands in the way of playing on it."""
    above = (*_LEGEND, "", *shown_plan(draft))
    same = yield Question("Is your board like this one? (yes, no)", "yes", _one_of("yes", "no"), above)
    if same == "no":
        draft = yield from _plan(draft)
        for ask in (_crossed, _joined, _parted):
            draft = yield from ask(draft)
    while fault := board_fault(draft):
        doors: dict[str, Callable[[Draft], Guide[Draft]]] = {
            "plan": _plan,
            "crossed": _crossed,
            "joined": _joined,
            "parted": _parted,
        }
        rows = {str(row): row for row in range(1, len(draft.rows) + 1)}
        said = yield Question(
            f"What is to be changed? (a row: 1-{len(rows)}; or {', '.join(doors)})",
            "plan",
            _one_of(*rows, *doors),
            ("", *shown_plan(draft), "", f"It cannot be played on yet: {fault}"),
        )
        draft = yield from (_row(draft, rows[said]) if said in rows else doors[said](draft))
    return draft


def _plan(draft: Draft) -> Guide[Draft]:
    above = ("Columns are called a, b, c ... and rows 1, 2, 3 ... from the top.",)
    said = yield Question("How many rows has it?", str(len(draft.rows)), _whole(1, _MOST_ROWS), above)
    rows = draft.rows[: int(said)]
    wide = max(map(len, draft.rows))
    rows += ((NOTHING,) * wide,) * (int(said) - len(rows))
    draft = replace(draft, rows=rows)
    for row in range(1, len(rows) + 1):
        draft = yield from _row(draft, row)
    while True:
        asks = "Is it so? (yes; or the number of a row that is not)"
        numbers = map(str, range(1, len(rows) + 1))
        said = yield Question(asks, "yes", _one_of("yes", *numbers), ("", *shown_plan(draft)))
        if said == "yes":
            return draft
        draft = yield from _row(draft, int(said))


def _row(draft: Draft, row: int) -> Guide[Draft]:
    said = yield Question(f"Row {row}", " ".join(draft.rows[row - 1]), _codes(draft))
    rows = (*draft.rows[: row - 1], tuple(said.split()), *draft.rows[row:])
    return replace(draft, rows=rows)


def _codes(draft: Draft) -> Callable[[str], str]:
    known = codes(draft.companies)

    def wrong(said: str) -> str:
        row = said.split()
        unknown = next((code for code in row if code not in known), None)
        if unknown is not None:
            return f"{unknown} is no square: {', '.join(sorted(known))}"
        return "" if 1 <= len(row) <= len(COLUMNS) else f"a row has 1 to {len(COLUMNS)} squares"

    return wrong


def _crossed(draft: Draft) -> Guide[Draft]:
    said = yield Question(
        "Over which kinds of squares may a pawn move on?",
        " ".join(draft.crossed),
        lambda said: (
            ""
            if WHITE in said.split() and set(said.split()) <= set(KINDS)
            else f"white, and any of {_and(KINDS)}"
        ),
        ("On all others a move can only end. Kinds: " + _and(KINDS),),
    )
    return replace(draft, crossed=tuple(dict.fromkeys(said.split())))


def _joined(draft: Draft) -> Guide[Draft]:
    asks = "Which squares are a step apart that do not lie side by side? (as: a1 g7, c2 c9)"
    return replace(draft, joined=(yield from _pairs(draft, asks, draft.joined)))


def _parted(draft: Draft) -> Guide[Draft]:
    asks = "Between which that do is there no way? (as: d4 e4)"
    return replace(draft, parted=(yield from _pairs(draft, asks, draft.parted)))


def _pairs(draft: Draft, asks: str, now: tuple[Pair, ...]) -> Guide[tuple[Pair, ...]]:
    there = {
        f"{COLUMNS[x]}{y}"
        for y, row in enumerate(draft.rows, 1)
        for x, code in enumerate(row)
        if code != NOTHING
    }
    kept = [pair for pair in now if set(pair) <= there]

    def wrong(said: str) -> str:
        for pair in _apart(said):
            if len(pair) != 2 or pair[0] == pair[1]:
                return f"two squares each, parted by commas, or {NONE}"
            if not set(pair) <= there:
                return f"there is no square {min(set(pair) - there)} in the plan"
        return ""

    said = yield Question(asks, ", ".join(map(" ".join, kept)) or NONE, wrong)
    return tuple((first, second) for first, second in _apart(said))


def _apart(said: str) -> list[list[str]]:
    return [] if said == NONE else [pair.split() for pair in said.split(",")]


def board_fault(draft: Draft) -> str:
    """What stands in the way of playing on this board; "" for nothing."""
    try:
        read_board(Paper(BOARD, board_text(draft)))
    except BadData as fault:
        return str(fault).partition(": ")[2].partition(": ")[2]  # no file yet, and so no line
    return ""


def shown_plan(draft: Draft) -> tuple[str, ...]:
    """The plan with the names of its columns and rows."""
    wide = max(map(len, draft.rows))
    head = "    " + " ".join(f"{column:<3}" for column in COLUMNS[:wide])
    rows = (
        f"{number:>2}  " + " ".join(f"{code:<3}" for code in row) for number, row in enumerate(draft.rows, 1)
    )
    return tuple(line.rstrip() for line in (head, *rows))


# ---- tokens and cards -----------------------------------------------------------------------------------


def _tokens(draft: Draft) -> Guide[tuple[Token, ...]]:
    above: tuple[str, ...] = (f"The {TOKENS} value tokens.",)
    while True:
        tokens: list[Token] = []
        for token in draft.tokens:
            entered = _so_far((one.count for one in tokens), TOKENS)
            asks = f"How many {_BUNDLES[token.name]}? {entered}"
            said = yield Question(asks, str(token.count), _whole(0, TOKENS), above)
            tokens.append(replace(token, count=int(said)))
            above = ()
        count = sum(token.count for token in tokens)
        if count == TOKENS:
            return tuple(tokens)
        above = (f"That makes {count}, but there are {TOKENS} tokens: the four again.",)


def _cards(draft: Draft) -> Guide[tuple[Card, ...]]:
    above: tuple[str, ...] = (f"The {CARDS} cards, sort by sort; 0 where your box has none of them.",)
    cards = list(draft.cards)
    while True:
        for at, card in enumerate(cards):
            entered = _so_far((one.count for one in cards[:at]), CARDS)
            asks = f"How many {_told(card)}? {entered}"
            said = yield Question(asks, str(card.count), _whole(0, CARDS), above)
            cards[at], above = replace(card, count=int(said)), ()
        while True:
            entered = _so_far((one.count for one in cards), CARDS)
            asks = f"Another sort? (street green; numbers 2 4; challenge) {entered}"
            more = yield Question(asks, NONE, _new_sort(cards))
            if more == NONE:
                break
            said = yield Question("How many of them?", "1", _whole(1, CARDS))
            new = _sort(more, int(said))
            while any(card.name == new.name for card in cards):
                new = replace(new, name=f"{new.name}-2")
            cards.append(new)
        count = sum(card.count for card in cards)
        if count == CARDS:
            return tuple(card for card in cards if card.count)
        above = (f"That makes {count}, but there are {CARDS} cards: once more.",)


def _told(card: Card) -> str:
    if card.street is not None:
        return f"send to a company of the {card.street} street"
    if card.numbers:
        return f'say "bluffed" and ask for {", ".join(map(str, card.numbers))}'
    return "challenge another player"


def _sort(said: str, count: int) -> Card:
    match said.split():
        case ["street", street]:
            return Card(street, count, street=street)
        case ["numbers", *numbers]:
            thrown = sorted({int(number) for number in numbers})
            return Card(f"bluffed-{'-'.join(map(str, thrown))}", count, numbers=tuple(thrown))
    return Card("challenge", count)


def _new_sort(cards: list[Card]) -> Callable[[str], str]:
    def wrong(said: str) -> str:
        match said.split():
            case ["street", street] if street in LETTERS.values():
                pass
            case ["numbers", *numbers] if numbers and set(numbers) <= set("123456"):
                pass
            case ["challenge"]:
                pass
            case _:
                return (
                    ""
                    if said == NONE
                    else f"street {'|'.join(LETTERS.values())}, numbers of 1 to 6, challenge, or {NONE}"
                )
        new = _sort(said, 1)
        return "that sort stands above" if any(_told(card) == _told(new) for card in cards) else ""

    return wrong


# ---- answers --------------------------------------------------------------------------------------------


def _whole(least: int, most: int) -> Callable[[str], str]:
    def wrong(said: str) -> str:
        is_whole = said.isascii() and said.isdigit() and len(said) <= len(str(most))
        return "" if is_whole and least <= int(said) <= most else f"a whole number, {least} to {most}"

    return wrong


def _so_far(counts: Iterable[int], whole: int) -> str:
    """How many have been entered of all that there are."""
    entered = sum(counts)
    if not entered:
        return f"({whole} in all)"
    left = whole - entered
    return f"({entered} of {whole} so far, {left} left)" if left >= 0 else f"({entered}: {-left} too many)"


def _one_of(*words: str) -> Callable[[str], str]:
    return lambda said: "" if said in words else f"one of {', '.join(words)}"


def _and(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
