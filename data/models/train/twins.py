"""Twins of labelled sentences: what a company says that it does, said of somebody else, and of a body or plant of the company.

The predicate is the same, so that only the subject tells whose deed it is. Names are made up.
"""
import random
import re

OTHERS = (  # of one
    "The Environment Agency|The Flood Agency|The Port Authority|The city council|The town of NAME|The municipality|The county|The Ministry of Energy|The transport ministry|The federal "
    "government|The government of the state|The International Energy Agency|The European Commission|The World Bank|The central bank|The financial regulator|The Intergovernmental Panel|"
    "The Task Force|The NAME Foundation|The NAME Institute|The University of NAME|The trade association|The industry federation|The employers' association|The growers' cooperative|"
    "The trade union NAME|The residents' group NAME|The environmental organisation NAME|A campaign group|The water company|The utility that supplies us|The grid operator|The rail operator|"
    "The rating agency NAME|Proxy adviser NAME|The insurer NAME|Reinsurer NAME|Our house bank|Our largest customer, NAME,|Our biggest supplier|Fuel supplier NAME|The retailer NAME|"
    "The carmaker NAME|Truck maker NAME|The competitor NAME|The neighbouring brewery|The mill next door|Our landlord|A customer from NAME|One of our suppliers|One of our competitors|"
    "One of our tenants|NAME, which supplies our steel,|NAME, a maker of turbines,|The hospital in NAME|The airline NAME|The shipping company NAME|The software company NAME|The club|"
    "The fund manager NAME|A shareholder|The local school|The museum|The standard setter|The certification body|The pension fund NAME|The chamber of commerce|The mayor|The minister"
).split("|")
MANY = (
    "Our suppliers|Our customers|Two of our competitors|Several insurers|Most foundries in Europe|Nordic utilities|Airlines worldwide|Carmakers across Europe|Farmers in the region|"
    "Governments around the world|Two other retailers|The neighbouring farms|Researchers at the University of NAME|Some large companies|Three banks in the country|The unions|Regulators in Asia|"
    "Ministers|The councils along the river|The other tenants of the park|Investors|Charities|Steel makers|The members of the association|Many cities|The hauliers that we use|Local authorities|"
    "NAME and NAME|Oil companies|Owners of older ships|The villages around the mine|Our franchisees' competitors|Grid operators|Experts of the Institute"
).split("|")
OURS = "The Group|The Company|The Board|The Supervisory Board|The Executive Committee|Management|Our plant in NAME|Our subsidiary NAME|The site in NAME|Our purchasing department|Our fleet|The Risk Committee".split("|")
NAMES = "Aldermoor Brixholt Calvane Dorvik Estrella Ferrando Gorland Hallbeck Ivarsen Jolanta Kestermann Lorvane Mirella Norwen Ostrava Pellham Quarry Rostrand Selmira Tarvik Ulvang Vestara Wexcombe Yarnell Zollern".split()
UNITS = ("Our plant", "Our subsidiary", "The site", "Our fleet")
ONE = {"have": "has", "are": "is", "were": "was", "do": "does", "want": "wants", "plan": "plans", "aim": "aims", "intend": "intends", "use": "uses", "buy": "buys", "publish": "publishes",
       "measure": "measures", "expect": "expects", "require": "requires", "support": "supports", "offer": "offers", "check": "checks", "train": "trains", "report": "reports", "keep": "keeps"}
SAME = set("will cut put set let can must would should gave took bought built began made held met paid sold sent went became found had did spent won lost shut laid".split())
WE = re.compile(r"^We (\w+)(?: (.*))?$", re.S)


def predicate(verb, rest, single):
    """What follows a subject that is not "we", None where the verb's form is not known."""
    if single and verb not in SAME and not verb.endswith("ed"):
        if verb not in ONE:
            return None
        verb = ONE[verb]
    own, them = ("its", "it") if single else ("their", "them")
    out = f"{verb} {rest or ''}".strip()
    for word, to in (("our", own), ("Our", own), ("us", them), ("we", "it" if single else "they"), ("ours", own), ("ourselves", "itself" if single else "themselves")):
        out = re.sub(rf"\b{word}\b", to, out)
    return out


def twins(rows, voices, most, seed=1):
    """Twins of rows that begin with "We", at most so many of each kind."""
    rng = random.Random(seed)
    some = [r for r in rows if r["claim"] in (0.0, 1.0) and WE.match(r["text"])]
    rng.shuffle(some)
    others, ours = [], []
    for r in some * 3:
        verb, rest = WE.match(r["text"]).groups()
        named = lambda who: re.sub("NAME", lambda _: rng.choice(NAMES), who)
        single = rng.random() < 0.65
        said = predicate(verb, rest, single)
        if said is None:
            single, said = False, predicate(verb, rest, False)
        if len(others) < most:
            who = named(rng.choice(OTHERS if single else MANY))
            others.append({**r, "text": f"{who} {said}", "claim": 0.0, "voice": voices.index("third"), "near": []})
        if single and len(ours) < most // 2:
            who = named(rng.choice(OURS))
            ours.append({**r, "text": f"{who} {said}", "voice": voices.index("unit" if who.startswith(UNITS) else "entity"), "near": []})
    return others + ours
