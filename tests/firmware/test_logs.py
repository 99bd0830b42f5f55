"""A secret does not reach the log, whichever way somebody tries to put it there."""

from __future__ import annotations

import copy
import io
import json
import logging
import pickle
import sys
import threading
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path

import msgspec
import pytest

from firmware.errors import PanelLost
from firmware.logs import Health, Sealed, set_up_logs
from firmware.pods.gesture import Button

CANARY = "73191"


@dataclass
class Hand:
    seat: int
    pile: str


class Face(Enum):
    HIDDEN = CANARY


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = root.handlers[:], root.level, sys.excepthook, threading.excepthook, logging.raiseExceptions
    stream = io.StringIO()
    set_up_logs("debug", stream)
    yield stream
    root.handlers[:], level, sys.excepthook, threading.excepthook, logging.raiseExceptions = before
    root.setLevel(level)
    logging.captureWarnings(False)


def test_a_sealed_value_shows_itself_nowhere() -> None:
    secret = Sealed(CANARY)
    shown = [
        str(secret),
        repr(secret),
        f"{secret}",
        f"{secret:>20}",
        f"{secret!r}",
        "%s %r" % (secret, secret),  # noqa: UP031
        repr([secret]),
        repr({"x": secret}),
        repr(Hand(1, secret)),  # type: ignore[arg-type]
        str(asdict(Hand(1, secret))),  # type: ignore[arg-type]
        repr(ValueError(secret)),
        str(vars(secret) if hasattr(secret, "__dict__") else ""),
    ]
    assert CANARY not in "".join(shown)
    assert secret.open() == CANARY


@pytest.mark.parametrize("send", [pickle.dumps, json.dumps, msgspec.json.encode, msgspec.to_builtins])
def test_a_sealed_value_is_not_sent_anywhere(send: object) -> None:
    with pytest.raises(TypeError) as caught:
        send(Sealed(CANARY))  # type: ignore[operator]
    assert CANARY not in str(caught.value)


def test_a_sealed_value_in_a_traceback_with_its_locals_is_sealed() -> None:
    def fails(secret: Sealed[str]) -> None:
        raise RuntimeError(f"no use for {secret}")

    try:
        fails(Sealed(CANARY))
    except RuntimeError as wrong:
        text = "".join(traceback.TracebackException.from_exception(wrong, capture_locals=True).format())
    assert "sealed" in text
    assert CANARY not in text.replace(f'Sealed("{CANARY}")', "")


def test_sealed_values_compare_and_copy_by_what_is_in_them() -> None:
    assert Sealed([1]) == Sealed([1])
    assert Sealed(1) != Sealed(2)
    assert Sealed(1) != 1
    assert len({Sealed(1), Sealed(1), Sealed(2)}) == 2
    secret = Sealed([1])
    assert copy.copy(secret) is secret
    assert copy.deepcopy(secret) is secret


def test_plain_words_and_numbers_are_logged_as_they_are(out: io.StringIO) -> None:
    logging.getLogger("x").warning("pod %d: %s at %.1f %s %s", 3, "lost", 2.5, Path("/dev/i2c-1"), Button.OK)
    assert "WARNING x: pod 3: lost at 2.5 /dev/i2c-1 ok" in out.getvalue()


@pytest.mark.parametrize(
    "thing",
    [Hand(1, CANARY), [CANARY], {"a": CANARY}, (CANARY,), CANARY.encode(), Face.HIDDEN, Sealed(CANARY)],
    ids=lambda thing: type(thing).__name__,
)
def test_anything_else_is_logged_as_the_name_of_its_type(out: io.StringIO, thing: object) -> None:
    log = logging.getLogger("x")
    log.info("got %s", thing)
    log.info("got %(it)s", {"it": thing})
    log.info("got %d", thing)
    log.info(thing)
    assert CANARY not in out.getvalue()
    assert out.getvalue().count(type(thing).__name__) == 4


def test_of_a_foreign_exception_only_kind_and_place_are_logged(out: io.StringIO) -> None:
    try:
        try:
            raise KeyError(CANARY)
        except KeyError as first:
            raise ValueError(f"seat 2 holds {CANARY}") from first
    except ValueError as wrong:
        logging.getLogger("x").exception("it failed: %s", wrong)
    text = out.getvalue()
    assert CANARY not in text
    assert "it failed: ValueError" in text
    assert "KeyError" in text
    assert "test_logs.py:" in text


def test_our_own_errors_are_logged_with_their_words(out: io.StringIO) -> None:
    try:
        raise PanelLost(2, "Errno 121")
    except PanelLost:
        logging.getLogger("x").exception("glass")
    assert "PanelLost: pod 2" in out.getvalue()


def test_an_uncaught_exception_goes_the_same_way(out: io.StringIO) -> None:
    def fails() -> None:
        raise ValueError(CANARY)

    thread = threading.Thread(target=fails, name="camera")
    thread.start()
    thread.join()
    try:
        fails()
    except ValueError as wrong:
        sys.excepthook(type(wrong), wrong, wrong.__traceback__)
    assert CANARY not in out.getvalue()
    assert "thread camera ended by an error" in out.getvalue()
    assert out.getvalue().count("ValueError") == 2


def test_setting_up_twice_logs_once_and_the_level_counts(out: io.StringIO) -> None:
    again = io.StringIO()
    set_up_logs("warning", again)
    logging.getLogger("x").info("quiet")
    logging.getLogger("x").warning("loud")
    assert again.getvalue().count("loud") == 1
    assert "quiet" not in again.getvalue()
    assert out.getvalue() == ""


def test_a_change_of_health_is_logged_once(out: io.StringIO) -> None:
    health = Health(logging.getLogger("health"))
    assert health.lost("pod 2", "Errno 121")
    for _ in range(50):
        assert not health.lost("pod 2", "Errno 121")
    assert health.wrong() == {"pod 2": "Errno 121"}
    assert health.back("pod 2")
    assert not health.back("pod 2")
    assert not health.back("pod 3")
    assert [line.split(": ", 1)[1] for line in out.getvalue().splitlines()] == [
        "pod 2: Errno 121",
        "pod 2: works again",
    ]
