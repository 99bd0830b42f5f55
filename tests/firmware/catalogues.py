"""Collects the texts of the pods, merges them into the catalogues and compiles those.

`python -m tests.firmware.catalogues` renews every .po and .mo; what has to be translated then is listed.
A new language begins with a .po file that holds nothing but its header.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import firmware.words
from firmware.words.catalogue import LANGUAGES, SOURCE

FIRMWARE = Path(firmware.words.__file__).parent.parent
LOCALE = FIRMWARE / "words" / "locale"
ROOMS = ("hands", "kit", "table", "web", "words")
KEYWORDS = {"say": None, "later": None, "_": None, "count": (1, 2)}
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)  # a date of their own would make the files differ at every run
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE)


def texts() -> Catalog:
    """Every text that the code can say."""
    found = Catalog(project="bluffbox", charset="utf-8")
    for room in ROOMS:
        for name, _, message, comments, _ in extract_from_dir(FIRMWARE / room, keywords=KEYWORDS):
            found.add(message, None, [(f"firmware/{room}/{name}", 0)], auto_comments=comments)
    return found


def catalogue(language: str) -> Catalog:
    """A language's .po file as it lies there."""
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def compiled(language: str) -> bytes:
    """What the .mo of a language must hold."""
    out = BytesIO()
    write_mo(out, catalogue(language))
    return out.getvalue()


def renew(language: str) -> list[str]:
    """Writes .po and .mo anew; gives the texts that still have no translation."""
    merged = catalogue(language)
    merged.update(texts(), no_fuzzy_matching=True)
    merged.obsolete.clear()
    merged.fuzzy = False
    merged.revision_date = merged.creation_date = UNDATED
    with (LOCALE / f"{language}.po").open("wb") as file:
        write_po(file, merged, width=110, sort_output=True, include_lineno=False)
    (LOCALE / f"{language}.mo").write_bytes(compiled(language))
    return missing(merged)


def missing(catalog: Catalog) -> list[str]:
    """The texts of a catalogue that have no translation."""
    return [forms(message.id)[0] for message in catalog if message.id and not all(forms(message.string))]


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text, or its singular and plurals."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


if __name__ == "__main__":
    for code in TRANSLATED:
        for text in renew(code):
            print(f"{code}: {text}")
