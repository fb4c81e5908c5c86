// The report in its pages, with what is claimed and what was read marked where it stands, linked both ways.

import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useKeys } from "../keys.ts";
import { useQuery } from "../links.ts";
import { Choice, Problemed } from "../parts/Bits.tsx";
import { openReport, type PDFDocumentProxy } from "../pdf/engine.ts";
import { Finder } from "../pdf/find.ts";
import { Paper, type Mark } from "../pdf/Paper.tsx";
import type { RunStore } from "../run/store.ts";
import { failedChecks, printedFigure } from "../say.ts";
import type { Fact, Rect } from "../types.ts";
import { count, leftOut, words } from "../words.ts";
import { PageSide } from "./PageSide.tsx";

const points = 96 / 72;

// Spot is what of a page is to be in sight: from top to bottom if there is room for that, else from at.
interface Spot { page: number; at: number; top: number; bottom: number }

export default function Pages({ store }: { store: RunStore }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [error, setError] = useState("");
  const report = store.view!.report_id;
  useEffect(() => {
    const task = openReport(report);
    task.promise.then(setPdf, (e) => setError(e?.name === "AbortException" ? "" : "The file of the report cannot be shown: " + (e?.message ?? e)));
    return () => { setPdf(null); void task.destroy(); };
  }, [report]);
  if (error) return <Problemed error={error} />;
  return pdf ? <Viewer store={store} pdf={pdf} /> : <div className="empty">Loading the report's file …</div>;
}

function useMarks(store: RunStore, show: string, colour: string, fact: string, cited: Set<string>): Map<number, Mark[]> {
  const r = store.shown;
  return useMemo(() => {
    const by = new Map<number, Mark[]>();
    const add = (page: number, m: Mark) => { const l = by.get(page); if (l) l.push(m); else by.set(page, [m]); };
    if (show !== "facts") {
      for (const c of r.claims.values()) {
        if (!c.anchored) continue; // nothing is marked that is not the claim
        const v = r.verdicts.get(c.id);
        add(c.page, { id: c.id, kind: "claim", rects: c.quote.rects, tone: colour === "verdict" ? "by-verdict " + (v?.verdict ?? "waiting") : c.type, label: `${words(c.type)} claim${v ? ", " + words(v.verdict).toLowerCase() : ""}: ${c.text}` });
      }
    }
    for (const f of store.doc?.facts ?? []) {
      if (show === "facts" || f.id === fact || cited.has(f.id)) add(f.page, { id: f.id, kind: "fact", rects: [f.rect], tone: "by-verdict open", label: `${words(f.metric)}: ${printedFigure(f)}, ${f.period}` });
    }
    for (const [i, s] of (store.doc?.report.suspicious_content ?? store.report?.preview?.suspicious_content ?? []).entries()) {
      if (s.page && s.rect?.some((x) => x !== 0)) add(s.page, { id: "hidden" + i, kind: "hidden", rects: [s.rect], tone: "", label: `Hidden from readers and not analysed: ${s.why}` });
    }
    return by;
  }, [r, store.doc, store.report, store.version, show, colour, fact, cited]); // eslint-disable-line react-hooks/exhaustive-deps
}

// decisive names the figures that decide about the claim that is chosen: those that the checks rest on which failed, or a
// check that the address names.
function decisive(store: RunStore, claim: string, check: string): Set<string> {
  const r = store.shown;
  const checks = [...failedChecks(r, r.findings.get(claim) ?? []), r.checks.get(check)].filter((c) => c !== undefined);
  return new Set(checks.flatMap((c) => c.inputs.map((i) => i.fact_id)).filter(Boolean));
}

// around is what a reader must see to follow what is marked: the mark, the figures of that page which decide about it, and
// of a figure in a table the head, which says what is counted in which unit.
function around(facts: Fact[], page: number, marked: Rect[], cited: Set<string>): Omit<Spot, "page"> {
  if (marked.length === 0) return { at: 0, top: 0, bottom: 0 };
  const here = facts.filter((f) => f.page === page);
  const seen = [...marked, ...here.filter((f) => cited.has(f.id)).map((f) => f.rect)];
  const tops = seen.map((m) => {
    const f = here.find((x) => x.source === "table" && x.rect[0] < m[2] && m[0] < x.rect[2] && x.rect[1] < m[3] && m[1] < x.rect[3]);
    if (!f) return m[1];
    const row = f.rect[3] - f.rect[1];
    let top = f.rect[1];
    for (let next = top; ; top = next) { // up the rows of the table
      next = Math.min(...here.filter((x) => x.source === "table" && x.rect[1] < top && x.rect[3] > top - 2 * row).map((x) => x.rect[1]), top);
      if (next === top) break;
    }
    return top - headed * row;
  });
  return { at: marked[0][1], top: Math.max(0, Math.min(...tops)), bottom: Math.max(...seen.map((m) => m[3])) };
}

// fitting is by how much pages that fill the width have to be smaller for a spot to be in sight as a whole: not at all where
// words would become too small to be read.
function fitting(s: Spot, scale: number, room: number): number {
  const by = room / Math.max(1, (s.bottom - s.top) * scale);
  return by < 1 && by * scale >= 0.9 ? by : 1;
}

const margin = 24; // pixels around what is to be in sight
const headed = 4; // rows of a table that its heads, its unit and its title take

function notes(store: RunStore): Map<number, string> {
  const from = store.doc?.report ?? store.report?.preview;
  const out = new Map<number, string>();
  for (const n of from?.not_analysed ?? []) out.set(n.page, "Not analysed: " + leftOut(n.reason));
  for (const n of from?.pages_ocr ?? []) out.set(n, "This page is a picture; its text was recognised and may be misread.");
  return out;
}

function Viewer({ store, pdf }: { store: RunStore; pdf: PDFDocumentProxy }) {
  const [query, change] = useQuery();
  const claim = query.get("claim") ?? "";
  const fact = query.get("fact") ?? "";
  const show = query.get("show") ?? "claims";
  const colour = query.get("colour") ?? "type";
  const find = query.get("find") ?? "";
  const sheet = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(0); // per cent; 0 fits the width, and what was asked for the height
  const [[wide, tall], setRoom] = useState([800, 600]);
  const [evidence, setEvidence] = useState<Spot | null>(null);
  const [sizes, setSizes] = useState<Record<number, [number, number]>>({});
  const usual = sizes[1] ?? Object.values(sizes)[0] ?? [595, 842];
  const size = (n: number) => sizes[n] ?? usual;
  const width = (n: number) => Math.max(0.3, (wide - 36) / size(n)[0]);
  const fit = evidence ? fitting(evidence, width(evidence.page), tall - margin) : 1;
  const scaleOf = (n: number) => (zoom ? (zoom / 100) * points : width(n) * fit);
  const check = query.get("check") ?? "";
  const cited = useMemo(() => decisive(store, claim, check), [store.doc, store.version, claim, check]); // eslint-disable-line react-hooks/exhaustive-deps
  const marks = useMarks(store, show, colour, fact, cited);
  const left = useMemo(() => notes(store), [store.doc, store.report]); // eslint-disable-line react-hooks/exhaustive-deps
  const goal = useRef<Spot | null>(null);
  const list = useVirtualizer({ count: pdf.numPages, getScrollElement: () => sheet.current, estimateSize: (i) => size(i + 1)[1] * scaleOf(i + 1), gap: 14, overscan: 1, useFlushSync: false });
  useEffect(() => {
    const watch = new ResizeObserver(() => sheet.current && setRoom([sheet.current.clientWidth, sheet.current.clientHeight]));
    if (sheet.current) watch.observe(sheet.current);
    return () => watch.disconnect();
  }, []);
  const onSize = useCallback((n: number, w: number, h: number) => setSizes((s) => (s[n]?.[0] === w && s[n]?.[1] === h ? s : { ...s, [n]: [w, h] })), []);
  const settle = useCallback(() => {
    const g = goal.current;
    if (!g || !sheet.current) return;
    const offset = list.getOffsetForIndex(g.page - 1, "start");
    if (!offset) return;
    const [scale, room] = [scaleOf(g.page), sheet.current.clientHeight - margin];
    // What stands above comes along as far as the end stays in sight; of what is larger than the window, the mark itself counts.
    const from = (g.bottom - g.at) * scale > room ? g.at * scale - 120 : Math.min(g.at * scale - 120, Math.max(g.top * scale, g.bottom * scale - room));
    sheet.current.scrollTop = offset[0] + Math.max(0, from);
  }, [list, sizes, zoom, wide, tall, fit]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => { list.measure(); settle(); }, [sizes, zoom, wide, tall, fit]); // eslint-disable-line react-hooks/exhaustive-deps
  const to = useCallback((page: number, spot = { at: 0, top: 0, bottom: 0 }) => {
    goal.current = { page: Math.max(1, Math.min(pdf.numPages, page)), ...spot };
    settle();
    requestAnimationFrame(settle);
  }, [pdf.numPages, settle]);
  // The address says where to be: at a claim, a figure, or a page.
  const asked = [query.get("page"), claim, fact].join("|");
  const ready = store.shown.claims.size > 0;
  useEffect(() => {
    const c = store.shown.claims.get(claim);
    const f = store.doc?.facts.find((x) => x.id === fact);
    const page = Number(query.get("page")) || (f?.page ?? c?.page ?? 0);
    const marked = f ? (f.page === page ? [f.rect] : []) : c?.page === page ? c.quote.rects : [];
    if (!page) return;
    const spot = around(store.doc?.facts ?? [], page, marked, cited);
    setEvidence({ page, ...spot });
    to(page, spot);
  }, [asked, ready]); // eslint-disable-line react-hooks/exhaustive-deps
  const shown = list.getVirtualItems();
  const top = (sheet.current?.scrollTop ?? 0) + 150;
  const current = (shown.find((r) => r.start + r.size > top) ?? shown.at(-1))?.index ?? 0;
  const choose = useCallback((m: Mark) => change(m.kind === "fact" ? { fact: m.id, claim: null, page: null } : m.kind === "claim" ? { claim: m.id, fact: null, page: null } : {}), [change]);
  useKeys({ Escape: () => change({ claim: null, fact: null }), ArrowRight: () => to(current + 2), ArrowLeft: () => to(current), "+": () => setZoom(Math.min(300, (zoom || 100) + 25)), "-": () => setZoom(Math.max(50, (zoom || 100) - 25)), "0": () => setZoom(0) });
  return (
    <div className="pages" data-testid="pages">
      <PageSide store={store} current={current + 1} />
      <div className="side">
        <div className="tools panel">
          <button onClick={() => to(current)} disabled={current === 0} aria-label="Previous page">‹</button>
          <label>Page <input type="number" min={1} max={pdf.numPages} key={current} defaultValue={current + 1} data-testid="page-box" onKeyDown={(e) => e.key === "Enter" && to(Number(e.currentTarget.value))} /> of {pdf.numPages}</label>
          <button onClick={() => to(current + 2)} disabled={current + 1 >= pdf.numPages} aria-label="Next page">›</button>
          <label>Zoom <select value={zoom} onChange={(e) => setZoom(Number(e.target.value))}><option value={0}>fit</option>{[50, 75, 100, 125, 150, 200, 250, 300].map((z) => <option key={z} value={z}>{z} %</option>)}</select></label>
          <Choice label="Marks " value={show === "claims" ? "" : show} all="claims" options={["facts"]} onChange={(v) => change({ show: v })} />
          {show === "claims" && <Choice label="Colours " value={colour === "type" ? "" : colour} all="type of claim" options={["verdict"]} onChange={(v) => change({ colour: v })} />}
          <Find pdf={pdf} value={find} onChange={(v) => change({ find: v })} go={to} />
        </div>
        <div className="sheet" ref={sheet} tabIndex={0} role="region" aria-label="Pages of the report" onWheel={() => { goal.current = null; }} onTouchMove={() => { goal.current = null; }} onKeyDown={() => { goal.current = null; }} onPointerDown={() => { goal.current = null; }}>
          <div style={{ height: list.getTotalSize(), position: "relative", minWidth: "min-content" }}>
            {shown.map((row) => {
              const n = row.index + 1;
              const [w, h] = size(n);
              return <div key={row.key} style={{ position: "absolute", top: row.start, left: 0, right: 0 }}>
                <Paper pdf={pdf} number={n} scale={scaleOf(n)} width={w} height={h} marks={marks.get(n) ?? none} chosen={fact || claim} note={left.get(n) ?? ""} find={find} onMark={choose} onSize={onSize} /></div>;
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

const none: Mark[] = [];

function Find({ pdf, value, onChange, go }: { pdf: PDFDocumentProxy; value: string; onChange: (v: string) => void; go: (page: number) => void }) {
  const finder = useMemo(() => new Finder(pdf), [pdf]);
  const [found, setFound] = useState<{ pages: number[]; done: number; at: number }>({ pages: [], done: 0, at: -1 });
  useEffect(() => {
    let gone = false;
    setFound({ pages: [], done: 0, at: -1 });
    if (value.trim().length < 2) return;
    const timer = setTimeout(() => void finder.search(value, (pages, done) => !gone && setFound((f) => ({ ...f, pages, done })), () => gone), 200);
    return () => { gone = true; clearTimeout(timer); };
  }, [value, finder]);
  const step = (by: number) => {
    if (found.pages.length === 0) return;
    const at = (found.at + by + found.pages.length) % found.pages.length;
    setFound({ ...found, at });
    go(found.pages[at]);
  };
  return (
    <><label>Search <input type="search" data-search value={value} onChange={(e) => onChange(e.target.value)} onKeyDown={(e) => e.key === "Enter" && step(e.shiftKey ? -1 : 1)} /></label>
      {value.trim().length >= 2 && <><span className="small soft" role="status" data-testid="found">{found.pages.length ? `on ${count(found.pages.length, "page")}${found.at >= 0 ? `, now page ${found.pages[found.at]}` : ""}` : found.done < pdf.numPages ? `${found.done} of ${pdf.numPages} pages searched` : "not found"}</span><button onClick={() => step(-1)} aria-label="Previous hit" disabled={!found.pages.length}>↑</button><button onClick={() => step(1)} aria-label="Next hit" disabled={!found.pages.length}>↓</button></>}</>
  );
}
