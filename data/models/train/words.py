"""Teaches what reads the words of a question and of a passage beside each other, where the nets and trees of answers.py are in doubt.

    python restore.py --model ../statement.model --out student.pt
    python words.py --base $M --student student.pt --drawn DIR --labels ../labels/answers/*.jsonl --truths ... [--sentences FILE ...] \
      [--leave NAME ... --first ../../../deploy/eval/answers/folds.json] [--model words-1 --out ../answer-words.json --parity FILE]

The vectors are those of the second reader of sentences as it stands (pretrained.py), so that the program has one encoder for both and nothing of it is
learnt anew. Each word of the question, and each of how answers speak, is held against what is nearest to it in the passage: what is learnt is where to
look, and what of the products and distances says that a passage answers. With --leave, the files of DIR that are called so are not learnt from and are
measured after every third pass, beside what nets and trees say that have not seen them (--first).
"""
import argparse
import base64
import hashlib
import json
import random
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from torch.nn import functional as F
from transformers import AutoTokenizer

import answers as A
from export import joined
from pretrained import of_state

ASKED, ABOVE, SAID = 60, 32, 64  # pieces of a question, of what stands before a passage, of the passage
HEADING, BEFORE = 60, 180  # characters of these
SIZE, HIDDEN, NETS, EPOCHS, RATE, DECAY, DROP = 64, 64, 2, 10, 1.5e-3, 0.05, 0.3
AT_ONCE, OTHERS = 32, 0.5  # passages of a batch; how many of the made-up pairs that are nothing are learnt in each pass
PRODUCTS, DISTANCES = 19.6, 3.0  # so that both are about 1
ELSEWHERE, STRANGE, STRANGERS = len(A.WORTH), 5, 0.4  # where sentences of other companies are from; how many parts that nobody named for one it is learnt
# to say nothing of, and how much each of these counts
# What is read: what nets and trees find between these likely, of each part so many. How much the log odds of both count is fitted on what is in doubt of
# reports that neither has learnt of (a logistic regression: --leave prints it).
DOUBT = {"from": 0.05, "to": 0.8, "most": 3, "first": 0.85, "words": 0.65, "shift": 0.08}


def rows_of(drawn, labels, truths):
    """Labelled pairs with what is read of them."""
    known, out = A.load(drawn, labels, truths), {}
    for f in sorted(Path(drawn).glob("*.jsonl")):
        for line in f.open(encoding="utf-8"):
            r = json.loads(line)
            made_up = "verdict" in r
            k = (A.WRITTEN, r["page"], r["start"], r["file"], r["part"]) if made_up else A.key(r)
            if k not in known:
                continue
            features, _, verdict, weight, source = known[k]
            heading = " ".join(r["headings"][-1].split())[:HEADING] if r.get("headings") else ""
            before = "" if made_up else " ".join(r.get("before", "").split())[-BEFORE:]
            out[k] = {"name": f.stem, "file": k[0], "part": r["part"], "features": features, "verdict": verdict, "weight": float(weight), "source": source,
                      "made_up": made_up, "heading": heading, "before": before, "text": " ".join(r["text"].split())}
    return [out[k] for k in sorted(out)]


def sentences(paths, parts):
    """Pairs of sentences of which it is known for all parts what they are to them: those that nobody named are nothing to them."""
    rng, out = random.Random(3), []
    for path in paths:
        for line in Path(path).open(encoding="utf-8"):
            r = json.loads(line)
            told = {p: v for v, key in enumerate(("answers", "names", "points")) for p in r[key]}
            told |= {p: -1 for p in rng.sample(parts, STRANGE) if p not in told}
            for part, verdict in told.items():
                out.append({"name": ELSEWHERE, "file": "", "part": part, "verdict": verdict if verdict >= 0 else A.VERDICTS.index("not"), "weight": 1.0 if verdict >= 0 else STRANGERS,
                            "source": ELSEWHERE, "made_up": False, "heading": " ".join(r["headings"][-1].split())[:HEADING] if r["headings"] else "",
                            "before": " ".join(r["before"].split())[-BEFORE:], "text": " ".join(r["text"].split())})
    return out


def questions(path):
    out = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.strip() and line[0] != "#":
            part, rest = line.strip().split(": ", 1)
            out[part] = rest.split(" | ", 1)
    return out


class Vectors:
    """The second reader's vectors of all questions and passages."""

    def __init__(self, encoder, tokenizer, asked, rows):
        ids = lambda t, most: tokenizer(t, add_special_tokens=False)["input_ids"][:most]
        self.parts = {p: i for i, p in enumerate(sorted(asked))}
        texts = [asked[p] for p in self.parts]
        questions_ = encode(encoder, [[101, *ids(q + " " + s, ASKED), 102] for q, s in texts], None)
        self.asked, self.known = padded(questions_)
        own = torch.tensor([len(ids(q, ASKED)) + 1 for q, _ in texts])
        first = torch.arange(self.known.shape[1])[None] < own[:, None]
        self.kinds = [first & self.known, self.known & ~first]
        places, pairs, begins = {}, [], []
        for r in rows:
            k = r["heading"], r["before"], r["text"]
            if k not in places:
                above = tokenizer(r["heading"] + " | " + r["before"], add_special_tokens=False)["input_ids"][-ABOVE:] if r["heading"] or r["before"] else []
                places[k] = len(pairs)
                pairs.append([101, *above, 102, *ids(r["text"], SAID), 102])
                begins.append(len(above) + 2)
            r["at"], r["of"] = places[k], self.parts[r["part"]]
        self.passages = encode(encoder, pairs, begins)


@torch.no_grad()
def encode(encoder, pairs, begins):
    order, out = sorted(range(len(pairs)), key=lambda i: len(pairs[i])), [None] * len(pairs)
    for i in range(0, len(order), 48):
        some = order[i : i + 48]
        x = torch.zeros(len(some), max(len(pairs[k]) for k in some), dtype=torch.long)
        for row, k in enumerate(some):
            x[row, : len(pairs[k])] = torch.tensor(pairs[k])
        kinds = torch.zeros_like(x)
        if begins is not None:
            kinds = ((torch.arange(x.shape[1])[None] >= torch.tensor([begins[k] for k in some])[:, None]) & (x != 0)).long()
        v = encoder(input_ids=x, attention_mask=(x != 0).long(), token_type_ids=kinds).last_hidden_state.half()
        for row, k in enumerate(some):
            out[k] = v[row, : len(pairs[k])].clone()
    return out


def padded(vectors):
    x = torch.zeros(len(vectors), max(map(len, vectors)), vectors[0].shape[1])
    known = torch.zeros(x.shape[:2], dtype=torch.bool)
    for i, v in enumerate(vectors):
        x[i, : len(v)], known[i, : len(v)] = v.float(), True
    return x, known


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        seen = 2 * width + 4 * SIZE
        self.question, self.passage = torch.nn.Linear(width, SIZE), torch.nn.Linear(width, SIZE)
        self.question.load_state_dict(self.passage.state_dict())
        self.norm, self.direct = torch.nn.LayerNorm(seen), torch.nn.Linear(seen, 4)
        self.look, self.last = torch.nn.Linear(seen, HIDDEN), torch.nn.Linear(HIDDEN, 4)
        self.sharp, self.sources = torch.nn.Parameter(torch.tensor(8.0)), torch.nn.Embedding(ELSEWHERE + 1, 4)
        torch.nn.init.zeros_(self.sources.weight)
        self.drop = torch.nn.Dropout(DROP)

    def forward(self, v, rows):
        some = sorted({r["at"] for r in rows})
        at = {t: i for i, t in enumerate(some)}
        x, known = padded([v.passages[t] for t in some])
        q, p = torch.tensor([r["of"] for r in rows]), torch.tensor([at[r["at"]] for r in rows])
        mean = lambda x, known: F.normalize((x * known[..., None]).sum(1), dim=1)
        a, b = mean(v.asked, v.known)[q], mean(x, known)[p]
        seen = [a * b * PRODUCTS, (a - b).abs() * DISTANCES]
        asked, said = F.normalize(self.question(self.drop(v.asked)), dim=2)[q], F.normalize(self.passage(self.drop(x)), dim=2)[p]
        near = (torch.bmm(asked, said.transpose(1, 2)) * self.sharp).masked_fill(~known[p][:, None], -1e9)
        near = torch.bmm(F.softmax(near, 2), said)
        for kind in v.kinds:
            share = (kind[q].float() / kind[q].sum(1, keepdim=True).clamp(min=1))[..., None]
            seen += [(near * asked * share).sum(1) * SIZE**0.5, ((near - asked).abs() * share).sum(1) * DISTANCES]
        z = self.drop(self.norm(torch.cat(seen, 1)))
        y = self.direct(z) + self.last(self.drop(F.gelu(self.look(z))))
        source = torch.tensor([r["source"] for r in rows])
        return y + self.sources(source) * (source != A.REPORT)[:, None] if self.training else y


def batches(rows, v, rng):
    by = {}
    for r in rows:
        if not (r["made_up"] and r["verdict"] == 3) or rng.random() < OTHERS:
            by.setdefault(r["at"], []).append(r)
    order = sorted(by, key=lambda t: len(v.passages[t]) + rng.random() * 10)
    out = [order[k : k + AT_ONCE] for k in range(0, len(order), AT_ONCE)]
    rng.shuffle(out)
    return [[r for t in some for r in by[t]] for some in out]


def train(rows, v, seed, after):
    torch.manual_seed(seed)
    rng, net = random.Random(seed), Net(v.asked.shape[2])
    opt = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    steps = EPOCHS * len(batches(rows, v, random.Random(0)))
    schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / (0.06 * steps), max(0.02, 1 - s / steps)))
    for epoch in range(EPOCHS):
        total, n = 0.0, 0
        for some in batches(rows, v, rng):
            weight = torch.tensor([r["weight"] for r in some])
            each = A.loss(net(v, some), torch.tensor([int(r["verdict"]) for r in some]))
            opt.zero_grad()
            ((each * weight).sum() / weight.sum()).backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            schedule.step()
            total, n = total + ((each * weight).sum() / weight.sum()).item(), n + 1
        print(f"seed {seed}, pass {epoch + 1} of {EPOCHS}: loss {total / n:.3f}", flush=True)
        if epoch % 3 == 2:
            after([net])
    return net.eval()


@torch.no_grad()
def says(nets, v, rows):
    """Log odds of an answer, by all nets."""
    order, out = sorted(range(len(rows)), key=lambda k: len(v.passages[rows[k]["at"]])), np.zeros(len(rows))
    for i in range(0, len(order), 128):
        some = order[i : i + 128]
        likely = torch.stack([F.softmax(n.eval()(v, [rows[k] for k in some]), 1)[:, 0] for n in nets]).mean(0).clamp(1e-4, 1 - 1e-4)
        out[some] = torch.log(likely / (1 - likely)).numpy()
    for n in nets:
        n.train()
    return out


def first(path, rows):
    """What nets and trees say of the rows of reports that they have not seen: log odds."""
    out = np.zeros(len(rows))
    for m in json.loads(Path(path).read_text(encoding="utf-8")):
        here = [i for i, r in enumerate(rows) if r["file"] in m["held"]]
        if not here:
            continue
        x, of = np.array([rows[i]["features"] for i in here], np.float32), {p: i for i, p in enumerate(m["parts"])}
        z, said = np.clip((x - np.array(m["mean"])) / np.array(m["scale"]), -m["furthest"], m["furthest"]), 0
        for n in m["nets"]:
            y = np.maximum(0, z @ np.array(n["first"]).reshape(m["hidden"], -1).T + n["first_bias"]) @ np.array(n["last"]).reshape(4, -1).T + n["last_bias"]
            y = np.exp(y + np.stack([np.array(n["parts"]).reshape(-1, 4)[of[rows[i]["part"]]] if rows[i]["part"] in of else np.zeros(4) for i in here]))
            said = said + (y / y.sum(1, keepdims=True))[:, 0] / len(m["nets"])
        grown = np.array([m["start"] + sum(leaf(t, row) for t in m["trees"]) for row in x])
        out[here] = (said + 1 / (1 + np.exp(-grown))) / 2
    out = out.clip(0.003, 0.997)
    return np.log(out / (1 - out))


def leaf(tree, row):
    i = 0
    while tree["feature"][i] >= 0:
        i = tree["left" if row[tree["feature"][i]] <= tree["at"][i] else "right"][i]
    return tree["value"][i]


def measure(rows, before, second):
    likely = 1 / (1 + np.exp(-before))
    doubt = (likely >= DOUBT["from"]) & (likely <= DOUBT["to"])
    fit = LogisticRegression(C=10).fit(np.c_[before, second][doubt], np.array([r["verdict"] == 0 for r in rows])[doubt])
    print(f"{doubt.sum()} pairs in doubt: first and words count", fit.coef_.round(2), "shift", fit.intercept_.round(2))
    for name, source in (("reports", A.REPORT), ("prose", A.PROSE)):
        here = np.array([r["source"] == source for r in rows])
        if not here.any():
            continue
        yes = np.array([r["verdict"] == 0 for r in rows])[here]
        a, b = before[here], second[here]
        mixed = {s: a * (1 - s) + b * s for s in (0.2, 0.3, 0.35, 0.4, 0.5)}
        both = {s: round(float(A.auc(m, yes)), 4) for s, m in mixed.items()}
        print(f"{len(yes)} pairs of {name}: AUC {A.auc(a, yes):.4f}, of words {A.auc(b, yes):.4f}, with a share of", both)
        for least in (0.28, 0.33, 0.5, 0.72):  # how much must be added for as many as before
            n = int((a >= np.log(least / (1 - least))).sum())
            shift = {s: round(float(np.log(least / (1 - least)) - np.sort(m)[::-1][n - 1]), 2) for s, m in mixed.items()}
            right = {s: round(float(yes[np.argsort(-m, kind="stable")[:n]].mean()), 3) for s, m in mixed.items()}
            print(f"  {n} from {least}, right {yes[a >= np.log(least / (1 - least))].mean():.3f}; with words {right}, shift {shift}", flush=True)


def step(linear):
    """A linear step with rounded weights; they are rounded in the net, too."""
    w = linear.weight.detach()
    scale = w.abs().amax(1).clamp(min=1e-9) / 127
    whole = torch.round(w / scale[:, None])
    linear.weight.data = whole * scale[:, None]
    return {"scale": A.short(scale), "values": base64.b64encode(whole.to(torch.int8).numpy().tobytes()).decode(), "bias": A.short(linear.bias.detach())}


def short_rows(x):
    """Rows in base64, each with its scale before its values, which are rounded to eight bits."""
    scale = (x.abs().amax(1, keepdim=True).clamp(min=1e-9) / 127).numpy().astype("<f4")
    return base64.b64encode(b"".join(s.tobytes() + np.rint(r / s).astype(np.int8).tobytes() for s, r in zip(scale, x.numpy().astype(np.float32)))).decode()


@torch.no_grad()
def read_questions(nets, v, asked):
    """What the nets make of the questions, so that nobody reads them anew: by net each piece's vector, and the mean of all."""
    out = []
    for part, i in sorted(v.parts.items(), key=lambda x: x[1]):
        x = v.asked[i][v.known[i]].float()
        out.append({"part": part, "of": hashlib.sha256(" | ".join(asked[part]).encode()).hexdigest()[:16], "asks": int(v.kinds[0][i].sum()),
                    "mean": short_rows(F.normalize(x.sum(0, keepdim=True), dim=1)), "pieces": [short_rows(F.normalize(n.question(x), dim=1)) for n in nets]})
    return out


def written(nets, name, held, width, v, asked):
    each = [{"question": step(n.question), "passage": step(n.passage), "sharp": float(f"{n.sharp.item():.6g}"),
             "norm": {"gain": A.short(n.norm.weight.detach()), "bias": A.short(n.norm.bias.detach())},
             "look": step(n.look), "last": step(n.last), "direct": step(n.direct)} for n in nets]
    return {"model": name, "width": width, "size": SIZE, "hidden": HIDDEN, "nets": each, "questions": read_questions([n.eval() for n in nets], v, asked), "doubt": DOUBT, "held": held}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--base", required=True)
    p.add_argument("--student", required=True)
    p.add_argument("--drawn", required=True)
    p.add_argument("--labels", nargs="+", required=True)
    p.add_argument("--truths", nargs="*", default=[])
    p.add_argument("--sentences", nargs="*", default=[], help="sentences with all parts that they answer, name or point elsewhere for")
    p.add_argument("--again", help="a second encoder that pretrained.py has taught, instead of the state's")
    p.add_argument("--questions", default="../../../processors/legal/answer/questions.txt")
    p.add_argument("--leave", nargs="*", default=[])
    p.add_argument("--first")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--model")
    p.add_argument("--held", nargs="*", default=[])
    p.add_argument("--out")
    p.add_argument("--parity")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    rows = rows_of(a.drawn, a.labels, [json.loads(Path(t).read_text(encoding="utf-8")) for t in a.truths])
    rows = [r for r in rows if not any(r["file"].startswith(h) for h in a.held)]
    asked = questions(a.questions)
    rows += sentences(a.sentences, sorted(asked))
    state = torch.load(a.student, weights_only=True)
    encoder = of_state(joined(state, torch.load(a.again, weights_only=True)) if a.again else state, a.base).encoder
    v = Vectors(encoder, AutoTokenizer.from_pretrained(a.base), asked, rows)
    left, rows = [r for r in rows if r["name"] in a.leave], [r for r in rows if r["name"] not in a.leave]
    print(len(rows), "pairs,", len(v.passages), "passages,", len(left), "pairs left out", flush=True)
    before = first(a.first, left) if left else None
    after = lambda nets: measure(left, before, says(nets, v, left)) if left else None
    nets = [train(rows, v, seed, after) for seed in range(NETS)]
    after(nets)
    if not a.out:
        return
    Path(a.out).write_text(json.dumps(written(nets, a.model, a.held, v.asked.shape[2], v, asked), separators=(",", ":")) + "\n")
    some = [r for r in random.Random(1).sample(rows, 400) if r["made_up"] and len(r["text"]) < 200][:60]
    with open(a.parity, "w", encoding="utf-8") as f:
        for r, odds in zip(some, says(nets, v, some)):
            heads = [r["heading"]] if r["heading"] else []
            f.write(json.dumps({"part": r["part"], "headings": heads, "text": r["text"], "odds": round(float(odds), 3)}) + "\n")


if __name__ == "__main__":
    main()
