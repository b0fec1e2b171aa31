#!/usr/bin/env bash
# dist.sh FOLDER [PACKAGE]: static binaries of the present commit for six systems, their
# checksums, and a list of what is inside. The same commit and the same Go make the same bytes,
# wherever this runs: no path, time or machine gets into them.
# VERSION, COMMIT and DATE may be given where there is no git; TARGETS, for fewer systems.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1 package=${2:-./cmd/keepsake}
version=${VERSION:-$(git describe --tags --always --dirty)}
commit=${COMMIT:-$(git rev-parse --short=12 HEAD)}
date=${DATE:-$(TZ=UTC git show --no-patch --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ HEAD)}
targets=${TARGETS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}

case $version in "$commit"* | *"$(printf %.7s "$commit")"*) said="$version" ;; *) said="$version $commit" ;; esac
said="$said ${date%%T*}"

# What a user of this machine has set must not change the bytes.
export CGO_ENABLED=0 GOFLAGS=-mod=readonly GOTOOLCHAIN=local GOAMD64=v1 GOARM64=v8.0 GOEXPERIMENT='' GOGC=${GOGC:-200}

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
rm -f "$folder"/keepsake-* "$folder"/SHA256SUMS
for target in $targets; do
	os=${target%/*} arch=${target#*/} suffix=
	[ "$os" = windows ] && suffix=.exe
	GOOS=$os GOARCH=$arch go build -trimpath -buildvcs=false -gcflags=all=-dwarf=false \
		-ldflags "-s -w -buildid= -X 'main.version=$said'" -o "$folder/keepsake-$version-$os-$arch$suffix" "$package"
done
go run ./internal/dist -version "$version" -commit "$commit" -date "$date" "$folder"/keepsake-* >"$folder/sbom.tmp"
mv "$folder/sbom.tmp" "$folder/keepsake-$version.cdx.json"
(cd "$folder" && sha256sum keepsake-* >SHA256SUMS)
