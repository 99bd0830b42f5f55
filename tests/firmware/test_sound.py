"""The voice says the newest of what all may know, holds nobody up, and never costs a game."""

import itertools
import math
import queue
import shutil
import sys
import threading
import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import cast

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engine import Event
from firmware.sound import Crier, VoiceKind, open_voice
from firmware.sound.buzzer import Beeps, Pitched
from firmware.sound.speech import VOICES, Speech
from firmware.sound.voice import Mute, Silent, Spoken
from firmware.words import LANGUAGES, Words
from firmware.words.aloud import Aloud
from tests.firmware.trading import whole_trades

WITHIN = 20.0  # seconds, on a machine that is busy; nothing here waits so long when all is well
ONCE = Aloud("thirty, once", (0.0,))
TWICE = Aloud("thirty, twice", (0.0, 0.0))


class Told:
    """What a voice says of its own state, waited for rather than slept for."""

    def __init__(self) -> None:
        self._told: queue.Queue[str | None] = queue.Queue()

    def __call__(self, why: str | None) -> None:
        self._told.put(why)

    def next(self) -> str | None:
        return self._told.get(timeout=WITHIN)

    @property
    def silent(self) -> bool:
        return self._told.empty()


class Recorder(Spoken):
    """A speaker that writes down what it says, and speaks until it is let go on or cut short."""

    def __init__(self, ails: Callable[[str | None], object]) -> None:
        self.begun: queue.Queue[tuple[Aloud, str]] = queue.Queue()
        self.ended: queue.Queue[str] = queue.Queue()
        self._go_on = threading.Event()
        super().__init__(ails)

    def utter(self, call: Aloud, language: str) -> None:
        self._go_on.clear()
        self.begun.put((call, language))
        if not self.overtaken:
            self._go_on.wait(WITHIN)
        self.ended.put(call.text)

    def cut_short(self) -> None:
        self._go_on.set()


def program(folder: Path, body: str) -> tuple[str, ...]:
    """A speech engine of our own: what it is told to say, and how, is in folder/said."""
    script = folder / "engine.py"
    said = folder / "said"
    script.write_text(
        f"import pathlib, sys, time\nsaid = pathlib.Path({str(said)!r})\ntext = sys.stdin.read()\n{body}\n"
    )
    return (sys.executable, str(script))


RECORDS = "said.write_text(' '.join(sys.argv[1:]) + '|' + text, encoding='utf-8')"


def test_the_newest_call_cuts_the_one_before_it_short_and_what_waited_between_is_dropped() -> None:
    voice = Recorder(Told())
    voice.say(ONCE, "en")
    assert voice.begun.get(timeout=WITHIN) == (ONCE, "en")
    voice.say(Aloud("forty", ()), "en")
    voice.say(Aloud("fifty", ()), "fr")
    assert voice.ended.get(timeout=WITHIN) == "thirty, once"
    said = [voice.begun.get(timeout=WITHIN)]
    while said[-1][0].text != "fifty":
        said.append(voice.begun.get(timeout=WITHIN))
    assert len(said) <= 2, "forty may have been begun between the two, and nothing is said twice"
    voice.close()
    assert voice.begun.empty()


def test_saying_never_waits_for_a_voice_that_hangs() -> None:
    stuck, ends = threading.Event(), threading.Event()

    class Stuck(Recorder):
        def utter(self, _call: Aloud, _language: str) -> None:
            stuck.set()
            ends.wait(WITHIN)

        def cut_short(self) -> None:
            """It does not listen."""

    voice = Stuck(Told())
    voice.say(ONCE, "en")
    assert stuck.wait(WITHIN)
    for _ in range(1000):
        voice.say(TWICE, "en")  # would hang the test if it waited
    ends.set()
    voice.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_goes_to_the_engine_in_the_tables_language_and_not_as_an_argument(
    language: str, tmp_path: Path
) -> None:
    told = Told()
    voice = Speech(told, program(tmp_path, f"{RECORDS}\nsys.exit(3)"))
    voice.say(Aloud("-w/etc/passwd ; Zoë", ()), language)
    assert told.next() is not None  # it ended, with a fault so that we hear of it
    voice.close()
    how, _, text = (tmp_path / "said").read_text(encoding="utf-8").partition("|")
    assert how.split()[:2] == ["-v", VOICES[language]]
    assert "passwd" not in how
    assert text == "-w/etc/passwd ; Zoë"


def test_a_missing_engine_is_named_once_with_what_to_do_and_the_box_is_silent() -> None:
    told = Told()
    voice = Speech(told, ("no-such-speech-engine",))
    voice.say(ONCE, "en")
    why = told.next()
    assert why is not None
    assert "no-such-speech-engine" in why
    assert "sudo apt install espeak-ng" in why
    for _ in range(3):
        voice.say(TWICE, "en")
    voice.close()
    assert told.silent


@pytest.mark.parametrize(
    "body",
    ["sys.exit(1)", "print('ALSA lib conf.c: no card\\nerror: No such file or directory', file=sys.stderr)"],
    ids=["fails", "grumbles as espeak-ng does without a card"],
)
def test_a_missing_card_is_named_once_and_again_only_after_it_was_back(body: str, tmp_path: Path) -> None:
    told, works = Told(), tmp_path / "works"
    command = program(tmp_path, f"if not pathlib.Path({str(works)!r}).exists():\n    {body}")
    voice = Speech(told, command)
    voice.say(ONCE, "en")
    assert told.next() == "the speaker cannot be used; is one connected?"
    works.touch()
    voice.say(ONCE, "en")
    assert told.next() is None
    works.unlink()
    voice.say(ONCE, "en")
    assert told.next() == "the speaker cannot be used; is one connected?"
    voice.close()
    assert told.silent


def test_what_is_being_said_ends_when_the_box_goes_off(tmp_path: Path) -> None:
    begun = tmp_path / "said"
    voice = Speech(Told(), program(tmp_path, f"{RECORDS}\ntime.sleep({WITHIN * 10})"))
    voice.say(ONCE, "en")
    ticks = threading.Event()
    while not begun.exists():
        ticks.wait(0.01)
    voice.close()
    assert not voice._thread.is_alive()


class Sounder:
    def __init__(self, fails: bool = False) -> None:
        self.done: list[str] = []
        self._fails = fails

    def on(self) -> None:
        if self._fails:
            raise OSError("no such pin")
        self.done.append("on")

    def off(self) -> None:
        self.done.append("off")

    def close(self) -> None:
        self.done.append("close")


def test_a_buzzer_beeps_as_often_as_is_counted() -> None:
    sounder, ended = Sounder(), threading.Event()

    class Watched(Beeps):
        def utter(self, call: Aloud, language: str) -> None:
            super().utter(call, language)
            ended.set()

    voice = Watched(Told(), sounder)
    voice.say(TWICE, "de")
    assert ended.wait(WITHIN)
    voice.close()
    assert sounder.done == ["on", "off", "on", "off", "close"]


def buzzer(factory: MockFactory) -> Sounder:
    made: Sounder = gpiozero.Buzzer(26, pin_factory=factory)
    return made


def passive_buzzer(factory: MockFactory) -> Sounder:
    return cast(Sounder, Pitched(gpiozero.TonalBuzzer(26, pin_factory=factory)))


@pytest.mark.parametrize("make", [buzzer, passive_buzzer])
def test_both_kinds_of_real_buzzer_are_driven_and_quiet_again_afterwards(
    make: Callable[[MockFactory], Sounder],
) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    pin, ended, told = factory.pin(26), threading.Event(), Told()

    class Watched(Beeps):
        def utter(self, call: Aloud, language: str) -> None:
            super().utter(call, language)
            ended.set()

    voice = Watched(told, make(factory))
    voice.say(TWICE, "en")
    assert ended.wait(WITHIN)
    states = [state.state for state in pin.states]
    assert sum(after > before for before, after in itertools.pairwise(states)) == 2
    assert states[-1] == 0
    voice.close()
    assert told.silent


def test_a_buzzer_that_fails_is_named() -> None:
    told = Told()
    voice = Beeps(told, Sounder(fails=True))
    voice.say(ONCE, "en")
    assert told.next() == "the buzzer does not answer (OSError); check its pin"
    voice.close()


def no_pins() -> Sounder:
    raise RuntimeError("no pins here")


@pytest.mark.parametrize(
    ("kind", "sounder", "command", "opened", "named"),
    [
        (VoiceKind.OFF, Sounder, "espeak-ng", Silent, False),
        (VoiceKind.AUTO, None, "no-such-speech-engine", Silent, False),
        (VoiceKind.AUTO, Sounder, "no-such-speech-engine", Beeps, False),
        (VoiceKind.AUTO, Sounder, sys.executable, Speech, False),
        (VoiceKind.SPEECH, None, "no-such-speech-engine", Speech, False),
        (VoiceKind.BUZZER, Sounder, sys.executable, Beeps, False),
        (VoiceKind.BUZZER, None, sys.executable, Mute, True),
        (VoiceKind.BUZZER, no_pins, sys.executable, Mute, True),
    ],
)
def test_the_voice_is_the_one_that_is_set_or_else_what_is_there(
    kind: VoiceKind,
    sounder: Callable[[], Sounder] | None,
    command: str,
    opened: type,
    named: bool,
) -> None:
    told = Told()
    voice = open_voice(kind, told, sounder, (command,))
    assert type(voice) is opened
    assert told.silent, "while the box is being built there is nobody to tell"
    if named:
        voice.say(ONCE, "en")
        voice.say(TWICE, "en")
        assert "buzzer" in str(told.next())
        assert told.silent
    voice.close()


# ---- what is said -----------------------------------------------------------------------------------


class Kept:
    """A voice that keeps what it is to say."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def say(self, call: Aloud, language: str) -> None:
        self.said.append((call.text, language))

    def close(self) -> None:
        """It ends by itself."""


def strike(step: int, known_to: frozenset[int] | None = None) -> Event:
    return Event("strike", {"step": step, "by": 2, "amount": 30, "animals": ("cow",)}, known_to)


GONE = Event("knocked-down", {"to": 3, "amount": 30})


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["30 once", "30 twice", "30, gone to Chloé"]),
        ("fr", ["30 une fois", "30 deux fois", "30, adjugé à Chloé"]),
        ("nl", ["30 eenmaal", "30 andermaal", "30, verkocht aan Chloé"]),
        ("de", ["30 zum ersten", "30 zum zweiten", "30, verkauft an Chloé"]),
    ],
)
def test_the_auction_is_called_in_the_tables_language(language: str, said: list[str]) -> None:
    voice = Kept()
    crier = Crier(voice, lambda: Words(language, {3: "Chloé"}))
    for event in (strike(1), strike(2), strike(3), GONE):
        crier.hear(event, "kuhhandel")
    assert voice.said == [(text, language) for text in said]


def test_a_changed_language_holds_for_the_next_call() -> None:
    voice, words = Kept(), Words("en")
    crier = Crier(voice, lambda: words)
    crier.hear(strike(1), "kuhhandel")
    words = Words("de")
    crier.hear(strike(2), "kuhhandel")
    assert voice.said == [("30 once", "en"), ("30 zum zweiten", "de")]


def test_of_whole_games_only_what_all_may_know_is_called_and_no_note_of_anybody() -> None:
    voice = Kept()
    crier = Crier(voice, lambda: Words("en"))
    called: set[str] = set()
    for game, event in whole_trades():
        before = len(voice.said)
        crier.hear(event, game)
        if len(voice.said) > before:
            called.add(event.key)
            assert event.known_to is None
    assert called == {"starts", "turned-up", "donkey", "bid", "strike", "knocked-down", "sold", "again"}


def test_a_secret_is_never_said_and_a_silent_box_says_nothing() -> None:
    voice = Kept()
    crier = Crier(voice, lambda: Words("en"))
    crier.hear(strike(1, known_to=frozenset({1, 2})), "kuhhandel")
    crier.silent = True
    crier.hear(strike(2), "kuhhandel")
    assert voice.said == []


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_real_engine_makes_a_sound_of_it(language: str, tmp_path: Path) -> None:
    file, told = tmp_path / "call.wav", Told()
    voice = Speech(told, ("espeak-ng", "-w", str(file)))
    call = Words(language).aloud(strike(1), "kuhhandel")
    assert call is not None
    voice.say(call, language)
    ticks = threading.Event()
    while voice._process is not None or not file.exists() or not file.stat().st_size:
        ticks.wait(0.01)
    voice.close()
    assert told.silent
    with wave.open(str(file)) as sound:
        rate = sound.getframerate()
        samples = array("h", sound.readframes(sound.getnframes()))
    loud = math.sqrt(sum(one * one for one in samples) / len(samples))
    assert len(samples) / rate > 0.5
    assert loud > 500, "of 32,767"
