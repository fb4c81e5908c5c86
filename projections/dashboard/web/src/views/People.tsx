// Everything that people have said about a run, and what they say of it as a whole: the sign-off, the company's answer.

import { useEffect } from "react";
import { Link } from "wouter";
import { claimPath, pagesPath, runPath } from "../links.ts";
import { Listed, Remarks } from "../parts/Remarks.tsx";
import type { RunStore } from "../run/store.ts";
import { checkTitle } from "../say.ts";
import type { Remark } from "../types.ts";
import { words } from "../words.ts";

export function People({ store }: { store: RunStore }) {
  useEffect(() => { void store.readRemarks(); }, [store]);
  if (store.view?.status !== "completed") return <p className="notice analyzing">People have their say when the analysis is complete.</p>;
  const rulings = [...store.shown.verdicts.values()].filter((v) => v.override);
  const parts = (store.remarks ?? []).filter((r) => r.part !== "run" && r.action !== "withdraw");
  return (
    <section className="panel stack" aria-labelledby="h-people" data-testid="people"><h2 id="h-people">What people say</h2>
      <p className="soft">Nothing that the agents found changes by it: it stands beside, with its author and reason, in every export and replay.</p>
      <section className="stack tight" aria-labelledby="h-whole"><h3 id="h-whole">Of the whole analysis</h3><Remarks store={store} part="run" open /></section>
      {parts.length > 0 && <section className="stack tight" aria-labelledby="h-parts"><h3 id="h-parts">Of its parts</h3><Listed store={store} list={parts} named={(r) => <About store={store} r={r} />} /></section>}
      {rulings.length > 0 && <section className="stack tight" aria-labelledby="h-rulings"><h3 id="h-rulings">Rulings on claims</h3>
        <ul className="stack tight small">{rulings.map((v) => <li key={v.claim_id}><strong>{v.override!.by}</strong>: {words(v.verdict).toLowerCase()} is <Link href={claimPath(store.id, v.claim_id)}>{named(store, v.claim_id)}</Link> <span className="soft">{v.override!.reason}</span></li>)}</ul></section>}
    </section>
  );
}

// named is the beginning of what a claim says, with its page: nobody knows it by its id.
function named(store: RunStore, claim: string): string {
  const c = store.shown.claims.get(claim);
  if (!c) return "a claim";
  return `“${c.text.length > 80 ? c.text.slice(0, 80).replace(/\s+\S*$/, "") + "…" : c.text}” (page ${c.page})`;
}

function About({ store, r }: { store: RunStore; r: Remark }) {
  if (r.part === "claim") return <Link href={claimPath(store.id, r.of)}>{named(store, r.of)}</Link>;
  if (r.part === "matter") return <Link href={runPath(store.id, "truth") + "?open=" + encodeURIComponent(r.of)}>{store.doc?.matters?.find((m) => m.id === r.of)?.title ?? "a matter"}</Link>;
  if (r.part === "check") {
    const c = store.shown.checks.get(r.of);
    const page = c?.inputs.find((x) => x.page > 0)?.page;
    return c ? <span>the check “{checkTitle(c)}”{page ? <> on <Link href={pagesPath(store.id, { page, check: r.of })}>page {page}</Link></> : ""}</span> : <span className="soft">a check</span>;
  }
  if (r.part === "finding") {
    const f = [...store.shown.findings.values()].flat().find((x) => x.id === r.of);
    return f ? <span>what {words(f.agent).toLowerCase()} found{f.claim_id && <> on <Link href={claimPath(store.id, f.claim_id)}>{named(store, f.claim_id)}</Link></>}</span> : <span className="soft">a finding</span>;
  }
  const g = r.part === "gap" ? [...store.shown.gaps.values()].find((x) => x.id === r.of) : undefined;
  return g ? <Link href={runPath(store.id, "truth") + "?show=disclosures&q=" + encodeURIComponent(g.paragraph)}>what is missing of {g.paragraph}</Link> : <span className="soft">a {words(r.part).toLowerCase()}</span>;
}
