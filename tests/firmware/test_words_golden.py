"""What people see, language by language, against pictures that a person has looked at.

To renew them after a wanted change: `BLUFFBOX_RENEW_GOLDEN=1 pytest tests/firmware/test_words_golden.py`,
then look at every changed sheet before committing it.
"""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.glass.draw import sheet
from firmware.words import LANGUAGES, Words
from tests.firmware import bizzing, bluffing, trading
from tests.firmware.screens import NAMES, screens

GOLDEN = Path(__file__).parent / "golden" / "screens"
COLUMNS = 8


SHEETS = {"": screens, "trade-": trading.screens, "you-": bluffing.screens, "biz-": bizzing.screens}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHEETS)
def test_screens_look_as_they_were_approved(name: str, language: str) -> None:
    found = SHEETS[name](Words(language, NAMES))
    picture = sheet(list(found.values()), COLUMNS)
    path = GOLDEN / f"{name}{language}.png"
    if os.environ.get("BLUFFBOX_RENEW_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, optimize=True)
    approved = Image.open(path)
    assert approved.size == picture.size, f"{path.name}: other screens than before"
    box = ImageChops.difference(approved.convert("L"), picture).getbbox()
    if box is not None:
        place = box[1] // (picture.height // -(-len(found) // COLUMNS)) * COLUMNS
        raise AssertionError(f"{path.name}: differs at {box}, from {list(found)[place]!r} on")
