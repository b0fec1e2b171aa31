#!/usr/bin/env bash
# Runs every test, with the race detector but for measurements, and fails when a test fails or a package with
# logic is covered less than the limit. Arguments are packages; none = all.
#
# A package is covered by its own tests. The rooms of the bot are covered by the bot's: these
# go through the public door, bot.Run.
set -uo pipefail
cd "$(dirname "$0")/.."

limit=80
# Test support: run by the tests of what it tests, in another package.
exempt='^keepsake/(store/storetest|internal/faulty)$'

mkdir -p coverage
report=coverage/report.txt
export CGO_ENABLED=1 # the race detector is written in C

# The bot's rooms, what travels between them and what puts them together are covered by the
# tests of the bot and of the command line, which go through the front doors.
# So are the rooms in which a write is judged and asked about: by the agent's tests, their own and the bot's; and the rooms of
# REST, by its door's.
together='^keepsake/(bot(/|$)|delivery$|app(/|$)|cmd/keepsake(/|$)|agent(/|$)|toolset(/|$)|memory/(grounds|offer|candidate|calibration|ingest|revert|graph|lines|listing|digest|consolidate|shard)(/|$)|command(/|$)|web(/|$)|people$|llm$|store/digests$|terminal(/|$)|task$|tx$|phrase$|secret(/|$)|internal/(groundset|eval)$)'
byTheClock='^keepsake/(bot(/|$)|delivery$)'
# What measures how well and how fast something is done runs as it is built, without the race
# detector: the rooms that it asks have tests of their own with it.
measures='^keepsake/internal/(bench|eval|groundset|obedient|quality|secretset)$'
# The rooms behind the store are covered by its suite, which goes through the stores that it hands out.
# So are the rooms of digests and of shards, whose rules are transactions.
behindStore='^keepsake/store(/|$)'
mapfile -t packages < <(go list "${@:-./...}")
pick() { printf '%s\n' "${packages[@]}" | grep -v '/simulator$' | grep "$@"; }
mapfile -t rooms < <(pick -E "$together")
mapfile -t timed < <(pick -E "$byTheClock")
mapfile -t front < <(pick -E "$together" | grep -vE "$byTheClock|$measures")
mapfile -t measured < <(pick -E "$measures")
mapfile -t stores < <(pick -E "$behindStore")
mapfile -t others < <(pick -vE "$together|$behindStore|$measures"; printf '%s\n' "${packages[@]}" | grep '/simulator$')
covered=$(IFS=,; echo "${rooms[*]}")
coveredStores=$(IFS=,; echo "${stores[*]},keepsake/memory/digest,keepsake/memory/shard")
all=$(go list ./... | paste -sd,)
mapfile -t untested < <([ ${#others[@]} -eq 0 ] || go list -f '{{if not (or .TestGoFiles .XTestGoFiles)}}{{.ImportPath}}{{end}}' "${others[@]}" | grep .)

# run NAME COVERED AT_ONCE PACKAGE... tests packages, AT_ONCE of them at a time. It reports into coverage/NAME.txt, and
# into coverage/NAME.out which statements of COVERED ran (packages with commas; "own" = those of the tested package).
# Every package is compiled once, with counters for all: what counts for whom is picked from what each test reports.
# Vet is left to make lint. Without debugging tables (-w) tests are linked sooner. SQLite and its full text search,
# translated from C, are not watched for races: one goroutine at a time uses a connection.
# In a watched fts5 each call through an embedded field leaves an entry on the race detector's
# own stack (the compiler ends such a method with a jump), and each start of a goroutine copies
# that stack: tests with many statements took ten times as long. Nothing that uses package sync
# may be left unwatched: its generic code would be compiled unwatched for all.
run() {
	local name=$1 counted=$2 atOnce=$3
	shift 3
	COVERED=$counted go test -p "$atOnce" -vet=off -exec "'$PWD/scripts/covered.sh'" -race \
		-gcflags='github.com/ncruces/go-sqlite3-wasm/...=-race=false' -gcflags='github.com/ncruces/go-sqlite3/ext/fts5=-race=false' -ldflags=-w -timeout 20m \
		-coverpkg="$all" -coverprofile="coverage/$name.out" "$@" >"coverage/$name.txt" 2>&1
}

rm -f coverage/*.txt coverage/*.out
status=0
if [ ${#measured[@]} -gt 0 ]; then
	go test -p 1 -vet=off -ldflags=-w -timeout 20m -coverpkg="$covered" -coverprofile=coverage/measured.out "${measured[@]}" >coverage/measured.txt 2>&1 || status=1
fi
# The bot's tests go by the clock, so nothing runs beside them.
if [ ${#timed[@]} -gt 0 ]; then
	run timed "$covered" 1 "${timed[@]}" || status=1
fi
# Much of the time of the others is waiting (for leases, killed processes): more packages at
# once than there are cores.
if [ ${#front[@]} -gt 0 ]; then
	run front "$covered" 1 "${front[@]}" &
	beside=$!
fi
if [ ${#stores[@]} -gt 0 ]; then
	run stores "$coveredStores" 2 "${stores[@]}" || status=1
fi
if [ ${#others[@]} -gt 0 ]; then
	run others own 3 "${others[@]}" || status=1
fi
# What has statements and no test is covered 0 %, and said to be so.
if [ ${#untested[@]} -gt 0 ]; then
	go test -vet=off -cover "${untested[@]}" >coverage/untested.txt 2>&1 || status=1
fi
if [ ${#front[@]} -gt 0 ]; then
	wait "$beside" || status=1
fi
{
	cat coverage/untested.txt
	sed -e '/^warning: no packages being tested depend on/d' -e 's/[[:space:]]*coverage: .*//' coverage/measured.txt coverage/timed.txt coverage/front.txt coverage/stores.txt coverage/others.txt
	awk '!/^mode:/ { size[$1] = $2; if ($3 > 0) hit[$1] = 1 }
		END {
			for (block in size) {
				name = block; sub(/\/[^\/]*:.*$/, "", name)
				all[name] += size[block]; if (block in hit) covered[name] += size[block]
			}
			for (name in all) printf "ok %s coverage: %.1f%% of statements\n", name, 100 * covered[name] / all[name]
		}' coverage/*.out | sort
} 2>/dev/null | tee "$report"
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
