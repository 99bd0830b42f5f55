#!/usr/bin/env bash
# Installs the box by its installer into a throw-away Debian 13 and boots that under systemd-nspawn: what the unit
# promises, under real systemd. Needs root, mmdebstrap, systemd-container and the network. Without pins a double of
# lgpio stands in, and every display and camera is missing. BLUFFBOX_ROOTS: where the bare root is kept (var/roots).
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
if [ "$(id -u)" -ne 0 ]; then echo "tests/units.sh needs root" >&2; exit 2; fi
for tool in mmdebstrap systemd-nspawn nsenter git; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: sudo apt install mmdebstrap systemd-container" >&2; exit 2; }
done
roots=$(realpath -m "${BLUFFBOX_ROOTS:-var/roots}")
root=$roots/debian-13
log=$(mktemp)
mounts=()
leave() {
  local place
  for place in "${mounts[@]}"; do umount "$place" || true; done
  if [ -n "${nspawn:-}" ]; then kill "$nspawn" 2>/dev/null || true; fi
  rm -f "$log"
}
trap leave EXIT

if [ ! -e "$root/.made" ]; then
  echo "== making a Debian 13 in $root"
  rm -rf "$root"
  mkdir -p "$roots"
  mmdebstrap --quiet --mode=root --variant=minbase --aptopt='Apt::Install-Recommends "false"' \
    --include=systemd,systemd-sysv,dbus,udev,procps,python3,python3-venv,ca-certificates trixie "$root"
  touch "$root/.made"
fi

echo "== installing into it"
rm -rf "$root/root/src"
mkdir -p "$root/root/src"
git archive HEAD | tar -x -C "$root/root/src"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
# pip finds its index as it does here, wherever that is set.
for place in /proc /dev $(find /opt -maxdepth 1 -mindepth 1 -type d \( -name 'pypi*' -o -name wheels \)); do
  mkdir -p "$root$place"
  mount --bind "$place" "$root$place"
  mounts=("$root$place" "${mounts[@]}")
done
if [ -f /etc/pip.conf ]; then cp /etc/pip.conf "$root/etc/pip.conf"; fi
rm -f "$root/etc/ssl/certs/ca-certificates.crt"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
chroot "$root" bash /root/src/systemd/install.sh >"$log" 2>&1 || { cat "$log"; exit 1; }
tail -n 1 "$log"
for place in "${mounts[@]}"; do umount "$place"; done
mounts=()

unit=$root/etc/systemd/system
mkdir -p "$root/opt/double" "$unit/bluffbox.service.d"
cp tests/pi/units/lgpio.py "$root/opt/double/lgpio.py"
cp tests/pi/units/prove.sh "$root/root/prove.sh"
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
# Debian 13's systemd wants to be told that an older host's control groups will do.
systemd-nspawn -b -D "$root" --register=no --keep-unit --console=read-only --volatile=overlay -M bluffbox-units \
  --setenv=SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1 </dev/null >"$log" 2>&1 &
nspawn=$!
for _ in $(seq 300); do grep -q "login:" "$log" && break; sleep 0.2; done
leader=$(for child in $(pgrep -P "$nspawn"); do
  if [ "$(cat "/proc/$child/comm")" = systemd ]; then echo "$child"; break; fi
done)
[ -n "$leader" ] || { cat "$log"; echo "the container did not boot" >&2; exit 1; }
proof=$(mktemp)
timeout 300 nsenter -t "$leader" -m -u -i -p bash -c "$(cat tests/pi/units/prove.sh)" 2>&1 | tee "$proof" || true
for _ in $(seq 150); do kill -0 "$nspawn" 2>/dev/null || break; sleep 0.2; done
off=yes
if kill -0 "$nspawn" 2>/dev/null; then off='' ; echo "WRONG switching the box off turns the machine off"; else echo "ok    switching the box off turns the machine off"; fi
well=$(grep '^failed=' "$proof" || true)
rm -f "$proof"
if [ "$well" != failed=0 ] || [ -z "$off" ]; then exit 1; fi
echo "== all is as promised"
