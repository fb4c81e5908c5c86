// A verdict as a person would say it: a conclusion in one sentence, what decides it with its place, what was looked at in
// vain, and what would change it. It is put together from the findings, so that it names figures and pages and no ids.

import type { RunState } from "./run/fold.ts";
import type { Check, Claim, Evidence, Finding, Verdict } from "./types.ts";
import { words } from "./words.ts";

export interface Decisive { text: string; quote: string; page: number | null; own: boolean; source: string; url: string; side: "supports" | "contradicts" | "neutral"; agent: string; check?: Check }
export interface Saying { conclusion: string; more: string; short: string; decisive: Decisive[]; looked: string[]; change: string[] }

const ids = /\b(fnd|chk|vrd|clm|gap|evd)_[0-9a-f]{6,}/;

// What a failed check means, in front of its figures.
const failed: Record<string, string> = {
  scope_addition: "The scopes do not add up to the total", category_addition: "The categories do not add up to the total", yoy_percentage: "The stated change does not follow from the figures",
  percentage_calculation: "The stated share does not follow from the figures", percentage_sum: "The parts do not make a whole", baseline_consistency: "The base year is given in two ways",
  interim_targets: "The interim targets do not fit together", target_progress: "The target is off its path", intensity: "The intensity does not follow from its figures",
  table_total: "The table does not add up to its total", duplicate_figure: "One figure is printed in two ways", direction: "The words say one direction and the figures another",
  magnitude: "The figure differs from the table by a power of ten", historical_consistency: "An earlier figure has changed", unit_validity: "The unit cannot measure this",
  row_label: "Two rows of one name hold different figures", table_relation: "One cell does not fit what holds in the rest of its table", target_achievability: "The pace so far is below what the target asks for",
  baseline_validity: "The base year does not fit its target", methodology: "The standard of measurement is not named", gwp: "The edition of the warming potentials is not named",
  emission_factor: "Where the emission factors come from is not named", methodology_change: "No reason is given for restated emissions", method_consistency: "Scope 2 does not fit its two methods",
  energy_plausibility: "Emissions and electricity do not go together", trend: "A scope changes abruptly without a word", recalculation_consistency: "A figure from before its restatement is still used",
};

// hundredths rounds a decimal, half up, by its digits.
function hundredths(n: string): string {
  const end = n.indexOf(".") + 3;
  const all = String(Number(n.slice(0, end).replace(".", "")) + (n[end] >= "5" ? 1 : 0)).padStart(3, "0");
  return all.slice(0, -2) + "." + all.slice(-2);
}

// shorter rounds computed figures to what a reader needs, as the sentences of the server do.
export const shorter = (text: string) => grouped(currencyFirst(plainPowers(text)).replace(/\d+\.\d{3,}/g, hundredths)).replace(/(\d) %/g, "$1\u00a0%");

// plainPowers writes powers of ten as people say them, as package phrase does.
const plainPowers = (text: string) => text.replace(/(by )?10\^(-?)(\d{1,2})/g, (_, by, less, n) => (by ? "by a factor of " + (10 ** n).toLocaleString("en") : less ? (10 ** -n).toFixed(n) : (10 ** n).toLocaleString("en")));

// currencyFirst sets a currency before its amount where the amount has a scale: "1184 EUR million" is EUR 1,184 million.
const currencyFirst = (text: string) => text.replace(/(-?\d[\d,.]*) ([A-Z]{3}|[€$£]) (thousand|million|billion|thsd|bn|k|m)\b/g, (_, n, of, scale) => `${of} ${/^-?\d{4,}$/.test(n) ? Number(n).toLocaleString("en") : n} ${scale}`);

// printedFigure is a figure as its page prints it, with its unit.
export function printedFigure(f: { printed?: string; value: string; unit: string }): string {
  const text = f.printed || f.value;
  return f.unit && !text.includes(f.unit) ? currencyFirst(`${text} ${f.unit}`) : text;
}

// grouped sets thousands apart and units as reports print them. Five digits after capitals are a standard's name, as ISO 14064.
const grouped = (text: string) => text.replace(/(?<![\d.,]|[A-Z]{2} ?(?=\d{5}(?!\d)))\d{5,}(?!\d)/g, (n) => Number(n).toLocaleString("en")).replace(/\btCO2e\b/g, "t CO2e").replace(/ mwh\b/g, " MWh");

// brief leaves out by how much a tolerance is exceeded; the working tells.
export const brief = (c: Check) => checkSentence(c).replace(/; beyond [^;]*? and beyond rounding(?=\.|$)/, "");

export const checkTitle = (c: Check) => failed[c.name] ?? words(c.name);

export const checkSentence = (c: Check) => shorter(c.message.replace(/^Does not agree: /, "").replace(/^\w/, (x) => x.toUpperCase()));

const own = new Set(["claim", "report", "computed", "standard"]);

function cite(e: Evidence | undefined): Pick<Decisive, "quote" | "page" | "own" | "source" | "url"> {
  if (!e) return { quote: "", page: null, own: true, source: "", url: "" };
  const mine = own.has(e.origin);
  const source = mine ? "" : [e.publisher || e.source, e.date, e.tier ? "tier " + e.tier : "", e.row ? "row " + e.row : e.page ? "page " + e.page : ""].filter(Boolean).join(", ");
  return { quote: e.quote, page: e.page, own: mine, source, url: e.url };
}

export function failedChecks(r: RunState, list: Finding[]): Check[] {
  return list.flatMap((f) => f.details?.check_ids ?? []).map((id) => r.checks.get(id)).filter((c): c is Check => c?.result === "fail");
}

function decide(r: RunState, f: Finding, side: Decisive["side"]): Decisive[] {
  const checks = side === "contradicts" ? failedChecks(r, [f]) : [];
  if (checks.length > 0) return checks.map((c) => ({ ...cite(f.evidence[0]), text: checkTitle(c) + ": " + lower(brief(c)), side, agent: f.agent, check: c }));
  const relation = f.details?.relations?.find((p) => p.relation === side);
  const text = relation ? `${relation.publisher || relation.title}: ${relation.why || relation.snippet}` : plain(f.summary);
  return [{ ...cite(f.evidence.find((e) => e.quote && !own.has(e.origin)) ?? f.evidence.find((e) => e.quote)), text: shorter(text), side, agent: f.agent }];
}

// beginning is as many sentences as a card has room for.
const beginning = (sentences: string[]) => sentences.slice(0, 4).reduce((all, s) => (all.length > 130 ? all : [all, s].filter(Boolean).join(" ")), "");
export const capital = (s: string) => s.charAt(0).toUpperCase() + s.slice(1);
const lower = (s: string) => (/^[A-Z][a-z ]/.test(s) ? s.charAt(0).toLowerCase() + s.slice(1) : s);
const sentence = (s: string) => (/[.!?…]$/.test(s.trim()) ? s.trim() : s.trim() + ".");
export const plain = (s: string) => shorter(s.replace(/^The claim's arithmetic does not hold\. /, "").replace(/\b([a-z]+(?:_[a-z]+)*):(?= [A-Z])/g, (all, n) => (Object.hasOwn(failed, n) ? words(n) + ":" : all)));
const unique = (list: string[]) => [...new Set(list.filter(Boolean).map((s) => s.trim().replace(/\.$/, "")))];

function conclude(v: Verdict, decisive: Decisive[]): string {
  if (v.override) return `${v.override.by} has ruled that this is ${words(v.verdict).toLowerCase()}: ${sentence(v.override.reason)}`;
  const agrees = v.internally_consistent === true ? " The report's own figures agree with it." : v.internally_consistent === false ? " The report does not agree with itself here." : "";
  switch (v.verdict) {
    case "contradicted": return decisive[0] ? sentence(decisive[0].text.charAt(0).toUpperCase() + decisive[0].text.slice(1)) : "The evidence shows otherwise.";
    case "verified": return `Sources outside the company confirm this${decisive[0]?.source ? ", among them " + decisive[0].source.split(",")[0] : ""}.${agrees}`;
    case "insufficient_evidence":
      if (decisive.some((d) => d.side === "supports") && decisive.some((d) => d.side === "contradicts")) return "Some evidence speaks for this and some against it, and neither outweighs the other.";
      if (decisive.some((d) => d.side === "contradicts")) return "Something speaks against this, but not strongly enough to rule on it." + agrees;
      if (decisive.length > 0 && decisive.every((d) => d.own)) return "The report's own figures agree with this, but nobody outside the company confirms it.";
      return "Something speaks for this, but not enough independent sources do." + agrees;
    default: return (v.missing_agents.length > 0 ? "Not all who should have looked into this could." : "Only the company says this: nothing outside the report was found that confirms or denies it.") + agrees;
  }
}

const rank = { contradicts: 0, supports: 1, neutral: 2 };

export function say(r: RunState, claim: Claim, v: Verdict): Saying {
  const list = (r.findings.get(claim.id) ?? []).filter((f) => v.finding_ids.length === 0 || v.finding_ids.includes(f.id));
  const sideOf = (f: Finding) => (f.supports_claim === true ? "supports" : f.supports_claim === false ? "contradicts" : "neutral");
  const decisive = list.filter((f) => f.supports_claim !== null && f.supports_claim !== undefined).flatMap((f) => decide(r, f, sideOf(f)))
    .sort((a, b) => (v.verdict === "verified" ? -1 : 1) * (rank[a.side] - rank[b.side]));
  const looked = unique(list.filter((f) => sideOf(f) === "neutral").map((f) => `${words(f.agent)}: ${plain(f.summary)}`));
  const change = unique([
    ...v.cycles.map((c) => c.required_evidence), ...list.flatMap((f) => f.details?.other?.would_help ?? []), ...list.flatMap((f) => f.details?.missing_data ?? []),
  ]).map(capital);
  if (v.verdict === "contradicted") change.unshift("A correction by the company, or a weightier independent source that bears the claim out");
  if (v.verdict === "verified") change.unshift("An independent source of weight that says otherwise");
  // Where the judge has written for people, it is the judge who speaks: its sentences on what was looked at in vain and
  // on what would change the verdict stand under those headings.
  const written = !ids.test(v.reasoning) && v.reasoning && !v.override ? v.reasoning.split(/(?<=[.!?”)])\s+(?=[A-Z"“])/) : null;
  if (!written) {
    const conclusion = conclude(v, decisive);
    return { conclusion: shorter(conclusion), short: shorter(conclusion), more: "", decisive, looked, change: change.slice(0, 6) };
  }
  const would = /^It would change (?:with )?/;
  const told = written.filter((s) => !would.test(s) && !s.startsWith("Looked at without result"));
  const changes = written.filter((s) => would.test(s)).map((s) => capital(s.replace(would, "").replace(/\.$/, "")));
  return { conclusion: shorter(told[0] ?? conclude(v, decisive)), short: shorter(beginning(told)), more: shorter(told.slice(1).join(" ")), decisive, looked, change: changes.length ? changes : change.slice(0, 6) };
}
