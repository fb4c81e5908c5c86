"""Makes static.model: see ../README.md. Run by hand:

    python make.py --sources FOLDER --out ../static.model [--work FOLDER]

FOLDER holds the packages that fetch.sh names, unpacked by it. What the encoder said is kept in the work folder, so that
a second run trains only. Seeds are fixed and one thread is used; the same machine makes the same file.
"""
import argparse
import collections
import hashlib
import json
import struct
import time
from pathlib import Path

import numpy as np

import corpus
import student
import teacher

SEED = 1
NAME = "sibyl-minilm-static-1"
SOURCE = "sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0)"
# How much a kind of text counts: sentences and paragraphs are what is searched, single words only fill gaps.
WEIGHTS = {"lemma": 0.3, "span": 0.5, "manual": 0.7, "manual paragraph": 0.7, "category": 0.7}
KEY_BITS = 15


def encoded(work, sources, say):
    """Texts with the encoder's vectors, and the vectors of single pieces. What the encoder said is kept by text, so that a
    changed corpus asks only for what is new."""
    rows = corpus.build(sources, SEED)
    texts = [text for _, _, text in rows]
    file = work / "encoded.npz"
    encoder = teacher.load()
    known, pieces = {}, None
    if file.exists():
        with np.load(file) as kept:
            known, pieces = dict(zip(json.loads(str(kept["texts"])), kept["vectors"])), kept["pieces"]
    new = sorted(set(texts) - known.keys())
    if new:
        say(f"encoding {len(new)} texts of {len(texts)}")
        known.update(zip(new, teacher.vectors(encoder, new, say=say).astype(np.float16)))
    if pieces is None:
        pieces = teacher.token_vectors(encoder, [[i] for i in range(len(encoder.tokenizer))]).astype(np.float16)
    vectors = np.stack([known[t] for t in texts])
    np.savez(file, texts=json.dumps(texts), vectors=vectors, pieces=pieces)
    return rows, vectors.astype(np.float32), pieces.astype(np.float32), encoder.tokenizer


def beginning(pieces, split_pieces, special, unused):
    """Rows to begin with: each piece's own vector, weighted down by how common it is (SIF)."""
    counts = collections.Counter(p for s in split_pieces for p in s)
    total = sum(counts.values())
    share = np.array([(counts[i] + 0.5) / total for i in range(len(pieces))], dtype=np.float32)
    start = student.unit(pieces) * (student.SIF / (student.SIF + share))[:, None]
    start[special + unused] = 0
    return start


def quantised(table):
    """Whole numbers: a row is its int8 values times its scale, and all scales share one unit."""
    largest = np.abs(table).max(axis=1)
    unit = largest.max() / 127 / 65535
    scales = np.ceil(largest / 127 / unit).astype(np.int64).clip(0, 65535)
    values = np.rint(table / np.maximum(scales * unit, 1e-12)[:, None]).clip(-127, 127).astype(np.int8)
    values[largest == 0] = 0
    return scales.astype("<u2"), values


def write(path, vocabulary, runs, table):
    scales, values = quantised(table)
    keys = []
    for run in runs:
        key = 0
        for piece in run:
            key = key << KEY_BITS | piece
        keys.append(key)
    order = np.argsort(np.array(keys, dtype=np.uint64), kind="stable")
    rows = np.concatenate([np.arange(len(vocabulary)), len(vocabulary) + order])
    text = "".join(v + "\n" for v in vocabulary).encode()
    header = json.dumps({"model": NAME, "dimensions": table.shape[1], "pieces": len(vocabulary), "phrases": len(runs),
                         "vocabulary_bytes": len(text), "source": SOURCE}).encode()
    with open(path, "wb") as f:
        f.write(b"SIBYLEM1" + struct.pack("<I", len(header)) + header + text)
        f.write(scales[rows].tobytes())
        f.write(np.array(keys, dtype="<u8")[order].tobytes())
        f.write(values[rows].tobytes())
    return values.astype(np.float32) * scales.astype(np.float32)[:, None]


def cosine_by_kind(table, texts, split, want):
    """Mean cosine to the encoder on texts that were held out, in all 384 dimensions."""
    out = student.embed(table, split)
    by = collections.defaultdict(list)
    for (kind, _, _), o, w in zip(texts, out, want):
        by[kind].append(float(o @ w))
    return {kind: round(sum(v) / len(v), 3) for kind, v in sorted(by.items())}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("/tmp"))
    parser.add_argument("--out", type=Path, required=True)
    a = parser.parse_args()
    began = time.time()
    say = lambda s: print(f"{time.time() - began:6.0f} s  {s}", flush=True)

    rows, vectors, pieces, tokenizer = encoded(a.work, corpus.sources(a.sources), say)
    vocabulary = [p for p, _ in sorted(tokenizer.get_vocab().items(), key=lambda kv: kv[1])]
    special = sorted(tokenizer.all_special_ids)
    unused = [i for i, p in enumerate(vocabulary) if p.startswith("[unused")]
    split = tokenizer([text for _, _, text in rows], add_special_tokens=False, truncation=True, max_length=254)["input_ids"]

    learned = [i for i, (_, held, _) in enumerate(rows) if not held and split[i]]
    kept = [i for i, (_, held, _) in enumerate(rows) if held and split[i]]
    directions, share = student.basis(vectors[learned])
    say(f"{len(learned)} texts to learn from, {len(kept)} held out; {student.DIMENSIONS} dimensions hold {share:.3f} of the vectors")

    stop = {i for i, p in enumerate(vocabulary) if not p.isalnum() and not p.startswith("##")} | set(special)
    runs = student.phrases([split[i] for i in learned], stop)
    as_rows = student.Rows(len(vocabulary), runs)
    start = beginning(pieces @ directions, [split[i] for i in learned], special, unused)
    start = np.concatenate([start, np.zeros((len(runs), start.shape[1]), dtype=np.float32)])
    train_rows, held_rows = [as_rows(split[i]) for i in learned], [as_rows(split[i]) for i in kept]
    held_texts = [rows[i] for i in kept]
    want = vectors[kept] @ directions  # not made 1 long again: what PCA lost counts as lost
    check = lambda table: cosine_by_kind(table, held_texts, held_rows, want)
    say(f"{len(runs)} phrases; before training: {check(start)}")

    weights = np.array([WEIGHTS.get(rows[i][0], 1.0) for i in learned], dtype=np.float32)
    table = student.train(start, train_rows, student.unit(vectors[learned] @ directions), weights, check, say, SEED)
    table[special + unused] = 0
    stored = write(a.out, vocabulary, runs, table)
    say(f"{a.out}: {a.out.stat().st_size} bytes, sha256 {hashlib.sha256(a.out.read_bytes()).hexdigest()}; as stored: {check(stored)}")


if __name__ == "__main__":
    main()
