"""Writes what the original tokenizer makes of a few hundred strings: what the Go tokenizer is tested against."""
import json
import random
import sys
from pathlib import Path

from tokenizers import Tokenizer

import corpus
from teacher import MODEL

WRITTEN = [
    "", " ", "\t\r\n", "a", "A", "1", ".", "...", "don't", "it's 5 o'clock", "net-zero", "CO2e", "CO₂e", "tCO₂-eq", "m³/t", "1,234.5",
    "1.234,5", "12 %", "12%", "€ 35 Mio.", "£4.5m", "¥1000", "$2bn", "§ 29(a)(i)", "S2.29(a)(i)(1)", "IFRS S1.B25", "EM-EP-110a.1",
    "GHG Protocol (2004)", "ISO-14001:2015", "Scope 1+2", "Scope 1/2/3", "1.5°C", "1.5 °C", "±3 °F", "10⁻³", "½ tonne", "№ 5", "™ ® ©",
    "naïve café", "NAÏVE CAFÉ", "Ångström", "A\u030angstro\u0308m", "Müller-Lüdenscheidt", "Straße STRASSE ẞ", "São Paulo", "Kraków", "Łódź",
    "İstanbul ISTANBUL ılık", "ΣΊΣΥΦΟΣ", "Ελλάδα", "Выбросы парниковых газов", "Ёлка й", "انبعاثات", "גז חממה", "温室効果ガス", "温室气体排放",
    "온실가스", "ก๊าซเรือนกระจก", "उत्सर्जन", "உமிழ்வு", "emisi gas rumah kaca", "Kilimaʻi", "O\u2019Brien", "\u201cquoted\u201d \u2018single\u2019", "a\u2014b\u2013c\u2010d\u2011e\u2212f",
    "a\u00a0b", "a\u2009b\u200ac", "a\u200bb\u200dc", "soft\u00adhyphen", "zero\u2060width", "\ufeffbom", "null\x00byte", "bell\x07", "del\x7f", "esc\x1b[0m", "nel\x85x",
    "replacement\ufffd", "private\ue000use", "line\u2028sep", "para\u2029sep", "ideographic\u3000space", "ﬁnance ﬂow", "ｆｕｌｌｗｉｄｔｈ", "①②③", "Ⅳ iv", "x²+y²",
    "emoji 🌍🌱 here", "👩‍🔬 lab", "flag 🇩🇪", "𝒜𝓁𝑔", "𠀀𠀁", "豈更", "a𪚥b", "☃ snow", "→ arrow", "• bullet", "‰ per mille", "a_b__c", "snake_case camelCase", "C:\\path\\file",
    "mail@example.org", "https://example.org/a?b=c&d=e#f", "#tag @name", "<p>html</p>", "&amp;", "{json: [1]}", "a|b", "~`^", "tab\tseparated\tcells",
    "supercalifragilisticexpialidocious", "pneumonoultramicroscopicsilicovolcanoconiosis", "decarbonisation decarbonization", "biodiversity", "eutrophication",
    "perfluoroalkyl", "tetrafluoroethane", "sustainability-linked", "CSRD ESRS TCFD ISSB SASB", "w" * 99, "w" * 100, "w" * 101, "é" * 100, "é" * 101, "x" * 300, "1" * 120,
    "ab" * 49 + " end", "zzzzqqqq", "ħψ", "ŋ", "ə", "ʃ", "Ǆ ǆ ǅ", "ﷺ", "\u0301", "a\u0301\u0323", "\u1100\u1161\u11a8", "각", "が か\u3099", "ｶﾞ", "กำ", "ไทย", "\U000e0041", "a\u034fb",
]
RANGES = [(0x20, 0x7e)] * 6 + [(0xa0, 0x17f)] * 3 + [(0x370, 0x3ff), (0x400, 0x45f), (0x5d0, 0x5ea), (0x621, 0x64a), (0x905, 0x939),
          (0x2010, 0x2027), (0x2030, 0x205e), (0x20a0, 0x20b0), (0x2190, 0x21ff), (0x3041, 0x3096), (0x30a1, 0x30fa), (0x4e00, 0x9fa5), (0xac00, 0xd7a3)]


def strings(seed):
    rng = random.Random(seed)
    g = corpus.Grammar(rng)
    every = g.templates(False) + g.templates(True)
    out = list(WRITTEN)
    out += [g.fill(rng.choice(every)[1]) for _ in range(120)]
    for _ in range(180):
        words = []
        for _ in range(rng.randint(1, 8)):
            low, high = rng.choice(RANGES)
            words.append("".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 9))))
        out.append(rng.choice(["", " ", "\n"]).join(words))
    return sorted(set(out), key=out.index)


def main(target):
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    with open(target, "w") as f:
        for text in strings(1):
            ids = tokenizer.encode(text, add_special_tokens=False).ids
            f.write(json.dumps({"text": text, "ids": ids}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
