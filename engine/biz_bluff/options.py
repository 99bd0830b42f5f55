"""The house options of Biz-Bluff, from options.toml."""

from __future__ import annotations

from engine.options import read_options

OPTIONS = read_options("engine.biz_bluff")
