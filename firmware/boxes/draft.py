"""What is known so far of somebody's box of Biz-Bluff, right or wrong, and the files that say it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.biz_bluff.board import COLUMNS, COMPANY, LETTERS, NOTHING, PLAIN, SVP, Board, Pair, Square
from engine.biz_bluff.box import BOARD, CARDS, TOKENS, Box
from engine.biz_bluff.cards import Card
from engine.biz_bluff.tokens import Token

SOURCE = "entered by its owner with bluffbox teach biz-bluff"
_BOARD_HEAD = """\
# The board of a Biz-Bluff. bluffbox teach biz-bluff --check FOLDER says whether it can be played on.
"""
_PLAN_HEAD = """
# Two letters a square: oo white, DD Dahu hunt, CC the centre, SY S.V.P. of the yellow street (SB, SG, SR), Y1
# the square before the company Y1, .. nothing. Columns are called a, b, c ..., rows 1, 2, 3 ... from the top.
"""
_CODES = {kind: code for code, kind in PLAIN.items()}


@dataclass(frozen=True)
class Draft:
    """`companies`: names by key; `rows`: the plan, two letters a square; `crossed`: which kinds of squares a
    move may pass over; `joined`, `parted`: see `Board`."""

    companies: Mapping[str, str]
    rows: tuple[tuple[str, ...], ...]
    crossed: tuple[str, ...]
    joined: tuple[Pair, ...]
    parted: tuple[Pair, ...]
    tokens: tuple[Token, ...]
    cards: tuple[Card, ...]


def draft_of(box: Box) -> Draft:
    """What is in a box, to begin from."""
    board = box.board
    return Draft(
        dict(board.companies),
        _rows(board),
        tuple(sorted(board.crossed)),
        board.joined,
        board.parted,
        tuple(box.tokens.values()),
        tuple(box.cards.values()),
    )


def papers_of(draft: Draft) -> dict[str, str]:
    """The files that say it, by name."""
    return {BOARD: board_text(draft), TOKENS: _tokens_text(draft), CARDS: _cards_text(draft)}


def board_text(draft: Draft) -> str:
    width = max(2, *(len(code) for row in draft.rows for code in row))
    rows = ["  ".join(code.ljust(width) for code in row).rstrip() for row in draft.rows]
    pairs = "".join(
        f"{key} = [{', '.join(_quoted(' '.join(pair)) for pair in said)}]\n"
        for key, said in (("joined", draft.joined), ("parted", draft.parted))
        if said
    )
    named = "".join(f"{key} = {_quoted(name)}\n" for key, name in draft.companies.items())
    crossed = ", ".join(map(_quoted, draft.crossed))
    return (
        f"{_BOARD_HEAD}source = {_quoted(SOURCE)}\n\n"
        f"# Which squares a move may pass over; on the others it can only end.\ncrossed = [{crossed}]\n"
        f"{pairs}{_PLAN_HEAD}"
        + 'plan = """\n'
        + "\n".join(rows)
        + f'\n"""\n\n# Short names, as a pod shows them.\n[companies]\n{named}'
    )


def _tokens_text(draft: Draft) -> str:
    return (
        f"# The value tokens: how many there are of each, and what it does.\nsource = {_quoted(SOURCE)}\n"
        + "".join(
            f"\n[{token.name}]\ncount = {token.count}\npays = {token.pays}\n"
            f"keeps = {str(token.keeps).lower()}\n"
            for token in draft.tokens
        )
    )


def _cards_text(draft: Draft) -> str:
    return f"# The Biz-Bluff cards, sort by sort.\nsource = {_quoted(SOURCE)}\n" + "".join(
        f"\n[{_quoted(card.name)}]\ncount = {card.count}\n{_does(card)}\n" for card in draft.cards
    )


def _does(card: Card) -> str:
    if card.street is not None:
        return f"street = {_quoted(card.street)}"
    if card.numbers:
        return f"numbers = [{', '.join(map(str, card.numbers))}]"
    return "challenge = true"


def _quoted(text: str) -> str:
    """A TOML string. Names are printable: what JSON escapes, TOML escapes alike."""
    return json.dumps(text, ensure_ascii=False)


def _rows(board: Board) -> tuple[tuple[str, ...], ...]:
    wide = max(COLUMNS.index(name[0]) for name in board.squares) + 1
    high = max(int(name[1:]) for name in board.squares)
    return tuple(
        tuple(_code(board.squares.get(f"{COLUMNS[x]}{y + 1}")) for x in range(wide)) for y in range(high)
    )


def _code(square: Square | None) -> str:
    if square is None:
        return NOTHING
    if square.kind == COMPANY:
        return square.of
    return f"S{square.of[0].upper()}" if square.kind == SVP else _CODES[square.kind]


def codes(companies: Iterable[str]) -> frozenset[str]:
    """Every code that can stand in a plan."""
    return frozenset({NOTHING, *PLAIN, *(f"S{letter}" for letter in LETTERS), *companies})
