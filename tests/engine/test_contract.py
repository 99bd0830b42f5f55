"""The words of the contract: answers have one form, setups are checked, every no has its type."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CLOCK, GAMES, TABLE, Answer, Event, Match, Setup, told_to
from engine.data import data_file
from engine.errors import (
    BadData,
    BadSetup,
    GameOver,
    NotAllowedNow,
    NotAsked,
    RulesError,
    UnreadableAnswer,
    WrongAnswer,
)
from engine.kuhhandel.editions import ANIMALS, FORMS, read_animals, read_editions, read_forms
from engine.liars_dice.options import OPTIONS
from engine.liars_dice.track import track
from engine.options import read_options

WORD = st.from_regex(r"[a-z][a-z0-9-]{0,11}", fullmatch=True)
SAID = st.lists(st.from_regex(r"[!-~]{1,8}", fullmatch=True), max_size=4).map(" ".join)
ANSWERS = st.builds(
    Answer, st.one_of(st.integers(0, 999_999_999), st.sampled_from([TABLE, CLOCK])), WORD, SAID
)


def table(*texts: str, seats: tuple[int, ...] = (1, 2, 3), **options: str) -> Match:
    match = Match(Setup("liars-dice", seats, {key.replace("_", "-"): said for key, said in options.items()}))
    for text in texts:
        match.answer(Answer.from_text(text))
    return match


# ---- answers --------------------------------------------------------------------------------------------


@given(ANSWERS)
def test_an_answer_survives_its_text_and_its_json(answer: Answer) -> None:
    assert Answer.from_text(str(answer)) == answer
    assert Answer.from_json(answer.to_json()) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("2 bid 8x4", Answer(2, "bid", "8x4")),
        ("3 call", Answer(3, "call")),
        ("table dice 1:44*12 2:31", Answer(TABLE, "dice", "1:44*12 2:31")),
        ("clock count", Answer(CLOCK, "count")),
    ],
)
def test_an_answer_reads_as_the_documentation_says(text: str, answer: Answer) -> None:
    assert Answer.from_text(text) == answer
    assert str(answer) == text


@pytest.mark.parametrize(
    "text", ["", "2", "bid 8x4", "-1 bid", "1.0 bid", "٣ bid", "9" * 5000 + " bid", "Table dice"]
)
def test_what_is_no_answer_is_said_so(text: str) -> None:
    with pytest.raises(UnreadableAnswer):
        Answer.from_text(text)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "2 bid 8x4",
        {},
        {"by": 2, "key": "bid"},
        {"by": 2, "key": "bid", "said": "", "more": 1},
        {"by": 2, "key": "bid", "said": 8},
        {"by": 2, "key": "", "said": "bid"},
        {"by": 2, "key": "bid 8x4", "said": ""},
        {"by": True, "key": "bid", "said": ""},
        {"by": 2.0, "key": "bid", "said": ""},
        {"by": None, "key": "bid", "said": ""},
    ],
)
def test_what_is_no_answer_in_json_is_said_so(data: object) -> None:
    with pytest.raises(UnreadableAnswer):
        Answer.from_json(data)


@given(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.dictionaries(st.text(), inner)))
def test_nothing_else_than_an_answer_or_a_refusal_comes_of_json(data: object) -> None:
    try:
        answer = Answer.from_json(data)
    except UnreadableAnswer:
        return
    assert Answer.from_json(answer.to_json()) == answer


def test_an_answer_prints_without_what_was_said() -> None:
    assert repr(Answer(2, "pile", "0 500")) == "<Answer 2 pile>"


# ---- setups ---------------------------------------------------------------------------------------------


def test_a_setup_survives_its_json() -> None:
    setup = Setup("liars-dice", (3, 1, 2), {"opener": "winner"})
    assert Setup.from_json(setup.to_json()) == setup


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"game": "liars-dice", "seats": [1, "x"], "options": {}},
        {"game": "liars-dice", "seats": [1, True], "options": {}},
        {"game": "liars-dice", "seats": 2, "options": {}},
        {"game": 1, "seats": [1, 2], "options": {}},
        {"game": "liars-dice", "seats": [1, 2], "options": []},
    ],
)
def test_what_is_no_setup_is_said_so(data: object) -> None:
    with pytest.raises(BadSetup):
        Setup.from_json(data)


@pytest.mark.parametrize(
    "setup",
    [
        Setup("chess", (1, 2)),
        Setup("liars-dice", ()),
        Setup("liars-dice", (1, 1)),
        Setup("liars-dice", (0, 1)),
        Setup("liars-dice", (1, 2), {"dice": "wooden"}),
        Setup("liars-dice", (1, 2), {"colour": "red"}),
    ],
)
def test_a_game_that_cannot_begin_is_refused(setup: Setup) -> None:
    with pytest.raises(BadSetup):
        Match(setup)


def test_every_option_names_its_source_and_begins_with_the_sheets_own() -> None:
    for kind in GAMES.values():
        for option in kind.options:
            assert option.default == option.choices[0]
            assert re.search(r"\d{3}:L\d|[GKLZY]-\d\d|house", option.source)
    assert GAMES["liars-dice"].options == OPTIONS


def test_seats_play_in_the_order_in_which_they_sit() -> None:
    match = table("table dice 5:11111 2:55555 4:11111", seats=(5, 2, 4))
    assert match.view(None)["opener"] == 2
    for seat in (5, 2, 4):
        match.answer(Answer(seat, "roll"))
    match.answer(Answer(2, "bid", "1x1"))
    assert match.view(None)["turn"] == 4


# ---- every no has its type ------------------------------------------------------------------------------

OPEN = ("table dice 1:55555 2:11111 3:11111", "1 roll", "2 roll", "3 roll")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("2 bid 1x1", NotAsked),
        ("1 call", NotAsked),
        ("1 sing", NotAsked),
        ("9 bid 1x1", NotAsked),
        ("table bid 1x1", NotAsked),
        ("clock count", NotAsked),
        ("table dice 1:55555", NotAsked),
        ("1 bid", WrongAnswer),
        ("1 bid 21x1", WrongAnswer),
        ("1 bid 1x6", WrongAnswer),
        ("1 stacked 6", WrongAnswer),
        ("9 undo yes", NotAsked),
        ("table undo yes", NotAsked),
        ("1 undo", WrongAnswer),
        ("1 redo yes", WrongAnswer),
        ("1 undo no", NotAllowedNow),
        ("1 redo", NotAllowedNow),
        ("1 dispute", NotAllowedNow),
    ],
)
def test_a_refusal_tells_why_and_changes_nothing(text: str, error: type[RulesError]) -> None:
    match = table(*OPEN)
    journal = list(match.journal)
    with pytest.raises(error):
        match.answer(Answer.from_text(text))
    assert match.journal == journal
    assert match.view(None)["turn"] == 1


@pytest.mark.parametrize(
    "said",
    [
        "",
        "1:5555",
        "1:555555",
        "1:55556",
        "1:5555 2:11111",
        "4:11111",
        "1:55555 1:55555",
        "1:55555  2:11111",
        "55555",
        "x:1",
    ],
)
def test_dice_that_cannot_be_are_refused(said: str) -> None:
    match = table()
    for answer in (Answer(TABLE, "dice", said), Answer(2, "enter", said)):
        with pytest.raises(WrongAnswer):
            match.answer(answer)
    with pytest.raises(WrongAnswer):
        match.answer(Answer(2, "enter", "1:55555 2:11111"))  # by hand, one seat at a time
    assert match.journal == []


def test_after_the_end_nothing_is_answered() -> None:
    match = table(*OPEN, "1 end yes", "2 end yes", "3 end yes")
    for text in ("1 bid 1x1", "1 roll", "table dice 1:55555"):
        with pytest.raises(GameOver):
            match.answer(Answer.from_text(text))
    for text in ("1 undo yes", "1 end yes", "1 end no", "1 redo", "1 dispute"):
        with pytest.raises(NotAllowedNow):
            match.answer(Answer.from_text(text))


# ---- events ---------------------------------------------------------------------------------------------


def test_events_reach_those_who_may_know_them() -> None:
    events = [Event("all", {"a": 1}), Event("some", {"b": 2}, frozenset({2, 3}))]
    assert told_to(events, None) == told_to(events, 1) == ({"key": "all", "a": 1},)
    assert told_to(events, 2) == ({"key": "all", "a": 1}, {"key": "some", "b": 2})
    assert "2" not in repr(events[1])


# ---- the rules' own data --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        None,
        {"spaces": "1 *1 2"},
        {"spaces": 3, "source": "x"},
        {"spaces": "1 *1 1", "source": "x"},
        {"spaces": "1 one", "source": "x"},
        {"spaces": "1 **1", "source": "x"},
    ],
)
def test_a_wrong_track_is_named(entry: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.liars_dice.track.data_file", lambda _package, _name: {"mine": entry})
    with pytest.raises(BadData, match=r"tracks.toml: \[mine\]"):
        track.__wrapped__("mine", "12345")


EDITION = data_file("engine.kuhhandel", "editions.toml")


@pytest.mark.parametrize(
    ("key", "entry"),
    [
        ("kuhhandel", {"counts": "nobody"}),
        ("kuhhandel", {"right": None}),
        ("kuhhandel", {"score": "x"}),
        ("kuhhandel", {"source": 1}),
        ("kuhhandel", {"notes": {"ten": 5}}),
        ("kuhhandel", {"purse": [20]}),
        ("kuhhandel", {"donkeys": 50}),
        ("kuhhandel", {"dove": [["cow", "unicorn"]]}),
        ("kuhhandel", {"dove": [["cow"]]}),
        ("kuhhandel", {"trades": []}),
        ("kuhhandel", {"trades": ["barter"]}),
    ],
)
def test_a_wrong_edition_is_named(
    key: str, entry: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = {key: EDITION[key] | entry}
    monkeypatch.setattr("engine.kuhhandel.editions.data_file", lambda _package, _name: data)
    with pytest.raises(BadData, match=rf"editions.toml: \[{key}\]"):
        read_editions(ANIMALS, FORMS)


@pytest.mark.parametrize(
    "entry",
    [
        {"reply": "x"},
        {"money": 1},
        {"zeros": "x"},
        {"tie": "x"},
        {"amounts": "x"},
        {"fewest": -1},
        {"source": 1},
    ],
)
def test_a_wrong_form_of_trade_is_named(entry: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    data = {"forms": {"super": EDITION["forms"]["super"] | entry}}
    monkeypatch.setattr("engine.kuhhandel.editions.data_file", lambda _package, _name: data)
    with pytest.raises(BadData, match=r"editions.toml: \[forms.super\]"):
        read_forms()


@pytest.mark.parametrize("entry", [{}, {"values": {"cow": 0}}, {"donkey": "mule"}, {"source": 3}])
def test_wrong_animals_are_named(entry: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    data = {} if not entry else data_file("engine.kuhhandel", "animals.toml") | entry
    monkeypatch.setattr("engine.kuhhandel.editions.data_file", lambda _package, _name: data)
    with pytest.raises(BadData, match=r"animals\.toml"):
        read_animals()


@pytest.mark.parametrize(
    "entry", [{}, {"choices": [], "source": "x"}, {"choices": ["a"]}, {"choices": ["a", 1], "source": "x"}]
)
def test_a_wrong_option_is_named(entry: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.options.data_file", lambda _package, _name: {"mine": entry})
    with pytest.raises(BadData, match=r"options.toml: \[mine\]"):
        read_options("engine.liars_dice")


def test_a_file_that_is_not_there_or_no_toml_is_named() -> None:
    for name in ("none.toml", "rules.py"):
        with pytest.raises(BadData, match=name):
            data_file("engine.liars_dice", name)
