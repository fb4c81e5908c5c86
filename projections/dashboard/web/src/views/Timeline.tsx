// When each agent was at work: a strip for each, darker where more was said, over the time of the run.

import { useState } from "react";
import { Dot, tint } from "../parts/Bits.tsx";
import type { RunStore } from "../run/store.ts";
import { agents, count, words } from "../words.ts";
import { lastOnly } from "../parts/FeedList.tsx";

const parts = 160;
const seconds = (ms: number) => (ms / 1000).toFixed(ms < 10_000 ? 1 : 0) + " s";

export function Timeline({ store }: { store: RunStore }) {
  const [open, setOpen] = useState(false);
  const toggle = (is: boolean) => {
    setOpen(is);
    if (is && lastOnly(store)) void store.readWhole();
  };
  return (
    <details className="panel timeline" data-testid="timeline" onToggle={(e) => toggle(e.currentTarget.open)}><summary>Timeline: who was at work when</summary>
      {open && (lastOnly(store) ? <p className="soft" role="status">Reading the run …</p> : <Strips store={store} />)}</details>
  );
}

function Strips({ store }: { store: RunStore }) {
  const lines = store.shown.lines;
  if (lines.length === 0) return <p className="soft">Nothing was said yet.</p>;
  const at = (i: number) => Date.parse(lines[i].at);
  const [from, to] = [Date.parse(store.shown.startedAt) || at(0), at(lines.length - 1)];
  const rows = agents.map((agent) => ({ agent, n: new Array<number>(parts).fill(0), all: 0, first: 0, last: 0 }));
  lines.forEach((l, i) => {
    const row = rows.find((r) => r.agent === l.agent);
    if (!row) return;
    row.n[Math.max(0, Math.min(parts - 1, Math.floor(((at(i) - from) / Math.max(1, to - from)) * parts)))]++;
    if (row.all++ === 0) row.first = at(i);
    row.last = at(i);
  });
  const most = Math.log1p(Math.max(...rows.flatMap((r) => r.n)));
  return (
    <div className="stack tight">
      {rows.filter((r) => r.all > 0).map((r) => (
        <div key={r.agent} className="strip" style={tint(r.agent)}><span className="row small"><Dot />{words(r.agent)}</span>
          <svg viewBox={`0 0 ${parts} 10`} preserveAspectRatio="none" aria-hidden="true">{r.n.map((n, i) => n > 0 && <rect key={i} x={i} width="1.05" height="10" fillOpacity={0.25 + (0.75 * Math.log1p(n)) / most} />)}</svg>
          <span className="small soft num">{count(r.all, "line")}, {seconds(r.first - from)} to {seconds(r.last - from)}</span></div>
      ))}
      <p className="small soft">From the beginning to {seconds(to - from)}.</p>
    </div>
  );
}
