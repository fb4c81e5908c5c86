// What is known of a report before its analysis, each guess with the place that speaks for it, and the way to begin.

import { useEffect, useState, type FormEvent } from "react";
import { Link, useLocation } from "wouter";
import { Pill, Problemed } from "../parts/Bits.tsx";
import { runPath } from "../links.ts";
import { call, Problem, send } from "../server.ts";
import type { Estimate, Preview, Report } from "../types.ts";
import { bytes, count, duration, language, leftOut, words } from "../words.ts";
import { useReports } from "./Home.tsx";

export function PreviewOf({ report, onChange }: { report: Report; onChange: () => void }) {
  const p = report.preview;
  if (report.status === "uploaded" || report.status === "parsing") {
    return <div className="stack" data-testid="preview"><h1>{report.filename}</h1><div className="panel stack" role="status"><p><Pill of={report.status} /> The file is being read: its pages, tables and sections. This takes seconds, for hundreds of pages a minute.</p><progress aria-label="Reading the file" /></div></div>;
  }
  if (report.status === "error" && (!p || p.status === "error")) return <Unread report={report} onChange={onChange} />;
  if (!p) return <div className="empty">There is no preview of this report.</div>;
  return (
    <div className="stack" data-testid="preview">
      <header className="subject">{report.latest_run && <p><Link href={runPath(report.latest_run, "truth")}>Back to the latest analysis</Link></p>}<h1>{p.company || p.title || report.filename}</h1><p className="soft">{[p.company ? p.title : "", report.filename, bytes(report.bytes)].filter(Boolean).join(" · ")}</p></header>
      <div className="columns third">
        <div className="stack">
          <section className="panel stack" aria-labelledby="h-found"><h2 id="h-found">What the report seems to be</h2><Facts of={p} /></section>
          {(p.warnings.length > 0 || p.not_analysed.length > 0) && <section className="panel stack tight" aria-labelledby="h-left"><h2 id="h-left">What is left out</h2><ul className="dots">{p.warnings.map((w) => <li key={w}>{leftOut(w)}</li>)}</ul>
            {p.not_analysed.length > 0 && <details><summary>{count(p.not_analysed.length, "page")} not analysed</summary><ul className="dots small">{p.not_analysed.map((n, i) => <li key={i}>Page {n.page}: {leftOut(n.reason)}</li>)}</ul></details>}
            {p.suspicious_content && p.suspicious_content.length > 0 && <details><summary>{count(p.suspicious_hits ?? p.suspicious_content.length, "place")} with text hidden from readers</summary><ul className="dots small">{p.suspicious_content.map((s, i) => <li key={i}>{s.page ? `Page ${s.page}: ` : ""}{s.why}</li>)}</ul></details>}</section>}
          <section className="panel stack tight" aria-labelledby="h-outline"><h2 id="h-outline">Sections</h2><Outline of={p} /></section>
        </div>
        <Begin report={report} p={p} />
      </div>
    </div>
  );
}

function Facts({ of: p }: { of: Preview }) {
  const because = (field: string) => p.evidence?.find((e) => e.field === field);
  const rows: [string, string, string?][] = [
    ["Company", p.company, "company"], ["Title", p.title, "title"], ["Period", p.period_from ? `${p.period} (${p.period_from} to ${p.period_to})` : p.period, "period"],
    ["Sector", p.sector_name ? `${p.sector_name} (${p.sector})` : p.sector, "sector"], ["Frameworks", p.frameworks.join(", "), "framework"],
    ["Languages", p.languages?.length ? p.languages.map((l) => `${language(l.language)} (${count(l.pages, "page")})`).join(", ") : language(p.language)],
    ["Size", `${count(p.pages, "page")}, ${count(p.words, "word")}, ${count(p.tables, "table")}`], ["IFRS S1 and S2", p.ifrs_compliance === "stated" ? "The report says that it complies" : p.ifrs_compliance === "qualified" ? "The report says that it complies in part" : "The report does not say that it complies", p.ifrs_compliance === "stated" || p.ifrs_compliance === "qualified" ? "compliance_statement" : undefined],
    ["Compliance statement", p.compliance_statement || "none found", "compliance_statement"],
  ];
  return (
    <dl className="facts">{rows.map(([name, value, field]) => {
      const e = field ? because(field) : undefined;
      return <div key={name}><dt>{name}</dt><dd>{value || "not found"}{e && <small>{e.page ? `Page ${e.page}: ` : ""}{e.quote ? `“${e.quote}”` : e.why}</small>}</dd></div>;
    })}</dl>
  );
}

function Outline({ of: p }: { of: Preview }) {
  if (p.outline.length === 0) return <p className="soft">No headings were found; the report is read all the same.</p>;
  return <ol className="outline scroll" tabIndex={0} aria-label="Sections of the report">{p.outline.map((o, i) => <li key={i} style={{ paddingLeft: `${Math.min(o.level - 1, 4) * 1.1}rem` }}><span className="grow">{o.title}</span><span className="soft num">{o.page_start === o.page_end ? o.page_start : `${o.page_start}–${o.page_end}`}</span></li>)}</ol>;
}

// expected is how long such a report takes, by the runs that this server has finished before.
function useExpected(pages: number): string {
  const { known } = useReports();
  const past = (known?.runs ?? []).filter((r) => r.status === "completed" && r.finished_at && r.pages > 0 && r.mode === "live")
    .map((r) => (Date.parse(r.finished_at!) - Date.parse(r.requested_at)) / r.pages).sort((a, b) => a - b);
  if (past.length === 0) return "not known yet: nothing was analysed here before";
  return "about " + duration(past[Math.floor(past.length / 2)] * pages) + `, by ${count(past.length, "earlier run")} here`;
}

// useCost is what the server expects language models to cost, and whether any would be asked.
function useCost(report: string): { said: string; asks: boolean } {
  const [found, setFound] = useState<Estimate | string | null>(null);
  useEffect(() => { call<Estimate>(`/reports/${encodeURIComponent(report)}/estimate`).then(setFound, (e) => setFound(e instanceof Problem ? e.message : String(e))); }, [report]);
  if (found === null) return { said: "being worked out …", asks: false };
  if (typeof found === "string") return { said: found, asks: false };
  if (found.calls === 0) return { said: "nothing: no language model is asked", asks: false };
  const unpriced = found.unpriced ? `, and ${count(found.unpriced, "call")} without a known price` : "";
  return { said: `about ${found.usd} USD for ${count(found.calls, "call")} of ${[...new Set(found.by_role.map((r) => r.model))].join(", ")}${unpriced}, ${duration(found.seconds * 1000)} of waiting for them`, asks: true };
}

function Begin({ report, p }: { report: Report; p: Preview }) {
  const [, go] = useLocation();
  const [given, setGiven] = useState({ company: "", sector: "", period: "", iterations: "3", budget_usd: "" });
  const [state, setState] = useState({ busy: false, error: "" });
  const expected = useExpected(p.pages);
  const cost = useCost(report.id);
  const begin = async (e: FormEvent) => {
    e.preventDefault();
    setState({ busy: true, error: "" });
    try {
      const options = Object.fromEntries(Object.entries({ ...given, iterations: Number(given.iterations) }).filter(([, v]) => v));
      const { run_id } = await send<{ run_id: string }>("POST", `/analysis/${encodeURIComponent(report.id)}/start`, options);
      go(runPath(run_id));
    } catch (e) {
      setState({ busy: false, error: e instanceof Problem ? e.message : String(e) });
    }
  };
  const field = (name: "company" | "sector" | "period", label: string, found: string) => (
    <label>{label}<input value={given[name]} placeholder={found || "not found"} maxLength={500} onChange={(e) => setGiven({ ...given, [name]: e.target.value })} /></label>
  );
  return (
    <form className="panel stack" onSubmit={begin} aria-labelledby="h-begin">
      <h2 id="h-begin">{report.latest_run ? "Analyse again" : "Begin"}</h2>
      <dl className="facts one"><div><dt>Time expected</dt><dd>{expected}</dd></div><div><dt>Cost expected</dt><dd>{cost.said}</dd></div></dl>
      <details><summary>Correct what was found</summary><div className="stack tight">{field("company", "Company", p.company)}{field("sector", "Sector (SASB code)", p.sector)}{field("period", "Period", p.period)}
        <label>Passes over a claim at most<select value={given.iterations} onChange={(e) => setGiven({ ...given, iterations: e.target.value })}>{["1", "2", "3", "4", "5"].map((n) => <option key={n}>{n}</option>)}</select></label></div></details>
      {cost.asks && <label>It may cost at most (USD)<input inputMode="decimal" value={given.budget_usd} placeholder="no limit" maxLength={20} onChange={(e) => setGiven({ ...given, budget_usd: e.target.value })} /><span className="small soft">then the rules go on alone</span></label>}
      <button className="primary" disabled={state.busy} data-testid="begin">{state.busy ? "Starting …" : "Begin Analysis"}</button>
      {state.error && <Problemed error={state.error} />}
    </form>
  );
}

function Unread({ report, onChange }: { report: Report; onChange: () => void }) {
  const [error, setError] = useState("");
  const retry = async () => {
    try {
      await send("POST", `/reports/${encodeURIComponent(report.id)}/retry`);
      onChange();
    } catch (e) {
      setError(e instanceof Problem ? e.message : String(e));
    }
  };
  return (
    <div className="stack"><h1>{report.filename}</h1>
      <div className="notice error stack tight" role="alert" data-testid="unread"><strong>This file could not be read.</strong><span>{report.error || report.preview?.error || words(report.status)}</span>
        <div className="row"><button className="primary" onClick={retry}>Read it again</button><Link className="button" href="/?upload">Re-upload</Link></div></div>
      {error && <Problemed error={error} />}</div>
  );
}
