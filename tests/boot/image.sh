#!/usr/bin/env bash
# Makes what the boot test's guest boots from, in the folder that is its one word: disk.img, vmlinuz, initrd.img. A bare
# Debian 13 with its kernel and the modules of tests/boot/modules.sh are kept and made again only when what they are
# made from changes; the box is put in by systemd/install.sh each time. Needs root, mmdebstrap, e2fsprogs, the network.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
# shellcheck source=tests/debian_root.sh
. tests/debian_root.sh
cache=$(realpath -m "$1")
mkdir -p "$cache"
began=$SECONDS
took() { printf '      %s: %d s\n' "$1" $((SECONDS - began)); began=$SECONDS; }

layer=
leave() {
  give_back
  if [ -n "$layer" ]; then umount "$layer"; layer=; fi
}
trap leave EXIT
# over NAME: the bare system with a layer of that name over it, to write into.
over() {
  mkdir -p "$cache/$1/upper" "$cache/$1/work" "$cache/$1/root"
  layer=$cache/$1/root
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$cache/$1/upper,workdir=$cache/$1/work" "$layer"
  lend "$layer"
  # An index that is a folder has its files beside it.
  while read -r place; do borrow "$layer" "$place"; done < <(env | grep '^PIP_' | grep -oE '/[^/ ][^ ]*/simple\b' | xargs -r dirname | sort -u)
}
# made NAME WHAT...: whether that layer was made from just this.
made() { [ "$(cat "$cache/$1/made" 2>/dev/null)" = "$2" ]; }
anew() { rm -rf --one-file-system "${cache:?}/$1"; mkdir -p "$cache/$1"; }

base=$cache/base
bare_root "$base" amd64 systemd systemd-sysv dbus udev procps kmod python3 python3-venv ca-certificates \
  linux-image-amd64 initramfs-tools lz4
kernel=$(basename "$base"/lib/modules/*)
took "the bare system ($kernel)"

from=$(cat tests/boot/modules.sh tests/boot/module/* | sha256sum)$kernel
if ! made modules "$from"; then
  echo "== building the kernel's modules"
  anew modules
  over modules
  mkdir -p "$layer/module"
  cp tests/boot/module/* "$layer/module/"
  chroot "$layer" bash -s <tests/boot/modules.sh
  cp -R "$layer/built" "$cache/modules/built"
  leave
  rm -rf --one-file-system "$cache/modules/upper" "$cache/modules/work"
  echo "$from" >"$cache/modules/made"
  took "the modules"
fi

# The box of the last run is upgraded, unless what it needs has changed.
from=$(cat pyproject.toml systemd/install.sh tests/boot/image.sh | sha256sum)$from
echo "== installing the box"
if ! made box "$from"; then anew box; fi
over box
rm -rf "$layer/opt/src"
mkdir -p "$layer/opt/src" "$layer/boot/firmware" "$layer/lib/modules/$kernel/extra" "$layer/opt/guest"
git archive HEAD | tar -x -C "$layer/opt/src"
touch "$layer/boot/firmware/config.txt"
# What Raspberry Pi OS has as python3-lgpio.
cp -R "$cache/modules/built/python/." "$layer/usr/lib/python3/dist-packages/"
chroot "$layer" bash /opt/src/systemd/install.sh | sed 's/^/      /'
echo "$from" >"$cache/box/made"
# The owner's own pin table: the display of one pod is an SH1106 (tests/boot/hardware.py hangs it there).
sed '/^number = 2$/,/^display/s/ssd1306/sh1106/' "$layer/opt/src/firmware/pods/pins.toml" >"$layer/etc/bluffbox/pins.toml"
sed -i 's/^# table = "pins.toml"/table = "pins.toml"/' "$layer/etc/bluffbox/settings.toml"
took "the installer"

echo "== making the disk"
cp "$cache"/modules/built/*.ko "$layer/lib/modules/$kernel/extra/"
chroot "$layer" depmod "$kernel"
cp tests/boot/guest/*.py "$layer/opt/guest/"
cp tests/boot/guest/*.service "$layer/etc/systemd/system/"
mkdir -p "$layer/etc/systemd/system/bluffbox.service.d" "$layer/etc/systemd/system/multi-user.target.wants"
cp tests/boot/guest/pi.conf "$layer/etc/systemd/system/bluffbox.service.d/"
ln -sf ../boot-test.service "$layer/etc/systemd/system/multi-user.target.wants/"
echo 'LABEL=root / ext4 errors=remount-ro 0 1' >"$layer/etc/fstab"
echo bluffbox >"$layer/etc/hostname"
printf 'blacklist i2c_i801\n' >"$layer/etc/modprobe.d/boot-test.conf"
if [ ! -e "$cache/box/initrd.img" ] || [ "$(cat "$cache/box/kernel" 2>/dev/null)" != "$kernel" ]; then
  sed -i 's/^MODULES=.*/MODULES=list/; s/^COMPRESS=.*/COMPRESS=lz4/' "$layer/etc/initramfs-tools/initramfs.conf"
  printf 'virtio_blk\nvirtio_pci\next4\n' >"$layer/etc/initramfs-tools/modules"
  chroot "$layer" mkinitramfs -o /opt/initrd.img "$kernel"
  mv "$layer/opt/initrd.img" "$cache/box/initrd.img"
  echo "$kernel" >"$cache/box/kernel"
fi
give_back
cp "$base/boot/vmlinuz-$kernel" "$cache/vmlinuz"
cp "$cache/box/initrd.img" "$cache/initrd.img"
rm -f "$cache/disk.img"
truncate -s 4G "$cache/disk.img"
mke2fs -q -t ext4 -L root -d "$layer" "$cache/disk.img"
took "the disk"
