// How many verdicts there are of each kind, and how much of each pillar is there: what is pressed is what the list shows.

import { useQuery } from "../links.ts";
import type { RunStore } from "../run/store.ts";
import { pillars, verdictClasses, words } from "../words.ts";
import { CoverageBar, coverageWords } from "./Bits.tsx";

export function Totals({ store, chosen = "", brief = false }: { store: RunStore; chosen?: string; brief?: boolean }) {
  const [, change] = useQuery();
  const tally = new Map<string, number>();
  for (const v of store.shown.verdicts.values()) tally.set(v.verdict, (tally.get(v.verdict) ?? 0) + 1);
  return (
    <div className={brief ? "totals brief" : "totals"} role="group" aria-label="Verdicts" data-testid="totals">{verdictClasses.map((c) => (
      <button key={c} className={c} aria-pressed={chosen === c} onClick={() => change({ show: "claims", verdict: chosen === c ? null : c, claim: null }, false)}><strong>{(tally.get(c) ?? 0).toLocaleString("en")}</strong><span className="goes">{words(c)}</span></button>
    ))}</div>
  );
}

export function Pillars({ store, chosen = "" }: { store: RunStore; chosen?: string }) {
  const [, change] = useQuery();
  const c = store.shown.coverage;
  const known = pillars.filter((p) => c[p]);
  return (
    <section className="panel stack" aria-labelledby="h-pillars"><h2 id="h-pillars">Compared with IFRS S1 and S2</h2>
      {known.length === 0 && <p className="soft">{store.shown.ended ? "The report was not compared." : "Not compared yet."}</p>}
      <div className="pillars" data-testid="pillars">{known.map((p) => (
        <button key={p} className="pillar" aria-pressed={chosen === p} onClick={() => change({ show: "disclosures", pillar: chosen === p ? null : p }, false)}>
          <span className="row spread"><strong className="goes">{words(p)}</strong><span className="num">{c[p].percent === null ? "" : Math.round(c[p].percent!) + " %"}</span></span><CoverageBar of={c[p]} name={words(p)} /><span className="small soft">{coverageWords(c[p])}</span></button>
      ))}</div></section>
  );
}
