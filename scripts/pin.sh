#!/usr/bin/env bash
# pin.sh: asks the registries which images the tags in Dockerfile and the compose files name today, and writes
# their digests beside the tags. Nothing is written unless every registry answered. For a newer version change
# the tag first, with any digest behind it.
set -euo pipefail
cd "$(dirname "$0")/.."

files=(Dockerfile compose.yaml compose.postgres.yaml)

# digest TAG: prints what the tag names: all platforms' digest, not this machine's.
digest() {
	if command -v crane >/dev/null 2>&1; then
		crane digest "$1"
	elif command -v skopeo >/dev/null 2>&1; then
		skopeo inspect --raw "docker://$1" | sha256sum | sed 's/^/sha256:/; s/ .*//'
	elif command -v docker >/dev/null 2>&1; then
		docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$1"
	else
		echo "pin.sh: asking a registry needs crane, skopeo or docker with buildx, and none is here" >&2
		return 1
	fi
}

edits=()
for pinned in $(grep -ohE '[a-z0-9][a-z0-9./-]*:[A-Za-z0-9._-]+@sha256:[0-9a-f]+' "${files[@]}" | sort -u); do
	tag=${pinned%@*}
	if ! new=$(digest "$tag") || ! [[ $new =~ ^sha256:[0-9a-f]{64}$ ]]; then
		echo "pin.sh: no digest for $tag; nothing was changed" >&2
		exit 1
	fi
	[ "$pinned" = "$tag@$new" ] && echo "unchanged  $tag" || echo "renewed    $tag"
	edits+=(-e "s|$pinned|$tag@$new|g")
done
sed -i.before "${edits[@]}" "${files[@]}"
for file in "${files[@]}"; do rm "$file.before"; done
