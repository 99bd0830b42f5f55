"""The languages of the house and where their texts lie."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "fr": "Français", "nl": "Nederlands", "de": "Deutsch"}
"""Each language by its code, called as its own speakers call it."""

SOURCE: Final = "en"
"""The language in which the texts stand in the code; it needs no catalogue."""


@cache
def texts(language: str) -> gettext.NullTranslations:
    """The catalogue of a language. Raises ValueError for one that the house does not speak."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    if language == SOURCE:
        return gettext.NullTranslations()
    with (files("firmware.words") / "locale" / f"{language}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def later(text: str) -> str:
    """Marks a text for the translators that is said only later, by `Words.say`."""
    return text
