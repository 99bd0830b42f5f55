"""The house options of liar's dice, from options.toml."""

from __future__ import annotations

from engine.data import data_file
from engine.errors import BadData
from engine.game import Option


def read_options() -> tuple[Option, ...]:
    """The options of options.toml, the sheet's own choice first. Raises BadData naming the entry."""
    options: list[Option] = []
    for key, entry in data_file("engine.liars_dice", "options.toml").items():
        match entry:
            case {"choices": [str(first), *others], "source": str(source)} if all(
                isinstance(other, str) for other in others
            ):
                options.append(Option(key, (first, *others), first, source))
            case _:
                raise BadData(f"options.toml: [{key}] needs choices (texts) and source")
    return tuple(options)


OPTIONS = read_options()
