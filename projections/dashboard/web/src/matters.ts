// What matters first: contradictions, figures that do not hold, what the report says in two ways, and what is missing,
// by consequence. Where the server has ranked it already, its list is shown; this is for runs that have none.

import type { RunState } from "./run/fold.ts";
import { checkSentence, checkTitle, failedChecks, say, shorter } from "./say.ts";
import type { Check, Document, Gap } from "./types.ts";
import { words } from "./words.ts";

export interface Matter {
  id: string; title: string; gist: string; text: string; tone: string; label: string; page: number | null; quote: string; source: string;
  claim?: string; check?: Check; gap?: Gap; paragraphs: string[]; weight: number; agent: string; also: number; about?: string;
}

const priorityWeight = { high: 10, medium: 5, low: 0 };
const severityWeight: Record<string, number> = { critical: 10, warning: 4, info: 0 };

export function matters(r: RunState, doc: Document | null): Matter[] {
  const given = ranked(r, doc);
  if (given) return given;
  const out: Omit<Matter, "gist">[] = [];
  const told = new Set<string>(); // checks that a claim's verdict has told of already
  for (const v of r.verdicts.values()) {
    const claim = r.claims.get(v.claim_id);
    if (v.verdict !== "contradicted" || !claim) continue;
    const s = say(r, claim, v);
    for (const c of failedChecks(r, r.findings.get(claim.id) ?? [])) told.add(signature(c));
    const main = s.decisive[0];
    const outside = s.decisive.find((d) => !d.own && d.quote);
    out.push({
      id: v.id, title: s.conclusion, text: s.more || (outside ? `The report says: “${claim.text}”` : ""), tone: "contradicted", label: "Contradicted", page: claim.page,
      quote: outside?.quote || claim.quote.text || claim.text, source: outside?.source ?? "", claim: claim.id, paragraphs: claim.paragraphs.map((p) => p.id).slice(0, 3),
      weight: 100 + priorityWeight[claim.priority] + (outside ? 5 : 0) + v.confidence_score, agent: main?.agent ?? "judge", also: 0,
    });
  }
  for (const c of r.checks.values()) {
    if (c.result !== "fail" || told.has(signature(c))) continue;
    told.add(signature(c));
    out.push({
      id: c.id, title: checkTitle(c), text: checkSentence(c), tone: "fail", label: "Does not add up", page: c.inputs.find((i) => i.page)?.page ?? null, quote: c.working, source: "",
      claim: c.claim_id || undefined, check: c, paragraphs: [], weight: 70 + (severityWeight[c.severity] ?? 0), agent: "data_metrics", also: 0,
    });
  }
  for (const f of r.findings.get("") ?? []) {
    if (f.evidence_type !== "internal_contradiction") continue;
    out.push({ id: f.id, title: "The report says two things", text: f.summary, tone: "inconclusive", label: "Says two things", page: f.evidence[0]?.page ?? null, quote: f.evidence[0]?.quote ?? "",
      source: "", paragraphs: [], weight: 65, agent: f.agent, also: 0 });
  }
  for (const g of r.gaps.values()) {
    if (g.status !== "not_addressed" && g.status !== "partially_addressed") continue;
    const missing = g.status === "partially_addressed" && g.missing.length ? "Missing: " + g.missing.join("; ") + "." : "";
    out.push({ id: g.id, title: "Missing: " + g.requirement.replace(/\.$/, ""), text: [missing, g.materiality].filter(Boolean).join(" "), tone: g.status, label: words(g.status),
      page: g.evidence[0]?.page ?? null, quote: g.evidence[0]?.note ? "" : g.evidence[0]?.quote ?? "", source: "", gap: g, paragraphs: [g.paragraph], weight: 40 + (g.paragraph.startsWith("S2") ? 5 : 0) + (g.status === "not_addressed" ? 2 : 0), agent: "legal", also: 0 });
  }
  return group(out.map((m) => ({ ...m, gist: m.text || m.quote })).sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1)));
}

// signature names what a check has found, so that the same mistake told of two claims is one.
const signature = (c: Check) => c.name + "|" + c.stated + "|" + c.expected;

// group joins what says the same about the same page, as one sentence printed twice does.
function group(list: Matter[]): Matter[] {
  const seen = new Map<string, Matter>();
  return list.filter((m) => {
    const key = m.gap ? m.id : m.title + "|" + m.page;
    const first = seen.get(key);
    if (first) first.also++;
    else seen.set(key, m);
    return !first;
  });
}

// Ranked is a matter as the server lists it.
interface Ranked {
  id: string; kind: string; about?: string; consequence?: string; title: string; gist?: string; text: string; page: number; quote: string; places?: { page: number; quote: string; source: string; claim_id: string }[];
  claim_ids?: string[]; check_ids?: string[]; gap_ids?: string[]; paragraphs?: string[];
}

// What the kinds of matters are called; the server's names are not for people.
const kinds: Record<string, string> = {
  contradicted: "Contradicted", arithmetic: "Figures do not fit", inconsistent: "Says two things", target: "Target", missing: "Not found", leading: "Key figure",
  basis: "Said by the report", unsupported: "Only the company says it", suspicious: "Hidden text", ruled_by_a_person: "Ruled by a person",
};

// repeats reports whether a text says a quotation already, as the exports do: by its first words, without the number of a note in front of them. A text
// that breaks off within the quotation does not say it.
export function repeats(text: string, quote: string): boolean {
  const said = quote.trim().replace(/^(?:\(?\d{1,2}[.)]?|[*†]+|[¹²³⁴-⁹]+)\s+/, "").replace(/[.…]+$/, "");
  const begins = said.split(/\s+/).slice(0, 8).join(" "), at = text.indexOf(begins);
  return text.includes(said) || at >= 0 && !text.slice(at + begins.length).split("”")[0].includes("…");
}

function ranked(r: RunState, doc: Document | null): Matter[] | null {
  const list = (doc as { matters?: Ranked[] } | null)?.matters;
  if (!Array.isArray(list) || list.length === 0) return null;
  return list.map((m, i): Matter => {
    const gap = m.gap_ids?.map((g) => r.gaps.get(g)).find((g) => g !== undefined);
    const claim = m.claim_ids?.[0];
    const verdict = claim ? r.verdicts.get(claim)?.verdict : undefined;
    const tone = gap ? gap.status : m.check_ids?.some((c) => r.checks.get(c)?.result === "fail") ? "fail" : (verdict ?? "neutral");
    return {
      id: m.id, title: m.title, gist: shorter(m.gist ?? ""), text: m.text, tone, label: m.kind === "contradicted" && verdict !== "contradicted" ? "A source disagrees" : kinds[m.kind] ?? words(m.kind), page: m.page || null, quote: m.quote, source: m.places?.find((p) => p.source)?.source ?? "", claim, gap,
      check: m.check_ids?.map((c) => r.checks.get(c)).find((c) => c?.result === "fail"), paragraphs: m.paragraphs ?? [], weight: list.length - i, agent: "", also: Math.max(0, (m.claim_ids?.length ?? 0) - 1), about: m.about,
    };
  });
}
