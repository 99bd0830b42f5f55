"""The house options of liar's dice, from options.toml."""

from __future__ import annotations

from engine.options import read_options

OPTIONS = read_options("engine.liars_dice")
