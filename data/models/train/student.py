"""Teaches a small encoder what the teacher says of every sentence of the reports, and what the labels say.

    python student.py --all DIR --labels joined.jsonl figures.jsonl written/*.jsonl --teacher teacher.pt --out student.pt [--hold FILE_PREFIX ...]

The student reads each sentence once and by itself. A sentence's meaning depends on its headings and on the sentence before;
of those it gets the vectors, in a layer above: so a report costs one reading of each of its sentences and headings.
"""
import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoTokenizer

import teacher as T
from labels import HEADS, SKIP, load, year_marks

WIDTH, LAYERS, HEADS_OF, INNER, LENGTH = 256, 2, 4, 1024, 128
STRETCH = 24  # sentences of a report that are read in one go


class Encoder(torch.nn.Module):
    def __init__(self, words):
        super().__init__()
        self.word = torch.nn.Embedding.from_pretrained(words, freeze=False)
        self.place = torch.nn.Embedding(LENGTH, WIDTH)
        torch.nn.init.normal_(self.place.weight, std=0.02)
        self.norm = torch.nn.LayerNorm(WIDTH, eps=1e-12)
        layer = torch.nn.TransformerEncoderLayer(WIDTH, HEADS_OF, INNER, 0.1, activation="gelu", batch_first=True, layer_norm_eps=1e-12)
        self.layers = torch.nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)

    def forward(self, ids, mask):
        x = self.norm(self.word(ids) + self.place(torch.arange(ids.shape[1])))
        x = self.layers(x, src_key_padding_mask=mask == 0)
        m = mask.unsqueeze(-1).float()
        return x, (x * m).sum(1) / m.sum(1).clamp(min=1)


class Student(torch.nn.Module):
    def __init__(self, words):
        super().__init__()
        self.encoder = Encoder(words)
        self.join = torch.nn.Linear(3 * WIDTH, WIDTH)
        self.drop = torch.nn.Dropout(0.1)
        self.claim = torch.nn.Linear(WIDTH, 1)
        self.heads = torch.nn.ModuleDict({k: torch.nn.Linear(WIDTH, len(v)) for k, v in HEADS.items()})
        self.figures = T.Figures(WIDTH)

    def forward(self, batch):
        """Tokens and joined vectors of the batch's sentences; other texts of the batch are headings and sentences before."""
        tokens, vectors = self.encoder(batch["ids"], batch["mask"])
        nothing = torch.zeros(1, WIDTH)
        known = torch.cat([vectors, nothing])
        return tokens, F.gelu(self.join(torch.cat([known[batch["own"]], known[batch["heading"]], known[batch["before"]]], 1)))


def reduced(words):
    """The teacher's word vectors in fewer dimensions, by their principal components."""
    words = words - words.mean(0)
    _, _, v = torch.linalg.svd(words[torch.randperm(len(words))[:8000]], full_matrices=False)
    out = words @ v[:WIDTH].T
    return out / out.std() * 0.05


class Texts:
    """Wordpieces of texts, each cut once."""

    def __init__(self, tokenizer):
        self.tokenizer, self.known = tokenizer, {}

    def of(self, text):
        if text not in self.known:
            t = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
            self.known[text] = ([101, *t["input_ids"][: LENGTH - 2], 102], t["offset_mapping"][: LENGTH - 2])
        return self.known[text]


def spans(texts, row):
    _, offsets = texts.of(row["text"])

    def span(a, b):
        hit = [1 + k for k, (x, y) in enumerate(offsets) if x < b and y > a]
        return (hit[0], hit[-1] + 1) if hit else None

    for f in row["figures"]:
        f["small"] = span(f["start"], f["end"])
    row["small_marks"] = [(span(a, a + 4) or (0, 0))[0] for a, _ in year_marks(row["text"])]


def collate(texts, rows):
    order, place = [], {}

    def put(text):
        if not text:
            return -1
        if text not in place:
            place[text] = len(order)
            order.append(text)
        return place[text]

    own = [put(r["text"]) for r in rows]
    heading = [put(" > ".join(r["headings"][-2:])[:160]) for r in rows]
    before = [put(r["before"]) for r in rows]
    longest = max(len(texts.of(t)[0]) for t in order)
    ids = torch.zeros(len(order), longest, dtype=torch.long)
    mask = torch.zeros(len(order), longest, dtype=torch.long)
    for k, t in enumerate(order):
        n = len(texts.of(t)[0])
        ids[k, :n], mask[k, :n] = torch.tensor(texts.of(t)[0]), 1
    at = {"own": own, "heading": heading, "before": before}
    return {"ids": ids, "mask": mask, **{k: torch.tensor([len(order) if i < 0 else i for i in v]) for k, v in at.items()}}


def soft(scores, want):
    return -(F.softmax(torch.tensor(want), -1) * F.log_softmax(scores, -1)).sum(-1).mean()


def loss_of(net, texts, rows):
    batch = collate(texts, rows)
    tokens, joined = net(batch)
    p = net.drop(joined)
    said = [r["said"] for r in rows]
    claim = net.claim(p).squeeze(1)
    loss = 2 * F.binary_cross_entropy_with_logits(claim, torch.sigmoid(torch.tensor([s["claim"] for s in said])))
    for h in HEADS:
        loss = loss + 0.4 * soft(net.heads[h](p), [s[h] for s in said])
    told = [k for k, r in enumerate(rows) if r["claim"] != SKIP]
    if told:
        loss = loss + len(told) / len(rows) * 2 * F.binary_cross_entropy_with_logits(claim[told], torch.tensor([rows[k]["claim"] for k in told]))
        for h in HEADS:
            loss = loss + len(told) / len(rows) * 0.4 * F.cross_entropy(net.heads[h](p[told]), torch.tensor([rows[k][h] for k in told]))
    parts = []
    for k, r in enumerate(rows):
        for f, s in zip(r["figures"], said[k]["figures"]):
            if not f["small"] or not s:
                continue
            scores = net.figures(tokens[batch["own"][k]], joined[k], f["small"], r["small_marks"])
            for name, weight in (("role", 1.0), ("metric", 1.0), ("owner", 0.3), ("year", 0.5), ("base", 0.3)):
                if len(s[name]) != len(scores[name]):
                    continue
                parts.append(weight * soft(scores[name].unsqueeze(0), [s[name]]))
                want = f.get(name, SKIP)
                if want != SKIP and want < len(scores[name]):
                    parts.append(weight * F.cross_entropy(scores[name].unsqueeze(0), torch.tensor([want])))
    if parts:
        loss = loss + 2 * torch.stack(parts).sum() / max(8, len(parts))
    return loss


@torch.no_grad()
def predict(net, texts, rows):
    net.eval()
    out = []
    for i in range(0, len(rows), 48):
        some = rows[i : i + 48]
        batch = collate(texts, some)
        tokens, joined = net(batch)
        claim = net.claim(joined).squeeze(1).tolist()
        heads = {h: net.heads[h](joined).tolist() for h in HEADS}
        for k, r in enumerate(some):
            figures = [
                {n: s.tolist() for n, s in net.figures(tokens[batch["own"][k]], joined[k], f["small"], r["small_marks"]).items()} if f["small"] else None
                for f in r["figures"]
            ]
            out.append({"claim": claim[k], **{h: heads[h][k] for h in HEADS}, "figures": figures})
    return out


def unlabelled(path):
    for line in Path(path).open():
        r = json.loads(line)
        figures = []
        for f in r.get("figures") or []:
            at = len(r["text"].encode()[: f["at"]].decode(errors="ignore"))
            figures.append({"start": at, "end": at + len(f["text"])})
        yield {"file": r["file"], "page": r["page"], "start": r["start"], "text": r["text"], "before": r["before"], "headings": r["headings"],
               "claim": SKIP, "figures": figures, **{h: SKIP for h in HEADS}}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--all", required=True, help="folder of what `labels draw -all` wrote")
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--teacher", required=True)
    p.add_argument("--layers", type=int, default=3)
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.manual_seed(a.seed), random.seed(a.seed), np.random.seed(a.seed)
    tokenizer = AutoTokenizer.from_pretrained(T.MODEL)
    texts = Texts(tokenizer)
    rows = [r for f in sorted(Path(a.all).glob("*.jsonl")) for r in unlabelled(f)]
    place = {(r["file"], r["page"], r["start"]): r for r in rows}
    for r in load(*a.labels):
        known = place.get((r["file"], r["page"], r["start"]))
        if known is None:
            rows.append(r)
            continue
        if r["claim"] != SKIP:
            known.update({k: r[k] for k in ("claim", *HEADS)})
        elif r["figures"]:
            known["figures"] = r["figures"]
    held = [r for r in rows if any(r["file"].startswith(h) for h in a.hold)]
    rows = [r for r in rows if not any(r["file"].startswith(h) for h in a.hold)]
    for r in rows + held:
        T.encode(tokenizer, r)
        spans(texts, r)
    net = T.Teacher(a.layers)
    net.load_state_dict(torch.load(a.teacher))
    began = time.time()
    for r, s in zip(rows, T.predict(net, rows, 48)):
        r["said"] = s
    print(f"the teacher has read {len(rows)} sentences in {time.time() - began:.0f} s", flush=True)
    small = Student(reduced(net.encoder.embeddings.word_embeddings.weight.detach()))
    del net
    stretches = [rows[i : i + STRETCH] for i in range(0, len(rows), STRETCH)]
    opt = torch.optim.AdamW(small.parameters(), lr=8e-4, weight_decay=0.01)
    steps = a.epochs * len(stretches)
    schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / (0.05 * steps), max(0.02, 1 - s / steps)))
    for epoch in range(a.epochs):
        small.train()
        random.shuffle(stretches)
        began, total = time.time(), 0.0
        for some in stretches:
            loss = loss_of(small, texts, some)
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(small.parameters(), 1.0)
            opt.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {a.epochs}: loss {total / len(stretches):.3f}, {time.time() - began:.0f} s", flush=True)
        torch.save(small.state_dict(), a.out)
    told = [r for r in held if r["claim"] != SKIP or any("role" in f for f in r["figures"])]
    for r in told:
        if r["figures"] and "role" not in r["figures"][0]:
            r["figures"] = []
    said = predict(small, texts, told)
    for f in sorted({r["file"] for r in told}):
        pairs = [(r, s) for r, s in zip(told, said) if r["file"] == f]
        T.score([r for r, _ in pairs], [s for _, s in pairs], f[:12])
    T.score(told, said, "all")


if __name__ == "__main__":
    main()
