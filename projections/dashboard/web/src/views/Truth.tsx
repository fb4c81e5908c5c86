// Source of Truth: what matters first, then every claim with its evidence, every disclosure, every figure that was redone.

import { Link } from "wouter";
import { useEffect, useMemo, useState } from "react";
import { claimPath, runPath, useQuery } from "../links.ts";
import { PageLink, Paragraph, Pill, Quote, showCurrent, Tag } from "../parts/Bits.tsx";
import { Remarks } from "../parts/Remarks.tsx";
import { Pillars, Totals } from "../parts/Totals.tsx";
import { matters, repeats, type Matter } from "../matters.ts";
import { shorter } from "../say.ts";
import type { RunStore } from "../run/store.ts";
import { call } from "../server.ts";
import type { Costs as CostsOfRun } from "../types.ts";
import { count, leftOut, words } from "../words.ts";
import { Claims } from "./TruthClaims.tsx";
import { Compare } from "./Compare.tsx";
import { Disclosures } from "./Disclosures.tsx";
import { Exports } from "./Exports.tsx";
import { Figures } from "./Figures.tsx";
import { People } from "./People.tsx";

const parts = [["", "What matters first"], ["claims", "Claims"], ["disclosures", "Disclosures"], ["figures", "Figures"], ["compare", "Compare"], ["people", "People"], ["exports", "Exports"]] as const;

export default function Truth({ store }: { store: RunStore }) {
  const [query] = useQuery();
  const show = query.get("show") ?? "";
  if (store.loading && store.shown.claims.size === 0) return <div className="empty">Loading …</div>;
  return (
    <div className="stack" data-testid="truth">
      {store.view?.status === "analyzing" && <p className="notice analyzing" role="status">The analysis goes on; this is as of now.</p>}
      <nav className="subtabs" aria-label="Parts of the report" key={show} ref={showCurrent}>{parts.map(([name, label]) => <Link key={name} href={runPath(store.id, "truth") + (name ? "?show=" + name : "")} aria-current={show === name ? "page" : undefined}>{label}</Link>)}</nav>
      {show === "claims" ? <Claims store={store} /> : show === "disclosures" ? <Disclosures store={store} /> : show === "figures" ? <Figures store={store} /> : show === "compare" ? <Compare store={store} /> : show === "people" ? <People store={store} /> : show === "exports" ? <Exports store={store} /> : <First store={store} />}
    </div>
  );
}

// many is how many matters stand on the first screen of a desktop, a row each.
const many = 10;

function First({ store }: { store: RunStore }) {
  const [query, change] = useQuery();
  const [asked, setAsked] = useState(false);
  const r = store.shown;
  const list = useMemo(() => matters(r, store.doc), [r, store.doc, store.version]); // eslint-disable-line react-hooks/exhaustive-deps
  const open = opened(query);
  const beyond = list.slice(many).map((m) => m.id);
  const all = asked || beyond.some((x) => open.includes(x)); // an address may open what is behind the first ten
  const fold = () => {
    setAsked(false);
    change({ open: open.filter((x) => !beyond.includes(x)).join(",") });
  };
  const shown = all ? list : list.slice(0, many);
  return (
    <div className="stack">
      <section className="panel first" aria-labelledby="h-first" data-testid="matters">
        <div className="row spread"><h2 id="h-first">What matters first</h2><Totals store={store} brief /></div>
        {list.length === 0 && <p className="soft">{r.ended ? "Nothing contradicts the report, its figures add up, and no required disclosure is missing." : "Nothing of weight was found so far."}</p>}
        {shown.length > 0 && <ol className="matters">{shown.map((m, i) => <One key={m.id} store={store} m={m} rank={i + 1} open={open} />)}</ol>}
        <div className="row spread under"><p className="soft small">The Source of Truth says what of this report holds, what does not and what it leaves out, each with its page. The gravest comes first.</p>
          {list.length > many && <button onClick={all ? fold : () => setAsked(true)}>{all ? "Show the first ten" : `Show all ${list.length}`}</button>}</div>
      </section>
      <aside className="stack" aria-label="Overview"><Pillars store={store} /><div className="columns"><Read store={store} /><Costs store={store} /></div></aside>
    </div>
  );
}

// opened are the matters that are open. They stand in the address, so that who goes to a page of the report and back finds them open.
const opened = (query: URLSearchParams) => query.get("open")?.split(",") ?? [];

// One is a matter: a row that says it, and behind it what it rests on. What opens it is a link, since what is open is an address, and since the
// words of a link, unlike those of a button, flow into those that follow where a screen is narrow. What is folded away is there for print.
function One({ store, m, rank, open }: { store: RunStore; m: Matter; rank: number; open: string[] }) {
  const fact = m.check?.inputs.find((i) => i.page === m.page && i.fact_id)?.fact_id;
  const spot = { run: store.id, page: m.page, claim: m.claim, fact: m.claim ? undefined : fact };
  const isOpen = open.includes(m.id);
  const next = isOpen ? open.filter((x) => x !== m.id) : [...open, m.id];
  return (
    <li className={"matter " + m.tone} data-matter={m.id} data-open={isOpen || undefined}>
      <span className="rank" aria-hidden="true">{rank}</span>
      <div className="line"><h3><Link className="opens" href={runPath(store.id, "truth") + (next.length ? "?open=" + next.map(encodeURIComponent).join(",") : "")} replace aria-expanded={isOpen} aria-controls={"told-" + m.id} aria-describedby={m.gist ? "gist-" + m.id : undefined}>{m.title}</Link></h3>
        {m.gist && <> <span className="gist soft" id={"gist-" + m.id}>{m.gist}</span></>}</div>
      <div className="marks"><Pill of={m.tone}>{m.label}</Pill>{m.about && <Tag><span className="visually-hidden">Theme: </span>{m.about}</Tag>}<span className="at"><PageLink {...spot} /></span><span className="sign" aria-hidden="true" /></div>
      <div className="told" id={"told-" + m.id} hidden={!isOpen}>
        {m.text && <p>{shorter(m.text)}</p>}
        {m.quote && !repeats(m.text, m.quote) && <Quote tone={m.tone}>{m.quote}</Quote>}
        <p className="row small"><PageLink {...spot} label={`See it on page ${m.page}`} />{m.paragraphs.slice(0, 4).map((p) => <Paragraph key={p} id={p} />)}
          {m.source && <span className="soft">{m.source}</span>}{m.also > 0 && <span className="soft">and {count(m.also, "more place")}</span>}
          {m.claim && <Link href={claimPath(store.id, m.claim)}>Evidence</Link>}{m.gap && !m.claim && <Link href={runPath(store.id, "truth") + "?show=disclosures&q=" + encodeURIComponent(m.gap.paragraph)}>What is asked</Link>}</p>
        {store.doc?.matters?.some((x) => x.id === m.id) && <Remarks store={store} part="matter" of={m.id} />}
      </div>
    </li>
  );
}

function Read({ store }: { store: RunStore }) {
  const d = store.doc;
  if (!d) return null;
  const told = (d as { summary?: { text?: string[] } }).summary?.text ?? []; // the server's own summary, where it makes one
  const checks = [...store.shown.checks.values()];
  const outside = [...store.shown.verdicts.values()].filter((v) => v.origins.some((o) => !["claim", "report", "computed", "standard", "issuer", "prior_report"].includes(o))).length;
  return (
    <section className="panel stack tight" aria-labelledby="h-read"><h2 id="h-read">How far this goes</h2>
      {told.length > 0 ? <ul className="dots small">{told.map((x) => <li key={x}>{leftOut(x)}</li>)}</ul> : <dl className="facts one"><div><dt>Read</dt><dd>{d.report.pages_read} of {count(d.report.pages, "page")}{d.report.not_analysed.length > 0 && <small>{count(d.report.not_analysed.length, "page")} not analysed: {[...new Set(d.report.not_analysed.map((n) => leftOut(n.reason)))].slice(0, 3).join("; ")}</small>}</dd></div>
        <div><dt>Figures</dt><dd>{count(d.facts.length, "figure")} read, {count(checks.length, "check")} made</dd></div>
        <div><dt>Outside sources</dt><dd>{outside ? `bear on ${count(outside, "claim")}` : "none bears on any claim"}<small>A claim that nobody else speaks of stays unverified.</small></dd></div>
        {d.report.suspicious_content.length > 0 && <div><dt>Hidden text</dt><dd>{count(d.report.suspicious_content.length, "place")}, not analysed</dd></div>}</dl>}</section>
  );
}

// Costs are there where the server counts them.
function Costs({ store }: { store: RunStore }) {
  const cost = store.doc?.run.cost;
  const asked = cost !== undefined && cost.calls > 0;
  const [more, setMore] = useState<CostsOfRun | null>(null);
  useEffect(() => {
    if (asked) call<CostsOfRun>(`/runs/${encodeURIComponent(store.id)}/costs`).then(setMore, () => setMore(null)); // the total is shown without it
  }, [store.id, asked]);
  if (!cost) return null;
  return (
    <section className="panel stack tight" aria-labelledby="h-cost"><h2 id="h-cost">Cost</h2>
      {asked ? <p>{count(cost.calls, "call")} to models, {cost.usd} USD</p> : <p className="soft">No model was asked: this run cost nothing.</p>}
      {[["By role", more?.by_role], ["By model", more?.by_model]].map(([name, list]) => Array.isArray(list) && list.length > 0 && (
        <details key={String(name)} className="small"><summary>{String(name)}</summary><ul className="dots">{list.map((x) => <li key={x.name}>{words(x.name)}: {count(x.calls, "call")}, {x.usd} USD{x.cached > 0 && `, ${x.cached} answers were there already`}</li>)}</ul></details>
      ))}</section>
  );
}
