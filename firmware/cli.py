"""The command line: `bluffbox play`, `run`, `read`, `teach`, `replay`, `kit`, `wiring` and so on."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from importlib.metadata import version

import click

# Each command is imported when it is called for: reading a photo need not load the table, nor the other way.
_COMMANDS = {
    "play": ("firmware.playing", "play"),
    "run": ("firmware.wired", "run"),
    "doctor": ("firmware.doctor.command", "doctor"),
    "blank": ("firmware.wired", "blank"),
    "read": ("firmware.reading", "read"),
    "teach": ("firmware.teaching", "teach"),
    "replay": ("firmware.replay", "replay"),
    "kit": ("firmware.kit.command", "kit"),
    "wiring": ("firmware.wiring.command", "wiring"),
    "bench": ("firmware.reading", "bench"),
}
# What a command has besides, by its first two words.
_MORE: dict[tuple[str, ...], tuple[str, str]] = {
    ("teach", "biz-bluff"): ("firmware.boxes.command", "teach_box")
}


# What a write to the terminal, a pipe or a redirected file can fail with though the program is sound.
_UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno not in _UNWRITABLE or error.filename is not None:
                raise
            # What is left in the buffer would fail again when the interpreter ends, and say so at length.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.ClickException(
                f"what was to be printed cannot be written: {error.strerror}"
            ) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*_COMMANDS, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return super().get_command(ctx, cmd_name)
        return _imported(*_COMMANDS[cmd_name])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        more = _MORE.get(tuple(args[:2]))
        if more is not None:
            return " ".join(args[:2]), _imported(*more), args[2:]
        return super().resolve_command(ctx, args)


def _imported(module: str, name: str) -> click.Command:
    command = getattr(import_module(module), name)
    assert isinstance(command, click.Command)
    return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("bluffbox"), prog_name="bluffbox")
def main() -> None:
    """The companion at the head of a real table: reads the dice, keeps the secrets, settles the bluffs."""


@main.command()
def settings() -> None:
    """Print a settings file with every setting at its default, to start from."""
    from firmware.settings import example  # noqa: PLC0415

    click.echo(example(), nl=False)


if __name__ == "__main__":
    main()
