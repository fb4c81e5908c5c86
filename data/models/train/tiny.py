"""Makes the test data of package rag/encoder: a tiny encoder with random weights, and what it makes of some texts.

    python tiny.py ../../../rag/encoder/testdata

The vectors are those of transformers in float32, the ids those of the tokenizers library for the pruned vocabulary.
"""
import json
import string
import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from transformers import BertConfig, BertModel

from export import export

WORDS = """emissions scope water net zero by the of and in to we our 2030 2050 target reduced energy company report climate
carbon tonnes percent green renewable suppliers by ##s ##ed ##ing ##ions ##er ##ly ##able ##ment ##tion un re co ##2 ##e gas
total base year scope1 cafe naive garten uber dropped unseen surplus 温 室""".split()
DROPPED = ["dropped", "unseen", "surplus", "scope1", "7", "##q", "[PAD]"]  # the last three stay: they are needed
TEXTS = [
    "Net zero by 2050.", "We reduced our Scope 1 and 2 emissions by 12.5 % (2030 target).", "", " ", "\t\n\r", "CO2e",
    "CO\u2082e, 20\u00b0C, \u20ac5bn \u00bd",
    "na\u00efve caf\u00e9 \u6e29\u5ba4\u6548\u679c gas", "cafe\u0301 \u0301 \u00dcber \u00c5\u030a", "\u0130stanbul Stra\u00dfe \u1e9e \u01c5",
    "dropped unseen surplus scope1 7q",
    "[CLS] text [SEP] ##ing [UNK]", "a" * 100, "a" * 101, "\u00e9" * 100,
    "zero\u200bwidth soft\u00adhyphen nul\u0000 \ufffd bom\ufeff",
    "non\u00a0breaking\u2009thin\u3000wide", "\u201cquoted\u201d \u2013 dashed \u2014 \u2026 \u2022 $1,000.00 ~x^y` <a|b>",
    "\U0001f30d\U0001f331 green", "\ud55c\uad6d\uc5b4 \u0928\u092e\u0938\u094d\u0924\u0947 \u0645\u0631\u062d\u0628\u0627",
    "x" * 30 + " " + "reunreducedable " * 3, "S2.29(a)(i)\u2014Scope-3:15/15", "\u212aelvin \ufb01re \uff21\uff22",
]


def main():
    out = Path(sys.argv[1])
    singles = string.ascii_lowercase + string.digits
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *string.punctuation, *singles, *("##" + c for c in singles)]
    vocabulary = list(dict.fromkeys([*pieces, *WORDS, "\u2013", "\u2014", "\u20ac", "\u201c", "\u201d"]))
    torch.manual_seed(1)
    config = BertConfig(vocab_size=len(vocabulary), hidden_size=32, num_hidden_layers=3, num_attention_heads=4,
                        intermediate_size=64, max_position_embeddings=128)
    net = BertModel(config).eval()
    for name, p in net.named_parameters():
        spread = 0.1 if p.dim() == 1 else 0.25
        torch.nn.init.normal_(p, 1 if name.endswith("LayerNorm.weight") else 0, spread)
    state = {"encoder." + k: v for k, v in net.state_dict().items()}
    state |= {"claim.weight": torch.randn(1, 32), "claim.bias": torch.tensor([0.5])}
    meta = {"heads": {"claim": ["no", "yes"]}}
    kept = export(out / "tiny.model", state, config.to_dict(), vocabulary, 2, "tiny", DROPPED, meta)
    net.encoder.layer = net.encoder.layer[:2]

    pruned = {vocabulary[i]: k for k, i in enumerate(kept)}
    tokenizer = Tokenizer(models.WordPiece(pruned, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    rows = []
    for i, text in enumerate(TEXTS):
        own = tokenizer.encode(text).ids
        ids = [pruned["[CLS]"], *own[:40], pruned["[SEP]"]]
        types = [int(k > len(ids) // 2) for k in range(len(ids))] if i % 2 else [0] * len(ids)
        with torch.no_grad():
            x = net(input_ids=torch.tensor([[kept[k] for k in ids]]), token_type_ids=torch.tensor([types])).last_hidden_state[0]
        rows.append({"text": text, "pieces": own, "ids": ids, "types": types, "vectors": [[round(v, 4) for v in r] for r in x.tolist()]})
    (out / "tiny.jsonl").write_text("".join(json.dumps(r, separators=(",", ":")) + "\n" for r in rows))
    head = {"claim.weight": state["claim.weight"].flatten().tolist()}
    (out / "heads.json").write_text(json.dumps(head) + "\n")


if __name__ == "__main__":
    main()
