"""Biz-Bluff is said in every language, nothing that it says is cut, and where somebody has looked it never
says."""

import pytest

from engine import Answer, Event
from engine.biz_bluff.options import OPTIONS
from engine.request import Choose
from firmware.words import LANGUAGES, Words
from firmware.words.biz_bluff_screens import short
from tests.engine.biz_bluff.laid import drew, laid, threw
from tests.firmware import bizzing
from tests.firmware.screens import NAMES
from tests.firmware.test_words_glass import LONG_NAMES, Watched
from tests.firmware.trading import SEATS
from tests.table.texts import lines_of

WIDE = {1: "Wim", 2: "Willem", 3: "Mmh", 4: "Mmm"}  # told apart by several letters, and wide ones
CROWDED = {"biz-tie"}  # a list of several names: cut if it must be
SILENT = {"looked"}  # told to nobody


@pytest.fixture(name="watched")
def _watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch)


@pytest.fixture(scope="module")
def told() -> tuple[tuple[str, Event], ...]:
    return bizzing.whole_games()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES, LONG_NAMES, {}], ids=["names", "long names", "no names"])
@pytest.mark.parametrize("hints", [False, True])
def test_no_screen_is_cut(language: str, names: dict[int, str], hints: bool, watched: Watched) -> None:
    for key, screen in bizzing.screens(Words(language, names, hints)).items():
        cut = watched.draw(screen)
        assert not cut or (key in CROWDED and names is LONG_NAMES), f"{key}: {cut}"


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES, WIDE, {}], ids=["names", "long", "wide", "none"])
@pytest.mark.parametrize("worth", [999, 1000, 3751, 98_765, 999_999, 1_000_000, 987_654_321])
@pytest.mark.parametrize("seats", [(1, 2), (1, 2, 3), SEATS])
def test_no_sum_is_cut_however_rich_somebody_is(
    seats: tuple[int, ...], worth: int, names: dict[int, str], watched: Watched
) -> None:
    """A number that lacks its last letters is another number."""
    words = Words("en", names)
    match = laid(
        *threw(1, 4),
        "1 move f6",
        claims={1: "Y1"},
        stands={1: "f2"},
        seats=seats,
        purses=dict.fromkeys(seats, (worth - worth // 3, worth // 3)),
    )
    match.answer(Answer(1, "present", "present"))
    for seat in seats:
        screen = words.status(match.view(seat), seat)
        assert watched.draw(screen) == []
        said = lines_of(screen)
        sums = [part.text for row in screen.rows for part in row.parts]
        assert len(sums) == len(seats), said
        assert all(one.endswith(short(worth)) for one in sums), said


def test_a_sum_is_said_whole_or_in_millions() -> None:
    assert [short(n) for n in (0, 999_999, 1_000_000, 1_999_999, 12_345_678_901)] == [
        "0",
        "999999",
        "1M",
        "1M",
        "12345M",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_happen_has_a_line(language: str, told: tuple[tuple[str, Event], ...]) -> None:
    words = Words(language, NAMES)
    keys = {event.key for _, event in told}
    assert {"thrown", "drew", "taken-over", "struck-off", "duel", "settled", "opened", "won"} <= keys
    for game, event in told:
        line = words.line(event, game)
        assert bool(line) == (event.key not in SILENT), event.key
        assert "\n" not in line
        assert "{" not in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_every_choice_has_a_text_of_its_own(language: str) -> None:
    words = Words(language)
    assert len({words.house_option(bizzing.GAME, option.key) for option in OPTIONS}) == len(OPTIONS)
    for option in OPTIONS:
        choices = [words.house_choice(bizzing.GAME, option.key, choice) for choice in option.choices]
        assert len(set(choices)) == len(option.choices)


def test_the_settlement_is_said_with_its_sum() -> None:
    words = Words("en", NAMES)
    event = Event(
        "settled",
        {"seat": 1, "token": "two", "paid": 150, "lost": 0, "blocked": 50, "cash": 210, "parts": 75},
    )
    assert words.line(event, bizzing.GAME) == "Anna: +150 $, +50 $ blocked; 210 $ and 75 parts"
    lost = Event(
        "settled", dict(event.values) | {"paid": 0, "lost": 75, "blocked": 0, "cash": 10, "parts": 0}
    )
    assert words.line(lost, bizzing.GAME) == "Anna: −75 parts; 10 $ and 0 parts"


@pytest.mark.parametrize("claims", [{}, {1: "R1"}, {2: "R2"}])
def test_who_cannot_claim_unseen_is_not_told_that_he_throws_again(claims: dict[int, str]) -> None:
    match, words = laid(*drew(1, "yellow"), "1 company Y2", claims=claims), Words("en", NAMES, hints=True)
    (asked,) = (one for one in match.open if isinstance(one, Choose))
    told = words.hint("deed", match.view(1))[0].text
    assert (told == "Unseen: you throw again") == ("claim" in asked.options)
    assert ("claim" in asked.options) == (1 not in claims)
