// A run as the page knows it: folded from its events while it goes on, taken from the analysis document
// once it has ended. Both give the same picture.

export const agentsInOrder = ["claims", "legal", "data_metrics", "geography", "news_media", "academic", "judge"];
export const classesInOrder = ["contradicted", "insufficient_evidence", "unverified", "verified"];
export const pillarsInOrder = ["governance", "strategy", "risk_management", "metrics_targets", "general_requirements"];

export function emptyRun() {
  return {
    claims: new Map(), verdicts: new Map(), findings: new Map(), gaps: new Map(), checks: new Map(), coverage: {},
    agents: Object.fromEntries(agentsInOrder.map((a) => [a, { state: "waiting", asked: 0, answered: 0, findings: 0 }])),
    sections: 0, extracted: 0, indexed: 0, claimsTotal: null, gapsAssessed: false, asked: 0, answered: 0, ended: null,
    activity: [], dirty: true,
  };
}

const put = (map, key, value) => {
  if (!map.has(key)) map.set(key, []);
  const list = map.get(key);
  const at = list.findIndex((v) => v.id === value.id);
  if (at < 0) list.push(value);
  else list[at] = value;
};

const folds = {
  "run.opened": (r, d) => { r.sections = d.sections; },
  "section.extracted": (r, d) => { r.extracted++; r.agents.claims.state = "working"; r.agents.claims.findings += d.count; },
  "section.indexed": (r) => { r.indexed++; },
  "claim.extracted": (r, d) => { r.claims.set(d.id, d); },
  "claims.completed": (r, d) => { r.claimsTotal = d.claims; r.agents.claims.state = "done"; r.agents.claims.findings = d.claims; },
  "agent.started": (r, d) => { agent(r, d.agent).state = "working"; },
  "agent.paused": (r, d) => { agent(r, d.agent).state = "paused: " + d.reason; },
  "agent.resumed": (r, d) => { agent(r, d.agent).state = "working"; },
  "case.registered": (r, d) => {
    for (const a of d.agents || []) { agent(r, a).asked++; r.asked++; }
  },
  "finding.reported": (r, d) => {
    if (d.claim_id) { agent(r, d.agent).answered++; r.answered++; }
  },
  "finding.produced": (r, d) => { put(r.findings, d.claim_id || "", d); agent(r, d.agent).findings++; },
  "check.performed": (r, d) => { r.checks.set(d.id, d); },
  "gap.found": (r, d) => { r.gaps.set(d.id, d); },
  "gaps.assessed": (r) => { r.gapsAssessed = true; },
  "coverage.assessed": (r, d) => { r.coverage[d.pillar] = d; },
  "verdict.issued": (r, d) => {
    const old = r.verdicts.get(d.claim_id);
    if (!old || old.revision <= d.revision) r.verdicts.set(d.claim_id, d);
    r.agents.judge.state = "working";
    r.agents.judge.findings = r.verdicts.size;
  },
  "analysis.completed": (r, d) => { r.ended = d; },
};

function agent(r, name) {
  return (r.agents[name] ||= { state: "waiting", asked: 0, answered: 0, findings: 0 });
}

// fold takes in one event of the feed.
export function fold(r, event) {
  const f = folds[event.type];
  if (f) f(r, event.data);
  const line = describe(event);
  if (line) {
    r.activity.push({ at: event.at, agent: event.agent, line });
    if (r.activity.length > 400) r.activity.splice(0, 100);
  }
  r.dirty = true;
}

// fromDocument is a run that has ended, with the progress that the server counted.
export function fromDocument(doc, view) {
  const r = emptyRun();
  for (const c of doc.claims) r.claims.set(c.id, c);
  for (const v of doc.verdicts) r.verdicts.set(v.claim_id, v);
  for (const f of doc.findings) put(r.findings, f.claim_id, f);
  for (const g of doc.gaps) r.gaps.set(g.id, g);
  for (const c of doc.checks) r.checks.set(c.id, c);
  r.coverage = doc.coverage;
  const p = view.progress;
  Object.assign(r, {
    sections: p.sections, extracted: p.sections_extracted, indexed: p.sections_indexed, claimsTotal: p.claims_total ?? null,
    gapsAssessed: p.gaps_total != null, asked: p.assigned, answered: p.answered, ended: view.completion || { status: view.status },
  });
  for (const [name, a] of Object.entries(p.agents)) {
    Object.assign(agent(r, name), { state: a.started ? "done" : "not started", asked: a.assigned, answered: a.answered, findings: a.findings });
  }
  Object.assign(r.agents.claims, { state: p.claims_total != null ? "done" : "not started", findings: r.claims.size });
  Object.assign(r.agents.judge, { state: r.verdicts.size ? "done" : "not started", findings: r.verdicts.size });
  return r;
}

export const words = (name) => {
  const s = String(name || "").replaceAll("_", " ");
  return s.charAt(0).toUpperCase() + s.slice(1);
};

// describe is one line for people, or nothing for events that only the machinery cares about.
export function describe(e) {
  const d = e.data || {};
  switch (e.type) {
    case "analysis.requested": return "asked for an analysis";
    case "run.opened": return `the report has ${d.pages} pages in ${d.sections} sections`;
    case "run.failed": return "the run cannot go on: " + d.error;
    case "claims.completed": return `${d.claims} claims, ${d.duplicates} duplicates removed`;
    case "agent.paused": return `waits: ${d.reason}`;
    case "agent.resumed": return "goes on";
    case "finding.unable": return `${words(d.agent)} gives no finding: ${d.reason}`;
    case "reinvestigation.requested": return "asks again: " + d.gap;
    case "info.requested": return `asks ${d.to ? words(d.to) : "for " + words(d.kind).toLowerCase()}: ${d.question}`;
    case "verdict.issued": return `${words(d.verdict)} (${d.confidence} confidence)`;
    case "verdict.overridden": return `${d.by} rules: ${words(d.verdict)}, since ${d.reason}`;
    case "gap.found": return `${d.paragraph}: ${words(d.status).toLowerCase()}`;
    case "gaps.assessed": return `${d.gaps} gaps in all`;
    case "analysis.completed": return d.status === "error" ? "ended in error: " + d.error : "analysis completed";
    case "activity.reported": return activity(e.event, d);
  }
  return "";
}

function activity(name, d) {
  switch (name) {
    case "section_extracted": return `section ${d.section} of ${d.of}: ${d.claims} claims`;
    case "agent_thinking": case "error": return d.message || "";
    case "evidence_found": return d.summary || "";
    case "consistency_check": return `${words(d.check_name)}: ${d.result}`;
    case "search_executed": return `searched ${d.service}: ${d.results} results`;
    case "info_response_received": return `hears from ${words(d.from)}: ${d.summary}`;
    case "suspicious_content": return `suspicious content on page ${d.page}: ${d.kind}`;
    case "evidence_evaluation": return d.evaluation_summary || "";
  }
  return ""; // said by the event itself
}
