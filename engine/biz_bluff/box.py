"""What lies in a box of Biz-Bluff: board, tokens and cards, as the files beside the rules have them or those
of another box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.biz_bluff.board import Board, read_board
from engine.biz_bluff.cards import Card, read_cards
from engine.biz_bluff.paper import PACKAGE, Paper
from engine.biz_bluff.tokens import Token, read_tokens
from engine.data import data_text
from engine.errors import BadData

BOARD, TOKENS, CARDS = PAPERS = ("board.toml", "tokens.toml", "cards.toml")


@dataclass(frozen=True)
class Box:
    """What the sheet leaves out, and each box may have otherwise (Z-01 to Z-03)."""

    board: Board
    tokens: Mapping[str, Token]
    cards: Mapping[str, Card]


def our_papers() -> dict[str, str]:
    """The text of each file beside the rules. Raises BadData."""
    return {name: data_text(PACKAGE, name) for name in PAPERS}


def our_box() -> Box:
    """The box of the files beside the rules. Raises BadData."""
    return _box(())


def read_box(papers: Mapping[str, str]) -> Box:
    """The box that these papers describe, by the names of PAPERS; where one is missing it is ours. Raises
    BadData naming file, line and key."""
    return _box(tuple(sorted(papers.items())))


@lru_cache(maxsize=4)  # every way over a board is walked to check it, and a table plays with one or two
def _box(papers: tuple[tuple[str, str], ...]) -> Box:
    texts = {**our_papers(), **dict(papers)}
    for name in texts:
        if name not in PAPERS:
            raise BadData(f"{name}: a box has no such file; it has {', '.join(PAPERS)}")
    return Box(
        read_board(Paper(BOARD, texts[BOARD])),
        read_tokens(Paper(TOKENS, texts[TOKENS])),
        read_cards(Paper(CARDS, texts[CARDS])),
    )
