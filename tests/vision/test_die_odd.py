"""Odd dice for training: faint pips, small stars, speckles, colours that run into each other; but always dice
that people could still read."""

from __future__ import annotations

import numpy as np

from vision.training.scenes.die_make import apart, make
from vision.training.scenes.die_odd import FAINTEST, odd


def test_odd_dice_differ_and_can_still_be_told() -> None:
    odder = fainter = mixed = 0
    for seed in range(120):
        plain = make(np.random.default_rng(seed))
        die = odd(plain, np.random.default_rng([seed, 1]))
        again = odd(plain, np.random.default_rng([seed, 1]))
        assert np.array_equal(die.inks, again.inks)
        assert (die.speckles, die.swirl) == (again.speckles, again.swirl)
        assert list(die.values) == list(plain.values), "an odd die shows what it showed"
        for ink, was in zip(die.inks, plain.inks, strict=True):
            assert np.array_equal(ink, was) or apart(die.body, ink) > FAINTEST
        if die.speckles or die.swirl:
            mixed += 1
            assert die.second is not None
            assert all(apart(die.second, ink) > 0.15 for ink in die.inks)
        fainter += not np.array_equal(die.inks, plain.inks)
        odder += not np.array_equal(die.textures, plain.textures)
    assert min(odder, fainter, mixed) > 5
