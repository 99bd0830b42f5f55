"""What the glass has room for: no title, button, prompt or list entry is cut in any language."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine import Event, Match, Setup
from engine.event import Value
from engine.games import GAMES
from engine.kuhhandel.editions import ANIMALS
from engine.request import Choose
from firmware.glass import draw as drawing
from firmware.glass import icons, layout, wrapping
from firmware.glass.draw import draw
from firmware.glass.face import Face
from firmware.glass.layout import Setting
from firmware.glass.screen import Align, Row, Screen, picker
from firmware.hands.asked import hand_for, hand_of
from firmware.hands.wait import STUBBORN, WaitHand
from firmware.words import LANGUAGES, Words, card_eye
from firmware.words.eye import REASONS
from firmware.words.health import TEXTS
from firmware.words.kuhhandel_pages import sum_of
from firmware.words.menu import ENTRIES
from tests.engine.play import any_answer
from tests.firmware import bizzing, bluffing, trading
from tests.firmware.presses import press
from tests.firmware.screens import NAMES, SEATS, Table, screens
from vision.areas import Role
from vision.cards_look import CardsReading, GroundReading
from vision.seats import SeatReading, TableReading, Trouble

LONG_NAMES = {1: "Katharina", 2: "Geneviève", 3: "Margriet"}  # seat 4 has none
CROWDED = {
    "shown",
    "re-rolled",
    "tie",
    "rolled",
    "shared",
}  # lists of several names or dice: cut if they must be


def all_screens(words: Words) -> dict[str, Screen]:
    return screens(words) | trading.screens(words) | bluffing.screens(words) | bizzing.screens(words)


class Watched:
    """Draws screens and keeps what had to be cut or left out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cut: list[str] = []
        self.sizes: dict[str, str] = {}
        plain_cut, plain_fitted = wrapping.cut, layout.fitted

        def cut(face: Face, text: str, width: int) -> str:
            shorter = plain_cut(face, text, width)
            if shorter != text:
                self.cut.append(text)
            return shorter

        def fitted(rows: tuple[Row, ...], width: int, height: int) -> list[Setting]:
            chosen = plain_fitted(rows, width, height)
            self.cut += [row.text for row in rows[len(chosen) :]]
            for row, setting in zip(rows, chosen, strict=False):
                said = row.text + row.right + "".join(part.text for part in row.parts)
                set_ = "".join(setting.lines) + setting.row.right + "".join(p.text for p in setting.row.parts)
                if len(set_.replace(" ", "")) < len(said.replace(" ", "").replace("\n", "")):
                    self.cut.append(said)
                self.sizes[said] = setting.face.name
            return chosen

        monkeypatch.setattr(drawing, "cut", cut)
        monkeypatch.setattr(drawing, "fitted", fitted)

    def draw(self, screen: Screen) -> list[str]:
        """What of this screen was cut."""
        self.cut.clear()
        draw.__wrapped__(screen)  # not one that was kept from before
        return list(self.cut)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch)


def test_the_watcher_notices_what_is_cut(watched: Watched) -> None:
    long = "a much longer title than any glass has room for"
    assert watched.draw(Screen(title=long)) == [long]
    assert watched.draw(Screen(bar=(long, "ok", "ok"))) == [long]
    assert watched.draw(picker("", [long], 0)) == []  # wrapped
    assert watched.draw(Screen(rows=(Row(long, right=long),))) != []
    assert watched.draw(Screen(rows=(Row(f"{long} " * 20),))) != []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES, LONG_NAMES, {}], ids=["names", "long names", "no names"])
def test_no_screen_is_cut(language: str, names: dict[int, str], watched: Watched) -> None:
    for key, screen in all_screens(Words(language, names)).items():
        cut = watched.draw(screen)
        assert not cut or (key in CROWDED and names is LONG_NAMES), f"{key}: {cut}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_is_cut_with_hints(language: str, watched: Watched) -> None:
    for key, screen in all_screens(Words(language, NAMES, hints=True)).items():
        assert not watched.draw(screen), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_stays_readable_at_arms_length(language: str, watched: Watched) -> None:
    """Prompts and questions of one or two rows are never set in the smallest face."""
    found = all_screens(Words(language, NAMES))
    for key in (
        "who-bids",
        "you-lead",
        "overtaken",
        "too-late",
        "twice",
        "right-others",
        "set",
        "sold-seller",
        "traded",
        "sum",
        "turn-up",
        "turn-up-notes",
        "first-throw",
        "roll",
        "reveal",
        "join",
        "missing",
        "verdict",
        "verdict-own",
        "sure",
        "starts",
    ):
        watched.sizes.clear()
        watched.draw(found[key])
        assert "small" not in watched.sizes.values(), f"{key}: {watched.sizes}"


def entries(words: Words) -> Iterator[str]:
    """Everything that stands in a list."""
    yield from map(words.menu, ENTRIES)
    for game, kind in GAMES.items():
        yield words.game(game)
        for option in kind.options:
            yield words.house_option(game, option.key)
            yield from (words.house_choice(game, option.key, choice) for choice in option.choices)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_a_list_takes_one_line(language: str, watched: Watched) -> None:
    for entry in entries(Words(language)):
        # As the title of its own page, and in a list that scrolls.
        assert not watched.draw(Screen(title=f"✓ {entry}")), entry
        assert not watched.draw(picker("Menu", [entry] * 5, 2, ("◀", "▶", "OK"))), entry
        assert watched.sizes[entry] in ("medium", "plain"), entry


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_eye_fits_below_what_is_asked(language: str, watched: Watched) -> None:
    words = Words(language)
    table = Table(words)
    for reason in REASONS:
        told = TableReading(0.0, trouble=reason if isinstance(reason, Trouble) else Trouble.HAND)
        screen = table.waits(1, told)
        if not isinstance(reason, Trouble):
            screen = Screen(
                screen.title, (screen.rows[0], Row(words.say(REASONS[reason]), align=Align.CENTRE))
            )
        assert not watched.draw(screen), reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lasts_leaves_room_for_saying_that_it_can_be_keyed_in(language: str, watched: Watched) -> None:
    table = Table(Words(language))
    hand = hand_for(1, table.match.open)
    assert isinstance(hand, WaitHand)
    spot = (Role.SPOT, None)
    readings: list[TableReading | CardsReading] = [
        *(TableReading(0.0, (SeatReading(1, 5, 5, (), None, reason),)) for reason in REASONS),
        *(CardsReading(0.0, (GroundReading(spot, 1, (), 0, None, reason),)) for reason in card_eye.REASONS),
    ]
    for reading in readings:
        hand.hear(None)
        for _ in range(STUBBORN):
            hand.hear(replace(reading))
        assert not watched.draw(hand.screen(table.words, table.match.view(1))), reading


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_about_the_box_itself_fits(language: str, watched: Watched) -> None:
    words = Words(language)
    for key in TEXTS:
        assert not watched.draw(Screen(rows=(Row(words.health(key, pod=3)),))), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_two_animals_share_the_head_line_with_the_most_money(language: str, watched: Watched) -> None:
    words, view = Words(language), trading.trade(options={"fast": "yes"}).view(2)
    for pair in itertools.product(ANIMALS, repeat=2):
        view["auction"] = {"animals": pair, "seller": 1, "high": None, "by": None, "counted": 0, "out": ()}
        heading = words.heading(view)
        assert not watched.draw(Screen(heading, marks=(f"{icons.COIN}4700",))), heading


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sets", range(len(ANIMALS) + 1))
def test_the_sum_of_any_number_of_sets_fits(sets: int, language: str, watched: Watched) -> None:
    complete = dict(list(ANIMALS.items())[len(ANIMALS) - sets :])
    total = sum(complete.values()) + 500
    steps: dict[str, Value] = {"sets": complete, "dove": 500, "sum": total}
    steps |= {"times": sets, "points": total * sets}
    screen = sum_of(Words(language, LONG_NAMES), 2, steps)
    assert not watched.draw(replace(screen, bar=(icons.LEFT, icons.RIGHT, Words(language).say("go on"))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_somebodys_many_notes_fit_when_all_may_see_them(language: str, watched: Watched) -> None:
    words = Words(language, NAMES)
    notes = (*[0] * 3, *[10] * 4, *[50] * 3, *[100] * 2, *[200] * 2, *[500] * 2)
    shown = Event("insolvent", {"seat": 2, "notes": notes, "amount": 1800, "covers": False}, None, True)
    paid = Event("paid", {"by": 1, "to": 2, "notes": notes[3:], "price": 1700}, None, True)
    view = trading.trade().view(2)
    for event, seat in itertools.product((shown, paid), (1, 2)):
        screen = words.news(event, view, seat)
        assert screen is None or not watched.draw(screen), event.key


@pytest.fixture(scope="module")
def asked_in_play() -> list[tuple[Choose, dict[str, Value]]]:
    """What is asked in whole games at random, each question with as many options once, and who sees what."""
    found: dict[object, tuple[Choose, dict[str, Value]]] = {}
    for game, way in itertools.product(GAMES, range(4)):
        light = {"way": "light"} if game == "biz-bluff" and way % 2 else {}
        match, rng = Match(Setup(game, SEATS, light)), Random(way)
        for _ in range(500):
            if match.result is not None:
                break
            for one in match.open:
                if isinstance(one, Choose) and isinstance(one.by, int):
                    options = one.options if len(one.options) < 4 else (len(one.options),)
                    found.setdefault((game, one.key, options), (one, match.view(one.by)))
            match.answer(any_answer(match, rng))
    return list(found.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hints", [False, True], ids=["plain", "hints"])
def test_no_option_is_cut_wherever_a_game_leads(
    hints: bool, language: str, asked_in_play: list[tuple[Choose, dict[str, Value]]], watched: Watched
) -> None:
    words = Words(language, NAMES, hints=hints)
    assert len(asked_in_play) > 60
    for asked, view in asked_in_play:
        for moves in range(min(4, len(asked.options))):
            hand = hand_of(asked)
            press(hand, "m" * moves)
            assert not watched.draw(hand.screen(words, view)), (asked, moves)
