"""Trains the net that says whether a passage answers a part of a requirement, and writes it as processors/legal/answer reads it.

    python answers.py --drawn DIR --labels ../labels/answers/*.jsonl --folds
    python answers.py --drawn DIR --labels ../labels/answers/*.jsonl --truths ../../../deploy/eval/prose/reports/NAME.truth.json ... --model answers-1
        --held FILE_PREFIX ... --out ../answers.json --parity FILE

What labels/draw -answers wrote has the features of each pair; the labels are by reference. With --folds every report is judged by
nets that have not seen it, and what comes of that is printed, and written with --judged as one line for each pair: what is said of
pairs, and what would be quoted, which is the likeliest passage of each part of a report.

Two kinds learn the same and are heard together, since they are wrong in different places: small nets, which also learn how often a part is
answered at all, and trees, which only say whether a passage answers.

Pairs come from different places, and answers are much more frequent among those that were made up than among the candidates of a report. Nets and trees
are told where a pair is from, and are used as if all were of reports: what a source's share of answers is, they do not take for what words mean.
"""
import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import torch
from sklearn.ensemble import HistGradientBoostingClassifier
from torch.nn import functional as F

VERDICTS = ["answers", "names_only", "points_elsewhere", "not"]
WHOLE, TIMES = ("sample.jsonl", "sheet.jsonl"), 4  # decided by reading a whole report: such a label counts more
HIDDEN, NETS, EPOCHS, RATE, DECAY, DROP, FURTHEST = 32, 5, 40, 5e-3, 0.2, 0.3, 5.0
WRITTEN = "written"  # what stands for the report of pairs that were made up
REPORT, UNUSUAL, PROSE = range(3)  # where a pair is from: reports and everyday sentences, sentences in unusual words, reports written to be hard
WORTH = {REPORT: 1, UNUSUAL: 0.4, PROSE: 1}
NO_ANSWER, SILENT, FIRST, MORE = len(VERDICTS), 0.3, 8, 0.15  # of what a truth says is answered nowhere: the first candidates, and some of the others
FOLD_NETS = 2  # of each fold, whose nets are kept for deploy/eval
PARTS_DECAY = 0.3  # of what is learned of a part by itself
TREES = {"max_iter": 120, "learning_rate": 0.06, "max_leaf_nodes": 12, "min_samples_leaf": 15, "l2_regularization": 5, "max_features": 0.3, "random_state": 0}


def key(r):
    return r["file"], r["page"], r["start"], r["end"], r["part"]


def load(drawn, labels, truths):
    """Rows by pair: features, what cues say, verdict, weight, where it is from."""
    known, rows, lost, some = {}, {}, 0, np.random.default_rng(7)
    silent = {(t["sha256"], p["paragraph"]) for t in truths for p in t["paragraphs"] if p["state"] == "not"}
    for f in sorted(Path(drawn).glob("*.jsonl")):
        source = UNUSUAL if f.stem.removeprefix("written-answers-").isdigit() else REPORT
        for line in f.open(encoding="utf-8"):
            r = json.loads(line)
            if "verdict" in r:  # a pair that was made up: always learned from, never measured
                rows[(WRITTEN, r["page"], r["start"], r["file"], r["part"])] = (r["features"], r["cue"], VERDICTS.index(r["verdict"]), WORTH[source], source)
                continue
            known[key(r)] = (r["features"], r["cue"])
            if (r["file"], r["part"].split("#")[0]) in silent and (some.random() < MORE or r["rank"] < FIRST):
                rows[key(r)] = (r["features"], r["cue"], NO_ANSWER, SILENT, PROSE)
    for f in labels:
        source = PROSE if Path(f).name == "prose.jsonl" else REPORT
        for line in open(f, encoding="utf-8"):
            r = json.loads(line)
            if key(r) not in known:
                lost += 1
                continue
            rows[key(r)] = (*known[key(r)], VERDICTS.index(r["verdict"]), TIMES if Path(f).name in WHOLE else WORTH[source], source)
    print(f"{len(rows)} labels, {lost} of passages that are no candidates any more")
    return rows


class Net(torch.nn.Module):
    def __init__(self, width, parts):
        super().__init__()
        self.first, self.last, self.parts = torch.nn.Linear(width, HIDDEN), torch.nn.Linear(HIDDEN, len(VERDICTS)), torch.nn.Embedding(parts, len(VERDICTS))
        self.sources = torch.nn.Embedding(len(WORTH), len(VERDICTS))
        torch.nn.init.zeros_(self.parts.weight)
        torch.nn.init.zeros_(self.sources.weight)

    def forward(self, x, part, source):
        x = F.relu(self.first(F.dropout(x, DROP, self.training)))
        return self.last(F.dropout(x, DROP, self.training)) + self.parts(part) + self.sources(source) * (source != REPORT)[:, None]


def loss(scores, want):
    """Of what is only known to be no answer, that it is called one."""
    of = F.cross_entropy(scores, want.clamp(max=len(VERDICTS) - 1), label_smoothing=0.05, reduction="none")
    return torch.where(want == NO_ANSWER, -torch.log1p(-F.softmax(scores, 1)[:, 0].clamp(max=0.999)), of)


def train(x, part, parts, y, weight, source, nets=NETS):
    mean = np.average(x, axis=0, weights=weight)
    scale = np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weight)) + 1e-3
    data, of, want = torch.tensor((x - mean) / scale).float().clamp(-FURTHEST, FURTHEST), torch.tensor(part), torch.tensor(y)
    worth, where = torch.tensor(weight).float(), torch.tensor(source)
    out = []
    for seed in range(nets):
        torch.manual_seed(seed)
        net = Net(x.shape[1], parts)
        dense = [*net.first.parameters(), *net.last.parameters()]
        opt = torch.optim.AdamW([{"params": dense, "weight_decay": DECAY}, {"params": net.parts.parameters(), "weight_decay": PARTS_DECAY},
                                 {"params": net.sources.parameters(), "weight_decay": 0}], lr=RATE)
        for _ in range(EPOCHS):
            for b in torch.randperm(len(data)).split(256):
                opt.zero_grad()
                each = loss(net(data[b], of[b], where[b]), want[b])
                ((each * worth[b]).sum() / worth[b].sum().clamp(min=1)).backward()
                opt.step()
        out.append(net.eval())
    trees = HistGradientBoostingClassifier(**TREES).fit(np.c_[x, source != REPORT].astype(np.float64), y == 0, sample_weight=weight)
    return mean, scale, out, trees


@torch.no_grad()
def judge(model, x, part):
    """What nets and trees say together of pairs of reports: the likelihood of an answer is their mean, the others share what is left as the nets have it."""
    mean, scale, nets, trees = model
    data, of, where = torch.tensor((x - mean) / scale).float().clamp(-FURTHEST, FURTHEST), torch.tensor(part), torch.full((len(x),), REPORT)
    said = torch.stack([F.softmax(n(data, of, where), 1) for n in nets]).mean(0).numpy().astype(np.float64)
    answers = (said[:, 0] + trees.predict_proba(np.c_[x, np.zeros(len(x))].astype(np.float64))[:, 1]) / 2
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


def tree(predictor, width):
    """A tree by its nodes: a feature is at most `at` on the left; leaves have a value and no feature. Where the source decides, it goes on as for reports."""
    nodes = predictor.nodes
    out = {"feature": [], "at": [], "left": [], "right": [], "value": []}

    def add(i):
        while not nodes["is_leaf"][i] and nodes["feature_idx"][i] == width:
            i = nodes["left"][i]
        leaf, place = bool(nodes["is_leaf"][i]), len(out["feature"])
        row = {"feature": -1 if leaf else int(nodes["feature_idx"][i]), "at": 0.0 if leaf else float(nodes["num_threshold"][i]), "left": 0, "right": 0,
               "value": float(f"{nodes['value'][i]:.6g}") if leaf else 0.0}
        for k, v in row.items():
            out[k].append(v)
        if not leaf:
            out["left"][place], out["right"][place] = add(nodes["left"][i]), add(nodes["right"][i])
        return place

    add(0)
    return out


def written(model, name, held, parts):
    """A model as processors/legal/answer reads it."""
    mean, scale, nets, trees = model
    layers = [{"first": short(n.first.weight.detach()), "first_bias": short(n.first.bias.detach()), "last": short(n.last.weight.detach()),
               "last_bias": short(n.last.bias.detach()), "parts": short(n.parts.weight.detach())} for n in nets]
    return {"model": name, "features": "3", "width": len(mean), "hidden": HIDDEN, "furthest": FURTHEST, "mean": short(mean), "scale": short(scale),
            "parts": parts, "nets": layers, "start": float(trees._baseline_prediction.ravel()[0]), "trees": [tree(p[0], len(mean)) for p in trees._predictors], "held": held}


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


def fold(job):
    """A report judged by nets that have not seen it."""
    f, name, here, parts, x, part, y, weight, source = job
    torch.set_num_threads(1)
    model = train(x[~here], part[~here], len(parts), y[~here], weight[~here], source[~here], FOLD_NETS)
    return judge(model, x[here], part[here]), written(model, f"{name} without {f[:12]}", [f], parts)


def folds(keys, x, part, parts, y, weight, source, cue, out, models, name):
    files = np.array([k[0] for k in keys])
    said = np.zeros((len(y), len(VERDICTS)))
    names = sorted(set(files) - {WRITTEN})
    with ProcessPoolExecutor(2) as at_once:
        done = list(at_once.map(fold, [(f, name, files == f, parts, x, part, y, weight, source) for f in names]))
    for f, (judged, _) in zip(names, done):
        said[files == f] = judged
    if models:
        Path(models).write_text(json.dumps([model for _, model in done], separators=(",", ":")) + "\n")
    real = (files != WRITTEN) & (source == REPORT)
    keys, said, y, cue = [k for k, r in zip(keys, real) if r], said[real], y[real], cue[real]
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
    p.add_argument("--truths", nargs="*", default=[], help="of reports of deploy/eval/prose that are learned from: what they say of paragraphs")
    p.add_argument("--folds", action="store_true")
    p.add_argument("--judged")
    p.add_argument("--models", help="where to write the nets of the folds, two of each, for deploy/eval")
    p.add_argument("--model")
    p.add_argument("--held", nargs="*", default=[])
    p.add_argument("--out")
    p.add_argument("--parity")
    a = p.parse_args()
    torch.set_num_threads(1)
    rows = load(a.drawn, a.labels, [json.loads(Path(t).read_text(encoding="utf-8")) for t in a.truths])
    keys = sorted(k for k in rows if not any(k[0].startswith(h) for h in a.held))
    x = np.array([rows[k][0] for k in keys], np.float32)
    cue, y, weight, source = (np.array([rows[k][i] for k in keys]) for i in (1, 2, 3, 4))
    parts = sorted({k[4] for k in keys})
    part = np.array([parts.index(k[4]) for k in keys])
    if a.folds:
        folds(keys, x, part, parts, y, weight, source, cue, a.judged, a.models, a.model)
    if not a.out:
        return
    model = train(x, part, len(parts), y, weight, source)
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
