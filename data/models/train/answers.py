"""Trains the net that says whether a passage answers a part of a requirement, and writes it as processors/legal/answer reads it.

    python answers.py --drawn DIR --labels ../labels/answers/*.jsonl --folds
    python answers.py --drawn DIR --labels ../labels/answers/*.jsonl --model answers-1 --held FILE_PREFIX ... --out ../answers.json --parity FILE

What labels/draw -answers wrote has the features of each pair; the labels are by reference. With --folds every report is judged by
nets that have not seen it, and what comes of that is printed, and written with --judged as one line for each pair.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

VERDICTS = ["answers", "names_only", "points_elsewhere", "not"]
WHOLE, THRICE = ("sample.jsonl", "sheet.jsonl"), 3  # decided by reading a whole report: such a label counts more
HIDDEN, NETS, EPOCHS, RATE, DECAY, DROP, FURTHEST = 32, 5, 40, 5e-3, 0.2, 0.3, 5.0


def key(r):
    return r["file"], r["page"], r["start"], r["end"], r["part"]


def load(drawn, labels):
    known = {}
    for f in sorted(Path(drawn).glob("*.jsonl")):
        for line in f.open(encoding="utf-8"):
            r = json.loads(line)
            known[key(r)] = (r["features"], r["cue"])
    rows, lost = {}, 0
    for f in labels:
        for line in open(f, encoding="utf-8"):
            r = json.loads(line)
            if key(r) not in known:
                lost += 1
                continue
            rows[key(r)] = (*known[key(r)], VERDICTS.index(r["verdict"]), THRICE if Path(f).name in WHOLE else 1)
    print(f"{len(rows)} labels, {lost} of passages that are no candidates any more")
    return rows


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first, self.last = torch.nn.Linear(width, HIDDEN), torch.nn.Linear(HIDDEN, len(VERDICTS))

    def forward(self, x):
        x = F.relu(self.first(F.dropout(x, DROP, self.training)))
        return self.last(F.dropout(x, DROP, self.training))


def train(x, y, times):
    mean, scale = x.mean(0), x.std(0) + 1e-3
    again = np.repeat(np.arange(len(y)), times)
    data, want = torch.tensor((x[again] - mean) / scale).float().clamp(-FURTHEST, FURTHEST), torch.tensor(y[again])
    nets = []
    for seed in range(NETS):
        torch.manual_seed(seed)
        net = Net(x.shape[1])
        opt = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
        for _ in range(EPOCHS):
            for b in torch.randperm(len(data)).split(256):
                opt.zero_grad()
                F.cross_entropy(net(data[b]), want[b], label_smoothing=0.05).backward()
                opt.step()
        nets.append(net.eval())
    return mean, scale, nets


@torch.no_grad()
def judge(model, x):
    mean, scale, nets = model
    data = torch.tensor((x - mean) / scale).float().clamp(-FURTHEST, FURTHEST)
    return torch.stack([F.softmax(n(data), 1) for n in nets]).mean(0).numpy()


def auc(score, yes):
    order = np.argsort(score, kind="stable")
    rank = np.empty(len(score))
    rank[order] = np.arange(1, len(score) + 1)
    n = yes.sum()
    return (rank[yes].sum() - n * (n + 1) / 2) / (n * (len(yes) - n))


def short(t):
    return [float(f"{v:.6g}") for v in np.asarray(t).ravel()]


def written(model, name, held, nets=None):
    """A model as processors/legal/answer reads it."""
    mean, scale, all_nets = model
    layers = [{"first": short(n.first.weight.detach()), "first_bias": short(n.first.bias.detach()), "last": short(n.last.weight.detach()), "last_bias": short(n.last.bias.detach())} for n in all_nets[:nets]]
    return {"model": name, "features": "1", "width": len(mean), "hidden": HIDDEN, "furthest": FURTHEST, "mean": short(mean), "scale": short(scale), "nets": layers, "held": held}


def folds(keys, x, y, times, cue, out, models, name):
    files = np.array([k[0] for k in keys])
    said = np.zeros((len(y), len(VERDICTS)))
    kept = []
    for f in sorted(set(files)):
        here = files == f
        model = train(x[~here], y[~here], times[~here])
        said[here] = judge(model, x[here])
        kept.append(written(model, f"{name} without {f[:12]}", [f], 2))
    if models:
        Path(models).write_text(json.dumps(kept, separators=(",", ":")) + "\n")
    answers, names = y == 0, y <= 1
    print(f"answers or not: AUC {auc(said[:, 0], answers):.3f}; answers or names: {auc(said[:, 0] + said[:, 1], names):.3f}")
    hit = cue == 2
    print(f"cues: right {answers[hit].mean():.3f}, with names {names[hit].mean():.3f}, found {answers[hit].sum() / answers.sum():.3f}")
    for least in (0.2, 0.3, 0.4, 0.5, 0.6):
        s = said[:, 0] >= least
        print(f"from {least}: right {answers[s].mean():.3f}, with names {names[s].mean():.3f}, found {answers[s].sum() / answers.sum():.3f}")
    if out:
        with open(out, "w", encoding="utf-8") as f:
            for k, p, v in zip(keys, said, y):
                f.write(json.dumps({"file": k[0], "page": k[1], "start": k[2], "end": k[3], "part": k[4], "said": [round(float(q), 3) for q in p], "verdict": VERDICTS[v]}) + "\n")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--drawn", required=True)
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--folds", action="store_true")
    p.add_argument("--judged")
    p.add_argument("--models", help="where to write the nets of the folds, two of each, for deploy/eval")
    p.add_argument("--model")
    p.add_argument("--held", nargs="*", default=[])
    p.add_argument("--out")
    p.add_argument("--parity")
    a = p.parse_args()
    torch.set_num_threads(1)
    rows = load(a.drawn, a.labels)
    keys = sorted(k for k in rows if not any(k[0].startswith(h) for h in a.held))
    x = np.array([rows[k][0] for k in keys], np.float32)
    cue, y, times = (np.array([rows[k][i] for k in keys]) for i in (1, 2, 3))
    if a.folds:
        folds(keys, x, y, times, cue, a.judged, a.models, a.model)
    if not a.out:
        return
    model = train(x, y, times)
    doc = written(model, a.model, a.held)
    Path(a.out).write_text(json.dumps(doc, separators=(",", ":")) + "\n")
    if a.parity:
        some = np.random.default_rng(1).choice(len(x), 60, replace=False)
        said = judge(model, x[some])
        with open(a.parity, "w", encoding="utf-8") as f:
            for i, p_ in zip(some, said):
                f.write(json.dumps({"features": [round(float(v), 6) for v in x[i]], "said": [round(float(v), 4) for v in p_]}) + "\n")


if __name__ == "__main__":
    main()
