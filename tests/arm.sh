#!/usr/bin/env bash
# `make arm-test`: installs the box's dependencies in a Debian 13 for the Pi's processor (arm64, by qemu-user elsewhere)
# and tries the rules and the eye there. Needs root, mmdebstrap, qemu-user-static and the network. Slow: docs/build.md
# says how slow. BLUFFBOX_ROOTS: where the root is kept (var/roots). BLUFFBOX_EXAMPLES: of each property of the rules (1).
# Words: for pytest, instead of the rooms engine and vision less what arm_left_out.txt names: whole benches, and what
# counts over many pictures how often something is read right, and emulated that takes hours.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
# shellcheck source=tests/debian_root.sh
. tests/debian_root.sh
[ "$(id -u)" -eq 0 ] || here_is_missing "needs root: sudo make arm-test"
command -v mmdebstrap >/dev/null || here_is_missing "mmdebstrap is missing: sudo apt install mmdebstrap"

formats=/proc/sys/fs/binfmt_misc
added=
leave() {
  give_back
  if [ -n "$added" ]; then echo -1 >"$formats/qemu-aarch64" || true; fi
}
trap leave EXIT

if [ "$(uname -m)" != aarch64 ] && [ ! -e $formats/qemu-aarch64 ]; then
  format=/usr/lib/binfmt.d/qemu-aarch64.conf
  [ -e $format ] || here_is_missing "qemu-user-static is missing: sudo apt install qemu-user-static"
  [ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats 2>/dev/null ||
    here_is_missing "this kernel runs no foreign programs (binfmt_misc), or this container may not have them"
  cat $format >$formats/register || here_is_missing "the kernel does not take $format"
  added=yes
fi

root=$(realpath -m "${BLUFFBOX_ROOTS:-var/roots}")/debian-13-arm64
began=$SECONDS
took() { printf '      %s: %d s\n' "$1" $((SECONDS - began)); began=$SECONDS; }
bare_root "$root" arm64 python3 python3-venv
took "the root"
lend "$root"
# What is compiled at the first import, and the table of all letters that hypothesis makes, is kept: emulated, either takes
# longer than many a test. The processor is that of a Pi 4: what qemu-user gives otherwise has vector units that no Pi
# has, and qemu 7.2 multiplies matrices wrongly with them.
inside() {
  chroot "$root" env --unset=PYTHONDONTWRITEBYTECODE QEMU_CPU=cortex-a72 HOME=/root LANG=C.UTF-8 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "$@"
}
[ "$(inside uname -m)" = aarch64 ] || { echo "the root in $root does not run: remove it and try again" >&2; exit 1; }

rm -rf "$root/opt/src"
mkdir -p "$root/opt/src"
git -c safe.directory="$PWD" archive HEAD | tar -x -C "$root/opt/src"
wanted=$(sha256sum <pyproject.toml)
if [ "$(cat "$root/opt/box/wanted" 2>/dev/null)" != "$wanted" ]; then
  # This machine's pip chooses and unpacks the wheels, as that one's would: emulated, it takes half an hour.
  echo "== installing the dependencies, wheels for aarch64 only"
  pip=python3
  if [ -x .venv/bin/python ]; then pip=.venv/bin/python; fi
  inside python3 -m venv --without-pip --clear /opt/box
  inside python3 - >"$root/opt/box/requirements.txt" <<'END'
import tomllib
project = tomllib.load(open("/opt/src/pyproject.toml", "rb"))["project"]
tools = [one for one in project["optional-dependencies"]["test"] if one.startswith(("pytest", "hypothesis"))]
print(*project["dependencies"], *tools, sep="\n")
END
  version=$(inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  platforms=()
  for glibc in $(seq 17 41); do platforms+=(--platform "manylinux_2_${glibc}_aarch64"); done
  "$pip" -m pip install --quiet --no-input --disable-pip-version-check --only-binary :all: --no-compile \
    --implementation cp --python-version "$version" "${platforms[@]}" --platform manylinux2014_aarch64 \
    --target "$root/opt/box/lib/python$version/site-packages" --requirement "$root/opt/box/requirements.txt"
  echo "$wanted" >"$root/opt/box/wanted"
  took "the dependencies"
fi
inside /opt/box/bin/python -c 'import cv2, numpy, sys; print("      Python", sys.version.split()[0], "numpy", numpy.__version__, "OpenCV", cv2.__version__)'

if [ $# -eq 0 ]; then set -- tests/engine tests/vision @tests/arm_left_out.txt; fi
echo "== on aarch64: $*"
inside env -C /opt/src HYPOTHESIS_STORAGE_DIRECTORY=/opt/box/hypothesis BLUFFBOX_DATA=/none BLUFFBOX_EXAMPLES="${BLUFFBOX_EXAMPLES:-1}" \
  /opt/box/bin/python -m pytest -q -n 0 -p no:cacheprovider "$@"
took "the tests"
