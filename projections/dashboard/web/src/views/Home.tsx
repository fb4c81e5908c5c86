// Reports and their runs, and the way in for a new one.

import { createColumnHelper, flexRender, getCoreRowModel, getFilteredRowModel, getSortedRowModel, useReactTable, type SortingState } from "@tanstack/react-table";
import { useCallback, useEffect, useMemo, useRef, useState, type DragEvent } from "react";
import { Link, useLocation } from "wouter";
import { runPath, useQuery } from "../links.ts";
import { Choice, Pill, Problemed, Search } from "../parts/Bits.tsx";
import { call, Problem, send, upload } from "../server.ts";
import type { Report, RunView } from "../types.ts";
import { bytes, count, day, verdictClasses, words } from "../words.ts";

interface Known { reports: Report[]; runs: RunView[] }

export function useReports(): { known: Known | null; error: string; refresh: () => Promise<void> } {
  const [known, setKnown] = useState<Known | null>(null);
  const [error, setError] = useState("");
  const refresh = useCallback(async () => {
    try {
      const [{ reports }, { runs }] = await Promise.all([call<{ reports: Report[] }>("/reports"), call<{ runs: RunView[] }>("/runs")]);
      setKnown({ reports, runs });
      setError("");
    } catch (e) {
      setError(e instanceof Problem ? e.message : String(e));
    }
  }, []);
  const busy = known?.reports.some((r) => ["uploaded", "parsing", "analyzing"].includes(r.status));
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => { if (!document.hidden) void refresh(); }, busy ? 2000 : 15_000);
    return () => clearInterval(timer);
  }, [refresh, busy]);
  return { known, error, refresh };
}

const statuses = ["uploaded", "parsing", "parsed", "analyzing", "completed", "error"];

export function Home() {
  const { known, error, refresh } = useReports();
  return (
    <div className="stack">
      <div className="subject"><h1>What a sustainability report says, and what holds</h1>
        <p className="soft">Hand in a report. Its claims are looked into by five agents and ruled on by a judge, with evidence and the place on the page.</p></div>
      <Drop onDone={refresh} />
      {error && <Problemed error={error} again={() => void refresh()} />}
      {known && <Reports known={known} refresh={refresh} />}
      {!known && !error && <div className="empty">Loading reports …</div>}
    </div>
  );
}

function Drop({ onDone }: { onDone: () => Promise<void> }) {
  const [, go] = useLocation();
  const [state, setState] = useState<{ share?: number; name?: string; error?: string }>({});
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setState({ share: 0, name: file.name });
    try {
      const report = await upload<{ report_id: string; known: boolean }>(file, (share) => setState({ share, name: file.name }));
      setState({});
      await onDone();
      go("/analysis/" + encodeURIComponent(report.report_id));
    } catch (e) {
      setState({ name: file.name, error: e instanceof Problem ? e.message : "the upload failed" });
    }
    if (input.current) input.current.value = "";
  };
  const asked = useQuery()[0].has("upload");
  useEffect(() => { if (asked) requestAnimationFrame(() => input.current?.focus()); }, [asked]); // Re-upload leads here; a new view gets the focus first
  useEffect(() => { // a miss must not open the file
    const keep = (e: Event) => e.preventDefault();
    window.addEventListener("dragover", keep);
    window.addEventListener("drop", keep);
    return () => { window.removeEventListener("dragover", keep); window.removeEventListener("drop", keep); };
  }, []);
  return (
    <section className={"drop" + (over ? " over" : "")} aria-label="Hand in a report" onDragOver={(e: DragEvent) => { e.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(e: DragEvent) => { e.preventDefault(); setOver(false); void take(e.dataTransfer.files[0]); }}>
      <strong>Drop a report here</strong>
      <label className="soft" htmlFor="file">or choose a PDF of up to 50 MB</label>
      <input ref={input} id="file" type="file" accept="application/pdf,.pdf" onChange={(e) => void take(e.target.files?.[0])} />
      {state.share !== undefined && <div className="grow" style={{ width: "min(24rem, 100%)" }} role="status"><p className="small">{state.share < 1 ? `Sending ${state.name}: ${Math.round(state.share * 100)} %` : `${state.name} is checked …`}</p><progress value={state.share} max={1} aria-label="Upload" /></div>}
      {state.error && <div id="notice" className="notice error" role="alert"><strong>{state.name}</strong> was not taken: {state.error}</div>}
    </section>
  );
}

const column = createColumnHelper<Report & { runs: RunView[] }>();

function Reports({ known, refresh }: { known: Known; refresh: () => Promise<void> }) {
  const [query, change] = useQuery();
  const [problem, setProblem] = useState("");
  const rows = useMemo(() => known.reports.map((r) => ({ ...r, runs: known.runs.filter((x) => x.report_id === r.id) }))
    .filter((r) => !query.get("status") || r.status === query.get("status")), [known, query]);
  const act = async (what: () => Promise<unknown>) => {
    setProblem("");
    try {
      await what();
    } catch (e) {
      setProblem(e instanceof Problem ? e.message : String(e));
    }
    await refresh();
  };
  const sorting: SortingState = useMemo(() => { const [id, dir] = (query.get("sort") ?? "submitted.desc").split("."); return [{ id, desc: dir === "desc" }]; }, [query]);
  const columns = useMemo(() => [
    column.accessor((r) => r.preview?.company || r.preview?.title || r.filename, { id: "name", header: "Report", cell: (c) => <Name of={c.row.original} /> }),
    column.accessor("status", { header: "State", cell: (c) => <><Pill of={c.getValue()} />{c.row.original.error && <p className="small">{c.row.original.error}</p>}</> }),
    column.accessor((r) => r.preview?.pages ?? 0, { id: "pages", header: "Pages", cell: (c) => <span className="num">{c.getValue() || ""}</span> }),
    column.accessor("submitted_at", { id: "submitted", header: "Handed in", cell: (c) => <span className="small nowrap">{day(c.getValue())}</span> }),
    column.display({ id: "runs", header: "Runs", cell: (c) => <Runs of={c.row.original.runs} /> }),
    column.display({ id: "actions", header: "", cell: (c) => <Actions of={c.row.original} act={act} /> }),
  ], []); // eslint-disable-line react-hooks/exhaustive-deps
  const table = useReactTable({
    data: rows, columns, state: { sorting, globalFilter: query.get("q") ?? "" }, getCoreRowModel: getCoreRowModel(), getSortedRowModel: getSortedRowModel(), getFilteredRowModel: getFilteredRowModel(),
    globalFilterFn: (row, _, q: string) => [row.original.filename, row.original.preview?.company, row.original.preview?.title, row.original.preview?.period].join(" ").toLowerCase().includes(q.toLowerCase()),
    getRowId: (r) => r.id,
    onSortingChange: (u) => { const s = typeof u === "function" ? u(sorting) : u; change({ sort: s[0] ? s[0].id + "." + (s[0].desc ? "desc" : "asc") : null }); },
  });
  if (known.reports.length === 0) return <p className="empty" data-testid="no-reports">No report yet. Drop one above.</p>;
  return (
    <section className="panel stack" aria-labelledby="h-reports">
      <div className="row spread"><h2 id="h-reports">Reports</h2>
        <div className="filters"><Search value={query.get("q") ?? ""} onChange={(q) => change({ q })} hint="company, title, file" /><Choice label="State" value={query.get("status") ?? ""} options={statuses} onChange={(status) => change({ status })} /></div></div>
      {problem && <Problemed error={problem} />}
      <div className="scroll"><table className="reports" data-testid="reports">
        <thead>{table.getHeaderGroups().map((g) => <tr key={g.id}>{g.headers.map((h) => (
          <th key={h.id} scope="col" aria-sort={h.column.getIsSorted() === "asc" ? "ascending" : h.column.getIsSorted() === "desc" ? "descending" : undefined}>
            {h.column.getCanSort() ? <button className="quiet" onClick={h.column.getToggleSortingHandler()}>{flexRender(h.column.columnDef.header, h.getContext())}{{ asc: " ↑", desc: " ↓" }[h.column.getIsSorted() as string] ?? ""}</button> : flexRender(h.column.columnDef.header, h.getContext()) || <span className="visually-hidden">Actions</span>}
          </th>))}</tr>)}</thead>
        <tbody>{table.getRowModel().rows.map((row) => <tr key={row.id} data-report={row.id}>{row.getVisibleCells().map((c) => <td key={c.id} data-label={typeof c.column.columnDef.header === "string" ? c.column.columnDef.header : ""}>{flexRender(c.column.columnDef.cell, c.getContext())}</td>)}</tr>)}</tbody>
      </table></div>
      {table.getRowModel().rows.length === 0 && <p className="soft">No report fits. <button className="link" onClick={() => change({ q: null, status: null })}>Show all</button></p>}
    </section>
  );
}

// Name leads to what a reader comes for: the results of the latest run, where there are any.
const Name = ({ of: r }: { of: Report & { runs: RunView[] } }) => (
  <div><Link href={r.status === "completed" && r.latest_run ? runPath(r.latest_run, "truth") : "/analysis/" + encodeURIComponent(r.id)}><strong>{r.preview?.company || r.preview?.title || r.filename}</strong></Link>
    <p className="small soft">{[r.preview?.company ? r.preview.title : "", r.preview?.period && !r.preview.title.includes(r.preview.period) ? r.preview.period : "", r.filename, bytes(r.bytes)].filter(Boolean).join(" · ")}</p></div>
);

const Runs = ({ of: runs }: { of: RunView[] }) => (
  <ul className="stack tight small">{runs.slice(0, 4).map((x) => (
    <li key={x.id} className="row"><Link href={runPath(x.id, x.status === "completed" ? "truth" : "")}>{day(x.requested_at)}</Link>
      {x.status === "completed" ? verdictClasses.filter((c) => x.verdicts[c]).map((c) => <Link key={c} href={runPath(x.id, "truth") + "?show=claims&verdict=" + c} className={"pill " + c}>{x.verdicts[c].toLocaleString("en")} {words(c).toLowerCase()}</Link>) : <Pill of={x.status} />}</li>
  ))}{runs.length > 4 && <li className="soft">and {runs.length - 4} more</li>}</ul>
);

function Actions({ of: r, act }: { of: Report & { runs: RunView[] }; act: (what: () => Promise<unknown>) => Promise<void> }) {
  const [, go] = useLocation();
  const ask = useRef<HTMLDialogElement>(null);
  const id = encodeURIComponent(r.id);
  const unread = r.status === "error" && !r.latest_run;
  return (
    <div className="row">
      {["parsed", "completed", "error"].includes(r.status) && !unread && <button className={r.runs.length ? "" : "primary"} onClick={() => act(async () => go(runPath((await send<{ run_id: string }>("POST", `/analysis/${id}/start`)).run_id)))}>{r.status === "error" ? "Retry Analysis" : r.runs.length ? "Analyse again" : "Begin Analysis"}</button>}
      {unread && <button onClick={() => act(() => send("POST", `/reports/${id}/retry`))}>Read again</button>}
      <button className="quiet danger" onClick={() => ask.current?.showModal()} aria-label={"Delete " + r.filename}>Delete</button>
      <dialog ref={ask} aria-label="Delete the report?"><div className="stack"><p>Delete <strong>{r.filename}</strong> with {count(r.runs.length, "run")} and all that derives from them? This cannot be undone.</p>
        <form method="dialog" className="row"><button>Keep it</button><button className="danger" onClick={() => act(() => send("DELETE", `/reports/${id}`))}>Delete</button></form></div></dialog>
    </div>
  );
}
