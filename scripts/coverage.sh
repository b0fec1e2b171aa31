#!/usr/bin/env bash
# Runs every test, with the race detector wherever goroutines meet, and fails when a test fails or a package with
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
rm -f coverage/*.txt coverage/*.out
report=coverage/report.txt
export CGO_ENABLED=1 # the race detector is written in C

# The bot's rooms, what travels between them and what puts them together are covered by the
# tests of the bot and of the command line, which go through the front doors.
# So are the rooms in which a write is judged and asked about: by the agent's tests, their own and the bot's; and the rooms of
# REST, by its door's.
together='^keepsake/(bot(/|$)|delivery$|app(/|$)|cmd/keepsake(/|$)|agent(/|$)|toolset(/|$)|memory/(grounds|offer|candidate|calibration|ingest|revert|graph|lines|listing|digest|consolidate|shard)(/|$)|command(/|$)|web(/|$)|people$|llm$|store/digests$|terminal(/|$)|task$|tx$|phrase$|secret(/|$))'
# Watched for races are the rooms that start goroutines (archtest sees to it) and those that many use at once. With the detector tests
# take two to twenty times as long: all others run without it. The bot's and the app's tests, and those of load, walk
# through every room with it.
watched='^keepsake/(agent|app|attachment|bot|cmd/keepsake|delivery|demo|httproom|internal/(faulty|load)|lease|llm|mcpserver|memory/ingest|metrics|session|store|terminal|toolset/mcptools|tracing|web)(/|$)'
# What measures how well and how fast something is done runs as it is built, without what counts statements in the rooms that it asks.
measures='^keepsake/internal/(bench|eval|obedient|quality)$'
# The rooms of words are covered by each other's tests, and by the labelled sets.
words='^keepsake/(phrase|secret|memory/grounds|internal/groundset|internal/secretset)(/|$)'
# The rooms behind the store are covered by its suite, which goes through the stores that it hands out.
# So are the rooms of digests and of shards, whose rules are transactions.
behindStore='^keepsake/store(/|$)'
# What waits by the clock or takes long begins first, so that nothing waits for it in the end.
waits='^keepsake/(bot|delivery|internal/kill|internal/load|internal/stress|app|web|store|memory/ingest|demo)$'

mapfile -t packages < <(go list "${@:-./...}")
pick() { printf '%s\n' "${packages[@]}" | grep "$@"; }
inOrder() { pick "$@" | grep -E "$waits"; pick "$@" | grep -vE "$waits"; }
commas() { paste -sd,; }
mapfile -t measured < <(pick -E "$measures")
mapfile -t raced < <(inOrder -E "$watched")
mapfile -t plain < <(inOrder -vE "$watched|$measures")
{
	rooms=$(pick -E "$together" | grep -v '/simulator$' | commas)
	stores=$(pick -E "$behindStore" | commas),keepsake/memory/digest,keepsake/memory/shard
	pick -E "$together" | grep -v '/simulator$' | sed "s|\$| $rooms|"
	pick -E "$behindStore" | sed "s|\$| $stores|"
	pick -E "$words" | sed "s|\$| $(pick -E "$words" | commas)|"
} >coverage/counts.txt

# run NAME AT_ONCE FLAG... tests packages, AT_ONCE of them at a time, and reports into coverage/NAME.txt, and into
# coverage/NAME.out which statements ran that count for the tested packages (coverage/counts.txt; by default its own).
# Vet is left to make lint. Without debugging tables (-w) tests are linked sooner. While it compiles and links, Go collects no
# garbage below 1 GiB.
run() {
	local name=$1 atOnce=$2
	shift 2
	GOGC=off GOMEMLIMIT=1GiB go test -p "$atOnce" -vet=off -exec "'$PWD/scripts/covered.sh'" -ldflags=-w -timeout 20m \
		-coverprofile="coverage/$name.out" "$@" >"coverage/$name.txt" 2>&1
}

# One call each for what is built with the race detector and without, so that every package is compiled once for each;
# both at the same time, and more programs at once than there are cores, as many wait (for leases, killed processes).
# SQLite and its full text search, translated from C, are not watched for races: one goroutine at a time uses a connection.
# In a watched fts5 each call through an embedded field leaves an entry on the race detector's
# own stack (the compiler ends such a method with a jump), and each start of a goroutine copies
# that stack: tests with many statements took ten times as long. Nothing that uses package sync
# may be left unwatched: its generic code would be compiled unwatched for all. Package regexp is left unwatched as well: it shares
# only pools between goroutines, whose hand-overs are watched in package sync; with it a bot's tests took half as long again. Nor are
# conversions by package unsafe checked (checkptr), which no room of this house does.
status=0
everything=$(go list ./... | commas)
{
	failed=0
	[ ${#plain[@]} -eq 0 ] || run plain 2 -coverpkg="$everything" "${plain[@]}" || failed=1
	[ ${#measured[@]} -eq 0 ] || COVERED=all run measured 1 -coverpkg="$(IFS=,; echo "${measured[*]}")" "${measured[@]}" || failed=1
	exit $failed
} &
beside=$!
if [ ${#raced[@]} -gt 0 ]; then
	flags=("-gcflags=all=-d=checkptr=0")
	for unwatched in regexp/... github.com/ncruces/go-sqlite3-wasm/... github.com/ncruces/go-sqlite3/ext/fts5; do
		flags+=("-gcflags=$unwatched=-race=false -d=checkptr=0")
	done
	run raced 2 -race -toolexec="'$PWD/scripts/marks.sh'" "${flags[@]}" \
		-coverpkg="$everything" "${raced[@]}" || status=1
fi
wait "$beside" || status=1
{
	sed -e '/^warning: no packages being tested depend on/d' -e 's/[[:space:]]*coverage: .*//' coverage/{measured,plain,raced}.txt
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
	# A program can also end without any test's having failed: what it said last is told as well.
	echo "coverage.sh: tests failed:"
	grep -E -B 2 '^FAIL[[:space:]]' "$report"
	grep -E '(--- FAIL|^panic:|^fatal error:|^race:|^testing:|^signal:|^exit status|DATA RACE)' "$report"
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
