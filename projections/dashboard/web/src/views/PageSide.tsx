// Beside the pages: what is marked, and what was chosen.

import { useMemo } from "react";
import { Link } from "wouter";
import { claimPath, pagesPath, useQuery } from "../links.ts";
import { Choice, Paragraph, Pill, Quote, Tag, TypeTag } from "../parts/Bits.tsx";
import { Working } from "../parts/Detail.tsx";
import { VirtualList } from "../parts/VirtualList.tsx";
import type { RunStore } from "../run/store.ts";
import { printedFigure, say } from "../say.ts";
import type { Fact } from "../types.ts";
import { claimTypes, count, verdictClasses, words } from "../words.ts";
import { byPage } from "./Investigation.tsx";

export function PageSide({ store, current }: { store: RunStore; current: number }) {
  const [query, change] = useQuery();
  const show = query.get("show") ?? "claims";
  const claim = query.get("claim") ?? "";
  const fact = query.get("fact") ?? "";
  const chosen = store.doc?.facts.find((f) => f.id === fact);
  return (
    <div className="side panel" data-testid="page-side">
      <div className="stack tight">
        {chosen ? <ChosenFact store={store} f={chosen} check={query.get("check") ?? ""} onClose={() => change({ fact: null, check: null })} /> : claim ? <ChosenClaim store={store} id={claim} onClose={() => change({ claim: null })} /> : <Here store={store} page={current} />}
        {show === "claims" && <div className="filters"><Choice label="Type" value={query.get("type") ?? ""} options={claimTypes} onChange={(v) => change({ type: v })} /><Choice label="Verdict" value={query.get("verdict") ?? ""} options={verdictClasses} onChange={(v) => change({ verdict: v })} /></div>}
      </div>
      {show === "facts" ? <Facts store={store} fact={fact} /> : <Claims store={store} claim={claim} />}
    </div>
  );
}

function Claims({ store, claim }: { store: RunStore; claim: string }) {
  const [query, change] = useQuery();
  const r = store.shown;
  const [type, verdict] = [query.get("type"), query.get("verdict")];
  const list = useMemo(() => [...r.claims.values()].filter((c) => (!type || c.type === type) && (!verdict || r.verdicts.get(c.id)?.verdict === verdict)).sort(byPage), [r, store.version, type, verdict]); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <VirtualList items={list} id={(c) => c.id} label="Claims" estimate={74} current={claim} keys onOpen={(c) => change({ claim: c.id, fact: null, page: null })} testid="page-claims">
      {(c, on) => { const v = r.verdicts.get(c.id); return (
        <button className={"claim slim " + c.type} aria-pressed={on && c.id === claim} onClick={() => change({ claim: c.id, fact: null, page: null })}>
          <span className="row small"><span className="soft num">p. {c.page}</span>{v && <Pill of={v.verdict} />}{!c.anchored && <span className="soft">not located</span>}</span><span className="clip">{c.text}</span></button>); }}
    </VirtualList>
  );
}

function Facts({ store, fact }: { store: RunStore; fact: string }) {
  const [, change] = useQuery();
  const list = useMemo(() => [...(store.doc?.facts ?? [])].sort((a, b) => a.page - b.page || (a.id < b.id ? -1 : 1)), [store.doc]);
  return (
    <VirtualList items={list} id={(f) => f.id} label="Figures" estimate={66} current={fact} keys onOpen={(f) => change({ fact: f.id, claim: null, page: null })} testid="page-facts" empty="Figures are listed when the run has ended.">
      {(f, on) => <button className="claim slim" aria-pressed={on && f.id === fact} onClick={() => change({ fact: f.id, claim: null, page: null })}><span className="row small"><span className="soft num">p. {f.page}</span><strong className="num">{printedFigure(f)}</strong><span className="soft">{f.period}</span></span><span className="clip">{f.row_path.at(-1) || words(f.metric)}</span></button>}
    </VirtualList>
  );
}

function ChosenClaim({ store, id, onClose }: { store: RunStore; id: string; onClose: () => void }) {
  const r = store.shown;
  const c = r.claims.get(id);
  if (!c) return <p className="soft">This run has no such claim.</p>;
  const v = r.verdicts.get(id);
  return (
    <article className={"claim chosen " + c.type} data-testid="chosen" aria-live="polite">
      <div className="row small"><TypeTag of={c.type} /><Tag>{words(c.priority)} priority</Tag>{v ? <Pill of={v.verdict} /> : <Pill of="analyzing">Investigating</Pill>}<button className="quiet" onClick={onClose} aria-label="Close the claim">×</button></div>
      <p className="said">{c.text}</p>
      {v && <p className="small">{say(r, c, v).short}</p>}
      {!c.anchored && <p className="small soft">Its exact place was not found on page {c.page}; nothing is marked.</p>}
      <div className="row small">{c.paragraphs.slice(0, 4).map((p) => <Paragraph key={p.id} id={p.id} />)}</div>
      <Link className="button" href={claimPath(store.id, id)}>Evidence and verdict</Link>
    </article>
  );
}

function ChosenFact({ store, f, check, onClose }: { store: RunStore; f: Fact; check: string; onClose: () => void }) {
  const used = [...store.shown.checks.values()].filter((c) => c.inputs.some((i) => i.fact_id === f.id)).sort((a, b) => (a.id === check ? -1 : 1) - (b.id === check ? -1 : 1));
  return (
    <article className="claim chosen" data-testid="chosen" aria-live="polite">
      <div className="row small"><strong>{words(f.metric)}</strong><span className="soft">page {f.page}</span><button className="quiet" onClick={onClose} aria-label="Close the figure">×</button></div>
      <p className="said num">{printedFigure(f)}, {f.period}</p><Quote>{f.quote}</Quote>
      {used.length > 0 && <details open={!!check}><summary>{count(used.length, "check")} with this figure</summary><ul className="stack tight small">{used.slice(0, 5).map((c) => <li key={c.id}><Pill of={c.result} /> {words(c.name)}<Working run={store.id} of={c} />{c.claim_id && <Link href={pagesPath(store.id, { claim: c.claim_id })}>show the claim</Link>}</li>)}</ul></details>}
    </article>
  );
}

// Here lists what of the disclosures is evidenced on the page that is seen. Such quotations have no rectangles; their
// words can be searched for.
function Here({ store, page }: { store: RunStore; page: number }) {
  const [, change] = useQuery();
  const list = useMemo(() => {
    const out = new Map<string, { paragraph: string; status: string; quote: string }>();
    for (const g of store.shown.gaps.values()) for (const e of g.evidence) if (e.page === page && !e.note) out.set(g.paragraph + e.quote, { paragraph: g.paragraph, status: g.status, quote: e.quote });
    for (const f of [...store.shown.findings.values()].flat()) {
      for (const m of f.details?.ifrs_mappings ?? []) for (const s of m.sub_requirements ?? []) if (s.addressed && s.page === page && s.quote) out.set(m.paragraph_id + s.quote, { paragraph: m.paragraph_id, status: m.compliance_status, quote: s.quote });
    }
    return [...out.values()].slice(0, 12);
  }, [store.doc, store.version, page]); // eslint-disable-line react-hooks/exhaustive-deps
  if (list.length === 0) return <p className="small soft">Choose a mark on the page, or a claim below.</p>;
  return (
    <details className="small"><summary>Page {page} is evidence for {count(list.length, "disclosure")}</summary>
      <ul className="stack tight scroll here" tabIndex={0} aria-label="Disclosures evidenced on this page">{list.map((x) => <li key={x.paragraph + x.quote}><Paragraph id={x.paragraph} /> <Pill of={x.status} /><Quote>{x.quote}</Quote><button className="link" onClick={() => change({ find: x.quote.slice(0, 80) })}>Find these words</button></li>)}</ul></details>
  );
}
