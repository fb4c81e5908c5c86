"""Labels with their texts, as rows of numbers. Made by `go run ./deploy/labels join`; see GUIDE.md and FIGURES.md."""
import json
import re
from pathlib import Path

HEADS = {
    "voice": "entity unit third auditor standard world".split(),
    "kind": "level change share target price event process policy definition outlook opinion pointer other".split(),
    "standing": "done ongoing planned possible none".split(),
    "topic": "climate energy water waste nature people supply_chain governance product business accounting other".split(),
    "area": "governance strategy risk metrics targets none".split(),
}
ROLES = "none value change from to prior share target base rate limit factor".split()
METRICS = (
    "none ghg_scope1 ghg_scope2 ghg_scope3 ghg ghg_intensity offsets energy renewable water waste pollution nature taxonomy "
    "climate_money carbon_price money pay headcount diversity training safety turnover people suppliers compliance sites "
    "certified products finance_ratio temperature duration count other"
).split()
YEARS = "unsaid reporting before".split()  # where a figure's year is, if it is not one that the sentence prints
BASES = "unsaid prior before".split()
SKIP = -100
GUIDE = Path(__file__).parents[1] / "labels" / "PARAGRAPHS.md"
PARAGRAPHS = re.findall(r"`([^`]+)`", "".join(line.split("|")[1] for line in GUIDE.read_text().splitlines() if line.startswith("| `")))
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def year_marks(text):
    """The years that a sentence prints, by place: what a figure's year is chosen from."""
    return [(m.start(), m.group()) for m in YEAR.finditer(text)]


def pointed(value, text, before, constants):
    """The index of a year among the constants and then the years that the sentence prints."""
    if value == "":
        return 0
    if value in constants:
        return constants.index(value)
    for i, (_, year) in enumerate(year_marks(text)):
        if year == value:
            return len(constants) + i
    return constants.index("before") if value in before else SKIP


def sentence(row):
    """A joined label as the trainer wants it. A head that the label does not speak of is SKIP."""
    out = {
        "file": row["file"], "page": row["page"], "start": row["start"],
        "text": row["text"], "before": row["before"], "headings": row["headings"], "role": row["role"], "item": row["item"],
        "claim": {"yes": 1.0, "no": 0.0, "borderline": 0.5}.get(row.get("claim"), SKIP),
        "figures": [],
    }
    for head, values in HEADS.items():
        out[head] = values.index(row[head]) if head in row else SKIP
    out["paragraphs"] = [PARAGRAPHS.index(p) for p in row.get("paragraphs", [])]
    for f in row["figures"] if "claim" not in row else []:
        none = f["role"] == "none"
        at = len(row["text"].encode()[: f["at"]].decode(errors="ignore"))
        out["figures"].append({
            "start": at, "end": at + len(f["text"]),
            "role": ROLES.index(f["role"]), "metric": METRICS.index(f["metric"]),
            "year": SKIP if none else pointed(f["year"], row["text"], row["before"], YEARS),
            "base": SKIP if none else pointed(f["base"], row["text"], row["before"], BASES),
            "owner": SKIP if none else int(f["owner"] == "entity"),
        })
    return out


MARK = re.compile(r"⟦([^|⟧]*)\|([^⟧]*)⟧")


def written(row):
    """A sentence of labels/written, which stand there in full, as if it had been joined with its text."""
    row = {"file": "written", "page": 0, "start": 0, "role": "body", "item": False, **row}
    if "claim" in row:
        return {**row, "figures": []}
    text, figures, at = "", [], 0
    for m in MARK.finditer(row["text"]):
        text += row["text"][at : m.start()]
        role, metric, year, base, owner = m[2].split("|")
        figures.append({"at": len(text.encode()), "text": m[1], "role": role, "metric": metric, "year": year, "base": base, "owner": owner})
        text, at = text + m[1], m.end()
    return {**row, "text": text + row["text"][at:], "figures": figures}


def load(*paths):
    """The labels of some files. Those that only say which paragraphs a claim is for need no text: they go to the claim."""
    rows = [json.loads(line) for p in paths for line in Path(p).open()]
    place = lambda r: (r["file"], r["page"], r["start"])
    paragraphs = {place(r): r["paragraphs"] for r in rows if "paragraphs" in r and "text" not in r}
    rows = [r for r in rows if "text" in r]
    for r in rows:
        if "claim" in r and "file" in r and place(r) in paragraphs:
            r["paragraphs"] = paragraphs[place(r)]
    return [sentence(r if "file" in r else written(r)) for r in rows]
