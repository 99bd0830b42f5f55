#!/bin/bash
# Runs in the booted container: what the unit promises, one line each. Ends with the container's power-off.
set -u
failed=0
ok() { if "${@:2}"; then echo "ok    $1"; else echo "WRONG $1"; failed=1; fi; }
state() { systemctl show bluffbox -p "$1" --value; }
is() { [ "$(state "$1")" = "$2" ]; }
now() { cut -d' ' -f1 /proc/uptime; }
since() { echo "      $2: $(echo "$(now) $1" | awk '{printf "%.1f", $1 - $2}') s"; }
until_is() { for _ in $(seq 300); do is ActiveState "$1" && return 0; sleep 0.2; done; return 1; }
blanked() { journalctl -u bluffbox -o cat --no-pager --after-cursor="$cursor" | grep -q "pod 6: its glass"; }
mark() { cursor=$(journalctl -n 1 -o json --output-fields=MESSAGE --no-pager | sed 's/.*"__CURSOR":"\([^"]*\)".*/\1/'); }

ok "it starts with the machine" until_is active
ok "it says how it is" grep -q "Pod 1 does not answer" <(state StatusText)
ok "it runs as its own user" [ "$(ps -o user= -p "$(state MainPID)" 2>/dev/null || stat -c %U "/proc/$(state MainPID)")" = bluffbox ]
ok "nobody else can read the games" [ "$(stat -c %a /var/lib/bluffbox)" = 700 ]

at=$(now); mark
kill -9 "$(state MainPID)"
sleep 1
ok "it comes back when it is killed" until_is active
since "$at" "killed to ready"
ok "and the glass was blanked in between" blanked

at=$(now)
kill -STOP "$(state MainPID)"
for _ in $(seq 150); do is NRestarts 2 && break; sleep 0.2; done
ok "one that hangs is ended by the watchdog and begun anew" is NRestarts 2
ok "and is ready again" until_is active
since "$at" "hung to ready"

at=$(now)
systemctl restart bluffbox
since "$at" "stopped and started"
ok "a restart is no failure" is Result success
at=$(now)
systemctl stop bluffbox
since "$at" "stopped"
ok "a stop is no failure" is ActiveState inactive

drop=/run/systemd/system/bluffbox.service.d
mkdir -p $drop
put() { printf '[Service]\nType=exec\nExecStart=\nExecStart=/bin/sh -c "%s"\n' "$1" > $drop/program.conf; systemctl daemon-reload; }
put "exit 78"
systemctl reset-failed bluffbox
systemctl start bluffbox
until_is failed
sleep 4
ok "a pin table that cannot be wired" is ExecMainStatus 78
ok "is not tried again" is NRestarts 0
put "exit 69"
sed -i 's/^ExecStart=.*exit.*/&\nExecStopPost=\nRestartSec=100ms/' $drop/program.conf
systemctl daemon-reload
systemctl reset-failed bluffbox
systemctl start bluffbox
for _ in $(seq 100); do is NRestarts 6 && is ActiveState failed && break; sleep 0.2; done
ok "a box that cannot start is tried six times and then left" is NRestarts 6
put "exit 86"
systemctl reset-failed bluffbox
echo "failed=$failed"
echo "switching off"
systemctl start bluffbox
