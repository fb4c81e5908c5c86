"""Writes what a student says of some written sentences, for the tests of rag/report/statement.

    python parity.py --base base --state student.pt --labels ../labels/written/*.jsonl --out ../../../rag/report/statement/testdata/parity.jsonl

The program computes with weights of eight bits, this with floats: answers agree within what the test states.
"""
import argparse
import json
import random
from pathlib import Path

import torch
from transformers import AutoTokenizer

import aims
import green
import pretrained
import student as S
import teacher as T
from export import joined
from labels import AGAINST, AIMS, BASES, HEADS, MATTERS, MEASURES, METRICS, PARAGRAPHS, ROLES, YEARS, load, year_marks


LEAST = {"against": 0.3, "matters": 0.1}  # from which likelihood something is told of


def answer(values, scores):
    p = torch.softmax(torch.tensor(scores), -1)
    shares = {}
    for v, s in zip(values, p.tolist()):
        shares[v] = shares.get(v, 0) + s
    best = max(shares, key=shares.get)
    return {"value": best, "sure": round(shares[best], 3)}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--state", required=True)
    p.add_argument("--base", required=True, help="what the teacher started from")
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--again", help="a second encoder that pretrained.py has taught, instead of the state's")
    p.add_argument("--each", type=int, default=60, help="sentences of each file")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.manual_seed(1)
    texts = S.Texts(AutoTokenizer.from_pretrained(a.base))
    rows = []
    for path in a.labels:
        some = load(path)
        rows += random.Random(1).sample(some, min(a.each, len(some)))
    for r in rows:
        S.spans(texts, r)
    state = torch.load(a.state)
    state = joined(state, torch.load(a.again)) if a.again else state
    net = S.Student(state["encoder.word.weight"])
    net.load_state_dict(S.own(state))
    seen = aims.vectors(net, texts, rows)
    wanted = seen @ state["aim.weight"].T + state["aim.bias"]
    others = {n: torch.softmax(seen @ state[n + ".weight"].T + state[n + ".bias"], -1).tolist() for n in LEAST}
    said = S.predict(net, texts, rows)
    doubt = [k for k, r in enumerate(rows) if pretrained.in_doubt(pretrained.pair(texts.tokenizer, r), said[k])]
    second = pretrained.of_state(state, a.base)
    claims, voices = pretrained.says(second, [rows[k] for k in doubt])
    for k, claim, voice in zip(doubt, claims.tolist(), voices.tolist()):
        said[k]["claim"], said[k]["voice"] = pretrained.together(rows[k], said[k]["claim"], said[k]["voice"], claim, voice), voice
    benefits = green.said(state, second, texts.tokenizer, rows, seen)
    for k, (r, s) in enumerate(zip(rows, said)):
        s["benefit"] = [0.0, float(benefits[k])]
        if pretrained.figures_in_doubt(r, s):
            pretrained.figures_together(second, [pretrained.pair_with_figures(texts.tokenizer, r)], [s])
    with Path(a.out).open("w") as f:
        for k, (r, s, aim) in enumerate(zip(rows, said, wanted.tolist())):
            years = [y for _, y in year_marks(r["text"])]
            row = {"text": r["text"], "before": r["before"], "headings": r["headings"], "near": r["near"], "claim": round(torch.sigmoid(torch.tensor(s["claim"])).item(), 3)}
            row |= {h: answer(HEADS[h], s[h]) for h in HEADS} | {"aim": answer(AIMS, aim)} | {"paragraphs": [answer(PARAGRAPHS, s["paragraph"])]}
            for name, answers in (("against", AGAINST), ("matters", MATTERS)):
                none, *rest = others[name][k]
                if 1 - none >= LEAST[name]:
                    row[name] = {"value": answers[1 + rest.index(max(rest))], "sure": round(1 - none, 3)}
            row["figures"] = [{
                "start": len(r["text"][: f["start"]].encode()), "end": len(r["text"][: f["end"]].encode()),
                "role": answer(ROLES, g["role"]), "metric": answer(METRICS, g["metric"]), "measure": answer(MEASURES, g["measure"]),
                "owner": answer(["other", "entity"], g["owner"]),
                "year": answer(YEARS + years, g["year"][: len(YEARS) + len(years)]), "base": answer(BASES + years, g["base"][: len(BASES) + len(years)]),
            } for f, g in zip(r["figures"], s["figures"]) if g]
            f.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
