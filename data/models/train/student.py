"""Teaches a small encoder what the teacher says of every sentence of the reports, and what the labels say.

    python student.py --all DIR --labels joined.jsonl figures.jsonl written/*.jsonl --base base --listen teacher.pt --said said.pkl [--hold FILE_PREFIX ...]
    python student.py --all DIR --labels joined.jsonl figures.jsonl written/*.jsonl --base base --said said.pkl ... --out student.pt [--hold FILE_PREFIX ...]

The student reads each sentence once and by itself. A sentence's meaning depends on its headings, on the sentence before and on
what its page is about; of those it gets the vectors, in a layer above: so a report costs one reading of each of its
sentences and headings.
"""
import argparse
import json
import pickle
import random
import time
from itertools import groupby
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoTokenizer

import teacher as T
from labels import HEADS, PARAGRAPHS, SKIP, around, load, year_marks

WIDTH, LAYERS, HEADS_OF, INNER, LENGTH = 256, 2, 4, 1024, 128
FORGET = 0.2  # of what surrounds sentences, in training
BESIDE = 4  # wordpieces on each side of a figure that its heads see
TOGETHER = 12  # texts that are padded to one length
STRETCH = 24  # sentences of a report that are read in one go
SEEN = 2  # epochs after which it is asked again what pages are about


class Encoder(torch.nn.Module):
    def __init__(self, words):
        super().__init__()
        self.word = torch.nn.Embedding.from_pretrained(words, freeze=False, sparse=True)
        self.place = torch.nn.Embedding(LENGTH, WIDTH)
        torch.nn.init.normal_(self.place.weight, std=0.02)
        self.norm = torch.nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = torch.nn.Dropout(0.1)
        layer = torch.nn.TransformerEncoderLayer(WIDTH, HEADS_OF, INNER, 0.0, activation="gelu", batch_first=True, layer_norm_eps=1e-12)
        self.layers = torch.nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)

    def forward(self, ids, mask):
        x = self.drop(self.norm(self.word(ids) + self.place(torch.arange(ids.shape[1]))))
        x = self.layers(x, src_key_padding_mask=mask == 0)
        m = mask.unsqueeze(-1).float()
        return x, (x * m).sum(1) / m.sum(1).clamp(min=1)


class Student(torch.nn.Module):
    def __init__(self, words):
        super().__init__()
        self.encoder = Encoder(words)
        self.join = torch.nn.Linear(4 * WIDTH, WIDTH)
        self.drop = torch.nn.Dropout(0.1)
        self.claim = torch.nn.Linear(WIDTH, 1)
        self.heads = torch.nn.ModuleDict({k: torch.nn.Linear(WIDTH, len(v)) for k, v in HEADS.items()})
        self.paragraph = torch.nn.Linear(WIDTH, len(PARAGRAPHS))
        self.figures = T.Figures(WIDTH, BESIDE)

    def forward(self, batch):
        """Tokens and joined vectors of the batch's sentences; other texts of the batch are headings and sentences before."""
        tokens, vectors = [], []
        for ids, mask in batch["parts"]:
            t, v = self.encoder(ids, mask)
            tokens.append(F.pad(t, (0, 0, 0, batch["longest"] - t.shape[1])))
            vectors.append(v)
        tokens = torch.cat(tokens)
        nothing = torch.zeros(1, WIDTH)
        known = torch.cat([*vectors, nothing])
        return tokens, F.gelu(self.join(torch.cat([known[batch["own"]], known[batch["heading"]], known[batch["before"]], batch["around"]], 1)))


def own(state):
    """What a state has for a student, without what is learnt on its encoder as it stands."""
    return {k: v for k, v in state.items() if not k.startswith(("cells.", "aim.", "against.", "matters.", "benefit.", "again."))}


def reduced(words):
    """The teacher's word vectors in fewer dimensions, by their principal components."""
    words = words - words.mean(0)
    _, _, v = torch.linalg.svd(words[torch.randperm(len(words))[:8000]], full_matrices=False)
    out = words @ v[:WIDTH].T
    return out / out.std() * 0.05


class Texts:
    """Wordpieces of texts, each cut once."""

    def __init__(self, tokenizer):
        self.tokenizer, self.known, self.vectors = tokenizer, {}, {}

    def of(self, text):
        if text not in self.known:
            t = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
            self.known[text] = ([101, *t["input_ids"][: LENGTH - 2], 102], t["offset_mapping"][: LENGTH - 2])
        return self.known[text]

    @torch.no_grad()
    def see(self, net, rows):
        """Keeps what the student makes of the sentences near these, as it is now: they are what a page is about."""
        was = net.training
        net.eval()
        order = sorted({t for r in rows for t in r["near"]}, key=lambda t: (len(self.of(t)[0]), t))
        for i in range(0, len(order), 64):
            some = order[i : i + 64]
            self.vectors.update(zip(some, net.encoder(*padded([self.of(t)[0] for t in some]))[1]))
        net.train(was)

    def around(self, row):
        near = [self.vectors[t] for t in row["near"]]
        return torch.stack(near).mean(0) if near else torch.zeros(WIDTH)


def padded(all_ids):
    longest = max(map(len, all_ids))
    ids, mask = torch.zeros(len(all_ids), longest, dtype=torch.long), torch.zeros(len(all_ids), longest, dtype=torch.long)
    for k, x in enumerate(all_ids):
        ids[k, : len(x)], mask[k, : len(x)] = torch.tensor(x), 1
    return ids, mask


def spans(texts, row):
    _, offsets = texts.of(row["text"])

    def span(a, b):
        hit = [1 + k for k, (x, y) in enumerate(offsets) if x < b and y > a]
        return (hit[0], hit[-1] + 1) if hit else None

    for f in row["figures"]:
        f["small"] = span(f["start"], f["end"])
    row["small_marks"] = [(span(a, a + 4) or (0, 0))[0] for a, _ in year_marks(row["text"])]


def collate(texts, rows, forget=0.0):
    """The texts of some rows, each once and next to others of its length, and which of them are whose. With forget, so many
    of the headings and sentences before are left out: a page may have none that were read as such."""
    threes = [(r["text"], " > ".join(r["headings"][-2:])[:160], r["before"]) for r in rows]
    if forget:
        threes = [(t, h if random.random() >= forget else "", b if random.random() >= forget else "") for t, h, b in threes]
    order = sorted({t for three in threes for t in three if t}, key=lambda t: (len(texts.of(t)[0]), t))
    place = {t: i for i, t in enumerate(order)}
    parts = []
    for i in range(0, len(order), TOGETHER):
        parts.append(padded([texts.of(t)[0] for t in order[i : i + TOGETHER]]))
    at = {k: torch.tensor([place.get(three[i], len(order)) for three in threes]) for i, k in enumerate(("own", "heading", "before"))}
    lengths = torch.tensor([len(texts.of(t)[0]) for t in order])
    at["around"] = torch.stack([texts.around(r) if random.random() >= forget else torch.zeros(WIDTH) for r in rows])
    return {"parts": parts, "lengths": lengths, "longest": len(texts.of(order[-1])[0]), **at}


def soft(scores, want):
    return -(F.softmax(torch.tensor(want), -1) * F.log_softmax(scores, -1)).sum(-1).mean()


def loss_of(net, texts, rows):
    batch = collate(texts, rows, FORGET)
    tokens, joined = net(batch)
    p = net.drop(joined)
    said = [r["said"] for r in rows]
    claim = net.claim(p).squeeze(1)
    loss = 2 * F.binary_cross_entropy_with_logits(claim, torch.sigmoid(torch.tensor([s["claim"] for s in said])))
    for h in HEADS:
        if h in said[0]:  # a teacher that is older than a question was not asked it
            loss = loss + 0.4 * soft(net.heads[h](p), [s[h] for s in said])
    # Of what is no claim the teacher knows no paragraph.
    weights = torch.sigmoid(torch.tensor([s["claim"] for s in said]))
    log = F.log_softmax(net.paragraph(p), -1)
    loss = loss - 0.6 * (weights * (F.softmax(torch.tensor([s["paragraph"] for s in said]), -1) * log).sum(-1)).mean()
    told = [k for k, r in enumerate(rows) if r["claim"] != SKIP]
    if told:
        loss = loss + 0.6 * T.paragraph_loss(net.paragraph(p[told]), [rows[k] for k in told]) * len(told) / len(rows)
        loss = loss + len(told) / len(rows) * 2 * F.binary_cross_entropy_with_logits(claim[told], torch.tensor([rows[k]["claim"] for k in told]))
        for h in HEADS:
            loss = loss + len(told) / len(rows) * 0.4 * T.head_loss(net.heads[h](p[told]), [rows[k][h] for k in told])
    figures, scores = T.figures_of(net.figures, rows, tokens, joined, batch["own"], "small", "small_marks", batch["lengths"])
    taught = [k for k, (_, f) in enumerate(figures) if f.get("said")]
    for name, weight in T.WEIGHTS.items() if figures else ():
        size = scores[name].shape[1]
        part = F.cross_entropy(scores[name], T.wanted(figures, name, size), ignore_index=SKIP, reduction="sum")
        asked = [k for k in taught if name in figures[k][1]["said"]]  # a teacher that is older than a question was not asked it
        if asked:
            long = [(figures[k][1]["said"][name] + [T.NOWHERE] * size)[:size] for k in asked]
            part = part - (F.softmax(torch.tensor(long), -1) * F.log_softmax(scores[name][asked], -1)).sum()
        loss = loss + 2 * weight * part / max(8, len(figures))
    return loss


@torch.no_grad()
def predict(net, texts, rows):
    net.eval()
    texts.see(net, rows)
    out = []
    for i in range(0, len(rows), 48):
        some = rows[i : i + 48]
        batch = collate(texts, some)
        tokens, joined = net(batch)
        claim = net.claim(joined).squeeze(1).tolist()
        heads = {h: net.heads[h](joined).tolist() for h in HEADS} | {"paragraph": net.paragraph(joined).tolist()}
        told = T.figures_of(net.figures, some, tokens, joined, batch["own"], "small", "small_marks", batch["lengths"])
        for k, figures in enumerate(T.spread(some, *told)):
            out.append({"claim": claim[k], **{h: x[k] for h, x in heads.items()}, "figures": figures})
    return out


def unlabelled(path):
    for line in Path(path).open():
        r = json.loads(line)
        figures = []
        for f in r.get("figures") or []:
            at = len(r["text"].encode()[: f["at"]].decode(errors="ignore"))
            figures.append({"start": at, "end": at + len(f["text"])})
        yield {"file": r["file"], "page": r["page"], "start": r["start"], "text": r["text"], "before": r["before"], "headings": r["headings"],
               "claim": SKIP, "near": [], "paragraphs": [], "figures": figures, **{h: SKIP for h in HEADS}}


def listen(net, rows, path):
    """Writes what a teacher says of the rows."""
    began = time.time()
    said = [{**s, "of": r["text"]} for r, s in zip(rows, T.predict(net, rows, 48))]
    Path(path).write_bytes(pickle.dumps(said))
    print(f"the teacher has read {len(rows)} sentences in {time.time() - began:.0f} s", flush=True)


def heard(rows, *paths):
    """What teachers say of the rows: the mean of their scores."""
    all_said = [pickle.loads(Path(p).read_bytes()) for p in paths]
    for said, path in zip(all_said, paths):
        if [x["of"] for x in said] != [r["text"] for r in rows]:
            raise SystemExit(f"{path} is of other sentences")
    names = [n for n in ("claim", "paragraph", *HEADS) if all(n in said[0] for said in all_said)]
    return [{n: np.mean([x[n] for x in some], 0).tolist() for n in names} | {"figures": some[0]["figures"]} for some in zip(*all_said)]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--all", required=True, help="folder of what `labels draw -all` wrote")
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--base", required=True, help="what the teacher to listen to started from; of the student, whose word vectors it starts from")
    p.add_argument("--listen", help="a teacher: what it says is written to --said, and nothing is taught")
    p.add_argument("--layers", type=int, help="as that teacher was trained")
    p.add_argument("--frozen", type=int)
    p.add_argument("--said", nargs="+", required=True, help="what teachers said; the student learns the mean")
    p.add_argument("--figures", help="what a teacher said that is asked about figures; without it, the first")
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--epochs", type=int, default=6, help="over all sentences")
    p.add_argument("--more", type=int, default=10, help="then, over those that hold figures or are labelled")
    p.add_argument("--rate", type=float, default=5e-4, help="of the second part")
    p.add_argument("--start", help="a student that goes on")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out")
    a = p.parse_args()
    torch.manual_seed(a.seed), random.seed(a.seed), np.random.seed(a.seed)
    tokenizer = AutoTokenizer.from_pretrained(a.base)
    texts = Texts(tokenizer)
    rows = [r for f in sorted(Path(a.all).glob("*.jsonl")) for r in unlabelled(f)]
    for _, page in groupby(rows, lambda r: (r["file"], r["page"])):
        around(list(page))
    place = {(r["file"], r["page"], r["start"]): r for r in rows}
    for r in load(*a.labels):
        known = place.get((r["file"], r["page"], r["start"]))
        if known is None:
            rows.append(r)
            continue
        if r["claim"] != SKIP:
            known.update({k: r[k] for k in ("claim", "paragraphs", *HEADS)})
        elif r["figures"]:
            known["figures"] = r["figures"]
    held = [r for r in rows if any(r["file"].startswith(h) for h in a.hold)]
    rows = [r for r in rows if not any(r["file"].startswith(h) for h in a.hold)]
    for r in rows + held:
        T.encode(tokenizer, r)
        spans(texts, r)
    if a.listen:
        net = T.Teacher(a.base, a.layers, a.frozen)
        net.load_state_dict(torch.load(a.listen))
        return listen(net, rows, a.said[0])
    of_figures = heard(rows, a.figures or a.said[0])
    for r, s, t in zip(rows, heard(rows, *a.said), of_figures):
        r["said"] = s
        for f, g in zip(r["figures"], t["figures"]):
            f["said"] = g
    small = Student(reduced(T.Teacher(a.base).encoder.embeddings.word_embeddings.weight.detach()))
    if a.start:
        start = torch.load(a.start)
        for k, v in small.state_dict().items():  # a question that it was not asked
            start.setdefault(k, v)
        small.load_state_dict(start)
    if a.epochs:
        teach(small, texts, [rows[i : i + STRETCH] for i in range(0, len(rows), STRETCH)], a.epochs, 8e-4, a.out)
    if a.more:  # figures are in one sentence of four, labels in fewer
        some = [r for r in rows if r["figures"] or r["claim"] != SKIP]
        teach(small, texts, [some[i : i + STRETCH] for i in range(0, len(some), STRETCH)], a.more, a.rate, a.out)
    measure(small, texts, held)


def teach(small, texts, stretches, epochs, rate, out):
    dense = [p for p in small.parameters() if p is not small.encoder.word.weight]
    opts = [torch.optim.AdamW(dense, lr=rate, weight_decay=0.01), torch.optim.SparseAdam([small.encoder.word.weight], lr=rate)]
    steps = epochs * len(stretches)
    slope = lambda s: min((s + 1) / (0.05 * steps), max(0.02, 1 - s / steps))
    schedules = [torch.optim.lr_scheduler.LambdaLR(o, slope) for o in opts]
    every = [r for some in stretches for r in some]
    for epoch in range(epochs):
        if epoch % SEEN == 0:
            texts.see(small, every)
        small.train()
        random.shuffle(stretches)
        began, total = time.time(), 0.0
        for some in stretches:
            loss = loss_of(small, texts, some)
            for o in opts:
                o.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(dense, 1.0)
            for o in (*opts, *schedules):
                o.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total / len(stretches):.3f}, {time.time() - began:.0f} s", flush=True)
        torch.save(small.state_dict(), out)


def measure(small, texts, held):
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
