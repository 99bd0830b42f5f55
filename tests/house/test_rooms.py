"""Who may know whom: imports run one way, from the box down to the rules and the eye, and never back."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.papers import ROOT

# What each room may import of what is not in the standard library.
OUTSIDE = {
    "engine": set(),
    "vision": {"numpy", "cv2"},
    "vision/training": {"numpy", "cv2", "torch", "onnx", "mitsuba", "pyoidn"},
    "firmware": {
        "numpy", "cv2", "PIL", "click", "aiohttp", "msgspec", "gpiozero", "luma", "lgpio", "smbus2",
        "reportlab",
    },
}  # fmt: skip
# What each part of the box may import of the house. A part that is not listed may import nothing.
INSIDE = {
    "engine": set(),
    "vision": set(),
    "firmware/errors": set(),
    "firmware/glass": set(),
    "firmware/pods": {"vision", "firmware/errors"},
    "firmware/words": {"engine", "vision", "firmware/glass"},
    "firmware/hands": {"engine", "vision", "firmware/glass", "firmware/words", "firmware/pods"},
    "firmware/bots": {"engine", "firmware/glass", "firmware/words", "firmware/hands", "firmware/pods"},
    "firmware/sound": {"engine", "firmware/words"},
    "firmware/settings": {"vision"},
    "firmware/logs": {"firmware/errors"},
    "firmware/journal": {"firmware/errors"},
    "firmware/reading": {"vision"},
    "firmware/teaching": {"vision", "firmware/camera", "firmware/reading", "firmware/settings"},
    "firmware/kit": {"engine", "vision", "firmware/boxes", "firmware/errors", "firmware/words"},
    "firmware/pi": {"firmware/errors", "firmware/pods", "firmware/sound"},
    "firmware/wiring": {"firmware/errors", "firmware/pods"},
    # The eye looks for what the table wants, and the table takes what it has seen: the two are one layer.
    "firmware/table": {
        "engine", "vision", "firmware/errors", "firmware/glass", "firmware/words", "firmware/hands",
        "firmware/pods", "firmware/journal", "firmware/eye",
    },
    "firmware/eye": {"vision", "firmware/table"},
    "firmware/deck": {"vision", "firmware/eye", "firmware/table"},
    "firmware/boards": {"vision", "firmware/kit"},
    "firmware/boxes": {"engine", "vision", "firmware/errors", "firmware/glass", "firmware/settings"},
    "firmware/loop": {"firmware/pods", "firmware/table"},
    "firmware/camera": {"firmware/sim"},  # the simulated camera draws the simulated table
    "firmware/sim": {
        "engine", "vision", "firmware/errors", "firmware/glass", "firmware/words", "firmware/hands",
        "firmware/pods", "firmware/bots", "firmware/table", "firmware/camera", "firmware/box",
        "firmware/journal",
        "firmware/kit",  # tokens on the simulated table look as they are printed
    },
    "firmware/web": {"firmware/errors", "firmware/pods"},
    "firmware/core": {
        "engine", "vision", "firmware/errors", "firmware/glass", "firmware/pods", "firmware/journal",
        "firmware/table", "firmware/eye", "firmware/loop", "firmware/camera", "firmware/settings",
        "firmware/sound", "firmware/deck", "firmware/boxes", "firmware/boards",
    },
    "firmware/box": {
        "engine", "firmware/core", "firmware/eye", "firmware/pods", "firmware/journal", "firmware/table",
        "firmware/camera", "firmware/sim", "firmware/settings",
    },
    "firmware/public": {"vision", "firmware/core", "firmware/kit", "firmware/table", "firmware/web"},
    "firmware/window": {
        "firmware/box", "firmware/errors", "firmware/journal", "firmware/pods", "firmware/public",
        "firmware/sim", "firmware/web", "vision",
    },
    "firmware/notify": set(),
    "firmware/real": {
        "firmware/camera", "firmware/core", "firmware/errors", "firmware/journal", "firmware/notify",
        "firmware/pi", "firmware/pods", "firmware/public", "firmware/settings", "firmware/table",
        "firmware/web",
    },
    "firmware/running": {
        "firmware/errors", "firmware/notify", "firmware/pods", "firmware/real", "firmware/settings",
        "firmware/web",
    },
    "firmware/wired": {
        "firmware/errors", "firmware/logs", "firmware/pods", "firmware/running", "firmware/settings",
    },
    "firmware/doctor": {
        "engine", "vision", "firmware/boxes", "firmware/camera", "firmware/errors", "firmware/pi",
        "firmware/pods", "firmware/settings",
    },
    "firmware/replay": {
        "engine", "firmware/errors", "firmware/glass", "firmware/journal", "firmware/settings",
        "firmware/words", "vision",
    },
    "firmware/playing": {
        "firmware/box", "firmware/errors", "firmware/logs", "firmware/settings", "firmware/web",
        "firmware/window",
    },
    "firmware/cli": {"firmware/settings", "firmware/playing", "firmware/reading", "firmware/replay"},
}  # fmt: skip
# Single files that know more than their folder does, and why.
MORE = {
    "firmware/sim/rehearsal.py": "plays whole boxes in virtual time, for tests",
}
ONLY_THERE = {"firmware/sim": {"firmware/box"}}


def sources() -> Iterator[Path]:
    for room in ("engine", "vision", "firmware"):
        yield from sorted((ROOT / room).rglob("*.py"))


def part(module: str) -> str:
    """The part of the house in which a module of ours lies: `firmware.pods.wire` in firmware/pods."""
    words = module.split(".")
    return "/".join(words[:2]) if words[0] == "firmware" else words[0]


def imported(code: str) -> set[str]:
    """Every module that a source imports, also within functions and for types alone."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "whole names only: they say where a thing lies"
            module = node.module or ""
            found |= {f"{module}.{alias.name}" for alias in node.names} if module == "firmware" else {module}
    return found


def wrong_imports(name: str, code: str) -> set[str]:
    """What `name` (as firmware/pods/wire.py) imports and may not."""
    own = part(name.removesuffix(".py").replace("/", "."))
    room = own.partition("/")[0]
    outside = OUTSIDE["vision/training" if name.startswith("vision/training/") else room]
    inside = INSIDE.get(own, set()) - (ONLY_THERE.get(own, set()) if name not in MORE else set())
    wrong = set()
    for module in imported(code):
        top = module.partition(".")[0]
        if top in ("engine", "vision", "firmware", "tests", "docs"):
            if part(module) not in {own, *inside}:
                wrong.add(module)
        elif top not in sys.stdlib_module_names | outside:
            wrong.add(module)
    return wrong


@pytest.mark.parametrize("source", sources(), ids=lambda source: str(source.relative_to(ROOT)))
def test_a_file_imports_only_what_its_room_may_know(source: Path) -> None:
    name = source.relative_to(ROOT).as_posix()
    if name == "firmware/__init__.py":
        assert not imported(source.read_text(encoding="utf-8"))
        return
    assert not wrong_imports(name, source.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("engine/game.py", "import numpy"),
        ("engine/game.py", "from vision.reading import Die"),
        ("vision/dice.py", "from engine import Match"),
        ("vision/dice.py", "import torch"),
        ("vision/dice.py", "def read():\n    from PIL import Image"),
        ("firmware/glass/draw.py", "from firmware.table.table import Table"),
        ("firmware/words/words.py", "from firmware.pods.gesture import Button"),
        ("firmware/hands/step.py", "from firmware import table"),
        ("firmware/table/play.py", "from firmware.sim.world import World"),
        ("firmware/table/play.py", "from firmware.web.house import House"),
        ("firmware/web/server.py", "from firmware.box import Box"),
        ("firmware/sim/world.py", "from firmware.box import Box"),
        ("firmware/journal/journal.py", "from engine import Answer"),
        ("firmware/pods/wire.py", "import RPi.GPIO"),
    ],
)
def test_each_of_these_would_be_found(name: str, code: str) -> None:
    assert wrong_imports(name, code)


def test_the_rule_names_only_what_is_there() -> None:
    for own in INSIDE:
        assert (ROOT / own).is_dir() or (ROOT / f"{own}.py").is_file(), own
    for name in MORE:
        assert (ROOT / name).is_file(), name


def test_every_dependency_outside_is_declared_or_is_for_training_or_the_pi() -> None:
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    package = {"PIL": "pillow", "cv2": "opencv-python-headless", "luma": "luma.oled"}
    for module in OUTSIDE["firmware"] - {"lgpio", "smbus2"}:
        assert f'"{package.get(module, module)}>=' in declared, module
