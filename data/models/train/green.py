"""Teaches what an environmental claim is (../labels/GREEN.md), on both encoders as they stand: the answer about benefits. The one about aims is changed with it.

    python green.py --state student.pt --base $M --all all --public green-public.jsonl --hold $H --folds --out green.pt

Each reader has one layer: the student on what its answer about aims is made of, the second on the mean and the first vector of the sentence, which it reads
by itself. The student's is mixed with the answer that it had. Of sentences of which it is in doubt the log odds of both are mixed. What is aimed at stays
the student's alone.
"""
import argparse
import json
import random
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.preprocessing import StandardScaler
from transformers import AutoTokenizer

import aims
import pretrained
import student as S
from labels import AIMS, ENVIRONMENT, HEADS, SKIP, load

LABELS = Path(__file__).parents[1] / "labels"
CLAIMS = ("thing", "own", "aim", "general")  # what counts as one; "unclear" is not learnt
FREE, HAD = 0.003, 0.3  # how free the weights are, and the share of the answer that the student had
KNOWN, YES, NO = 0.15, 1600, 2600  # what labels of benefits count for the second reader, and how many of them
HALF = 0.5  # what known sentences count for aims
LENGTHS = range(41, 400)  # characters of these
WRITTEN = 12  # written sentences that are left out of a fold together


def labelled(reports, public):
    """The labels with their texts, and with what is left out of a fold together."""
    lines = lambda path: map(json.loads, Path(path).open(encoding="utf-8"))
    place = lambda r: (r["file"], r["page"], r["start"])
    text = {place(r): r["text"] for path in sorted(Path(reports).glob("*.jsonl")) for r in lines(path)}
    rows = [r | {"text": " ".join(text[place(r)].split()), "whose": r["file"]} for r in lines(LABELS / "green/reports.jsonl")]
    rows += [r | {"whose": r["headings"][0]} for r in lines(public)]
    return rows + [r | {"whose": k // WRITTEN} for k, r in enumerate(lines(LABELS / "written/green.jsonl"))]


@torch.no_grad()
def seen(net, rows):
    """What the second reader sees of sentences by themselves."""
    out = np.zeros((len(rows), 2 * net.encoder.config.hidden_size), np.float32)
    order = sorted(range(len(rows)), key=lambda k: len(rows[k]["pair"]))
    for i in range(0, len(order), 32):
        some = order[i : i + 32]
        x, mask, own, first = net.encoded([rows[k] for k in some])
        own = (own * mask).unsqueeze(-1).float()
        out[some] = torch.cat([(x * own).sum(1) / own.sum(1), x[torch.arange(len(some)), first]], 1).numpy()
    return out


def alone(tokenizer, texts):
    return [pretrained.pair(tokenizer, {"text": t, "before": "", "headings": [], "near": [], "figures": []}) for t in texts]


def layer(x, y, weight):
    """A logistic regression for x as it is: its weights and shift."""
    scale = StandardScaler().fit(x)
    m = LogisticRegression(C=FREE, max_iter=400).fit(scale.transform(x), y, sample_weight=weight)
    w = m.coef_[0] / scale.scale_
    return w, m.intercept_[0] - w @ scale.mean_


def mixed(student, second):
    """The log odds of both where the student is in doubt. The program has likelihoods of three places."""
    student = np.clip(student, -7.6, 7.6)
    p, d = 1 / (1 + np.exp(-student)), pretrained.DOUBT
    both = d["benefit_share"] * student + (1 - d["benefit_share"]) * second
    return np.where((p >= d["benefit_from"]) & (p <= d["benefit_to"]), both, student)


def said(state, second, tokenizer, rows, student):
    """The log odds of both readers that sentences are claims; student: what the student sees of them."""
    of = lambda name, x: (torch.as_tensor(x) @ state[name + ".weight"].T + state[name + ".bias"]).squeeze(1).numpy()
    return mixed(of("benefit", student), of("again.benefit", seen(second, alone(tokenizer, [r["text"] for r in rows]))))


def folds(y, whose, first, also, second, known, had):
    """Measures, each fifth of companies and reports by layers that have not seen it."""
    one, two = np.zeros(len(y)), np.zeros(len(y))
    for a, b in GroupKFold(5).split(y, y, whose):
        w, s = layer(np.r_[first[a], also[0]], np.r_[y[a], also[1]], None)
        one[b] = (1 - HAD) * (first[b] @ w + s) + HAD * had[b]
        w, s = layer(np.r_[second[a], known[0]], np.r_[y[a], known[1]], np.r_[np.ones(len(a)), known[2]])
        two[b] = second[b] @ w + s
    for name, x in (("before", had), ("student", one), ("second", two), ("both", mixed(one, two))):
        print(f"{name}: AUC {roc_auc_score(y, x):.3f}, F1 {f1_score(y, x > 0):.3f} of {len(y)}, {y.mean():.2f} claims", flush=True)


def teach_aims(state, x, told, known, also, measured):
    """Changes the answer about aims. known: what is seen of sentences with labels that it had."""
    y, had = np.array([AIMS.index(r["aim"]) for r in told]), np.array([r["aim"] for r in also])
    known, had = known[had != SKIP], had[had != SKIP]
    learnt = lambda k: aims.changed(state, torch.cat([x[k], known]), np.r_[y[k], had], torch.cat([torch.ones(len(k)), torch.full((len(had),), HALF)]))
    if measured:
        got = np.zeros(len(y), int)
        for part in np.array_split(np.random.RandomState(1).permutation(len(y)), 5):
            w, b = learnt(np.setdiff1d(np.arange(len(y)), part))
            got[part] = (x[part] @ w.T + b).argmax(1)
        before = (x @ state["aim.weight"].T + state["aim.bias"]).argmax(1).numpy()
        print(f"aims: right {(before == y).mean():.3f} before, {(got == y).mean():.3f} after, of {len(y)}", flush=True)
    state["aim.weight"], state["aim.bias"] = learnt(np.arange(len(y)))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--state", required=True)
    p.add_argument("--base", required=True)
    p.add_argument("--all", required=True, help="folder of what `labels draw -all` wrote of the reports")
    p.add_argument("--public", required=True, help="what public.py made of ../labels/green/public.jsonl")
    p.add_argument("--known", nargs="*", default=[], help="labels that say of benefits")
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--folds", action="store_true")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.set_num_threads(1)
    state, tokenizer = torch.load(a.state, weights_only=True), AutoTokenizer.from_pretrained(a.base)
    net = S.Student(state["encoder.word.weight"])
    net.load_state_dict(S.own(state))
    labels = labelled(a.all, a.public)
    told = [r for r in labels if r["green"] != "unclear"]
    y, whose = np.array([r["green"] in CLAIMS for r in told], int), np.array([str(r["whose"]) for r in told])
    also = [r for r in load(*sorted((LABELS / "written").glob("alone-*.jsonl")), LABELS / "written/aims.jsonl") if r["benefit"] != SKIP]
    topics = [HEADS["topic"].index(t) for t in ENVIRONMENT]
    known = [r for r in load(*a.known) if r["benefit"] != SKIP and r["topic"] in topics and len(r["text"]) in LENGTHS]
    known = [r for r in known if not any(r["file"].startswith(h) for h in a.hold)]
    rng = random.Random(1)
    known = [r for v, n in ((1, YES), (0, NO)) for some in [[r for r in known if r["benefit"] == v]] for r in rng.sample(some, min(n, len(some)))]
    rows, more = (alone(tokenizer, [r["text"] for r in some]) for some in (told, also))
    student, second = aims.vectors(net, S.Texts(tokenizer), rows + more).numpy(), pretrained.of_state(state, a.base)
    two = seen(second, rows + more + alone(tokenizer, [r["text"] for r in known]))
    n, good = len(rows), np.array([r["benefit"] for r in also])
    w, b = (state[f"heads.benefit.{k}"].numpy() for k in ("weight", "bias"))
    width = w.shape[1]
    extra = (two[n:], np.r_[good, [r["benefit"] for r in known]], np.r_[np.ones(len(also)), np.full(len(known), KNOWN)])
    if a.folds:
        folds(y, whose, student[:n], (student[n:], good), two[:n], extra, student[:n, :width] @ (w[1] - w[0]) + b[1] - b[0])
    one, shift = layer(student, np.r_[y, good], None)
    one, shift = (1 - HAD) * one, (1 - HAD) * shift + HAD * (b[1] - b[0])
    one[:width] += HAD * (w[1] - w[0])
    again, shift2 = layer(two, np.r_[y, extra[1]], np.r_[np.ones(n), extra[2]])
    for name, v, s in (("benefit", one, shift), ("again.benefit", again, shift2)):
        state[name + ".weight"], state[name + ".bias"] = (torch.tensor(x, dtype=torch.float32).reshape(1, -1) for x in (v, s))
        state[name + ".bias"] = state[name + ".bias"].flatten()
    told = [r for r in labels if "aim" in r] + list(map(json.loads, (LABELS / "written/aims-2.jsonl").open(encoding="utf-8")))
    teach_aims(state, aims.vectors(net, S.Texts(tokenizer), alone(tokenizer, [r["text"] for r in told])), told, torch.tensor(student[n:]), also, a.folds)
    torch.save(state, a.out)


if __name__ == "__main__":
    main()
