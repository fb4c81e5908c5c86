// This report held against another of the company: what was restated, dropped, worded or drawn otherwise, each with its two places.

import { useEffect, useState, type ReactNode } from "react";
import { useQuery } from "../links.ts";
import { PageLink, Problemed, Quote } from "../parts/Bits.tsx";
import type { RunStore } from "../run/store.ts";
import { call, Problem } from "../server.ts";
import type { RunView } from "../types.ts";
import { count } from "../words.ts";

interface Place { page: number; text: string }
interface Named { run: string; company: string; period: string; filename: string }
interface Comparison {
  earlier: Named; later: Named; notes: string[]; dropped_targets: Place[]; reworded: { earlier: Place; later: Place }[]; boundaries: { about: string; uncertain?: boolean; earlier: Place; later: Place }[];
  changed_targets: { what: string[]; uncertain?: boolean; earlier: Place; later: Place }[];
  restated: { what: string; name?: string; year: number; earlier: Place; later: Place; change_percent: string; marked: boolean; said?: Place }[];
}

// before reports whether a run's report comes before another's: by the years that they are of, else by when they were asked for.
const before = (a: RunView, b: RunView) => (a.period !== b.period && a.period && b.period ? a.period < b.period : a.requested_at < b.requested_at);

export function Compare({ store }: { store: RunStore }) {
  const [query, change] = useQuery();
  const [runs, setRuns] = useState<RunView[] | null>(null);
  const [found, setFound] = useState<Comparison | null>(null);
  const [error, setError] = useState("");
  const view = store.view;
  const other = query.get("with") ?? "";
  useEffect(() => {
    call<{ runs: RunView[] }>("/runs").then((a) => setRuns(a.runs), (e) => setError(e instanceof Problem ? e.message : String(e)));
  }, []);
  const choices = (runs ?? []).filter((r) => r.status === "completed" && r.report_id !== view?.report_id);
  const chosen = choices.find((r) => r.id === other);
  useEffect(() => {
    setFound(null);
    if (!chosen || !view) return;
    const [a, b] = before(chosen, view) ? [chosen.id, view.id] : [view.id, chosen.id];
    let left = false;
    setError("");
    call<Comparison>(`/runs/${encodeURIComponent(a)}/compare/${encodeURIComponent(b)}`).then((c) => left || setFound(c), (e) => left || setError(e instanceof Problem ? e.message : String(e)));
    return () => { left = true; };
  }, [chosen?.id, view?.id]); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <section className="panel stack" aria-labelledby="h-compare" data-testid="compare"><h2 id="h-compare">Against another report</h2>
      {runs && choices.length === 0 && <p className="soft">There is no other report whose analysis is complete. Analyse the company's report of another year, and it can be chosen here.</p>}
      {choices.length > 0 && <p><label>Hold it against <select value={chosen?.id ?? ""} onChange={(e) => change({ with: e.target.value || null })}>
        <option value="">choose a report</option>{choices.map((r) => <option key={r.id} value={r.id}>{[r.company, r.period, r.filename].filter(Boolean).join(", ")}</option>)}</select></label></p>}
      {other && runs && !chosen && <p className="notice">The run that the address names is not here, or not complete.</p>}
      {chosen && !found && !error && <p role="status" className="soft">Comparing …</p>}
      {error && <Problemed error={error} />}
      {found && <Differences c={found} />}
    </section>
  );
}

function Differences({ c }: { c: Comparison }) {
  return (
    <div className="stack" data-testid="differences">
      <p>From <strong>{c.earlier.period || c.earlier.filename}</strong> to <strong>{c.later.period || c.later.filename}</strong>. What differs may have its reasons; each is given with both places.</p>
      {c.notes.map((n) => <p key={n} className="notice small">{n}</p>)}
      <Part name="Figures of past years that are given otherwise" n={c.restated.length}>{c.restated.map((r, i) => (
        <li key={i}><p><strong>{r.name || `${r.what}, ${r.year}`}</strong>: {r.earlier.text} <PageLink run={c.earlier.run} page={r.earlier.page} /> then, {r.later.text} <PageLink run={c.later.run} page={r.later.page} /> now{r.change_percent && ` (${r.change_percent} %)`}.</p>
          <p className="small soft">{r.said ? <>The later report says so: “{r.said.text}” <PageLink run={c.later.run} page={r.said.page} /></> : r.marked ? "The later report says that it is restated." : "The later report does not say that it is restated."}</p></li>
      ))}</Part>
      <Part name="Targets that no target of the later report takes up" n={c.dropped_targets.length}>{c.dropped_targets.map((t, i) => <li key={i}><Quote>{t.text}</Quote><PageLink run={c.earlier.run} page={t.page} /></li>)}</Part>
      <Part name="Targets that are set otherwise" n={c.changed_targets.length}>{c.changed_targets.map((t, i) => <li key={i}><p><strong>{t.what.join("; ") || "in other words"}</strong>{t.uncertain && " (may be another target)"}</p><Pair c={c} earlier={t.earlier} later={t.later} /></li>)}</Part>
      <Part name="What is counted in, described otherwise or in other words" n={c.boundaries.length}>{c.boundaries.map((b, i) => <li key={i}><p><strong>{b.about}</strong>{b.uncertain && " (may be the same in other words)"}</p><Pair c={c} earlier={b.earlier} later={b.later} /></li>)}</Part>
      <Part name="Statements in other words" n={c.reworded.length}>{c.reworded.map((p, i) => <li key={i}><Pair c={c} {...p} /></li>)}</Part>
    </div>
  );
}

const Part = ({ name, n, children }: { name: string; n: number; children: ReactNode }) => (
  <section className="stack tight"><h3>{name}: {n}</h3>{n === 0 ? <p className="soft small">None was found.</p> : <ul className="stack">{children}</ul>}{n > 40 && <p className="small soft">{count(n, "entry", "entries")}</p>}</section>
);

function Pair({ c, earlier, later }: { c: Comparison; earlier: Place; later: Place }) {
  return <div className="axes">{([["Then", c.earlier, earlier], ["Now", c.later, later]] as const).map(([name, of, at]) => (
    <div key={name} className="axis"><p className="small"><strong>{name}</strong> {at.page > 0 && <PageLink run={of.run} page={at.page} />}</p>{at.page > 0 ? <Quote>{at.text}</Quote> : <p className="soft small">nothing</p>}</div>
  ))}</div>;
}
