#!/usr/bin/env bash
# Runs a tool of Go for coverage.sh (go test -toolexec). It changes what cover writes. With the race detector Go allows atomic
# counters only, and the detector watches each of them: that takes half of the time of a room that reads words, and orders
# goroutines that nothing else orders, so that races between them are not found. Asked is only whether a statement ran: here by
# a plain mark, which is not watched.
set -euo pipefail
case "$1 $*" in
*/cover\ *\ -V=full) exec sed 's/$/ marks/' < <("$@") ;; # what is built so is kept apart from what is built without
*/cover\ *\ -mode\ atomic\ *) "$@" ;;
*) exec "$@" ;;
esac
while [ $# -gt 0 ]; do
	case $1 in
	-var) mark=${2}mark ;;
	-outfilelist) mapfile -t written <"$2" ;;
	esac
	shift
done
sed -i.was -E "s/_cover_atomic_\.(Add|Store)Uint32\(&/$mark(\&/g" "${written[@]:1}"
printf '\n//go:norace\n//go:noinline\nfunc %s(p *uint32, v uint32) {\n\tif *p != v {\n\t\t*p = v\n\t}\n}\n' "$mark" >>"${written[0]}"
