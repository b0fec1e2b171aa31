#!/usr/bin/env bash
# compare.sh BASE : what a turn costs the program of commit BASE and the one of this tree, measured
# in alternation in one run, on both databases. Both are driven from outside, by this tree's
# simulator and scripted model.
set -euo pipefail
cd "$(dirname "$0")/.."

base=${1:-}
if [ -z "$base" ]; then
	echo "compare.sh: which commit? make compare BASE=802717f" >&2
	exit 2
fi
if ! commit=$(git rev-parse --quiet --verify "$base^{commit}"); then
	echo "compare.sh: the commit $base is not in this clone; a shallow clone gets it by git fetch --unshallow" >&2
	exit 1
fi

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/source"
git archive "$commit" | tar -x -C "$dir/source"
(cd "$dir/source" && go build -o "$dir/keepsake" ./cmd/keepsake)
KEEPSAKE_COMPARE_BASE="$dir/keepsake" go test -count=1 -timeout 60m -v -run '^TestCompare$' ./internal/load
