"""Token vectors that, added up, point where the encoder's sentence vector points."""
import collections
import time

import numpy as np
import torch

DIMENSIONS = 256
PHRASES = 12_000
LONGEST = 4  # pieces of a phrase
SIF = 1e-3  # a of a / (a + p): how fast frequent pieces lose weight before training
EPOCHS, BATCH = 16, 256
RATE, LAST_RATE = 2e-2, 5e-4
PHRASE_DROPOUT, PIECE_DROPOUT = 0.25, 0.1
RANKING, SHARPNESS = 0.5, 0.05  # weight and temperature of the loss on neighbours within a batch


def phrases(sequences, stop):
    """The commonest runs of two to four pieces, as tuples, sorted. A longer one must have a piece that goes on a word or be
    within common ones; runs of stop pieces alone say nothing."""
    counts = collections.Counter()
    for s in sequences:
        for n in range(2, LONGEST + 1):
            for i in range(len(s) - n + 1):
                run = s[i:i + n]
                if run[0] in stop or run[-1] in stop:
                    continue
                counts[tuple(run)] += 1
    # A run of three or four must not merely contain a rarer part of itself: count it at a discount.
    score = {run: c / (len(run) - 1) for run, c in counts.items() if c >= 6}
    best = sorted(score, key=lambda run: (-score[run], run))[:PHRASES]
    return sorted(best)


class Rows:
    """Maps sequences of pieces to the rows that are added: those of the pieces and those of the phrases among them."""

    def __init__(self, pieces, runs):
        self.pieces, self.index = pieces, {run: pieces + i for i, run in enumerate(runs)}

    def __call__(self, s):
        found = [self.index.get(tuple(s[i:i + n])) for n in range(2, LONGEST + 1) for i in range(len(s) - n + 1)]
        return list(s), [f for f in found if f is not None]


def basis(vectors):
    """The directions that hold most of the encoder's vectors (no centring: the cosine is about the origin)."""
    _, values, directions = np.linalg.svd(vectors.T @ vectors)
    kept = values[:DIMENSIONS].sum() / values.sum()
    return directions[:DIMENSIONS].T.astype(np.float32), kept


def unit(x):
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-9)


def bags(rows):
    flat = torch.tensor([r for row in rows for r in row], dtype=torch.long)
    offsets = torch.tensor(np.cumsum([0] + [len(row) for row in rows[:-1]]), dtype=torch.long)
    return flat, offsets


def train(start, split, targets, weights, check, say, seed):
    """start: rows to begin with; split: (pieces, phrases) of each text; targets: unit vectors to point at."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    table = torch.nn.EmbeddingBag.from_pretrained(torch.tensor(start), mode="sum", freeze=False, sparse=True)
    optimiser = torch.optim.SparseAdam(table.parameters(), lr=RATE)
    targets = torch.tensor(targets)
    weights = torch.tensor(weights)
    steps = EPOCHS * (len(split) // BATCH)
    step, began = 0, time.time()
    for epoch in range(EPOCHS):
        order, total = rng.permutation(len(split)), 0.0
        for at in range(0, len(order) - BATCH + 1, BATCH):
            rate = LAST_RATE + (RATE - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * step / steps))
            for group in optimiser.param_groups:
                group["lr"] = rate
            chosen = order[at:at + BATCH]
            rows = []
            for i in chosen:
                pieces, runs = split[i]
                if len(pieces) > 4:
                    kept = rng.random(len(pieces)) >= PIECE_DROPOUT
                    pieces = [p for p, k in zip(pieces, kept) if k] or pieces
                if rng.random() < PHRASE_DROPOUT:
                    runs = []
                rows.append(pieces + runs)
            out = torch.nn.functional.normalize(table(*bags(rows)), dim=1)
            want, weight = targets[chosen], weights[chosen]
            loss = (weight * (1 - (out * want).sum(1))).mean()
            if RANKING:
                same = torch.eye(len(chosen), dtype=torch.bool)
                theirs = (want @ want.T).masked_fill(same, -1) / SHARPNESS
                ours = (out @ out.T).masked_fill(same, -1) / SHARPNESS
                loss = loss + RANKING * SHARPNESS * torch.nn.functional.kl_div(
                    ours.log_softmax(1), theirs.softmax(1), reduction="batchmean")
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item()
            step += 1
        if epoch % 4 == 3 or epoch == EPOCHS - 1:
            say(f"epoch {epoch + 1}: loss {total / (len(order) // BATCH):.4f}, {check(table.weight.detach().numpy())}, "
                f"{time.time() - began:.0f} s")
    return table.weight.detach().numpy()


def embed(table, split):
    out = np.zeros((len(split), table.shape[1]), dtype=np.float32)
    for i, (pieces, runs) in enumerate(split):
        out[i] = table[pieces + runs].sum(0) if pieces else 0
    return unit(out)
