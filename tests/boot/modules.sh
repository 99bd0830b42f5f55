#!/usr/bin/env bash
# Runs inside the throw-away Debian 13 of tests/boot/image.sh: builds into /built what Debian's kernel and archive lack
# for the boot test. Simulated pins (gpio-sim), the multiplexer's driver and v4l2loopback come from Debian's own source
# packages, the displays (simglass) from /module, lgpio from its source on PyPI.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
kernel=$(basename /lib/modules/*)
series=$(cut -d. -f1,2 <<<"$kernel")
apt-get update -qq
apt-get install -y -qq --no-install-recommends "linux-headers-$kernel" "linux-source-$series" gcc make swig python3-dev \
  python3-venv xz-utils >/dev/null 2>&1

work=$(mktemp -d)
cd "$work"
cp /module/* .
tar -xf "/usr/src/linux-source-$series.tar.xz" --strip-components=1 --wildcards \
  '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c' '*/drivers/i2c/muxes/i2c-mux-pca954x.c'
mv drivers/gpio/gpio-sim.c gpio-sim-main.c
mv drivers/gpio/gpiolib.h drivers/i2c/muxes/i2c-mux-pca954x.c .
# What the file calls is the kernel's own business; a module has this in its place.
sed 's/handle_simple_irq(irq_to_desc(\(.*\)));/generic_handle_irq_safe(\1);/' kernel/irq/irq_sim.c >irq_sim.c
apt-get download -qq v4l2loopback-dkms
dpkg-deb -x v4l2loopback-dkms_*.deb loopback
cp loopback/usr/src/v4l2loopback-*/*.[ch] .
make -s -C "/lib/modules/$kernel/build" M="$work" modules

rm -rf /built
mkdir -p /built/python
for module in *.ko; do strip --strip-debug -o "/built/$module" "$module"; done
python3 -m venv pip
# PYPI: with its C library in it, as its wheels for older Pythons are made.
PYPI=1 ./pip/bin/pip install --quiet --disable-pip-version-check --no-input --no-deps --no-binary lgpio --target /built/python \
  lgpio==0.2.2.0
rm -rf "$work"
