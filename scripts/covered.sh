#!/usr/bin/env bash
# Runs a test program for coverage.sh (go test -exec), and leaves in its profile only the packages of $COVERED
# (with commas; "own" = that of the folder it runs in). coverage/times.txt says what each one took, in seconds of CPU
# (user, system) and of the clock.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
profile=''
for argument in "$@"; do
	case $argument in -test.coverprofile=*) profile=${argument#*=} ;; esac
done
TIMEFORMAT="%U %S %R ${PWD#"$root"/}"
{ time "$@" 2>&3; } 3>&2 2>>"$root/coverage/times.txt"
status=$?
if [ -n "$profile" ] && [ -e "$profile" ]; then
	covered=$COVERED
	[ "$covered" != own ] || covered=keepsake/${PWD#"$root"/}
	awk -v covered="$covered" 'BEGIN { for (n = split(covered, names, ","); n > 0; n--) counts[names[n]] = 1 }
		/^mode:/ { print; next }
		{ name = $1; sub(/\/[^\/]*:.*$/, "", name); if (name in counts) print }' "$profile" >"$profile.covered" &&
		mv "$profile.covered" "$profile"
fi
exit "$status"
