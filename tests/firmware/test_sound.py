"""The voice says the newest of what all may know, holds nobody up, and never costs a game."""

import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.sound import VoiceKind, open_voice
from firmware.sound.buzzer import Beeps
from firmware.sound.speech import VOICES, Speech
from firmware.sound.voice import Silent, Spoken
from firmware.words import LANGUAGES
from firmware.words.aloud import Aloud

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
        (VoiceKind.BUZZER, None, sys.executable, Silent, True),
        (VoiceKind.BUZZER, no_pins, sys.executable, Silent, True),
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
    assert told.silent is not named
    voice.close()
