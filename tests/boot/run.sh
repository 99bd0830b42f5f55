#!/usr/bin/env bash
# `make boot-test`: the box on a whole simulated Pi, from its installer to a hard reset in mid-game. tests/boot/README.md
# says how. Needs root, the packages named below and the network. BLUFFBOX_BOOT_CACHE: where the guest is kept.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need qemu-system-x86_64 qemu-system-x86
need qemu-img qemu-utils
need mmdebstrap mmdebstrap
need mke2fs e2fsprogs
need git git
if [ ${#missing[@]} -gt 0 ]; then
  echo "make boot-test lacks: sudo apt install --no-install-recommends ${missing[*]}" >&2
  exit 2
fi
if [ "$(id -u)" -ne 0 ]; then echo "make boot-test makes a Debian with users and devices: sudo make boot-test" >&2; exit 2; fi
python=python3
if [ -x .venv/bin/python ]; then python=.venv/bin/python; fi
cache=$(realpath -m "${BLUFFBOX_BOOT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bluffbox/boot}")
began=$SECONDS
bash tests/boot/image.sh "$cache"
echo "== the guest is made ($((SECONDS - began)) s)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
OMP_NUM_THREADS=1 "$python" -m tests.boot "$cache" "$work" "$@"
