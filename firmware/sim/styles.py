"""Looks for simulated tables: the usual one, and any number of others drawn from a seed."""

from __future__ import annotations

import colorsys
from random import Random

from firmware.sim.things import Cloth, ClothKind, Colour, DieLook, Lamp, Stand, Style

DICE: dict[str, DieLook] = {
    "yellow": DieLook(),
    "red": DieLook(body=(42, 38, 196), pips=(232, 236, 240)),
    "white": DieLook(body=(222, 230, 234), pips=(24, 24, 26)),
    "ivory": DieLook(body=(176, 212, 226), pips=(30, 28, 32), round=0.2),
    "black": DieLook(body=(38, 36, 36), pips=(225, 228, 230)),
    "blue": DieLook(body=(150, 74, 30), pips=(235, 235, 235)),
    "green": DieLook(body=(70, 130, 40), pips=(235, 238, 235)),
    "orange": DieLook(body=(36, 122, 232), pips=(26, 24, 28)),
    "violet": DieLook(body=(140, 52, 104), pips=(232, 226, 236)),
    "sky": DieLook(body=(214, 170, 96), pips=(30, 26, 24)),
}

CLOTHS: dict[str, Cloth] = {
    "green felt": Cloth(),
    "red felt": Cloth(ground=(44, 34, 128), pattern=(34, 26, 104)),
    "blue felt": Cloth(ground=(116, 70, 40), pattern=(96, 56, 30)),
    "light wood": Cloth(ClothKind.WOOD, (112, 166, 206), (74, 124, 172)),
    "dark wood": Cloth(ClothKind.WOOD, (52, 74, 112), (26, 40, 70)),
    "white paper": Cloth(ClothKind.PAPER, (206, 214, 218), (184, 192, 198)),
    "grey paper": Cloth(ClothKind.PAPER, (150, 154, 156), (128, 132, 136)),
    "check": Cloth(ClothKind.CHECK, (212, 220, 226), (60, 128, 60), 36.0),
    "red check": Cloth(ClothKind.CHECK, (208, 216, 222), (48, 40, 170), 28.0),
    "spots": Cloth(ClothKind.SPOTS, (160, 120, 70), (222, 226, 228), 44.0),
}

_CUPS: tuple[Colour, ...] = (
    (60, 48, 44),
    (50, 50, 120),
    (34, 62, 96),
    (96, 66, 36),
    (52, 92, 44),
    (150, 152, 156),
    (44, 96, 150),
    (110, 60, 110),
)


def usual(cloth: str = "green felt", dice: str = "yellow") -> Style:
    """The box's own look: yellow dice on green felt, or others of `DICE` on another of `CLOTHS`, by name."""
    return Style(cloth=CLOTHS[cloth], dice=(DICE[dice],))


def drawn(seed: int) -> Style:
    """Some table somewhere: cloth, dice, cups and lamp drawn from a seed."""
    rng = Random(seed)
    cloth = rng.choice(list(CLOTHS.values()))
    if rng.random() < 0.4:
        cloth = Cloth(rng.choice(list(ClothKind)), _tint(rng), _tint(rng), rng.uniform(22.0, 70.0))
    cloth = Cloth(cloth.kind, cloth.ground, cloth.pattern, cloth.scale, rng.randrange(1 << 30))
    some = rng.sample(list(DICE.values()), 1 if rng.random() < 0.6 else 3)
    side, rounding, pip = rng.uniform(14.0, 18.0), rng.uniform(0.08, 0.2), rng.uniform(0.08, 0.11)
    dice = tuple(DieLook(look.body, look.pips, rounding, pip, side) for look in some)
    lamp = Lamp(
        rng.uniform(-700.0, 700.0),
        rng.uniform(-600.0, 600.0),
        rng.uniform(900.0, 1800.0),
        rng.uniform(20.0, 220.0),
        rng.uniform(0.35, 0.75),
    )
    return Style(cloth, dice, tuple(rng.sample(_CUPS, 3)), lamp=lamp)


def drawn_stand(seed: int) -> Stand:
    """A camera that somebody set up by eye: a little off the middle, a little tilted."""
    rng = Random(seed)
    return Stand(
        rng.uniform(-8.0, 8.0),
        rng.uniform(-8.0, 8.0),
        rng.uniform(900.0, 950.0),
        rng.gauss(0.0, 1.0),
        rng.gauss(0.0, 2.0),
        rng.gauss(0.0, 2.0),
    )


def _tint(rng: Random) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.random() * 0.8, rng.uniform(0.2, 0.9))
    return round(blue * 255), round(green * 255), round(red * 255)
