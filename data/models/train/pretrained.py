"""Teaches the lower layers of a pretrained encoder to read a sentence with its heading and the sentence before: whether it is a claim, whose, and what its
figures are.

    python pretrained.py --base $M --labels joined.jsonl later.jsonl ../labels/written/claims*.jsonl ../labels/written/passages-*.jsonl \
      --figures figures.jsonl ../labels/written/figures-*.jsonl --hold $H [--leave FILE_PREFIX ...] [--fold 4] --epochs 3 --out pretrained.pt

The student and its second reader have the labels by heart; this one began with what it had read elsewhere. With --leave, reports whose hash begins so
are measured after each epoch and not learnt from, and with --fold every so manieth passage of the last file. Two processes share each batch: threads would
wait for each other at every product where other work runs on the machine.
"""
import argparse
import random
import re
import time
from pathlib import Path

import numpy as np
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer

import teacher as T
from again import OWNS, measure
from labels import HEADS, PARAGRAPHS, SKIP, load, year_marks
from student import BESIDE as NEXT
from twins import twins

CONTEXT, OWN, OWN_FIGURES = 32, 70, 100  # wordpieces of what stands before, and of the sentence; of one whose figures are looked at
HEADING, BEFORE = 60, 180  # characters of them
LOOK, SIZE, WORKERS, TWINS = 128, 32, 2, 500
BESIDE = ("kind", "standing", "topic", "area")  # learnt beside, so that it looks at what a sentence says
RATE, NEW_RATE = 8e-5, 6e-4
PASSAGE = 12  # sentences that are left out or kept together
FIGURED = 1.0  # how much what figures are counts beside what sentences are

# What is read again: what the student finds a claim by a likelihood between these, and of what is likelier, what is not as surely the entity's. Both count by
# these shares of their log odds. Chosen on the prose and on sentences of reports that neither had learnt of.
DOUBT = {"from": 0.5, "to": 0.9, "voice": 0.85, "share": 0.4, "shift": 0.25, "figures": 0.8, "figures_share": 0.3,
         "benefit_from": 0.2, "benefit_to": 0.9, "benefit_share": 0.5}
SPOKEN = re.compile(r"(?<![^\W\d_])(?:we|our|us|ours)(?![^\W\d_])", re.I)


class Pretrained(torch.nn.Module):
    def __init__(self, base, layers):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(base, add_pooling_layer=False)
        self.encoder.encoder.layer = self.encoder.encoder.layer[:layers]
        self.encoder.embeddings.word_embeddings.weight.requires_grad = False
        width = self.encoder.config.hidden_size
        self.look = torch.nn.Linear(3 * width, LOOK)
        self.claim = torch.nn.Linear(LOOK, 1)
        self.voice = torch.nn.Linear(LOOK, len(HEADS["voice"]))
        self.beside = torch.nn.ModuleDict({k: torch.nn.Linear(LOOK, len(HEADS[k])) for k in BESIDE})
        self.paragraph = torch.nn.Linear(LOOK, len(PARAGRAPHS))
        self.figures = T.Figures(width, NEXT)
        self.drop = torch.nn.Dropout(0.2)

    def encoded(self, rows):
        """Vectors of the pieces of rows, which of them are there, and which are the sentence's own."""
        longest = max(len(r["pair"]) for r in rows)
        ids = torch.zeros(len(rows), longest, dtype=torch.long)
        for k, r in enumerate(rows):
            ids[k, : len(r["pair"])] = torch.tensor(r["pair"])
        first = torch.tensor([r["first"] for r in rows])
        mask, own = (ids != 0).long(), (torch.arange(longest) >= first.unsqueeze(1)).long()
        return self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=own).last_hidden_state, mask, own, first

    def figured(self, rows):
        """The figures of rows, as (row, figure), and their scores."""
        x, mask, own, _ = self.encoded(rows)
        own = (own * mask).unsqueeze(-1).float()
        return T.figures_of(self.figures, rows, x, (x * own).sum(1) / own.sum(1), lengths=mask.sum(1))

    def forward(self, rows):
        x, mask, own, first = self.encoded(rows)
        mean = lambda m: (x * m.unsqueeze(-1)).sum(1) / m.sum(1, keepdim=True)
        z = torch.cat([mean((own * mask).float()), mean((1 - own).float()), x[torch.arange(len(rows)), first]], 1)
        z = self.drop(F.gelu(self.look(self.drop(z))))
        return self.claim(z).squeeze(1), self.voice(z), z


def pair(tokenizer, row):
    """Wordpieces of what stands before a sentence, and of the sentence."""
    before = (row["headings"][-1][:HEADING] if row["headings"] else "") + " | " + row["before"][-BEFORE:]
    before = tokenizer(before, add_special_tokens=False)["input_ids"][-CONTEXT:]
    row["pair"] = [101, *before, 102, *tokenizer(row["text"], add_special_tokens=False)["input_ids"][:OWN], 102]
    row["first"] = len(before) + 2
    return row


def pair_with_figures(tokenizer, row):
    """The same of a sentence whose figures are looked at, with where they and the years that it prints stand."""
    pair(tokenizer, row)
    t = tokenizer(row["text"], add_special_tokens=False, return_offsets_mapping=True)
    ids, offsets, first = t["input_ids"][:OWN_FIGURES], t["offset_mapping"][:OWN_FIGURES], row["first"]
    row["pair"] = [*row["pair"][:first], *ids, 102]

    def span(a, b):
        hit = [first + k for k, (x, y) in enumerate(offsets) if x < b and y > a]
        return (hit[0], hit[-1] + 1) if hit else None

    for f in row["figures"]:
        f["span"] = span(f["start"], f["end"])
    row["marks"] = [(span(a, a + 4) or (0, 0))[0] for a, _ in year_marks(row["text"])]
    return row


def batches(rows, figured, rng):
    """Batches of sentences that are claims or not, and of those whose figures are looked at, each of one kind."""
    out = []
    for rows in (rows[:], figured[:]):
        rng.shuffle(rows)
        for i in range(0, len(rows), SIZE * 32):
            some = sorted(rows[i : i + SIZE * 32], key=lambda r: len(r["pair"]))
            out += [some[k : k + SIZE] for k in range(0, len(some), SIZE)]
    rng.shuffle(out)
    return [b for b in out if len(b) >= WORKERS]


def figure_loss(net, rows):
    told, scores = net.figured(rows)
    loss = 0 * net.claim.bias.sum()  # of a share of a batch whose figures stand too far behind
    for name, weight in T.WEIGHTS.items() if told else ():
        want = T.wanted(told, name, scores[name].shape[1])
        if (want != SKIP).any():
            loss = loss + FIGURED * weight * F.cross_entropy(scores[name], want, ignore_index=SKIP, label_smoothing=0.05)
    return loss


def loss_of(net, rows):
    if "marks" in rows[0]:
        return figure_loss(net, rows)
    claim, voice, z = net(rows)
    loss = F.binary_cross_entropy_with_logits(claim, torch.tensor([r["claim"] for r in rows]))
    loss = loss + 0.3 * T.head_loss(voice, [r["voice"] for r in rows])
    loss = loss + 0.3 * T.paragraph_loss(net.paragraph(z), rows)
    return loss + 0.1 * sum(T.head_loss(net.beside[k](z), [r[k] for r in rows]) for k in BESIDE)


@torch.no_grad()
def says(net, rows):
    """Log odds of being a claim, and scores of whose it is."""
    was = net.training
    net.eval()
    order = sorted(range(len(rows)), key=lambda k: len(rows[k]["pair"]))
    claim, voice = np.zeros(len(rows), np.float32), np.zeros((len(rows), len(HEADS["voice"])), np.float32)
    for i in range(0, len(order), 32):
        some = order[i : i + 32]
        c, v, _ = net([rows[k] for k in some])
        claim[some], voice[some] = c.numpy(), v.numpy()
    net.train(was)
    return claim, voice


def in_doubt(row, said):
    """Whether what the student says of a sentence is looked at again."""
    claim, voice = 1 / (1 + np.exp(-said["claim"])), torch.softmax(torch.tensor(said["voice"]), -1)
    if claim < DOUBT["from"] or not (row["before"] or row["headings"]):
        return False
    own = int(voice.argmax()) in OWNS and voice.max() >= DOUBT["voice"]
    return bool(claim <= DOUBT["to"] or not own and not SPOKEN.search(row["text"]))


def together(row, first, whose, second, voice):
    """The log odds of both. A sentence with a number that both call the entity's own is not doubted."""
    first = min(max(first, -7.6), 7.6)  # as the likelihoods of three places that the program has
    both = DOUBT["share"] * first + (1 - DOUBT["share"]) * second + DOUBT["shift"]
    own = int(np.argmax(whose)) in OWNS and int(np.argmax(voice)) in OWNS
    return max(both, first) if own and re.search("[0-9]", row["text"]) else both


def figures_in_doubt(row, said):
    """Whether the student is not sure what one of the figures of a sentence is."""
    sure = lambda x: float(torch.softmax(torch.tensor(x), -1).max())
    told = [g for g in said["figures"] if g]
    return any(sure(g["role"]) < DOUBT["figures"] or int(np.argmax(g["role"])) and min(sure(g["measure"]), sure(g["year"])) < DOUBT["figures"] for g in told)


@torch.no_grad()
def figures_together(net, rows, said):
    """Puts into what the student says of the figures of rows what both say."""
    told, scores = net.figured(rows)
    logs = lambda x: torch.log_softmax(torch.as_tensor(x, dtype=torch.float32), -1)
    by = {id(f): k for k, (_, f) in enumerate(told)}
    for row, own in zip(rows, said):
        for f, g in zip(row["figures"], own["figures"]):
            for name in g if g and id(f) in by else ():
                first, second = logs(g[name]), logs(scores[name][by[id(f)]])
                n = min(len(first), len(second))
                g[name] = (DOUBT["figures_share"] * first[:n] + (1 - DOUBT["figures_share"]) * second[:n]).tolist()


def of_state(state, base):
    """The second encoder that a state has."""
    own = {k.removeprefix("again."): v for k, v in state.items() if k.startswith("again.")}
    net = Pretrained(base, T.layers_of(own))
    net.load_state_dict({k: v for k, v in own.items() if not k.endswith("position_embeddings.weight")}, strict=False)
    places = own["encoder.embeddings.position_embeddings.weight"]
    net.encoder.embeddings.position_embeddings.weight.data[: len(places)] = places
    return net.eval()


def shared(grads):
    """Adds up the gradients of all processes."""
    flat = torch.cat([g.flatten() for g in grads])
    dist.all_reduce(flat)
    at = 0
    for g in grads:
        g.copy_(flat[at : at + g.numel()].view_as(g) / WORKERS)
        at += g.numel()


def work(rank, a, rows, figured, left):
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{a.out}.meet", rank=rank, world_size=WORKERS)
    torch.manual_seed(a.seed)
    net = Pretrained(a.base, a.layers)
    if a.start:
        net.load_state_dict(torch.load(a.start, weights_only=True), strict=False)  # questions that it was not asked
    torch.manual_seed(a.seed + rank)
    rng = random.Random(a.seed)
    below = [p for p in net.encoder.parameters() if p.requires_grad]
    own = [p for n, p in net.named_parameters() if not n.startswith("encoder.")]
    opt = torch.optim.AdamW([{"params": below, "lr": a.rate}, {"params": own, "lr": NEW_RATE * a.rate / RATE}], weight_decay=0.01)
    steps, step = a.epochs * len(batches(rows, figured, random.Random(0))), 0
    schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / (0.06 * steps), max(0.02, 1 - s / steps)))
    began = time.time()
    for epoch in range(a.stop or a.epochs):
        net.train()
        total = 0.0
        for some in batches(rows, figured, rng):
            loss = loss_of(net, some[rank::WORKERS])
            opt.zero_grad(set_to_none=False)
            loss.backward()
            for p in below + own:  # all processes add up the same, whatever their share of a batch asked
                if p.grad is None:
                    p.grad = torch.zeros_like(p)
            shared([p.grad for p in below + own])
            torch.nn.utils.clip_grad_norm_(below + own, 1.0)
            opt.step()
            schedule.step()
            total, step = total + loss.item(), step + 1
            if rank == 0 and step % 25 == 0:
                print(f"step {step} of {steps}: loss {loss.item():.3f}, {time.time() - began:.0f} s, {time.process_time():.0f} s of a core", flush=True)
        if rank == 0:
            print(f"epoch {epoch + 1} of {a.epochs}: loss {total * a.epochs / steps:.3f}, {time.time() - began:.0f} s", flush=True)
            torch.save(net.state_dict(), a.out)
            for name, some in left.items():
                if "marks" in some[0]:
                    measure_figures(name, net, some)
                else:
                    measure(name, some, *says(net, some))


@torch.no_grad()
def measure_figures(name, net, rows):
    net.eval()
    right = {n: [] for n in ("role", "measure", "year", "base")}
    for i in range(0, len(rows), 32):
        told, scores = net.figured(rows[i : i + 32])
        for k, (_, f) in enumerate(told):
            for n in right if f["role"] else ():
                if f[n] != SKIP:
                    right[n].append(int(scores[n][k].argmax()) == f[n])
    print(name, {n: (len(r), round(float(np.mean(r)), 3)) for n, r in right.items() if r}, flush=True)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--base", required=True)
    p.add_argument("--layers", type=int, default=3)
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--figures", nargs="*", default=[], help="sentences with figures, told what these are; a file that is named twice counts twice")
    p.add_argument("--some", type=int, default=1, help="of the files of labels/written every so manieth passage, where they were learnt before")
    p.add_argument("--twice", nargs="*", default=[], help="files of the labels that count twice: reports, which written sentences outnumber")
    p.add_argument("--hold", nargs="*", default=[])
    p.add_argument("--leave", nargs="*", default=[], help="reports to measure on")
    p.add_argument("--fold", type=int, help="every so manieth passage of the last file is measured on")
    p.add_argument("--prose", nargs="*", default=[], help="files of sentences to measure on, or of figures")
    p.add_argument("--epochs", type=int, default=3)
    p.add_argument("--rate", type=float, default=RATE)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--start", help="a state that goes on")
    p.add_argument("--stop", type=int, help="epochs after which it ends, as if more were to come")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    a.out = str(Path(a.out).resolve())
    Path(a.out + ".meet").unlink(missing_ok=True)
    tokenizer = AutoTokenizer.from_pretrained(a.base)
    begins = lambda r, some: any(r["file"].startswith(h) for h in some)
    ready = lambda paths: [pair(tokenizer, r) for r in load(*paths) if r["claim"] != SKIP and not begins(r, a.hold)]
    rows, last = ready(a.labels[:-1]), ready(a.labels[-1:])
    left, passage = {}, 0
    for r in last:  # sentences of one passage are of one fold
        passage += r["before"] == ""
        r["fold"] = passage
    if a.fold:
        left["passages"] = [r for r in last if r["fold"] % a.fold == 0]
        last = [r for r in last if r["fold"] % a.fold]
    rows += last
    for h in a.leave:
        left[h] = [r for r in rows if r["file"].startswith(h)]
    if a.leave:
        rows = [r for r in rows if not begins(r, a.leave)]
    rows = [r for k, r in enumerate(rows) if r["file"] != "written" or k // PASSAGE % a.some == 0]
    rows += [dict(r) for path in a.twice for r in ready([path]) if not begins(r, a.leave)]
    figures = lambda paths: [pair_with_figures(tokenizer, r) for path in paths for r in load(path) if r["figures"] and not begins(r, a.hold)]
    for path in a.prose:
        left[Path(path).stem] = ready([path]) or figures([path])
    left = {name: some for name, some in left.items() if some}
    figured = figures(a.figures)
    if not figured and not a.start:
        raise SystemExit("no figures to learn from: what they are would be said at random")
    rows += [pair(tokenizer, r) for r in twins([r for r in rows if r["voice"] in OWNS], HEADS["voice"], TWINS)]
    print(len(rows), "sentences,", len(figured), "with figures,", round(np.mean([len(r["pair"]) for r in rows]), 1), "pieces;", {k: len(v) for k, v in left.items()}, flush=True)
    mp.spawn(work, (a, rows, figured, left), nprocs=WORKERS)


if __name__ == "__main__":
    main()
