#!/usr/bin/env bash
# Installs Bluffbox on Raspberry Pi OS so that it starts with the machine. May be run again at any time: it then
# upgrades, and changes nothing that is already as it should be. DESTDIR: another root for the files that it writes.
set -euo pipefail

usage() {
  cat <<'END'
sudo systemd/install.sh               install, or upgrade
sudo systemd/install.sh --uninstall   take it off again; games and settings stay
     with --purge                     games and settings too
     with --dry-run                   only say what would be done; needs no root
END
}

dry='' undo='' purge=''
for word in "$@"; do
  case $word in
    --dry-run) dry=yes ;;
    --uninstall) undo=yes ;;
    --purge) purge=yes ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
if [ -n "$purge" ] && [ -z "$undo" ]; then
  echo "--purge goes with --uninstall" >&2
  exit 2
fi

here=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
root=${DESTDIR:-}
opt=$root/opt/bluffbox
venv=$opt/.venv
etc=$root/etc/bluffbox
kept=$root/var/lib/bluffbox
units=$root/etc/systemd/system
word=$root/usr/local/bin/bluffbox
begin='# begin bluffbox: systemd/install.sh --uninstall takes this out'
end='# end bluffbox'
# What runs: the three rooms, what they are built from, and the papers for whoever looks there.
parts=(engine vision firmware systemd pyproject.toml README.md LICENSE wiring.md docs)
# From the system, because the Pi's libraries live there and what uses them has to be built for the same numpy.
packages=(python3-venv python3-lgpio python3-picamera2 python3-numpy python3-pil i2c-tools espeak-ng)
placed=(
  "systemd/bluffbox.service:$units/bluffbox.service"
  "systemd/bluffbox@.service:$units/bluffbox@.service"
  "systemd/bluffbox.sysusers:$root/etc/sysusers.d/bluffbox.conf"
  "systemd/bluffbox.journald:$root/etc/systemd/journald.conf.d/bluffbox.conf"
  "systemd/bluffbox.udev:$root/etc/udev/rules.d/61-bluffbox.rules"
)

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }
# Does it, or says that it would.
run() {
  if [ -n "$dry" ]; then say "would run: $*"; else "$@"; fi
}
# Puts standard input into a file, unless it says just that already.
write() {
  local file=$1 text
  text=$(cat)
  if [ -f "$file" ] && [ "$(cat "$file")" = "$text" ]; then return 0; fi
  if [ -n "$dry" ]; then say "would write: $file"; return 0; fi
  mkdir -p "$(dirname "$file")"
  printf '%s\n' "$text" > "$file.new"
  if [ -f "$file" ]; then chmod --reference="$file" "$file.new"; else chmod 644 "$file.new"; fi
  mv "$file.new" "$file"
  say "wrote: $file"
}
# systemd is there to be told: not in a root that is only mounted.
booted() { [ -d /run/systemd/system ] && [ -z "$root" ]; }

boot_config() {
  local name
  for name in boot/firmware/config.txt boot/config.txt; do
    if [ -f "$root/$name" ]; then printf '%s' "$root/$name"; return 0; fi
  done
}
# The lines of a config.txt that are not ours.
without_ours() { sed "\|^$begin\$|,\|^$end\$|d" "$1"; }

check_system() {
  local id='' version=''
  if [ -f "$root/etc/os-release" ]; then
    id=$(sed -n 's/^ID=//p' "$root/etc/os-release" | tr -d '"')
    version=$(sed -n 's/^VERSION_ID=//p' "$root/etc/os-release" | tr -d '"')
  fi
  case $id in debian | raspbian) ;; *) fail "this is ${id:-no known system}; it needs Raspberry Pi OS (Debian 13)" ;; esac
  case $version in
    '' | *[!0-9]*) ;;
    *) if [ "$version" -lt 13 ]; then
         fail "this is Debian $version, whose numpy is too old for the box; it needs Raspberry Pi OS based on Debian 13"
       fi ;;
  esac
}

install_packages() {
  local name wanted=() missing=()
  for name in "${packages[@]}"; do
    if dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed'; then continue; fi
    if [ -n "$dry" ] || apt-cache show "$name" >/dev/null 2>&1; then wanted+=("$name"); else missing+=("$name"); fi
  done
  if [ ${#missing[@]} -gt 0 ] && [ -z "$dry" ]; then
    # A fresh card has no lists yet.
    apt-get update -qq
    for name in "${missing[@]}"; do
      if apt-cache show "$name" >/dev/null 2>&1; then wanted+=("$name")
      else say "not to be had here: $name (only Raspberry Pi OS has it); bluffbox doctor says what it is needed for"; fi
    done
  fi
  if [ ${#wanted[@]} -gt 0 ]; then
    run env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${wanted[@]}"
  fi
}

install_program() {
  local part
  if [ "$here" != "$opt" ]; then
    run mkdir -p "$opt"
    for part in "${parts[@]}"; do
      if [ ! -e "$here/$part" ]; then continue; fi
      run rm -rf "$opt/${part:?}"
      run cp -R "$here/$part" "$opt/$part"
    done
    run touch "$opt/.copied"
  fi
  if [ ! -x "$venv/bin/python" ]; then run python3 -m venv --system-site-packages "$venv"; fi
  # The system's numpy stays: picamera2 was built for that one.
  local held=''
  if [ -x "$venv/bin/python" ]; then
    held=$("$venv/bin/python" -c 'import numpy; print("numpy==" + numpy.__version__)' 2>/dev/null || true)
  fi
  if [ -z "$dry" ]; then printf '%s\n' "$held" > "$opt/.constraints"; fi
  run "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --prefer-binary \
    --constraint "$opt/.constraints" "$opt"
  # The same version installed anew is still the old code to pip.
  run "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --no-deps \
    --force-reinstall "$opt"
  run rm -rf "$opt/build"
}

# So that `bluffbox` can be said without its path. Something of that name that is not ours stays.
has_word() { [ "$(readlink "$word" || true)" = "${venv#"$root"}/bin/bluffbox" ]; }

place_word() {
  if has_word; then return 0; fi
  if [ -e "$word" ] || [ -L "$word" ]; then say "kept: $word, which is another's"; return 0; fi
  run mkdir -p "$(dirname "$word")"
  run ln -s "${venv#"$root"}/bin/bluffbox" "$word"
}

place_files() {
  local pair
  for pair in "${placed[@]}"; do write "${pair#*:}" < "$here/${pair%%:*}"; done
  # systemd lets the unit open only kinds of devices that the kernel knows when the unit starts: of a camera or a
  # loudspeaker that is plugged in later it would have nothing.
  printf '%s\n' i2c-dev videodev snd | write "$root/etc/modules-load.d/bluffbox.conf"
  run systemd-sysusers ${root:+--root="$root"} "$root/etc/sysusers.d/bluffbox.conf"
  if [ -e "$etc/settings.toml" ]; then
    say "kept: $etc/settings.toml"
  elif [ -n "$dry" ]; then
    say "would write: $etc/settings.toml"
  else
    "$venv/bin/bluffbox" settings | sed 's/^kind = "simulated" /kind = "auto"      /' | write "$etc/settings.toml"
  fi
}

set_boot() {
  local file new
  file=$(boot_config)
  if [ -z "$file" ]; then say "no config.txt: I2C is to be switched on by hand (wiring.md)"; return 0; fi
  # The first backup is the one that counts: what was there before us.
  if [ ! -e "$file.before-bluffbox" ]; then run cp -p "$file" "$file.before-bluffbox"; fi
  new=$(without_ours "$file"
    printf '%s\n' "$begin" '[all]' 'dtparam=i2c_arm=on,i2c_arm_baudrate=400000' \
      'dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle' "$end")
  if [ "$new" != "$(cat "$file")" ]; then
    printf '%s\n' "$new" | write "$file"
    say "the displays' bus is set from the next start of the machine on: sudo reboot"
  fi
  if without_ours "$file" | grep -q '^dtparam=spi=on'; then
    say "SPI is on and takes pins of pods 3 and 4: sudo raspi-config nonint do_spi 1"
  fi
}

start() {
  if booted; then
    run systemctl daemon-reload
    run systemctl try-restart systemd-journald
    run udevadm control --reload
    run udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=dma_heap
    run systemctl enable bluffbox
    run systemctl restart bluffbox
  else
    run systemctl ${root:+--root="$root"} enable bluffbox
  fi
}

uninstall() {
  local file pair part
  if booted; then
    run systemctl disable --now bluffbox || true
    for file in "$units"/multi-user.target.wants/bluffbox@*.service; do
      if [ -e "$file" ]; then run systemctl disable --now "$(basename "$file")" || true; fi
    done
  else
    run rm -f "$units"/multi-user.target.wants/bluffbox*.service
  fi
  for pair in "${placed[@]}"; do run rm -f "${pair#*:}"; done
  if has_word; then run rm -f "$word"; fi
  run rm -f "$root/etc/modules-load.d/bluffbox.conf"
  if booted; then run systemctl daemon-reload; fi
  file=$(boot_config)
  if [ -n "$file" ] && grep -qF "$begin" "$file"; then without_ours "$file" | write "$file"; fi
  run rm -rf "$venv" "$opt/.constraints"
  # A checkout that stands in /opt is its owner's; a copy is ours.
  if [ -e "$opt/.copied" ]; then
    for part in "${parts[@]}" .copied; do run rm -rf "$opt/${part:?}"; done
    run rmdir --ignore-fail-on-non-empty "$opt"
  fi
  if [ -n "$purge" ]; then
    run rm -rf "$kept" "$root"/var/lib/bluffbox-* "$etc"
    if [ -n "$file" ]; then run rm -f "$file.before-bluffbox"; fi
    if getent passwd bluffbox >/dev/null; then run userdel bluffbox; fi
  else
    say "kept: $kept (games) and $etc (settings); --uninstall --purge deletes them"
  fi
}

if [ -z "$dry" ] && [ "$(id -u)" -ne 0 ]; then fail "this needs root: sudo $0 $*"; fi
if [ -n "$undo" ]; then
  uninstall
  say "Bluffbox is off this machine."
  exit 0
fi
check_system
install_packages
install_program
place_word
place_files
set_boot
start
# Who has another program of that name is told where ours lies.
if has_word; then doctor=bluffbox; else doctor=${venv#"$root"}/bin/bluffbox; fi
say "Bluffbox is installed. systemctl status bluffbox tells how it is; $doctor doctor what it lacks."
