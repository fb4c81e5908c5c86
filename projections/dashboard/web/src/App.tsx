// The frame of all views: what is always there, which view an address names, and the help on keys.

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { useKeys } from "./keys.ts";
import { Mishap } from "./parts/Mishap.tsx";
import { theme, toggleTheme } from "./parts/theme.ts";
import { Analysis } from "./views/Analysis.tsx";
import { Home } from "./views/Home.tsx";
import { RunShell } from "./views/RunShell.tsx";

const Knowledge = lazy(() => import("./views/Knowledge.tsx"));
const Operations = lazy(() => import("./views/Operations.tsx"));

const places = [["/", "Reports"], ["/knowledge", "Knowledge"], ["/operations", "Operations"]] as const;

export function App() {
  const [path] = useLocation();
  const help = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const [dark, setDark] = useState(theme() === "dark");
  useKeys({
    "?": () => help.current?.showModal(),
    "/": () => document.querySelector<HTMLInputElement>("[data-search]")?.focus(),
    Escape: () => (document.activeElement as HTMLElement | null)?.matches?.("[data-search]") && (document.activeElement as HTMLElement).blur(),
  });
  const here = (to: string) => (to === "/" ? path === "/" || path.startsWith("/runs") || path.startsWith("/analysis") : path.startsWith(to));
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [path.split("/").slice(0, 4).join("/")]); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <>
      <a className="skip" href="#main" onClick={(e) => { e.preventDefault(); main.current?.focus(); }}>Skip to the content</a>
      <header className="top">
        <Link className="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M2 16C8 6 24 6 30 16 24 26 8 26 2 16Z" /><circle cx="16" cy="16" r="5" /></svg>Sibyl</Link>
        <nav aria-label="Main">{places.map(([to, name]) => <Link key={to} href={to} aria-current={here(to) ? "page" : undefined}>{name}</Link>)}</nav>
        <div className="end">
          <span id="link-slot" />
          <button className="quiet" onClick={() => { toggleTheme(); setDark(theme() === "dark"); }} aria-label={dark ? "Light colours" : "Dark colours"}>{dark ? "Light" : "Dark"}</button>
          <button className="quiet" onClick={() => help.current?.showModal()} aria-label="Help on keys">?</button>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Mishap at={path}><Suspense fallback={<div className="empty">Loading …</div>}>
          <Switch>
            <Route path="/"><Home /></Route>
            <Route path="/analysis/:report">{(p) => <Analysis report={p.report} />}</Route>
            <Route path="/runs/:run/:part?">{(p) => <RunShell key={p.run} run={p.run} part={p.part ?? ""} />}</Route>
            <Route path="/knowledge"><Knowledge /></Route>
            <Route path="/operations"><Operations /></Route>
            <Route><Redirect to="/" replace /></Route>
          </Switch>
        </Suspense></Mishap>
      </main>
      <dialog ref={help} aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <dl className="keys">
          <dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next and previous in a list, or page of the report</dd><dt><kbd>Enter</kbd></dt><dd>open it</dd>
          <dt><kbd>Esc</kbd></dt><dd>close what is open</dd><dt><kbd>/</kbd></dt><dd>search</dd>
          <dt><kbd>1</kbd> to <kbd>4</kbd></dt><dd>the views of a run</dd><dt><kbd>Space</kbd></dt><dd>pause or go on, while a run is watched or played back</dd><dt><kbd>?</kbd></dt><dd>this help</dd>
        </dl>
        <form method="dialog"><button className="primary">Close</button></form>
      </dialog>
    </>
  );
}
