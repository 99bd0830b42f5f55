"""What training does to crops so that dice of other makers are not new to the reader."""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice_crops import CROP
from vision.training.other_make import other_make


def test_a_crop_of_another_make_shows_its_pips_where_they_were() -> None:
    crop = np.full((CROP, CROP, 3), (40, 60, 200), np.uint8)
    for x, y in ((17, 17), (30, 30)):
        cv2.circle(crop, (x, y), 3, (240, 240, 240), -1)
    spots = np.all(crop == 240, axis=2)
    differs = 0
    for seed in range(60):
        other = other_make(crop, np.random.default_rng(seed))
        assert (other.shape, other.dtype) == (crop.shape, crop.dtype)
        assert np.array_equal(other, other_make(crop, np.random.default_rng(seed)))
        differs += not np.array_equal(other, crop)
        apart = np.abs(other[spots].mean(0) - np.median(other[~spots], axis=0)).max()
        assert apart > 25, seed
    assert 15 < differs < 50
