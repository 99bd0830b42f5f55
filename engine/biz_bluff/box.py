"""What lies in a box of Biz-Bluff: board, tokens and cards, as the files beside the rules have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.biz_bluff.board import Board, read_board
from engine.biz_bluff.cards import Card, read_cards
from engine.biz_bluff.paper import paper
from engine.biz_bluff.tokens import Token, read_tokens


@dataclass(frozen=True)
class Box:
    """What the sheet leaves out, and each box may have otherwise (Z-01 to Z-03)."""

    board: Board
    tokens: Mapping[str, Token]
    cards: Mapping[str, Card]


@cache  # read when it is first played with: every way over the board is walked to check it
def our_box() -> Box:
    """The box of the files beside the rules. Raises BadData."""
    return Box(
        read_board(paper("board.toml")), read_tokens(paper("tokens.toml")), read_cards(paper("cards.toml"))
    )
