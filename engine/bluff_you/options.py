"""The house options of Bluff You!, from options.toml."""

from __future__ import annotations

from engine.options import read_options

OPTIONS = read_options("engine.bluff_you")
