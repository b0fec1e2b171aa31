#!/usr/bin/env bash
# axe.sh : prints the path of axe-core, which the browser tests check pages with. It is fetched once by npm, in the pinned
# version, and is part of no binary (MPL-2.0).
set -euo pipefail

version=4.14.1
sum=29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c
folder=${XDG_CACHE_HOME:-$HOME/.cache}/keepsake
file=$folder/axe-$version.js

is_it() { [ -f "$1" ] && echo "$sum  $1" | sha256sum --check --status; }

if ! is_it "$file"; then
	"$(dirname "$0")/need.sh" npm "checking pages with axe" npm >&2
	mkdir -p "$folder"
	new=$(mktemp -d "$folder/axe.XXXXXX")
	trap 'rm -rf "$new"' EXIT
	for try in 1 2 3; do
		(cd "$new" && npm pack --silent "axe-core@$version" >/dev/null) && break
		[ "$try" = 3 ] && { echo "axe.sh: npm cannot fetch axe-core@$version" >&2; exit 1; }
	done
	tar -xzf "$new/axe-core-$version.tgz" -C "$new" package/axe.min.js
	is_it "$new/package/axe.min.js" || { echo "axe.sh: axe-core@$version is not what was pinned" >&2; exit 1; }
	mv "$new/package/axe.min.js" "$file"
fi
echo "$file"
