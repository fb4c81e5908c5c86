// The machinery: is everything up, what do the processors do, how far behind are they, and what was given up on.

import { useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import { runPath, useQuery } from "../links.ts";
import { Choice, Pill, Problemed, Tag } from "../parts/Bits.tsx";
import { call, Problem, send, text } from "../server.ts";
import type { Costs, DeadLetter, RunView } from "../types.ts";
import { count, day, words } from "../words.ts";

interface Processor { processor: string; records: number; published: number; retries: number; dead: number; sessions: number }
interface Lagging { processor: string; lag: number }

// read takes the counters of processors from the metrics, which are text.
export function readMetrics(body: string): Processor[] {
  const by = new Map<string, Processor>();
  const into: Record<string, keyof Omit<Processor, "processor">> = { records: "records", published: "published", retries: "retries", dead_letters: "dead", sessions: "sessions" };
  for (const m of body.matchAll(/^sibyl_stream_(\w+)_total\{([^}]*)\} (\S+)$/gm)) {
    const name = /processor="([^"]+)"/.exec(m[2])?.[1];
    const field = into[m[1]];
    if (!name || !field) continue;
    const p = by.get(name) ?? { processor: name, records: 0, published: 0, retries: 0, dead: 0, sessions: 0 };
    p[field] += Number(m[3]);
    by.set(name, p);
  }
  return [...by.values()].sort((a, b) => (a.processor < b.processor ? -1 : 1));
}

export default function Operations() {
  const [ready, setReady] = useState<{ ok: boolean; text: string } | null>(null);
  const [processors, setProcessors] = useState<Processor[] | null>(null);
  const [lag, setLag] = useState<Map<string, number> | null>(null);
  const [runs, setRuns] = useState<RunView[]>([]);
  const [error, setError] = useState("");
  const refresh = useCallback(async () => {
    const [isReady, metrics, behind, running] = await Promise.allSettled([text("/readyz"), text("/metrics"), call<{ processors: Lagging[] }>("/processors"), call<{ runs: RunView[] }>("/runs")]);
    setReady(isReady.status === "fulfilled" ? { ok: true, text: "Everything that is needed answers." } : { ok: false, text: isReady.reason instanceof Problem ? isReady.reason.message : String(isReady.reason) });
    setProcessors(metrics.status === "fulfilled" ? readMetrics(metrics.value) : null);
    setLag(behind.status === "fulfilled" ? new Map(behind.value.processors.map((p) => [p.processor, p.lag])) : null);
    if (running.status === "fulfilled") setRuns(running.value.runs);
    setError(running.status === "rejected" && running.reason instanceof Problem ? running.reason.message : "");
  }, []);
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => { if (!document.hidden) void refresh(); }, 3000);
    return () => clearInterval(timer);
  }, [refresh]);
  const paused = runs.filter((r) => r.status === "analyzing").flatMap((r) => Object.entries(r.progress.paused ?? {}).map(([name, p]) => ({ run: r, name, reason: p.reason })));
  const names = [...new Set([...(processors ?? []).map((p) => p.processor), ...(lag?.keys() ?? [])])].sort();
  return (
    <div className="stack" data-testid="operations">
      <div className="subject"><h1>Operations</h1><p className="row" role="status">{ready && <><Pill of={ready.ok ? "pass" : "fail"}>{ready.ok ? "Ready" : "Not ready"}</Pill><span className="soft">{ready.text}</span></>}</p></div>
      {error && <Problemed error={error} />}
      {paused.length > 0 && <section className="panel stack tight"><h2>Waiting</h2><ul className="stack tight">{paused.map((p) => <li key={p.run.id + p.name} className="row"><Pill of="open">{words(p.name)}</Pill>{p.reason}<Link href={runPath(p.run.id)}>run</Link></li>)}</ul></section>}
      <section className="panel stack" aria-labelledby="h-processors"><h2 id="h-processors">Processors</h2>
        {names.length === 0 ? <p className="soft">This server shows no metrics.</p> : (
          <div className="scroll" tabIndex={0} role="group" aria-label="Processors"><table className="stacked" data-testid="processors"><thead><tr><th scope="col">Processor</th><th scope="col">Behind by</th><th scope="col">Records read</th><th scope="col">Published</th><th scope="col">Tried again</th><th scope="col">Given up</th></tr></thead>
            <tbody>{names.map((n) => { const p = processors?.find((x) => x.processor === n); const l = lag?.get(n); return <tr key={n}><td data-label="Processor">{n}</td><td data-label="Behind by" className="num">{l === undefined ? "not known" : l === 0 ? "nothing" : count(l, "event")}</td><td data-label="Records read" className="num">{p?.records.toLocaleString("en") ?? ""}</td><td data-label="Published" className="num">{p?.published.toLocaleString("en") ?? ""}</td><td data-label="Tried again" className="num">{p?.retries ?? ""}</td><td data-label="Given up" className="num">{p?.dead ?? ""}</td></tr>; })}</tbody></table></div>)}
      </section>
      <Budget runs={runs} />
      <Dead />
    </div>
  );
}

// useSpent asks what the latest runs have cost. One that has ended is asked about once.
function useSpent(runs: RunView[]) {
  const [spent, setSpent] = useState(new Map<string, Costs["total"]>());
  const latest = runs.slice(0, 10).map((r) => `${r.id}|${r.status}`).join(" ");
  useEffect(() => {
    let gone = false;
    for (const id of latest.split(" ").filter(Boolean).map((x) => x.split("|")[0])) call<Costs>(`/runs/${encodeURIComponent(id)}/costs`).then((c) => gone || setSpent((s) => new Map(s).set(id, c.total)), () => {}); // a run without costs is not listed
    return () => { gone = true; };
  }, [latest]);
  return spent;
}

function Budget({ runs }: { runs: RunView[] }) {
  const spent = useSpent(runs);
  const priced = runs.filter((r) => spent.get(r.id)?.calls || spent.get(r.id)?.lost);
  const busy = runs.filter((r) => r.status === "analyzing");
  return <section className="panel stack tight" aria-labelledby="h-work"><h2 id="h-work">Work</h2><p>{busy.length === 0 ? "No analysis is going on." : count(busy.length, "analysis", "analyses") + " going on."} <span className="soft">{count(runs.length, "run")} in all. {priced.length === 0 && "No language model was asked by the latest of them: they cost nothing."}</span></p>
    <ul className="stack tight small">{busy.map((r) => <li key={r.id} className="row"><Link href={runPath(r.id)}>{r.company || r.filename}</Link><span className="soft">{r.progress.claims_closed} of {r.progress.claims} claims judged</span></li>)}</ul>
    {priced.length > 0 && <div className="scroll" tabIndex={0} role="group" aria-label="What runs have cost"><table className="stacked" data-testid="spent"><thead><tr><th scope="col">Run</th><th scope="col">Calls</th><th scope="col">USD</th><th scope="col">May have cost besides</th></tr></thead>
      <tbody>{priced.map((r) => { const s = spent.get(r.id)!; return <tr key={r.id}><td data-label="Run"><Link href={runPath(r.id)}>{r.company || r.filename}</Link> <span className="soft">{day(r.requested_at)}</span></td><td data-label="Calls" className="num">{s.calls}</td><td data-label="USD" className="num">{s.usd}</td><td data-label="May have cost besides" className="num">{s.lost ? s.lost_usd : ""}</td></tr>; })}</tbody></table></div>}</section>;
}

function Dead() {
  const [query, change] = useQuery();
  const status = query.get("status") ?? "open";
  const run = query.get("run") ?? "";
  const [page, setPage] = useState<{ letters: DeadLetter[]; total: number } | null>(null);
  const [error, setError] = useState("");
  const [done, setDone] = useState("");
  const load = useCallback(async () => {
    try {
      setPage(await call(`/dead?size=100&status=${status}${run ? "&run=" + encodeURIComponent(run) : ""}`));
    } catch (e) {
      setError(e instanceof Problem ? e.message : String(e));
    }
  }, [status, run]);
  useEffect(() => {
    void load();
    const timer = setInterval(() => { if (!document.hidden) void load(); }, 5000);
    return () => clearInterval(timer);
  }, [load]);
  const act = async (l: DeadLetter, what: "retry" | "discard") => {
    setError("");
    try {
      await send("POST", `/dead/${encodeURIComponent(l.id)}/${what}`);
      setDone(what === "retry" ? `The event of ${l.processor} is back on its topic.` : "It stays on the log and will not be tried again.");
    } catch (e) {
      setError(e instanceof Problem ? e.message : String(e));
    }
    await load();
  };
  return (
    <section className="panel stack" aria-labelledby="h-dead">
      <div className="row spread"><h2 id="h-dead">Events that were given up on</h2><div className="row">{run && <button onClick={() => change({ run: null })}>of one run: show all</button>}<Choice label="Which " value={status === "open" ? "" : status} all="open" options={["retried", "discarded", "all"]} onChange={(v) => change({ status: v })} /></div></div>
      {error && <Problemed error={error} />}<p role="status" className="small" data-testid="dead-done">{done}</p>
      {page && page.letters.length === 0 && <p className="soft" data-testid="no-dead">None. Nothing was lost.</p>}
      {page && page.letters.length > 0 && <ul className="stack tight" data-testid="dead">{page.letters.map((l) => (
        <li key={l.id} className="claim" data-letter={l.id}><div className="row small"><Pill of={l.status === "open" ? "fail" : "neutral"}>{words(l.status)}</Pill><strong>{l.processor}</strong>{l.reason && <Tag>{words(l.reason)}</Tag>}<span className="soft">{l.type} · {day(l.at)} · {count(l.attempts, "attempt")}</span>{l.run && <Link href={runPath(l.run)}>run</Link>}</div>
          <p className="small">{l.error}</p><p className="mono soft">{l.subject || `${l.topic}`}</p>
          {l.status === "open" && <div className="row"><button onClick={() => void act(l, "retry")}>Retry</button><button className="quiet" onClick={() => void act(l, "discard")}>Discard</button></div>}</li>))}</ul>}
      {page && page.total > page.letters.length && <p className="soft small">The latest {page.letters.length} of {page.total}. All: <code>sibyl dead list</code>.</p>}
    </section>
  );
}
