// Names of the closed sets in the order in which they are shown, and how they are said.

import type { ClaimType, GapStatus, VerdictClass } from "./types.ts";

export const specialists = ["legal", "data_metrics", "geography", "news_media", "academic"];
export const agents = ["claims", "orchestrator", ...specialists, "judge"];
export const verdictClasses: VerdictClass[] = ["contradicted", "insufficient_evidence", "unverified", "verified"];
export const claimTypes: ClaimType[] = ["geographic", "quantitative", "legal_governance", "strategic", "environmental"];
export const priorities = ["high", "medium", "low"] as const;
export const pillars = ["governance", "strategy", "risk_management", "metrics_targets", "general_requirements"];
export const gapStatuses: GapStatus[] = ["not_addressed", "partially_addressed", "could_not_assess", "conditional", "referenced_elsewhere"];

const said: Record<string, string> = {
  data_metrics: "Data and metrics", news_media: "News and media", legal_governance: "Legal and governance", metrics_targets: "Metrics and targets",
  "claims.reduce": "Claims", router: "Orchestrator", conductor: "Orchestrator", intake: "Intake", intent: "A person", what_if: "What if",
  sha256: "SHA-256", yoy_percentage: "Change between years", gwp: "Warming potentials", baseline_consistency: "Consistency of the base year", baseline_validity: "Fit of the base year",
  method_consistency: "Consistency of methods", not_stated: "Not stated", not_addressed: "Not addressed", referenced_elsewhere: "Elsewhere", could_not_assess: "Not assessed",
};

export function words(name: string | undefined | null): string {
  if (!name) return "";
  if (said[name]) return said[name];
  const s = name.replaceAll("_", " ");
  return s.charAt(0).toUpperCase() + s.slice(1);
}

// agentOf is the node of the graph that a processor belongs to.
export function agentOf(processor: string): string {
  if (processor.startsWith("claims")) return "claims";
  return processor === "router" || processor === "conductor" ? "orchestrator" : processor;
}

export const count = (n: number, one: string, more = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : more}`;

// looks says how often a claim was looked into: once, and again for each time that the judge asked for more.
export const looks = (again: number) => "looked into " + (again === 0 ? "once" : again === 1 ? "twice" : `${again + 1} times`);

// slug is a text as a part of a file's name.
export const slug = (s: string) => s.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "").slice(0, 40);

export const day = (at?: string | null) => (at ? new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "");

export function duration(ms: number): string {
  const s = Math.max(1, Math.round(ms / 1000));
  return s < 90 ? count(s, "second") : s < 5400 ? count(Math.round(s / 60), "minute") : count(Math.round(s / 3600), "hour");
}

export function bytes(n: number): string {
  return n < 1 << 20 ? Math.max(1, Math.round(n / 1024)) + " KB" : (n / (1 << 20)).toFixed(1) + " MB";
}

export const language = (code: string) => { if (!code || code === "und") return "unknown"; try { return new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code; } catch { return code; } };

// leftOut says why something was left out with the name of its language in the place of the code.
export const leftOut = (why: string) => why.replace(/\blanguage ([a-z]{2,3}) is not read|\b(among pages in )([a-z]{2,3})\b/g, (_, of, among, code) => (among ? among + language(code) : language(of) + " is not read"));
