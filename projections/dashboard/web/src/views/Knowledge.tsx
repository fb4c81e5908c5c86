// The knowledge base: paragraphs of the standards in our own words, and searches in standards and reports.

import { useEffect, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { useQuery } from "../links.ts";
import { Choice, Problemed, Tag } from "../parts/Bits.tsx";
import { call, Problem, send } from "../server.ts";
import { words } from "../words.ts";

interface Ref { id: string; title: string; text: string }
interface Entry { id: string; title: string; source_type: string; path: string[]; text: string; licensed_text?: string; items: Ref[]; s1_counterparts: Ref[]; s2_counterparts: Ref[]; related: Ref[]; explained_by: Ref[]; parent?: Ref;
  paragraph?: { pillar: string; section: string; gap_rule: string; condition?: string; summary: string; materiality: string; sub_requirements: { id: string; text: string; required: boolean; condition?: string }[] };
  metric?: { industry: string; topic: string; category: string; unit?: string } }
interface Answer { asked: string; exact: boolean; note?: string; paragraphs: Entry[] }
interface Hit { chunk_id: string; text: string; metadata: Record<string, unknown>; source_type: string; rank: number; score: number; search_method: string; exact: boolean; note?: string }

const sources: Record<string, string> = { ifrs_s1: "IFRS S1", ifrs_s2: "IFRS S2", sasb: "SASB", report: "Report", licensed_s1: "Your IFRS S1", licensed_s2: "Your IFRS S2", licensed_sasb: "Your SASB" };

export default function Knowledge() {
  const [query, change] = useQuery();
  const [stats, setStats] = useState<Record<string, number> | null>(null);
  const [text, setText] = useState(query.get("q") ?? "");
  const [hits, setHits] = useState<{ results: Hit[]; notes: string[] } | null>(null);
  const [entry, setEntry] = useState<Answer | null>(null);
  const [error, setError] = useState("");
  const q = query.get("q") ?? "";
  const source = query.get("source") ?? "";
  const paragraph = query.get("paragraph") ?? "";
  const told = (e: unknown) => setError(e instanceof Problem ? e.message : String(e));
  useEffect(() => { call<Record<string, number>>("/rag/stats").then(setStats, told); }, []);
  useEffect(() => {
    setError("");
    setHits(null);
    if (!q) return;
    let gone = false;
    send<{ results: Hit[]; notes: string[] }>("POST", "/rag/search", { query: q, top_k: 12, mode: "hybrid", ...(source ? { source_types: [source] } : {}) }).then((a) => !gone && setHits(a), (e) => !gone && told(e));
    return () => { gone = true; };
  }, [q, source]);
  useEffect(() => {
    if (!paragraph) return setEntry(null);
    let gone = false;
    call<Answer>("/rag/paragraphs/" + encodeURIComponent(paragraph)).then((a) => { if (!gone) { setEntry(a); setError(""); } }, (e) => !gone && told(e));
    return () => { gone = true; };
  }, [paragraph]);
  const search = (e: FormEvent) => { e.preventDefault(); change({ q: text, paragraph: null }); };
  return (
    <div className="stack" data-testid="knowledge">
      <div className="subject"><h1>Knowledge</h1><p className="soft">What IFRS S1 and S2 and the SASB standards ask for, in our own words, and the reports that were read.{stats && ` ${Object.entries(stats).filter(([k, n]) => typeof n === "number" && n > 0 && !k.includes("total")).map(([k, n]) => `${sources[k.replace(/_(chunks|count)$/, "")] ?? words(k)}: ${n}`).join(" · ")}`}</p></div>
      <form className="filters panel" onSubmit={search}>
        <label>Search, or a paragraph as S2.29(a)(i)<input type="search" data-search value={text} onChange={(e) => setText(e.target.value)} /></label>
        <Choice label="In" value={source} options={["ifrs_s1", "ifrs_s2", "sasb", "report"]} all="everything" onChange={(v) => change({ source: v })} /><button className="primary">Search</button>
      </form>
      {error && <Problemed error={error} />}
      <div className="columns">
        <section className="panel stack" aria-label="Results">
          {hits?.notes?.map((n) => <p key={n} className="soft small">{n}</p>)}
          {!hits && q && !error && <p className="notice analyzing" role="status" data-testid="searching">Searching … The first search takes some seconds, since the knowledge base is loaded for it.</p>}
          {!hits && !q && <p className="soft">Ask for a subject, as "scenario analysis", or name a paragraph.</p>}
          {hits && hits.results.length === 0 && <p className="soft">Nothing was found.</p>}
          {hits?.results.map((h) => { const id = String(h.metadata.paragraph_id ?? h.metadata.metric_code ?? ""); return (
            <article key={h.chunk_id} className="claim"><p className="row small"><Tag>{sources[h.source_type] ?? h.source_type}</Tag>{id && <button className="link" onClick={() => change({ paragraph: id })}>{id}</button>}{h.exact && <Tag>named in the search</Tag>}<span className="soft">{words(h.search_method)}, rank {h.rank}</span></p><p className="small passage">{h.text.replace(/\n{2,}/g, "\n")}</p>{h.note && <p className="soft small">{h.note}</p>}</article>); })}
        </section>
        {entry && <section className="stack" aria-label="Paragraph" data-testid="paragraph">{entry.note && <p className="notice small">{entry.note}</p>}{entry.paragraphs.slice(0, 6).map((e) => <One key={e.id} e={e} />)}</section>}
      </div>
    </div>
  );
}

const One = ({ e }: { e: Entry }) => (
  <article className="panel stack tight"><div className="row"><h2>{e.id}</h2><Tag>{sources[e.source_type] ?? e.source_type}</Tag>{e.paragraph && <Tag>{words(e.paragraph.pillar)}</Tag>}</div><h3>{e.title}</h3><p>{e.licensed_text || e.text}</p>
    {e.paragraph && <>{e.paragraph.condition && <p className="small"><strong>Only if:</strong> {e.paragraph.condition}</p>}{e.paragraph.materiality && <p className="small soft">{e.paragraph.materiality}</p>}
      {e.paragraph.sub_requirements.length > 0 && <ul className="dots small">{e.paragraph.sub_requirements.map((s) => <li key={s.id}>{s.text}{!s.required && <span className="soft"> (not required)</span>}</li>)}</ul>}</>}
    {e.metric && <p className="small">{e.metric.industry}: {e.metric.topic}. {e.metric.unit}</p>}
    <Refs name="Part of" list={e.parent ? [e.parent] : []} /><Refs name="Under it" list={e.items} /><Refs name="In S1" list={e.s1_counterparts} /><Refs name="In S2" list={e.s2_counterparts} /><Refs name="See also" list={e.related} /><Refs name="Explained by" list={e.explained_by} />
  </article>
);

const Refs = ({ name, list }: { name: string; list: Ref[] }) => (list.length === 0 ? null : <p className="row small"><span className="soft">{name}</span>{list.map((r) => <Link key={r.id} className="tag" href={"/knowledge?paragraph=" + encodeURIComponent(r.id)} title={r.title}>{r.id}</Link>)}</p>);
