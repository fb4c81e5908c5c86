"""Teaches a student's answers about sentences once more, on its encoder as it stands, by labels that its encoder has not seen.

    python heads.py --student student.pt --base base --all all --labels later.jsonl ../labels/written/alone-*.jsonl \
      --known joined.jsonl ../labels/written/claims*.jsonl ../labels/written/passages-*.jsonl --answers benefit --out heads.pt

The encoder has its own labels by heart: a layer on its vectors tells them apart without an error, and learns nothing from them that
holds for a sentence of another report. From labels that came later it does. What the answers to known sentences were, they stay. All
answers are taught, and those to --answers are kept.
"""
import argparse
import copy
import random
from itertools import groupby
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from transformers import AutoTokenizer

import student as S
import teacher as T
from labels import HEADS, SKIP, around, load

EPOCHS, RATE, SIZE = 20, 3e-3, 32
KNOWN = 2  # known sentences to each one that is new


def surroundings(folder):
    """What stands around each sentence of the reports that `labels draw -all` wrote there."""
    near = {}
    for f in sorted(Path(folder).glob("*.jsonl")):
        for _, page in groupby(list(S.unlabelled(f)), lambda r: (r["file"], r["page"])):
            page = list(page)
            around(page)
            near.update({(r["file"], r["page"], r["start"]): r["near"] for r in page})
    return near


def placed(rows, near):
    for r in rows:
        r["near"] = near.get((r["file"], r["page"], r["start"]), r["near"])
    return rows


@torch.no_grad()
def joined(net, texts, rows):
    """What the answers about sentences are made of."""
    net.eval()
    texts.see(net, rows)
    return torch.cat([net(S.collate(texts, rows[i : i + 48]))[1] for i in range(0, len(rows), 48)])


def answers(net):
    """The layers that answer, as they are."""
    return torch.nn.ModuleDict({"claim": copy.deepcopy(net.claim), "paragraph": copy.deepcopy(net.paragraph), "heads": copy.deepcopy(net.heads)})


def loss_of(layers, z, rows):
    z = F.dropout(z, 0.1)
    told = [k for k, r in enumerate(rows) if r["claim"] != SKIP]
    loss = 2 * F.binary_cross_entropy_with_logits(layers["claim"](z[told]).squeeze(1), torch.tensor([rows[k]["claim"] for k in told]))
    for h in HEADS:
        loss = loss + 0.4 * T.head_loss(layers["heads"][h](z), [r[h] for r in rows])
    return loss + 0.6 * T.paragraph_loss(layers["paragraph"](z), rows)


def change_of(layers, was, z):
    """How far the answers to known sentences are from what they were."""
    with torch.no_grad():
        claim = torch.sigmoid(was["claim"](z))
        rest = {h: F.softmax(was["heads"][h](z), -1) for h in HEADS} | {"paragraph": F.softmax(was["paragraph"](z), -1)}
    loss = 2 * F.binary_cross_entropy_with_logits(layers["claim"](z), claim)
    for h, want in rest.items():
        layer = layers["paragraph"] if h == "paragraph" else layers["heads"][h]
        loss = loss - 0.4 * (want * F.log_softmax(layer(z), -1)).sum(-1).mean()
    return loss


def train(net, z, rows, known, seed):
    torch.manual_seed(seed)
    rng = np.random.RandomState(seed)
    was, layers = answers(net).eval(), answers(net)
    opt = torch.optim.Adam(layers.parameters(), lr=RATE)
    for _ in range(EPOCHS):
        order = rng.permutation(len(rows))
        for i in range(0, len(order), SIZE):
            some = order[i : i + SIZE]
            loss = loss_of(layers, z[some], [rows[k] for k in some])
            loss = loss + change_of(layers, was, known[rng.choice(len(known), KNOWN * SIZE)])
            opt.zero_grad()
            loss.backward()
            opt.step()
    return layers.eval()


@torch.no_grad()
def said(layers, z):
    claim = layers["claim"](z).squeeze(1).tolist()
    rest = {h: layers["heads"][h](z).tolist() for h in HEADS} | {"paragraph": layers["paragraph"](z).tolist()}
    return [{"claim": c, "figures": [], **{h: x[k] for h, x in rest.items()}} for k, c in enumerate(claim)]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--student", required=True)
    p.add_argument("--base", required=True)
    p.add_argument("--all", required=True, help="folder of what `labels draw -all` wrote: what stands around a sentence")
    p.add_argument("--labels", nargs="+", required=True, help="that the student has not seen")
    p.add_argument("--known", nargs="+", required=True, help="sentences that it has")
    p.add_argument("--most", type=int, default=5000, help="of these that are read again")
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--answers", nargs="+", required=True, help="that are kept")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.set_num_threads(1)  # more of them may add up in another order
    random.seed(a.seed), np.random.seed(a.seed)
    state = torch.load(a.student, weights_only=True)
    net = S.Student(state["encoder.word.weight"])
    net.load_state_dict(S.own(state))
    texts = S.Texts(AutoTokenizer.from_pretrained(a.base))
    near = surroundings(a.all)

    def ready(paths):
        return placed([r for r in load(*paths) if not any(r["file"].startswith(h) for h in a.hold)], near)

    rows, known = ready(a.labels), ready(a.known)
    known = random.sample(known, min(a.most, len(known)))
    z, kept = joined(net, texts, rows), joined(net, texts, known)
    layers = train(net, z, rows, kept, a.seed)
    T.score(rows, said(layers, z), "learnt")
    for k, v in layers.state_dict().items():
        if k.removeprefix("heads.").split(".")[0] in a.answers:
            assert state[k].shape == v.shape
            state[k] = v
    torch.save(state, a.out)


if __name__ == "__main__":
    main()
