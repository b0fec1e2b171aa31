#!/usr/bin/env bash
# build-cost.sh [LIMIT]: CPU seconds (user and system, of all processes) of a go run of the bot with an empty
# cache: "plain" without any flags, "make" with what make builds it with. With a LIMIT it fails when the latter takes
# more. Modules are fetched before, and not counted.
set -euo pipefail
cd "$(dirname "$0")/.."

go mod download
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# cost NAME FLAGS: runs it from nothing and prints what that took.
cost() {
	local name=$1 seconds
	shift
	seconds=$( { GOCACHE="$work/$name" bash -c 'go run "$@" ./cmd/keepsake version >/dev/null && times' -- "$@"; } |
		awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, p, /[ms]/); all += 60 * p[1] + p[2] } print int(all + 0.5) }')
	rm -rf "${work:?}/$name"
	printf '%-6s %4d s of CPU, %d packages\n' "$name" "$seconds" "$(go list -deps ./cmd/keepsake | wc -l)"
	last=$seconds
}

cost plain
CGO_ENABLED=0 GOGC=off GOMEMLIMIT=1GiB cost make -gcflags=all=-dwarf=false
[ $# = 0 ] || [ "$last" -le "$1" ]
