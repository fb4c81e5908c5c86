// What agents said, as a list that grows.

import { useMemo, useRef, type ReactNode } from "react";
import type { Line } from "../run/fold.ts";
import type { RunStore } from "../run/store.ts";
import { count, words } from "../words.ts";
import { Dot, Of, tint } from "./Bits.tsx";
import { VirtualList } from "./VirtualList.tsx";

// lastOnly says that of what was said in a run that has ended only the end was read.
export const lastOnly = (store: RunStore) => !!store.shown.ended && !store.playback?.on && store.linesFrom > 1;

// Told is a line with how often it was said, and of which claims.
interface Told extends Line { times: number; of: Set<string> }

// useJoined makes one of lines in which an agent says the same: of those that follow one another, and where an agent is alone,
// of all, since what it said of a hundred claims hides what it said of one. While a run goes on, only new lines are looked at.
function useJoined(lines: Line[], everywhere: boolean): Told[] {
  const kept = useRef({ everywhere, read: 0, first: undefined as Line | undefined, last: undefined as Line | undefined, out: [] as Told[], seen: new Map<string, Told>() });
  return useMemo(() => {
    const k = kept.current;
    if (k.everywhere !== everywhere || k.read > lines.length || k.first !== lines[0] || k.last !== lines[k.read - 1]) Object.assign(k, { everywhere, read: 0, out: [], seen: new Map() });
    for (; k.read < lines.length; k.read++) {
      const l = lines[k.read];
      const said = everywhere ? k.seen.get(l.text) : k.out.at(-1);
      if (said?.text === l.text && said.agent === l.agent) {
        said.times++;
        if (l.claim) said.of.add(l.claim);
        continue;
      }
      const told = { ...l, times: 1, of: new Set(l.claim ? [l.claim] : []) };
      if (everywhere) k.seen.set(l.text, told);
      k.out.push(told);
    }
    Object.assign(k, { first: lines[0], last: lines.at(-1) });
    return k.out.slice();
  }, [lines, everywhere]);
}

const named = 20; // claims of a line that are listed

export function FeedList({ store, lines, alone, empty = "Nothing was said yet." }: { store: RunStore; lines: Line[]; alone?: boolean; empty?: ReactNode }) {
  const told = useJoined(lines, !!alone);
  const of = (id: string) => <Of key={id} run={store.id} claim={store.shown.claims.get(id)} />;
  return (
    <VirtualList items={told} id={(l) => l.seq} label="What the agents say" estimate={64} gap={0} follow className="feed" testid="feed" empty={empty}>
      {(l) => <div className={"said-line" + (alone ? " alone" : "")} style={tint(l.agent)}><Dot />{!alone && <b>{words(l.agent)}</b>}
        <span className="said">{l.text}{l.times > 1 && <span className="times"> (said {l.times.toLocaleString("en")} times)</span>}
          {l.of.size > 1 ? <details><summary>of {count(l.of.size, "claim")}</summary>{[...l.of].slice(0, named).map(of)}{l.of.size > named && <span className="soft">and {count(l.of.size - named, "more", "more")}</span>}</details> : [...l.of].map(of)}</span></div>}
    </VirtualList>
  );
}
