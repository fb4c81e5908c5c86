"""The texts from which the token vectors learn: sentences of topics.txt, glosses of WordNet, definitions of
emission categories, manuals under open licences and our own words about the paragraphs of IFRS S1 and S2.

Nothing of an evaluation set is read. Each text is marked as learned from or held out: whole templates and whole
glosses are held out, so that the figures speak of sentences that were never seen.
"""
import hashlib
import html
import json
import random
import re
from pathlib import Path

import yaml

HERE = Path(__file__).parent
SENTENCES, PARAGRAPHS, SUBSTITUTED, HELD = 26_000, 12_000, 14_000, 3_000
GLOSSES, LEMMAS, GLOSS_PARAGRAPHS = 36_000, 20_000, 3_000
MANUAL_SENTENCES, MANUAL_PARAGRAPHS = 9_000, 2_500


def held_out(text, share=12):
    """Whether a template or gloss is kept from training: by its hash, so that adding one moves no other."""
    return hashlib.sha256(text.encode()).digest()[0] % share == 0


class Grammar:
    def __init__(self, rng):
        self.rng = rng
        self.slots = {}
        for line in (HERE / "slots.txt").read_text().splitlines():
            if line and not line.startswith("#"):
                name, alternatives = line.split("\t")
                self.slots[name] = [a.strip() for a in alternatives.split("|")]
        self.topics, topic = {}, None
        for line in (HERE / "topics.txt").read_text().splitlines():
            if line.startswith("= "):
                topic = line[2:]
                self.topics[topic] = []
            elif line and not line.startswith("#"):
                self.topics[topic].append(line)

    def fill(self, template):
        while "{" in template:
            template = re.sub(r"{(\w+)}", lambda m: self.rng.choice(self.slots[m[1]]), template, count=1)
        text = re.sub(r"\s+", " ", template).strip()
        return text[:1].upper() + text[1:] if template.startswith(" ") else text

    def templates(self, held):
        return [(topic, t) for topic, ts in self.topics.items() for t in ts if held_out(t) == held]

    def paragraph(self, held):
        """Three to nine sentences of one topic, now and then of another, as a page's paragraph would have."""
        topic = self.rng.choice(list(self.topics))
        own = [t for t in self.topics[topic] if held_out(t) == held]
        every = self.templates(held)
        out = [] if self.rng.random() < 0.7 else [topic.capitalize()]
        wanted = self.rng.randint(3, 9)
        while wanted > 0:
            sentence = self.fill(self.rng.choice(own) if own and self.rng.random() < 0.8 else self.rng.choice(every)[1])
            if sentence not in out:
                out.append(sentence)
            wanted -= 1
        return " ".join(out)


def wordnet(folder):
    """Lemmas and glosses, in the order of the files."""
    lemmas, glosses = [], []
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text(encoding="latin-1").splitlines():
            if line.startswith("  "):
                continue
            fields, gloss = line.split(" | ", 1)
            words = fields.split()
            count = int(words[3], 16)
            names = [w.split("(")[0].replace("_", " ") for w in words[4:4 + 2 * count:2]]
            lemmas += names
            gloss = gloss.strip()
            glosses.append(gloss.replace("; ", ". ").replace('"', ""))
            glosses.append(f"{', '.join(names[:3])}: {gloss.split(';')[0]}")
    return sorted(set(lemmas)), sorted(set(glosses))


def categories(folder):
    """Titles and comments of classifications of emissions."""
    out = set()
    for file in sorted(folder.glob("*.yaml")):
        for c in (yaml.load(file.read_text(), Loader=yaml.CSafeLoader) or {}).get("categories", {}).values():
            title, comment = (c or {}).get("title") or "", (c or {}).get("comment") or ""
            for text in (title, comment, f"{title}. {comment}"):
                if len(text.split()) > 2:
                    out.add(" ".join(text.split()))
    return sorted(out)


def manuals(folders):
    """Sentences and paragraphs of HTML manuals."""
    sentences, paragraphs = set(), set()
    for folder in folders:
        for file in sorted(folder.rglob("*.html")):
            text = file.read_text(encoding="utf-8", errors="ignore")
            for p in re.findall(r"<p>(.*?)</p>|<dd>(.*?)</dd>|<li>(.*?)</li>", text, re.S | re.I):
                p = html.unescape(re.sub(r"<[^>]+>", "", "".join(p)))
                p = " ".join(p.split())
                letters = sum(c.isalpha() or c == " " for c in p)
                if len(p) < 40 or letters < 0.9 * len(p):
                    continue
                if 200 < len(p) < 1500:
                    paragraphs.add(p)
                sentences.update(s for s in re.split(r"(?<=[.!?]) ", p) if 30 < len(s) < 400)
    return sorted(sentences), sorted(paragraphs)


def registry(file):
    """Our own summaries and requirements of the paragraphs of the standards."""
    out = set()
    for p in json.loads(file.read_text())["paragraphs"]:
        out.add(p["summary"])
        out.add(f"{p.get('section', '')}: {p['summary']}")
        out.update(r["text"] for r in p.get("sub_requirements", []))
        if p.get("keywords"):
            out.add(", ".join(p["keywords"]))
            out.update(p["keywords"])
    return sorted(t for t in out if t)


def build(sources, seed):
    """Returns (kind, held, text) for every text; the same for the same sources and seed."""
    rng = random.Random(seed)
    g = Grammar(rng)
    rows = []
    add = lambda kind, held, texts: rows.extend((kind, held, t) for t in texts)
    learned, held = g.templates(False), g.templates(True)
    lemmas, glosses = wordnet(sources["wordnet"])
    plain = [w for w in lemmas if w.isascii() and w.replace(" ", "").replace("-", "").isalpha() and w.islower()]

    sentences = [g.fill(rng.choice(learned)[1]) for _ in range(SENTENCES)]
    add("sentence", False, sentences)
    add("sentence", True, [g.fill(rng.choice(held)[1]) for _ in range(HELD // 2)])
    add("paragraph", True, [g.paragraph(True) for _ in range(HELD // 6)])

    # One or two words of a sentence give way to any word, so that rare words are met in a report's company.
    def substitute(s, most):
        words = s.split()
        for _ in range(rng.randint(1, most)):
            words[rng.randrange(len(words))] = rng.choice(plain)
        return " ".join(words)
    add("substituted", False, [substitute(rng.choice(sentences), 2) for _ in range(SUBSTITUTED)])
    paragraphs = [g.paragraph(False) for _ in range(PARAGRAPHS)]
    add("paragraph", False, paragraphs[:PARAGRAPHS // 2])
    add("substituted paragraph", False, [substitute(p, 20) for p in paragraphs[PARAGRAPHS // 2:]])
    add("span", False, [span(rng, s) for s in rng.sample(sentences, 8_000)])

    keep = [t for t in glosses if not held_out(t)]
    add("gloss", False, rng.sample(keep, GLOSSES))
    add("gloss", True, rng.sample([t for t in glosses if held_out(t)], HELD // 2))
    add("gloss paragraph", False, [". ".join(rng.sample(keep, rng.randint(4, 9))) for _ in range(GLOSS_PARAGRAPHS)])
    add("lemma", False, rng.sample(lemmas, LEMMAS))

    sents, paras = manuals(sources["manuals"])
    add("manual", False, rng.sample([t for t in sents if not held_out(t)], MANUAL_SENTENCES))
    add("manual", True, rng.sample([t for t in sents if held_out(t)], HELD // 6))
    paras = [t for t in paras if not held_out(t)]
    add("manual paragraph", False, rng.sample(paras, min(MANUAL_PARAGRAPHS, len(paras))))
    for kind, texts in (("category", categories(sources["categories"])), ("registry", registry(sources["registry"]))):
        for t in texts:
            rows.append((kind, held_out(t), t))

    seen, out = set(), []
    for row in rows:
        if row[2] and row[2] not in seen:
            seen.add(row[2])
            out.append(row)
    rng.shuffle(out)
    return out


def span(rng, s):
    words = s.split()
    n = min(len(words), rng.randint(2, 6))
    at = rng.randint(0, len(words) - n)
    return " ".join(words[at:at + n])


def sources(folder):
    """Where fetch.sh has put what is read."""
    return {
        "wordnet": folder / "wordnet/usr/share/wordnet",
        "categories": folder / "categories/climate_categories/data",
        "manuals": [folder / "gnucash/usr/share/doc/gnucash-docs/gnucash-guide-en", folder / "grass"],
        "registry": folder / "paragraph_registry.json",
    }
