"""Makes rows of labels again from what `../labels/public/sentences.jsonl` says of sentences in public texts and from those texts.

    python public.py --texts DIR [--set learnt] --claims claims.jsonl --figures figures.jsonl --answers answers.jsonl

No text is kept with the labels (`../labels/PUBLIC.md`). A source that is a file of a repository is looked for as DIR/OWNER/NAME/PATH, an address as DIR/ and its SHA-256.
Of each sentence the label has its first words, its length and its hash, with white space made single; what is not found is counted and left out. Figures
are marked by their own letters, as in `../labels/written/figures-*`. Headings are not kept: a row has the company's name in their place.
"""
import argparse
import hashlib
import json
from pathlib import Path


def flat(text):
    return " ".join(text.split())


def place(folder, source):
    """Where a source's text is kept."""
    if "://" in source:
        return Path(folder) / hashlib.sha256(source.encode()).hexdigest()
    repository, _, rest = source.partition(" ")
    return Path(folder) / repository / rest.rpartition("@")[0]


def find(text, label):
    """The sentence that a label speaks of, None where the text does not have it, and where it begins."""
    at = text.find(label["begins"])
    while at >= 0:
        said = text[at : at + label["length"]]
        if hashlib.sha256(said.encode()).hexdigest().startswith(label["sha256"]):
            return said, at
        at = text.find(label["begins"], at + 1)
    return None, -1


def marked(text, figures):
    """A sentence with its figures marked: each label has the place and the letters of its figure, and what it is."""
    out, at = "", 0
    for start, end, *said in figures:
        out += text[at:start] + "⟦" + "|".join([text[start:end], *map(str, said)]) + "⟧"
        at = end
    return out + text[at:]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--labels", default="../labels/public/sentences.jsonl")
    p.add_argument("--texts", required=True)
    p.add_argument("--set", default="learnt", choices=("learnt", "chosen", "held"))
    p.add_argument("--claims")
    p.add_argument("--green", help="rows of labels that only say whether sentences are environmental claims, which stand alone")
    p.add_argument("--figures")
    p.add_argument("--answers")
    a = p.parse_args()
    texts, claims, figures, answers, lost, before = {}, [], [], [], 0, ("", "")
    green = []
    for line in Path(a.labels).open(encoding="utf-8"):
        label = json.loads(line)
        if not a.green and label["set"] != a.set:
            continue
        source = label["source"]
        if source not in texts:
            path = place(a.texts, source)
            texts[source] = flat(path.read_text(encoding="utf-8", errors="replace")) if path.exists() else ""
        said, _ = find(texts[source], label)
        if said is None:
            lost, before = lost + 1, ("", "")
            continue
        if a.green:
            green.append({"headings": [label["company"]], "before": "", "text": said} | {k: label[k] for k in ("green", "aim") if k in label})
            continue
        passage = (source, label["passage"])
        row = {"headings": [label["company"]], "before": before[1] if before[0] == passage else "", "text": said}
        before = passage, said
        known = ("passage", "claim", "voice", "kind", "standing", "topic", "area", "benefit")
        claims.append(row | {k: label[k] for k in known} | {"paragraphs": label.get("paragraphs", []), "aim": label.get("aim", "none")})
        if label.get("figures"):
            figures.append(row | {"text": marked(said, label["figures"])})
        if label.get("asked"):
            answers.append(row | {k: label.get(k, []) for k in ("answers", "names", "points")})
    for path, rows in ((a.claims, claims), (a.figures, figures), (a.answers, answers), (a.green, green)):
        if path:
            Path(path).write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8")
    print(f"{len(claims) + len(green)} sentences, {len(answers)} of them asked; {lost} are not in the texts")


if __name__ == "__main__":
    main()
