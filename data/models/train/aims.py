"""Teaches what a sentence says that emissions are to be (net zero, lower, nothing of it), on a student's encoder as it stands.

    python aims.py --student student.pt --base base --all all --labels ../labels/written/aims.jsonl ../labels/written/alone-*.jsonl \
      --known joined.jsonl ../labels/aims/*.jsonl ../labels/paragraphs/*.jsonl ../labels/written/claims*.jsonl ../labels/written/passages-*.jsonl --folds --out aims.pt

The answer is one layer on what all answers about sentences are made of, on the sentence's own vector and on the mean of what its words mean by
themselves. Labels that the encoder has not seen count in full, those that it has by heart less. Written sentences are also put beside or
behind others, since those of reports say several things.
"""
import argparse
import random
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoTokenizer

import student as S
from cells import WORDS_BY
from heads import placed, surroundings
from labels import AIMS, HEADS, PARAGRAPHS, SKIP, load

FREE = 0.003  # how free the weights are
KNOWN, MIXED = 0.3, 0.5  # what a known sentence counts, and one of several
TARGETS = [i for i, p in enumerate(PARAGRAPHS) if p.startswith(("S2.33", "S2.34", "S2.35", "S2.36"))]
OPEN = ("target", "opinion", "outlook")  # kinds of sentences on the climate that may aim at something though no label says so


@torch.no_grad()
def vectors(net, texts, rows):
    """What answers are made of, the sentence's own vector, what its words mean by themselves."""
    net.eval()
    texts.see(net, rows)
    out = []
    for i in range(0, len(rows), 48):
        some = rows[i : i + 48]
        batch = S.collate(texts, some)
        tokens, joined = net(batch)
        for k, r in enumerate(some):
            ids = texts.of(r["text"])[0]
            words = net.encoder.word(torch.tensor(ids[1:-1], dtype=torch.long)).sum(0) / max(1, len(ids) - 2)
            out.append(torch.cat([joined[k], tokens[batch["own"][k], : len(ids)].mean(0), WORDS_BY * words]))
    return torch.stack(out)


def wanted(rows):
    """The answer of each row, SKIP where nobody gave it. A known sentence that is about something else aims at nothing."""
    climate, kinds = HEADS["topic"].index("climate"), [HEADS["kind"].index(k) for k in OPEN]
    told = [r["claim"] != SKIP and not (r["topic"] == climate and r["kind"] in kinds) and not any(p in TARGETS for p in r["paragraphs"]) for r in rows]
    out = np.array([r["aim"] for r in rows])
    return np.where((out == SKIP) & told, AIMS.index("none"), out)


def mixed(rows, seed=1):
    """Sentences of which a part says what is aimed at, and such as stand behind another."""
    rng = random.Random(seed)
    others, out = [r for r in rows if r["aim"] == AIMS.index("none")], []
    for r in rows:
        if r["aim"] == SKIP or r["aim"] == AIMS.index("none") and rng.random() < 0.6:
            continue
        for _ in range(2 if r["aim"] else 1):
            first, then = r["text"], rng.choice(others)["text"]
            way, by = rng.choice(("first", "then", "behind")), rng.choice(("; ", ", and ", ", while "))
            if way == "behind":
                out.append({**r, "before": then, "near": [then]})
                continue
            if way == "then":
                first, then = then, first
            out.append({**r, "text": first.rstrip(".") + by + (then if then[:2].isupper() else then[0].lower() + then[1:])})
    return out


def layer(x, y, weight, answers=len(AIMS), free=FREE, most=200):
    """A logistic regression, as one linear layer for x as it is. free: how free the weights are; most: as many steps are made."""
    mean, scale = x.mean(0), x.std(0).clamp(min=1e-6)
    z, y = (x - mean) / scale, torch.tensor(y)
    w, b = torch.zeros(answers, x.shape[1], requires_grad=True), torch.zeros(answers, requires_grad=True)
    opt = torch.optim.LBFGS([w, b], max_iter=most, line_search_fn="strong_wolfe")

    def loss():
        opt.zero_grad()
        total = (weight * F.cross_entropy(z @ w.T + b, y, reduction="none")).sum() + (w**2).sum() / (2 * free)
        total.backward()
        return total

    opt.step(loss)
    with torch.no_grad():
        w = w / scale
        return w, b - w @ mean


def changed(state, x, y, weight, free=FREE, most=150):
    """The layer that a state has, so changed that it says y of x: as little as it can, so that what it knew without them stays."""
    mean, scale, y = x.mean(0), x.std(0).clamp(min=1e-6), torch.tensor(y)
    z, had = (x - mean) / scale, x @ state["aim.weight"].T + state["aim.bias"]
    w, b = torch.zeros(len(AIMS), x.shape[1], requires_grad=True), torch.zeros(len(AIMS), requires_grad=True)
    opt = torch.optim.LBFGS([w, b], max_iter=most, line_search_fn="strong_wolfe")

    def loss():
        opt.zero_grad()
        total = (weight * F.cross_entropy(had + z @ w.T + b, y, reduction="none")).sum() + (w**2).sum() / (2 * free)
        total.backward()
        return total

    opt.step(loss)
    with torch.no_grad():
        w = w / scale
        return state["aim.weight"] + w, state["aim.bias"] + b - w @ mean


def folds(x, y, whose, more):
    """Measures the new labels, each fifth of them by a layer that has not seen it. more: vectors, answers and weights of what is learnt with them,
    and of which new label each is made, if of one."""
    got = np.zeros(len(y), int)
    for part in np.array_split(np.random.RandomState(1).permutation(len(y)), 5):
        rest, also = np.setdiff1d(np.arange(len(y)), part), np.flatnonzero(~np.isin(more[3], whose[part]))
        w, b = layer(torch.cat([x[rest], more[0][also]]), np.r_[y[rest], more[1][also]], torch.cat([torch.ones(len(rest)), more[2][also]]))
        got[part] = (x[part] @ w.T + b).argmax(1).numpy()
    print(f"{(got == y).mean():.3f} right of {len(y)}", {v: [int(((y == i) & (got == k)).sum()) for k in range(len(AIMS))] for i, v in enumerate(AIMS)}, flush=True)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--student", required=True)
    p.add_argument("--base", required=True)
    p.add_argument("--all", required=True, help="folder of what `labels draw -all` wrote: what stands around a sentence")
    p.add_argument("--labels", nargs="+", required=True, help="that the student has not seen")
    p.add_argument("--known", nargs="+", required=True, help="sentences that it has, and what was said of them later")
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--folds", action="store_true")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.set_num_threads(1)  # more of them may add up in another order
    state = torch.load(a.student, weights_only=True)
    net = S.Student(state["encoder.word.weight"])
    net.load_state_dict(S.own(state))
    texts, near = S.Texts(AutoTokenizer.from_pretrained(a.base)), surroundings(a.all)
    new, known = (placed([r for r in load(*paths) if not any(r["file"].startswith(h) for h in a.hold)], near) for paths in (a.labels, a.known))
    for i, row in enumerate(new):
        row["whose"] = i
    rows = known + mixed(new)
    y, had = wanted(new), wanted(rows)
    k, s = np.flatnonzero(y != SKIP), np.flatnonzero(had != SKIP)
    x, also = vectors(net, texts, [new[i] for i in k]), vectors(net, texts, [rows[i] for i in s])
    weight = torch.tensor([KNOWN if i < len(known) else MIXED for i in s])
    if a.folds:
        folds(x, y[k], k, (also, had[s], weight, np.array([rows[i].get("whose", -1) for i in s])))
    state["aim.weight"], state["aim.bias"] = layer(torch.cat([x, also]), np.r_[y[k], had[s]], torch.cat([torch.ones(len(k)), weight]))
    torch.save(state, a.out)


if __name__ == "__main__":
    main()
