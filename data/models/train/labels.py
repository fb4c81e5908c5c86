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
    "benefit": "no yes".split(),
}
AIMS = "none net_zero reduction".split()  # what a sentence says that somebody wants emissions to be
AGAINST = "none missed worse harm lacking limits changed unchecked leaning exposed".split()  # what speaks against the company's own picture
MATTERS = (  # of what a sentence tells something that whoever relies on the report has to know
    "none assurance basis goal emissions energy finance risk safety people conduct supply nature product pay oversight"
).split()
ENVIRONMENT = set("climate energy water waste nature product supply_chain".split())  # topics that a benefit can be about
ROLES = "none value change from to prior share target base rate limit factor".split()
METRICS = (
    "none ghg_scope1 ghg_scope2 ghg_scope3 ghg ghg_intensity offsets energy renewable water waste pollution nature taxonomy "
    "climate_money carbon_price money pay headcount diversity training safety turnover people suppliers compliance sites "
    "certified products finance_ratio temperature duration count other"
).split()
MEASURES = (  # what a figure measures, as facts have it; a metric above may be several of them
    "other ghg_emissions ghg_intensity ghg_reduction offsets energy electricity renewable_share energy_intensity energy_certificates water waste "
    "carbon_price remuneration_share capex revenue headcount headcount_share training accidents board_seats target_year exposed_assets"
).split()
YEARS = "unsaid reporting before".split()  # where a figure's year is, if it is not one that the sentence prints
BASES = "unsaid prior before".split()
SKIP = -100
GUIDE = Path(__file__).parents[1] / "labels" / "PARAGRAPHS.md"
PARAGRAPHS = re.findall(r"`([^`]+)`", "".join(line.split("|")[1] for line in GUIDE.read_text().splitlines() if line.startswith("| `")))
NEAR = 4  # sentences before and behind, on the page, that tell what a sentence's surroundings are about
YEAR = re.compile(r"(?<!\d)(?P<whole>(?:19|20)\d\d)(?!\d)(?:[/\u2013-](?P<next>\d\d)(?!\d))?|(?<![A-Za-z])FY ?['\u2019]?(?P<short>\d\d)(?![\d])")


def year_marks(text):
    """The years that a sentence prints, by place: what a figure's year is chosen from. Of a fiscal year it is the one in which it
    ends: FY24 and 2023/24 are 2024."""
    out = []
    for m in YEAR.finditer(text):
        if m["short"]:
            out.append((m.start(), "20" + m["short"]))
            continue
        year = int(m["whole"])
        ends = m["next"] and (year + 1) % 100 == int(m["next"])
        out.append((m.start(), str(year + 1 if ends else year)))
    return out


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
        "near": row.get("near", []), "claim": {"yes": 1.0, "no": 0.0, "borderline": 0.5}.get(row.get("claim"), SKIP),
        "figures": [],
    }
    for head, values in HEADS.items():
        out[head] = values.index(row[head]) if head in row else SKIP
    out["aim"] = AIMS.index(row["aim"]) if "aim" in row else SKIP
    if row.get("topic", "climate") not in ENVIRONMENT:
        out["benefit"] = HEADS["benefit"].index("no")
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
            "measure": MEASURES.index(f["measure"]) if f.get("measure") else SKIP,
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
        role, metric, year, base, owner, measure = m[2].split("|")
        figures.append({"at": len(text.encode()), "text": m[1], "role": role, "metric": metric, "year": year, "base": base, "owner": owner, "measure": measure})
        text, at = text + m[1], m.end()
    return {**row, "text": text + row["text"][at:], "figures": figures}


def around(rows):
    """Gives each of some rows in reading order, of one page, the texts of those next to it."""
    said = [r["text"] for r in rows]
    for k, r in enumerate(rows):
        r["near"] = said[max(0, k - NEAR) : k] + said[k + 1 : k + 1 + NEAR]


def load(*paths):
    """The labels of some files. Those that only say for which paragraphs a claim is, whether it tells of a benefit, or what is
    aimed at, need no text: they go to the sentence."""
    rows, passages = [], {}
    for path in paths:
        for line in Path(path).open():
            r = json.loads(line)
            rows.append(r)
            if "passage" in r:
                passages.setdefault((path, r["passage"]), []).append(r)
    for some in passages.values():
        around(some)
    place = lambda r: (r["file"], r["page"], r["start"])
    more = {}
    for r in rows:
        if "text" not in r:
            more.setdefault(place(r), {}).update({k: r[k] for k in ("paragraphs", "benefit", "aim") if k in r})
    rows = [r for r in rows if "text" in r]
    for r in rows:
        if "claim" in r and "file" in r:
            r.update(more.get(place(r), {}))
    return [sentence(r if "file" in r else written(r)) for r in rows]
