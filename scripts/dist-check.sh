#!/usr/bin/env bash
# dist-check.sh: builds the bot for linux/amd64 from the present commit in two folders, each with a
# cache of its own, and fails unless both are the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in here a/much/longer/way/there; do
	mkdir -p "$work/$folder"
	git archive HEAD | tar -x -C "$work/$folder"
	VERSION=$(git describe --tags --always) COMMIT=$(git rev-parse --short=12 HEAD) \
		DATE=$(TZ=UTC git show --no-patch --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ HEAD) \
		TARGETS=${TARGETS:-linux/amd64} GOCACHE="$work/$folder/.cache" "$work/$folder/scripts/dist.sh" "$work/$folder/dist"
done
diff -r "$work/here/dist" "$work/a/much/longer/way/there/dist"
echo "the same bytes twice:"
cat "$work/here/dist/SHA256SUMS"
