"""The settings: one TOML file in which nothing that is wrong can keep the box from starting."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from vision.files import is_folder, read_text
from vision.node import one_line, parse_toml, shown

Language = Literal["en", "fr", "nl", "de"]
LogLevel = Literal["debug", "info", "warning", "error"]
Sound = Literal["auto", "speech", "buzzer", "off"]


class CameraKind(StrEnum):
    """Where the camera's pictures come from. AUTO: the Pi's own camera, else a USB camera; a real table takes
    SIMULATED for AUTO, and a simulated one everything but FOLDER for SIMULATED."""

    SIMULATED = "simulated"
    FOLDER = "folder"
    AUTO = "auto"
    PICAMERA = "picamera"
    V4L2 = "v4l2"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, checked. `pods` are the numbers of the pods there are, in order; `camera_path` is a
    folder that exists where `camera` is FOLDER, else None; `layout` None stands for the reference table,
    `pins` None for the reference box's pin table, `seed` None for any. `decks`: the folders of the owner's
    own, each by the name of that deck of ours in whose place it is. `box`: the folder of what the owner's box
    of Biz-Bluff holds, None for ours."""

    language: Language
    brightness: int
    pods: tuple[int, ...]
    log_level: LogLevel
    seed: int | None
    web_host: str
    web_port: int
    journal: Path
    camera: CameraKind
    camera_path: Path | None
    layout: Path | None
    decks: Mapping[str, Path]
    sound: Sound
    pins: Path | None = None
    box: Path | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that is wrong in the settings, and what is used instead. `key` is empty for the whole
    file."""

    file: str
    key: str
    wrong: str
    used: str

    def __str__(self) -> str:
        return one_line(f"{self.file}: {self.key + ': ' if self.key else ''}{self.wrong}; {self.used}")


@dataclass(frozen=True, slots=True)
class _Key:
    """What one key may hold: for msgspec to check, and in words for people."""

    type: Any
    default: Any
    must: str
    also: Callable[[Any], bool] = lambda _: True


_LARGEST = 2**63 - 1
_SeatNumber = Annotated[int, Meta(ge=1, le=6)]
_FilePath = Annotated[str, Meta(pattern=r"^[^\0]+$")]
# The setting for a deck of one's own, and which of ours it takes the place of.
_DECKS: Mapping[str, str] = {
    "deck": "kuhhandel",
    "tokens": "bluff-you",
    "business": "biz-bluff-cards",
    "values": "biz-bluff-tokens",
}
_KEYS: Mapping[str, _Key] = {
    "language": _Key(Language, "en", "en, fr, nl or de"),
    "brightness": _Key(Annotated[int, Meta(ge=0, le=255)], 127, "a whole number 0-255"),
    "pods": _Key(
        Annotated[int, Meta(ge=2, le=6)] | Annotated[list[_SeatNumber], Meta(min_length=2, max_length=6)],
        6,
        "how many pods there are, 2-6, or a list of at least two different numbers 1-6",
        lambda pods: isinstance(pods, int) or len(set(pods)) == len(pods),
    ),
    "log_level": _Key(LogLevel, "info", "debug, info, warning or error"),
    "seed": _Key(Annotated[int, Meta(ge=0, le=_LARGEST)], None, f"a whole number 0-{_LARGEST}"),
    "web.host": _Key(
        Annotated[str, Meta(pattern=r"^[A-Za-z0-9.:_-]+$")], "127.0.0.1", "a host name or address"
    ),
    "web.port": _Key(Annotated[int, Meta(ge=1, le=65535)], 8477, "a whole number 1-65535"),
    "journal.path": _Key(_FilePath, None, "the path of a file"),
    "camera.kind": _Key(CameraKind, CameraKind.SIMULATED, "simulated, folder, auto, picamera or v4l2"),
    "camera.path": _Key(_FilePath, None, "the path of a folder"),
    "table.layout": _Key(_FilePath, None, "the path of a TOML file"),
    **{f"cards.{key}": _Key(_FilePath, None, "the path of a deck's folder") for key in _DECKS},
    "biz-bluff.box": _Key(_FilePath, None, "the path of a folder that was taught"),
    "pins.table": _Key(_FilePath, None, "the path of a TOML file"),
    "sound.kind": _Key(Sound, "auto", "auto, speech, buzzer or off"),
}


def load_settings(path: Path | None = None, var: Path | None = None) -> tuple[Settings, list[Notice]]:
    """The settings in a file, and what is wrong in it. Never raises for anything that a file can hold.

    `path`: the file; None takes the user's own if there is one. `var`: the folder for what the box keeps,
    instead of the user's state folder.
    """
    notices: list[Notice] = []
    file = path or default_path()
    raw = _read(file, notices, named=path is not None)
    values = {key: known.default for key, known in _KEYS.items()}
    for key, value in _flat(raw):
        known = _KEYS.get(key)
        if known is None:
            notices.append(Notice(file.name, key, f"there is no such setting{_meant(key)}", "it is ignored"))
            continue
        try:
            checked = msgspec.convert(value, known.type)
            if not known.also(checked):
                raise msgspec.ValidationError
            values[key] = checked
        except msgspec.ValidationError:
            used = "nothing is set" if known.default is None else f"{_toml(known.default)} is used"
            notices.append(Notice(file.name, key, f"is {_toml(value)} but must be {known.must}", used))
    return _settings(values, file, var, notices), notices


def default_path() -> Path:
    """Where the user's own settings are looked for."""
    return _folder("XDG_CONFIG_HOME", ".config") / "settings.toml"


def example() -> str:
    """A settings file with every key at its default, for a person to start from."""
    return files("firmware").joinpath("settings.example.toml").read_text(encoding="utf-8")


def _read(file: Path, notices: list[Notice], *, named: bool) -> Mapping[str, Any]:
    try:
        return parse_toml(read_text(file))
    except UnicodeDecodeError:
        wrong = "it is not UTF-8 text"
    except (OSError, ValueError) as bad:
        if not named and isinstance(bad, FileNotFoundError | NotADirectoryError):
            return {}  # nobody has to have settings of his own
        wrong = f"it cannot be read: {bad}"
    notices.append(Notice(file.name, "", wrong, "all settings are at their defaults"))
    return {}


def _flat(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    sections = {key.partition(".")[0] for key in _KEYS if "." in key}
    for key, value in raw.items():
        if key in sections and isinstance(value, dict):
            yield from ((f"{key}.{inner}", deeper) for inner, deeper in value.items())
        else:
            yield key, value


def _settings(values: Mapping[str, Any], file: Path, var: Path | None, notices: list[Notice]) -> Settings:
    def path_of(key: str) -> Path | None:
        return None if values[key] is None else file.parent / _home(values[key])

    camera, camera_path = values["camera.kind"], path_of("camera.path")
    if camera is CameraKind.FOLDER and (camera_path is None or not is_folder(camera_path)):
        wrong = "is not set" if camera_path is None else f"{camera_path} is no folder"
        notices.append(Notice(file.name, "camera.path", wrong, "the simulated camera is used"))
        camera = CameraKind.SIMULATED
    pods = values["pods"]
    return Settings(
        language=values["language"],
        brightness=values["brightness"],
        pods=tuple(range(1, pods + 1)) if isinstance(pods, int) else tuple(sorted(pods)),
        log_level=values["log_level"],
        seed=values["seed"],
        web_host=values["web.host"],
        web_port=values["web.port"],
        journal=path_of("journal.path") or (var or _folder("XDG_STATE_HOME", ".local/state")) / "journal.db",
        camera=camera,
        camera_path=camera_path if camera is CameraKind.FOLDER else None,
        layout=path_of("table.layout"),
        decks={deck: path for key, deck in _DECKS.items() if (path := path_of(f"cards.{key}")) is not None},
        sound=values["sound.kind"],
        pins=path_of("pins.table"),
        box=path_of("biz-bluff.box"),
    )


def _folder(variable: str, otherwise: str) -> Path:
    named = os.environ.get(variable, "")
    # The XDG rules: a relative path in these variables does not count.
    base = Path(named) if named.startswith("/") else _home("~") / otherwise
    return base / "bluffbox"


def _home(path: str) -> Path:
    # Unlike Path.expanduser this leaves "~" as it is where nobody's home is known, as in a sandbox.
    return Path(os.path.expanduser(path))  # noqa: PTH111


def _meant(key: str) -> str:
    near = difflib.get_close_matches(key, _KEYS, n=1)
    # A key in the wrong section, or without one.
    last = key.rpartition(".")[2]
    near = near or [known for known in _KEYS if known.rpartition(".")[2] == last]
    return f" (did you mean {near[0]}?)" if near else ""


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{shown(value)[1:-1]}"' if isinstance(value, str) else shown(value)
