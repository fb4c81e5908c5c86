// The report's own arithmetic, done again: what does not add up first, with the working.

import { useMemo } from "react";
import { useQuery } from "../links.ts";
import { Choice, Of, Pill, Search, Tag } from "../parts/Bits.tsx";
import { Working } from "../parts/Detail.tsx";
import { VirtualList } from "../parts/VirtualList.tsx";
import type { RunStore } from "../run/store.ts";
import { checkSentence, checkTitle } from "../say.ts";
import { count, words } from "../words.ts";

const results = ["fail", "inconclusive", "pass"];
const severities: Record<string, number> = { critical: 0, warning: 1, info: 2 };

export function Figures({ store }: { store: RunStore }) {
  const [query, change] = useQuery();
  const r = store.shown;
  const [result, name, q] = ["result", "check", "q"].map((k) => query.get(k) ?? "");
  const all = useMemo(() => [...r.checks.values()].sort((a, b) => results.indexOf(a.result) - results.indexOf(b.result) || severities[a.severity] - severities[b.severity] || (a.id < b.id ? -1 : 1)), [r, store.version]); // eslint-disable-line react-hooks/exhaustive-deps
  const list = all.filter((c) => (!result || c.result === result) && (!name || c.name === name) && (!q || [c.message, c.working, ...c.inputs.map((i) => i.label)].join(" ").toLowerCase().includes(q.toLowerCase())));
  return (
    <section className="panel stack" aria-labelledby="h-figures">
      <div className="row spread"><h2 id="h-figures">Figures</h2><span className="soft small" role="status" data-testid="figure-count">{list.length.toLocaleString("en")} of {count(all.length, "check")}</span></div>
      <div className="filters"><Search value={q} onChange={(v) => change({ q: v })} /><Choice label="Result" value={result} options={results} onChange={(v) => change({ result: v })} /><Choice label="Check" value={name} options={[...new Set(all.map((c) => c.name))].sort()} onChange={(v) => change({ check: v })} /></div>
      <VirtualList items={list} id={(c) => c.id} label="Checks" estimate={170} keys testid="figures" empty="No check fits.">
        {(c) => <article className={"claim check " + c.result}><div className="row small"><Pill of={c.result}>{c.result === "fail" ? "Does not agree" : c.result === "pass" ? "Agrees" : "Left open"}</Pill><strong>{c.result === "fail" ? checkTitle(c) : words(c.name)}</strong><Tag>{words(c.severity)}</Tag>{c.explained_by_rounding && <Tag>rounding explains it</Tag>}</div>
          <p>{checkSentence(c)}</p><Working run={store.id} of={c} /><Of run={store.id} claim={r.claims.get(c.claim_id)} /></article>}
      </VirtualList>
    </section>
  );
}
