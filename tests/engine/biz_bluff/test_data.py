"""The box's own files: what is in them is whole, and what is wrong with another's is said by file, line and
key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.biz_bluff.board import CENTRE, COMPANY, DAHU, STREETS, SVP, THROWS, Board, read_board, street_of
from engine.biz_bluff.box import our_box
from engine.biz_bluff.cards import read_cards
from engine.biz_bluff.paper import PACKAGE, Paper
from engine.biz_bluff.tokens import read_tokens
from engine.data import data_text
from engine.errors import BadData

READERS: dict[str, Callable[[Paper], object]] = {
    "board.toml": read_board,
    "tokens.toml": read_tokens,
    "cards.toml": read_cards,
}


@pytest.fixture(scope="module")
def board() -> Board:
    return our_box().board


def test_twelve_companies_lie_in_four_streets_each_behind_one_square(board: Board) -> None:
    assert len(board.companies) == 12
    assert {street: sum(street_of(one) == street for one in board.companies) for street in STREETS} == (
        dict.fromkeys(STREETS, 3)
    )
    assert sorted(square.of for square in board.of_kind(COMPANY)) == sorted(board.companies)
    assert len(set(board.companies.values())) == 12


def test_every_street_has_its_svp_square_and_the_dahu_can_be_hunted(board: Board) -> None:
    assert {square.of for square in board.of_kind(SVP)} == set(STREETS)
    assert len(board.of_kind(DAHU)) == 4
    assert board.centre.name == "f6"


def test_every_square_is_reached_and_no_throw_is_without_a_square(board: Board) -> None:
    """From the centre, without a claim: played out, not read off the plan."""
    found, fresh = {board.centre.name}, [board.centre.name]
    while fresh:
        start = fresh.pop()
        for throw in THROWS:
            ends = {square.name for square in board.reached(start, throw, has_claim=False)}
            assert ends, (start, throw)
            fresh += ends - found
            found |= ends
    assert found == set(board.squares)


def test_z04_a_move_has_so_many_steps_turns_as_it_likes_and_comes_on_no_square_twice(board: Board) -> None:
    names = {square.name for square in board.reached("f6", 2, has_claim=False)}
    assert names == {"f4", "f8", "d6", "h6"}
    assert "b2" in {square.name for square in board.reached("b6", 4, has_claim=False)}
    assert "b6" not in {square.name for square in board.reached("b6", 2, has_claim=False)}


def test_where_moves_pass_through_the_centre_a_claim_only_adds_where_one_may_stop() -> None:
    """003:L98.1: he may stop there; he need not."""
    paper = Paper("board.toml", changed("board.toml", '["white"', '["white", "centre"'))
    board = read_board(paper)
    for start in board.squares:
        for steps in THROWS:
            without, with_claim = (
                {square.name for square in board.reached(start, steps, has_claim)}
                for has_claim in (False, True)
            )
            assert without <= with_claim <= without | {board.centre.name}


def test_a_move_can_end_before_a_company_but_not_pass_there(board: Board) -> None:
    assert "c1" in {square.name for square in board.reached("f2", 4, has_claim=False)}
    assert {square.name for square in board.reached("c1", 2, has_claim=False)} == {"b2", "d2"}


def test_z28_only_with_a_claim_one_may_stop_in_the_centre_with_steps_left(board: Board) -> None:
    """From three squares away: with a five he goes on, unless he has a claim."""
    for start in ("f3", "f9", "c6", "i6"):
        assert CENTRE in kinds(board, start, 3, has_claim=False)
        assert CENTRE in kinds(board, start, 4, has_claim=True)
        assert CENTRE not in kinds(board, start, 4, has_claim=False)
        assert CENTRE not in kinds(board, start, 2, has_claim=True)


def kinds(board: Board, start: str, steps: int, has_claim: bool) -> set[str]:
    return {square.kind for square in board.reached(start, steps, has_claim)}


def test_sixteen_tokens_two_of_them_bluffed_and_twenty_cards_of_three_kinds() -> None:
    tokens, cards = our_box().tokens, our_box().cards
    assert sum(token.count for token in tokens.values()) == 16
    assert tokens["bluffed"].count == 2
    assert sum(card.count for card in cards.values()) == 20
    assert {card.street for card in cards.values()} == {*STREETS, None}
    assert any(card.numbers for card in cards.values())
    assert any(card.street is None and not card.numbers for card in cards.values())


def changed(name: str, old: str, new: str) -> str:
    text = data_text(PACKAGE, name)
    assert old in text
    return text.replace(old, new, 1)


def line_of(name: str, start: str) -> int:
    lines = data_text(PACKAGE, name).splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("name", "old", "new", "at", "says"),
    [
        ("board.toml", 'Y2 = "Mimosa"', 'X2 = "Mimosa"', "Y2", r"\[companies\] X2: .* a letter of Y B G R"),
        ("board.toml", 'Y2 = "Mimosa"', "Y2 = 7", "[companies]", "needs a name for each company"),
        ("board.toml", 'Y2 = "Mimosa"\n', "", "[companies]", "there are 12 companies, not 11"),
        ("board.toml", "R2  oo  oo", "R2  qq  oo", "R2  oo", "'qq' in row 6 is no square"),
        ("board.toml", "R2  oo  oo", "..  oo  oo", "R2 =", "R2: has not one square in the plan"),
        ("board.toml", "R2  oo  oo", "R2  ..  oo", "plan", "from a6 a throw of 2 leads nowhere"),
        ("board.toml", "  CC  ", "  oo  ", "plan", "needs one centre"),
        ("board.toml", '["white"', '["blue"', "crossed", "crossed: needs white"),
        ("board.toml", '["white"', '[["white"]', "crossed", "crossed: needs white"),
        ("board.toml", "crossed =", "crosed = 1\ncrossed =", "crossed", "crosed: there is no such key"),
        ("board.toml", 'Y2 = "Mimosa"', 'Y2 = "Safran"', "Y3", r"\[companies\] Y3: there is another Safran"),
        ("board.toml", 'Y2 = "Mimosa"', 'Y2 = " "', "Y2", r"a name has 1 to 12 letters"),
        ("board.toml", 'Y2 = "Mimosa"', 'Y2 = "Mimosa Brothers"', "Y2", r"a name has 1 to 12 letters"),
        ("board.toml", 'Y2 = "Mimosa"', '"Y²" = "Mimosa"', "Y2", "a letter of Y B G R and a number"),
        ("board.toml", "plan =", 'joined = ["a1 b9"]\nplan =', "plan", "joined: needs pairs .* 'a1 b9'"),
        ("board.toml", "plan =", 'joined = ["b2 c2"]\nplan =', "plan", "b2 and c2 lie side by side"),
        ("board.toml", "plan =", 'parted = ["b2 f6"]\nplan =', "plan", "b2 and f6 do not lie side by side"),
        ("board.toml", "plan =", "parted = [7]\nplan =", "plan", "parted: needs pairs of two squares"),
        (
            "board.toml",
            "plan =",
            f"joined = {['b2 f6'] * 25}\nplan =",
            "plan",
            "joined: has 25 pairs",
        ),
        ("board.toml", "[companies]", "[firms]\n[companies]", "[companies]", "firms: there is no such key"),
        ("tokens.toml", "pays = 2", "pays = -2", "pays = 2", r"\[two\] pays: needs a whole number"),
        ("tokens.toml", "keeps = false", "keeps = 0", "keeps = false", r"\[bluffed\] keeps: needs true or"),
        ("tokens.toml", "count = 6", "count = 7", "count = 2", "must come to 16"),
        ("tokens.toml", "[blank]", "[blank]\nkeep = 1", None, r"\[blank\] keep: there is no such key"),
        ("tokens.toml", "[blank]", "[blanc]", None, r"\[blank\] count: this token is missing"),
        (
            "cards.toml",
            'street = "green"',
            'street = "black"',
            'street = "green"',
            r"\[green\] street: one of",
        ),
        ("cards.toml", "numbers = [2, 4]", "numbers = [2, 7]", "numbers = [2, 4]", "some of 1 to 6"),
        (
            "cards.toml",
            "[challenge]\ncount = 4",
            "[challenge]\ncount = 0",
            "count = 4",
            r"\[challenge\] count",
        ),
        ("cards.toml", "[yellow]", '["a b"]', "[yellow]", "no space, comma or colon"),
        ("cards.toml", "[yellow]", "[blank]", "[yellow]", "no token's"),
        (
            "cards.toml",
            "numbers = [2, 4]",
            "numbers = [6, 1]",
            "[bluffed-2-4]",
            r"does what \[bluffed-1-6\] does",
        ),
        (
            "cards.toml",
            "[challenge]\ncount = 4",
            "[challenge]\ncount = 3",
            "count = 4",
            "come to 20 .* not 19",
        ),
        ("cards.toml", "source", "sauce", None, "line 1: source"),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_key(
    name: str, old: str, new: str, at: str | None, says: str
) -> None:
    line = "" if at is None else f"line {line_of(name, at)}: "
    with pytest.raises(BadData, match=rf"^{name}: {line}.*{says}"):
        READERS[name](Paper(name, changed(name, old, new)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = 1\nb = = 2", "line 2"),
        (f"source = 'x'\na = {'[' * 5000}", "too deep"),
        (f"source = 'x'\na = {'9' * 5000}", "digits"),
    ],
)
def test_what_is_no_toml_is_said_so(text: str, says: str) -> None:
    with pytest.raises(BadData, match=rf"^mine\.toml: .*{says}"):
        Paper("mine.toml", text)


def test_a_key_is_found_wherever_toml_lets_it_stand() -> None:
    lines = ["source = 'x'", "firms.Y1 = 1", "firms.Y2 = 2", "[[pink]]", "[blue]", "Y1 = 3", "inner.deep = 4"]
    paper = Paper("mine.toml", "\n".join(lines))
    said = [
        ("source", None),
        ("Y1", "firms"),
        ("Y2", "firms"),
        ("pink", None),
        ("blue", None),
        ("Y1", "blue"),
    ]
    assert [paper.line_of(*one) for one in said] == [1, 2, 3, 4, 5, 6]
    assert paper.line_of("inner", "blue") == 7


def test_a_row_of_the_plan_is_named_by_its_line_in_either_kind_of_quotes() -> None:
    text = changed("board.toml", "R2  oo  oo", "R2  qq  oo")
    at = line_of("board.toml", "R2  oo")
    with pytest.raises(BadData, match=rf"line {at}: .*'qq'"):
        read_board(Paper("board.toml", text.replace('"""', "'''")))
