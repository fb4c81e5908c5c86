// Everything that people have said about a run, and what they say of it as a whole: the sign-off, the company's answer.

import { useEffect } from "react";
import { Link } from "wouter";
import { claimPath, runPath } from "../links.ts";
import { Listed, Remarks } from "../parts/Remarks.tsx";
import type { RunStore } from "../run/store.ts";
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
        <ul className="stack tight small">{rulings.map((v) => <li key={v.claim_id}><strong>{v.override!.by}</strong>: <Link href={claimPath(store.id, v.claim_id)}>{words(v.verdict)}</Link> <span className="soft">{v.override!.reason}</span></li>)}</ul></section>}
    </section>
  );
}

function About({ store, r }: { store: RunStore; r: Remark }) {
  if (r.part === "claim") return <Link href={claimPath(store.id, r.of)}>a claim</Link>;
  if (r.part === "matter") return <Link href={runPath(store.id, "truth") + "?open=" + encodeURIComponent(r.of)}>{store.doc?.matters?.find((m) => m.id === r.of)?.title ?? "a matter"}</Link>;
  return <span className="soft">{words(r.part).toLowerCase()} {r.of}</span>;
}
