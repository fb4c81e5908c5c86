"""Teaches a second encoder, which reads what may be a claim together with the sentence before it: whether it is one, and whose deeds it tells of.

    python again.py --student aims.pt --base base --labels ../labels/written/passages-14.jsonl ../labels/written/claims-3.jsonl \
      --known joined.jsonl later.jsonl ../labels/written/claims.jsonl ... ../labels/written/passages-13.jsonl --hold $H --folds 4 --out again.pt

It starts as a copy of the student's encoder and keeps its word vectors. The student reads each text by itself; of "it fell by a third" the sentence
before says of what, and whose. The encoder has the known labels by heart and would learn nothing from them alone: they keep it from
forgetting, twice as many as there are new ones, others in each epoch.
"""
import argparse
import copy
import json
import random
import re
import time

import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoTokenizer

import student as S
import teacher as T
from labels import HEADS, SKIP, load
from twins import twins

CONTEXT, OWN = 40, 70  # wordpieces of what stands before, and of the sentence
HEADING, BEFORE = 60, 180  # characters of them
RATE, NEW_RATE, SIZE, KNOWN, TWINS = 3e-4, 1e-3, 24, 1, 1200
OWNS = (HEADS["voice"].index("entity"), HEADS["voice"].index("unit"))
LEAST, SURE, THEIRS = 0.5, (0.8, 0.95), 0.8  # how likely the student must find a claim; of a likelier one, how sure it must be whose it is
# not to be asked again; how sure this one must be that it is somebody else's for a claim to be doubted


class Again(torch.nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = copy.deepcopy(encoder)
        self.encoder.word.weight.requires_grad = False
        self.kinds = torch.nn.Embedding(2, S.WIDTH)
        torch.nn.init.zeros_(self.kinds.weight)
        self.look = torch.nn.Linear(3 * S.WIDTH, S.WIDTH)
        self.claim = torch.nn.Linear(S.WIDTH, 1)
        self.voice = torch.nn.Linear(S.WIDTH, len(HEADS["voice"]))
        self.drop = torch.nn.Dropout(0.2)

    def forward(self, rows):
        ids, mask = S.padded([r["pair"] for r in rows])
        place, first = torch.arange(ids.shape[1]), torch.tensor([r["first"] for r in rows])
        own = (place >= first.unsqueeze(1)).long()
        e = self.encoder
        x = e.layers(e.drop(e.norm(e.word(ids) + e.place(place) + self.kinds(own))), src_key_padding_mask=mask == 0)
        mean = lambda m: (x * m.unsqueeze(-1)).sum(1) / m.sum(1, keepdim=True)
        z = torch.cat([mean((own * mask).float()), mean(((1 - own) * mask).float()), x[torch.arange(len(rows)), first]], 1)
        z = self.drop(F.gelu(self.look(self.drop(z))))
        return self.claim(z).squeeze(1), self.voice(z)


def pair(tokenizer, row):
    """Wordpieces of what stands before a sentence, and of the sentence."""
    before = (row["headings"][-1][:HEADING] if row["headings"] else "") + " | " + row["before"][-BEFORE:]
    before = tokenizer(before, add_special_tokens=False)["input_ids"][-CONTEXT:]
    row["pair"] = [101, *before, 102, *tokenizer(row["text"], add_special_tokens=False)["input_ids"][:OWN], 102]
    row["first"] = len(before) + 2
    return row


def batches(rows):
    random.shuffle(rows)
    out = []
    for i in range(0, len(rows), SIZE * 16):
        some = sorted(rows[i : i + SIZE * 16], key=lambda r: len(r["pair"]))
        out += [some[k : k + SIZE] for k in range(0, len(some), SIZE)]
    random.shuffle(out)
    return out


def train(student, new, known, epochs, seed, start=None):
    torch.manual_seed(seed), random.seed(seed)
    net = Again(student.encoder)
    if start:
        net.load_state_dict(start, strict=False)  # the words are the student's
    below = [p for n, p in net.named_parameters() if n.startswith("encoder.") and p.requires_grad]
    own = [p for n, p in net.named_parameters() if not n.startswith("encoder.")]
    opt = torch.optim.AdamW([{"params": below, "lr": RATE}, {"params": own, "lr": NEW_RATE}], weight_decay=0.01)
    steps = epochs * (len(new) + min(len(known), KNOWN * len(new))) / SIZE
    schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / (0.1 * steps), max(0.02, 1 - s / steps)))
    for epoch in range(epochs):
        net.train()
        began, total = time.time(), 0.0
        all_of_them = batches(new + random.sample(known, min(len(known), KNOWN * len(new))))
        for some in all_of_them:
            claim, voice = net(some)
            loss = F.binary_cross_entropy_with_logits(claim, torch.tensor([r["claim"] for r in some]))
            loss = loss + 0.5 * T.head_loss(voice, [r["voice"] for r in some])
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(below + own, 1.0)
            opt.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total / len(all_of_them):.3f}, {time.time() - began:.0f} s", flush=True)
    return net.eval()


@torch.no_grad()
def says(net, rows):
    """Log odds of being a claim, and scores of whose it is."""
    net.eval()
    some = [net(rows[i : i + 48]) for i in range(0, len(rows), 48)]
    return torch.cat([c for c, _ in some]).numpy(), torch.cat([v for _, v in some]).numpy()


SPOKEN = re.compile(r"(?<![^\W\d_])(?:we|our|us|ours)(?![^\W\d_])", re.I)


def in_doubt(row, said):
    """Whether what the student says of a sentence is looked at again."""
    claim, voice = 1 / (1 + np.exp(-said["claim"])), torch.softmax(torch.tensor(said["voice"]), -1)
    sure = claim >= SURE[0] and max(voice[k] for k in OWNS) >= SURE[1]
    return bool(claim >= LEAST and not sure and (row["before"] or row["headings"]) and not SPOKEN.search(row["text"]))


def together(first, claim, voice):
    """What both say of being a claim: this one counts where it is surely somebody else's."""
    shares = torch.softmax(torch.tensor(voice), -1)
    theirs = int(shares.argmax()) not in OWNS and shares.max() >= THEIRS
    return min(first, claim) if theirs else first


def of_state(state, student):
    """The second encoder that a state has."""
    net = Again(student.encoder)
    net.load_state_dict({k.removeprefix("again."): v for k, v in state.items() if k.startswith("again.")}, strict=False)  # the words are the student's
    return net.eval()


def measure(name, rows, claim, voice):
    """Prints how far what is said is what the labels say, of clear sentences."""
    clear = [k for k, r in enumerate(rows) if r["claim"] in (0.0, 1.0)]
    y, s = np.array([rows[k]["claim"] == 1 for k in clear]), claim[clear]
    cut = np.sort(s[~y])[::-1]
    res = {"clear": len(y), "auc": T.auc(list(y), s)} | {f"found at {f}": (s[y] > cut[int(f * len(cut))]).mean() for f in (0.06, 0.1, 0.2)}
    told = [k for k, r in enumerate(rows) if r["voice"] != SKIP]
    res["voice"] = np.mean([voice[k].argmax() == rows[k]["voice"] for k in told])
    print(name, json.dumps({k: round(float(v), 3) for k, v in res.items()}), flush=True)


def folds(student, texts, new, known, n, a):
    """Measures the new labels, each part of the passages by an encoder that has not seen it."""
    parts = [[r for r in new if r["fold"] % n == k] for k in range(n)]
    rows, claim, voice = [], [], []
    for k, part in enumerate(parts):
        net = train(student, [r for i, p in enumerate(parts) if i != k for r in p], known, a.epochs, a.seed)
        c, v = says(net, part)
        rows, claim, voice = rows + part, claim + [c], voice + [v]
    before = S.predict(student, texts, rows)
    was, whose = np.array([s["claim"] for s in before]), np.array([s["voice"] for s in before])
    claim, voice = np.concatenate(claim), np.concatenate(voice)
    measure("the student", rows, was, whose)
    measure("alone", rows, claim, voice)
    doubt = np.array([in_doubt(r, s) for r, s in zip(rows, before)])
    measure("together", rows, np.array([together(w, c, v) if d else w for d, w, c, v in zip(doubt, was, claim, voice)]), np.where(doubt[:, None], voice, whose))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--student", required=True)
    p.add_argument("--base", required=True)
    p.add_argument("--labels", nargs="+", required=True, help="that the student has not seen")
    p.add_argument("--known", nargs="+", required=True, help="sentences that it has")
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--epochs", type=int, default=4)
    p.add_argument("--folds", type=int, default=0)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--start", help="a state whose second encoder goes on")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.set_num_threads(1)  # more of them may add up in another order
    state = torch.load(a.student, weights_only=True)
    student = S.Student(state["encoder.word.weight"])
    student.load_state_dict(S.own(state))
    texts = S.Texts(AutoTokenizer.from_pretrained(a.base))
    ready = lambda paths: [pair(texts.tokenizer, r) for r in load(*paths) if r["claim"] != SKIP and not any(r["file"].startswith(h) for h in a.hold)]
    new, known = ready(a.labels), ready(a.known)
    passage = 0  # sentences of one passage are of one fold
    for i, r in enumerate(new):
        passage += i > 0 and r["before"] == ""
        r["fold"] = passage
        S.spans(texts, r)
    if a.folds:
        folds(student, texts, new, known, a.folds, a)
    new += [pair(texts.tokenizer, r) for r in twins([r for r in new + known if r["voice"] in OWNS], HEADS["voice"], TWINS)]
    start = {k.removeprefix("again."): v for k, v in torch.load(a.start, weights_only=True).items() if k.startswith("again.")} if a.start else None
    net = train(student, new, known, a.epochs, a.seed, start)
    state = {k: v for k, v in state.items() if not k.startswith("again.")}
    state |= {f"again.{k}": v for k, v in net.state_dict().items() if k != "encoder.word.weight"}
    torch.save(state, a.out)


if __name__ == "__main__":
    main()
