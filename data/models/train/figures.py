"""Teaches a student's answers about figures, on its encoder as it stands: what a figure measures, its role, its years.

    python figures.py --student student.pt --base base --all all --labels figures.jsonl ../labels/written/figures-*.jsonl --hold ... --out figures.pt

The vectors are made once, so labels that come later cost a minute and not another student.
"""
import argparse
import random
from itertools import groupby
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoTokenizer

import student as S
import teacher as T
from labels import SKIP, around, load

NAMES = ("role", "metric", "measure", "owner", "year", "base")


@torch.no_grad()
def seen(net, texts, rows):
    """Of each figure what the student's answers are made of, and its label."""
    net.eval()
    texts.see(net, rows)
    out = []
    for i in range(0, len(rows), 48):
        some = rows[i : i + 48]
        batch = S.collate(texts, some)
        tokens, joined = net(batch)
        told = [(k, f) for k, r in enumerate(some) for f in r["figures"] if f["small"]]
        if not told:
            continue
        own = [k for k, _ in told]
        z, years, there = net.figures.see(tokens, joined, [int(batch["own"][k]) for k in own], own, [f["small"] for _, f in told], [some[k]["small_marks"] for k in own], batch["lengths"])
        out += [(z[i], years[i][there[i]], f) for i, (_, f) in enumerate(told)]
    return out


def together(some):
    """Figures side by side, each with as many years as the one that has most."""
    most = max(len(y) for _, y, _ in some)
    years = torch.stack([F.pad(y, (0, 0, 0, most - len(y))) for _, y, _ in some])
    there = torch.tensor([[k < len(y) for k in range(most)] for _, y, _ in some], dtype=torch.bool).reshape(len(some), most)
    return torch.stack([z for z, _, _ in some]), years, there


def train(figures, known, epochs, rate, size=64):
    opt = torch.optim.AdamW(figures.parameters(), lr=rate, weight_decay=0.02)
    steps = epochs * (len(known) // size + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: max(0.02, 1 - s / steps))
    figures.train()
    for _ in range(epochs):
        random.shuffle(known)
        for i in range(0, len(known), size):
            some = known[i : i + size]
            scores = figures.answers(*together(some))
            loss = 0
            for name, weight in T.WEIGHTS.items():
                want = T.wanted([(0, f) for _, _, f in some], name, scores[name].shape[1])
                if (want != SKIP).any():
                    loss = loss + weight * F.cross_entropy(scores[name], want, ignore_index=SKIP, label_smoothing=0.05)
            opt.zero_grad()
            loss.backward()
            opt.step()
            schedule.step()
    return figures.eval()


@torch.no_grad()
def measure(figures, known, name):
    scores = figures.eval().answers(*together(known))
    real = [k for k, (_, _, f) in enumerate(known) if f["role"] != 0]
    right = {n: [] for n in NAMES}
    for n in NAMES:
        got = scores[n].argmax(1)
        right[n] = [int(got[k]) == known[k][2][n] for k in real if known[k][2][n] != SKIP]
    none = np.mean([(f["role"] == 0) == (int(scores["role"][k].argmax()) == 0) for k, (_, _, f) in enumerate(known)])
    print(name, len(known), "figures, none", round(float(none), 3), {n: round(float(np.mean(r)), 3) for n, r in right.items() if r}, flush=True)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--student", required=True)
    p.add_argument("--base", required=True)
    p.add_argument("--all", required=True, help="folder of what `labels draw -all` wrote: what stands around a sentence")
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--rate", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.manual_seed(a.seed), random.seed(a.seed), np.random.seed(a.seed)
    state = torch.load(a.student, weights_only=True)
    net = S.Student(state["encoder.word.weight"])
    for k, v in net.state_dict().items():  # a question that it was not asked
        state.setdefault(k, v)
    net.load_state_dict(S.own(state))
    texts = S.Texts(AutoTokenizer.from_pretrained(a.base))
    near = {}
    for f in sorted(Path(a.all).glob("*.jsonl")):
        for _, page in groupby(list(S.unlabelled(f)), lambda r: (r["file"], r["page"])):
            page = list(page)
            around(page)
            near.update({(r["file"], r["page"], r["start"]): r["near"] for r in page})
    rows = [r for r in load(*a.labels) if r["figures"]]
    for r in rows:
        r["near"] = near.get((r["file"], r["page"], r["start"]), r["near"])
        S.spans(texts, r)
    held = [r for r in rows if any(r["file"].startswith(h) for h in a.hold)]
    told = [r for r in rows if r not in held]
    known, unknown = seen(net, texts, told), seen(net, texts, held)
    measure(net.figures, unknown, "before")
    train(net.figures, known, a.epochs, a.rate)
    measure(net.figures, known, "learnt")
    measure(net.figures, unknown, "held")
    torch.save({**state, **{"figures." + k: v for k, v in net.figures.state_dict().items()}}, a.out)


if __name__ == "__main__":
    main()
