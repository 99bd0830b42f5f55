"""Reads the house options of a game from its options.toml."""

from __future__ import annotations

from engine.data import data_file
from engine.errors import BadData
from engine.game import Option


def read_options(package: str, edition: str | None = None) -> tuple[Option, ...]:
    """The options of the options.toml in `package`, the sheet's own choice first. Where an entry says `of`
    which editions it is, those of `edition` alone. Raises BadData naming the entry."""
    options: list[Option] = []
    for key, entry in data_file(package, "options.toml").items():
        match entry:
            case {"choices": [str(first), *others], "source": str(source)} if all(
                isinstance(other, str) for other in others
            ):
                if edition in entry.get("of", [edition]):
                    options.append(Option(key, (first, *others), first, source))
            case _:
                raise BadData(f"options.toml: [{key}] needs choices (texts) and source")
    return tuple(options)
