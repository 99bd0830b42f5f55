"""Scenes whose light is traced: that what is said to lie in them lies there. Needs mitsuba and pyoidn, which
only those who train have."""

from __future__ import annotations

import numpy as np
import pytest

mi = pytest.importorskip("mitsuba")
pytest.importorskip("pyoidn")

from vision.dice import read_dice  # noqa: E402
from vision.training.scenes.scene import SCENE  # noqa: E402
from vision.training.scenes.traced import View, traced, view_of  # noqa: E402


@pytest.mark.parametrize("seed", range(4))
def test_the_camera_sees_a_place_where_the_view_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    view: View = view_of(rng, 40.0)
    place = view.on_table(SCENE * rng.uniform(0.2, 0.8), SCENE * rng.uniform(0.2, 0.8), 0.5)
    glow = {"type": "area", "radiance": {"type": "rgb", "value": 1.0}}
    spot = {"type": "sphere", "center": place.tolist(), "radius": 0.1, "emitter": glow}
    seen = mi.load_dict({"type": "scene", "spot": spot, "sensor": view.sensor(rng)})
    light = np.array(mi.render(seen, spp=8, integrator=mi.load_dict({"type": "direct"})))[..., 0]
    rows, columns = np.mgrid[0:SCENE, 0:SCENE]
    middle = (columns * light).sum() / light.sum(), (rows * light).sum() / light.sum()
    assert np.hypot(*(view.seen(place[None])[0] - middle)) < 0.5


def test_a_scene_is_its_seeds() -> None:
    first, told = traced(np.random.default_rng(5))
    again, told_again = traced(np.random.default_rng(5))
    assert told == told_again
    assert np.array_equal(first, again)


def test_what_the_reader_is_sure_of_is_what_is_known_to_lie_there() -> None:
    """A sheet laid upside down round a die, or a face told by another's number, would be seen here."""
    right = wrong = 0
    for seed in range(6):
        picture, known = traced(np.random.default_rng([seed, 9]))
        for die in read_dice(picture).dice:
            here = [
                k
                for k in known
                if k.visible > 0.9 and k.tilt == 0 and np.hypot(k.x - die.x, k.y - die.y) < 0.3 * k.size
            ]
            if die.sure and here:
                value = "star" if here[0].value == 7 else str(here[0].value)
                right += die.value == value
                wrong += die.value != value
    assert right > 10
    assert wrong <= right / 20
