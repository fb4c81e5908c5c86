// What the views of one run have in common: its name, its state, the connection, and the way from one to the next.

import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "wouter";
import { useKeys } from "../keys.ts";
import { runPath } from "../links.ts";
import { Dot, Pill, Problemed, showCurrent } from "../parts/Bits.tsx";
import { useRun, type RunStore } from "../run/store.ts";
import { Problem, send } from "../server.ts";
import { count, day, words } from "../words.ts";
import { Investigation } from "./Investigation.tsx";

const Pages = lazy(() => import("./Pages.tsx"));
const Truth = lazy(() => import("./Truth.tsx"));
const Ledger = lazy(() => import("./Ledger.tsx"));

const parts = [["", "Investigation"], ["truth", "Source of Truth"], ["pages", "Report pages"], ["ledger", "Ledger"]] as const;

export function RunShell({ run, part, place }: { run: string; part: string; place?: string }) {
  const store = useRun(run, part !== "ledger");
  const [, go] = useLocation();
  useKeys(Object.fromEntries(parts.map(([name], i) => [String(i + 1), () => go(runPath(run, name))])));
  const view = store.view;
  useEffect(() => {
    document.title = [view?.company || view?.filename, "Sibyl"].filter(Boolean).join(" · ");
    return () => { document.title = "Sibyl"; };
  }, [view?.company, view?.filename]);
  if (store.error && !view) {
    return <div className="stack"><Problemed error={store.error.status === 404 ? "There is no such run. It may have been deleted with its report." : store.error.message} again={store.error.status === 404 ? undefined : () => void store.open()} /><p><Link href="/">All reports</Link></p></div>;
  }
  if (!view) return <div className="empty">Loading the run …</div>;
  return (
    <div data-testid="run" data-run={run} data-status={view.status}>
      <Subject store={store} />
      <nav className="tabs" aria-label="Views of the run" key={part} ref={showCurrent}>
        {parts.map(([name, label]) => <Link key={name} href={runPath(run, name)} aria-current={(place === undefined ? part : "") === name ? "page" : undefined}>{label}</Link>)}
      </nav>
      <LinkState store={store} />
      <Notices store={store} />
      <Suspense fallback={<div className="empty">Loading …</div>}>
        {part === "truth" ? <Truth store={store} /> : part === "pages" ? <Pages store={store} /> : part === "ledger" ? <Ledger store={store} /> : <Investigation store={store} />}
      </Suspense>
    </div>
  );
}

function Subject({ store }: { store: RunStore }) {
  const v = store.view!;
  const p = store.report?.preview;
  const title = store.doc?.report.title || p?.title || v.filename;
  const read = store.doc?.report ?? p;
  return (
    <header className="subject">
      <div className="row"><h1 data-testid="subject">{v.company || p?.company || title}</h1><Pill of={v.status} /></div>
      <p className="soft" data-testid="about">
        {[title, title.includes(v.period) ? "" : v.period, read && `${read.pages_read} of ${count(read.pages, "page")} read`, read?.frameworks?.length ? "written to " + read.frameworks.join(", ") : "", "analysed " + day(v.requested_at), v.mode !== "live" ? words(v.mode) + " replay" : ""].filter(Boolean).join(" · ")}{" · "}<Link href={`/analysis/${encodeURIComponent(v.report_id)}?preview`}>about this report</Link>
      </p>
    </header>
  );
}

const linkWords = { off: "", connecting: "Connecting …", behind: "Catching up …", live: "Live", lost: "Connection lost" } as const;

function LinkState({ store }: { store: RunStore }) {
  const slot = document.getElementById("link-slot");
  const state = store.behind ? "behind" : store.link;
  const text = store.behind ? `${count(store.waiting.length, "event")} behind` : state === "live" && store.view?.status !== "analyzing" ? "Connected" : linkWords[store.link];
  return slot && text ? createPortal(<span className={"link-state " + state} role="status" data-testid="link"><Dot /><span className={state === "live" ? "label" : ""}>{text}</span></span>, slot) : null;
}

function Notices({ store }: { store: RunStore }) {
  const [, go] = useLocation();
  const [busy, setBusy] = useState("");
  const v = store.view!;
  const successor = v.successors.at(-1);
  const again = async () => {
    setBusy("…");
    try {
      const { run_id } = await send<{ run_id: string }>("POST", `/analysis/${encodeURIComponent(v.report_id)}/start`);
      go(runPath(run_id));
    } catch (error) {
      setBusy(error instanceof Problem ? error.message : String(error));
    }
  };
  const failedSections = v.progress.sections_failed ?? [];
  return (
    <div className="stack tight notices">
      {store.link === "lost" && <div className="notice open" role="status">The connection is lost. What is shown is as of the last event; it goes on by itself when the server answers.</div>}
      {store.note && <div className="notice error" role="alert">{store.note}</div>}
      {store.error && <Problemed error={store.error.message} again={() => { store.error = null; void store.open(); }} />}
      {v.status === "error" && (
        <div className="notice error stack tight" role="alert" data-testid="run-error">
          <strong>The analysis ended in error.</strong><span>{v.error || v.failure || "No reason was given."}</span>
          <div className="row">
            {successor ? <Link className="button primary" href={runPath(successor)}>Follow the run that took over</Link> : <button className="primary" onClick={again} disabled={busy === "…"}>Retry Analysis</button>}
            <Link className="button" href="/?upload">Re-upload</Link>{busy && busy !== "…" && <span>{busy}</span>}
          </div>
        </div>
      )}
      {failedSections.length > 0 && (
        <details className="notice open" data-testid="failed-sections"><summary>{count(failedSections.length, "section")} of the report could not be worked on; everything else stands</summary>
          <ul>{failedSections.map((f, i) => { const at = v.progress.section_pages?.find((s) => s.section === f.section); return <li key={i}>Section {f.section}{at ? `, pages ${at.page_from} to ${at.page_to}` : ""}: {f.error}</li>; })}</ul></details>
      )}
      {v.status === "completed" && store.state.claims.size === 0 && store.doc && (
        <div className="notice open" data-testid="no-claims">No claim was found in this report. {store.doc.report.pages_read < store.doc.report.pages ? `${store.doc.report.pages - store.doc.report.pages_read} of its ${store.doc.report.pages} pages could not be read; see what was left out under Report pages.` : "It may hold no statement that can be checked."}</div>
      )}
      {v.dead_letters > 0 && <div className="notice open">{count(v.dead_letters, "event")} of this run {v.dead_letters === 1 ? "was" : "were"} given up on. <Link href={"/operations?run=" + encodeURIComponent(store.id)}>Look at them</Link></div>}
    </div>
  );
}
