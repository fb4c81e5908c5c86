// One claim from its words to its verdict: the conclusion, what decides it, truth beside compliance, the chain of
// evidence in the order in which it came, and what a person may say to it. Ids and scores are behind a disclosure.

import { Link } from "wouter";
import { claimPath, pagesPath } from "../links.ts";
import type { RunStore } from "../run/store.ts";
import { checkSentence, checkTitle, plain, say, shorter, type Decisive } from "../say.ts";
import type { Check, Finding, Verdict } from "../types.ts";
import { count, looks, words } from "../words.ts";
import { By, PageLink, Paragraph, Pill, Quote, Tag, tint, TypeTag } from "./Bits.tsx";
import { Remarks } from "./Remarks.tsx";
import { Review } from "./Review.tsx";

export function Detail({ store, claim: id, onClose }: { store: RunStore; claim: string; onClose?: () => void }) {
  const r = store.shown;
  const claim = r.claims.get(id);
  if (!claim) return <div className="empty">This run has no such claim.{onClose && <button onClick={onClose}>Close</button>}</div>;
  const v = r.verdicts.get(id);
  const saying = v && say(r, claim, v);
  const findings = [...(r.findings.get(id) ?? [])].sort((a, b) => a.iteration - b.iteration);
  const asked = [...r.requests.values()].filter((q) => q.claim_id === id);
  return (
    <article className="detail" aria-label="Claim" data-testid="detail">
      <header className="stack tight">
        <div className="row small">
          {v ? <Pill of={v.verdict}>{words(v.verdict)}{v.override ? ", by a person" : ""}</Pill> : <Pill of="analyzing">Investigating</Pill>}
          <TypeTag of={claim.type} /><Tag>{words(claim.priority)} priority</Tag>
          <PageLink run={store.id} page={claim.page} claim={id} label={`Page ${claim.page}${claim.page_label && claim.page_label !== String(claim.page) ? ` (printed ${claim.page_label})` : ""}`} />
          {onClose && <button className="quiet close" onClick={onClose} aria-label="Close the claim">Close</button>}
        </div>
        <Quote tone={v?.verdict}>{claim.quote.text || claim.text}</Quote>
        {!claim.anchored && <p className="small soft">Its exact place on the page was not found, so nothing is highlighted there.</p>}
      </header>
      {saying && v && (
        <>
          <p className="conclusion" data-testid="conclusion">{saying.conclusion}</p>
          {saying.more && <p>{saying.more}</p>}
          {v.narration?.disagrees && v.narration.proposed && <p className="notice small">{v.narration.model} would have ruled {words(v.narration.proposed).toLowerCase()}; the rules' verdict stands.</p>}
          {saying.decisive.length > 0 && <section className="stack tight"><h3>What decides it</h3>{saying.decisive.map((d, i) => <Decides key={i} run={store.id} of={d} claim={id} />)}</section>}
          <section className="stack tight"><h3>What would change it</h3>
            {saying.change.length ? <ul className="dots">{saying.change.map((c) => <li key={c}>{c}.</li>)}</ul> : <p className="soft">Any independent source on the subject.</p>}
          </section>
          <Axes v={v} confirmed={v.internally_consistent} apart={store.doc?.matters?.find((m) => m.kind === "inconsistent" && m.claim_ids?.includes(id))?.text} />
          {saying.looked.length > 0 && <details><summary>What was looked at without a result ({saying.looked.length})</summary><ul className="dots small">{saying.looked.map((l) => <li key={l}>{l}.</li>)}</ul></details>}
        </>
      )}
      <details open={!v}><summary>The evidence in its order ({count(findings.length, "finding")}{v && v.cycles.length > 0 ? ", " + looks(v.cycles.length) : ""})</summary>
        <Chain store={store} findings={findings} v={v} />
      </details>
      {asked.length > 0 && (
        <details><summary>{count(asked.length, "question")} between agents</summary>
          <ul className="stack tight small">{asked.map((q) => <li key={q.id}><strong>{words(q.from)} asks {q.to ? words(q.to) : "all"}:</strong> {q.question}<br /><span className="soft">{words(q.status)}: {q.answer || "no answer yet"}</span></li>)}</ul>
        </details>
      )}
      <details><summary>Why this is a claim</summary><p className="small">{claim.reasoning}</p>{claim.context && <Quote>{claim.context}</Quote>}
        {claim.paragraphs.length > 0 && <div className="row small">{claim.paragraphs.map((p) => <span key={p.id} className="row"><Paragraph id={p.id} /><span className="soft">{p.relevance}</span></span>)}</div>}
      </details>
      {v && store.view?.status === "completed" && <><Review store={store} v={v} /><Remarks key={id} store={store} part="claim" of={id} /></>}
      {v && <Numbers v={v} claim={id} />}
    </article>
  );
}

function Decides({ run, of: d, claim }: { run: string; of: Decisive; claim: string }) {
  return (
    <div className={"decides " + d.side}>
      <p className="row small"><By agent={d.agent} /><Pill of={d.side}>{d.side === "supports" ? "Speaks for it" : "Speaks against it"}</Pill></p>
      <p>{d.text}</p>
      {d.check && <Working run={run} of={d.check} />}
      {d.quote && !(d.check && d.own) && <Quote tone={d.side}>{d.quote}</Quote>}
      <p className="small soft row">{d.own ? !d.check && <PageLink run={run} page={d.page} claim={claim} /> : d.source}{d.url && <a href={d.url} rel="noreferrer noopener" target="_blank">source</a>}</p>
    </div>
  );
}

// Working shows the figures of a check with their pages, so that it can be redone.
export function Working({ run, of: c }: { run: string; of: Check }) {
  return (
    <div className="working small">
      {c.working && <p className="mono">{shorter(c.working)}</p>}
      <ul>{c.inputs.map((i, n) => (
        <li key={n}>{i.label}: <strong className="num">{shorter(`${i.value} ${i.unit}`)}</strong> {i.page > 0 && <Link href={pagesPath(run, { page: i.page, fact: i.fact_id, check: c.id })}>page {i.page}</Link>}</li>
      ))}</ul>
    </div>
  );
}

// Axes sets truth beside compliance. Two statements that disagree speak against neither claim, and both claims tell of it (apart).
function Axes({ v, confirmed, apart }: { v: Verdict; confirmed: boolean | null; apart?: string }) {
  return (
    <div className="axes">
      <section className="axis"><h3>Is it true?</h3>
        <p><Pill of={v.verdict} /> <span className="small soft">{v.confidence} confidence</span></p>
        <p className="small soft">{confirmed === true ? "The report agrees with itself here, which is not a confirmation from outside." : confirmed === false ? "The report does not agree with itself here." : apart ? shorter(apart) : "The report gives nothing that it could be held against."}</p>
      </section>
      <section className="axis"><h3>Does it disclose what is asked?</h3>
        {v.paragraphs.length === 0 ? <p className="small soft">No paragraph of IFRS S1 or S2 is named for it.</p>
          : <ul className="stack tight small">{v.paragraphs.map((p) => <li key={p.id} className="row"><Paragraph id={p.id} /><Pill of={p.status} /></li>)}</ul>}
      </section>
    </div>
  );
}

function Chain({ store, findings, v }: { store: RunStore; findings: Finding[]; v?: Verdict }) {
  const passes = [...new Set([...findings.map((f) => f.iteration), ...(v?.cycles ?? []).map((c) => c.iteration)])].sort((a, b) => a - b); // a pass may have brought nothing
  return (
    <ol className="chain">
      {passes.flatMap((pass) => {
        const again = v?.cycles.find((c) => c.iteration === pass);
        return [
          ...(again ? [<li key={"again" + pass} className="cycle"><p><strong>The judge asks again</strong> <Tag>look {pass}</Tag></p><p className="small">{again.gap}</p><p className="small soft">{again.agents.map((a) => words(a)).join(", ")}: {again.queries.join(" ")}</p></li>] : []),
          ...findings.filter((f) => f.iteration === pass).map((f) => (
            <li key={f.id} style={tint(f.agent)}>
              <p className="row small"><By agent={f.agent} />{f.supports_claim === true ? <Pill of="supports">for</Pill> : f.supports_claim === false ? <Pill of="contradicts">against</Pill> : <Pill of="neutral">takes no side</Pill>}</p>
              <p className="small">{plain(f.summary)}</p>
              {f.evidence.filter((e) => e.quote).slice(0, 4).map((e, i) => (
                <Quote key={i}>{e.quote} <span className="small soft">{e.origin === "claim" || e.origin === "report" ? <PageLink run={store.id} page={e.page} claim={f.claim_id} /> : [e.publisher || e.source, e.date].filter(Boolean).join(", ")}</span></Quote>
              ))}
              {f.evidence.filter((e) => e.quote).length > 4 && <p className="small soft">and {f.evidence.filter((e) => e.quote).length - 4} more quotations</p>}
              <Checks store={store} ids={f.details?.check_ids ?? []} />
            </li>
          )),
        ];
      })}
      {v?.missing_agents.map((m) => <li key={m.agent}><p className="small"><strong>{words(m.agent)} is missing:</strong> {m.reason}</p></li>)}
    </ol>
  );
}

function Checks({ store, ids }: { store: RunStore; ids: string[] }) {
  const list = ids.map((id) => store.shown.checks.get(id)).filter((c): c is Check => !!c).sort((a, b) => (a.result === "fail" ? -1 : 1) - (b.result === "fail" ? -1 : 1));
  if (list.length === 0) return null;
  return (
    <details className="small"><summary>{count(list.length, "check")}</summary>
      <ul className="stack tight">{list.map((c) => <li key={c.id}><p className="row"><Pill of={c.result} /><strong>{c.result === "fail" ? checkTitle(c) : words(c.name)}</strong></p><p>{checkSentence(c)}</p><Working run={store.id} of={c} /></li>)}</ul>
    </details>
  );
}

function Numbers({ v, claim }: { v: Verdict; claim: string }) {
  return (
    <details className="small"><summary>Ids, scores and dimensions</summary>
      <dl className="numbers">
        <dt>Claim</dt><dd className="mono">{claim}</dd><dt>Verdict</dt><dd className="mono">{v.id}, revision {v.revision}{v.final ? ", final" : ""}{v.supersedes ? `, supersedes ${v.supersedes}` : ""}</dd>
        <dt>Score</dt><dd>{v.score.toFixed(2)}; confidence {v.confidence_score.toFixed(2)}</dd>
        {Object.entries(v.dimensions).map(([name, d]) => <Dimension key={name} name={name} level={d.level} score={d.score} />)}
        <dt>Origins</dt><dd>{v.origins.join(", ") || "none"}</dd><dt>Findings</dt><dd className="mono">{v.finding_ids.join(" ")}</dd>
        {v.narration && <><dt>Worded by</dt><dd>{v.narration.model} ({words(v.narration.outcome).toLowerCase()}){v.narration.problem && `: ${v.narration.problem}`}</dd></>}
        {v.basis && <><dt>What the rules say</dt><dd>{v.basis}</dd></>}
        <dt>As the judge wrote it</dt><dd>{v.reasoning}</dd>
      </dl>
    </details>
  );
}

const Dimension = ({ name, level, score }: { name: string; level: string; score: number }) => <><dt>{words(name)}</dt><dd>{words(level)}, {score.toFixed(2)}</dd></>;

export const claimHref = claimPath;
