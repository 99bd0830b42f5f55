"""Nothing that a settings file can hold keeps the box from starting, and whatever is wrong is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.settings import CameraKind, Notice, Settings, default_path, example, load_settings


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def load(tmp_path: Path, text: str) -> tuple[Settings, list[str]]:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    found, notices = load_settings(path)
    return found, [str(notice) for notice in notices]


def test_without_a_file_everything_is_at_its_default_and_nothing_is_said(tmp_path: Path) -> None:
    assert load_settings() == (
        Settings(
            language="en",
            brightness=127,
            pods=(1, 2, 3, 4, 5, 6),
            log_level="info",
            seed=None,
            web_host="127.0.0.1",
            web_port=8477,
            journal=tmp_path / "state" / "bluffbox" / "journal.db",
            camera=CameraKind.SIMULATED,
            camera_path=None,
            layout=None,
            decks={},
            sound="auto",
        ),
        [],
    )


def test_every_key_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "shots").mkdir()
    found, notices = load(
        tmp_path,
        """
        language = "fr"
        brightness = 255
        pods = [4, 2]
        log_level = "debug"
        seed = 7
        [web]
        host = "0.0.0.0"
        port = 80
        [journal]
        path = "here.db"
        [camera]
        kind = "folder"
        path = "shots"
        [table]
        layout = "/etc/table.toml"
        [cards]
        deck = "ours"
        tokens = "squares"
        [sound]
        kind = "off"
        [biz-bluff]
        box = "flea-market"
        [pins]
        table = "mine.toml"
        """,
    )
    assert notices == []
    assert found == Settings(
        language="fr",
        brightness=255,
        pods=(2, 4),
        log_level="debug",
        seed=7,
        web_host="0.0.0.0",
        web_port=80,
        journal=tmp_path / "here.db",
        camera=CameraKind.FOLDER,
        camera_path=tmp_path / "shots",
        layout=Path("/etc/table.toml"),
        decks={"kuhhandel": tmp_path / "ours", "bluff-you": tmp_path / "squares"},
        sound="off",
        pins=tmp_path / "mine.toml",
        box=tmp_path / "flea-market",
    )


def test_a_number_of_pods_stands_for_the_first_ones(tmp_path: Path) -> None:
    assert load(tmp_path, "pods = 3")[0].pods == (1, 2, 3)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            'language = "es"',
            'settings.toml: language: is "es" but must be en, fr, nl or de; "en" is used',
        ),
        ("brightness = 256", "brightness: is 256 but must be a whole number 0-255; 127 is used"),
        ("brightness = -1", "brightness: is -1"),
        ("brightness = true", "brightness: is true"),
        ('brightness = "12"', 'brightness: is "12"'),
        ("pods = 1", "pods: is 1"),
        ("pods = 7", "pods: is 7"),
        ("pods = [1, 1]", r"pods: is \[1, 1\] but must be .* different"),
        ("pods = [0, 1]", r"pods: is \[0, 1\]"),
        ("pods = [1]", r"pods: is \[1\]"),
        ("pods = true", "pods: is true"),
        ("web = 5", r"web: there is no such setting"),
        ("[web]\nport = 0", "web.port: is 0 but must be a whole number 1-65535; 8477 is used"),
        ('[web]\nhost = ""', 'web.host: is ""'),
        ('[web]\nhost = "a b/c"', "web.host"),
        ("[journal]\npath = 3", "journal.path: is 3 but must be the path of a file; nothing is set"),
        (
            '[camera]\nkind = "webcam"',
            'camera.kind: is "webcam" but must be simulated, folder, auto, picamera or v4l2',
        ),
        ('[sound]\nkind = "loud"', 'sound.kind: is "loud" but must be auto, speech, buzzer or off'),
        ('[camera]\nkind = "folder"', "camera.path: is not set; the simulated camera is used"),
        ('[camera]\nkind = "folder"\npath = "nowhere"', "nowhere is no folder; the simulated camera is used"),
        (
            "brihtness = 3",
            r"brihtness: there is no such setting \(did you mean brightness\?\)",
        ),
        ("port = 3", r"port: there is no such setting \(did you mean web.port\?\)"),
        ("[web]\nhots = 3", r"did you mean web.host\?"),
        ("zebra = 3", "zebra: there is no such setting; it is ignored"),
        (
            "brightness = = 3",
            "it cannot be read: not valid TOML: .*line 1.*; all settings are at",
        ),
    ],
)
def test_what_is_wrong_is_named_and_the_default_is_used(tmp_path: Path, line: str, says: str) -> None:
    found, notices = load(tmp_path, line)
    assert len(notices) == 1
    assert re.search(says, notices[0]), notices[0]
    assert found == load_settings(tmp_path / "none.toml")[0]


def test_one_wrong_value_leaves_the_others_alone(tmp_path: Path) -> None:
    found, notices = load(tmp_path, 'brightness = 999\nlanguage = "nl"\n[web]\nport = -1\nhost = "::1"')
    assert (found.brightness, found.language, found.web_port, found.web_host) == (127, "nl", 8477, "::1")
    assert len(notices) == 2


def test_a_file_that_was_named_but_is_missing_is_said(tmp_path: Path) -> None:
    _, (notice,) = load_settings(tmp_path / "gone.toml")
    assert "gone.toml: it cannot be read" in str(notice)


def test_a_folder_or_foreign_bytes_for_a_file_are_said(tmp_path: Path) -> None:
    (tmp_path / "dir.toml").mkdir()
    assert "cannot be read" in str(load_settings(tmp_path / "dir.toml")[1][0])
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in str(load_settings(tmp_path / "bytes.toml")[1][0])


def test_the_users_own_file_is_found(tmp_path: Path) -> None:
    default_path().parent.mkdir(parents=True)
    default_path().write_text("brightness = 3")
    assert default_path() == tmp_path / "config" / "bluffbox" / "settings.toml"
    assert load_settings()[0].brightness == 3


def test_what_the_box_keeps_goes_to_the_folder_it_is_told(tmp_path: Path) -> None:
    assert load_settings(var=tmp_path / "var")[0].journal == tmp_path / "var" / "journal.db"


def test_the_example_is_all_the_defaults_and_names_every_key(tmp_path: Path) -> None:
    found, notices = load(tmp_path, example())
    assert notices == []
    assert found == load_settings()[0]
    # With its optional lines switched on it still holds no unknown key.
    every = "\n".join(
        line.removeprefix("# ") if " = " in line and line.startswith("# ") else line
        for line in example().splitlines()
    )
    keys = {
        f"{key}.{inner}" if isinstance(value, dict) else key
        for key, value in tomllib.loads(every).items()
        for inner in (value if isinstance(value, dict) else [""])
    }
    from firmware.settings import _KEYS  # noqa: PLC0415

    assert keys == set(_KEYS)


def test_a_sandbox_without_a_home_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert load_settings()[1] == []


scalars = st.one_of(
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text("abc ./~é\t", max_size=8),
    st.datetimes().map(lambda when: when.replace(microsecond=0)),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", min_size=1), inner),
    max_leaves=5,
)
names = st.sampled_from(
    ["language", "brightness", "pods", "seed", "web", "journal", "camera", "table", "zzz"]
)


def toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(f"\\u{ord(c):04x}" for c in value) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + "}"
    return str(value)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(names, values))
def test_any_toml_gives_settings_and_a_notice_for_each_thing_that_is_not_used(
    tmp_path: Path, raw: dict[str, object]
) -> None:
    path = tmp_path / "any.toml"
    path.write_text("\n".join(f"{key} = {toml(value)}" for key, value in raw.items()), encoding="utf-8")
    found, notices = load_settings(path)
    assert isinstance(found, Settings)
    assert all(isinstance(notice, Notice) and "\n" not in str(notice) for notice in notices)
    assert ("zzz" in raw) == any(notice.key == "zzz" for notice in notices)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_give_settings(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "any.toml"
    path.write_bytes(raw)
    assert isinstance(load_settings(path)[0], Settings)
