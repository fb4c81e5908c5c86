// Every event of the run in its one order, as it stands on the log: who, what, when, and what it follows from.

import { useEffect, useMemo, useState } from "react";
import { useQuery } from "../links.ts";
import { Choice, Problemed, Search } from "../parts/Bits.tsx";
import { VirtualList } from "../parts/VirtualList.tsx";
import { narrate } from "../run/describe.ts";
import type { RunStore } from "../run/store.ts";
import { call, Problem } from "../server.ts";
import type { FeedEvent } from "../types.ts";
import { agentOf, count, words } from "../words.ts";

interface Entry { seq: number; id: string; at: string; agent: string; kind: string; subject: string; causation: string; text: string }

export default function Ledger({ store }: { store: RunStore }) {
  const [query, change] = useQuery();
  const [entries, setEntries] = useState<Entry[]>([]);
  const [state, setState] = useState({ done: false, error: "" });
  const head = store.state.seq;
  useEffect(() => {
    let gone = false;
    const read = async () => {
      const all: Entry[] = [];
      try {
        for (let after = 0, end = false; !end && !gone;) {
          const page = await call<{ events: { seq: number; event: FeedEvent }[]; last_seq: number; at_end: boolean }>(`/runs/${encodeURIComponent(store.id)}/feed?after=${after}&limit=1000`);
          for (const { seq, event: e } of page.events) all.push({ seq, id: e.id, at: e.at, agent: agentOf(e.agent), kind: e.event ?? e.type, subject: e.subject, causation: e.causation ?? "", text: narrate(e) || e.subject });
          after = page.last_seq;
          end = page.at_end;
          if (!gone) setEntries([...all]);
        }
        if (!gone) setState({ done: true, error: "" });
      } catch (e) {
        if (!gone) setState({ done: true, error: e instanceof Problem ? e.message : String(e) });
      }
    };
    void read();
    return () => { gone = true; };
  }, [store.id, store.view?.status]);
  const [agent, kind, q] = ["agent", "kind", "q"].map((k) => query.get(k) ?? "");
  const agents = useMemo(() => [...new Set(entries.map((e) => e.agent))].sort(), [entries]);
  const kinds = useMemo(() => [...new Set(entries.map((e) => e.kind))].sort(), [entries]);
  const list = useMemo(() => {
    const low = q.toLowerCase();
    return entries.filter((e) => (!agent || e.agent === agent) && (!kind || e.kind === kind) && (!low || [e.subject, e.id, e.text].join(" ").toLowerCase().includes(low)));
  }, [entries, agent, kind, q]);
  const chosen = entries.find((e) => e.id === query.get("event"));
  return (
    <section className="panel stack" aria-labelledby="h-ledger">
      <div className="row spread"><h2 id="h-ledger">Ledger</h2><span className="small soft" role="status" data-testid="ledger-count" data-reading={state.done ? undefined : ""}>{state.done ? `${list.length.toLocaleString("en")} of ${count(entries.length, "event")}` : `${count(entries.length, "event")} of ${head.toLocaleString("en")} read`}</span></div>
      <p className="soft small">What happened, in the one order in which all viewers see it. <code>sibyl replay {store.id}</code> takes every step again from these events and names the first that comes out differently.</p>
      {state.error && <Problemed error={state.error} />}
      <div className="filters"><Search value={q} onChange={(v) => change({ q: v })} hint="subject, id, words" /><Choice label="Who" value={agent} options={agents} all="everybody" onChange={(v) => change({ agent: v })} /><Choice label="What" value={kind} options={kinds} all="everything" onChange={(v) => change({ kind: v })} /></div>
      {chosen && <div className="notice small"><dl className="numbers"><dt>Event</dt><dd className="mono">{chosen.id}</dd><dt>Subject</dt><dd className="mono">{chosen.subject}</dd><dt>Follows from</dt><dd className="mono">{chosen.causation ? <button className="link mono" onClick={() => change({ event: chosen.causation })}>{chosen.causation}</button> : "nothing: it began the run"}</dd><dt>At</dt><dd>{chosen.at}</dd></dl></div>}
      <VirtualList items={list} id={(e) => e.seq} label="Events" estimate={30} gap={0} className="ledger" keys current={chosen?.seq} onOpen={(e) => change({ event: e.id })} testid="ledger">
        {(e) => <div className="line"><span className="num soft">{e.seq}</span><button className="link mono" onClick={() => change({ event: e.id })}>{e.kind}</button><span>{words(e.agent)}</span><span className="soft" title={e.text}>{e.text}</span></div>}
      </VirtualList>
    </section>
  );
}
