// One agent's own view: what it works on, what it says, and what it has found in the way that suits its work.

import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { Link } from "wouter";
import { claimPath } from "../links.ts";
import { By, CoverageBar, coverageWords, Of, PageLink, Paragraph, Pill, Quote, Tag, tint } from "../parts/Bits.tsx";
import { Working } from "../parts/Detail.tsx";
import { SiteMap } from "../parts/SiteMap.tsx";
import { TargetPath } from "../parts/TargetPath.tsx";
import { VirtualList } from "../parts/VirtualList.tsx";
import type { RunStore } from "../run/store.ts";
import { capital, checkSentence, checkTitle, shorter } from "../say.ts";
import type { Check, Finding, Place } from "../types.ts";
import { count, looks, pillars, specialists, verdictClasses, words } from "../words.ts";
import { FeedList, lastOnly } from "../parts/FeedList.tsx";

export function AgentPanel({ store, agent, onClose }: { store: RunStore; agent: string; onClose: () => void }) {
  const r = store.shown;
  const a = r.agents[agent];
  const lines = useMemo(() => r.lines.filter((l) => l.agent === agent), [r, store.version, agent]); // eslint-disable-line react-hooks/exhaustive-deps
  const findings = useMemo(() => [...r.findings.values()].flat().filter((f) => f.agent === agent), [r, r.moved, agent]); // eslint-disable-line react-hooks/exhaustive-deps
  const panel = useRef<HTMLElement>(null);
  useEffect(() => { panel.current?.scrollIntoView({ block: "nearest" }); }, [agent]); // it opens below the graph, which fills a small screen
  const partly = lastOnly(store);
  useEffect(() => { if (partly) void store.readWhole(); }, [partly, store]);
  if (!a) return null;
  const claim = r.claims.get(a.current);
  return (
    <section ref={panel} className="panel stack" style={tint(agent)} aria-label={words(agent)} data-testid="agent-panel">
      <div className="row spread"><h2><By agent={agent} /></h2><button className="quiet" onClick={onClose}>Close</button></div>
      <p className="soft small">{a.note || words(a.state)}{a.asked > 0 && ` · ${a.answered.toLocaleString("en")} of ${a.asked.toLocaleString("en")} answered${a.unable ? `, ${a.unable} unable` : ""}`}{agent !== "orchestrator" && ` · ${count(a.findings, { claims: "claim", judge: "verdict" }[agent] ?? "finding")}`}{claim && a.state === "working" && <> · now: {claim.text}</>}</p>
      <div className="split">
        <div>{own(store, agent, findings)}</div>
        <div className="stack tight"><h3>Reasoning</h3>{partly && !store.playback?.error && <p className="small soft" role="status" data-reading>Reading all that it said …</p>}<FeedList store={store} lines={lines} alone empty={partly ? "" : undefined} /></div>
      </div>
    </section>
  );
}

function own(store: RunStore, agent: string, findings: Finding[]): ReactNode {
  switch (agent) {
    case "legal": return <Legal store={store} findings={findings} />;
    case "data_metrics": return <Data store={store} findings={findings} />;
    case "geography": return <div className="stack"><SiteMap run={store.id} state={store.shown} findings={findings} /><Sources store={store} findings={findings} /></div>;
    case "news_media": return <Sources store={store} findings={findings} />;
    case "academic": return <Sources store={store} findings={findings} papers />;
    case "judge": return <Judge store={store} />;
    case "orchestrator": return <Questions store={store} />;
    default: return <Sections store={store} />;
  }
}

function Legal({ store, findings }: { store: RunStore; findings: Finding[] }) {
  const coverage = store.shown.coverage;
  const rows = findings.flatMap((f) => (f.details?.ifrs_mappings ?? []).map((m) => ({ m, f, key: f.id + m.paragraph_id })));
  return (
    <div className="stack">
      <div className="stack tight" data-testid="coverage">{pillars.filter((p) => coverage[p]).map((p) => <div key={p}><p className="row spread small"><strong>{words(p)}</strong><span className="soft">{coverageWords(coverage[p])}</span></p><CoverageBar of={coverage[p]} name={words(p)} /></div>)}
        {Object.keys(coverage).length === 0 && <p className="soft">The report is not compared with IFRS S1 and S2 yet.</p>}</div>
      <VirtualList items={rows} id={(x) => x.key} label="Paragraphs" estimate={110}>
        {({ m, f }) => { const quoted = m.sub_requirements?.find((s) => s.addressed && s.quote); return (
          <div className={"claim gap-item " + m.compliance_status}><p className="row small"><Paragraph id={m.paragraph_id} /><Pill of={m.compliance_status} /></p><p className="small">{m.requirement}</p>
            {quoted && <Quote tone={m.compliance_status}>{quoted.quote} <PageLink run={store.id} page={quoted.page} /></Quote>}<Of run={store.id} claim={store.shown.claims.get(f.claim_id)} /></div>); }}
      </VirtualList>
    </div>
  );
}

const result = { fail: 0, inconclusive: 1, pass: 2 };

function Data({ store, findings }: { store: RunStore; findings: Finding[] }) {
  const checks = [...store.shown.checks.values()].sort((a, b) => result[a.result] - result[b.result] || (a.id < b.id ? -1 : 1));
  const targets = findings.filter((f) => f.details?.target_achievability);
  const tally = (x: Check["result"]) => checks.filter((c) => c.result === x).length;
  return (
    <div className="stack">
      <p className="row" data-testid="check-tally"><Pill of="pass">{tally("pass").toLocaleString("en")} pass</Pill><Pill of="fail">{tally("fail").toLocaleString("en")} fail</Pill><Pill of="inconclusive">{tally("inconclusive").toLocaleString("en")} open</Pill></p>
      {targets.length > 0 && <details><summary>{count(targets.length, "target")} against {targets.length === 1 ? "its" : "their"} path</summary><ul className="stack">{targets.slice(0, 12).map((f) => <li key={f.id}><p className="small"><Link href={claimPath(store.id, f.claim_id)}>{store.shown.claims.get(f.claim_id)?.text ?? f.summary}</Link></p><TargetPath of={f.details!.target_achievability!} /></li>)}</ul></details>}
      <VirtualList items={checks} id={(c) => c.id} label="Checks" estimate={92} testid="checks">
        {(c) => <div className={"claim check " + c.result}><p className="row small"><Pill of={c.result} /><strong>{c.result === "fail" ? checkTitle(c) : words(c.name)}</strong></p><p className="small">{checkSentence(c)}</p>
          <details className="small"><summary>Working</summary><Working run={store.id} of={c} /></details><Of run={store.id} claim={store.shown.claims.get(c.claim_id)} /></div>}
      </VirtualList>
    </div>
  );
}

const side = { contradicts: 0, supports: 1, neutral: 2 };

const tiers: Record<number, string> = { 1: "regulators, courts, investigations", 2: "established and trade press, statistics", 3: "the company itself, wires, analysts", 4: "blogs, social media, unknown" };

interface Said { key: string; p: Place; claims: Set<string> }

function Sources({ store, findings, papers }: { store: RunStore; findings: Finding[]; papers?: boolean }) {
  const said = new Map<string, Said>(); // what a document says is one source, of however many claims it speaks
  for (const f of findings) {
    for (const p of f.details?.relations ?? []) {
      const key = [p.document, p.title, p.snippet, p.relation, p.why].join("|");
      said.set(key, { key, p, claims: new Set([...(said.get(key)?.claims ?? []), f.claim_id]) });
    }
  }
  const rows = [...said.values()].sort((a, b) => side[a.p.relation] - side[b.p.relation]);
  const none = findings.filter((f) => (f.details?.relations ?? []).length === 0);
  const missing = [...new Set(findings.flatMap((f) => f.details?.other?.not_configured ?? []))];
  return (
    <div className="stack" data-testid="sources">
      {[1, 2, 3, 4].filter((t) => rows.some((x) => x.p.tier === t)).map((t) => (
        <section key={t} className="stack tight"><h3>Tier {t}: {tiers[t]}</h3><ul className="stack tight">{rows.filter((x) => x.p.tier === t).map((x) => <li key={x.key}><Source store={store} {...x} /></li>)}</ul></section>
      ))}
      {rows.length === 0 && <p className="soft">No document says anything that bears on a claim.</p>}
      {papers && <Benchmarks store={store} />}
      <p className="small soft">{count(none.length, "answer")} without {papers ? "a paper or benchmark" : "a source"} on the claim's subject.{missing.length > 0 && ` Not configured: ${missing.join(", ")}.`}</p>
    </div>
  );
}

const Source = ({ store, p, claims }: Said & { store: RunStore }) => (
  <div className="decides"><p className="row small"><Pill of={p.relation} /><strong>{p.title || p.publisher}</strong><span className="soft">{[p.publisher, p.published_date, words(p.kind)].filter(Boolean).join(", ")}</span></p>
    <Quote tone={p.relation}>{p.snippet}</Quote><p className="small">{capital(p.why)}{p.url && <> <a href={p.url} rel="noreferrer noopener" target="_blank">source</a></>}</p>{[...claims].map((c) => <Of key={c} run={store.id} claim={store.shown.claims.get(c)} />)}</div>
);

// Benchmarks are the reported figures that were held against published ones, by the agent of figures on what this one has answered.
function Benchmarks({ store }: { store: RunStore }) {
  const list = [...store.shown.findings.values()].flat().filter((f) => f.details?.benchmark_comparison);
  if (list.length === 0) return null;
  return (
    <section className="stack tight" data-testid="benchmarks"><h3>Figures held against published ones</h3><ul className="stack tight">{list.map((f) => { const b = f.details!.benchmark_comparison!; return (
      <li key={f.id} className="decides"><p className="row small"><Pill of={b.assessment === "plausible" ? "pass" : "inconclusive"}>{words(b.assessment)}</Pill><strong>{words(b.metric)}: {shorter(`${b.reported} ${b.unit}`)}</strong></p>
        <p className="small">Published: {b.benchmark}. <span className="soft">{b.source}</span></p><Of run={store.id} claim={store.shown.claims.get(f.claim_id)} /></li>); })}</ul></section>
  );
}

function Judge({ store }: { store: RunStore }) {
  const r = store.shown;
  const list = [...r.verdicts.values()].sort((a, b) => verdictClasses.indexOf(a.verdict) - verdictClasses.indexOf(b.verdict) || (a.id < b.id ? -1 : 1));
  return (
    <VirtualList items={list} id={(v) => v.claim_id} label="Verdicts" estimate={110} testid="verdicts">
      {(v) => <div className={"claim verdict-card " + v.verdict}><p className="row small"><Pill of={v.verdict} /><Tag>{v.confidence} confidence</Tag><Tag>{looks(v.cycles.length)}</Tag>{v.paragraphs.slice(0, 4).map((p) => <Paragraph key={p.id} id={p.id} />)}</p>
        <p className="said"><Link className="plain" href={claimPath(store.id, v.claim_id)}>{r.claims.get(v.claim_id)?.text ?? v.claim_id}</Link></p></div>}
    </VirtualList>
  );
}

function Questions({ store }: { store: RunStore }) {
  const list = [...store.shown.requests.values()];
  return (
    <div className="stack tight"><h3>Questions between agents</h3>
      <VirtualList items={list} id={(q) => q.id} label="Questions between agents" estimate={90} testid="questions" empty="No agent has asked another one.">
        {(q) => <div className="claim" style={tint(q.from)}><p className="small"><By agent={q.from} /> asks {q.to ? words(q.to) : "whoever knows"} <Pill of={q.status === "answered" ? "pass" : "neutral"}>{words(q.status)}</Pill></p><p>{q.question}</p><p className="small soft">{q.answer || "No answer yet."}</p></div>}
      </VirtualList></div>
  );
}

function Sections({ store }: { store: RunStore }) {
  const r = store.shown;
  const pages = store.view?.progress.section_pages ?? [];
  return (
    <div className="stack tight"><p>{r.extracted} of {r.sections} sections read, {r.duplicates} repeats left out. {specialists.length} specialists look into what was found.</p>
      <ul className="stack tight small">{pages.map((s) => { const f = r.failedSections.find((x) => x.section === s.section); return <li key={s.section} className="row"><Pill of={f ? "fail" : "pass"}>{f ? "failed" : "read"}</Pill>Section {s.section}, pages {s.page_from} to {s.page_to}{f && <span className="soft">{f.error}</span>}</li>; })}</ul></div>
  );
}
