// What is known of the run that is shown: its state, its document once it has ended, and the connection that follows it.
// Views subscribe; they are told at once of what comes alone, and otherwise once for each frame that the screen draws.

import { useEffect, useSyncExternalStore } from "react";
import { call, Problem } from "../server.ts";
import type { Document, FeedEvent, Remark, Report, RunView } from "../types.ts";
import { emptyRun, fold, fromDocument, type RunState } from "./fold.ts";
import { Follower, type Link } from "./follower.ts";
import { Playback } from "./playback.ts";

// many is how many events may wait for the screen before it is said that it is behind.
const many = 400;

export class RunStore {
  state: RunState = emptyRun();
  view: RunView | null = null;
  report: Report | null = null;
  doc: Document | null = null;
  remarks: Remark[] | null = null; // what people have said, once a view has asked for it
  link: Link = "off";
  error: Problem | null = null;
  note = "";
  paused = false;
  loading = true;
  needed = false; // does any view need the document? The ledger does not
  playback: Playback | null = null;
  version = 0;
  linesFrom = 1; // the first event whose line is here
  waiting: { seq: number; event: FeedEvent }[] = [];

  private listeners = new Set<() => void>();
  private frame = 0;
  private drawn = 0; // when views had last been drawn
  private took = 0; // how long that had taken, in milliseconds
  private closed = false;
  private finishing = false;
  private follower = new Follower({
    events: (list) => {
      this.waiting.push(...list);
      this.changed();
    },
    link: (state) => {
      this.link = state;
      this.changed();
    },
    failed: (detail) => {
      this.note = detail;
      this.changed();
    },
  });

  constructor(readonly id: string) {}

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  };

  // shown is what the views draw: the state of now, or of the moment that is played back.
  get shown(): RunState {
    return this.playback?.on ? this.playback.state : this.state;
  }

  get behind() {
    return !this.paused && this.waiting.length > many;
  }

  changed = () => {
    if (this.frame || this.closed) return;
    const draw = () => {
      const began = performance.now();
      this.frame = 0;
      this.flush();
      this.version++;
      for (const l of this.listeners) l();
      queueMicrotask(() => { // the views were drawn in one that came before
        this.drawn = performance.now();
        this.took = this.drawn - began;
      });
    };
    // A page in the background draws no frames; it takes events in all the same.
    if (document.hidden) this.frame = window.setTimeout(draw, 250);
    else if (performance.now() - this.drawn > Math.max(16, 3 * this.took)) draw(); // the next frame shows it; where drawing is slow, it waits for others
    else this.frame = requestAnimationFrame(draw);
  };

  private flush() {
    if (this.paused || this.waiting.length === 0) return;
    const until = performance.now() + 12;
    let n = 0;
    while (n < this.waiting.length && (n % 50 !== 0 || performance.now() < until)) {
      const { seq, event } = this.waiting[n++];
      fold(this.state, event, seq);
    }
    this.waiting.splice(0, n);
    if (this.waiting.length > 0) queueMicrotask(this.changed);
    else if (this.state.ended && this.view?.status === "analyzing") void this.finish();
  }

  private reading: Promise<void> | null = null;

  // readRemarks asks once for all views that show remarks, and again when one was made.
  readRemarks(again = false): Promise<void> {
    if (again || (this.remarks === null && this.reading === null)) {
      this.reading = call<{ reviews: Remark[] }>(`/runs/${encodeURIComponent(this.id)}/reviews`).then((a) => {
        this.remarks = a.reviews;
      }, (e) => {
        this.note = e instanceof Problem ? e.message : String(e);
      }).then(this.changed);
    }
    return this.reading ?? Promise.resolve();
  }

  setPaused(paused: boolean) {
    this.paused = paused;
    this.changed();
  }

  async open() {
    this.closed = false;
    const path = "/runs/" + encodeURIComponent(this.id);
    try {
      this.view = await call<RunView>(path);
      this.report = await call<Report>("/reports/" + encodeURIComponent(this.view.report_id)).catch(() => null);
      if (this.closed) return;
      if (this.view.status === "analyzing") this.follower.follow(this.id, this.state.seq);
      else await this.finish();
      this.error = null;
    } catch (error) {
      this.error = error instanceof Problem ? error : new Problem(0, String(error));
    }
    this.loading = false;
    this.changed();
  }

  // finish takes the server's document in the place of what was folded here. The run is whole when its status says so.
  async finish() {
    if (this.finishing) return;
    this.finishing = true;
    const path = "/runs/" + encodeURIComponent(this.id);
    try {
      let view = await call<RunView>(path + "?wait=30");
      while (view.status === "analyzing" && !this.closed) view = await call<RunView>(path + "?wait=30");
      if (this.closed) return;
      if (this.needed) await this.readDocument(view);
      else this.state.seq = Math.max(this.state.seq, view.last_seq);
      this.view = view;
      this.follower.follow(this.id, view.last_seq); // a person may rule on a claim later
    } catch (error) {
      this.error = error instanceof Problem ? error : new Problem(0, String(error));
    } finally {
      this.finishing = false;
      this.changed();
    }
  }

  private async readDocument(view: RunView) {
    const doc = await call<Document>(`/runs/${encodeURIComponent(this.id)}/document`);
    const lines = this.state.lines;
    this.view = view;
    this.doc = doc;
    this.state = fromDocument(doc, view);
    this.state.lines = lines;
    if (lines.length === 0) await this.lastLines(view);
  }

  // need has the document of a run that has ended read for a view, unless it is there or on its way.
  need() {
    this.needed = true;
    if (this.view && this.view.status !== "analyzing" && !this.doc) void this.finish();
  }

  // lastLines reads the end of the feed of a run that was not followed; the playback has all of it.
  private async lastLines(view: RunView) {
    const after = Math.max(0, view.last_seq - 500);
    const tail = await call<{ events: { seq: number; event: FeedEvent }[] }>(`/runs/${encodeURIComponent(this.id)}/feed?limit=500&after=${after}`);
    this.linesFrom = after + 1;
    const told = emptyRun();
    for (const { seq, event } of tail.events) fold(told, event, seq);
    this.state.lines = told.lines;
  }

  // readWhole reads what was said from the first event on, as a playback does.
  async readWhole() {
    this.playback ??= new Playback(this.id, this.changed);
    await this.playback.load();
    if (this.playback.error) this.note = this.playback.error;
    if (!this.playback.loaded || this.closed) return this.changed();
    this.state.lines = this.playback.lines;
    this.linesFrom = 1;
    this.changed();
  }

  play() {
    this.playback ??= new Playback(this.id, this.changed);
    this.playback.on = true;
    void this.playback.load();
    this.changed();
  }

  stopPlaying() {
    this.playback?.stop();
    this.changed();
  }

  close() {
    this.closed = true;
    this.playback?.stop();
    this.follower.stop();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.frame);
    this.frame = 0;
  }
}

const stores = new Map<string, { store: RunStore; users: number }>();

// useRun gives the store of a run to a view. It stays open while any view of the run is shown.
export function useRun(id: string, whole: boolean): RunStore {
  let held = stores.get(id);
  if (!held) stores.set(id, (held = { store: new RunStore(id), users: 0 }));
  const { store } = held;
  useEffect(() => {
    const mine = stores.get(id) ?? { store, users: 0 };
    stores.set(id, mine);
    if (mine.users++ === 0) void store.open();
    return () => {
      mine.users--;
      // The next view of the same run is mounted right after this one is left.
      setTimeout(() => {
        if (mine.users > 0) return;
        store.close();
        stores.delete(id);
      }, 1000);
    };
  }, [id, store]);
  useEffect(() => { if (whole) store.need(); }, [store, whole]);
  useSyncExternalStore(store.subscribe, () => store.version);
  return store;
}
