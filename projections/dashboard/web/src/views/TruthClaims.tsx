// All claims with their verdicts. Filters stand in the address; a set of them can be kept under a name.

import { useMemo, useState } from "react";
import { useKeys } from "../keys.ts";
import { claimPath, useQuery } from "../links.ts";
import { Choice, Search } from "../parts/Bits.tsx";
import { ClaimCard } from "../parts/ClaimCard.tsx";
import { Detail } from "../parts/Detail.tsx";
import { VirtualList } from "../parts/VirtualList.tsx";
import type { RunStore } from "../run/store.ts";
import { say } from "../say.ts";
import { claimTypes, count, pillars, priorities, specialists, verdictClasses } from "../words.ts";
import { byPage } from "./Investigation.tsx";
import { Totals } from "../parts/Totals.tsx";

const filters = ["verdict", "type", "priority", "agent", "pillar", "q", "sort"] as const;

export function Claims({ store }: { store: RunStore }) {
  const [query, change] = useQuery();
  const r = store.shown;
  const f = Object.fromEntries(filters.map((k) => [k, query.get(k) ?? ""])) as Record<(typeof filters)[number], string>;
  const claim = query.get("claim") ?? "";
  const close = () => change({ claim: null });
  useKeys({ Escape: claim ? close : undefined });
  const key = filters.map((k) => f[k]).join("|");
  const list = useMemo(() => {
    const q = f.q.toLowerCase();
    const kept = [...r.claims.values()].filter((c) => {
      const v = r.verdicts.get(c.id);
      return (!f.verdict || v?.verdict === f.verdict) && (!f.type || c.type === f.type) && (!f.priority || c.priority === f.priority) && (!f.pillar || c.paragraphs.some((p) => p.pillar === f.pillar)) &&
        (!f.agent || (r.findings.get(c.id) ?? []).some((x) => x.agent === f.agent)) && (!q || [c.text, v?.reasoning, ...c.paragraphs.map((p) => p.id)].join(" ").toLowerCase().includes(q));
    });
    const rank = (id: string) => { const v = r.verdicts.get(id); return v ? verdictClasses.indexOf(v.verdict) : 9; };
    return kept.sort(f.sort === "page" ? byPage : (a, b) => rank(a.id) - rank(b.id) || byPage(a, b));
  }, [r, store.version, key]); // eslint-disable-line react-hooks/exhaustive-deps
  const keep = Object.fromEntries(query);
  const href = (id: string) => { const q = new URLSearchParams({ ...keep, claim: id }); return claimPath(store.id, id).split("?")[0] + "?" + q; };
  return (
    <div className="stack">
      <Totals store={store} chosen={f.verdict} />
      <div className="split claims-split">
        <section className="panel stack" aria-labelledby="h-claims">
          <div className="row spread"><h2 id="h-claims">Claims</h2><span className="soft small" role="status" data-testid="claim-count">{list.length.toLocaleString("en")} of {count(r.claims.size, "claim")}</span></div>
          <div className="filters" data-testid="filters"><Search value={f.q} onChange={(q) => change({ q })} hint="words, paragraph" /><Choice label="Type" value={f.type} options={claimTypes} onChange={(type) => change({ type })} /><Choice label="Priority" value={f.priority} options={priorities} onChange={(priority) => change({ priority })} />
            <Choice label="Agent" value={f.agent} options={specialists} onChange={(agent) => change({ agent })} /><Choice label="Pillar" value={f.pillar} options={pillars} onChange={(pillar) => change({ pillar })} /><Choice label="Order" value={f.sort} all="what matters first" options={["page"]} onChange={(sort) => change({ sort })} />
            <SavedViews /></div>
          <VirtualList items={list} id={(c) => c.id} label="Claims" estimate={150} current={claim} keys onOpen={(c) => change({ claim: c.id })} testid="claims" empty={<>No claim fits. <button className="link" onClick={() => change(Object.fromEntries(filters.map((k) => [k, null])))}>Show all</button></>}>
            {(c, on) => { const v = r.verdicts.get(c.id); return <ClaimCard run={store.id} claim={c} verdict={v} standing={r.standing.get(c.id)} current={on && c.id === claim} href={href(c.id)} saying={v && say(r, c, v).short} />; }}
          </VirtualList>
        </section>
        <aside className={"panel aside scroll" + (claim ? " chosen" : "")} aria-label="The claim that is chosen" tabIndex={0}>
          {claim ? <Detail store={store} claim={claim} onClose={close} /> : <p className="empty">Choose a claim to read its evidence. <kbd>j</kbd> and <kbd>k</kbd> go through the list, <kbd>Enter</kbd> opens.</p>}
        </aside>
      </div>
    </div>
  );
}

type Saved = { name: string; query: string }[];

function SavedViews() {
  const [, change] = useQuery();
  const [saved, setSaved] = useState<Saved>(() => JSON.parse(localStorage.getItem("views") ?? "[]") as Saved);
  const [name, setName] = useState("");
  const store = (list: Saved) => { setSaved(list); localStorage.setItem("views", JSON.stringify(list)); };
  const use = (v: string) => {
    const found = saved.find((s) => s.name === v);
    if (found) change({ ...Object.fromEntries(filters.map((k) => [k, null])), ...Object.fromEntries(new URLSearchParams(found.query)) });
  };
  const save = () => {
    const q = new URLSearchParams(location.search);
    q.delete("claim");
    q.delete("show");
    store([...saved.filter((s) => s.name !== name), { name, query: q.toString() }]);
    setName("");
  };
  return (
    <details className="saved"><summary>Saved views{saved.length > 0 ? ` (${saved.length})` : ""}</summary>
      <div className="row">{saved.map((s) => <span key={s.name} className="row"><button onClick={() => use(s.name)}>{s.name}</button><button className="quiet" aria-label={"Forget " + s.name} onClick={() => store(saved.filter((x) => x !== s))}>×</button></span>)}
        <label>Name <input value={name} maxLength={60} onChange={(e) => setName(e.target.value)} /></label><button disabled={!name.trim()} onClick={save}>Save this view</button></div></details>
  );
}
