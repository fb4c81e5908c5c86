"""Writes the vectors that the maker's own reading of static.model gives: what the Go reader is tested against."""
import json
import struct
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

import tokens
from teacher import MODEL


class Table:
    """static.model as rag/embed documents it."""

    def __init__(self, data):
        assert data[:8] == b"SIBYLEM1"
        size = struct.unpack_from("<I", data, 8)[0]
        self.header = h = json.loads(data[12:12 + size])
        at = 12 + size + h["vocabulary_bytes"]
        rows = h["pieces"] + h["phrases"]
        scales = np.frombuffer(data, "<u2", rows, at)
        keys = np.frombuffer(data, "<u8", h["phrases"], at + 2 * rows)
        values = np.frombuffer(data, "i1", rows * h["dimensions"], at + 2 * rows + 8 * h["phrases"])
        self.rows = values.reshape(rows, -1).astype(np.float64) * scales[:, None]
        self.phrases = {int(k): h["pieces"] + i for i, k in enumerate(keys)}

    def vector(self, ids):
        out = self.rows[ids].sum(0)
        for n in (2, 3, 4):
            for i in range(len(ids) - n + 1):
                key = 0
                for piece in ids[i:i + n]:
                    key = key << 15 | piece
                if key in self.phrases:
                    out = out + self.rows[self.phrases[key]]
        return out / max(np.linalg.norm(out), 1e-9)


def main(model, target):
    table = Table(Path(model).read_bytes())
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    texts = [t for t in tokens.strings(2) if len(t) > 20 and tokenizer.encode(t, add_special_tokens=False).ids][-240::6]
    texts += [t for t in tokens.strings(3)[170:200]]
    with open(target, "w") as f:
        rows = [{"text": t, "vector": [round(float(x), 6) for x in table.vector(tokenizer.encode(t, add_special_tokens=False).ids)]} for t in texts[:44]]
        f.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
