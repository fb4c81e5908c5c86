// Compared with IFRS S1 and S2: what is missing and why it matters, and what is there with its words and pages.

import { useEffect, useMemo, useState } from "react";
import { useQuery } from "../links.ts";
import { Choice, PageLink, Paragraph, Pill, Quote, Search, Tag } from "../parts/Bits.tsx";
import { VirtualList } from "../parts/VirtualList.tsx";
import type { RunState } from "../run/fold.ts";
import type { RunStore } from "../run/store.ts";
import { capital } from "../say.ts";
import type { Gap, GapStatus } from "../types.ts";
import { count, gapStatuses, pillars, slug, words } from "../words.ts";
import { Pillars } from "../parts/Totals.tsx";

// Said is what is evidence for a part of a disclosure; without a quotation, note says how sure it is. heads stands over the quotation on its page.
interface Said { page: number; quote: string; what: string; heads?: string; note?: string }

// Missed is a part that is not said, and what was looked at for it.
interface Missed { what: string; looked: string }

interface Row { id: string; paragraph: string; pillar: string; section: string; requirement: string; status: GapStatus; missing: Missed[]; quotes: Said[]; condition: string; materiality: string; counterpart: string }

// disclosed lists what the report does say. The comparison counts it by pillar, and what it counts is listed, so that both
// come to the same; claims that answer a paragraph bring further quotations. A run without that list has the claims' alone.
export function disclosed(r: RunState): Row[] {
  const out = new Map<string, Row>();
  const row = (paragraph: string, pillar: string, requirement: string): Row => out.get(paragraph) ?? { id: "has_" + paragraph, paragraph, pillar, section: "", requirement, status: "fully_addressed", missing: [], quotes: [], condition: "", materiality: "", counterpart: "" };
  const counted = Object.values(r.coverage).some((c) => c.addressed?.length);
  for (const [pillar, c] of Object.entries(r.coverage)) {
    for (const a of c.addressed ?? []) {
      const x = row(a.paragraph, pillar, a.requirement);
      for (const p of a.parts) if (p.page) x.quotes.push({ page: p.page, quote: p.quote ?? "", what: p.requirement, heads: p.heads, note: p.quote ? "" : p.gap_reason });
      out.set(a.paragraph, x);
    }
  }
  for (const f of [...r.findings.values()].flat()) {
    for (const m of f.details?.ifrs_mappings ?? []) {
      if (m.compliance_status !== "fully_addressed" || (counted && !out.has(m.paragraph_id))) continue;
      const x = row(m.paragraph_id, m.pillar, m.requirement);
      Object.assign(x, { section: m.section, materiality: m.materiality ?? "", counterpart: (m.s1_counterparts ?? []).join(", ") });
      for (const s of m.sub_requirements ?? []) {
        if (s.addressed && s.quote && s.page && x.quotes.length < 12 && !x.quotes.some((q) => q.quote === s.quote && q.what === s.requirement)) x.quotes.push({ page: s.page, quote: s.quote, what: s.requirement, heads: s.heads });
      }
      if (x.quotes.length > 0) out.set(m.paragraph_id, x);
    }
  }
  for (const x of out.values()) x.quotes = x.quotes.filter((q) => q.quote || !x.quotes.some((o) => o.quote && o.what === q.what));
  const open = new Set([...r.gaps.values()].filter((g) => g.status === "not_addressed" || g.status === "partially_addressed").map((g) => g.paragraph));
  return [...out.values()].filter((x) => !open.has(x.paragraph));
}

// missedOf names what a gap lacks. Of what follows from another gap it goes without saying that nothing was found.
const missedOf = (g: Gap): Missed[] => g.missing.map((what) => ({ what, looked: g.under ? "" : (g.parts?.find((p) => !p.addressed && what.startsWith(p.requirement))?.gap_reason ?? "").replace(/^(not found|named, not described): /, "") }));

const ofGap = (g: Gap): Row => ({ id: g.id, paragraph: g.paragraph, pillar: g.pillar, section: g.section, requirement: g.requirement, status: g.status, missing: missedOf(g), quotes: g.evidence.map((e) => ({ ...e, what: e.note ? capital(e.note) : "" })), condition: g.condition, materiality: g.materiality, counterpart: g.s1_counterpart });

// inPart is a status to choose by: what a report lacks is what it does not say at all and what it says in part.
const inPart = "not_or_only_partially_addressed";
const chosen = (status: string, s: GapStatus) => !status || s === status || (status === inPart && (s === "not_addressed" || s === "partially_addressed"));

const natural = new Intl.Collator("en", { numeric: true });

export function Disclosures({ store }: { store: RunStore }) {
  const [query, change] = useQuery();
  const r = store.shown;
  const [pillar, status, q] = ["pillar", "gap", "q"].map((k) => query.get(k) ?? "");
  const all = useMemo(() => [...[...r.gaps.values()].map(ofGap), ...disclosed(r)], [r, store.version]); // eslint-disable-line react-hooks/exhaustive-deps
  const list = useMemo(() => {
    const asks = new Map(all.map((g) => [g.paragraph, g.requirement]));
    // What an item asks for is often said by the one that it stands under: "S2.22(b)(i)" names scenarios, "S2.22(b)" their analysis.
    const above = (paragraph: string): string[] => { const up = paragraph.replace(/\([^()]*\)$/, ""); return up === paragraph ? [] : [asks.get(up) ?? "", ...above(up)]; };
    const wanted = q.toLowerCase().split(/\s+/);
    const fits = (g: Row) => { const text = [g.paragraph, g.section, g.requirement, g.counterpart, ...g.missing.map((m) => m.what), ...g.quotes.map((x) => x.quote), ...above(g.paragraph)].join(" ").toLowerCase(); return wanted.every((w) => text.includes(w)); };
    const rank = (s: GapStatus) => [...gapStatuses, "fully_addressed"].indexOf(s);
    return all.filter((g) => (!pillar || g.pillar === pillar) && chosen(status, g.status) && (!q || fits(g)))
      .sort((a, b) => rank(a.status) - rank(b.status) || natural.compare(b.paragraph.slice(0, 2), a.paragraph.slice(0, 2)) || natural.compare(a.paragraph, b.paragraph));
  }, [all, pillar, status, q]);
  return (
    <div className="stack">
      <Pillars store={store} chosen={pillar} />
      <section className="panel stack" aria-labelledby="h-gaps">
        <div className="row spread"><h2 id="h-gaps">Disclosures</h2><span className="soft small" role="status" data-testid="gap-count">{list.length.toLocaleString("en")} of {count(all.length, "disclosure")}</span></div>
        <div className="filters"><Search value={q} onChange={(v) => change({ q: v })} hint="subject or paragraph" /><Choice label="Pillar" value={pillar} options={pillars} onChange={(v) => change({ pillar: v })} /><Choice label="Status" value={status} options={[inPart, ...gapStatuses, "fully_addressed"]} onChange={(v) => change({ gap: v })} /></div>
        <Take store={store} rows={list} all={all.length} filter={{ pillar, status, q }} clear={() => change({ pillar: null, gap: null, q: null })} />
        <p className="small soft">Compared with IFRS S1 and S2. What a report need not say under its circumstances is shown as conditional, with the condition.</p>
        <VirtualList items={list} id={(g) => g.id} label="Disclosures" estimate={130} keys testid="gaps" empty={r.gapsTotal === null && !r.ended ? "The report is not compared yet." : "Nothing fits."}>
          {(g) => <Item store={store} g={g} />}
        </VirtualList>
      </section>
      <CrossReference rows={all} />
    </div>
  );
}

function Item({ store, g }: { store: RunStore; g: Row }) {
  return (
    <article className={"claim gap-item " + g.status} data-gap={g.paragraph}>
      <div className="row small"><Paragraph id={g.paragraph} /><Pill of={g.status} /><span className="soft">{words(g.pillar)}{g.section && g.section.toLowerCase() !== words(g.pillar).toLowerCase() ? ", " + g.section.toLowerCase() : ""}</span>{g.counterpart && <Tag>in S1: {g.counterpart}</Tag>}</div>
      <p className="said">{g.requirement}</p>
      {g.missing.length > 0 && <div className="small"><strong>Not said:</strong><ul className="dots">{g.missing.map((m) => <li key={m.what}>{m.what}{m.looked && <span className="soft looked">{capital(m.looked)}.</span>}</li>)}</ul></div>}
      {g.condition && <p className="small"><strong>Only if:</strong> {g.condition}</p>}
      {g.materiality && g.status !== "fully_addressed" && <p className="small soft">{g.materiality}</p>}
      {g.quotes.slice(0, 2).map((e, i) => <Evidence key={i} store={store} e={e} tone={g.status} />)}
      {g.quotes.length > 2 && <details className="small"><summary>{count(g.quotes.length - 2, "more quotation")}</summary>{g.quotes.slice(2).map((e, i) => <Evidence key={i} store={store} e={e} tone={g.status} />)}</details>}
    </article>
  );
}

const Evidence = ({ store, e, tone }: { store: RunStore; e: Row["quotes"][number]; tone: string }) => (
  <div className="small">{e.what && <p className="soft">{e.what}:</p>}{e.quote && e.heads && <p className="soft" data-testid="heads">Under {e.heads.split(" | ").map((h) => `“${h}”`).join(", ")}:</p>}{e.quote ? <Quote tone={tone}>{e.quote} <PageLink run={store.id} page={e.page} /></Quote> : <p>{capital(e.note ?? "")} <PageLink run={store.id} page={e.page} /></p>}</div>
);

const cell = (s: string | number) => { const t = String(s); return `"${(/^[=+\-@\t\r]/.test(t) ? "'" + t : t).replaceAll('"', '""')}"`; };

const columns = ["paragraph", "pillar", "section", "status", "requirement", "missing", "condition", "why it matters", "page", "under", "quote", "note"];

interface Filter { pillar: string; status: string; q: string }

// Take saves what is listed, as a table for a spreadsheet; text that a spreadsheet would compute is made text. What will be
// saved is said beforehand and stands in the file's name, so that a filter that was left in force is noticed.
function Take({ store, rows, all, filter: f, clear }: { store: RunStore; rows: Row[]; all: number; filter: Filter; clear: () => void }) {
  const [done, setDone] = useState("");
  const lines = useMemo(() => rows.flatMap((g) => (g.quotes.length ? g.quotes : [{ page: 0, quote: "", what: "", heads: "", note: "" }]).map((e) => [g.paragraph, words(g.pillar), g.section, words(g.status), g.requirement, g.missing.map((m) => m.what).join("; "), g.condition, g.materiality, e.page || "", e.heads ?? "", e.quote, e.note ?? ""])), [rows]);
  useEffect(() => setDone(""), [rows]);
  const take = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff" + [columns, ...lines].map((l) => l.map(cell).join(",")).join("\r\n")], { type: "text/csv" }));
    link.download = [...["disclosures", f.pillar, f.status, f.q].map(slug).filter(Boolean), f.pillar || f.status || f.q ? "" : "all", store.id].filter(Boolean).join("-") + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    setDone(`${count(lines.length, "row")} saved as ${link.download}`);
  };
  const only = [f.pillar && "pillar " + words(f.pillar), f.status && "status " + words(f.status), f.q && `search “${f.q}”`].filter(Boolean);
  return (
    <div className="row small take">
      <button onClick={take} disabled={rows.length === 0} data-testid="take">Save this list (CSV): {count(rows.length, "disclosure")}, {count(lines.length, "row")}</button>
      <span data-testid="take-filter">{only.length ? <><strong>Filtered by {only.join(", ")}</strong>: {rows.length.toLocaleString("en")} of {all.toLocaleString("en")}. <button className="link" onClick={clear}>Clear the filter</button></> : <span className="soft">No filter: everything is saved, a row for each place.</span>}</span>
      <span role="status" className="soft">{done}</span>
    </div>
  );
}

function CrossReference({ rows }: { rows: Row[] }) {
  const pairs = rows.filter((g) => g.counterpart).sort((a, b) => natural.compare(a.paragraph, b.paragraph));
  if (pairs.length === 0) return null;
  return (
    <details className="panel"><summary>S1 and S2 side by side ({count(pairs.length, "pair")})</summary>
      <div className="scroll" tabIndex={0} role="group" aria-label="S1 and S2 side by side"><table className="stacked"><thead><tr><th scope="col">S2</th><th scope="col">S1</th><th scope="col">Asks for</th><th scope="col">Status</th></tr></thead>
        <tbody>{pairs.map((g) => <tr key={g.id}><td data-label="S2"><Paragraph id={g.paragraph} /></td><td data-label="S1">{g.counterpart.split(", ").map((c) => <Paragraph key={c} id={c} />)}</td><td data-label="Asks for">{g.requirement}</td><td data-label="Status"><Pill of={g.status} /></td></tr>)}</tbody></table></div></details>
  );
}

