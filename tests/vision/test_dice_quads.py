"""A picture in quads of pixels, and the finder's first layer on them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from vision.dice_quads import CHANNELS, Quads
from vision.training.quads import MIDDLE, on_quads


@pytest.mark.parametrize("size", [(8, 8), (16, 24), (40, 8)])
def test_a_layer_on_quads_answers_as_the_one_on_pixels(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    weights, bias = rng.normal(0, 1, (5, 3, 3, 3)), rng.normal(0, 1, 5)
    picture = rng.integers(0, 256, (*size, 3)).astype(np.uint8)
    edged = np.pad((picture.astype(np.float64) - MIDDLE) / MIDDLE, ((1, 1), (1, 1), (0, 0)))
    windows = sliding_window_view(edged, (3, 3), (0, 1))[::2, ::2]
    wanted = np.einsum("hwcij,ocij->ohw", windows, weights) + bias[:, None, None]

    weights4, bias4 = on_quads(weights.astype(np.float32), bias.astype(np.float32))
    quads = Quads().of(picture)[0].astype(np.float64)
    got = np.einsum("chwij,ocij->ohw", sliding_window_view(quads, (2, 2), (1, 2)), weights4)
    assert np.allclose(got + bias4[:, None, None], wanted, atol=1e-4)


def test_the_room_that_is_kept_holds_nothing_of_the_picture_before() -> None:
    rng = np.random.default_rng(4)
    kept = Quads()
    for size in ((8, 16), (8, 16), (24, 8), (8, 16)):
        picture = rng.integers(0, 256, (*size, 3)).astype(np.uint8)
        assert np.array_equal(kept.of(picture), Quads().of(picture))
        assert kept.of(picture).shape == (1, CHANNELS, size[0] // 2 + 1, size[1] // 2 + 1)
