"""The box says the same in every language, names everything the engine has, and gives nothing away."""

import ast
import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

import engine
from engine import Answer, Event, Match, Setup
from engine.games import GAMES
from engine.request import Choose
from firmware.words import GAME_WORDS, LANGUAGES, Words
from firmware.words.eye import REASONS
from firmware.words.health import TEXTS
from tests.firmware import catalogues
from tests.firmware.bizzing import whole_games as whole_businesses
from tests.firmware.bluffing import whole_bluffs
from tests.firmware.screens import NAMES
from tests.firmware.trading import whole_trades
from vision.reading import Reason
from vision.seats import SeatReading, TableReading, Trouble

WORDS = Words("en", NAMES)
TRANSLATED = catalogues.TRANSLATED
KEYWORDS = catalogues.KEYWORDS

# ---- catalogues -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_code_is_translated(language: str) -> None:
    held = {message.id: message for message in catalogues.catalogue(language)}
    wanted = {message.id for message in catalogues.texts() if message.id}
    assert wanted
    assert not wanted - set(held), "run python -m tests.firmware.catalogues"
    assert not catalogues.missing(catalogues.catalogue(language))


def test_every_text_stands_where_any_python_lets_it_be_collected() -> None:
    """Within the braces of an f-string Python 3.11 hides a text from its collector, so it stays English."""
    hidden = [
        f"{path.name}:{call.lineno}"
        for room in catalogues.ROOMS
        for path in (catalogues.FIRMWARE / room).glob("**/*.py")
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call)
        and getattr(call.func, "attr", getattr(call.func, "id", "")) in KEYWORDS
        and any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(call))
    ]
    assert not hidden


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_catalogue_holds_what_nobody_says_any_more(language: str) -> None:
    held = {message.id for message in catalogues.catalogue(language) if message.id}
    assert held <= {message.id for message in catalogues.texts()}


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    def said(mo: bytes) -> dict[str, object]:
        return {str(message.id): message.string for message in read_mo(BytesIO(mo)) if message.id}

    shipped = (catalogues.LOCALE / f"{language}.mo").read_bytes()
    assert said(shipped) == said(catalogues.compiled(language))


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_fields_of_the_text(language: str) -> None:
    def fields(text: str) -> set[str]:
        return set(re.findall(r"{(\w+)}", text))

    for message in catalogues.catalogue(language):
        texts, said = catalogues.forms(message.id), catalogues.forms(message.string)
        for one in said if message.id else ():
            assert fields(one) == fields(texts[-1]), message.id


def test_a_language_that_the_house_does_not_speak_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'it'"):
        Words("it")


def test_counts_are_said_in_the_plural_of_the_language() -> None:
    def dice(language: str, n: int) -> str:
        return Words(language).standing({"game": "liars-dice", "bid": None, "bidder": None, "in_play": n})

    assert [dice("en", n) for n in (1, 2)] == ["1 die in play", "2 dice in play"]
    assert [dice("fr", n) for n in (0, 1, 2)] == ["0 dé en jeu", "1 dé en jeu", "2 dés en jeu"]


# ---- nothing of the engine, the eye or the house is left without words ------------------------------


def test_every_game_has_its_words() -> None:
    assert set(GAME_WORDS) == set(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_every_choice_has_a_text_of_its_own(language: str) -> None:
    words = Words(language)
    for game, kind in GAMES.items():
        options = [words.house_option(game, option.key) for option in kind.options]
        assert len(set(options)) == len(options)
        for option in kind.options:
            choices = [words.house_choice(game, option.key, choice) for choice in option.choices]
            assert all(choices)
            assert len(set(choices)) == len(choices)


def told_keys() -> set[str]:
    """The keys of all events that the rules can tell, from their source."""
    told = re.compile(r'\.tell\(\s*"([a-z-]+)"|Event\("([a-z-]+)"')
    root = Path(engine.__file__).parent
    listed = (root / "games.py").read_text()  # a game that is still being built tells nobody anything
    sources = [
        path for path in root.rglob("*.py") if path.parent == root or f"engine.{path.parent.name}." in listed
    ]
    found = {one or other for path in sources for one, other in told.findall(path.read_text())}
    assert {"verdict", "disputed"} <= found
    return found


def whole_games() -> list[Event]:
    """Every kind of event of liar's dice, as it really comes."""
    setup = Setup("liars-dice", (1, 2, 3), {"re-roll": "yes"})
    match = Match(setup)
    told: list[Event] = []
    for text in (
        "table dice 1:55555 2:55555 3:11111",
        "table dice 1:55555 2:11111",
        "1 roll",
        "2 stacked 2",
        "2 roll",
        "3 roll",
        "1 bid 9x5",
        "3 re-roll *",
        "2 call",
        "table dice 1:11111 2:22222 3:3333*",
        "2 dispute",
        "table dice 1:11111 2:22222 3:3333*",
        "2 undo yes",
        "1 undo yes",
        "3 undo no",
        "2 undo yes",
        "1 undo yes",
        "3 undo yes",
        "2 call",
        "table dice 1:11111 2:22222 3:3333*",
        "2 roll",
        "3 roll",
        "3 bid 20x5",
        "2 call",
        "table dice 2:22222 3:3333*",
    ):
        told += match.answer(Answer.from_text(text))
    ending = Match(setup)
    for seat in (1, 2, 3):
        told += ending.answer(Answer(seat, "end", "yes"))
    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_happen_has_a_line(language: str) -> None:
    words = Words(language, NAMES)
    games = [*whole_trades(), *whole_bluffs(), *whole_businesses()]
    games += [("liars-dice", event) for event in whole_games()]
    told = [(game, event) for game, event in games if event.key != "looked"]  # told to nobody
    assert told_keys() <= {event.key for _, event in told}
    for game, event in told:
        line = words.line(event, game)
        assert line, event.key
        assert "\n" not in line
        assert "{" not in line


def test_the_verdict_is_said_with_its_sum() -> None:
    lines = [WORDS.line(event, "liars-dice") for event in whole_games() if event.key == "verdict"]
    assert lines[0].startswith("9 x 5 called, 1 there: Anna loses 5")


def test_the_eye_has_words_for_every_reason() -> None:
    assert set(REASONS) == {*Reason, *Trouble} - {Trouble.MISSING, Trouble.TOO_MANY}


def seats(*reasons: tuple[int, int, Reason | Trouble | None]) -> TableReading:
    return TableReading(0.0, tuple(SeatReading(seat, 5, seen, (), None, why) for seat, seen, why in reasons))


def test_the_eye_tells_each_seat_what_is_wrong_there_and_the_others_where() -> None:
    reading = seats((1, 4, Trouble.MISSING), (2, 5, None), (3, 6, Trouble.TOO_MANY))
    assert WORDS.eye(reading, 1) == "4 of 5 dice seen here"
    assert WORDS.eye(reading, 2) == "Not clear yet: Anna, Chloé"
    assert WORDS.eye(reading, 3) == "6 dice here, there should be 5"
    assert WORDS.eye(seats((1, 5, None)), 1) == ""
    assert WORDS.eye(seats((1, 5, Reason.COCKED)), 1) == "A die leans: tip it onto its nearest side"
    assert WORDS.eye(TableReading(0.0, trouble=Trouble.HAND), 2) == "A hand is in the way"


@pytest.mark.parametrize("language", LANGUAGES)
def test_health_is_said_whatever_ails_the_box(language: str) -> None:
    for key in TEXTS:
        assert "{" not in Words(language).health(key, pod=3)


# ---- people -----------------------------------------------------------------------------------------


def test_a_seat_is_called_by_its_name_or_its_number() -> None:
    assert [WORDS.seat(seat) for seat in (1, 4)] == ["Anna", "Seat 4"]
    assert Words("fr").seat(4) == "Place 4"


def test_tags_tell_seats_apart_in_as_few_letters_as_can_be() -> None:
    assert [WORDS.tag(seat) for seat in (1, 2, 3, 4)] == ["A", "B", "C", "4"]
    alike = Words("en", {1: "Ann", 2: "Anna", 3: "Anton", 4: "Ann"})
    assert [alike.tag(seat) for seat in (1, 2, 3, 4)] == ["1", "Anna", "Ant", "4"]


def test_a_name_with_braces_is_only_a_name() -> None:
    assert Words("en", {1: "{seat}"}).say("{seat} wins", seat="{n}") == "{n} wins"


def test_a_vote_is_asked_with_who_wants_it() -> None:
    match = Match(Setup("liars-dice", (1, 2)))
    match.answer(Answer(1, "end", "yes"))
    view = match.view(2)
    asked = Choose(2, "end", ("yes", "no"))
    assert WORDS.asked(asked.key, view) == "End the game now?"
    assert [row.text for row in WORDS.about(asked.key, view)] == ["Yes says Anna"]
    assert [WORDS.option(asked.key, option, view) for option in asked.options] == ["Yes", "No"]
