#!/usr/bin/env bash
# need.sh PROGRAM PURPOSE PACKAGE... : is PROGRAM there? If not, get the Debian PACKAGEs
# when we may (root, apt-get), and say exactly what to install when we may not.
set -euo pipefail

program=$1 purpose=$2
shift 2

command -v "$program" >/dev/null 2>&1 && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "need.sh: $purpose needs $program: installing $*"
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null
	command -v "$program" >/dev/null 2>&1 && exit 0
fi

echo "need.sh: $purpose needs $program, which is not here. On Debian: sudo apt-get install $*" >&2
exit 1
