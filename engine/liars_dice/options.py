"""The house options of liar's dice, from options.toml."""

from __future__ import annotations

from engine.data import data_file
from engine.errors import BadData
from engine.game import Option


def _read() -> tuple[Option, ...]:
    options: list[Option] = []
    for key, entry in data_file("engine.liars_dice", "options.toml").items():
        match entry:
            case {"choices": [str(first), *_] as choices, "source": str(source)}:
                options.append(Option(key, tuple(choices), first, source))
            case _:
                raise BadData(f"options.toml: [{key}] needs choices and source")
    return tuple(options)


OPTIONS = _read()
