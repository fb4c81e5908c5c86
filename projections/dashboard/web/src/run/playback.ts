// A finished run from its first event on: all events are read once, kept small, and folded up to any moment.

import { call, Problem } from "../server.ts";
import type { FeedEvent } from "../types.ts";
import { emptyRun, fold, type Line, type RunState } from "./fold.ts";

const page = 1000;
const whole = 30_000; // milliseconds that a whole run takes to be played

// Payloads that nothing here shows are half of a feed.
const unread = new Set(["case.opened", "claim.routed", "claim.resumed", "request.answered", "info.provided", "report.parsed", "report.routed"]);

export class Playback {
  on = false;
  playing = false;
  loaded = false;
  error = "";
  at = 0; // how many events are folded into state
  state: RunState = emptyRun();
  events: { seq: number; event: FeedEvent }[] = [];
  lines: Line[] = []; // of the whole run
  private timer = 0;
  private loading = false;

  constructor(private run: string, private changed: () => void) {}

  async load() {
    if (this.loaded || this.loading) return;
    this.loading = true;
    try {
      for (let after = 0, end = false; !end;) {
        const answer = await call<{ events: { seq: number; event: FeedEvent }[]; last_seq: number; at_end: boolean }>(
          `/runs/${encodeURIComponent(this.run)}/feed?after=${after}&limit=${page}`);
        for (const e of answer.events) {
          if (unread.has(e.event.type)) e.event.data = {};
          this.events.push(e);
        }
        after = answer.last_seq;
        end = answer.at_end;
        this.changed();
      }
      this.loaded = true;
      this.seek(this.events.length);
      this.lines = this.state.lines;
    } catch (error) {
      this.error = error instanceof Problem ? error.message : String(error);
    }
    this.loading = false;
    this.changed();
  }

  // seek folds up to a number of events; backwards it begins anew.
  seek(n: number) {
    const to = Math.max(0, Math.min(n, this.events.length));
    if (to < this.at) {
      this.state = emptyRun();
      this.at = 0;
    }
    for (; this.at < to; this.at++) fold(this.state, this.events[this.at].event, this.events[this.at].seq);
    this.changed();
  }

  // play goes through the run in half a minute, whatever its length and however busy the machine.
  play() {
    if (this.at >= this.events.length) this.seek(0);
    this.playing = true;
    const from = this.at;
    const began = performance.now();
    clearInterval(this.timer);
    this.timer = window.setInterval(() => {
      this.seek(Math.max(this.at + 1, from + Math.round(((performance.now() - began) / whole) * this.events.length)));
      if (this.at >= this.events.length) this.pause();
    }, 100);
    this.changed();
  }

  pause() {
    clearInterval(this.timer);
    this.playing = false;
    this.changed();
  }

  stop() {
    clearInterval(this.timer);
    this.on = this.playing = false;
  }
}
