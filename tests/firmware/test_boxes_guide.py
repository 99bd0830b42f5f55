"""`bluffbox teach biz-bluff`: what is entered is what is written, what is written is what is read, and it can
be left at any question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from engine.biz_bluff.board import LONGEST, STREETS
from engine.biz_bluff.box import BOARD, PAPERS, Box, our_box, our_papers, read_box
from engine.biz_bluff.cards import CARDS, Card
from engine.biz_bluff.tokens import TOKENS
from firmware.boxes.draft import Draft, draft_of, papers_of
from firmware.boxes.folder import papers_in
from firmware.boxes.guide import NONE, Question, guide
from firmware.cli import main
from tests.engine.biz_bluff.other import OTHER
from tests.engine.biz_bluff.other import PAPERS as THEIRS
from tests.firmware.test_boxes import laid_in

BOXES = {"ours": our_box(), "another": OTHER}
NAMES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=LONGEST)


def shares(count: int, parts: int) -> st.SearchStrategy[list[int]]:
    """A count in so many parts."""
    cuts = st.lists(st.integers(0, count), min_size=parts - 1, max_size=parts - 1).map(sorted)
    return cuts.map(lambda at: [b - a for a, b in zip([0, *at], [*at, count], strict=True)])


@st.composite
def boxes(draw: st.DrawFn) -> Draft:
    """The one board or the other, with any names, tokens and cards."""
    draft = draft_of(draw(st.sampled_from(list(BOXES.values()))))
    names = draw(st.lists(NAMES, min_size=12, max_size=12, unique=True))
    counts = draw(shares(TOKENS, len(draft.tokens)))
    cards = [Card("any", 0), *(Card(f"to-{street}", 0, street=street) for street in STREETS)]
    cards += [Card(f"say{n}", 0, numbers=(n,)) for n in range(1, 7)]
    piles = draw(shares(CARDS, len(cards)))
    return replace(
        draft,
        companies=dict(zip(draft.companies, names, strict=True)),
        tokens=tuple(replace(one, count=n) for one, n in zip(draft.tokens, counts, strict=True)),
        cards=tuple(replace(one, count=n) for one, n in zip(cards, piles, strict=True) if n),
    )


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_a_box_that_is_written_out_reads_back_equal(box: Box) -> None:
    assert read_box(papers_of(draft_of(box))) == box


@given(boxes())
def test_so_does_any_other(draft: Draft) -> None:
    box = read_box(papers_of(draft))
    assert draft_of(box) == draft
    assert box.board.companies == draft.companies
    assert tuple(box.cards.values()) == draft.cards


def answered(draft: Draft, answers: Iterable[str]) -> tuple[Draft | None, list[Question]]:
    """What comes of these answers, Enter (the default) when there are no more, and all that was asked."""
    asked: list[Question] = []
    asking, given = guide(draft), iter(answers)
    question = next(asking)
    try:
        while len(asked) < 300:
            asked.append(question)
            answer = next(given, question.default)
            assert not question.wrong(answer), (question.asks, answer)
            question = asking.send(answer)
    except StopIteration as done:
        return done.value, asked
    return None, asked


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_enter_at_every_question_leaves_the_box_as_it_is(box: Box) -> None:
    draft, asked = answered(draft_of(box), [])
    assert draft == draft_of(box)
    assert len(asked) < 60


def test_the_whole_of_another_box_can_be_entered_from_ours() -> None:
    ours, theirs = draft_of(our_box()), draft_of(OTHER)
    answers = ["4", "2", "5", "1"]
    keys = [
        f"{letter}{n}"
        for letter, count in zip("YBGR", (4, 2, 5, 1), strict=True)
        for n in range(1, count + 1)
    ]
    renamed = {key: theirs.companies.get(key, "Tesla") for key in keys}
    answers += [renamed[key] for key in keys]
    rows = [" ".join(row).replace("B7", "B2") for row in theirs.rows]
    answers += ["no", str(len(rows)), *rows, "yes", "white dahu svp company", "a1 g7", "a2 a3"]
    answers += [str(token.count) for token in theirs.tokens]
    answers += ["0", "3", "7", "0", "0", "0", "0", "0", "5", "numbers 6", "5", NONE]
    draft, _ = answered(ours, answers)
    assert draft is not None
    box = read_box(papers_of(draft))
    assert box.board.beside == OTHER.board.beside
    assert box.board.companies == renamed
    assert {name: token.count for name, token in box.tokens.items()} == {
        name: token.count for name, token in OTHER.tokens.items()
    }
    assert sorted((card.count, card.street or "", card.numbers) for card in box.cards.values()) == sorted(
        (card.count, card.street or "", card.numbers) for card in OTHER.cards.values()
    )


def with_a_gap() -> tuple[Draft, list[str], list[str]]:
    """Our box, and the answers up to a plan in which no way leads from the company R2; what each row should
    be."""
    start = draft_of(our_box())
    rows = [" ".join(row) for row in start.rows]
    broken = [*rows[:5], rows[5].replace("R2 oo", "R2 .."), *rows[6:]]
    return start, ["3"] * 4 + [*start.companies.values(), "no", "11", *broken], rows


def test_a_plan_is_shown_and_mended_row_by_row() -> None:
    start, answers, rows = with_a_gap()
    draft, asked = answered(start, [*answers, "6", rows[5], "yes"])
    assert draft is not None
    assert draft.rows == start.rows
    first, second = (one for one in asked if one.asks.startswith("Is it so?"))
    assert " 6  R2  ..  oo  oo  oo  CC  oo  oo  oo  oo  B2" in first.above
    assert " 6  R2  oo  oo  oo  oo  CC  oo  oo  oo  oo  B2" in second.above


def test_a_board_on_which_one_is_stuck_is_said_so_and_what_is_wrong_asked_for_again() -> None:
    start, answers, rows = with_a_gap()
    draft, asked = answered(start, [*answers, "yes", "white dahu svp", NONE, NONE, "6", rows[5]])
    assert draft is not None
    assert draft.rows == start.rows
    said = next(one for one in asked if one.asks.startswith("What is to be changed?"))
    assert said.above[-1] == "It cannot be played on yet: plan: from a6 a throw of 2 leads nowhere"


def test_counts_that_do_not_add_up_are_asked_for_again() -> None:
    start = draft_of(our_box())
    twelve = ["3"] * 4 + list(start.companies.values()) + ["yes"]
    _, asked = answered(start, ["3", "3", "3", "4", *twelve])
    assert "That makes 13, but there are 12 files: the four again." in asked[4].above
    _, asked = answered(start, [*twelve, "6", "4", "4", "3"])
    assert any("That makes 17, but there are 16 tokens: the four again." in one.above for one in asked)
    _, asked = answered(start, [*twelve, "6", "4", "4", "2", "3"])
    assert any("That makes 21, but there are 20 cards: once more." in one.above for one in asked)


def test_each_question_says_how_many_have_been_entered_and_how_many_are_left() -> None:
    start = draft_of(our_box())
    _, asked = answered(start, ["3", "3", "3", "3", *start.companies.values()])
    assert [one.asks.partition("?")[2].strip() for one in asked[:4]] == [
        "(12 in all)",
        "(3 of 12 so far, 9 left)",
        "(6 of 12 so far, 6 left)",
        "(9 of 12 so far, 3 left)",
    ]
    assert [one.asks for one in asked[4:6]] == ["Y1, 1 of 12, is called", "Y2, 2 of 12, is called"]
    _, asked = answered(start, ["3"] * 4 + [*start.companies.values(), "yes", "6", "4", "7", "0"])
    tokens = [one.asks.partition("?")[2].strip() for one in asked[17:21]]
    assert tokens == [
        "(16 in all)",
        "(6 of 16 so far, 10 left)",
        "(10 of 16 so far, 6 left)",
        "(17: 1 too many)",
    ]
    _, asked = answered(start, [])
    cards = [one.asks for one in asked if one.asks.startswith(("How many say", "Another sort"))]
    assert cards[0].endswith("(8 of 20 so far, 12 left)")
    assert cards[-1].endswith("(20 of 20 so far, 0 left)")


@pytest.mark.parametrize(
    ("asks", "answer", "says"),
    [
        ("yellow street", "0", "1 to 12"),
        ("yellow street", "٣", "1 to 12"),
        ("Y1, 1 of 12", "A name much too long", "1 to 12 letters"),
        ("Y2, 2 of 12", "Citron", "another is called Citron"),
        ("Y2, 2 of 12", "漢", "a pod cannot show 漢"),
        ("Is your board", "perhaps", "one of yes, no"),
        ("1 bundle", "17", "0 to 16"),
        ("Another sort", "street brown", "yellow"),
        ("Another sort", "challenge", "stands above"),
        ("Another sort", "numbers 7", "numbers of 1 to 6"),
    ],
)
def test_an_answer_that_is_wrong_is_refused_with_what_would_be_right(
    asks: str, answer: str, says: str
) -> None:
    _, asked = answered(draft_of(our_box()), [])
    question = next(one for one in asked if asks in one.asks)
    assert says in question.wrong(answer)


@given(st.integers(0, 2**32))
def test_whatever_is_answered_what_comes_out_can_be_played_with(seed: int) -> None:
    rng, asked = Random(seed), 0
    asking = guide(draft_of(our_box()))
    question = next(asking)
    try:
        while True:
            asked += 1
            answer = question.default if asked > 40 or rng.random() < 0.7 else any_answer(question, rng)
            question = asking.send(answer if not question.wrong(answer) else question.default)
            if asked > 200:  # he has drawn a board that cannot be mended by Enter alone, and leaves it
                return
    except StopIteration as done:
        read_box(papers_of(done.value))


def any_answer(question: Question, rng: Random) -> str:
    row = question.default.split()
    if question.asks.startswith("Row"):
        row[rng.randrange(len(row))] = rng.choice(("oo", "DD", "SY", ".."))
        return " ".join(row)
    return rng.choice(("2", "3", "4", "no", "white company", "b2 f6", "numbers 1 2", "Zinnia", "crossed"))


# ---- the command ----------------------------------------------------------------------------------------


def taught(folder: Path, *lines: str) -> Result:
    """The command with these lines typed, and then nobody there any more."""
    return CliRunner().invoke(
        main, ["teach", "biz-bluff", str(folder)], input="".join(f"{line}\n" for line in lines)
    )


def checked(folder: Path) -> Result:
    return CliRunner().invoke(main, ["teach", "biz-bluff", "--check", str(folder)])


ENTERS = [""] * 60
RENAMED = ["", "", "", "", "Ampère", "Volta"]


def test_what_differs_is_typed_and_the_rest_stays(tmp_path: Path) -> None:
    told = taught(tmp_path / "box", *RENAMED, *ENTERS)
    assert told.exit_code == 0, told.output
    assert "12 companies, 69 squares, 16 tokens, 20 cards. It can be played with." in told.output
    box, ours = read_box(papers_in(tmp_path / "box")), our_box()
    assert box.board.companies == {**ours.board.companies, "Y1": "Ampère", "Y2": "Volta"}
    assert (box.board.squares, box.tokens, box.cards) == (ours.board.squares, ours.tokens, ours.cards)
    assert sorted(file.name for file in (tmp_path / "box").iterdir()) == sorted(PAPERS)


@pytest.mark.parametrize("at", [1, 5, 6, 16, 17, 21, 30])
def test_it_can_be_left_at_any_question_and_gone_on_with(tmp_path: Path, at: int) -> None:
    typed = [*RENAMED, *ENTERS]
    for number, leaves in enumerate((["stop"], [])):  # by the word, or the terminal is closed
        folder = tmp_path / str(number)
        left = taught(folder, *typed[:at], *leaves)
        assert "kept: call the same again to go on" in left.output
        assert left.exit_code == 0
        assert not (folder / BOARD).exists()
        done = taught(folder, *typed[at:])
        assert "It can be played with" in done.output
        assert read_box(papers_in(folder)).board.companies["Y2"] == ("Volta" if at else "")


def test_back_goes_back_also_to_what_was_said_another_day(tmp_path: Path) -> None:
    taught(tmp_path, *RENAMED)
    told = taught(tmp_path, "back", "back", "Coulomb", *ENTERS)
    assert told.exit_code == 0
    names = read_box(papers_in(tmp_path)).board.companies
    assert (names["Y1"], names["Y2"]) == ("Coulomb", "Mimosa")


def test_a_company_can_be_called_by_a_word_that_steers(tmp_path: Path) -> None:
    typed = ["", "", "", "", '"back"', '"stop"', '""back""']
    told = taught(tmp_path, *typed, *ENTERS)
    assert "It can be played with" in told.output, told.output
    names = read_box(papers_in(tmp_path)).board.companies
    assert [names[key] for key in ("Y1", "Y2", "Y3", "B1")] == ["back", "stop", '"back"', "Azur"]
    told = taught(tmp_path, *ENTERS)
    assert "Y1, 1 of 12, is called [back]:" in told.output
    assert read_box(papers_in(tmp_path)).board.companies == names, "Enter leaves them as they are"


def test_quotes_round_any_other_name_are_part_of_it(tmp_path: Path) -> None:
    taught(tmp_path, "", "", "", "", '"Volta"', *ENTERS)
    assert read_box(papers_in(tmp_path)).board.companies["Y1"] == '"Volta"'


def test_it_begins_from_what_the_folder_holds(tmp_path: Path) -> None:
    laid_in(tmp_path, THEIRS)
    assert "It can be played with" in taught(tmp_path, *ENTERS).output
    assert read_box(papers_in(tmp_path)) == OTHER


def test_answers_that_do_not_fit_any_more_are_asked_for_again(tmp_path: Path) -> None:
    laid_in(tmp_path, {"answers.txt": "3\n3\n3\n3\nAmpère\n\x00nonsense that is no name\nVolta\n"})
    told = taught(tmp_path, "Joule", *ENTERS)
    assert told.output.count("Y2, 2 of 12, is called") == 1
    names = read_box(papers_in(tmp_path)).board.companies
    assert (names["Y1"], names["Y2"], names["Y3"]) == ("Ampère", "Joule", "Safran")


def test_a_folder_is_checked_and_what_is_wrong_said_by_file_line_and_key(tmp_path: Path) -> None:
    laid_in(tmp_path, THEIRS)
    assert checked(tmp_path).exit_code == 0
    laid_in(tmp_path, {BOARD: THEIRS[BOARD].replace("G1  oo", "G1  o")})
    told = checked(tmp_path)
    assert told.exit_code == 1
    assert "board.toml: line 10: plan: 'o' in row 5 is no square" in told.output
    assert taught(tmp_path, *ENTERS).exit_code == 1, "what is wrong is not written over"
    assert "G1  o " in (tmp_path / BOARD).read_text(encoding="utf-8")


def test_our_box_is_written_out_to_be_edited_and_nothing_is_written_over(tmp_path: Path) -> None:
    def written() -> Result:
        return CliRunner().invoke(main, ["teach", "biz-bluff", "--defaults", str(tmp_path / "box")])

    assert written().exit_code == 0
    assert papers_in(tmp_path / "box") == our_papers()
    assert written().exit_code == 1


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here", encoding="utf-8")
    for told in (taught(tmp_path / "file" / "box", *ENTERS), taught(tmp_path / "file", *ENTERS)):
        assert told.exit_code == 1
        assert told.output.splitlines()[-1].startswith("Error: ")
        assert "Traceback" not in told.output


def test_teaching_a_deck_is_not_disturbed(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["teach", str(tmp_path / "deck")])
    assert told.exit_code == 2
    assert "is no deck yet" in told.output
