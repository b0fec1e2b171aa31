#!/usr/bin/env bash
# Runs a test program for coverage.sh (go test -exec), and leaves in its profile only the packages that it counts for:
# those beside its name in coverage/counts.txt (with commas), else its own; with COVERED=all it counts for all.
# coverage/times.txt says what each one took, in seconds of CPU (user, system) and of the clock.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
tested=keepsake/${PWD#"$root"/}
profile=''
for argument in "$@"; do
	case $argument in -test.coverprofile=*) profile=${argument#*=} ;; esac
done
# Most tests hold little and drop much: collecting garbage seldom saves a tenth of their time.
unset GOMEMLIMIT
export GOGC=400
TIMEFORMAT="%U %S %R ${PWD#"$root"/}"
# The program gets no third stream: what it starts and leaves running, as the PostgreSQL of the tests, would keep it open, and
# go test waits for its end.
{ time "$@" 2>&3 3>&-; } 3>&2 2>>"$root/coverage/times.txt"
status=$?
if [ "${COVERED:-}" != all ] && [ -n "$profile" ] && [ -e "$profile" ]; then
	awk -v tested="$tested" 'FILENAME == ARGV[1] { if ($1 == tested) covered = $2; next }
		/^mode:/ { if (covered == "") covered = tested; for (n = split(covered, names, ","); n > 0; n--) counts[names[n]] = 1; print; next }
		{ name = $1; sub(/\/[^\/]*:.*$/, "", name); if (name in counts) print }' "$root/coverage/counts.txt" "$profile" >"$profile.covered" &&
		mv "$profile.covered" "$profile"
fi
exit "$status"
