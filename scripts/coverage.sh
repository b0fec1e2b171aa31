#!/usr/bin/env bash
# Runs every test with the race detector and fails when a test fails or a package with
# logic is covered less than the limit. Arguments are packages; none = all.
set -uo pipefail
cd "$(dirname "$0")/.."

limit=80
# Test support: run by the tests of what it tests, in another package.
exempt='^keepsake/store/storetest$'

mkdir -p coverage
report=coverage/report.txt
export CGO_ENABLED=1 # the race detector is written in C

# Much of the time of these tests is waiting (for leases, quiet seconds, killed processes): more
# packages at once than there are cores.
go test -p 4 -race -cover -timeout 20m "${@:-./...}" 2>&1 | tee "$report"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
	echo
	echo "coverage.sh: tests failed:"
	grep -E '^(FAIL|--- FAIL|panic:)' "$report"
	exit "$status"
fi

awk -v limit="$limit" -v exempt="$exempt" '
	/coverage: \[no statements\]/ { next }
	/coverage: [0-9.]+% of statements/ {
		name = ($1 == "ok") ? $2 : $1
		if (name ~ exempt) next
		for (i = 1; i <= NF; i++) if ($i == "coverage:") percent = $(i + 1) + 0
		seen++
		if (percent < limit) { printf "coverage.sh: %s is covered %s%%, less than %s%%\n", name, percent, limit; low++ }
	}
	END {
		if (!seen) { print "coverage.sh: no package reported its coverage"; exit 1 }
		if (low) exit 1
		printf "coverage.sh: %d packages, each covered at least %s%%\n", seen, limit
	}' "$report"
