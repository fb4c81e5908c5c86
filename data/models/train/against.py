"""Teaches what in a sentence speaks against the company's own picture (`../labels/AGAINST.md`), on a student's encoder as it stands.

    python against.py --student student.pt --base base --all all --labels ../labels/against/reports.jsonl --written ../labels/written/against-*.jsonl \
      [--folds] --out against.pt
    python against.py --answer matters --student against.pt --base base --all all --labels ../labels/matters/reports.jsonl [--folds] --out matters.pt

or of what it tells something that whoever relies on the report has to know (`../labels/MATTERS.md`). The answer is one layer on what the answer about
aims is made of. Sentences of the pages that were read of a report and of which nothing is written down are none; those that repeat an earlier one of the
report are left out, since footnotes would be learnt by number.
"""
import argparse
import json
from itertools import groupby
from pathlib import Path

import torch
from transformers import AutoTokenizer

import student as S
from aims import layer, vectors
from labels import AGAINST, MATTERS, SKIP, around, load

FREE = 0.01  # how free the weights are
STEPS = 100
WRITTEN = 0.5  # what an invented sentence counts
ANSWERS = {"against": AGAINST, "matters": MATTERS}
GRADES = {0: 0.5, 1: 0.7, 2: 1.0}  # what a sentence counts that says the same as a better one, that is good to know, that has to be known
PARTS = 4  # in which reports are measured that the layer has not seen


def of_reports(labels, folder, name):
    """The sentences of the reports that labels are of, with what is said of each and what it counts; without those that are not counted."""
    said, read = {}, {}
    for line in (line for path in labels for line in Path(path).open()):
        r = json.loads(line)
        if "read" in r:
            read[r["file"]] = r["read"]
        else:
            said[r["file"], r["page"], r["start"]] = r[name], GRADES[r.get("grade", 2)]
    out = {}
    for f in sorted(Path(folder).glob("*.jsonl")):
        rows = list(S.unlabelled(f))
        if not rows or rows[0]["file"] not in read:
            continue
        first, last = read[rows[0]["file"]]
        seen = set()
        for _, page in groupby(rows, lambda r: r["page"]):
            around(list(page))
        rows = [r for r in rows if first <= r["page"] <= last]
        for r in rows:
            what, r["counts"] = said.pop((r["file"], r["page"], r["start"]), ("none", 1.0))
            r["told"] = SKIP if what == "unsure" or r["text"] in seen else ANSWERS[name].index(what)
            seen.add(r["text"])
        out[f.stem] = [r for r in rows if r["told"] != SKIP]
    if said:
        raise SystemExit(f"{len(said)} labels stand where no sentence begins, as {next(iter(said))}")
    return out


def of_written(paths, name):
    rows = load(*paths)
    told = [json.loads(line)[name] for path in paths for line in Path(path).open()]
    return [{**r, "told": ANSWERS[name].index(t), "counts": WRITTEN} for r, t in zip(rows, told, strict=True)]


def measure(names, scores, y):
    """Prints what is found of sentences by a layer that has not seen their report, and how often the kind is right too."""
    p = torch.softmax(scores, -1)
    sure, kind = 1 - p[:, 0], p[:, 1:].argmax(1) + 1
    order = sure.argsort()
    rank = torch.empty(len(y))
    rank[order] = torch.arange(len(y)).float()
    there = y > 0
    n = int(there.sum())
    auc = (rank[there].sum() - n * (n - 1) / 2) / (n * (len(y) - n))
    print(f"AUC {auc:.3f} of {n} in {len(y)}, {names}", flush=True)
    for least in (0.5, 0.6, 0.7, 0.8):
        said = sure >= least
        right = int((said & there).sum())
        print(f"  {least}: {int(said.sum())} told, {right / max(1, int(said.sum())):.3f} of them so at all, "
              f"{int((said & (kind == y)).sum()) / max(1, int(said.sum())):.3f} of the kind, {right / n:.3f} of all", flush=True)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--student", required=True)
    p.add_argument("--base", required=True)
    p.add_argument("--all", required=True, help="folder of what `labels draw -all` wrote")
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--written", nargs="*", default=[])
    p.add_argument("--answer", choices=ANSWERS, default="against")
    p.add_argument("--folds", action="store_true")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.set_num_threads(1)  # more of them may add up in another order
    state = torch.load(a.student, weights_only=True)
    net = S.Student(state["encoder.word.weight"])
    net.load_state_dict(S.own(state))
    texts = S.Texts(AutoTokenizer.from_pretrained(a.base))
    reports, written = of_reports(a.labels, a.all, a.answer), of_written(a.written, a.answer)
    x = {n: vectors(net, texts, rows) for n, rows in reports.items()}
    more = [vectors(net, texts, written)] if written else []

    def taught(names):
        rows = [r for n in names for r in reports[n]] + written
        weight = torch.tensor([r["counts"] for r in rows])
        return layer(torch.cat([x[n] for n in names] + more), torch.tensor([r["told"] for r in rows]).numpy(), weight, len(ANSWERS[a.answer]), FREE, STEPS)

    names = sorted(reports)
    if a.folds:
        scores = {}
        for part in range(PARTS):
            w, b = taught([n for i, n in enumerate(names) if i % PARTS != part])
            scores |= {n: x[n] @ w.T + b for n in names[part::PARTS]}
        measure("together", torch.cat([scores[n] for n in names]), torch.tensor([r["told"] for n in names for r in reports[n]]))
        for n in names:
            measure(n, scores[n], torch.tensor([r["told"] for r in reports[n]]))
    state[a.answer + ".weight"], state[a.answer + ".bias"] = taught(names)
    torch.save(state, a.out)


if __name__ == "__main__":
    main()
