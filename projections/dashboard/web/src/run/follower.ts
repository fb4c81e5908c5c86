// One socket that follows one run. After a lost connection it goes on after the last event it has.

import { base, Problem, ticketQuery } from "../server.ts";
import type { FeedEvent } from "../types.ts";

export type Link = "off" | "connecting" | "behind" | "live" | "lost";

interface Heard {
  events(list: { seq: number; event: FeedEvent }[]): void;
  link(state: Link): void;
  failed(detail: string): void;
}

const longestWait = 10_000;

export class Follower {
  private socket: WebSocket | null = null;
  private timer = 0;
  private retry = 400;
  private run = "";
  private seq = 0;

  constructor(private heard: Heard) {}

  follow(run: string, after: number) {
    this.stop();
    this.run = run;
    this.seq = after;
    this.heard.link("connecting");
    void this.connect();
  }

  stop() {
    this.run = "";
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.heard.link("off");
  }

  private async connect() {
    const run = this.run;
    let query: string;
    try {
      query = await ticketQuery();
    } catch (error) {
      if (error instanceof Problem && error.status > 0) this.heard.failed(error.message);
      this.again(run);
      return;
    }
    if (this.run !== run) return;
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + base + "/live" + query);
    this.socket = socket;
    socket.onopen = () => {
      this.heard.link("behind");
      socket.send(JSON.stringify({ type: "subscribe", run, after: this.seq }));
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      const m = JSON.parse(message.data);
      if (m.type === "event" && m.seq > this.seq) {
        this.seq = m.seq;
        this.heard.events([{ seq: m.seq, event: m.event }]);
      } else if (m.type === "caught_up") {
        this.retry = 400;
        this.heard.link("live");
      } else if (m.type === "error") {
        this.heard.failed(m.detail);
      }
    };
    socket.onclose = () => {
      if (this.socket === socket) this.again(run);
    };
  }

  private again(run: string) {
    if (this.run !== run) return;
    this.socket = null;
    this.heard.link("lost");
    this.timer = window.setTimeout(() => this.run === run && void this.connect(), this.retry);
    this.retry = Math.min(this.retry * 2, longestWait);
  }
}
