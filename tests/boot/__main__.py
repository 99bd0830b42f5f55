"""Boots the guest, plays, resets it, and writes down what came of it. Called by run.sh."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import click

from tests.boot.dice_round import MISSING, SEATS, DiceRound
from tests.boot.hard_reset import Box, reset_in_mid_bid, reset_in_mid_pile, seconds_to_ready
from tests.boot.hardware import Hardware
from tests.boot.machine import Machine
from tests.boot.pods import Pods, Stuck
from tests.boot.proof import Proof
from tests.boot.record import Run, add_row
from tests.boot.trade import CattleTrade, end_by_vote
from tests.boot.unit import Unit

PODS = (1, 2, 3, 4, 5, 6)
RECORD = Path("docs/boot-test.md")


@click.command()
@click.argument("image", type=click.Path(path_type=Path, exists=True))
@click.argument("work", type=click.Path(path_type=Path, exists=True))
@click.option("--keep/--no-keep", default=True, help="Whether the run is added to docs/boot-test.md.")
def main(image: Path, work: Path, keep: bool) -> None:
    """Ends with 1 where the box did not do as promised."""
    began = time.monotonic()
    plugged = tuple(pod for pod in PODS if pod != MISSING)
    machine, proof = Machine(image, work), Proof()
    try:
        hand = machine.power_on()
        hardware = Hardware(hand)
        pods = Pods(hand, hardware)
        box = Box(machine, hand, hardware, pods, Unit(hand), proof)
        with proof.step("it starts with the machine, with no camera and a pod missing"):
            shown = box.boot(plugged)
        proof.figure("start of the unit to ready", seconds_to_ready(shown))
        proof.figure("its own CPU time until then", f"{int(shown['CPUUsageNSec']) / 1e9:.1f} s")
        proof.figure("memory at most", f"{int(shown['MemoryPeak']) / 1e6:.0f} MB")
        with proof.step("all glass was dark until its memory was empty"):
            for pod in plugged:
                pods.until_lit(pod)
            box.check_lit_empty(plugged)
        bidder = DiceRound(hardware, pods, proof).play()
        reset_in_mid_bid(box, bidder, tuple(pod for pod in SEATS if pod != bidder), plugged)
        end_by_vote(pods, SEATS)
        reset_in_mid_pile(box, CattleTrade(hardware, pods, proof).play(), plugged)
        proof.figure("restarts of the service", box.unit.show()["NRestarts"])
        system = hand.run(
            "sh",
            "-c",
            ". /etc/os-release; cat /etc/debian_version; uname -r; systemctl --version; python3 -V",
        )
    except (AssertionError, OSError) as wrong:
        print(f"\n{wrong}", file=sys.stderr)
        if not isinstance(wrong, Stuck):
            print(machine.console[-3000:], file=sys.stderr)
        sys.exit(1)
    finally:
        machine.unplug()
    debian, kernel, systemd, *_, python = system.splitlines()
    head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    run = Run(
        debian, kernel, systemd.split()[1], python.split()[1], head.stdout.strip(), time.monotonic() - began
    )
    if keep:
        add_row(RECORD, run, proof.figures)
    print(f"== all is as promised ({run.seconds:.0f} s)")


if __name__ == "__main__":
    main()
