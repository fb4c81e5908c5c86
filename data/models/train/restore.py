"""Makes a student's state again from the file that export.py wrote, so that its heads can be taught more without the checkpoint.

    python restore.py --model ../statement.model --out student.pt

What the file has as int8 comes back as it is read in Go: writing it again gives the same bytes.
"""
import argparse
import json
import struct
from pathlib import Path

import numpy as np
import torch

from export import BRANCH, BRANCH_WORDS, LAYER, MAGIC, NORMS


def tensors(path):
    """The tensors of a file by name, as float32."""
    data = Path(path).read_bytes()
    if data[:8] != MAGIC:
        raise SystemExit(f"{path} is no file of export.py")
    length = struct.unpack("<I", data[8:12])[0]
    header = json.loads(data[12 : 12 + length])
    body = 12 + length + -(12 + length) % 64
    out = {}
    for t in header["tensors"]:
        raw = data[body + t["offset"] : body + t["offset"] + t["bytes"]]
        if t["kind"] == "int8":
            rows = t["shape"][0]
            scale = np.frombuffer(raw[: 4 * rows], "<f4")
            x = np.frombuffer(raw[4 * rows :], np.int8).reshape(t["shape"]).astype(np.float32) * scale[:, None]
        elif t["kind"] == "int4":
            rows = t["shape"][0]
            scale, two = np.frombuffer(raw[: 4 * rows], "<f4"), np.frombuffer(raw[4 * rows :], np.int8)
            x = np.stack([(two << 4).astype(np.int8) >> 4, two >> 4], 1).reshape(t["shape"]).astype(np.float32) * scale[:, None]
        else:
            x = np.frombuffer(raw, "<f4").reshape(t["shape"])
        out[t["name"]] = torch.from_numpy(x.copy())
    return header, out


def encoder(read, layers, begin=""):
    """A student's encoder under its own names, without its words."""
    state = {
        f"{begin}encoder.place.weight": read.pop(begin + "embeddings.positions"),
        f"{begin}encoder.norm.weight": read.pop(begin + "embeddings.norm.weight"),
        f"{begin}encoder.norm.bias": read.pop(begin + "embeddings.norm.bias"),
    }
    names = {"attended": "self_attn.out_proj", "up": "linear1", "down": "linear2", "norm1": "norm1", "norm2": "norm2"}
    assert set(LAYER) | set(NORMS) == set(names)
    for i in range(layers):
        new = f"{begin}encoder.layers.layers.{i}."
        for part in ("weight", "bias"):
            state[f"{new}self_attn.in_proj_{part}"] = read.pop(f"{begin}layer.{i}.look.{part}")
            for own, name in names.items():
                state[f"{new}{name}.{part}"] = read.pop(f"{begin}layer.{i}.{own}.{part}")
    return state


def pretrained(read, layers):
    """A second encoder with words of its own, under the names of a BertModel."""
    begin, whole = BRANCH + "encoder.", BRANCH + "embeddings."
    state = {
        BRANCH_WORDS: read.pop(whole + "words"),
        begin + "embeddings.position_embeddings.weight": read.pop(whole + "positions"),
        begin + "embeddings.token_type_embeddings.weight": read.pop(whole + "types"),
    }
    for part in ("weight", "bias"):
        state[f"{begin}embeddings.LayerNorm.{part}"] = read.pop(f"{whole}norm.{part}")
    for i in range(layers):
        old, new = f"{BRANCH}layer.{i}.", f"{begin}encoder.layer.{i}."
        for part in ("weight", "bias"):
            for name, x in zip(("query", "key", "value"), read.pop(f"{old}look.{part}").chunk(3)):
                state[f"{new}attention.self.{name}.{part}"] = x
            for name, to in (LAYER | NORMS).items():
                state[f"{new}{to}.{part}"] = read.pop(f"{old}{name}.{part}")
    return state


def student(header, read):
    """The state of a student under its own names."""
    layers = header["architecture"]["layers"]
    state = {"encoder.word.weight": read.pop("embeddings.words")} | encoder(read, layers)
    read.pop("embeddings.types")
    if BRANCH + "embeddings.words" in read:
        state |= pretrained(read, header["branches"][BRANCH.rstrip(".")]["layers"])
    elif header.get("branches"):
        state |= encoder(read, layers, BRANCH)
        state[BRANCH + "kinds.weight"] = read.pop(BRANCH + "embeddings.types")
    return state | read


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--model", required=True)
    p.add_argument("--out", required=True)
    a = p.parse_args()
    torch.save(student(*tensors(a.model)), a.out)


if __name__ == "__main__":
    main()
