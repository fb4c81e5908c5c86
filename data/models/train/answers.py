"""Trains the net that says whether a passage answers a part of a requirement, and writes it as processors/legal/answer reads it.

    python answers.py --drawn DIR --labels ../labels/answers/*.jsonl --folds
    python answers.py --drawn DIR --labels ../labels/answers/*.jsonl --model answers-1 --held FILE_PREFIX ... --out ../answers.json --parity FILE

What labels/draw -answers wrote has the features of each pair; the labels are by reference. With --folds every report is judged by
nets that have not seen it, and what comes of that is printed, and written with --judged as one line for each pair: what is said of
pairs, and what would be quoted, which is the likeliest passage of each part of a report.

Two kinds learn the same and are heard together, since they are wrong in different places: small nets, which also learn how often a part is
answered at all, and trees, which only say whether a passage answers.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import torch
from sklearn.ensemble import HistGradientBoostingClassifier
from torch.nn import functional as F

VERDICTS = ["answers", "names_only", "points_elsewhere", "not"]
WHOLE, THRICE = ("sample.jsonl", "sheet.jsonl"), 3  # decided by reading a whole report: such a label counts more
HIDDEN, NETS, EPOCHS, RATE, DECAY, DROP, FURTHEST = 32, 5, 40, 5e-3, 0.2, 0.3, 5.0
WRITTEN = "written"  # what stands for the report of pairs that were made up
FOLD_NETS = 2  # of each fold, whose nets are kept for deploy/eval
PARTS_DECAY = 0.3  # of what is learned of a part by itself
TREES = {"max_iter": 120, "learning_rate": 0.06, "max_leaf_nodes": 12, "min_samples_leaf": 15, "l2_regularization": 5, "max_features": 0.3, "random_state": 0}


def key(r):
    return r["file"], r["page"], r["start"], r["end"], r["part"]


def load(drawn, labels):
    known, rows, lost = {}, {}, 0
    for f in sorted(Path(drawn).glob("*.jsonl")):
        for line in f.open(encoding="utf-8"):
            r = json.loads(line)
            if "verdict" in r:  # a pair that was made up: always learned from, never measured
                rows[(WRITTEN, *key(r)[1:])] = (r["features"], r["cue"], VERDICTS.index(r["verdict"]), 1)
            else:
                known[key(r)] = (r["features"], r["cue"])
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
    def __init__(self, width, parts):
        super().__init__()
        self.first, self.last, self.parts = torch.nn.Linear(width, HIDDEN), torch.nn.Linear(HIDDEN, len(VERDICTS)), torch.nn.Embedding(parts, len(VERDICTS))
        torch.nn.init.zeros_(self.parts.weight)

    def forward(self, x, part):
        x = F.relu(self.first(F.dropout(x, DROP, self.training)))
        return self.last(F.dropout(x, DROP, self.training)) + self.parts(part)


def train(x, part, parts, y, times, nets=NETS):
    mean, scale = x.mean(0), x.std(0) + 1e-3
    again = np.repeat(np.arange(len(y)), times)
    data, of, want = torch.tensor((x[again] - mean) / scale).float().clamp(-FURTHEST, FURTHEST), torch.tensor(part[again]), torch.tensor(y[again])
    out = []
    for seed in range(nets):
        torch.manual_seed(seed)
        net = Net(x.shape[1], parts)
        dense = [*net.first.parameters(), *net.last.parameters()]
        opt = torch.optim.AdamW([{"params": dense, "weight_decay": DECAY}, {"params": net.parts.parameters(), "weight_decay": PARTS_DECAY}], lr=RATE)
        for _ in range(EPOCHS):
            for b in torch.randperm(len(data)).split(256):
                opt.zero_grad()
                F.cross_entropy(net(data[b], of[b]), want[b], label_smoothing=0.05).backward()
                opt.step()
        out.append(net.eval())
    trees = HistGradientBoostingClassifier(**TREES).fit(x[again].astype(np.float64), y[again] == 0)
    return mean, scale, out, trees


@torch.no_grad()
def judge(model, x, part):
    """What nets and trees say together: the likelihood of an answer is their mean, the others share what is left as the nets have it."""
    mean, scale, nets, trees = model
    data, of = torch.tensor((x - mean) / scale).float().clamp(-FURTHEST, FURTHEST), torch.tensor(part)
    said = torch.stack([F.softmax(n(data, of), 1) for n in nets]).mean(0).numpy().astype(np.float64)
    answers = (said[:, 0] + trees.predict_proba(x.astype(np.float64))[:, 1]) / 2
    said[:, 1:] *= ((1 - answers) / (1 - said[:, 0]))[:, None]
    said[:, 0] = answers
    return said


def auc(score, yes):
    order = np.argsort(score, kind="stable")
    rank = np.empty(len(score))
    rank[order] = np.arange(1, len(score) + 1)
    n = yes.sum()
    return (rank[yes].sum() - n * (n + 1) / 2) / (n * (len(yes) - n))


def short(t):
    return [float(f"{v:.6g}") for v in np.asarray(t).ravel()]


def tree(predictor):
    """A tree by its nodes: a feature is at most `at` on the left; leaves have a value and no feature."""
    n = predictor.nodes
    leaf = n["is_leaf"].astype(bool)
    return {"feature": np.where(leaf, -1, n["feature_idx"]).astype(int).tolist(), "at": [0.0 if f else float(t) for f, t in zip(leaf, n["num_threshold"])],
            "left": n["left"].astype(int).tolist(), "right": n["right"].astype(int).tolist(), "value": [float(f"{v:.6g}") if f else 0.0 for f, v in zip(leaf, n["value"])]}


def written(model, name, held, parts):
    """A model as processors/legal/answer reads it."""
    mean, scale, nets, trees = model
    layers = [{"first": short(n.first.weight.detach()), "first_bias": short(n.first.bias.detach()), "last": short(n.last.weight.detach()),
               "last_bias": short(n.last.bias.detach()), "parts": short(n.parts.weight.detach())} for n in nets]
    return {"model": name, "features": "2", "width": len(mean), "hidden": HIDDEN, "furthest": FURTHEST, "mean": short(mean), "scale": short(scale), "parts": parts,
            "nets": layers, "start": float(trees._baseline_prediction.ravel()[0]), "trees": [tree(p[0]) for p in trees._predictors], "held": held}


def quoted(keys, said, y):
    """What would be quoted of reports: of each part the passage that is likeliest to answer it, among those that are labelled."""
    best = {}
    for i, k in enumerate(keys):
        of = k[0], k[4]
        if of not in best or said[i, 0] > said[best[of], 0]:
            best[of] = i
    at = np.array(sorted(best.values()))
    for least in (0.33, 0.5, 0.6, 0.65, 0.7):
        v = y[at[said[at, 0] >= least]]
        print(f"quoted from {least}: {len(v)}, right {(v == 0).mean():.3f}, names {(v == 1).mean():.3f}, neither {(v > 1).mean():.3f}")


def folds(keys, x, part, parts, y, times, cue, out, models, name):
    files = np.array([k[0] for k in keys])
    said = np.zeros((len(y), len(VERDICTS)))
    kept = []
    for f in sorted(set(files) - {WRITTEN}):
        here = files == f
        model = train(x[~here], part[~here], len(parts), y[~here], times[~here], FOLD_NETS)
        said[here] = judge(model, x[here], part[here])
        kept.append(written(model, f"{name} without {f[:12]}", [f], parts))
    if models:
        Path(models).write_text(json.dumps(kept, separators=(",", ":")) + "\n")
    keys, said, y, cue = [k for k in keys if k[0] != WRITTEN], said[files != WRITTEN], y[files != WRITTEN], cue[files != WRITTEN]
    answers, names = y == 0, y <= 1
    print(f"answers or not: AUC {auc(said[:, 0], answers):.3f}; answers or names: {auc(said[:, 0] + said[:, 1], names):.3f}")
    hit = cue == 2
    print(f"cues: right {answers[hit].mean():.3f}, with names {names[hit].mean():.3f}, found {answers[hit].sum() / answers.sum():.3f}")
    for least in (0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7):
        s = said[:, 0] >= least
        print(f"from {least}: right {answers[s].mean():.3f}, with names {names[s].mean():.3f}, found {answers[s].sum() / answers.sum():.3f}")
    quoted(keys, said, y)
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
    parts = sorted({k[4] for k in keys})
    part = np.array([parts.index(k[4]) for k in keys])
    if a.folds:
        folds(keys, x, part, parts, y, times, cue, a.judged, a.models, a.model)
    if not a.out:
        return
    model = train(x, part, len(parts), y, times)
    doc = written(model, a.model, a.held, parts)
    Path(a.out).write_text(json.dumps(doc, separators=(",", ":")) + "\n")
    if a.parity:
        some = np.random.default_rng(1).choice(len(x), 60, replace=False)
        said = judge(model, x[some], part[some])
        with open(a.parity, "w", encoding="utf-8") as f:
            for i, p_ in zip(some, said):
                f.write(json.dumps({"part": parts[part[i]], "features": [float(v) for v in x[i]], "said": [round(float(v), 4) for v in p_]}) + "\n")


if __name__ == "__main__":
    main()
