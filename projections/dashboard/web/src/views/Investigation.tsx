// A run while it goes on, and after: the graph, the claims from the moment they are found, and what everybody says.

import { lazy, Suspense, useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import { useKeys } from "../keys.ts";
import { claimPath, useQuery } from "../links.ts";
import { Choice, Search } from "../parts/Bits.tsx";
import { ClaimCard } from "../parts/ClaimCard.tsx";
import { FeedList, lastOnly } from "../parts/FeedList.tsx";
import { VirtualList } from "../parts/VirtualList.tsx";
import type { RunState } from "../run/fold.ts";
import type { RunStore } from "../run/store.ts";
import type { Claim } from "../types.ts";
import { agents, claimTypes, count, day, duration, priorities, verdictClasses } from "../words.ts";
import { AgentPanel } from "./AgentPanel.tsx";
import { Timeline } from "./Timeline.tsx";

const Graph = lazy(() => import("./Graph.tsx"));

export function Investigation({ store }: { store: RunStore }) {
  const [query, change] = useQuery();
  const agent = query.get("agent") ?? "";
  const choose = useCallback((a: string) => change({ agent: a }), [change]);
  useKeys({ Escape: agent ? () => choose("") : undefined });
  const r = store.shown;
  return (
    <div className="stack">
      <Clock store={store} />
      <Suspense fallback={<div className="graph" />}><Graph state={r} chosen={agent} choose={choose} version={r.moved} /></Suspense>
      {agent && <AgentPanel store={store} agent={agent} onClose={() => choose("")} />}
      <Stages r={r} />
      <Timeline store={store} />
      <div className="split">
        <Claims store={store} r={r} />
        <Feed store={store} r={r} />
      </div>
    </div>
  );
}

// Clock is the run's time: pause while it goes on, playback after.
function Clock({ store }: { store: RunStore }) {
  const live = store.view?.status === "analyzing" && !store.state.ended;
  const play = store.playback;
  useKeys({ " ": live ? () => store.setPaused(!store.paused) : play?.on ? () => (play.playing ? play.pause() : play.play()) : undefined });
  if (live) {
    return <div className="row"><button onClick={() => store.setPaused(!store.paused)} aria-pressed={store.paused} data-testid="pause">{store.paused ? "Go on" : "Pause"}</button>
      <span className="soft small" role="status">{store.paused ? `Paused; ${count(store.waiting.length, "event")} waiting. The analysis itself goes on.` : `${count(store.state.seq, "event")} so far`}</span></div>;
  }
  if (!play?.on) return <div className="row"><button onClick={() => store.play()} data-testid="playback">Play the run back</button><span className="soft small">{store.view?.finished_at && `It took ${duration(Date.parse(store.view.finished_at) - Date.parse(store.view.requested_at))}, ${count(store.view.last_seq, "event")}.`}</span></div>;
  const at = play.state.at ? `${day(play.state.at)}, ${((Date.parse(play.state.at) - Date.parse(play.events[0]?.event.at ?? play.state.at)) / 1000).toFixed(1)} s` : "before the beginning";
  return (
    <div className="panel scrub" data-testid="scrubber">
      <div className="row"><button onClick={() => (play.playing ? play.pause() : play.play())} disabled={!play.loaded}>{play.playing ? "Pause" : "Play"}</button></div>
      <label>{play.error || (play.loaded ? `Event ${play.at.toLocaleString("en")} of ${play.events.length.toLocaleString("en")} · ${at}` : `Reading the run: ${count(play.events.length, "event")} …`)}
        <input type="range" min={0} max={play.events.length} value={play.at} disabled={!play.loaded} onChange={(e) => { play.pause(); play.seek(Number(e.target.value)); }} aria-valuetext={`event ${play.at} of ${play.events.length}`} />
      </label>
      <button onClick={() => store.stopPlaying()}>Back to the end</button>
    </div>
  );
}

function Stages({ r }: { r: RunState }) {
  const rows: [string, number, number][] = [
    ["Sections read", r.extracted, r.sections], ["Claims found", r.claims.size, r.claimsTotal ?? Math.max(r.claims.size, 1)], ["Answers of agents", r.answered, r.asked],
    ["Claims judged", r.verdicts.size, r.claims.size], ["Disclosures compared", r.gapsTotal === null ? 0 : 1, 1],
  ];
  return (
    <section className="panel" aria-label="Progress"><div className="stages" data-testid="stages">{rows.map(([name, n, of]) => (
      <div key={name}><span>{name}<b className="num soft">{name === "Disclosures compared" ? (n ? "yes" : "not yet") : `${n.toLocaleString("en")} of ${of.toLocaleString("en")}`}</b></span><progress aria-label={name} value={n} max={Math.max(of, 1)} /></div>
    ))}</div></section>
  );
}

const order = { high: 0, medium: 1, low: 2 };

export const byPage = (a: Claim, b: Claim) => a.page - b.page || order[a.priority] - order[b.priority] || (a.id < b.id ? -1 : 1);

function Claims({ store, r }: { store: RunStore; r: RunState }) {
  const [query, change] = useQuery();
  const [, go] = useLocation();
  const [type, priority, verdict, q] = ["type", "priority", "verdict", "q"].map((k) => query.get(k) ?? "");
  const list = useMemo(() => {
    const low = q.toLowerCase();
    return [...r.claims.values()].filter((c) => (!type || c.type === type) && (!priority || c.priority === priority) && (!low || c.text.toLowerCase().includes(low)) &&
      (!verdict || (r.verdicts.get(c.id)?.verdict ?? "investigating") === verdict)).sort(byPage);
  }, [r, r.moved, type, priority, verdict, q]); // eslint-disable-line react-hooks/exhaustive-deps -- the state is folded in place; moved tells
  return (
    <section className="panel stack" aria-labelledby="h-claims">
      <div className="row spread"><h2 id="h-claims">Claims</h2><span className="soft small" role="status" data-testid="claim-count">{r.claims.size === 0 && !r.ended ? "Extracting claims from the report …" : `${list.length.toLocaleString("en")} of ${count(r.claims.size, "claim")}`}</span></div>
      <div className="filters"><Search value={q} onChange={(v) => change({ q: v })} /><Choice label="Type" value={type} options={claimTypes} onChange={(v) => change({ type: v })} />
        <Choice label="Priority" value={priority} options={priorities} onChange={(v) => change({ priority: v })} /><Choice label="Standing" value={verdict} options={["investigating", ...verdictClasses]} onChange={(v) => change({ verdict: v })} /></div>
      <VirtualList items={list} id={(c) => c.id} label="Claims" estimate={132} keys onOpen={(c) => go(claimPath(store.id, c.id))} testid="claims" empty={r.ended ? "No claim fits." : "Claims appear here as they are found."}>
        {(c) => { const s = r.standing.get(c.id); return <ClaimCard run={store.id} claim={c} verdict={r.verdicts.get(c.id)} standing={s} open={s?.open.size} version={r.moved} href={claimPath(store.id, c.id)} reasoning />; }}
      </VirtualList>
    </section>
  );
}

function Feed({ store, r }: { store: RunStore; r: RunState }) {
  const [query, change] = useQuery();
  const who = query.get("who") ?? "";
  const lines = useMemo(() => (who ? r.lines.filter((l) => l.agent === who) : r.lines.slice()), [r, store.version, who]); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <section className="panel stack" aria-labelledby="h-feed">
      <div className="row spread"><h2 id="h-feed">What the agents say</h2><Choice label="Who" value={who} options={agents} all="everybody" onChange={(v) => change({ who: v })} /></div>
      {lastOnly(store) && <p className="small soft">The last of {count(r.seq, "event")}. <button className="link" onClick={() => void store.readWhole()}>Read the whole run</button></p>}
      <FeedList store={store} lines={lines} />
    </section>
  );
}
