#!/usr/bin/env bash
# Refreshes what others keep for us in secret: the rules of gitleaks and the word lists of
# BIP-39. Both come through the Go module proxy, pinned below, with their licences.
#
#   bash scripts/secret-rules.sh
set -euo pipefail
cd "$(dirname "$0")/.."

GITLEAKS=github.com/zricethezav/gitleaks/v8@v8.30.1
BIP39=github.com/tyler-smith/go-bip39@v1.1.0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && go mod init refresh >/dev/null 2>&1)
dir_of() { (cd "$work" && go mod download -json "$1") | python3 -c 'import json,sys; print(json.load(sys.stdin)["Dir"])'; }

gitleaks=$(dir_of "$GITLEAKS")
bip39=$(dir_of "$BIP39")
cp "$gitleaks/LICENSE" secret/shapes/data/LICENSE.gitleaks
cp "$bip39/LICENSE" secret/wallet/LICENSE.bip39
chmod u+w secret/shapes/data/LICENSE.* secret/wallet/LICENSE.*

python3 - "$gitleaks/config/gitleaks.toml" "$GITLEAKS" secret/shapes/data/gitleaks.tsv <<'PY'
import re, sys, tomllib
source, version, out = sys.argv[1:]
# Left out: rules about files; rules whose words people use in talk; ids that are public; and what
# shapes.go recognises without asking how random it looks, or in a text that was cut off.
OUT = {"generic-api-key", "private-key", "jwt", "jwt-base64", "telegram-bot-api-token", "sourcegraph-access-token",
       "hashicorp-tf-password", "kubernetes-secret-yaml", "facebook-access-token", "slack-webhook-url"}
# A keyword finds its rule by three bytes, and a word of talk should not.
KEYWORDS = {"twilio-api-key": ["sk" + c for c in "0123456789abcdef"],
            "azure-ad-client-secret": [c + "q~" for c in "0123456789"],
            "vault-service-token": ["hvs."]}
rows = []
for r in tomllib.load(open(source, "rb"))["rules"]:
    if r["id"] in OUT or r.get("path") or not r.get("regex") or re.search(r"client-id|access-id|-user-api-id|-pub(lic)?-key", r["id"]):
        continue
    keywords = KEYWORDS.get(r["id"], r.get("keywords", []))
    assert keywords and all(len(k) >= 3 and k == k.lower() and " " not in k for k in keywords), r["id"]
    row = [r["id"], str(r.get("entropy", 0)), str(r.get("secretGroup", 0)), " ".join(keywords), r["regex"]]
    assert not any("\t" in f or "\n" in f for f in row), r["id"]
    rows.append("\t".join(row))
with open(out, "w") as f:
    f.write(f"# {version}, config/gitleaks.toml (MIT, LICENSE.gitleaks), made by scripts/secret-rules.sh. Do not edit.\n")
    f.write("# id, entropy, group, keywords, expression\n")
    f.write("\n".join(rows) + "\n")
print(len(rows), "rules")
PY

python3 - "$bip39/wordlists" "$BIP39" secret/wallet/seeds.txt <<'PY'
import pathlib, re, sys
source, version, out = sys.argv[1:]
lists = []
for path in sorted(pathlib.Path(source).glob("*.go")):
    body = path.read_text().split("`")
    if len(body) < 3:
        continue
    words = body[1].split()
    assert len(words) == 2048, path
    lists.append(path.stem + ": " + " ".join(words))
with open(out, "w") as f:
    f.write(f"# {version}, wordlists (MIT, LICENSE.bip39), made by scripts/secret-rules.sh. Do not edit.\n")
    f.write("\n".join(lists) + "\n")
print(len(lists), "lists")
PY
