"""What representative screens look like, pixel by pixel, against pictures that a person has looked at.

To renew the pictures after a wanted change, run
`BLUFFBOX_RENEW_GOLDEN=1 pytest tests/firmware/test_glass_golden.py`, then look at every changed
file before committing it.
"""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.glass.draw import draw
from firmware.glass.icons import (
    ANIMALS,
    BELL,
    CAMERA,
    CHECK,
    CLOCK,
    COIN,
    CROSS,
    CROWN,
    CUP,
    DICE,
    DIE_STAR,
    DOVE,
    DOWN,
    EYE,
    GONE,
    HAND,
    HELD,
    LEFT,
    MENU,
    RIGHT,
    STAR,
    UP,
    WARNING,
)
from firmware.glass.screen import DARK, Align, Part, Row, Screen, Scroll, Size, picker, stepper

GOLDEN = Path(__file__).parent / "golden" / "glass"
STEP = (LEFT, RIGHT, "OK")

SCREENS: dict[str, Screen] = {
    "bid": stepper("Your bid", (Part("8", selected=True), "×", DICE[3]), "over 7 × ⚄ of Anna", STEP),
    "bid_face": stepper("Your bid", ("12", "×", Part(DIE_STAR, selected=True)), "20 dice in play", STEP),
    "bid_plain": stepper("Dein Gebot", ("8", "×", DICE[5]), "mehr als 7 × ⚁ von Jörg", STEP),
    "other_turn": Screen(
        title="Anna bids",
        rows=(
            Row(size=Size.HUGE, align=Align.CENTRE, parts=(Part("8"), Part("×"), Part(DICE[3]))),
            Row(
                size=Size.SMALL,
                align=Align.SPREAD,
                parts=(
                    Part("5"),
                    Part("4"),
                    Part("3", selected=True),
                    Part("5", boxed=True),
                    Part("2"),
                    Part("–"),
                ),
            ),
        ),
    ),
    "your_call": Screen(
        title="Anna bids 8 × ⚃",
        rows=(Row("Your turn", size=Size.LARGE, align=Align.CENTRE),),
        bar=("Bluff!", "", "Raise"),
    ),
    "lobby": Screen(
        title="Who plays?",
        rows=(Row("1  Anna", right=CHECK), Row("2  Bram", right=CHECK), Row("3  you?", inverted=True)),
        bar=("", "", "Join"),
    ),
    "picker": picker(
        "Which game?",
        ("Liar's dice", "Kuhhandel", "Bluff (1st edition)", "Biz-Bluff", "Bluff You!"),
        2,
        (UP, DOWN, "OK"),
    ),
    "picker_end": picker(
        "Welches Spiel?",
        ("Lügenwürfel", "Kuhhandel", "Bluff (erste Ausgabe)", "Biz-Bluff", "Äpfel & Öl"),
        4,
        (UP, DOWN, CHECK),
    ),
    "picker_short": picker("Sprache", ("Deutsch", "Français"), 1, (UP, DOWN, "OK")),
    "bluff_hold": Screen(
        title="Call 8 × ⚃",
        rows=(Row("Bluff!", size=Size.HUGE, align=Align.CENTRE),),
        bar=("No", "", "Hold"),
        progress=0.6,
    ),
    "lift": Screen(
        rows=(
            Row("☕ ✋", size=Size.HUGE, align=Align.CENTRE),
            Row("Lift the cups, hands away", size=Size.LARGE, align=Align.CENTRE),
        ),
    ),
    "lift_fr": Screen(
        title="Anna dit : menteur !",
        rows=(Row("Levez les gobelets, retirez vos mains", size=Size.LARGE, align=Align.CENTRE),),
        marks=(CAMERA,),
    ),
    "unsure": Screen(
        title="Seat 3",
        rows=(
            Row("4 of 5 dice seen", size=Size.LARGE, align=Align.CENTRE),
            Row("Two dice stacked?", align=Align.CENTRE),
        ),
        bar=("By hand", "", "Again"),
        marks=(CAMERA,),
    ),
    "verdict": Screen(
        title="8 × ⚃ called",
        rows=(
            Row("10 there", size=Size.LARGE, align=Align.CENTRE),
            Row("Seat 3 loses 2", align=Align.CENTRE, inverted=True),
        ),
        bar=("Dispute", "", "OK"),
    ),
    "verdict_de": Screen(
        title="8 × ⚃ geboten, 10 liegen da",
        rows=(Row("Jörg verliert 2 Würfel", size=Size.LARGE, align=Align.CENTRE),),
        bar=("Einspruch", "", "Weiter"),
    ),
    "menu": picker(
        f"{MENU} Table",
        ("Pause", "Peek", "Undo", "Dispute", "Hints", "Language", "Brightness", "End"),
        4,
        ("Close", DOWN, "OK"),
    ),
    "auction": Screen(
        title="Cow, sold by Anna",
        rows=(
            Row("30 once", size=Size.LARGE, align=Align.CENTRE),
            Row("high: seat 4", align=Align.CENTRE),
        ),
        bar=("−10", "+10", "Bid 40"),
        progress=0.35,
    ),
    "pile": Screen(
        title="Your offer",
        rows=(
            Row(
                size=Size.MEDIUM,
                align=Align.SPREAD,
                parts=(Part("0"), Part("10"), Part("50", selected=True), Part("100"), Part("200")),
            ),
            Row(
                size=Size.SMALL,
                align=Align.SPREAD,
                parts=(Part("2/2"), Part("1/4"), Part("1/1"), Part("0/0"), Part("0/1")),
            ),
            Row("4 cards", right="60"),
        ),
        bar=("−", RIGHT, "+"),
    ),
    "reading": Screen(
        title="Seat 2",
        rows=(
            Row(size=Size.LARGE, align=Align.CENTRE, parts=tuple(Part(d) for d in (*DICE[:4], DIE_STAR))),
            Row("Is this right?", align=Align.CENTRE),
        ),
        bar=("No", "", "Yes"),
    ),
    "dice_large": Screen(
        rows=(
            Row("⚀⚁⚂⚃⚄⚅✪", size=Size.SMALL),
            Row("⚀⚁⚂⚃⚄⚅✪", size=Size.MEDIUM),
            Row("⚀⚁⚂⚃⚄⚅✪", size=Size.LARGE),
        )
    ),
    "dice_huge": Screen(rows=(Row("⚀⚁⚂⚃", size=Size.HUGE), Row("⚄⚅✪★", size=Size.HUGE))),
    "icons_small": Screen(
        rows=(
            Row("".join((STAR, LEFT, RIGHT, UP, DOWN, CHECK, CROSS, MENU, HELD, GONE)), size=Size.SMALL),
            Row("".join((CROWN, CUP, EYE, HAND, CAMERA, BELL, WARNING, CLOCK)), size=Size.SMALL),
        )
    ),
    "animals_small": Screen(
        rows=(
            Row("".join(ANIMALS.values()), size=Size.SMALL),
            Row("".join((*list(ANIMALS.values())[5:], DOVE, COIN)), size=Size.MEDIUM),
        )
    ),
    "animals_large": Screen(
        rows=(
            Row("".join(list(ANIMALS.values())[:6]), size=Size.LARGE),
            Row("".join((*list(ANIMALS.values())[6:], DOVE, COIN)), size=Size.LARGE),
        )
    ),
    "icons_large": Screen(
        rows=(
            Row("".join((STAR, LEFT, RIGHT, UP, DOWN, CHECK, CROSS)), size=Size.LARGE),
            Row("".join((MENU, HELD, GONE, CROWN, CUP, EYE)), size=Size.LARGE),
            Row("".join((HAND, CAMERA, BELL, WARNING, CLOCK)), size=Size.LARGE),
        )
    ),
    "icons_huge": Screen(
        rows=(
            Row("".join((CROWN, CUP, EYE)), size=Size.HUGE),
            Row("".join((HAND, CAMERA, BELL)), size=Size.HUGE),
        )
    ),
    "winner": Screen(
        rows=(
            Row(CROWN, size=Size.HUGE, align=Align.CENTRE),
            Row("Zoë wins", size=Size.LARGE, align=Align.CENTRE),
        )
    ),
    "accents": Screen(
        title="ÀÂÇÉÈÊËÎÏÔŒÙÛÜŸ ÄÖÜẞ",
        rows=(
            Row("Élève, œuf, cœur, Œuf, ça, ï, ĳ"),
            Row("« où » – … 5 € “Größe” ‘één’", size=Size.SMALL),
        ),
        bar=("Écarter", "Übrig", "Später"),
    ),
    "long_fr": Screen(
        title="Contestation de la lecture de la caméra",
        rows=(
            Row(
                "La caméra n’a pas pu lire tous les dés de la place 3 : deux dés sont peut-être empilés, "
                "ou une main cache la table. Écartez-les, puis appuyez sur OK.",
            ),
        ),
        bar=("À la main", "", "Relire"),
    ),
    "long_de": Screen(
        title="Würfelbecher-Überprüfung",
        rows=(
            Row("Rechtsschutzversicherungsgesellschaften", size=Size.LARGE),
            Row("Bitte alle Becher gleichzeitig hochheben", size=Size.LARGE),
        ),
        bar=("Zurückweisen", "", "Bestätigen"),
    ),
    "health": Screen(
        title="Pause",
        rows=(Row("Ready when you are", align=Align.CENTRE),),
        marks=(WARNING, CAMERA),
        bar=("", MENU, "Go on"),
    ),
    "own_dice": Screen(
        title="Your dice",
        rows=(
            Row(size=Size.HUGE, align=Align.SPREAD, parts=tuple(map(Part, ("⚀", "⚂", "⚃", "⚅", DIE_STAR)))),
        ),
    ),
    "dice_left": Screen(
        title="Würfel übrig",
        rows=(
            Row(
                size=Size.LARGE,
                align=Align.SPREAD,
                parts=(
                    Part("5"),
                    Part("4"),
                    Part("3", selected=True),
                    Part("5", boxed=True),
                    Part("2"),
                    Part(CROSS),
                ),
            ),
            Row(
                size=Size.SMALL,
                align=Align.SPREAD,
                parts=tuple(map(Part, ("Anna", "Bram", "Zoë", "Jörg", "Éva", "Max"))),
            ),
        ),
    ),
    "table": Screen(
        title="Table",
        rows=(
            Row("1 Anna", right=HELD * 5),
            Row("2 Bram", right=HELD * 3 + GONE * 2, inverted=True),
            Row("3 Zoë", right=HELD + GONE * 4),
        ),
        scroll=Scroll(0, 3, 6),
    ),
    "verdict_fr": Screen(
        title="Vous avez gagné",
        rows=(
            Row("8 × ⚃ annoncés, 6 sur la table", align=Align.CENTRE),
            Row("Zoë perd 2 dés", align=Align.CENTRE, inverted=True),
        ),
        bar=("Contester", "", "OK"),
    ),
    "spell": Screen(
        title="Name",
        rows=(
            Row(
                size=Size.LARGE,
                align=Align.CENTRE,
                parts=(Part("Z"), Part("o", selected=True), Part("ë"), Part("_")),
            ),
            Row("hold OK: done", size=Size.SMALL, align=Align.CENTRE),
        ),
        bar=STEP,
    ),
    "dark": DARK,
}


def picture(name: str) -> Image.Image:
    """The kept picture of a screen, mode "1"."""
    with Image.open(GOLDEN / f"{name}.png") as kept:
        return kept.convert("1")


@pytest.mark.parametrize("name", SCREENS)
def test_screen_looks_as_it_was_approved(name: str) -> None:
    drawn = draw(SCREENS[name])
    if os.environ.get("BLUFFBOX_RENEW_GOLDEN"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        drawn.save(GOLDEN / f"{name}.png", optimize=True)
    differing = ImageChops.logical_xor(drawn, picture(name)).getbbox()
    assert differing is None, f"{name} differs within {differing}; see the head of this file"


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCREENS)
