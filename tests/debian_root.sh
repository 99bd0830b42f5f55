# shellcheck shell=bash
# For tests/units.sh and tests/arm.sh: a bare Debian 13 in a folder, made once, and what it borrows from this machine.

cannot=77 # what a test ends with that cannot run here, as in other test harnesses
borrowed=() # where something of this machine is mounted, the last first

# here_is_missing WHAT...: why the test cannot run on this machine; ends it.
here_is_missing() { echo "skipped: $(basename "$0"): $*" >&2; exit $cannot; }

# bare_root FOLDER ARCHITECTURE PACKAGE...: makes it unless it is there with the same packages. Where Debian cannot be
# had, nothing can be said of the box.
bare_root() {
  local root=$1 architecture=$2 packages
  packages=$(IFS=,; echo "${*:3}")
  if [ "$(cat "$root/.made" 2>/dev/null)" = "$packages" ]; then return; fi
  echo "== making a Debian 13 ($architecture) in $root"
  rm -rf --one-file-system "$root"
  mkdir -p "$(dirname "$root")"
  # It is thrown away in the end: its files need not be safe on the disk, and nobody reads its papers.
  mmdebstrap --quiet --mode=root --variant=minbase --architectures="$architecture" --dpkgopt=force-unsafe-io \
    --aptopt='Apt::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --include="$packages" trixie "$root" ||
    here_is_missing "no Debian 13 ($architecture) could be made here: see above"
  echo "$packages" >"$root/.made"
}

# lend ROOT: names, certificates, /proc, /dev, and pip finds its packages there as it does here.
lend() {
  local root=$1 python=python3 key value place
  rm -f "$root/etc/resolv.conf" "$root/etc/ssl/certs/ca-certificates.crt"
  mkdir -p "$root/etc/ssl/certs"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  if [ -x .venv/bin/python ]; then python=.venv/bin/python; fi
  while IFS='=' read -r key value; do
    key=PIP_$(tr 'a-z-' 'A-Z_' <<<"${key##*.}")
    value=${value#\'} value=${value%\'}
    export "$key=${!key:-$value}"
  done < <("$python" -m pip config list 2>/dev/null || true)
  while read -r place; do
    # An index in a folder names files that lie beside it.
    if [ -e "$place" ]; then borrow "$root" "${place%/simple}"; fi
  done < <(printf '%s\n' /proc /dev; env | grep '^PIP_' | grep -oE '/[^/ ][^ ]*' | sort -u || true)
}

borrow() {
  local to=$1$2
  if [ "$2" -ef "$to" ] || { [ -f "$to" ] && cmp -s "$2" "$to"; }; then return; fi
  if [ -d "$2" ]; then mkdir -p "$to"; else mkdir -p "$(dirname "$to")"; touch "$to"; fi
  mount --bind "$2" "$to"
  borrowed=("$to" "${borrowed[@]}")
}

give_back() {
  local place
  for place in "${borrowed[@]}"; do umount "$place" || umount --lazy "$place" || true; done
  borrowed=()
}
