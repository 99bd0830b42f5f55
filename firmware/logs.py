"""The log: set up once, told of a change once, and unable to print what only one seat may know.

Three walls, each enough alone: a `Sealed` value shows itself nowhere; an object that is not plain text,
number or path is logged as its type's name; and of an exception only the kind and the place are printed,
unless it is one of ours, whose texts hold no secret by rule.
"""

from __future__ import annotations

import enum
import logging
import sys
import threading
import traceback
from collections.abc import Mapping
from pathlib import PurePath
from types import TracebackType
from typing import Any, Generic, NoReturn, TextIO, TypeVar

from firmware.errors import BoxError

T = TypeVar("T")

_PLAIN = (str, int, float, PurePath, type(None))


class Sealed(Generic[T]):
    """A value that only one seat may know. It compares equal by what is in it, and shows, stores and sends
    nothing; `open()` is the only way to it, so each place that takes a secret out can be found by that
    word."""

    __slots__ = ("__value",)

    def __init__(self, value: T) -> None:
        self.__value = value

    def open(self) -> T:
        """The value itself. The caller answers for where it goes."""
        return self.__value

    def __repr__(self) -> str:
        return "<sealed>"

    def __format__(self, _spec: str) -> str:
        return "<sealed>"

    def __eq__(self, other: object) -> bool:
        return self.__value == other.__value if isinstance(other, Sealed) else NotImplemented

    def __hash__(self) -> int:
        return hash((Sealed, self.__value))

    def __copy__(self) -> Sealed[T]:
        return self

    def __deepcopy__(self, _memo: object) -> Sealed[T]:
        return self

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        raise TypeError("a sealed value is not stored or sent")


class QuietFormatter(logging.Formatter):
    """Prints a record without what the three walls keep back."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and for an exception one more a place it went through."""
        bare = logging.makeLogRecord(vars(record))
        bare.msg = words = bare.msg if isinstance(bare.msg, str) else str(_shown(bare.msg))
        if isinstance(bare.args, Mapping) and "%(" not in words:
            bare.args = (_shown(bare.args),)  # a lone mapping that was not meant to be taken apart
        elif isinstance(bare.args, Mapping):
            bare.args = {key: _shown(value) for key, value in bare.args.items()}
        elif bare.args:
            bare.args = tuple(_shown(value) for value in bare.args)
        bare.exc_text = None
        try:
            return super().format(bare)
        except (TypeError, ValueError):
            # A type's name stands where the text wanted a number: say what there is rather than lose the
            # line.
            bare.msg, bare.args = f"{bare.msg} {bare.args}", ()
            return super().format(bare)

    def formatException(  # noqa: N802 - the name is logging's
        self, ei: Any
    ) -> str:
        """The kinds of an exception and of its causes, and the places they went through; no values."""
        lines: list[str] = []
        wrong: BaseException | None = ei[1]
        while wrong is not None and len(lines) < 60:
            lines.append(str(_shown(wrong)))
            lines += _places(wrong.__traceback__)
            wrong = wrong.__cause__ or (None if wrong.__suppress_context__ else wrong.__context__)
        return "\n".join(lines)


def set_up_logs(level: str = "info", stream: TextIO | None = None) -> None:
    """Send the log to `stream` (standard error) at `level`; a second call replaces the first. Uncaught
    exceptions go the same way, in every thread."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(QuietFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    logging.captureWarnings(True)
    # When the log itself fails Python prints the record, secrets and all.
    logging.raiseExceptions = False
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread


class Health:
    """Tells the log how the devices do, once for each change and not every pass."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._wrong: dict[str, str] = {}

    def lost(self, what: str, why: str) -> bool:
        """`what` fails, because of `why`. Whether that is news."""
        news = self._wrong.get(what) != why
        if news:
            self._log.warning("%s: %s", what, why)
            self._wrong[what] = why
        return news

    def back(self, what: str) -> bool:
        """`what` works. Whether that is news."""
        news = self._wrong.pop(what, None) is not None
        if news:
            self._log.info("%s: works again", what)
        return news

    def wrong(self) -> Mapping[str, str]:
        """All that fails right now, and why."""
        return dict(self._wrong)


def _shown(value: object) -> object:
    if isinstance(value, BoxError):
        return f"{type(value).__name__}: {value}"
    if isinstance(value, OSError) and value.strerror:
        return f"{type(value).__name__}: {value.strerror}"
    if isinstance(value, BaseException):
        return type(value).__name__
    if isinstance(value, enum.Enum) and type(value).__module__.startswith("firmware."):
        return value.value
    return (
        value if type(value) in _PLAIN or isinstance(value, PurePath | bool) else f"<{type(value).__name__}>"
    )


def _places(trace: TracebackType | None) -> list[str]:
    return [f"  {place.filename}:{place.lineno} {place.name}" for place in traceback.extract_tb(trace)]


def _uncaught(kind: type[BaseException], wrong: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logging.getLogger("bluffbox").critical("ended by an error", exc_info=(kind, wrong, trace))


def _uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        name = args.thread.name if args.thread else "?"
        wrong = (args.exc_type, args.exc_value, args.exc_traceback)
        logging.getLogger("bluffbox").critical("thread %s ended by an error", name, exc_info=wrong)
