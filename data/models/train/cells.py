"""Teaches the student's cells: what the headings of a figure in a table say that it measures.

    python cells.py --student student.pt --base base --cells joined-cells.jsonl ../labels/cells/written-*.jsonl --out cells.pt [--hold FILE_PREFIX ...]

A cell's own heading, those above it, its columns, its caption and its unit are texts that the student's encoder reads as it reads
sentences; the encoder stays as it is. Their five vectors together, each beside the mean of the vectors that its words have by
themselves, say what the figure is. So training takes a minute, and a table costs one reading of each of its headings.
"""
import argparse
import json
import random
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoTokenizer

import student as S
from labels import MEASURES, SKIP

KINDS = "amount change share target rate base index other".split()
ANSWERS = {"metric": MEASURES, "kind": KINDS}
PARTS = 5
HIDDEN = 256
LONGEST = 160  # characters of a heading
WORDS_BY = 10  # brings the vectors of words to the size of those of texts


def parts(cell):
    """The texts of a cell: its own heading, those above it, its columns, its caption, its unit."""
    rows = [r for r in cell["rows"] if r]
    own, above = (rows[-1], rows[:-1]) if rows else ("", [])
    return [t[:LONGEST] for t in (own, " > ".join(above), " > ".join(cell["cols"]), cell["caption"], cell["unit"])]


class Cells(torch.nn.Module):
    def __init__(self, width=2 * S.WIDTH):
        super().__init__()
        self.join = torch.nn.Linear(PARTS * width, HIDDEN)
        self.drop = torch.nn.Dropout(0.3)
        self.heads = torch.nn.ModuleDict({k: torch.nn.Linear(HIDDEN, len(v)) for k, v in ANSWERS.items()})

    def forward(self, x):
        z = self.drop(F.gelu(self.join(self.drop(x))))
        return {k: head(z) for k, head in self.heads.items()}


def load(*paths):
    out = []
    for path in paths:
        for line in Path(path).open():
            r = json.loads(line)
            if r["metric"] in MEASURES and r["kind"] in KINDS:
                out.append({**r, "file": r.get("file", "written " + Path(path).stem)})
    return out


@torch.no_grad()
def vectors(encoder, tokenizer, cells):
    """What the encoder makes of the parts of cells, side by side; nothing but zeros of a part that is empty."""
    encoder.eval()
    texts, known = S.Texts(tokenizer), {"": torch.zeros(2 * S.WIDTH)}
    order = sorted({t for c in cells for t in parts(c) if t}, key=lambda t: (len(texts.of(t)[0]), t))
    for i in range(0, len(order), 64):
        some = order[i : i + 64]
        means = encoder(*S.padded([texts.of(t)[0] for t in some]))[1]
        words = [encoder.word(torch.tensor(texts.of(t)[0][1:-1], dtype=torch.long)).sum(0) / max(1, len(texts.of(t)[0]) - 2) for t in some]
        known.update(zip(some, torch.cat([means, WORDS_BY * torch.stack(words)], 1)))
    return torch.stack([torch.cat([known[t] for t in parts(c)]) for c in cells])


def train(cells, x, epochs=30, rate=1e-3, size=64):
    net = Cells()
    opt = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    steps = epochs * (len(cells) // size + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: max(0.02, 1 - s / steps))
    want = {k: torch.tensor([v.index(c[k]) for c in cells]) for k, v in ANSWERS.items()}
    for _ in range(epochs):
        net.train()
        for b in torch.randperm(len(cells)).split(size):
            seen = x[b].reshape(-1, PARTS, 2 * S.WIDTH)
            kept = torch.rand(len(b), PARTS, 1) >= torch.tensor([0.05, 0.15, 0.15, 0.15, 0.15])[None, :, None]  # a table may lack any of them
            said = net((seen * kept).reshape(len(b), -1))
            loss = sum(F.cross_entropy(said[k], want[k][b], label_smoothing=0.05) for k in ANSWERS)
            opt.zero_grad()
            loss.backward()
            opt.step()
            schedule.step()
    return net.eval()


@torch.no_grad()
def measure(net, cells, x, name):
    said = {k: v.softmax(1) for k, v in net(x).items()}
    want = {k: np.array([v.index(c[k]) for c in cells]) for k, v in ANSWERS.items()}
    got = {k: v.argmax(1).numpy() for k, v in said.items()}
    right = {k: float((got[k] == want[k]).mean()) for k in ANSWERS}
    named = want["metric"] != 0
    told = got["metric"] != 0
    sure = said["metric"].max(1).values.numpy()
    row = {"cells": len(cells), **right, "found": float((got["metric"] == want["metric"])[named].mean()), "precise": float((got["metric"] == want["metric"])[told].mean())}
    for least in (0.6, 0.8):
        t = told & (sure >= least)
        row[f"found at {least}"] = float(((got["metric"] == want["metric"]) & t)[named].sum() / max(1, named.sum()))
        row[f"precise at {least}"] = float((got["metric"] == want["metric"])[t].mean())
    print(name, json.dumps({k: round(v, 3) for k, v in row.items()}), flush=True)


@torch.no_grad()
def parity(state, encoder, tokenizer, cells, path):
    """Writes what a student with its cells says of some written ones."""
    some = random.Random(1).sample([c for c in cells if c["file"].startswith("written")], 120)
    net = Cells()
    net.load_state_dict({k.removeprefix("cells."): v for k, v in state.items() if k.startswith("cells.")})
    said = {k: v.softmax(1) for k, v in net.eval()(vectors(encoder, tokenizer, some)).items()}
    with Path(path).open("w") as f:
        for i, c in enumerate(some):
            row = {k: c[k] for k in ("caption", "rows", "cols", "unit")}
            for k, v in ANSWERS.items():
                p, best = said[k][i].max(0)
                row[k] = {"value": v[best], "sure": round(p.item(), 3)}
            f.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--student", required=True)
    p.add_argument("--base", required=True)
    p.add_argument("--cells", nargs="+", required=True)
    p.add_argument("--folds", action="store_true", help="measure each file with a reader that has not seen it")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out")
    p.add_argument("--parity", help="where to write what is said of some written cells, for the tests of rag/report/statement")
    a = p.parse_args()
    torch.manual_seed(a.seed), random.seed(a.seed), np.random.seed(a.seed)
    state = torch.load(a.student, map_location="cpu", weights_only=True)
    net = S.Student(state["encoder.word.weight"])
    net.load_state_dict(S.own(state))
    cells = load(*a.cells)
    x = vectors(net.encoder, AutoTokenizer.from_pretrained(a.base), cells)
    if a.folds:
        files = np.array([c["file"] for c in cells])
        for f in sorted(set(files)):
            seen, held = np.flatnonzero(files != f), np.flatnonzero(files == f)
            measure(train([cells[i] for i in seen], x[seen]), [cells[i] for i in held], x[held], f[:24])
    if a.parity:
        parity(state, net.encoder, AutoTokenizer.from_pretrained(a.base), cells, a.parity)
    if a.out:
        own = train(cells, x)
        torch.save({**state, **{"cells." + k: v for k, v in own.state_dict().items()}}, a.out)


if __name__ == "__main__":
    main()
