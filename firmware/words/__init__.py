"""Words: every text that a person at the table sees, in English, French, Dutch and German.

The English texts stand where they are said; the catalogues in `locale/` hold the others. After a change,
`python -m tests.firmware.catalogues` collects the texts, merges them into each .po and compiles each .mo.
"""

from firmware.words.catalogue import LANGUAGES
from firmware.words.words import GAME_WORDS, Words

__all__ = ["GAME_WORDS", "LANGUAGES", "Words"]
