#!/usr/bin/env bash
# Installs the box by its installer into a throw-away Debian 13 and boots that under systemd-nspawn: what the unit
# promises, under real systemd. Needs root, mmdebstrap, systemd-container and the network; ends with 77 where that
# cannot be had. Without pins a double of lgpio stands in, and every display and camera is missing. BLUFFBOX_ROOTS:
# where the root is kept (var/roots).
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
# shellcheck source=tests/debian_root.sh
. tests/debian_root.sh
[ "$(id -u)" -eq 0 ] || here_is_missing "needs root: sudo tests/units.sh"
for tool in mmdebstrap systemd-nspawn nsenter git; do
  command -v "$tool" >/dev/null || here_is_missing "no $tool: sudo apt install mmdebstrap systemd-container git"
done
unshare --mount --pid --fork --mount-proc true 2>/dev/null || here_is_missing "this container may mount nothing"

root=$(realpath -m "${BLUFFBOX_ROOTS:-var/roots}")/debian-13
log=$(mktemp) proof=$(mktemp)
nspawn='' leader=''
leave() {
  give_back
  if [ -n "$nspawn" ]; then kill "$nspawn" 2>/dev/null || true; fi
  rm -f "$log" "$proof"
}
trap leave EXIT
began=$SECONDS
took() { echo "      $1: $((SECONDS - began)) s"; began=$SECONDS; }

# boot: whether the root comes up as far as a login; sets nspawn and leader.
boot() {
  # Debian 13's systemd wants to be told that an older host's control groups will do.
  systemd-nspawn -b -D "$root" --register=no --keep-unit --console=read-only --volatile=overlay -M bluffbox-units \
    --setenv=SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1 </dev/null >"$log" 2>&1 &
  nspawn=$!
  for _ in $(seq 600); do
    if grep -q "login:" "$log"; then break; fi
    kill -0 "$nspawn" 2>/dev/null || return 1
    sleep 0.2
  done
  for child in $(pgrep -P "$nspawn"); do
    if [ "$(cat "/proc/$child/comm")" = systemd ]; then leader=$child; return 0; fi
  done
  return 1
}
# gone: whether the container ends by itself.
gone() {
  for _ in $(seq 150); do
    if ! kill -0 "$nspawn" 2>/dev/null; then nspawn=''; return 0; fi
    sleep 0.2
  done
  return 1
}

bare_root "$root" "$(dpkg --print-architecture)" systemd systemd-sysv dbus udev procps python3 python3-venv ca-certificates
took "the root"
# A machine on which not even this boots is no judge of the box.
if ! boot; then tail -n 5 "$log"; here_is_missing "systemd-nspawn boots no Debian 13 on this machine"; fi
nsenter -t "$leader" -m -u -i -p systemctl --no-block poweroff
gone || { echo "the bare root does not switch off" >&2; exit 1; }

echo "== installing into it"
rm -rf "$root/opt/src"
mkdir -p "$root/opt/src"
git -c safe.directory="$PWD" archive HEAD | tar -x -C "$root/opt/src"
lend "$root"
chroot "$root" bash /opt/src/systemd/install.sh >"$log" 2>&1 || { cat "$log"; exit 1; }
tail -n 1 "$log"
give_back
took "installing"

unit=$root/etc/systemd/system
mkdir -p "$root/opt/double" "$unit/bluffbox.service.d"
cp tests/pi/units/lgpio.py "$root/opt/double/lgpio.py"
# Which Pi this is, it is told; that it has a header, it finds.
cat >"$unit/bluffbox.service.d/double.conf" <<'END'
[Unit]
After=pi-double.service
[Service]
Environment=PYTHONPATH=/opt/double
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
END
cat >"$unit/pi-double.service" <<'END'
[Unit]
DefaultDependencies=no
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'touch /dev/gpiochip0; (cat /proc/cpuinfo; printf "Revision\\t: c03115\\n") > /run/cpuinfo'
[Install]
WantedBy=multi-user.target
END
ln -sf ../pi-double.service "$unit/multi-user.target.wants/pi-double.service"

echo "== booting it"
boot || { cat "$log"; echo "the box's Debian does not boot" >&2; exit 1; }
timeout 600 nsenter -t "$leader" -m -u -i -p bash -c "$(cat tests/pi/units/prove.sh)" 2>&1 | tee "$proof" || true
off='WRONG'
if gone; then off='ok   '; fi
echo "$off switching the box off turns the machine off"
took "booting and proving"
if ! grep -q '^failed=0$' "$proof" || [ "$off" = WRONG ]; then exit 1; fi
echo "== all is as promised"
