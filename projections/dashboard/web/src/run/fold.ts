// A run as the page knows it: folded from its events while it goes on, taken from the analysis document once it has
// ended. Both give the same picture. Folding a repeated event changes nothing.

import type { Check, Claim, Coverage, Document, FeedEvent, Finding, Gap, Request, RunView, Verdict } from "../types.ts";
import { agentOf, agents, specialists } from "../words.ts";
import { describe } from "./describe.ts";

export interface Agent { state: "waiting" | "ready" | "working" | "done" | "paused" | "silent"; note: string; asked: number; answered: number; unable: number; findings: number; current: string }
export interface Line { seq: number; at: string; agent: string; text: string; claim?: string; kind: string }
export interface Standing { iteration: number; open: Set<string>; asked: Set<string>; cycles: number }

export interface RunState {
  claims: Map<string, Claim>; verdicts: Map<string, Verdict>; findings: Map<string, Finding[]>; gaps: Map<string, Gap>; checks: Map<string, Check>;
  requests: Map<string, Request>; coverage: Record<string, Coverage>; agents: Record<string, Agent>; standing: Map<string, Standing>;
  flow: Record<string, number>; // records over each edge of the graph
  sections: number; extracted: number; indexed: number; failedSections: { section: number; error: string }[]; claimsTotal: number | null; duplicates: number;
  gapsTotal: number | null; asked: number; answered: number; cycle: number; cap: number;
  ended: { status: string; error?: string } | null; lines: Line[]; seq: number; at: string; startedAt: string;
  moved: number; // events that were more than something said
}

export function emptyRun(): RunState {
  return {
    claims: new Map(), verdicts: new Map(), findings: new Map(), gaps: new Map(), checks: new Map(), requests: new Map(), coverage: {},
    agents: Object.fromEntries(agents.map((a) => [a, newAgent()])), standing: new Map(), flow: {},
    sections: 0, extracted: 0, indexed: 0, failedSections: [], claimsTotal: null, duplicates: 0, gapsTotal: null, asked: 0, answered: 0, cycle: 1, cap: 0,
    ended: null, lines: [], seq: 0, at: "", startedAt: "", moved: 0,
  };
}

const newAgent = (): Agent => ({ state: "waiting", note: "", asked: 0, answered: 0, unable: 0, findings: 0, current: "" });
const agent = (r: RunState, name: string): Agent => (r.agents[agentOf(name)] ??= newAgent());
const flow = (r: RunState, from: string, to: string) => { r.flow[from + ">" + to] = (r.flow[from + ">" + to] ?? 0) + 1; };

function standing(r: RunState, claim: string): Standing {
  let s = r.standing.get(claim);
  if (!s) r.standing.set(claim, (s = { iteration: 1, open: new Set(), asked: new Set(), cycles: 0 }));
  return s;
}

function works(a: Agent, on: string) {
  if (a.state !== "paused") a.state = "working";
  a.current = on;
}

function settle(r: RunState, name: string) {
  const a = agent(r, name);
  if (a.state === "working" && a.asked > 0 && a.answered + a.unable >= a.asked) a.state = "done";
}

// Events leave out what is empty; the document does not. Lists are there for whoever reads them.
const whole = {
  finding: (d: Finding): Finding => ({ ...d, claim_id: d.claim_id ?? "", evidence: d.evidence ?? [], origins: d.origins ?? [] }),
  verdict: (d: Verdict): Verdict => ({ ...d, cycles: d.cycles ?? [], missing_agents: d.missing_agents ?? [], paragraphs: d.paragraphs ?? [], finding_ids: d.finding_ids ?? [],
    origins: d.origins ?? [], dimensions: d.dimensions ?? {}, internally_consistent: d.internally_consistent ?? null, override: d.override ?? null }),
  gap: (d: Gap): Gap => ({ ...d, missing: d.missing ?? [], evidence: d.evidence ?? [], condition: d.condition ?? "", materiality: d.materiality ?? "", s1_counterpart: d.s1_counterpart ?? "" }),
  check: (d: Check): Check => ({ ...d, claim_id: d.claim_id ?? "", inputs: d.inputs ?? [] }),
  claim: (d: Claim): Claim => ({ ...d, paragraphs: d.paragraphs ?? [], context: d.context ?? "", quote: { ...d.quote, rects: d.quote?.rects ?? [] } }),
};

function addFinding(r: RunState, f: Finding) {
  const list = r.findings.get(f.claim_id);
  if (!list) r.findings.set(f.claim_id, [f]);
  else {
    const at = list.findIndex((x) => x.id === f.id);
    if (at < 0) list.push(f);
    else list[at] = f;
  }
}

const folds: Record<string, (r: RunState, e: FeedEvent) => void> = {
  "analysis.requested": (r, e) => { r.startedAt = e.at; r.cap = e.data.iterations; },
  "run.opened": (r, { data: d }) => { r.sections = d.sections; works(agent(r, "claims"), "reading " + d.sections + " sections"); },
  "section.extracted": (r, { data: d }) => {
    r.extracted++;
    works(agent(r, "claims"), `section ${d.section} of ${d.of}`);
    agent(r, "claims").findings += d.count;
    if (d.error) r.failedSections.push({ section: d.section, error: d.error });
  },
  "section.indexed": (r) => { r.indexed++; },
  "claim.extracted": (r, { data: d }) => { r.claims.set(d.id, whole.claim(d)); flow(r, "claims", "orchestrator"); },
  "claims.completed": (r, { data: d }) => {
    r.claimsTotal = d.claims;
    r.duplicates = d.duplicates;
    Object.assign(agent(r, "claims"), { state: "done", findings: d.claims, current: "" });
  },
  "agent.started": (r, { data: d }) => { const a = agent(r, d.agent); if (a.state === "waiting") a.state = "ready"; },
  "agent.paused": (r, { data: d }) => { Object.assign(agent(r, d.agent), { state: "paused", note: d.reason ?? "" }); },
  "agent.resumed": (r, { data: d }) => { Object.assign(agent(r, d.agent), { state: "working", note: "" }); settle(r, d.agent); },
  "case.registered": (r, { data: d }) => {
    const s = standing(r, d.claim_id);
    s.iteration = Math.max(s.iteration, d.iteration ?? 1);
    r.cycle = Math.max(r.cycle, s.iteration);
    works(agent(r, "orchestrator"), "routing");
    for (const a of d.agents ?? []) {
      agent(r, a).asked++;
      r.asked++;
      s.open.add(a);
      s.asked.add(a);
      works(agent(r, a), d.claim_id);
      flow(r, "orchestrator", a);
    }
  },
  "finding.reported": (r, { data: d }) => {
    if (!d.claim_id) return;
    const a = agent(r, d.agent);
    if (d.outcome === "unable") a.unable++;
    else a.answered++;
    r.answered++;
    standing(r, d.claim_id).open.delete(d.agent);
    flow(r, d.agent, "judge");
    works(agent(r, "judge"), d.claim_id);
    settle(r, d.agent);
  },
  "finding.produced": (r, { data: d }) => {
    addFinding(r, whole.finding(d));
    const a = agent(r, d.agent);
    a.findings++;
    if (d.claim_id) a.current = d.claim_id;
  },
  "check.performed": (r, { data: d }) => { r.checks.set(d.id, whole.check(d)); },
  "gap.found": (r, { data: d }) => { r.gaps.set(d.id, whole.gap(d)); },
  "gaps.assessed": (r, { data: d }) => { r.gapsTotal = d.gaps; },
  "coverage.assessed": (r, { data: d }) => { r.coverage[d.pillar] = d; },
  "info.requested": (r, { data: d }) => { if (!r.requests.has(d.id)) r.requests.set(d.id, { ...d, answer: "", status: "open" }); },
  "request.routed": (r, { data: d }) => {
    const q = r.requests.get(d.id);
    if (q) q.to = d.to ?? "";
    if (d.to) flow(r, d.from, d.to);
  },
  "request.closed": (r, { data: d }) => {
    const q = d.request ?? {};
    r.requests.set(q.id, { ...r.requests.get(q.id), ...q, answer: d.answer?.answer ?? d.reason ?? "", status: d.status ?? (d.answer ? "answered" : "closed") });
  },
  "reinvestigation.requested": (r, { data: d, iteration }) => {
    const s = standing(r, d.claim?.id ?? d.claim_id);
    s.cycles++;
    s.iteration = Math.max(s.iteration, iteration);
    r.cycle = Math.max(r.cycle, iteration);
    flow(r, "judge", "orchestrator");
  },
  "verdict.issued": (r, { data: d }) => {
    const old = r.verdicts.get(d.claim_id);
    if (!old || old.revision <= d.revision) r.verdicts.set(d.claim_id, whole.verdict(d));
    if (!old) flow(r, "judge", "report");
    Object.assign(agent(r, "judge"), { findings: r.verdicts.size, state: r.claimsTotal !== null && r.verdicts.size >= r.claimsTotal ? "done" : "working" });
  },
  "run.failed": (r, { data: d }) => { r.ended = { status: "error", error: d.error }; },
  "analysis.completed": (r, { data: d }) => {
    r.ended = d;
    for (const a of Object.values(r.agents)) if (a.state === "working" || a.state === "ready") Object.assign(a, { state: "done", current: "" });
  },
};

// fold takes in one event of the feed.
export function fold(r: RunState, e: FeedEvent, seq: number) {
  if (seq <= r.seq) return;
  r.seq = seq;
  r.at = e.at;
  if (folds[e.type]) {
    folds[e.type](r, e);
    r.moved++;
  }
  const text = describe(e);
  if (text) r.lines.push({ seq, at: e.at, agent: agentOf(e.data?.agent ?? e.agent), text, claim: e.data?.claim_id ?? e.data?.claim?.id, kind: e.event ?? e.type });
}

// fromDocument is a run that has ended, with the progress that the server counted.
export function fromDocument(doc: Document, view: RunView): RunState {
  const r = emptyRun();
  for (const c of doc.claims) r.claims.set(c.id, c);
  for (const v of doc.verdicts) r.verdicts.set(v.claim_id, v);
  for (const f of doc.findings) addFinding(r, f);
  for (const g of doc.gaps) r.gaps.set(g.id, g);
  for (const c of doc.checks) r.checks.set(c.id, c);
  for (const q of doc.requests) {
    r.requests.set(q.id, q);
    if (q.to) flow(r, q.from, q.to);
  }
  r.coverage = doc.coverage;
  const p = view.progress;
  Object.assign(r, {
    sections: p.sections, extracted: p.sections_extracted, indexed: p.sections_indexed, claimsTotal: p.claims_total ?? null, duplicates: p.duplicates,
    gapsTotal: p.gaps_total ?? null, asked: p.assigned, answered: p.answered, ended: view.completion ?? { status: view.status, error: view.error },
    failedSections: p.sections_failed ?? [], cap: view.iterations, seq: view.last_seq, startedAt: view.requested_at, at: view.finished_at ?? view.updated_at,
  });
  for (const name of specialists) {
    const a = p.agents[name];
    if (!a) continue;
    Object.assign(agent(r, name), { state: a.started ? "done" : "silent", asked: a.assigned, answered: a.answered, unable: a.unable, findings: a.findings });
    r.flow["orchestrator>" + name] = a.assigned;
    r.flow[name + ">judge"] = a.answered;
  }
  Object.assign(agent(r, "claims"), { state: p.claims_total != null ? "done" : "silent", findings: r.claims.size });
  Object.assign(agent(r, "orchestrator"), { state: "done" });
  Object.assign(agent(r, "judge"), { state: r.verdicts.size ? "done" : "silent", findings: r.verdicts.size });
  for (const v of r.verdicts.values()) {
    standing(r, v.claim_id).cycles = v.cycles.length;
    standing(r, v.claim_id).iteration = v.iteration;
    r.cycle = Math.max(r.cycle, v.iteration);
  }
  Object.assign(r.flow, { "claims>orchestrator": r.claims.size, "judge>report": r.verdicts.size, "judge>orchestrator": p.reinvestigations });
  return r;
}
